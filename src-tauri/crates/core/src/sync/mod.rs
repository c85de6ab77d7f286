//! Syncs a service into the library: everything, or what is new (`sync_start`).

mod position;
mod run;
mod schedule;

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use assay_api::CallContext;
use assay_library::{SyncRecord, SyncProgressRecord};
use assay_model::{
    ConnectionRef, CoreEvent, Problem, ProblemCode, StartSync, SyncKind, SyncPhase, SyncProgress, SyncState,
};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{Core, notifier::ThrottledNotifier, connections::ServiceHandle, events::Events, saved::Saved, library::LibraryHandle};
pub(crate) use position::{FEWEST, Trail};
use run::Run;
pub(crate) use schedule::Schedule;

/// How often the window is told how far a sync is.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// The syncs of all connections. They stop when this is dropped.
pub(crate) struct Syncs {
    known: Known,
    library: LibraryHandle,
    library_changed: ThrottledNotifier,
    /// Held while one begins, and while none may.
    turn: tokio::sync::Mutex<()>,
    /// Ends all of them.
    ending: CancellationToken,
    _ends_with_this: DropGuard,
}

/// What is known of each connection's syncs, for the window.
#[derive(Clone)]
struct Known {
    syncs: Arc<Mutex<HashMap<String, Sync>>>,
    /// How many have ended.
    ends: Arc<AtomicU64>,
    events: Events,
}

struct Sync {
    record: SyncRecord,
    running: Option<Running>,
    problem: Option<Problem>,
    notifier: ThrottledNotifier,
}

struct Running {
    progress: SyncProgress,
    stop: CancellationToken,
    /// Closed when it has ended.
    ended: watch::Receiver<()>,
}

impl Syncs {
    pub(crate) fn new(library: LibraryHandle, events: Events, library_changed: ThrottledNotifier) -> Self {
        let known = Known { syncs: Arc::default(), ends: Arc::default(), events };
        let ending = CancellationToken::new();
        Self {
            known,
            library,
            library_changed,
            turn: tokio::sync::Mutex::default(),
            _ends_with_this: ending.clone().drop_guard(),
            ending,
        }
    }

    /// Begins a sync unless one runs that reads as much, or answers with the end of a lesser one that has to stop first.
    fn begin(
        &self,
        connection: &str,
        service: &ServiceHandle,
        kind: SyncKind,
        record: SyncRecord,
    ) -> Option<watch::Receiver<()>> {
        let mut syncs = self.known.syncs();
        let sync = syncs.entry(connection.to_owned()).or_insert_with(|| self.known.unknown(connection));
        if let Some(running) = &sync.running {
            let is_enough = running.progress.kind == SyncKind::Full || kind == SyncKind::Light;
            if is_enough {
                return None;
            }
            running.stop.cancel();
            return Some(running.ended.clone());
        }
        let stop = self.ending.child_token();
        let (open, ended) = watch::channel(());
        let progress = SyncProgress { kind, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None };
        sync.record = record.clone();
        sync.problem = None;
        sync.running = Some(Running { progress, stop: stop.clone(), ended });
        sync.notifier.changed();
        let teller = Teller { known: self.known.clone(), connection: connection.to_owned() };
        let run = Run::new(service, kind, record, self.library.clone(), teller.clone(), self.library_changed.clone());
        let end = End { teller, outcome: None, _open: open };
        tokio::spawn(async move {
            let errand = CallContext { is_background: true, cancelled: stop, ..CallContext::default() };
            end.with(errand.run(run.run()).await);
        });
        None
    }

