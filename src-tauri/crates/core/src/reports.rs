use std::{sync::Arc, time::Duration};

use assay_api::{Client, Since};
use assay_model::{
    CreateLookup, CreateReport, DeleteResult, ListReports, LookUpCreate, NotApplied, Page, Privacy, Problem,
    ProblemCode, Report, ReportQuery, ReportRef, ReportRow, Secret, ServiceKey, UpdateReport, WriteResult, address,
};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::{
    applied::{RequestedChange, StateBefore, not_applied},
    connections::ServiceClients,
    delete_backups::DeleteBackups,
    freshness::RequestInstant,
    ingest::{Observation, report_observation},
    library_handle::LibraryHandle,
    passwords::Passwords,
    report_lookup::{READ_BACK_DELAY, delete_report, look_up_report},
    service_handle::ServiceHandle,
    service_ingest::ServiceIngest,
};

pub(crate) struct Reports {
    pub clients: Arc<ServiceClients>,
    pub ingest: Arc<ServiceIngest>,
    pub library: LibraryHandle,
    pub passwords: Arc<Passwords>,
    pub backups: Arc<DeleteBackups>,
}

impl Reports {
    /// Returns a page of reports, without checks, which can be megabytes (`field-notes.md` 13).
    pub async fn reports_list(&self, list: ListReports) -> Result<Page<ReportRow>, Problem> {
        let ServiceHandle { client, scope } = self.clients.service_for(&list.connection).await?;
        let at = RequestInstant::now();
        let listed = client.list_reports_unparsed(&list.query).await;
        self.clients.save_capabilities(&list.connection, &client.generation()).await;
        let (page, whole) = listed?;
        self.ingest.push(&list.connection, Observation::Page { scope: scope.clone(), whole, at }).await;
        if let Some(total) = total_of_all(&list.query, &page) {
            self.ingest.push(&list.connection, Observation::Total { scope, total }).await;
        }
        Ok(page)
    }

    pub async fn report_read(&self, wanted: ReportRef) -> Result<Report, Problem> {
        let ServiceHandle { client, scope } = self.clients.service_for(&wanted.connection).await?;
        let at = RequestInstant::now();
        let read = look_up_report(&client, &wanted.id).await;
        match &read {
            Ok(report) => self.ingest.push(&wanted.connection, report_observation(scope, report, at)).await,
            Err(problem) => self.ingest.push_missing(&wanted, scope, problem).await,
        }
        read
    }

    /// Creates a report, then reads it: the create's own response is not final (`field-notes.md`
    /// 7). If that response was lost, the report is looked up and never resent (`field-notes.md`
    /// 19).
    pub async fn report_create(&self, create: CreateReport) -> Result<WriteResult, Problem> {
        let ServiceHandle { client, scope } = self.clients.service_for(&create.connection).await?;
        let CreateReport { connection, report } = create;
        let write = PendingWrite {
            client: &client,
            asked: RequestedChange::from(&report),
            before: StateBefore::NOTHING,
            begun: Timestamp::now(),
        };
        let mut settled = match client.create_report(&report).await {
            Ok(answered) => write.read_back(answered, None).await,
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => {
                write.find_created_report(&report.url, lost).await?
            }
            Err(problem) => return Err(problem),
        };
        self.clients.save_capabilities(&connection, &client.generation()).await;
        let WriteResult { report: created, unsettled, is_other_page, .. } = &mut settled.written;
        let address = &created.row.address;
        *is_other_page = unsettled.is_none() && !address.is_empty() && !address::is_same_page(address, &report.url);
        let mut written = self.ingest_write(&connection, &scope, settled).await;
        if let Some(password) = password_to_keep(report.keep_password, report.password.as_ref(), &written) {
            let id = &written.report.row.id;
            written.unkept = self.passwords.store_password(&connection, &scope, id, password).await.err();
        }
        Ok(written)
    }

    /// Looks up a report whose creation has an unknown outcome.
    pub async fn report_find_created(&self, sought: LookUpCreate) -> Result<CreateLookup, Problem> {
        let ServiceHandle { client, scope } = self.clients.service_for(&sought.connection).await?;
        let at = RequestInstant::now();
        let answer = client.find_created_report(&sought.url, sought.since).await?;
        let rows = answer.found.iter().chain(&answer.others).cloned().collect();
        self.ingest.push(&sought.connection, Observation::Rows { scope, rows, at }).await;
        Ok(answer)
    }

