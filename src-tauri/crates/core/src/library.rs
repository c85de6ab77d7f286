use std::{collections::HashMap, sync::Arc};

use assay_api::Clock;
use assay_library::Library;
use assay_model::{
    Changes, ChangesQuery, CompareMoments, CompareReports, CompareSnapshots, Comparison, FieldReason, FixList, History,
    KnownReport, LibraryPage, LibraryQuery, ListLibraryProjects, MomentsComparison, Overview, OverviewQuery, Page,
    Problem, Project, ProjectSummary, QueryCount, Report, ReportRef, ReportTrend, ServiceKey, SnapshotRef,
    SummariesQuery, TrendsQuery,
};

use crate::{connections::ConnectionStore, library_handle::LibraryHandle, query_limits};

/// The range of UTC offsets, in minutes.
pub(crate) const OFFSETS: std::ops::RangeInclusive<i16> = -720..=840;

/// The reports or projects of a page.
const MAX_TRENDS: u32 = 100;

/// As many as there can be saved views.
const MAX_COUNTS: u32 = 100;

pub(crate) struct LibraryQueries {
    pub connections: Arc<ConnectionStore>,
    pub library: LibraryHandle,
    pub clock: Clock,
}

impl LibraryQueries {
    /// Returns a page of the library's reports, of existing connections.
    pub async fn library_list(&self, query: LibraryQuery) -> Result<LibraryPage, Problem> {
        query_limits::query(&query)?;
        let query = self.scoped(query).await?;
        let now = self.clock.now();
        let mut page = self.ask_all(move |library| library.list(&query, now)).await?;
        let connections = self.connections.by_scope().await?;
        page.rows.retain_mut(|row| name_connection(&connections, &mut row.connection));
        Ok(page)
    }

    /// Returns how many reports match each query.
    pub async fn library_counts(&self, queries: Vec<LibraryQuery>) -> Result<Vec<QueryCount>, Problem> {
        query_limits::range("queries", u32::try_from(queries.len()).unwrap_or(u32::MAX), 1, MAX_COUNTS)?;
        let mut scoped = Vec::with_capacity(queries.len());
        for query in queries {
            query_limits::query(&query)?;
            scoped.push(self.scoped(query).await?);
        }
        let now = self.clock.now();
        self.ask_all(move |library| library.counts(&scoped, now)).await
    }

    pub async fn library_projects(&self, list: ListLibraryProjects) -> Result<Page<Project>, Problem> {
        query_limits::projects(&list.query)?;
        let scope = self.connections.scope_of(&list.connection).await?;
        let now = self.clock.now();
        self.library.ask(move |library| library.scope(&scope).projects(&list.query, now)).await
    }

    pub async fn project_summaries(&self, wanted: SummariesQuery) -> Result<Vec<ProjectSummary>, Problem> {
        let SummariesQuery { connection, projects, days, stale_days } = wanted;
        query_limits::range("projects", u32::try_from(projects.len()).unwrap_or(u32::MAX), 1, MAX_TRENDS)?;
        projects.iter().try_for_each(|name| query_limits::name("projects", name))?;
        query_limits::days("days", days)?;
        query_limits::days("stale_days", stale_days)?;
        let scope = self.connections.scope_of(&connection).await?;
        let now = self.clock.now();
        self.library.ask(move |library| library.scope(&scope).project_summaries(&projects, days, stale_days, now)).await
    }

