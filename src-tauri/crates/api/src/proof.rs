//! Finds the outcome of a write with a lost response (`field-notes.md` 19) by reading only.

use assay_model::{
    CreateLookup, DeleteResult, Direction, PageSize, Privacy, Problem, ProblemCode, Project, ProjectQuery, Report,
    ReportQuery, ReportRow, ReportSearchBy, ReportSort, ReportUpdate, address,
};
use jiff::{SignedDuration, Timestamp};

use crate::{Client, Since, response::Response};

/// Remaining difference of two clocks after comparison: the service's clock has whole seconds.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// Pages of the newest reports that are searched.
const MAX_LOOKUP_PAGES: u32 = 4;

const MAX_OTHERS: usize = 10;

/// Pages of 100 to read for everything created in a period.
const MAX_SCAN_PAGES: u32 = 50;

impl Client {
    /// Searches the newest reports for one of a URL created since a try, by the service's clock.
    /// `since` is by this computer's.
    pub async fn find_created_report(&self, url: &str, since: Timestamp) -> Result<CreateLookup, Problem> {
        let mut lookup = CreateLookup { found: None, others: Vec::new() };
        for page in 1..=MAX_LOOKUP_PAGES {
            let query = ReportQuery { per_page: PageSize::TwentyFive, ..newest(page) };
            let (response, page) = self.fetch_report_page(&query).await?;
            let since = to_service_time(Since::Computer(since), &response);
            let is_younger = |row: &ReportRow| created(row).is_none_or(|date| date >= since);
            let reaches_back = page.rows.iter().any(|row| !is_younger(row));
            for row in page.rows.into_iter().filter(is_younger) {
                // Without a date it may be an old report.
                if lookup.found.is_none() && created(&row).is_some() && address::is_same_page(&row.address, url) {
                    lookup.found = Some(row);
                } else if lookup.others.len() < MAX_OTHERS {
                    lookup.others.push(row);
                }
            }
            if lookup.found.is_some() || reaches_back || !page.has_next {
                break;
            }
        }
        Ok(lookup)
    }

    /// Returns the reports of a URL created since a try, found by search: an empty result proves
    /// nothing.
    pub async fn find_created_by_url(&self, url: &str, since: Since) -> Result<Vec<ReportRow>, Problem> {
        let Some(stored) = address::stored(url) else { return Ok(Vec::new()) };
        let query = ReportQuery {
            search: Some(stored),
            search_by: Some(ReportSearchBy::Url),
            per_page: PageSize::TwentyFive,
            ..newest(1)
        };
        let (response, page) = self.fetch_report_page(&query).await?;
        let since = to_service_time(since, &response);
        let is_it = |row: &ReportRow| {
            address::is_same_page(&row.address, url) && created(row).is_some_and(|date| date >= since)
        };
        Ok(page.rows.into_iter().filter(is_it).collect())
    }

    /// Returns all reports that may have been created in a period; `None` if the list is too long,
    /// out of order, or unreadable.
    pub async fn created_between(&self, since: Since, until: Since) -> Result<Option<Vec<ReportRow>>, Problem> {
        let mut found: Vec<ReportRow> = Vec::new();
        for page in 1..=MAX_SCAN_PAGES {
            let (response, page) = self.fetch_report_page(&newest(page)).await?;
            if page.sort_ignored || !page.unreadable.is_empty() {
                return Ok(None);
            }
            let since = to_service_time(since, &response);
            let until = to_service_time(until, &response).checked_add(CLOCK_TOLERANCE * 2).unwrap_or(Timestamp::MAX);
            let reaches_back = page.rows.iter().any(|row| created(row).is_some_and(|date| date < since));
            let is_full = page.rows.len() >= usize::from(u16::from(PageSize::Hundred));
            // Without a date it may be an old report.
            let can_be = |row: &ReportRow| created(row).is_none_or(|date| since <= date && date <= until);
            for row in page.rows.into_iter().filter(can_be) {
                // New reports meanwhile move others to the next page.
                if !found.iter().any(|known| known.id == row.id) {
                    found.push(row);
                }
            }
            if reaches_back || !page.has_next {
                // Some services do not say if more pages follow.
                return Ok((reaches_back || !is_full || page.total.is_some()).then_some(found));
            }
        }
        Ok(None)
    }

