use std::collections::HashSet;

use assay_model::{Page, Report, SyncFound};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// How often a sync goes back at one place before it goes on all the same.
const PATIENCE: u32 = 3;

/// The way along a list that may change meanwhile. What is deleted moves the rows behind it to earlier places, over the
/// end of a page that was read already: so a page counts as the next one only where it is proven to follow the one
/// before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Trail {
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

/// Whether a page follows the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Follows {
    Yes,
    No,
    /// If the last row of the page before is still in its place.
    IfInPlace,
}

impl Trail {
    pub(super) fn follows(&self, rows: &[Report]) -> Follows {
        if self.next == 1 || self.page == 0 {
            return Follows::Yes;
        }
        let before: HashSet<_> = self.ids.iter().collect();
        // Rows that are on both pages leave nothing out between them.
        if rows.iter().any(|report| before.contains(&report.row.id)) {
            Follows::Yes
        } else if self.next == self.page + 1 {
            Follows::IfInPlace
        } else {
            Follows::No
        }
    }

    /// Whether the next page is the one before once more: some services may answer any page with the first.
    pub(super) fn is_repeated_by(&self, rows: &[Report]) -> bool {
        self.page > 0 && self.next == self.page + 1 && rows.iter().map(|report| &report.row.id).eq(&self.ids)
    }

    /// Goes on behind a page that follows, or back to the one before. Answers whether there is more to read.
    pub(super) fn go(&mut self, page: &Page<Report>, asked_for: usize, follows: bool) -> bool {
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
        self.is_full = page.rows.len() + page.unreadable.len() == asked_for;
        self.next += 1;
        page.has_next
    }
}

/// Down to where the library knew everything at some time: what is above it in a list is new since.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(super) struct Marks {
    /// The ids of the newest reports. Several, since each of them can be deleted.
    pub newest: Vec<String>,
    /// When the report that was refreshed last was generated, by the service's clock.
    pub refreshed: Option<Timestamp>,
}

impl Marks {
    /// How many of the newest reports are marks.
    const MOST: usize = 10;

    /// Those of the newest reports.
    pub(super) fn newest(rows: &[Report]) -> Vec<String> {
        rows.iter().take(Self::MOST).map(|report| report.row.id.clone()).collect()
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
pub(super) struct Position {
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
