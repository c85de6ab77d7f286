use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use assay_library::{SyncProgressRecord, SyncRecord, Total};
use assay_model::{Completeness, CoreEvent, Problem, ProblemCode, SyncKind, SyncProgress, SyncState};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::watch;
use tokio_util::sync::CancellationToken;

use crate::{events::Events, lock::lock, throttled_notifier::ThrottledNotifier};

/// Between two progress events.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(250);

/// How long a full sync counts as complete: later changes may be missed by light syncs.
const MAX_COMPLETE_AGE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Each connection's syncs, for the window.
#[derive(Clone)]
pub(super) struct SyncStatus {
    pub syncs: Arc<Mutex<HashMap<String, ConnectionSync>>>,
    /// How many have ended.
    pub ends: Arc<AtomicU64>,
    pub events: Events,
}

pub(super) struct ConnectionSync {
    pub record: SyncRecord,
    pub running: Option<RunningSync>,
    pub problem: Option<Problem>,
    pub notifier: ThrottledNotifier,
}

pub(super) struct RunningSync {
    pub progress: SyncProgress,
    pub stop: CancellationToken,
    /// Closed when it has ended.
    pub ended: watch::Receiver<()>,
}

impl SyncStatus {
    pub(super) fn syncs(&self) -> MutexGuard<'_, HashMap<String, ConnectionSync>> {
        lock(&self.syncs)
    }

    pub(super) fn unknown(&self, connection: &str) -> ConnectionSync {
        let (known, connection) = (self.clone(), connection.to_owned());
        let tell = move || {
            let state = known.syncs().get(&connection).map(|sync| Box::new(sync.state(&connection)));
            if let Some(state) = state {
                known.events.send(&CoreEvent::Sync { state });
            }
        };
        ConnectionSync {
            record: SyncRecord::default(),
            running: None,
            problem: None,
            notifier: ThrottledNotifier::new(NOTIFY_INTERVAL, tell),
        }
    }
}

impl ConnectionSync {
    pub(super) fn state(&self, connection: &str) -> SyncState {
        let SyncRecord { synced_at, full_at, found, progress, reports, looked_at, .. } = &self.record;
        // A light sync's progress only holds marks.
        let is_unfinished = |progress: &&SyncProgressRecord| self.running.is_none() && progress.kind == SyncKind::Full;
        let unfinished = progress.as_ref().filter(is_unfinished).map(|progress| progress.done);
        SyncState {
            connection: connection.to_owned(),
            running: self.running.as_ref().map(|running| running.progress),
            unfinished,
            synced_at: *synced_at,
            full_at: *full_at,
            completeness: completeness(&self.record, Timestamp::now()),
            reports: *reports,
            total: self.record.total(),
            looked_at: *looked_at,
            problem: self.problem.clone(),
            found: *found,
        }
    }
}

/// How certain it is that every report is known.
fn completeness(record: &SyncRecord, now: Timestamp) -> Completeness {
    // If the clock was set back, the age is unknown.
    let is_fresh = record.full_at.is_none_or(|at| at <= now && now.duration_since(at) < MAX_COMPLETE_AGE);
    let agrees = record.total.is_none_or(|Total { said, known }| said == known);
    match record.completeness {
        Completeness::Whole if !is_fresh || !agrees => Completeness::Outdated,
        known => known,
    }
}

#[derive(Clone)]
pub(super) struct ProgressReporter {
    pub status: SyncStatus,
    pub connection: String,
}

impl ProgressReporter {
    pub(super) fn progress(&self, progress: SyncProgress) {
        self.change(|sync| {
            if let Some(running) = &mut sync.running {
                running.progress = progress;
            }
        });
    }

    pub(super) fn record(&self, record: SyncRecord) {
        self.change(|sync| sync.record = record);
    }

    fn ended(&self, outcome: Result<(), Problem>) {
        // Cancellation is not a problem.
        let problem = outcome.err().filter(|problem| problem.code != ProblemCode::Canceled);
        if let Some(problem) = &problem {
            tracing::warn!(%problem, "a sync ended early");
        }
        self.change(|sync| {
            self.status.ends.fetch_add(1, Ordering::SeqCst);
            sync.running = None;
            sync.problem = problem;
        });
    }

    fn change(&self, change: impl FnOnce(&mut ConnectionSync)) {
        if let Some(sync) = self.status.syncs().get_mut(&self.connection) {
            change(sync);
            sync.notifier.changed();
        }
    }
}

/// Reports the end of a sync, also after a panic.
pub(super) struct CompletionGuard {
    pub reporter: ProgressReporter,
    pub outcome: Option<Result<(), Problem>>,
    /// Closed after it was reported.
    pub _open: watch::Sender<()>,
}

impl CompletionGuard {
    pub(super) fn complete(mut self, outcome: Result<(), Problem>) {
        self.outcome = Some(outcome);
    }
}

impl Drop for CompletionGuard {
    fn drop(&mut self) {
        // No outcome means a panic.
        let outcome = self.outcome.take().unwrap_or_else(|| Err(Problem::new(ProblemCode::Internal)));
        self.reporter.ended(outcome);
    }
}

#[cfg(test)]
mod tests {
    use assay_model::SyncPhase;

    use super::*;

    #[tokio::test]
    async fn a_sync_that_breaks_off_does_not_run_any_more() {
        let known = SyncStatus { syncs: Arc::default(), ends: Arc::default(), events: Events::default() };
        let (open, mut ended) = watch::channel(());
        let progress =
            SyncProgress { kind: SyncKind::Full, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None };
        let running = RunningSync { progress, stop: CancellationToken::new(), ended: ended.clone() };
        known.syncs().insert("c".to_owned(), ConnectionSync { running: Some(running), ..known.unknown("c") });
        let end = CompletionGuard {
            reporter: ProgressReporter { status: known.clone(), connection: "c".to_owned() },
            outcome: None,
            _open: open,
        };
        let broken = tokio::spawn(async move {
            let _end = end;
            panic!("as a fault of the app would");
        });
        assert!(broken.await.is_err());
        assert!(ended.changed().await.is_err(), "whoever waits goes on");
        let state = known.syncs()["c"].state("c");
        assert_eq!((state.running, state.problem.map(|problem| problem.code)), (None, Some(ProblemCode::Internal)));
    }

    #[test]
    fn what_was_whole_is_so_for_a_week_and_while_the_service_counts_as_many() {
        let at = Timestamp::UNIX_EPOCH;
        let whole = SyncRecord { full_at: Some(at), completeness: Completeness::Whole, ..SyncRecord::default() };
        let after = |hours| completeness(&whole, at + SignedDuration::from_hours(hours));
        assert_eq!([after(0), after(167)], [Completeness::Whole; 2]);
        assert_eq!([after(168), after(-1)], [Completeness::Outdated; 2]);
        for (said, known, expected) in [(7, 7, Completeness::Whole), (7, 6, Completeness::Outdated)] {
            let record = SyncRecord { total: Some(Total { said, known }), ..whole.clone() };
            assert_eq!(completeness(&record, at), expected);
        }
        let unsettled = SyncRecord { completeness: Completeness::Unsettled, ..whole.clone() };
        assert_eq!(completeness(&unsettled, at + SignedDuration::from_hours(999)), Completeness::Unsettled);
    }
}
