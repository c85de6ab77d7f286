use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use assay_library::{Library, ObservedReport, OpenedLibrary, ScopedLibrary, SyncProgressRecord};
use assay_model::{Problem, ProblemCode, Report, ServiceKey, SyncFound};
use jiff::Timestamp;
use tokio::{
    sync::{Mutex, OnceCell},
    task::spawn_blocking,
};

use crate::freshness::{FreshnessGuard, RequestInstant};

/// The library's file in the app's data folder.
const FILE: &str = "library.sqlite";

/// A handle to the library, which opens on first use.
#[derive(Clone)]
pub(crate) struct LibraryHandle {
    /// Absent in safe mode.
    file: Option<Arc<PathBuf>>,
    library: Arc<OnceCell<Library>>,
    /// Locked during an ingest, from the check to the write.
    freshness: Arc<Mutex<FreshnessGuard>>,
}

impl LibraryHandle {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { file: Some(Arc::new(folder.join(FILE))), library: Arc::default(), freshness: Arc::default() }
    }

    /// The handle of safe mode, without a library.
    pub(crate) fn closed() -> Self {
        Self { file: None, library: Arc::default(), freshness: Arc::default() }
    }

    /// The library, which may be unusable: its calls then fail. Fails with
    /// [`ProblemCode::SafeMode`] in safe mode.
    pub(crate) async fn library(&self) -> Result<Library, Problem> {
        let file = self.file.as_ref().ok_or_else(|| Problem::new(ProblemCode::SafeMode))?;
        let open = || async {
            let file = Arc::clone(file);
            let opened = spawn_blocking(move || Library::open(&file)).await.map_err(|fault| task_failed(&fault))?;
            let OpenedLibrary { library, set_aside } = opened;
            if let Some(name) = set_aside {
                tracing::error!("the library was damaged and was renamed to {name}");
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
        let answer = spawn_blocking(move || ask(&library)).await.map_err(|fault| task_failed(&fault))?;
        answer.map_err(Problem::from)
    }

    pub(crate) async fn ingest(
        &self,
        scope: &ServiceKey,
        seen: Vec<ObservedReport>,
        requested: RequestInstant,
    ) -> Result<SyncFound, Problem> {
        self.ingest_fresh(scope, seen, requested, |library, seen, at| library.ingest(seen, at)).await
    }

    /// Ingests the first page of a sync, together with its progress.
    pub(crate) async fn ingest_first_page(
        &self,
        scope: &ServiceKey,
        seen: Vec<ObservedReport>,
        requested: RequestInstant,
        progress: SyncProgressRecord,
    ) -> Result<SyncFound, Problem> {
        self.ingest_fresh(scope, seen, requested, move |library, seen, at| {
            library.ingest_first_page(seen, at, &progress)
        })
        .await
    }

    /// Ingests a further page of a sync; `None` if the library doesn't have the sync.
    pub(crate) async fn ingest_next_page(
        &self,
        scope: &ServiceKey,
        seen: Vec<ObservedReport>,
        requested: RequestInstant,
        progress: SyncProgressRecord,
    ) -> Result<Option<SyncFound>, Problem> {
        let take = move |library: ScopedLibrary<'_>, seen: &[ObservedReport], at| {
            library.ingest_next_page(seen, at, &progress)
        };
        self.ingest_fresh(scope, seen, requested, take).await
    }

    /// Ingests what is not outdated.
    async fn ingest_fresh<T: Send + 'static>(
        &self,
        scope: &ServiceKey,
        mut seen: Vec<ObservedReport>,
        requested: RequestInstant,
        take: impl FnOnce(ScopedLibrary<'_>, &[ObservedReport], Timestamp) -> assay_library::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let mut guard = self.freshness.lock().await;
        seen.retain(|seen| !guard.is_outdated(scope, seen, requested));
        guard.reports(scope, &seen, requested);
        let (scope, at) = (scope.clone(), requested.at);
        self.ask(move |library| take(library.scope(&scope), &seen, at)).await
    }

    pub(crate) async fn ingest_report(
        &self,
        scope: &ServiceKey,
        report: Report,
        requested: RequestInstant,
    ) -> Result<SyncFound, Problem> {
        self.ingest(scope, vec![ObservedReport { report, has_checks: true }], requested).await
    }

    /// Marks a report as removed. Returns whether it was present.
    pub(crate) async fn mark_report_gone(
        &self,
        scope: &ServiceKey,
        id: &str,
        found: RequestInstant,
    ) -> Result<bool, Problem> {
        let mut guard = self.freshness.lock().await;
        if guard.has_newer(scope, id, found) {
            return Ok(false);
        }
        guard.report(scope, id, found);
        let (scope, id, at) = (scope.clone(), id.to_owned(), found.at);
        self.ask(move |library| library.scope(&scope).mark_report_gone(&id, at, Timestamp::now())).await
    }

    pub(crate) async fn purge_service(&self, scope: &ServiceKey, at: RequestInstant) -> Result<(), Problem> {
        let mut guard = self.freshness.lock().await;
        guard.everything(scope, at);
        let scope = scope.clone();
        self.ask(move |library| library.scope(&scope).purge()).await
    }

    /// Marks a project and its reports as removed. Returns how many were present.
    pub(crate) async fn mark_project_gone(
        &self,
        scope: &ServiceKey,
        project: &str,
        found: RequestInstant,
    ) -> Result<u32, Problem> {
        let mut guard = self.freshness.lock().await;
        guard.project(scope, project, found);
        let (scope, project, at) = (scope.clone(), project.to_owned(), found.at);
        self.ask(move |library| library.scope(&scope).mark_project_gone(&project, at, Timestamp::now())).await
    }
}

pub(crate) fn task_failed(fault: &tokio::task::JoinError) -> Problem {
    Problem::new(ProblemCode::LibraryFailed).with_detail(fault.to_string())
}
