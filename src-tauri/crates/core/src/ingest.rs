//! Ingests responses into the library, in a background queue.

use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

use assay_api::Whole;
use assay_library::{Library, Seen};
use assay_model::{Problem, ProblemCode, Report, ReportRow, SyncFound};
use jiff::Timestamp;
use serde_json::Map;
use tokio::sync::{
    mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel},
    oneshot,
};

use crate::{
    Host, notifier::ThrottledNotifier, library::adopt, overtaking::RequestInstant, sample::take_past, saved::Saved, library::LibraryHandle,
    unwanted::Unwanted,
};

/// Each page can be megabytes: further ones are dropped until they are loaded again.
const MOST_PAGES: usize = 20;

/// Data from a service with the time of its request, or another change to the library.
pub(crate) enum Observation {
    /// A page of a list.
    Page { scope: String, whole: Whole, at: RequestInstant },
    /// A report was shown, whole.
    Report { scope: String, report: Box<Report>, at: RequestInstant },
    /// A service's total number of reports.
    Reports { scope: String, seen: Vec<Seen>, at: RequestInstant },
    /// Reports were shown without their checks.
    Rows { scope: String, rows: Vec<ReportRow>, at: RequestInstant },
    /// A report was removed.
    ReportGone { scope: String, id: String, at: RequestInstant },
    /// A project was removed with its reports.
    ProjectGone { scope: String, project: String, at: RequestInstant },
    /// A service was removed or replaced.
    Forget { scope: String, at: RequestInstant },
    /// There is another connection: a library from elsewhere may know its service.
    Adopt { connections: Vec<Saved> },
    /// The sample workspace was opened, or begins anew: it has a past.
    SamplePast { host: Arc<dyn Host> },
    /// The app was started.
    Visit { at: Timestamp },
    /// Everything before this is taken in.
    Settled(oneshot::Sender<()>),
}

impl Observation {
    pub(crate) fn scope(&self) -> Option<&String> {
        match self {
            Self::Page { scope, .. }
            | Self::Report { scope, .. }
            | Self::Reports { scope, .. }
            | Self::Rows { scope, .. }
            | Self::ReportGone { scope, .. }
            | Self::ProjectGone { scope, .. }
            | Self::Forget { scope, .. } => Some(scope),
            Self::Adopt { .. } | Self::SamplePast { .. } | Self::Visit { .. } | Self::Settled(_) => None,
        }
    }
}

/// Something that waits to be taken in, and who waits until it is on the disk.
struct Waiting {
    news: Observation,
    kept: Option<oneshot::Sender<Result<(), Problem>>>,
}

/// A queue in front of the library.
pub(crate) struct Intake {
    library: LibraryHandle,
    changed: ThrottledNotifier,
    unwanted: Unwanted,
    queue: Mutex<Option<UnboundedSender<Waiting>>>,
    pages: Arc<AtomicUsize>,
}

impl Intake {
    pub(crate) fn new(library: LibraryHandle, changed: ThrottledNotifier, unwanted: Unwanted) -> Self {
        Self { library, changed, unwanted, queue: Mutex::default(), pages: Arc::default() }
    }

    /// Queues an observation. Needs a Tokio runtime.
    pub(crate) fn take(&self, news: Observation) {
        self.put(news, None);
    }

    /// Queues an observation, and returns once it is durable or failed.
    pub(crate) fn keep(&self, news: Observation) -> impl Future<Output = Result<(), Problem>> + use<> {
        let (tell, told) = oneshot::channel();
        self.put(news, Some(tell));
        async { told.await.unwrap_or_else(|_| Err(Problem::new(ProblemCode::LibraryFailed))) }
    }

