//! Reports as the rows of a batch.

use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};

use assay_library::PlannableReport;
use assay_model::{
    BatchSource, FieldReason, LibraryQuery, MOST_ROWS, PageSize, Problem, ProblemCode, ReportQuery, ReportRef,
    ReportRow,
};
use jiff::Timestamp;

use super::checks;
use crate::{Core, check, connections::ServiceHandle, ingest::Observation, overtaking::RequestInstant, saved::Saved};

/// The most reports that are selected one by one.
const MOST_SELECTED: usize = 10_000;

/// Selected reports that are not in the library: each costs a request.
const MOST_READ: usize = 100;

impl Core {
    /// The reports of a source in its order, each once.
    pub(super) async fn reports_of(&self, saved: &Saved, source: BatchSource) -> Result<Vec<PlannableReport>, Problem> {
        match source {
            BatchSource::Reports { ids } => self.selected(saved, ids).await,
            BatchSource::List { query } => self.listed_by_service(saved, query).await,
            BatchSource::Library { query } => self.listed_by_library(saved, query).await,
            BatchSource::Text { .. } | BatchSource::File { .. } | BatchSource::Sitemap { .. } => {
                Err(Problem::invalid("source", FieldReason::NotUsable))
            }
        }
    }

    async fn selected(&self, saved: &Saved, ids: Vec<String>) -> Result<Vec<PlannableReport>, Problem> {
        if ids.len() > MOST_SELECTED {
            return Err(Problem::invalid("ids", FieldReason::OutOfRange { least: 1, most: 10_000 }));
        }
        ids.iter().try_for_each(|id| check::name("ids", id))?;
        self.ingest.settled().await;
        let scope = saved.scope();
        let known = self.library.ask(move |library| library.present(&scope)).await?;
        let mut known: HashMap<_, _> = known.into_iter().map(|report| (report.id.clone(), report)).collect();
        let mut reports = Vec::with_capacity(ids.len());
        let (mut read, mut seen) = (0, HashSet::new());
        for id in ids {
            if !seen.insert(id.clone()) {
                continue;
            }
            let report = match known.remove(&id) {
                Some(report) => report,
                None if read < MOST_READ => {
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
    async fn read_for_plan(&self, saved: &Saved, id: String) -> Result<PlannableReport, Problem> {
        let wanted = ReportRef { connection: saved.id.clone(), id: id.clone() };
        match self.report_read(wanted).await {
            Ok(report) => Ok(present(report.row)),
            Err(problem) if matches!(problem.code, ProblemCode::NotFound | ProblemCode::Forbidden) => Ok(unseen(id)),
            Err(problem) => Err(problem),
        }
    }

    /// Every page of a service's list.
    async fn listed_by_service(&self, saved: &Saved, query: ReportQuery) -> Result<Vec<PlannableReport>, Problem> {
        checks::list(&query)?;
        let ServiceHandle { client, scope } = self.reach(&saved.id).await?;
        let (mut reports, mut seen) = (Vec::new(), HashSet::new());
        for number in 1.. {
            let query = ReportQuery { per_page: PageSize::Hundred, page: Some(number), ..query.clone() };
            let at = RequestInstant::now();
            let listed = client.list_reports_kept(&query).await;
            self.remember(&saved.id, &client.generation()).await;
            let (page, whole) = listed?;
            self.note(&saved.id, Observation::Page { scope: scope.clone(), whole, at }).await;
            let is_elsewhere = |row: &ReportRow| {
                let wanted = query.project.as_deref().filter(|name| !name.is_empty());
                wanted.zip(row.project.as_deref()).is_some_and(|(wanted, found)| !found.eq_ignore_ascii_case(wanted))
            };
            if page.filter_ignored || page.rows.iter().any(is_elsewhere) {
                // Otherwise the batch would include reports that weren't requested.
                let detail = "the service did not heed the filters of the list";
                return Err(Problem::new(ProblemCode::UnsupportedService).with_detail(detail));
            }
            let known = seen.len();
            let rows = page.rows.into_iter().filter(|row| seen.insert(row.id.clone()));
            reports.extend(rows.map(present));
            // Some services answer any page with the first.
            let is_last = !page.has_next || seen.len() == known;
            if page.total.is_some_and(|total| total > MOST_ROWS.into()) || reports.len() > MOST_ROWS as usize {
                return Err(too_many());
            }
            if is_last {
                break;
            }
        }
        Ok(reports)
    }

    /// Every report of a library's list.
    async fn listed_by_library(&self, saved: &Saved, query: LibraryQuery) -> Result<Vec<PlannableReport>, Problem> {
        check::query(&query)?;
        if query.gone == Some(true) {
            return Err(Problem::invalid("gone", FieldReason::NotUsable));
        }
        self.ingest.settled().await;
        let query = LibraryQuery { connection: Some(saved.scope()), ..query };
        let (reports, total) = self
            .library
            .ask(move |library| {
                let mut reports = Vec::new();
                let mut add = |row: assay_model::LibraryRow, _| {
                    // A change can be a removal.
                    if row.gone_at.is_none() {
                        reports.push(present(row.row));
                    }
                    if reports.len() > MOST_ROWS as usize { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let total = library.each(&query, Timestamp::now(), &mut add, false)?;
                Ok((reports, total))
            })
            .await?;
        if total > MOST_ROWS { Err(too_many()) } else { Ok(reports) }
    }
}

fn too_many() -> Problem {
    Problem::invalid("source", FieldReason::OutOfRange { least: 1, most: MOST_ROWS })
}

fn present(row: ReportRow) -> PlannableReport {
    let ReportRow { id, address, project, privacy, generated_at, created_at, .. } = row;
    PlannableReport { id, address, project, privacy, generated_at, created_at }
}

/// A report without any known data.
pub(super) fn unseen(id: String) -> PlannableReport {
    PlannableReport { id, address: String::new(), project: None, privacy: None, generated_at: None, created_at: None }
}
