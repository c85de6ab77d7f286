//! Reports for clients.

mod past;
mod read;

use std::{path::PathBuf, sync::Arc};

use assay_api::{CallContext, Clock};
use assay_export::{ClientReport, DocumentFile, IsCanceled, Medium, client_report_html, file_name};
use assay_library::Library;
use assay_model::{
    ClientReportFormat, ClientReportOf, ClientReportRequest, CompareMoments, CompareReports, CompareSnapshots,
    Exported, FieldReason, LibraryQuery, Problem, ProblemCode, ReportRef, ServiceKey, Since,
};
use tokio_util::sync::CancellationToken;

use self::read::Reading;
use super::{
    files::ExportFiles,
    limits::MAX_TEXT_LENGTH,
    writer::{Progress, blocking},
};
use crate::{
    branding::BrandingStore, connections::ConnectionStore, host::Window, library::LibraryQueries,
    library_handle::LibraryHandle, query_limits, service_ingest::ServiceIngest,
};

/// In characters.
const MAX_TITLE_LENGTH: u32 = 200;

pub(crate) struct ClientReports {
    pub connections: Arc<ConnectionStore>,
    pub library: LibraryHandle,
    pub queries: Arc<LibraryQueries>,
    pub ingest: Arc<ServiceIngest>,
    pub files: Arc<ExportFiles>,
    pub branding: Arc<BrandingStore>,
    pub window: Arc<dyn Window>,
    pub clock: Clock,
}

/// What a report is about, with scopes in place of connections.
enum Scoped {
    Report(ReportRef, Since),
    Comparison(CompareSnapshots),
    Reports(LibraryQuery, Since),
    Moments(CompareMoments),
    TwoReports(CompareReports),
}

impl ClientReports {
    /// Saves a report for a client to a file that the user chooses; `None` if none was chosen, or if
    /// the print dialog was opened in place of a file. The file is complete or not written. Reports
    /// progress as `CoreEvent::Export`; canceling the call stops it.
    pub async fn client_report_save(&self, request: ClientReportRequest) -> Result<Option<Exported>, Problem> {
        validate(&request)?;
        let ClientReportRequest { of, title, language, format, utc_offset, name } = request;
        let branding = self.branding.read()?;
        let has_file = format == ClientReportFormat::Html || self.window.prints_to_files();
        let extension = if format == ClientReportFormat::Html { "html" } else { "pdf" };
        let file = if has_file {
            let Some(file) = self.files.choose(&file_name(&name), extension).await? else { return Ok(None) };
            Some(file)
        } else {
            None
        };
        let canceled = CallContext::current().canceled;
        let is_canceled = is_canceled(&canceled);
        let (library, scoped) = self.scoped(of).await?;
        let reading = Reading {
            library,
            now: self.clock.now(),
            utc_offset,
            is_canceled: Arc::clone(&is_canceled),
            progress: Progress::begin(self.files.events.clone(), None),
        };
        let read = blocking(move || {
            let report = match scoped {
                Scoped::Report(report, since) => reading.report(&report, since),
                Scoped::Comparison(both) => reading.comparison(&both),
                Scoped::Reports(query, since) => reading.reports(&query, since, None),
                Scoped::Moments(CompareMoments { query, before, after }) => reading.reports(&query, before, after),
                Scoped::TwoReports(both) => reading.two_reports(&both),
            }?;
            let title = if title.is_empty() { report.title } else { title };
            let report = ClientReport { branding, title, ..report };
            let medium = if format == ClientReportFormat::Pdf { Medium::Paper } else { Medium::Browser };
            Ok((client_report_html(&report, language, medium), report.rows()))
        });
        let (html, rows) = read.await?;
        if canceled.is_cancelled() {
            return Err(Problem::new(ProblemCode::Canceled));
        }
        let Some(file) = file else { return self.window.print_document(html, None).await.map(|()| None) };
        if format == ClientReportFormat::Pdf {
            return self.print(file, html, rows, canceled).await.map(Some);
        }
        let written = blocking(move || {
            let mut document = DocumentFile::begin(&file, is_canceled)?;
            document.write(&html)?;
            document.finish(rows)
        });
        written.await.map(Some)
    }

    /// Prints a document to a file.
    async fn print(
        &self,
        file: PathBuf,
        html: String,
        rows: u32,
        canceled: CancellationToken,
    ) -> Result<Exported, Problem> {
        let is_canceled = is_canceled(&canceled);
        let document = blocking(move || DocumentFile::begin(&file, is_canceled)).await?;
        let printing = self.window.print_document(html, Some(document.path().to_owned()));
        match canceled.run_until_cancelled(printing).await {
            Some(printed) => printed?,
            None => return Err(Problem::new(ProblemCode::Canceled)),
        }
        blocking(move || document.finish_pdf(rows)).await
    }

    /// The up-to-date library, with what to read in it.
    async fn scoped(&self, of: ClientReportOf) -> Result<(Library, Scoped), Problem> {
        self.ingest.flush().await;
        let scope = async |connection: &str| Ok::<_, Problem>(self.connections.scope_of(connection).await?.to_string());
        let wanted = match of {
            ClientReportOf::Report { connection, id, since } => {
                Scoped::Report(ReportRef { connection: scope(&connection).await?, id }, since)
            }
            ClientReportOf::Comparison { connection, id, before, after } => {
                let connection = scope(&connection).await?;
                Scoped::Comparison(CompareSnapshots { connection, id, before, after })
            }
            ClientReportOf::Reports { query, since } => Scoped::Reports(self.queries.scoped(query).await?, since),
            ClientReportOf::Moments(both) => {
                Scoped::Moments(CompareMoments { query: self.queries.scoped(both.query).await?, ..both })
            }
            ClientReportOf::TwoReports(both) => {
                let before = ReportRef { connection: scope(&both.before.connection).await?, ..both.before };
                let after = ReportRef { connection: scope(&both.after.connection).await?, ..both.after };
                Scoped::TwoReports(CompareReports { before, after })
            }
        };
        let all: Vec<ServiceKey> = self.connections.by_scope().await?.into_keys().collect();
        Ok((self.library.library().await?.of_scopes(all), wanted))
    }
}

fn is_canceled(canceled: &CancellationToken) -> IsCanceled {
    let canceled = canceled.clone();
    Arc::new(move || canceled.is_cancelled())
}

fn validate(request: &ClientReportRequest) -> Result<(), Problem> {
    let ClientReportRequest { of, title, language: _, format: _, utc_offset, name } = request;
    query_limits::length("title", title, MAX_TITLE_LENGTH)?;
    query_limits::length("name", name, MAX_TEXT_LENGTH)?;
    if title.is_empty() && matches!(of, ClientReportOf::Reports { .. } | ClientReportOf::Moments(_)) {
        return Err(Problem::invalid("title", FieldReason::Required));
    }
    if !crate::library::OFFSETS.contains(utc_offset) {
        return Err(Problem::invalid("utc_offset", FieldReason::NotUsable));
    }
    match of {
        ClientReportOf::Report { id, since, .. } => {
            query_limits::name("id", id)?;
            query_limits::since(*since)
        }
        ClientReportOf::Comparison { id, .. } => query_limits::name("id", id),
        ClientReportOf::Reports { query, since } => {
            query_limits::query(query)?;
            query_limits::since(*since)
        }
        ClientReportOf::Moments(both) => query_limits::moments(both),
        ClientReportOf::TwoReports(both) => query_limits::reports(both),
    }
}
