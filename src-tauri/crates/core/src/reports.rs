use std::time::Duration;

use assay_api::Client;
use assay_model::{
    CreateReport, Deleted, ListReports, Page, Problem, ProblemCode, Report, ReportRef, ReportRow, SeekReport, Sought,
    UpdateReport, Written,
};

use crate::Core;

/// The pauses before each look for a report whose creation may have taken place: it may come a moment late.
const LOOKS: [Duration; 2] = [Duration::ZERO, Duration::from_millis(1500)];

impl Core {
    /// A page of reports. Their checks stay here: together they can be several megabytes (`field-notes.md` 13).
    pub async fn reports_list(&self, list: ListReports) -> Result<Page<ReportRow>, Problem> {
        let client = self.client(&list.connection).await?;
        let page = client.list_reports(&list.query).await;
        self.remember(&list.connection, &client.generation()).await;
        page
    }

    /// One report, whole.
    pub async fn report_read(&self, wanted: ReportRef) -> Result<Report, Problem> {
        self.client(&wanted.connection).await?.read_report(&wanted.id).await
    }

    /// Creates a report, then reads it: the create's own answer is not settled (`field-notes.md` 7). Where that answer
    /// was lost, the report is looked for and never created again (`field-notes.md` 19).
    pub async fn report_create(&self, create: CreateReport) -> Result<Written, Problem> {
        let client = self.client(&create.connection).await?;
        match client.create_report(&create.report).await {
            Ok(report) => Ok(settle(&client, report, None).await),
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => find(&client, &create.report.url, lost).await,
            Err(problem) => Err(problem),
        }
    }

    /// Looks for a report whose creation may or may not have taken place.
    pub async fn report_seek(&self, sought: SeekReport) -> Result<Sought, Problem> {
        self.client(&sought.connection).await?.seek_report(&sought.url, sought.since).await
    }

    /// Changes or refreshes a report, then reads it.
    pub async fn report_update(&self, change: UpdateReport) -> Result<Written, Problem> {
        let client = self.client(&change.connection).await?;
        match client.update_report(&change.id, &change.update).await {
            Ok(report) => Ok(settle(&client, report, None).await),
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => {
                let report = client.prove_update(&change.id, &change.update, lost.clone()).await?;
                Ok(Written { report, unsettled: None, answer_lost: Some(lost) })
            }
            Err(problem) => Err(problem),
        }
    }

    /// Deletes a report, for good (`field-notes.md` 24).
    pub async fn report_delete(&self, unwanted: ReportRef) -> Result<Deleted, Problem> {
        self.client(&unwanted.connection).await?.delete_report(&unwanted.id).await
    }
}

/// A write that the service has proven stays proven when reading it again fails.
async fn settle(client: &Client, written: Report, answer_lost: Option<Problem>) -> Written {
    match client.read_report(&written.row.id).await {
        Ok(report) => Written { report, unsettled: None, answer_lost },
        Err(problem) => Written { report: written, unsettled: Some(problem), answer_lost },
    }
}

/// The report that a create made whose answer was lost.
async fn find(client: &Client, url: &str, lost: Problem) -> Result<Written, Problem> {
    let Some(since) = lost.tried_at else { return Err(lost) };
    for pause in LOOKS {
        tokio::time::sleep(pause).await;
        match client.seek_report(url, since).await {
            Ok(Sought { found: Some(row), .. }) => {
                let found = Report { row, checks: Vec::new(), other: serde_json::Map::new() };
                return Ok(settle(client, found, Some(lost)).await);
            }
            Ok(Sought { found: None, .. }) => {}
            Err(problem) => {
                let detail = format!("{}; then, looking: {problem}", lost.detail.as_deref().unwrap_or_default());
                return Err(lost.with_detail(detail));
            }
        }
    }
    Err(lost)
}
