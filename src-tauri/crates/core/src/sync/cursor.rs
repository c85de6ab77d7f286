use std::{
    collections::HashSet,
    hash::{BuildHasher, RandomState},
};

use assay_api::Client;
use assay_model::{Page, PageSize, Problem, ProblemCode, Report, ReportQuery, ReportRow};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The rows of the smallest page: fewer mean the end of the list.
pub(crate) const MIN_PAGE_ROWS: usize = 10;

/// More than any connection has in the library.
const MAX_ROWS: u64 = 1_000_000;

/// Steps back at one page before it continues anyway.
const MAX_STEPS_BACK: u32 = 3;

/// A position in a list that may change while it is read, in pages of 100. Deleted reports move
/// later ones back past the last page read, so each page must be proven to follow the one before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PageCursor {
    /// The page to read next, from 1.
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

impl Default for PageCursor {
    fn default() -> Self {
        Self { next: 1, page: 0, ids: Vec::new(), is_full: false, furthest: 0, went_back: 0, is_whole: true }
    }
}

impl PageCursor {
    /// Whether the next page of this list follows the one before.
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
            if small.unreadable.is_empty() && small.rows.len() == MIN_PAGE_ROWS {
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
    pub(crate) fn advance(&mut self, page: &Page<Report>, follows: bool) -> bool {
        if !follows && self.went_back < MAX_STEPS_BACK {
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

/// Limits on a service's list, so that reading it ends.
#[derive(Default)]
pub(crate) struct ListLimits {
    furthest: u32,
    rows: u64,
    ids: HashSet<u64>,
    hasher: RandomState,
    /// Consecutive pages without new rows.
    repeated: u32,
}

impl ListLimits {
    /// Counts a page. Fails if it has more rows than requested, the list exceeds its total or the
    /// limit, or pages repeat.
    pub(crate) fn count(&mut self, page: &Page<Report>, number: u32) -> Result<(), Problem> {
        let (rows, asked) = (page.rows.len() + page.unreadable.len(), usize::from(u16::from(PageSize::Hundred)));
        if rows > asked {
            return Err(too_many(&format!("page {number} has {rows} rows, but {asked} were asked for")));
        }
        if number <= self.furthest {
            return Ok(());
        }
        self.furthest = number;
        self.rows += rows as u64;
        if let Some(total) = page.total.filter(|total| rows > 0 && *total < self.rows) {
            let counted = self.rows;
            return Err(too_many(&format!("up to page {number} there are {counted} rows of {total} in all")));
        }
        if self.rows > MAX_ROWS {
            let detail = format!("page {number} leads beyond {MAX_ROWS} rows");
            return Err(Problem::new(ProblemCode::LibraryLimit).with_detail(detail));
        }
        let mut has_new = false;
        for report in &page.rows {
            has_new |= self.ids.insert(self.hasher.hash_one(&report.row.id));
        }
        self.repeated = if has_new { 0 } else { self.repeated + 1 };
        if page.has_next && self.repeated > MAX_STEPS_BACK {
            return Err(too_many(&format!("{} pages before page {number} show nothing new", self.repeated)));
        }
        Ok(())
    }
}

fn too_many(detail: &str) -> Problem {
    Problem::new(ProblemCode::TooManyRows).with_detail(detail)
}

/// The newest reports that were known at some time: anything above them is new.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct HighWaterMarks {
    /// The ids of the newest reports: a page of them, since each can be deleted.
    pub newest: Vec<String>,
    /// The last check of the most recently rechecked report, by the service's clock.
    pub refreshed: Option<Timestamp>,
}

impl HighWaterMarks {
    /// The marks from a page of the newest reports.
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
    pub marks: HighWaterMarks,
    pub full: Option<FullSyncCheckpoint>,
}

/// Where a full sync resumes.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct FullSyncCheckpoint {
    /// The marks when it started: anything above is read at the end.
    pub marks: HighWaterMarks,
    #[serde(rename = "trail")]
    pub cursor: PageCursor,
    /// The list was read to its end; missing reports are still to be checked.
    pub is_read: bool,
    /// The service has no pages.
    pub is_cut: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(ids: std::ops::Range<u32>, total: Option<u64>, has_next: bool) -> Page<Report> {
        let report =
            |id: u32| Report { row: ReportRow { id: id.to_string(), ..ReportRow::default() }, ..Report::default() };
        let (rows, offset) = (ids.map(report).collect(), None);
        let (unreadable, number) = (Vec::new(), 1);
        Page { rows, unreadable, number, total, offset, has_next, sort_ignored: false, filter_ignored: false }
    }

    fn code(counted: Result<(), Problem>) -> Option<ProblemCode> {
        counted.err().map(|problem| problem.code)
    }

    #[test]
    fn a_list_ends_at_its_total_at_the_most_of_a_connection_and_where_it_shows_nothing_new() {
        let mut bounds = ListLimits::default();
        assert_eq!(code(bounds.count(&page(0..101, None, true), 1)), Some(ProblemCode::TooManyRows));
        assert_eq!(code(bounds.count(&page(0..100, Some(150), true), 1)), None);
        assert_eq!(code(bounds.count(&page(0..100, Some(150), true), 1)), None, "gone back to");
        assert_eq!(code(bounds.count(&page(100..151, Some(150), false), 2)), Some(ProblemCode::TooManyRows));
        // Deletions meanwhile lower the total and leave an empty last page.
        let mut bounds = ListLimits::default();
        assert_eq!(code(bounds.count(&page(0..100, Some(150), true), 1)), None);
        assert_eq!(code(bounds.count(&page(0..0, Some(90), false), 2)), None);

        let mut bounds = ListLimits::default();
        for number in 1..=10_000 {
            assert_eq!(code(bounds.count(&page(number * 100..number * 100 + 100, None, true), number)), None);
        }
        assert_eq!(code(bounds.count(&page(0..1, None, true), 10_001)), Some(ProblemCode::LibraryLimit));

        for same in [0..0, 0..10] {
            let mut bounds = ListLimits::default();
            let ends = (1..10).find_map(|number| code(bounds.count(&page(same.clone(), None, true), number)));
            assert_eq!(ends, Some(ProblemCode::TooManyRows));
        }
    }
}
