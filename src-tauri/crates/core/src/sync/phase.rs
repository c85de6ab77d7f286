use assay_model::{SyncKind, SyncPhase, SyncProgress};
use tokio::time::Instant;

use super::status::ProgressReporter;

pub(super) struct PhaseProgress {
    pub reporter: ProgressReporter,
    pub progress: SyncProgress,
    /// When the phase started, and how much was done then.
    since: (Instant, u32),
}

impl PhaseProgress {
    pub(super) fn new(reporter: ProgressReporter, kind: SyncKind) -> Self {
        let progress = SyncProgress { kind, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None };
        Self { reporter, progress, since: (Instant::now(), 0) }
    }

    pub(super) fn begin(&mut self, phase: SyncPhase, done: u32, total: Option<u32>) {
        self.since = (Instant::now(), done);
        self.progress.phase = phase;
        self.report(done, total);
    }

    pub(super) fn report(&mut self, done: u32, total: Option<u32>) {
        let (since, done_then) = self.since;
        let left = total.map(|total| total.saturating_sub(done));
        let seconds_left = left.zip(done.checked_sub(done_then).filter(|done| *done > 0)).map(|(left, done)| {
            let millis = since.elapsed().as_millis() * u128::from(left);
            u32::try_from(millis.div_ceil(u128::from(done) * 1000)).unwrap_or(u32::MAX)
        });
        self.progress = SyncProgress { done, total, seconds_left, ..self.progress };
        self.reporter.progress(self.progress);
    }
}
