//! Backs up reports to the library before they are deleted: deletes are final (`field-notes.md`
//! 24).

use std::collections::HashSet;

use assay_api::{Client, CallContext};
use assay_library::Library;
use assay_model::{PageSize, Paging, Problem, ProblemCode, ProjectQuery, ReportQuery, ReportRef, ReportRow};
use jiff::{SignedDuration, Timestamp};

use crate::{
    Core,
    connections::ServiceHandle,
    ingest::{Observation, listed},
    overtaking::RequestInstant,
    reports::shown,
    sync::{FEWEST, Trail},
};

/// A newer backup is not repeated.
const NEW_ENOUGH: SignedDuration = SignedDuration::from_mins(10);

impl Core {
    /// Has the library keep a whole copy of a report before it is deleted, on the disk when it returns. One of the last ten
    /// minutes will do; otherwise the report is read. Fails like the reading (with [`ProblemCode::NotFound`] where the
    /// report is not there any more) or like the library: then nothing must be deleted.
    pub(crate) async fn keep_copy(&self, connection: &str, id: &str) -> Result<(), Problem> {
        let service = self.reach(connection).await?;
        let since = Timestamp::now().saturating_sub(NEW_ENOUGH).unwrap_or(Timestamp::MIN);
        if self.missing_backups(&service.scope, vec![id.to_owned()], since).await?.is_empty() {
            return self.library.ask(Library::secure).await;
        }
        self.read_copy(connection, &service, id).await
    }

    /// Backs up every report of a project, and the report with the project's number as its id,
    /// which some services also delete (`field-notes.md` 26). Returns the ids of the project's
    /// reports. Fails with [`ProblemCode::CopyFailed`] if the service does not list all of them.
    pub(crate) async fn keep_copies_of(&self, connection: &str, project: &str) -> Result<HashSet<String>, Problem> {
        let errand = CallContext { is_background: true, ..CallContext::current() };
        errand.run(self.copy_project(connection, project)).await
    }

    async fn copy_project(&self, connection: &str, project: &str) -> Result<HashSet<String>, Problem> {
        let service = self.reach(connection).await?;
        let ServiceHandle { client, scope } = &service;
        let list =
            ReportQuery { project: Some(project.to_owned()), per_page: PageSize::Hundred, ..ReportQuery::default() };
        let (mut trail, mut seen, mut own) = (Trail::default(), HashSet::new(), HashSet::new());
        loop {
            let at = RequestInstant::now();
            let asked = ReportQuery { page: Some(trail.next), ..list.clone() };
            let mut page = client.list_whole_reports(&asked).await?;
            let follows = trail.is_followed_by(&page.rows, client, &asked).await?;
            let is_same_again = trail.is_repeated_by(&page.rows);
            let has_more = trail.go(&page, follows) && !is_same_again;
            let rows = std::mem::take(&mut page.rows);
            // A service that ignores the filter lists all of its reports.
            let is_own = |row: &ReportRow| !page.filter_ignored || row.project.as_deref() == Some(project);
            own.extend(rows.iter().filter(|report| is_own(&report.row)).map(|report| report.row.id.clone()));
            let ids: Vec<_> = rows.iter().map(|report| report.row.id.clone()).collect();
            seen.extend(ids.iter().cloned());
            self.note_kept(connection, Observation::Reports { scope: scope.clone(), seen: listed(rows), at }).await?;
            // Some services may leave the checks out of lists.
            for id in self.missing_backups(scope, ids, at.at).await? {
                self.copy_if_there(connection, &service, &id).await?;
            }
            if has_more && page.unreadable.is_empty() {
                continue;
            }
            let total = match page.total {
                Some(total) => Some(total),
                None if is_same_again || is_unsaid(client, seen.len()) => reports_of(client, project).await?,
                None => Some(0),
            };
            if page.unreadable.is_empty() && trail.is_whole && total.is_some_and(|total| total <= seen.len() as u64) {
                break;
            }
            let of = total.map(|total| format!(" of {total}")).unwrap_or_default();
            let detail = format!("{}{of} reports were read; {} more cannot be", seen.len(), page.unreadable.len());
            return Err(Problem::new(ProblemCode::CopyFailed).with_detail(detail));
        }
        let mistaken = own.len().to_string();
        if !seen.contains(&mistaken) {
            match self.copy_if_there(connection, &service, &mistaken).await {
                // Another's, who has it still.
                Err(problem) if problem.code == ProblemCode::Forbidden => {}
                copied => copied?,
            }
        }
        Ok(own)
    }

    /// Backs up a report if it exists.
    async fn copy_if_there(&self, connection: &str, service: &ServiceHandle, id: &str) -> Result<(), Problem> {
        match self.read_copy(connection, service, id).await {
            Err(problem) if problem.code == ProblemCode::NotFound => Ok(()),
            copied => copied,
        }
    }

    async fn read_copy(&self, connection: &str, service: &ServiceHandle, id: &str) -> Result<(), Problem> {
        let ServiceHandle { client, scope } = service;
        let at = RequestInstant::now();
        match client.read_report(id).await {
            Ok(report) => self.note_kept(connection, shown(scope.clone(), &report, at)).await,
            Err(problem) => {
                let missing = ReportRef { connection: connection.to_owned(), id: id.to_owned() };
                self.note_missing(&missing, scope.clone(), &problem).await;
                Err(problem)
            }
        }
    }

    async fn missing_backups(&self, scope: &str, ids: Vec<String>, since: Timestamp) -> Result<Vec<String>, Problem> {
        let scope = scope.to_owned();
        self.library.ask(move |library| library.missing_backups(&scope, &ids, since)).await
    }
}

/// Whether a full list without paging data may have more pages.
fn is_unsaid(client: &Client, rows: usize) -> bool {
    client.generation().paging == Some(Paging::Unsaid) && rows >= FEWEST
}

/// The number of a project's reports, if the service says so (`field-notes.md` 16).
async fn reports_of(client: &Client, project: &str) -> Result<Option<u64>, Problem> {
    let named =
        ProjectQuery { search: Some(project.to_owned()), per_page: PageSize::Hundred, ..ProjectQuery::default() };
    let listed = client.list_projects(&named).await?;
    Ok(listed.rows.iter().find(|listed| listed.project == project).and_then(|listed| listed.reports))
}