    /// Changes or rechecks a report, then reads and compares it. Its saved password is deleted only
    /// once it no longer applies.
    pub async fn report_update(&self, change: UpdateReport) -> Result<WriteResult, Problem> {
        let ServiceHandle { client, scope } = self.clients.service_for(&change.connection).await?;
        let UpdateReport { connection, id, update } = change;
        let asked = RequestedChange::from(&update);
        let before = self.state_before(&scope, &id).await;
        let write = PendingWrite { client: &client, asked, before, begun: Timestamp::now() };
        let settled = match client.update_report(&id, &update).await {
            Ok(answered) => write.read_back(answered, None).await,
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => {
                let at = RequestInstant::now();
                let report = client.prove_update(&id, &update, lost.clone()).await?;
                ReadBack { written: WriteResult { answer_lost: Some(lost), ..write_result(report, Vec::new()) }, at }
            }
            Err(problem) => return Err(problem),
        };
        let is_other_password = asked.password || asked.privacy.is_some_and(|to| to != Privacy::Password);
        let mut written = self.ingest_write(&connection, &scope, settled).await;
        if is_other_password && is_access_proven(&written) {
            match password_to_keep(update.keep_password, update.password.as_ref(), &written) {
                Some(password) => {
                    let stored = self.passwords.store_password(&connection, &scope, &id, password).await;
                    written.unkept = stored.err();
                }
                None => self.passwords.delete_passwords(&connection, &scope, [id]).await,
            }
        }
        Ok(written)
    }

    /// A report's saved copy before a change.
    async fn state_before(&self, scope: &ServiceKey, id: &str) -> StateBefore {
        let (scope, id) = (scope.clone(), id.to_owned());
        self.ingest.flush().await;
        let known = self.library.ask(move |library| library.scope(&scope).known_report(&id)).await;
        StateBefore::of(known.as_ref().ok().map(|known| &known.report.row))
    }

    /// Permanently deletes a report (`field-notes.md` 24) after a backup to the library, then
    /// confirms that it is gone. Fails with [`ProblemCode::NotApplied`] if it is still there.
    pub async fn report_delete(&self, unwanted: ReportRef) -> Result<DeleteResult, Problem> {
        self.backups.back_up_before_delete(&unwanted.connection, &unwanted.id).await?;
        let ServiceHandle { client, scope } = self.clients.service_for(&unwanted.connection).await?;
        let deleted = delete_report(&client, &unwanted.id).await;
        match &deleted {
            Ok(_) => {
                let at = RequestInstant::now();
                let observation = Observation::ReportGone { scope: scope.clone(), id: unwanted.id.clone(), at };
                self.ingest.push(&unwanted.connection, observation).await;
                self.passwords.delete_passwords(&unwanted.connection, &scope, [unwanted.id.clone()]).await;
            }
            Err(problem) => self.ingest.push_missing(&unwanted, scope, problem).await,
        }
        deleted
    }

    /// Before the keychain is used: that can wait for the user.
    async fn ingest_write(&self, connection: &str, scope: &ServiceKey, settled: ReadBack) -> WriteResult {
        let ReadBack { written, at } = settled;
        if written.unsettled.is_none() {
            self.ingest.push(connection, report_observation(scope.clone(), &written.report, at)).await;
        }
        written
    }
}

/// The report after a write, and when it was requested.
struct ReadBack {
    written: WriteResult,
    at: RequestInstant,
}

/// The service's number of reports, if an unfiltered list says so.
fn total_of_all(query: &ReportQuery, page: &Page<ReportRow>) -> Option<u32> {
    let ReportQuery { search, project, result, .. } = query;
    let is_all = search.as_deref().unwrap_or_default().is_empty() && project.is_none() && result.is_none();
    page.total.filter(|_| is_all).and_then(|total| u32::try_from(total).ok())
}

/// A write, judged once the service has responded.
struct PendingWrite<'a> {
    client: &'a Client,
    asked: RequestedChange,
    before: StateBefore,
    /// By this computer's clock.
    begun: Timestamp,
}

