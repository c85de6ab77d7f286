//! Reading a service into the library: everything, or what is new (`sync_start`).

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

use assay_api::Errand;
use assay_library::{SyncRecord, Walk};
use assay_model::{
    ConnectionRef, CoreEvent, Problem, ProblemCode, StartSync, SyncKind, SyncPhase, SyncProgress, SyncState,
};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{Core, announcer::Announcer, connections::Reached, events::Events, shelf::Shelf};
use run::Run;
pub(crate) use schedule::Schedule;

/// How often the window is told how far a sync is.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// The syncs of all connections. They stop when this is dropped.
pub(crate) struct Syncs {
    known: Known,
    shelf: Shelf,
    library_changed: Announcer,
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
    announcer: Announcer,
}

struct Running {
    progress: SyncProgress,
    stop: CancellationToken,
    /// Closed when it has ended.
    ended: watch::Receiver<()>,
}

impl Syncs {
    pub(crate) fn new(shelf: Shelf, events: Events, library_changed: Announcer) -> Self {
        let known = Known { syncs: Arc::default(), ends: Arc::default(), events };
        let ending = CancellationToken::new();
        Self { known, shelf, library_changed, _ends_with_this: ending.clone().drop_guard(), ending }
    }

    /// Begins a sync unless one runs that reads as much. Fails where the library cannot be used.
    pub(crate) async fn start(&self, connection: &str, service: Reached, kind: SyncKind) -> Result<(), Problem> {
        let scope = service.scope.clone();
        let record = self.shelf.ask(move |library| library.sync_record(&scope)).await?;
        loop {
            let Some(mut lesser) = self.begin(connection, &service, kind, &record) else { return Ok(()) };
            // The error is the news that it has ended.
            let _ = lesser.changed().await;
        }
    }

    /// Begins it, or answers with the end of one that has to stop first.
    fn begin(
        &self,
        connection: &str,
        service: &Reached,
        kind: SyncKind,
        record: &SyncRecord,
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
        let (end, ended) = watch::channel(());
        let progress = SyncProgress { kind, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None };
        sync.record = record.clone();
        sync.problem = None;
        sync.running = Some(Running { progress, stop: stop.clone(), ended });
        sync.announcer.changed();
        let teller = Teller { known: self.known.clone(), connection: connection.to_owned() };
        let run =
            Run::new(service, kind, record.clone(), self.shelf.clone(), teller.clone(), self.library_changed.clone());
        tokio::spawn(async move {
            let errand = Errand { is_background: true, cancelled: stop };
            let outcome = errand.run(run.run()).await;
            teller.ended(outcome);
            drop(end);
        });
        None
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
            announcer: Announcer::new(TOLD_EVERY, tell),
        }
    }
}

impl Sync {
    fn state(&self, connection: &str) -> SyncState {
        let SyncRecord { synced_at, full_at, completeness, found, walk, reports } = &self.record;
        // That of a light sync only marks what was known.
        let is_unfinished = |walk: &&Walk| self.running.is_none() && walk.kind == SyncKind::Full;
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
            sync.announcer.changed();
        }
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
            let records = self.shelf.ask(move |library| {
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
        let service = self.reach(&start.connection).await?;
        // What is on its way into the library is older than what a sync finds: the sample workspace's past.
        self.intake.settled().await;
        self.syncs.start(&start.connection, service, start.kind).await
    }

    /// Stops a connection's sync where it is.
    pub async fn sync_stop(&self, stopped: ConnectionRef) -> Result<(), Problem> {
        self.find(&stopped.id).await?;
        self.syncs.stop(&stopped.id).await;
        Ok(())
    }
}
