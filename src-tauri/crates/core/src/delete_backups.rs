//! Backs up reports to the library before they are deleted: deletes are final (`field-notes.md`
//! 24).

use std::{collections::HashSet, sync::Arc};

use assay_api::{CallContext, Client};
use assay_library::Library;
use assay_model::{
    PageSize, Paging, Problem, ProblemCode, Project, ProjectQuery, ReportQuery, ReportRef, ReportRow, ServiceKey,
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    connections::ServiceClients,
    freshness::RequestInstant,
    ingest::{Observation, observed_reports, report_observation},
    library_handle::LibraryHandle,
    report_lookup::look_up_report,
    service_handle::ServiceHandle,
    service_ingest::ServiceIngest,
    sync::{ListLimits, MIN_PAGE_ROWS, PageCursor},
};

/// A newer backup is not repeated.
const MAX_BACKUP_AGE: SignedDuration = SignedDuration::from_mins(10);

/// Backs up reports.
pub(crate) struct DeleteBackups {
    pub clients: Arc<ServiceClients>,
    pub ingest: Arc<ServiceIngest>,
    pub library: LibraryHandle,
    pub opened_at: Timestamp,
}

impl DeleteBackups {
    /// Saves a full copy of a report to the library before it is deleted; durable when it returns.
    /// Reads the report unless there is a copy from the last ten minutes. Fails like the read or
    /// the library, with [`ProblemCode::NotFound`] if the report is gone, and with
    /// [`ProblemCode::CopyFailed`] if the service returns another one; then nothing may be deleted.
    pub(crate) async fn back_up_before_delete(&self, connection: &str, id: &str) -> Result<(), Problem> {
        let service = self.clients.service_for(connection).await?;
        // Only copies of this session count: the clock may have been set.
        let since = Timestamp::now().saturating_sub(MAX_BACKUP_AGE).unwrap_or(Timestamp::MIN).max(self.opened_at);
        if self.missing_backups(&service.scope, vec![id.to_owned()], since).await?.is_empty() {
            return self.library.ask(Library::make_durable).await;
        }
        self.back_up_report(connection, &service, id).await
    }

    /// Backs up every report of a project, and the report with the project's number as its id,
    /// which some services also delete (`field-notes.md` 26). Returns the ids of the project's
    /// reports. Fails with [`ProblemCode::CopyFailed`] if the service does not list all of them.
    pub(crate) async fn back_up_project_before_delete(
        &self,
        connection: &str,
        project: &str,
    ) -> Result<HashSet<String>, Problem> {
        let context = CallContext { is_background: true, ..CallContext::current() };
        context.run(self.back_up_project(connection, project)).await
    }

    async fn back_up_project(&self, connection: &str, project: &str) -> Result<HashSet<String>, Problem> {
        let service = self.clients.service_for(connection).await?;
        let ServiceHandle { client, scope } = &service;
        let list =
            ReportQuery { project: Some(project.to_owned()), per_page: PageSize::Hundred, ..ReportQuery::default() };
        let (mut cursor, mut bounds) = (PageCursor::default(), ListLimits::default());
        let (mut seen, mut own) = (HashSet::new(), HashSet::new());
        loop {
            let at = RequestInstant::now();
            let asked = ReportQuery { page: Some(cursor.next), ..list.clone() };
            let mut page = client.list_full_reports(&asked).await?;
            let follows = cursor.is_followed_by(&page.rows, client, &asked).await?;
            let is_same_again = cursor.is_repeated_by(&page.rows);
            if !is_same_again {
                bounds.count(&page, cursor.next)?;
            }
            let has_more = cursor.advance(&page, follows) && !is_same_again;
            let rows = std::mem::take(&mut page.rows);
            // A service that ignores the filter lists all of its reports.
            let is_own = |row: &ReportRow| !page.filter_ignored || row.project.as_deref() == Some(project);
            own.extend(rows.iter().filter(|report| is_own(&report.row)).map(|report| report.row.id.clone()));
            let ids: Vec<_> = rows.iter().map(|report| report.row.id.clone()).collect();
            seen.extend(ids.iter().cloned());
            self.ingest
                .push_durably(
                    connection,
                    Observation::Reports { scope: scope.clone(), seen: observed_reports(rows), at },
                )
                .await?;
            // Some services may leave the checks out of lists.
            for id in self.missing_backups(scope, ids, at.at).await? {
                self.back_up_if_present(connection, &service, &id).await?;
            }
            if has_more && page.unreadable.is_empty() {
                continue;
            }
            let total = match page.total {
                Some(total) => Some(total),
                None if is_same_again || is_unsaid(client, seen.len()) => reports_of(client, project).await?,
                None => Some(0),
            };
            if page.unreadable.is_empty() && cursor.is_whole && total.is_some_and(|total| total <= seen.len() as u64) {
                break;
            }
            let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
            let detail = format!("{}{of} reports were read; {} more cannot be", seen.len(), page.unreadable.len());
            return Err(Problem::new(ProblemCode::CopyFailed).with_detail(detail));
        }
        let mistaken = own.len().to_string();
        if !seen.contains(&mistaken) {
            match self.back_up_if_present(connection, &service, &mistaken).await {
                // It belongs to another user, so it isn't deleted.
                Err(problem) if problem.code == ProblemCode::Forbidden => {}
                copied => copied?,
            }
        }
        Ok(own)
    }

    /// Backs up a report if it exists.
    async fn back_up_if_present(&self, connection: &str, service: &ServiceHandle, id: &str) -> Result<(), Problem> {
        match self.back_up_report(connection, service, id).await {
            Err(problem) if problem.code == ProblemCode::NotFound => Ok(()),
            copied => copied,
        }
    }

    async fn back_up_report(&self, connection: &str, service: &ServiceHandle, id: &str) -> Result<(), Problem> {
        let ServiceHandle { client, scope } = service;
        let at = RequestInstant::now();
        match look_up_report(client, id).await {
            Ok(report) => self.ingest.push_durably(connection, report_observation(scope.clone(), &report, at)).await,
            Err(problem) => {
                let missing = ReportRef { connection: connection.to_owned(), id: id.to_owned() };
                self.ingest.push_missing(&missing, scope.clone(), &problem).await;
                let is_of_another = problem.code == ProblemCode::OtherReport;
                Err(if is_of_another { Problem { code: ProblemCode::CopyFailed, ..problem } } else { problem })
            }
        }
    }

    async fn missing_backups(
        &self,
        scope: &ServiceKey,
        ids: Vec<String>,
        since: Timestamp,
    ) -> Result<Vec<String>, Problem> {
        let scope = scope.clone();
        self.library.ask(move |library| library.scope(&scope).missing_backups(&ids, since, Timestamp::now())).await
    }
}

/// Whether a full list without paging data may have more pages.
fn is_unsaid(client: &Client, rows: usize) -> bool {
    client.generation().paging == Some(Paging::Unsaid) && rows >= MIN_PAGE_ROWS
}

/// The number of a project's reports, if the service says so (`field-notes.md` 16).
async fn reports_of(client: &Client, project: &str) -> Result<Option<u64>, Problem> {
    Ok(find_project(client, project).await?.and_then(|listed| listed.reports))
}

/// A project in a list of those named so.
pub(crate) async fn find_project(client: &Client, project: &str) -> Result<Option<Project>, Problem> {
    let named =
        ProjectQuery { search: Some(project.to_owned()), per_page: PageSize::Hundred, ..ProjectQuery::default() };
    Ok(client.list_projects(&named).await?.rows.into_iter().find(|listed| listed.project == project))
}
