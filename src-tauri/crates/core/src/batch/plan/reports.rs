//! Reports as the rows of a batch.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
    sync::Arc,
};

use assay_library::PlannableReport;
use assay_model::{
    BatchSource, FieldReason, LibraryQuery, MAX_ROWS, PageSize, Problem, ProblemCode, Report, ReportQuery, ReportRef,
    ReportRow,
};
use jiff::Timestamp;

use super::validate;
use crate::{
    connections::ServiceClients,
    freshness::RequestInstant,
    ingest::{Observation, observed_reports},
    library_handle::LibraryHandle,
    query_limits,
    reports::Reports,
    service_handle::ServiceHandle,
    service_ingest::ServiceIngest,
    stored_connection::StoredConnection,
    sync::{ListLimits, PageCursor},
};

const MAX_SELECTED: usize = 10_000;

/// Selected reports that are not in the library: each costs a request.
const MAX_READ: usize = 100;

pub(crate) struct PlannedReports {
    pub clients: Arc<ServiceClients>,
    pub reports: Arc<Reports>,
    pub library: LibraryHandle,
    pub ingest: Arc<ServiceIngest>,
}

impl PlannedReports {
    /// The reports of a source in its order, without duplicates.
    pub(super) async fn reports_of(
        &self,
        saved: &StoredConnection,
        source: BatchSource,
    ) -> Result<Vec<PlannableReport>, Problem> {
        match source {
            BatchSource::Reports { ids } => self.selected(saved, ids).await,
            BatchSource::List { query } => self.listed_by_service(saved, query).await,
            BatchSource::Library { query } => self.listed_by_library(saved, vec![query]).await,
            BatchSource::FixList { query, checks } => {
                let most = query_limits::MAX_CHECKS;
                query_limits::range("checks", u32::try_from(checks.len()).unwrap_or(u32::MAX), 1, most)?;
                checks.iter().try_for_each(|check| query_limits::name("checks", check))?;
                let failing = |check| LibraryQuery { failing: Some(check), ..query.clone() };
                self.listed_by_library(saved, checks.into_iter().map(failing).collect()).await
            }
            BatchSource::Text { .. } | BatchSource::File { .. } | BatchSource::Sitemap { .. } => {
                Err(Problem::invalid("source", FieldReason::NotUsable))
            }
        }
    }

    async fn selected(&self, saved: &StoredConnection, ids: Vec<String>) -> Result<Vec<PlannableReport>, Problem> {
        if ids.len() > MAX_SELECTED {
            return Err(Problem::invalid("ids", FieldReason::OutOfRange { least: 1, most: 10_000 }));
        }
        ids.iter().try_for_each(|id| query_limits::name("ids", id))?;
        self.ingest.flush().await;
        let scope = saved.scope();
        let known = self.library.ask(move |library| library.scope(&scope).plannable_reports()).await?;
        let mut known: HashMap<_, _> = known.into_iter().map(|report| (report.id.clone(), report)).collect();
        let mut reports = Vec::with_capacity(ids.len());
        let (mut read, mut seen) = (0, HashSet::new());
        for id in ids {
            if !seen.insert(id.clone()) {
                continue;
            }
            let report = match known.remove(&id) {
                Some(report) => report,
                None if read < MAX_READ => {
                    read += 1;
                    self.read_for_plan(saved, id).await?
                }
                None => unseen(id),
            };
            reports.push(report);
        }
        Ok(reports)
    }

    /// Reads a report from the service. A missing one stays in the plan: the run reports it.
    async fn read_for_plan(&self, saved: &StoredConnection, id: String) -> Result<PlannableReport, Problem> {
        let wanted = ReportRef { connection: saved.id.clone(), id: id.clone() };
        match self.reports.report_read(wanted).await {
            Ok(report) => Ok(plannable(report.row)),
            Err(problem) if matches!(problem.code, ProblemCode::NotFound | ProblemCode::Forbidden) => Ok(unseen(id)),
            Err(problem) => Err(problem),
        }
    }

