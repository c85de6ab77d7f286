use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use assay_api::CallContext;
use assay_export::{Columns, Export, Record, Row, has_room};
use assay_model::{CoreEvent, ExportFormat, Exported, Problem, ProblemCode};
use tokio::task::spawn_blocking;

use super::Form;
use crate::{Core, calls, events::Events};

/// Between two progress events.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// A file being written, with progress events.
pub(crate) struct Writing<R = Row> {
    export: Export<R>,
    progress: Progress,
    unreadable: u32,
}

struct Progress {
    events: Events,
    number: u32,
    done: u32,
    total: Option<u32>,
    told: Instant,
}

impl Core {
    /// Begins a file of reports.
    pub(super) async fn begin(&self, form: &Form, total: Option<u64>) -> Result<Option<Writing>, Problem> {
        self.begin_file(form.format, &form.name, form.columns(), total).await
    }

    /// Asks the user for a file and begins it, unless nobody wants it any more; nothing if none was chosen.
    pub(crate) async fn begin_file<R: Record>(
        &self,
        format: ExportFormat,
        name: &str,
        columns: Columns<R::Field>,
        total: Option<u64>,
    ) -> Result<Option<Writing<R>>, Problem> {
        has_room(format, total.unwrap_or_default())?;
        let cancelled = CallContext::current().cancelled;
        let extension = extension(format);
        let name = format!("{name}.{extension}");
        let chosen = cancelled.run_until_cancelled(self.host.choose_new_file(&name, extension)).await;
        let chosen: Option<PathBuf> = chosen.unwrap_or_else(|| Err(Problem::new(ProblemCode::Cancelled)))?;
        let Some(file) = chosen else { return Ok(None) };
        let total = total.and_then(|total| u32::try_from(total).ok());
        let progress =
            Progress { events: self.events.clone(), number: calls::number(), done: 0, total, told: Instant::now() };
        progress.tell();
        let begin = move || Export::begin(&file, format, columns, Arc::new(move || cancelled.is_cancelled()));
        let export = blocking(begin).await?;
        Ok(Some(Writing { export, progress, unreadable: 0 }))
    }
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv { .. } => "csv",
        ExportFormat::Xlsx => "xlsx",
        ExportFormat::Json => "json",
    }
}

impl<R: Record> Writing<R> {
    /// How many there are in all has become known.
    pub(super) fn expect(&mut self, total: Option<u64>) {
        self.progress.total = total.and_then(|total| u32::try_from(total).ok());
    }

    pub(super) fn write(&mut self, row: &R) -> Result<(), Problem> {
        self.export.write(row)?;
        self.progress.done += 1;
        if self.progress.told.elapsed() >= TOLD_EVERY {
            self.progress.told = Instant::now();
            self.progress.tell();
        }
        Ok(())
    }

    /// Writes rows off the async threads.
    pub(crate) async fn write_all(mut self, rows: Vec<R>) -> Result<Self, Problem> {
        blocking(move || rows.iter().try_for_each(|row| self.write(row)).map(|()| self)).await
    }

    /// Counts rows that could not be read.
    pub(super) fn left_out(&mut self, rows: usize) {
        self.unreadable = u32::try_from(rows).unwrap_or(u32::MAX);
    }

    pub(crate) fn finish(self) -> Result<Exported, Problem> {
        let Self { export, unreadable, .. } = self;
        export.finish().map(|exported| Exported { unreadable, ..exported })
    }
}

impl Progress {
    fn tell(&self) {
        let Self { number, done, total, .. } = *self;
        self.events.tell(&CoreEvent::Export { number, done, total });
    }
}

/// Runs blocking work off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|fault| Err(Problem::new(ProblemCode::Internal).with_detail(fault.to_string())))
}
