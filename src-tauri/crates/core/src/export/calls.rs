use assay_export::file_name;
use assay_model::{ExportField, ExportOf, ExportRequest, ExportWord, Exported, FieldReason, Problem};

use super::{
    from_library::LibraryExports,
    from_service::ServiceExports,
    layout::ExportLayout,
    limits::{MAX_COLUMNS, MAX_EXPLANATION_LENGTH, MAX_TEXT_LENGTH, MAX_WORDS, count},
};
use crate::query_limits;

const MAX_SELECTED: usize = 10_000;

pub(crate) struct Exports {
    pub library: LibraryExports,
    pub service: ServiceExports,
}

impl Exports {
    /// Exports a list to a file that the user chooses; `None` if none was chosen. The file is
    /// complete or not written. Reports progress as `CoreEvent::Export`; canceling the call stops
    /// it.
    ///
    /// Fails with [`assay_model::ProblemCode::InvalidInput`] for `rows` if a workbook can't hold
    /// that many.
    pub async fn export_save(&self, request: ExportRequest) -> Result<Option<Exported>, Problem> {
        validate(&request)?;
        let ExportRequest { of, format, columns, words, name } = request;
        let layout = ExportLayout { format, columns, words, name: file_name(&name) };
        // Boxed, since the combined future would be large for every caller.
        match of {
            ExportOf::List { connection, query } => {
                Box::pin(self.service.export_list(layout, &connection, query)).await
            }
            ExportOf::Selection { connection, ids } => {
                Box::pin(self.library.export_selection(layout, &connection, ids)).await
            }
            ExportOf::Library { query } => Box::pin(self.library.export_library(layout, query)).await,
            ExportOf::FixList { query } => Box::pin(self.library.export_fix_list(layout, query)).await,
            ExportOf::Projects { connection, query } => {
                Box::pin(self.library.export_projects(layout, &connection, query)).await
            }
            ExportOf::History { connection, id } => {
                Box::pin(self.library.export_history(layout, &connection, id)).await
            }
        }
    }
}

fn validate(request: &ExportRequest) -> Result<(), Problem> {
    let ExportRequest { of, format: _, columns, words, name } = request;
    count("columns", columns.len(), 1, MAX_COLUMNS)?;
    count("words", words.len(), 0, MAX_WORDS)?;
    columns.iter().try_for_each(|column| query_limits::length("columns", &column.heading, MAX_TEXT_LENGTH))?;
    for column in columns {
        let needs_check = matches!(column.field, ExportField::Value | ExportField::ValueLength);
        match &column.check {
            Some(check) if needs_check => query_limits::name("columns", check)?,
            None if !needs_check => {}
            _ => return Err(Problem::invalid("columns", FieldReason::NotUsable)),
        }
    }
    for ExportWord { field, word, .. } in words {
        let is_explanation = matches!(field, ExportField::Why | ExportField::How);
        let most = if is_explanation { MAX_EXPLANATION_LENGTH } else { MAX_TEXT_LENGTH };
        query_limits::length("words", word, most)?;
    }
    query_limits::length("name", name, MAX_TEXT_LENGTH)?;
    match of {
        ExportOf::List { .. } => Ok(()),
        ExportOf::Library { query } | ExportOf::FixList { query } => query_limits::query(query),
        ExportOf::Projects { query, .. } => query_limits::projects(query),
        ExportOf::History { id, .. } => query_limits::name("id", id),
        ExportOf::Selection { ids, .. } => {
            count("ids", ids.len(), 1, MAX_SELECTED)?;
            ids.iter().try_for_each(|id| query_limits::name("ids", id))
        }
    }
}
