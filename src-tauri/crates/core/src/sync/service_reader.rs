use std::collections::HashSet;

use assay_api::Client;
use assay_library::{ObservedReport, SyncProgressRecord, SyncRecord};
use assay_model::{
    Direction, Page, PageSize, Paging, Problem, Report, ReportQuery, ReportSort, ServiceKey, SyncFound, SyncKind,
};
use tokio::time::Instant;

use super::{
    cursor::{ListLimits, MIN_PAGE_ROWS, PageCursor},
    phase::PhaseProgress,
};
use crate::{
    freshness::RequestInstant, ingest::observed_reports, library_handle::LibraryHandle,
    throttled_notifier::ThrottledNotifier,
};

/// The order in which a service's list is read.
#[derive(Clone, Copy)]
pub(super) struct Order {
    by: ReportSort,
    direction: Direction,
}

/// Oldest first: new reports come at the end and move nothing unread.
pub(super) const OLDEST: Order = Order { by: ReportSort::Id, direction: Direction::Asc };
pub(super) const NEWEST: Order = Order { by: ReportSort::Id, direction: Direction::Desc };
pub(super) const REFRESHED: Order = Order { by: ReportSort::GeneratedAt, direction: Direction::Desc };

/// A list that was read from its top.
#[derive(Default)]
pub(super) struct ListRead {
    /// Its first page.
    pub top: Vec<Report>,
    pub total: Option<u64>,
    pub ids: HashSet<String>,
    /// The smallest id, if all are numbers in order.
    pub least: Option<u64>,
    /// Read to its end.
    pub is_all: bool,
}

/// Reads a service's reports into the library.
pub(super) struct ServiceReader {
    pub client: Client,
    pub scope: ServiceKey,
    pub library: LibraryHandle,
    pub library_changed: ThrottledNotifier,
    /// The service's last total.
    pub total: Option<u32>,
    /// How many pages were requested, and since when.
    pub pages: (u32, Instant),
    pub phase: PhaseProgress,
}

impl ServiceReader {
    pub(super) async fn kept_record(&self) -> Result<SyncRecord, Problem> {
        let scope = self.scope.clone();
        self.library.ask(move |library| library.scope(&scope).sync_record()).await
    }

    /// Ingests a page together with the progress of a full sync. Returns `None` if the library was
    /// replaced meanwhile.
    pub(super) async fn ingest_page(
        &self,
        seen: Vec<ObservedReport>,
        asked: RequestInstant,
        progress: SyncProgressRecord,
        is_first: bool,
    ) -> Result<Option<SyncFound>, Problem> {
        if is_first {
            self.library.ingest_first_page(&self.scope, seen, asked, progress).await.map(Some)
        } else {
            self.library.ingest_next_page(&self.scope, seen, asked, progress).await
        }
    }

    /// Reads a list from its top to a mark, or to its end if all marks were deleted. Known reports
    /// don't end it: they may come from the window or from a stopped sync.
    pub(super) async fn read_until(
        &mut self,
        order: Order,
        most: u32,
        reaches: impl Fn(&[Report]) -> bool,
    ) -> Result<ListRead, Problem> {
        let (mut cursor, mut bounds, mut read) = (PageCursor::default(), ListLimits::default(), ListRead::default());
        let mut is_ordered = true;
        loop {
            let asked = RequestInstant::now();
            let page = self.page(order, cursor.next).await?;
            let follows = self.follows(order, &cursor, &page).await?;
            let is_repeated = cursor.is_repeated_by(&page.rows);
            if !is_repeated {
                bounds.count(&page, cursor.next)?;
            }
            let is_as_asked = !page.sort_ignored && !is_repeated;
            let is_whole = page.unreadable.is_empty();
            let has_more = cursor.advance(&page, follows);
            let (is_down, rows) = (follows && reaches(&page.rows), count(&page.rows));
            if cursor.page <= 1 {
                (read.top, read.total) = (page.rows.clone(), page.total);
            }
            is_ordered &= is_as_asked && is_whole && follows && is_descending(&page.rows);
            read.least = page.rows.last().and_then(|last| last.row.id.parse().ok()).filter(|_| is_ordered);
            read.ids.extend(page.rows.iter().map(|report| report.row.id.clone()));
            let found = self.library.ingest(&self.scope, observed_reports(page.rows), asked).await?;
            self.add(found);
            if self.phase.progress.kind == SyncKind::Light {
                self.phase.report(self.phase.progress.done.saturating_add(rows), None);
            }
            if is_down || !is_as_asked || !has_more || cursor.page >= most {
                let is_unsaid =
                    self.client.generation().paging == Some(Paging::Unsaid) && read.ids.len() >= MIN_PAGE_ROWS;
                read.is_all = is_as_asked && is_whole && !has_more && !is_unsaid && cursor.is_whole;
                return Ok(read);
            }
        }
    }

    pub(super) async fn page(&mut self, order: Order, page: u32) -> Result<Page<Report>, Problem> {
        self.pages.0 += 1;
        let page = self.client.list_full_reports(&query(order, PageSize::Hundred, page)).await?;
        self.total = page.total.and_then(|total| u32::try_from(total).ok());
        Ok(page)
    }

    pub(super) async fn follows(
        &self,
        order: Order,
        cursor: &PageCursor,
        page: &Page<Report>,
    ) -> Result<bool, Problem> {
        cursor.is_followed_by(&page.rows, &self.client, &query(order, PageSize::Hundred, cursor.next)).await
    }

    pub(super) fn add(&self, found: SyncFound) {
        if found != SyncFound::default() {
            self.library_changed.changed();
        }
    }
}

/// Whether all ids are numbers in descending order.
fn is_descending(rows: &[Report]) -> bool {
    let ids: Option<Vec<u64>> = rows.iter().map(|report| report.row.id.parse().ok()).collect();
    ids.is_some_and(|ids| ids.is_sorted_by(|one, next| one > next))
}

pub(super) fn query(Order { by, direction }: Order, per_page: PageSize, page: u32) -> ReportQuery {
    ReportQuery { sort_by: Some(by), sort: Some(direction), per_page, page: Some(page), ..ReportQuery::default() }
}

pub(super) fn count(rows: &[Report]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}