    /// Returns a report's saved copy.
    pub async fn library_report(&self, wanted: ReportRef) -> Result<KnownReport, Problem> {
        query_limits::name("id", &wanted.id)?;
        let scope = self.connections.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.scope(&scope).known_report(&wanted.id)).await
    }

    pub async fn library_trends(&self, wanted: TrendsQuery) -> Result<Vec<ReportTrend>, Problem> {
        query_limits::range("ids", u32::try_from(wanted.ids.len()).unwrap_or(u32::MAX), 1, MAX_TRENDS)?;
        wanted.ids.iter().try_for_each(|id| query_limits::name("ids", id))?;
        let checks = wanted.checks.unwrap_or_default();
        query_limits::range("checks", u32::try_from(checks.len()).unwrap_or(u32::MAX), 0, query_limits::MAX_VALUES)?;
        checks.iter().try_for_each(|check| query_limits::name("checks", check))?;
        let scope = self.connections.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.scope(&scope).trends(&wanted.ids, &checks)).await
    }

    pub async fn check_names(&self, (): ()) -> Result<Vec<String>, Problem> {
        self.library.ask(Library::check_names).await
    }

    pub async fn check_search_prepare(&self, (): ()) -> Result<(), Problem> {
        self.library.ask(Library::prepare_check_search).await
    }

    pub async fn report_history(&self, wanted: ReportRef) -> Result<History, Problem> {
        query_limits::name("id", &wanted.id)?;
        let scope = self.connections.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.scope(&scope).history(&wanted.id)).await
    }

    pub async fn snapshot_read(&self, wanted: SnapshotRef) -> Result<Report, Problem> {
        query_limits::name("id", &wanted.id)?;
        let scope = self.connections.scope_of(&wanted.connection).await?;
        self.library.ask(move |library| library.scope(&scope).snapshot(&wanted.id, wanted.number)).await
    }

    /// Returns the differences between two snapshots.
    pub async fn snapshots_compare(&self, both: CompareSnapshots) -> Result<Comparison, Problem> {
        query_limits::name("id", &both.id)?;
        let scope = self.connections.scope_of(&both.connection).await?;
        self.library.ask(move |library| library.scope(&scope).compare(&both.id, both.before, both.after)).await
    }

    /// Returns the differences between two reports.
    pub async fn reports_compare(&self, both: CompareReports) -> Result<Comparison, Problem> {
        query_limits::reports(&both)?;
        let CompareReports { before, after } = both;
        let was = self.connections.scope_of(&before.connection).await?;
        let is = self.connections.scope_of(&after.connection).await?;
        self.library.ask(move |library| library.compare_reports((&was, &before.id), (&is, &after.id))).await
    }

    /// Returns the differences between two moments.
    pub async fn moments_compare(&self, both: CompareMoments) -> Result<MomentsComparison, Problem> {
        query_limits::moments(&both)?;
        let both = CompareMoments { query: self.scoped(both.query).await?, ..both };
        let now = self.clock.now();
        let mut compared = self.ask_all(move |library| library.compare_moments(&both, now)).await?;
        let connections = self.connections.by_scope().await?;
        for pages in [&mut compared.improved, &mut compared.worsened] {
            pages.retain_mut(|page| name_connection(&connections, &mut page.connection));
        }
        Ok(compared)
    }

    /// Returns how many reports changed since a given time.
    pub async fn changes_count(&self, query: ChangesQuery) -> Result<Changes, Problem> {
        query_limits::since(query.since)?;
        let scope = self.connections.scope_of_any(query.connection).await?;
        let now = self.clock.now();
        self.ask_all(move |library| library.changes(scope.as_deref(), query.since, now)).await
    }

    /// Marks all changes up to now as seen.
    pub async fn changes_mark_seen(&self, (): ()) -> Result<(), Problem> {
        let now = self.clock.now();
        self.library.ask(move |library| library.mark_seen(now)).await
    }

    /// Returns what to fix first in the reports of a library's list.
    pub async fn fix_list(&self, query: LibraryQuery) -> Result<FixList, Problem> {
        query_limits::query(&query)?;
        let query = self.scoped(query).await?;
        let now = self.clock.now();
        self.ask_all(move |library| library.fix_list(&query, now)).await
    }

    pub async fn overview_read(&self, query: OverviewQuery) -> Result<Overview, Problem> {
        query_limits::days("stale_days", query.stale_days)?;
        query.trend_days.map_or(Ok(()), |days| query_limits::trend_days("trend_days", days))?;
        if !OFFSETS.contains(&query.utc_offset) {
            return Err(Problem::invalid("utc_offset", FieldReason::NotUsable));
        }
        let now = self.clock.now();
        if let Some(since) = query.trend_since {
            // In part of a day, too.
            let days = now.duration_since(since).as_hours() / 24;
            query_limits::range(
                "trend_since",
                u32::try_from(days.max(0)).unwrap_or(u32::MAX),
                0,
                query_limits::MAX_DAYS.into(),
            )?;
        }
        let scope = self.connections.scope_of_any(query.connection).await?;
        let query = OverviewQuery { connection: scope.map(String::from), ..query };
        let mut overview = self.ask_all(move |library| library.overview(&query, now)).await?;
        let connections = self.connections.by_scope().await?;
        overview.projects.retain_mut(|project| name_connection(&connections, &mut project.connection));
        Ok(overview)
    }

    /// Queries the library with the scopes of all existing connections.
    pub(crate) async fn ask_all<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Library) -> assay_library::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let connections = self.connections.by_scope().await?;
        self.library.ask(move |library| ask(&library.of_scopes(connections.into_keys()))).await
    }

    /// Converts a query from connection ids to scopes.
    pub(crate) async fn scoped(&self, query: LibraryQuery) -> Result<LibraryQuery, Problem> {
        Ok(LibraryQuery {
            connection: self.connections.scope_of_any(query.connection).await?.map(String::from),
            ..query
        })
    }
}

/// Replaces a scope with the id of its connection, if any.
fn name_connection(connections: &HashMap<ServiceKey, String>, name: &mut String) -> bool {
    match connections.get(name.as_str()) {
        Some(id) => {
            name.clone_from(id);
            true
        }
        None => false,
    }
}
