use std::{collections::HashMap, path::PathBuf, sync::Arc};

use assay_library::Library;
use assay_model::{
    Changes, ChangesQuery, CompareSnapshots, Comparison, Exported, FieldReason, FixList, History, KnownReport,
    LibraryInfo, LibraryPage, LibraryQuery, ListProjects, Overview, OverviewQuery, Page, Problem, Project, Report,
    ReportRef, SnapshotRef,
};
use jiff::Timestamp;

use crate::{Core, check, ingest::Observation, overtaking::RequestInstant, saved::Saved};

/// The extension of a library's file.
const EXTENSION: &str = "sqlite";

/// The minutes that clocks are behind UTC at most, and ahead of it.
const OFFSETS: std::ops::RangeInclusive<i16> = -720..=840;

impl Core {
    /// A page of what the library knows, of the connections that there are.
    pub async fn library_list(&self, query: LibraryQuery) -> Result<LibraryPage, Problem> {
        check::query(&query)?;
        let query = self.scoped(query).await?;
        let mut page = self.ask_all(move |library| library.list(&query, Timestamp::now())).await?;
        let connections = self.connections_by_scope().await?;
        page.rows.retain_mut(|row| name_connection(&connections, &mut row.connection));
        Ok(page)
    }

    /// Returns the projects of the library's reports.
    pub async fn library_projects(&self, list: ListProjects) -> Result<Page<Project>, Problem> {
        check::projects(&list.query)?;
        let scope = self.scope_of(&list.connection).await?;
        self.library.ask(move |library| library.projects(&scope, &list.query)).await
    }