    /// Returns the current report if it proves that an update with a lost response was applied.
    ///
    /// Fails with [`ProblemCode::NotDone`] if it proves that nothing was changed, and otherwise
    /// with `lost`.
    pub async fn prove_update(&self, id: &str, update: &ReportUpdate, lost: Problem) -> Result<Report, Problem> {
        let since = lost.tried_at.unwrap_or_else(Timestamp::now);
        let (response, report) = match self.read_report_response(id).await {
            Ok(read) => read,
            Err(problem) => return Err(with_lookup_failure(lost, &problem)),
        };
        let since = to_service_time(Since::Computer(since), &response);
        let privacy = update.privacy.map(|wanted| match report.row.privacy {
            // A new password can't be distinguished from an old one.
            Some(Privacy::Password) if wanted == Privacy::Password => Proof::Open,
            None => Proof::Open,
            Some(found) if found == wanted => Proof::Done,
            Some(_) => Proof::NotDone,
        });
        // The recheck may still be running.
        let is_fresh = report.row.generated_at.is_some_and(|date| date >= since);
        let results = update.results.filter(|wanted| *wanted).map(|_| if is_fresh { Proof::Done } else { Proof::Open });
        let proofs: Vec<_> = privacy.into_iter().chain(results).collect();
        if proofs.is_empty() {
            Err(lost)
        } else if proofs.iter().all(|proof| *proof == Proof::Done) {
            Ok(report)
        } else if proofs.iter().all(|proof| *proof == Proof::NotDone) {
            Err(Problem { code: ProblemCode::NotDone, ..lost })
        } else {
            Err(lost)
        }
    }

    /// Returns a report after a write that started at `begun`, and that time by the service's
    /// clock, if known.
    pub async fn read_after(&self, id: &str, begun: Since) -> Result<(Report, Option<Timestamp>), Problem> {
        let (response, report) = self.read_report_response(id).await?;
        let is_known = response.service_clock.is_some() || matches!(begun, Since::Service(_));
        Ok((report, is_known.then(|| to_service_time(begun, &response))))
    }

    /// Confirms a delete with a lost or unclear response: the report must not be found.
    pub(crate) async fn prove_report_gone(&self, id: &str, lost: Problem) -> Result<DeleteResult, Problem> {
        match self.read_report(id).await {
            Err(Problem { code: ProblemCode::NotFound, .. }) => {
                Ok(DeleteResult { id: id.to_owned(), answer_lost: Some(lost) })
            }
            Ok(_) => Err(Problem { code: ProblemCode::NotDone, ..lost }),
            Err(problem) => Err(with_lookup_failure(lost, &problem)),
        }
    }

    /// Confirms a project's delete with a lost or unclear response: no list may have it.
    pub(crate) async fn prove_project_gone(&self, name: &str, lost: Problem) -> Result<DeleteResult, Problem> {
        let named =
            ProjectQuery { search: Some(name.to_owned()), per_page: PageSize::Hundred, ..ProjectQuery::default() };
        let listed = match self.list_projects(&named).await {
            Ok(listed) => listed,
            Err(problem) => return Err(with_lookup_failure(lost, &problem)),
        };
        let is_it = |project: &Project| project.project == name;
        let count = listed.rows.len() + listed.unreadable.len();
        // Without a total, a page may be cut off; with one, all rows must be here.
        let is_whole = match listed.total {
            Some(total) => total <= count as u64,
            None => ![10, 15, 20, 25, 50].contains(&count) && count < 100,
        };
        if listed.rows.iter().any(is_it) {
            Err(Problem { code: ProblemCode::NotDone, ..lost })
        } else if listed.has_next || !listed.unreadable.is_empty() || !is_whole {
            Err(lost)
        } else {
            Ok(DeleteResult { id: name.to_owned(), answer_lost: Some(lost) })
        }
    }
}

/// What reading again proves about a part of an update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Proof {
    Done,
    NotDone,
    Open,
}

/// The query for 100 of the newest reports.
fn newest(page: u32) -> ReportQuery {
    ReportQuery {
        sort_by: Some(ReportSort::Id),
        sort: Some(Direction::Desc),
        per_page: PageSize::Hundred,
        page: Some(page),
        ..ReportQuery::default()
    }
}

/// When a report was created; at the latest, at its last check.
fn created(row: &ReportRow) -> Option<Timestamp> {
    row.created_at.or(row.generated_at)
}

/// The earliest start of a write, by the service's clock.
fn to_service_time(since: Since, response: &Response) -> Timestamp {
    let moment = match since {
        Since::Service(moment) => moment,
        Since::Computer(moment) => moment.checked_add(response.clock_ahead).unwrap_or(moment),
    };
    moment.checked_sub(CLOCK_TOLERANCE).unwrap_or(moment)
}

/// The problem when the lookup failed, too.
fn with_lookup_failure(lost: Problem, lookup: &Problem) -> Problem {
    let detail = format!("{}; lookup: {lookup}", lost.detail.as_deref().unwrap_or_default());
    lost.with_detail(detail)
}
