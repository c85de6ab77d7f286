//! Lists to take along: what the service or the library has, row by row into a file that the user chooses.

mod remembered;
mod shown;
mod writing;

pub(crate) use writing::{Writing, blocking};

use assay_export::{Columns, file_name};
use assay_model::{
    ExportColumn, ExportField, ExportFormat, ExportOf, ExportRequest, ExportWord, Exported, FieldReason, Problem,
};

use crate::{Core, check};

/// The most columns of a file.
pub(crate) const MAX_COLUMNS: usize = 30;

/// The most words for values, which are some for each column.
pub(crate) const MOST_WORDS: usize = 1000;

/// The most reports of a selection.
const MOST_SELECTED: usize = 10_000;

/// The most characters of a heading, a word or a name.
pub(crate) const LONGEST_TEXT: u32 = 100;

/// The kind of file and what stands in it.
struct Form {
    format: ExportFormat,
    columns: Vec<ExportColumn>,
    words: Vec<ExportWord>,
    name: String,
}

impl Core {
    /// Makes a file that the user chooses of a list, whole or not at all; nothing if none was chosen. How it goes is told
    /// by `CoreEvent::Export`, and cancelling the call ends it.
    ///
    /// Fails with [`assay_model::ProblemCode::InvalidInput`] for `rows` where a workbook cannot hold so many.
    pub async fn export_save(&self, request: ExportRequest) -> Result<Option<Exported>, Problem> {
        refuse(&request)?;
        let ExportRequest { of, format, columns, words, name } = request;
        let form = Form { format, columns, words, name: file_name(&name) };
        // Together they are large, and every caller would carry all of them.
        match of {
            ExportOf::List { connection, query } => Box::pin(self.export_list(form, &connection, query)).await,
            ExportOf::Selection { connection, ids } => Box::pin(self.export_selection(form, &connection, ids)).await,
            ExportOf::Library { query } => Box::pin(self.export_library(form, query)).await,
            ExportOf::FixList { query } => Box::pin(self.export_fix_list(form, query)).await,
            ExportOf::History { connection, id } => Box::pin(self.export_history(form, &connection, id)).await,
        }
    }
}

impl Form {
    fn columns(&self) -> Columns<ExportField> {
        Columns::of_reports(&self.columns, &self.words)
    }

    /// Whether anything of it is about checks, which take their time to read.
    fn needs_checks(&self) -> bool {
        self.needs(|field| matches!(field, ExportField::Failed | ExportField::FailedChecks))
    }

    /// Whether anything of a fix list is about the pages on which a check fails, and not about the check alone.
    fn needs_pages(&self) -> bool {
        self.needs(|field| !matches!(field, ExportField::Check | ExportField::Importance | ExportField::Pages))
    }

    /// JSON has everything, whatever its columns are.
    fn needs(&self, is_needed: impl Fn(ExportField) -> bool) -> bool {
        self.format == ExportFormat::Json || self.columns.iter().any(|column| is_needed(column.field))
    }
}

fn refuse(request: &ExportRequest) -> Result<(), Problem> {
    let ExportRequest { of, format: _, columns, words, name } = request;
    count("columns", columns.len(), 1, MAX_COLUMNS)?;
    count("words", words.len(), 0, MOST_WORDS)?;
    columns.iter().try_for_each(|column| check::length("columns", &column.heading, LONGEST_TEXT))?;
    words.iter().try_for_each(|word| check::length("words", &word.word, LONGEST_TEXT))?;
    check::length("name", name, LONGEST_TEXT)?;
    match of {
        ExportOf::List { .. } => Ok(()),
        ExportOf::Library { query } | ExportOf::FixList { query } => check::query(query),
        ExportOf::History { id, .. } => check::name("id", id),
        ExportOf::Selection { ids, .. } => {
            count("ids", ids.len(), 1, MOST_SELECTED)?;
            ids.iter().try_for_each(|id| check::name("ids", id))
        }
    }
}

pub(crate) fn count(field: &str, number: usize, least: u32, most: usize) -> Result<(), Problem> {
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    check::range(field, u32::try_from(number).unwrap_or(u32::MAX), least, most)
        .map_err(|_| Problem::invalid(field, FieldReason::OutOfRange { least, most }))
}
