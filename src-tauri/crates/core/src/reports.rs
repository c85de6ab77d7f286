use std::time::Duration;

use assay_api::Client;
use assay_model::{
    CreateReport, Deleted, ListReports, Page, Privacy, Problem, ProblemCode, Report, ReportRef, ReportRow, SeekReport,
    Sought, UpdateReport, Written,
};

use crate::{Core, connections::ServiceHandle, ingest::Observation, overtaking::RequestInstant};

/// The reports of services.
const LOOKS: [Duration; 2] = [Duration::ZERO, Duration::from_millis(1500)];

impl Core {
    /// A page of reports. Their checks stay here: together they can be several megabytes (`field-notes.md` 13).
    pub async fn reports_list(&self, list: ListReports) -> Result<Page<ReportRow>, Problem> {
        let ServiceHandle { client, scope } = self.reach(&list.connection).await?;
        let at = RequestInstant::now();
        let listed = client.list_reports_kept(&list.query).await;
        self.remember(&list.connection, &client.generation()).await;
        let (page, whole) = listed?;
        self.note(&list.connection, Observation::Page { scope, whole, at }).await;
        Ok(page)
    }

    /// Returns a full report.
    pub async fn report_read(&self, wanted: ReportRef) -> Result<Report, Problem> {
        let ServiceHandle { client, scope } = self.reach(&wanted.connection).await?;
        let at = RequestInstant::now();
        let read = client.read_report(&wanted.id).await;
        match &read {
            Ok(report) => self.note(&wanted.connection, shown(scope, report, at)).await,
            Err(problem) => self.note_missing(&wanted, scope, problem).await,
        }
        read
    }

    /// Creates a report, then reads it: the create's own response is not final (`field-notes.md`
    /// 7). If that response was lost, the report is looked up and never resent (`field-notes.md`
    /// 19).
    pub async fn report_create(&self, create: CreateReport) -> Result<Written, Problem> {
        let ServiceHandle { client, scope } = self.reach(&create.connection).await?;
        let settled = match client.create_report(&create.report).await {
            Ok(report) => settle(&client, report, None).await,
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => find(&client, &create.report.url, lost).await?,
            Err(problem) => return Err(problem),
        };
        Ok(self.note_written(&create.connection, scope, settled).await)
    }

    /// Looks up a report whose creation has an unknown outcome.
    pub async fn report_find_created(&self, sought: SeekReport) -> Result<Sought, Problem> {
        let ServiceHandle { client, scope } = self.reach(&sought.connection).await?;
        let at = RequestInstant::now();
        let answer = client.find_created_report(&sought.url, sought.since).await?;
        let rows = answer.found.iter().chain(&answer.others).cloned().collect();
        self.note(&sought.connection, Observation::Rows { scope, rows, at }).await;
        Ok(answer)
    }

    /// Changes or rechecks a report, then reads and compares it. Its saved password is deleted only
    /// once it no longer applies.
    pub async fn report_update(&self, change: UpdateReport) -> Result<Written, Problem> {
        let ServiceHandle { client, scope } = self.reach(&change.connection).await?;
        let settled = match client.update_report(&change.id, &change.update).await {
            Ok(report) => settle(&client, report, None).await,
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => {
                let at = RequestInstant::now();
                let report = client.prove_update(&change.id, &change.update, lost.clone()).await?;
                Settled { written: Written { report, unsettled: None, answer_lost: Some(lost) }, at }
            }
            Err(problem) => return Err(problem),
        };
        if change.update.password.is_some() || change.update.privacy.is_some_and(|to| to != Privacy::Password) {
            // The one that is kept opens it no more.
            self.forget_passwords(&change.connection, [change.id.clone()]).await;
        }
        Ok(self.note_written(&change.connection, scope, settled).await)
    }

    /// A report's saved copy before a change.
    pub async fn report_delete(&self, unwanted: ReportRef) -> Result<Deleted, Problem> {
        self.keep_copy(&unwanted.connection, &unwanted.id).await?;
        let ServiceHandle { client, scope } = self.reach(&unwanted.connection).await?;
        let deleted = client.delete_report(&unwanted.id).await;
        match &deleted {
            Ok(_) => {
                let news = Observation::ReportGone { scope, id: unwanted.id.clone(), at: RequestInstant::now() };
                self.note(&unwanted.connection, news).await;
                self.forget_passwords(&unwanted.connection, [unwanted.id.clone()]).await;
            }
            Err(problem) => self.note_missing(&unwanted, scope, problem).await,
        }
        deleted
    }

    /// Ingests the result of a write.
    async fn note_written(&self, connection: &str, scope: String, settled: Settled) -> Written {
        let Settled { written, at } = settled;
        if written.unsettled.is_none() {
            self.note(connection, shown(scope, &written.report, at)).await;
        }
        written
    }

/// The report after a write, and when it was requested.
    pub(crate) async fn note_missing(&self, missing: &ReportRef, scope: String, problem: &Problem) {
        if problem.code == ProblemCode::NotFound {
            let news = Observation::ReportGone { scope, id: missing.id.clone(), at: RequestInstant::now() };
            self.note(&missing.connection, news).await;
        }
    }
}

pub(crate) fn shown(scope: String, report: &Report, at: RequestInstant) -> Observation {
    Observation::Report { scope, report: Box::new(report.clone()), at }
}

/// Confirms a delete by reading the report until it is not found.
struct Settled {
    written: Written,
    at: RequestInstant,
}

/// The result of a write, as the service shows it.
async fn settle(client: &Client, written: Report, answer_lost: Option<Problem>) -> Settled {
    let at = RequestInstant::now();
    let written = match client.read_report(&written.row.id).await {
        Ok(report) => Written { report, unsettled: None, answer_lost },
        Err(problem) => Written { report: written, unsettled: Some(problem), answer_lost },
    };
    Settled { written, at }
}

/// Whether the report's privacy and password are proven to be as requested.
async fn find(client: &Client, url: &str, lost: Problem) -> Result<Settled, Problem> {
    let Some(since) = lost.tried_at else { return Err(lost) };
    for pause in LOOKS {
        tokio::time::sleep(pause).await;
        match client.find_created_report(url, since).await {
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