    /// Returns a report's saved copy.
    pub async fn library_report(&self, wanted: ReportRef) -> Result<KnownReport, Problem> {
        check::name("id", &wanted.id)?;
        let scope = self.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.known(&scope, &wanted.id)).await
    }

    /// Returns the snapshots of a report.
    pub async fn report_history(&self, wanted: ReportRef) -> Result<History, Problem> {
        check::name("id", &wanted.id)?;
        let scope = self.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.history(&scope, &wanted.id)).await
    }

    /// Returns a report as it was in a snapshot.
    pub async fn snapshot_read(&self, wanted: SnapshotRef) -> Result<Report, Problem> {
        check::name("id", &wanted.id)?;
        let scope = self.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.snapshot(&scope, &wanted.id, wanted.number)).await
    }

    /// Returns the differences between two snapshots.
    pub async fn snapshots_compare(&self, both: CompareSnapshots) -> Result<Comparison, Problem> {
        check::name("id", &both.id)?;
        let scope = self.scope_of(&both.connection).await?;
        self.library.ask(move |library| library.compare(&scope, &both.id, both.before, both.after)).await
    }

    /// Returns how many reports changed since a given time.
    pub async fn changes_count(&self, query: ChangesQuery) -> Result<Changes, Problem> {
        check::since(query.since)?;
        let scope = self.scope_of_any(query.connection).await?;
        self.ask_all(move |library| library.changes(scope.as_deref(), query.since, Timestamp::now())).await
    }

    /// Returns what to fix first in the reports of a library's list.
    pub async fn fix_list(&self, query: LibraryQuery) -> Result<FixList, Problem> {
        check::query(&query)?;
        let query = self.scoped(query).await?;
        self.ask_all(move |library| library.fix_list(&query, Timestamp::now())).await
    }

    /// Returns a summary of the library.
    pub async fn overview_read(&self, query: OverviewQuery) -> Result<Overview, Problem> {
        check::days("stale_days", query.stale_days)?;
        if !OFFSETS.contains(&query.utc_offset) {
            return Err(Problem::invalid("utc_offset", FieldReason::NotUsable));
        }
        let query = OverviewQuery { connection: self.scope_of_any(query.connection).await?, ..query };
        let mut overview = self.ask_all(move |library| library.overview(&query, Timestamp::now())).await?;
        let connections = self.connections_by_scope().await?;
        overview.projects.retain_mut(|project| name_connection(&connections, &mut project.connection));
        Ok(overview)
    }

    /// The library as a file on this computer.
    pub async fn library_info(&self, (): ()) -> Result<LibraryInfo, Problem> {
        self.library.ask(|library| Ok(library.info())).await
    }

    /// Forgets everything that the library knows.
    pub async fn library_clear(&self, (): ()) -> Result<LibraryInfo, Problem> {
        let _still = self.syncs.hold().await;
        self.ingest.settled().await;
        let cleared = self.library.ask(|library| {
            library.clear()?;
            Ok(library.info())
        });
        let info = cleared.await;
        // It may have failed at the very end.
        self.library_changed.changed();
        info
    }

    /// Copies the library into a file that the user chooses.
    pub async fn library_backup(&self, (): ()) -> Result<Option<Exported>, Problem> {
        let name = format!("Assay library {}.{EXTENSION}", Timestamp::now().strftime("%Y-%m-%d"));
        let Some(file) = self.host.choose_new_file(&name, EXTENSION).await? else { return Ok(None) };
        self.ingest.settled().await;
        let shown = shown_path(&file)?;
        let backup = self.library.ask(move |library| {
            let bytes = library.backup(&file)?;
            Ok(Exported { file: shown, rows: library.info().reports, unreadable: 0, bytes })
        });
        backup.await.map(Some)
    }

    /// Replaces the library by a file that the user chooses.
    pub async fn library_restore(&self, (): ()) -> Result<Option<LibraryInfo>, Problem> {
        let Some(file) = self.host.choose_file(&[EXTENSION]).await? else { return Ok(None) };
        let _still = self.syncs.hold().await;
        self.ingest.settled().await;
        let connections = self.saved().await?.clone().unwrap_or_default();
        let unwanted = self.unwanted.all();
        let restored = self.library.ask(move |library| {
            library.restore(&file)?;
            adopt(library, &connections, &unwanted)?;
            Ok(library.info())
        });
        let info = restored.await;
        // It may have failed at the very end.
        self.library_changed.changed();
        info.map(Some)
    }

    /// Has library and journal forget what they could not forget before.
    pub(crate) async fn forget_unwanted(&self) {
        let Ok(connections) = self.saved().await else { return };
        for scope in self.unwanted.all() {
            if connections.iter().flatten().any(|saved| saved.scope() == scope) {
                self.unwanted.remove(&scope);
            } else {
                self.ingest.take(Observation::Forget { scope, at: RequestInstant::now() });
            }
        }
        let unwanted = self.unwanted_batches.all();
        let is_saved = |id: &String| connections.iter().flatten().any(|saved| saved.id == *id);
        let (wanted, gone): (Vec<_>, Vec<_>) = unwanted.into_iter().partition(is_saved);
        for id in wanted {
            self.unwanted_batches.remove(&id);
        }
        drop(connections);
        for id in gone {
            self.forget_batches_of(&id).await;
        }
    }

    /// Ends what goes on by itself, before the app ends: what was copied is no more on the clipboard, batches and
    /// syncs stop where they are, and what services have shown is in the library.
    pub async fn end(&self) {
        let host = Arc::clone(&self.host);
        // However that ends, the rest is to be done as well.
        let _ = tokio::task::spawn_blocking(move || host.clear_copied()).await;
        tokio::join!(self.runs.stop_all(), self.syncs.stop_all());
        self.ingest.settled().await;
    }

    /// Waits until everything that services have shown so far is in the library, or could not be taken in.
    pub async fn library_flush(&self) {
        self.ingest.settled().await;
    }

    /// The library's name for a connection's service.
    pub(crate) async fn scope_of(&self, connection: &str) -> Result<String, Problem> {
        self.find(connection).await.map(|saved| saved.scope())
    }

    async fn scope_of_any(&self, connection: Option<String>) -> Result<Option<String>, Problem> {
        match connection {
            Some(connection) => self.scope_of(&connection).await.map(Some),
            None => Ok(None),
        }
    }

    /// Asks the library something that may be about all connections: those that there are.
    pub(crate) async fn ask_all<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Library) -> assay_library::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let connections = self.connections_by_scope().await?;
        self.library.ask(move |library| ask(&library.of_scopes(connections.into_keys()))).await
    }

    /// Converts a query from connection ids to scopes.
    pub(crate) async fn scoped(&self, query: LibraryQuery) -> Result<LibraryQuery, Problem> {
        Ok(LibraryQuery { connection: self.scope_of_any(query.connection).await?, ..query })
    }

    /// The ids of the connections by the library's names for them.
    pub(crate) async fn connections_by_scope(&self) -> Result<HashMap<String, String>, Problem> {
        let connections = self.saved().await?;
        Ok(connections.iter().flatten().map(|saved: &Saved| (saved.scope(), saved.id.clone())).collect())
    }
}

/// What a library from elsewhere knows of a service belongs to the connection with the same address, if there is only
/// one and nothing is known of it here; but not what is to be forgotten. Answers whether there was any.
pub(crate) fn adopt(library: &Library, connections: &[Saved], unwanted: &[String]) -> assay_library::Result<bool> {
    let known = library.scopes()?;
    let is_own = |scope: &&String| connections.iter().any(|saved| saved.scope() == **scope);
    let mut is_adopted = false;
    for orphan in known.iter().filter(|scope| !is_own(scope) && !unwanted.contains(scope)) {
        let is_of_it = |saved: &&Saved| orphan.split_once(' ').is_some_and(|(_, base)| base == saved.base_url);
        let mut parents = connections.iter().filter(is_of_it);
        if let (Some(parent), None) = (parents.next(), parents.next()) {
            // Where something is known here, that stays.
            is_adopted |= library.rename_scope(orphan, &parent.scope())?;
        }
    }
    Ok(is_adopted)
}

/// Puts the connection's id in the place of the library's name for it, if there is such a connection.
fn name_connection(connections: &HashMap<String, String>, name: &mut String) -> bool {
    match connections.get(name) {
        Some(id) => {
            name.clone_from(id);
            true
        }
        None => false,
    }
}

fn shown_path(file: &std::path::Path) -> Result<String, Problem> {
    let shown = PathBuf::from(file).into_os_string().into_string();
    shown.map_err(|_| Problem::invalid("file", FieldReason::NotUsable))
}
