//! Exports the projects of a connection.

use std::collections::HashMap;

use assay_export::ProjectRow;
use assay_model::{Exported, LibraryProjectQuery, PageSize, Problem};
use jiff::Timestamp;

use super::{from_library::LibraryExports, layout::ExportLayout, writer::blocking};

/// As in the list of projects.
const TREND_DAYS: u16 = 90;

impl LibraryExports {
    /// Exports every project of the library's list, with its figures.
    pub(super) async fn export_projects(
        &self,
        layout: ExportLayout,
        connection: &str,
        query: LibraryProjectQuery,
    ) -> Result<Option<Exported>, Problem> {
        let name = self.connections.find(connection).await?.name;
        let scope = self.connections.scope_of(connection).await?;
        self.ingest.flush().await;
        let now = Timestamp::now();
        let rows = self.library.ask(move |library| {
            let (mut names, mut created) = (Vec::new(), HashMap::new());
            for number in 1.. {
                let query = LibraryProjectQuery { per_page: PageSize::Hundred, page: Some(number), ..query.clone() };
                let page = library.scope(&scope).projects(&query, now)?;
                for project in page.rows {
                    created.insert(project.project.clone(), project.created_at);
                    names.push(project.project);
                }
                if !page.has_next {
                    break;
                }
            }
            let summaries = library.scope(&scope).project_summaries(&names, TREND_DAYS, TREND_DAYS, now)?;
            let row = |summary: assay_model::ProjectSummary| {
                let created_at = created.get(&summary.project).copied().flatten();
                ProjectRow::new(name.clone(), summary, created_at)
            };
            Ok(summaries.into_iter().map(row).collect::<Vec<_>>())
        });
        let rows = rows.await?;
        let begun = self.files.begin_file(layout.format, &layout.name, layout.columns(), Some(rows.len() as u64));
        let Some(writer) = begun.await? else { return Ok(None) };
        let writer = writer.write_all(rows).await?;
        blocking(move || writer.finish()).await.map(Some)
    }
}
