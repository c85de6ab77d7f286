use std::sync::{Arc, atomic::Ordering};

use assay_api::CallContext;
use assay_library::{Library, SyncRecord};
use assay_model::{ServiceKey, SyncKind, SyncPhase, SyncProgress, SyncState};
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::{
    run::Run,
    status::{CompletionGuard, ProgressReporter, RunningSync, SyncStatus},
};
use crate::{
    events::Events, library_handle::LibraryHandle, service_handle::ServiceHandle, throttled_notifier::ThrottledNotifier,
};

/// The syncs of all connections. They stop when this is dropped.
pub(crate) struct Syncs {
    status: SyncStatus,
    library: LibraryHandle,
    library_changed: ThrottledNotifier,
    /// Locked while a sync starts, and while none may.
    start_lock: tokio::sync::Mutex<()>,
    /// Stops all syncs.
    ending: CancellationToken,
    _ends_with_this: DropGuard,
}

impl Syncs {
    pub(crate) fn new(library: LibraryHandle, events: Events, library_changed: ThrottledNotifier) -> Self {
        let known = SyncStatus { syncs: Arc::default(), ends: Arc::default(), events };
        let ending = CancellationToken::new();
        Self {
            status: known,
            library,
            library_changed,
            start_lock: tokio::sync::Mutex::default(),
            _ends_with_this: ending.clone().drop_guard(),
            ending,
        }
    }

    /// Starts a sync unless an equal or larger one runs; returns the end of a smaller one that has
    /// to stop first.
    pub(crate) fn begin(
        &self,
        connection: &str,
        service: &ServiceHandle,
        kind: SyncKind,
        is_asked: bool,
        record: SyncRecord,
    ) -> Option<watch::Receiver<()>> {
        let mut syncs = self.status.syncs();
        let sync = syncs.entry(connection.to_owned()).or_insert_with(|| self.status.unknown(connection));
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
        sync.running = Some(RunningSync { progress, stop: stop.clone(), ended });
        sync.notifier.changed();
        let reporter = ProgressReporter { status: self.status.clone(), connection: connection.to_owned() };
        let (library, changed) = (self.library.clone(), self.library_changed.clone());
        let run = Run::new(service, kind, is_asked, record, library.clone(), reporter.clone(), changed);
        let end = CompletionGuard { reporter, outcome: None, _open: open };
        tokio::spawn(async move {
            let context = CallContext { is_background: true, canceled: stop, ..CallContext::default() };
            let outcome = Box::pin(context.run(run.run())).await;
            if let Err(problem) = library.ask(Library::release_memory).await {
                tracing::debug!(%problem, "couldn't release the memory of a sync");
            }
            end.complete(outcome);
        });
        None
    }

    pub(crate) async fn states(&self, connections: &[(String, ServiceKey)]) -> Vec<SyncState> {
        let known = &self.status;
        loop {
            let ends = known.ends.load(Ordering::SeqCst);
            let scopes: Vec<_> = connections.iter().map(|(_, scope)| scope.clone()).collect();
            let records = self.library.ask(move |library| {
                scopes.iter().map(|scope| library.scope(scope).sync_record()).collect::<Result<Vec<_>, _>>()
            });
            let records = match records.await {
                Ok(records) => records.into_iter().map(Ok).collect(),
                Err(problem) => vec![Err(problem); connections.len()],
            };
            let mut syncs = known.syncs();
            // A sync ended meanwhile, so the status is outdated.
            if known.ends.load(Ordering::SeqCst) != ends {
                continue;
            }
            let states = connections.iter().zip(records).map(|((connection, _), record)| {
                let sync = syncs.entry(connection.clone()).or_insert_with(|| known.unknown(connection));
                match record {
                    Ok(record) => {
                        // A running sync's data is current.
                        if sync.running.is_none() {
                            sync.record = record;
                        }
                        sync.state(connection)
                    }
                    Err(problem) => SyncState { problem: Some(problem), ..sync.state(connection) },
                }
            });
            return states.collect();
        }
    }

    /// Locked while a sync starts.
    pub(crate) async fn starting(&self) -> tokio::sync::MutexGuard<'_, ()> {
        self.start_lock.lock().await
    }

    /// Stops all syncs, and blocks new ones until the guard is dropped.
    pub(crate) async fn pause(&self) -> tokio::sync::MutexGuard<'_, ()> {
        let turn = self.start_lock.lock().await;
        self.stop_all().await;
        turn
    }

    /// The end of a connection's running sync: its channel is closed then.
    pub(crate) fn end_of(&self, connection: &str) -> Option<watch::Receiver<()>> {
        self.status.syncs().get(connection)?.running.as_ref().map(|running| running.ended.clone())
    }

    /// Stops a connection's sync and waits for its end. Its data and progress are kept.
    pub(crate) async fn stop(&self, connection: &str) {
        if let Some(running) = self.status.syncs().get(connection).and_then(|sync| sync.running.as_ref()) {
            running.stop.cancel();
        }
        if let Some(mut ended) = self.end_of(connection) {
            // An error means that it has ended.
            let _ = ended.changed().await;
        }
    }

    pub(crate) async fn stop_all(&self) {
        let connections: Vec<_> = self.status.syncs().keys().cloned().collect();
        for connection in connections {
            self.stop(&connection).await;
        }
    }

    /// Stops a connection's sync, and removes its status.
    pub(crate) async fn remove(&self, connection: &str) {
        self.stop(connection).await;
        self.status.syncs().remove(connection);
    }
}