    /// Stops all of them, and lets none begin until this is dropped.
    pub(crate) async fn hold(&self) -> tokio::sync::MutexGuard<'_, ()> {
        let turn = self.turn.lock().await;
        self.stop_all().await;
        turn
    }

    /// The end of a connection's sync, if one runs: its channel is closed then.
    fn end_of(&self, connection: &str) -> Option<watch::Receiver<()>> {
        self.known.syncs().get(connection)?.running.as_ref().map(|running| running.ended.clone())
    }

    /// Stops a connection's sync and waits until it has ended. What it has read stays, and how far it was.
    pub(crate) async fn stop(&self, connection: &str) {
        if let Some(running) = self.known.syncs().get(connection).and_then(|sync| sync.running.as_ref()) {
            running.stop.cancel();
        }
        if let Some(mut ended) = self.end_of(connection) {
            // The error is the news that it has ended.
            let _ = ended.changed().await;
        }
    }

    /// Stops all of them.
    pub(crate) async fn stop_all(&self) {
        let connections: Vec<_> = self.known.syncs().keys().cloned().collect();
        for connection in connections {
            self.stop(&connection).await;
        }
    }

    /// Stops a connection's sync, and forgets what is known of it here.
    pub(crate) async fn forget(&self, connection: &str) {
        self.stop(connection).await;
        self.known.syncs().remove(connection);
    }
}

impl Known {
    fn syncs(&self) -> MutexGuard<'_, HashMap<String, Sync>> {
        self.syncs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unknown(&self, connection: &str) -> Sync {
        let (known, connection) = (self.clone(), connection.to_owned());
        let tell = move || {
            let state = known.syncs().get(&connection).map(|sync| Box::new(sync.state(&connection)));
            if let Some(state) = state {
                known.events.tell(&CoreEvent::Sync { state });
            }
        };
        Sync {
            record: SyncRecord::default(),
            running: None,
            problem: None,
            notifier: ThrottledNotifier::new(TOLD_EVERY, tell),
        }
    }
}

impl Sync {
    fn state(&self, connection: &str) -> SyncState {
        let SyncRecord { synced_at, full_at, completeness, found, walk, reports } = &self.record;
        // That of a light sync only marks what was known.
        let is_unfinished = |walk: &&SyncProgressRecord| self.running.is_none() && walk.kind == SyncKind::Full;
        let unfinished = walk.as_ref().filter(is_unfinished).map(|walk| walk.done);
        SyncState {
            connection: connection.to_owned(),
            running: self.running.as_ref().map(|running| running.progress),
            unfinished,
            synced_at: *synced_at,
            full_at: *full_at,
            completeness: *completeness,
            reports: *reports,
            problem: self.problem.clone(),
            found: *found,
        }
    }
}

/// Tells how one sync goes.
#[derive(Clone)]
struct Teller {
    known: Known,
    connection: String,
}

impl Teller {
    fn progress(&self, progress: SyncProgress) {
        self.change(|sync| {
            if let Some(running) = &mut sync.running {
                running.progress = progress;
            }
        });
    }

    fn record(&self, record: SyncRecord) {
        self.change(|sync| sync.record = record);
    }

    fn ended(&self, outcome: Result<(), Problem>) {
        // That it was stopped is no trouble.
        let problem = outcome.err().filter(|problem| problem.code != ProblemCode::Cancelled);
        if let Some(problem) = &problem {
            tracing::warn!(%problem, "a sync ended early");
        }
        self.change(|sync| {
            self.known.ends.fetch_add(1, Ordering::SeqCst);
            sync.running = None;
            sync.problem = problem;
        });
    }

    fn change(&self, change: impl FnOnce(&mut Sync)) {
        if let Some(sync) = self.known.syncs().get_mut(&self.connection) {
            change(sync);
            sync.notifier.changed();
        }
    }
}

/// The end of a sync, whatever ends it.
struct End {
    teller: Teller,
    outcome: Option<Result<(), Problem>>,
    /// Closed after it was told.
    _open: watch::Sender<()>,
}

impl End {
    fn with(mut self, outcome: Result<(), Problem>) {
        self.outcome = Some(outcome);
    }
}

impl Drop for End {
    fn drop(&mut self) {
        // Without an outcome it was a fault of the app's own.
        let outcome = self.outcome.take().unwrap_or_else(|| Err(Problem::new(ProblemCode::Internal)));
        self.teller.ended(outcome);
    }
}

