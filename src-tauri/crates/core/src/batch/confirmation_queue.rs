//! The answered rows of a batch, until they are confirmed.

use std::{collections::BTreeMap, sync::Mutex, time::Duration};

use assay_journal::SendRecord;
use assay_model::{BatchRow, Direction, ReportRow, RowAction};
use jiff::SignedDuration;
use tokio::time::Instant;

use crate::lock::lock;

pub(super) const PAGE_ROWS: usize = 100;

/// Changes can show late; after this they count as not applied.
pub(super) const LIST_DELAY: Duration = Duration::from_millis(1500);

/// After this many consecutive failures, lists are no longer read.
pub(super) const MAX_LIST_FAILURES: u32 = 2;

/// A row that the service answered OK, with its report.
#[derive(Clone)]
pub(super) struct UnconfirmedRow {
    pub row: BatchRow,
    pub begun: SendRecord,
    /// When it was answered, or loaded from the journal.
    pub at: Instant,
}

impl UnconfirmedRow {
    pub(super) fn id(&self) -> &str {
        self.row.report.as_deref().unwrap_or_default()
    }
}

/// Answered rows that are not confirmed yet.
#[derive(Default)]
pub(super) struct ConfirmationQueue {
    created: Mutex<BTreeMap<u32, UnconfirmedRow>>,
    refreshed: Mutex<BTreeMap<u32, UnconfirmedRow>>,
    changed: Mutex<BTreeMap<u32, UnconfirmedRow>>,
    /// Locked while reading.
    pub scan: tokio::sync::Mutex<ListScan>,
}

/// How far the list of all reports has been read.
pub(super) struct ListScan {
    /// The next page to read.
    pub page: u32,
    pub rows_a_page: usize,
    /// The most rows left for the list to confirm.
    pub left: usize,
    pub is_over: bool,
    pub rounds: u32,
    /// The rows are not in the list's order: it is read once all are answered.
    pub is_out_of_order: bool,
    pub direction: Direction,
    /// Consecutive pages without a hit.
    pub pages_without_hit: usize,
    pub lists: ListKnowledge,
}

/// What is known of the service's lists.
#[derive(Clone, Copy, Default)]
pub(super) struct ListKnowledge {
    /// How many reports there are, from the service or the library.
    pub total: Option<u64>,
    /// The service does not sort by last check (`field-notes.md` 14).
    pub ignores_dates: bool,
    /// Consecutive reads of a list that failed or did not help.
    pub failures: u32,
}

impl Default for ListScan {
    fn default() -> Self {
        Self {
            page: 1,
            rows_a_page: PAGE_ROWS,
            left: 0,
            is_over: false,
            rounds: 0,
            is_out_of_order: false,
            direction: Direction::Desc,
            pages_without_hit: 0,
            lists: ListKnowledge::default(),
        }
    }
}

impl ListScan {
    pub(super) fn reads_no_lists(&self) -> bool {
        self.lists.failures >= MAX_LIST_FAILURES
    }

    pub(super) fn pages(&self) -> usize {
        let total = usize::try_from(self.lists.total.unwrap_or(0)).unwrap_or(usize::MAX);
        total.div_ceil(self.rows_a_page.max(1)).max(1)
    }

    pub(super) fn next_page(&mut self, read: &ListRead, has_hits: bool) {
        self.page += 1;
        self.pages_without_hit = if has_hits { 0 } else { self.pages_without_hit + 1 };
        let goes_on = read.has_next || (read.may_have_next && has_hits);
        self.is_over = !goes_on;
    }

    /// How many pages are left to read, if the total is known.
    pub(super) fn pages_left(&self) -> usize {
        self.pages().saturating_sub(self.page as usize - 1).max(1)
    }
}

pub(super) struct ListRead {
    pub rows: Vec<ReportRow>,
    pub has_next: bool,
    /// The page is full, and the service does not say if another follows.
    pub may_have_next: bool,
    pub sort_ignored: bool,
    pub asked: Instant,
    /// How far the service's clock is ahead of this computer's.
    pub ahead: Option<SignedDuration>,
}

impl ConfirmationQueue {
    fn of(&self, act: RowAction) -> &Mutex<BTreeMap<u32, UnconfirmedRow>> {
        match act {
            RowAction::Create => &self.created,
            RowAction::Refresh => &self.refreshed,
            RowAction::Privacy | RowAction::Delete | RowAction::Skip => &self.changed,
        }
    }

    pub(super) fn add(&self, answered: UnconfirmedRow) {
        lock(self.of(answered.row.act)).insert(answered.row.number, answered);
    }

    pub(super) fn remove(&self, answered: &UnconfirmedRow) {
        lock(self.of(answered.row.act)).remove(&answered.row.number);
    }

    pub(super) fn count(&self, act: RowAction) -> usize {
        lock(self.of(act)).len()
    }

    pub(super) fn is_empty(&self) -> bool {
        [RowAction::Create, RowAction::Refresh, RowAction::Privacy].into_iter().all(|act| self.count(act) == 0)
    }

    pub(super) fn some(&self, act: RowAction, most: usize) -> Vec<UnconfirmedRow> {
        lock(self.of(act)).values().take(most).cloned().collect()
    }

    pub(super) fn all(&self) -> Vec<UnconfirmedRow> {
        let acts = [RowAction::Create, RowAction::Refresh, RowAction::Privacy];
        let mut all: Vec<_> = acts.into_iter().flat_map(|act| self.some(act, usize::MAX)).collect();
        all.sort_unstable_by_key(|answered| answered.row.number);
        all
    }

    /// The next rows to confirm from the list of all reports, if they make up a page in its order
    /// and are old enough to show.
    pub(super) fn next_in_scan(&self, scan: &ListScan, upto: u32) -> Option<(Vec<UnconfirmedRow>, Direction)> {
        if scan.is_out_of_order || scan.is_over || scan.pages_left() > scan.left {
            return None;
        }
        let mut next = self.some(RowAction::Privacy, PAGE_ROWS);
        if scan.lists.ignores_dates {
            next.extend(self.some(RowAction::Refresh, PAGE_ROWS));
            next.sort_unstable_by_key(|answered| answered.row.number);
        }
        let is_settled = |answered: &UnconfirmedRow| answered.row.number < upto && answered.at.elapsed() >= LIST_DELAY;
        if next.len() < PAGE_ROWS || !next.iter().take(PAGE_ROWS).all(is_settled) {
            return None;
        }
        next.truncate(PAGE_ROWS);
        let ids: Vec<u64> = next.iter().filter_map(|answered| answered.id().parse().ok()).collect();
        let direction = match (ids.len() == next.len(), ids.is_sorted(), ids.is_sorted_by(|one, other| one >= other)) {
            (true, true, _) => Direction::Asc,
            (true, _, true) => Direction::Desc,
            _ => return None,
        };
        (scan.page == 1 || scan.direction == direction).then_some((next, direction))
    }
}
