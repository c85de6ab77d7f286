//! Files to take along: rows written one by one as CSV, Excel workbook or JSON. A file has its name when it is whole;
//! what goes wrong before, or is cancelled, leaves nothing behind.
//!
//! Pure writers: where the rows come from is the core's concern.

mod cell;
mod csv;
mod json;
mod name;
mod outcome;
mod part;
mod row;
mod xlsx;

use std::{path::Path, sync::Arc};

use assay_model::{ExportFormat, Exported, FieldReason, Problem, ProblemCode};

pub use cell::{Cell, Columns, Record};
pub use name::file_name;
pub use outcome::Outcome;
use part::Part;
pub use row::Row;

/// The most rows that a workbook can have below its headings.
pub const WORKBOOK_ROWS: u32 = 1_048_575;

/// Whether the export was cancelled meanwhile: asked with each row, and with each block that goes to the disk.
pub type Cancelled = Arc<dyn Fn() -> bool + Send + Sync>;

/// What becomes of rows in a format.
trait Sink<R>: Send {
    fn write(&mut self, row: &R) -> Result<(), Problem>;
    /// Everything that is left to be written.
    fn end(self: Box<Self>) -> Result<Part, Problem>;
}

/// A file that is being written.
pub struct Export<R> {
    sink: Box<dyn Sink<R>>,
    format: ExportFormat,
    rows: u32,
    is_cancelled: Cancelled,
}

impl<R: Record> Export<R> {
    /// Begins a file. Until [`Export::finish`], what has the name `target` stays as it is.
    ///
    /// JSON has everything that is known of a row; the other formats have the columns, workbooks with the user's words.
    /// Fails with [`ProblemCode::FileFailed`] or [`ProblemCode::DiskFull`].
    pub fn begin(
        target: &Path,
        format: ExportFormat,
        columns: Columns<R::Field>,
        is_cancelled: Cancelled,
    ) -> Result<Self, Problem> {
        let begun =
            Part::new(target, Arc::clone(&is_cancelled)).and_then(|part| -> Result<Box<dyn Sink<R>>, Problem> {
                Ok(match format {
                    ExportFormat::Csv { bom } => Box::new(csv::Sheet::new(part, columns, bom)?),
                    ExportFormat::Xlsx => Box::new(xlsx::Workbook::new::<R>(part, columns)?),
                    ExportFormat::Json => Box::new(json::Array::new(part)?),
                })
            });
        let sink = or_cancelled(begun, &is_cancelled)?;
        Ok(Self { sink, format, rows: 0, is_cancelled })
    }

    /// Writes a row. After a failure the export is to be dropped.
    ///
    /// Fails with [`ProblemCode::Cancelled`], [`ProblemCode::DiskFull`], [`ProblemCode::FileFailed`] or as
    /// [`has_room`] does.
    pub fn write(&mut self, row: &R) -> Result<(), Problem> {
        has_room(self.format, u64::from(self.rows) + 1)?;
        unless_cancelled(&self.is_cancelled)?;
        or_cancelled(self.sink.write(row), &self.is_cancelled)?;
        self.rows = self.rows.saturating_add(1);
        Ok(())
    }

    /// Has everything on the disk, and gives the file its name.
    pub fn finish(self) -> Result<Exported, Problem> {
        let Self { sink, rows, is_cancelled, .. } = self;
        unless_cancelled(&is_cancelled)?;
        let (file, bytes) = or_cancelled(sink.end().and_then(Part::keep), &is_cancelled)?;
        Ok(Exported { file: file.display().to_string(), rows, unreadable: 0, bytes })
    }
}

/// Whether a format can hold so many rows. Fails with [`ProblemCode::InvalidInput`] for `rows`.
pub fn has_room(format: ExportFormat, rows: u64) -> Result<(), Problem> {
    if format == ExportFormat::Xlsx && rows > u64::from(WORKBOOK_ROWS) {
        return Err(Problem::invalid("rows", FieldReason::OutOfRange { least: 0, most: WORKBOOK_ROWS }));
    }
    Ok(())
}

fn unless_cancelled(is_cancelled: &Cancelled) -> Result<(), Problem> {
    if is_cancelled() { Err(Problem::new(ProblemCode::Cancelled)) } else { Ok(()) }
}

/// What fails because it was cancelled says so, whatever a library made of it.
fn or_cancelled<T>(done: Result<T, Problem>, is_cancelled: &Cancelled) -> Result<T, Problem> {
    done.or_else(|problem| unless_cancelled(is_cancelled).and(Err(problem)))
}
