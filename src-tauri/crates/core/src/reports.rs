use assay_api::Client;
use assay_model::{
    CreateReport, Deleted, ListReports, Page, Problem, Report, ReportRef, ReportRow, UpdateReport, Written,
};

use crate::Core;

impl Core {
    /// A page of reports. Their checks stay here: together they can be several megabytes (`field-notes.md` 13).
    pub async fn reports_list(&self, list: ListReports) -> Result<Page<ReportRow>, Problem> {
        let page = self.client(&list.connection).await?.list_reports(&list.query).await?;
        Ok(Page {
            rows: page.rows.into_iter().map(|report| report.row).collect(),
            unreadable: page.unreadable,
            number: page.number,
            total: page.total,
            offset: page.offset,
            has_next: page.has_next,
            sort_ignored: page.sort_ignored,
        })
    }

    /// One report, whole.
    pub async fn report_read(&self, wanted: ReportRef) -> Result<Report, Problem> {
        self.client(&wanted.connection).await?.read_report(&wanted.id).await
    }

    /// Creates a report, then reads it: the create's own answer is not settled (`field-notes.md` 7).
    pub async fn report_create(&self, create: CreateReport) -> Result<Written, Problem> {
        let client = self.client(&create.connection).await?;
        let report = client.create_report(&create.report).await?;
        Ok(settle(&client, report).await)
    }

    /// Changes or refreshes a report, then reads it.
    pub async fn report_update(&self, change: UpdateReport) -> Result<Written, Problem> {
        let client = self.client(&change.connection).await?;
        let report = client.update_report(&change.id, &change.update).await?;
        Ok(settle(&client, report).await)
    }

    /// Deletes a report, for good (`field-notes.md` 24).
    pub async fn report_delete(&self, unwanted: ReportRef) -> Result<Deleted, Problem> {
        self.client(&unwanted.connection).await?.delete_report(&unwanted.id).await
    }
}

/// A write that the service has proven stays proven when reading it again fails.
async fn settle(client: &Client, written: Report) -> Written {
    match client.read_report(&written.row.id).await {
        Ok(report) => Written { report, unsettled: None },
        Err(problem) => Written { report: written, unsettled: Some(problem) },
    }
}
