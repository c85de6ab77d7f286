use std::collections::HashSet;

use assay_api::Client;
use assay_model::{Page, PageSize, Problem, Report, ReportQuery, ReportRow, SyncFound};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The rows of the smallest page: fewer mean the end of the list.
pub(crate) const FEWEST: usize = 10;

/// More than any connection has in the library.
const PATIENCE: u32 = 3;

/// The way along a list, by pages of a hundred, that may change meanwhile. What is deleted moves the rows behind it to earlier places, over the
/// end of a page that was read already: so a page counts as the next one only where it is proven to follow the one
/// before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Trail {
    /// The page to read now, from 1.
    pub next: u32,
    /// The last page read; 0 for none.
    pub page: u32,
    /// Its ids, in order.
    pub ids: Vec<String>,
    /// Whether it has as many rows as requested.
    pub is_full: bool,
    /// The furthest page read.
    furthest: u32,
    /// Steps back since then.
    went_back: u32,
    /// Whether every page was proven to follow the one before.
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
        // Pages with a common row have no gap between them.
        if rows.iter().any(|report| before.contains(&report.row.id)) {
            return Ok(true);
        }
        Ok(self.next == self.page + 1 && self.is_in_place(client, list).await?)
    }

    /// Whether the last row of the previous page is still the last one there, read as the smallest
    /// page with the same end, if the service respects page sizes.
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

    /// Whether the next page repeats the one before: some services may return the first page for
    /// any page number.
    pub(crate) fn is_repeated_by(&self, rows: &[Report]) -> bool {
        self.page > 0 && self.next == self.page + 1 && rows.iter().map(|report| &report.row.id).eq(&self.ids)
    }

    /// Advances after a page that follows, or steps back. Returns whether there is more to read.
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
    /// The last check of the most recently rechecked report, by the service's clock.
    pub refreshed: Option<Timestamp>,
}

impl Marks {
    /// Those of a page of the newest reports.
    pub(super) fn newest(rows: &[Report]) -> Vec<String> {
        rows.iter().map(|report| report.row.id.clone()).collect()
    }

    /// The mark from the most recently rechecked reports.
    pub(super) fn refreshed(rows: &[Report]) -> Option<Timestamp> {
        rows.iter().filter_map(|report| report.row.generated_at).max()
    }

    /// Whether a page of the newest reports reaches the mark; unknown without one.
    pub(super) fn reach_newest(&self, rows: &[Report]) -> bool {
        rows.iter().any(|report| self.newest.contains(&report.row.id))
    }

    /// Whether a page of the most recently rechecked reports reaches the mark.
    pub(super) fn reach_refreshed(&self, rows: &[Report]) -> bool {
        match self.refreshed {
            Some(mark) => rows.iter().any(|report| report.row.generated_at.is_some_and(|date| date < mark)),
            // Without dates there is nothing to compare.
            None => rows.iter().all(|report| report.row.generated_at.is_none()),
        }
    }
}

/// Saved between syncs, and when one is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct SyncCheckpoint {
    /// The marks when the last successful sync started.
    pub marks: Marks,
    /// A full sync that was begun.
    pub full: Option<Full>,
}

/// Where a full sync resumes.
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
