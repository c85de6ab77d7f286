use std::time::{Duration, Instant};

use assay_export::{Export, Record, Row};
use assay_model::{CoreEvent, Exported, Problem, ProblemCode};
use tokio::task::spawn_blocking;

use crate::{calls, events::Events};

/// Between two progress events.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(250);

/// A file being written, with progress events.
pub(crate) struct ExportWriter<R = Row> {
    export: Export<R>,
    progress: Progress,
    unreadable: u32,
}

pub(super) struct Progress {
    events: Events,
    number: u32,
    done: u32,
    total: Option<u32>,
    notified_at: Instant,
}

impl<R: Record> ExportWriter<R> {
    pub(super) fn new(export: Export<R>, progress: Progress) -> Self {
        Self { export, progress, unreadable: 0 }
    }

    /// Sets the total, once known.
    pub(super) fn expect(&mut self, total: Option<u64>) {
        self.progress.total = total.and_then(|total| u32::try_from(total).ok());
    }

    pub(super) fn write(&mut self, row: &R) -> Result<(), Problem> {
        self.export.write(row)?;
        self.progress.count();
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
    /// Reports the start of the current call's export.
    pub(super) fn begin(events: Events, total: Option<u32>) -> Self {
        let progress = Self { events, number: calls::number(), done: 0, total, notified_at: Instant::now() };
        progress.tell();
        progress
    }

    /// Counts what was written or read.
    pub(super) fn count(&mut self) {
        self.done += 1;
        if self.notified_at.elapsed() >= NOTIFY_INTERVAL {
            self.notified_at = Instant::now();
            self.tell();
        }
    }

    fn tell(&self) {
        let Self { number, done, total, .. } = *self;
        self.events.send(&CoreEvent::Export { number, done, total });
    }
}

/// Runs blocking work off the async threads.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|fault| Err(Problem::new(ProblemCode::Internal).with_detail(fault.to_string())))
}