    /// Every page of a service's list.
    async fn listed_by_service(
        &self,
        saved: &StoredConnection,
        query: ReportQuery,
    ) -> Result<Vec<PlannableReport>, Problem> {
        validate::list(&query)?;
        let ServiceHandle { client, scope } = self.clients.service_for(&saved.id).await?;
        let (mut cursor, mut limits) = (PageCursor::default(), ListLimits::default());
        let (mut reports, mut seen) = (Vec::new(), HashSet::new());
        loop {
            let query = ReportQuery { per_page: PageSize::Hundred, page: Some(cursor.next), ..query.clone() };
            let at = RequestInstant::now();
            let listed = client.list_full_reports(&query).await;
            self.clients.save_capabilities(&saved.id, &client.generation()).await;
            let mut page = listed?;
            let is_elsewhere = |report: &Report| {
                let wanted = query.project.as_deref().filter(|name| !name.is_empty());
                let found = report.row.project.as_deref();
                wanted.zip(found).is_some_and(|(wanted, found)| !found.eq_ignore_ascii_case(wanted))
            };
            if page.filter_ignored || page.rows.iter().any(is_elsewhere) {
                // Otherwise the batch would include reports that weren't requested.
                let detail = "the service did not heed the filters of the list";
                return Err(Problem::new(ProblemCode::UnsupportedService).with_detail(detail));
            }
            let follows = cursor.is_followed_by(&page.rows, &client, &query).await?;
            let is_same_again = cursor.is_repeated_by(&page.rows);
            if page.has_next && !is_same_again {
                limits.count(&page, cursor.next)?;
            }
            let has_more = cursor.advance(&page, follows) && !is_same_again;
            let rows = std::mem::take(&mut page.rows);
            let new = rows.iter().filter(|report| seen.insert(report.row.id.clone()));
            reports.extend(new.map(|report| plannable(report.row.clone())));
            let observation = Observation::Reports { scope: scope.clone(), seen: observed_reports(rows), at };
            self.ingest.push(&saved.id, observation).await;
            // Otherwise all pages would be in memory while the library is busy.
            self.ingest.flush().await;
            if page.total.is_some_and(|total| total > MAX_ROWS.into()) || reports.len() > MAX_ROWS as usize {
                return Err(too_many());
            }
            if !has_more {
                return Ok(reports);
            }
        }
    }

    /// The reports that match any of these queries.
    async fn listed_by_library(
        &self,
        saved: &StoredConnection,
        queries: Vec<LibraryQuery>,
    ) -> Result<Vec<PlannableReport>, Problem> {
        for query in &queries {
            query_limits::query(query)?;
            if query.gone == Some(true) {
                return Err(Problem::invalid("gone", FieldReason::NotUsable));
            }
        }
        self.ingest.flush().await;
        let scope = String::from(saved.scope());
        let (reports, most) = self
            .library
            .ask(move |library| {
                let (mut reports, mut seen, mut most) = (Vec::new(), HashSet::new(), 0);
                let mut add = |row: assay_model::LibraryRow, _| {
                    // A change can be a removal.
                    if row.gone_at.is_none() && seen.insert(row.row.id.clone()) {
                        reports.push(plannable(row.row));
                    }
                    if reports.len() > MAX_ROWS as usize { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                for query in queries {
                    let query = LibraryQuery { connection: Some(scope.clone()), ..query };
                    most = library.for_each_match(&query, Timestamp::now(), &mut add, false)?.max(most);
                }
                Ok((reports, most))
            })
            .await?;
        if most > MAX_ROWS || reports.len() > MAX_ROWS as usize { Err(too_many()) } else { Ok(reports) }
    }
}

fn too_many() -> Problem {
    Problem::invalid("source", FieldReason::OutOfRange { least: 1, most: MAX_ROWS })
}

fn plannable(row: ReportRow) -> PlannableReport {
    let ReportRow { id, address, project, privacy, generated_at, created_at, .. } = row;
    PlannableReport { id, address, project, privacy, generated_at, created_at }
}

/// A report without any known data.
pub(super) fn unseen(id: String) -> PlannableReport {
    PlannableReport { id, address: String::new(), project: None, privacy: None, generated_at: None, created_at: None }
}
