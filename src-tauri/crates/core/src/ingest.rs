//! Ingests responses into the library, in a background queue.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicUsize, Ordering},
};

use assay_api::UnparsedPage;
use assay_library::{Library, ObservedReport};
use assay_model::{PageSize, Problem, ProblemCode, Report, ReportRow, ServiceKey, SyncFound};
use jiff::Timestamp;
use serde_json::Map;
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    oneshot,
};

use crate::{
    adoption::adopt, freshness::RequestInstant, host::SampleHost, library_handle::LibraryHandle, lock::lock,
    pending_purges::PendingPurges, sample_history::ingest_sample_history, stored_connection::StoredConnection,
    throttled_notifier::ThrottledNotifier,
};

/// Each page can be megabytes: further ones are dropped until they are loaded again.
const MAX_QUEUED_PAGES: usize = 20;

/// Data from a service with the time of its request, or another change to the library.
pub(crate) enum Observation {
    Page {
        scope: ServiceKey,
        whole: UnparsedPage,
        at: RequestInstant,
    },
    Report {
        scope: ServiceKey,
        report: Box<Report>,
        at: RequestInstant,
    },
    Total {
        scope: ServiceKey,
        total: u32,
    },
    Reports {
        scope: ServiceKey,
        seen: Vec<ObservedReport>,
        at: RequestInstant,
    },
    /// Reports without their checks.
    Rows {
        scope: ServiceKey,
        rows: Vec<ReportRow>,
        at: RequestInstant,
    },
    ReportGone {
        scope: ServiceKey,
        id: String,
        at: RequestInstant,
    },
    /// A project was removed with its reports.
    ProjectGone {
        scope: ServiceKey,
        project: String,
        at: RequestInstant,
    },
    /// A service was removed or replaced.
    Purge {
        scope: ServiceKey,
        at: RequestInstant,
    },
    /// A connection was added: an imported library may have its service.
    Adopt {
        connections: Vec<StoredConnection>,
    },
    /// The sample workspace was opened or reset: its history is ingested.
    SamplePast {
        host: Arc<dyn SampleHost>,
    },
    AppStart {
        at: Timestamp,
    },
    /// Responds once everything before it is ingested.
    Flush(oneshot::Sender<()>),
}

impl Observation {
    pub(crate) fn scope(&self) -> Option<&ServiceKey> {
        match self {
            Self::Page { scope, .. }
            | Self::Report { scope, .. }
            | Self::Total { scope, .. }
            | Self::Reports { scope, .. }
            | Self::Rows { scope, .. }
            | Self::ReportGone { scope, .. }
            | Self::ProjectGone { scope, .. }
            | Self::Purge { scope, .. } => Some(scope),
            Self::Adopt { .. } | Self::SamplePast { .. } | Self::AppStart { .. } | Self::Flush(_) => None,
        }
    }
}

struct QueuedObservation {
    observation: Observation,
    durable: Option<oneshot::Sender<Result<(), Problem>>>,
}

/// A queue in front of the library.
pub(crate) struct IngestQueue {
    library: LibraryHandle,
    changed: ThrottledNotifier,
    purges: PendingPurges,
    queue: Mutex<Option<UnboundedSender<QueuedObservation>>>,
    pages: Arc<AtomicUsize>,
}

impl IngestQueue {
    pub(crate) fn new(library: LibraryHandle, changed: ThrottledNotifier, purges: PendingPurges) -> Self {
        Self { library, changed, purges, queue: Mutex::default(), pages: Arc::default() }
    }

    /// Queues an observation. Needs a Tokio runtime.
    pub(crate) fn push(&self, observation: Observation) {
        self.put(observation, None);
    }

    /// Queues an observation, and returns once it is durable or failed.
    pub(crate) fn push_durably(&self, observation: Observation) -> impl Future<Output = Result<(), Problem>> + use<> {
        let (tell, told) = oneshot::channel();
        self.put(observation, Some(tell));
        async { told.await.unwrap_or_else(|_| Err(Problem::new(ProblemCode::LibraryFailed))) }
    }

    fn put(&self, observation: Observation, durable: Option<oneshot::Sender<Result<(), Problem>>>) {
        let mut queue = lock(&self.queue);
        let queue = queue.get_or_insert_with(|| {
            let (queue, waiting) = unbounded_channel();
            let taker = IngestWorker {
                library: self.library.clone(),
                changed: self.changed.clone(),
                purges: self.purges.clone(),
                pages: Arc::clone(&self.pages),
            };
            tokio::spawn(taker.run(waiting));
            queue
        });
        let is_page = matches!(observation, Observation::Page { .. });
        if is_page && self.pages.fetch_add(1, Ordering::SeqCst) >= MAX_QUEUED_PAGES && durable.is_none() {
            self.pages.fetch_sub(1, Ordering::SeqCst);
            tracing::warn!("the library is busy: dropped a page of a list");
            return;
        }
        // The worker ends only with the queue.
        let _ = queue.send(QueuedObservation { observation, durable });
    }

