//! Exports from the library.

use std::{collections::HashMap, ops::ControlFlow, sync::Arc};

use assay_export::Row;
use assay_library::{FixPages, Library, LibraryError};
use assay_model::{
    ExportFormat, Exported, FailingCheck, KnownReport, LibraryQuery, LibraryRow, PageSize, Problem, Report, ServiceKey,
};
use jiff::Timestamp;

use super::{
    files::ExportFiles,
    layout::ExportLayout,
    writer::{ExportWriter, blocking},
};
use crate::{
    connections::{ConnectionStore, ServiceClients},
    library::LibraryQueries,
    library_handle::LibraryHandle,
    service_ingest::ServiceIngest,
};

/// Reports of a selection that are read at a time.
const ROWS_PER_READ: usize = 100;

/// The names of connections by scope.
type Names = HashMap<ServiceKey, String>;

pub(crate) struct LibraryExports {
    pub connections: Arc<ConnectionStore>,
    pub clients: Arc<ServiceClients>,
    pub library: LibraryHandle,
    pub queries: Arc<LibraryQueries>,
    pub ingest: Arc<ServiceIngest>,
    pub files: Arc<ExportFiles>,
}

impl LibraryExports {
    /// Exports every report of a library's list.
    pub(super) async fn export_library(
        &self,
        layout: ExportLayout,
        query: LibraryQuery,
    ) -> Result<Option<Exported>, Problem> {
        let (library, query, names) = self.around(query).await?;
        let now = Timestamp::now();
        let total = self.count(&query, now).await?;
        let Some(mut writer) = self.files.begin(&layout, Some(total.into())).await? else { return Ok(None) };
        blocking(move || {
            each(&library, &query, now, layout.needs_checks(), |known, report| {
                let Some(name) = names.get(known.connection.as_str()) else { return Ok(()) };
                writer.write(&Row { connection: Some(name.clone()), ..Row::of_library(known, report) })
            })?;
            writer.finish()
        })
        .await
        .map(Some)
    }

    /// Exports each failing check, with its pages if needed.
    pub(super) async fn export_fix_list(
        &self,
        layout: ExportLayout,
        query: LibraryQuery,
    ) -> Result<Option<Exported>, Problem> {
        let (library, query, names) = self.around(query).await?;
        let now = Timestamp::now();
        let fixes = self.queries.ask_all(move |library| library.fix_pages(&query, now)).await?;
        let has_pages = layout.needs_pages();
        let checks = &fixes.list.checks;
        let total =
            if has_pages { checks.iter().map(|check| u64::from(check.pages)).sum() } else { checks.len() as u64 };
        let Some(mut writer) = self.files.begin(&layout, Some(total)).await? else { return Ok(None) };
        blocking(move || {
            if has_pages {
                write_pages(&library, &fixes, &names, layout.format, &mut writer)?;
            } else {
                fixes.list.checks.into_iter().try_for_each(|check| writer.write(&Row::of_check(check)))?;
            }
            writer.finish()
        })
        .await
        .map(Some)
    }

    /// Exports the snapshots of a report, newest first.
    pub(super) async fn export_history(
        &self,
        layout: ExportLayout,
        connection: &str,
        id: String,
    ) -> Result<Option<Exported>, Problem> {
        let name = self.connections.find(connection).await?.name;
        let scope = self.connections.scope_of(connection).await?;
        self.ingest.flush().await;
        let library = self.library.library().await?;
        let asked = (scope.clone(), id.clone());
        let snapshots = self.library.ask(move |library| library.scope(&asked.0).history(&asked.1)).await?.snapshots;
        let Some(mut writer) = self.files.begin(&layout, Some(snapshots.len() as u64)).await? else { return Ok(None) };
        blocking(move || {
            for snapshot in &snapshots {
                let report = library.scope(&scope).snapshot(&id, snapshot.number)?;
                writer.write(&Row { connection: Some(name.clone()), ..Row::of_snapshot(snapshot, report) })?;
            }
            writer.finish()
        })
        .await
        .map(Some)
    }