impl Core {
    /// What is known of the syncs of all connections.
    pub async fn syncs_list(&self, (): ()) -> Result<Vec<SyncState>, Problem> {
        let connections: Vec<_> =
            self.saved().await?.iter().flatten().map(|saved| (saved.id.clone(), saved.scope())).collect();
        let known = &self.syncs.known;
        loop {
            let ends = known.ends.load(Ordering::SeqCst);
            let scopes: Vec<_> = connections.iter().map(|(_, scope)| scope.clone()).collect();
            let records = self.library.ask(move |library| {
                scopes.iter().map(|scope| library.sync_record(scope)).collect::<Result<Vec<_>, _>>()
            });
            let records = match records.await {
                Ok(records) => records.into_iter().map(Ok).collect(),
                Err(problem) => vec![Err(problem); connections.len()],
            };
            let mut syncs = known.syncs();
            // What was read before a sync ended is not what the library says now.
            if known.ends.load(Ordering::SeqCst) != ends {
                continue;
            }
            let states = connections.iter().zip(records).map(|((connection, _), record)| {
                let sync = syncs.entry(connection.clone()).or_insert_with(|| known.unknown(connection));
                match record {
                    Ok(record) => {
                        // That of a running one is as new as it can be.
                        if sync.running.is_none() {
                            sync.record = record;
                        }
                        sync.state(connection)
                    }
                    Err(problem) => SyncState { problem: Some(problem), ..sync.state(connection) },
                }
            });
            return Ok(states.collect());
        }
    }

    /// Begins a sync, or goes on with the one that was stopped.
    pub async fn sync_start(&self, start: StartSync) -> Result<(), Problem> {
        self.begin_sync(&start.connection, start.kind).await
    }

    /// Begins a sync unless one runs that reads as much. Fails where the library cannot be used.
    async fn begin_sync(&self, connection: &str, kind: SyncKind) -> Result<(), Problem> {
        let service = self.reach(connection).await?;
        // What is on its way into the library is older than what a sync finds: the sample workspace's past.
        self.ingest.settled().await;
        loop {
            let turn = self.syncs.turn.lock().await;
            let scope = service.scope.clone();
            let record = self.library.ask(move |library| library.sync_record(&scope)).await?;
            // The connections are held until it has begun: a removal comes after it, and stops it.
            let connections = self.saved().await?;
            let is_same = |saved: &Saved| saved.id == connection && saved.scope() == service.scope;
            if !connections.iter().flatten().any(is_same) {
                return Err(Problem::new(ProblemCode::ConnectionUnknown));
            }
            let lesser = self.syncs.begin(connection, &service, kind, record);
            drop((connections, turn));
            let Some(mut lesser) = lesser else { return Ok(()) };
            // The error is the news that it has ended.
            let _ = lesser.changed().await;
        }
    }

    /// Stops a connection's sync where it is.
    pub async fn sync_stop(&self, stopped: ConnectionRef) -> Result<(), Problem> {
        self.find(&stopped.id).await?;
        self.syncs.stop(&stopped.id).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_sync_that_breaks_off_does_not_run_any_more() {
        let known = Known { syncs: Arc::default(), ends: Arc::default(), events: Events::default() };
        let (open, mut ended) = watch::channel(());
        let progress =
            SyncProgress { kind: SyncKind::Full, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None };
        let running = Running { progress, stop: CancellationToken::new(), ended: ended.clone() };
        known.syncs().insert("c".to_owned(), Sync { running: Some(running), ..known.unknown("c") });
        let end =
            End { teller: Teller { known: known.clone(), connection: "c".to_owned() }, outcome: None, _open: open };
        let broken = tokio::spawn(async move {
            let _end = end;
            panic!("as a fault of the app would");
        });
        assert!(broken.await.is_err());
        assert!(ended.changed().await.is_err(), "whoever waits goes on");
        let state = known.syncs()["c"].state("c");
        assert_eq!((state.running, state.problem.map(|problem| problem.code)), (None, Some(ProblemCode::Internal)));
    }
}
