//! What the service shows.

use std::collections::HashSet;

use assay_api::{Client, CallContext};
use assay_export::{Row, has_room};
use assay_model::{Exported, PageSize, Problem, ReportQuery};

use super::{Form, writing::Writing};
use crate::{Core, sync::Trail};

impl Core {
    /// All pages of a list, each report once, with everything that the service says of it.
    pub(super) async fn export_list(
        &self,
        form: Form,
        connection: &str,
        query: ReportQuery,
    ) -> Result<Option<Exported>, Problem> {
        let name = self.find(connection).await?.name;
        let client = self.reach(connection).await?.client;
        let Some(writing) = self.begin(&form, None).await? else { return Ok(None) };
        let errand = CallContext { is_background: true, ..CallContext::current() };
        let written = errand.run(write_pages(&form, &client, query, &name, writing)).await;
        self.remember(connection, &client.generation()).await;
        let writing = written?;
        super::writing::blocking(move || writing.finish()).await.map(Some)
    }
}

async fn write_pages(
    form: &Form,
    client: &Client,
    query: ReportQuery,
    name: &str,
    mut writing: Writing,
) -> Result<Writing, Problem> {
    // What changes meanwhile moves others to pages that were read already, or to the next ones.
    let (mut trail, mut seen, mut unreadable) = (Trail::default(), HashSet::new(), HashSet::new());
    loop {
        let asked = ReportQuery { page: Some(trail.next), per_page: PageSize::Hundred, ..query.clone() };
        let page = client.list_whole_reports(&asked).await?;
        has_room(form.format, page.total.unwrap_or_default())?;
        writing.expect(page.total);
        let follows = trail.is_followed_by(&page.rows, client, &asked).await?;
        let is_same_again = trail.is_repeated_by(&page.rows);
        let has_more = trail.go(&page, follows) && !is_same_again;
        let new = page.rows.into_iter().filter(|report| seen.insert(report.row.id.clone()));
        let rows = new.map(|report| Row { connection: Some(name.into()), ..Row::of_report(report) }).collect();
        writing = writing.write_all(rows).await?;
        unreadable.extend(page.unreadable.into_iter().map(|row| row.raw));
        if !has_more {
            writing.left_out(unreadable.len());
            return Ok(writing);
        }
    }
}