impl PendingWrite<'_> {
    /// Reads the report again and compares, twice if needed: changes can show late.
    async fn read_back(&self, answered: Report, answer_lost: Option<Problem>) -> ReadBack {
        let mut at = RequestInstant::now();
        let mut read = self.read(&answered.row.id).await;
        if read.as_ref().is_ok_and(|written| !written.not_applied.is_empty()) {
            sleep(READ_BACK_DELAY).await;
            at = RequestInstant::now();
            read = self.read(&answered.row.id).await;
        }
        let written = read
            .unwrap_or_else(|problem| WriteResult { unsettled: Some(problem), ..write_result(answered, Vec::new()) });
        ReadBack { written: WriteResult { answer_lost, ..written }, at }
    }

    async fn read(&self, id: &str) -> Result<WriteResult, Problem> {
        let (report, begun) = self.client.read_after(id, Since::Computer(self.begun)).await?;
        let not_applied = not_applied(self.asked, &self.before.begun(begun), &report.row);
        Ok(write_result(report, not_applied))
    }

    /// The report of a create whose response was lost: the only match for its page. With other
    /// candidates the outcome stays unknown.
    async fn find_created_report(&self, url: &str, lost: Problem) -> Result<ReadBack, Problem> {
        let Some(since) = lost.tried_at else { return Err(lost) };
        let mut others = Vec::new();
        for pause in [Duration::ZERO, READ_BACK_DELAY] {
            sleep(pause).await;
            let sought = match self.client.find_created_report(url, since).await {
                Ok(sought) => sought,
                Err(problem) => return Err(with_lookup_result(lost, &problem.to_string())),
            };
            let of_page = sought.found.into_iter().chain(sought.others).filter(|row| is_of(row, url));
            let (mut alike, unlike): (Vec<_>, Vec<_>) = of_page.partition(|row| self.may_be(row));
            others = unlike.into_iter().chain(alike.iter().cloned()).map(|row| row.id).collect();
            if let (Some(row), true) = (alike.pop(), alike.is_empty()) {
                let found = Report { row, checks: Vec::new(), other: serde_json::Map::new() };
                let is_told = found.row.privacy.is_some();
                let settled = self.read_back(found, Some(lost.clone())).await;
                let WriteResult { unsettled, not_applied, .. } = &settled.written;
                if not_applied.is_empty() && (is_told || unsettled.is_none()) {
                    return Ok(settled);
                }
            }
        }
        let ids = others.join(", ");
        Err(if others.is_empty() {
            lost
        } else {
            with_lookup_result(lost, &format!("it may not have created these reports: {ids}"))
        })
    }

    /// Whether a row of a list matches the request, based on its available fields.
    fn may_be(&self, row: &ReportRow) -> bool {
        row.privacy.is_none() || not_applied(self.asked, &self.before, row).is_empty()
    }
}

/// Whether a row is for the page and dated: without a date it may be an old report.
fn is_of(row: &ReportRow, url: &str) -> bool {
    (row.created_at.is_some() || row.generated_at.is_some()) && address::is_same_page(&row.address, url)
}

/// The result of a write, as the service shows it.
fn write_result(report: Report, not_applied: Vec<NotApplied>) -> WriteResult {
    WriteResult { report, unsettled: None, not_applied, is_other_page: false, answer_lost: None, unkept: None }
}

/// Whether the report's privacy and password are proven to be as requested.
fn is_access_proven(written: &WriteResult) -> bool {
    let is_of_access = |part: &NotApplied| matches!(part, NotApplied::Privacy | NotApplied::Password);
    written.unsettled.is_none() && !written.not_applied.iter().any(is_of_access)
}

/// The password that a report is proven to have now, if it is to be kept.
fn password_to_keep<'a>(keep: Option<bool>, password: Option<&'a Secret>, written: &WriteResult) -> Option<&'a Secret> {
    let has_password = written.report.row.privacy == Some(Privacy::Password) && is_access_proven(written);
    password.filter(|_| keep == Some(true) && has_password)
}

/// A lost response with an inconclusive lookup.
fn with_lookup_result(lost: Problem, saw: &str) -> Problem {
    let detail = format!("{}; lookup: {saw}", lost.detail.as_deref().unwrap_or_default());
    lost.with_detail(detail)
}
