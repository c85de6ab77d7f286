use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use assay_library::{Library, Opened, Seen, SyncProgressRecord};
use assay_model::{Problem, ProblemCode, Report, SyncFound};
use jiff::Timestamp;
use tokio::{
    sync::{Mutex, OnceCell},
    task::spawn_blocking,
};

use crate::overtaking::{Lately, RequestInstant};

/// The library's file in the app's data folder.
const FILE: &str = "library.sqlite";

/// A handle to the library, which opens on first use.
#[derive(Clone)]
pub(crate) struct LibraryHandle {
    /// Absent in safe mode.
    file: Option<Arc<PathBuf>>,
    library: Arc<OnceCell<Library>>,
    /// Locked during an ingest, from the check to the write.
    lately: Arc<Mutex<Lately>>,
}

impl LibraryHandle {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { file: Some(Arc::new(folder.join(FILE))), library: Arc::default(), lately: Arc::default() }
    }

    /// The handle of safe mode, without a library.
    pub(crate) fn closed() -> Self {
        Self { file: None, library: Arc::default(), lately: Arc::default() }
    }

    /// The library, which may be unusable: its calls then fail. Fails with
    /// [`ProblemCode::SafeMode`] in safe mode.
    pub(crate) async fn library(&self) -> Result<Library, Problem> {
        let file = self.file.as_ref().ok_or_else(|| Problem::new(ProblemCode::SafeMode))?;
        let open = || async {
            let file = Arc::clone(file);
            let opened = spawn_blocking(move || Library::open(&file)).await.map_err(|fault| broken(&fault))?;
            let Opened { library, set_aside } = opened;
            if let Some(name) = set_aside {
                tracing::error!("the library was damaged and is now {name}");
            }
            Ok(library)
        };
        self.library.get_or_try_init(open).await.cloned()
    }

    /// Runs a query or a write, off the async threads.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Library) -> assay_library::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let library = self.library().await?;
        let answer = spawn_blocking(move || ask(&library)).await.map_err(|fault| broken(&fault))?;
        answer.map_err(Problem::from)
    }

    /// Ingests reports of a list.
    pub(crate) async fn take(&self, scope: &str, seen: Vec<Seen>, asked: RequestInstant) -> Result<SyncFound, Problem> {
        self.ingest(scope, seen, asked, Library::take).await
    }

    /// Ingests the first page of a sync, together with its progress.
    pub(crate) async fn take_page(
        &self,
        scope: &str,
        seen: Vec<Seen>,
        asked: RequestInstant,
        walk: SyncProgressRecord,
    ) -> Result<SyncFound, Problem> {
        self.ingest(scope, seen, asked, move |library, scope, seen, at| library.take_page(scope, seen, at, &walk)).await
    }

    /// Ingests a further page of a sync; `None` if the library doesn't have the sync.
    pub(crate) async fn take_next_page(
        &self,
        scope: &str,
        seen: Vec<Seen>,
        asked: RequestInstant,
        walk: SyncProgressRecord,
    ) -> Result<Option<SyncFound>, Problem> {
        let take =
            move |library: &Library, scope: &str, seen: &[Seen], at| library.take_next_page(scope, seen, at, &walk);
        self.ingest(scope, seen, asked, take).await
    }

    /// Ingests what is not outdated.
    async fn ingest<T: Send + 'static>(
        &self,
        scope: &str,
        mut seen: Vec<Seen>,
        asked: RequestInstant,
        take: impl FnOnce(&Library, &str, &[Seen], Timestamp) -> assay_library::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let lately = self.lately.lock().await;
        seen.retain(|seen| !lately.has_overtaken(scope, &seen.report.row, asked));
        let (scope, at) = (scope.to_owned(), asked.at);
        self.ask(move |library| take(library, &scope, &seen, at)).await
    }

    /// Ingests a report that was read.
    pub(crate) async fn take_one(&self, scope: &str, report: Report, asked: RequestInstant) -> Result<SyncFound, Problem> {
        let mut lately = self.lately.lock().await;
        if lately.has_overtaken(scope, &report.row, asked) {
            return Ok(SyncFound::default());
        }
        lately.report(scope, &report.row.id, asked);
        let (scope, seen, at) = (scope.to_owned(), [Seen { report, has_checks: true }], asked.at);
        self.ask(move |library| library.take(&scope, &seen, at)).await
    }

    /// Marks a report as removed. Returns whether it was present.
    pub(crate) async fn mark_report_gone(&self, scope: &str, id: &str, found: RequestInstant) -> Result<bool, Problem> {
        let mut lately = self.lately.lock().await;
        if lately.knows_later(scope, id, found) {
            return Ok(false);
        }
        lately.report(scope, id, found);
        let (scope, id, at) = (scope.to_owned(), id.to_owned(), found.at);
        self.ask(move |library| library.mark_report_gone(&scope, &id, at)).await
    }

    /// Has it forget a service.
    pub(crate) async fn forget(&self, scope: &str, at: RequestInstant) -> Result<(), Problem> {
        let mut lately = self.lately.lock().await;
        lately.everything(scope, at);
        let scope = scope.to_owned();
        self.ask(move |library| library.purge_service(&scope)).await
    }

    /// Marks a project and its reports as removed. Returns how many were present.
    pub(crate) async fn mark_project_gone(&self, scope: &str, project: &str, found: RequestInstant) -> Result<u32, Problem> {
        let mut lately = self.lately.lock().await;
        lately.project(scope, project, found);
        let (scope, project, at) = (scope.to_owned(), project.to_owned(), found.at);
        self.ask(move |library| library.mark_project_gone(&scope, &project, at)).await
    }
}

pub(crate) fn broken(fault: &tokio::task::JoinError) -> Problem {
    Problem::new(ProblemCode::LibraryFailed).with_detail(fault.to_string())
}