    fn put(&self, news: Observation, kept: Option<oneshot::Sender<Result<(), Problem>>>) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let queue = queue.get_or_insert_with(|| {
            let (queue, waiting) = unbounded_channel();
            let taker = Taker {
                library: self.library.clone(),
                changed: self.changed.clone(),
                unwanted: self.unwanted.clone(),
                pages: Arc::clone(&self.pages),
            };
            tokio::spawn(taker.take_all(waiting));
            queue
        });
        let is_page = matches!(news, Observation::Page { .. });
        if is_page && self.pages.fetch_add(1, Ordering::SeqCst) >= MOST_PAGES && kept.is_none() {
            self.pages.fetch_sub(1, Ordering::SeqCst);
            tracing::warn!("the library is busy: a list is not taken in");
            return;
        }
        // The worker ends only with the queue.
        let _ = queue.send(Waiting { news, kept });
    }

    /// Waits until everything queued so far is ingested.
    pub(crate) async fn settled(&self) {
        let (tell, told) = oneshot::channel();
        self.take(Observation::Settled(tell));
        let _ = told.await;
    }
}

/// Processes the queue.
struct Taker {
    library: LibraryHandle,
    changed: ThrottledNotifier,
    unwanted: Unwanted,
    pages: Arc<AtomicUsize>,
}

impl Taker {
    async fn take_all(self, mut waiting: UnboundedReceiver<Waiting>) {
        while let Some(Waiting { news, kept }) = waiting.recv().await {
            if matches!(news, Observation::Page { .. }) {
                self.pages.fetch_sub(1, Ordering::SeqCst);
            }
            let taken = take(news, &self.library, &self.unwanted).await;
            match &taken {
                Ok(true) => self.changed.changed(),
                Ok(false) | Err(Problem { code: ProblemCode::SafeMode, .. }) => {}
                Err(problem) => tracing::warn!(%problem, "the library could not take in what was shown"),
            }
            if let Some(kept) = kept {
                let secured = match taken {
                    Ok(_) => self.library.ask(Library::secure).await,
                    Err(problem) => Err(problem),
                };
                // The caller may have been dropped.
                let _ = kept.send(secured);
            }
        }
    }
}

/// Returns whether the library changed.
async fn take(news: Observation, library: &LibraryHandle, unwanted: &Unwanted) -> Result<bool, Problem> {
    match news {
        Observation::Page { scope, whole, at } => {
            let seen = listed(whole.reports().await?);
            library.take(&scope, seen, at).await.map(is_news)
        }
        Observation::Report { scope, report, at } => library.take_one(&scope, *report, at).await.map(is_news),
        Observation::Reports { scope, seen, at } => library.take(&scope, seen, at).await.map(is_news),
        Observation::Rows { scope, rows, at } => {
            let bare = |row| Seen { report: Report { row, checks: Vec::new(), other: Map::new() }, has_checks: false };
            library.take(&scope, rows.into_iter().map(bare).collect(), at).await.map(is_news)
        }
        Observation::ReportGone { scope, id, at } => library.mark_report_gone(&scope, &id, at).await,
        Observation::ProjectGone { scope, project, at } => Ok(library.mark_project_gone(&scope, &project, at).await? > 0),
        Observation::Forget { scope, at } => {
            library.forget(&scope, at).await?;
            unwanted.remove(&scope);
            Ok(true)
        }
        Observation::Adopt { connections } => {
            let unwanted = unwanted.all();
            library.ask(move |library| adopt(library, &connections, &unwanted)).await
        }
        Observation::SamplePast { host } => take_past(&*host, library).await,
        Observation::Visit { at } => {
            library.ask(move |library| library.visit(at)).await?;
            Ok(false)
        }
        Observation::Settled(tell) => {
            // Whoever asked may not wait any more.
            let _ = tell.send(());
            Ok(false)
        }
    }
}

/// The reports of a list. That one has no checks is known only where the list has those of others: some services may
/// leave them out of lists.
pub(crate) fn listed(reports: Vec<Report>) -> Vec<Seen> {
    let has_checks = reports.iter().any(|report| !report.checks.is_empty());
    reports.into_iter().map(|report| Seen { report, has_checks }).collect()
}

fn is_news(found: SyncFound) -> bool {
    found != SyncFound::default()
}