    /// Waits until everything queued so far is ingested.
    pub(crate) async fn flush(&self) {
        let (tell, told) = oneshot::channel();
        self.push(Observation::Flush(tell));
        let _ = told.await;
    }
}

/// Processes the queue.
struct IngestWorker {
    library: LibraryHandle,
    changed: ThrottledNotifier,
    purges: PendingPurges,
    pages: Arc<AtomicUsize>,
}

impl IngestWorker {
    async fn run(self, mut waiting: UnboundedReceiver<QueuedObservation>) {
        while let Some(QueuedObservation { observation, durable }) = waiting.recv().await {
            if matches!(observation, Observation::Page { .. }) {
                self.pages.fetch_sub(1, Ordering::SeqCst);
            }
            let ingested = ingest(observation, &self.library, &self.purges).await;
            match &ingested {
                Ok(true) => self.changed.changed(),
                Ok(false) | Err(Problem { code: ProblemCode::SafeMode, .. }) => {}
                Err(problem) => tracing::warn!(%problem, "couldn't ingest into the library"),
            }
            if let Some(durable) = durable {
                let secured = match ingested {
                    Ok(_) => self.library.ask(Library::make_durable).await,
                    Err(problem) => Err(problem),
                };
                // The caller may have been dropped.
                let _ = durable.send(secured);
            }
        }
    }
}

/// Returns whether the library changed.
async fn ingest(observation: Observation, library: &LibraryHandle, purges: &PendingPurges) -> Result<bool, Problem> {
    match observation {
        Observation::Page { scope, whole, at } => {
            let seen = observed_reports(whole.reports().await?);
            if seen.len() > usize::from(u16::from(PageSize::Hundred)) {
                let detail = format!("a page of {} rows is not taken in", seen.len());
                return Err(Problem::new(ProblemCode::TooManyRows).with_detail(detail));
            }
            library.ingest(&scope, seen, at).await.map(has_changes)
        }
        Observation::Report { scope, report, at } => library.ingest_report(&scope, *report, at).await.map(has_changes),
        Observation::Reports { scope, seen, at } => library.ingest(&scope, seen, at).await.map(has_changes),
        Observation::Rows { scope, rows, at } => {
            let bare = |row| ObservedReport {
                report: Report { row, checks: Vec::new(), other: Map::new() },
                has_checks: false,
            };
            library.ingest(&scope, rows.into_iter().map(bare).collect(), at).await.map(has_changes)
        }
        Observation::Total { scope, total } => {
            library.ask(move |library| library.scope(&scope).record_total(total)).await
        }
        Observation::ReportGone { scope, id, at } => library.mark_report_gone(&scope, &id, at).await,
        Observation::ProjectGone { scope, project, at } => {
            Ok(library.mark_project_gone(&scope, &project, at).await? > 0)
        }
        Observation::Purge { scope, at } => {
            library.purge_service(&scope, at).await?;
            purges.remove(&scope);
            Ok(true)
        }
        Observation::Adopt { connections } => {
            let purges = purges.all();
            library.ask(move |library| adopt(library, &connections, &purges)).await
        }
        Observation::SamplePast { host } => ingest_sample_history(&*host, library).await,
        Observation::AppStart { at } => {
            library.ask(move |library| library.record_app_start(at)).await?;
            Ok(false)
        }
        Observation::Flush(tell) => {
            // The caller may have been dropped.
            let _ = tell.send(());
            Ok(false)
        }
    }
}

pub(crate) fn report_observation(scope: ServiceKey, report: &Report, at: RequestInstant) -> Observation {
    Observation::Report { scope, report: Box::new(report.clone()), at }
}

/// The reports of a list. An empty list of checks counts only if others have some: some services
/// may leave them out of lists.
pub(crate) fn observed_reports(reports: Vec<Report>) -> Vec<ObservedReport> {
    let has_checks = reports.iter().any(|report| !report.checks.is_empty());
    reports.into_iter().map(|report| ObservedReport { report, has_checks }).collect()
}

fn has_changes(found: SyncFound) -> bool {
    found != SyncFound::default()
}
