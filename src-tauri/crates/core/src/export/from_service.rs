//! Exports from the service.

use std::{collections::HashSet, sync::Arc};

use assay_api::{CallContext, Client};
use assay_export::{Row, has_room};
use assay_model::{Exported, PageSize, Problem, ReportQuery};

use super::{
    files::ExportFiles,
    layout::ExportLayout,
    writer::{ExportWriter, blocking},
};
use crate::{
    connections::{ConnectionStore, ServiceClients},
    sync::{ListLimits, PageCursor},
};

pub(crate) struct ServiceExports {
    pub connections: Arc<ConnectionStore>,
    pub clients: Arc<ServiceClients>,
    pub files: Arc<ExportFiles>,
}

impl ServiceExports {
    /// Exports all pages of a list, each report once, with all of its fields.
    pub(super) async fn export_list(
        &self,
        layout: ExportLayout,
        connection: &str,
        query: ReportQuery,
    ) -> Result<Option<Exported>, Problem> {
        let name = self.connections.find(connection).await?.name;
        let client = self.clients.service_for(connection).await?.client;
        let Some(writer) = self.files.begin(&layout, None).await? else { return Ok(None) };
        let context = CallContext { is_background: true, ..CallContext::current() };
        let written = context.run(write_pages(&layout, &client, query, &name, writer)).await;
        self.clients.save_capabilities(connection, &client.generation()).await;
        let writer = written?;
        blocking(move || writer.finish()).await.map(Some)
    }
}

async fn write_pages(
    layout: &ExportLayout,
    client: &Client,
    query: ReportQuery,
    name: &str,
    mut writer: ExportWriter,
) -> Result<ExportWriter, Problem> {
    // Changes meanwhile can move reports to other pages.
    let (mut cursor, mut limits) = (PageCursor::default(), ListLimits::default());
    let (mut seen, mut unreadable) = (HashSet::new(), HashSet::new());
    loop {
        let asked = ReportQuery { page: Some(cursor.next), per_page: PageSize::Hundred, ..query.clone() };
        let page = client.list_full_reports(&asked).await?;
        has_room(layout.format, page.total.unwrap_or_default())?;
        writer.expect(page.total);
        let follows = cursor.is_followed_by(&page.rows, client, &asked).await?;
        let is_same_again = cursor.is_repeated_by(&page.rows);
        if page.has_next && !is_same_again {
            limits.count(&page, cursor.next)?;
        }
        let has_more = cursor.advance(&page, follows) && !is_same_again;
        let new = page.rows.into_iter().filter(|report| seen.insert(report.row.id.clone()));
        let rows = new.map(|report| Row { connection: Some(name.into()), ..Row::of_report(report) }).collect();
        writer = writer.write_all(rows).await?;
        unreadable.extend(page.unreadable.into_iter().map(|row| row.raw));
        if !has_more {
            writer.left_out(unreadable.len());
            return Ok(writer);
        }
    }
}
