//! What the service shows.

use std::collections::HashSet;

use assay_api::{Client, Errand};
use assay_export::{Row, has_room};
use assay_model::{Exported, Page, PageSize, Problem, Report, ReportQuery};

use super::{Form, writing::Writing};
use crate::Core;

const PER_PAGE: u64 = 100;

/// After so many pages in a row without anything new, a list has no end: some services may answer any page with the first.
const MOST_STALE: u32 = 20;

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
        let errand = Errand { is_background: true, ..Errand::current() };
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
    let mut pages = Pages::default();
    while let Some(number) = pages.next {
        let asked = ReportQuery { page: Some(number), per_page: PageSize::Hundred, ..query.clone() };
        let page = client.list_whole_reports(&asked).await?;
        has_room(form.format, page.total.unwrap_or_default())?;
        writing.expect(page.total);
        let rows =
            pages.take(page).into_iter().map(|report| Row { connection: Some(name.into()), ..Row::of_report(report) });
        writing = writing.write_all(rows.collect()).await?;
    }
    Ok(writing)
}

/// The way through the pages of a list that changes meanwhile.
struct Pages {
    next: Option<u32>,
    seen: HashSet<String>,
    total: Option<u64>,
    stale: u32,
}

impl Default for Pages {
    fn default() -> Self {
        Self { next: Some(1), seen: HashSet::new(), total: None, stale: 0 }
    }
}

impl Pages {
    /// The reports of a page that were on none before it: what is created meanwhile moves others to the next page.
    fn take(&mut self, page: Page<Report>) -> Vec<Report> {
        let Page { rows, number, total, has_next, .. } = page;
        let new: Vec<_> = rows.into_iter().filter(|report| self.seen.insert(report.row.id.clone())).collect();
        // What is deleted meanwhile moves others to a page that was read already: it is read again.
        let missing = self.total.zip(total).map_or(0, |(before, now)| before.saturating_sub(now)).div_ceil(PER_PAGE);
        let back = u32::try_from(missing).unwrap_or(u32::MAX);
        self.total = total;
        self.stale = if new.is_empty() { self.stale + 1 } else { 0 };
        self.next = if back > 0 && number > 1 {
            Some(number.saturating_sub(back).max(1))
        } else {
            (has_next && self.stale < MOST_STALE).then_some(number.saturating_add(1))
        };
        new
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Page, Report, ReportRow};
    use serde_json::Map;

    use super::Pages;

    /// A service with this many reports, newest first; `changes` happen after each page.
    fn walk(mut ids: Vec<u32>, mut changes: impl FnMut(u32, &mut Vec<u32>)) -> Vec<u32> {
        let (mut pages, mut read) = (Pages::default(), Vec::new());
        let mut asked = 0;
        while let Some(number) = pages.next {
            let from = (number as usize - 1) * 100;
            let rows: Vec<_> = ids.iter().skip(from).take(100).map(|id| report(*id)).collect();
            let has_next = from + 100 < ids.len();
            let new = pages.take(page(rows, number, Some(ids.len() as u64), has_next));
            read.extend(new.iter().map(|report| report.row.id.parse::<u32>().unwrap()));
            asked += 1;
            changes(asked, &mut ids);
        }
        read
    }

    #[test]
    fn a_list_that_grows_is_read_without_repeating() {
        let read = walk((0..350).rev().collect(), |asked, ids| {
            if asked < 4 {
                ids.insert(0, 1000 + asked);
            }
        });
        let mut once = read.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), read.len());
        assert!((0..350).all(|id| read.contains(&id)));
    }

    #[test]
    fn a_list_that_shrinks_is_read_without_gaps() {
        let read = walk((0..450).rev().collect(), |asked, ids| {
            if asked == 2 {
                ids.drain(..130);
            }
        });
        assert!((0..320).all(|id| read.contains(&id)), "{}", read.len());
    }

    #[test]
    fn a_list_without_end_ends() {
        let mut pages = Pages::default();
        let mut asked = 0;
        while let Some(number) = pages.next {
            let new = pages.take(page(vec![report(1)], number, None, true));
            assert_eq!(new.len(), usize::from(asked == 0));
            asked += 1;
            assert!(asked < 100);
        }
    }

    fn page(rows: Vec<Report>, number: u32, total: Option<u64>, has_next: bool) -> Page<Report> {
        Page {
            rows,
            unreadable: vec![],
            number,
            total,
            offset: None,
            has_next,
            sort_ignored: false,
            filter_ignored: false,
        }
    }

    fn report(id: u32) -> Report {
        let row = ReportRow {
            id: id.to_string(),
            address: String::new(),
            url: None,
            project: None,
            verdict: None,
            score: None,
            privacy: None,
            has_password: None,
            generated_at: None,
            created_at: None,
            updated_at: None,
            odd: vec![],
        };
        Report { row, checks: vec![], other: Map::new() }
    }
}
