use std::collections::HashSet;

use assay_api::Client;
use assay_model::{Page, PageSize, Problem, Report, ReportQuery, ReportRow, SyncFound};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The rows of the smallest page: fewer than these are all that there are.
pub(crate) const FEWEST: usize = 10;

/// How often it is gone back at one place before going on all the same.
const PATIENCE: u32 = 3;

/// The way along a list, by pages of a hundred, that may change meanwhile. What is deleted moves the rows behind it to earlier places, over the
/// end of a page that was read already: so a page counts as the next one only where it is proven to follow the one
/// before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trail {
    /// The page to read now, from 1.
    pub next: u32,
    /// The page that was read last and follows all before it; 0 for none.
    pub page: u32,
    /// Its ids, in their order.
    pub ids: Vec<String>,
    /// It has as many rows as were asked for.
    pub is_full: bool,
    /// The furthest page that was reached.
    furthest: u32,
    /// How often it was gone back since then.
    went_back: u32,
    /// Every page was proven to follow the one before.
    pub is_whole: bool,
}

impl Default for Trail {
    fn default() -> Self {
        Self { next: 1, page: 0, ids: Vec::new(), is_full: false, furthest: 0, went_back: 0, is_whole: true }
    }
}

impl Trail {
    /// Whether a page, the next one of this list, follows the one before.
    pub(crate) async fn is_followed_by(
        &self,
        rows: &[Report],
        client: &Client,
        list: &ReportQuery,
    ) -> Result<bool, Problem> {
        if self.next == 1 || self.page == 0 {
            return Ok(true);
        }
        let before: HashSet<_> = self.ids.iter().collect();
        // Rows that are on both pages leave nothing out between them.
        if rows.iter().any(|report| before.contains(&report.row.id)) {
            return Ok(true);
        }
        Ok(self.next == self.page + 1 && self.is_in_place(client, list).await?)
    }

    /// Whether the last row of the page that was read before is still the last one there. The smallest page that ends
    /// at the same place tells, where the service heeds page sizes.
    async fn is_in_place(&self, client: &Client, list: &ReportQuery) -> Result<bool, Problem> {
        let ends = |page: &Page<ReportRow>| page.rows.last().map(|row| &row.id) == self.ids.last();
        let asked = |per_page, page| ReportQuery { per_page, page: Some(page), ..list.clone() };
        if self.is_full {
            let pages = u32::from(u16::from(PageSize::Hundred) / u16::from(PageSize::Ten));
            let small = client.list_reports(&asked(PageSize::Ten, self.page.saturating_mul(pages))).await?;
            if small.unreadable.is_empty() && small.rows.len() == FEWEST {
                return Ok(ends(&small));
            }
        }
        Ok(ends(&client.list_reports(&asked(PageSize::Hundred, self.page)).await?))
    }

    /// Whether the next page is the one before once more: some services may answer any page with the first.
    pub(crate) fn is_repeated_by(&self, rows: &[Report]) -> bool {
        self.page > 0 && self.next == self.page + 1 && rows.iter().map(|report| &report.row.id).eq(&self.ids)
    }

    /// Goes on behind a page that follows, or back to the one before. Answers whether there is more to read.
    pub(crate) fn go(&mut self, page: &Page<Report>, follows: bool) -> bool {
        if !follows && self.went_back < PATIENCE {
            self.went_back += 1;
            self.next = self.next.saturating_sub(1).max(1);
            return true;
        }
        self.is_whole &= follows;
        if self.next > self.furthest {
            (self.furthest, self.went_back) = (self.next, 0);
        }
        self.page = self.next;
        self.ids = page.rows.iter().map(|report| report.row.id.clone()).collect();
        self.is_full = page.rows.len() + page.unreadable.len() == usize::from(u16::from(PageSize::Hundred));
        self.next += 1;
        page.has_next
    }
}

/// Down to where the library knew everything at some time: what is above it in a list is new since.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Marks {
    /// The ids of the newest reports. A page of them, since each can be deleted.
    pub newest: Vec<String>,
    /// When the report that was refreshed last was generated, by the service's clock.
    pub refreshed: Option<Timestamp>,
}

impl Marks {
    /// Those of a page of the newest reports.
    pub(super) fn newest(rows: &[Report]) -> Vec<String> {
        rows.iter().map(|report| report.row.id.clone()).collect()
    }

    /// That of the reports that were refreshed last.
    pub(super) fn refreshed(rows: &[Report]) -> Option<Timestamp> {
        rows.iter().filter_map(|report| report.row.generated_at).max()
    }

    /// Whether a page of the newest reports reaches down to what was known. Without a mark that cannot be told.
    pub(super) fn reach_newest(&self, rows: &[Report]) -> bool {
        rows.iter().any(|report| self.newest.contains(&report.row.id))
    }

    /// The same of a page of those that were refreshed last.
    pub(super) fn reach_refreshed(&self, rows: &[Report]) -> bool {
        match self.refreshed {
            Some(mark) => rows.iter().any(|report| report.row.generated_at.is_some_and(|date| date < mark)),
            // Without dates there is nothing to go by.
            None => rows.iter().all(|report| report.row.generated_at.is_none()),
        }
    }
}

/// What is kept between syncs, and between the parts of one that was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct SyncCheckpoint {
    /// What was known when the last sync that ended well began.
    pub marks: Marks,
    /// A full sync that was begun.
    pub full: Option<Full>,
}

/// Where a full sync goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Full {
    /// What the service had when it began: what comes above it is read at the end.
    pub marks: Marks,
    pub trail: Trail,
    /// The list was read to its end: what is left is to look for those that it did not have.
    pub is_read: bool,
    /// The service has no pages.
    pub is_cut: bool,
    /// What it found before.
    pub found: SyncFound,
}
