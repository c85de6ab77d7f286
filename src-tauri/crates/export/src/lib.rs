//! Exports rows as CSV, Excel workbook, or JSON, one by one. A file gets its name once complete;
//! failures and cancellation leave nothing behind.
//!
//! Pure writers: the core provides the rows.

mod cell;
mod client;
mod csv;
mod json;
mod name;
mod outcome;
mod part;
mod project_row;
mod row;
mod xlsx;

use std::{path::Path, sync::Arc};

use assay_model::{ExportFormat, Exported, FieldReason, Problem, ProblemCode};

pub use cell::{Cell, Columns, Record};
pub use client::{
    CheckNames, ClientReport, ComparedPage, DayScore, DocumentFile, Medium, Page, PageChanges, Subject,
    client_report_html, is_color,
};
pub use name::file_name;
pub use outcome::{ExportedInvalidLine, Outcome, OutcomeLine};
pub use part::remove_leftovers;
use part::{Audience, Part};
pub use project_row::ProjectRow;
pub use row::Row;

/// The maximum number of rows in a workbook, without headings.
pub const WORKBOOK_ROWS: u32 = 1_048_575;

/// Whether the export was canceled: checked with each row and each block.
pub type IsCanceled = Arc<dyn Fn() -> bool + Send + Sync>;

/// Writes rows in a format.
trait Sink<R>: Send {
    fn write(&mut self, row: &R) -> Result<(), Problem>;
    /// Writes the rest.
    fn end(self: Box<Self>) -> Result<Part, Problem>;
}

/// A file being written.
pub struct Export<R> {
    sink: Box<dyn Sink<R>>,
    format: ExportFormat,
    rows: u32,
    is_canceled: IsCanceled,
}

impl<R: Record> Export<R> {
    /// Starts a file. `target` is unchanged until [`Export::finish`].
    ///
    /// JSON is complete; other formats have the columns, workbooks with the user's words. A file
    /// with passwords is readable only by its owner, where supported. Fails with
    /// [`ProblemCode::FileFailed`] or [`ProblemCode::DiskFull`].
    pub fn begin(
        target: &Path,
        format: ExportFormat,
        columns: Columns<R::Field>,
        is_canceled: IsCanceled,
    ) -> Result<Self, Problem> {
        let audience = if columns.have_secrets::<R>() { Audience::Owner } else { Audience::Usual };
        let begun = Part::new(target, audience, Arc::clone(&is_canceled)).and_then(
            |part| -> Result<Box<dyn Sink<R>>, Problem> {
                Ok(match format {
                    ExportFormat::Csv { bom, separator, decimal_comma } => {
                        Box::new(csv::Sheet::new(part, columns, bom, separator, decimal_comma)?)
                    }
                    ExportFormat::Xlsx => Box::new(xlsx::Workbook::new::<R>(part, columns)?),
                    ExportFormat::Json => Box::new(json::Array::new(part)?),
                })
            },
        );
        let sink = or_canceled(begun, &is_canceled)?;
        Ok(Self { sink, format, rows: 0, is_canceled })
    }

    /// Writes a row. Drop the export after a failure.
    ///
    /// Fails with [`ProblemCode::Canceled`], [`ProblemCode::DiskFull`],
    /// [`ProblemCode::FileFailed`], or as [`has_room`] does.
    pub fn write(&mut self, row: &R) -> Result<(), Problem> {
        has_room(self.format, u64::from(self.rows) + 1)?;
        unless_canceled(&self.is_canceled)?;
        or_canceled(self.sink.write(row), &self.is_canceled)?;
        self.rows = self.rows.saturating_add(1);
        Ok(())
    }

    /// Completes the file durably, and gives it its name.
    pub fn finish(self) -> Result<Exported, Problem> {
        let Self { sink, rows, is_canceled, .. } = self;
        unless_canceled(&is_canceled)?;
        let (file, bytes) = or_canceled(sink.end().and_then(Part::keep), &is_canceled)?;
        Ok(Exported { file: file.display().to_string(), rows, unreadable: 0, bytes })
    }
}

/// Checks if a format can hold that many rows. Fails with [`ProblemCode::InvalidInput`] for `rows`.
pub fn has_room(format: ExportFormat, rows: u64) -> Result<(), Problem> {
    if format == ExportFormat::Xlsx && rows > u64::from(WORKBOOK_ROWS) {
        return Err(Problem::invalid("rows", FieldReason::OutOfRange { least: 0, most: WORKBOOK_ROWS }));
    }
    Ok(())
}

fn unless_canceled(is_canceled: &IsCanceled) -> Result<(), Problem> {
    if is_canceled() { Err(Problem::new(ProblemCode::Canceled)) } else { Ok(()) }
}

/// Reports cancellation in place of a library's own error.
fn or_canceled<T>(done: Result<T, Problem>, is_canceled: &IsCanceled) -> Result<T, Problem> {
    done.or_else(|problem| unless_canceled(is_canceled).and(Err(problem)))
}