    /// Exports selected reports from the library; missing ones, or missing checks, are read from
    /// the service.
    pub(super) async fn export_selection(
        &self,
        layout: ExportLayout,
        connection: &str,
        ids: Vec<String>,
    ) -> Result<Option<Exported>, Problem> {
        let name = self.connections.find(connection).await?.name;
        let scope = self.connections.scope_of(connection).await?;
        self.ingest.flush().await;
        let Some(mut writer) = self.files.begin(&layout, Some(ids.len() as u64)).await? else { return Ok(None) };
        for some in ids.chunks(ROWS_PER_READ) {
            let (scope, asked) = (scope.clone(), some.to_vec());
            let known = self
                .library
                .ask(move |library| Ok(asked.iter().map(|id| library.scope(&scope).known_report(id)).collect()));
            let known: Vec<assay_library::Result<_>> = known.await?;
            let mut rows = Vec::with_capacity(some.len());
            for (id, known) in some.iter().zip(known) {
                let is_enough =
                    |known: &KnownReport| known.has_checks || known.gone_at.is_some() || !layout.needs_checks();
                let row = match known {
                    Ok(known) if is_enough(&known) => Row::of_known(known),
                    Ok(_) | Err(LibraryError::NotInLibrary) => {
                        Row::of_report(self.clients.service_for(connection).await?.client.read_report(id).await?)
                    }
                    Err(error) => return Err(error.into()),
                };
                rows.push(Row { connection: Some(name.clone()), ..row });
            }
            writer = writer.write_all(rows).await?;
        }
        blocking(move || writer.finish()).await.map(Some)
    }

    /// The up-to-date library, the scoped query, and the connection names.
    async fn around(&self, query: LibraryQuery) -> Result<(Library, LibraryQuery, Names), Problem> {
        let query = self.queries.scoped(query).await?;
        self.ingest.flush().await;
        let connections = self.connections.all().await?;
        let names: Names = connections.iter().flatten().map(|saved| (saved.scope(), saved.name.clone())).collect();
        drop(connections);
        Ok((self.library.library().await?.of_scopes(names.keys().cloned()), query, names))
    }

    async fn count(&self, query: &LibraryQuery, now: Timestamp) -> Result<u32, Problem> {
        let first = LibraryQuery { per_page: PageSize::Ten, page: None, ..query.clone() };
        self.queries.ask_all(move |library| library.list(&first, now)).await.map(|page| page.total)
    }
}

/// Writes the pages on which each check of a fix list fails.
fn write_pages(
    library: &Library,
    fixes: &FixPages,
    names: &Names,
    format: ExportFormat,
    writer: &mut ExportWriter,
) -> Result<(), Problem> {
    let mut failure = Ok(());
    let take = |check: &FailingCheck, known: LibraryRow, report: Option<Report>| {
        let Some(name) = names.get(known.connection.as_str()) else { return ControlFlow::Continue(()) };
        let row =
            Row { connection: Some(name.clone()), failing: Some(check.clone()), ..Row::of_library(known, report) };
        // Only the check of this row.
        let checks = row.checks.map(|checks| checks.into_iter().filter(|found| found.name == check.name).collect());
        failure = writer.write(&Row { checks, ..row });
        if failure.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    library.for_each_fix_page(fixes, take, format == ExportFormat::Json)?;
    failure
}

/// Calls `row` for every report that matches a query, until one fails.
fn each(
    library: &Library,
    query: &LibraryQuery,
    now: Timestamp,
    with_checks: bool,
    mut row: impl FnMut(LibraryRow, Option<Report>) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let mut failure = Ok(());
    let mut take = |known: LibraryRow, report: Option<Report>| {
        failure = row(known, report);
        if failure.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    library.for_each_match(query, now, &mut take, with_checks)?;
    failure
}
