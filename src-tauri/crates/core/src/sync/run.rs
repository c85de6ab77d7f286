use std::{collections::HashSet, time::Duration};

use assay_api::Client;
use assay_library::{ObservedReport, SyncProgressRecord, SyncRecord, Total};
use assay_model::{
    Completeness, Direction, Page, PageSize, Paging, Problem, ProblemCode, RateLimit, Report, ReportQuery, ReportSort,
    ServiceKey, SyncFound, SyncKind, SyncPhase, SyncProgress,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::time::Instant;

use super::{
    cursor::{FullSyncCheckpoint, HighWaterMarks, ListLimits, MIN_PAGE_ROWS, PageCursor, SyncCheckpoint},
    status::ProgressReporter,
};
use crate::{
    freshness::RequestInstant, ingest::observed_reports, library_handle::LibraryHandle, service_handle::ServiceHandle,
    throttled_notifier::ThrottledNotifier,
};

/// Reports that may be missing before the service has to prove that it responds.
const MAX_UNPROVEN: usize = 20;

/// A sync restarts when the library was replaced.
const MAX_RESTARTS: u32 = 3;

/// A sync that was stopped longer ago starts over: too much may have changed.
const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Reports that a light sync looks up one by one.
const MAX_MISSING: usize = 100;

/// A shorter full sync replaces a light one that cannot find everything.
const SHORT_SYNC: Duration = Duration::from_mins(1);

/// The order in which a service's list is read.
#[derive(Clone, Copy)]
struct Order {
    by: ReportSort,
    direction: Direction,
}

/// Oldest first: new reports come at the end and move nothing unread.
const OLDEST: Order = Order { by: ReportSort::Id, direction: Direction::Asc };
const NEWEST: Order = Order { by: ReportSort::Id, direction: Direction::Desc };
const REFRESHED: Order = Order { by: ReportSort::GeneratedAt, direction: Direction::Desc };

/// The result of a successful sync.
enum SyncOutcome {
    /// A full sync that was started at `begun_at`.
    Full { begun_at: Timestamp, newest: NewestReports, completeness: Completeness },
    /// A light sync; `looked_at` is the number of newest reports it was limited to.
    Light { newest: NewestReports, looked_at: Option<u32> },
}

/// The reports above the marks of a sync.
struct NewestReports {
    /// The current marks.
    marks: HighWaterMarks,
    /// The service's total number of reports.
    total: Option<u32>,
    /// The newest reports that were read.
    read: ListRead,
}

/// A list that was read from its top.
#[derive(Default)]
struct ListRead {
    /// Its first page.
    top: Vec<Report>,
    total: Option<u64>,
    ids: HashSet<String>,
    /// The smallest id, if all are numbers in order.
    least: Option<u64>,
    /// Read to its end.
    is_all: bool,
}

/// What a sync was started for.
struct SyncRequest {
    kind: SyncKind,
    /// Requested by the user.
    is_asked: bool,
    begun_at: Timestamp,
}

/// The progress of a sync's current phase.
struct PhaseProgress {
    reporter: ProgressReporter,
    progress: SyncProgress,
    /// When the phase started, and how much was done then.
    since: (Instant, u32),
}

impl PhaseProgress {
    /// Starts a phase.
    fn begin(&mut self, phase: SyncPhase, done: u32, total: Option<u32>) {
        self.since = (Instant::now(), done);
        self.progress.phase = phase;
        self.report(done, total);
    }

    fn report(&mut self, done: u32, total: Option<u32>) {
        let (since, done_then) = self.since;
        let left = total.map(|total| total.saturating_sub(done));
        let seconds_left = left.zip(done.checked_sub(done_then).filter(|done| *done > 0)).map(|(left, done)| {
            let millis = since.elapsed().as_millis() * u128::from(left);
            u32::try_from(millis.div_ceil(u128::from(done) * 1000)).unwrap_or(u32::MAX)
        });
        self.progress = SyncProgress { done, total, seconds_left, ..self.progress };
        self.reporter.progress(self.progress);
    }
}

/// One sync, from its start or checkpoint to its end.
pub(super) struct Run {
    client: Client,
    scope: ServiceKey,
    request: SyncRequest,
    /// The service's last total.
    total: Option<u32>,
    /// How many pages were requested, and since when.
    pages: (u32, Instant),
    /// The record of earlier syncs.
    record: SyncRecord,
    library: LibraryHandle,
    library_changed: ThrottledNotifier,
    /// Where a full sync resumes if it stops now.
    checkpoint: Option<(SyncProgressRecord, SyncCheckpoint)>,
    phase: PhaseProgress,
}

impl Run {
    pub(super) fn new(
        service: &ServiceHandle,
        kind: SyncKind,
        is_asked: bool,
        record: SyncRecord,
        library: LibraryHandle,
        reporter: ProgressReporter,
        library_changed: ThrottledNotifier,
    ) -> Self {
        Self {
            client: service.client.clone(),
            scope: service.scope.clone(),
            request: SyncRequest { kind, is_asked, begun_at: Timestamp::now() },
            total: None,
            pages: (0, Instant::now()),
            record,
            library,
            library_changed,
            checkpoint: None,
            phase: PhaseProgress {
                reporter,
                progress: SyncProgress { kind, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None },
                since: (Instant::now(), 0),
            },
        }
    }

    pub(super) async fn run(mut self) -> Result<(), Problem> {
        let outcome = self.run_with_restarts().await;
        if outcome.is_err()
            && let Some((progress, checkpoint)) = self.checkpoint.take()
        {
            self.ingest_page(
                Vec::new(),
                RequestInstant::now(),
                SyncProgressRecord { position: as_json(&checkpoint), ..progress },
                false,
            )
            .await?;
            // For showing progress.
            if let Some(total) = self.total {
                let scope = self.scope.clone();
                self.library.ask(move |library| library.record_total(&scope, total)).await?;
            }
        }
        self.phase.reporter.record(self.kept_record().await?);
        outcome
    }

    async fn run_with_restarts(&mut self) -> Result<(), Problem> {
        for _ in 0..MAX_RESTARTS {
            let ended = match self.request.kind {
                SyncKind::Full => self.full().await?,
                SyncKind::Light => self.light().await?,
            };
            if let Some(ended) = ended
                && self.end(ended).await?
            {
                return Ok(());
            }
            // The library was damaged, or cleared by another process.
            self.record = self.kept_record().await?;
            self.checkpoint = None;
        }
        Err(Problem::new(ProblemCode::LibraryFailed).with_detail("it did not stay the same during a sync"))
    }

    async fn kept_record(&self) -> Result<SyncRecord, Problem> {
        let scope = self.scope.clone();
        self.library.ask(move |library| library.sync_record(&scope)).await
    }

    /// Saves how it ended. Returns false if the library was replaced meanwhile.
    async fn end(&self, ended: SyncOutcome) -> Result<bool, Problem> {
        let began = match &ended {
            SyncOutcome::Full { begun_at, .. } => self.request.begun_at.min(*begun_at),
            SyncOutcome::Light { .. } => self.request.begun_at,
        };
        // Includes the first response with coarse clocks.
        let since = began - SignedDuration::from_micros(1);
        let (scope, full_before) = (self.scope.clone(), self.record.full_at);
        let found = self.library.ask(move |library| library.found_since(&scope, since)).await?;
        let scope = self.scope.clone();
        let end = move |record: &mut SyncRecord| {
            let now = Timestamp::now();
            let (said, looked_at) = match &ended {
                SyncOutcome::Full { newest, .. } => (newest.total, None),
                SyncOutcome::Light { newest, looked_at } => (newest.total, *looked_at),
            };
            match ended {
                SyncOutcome::Full { begun_at, newest: NewestReports { marks, .. }, completeness } => {
                    if !record
                        .progress
                        .as_ref()
                        .is_some_and(|progress| progress.kind == SyncKind::Full && progress.begun_at == begun_at)
                    {
                        return false;
                    }
                    (record.full_at, record.completeness) = (Some(now), completeness);
                    let position = as_json(&SyncCheckpoint { marks, full: None });
                    record.progress =
                        Some(SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position, done: 0 });
                }
                // Still valid: the same library, and no other full sync since.
                SyncOutcome::Light { newest: NewestReports { marks, .. }, .. } if record.full_at == full_before => {
                    let (progress, checkpoint) = saved_progress(record);
                    record.progress = Some(SyncProgressRecord {
                        position: as_json(&SyncCheckpoint { marks, ..checkpoint }),
                        ..progress
                    });
                }
                SyncOutcome::Light { .. } => {}
            }
            (record.synced_at, record.found, record.found_since) = (Some(now), found, Some(since));
            record.looked_at = looked_at;
            record.total = said.map(|said| Total { said, known: record.reports });
            true
        };
        self.library.ask(move |library| library.update_sync_record(&scope, end)).await
    }

    /// Ingests a page together with the progress of a full sync. Returns `None` if the library was
    /// replaced meanwhile.
    async fn ingest_page(
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

    /// Full sync: everything, oldest first; then what is new; then what is missing. `None` if the
    /// library was replaced.
    async fn full(&mut self) -> Result<Option<SyncOutcome>, Problem> {
        let (mut progress, mut checkpoint) = saved_progress(&self.record);
        let mut is_first = checkpoint.full.is_none();
        let mut full = if let Some(stopped) = checkpoint.full.take() {
            self.checkpoint =
                Some((progress.clone(), SyncCheckpoint { full: Some(stopped.clone()), ..checkpoint.clone() }));
            stopped
        } else {
            progress =
                SyncProgressRecord { kind: SyncKind::Full, begun_at: Timestamp::now(), position: Value::Null, done: 0 };
            FullSyncCheckpoint { marks: self.read_marks().await?, ..FullSyncCheckpoint::default() }
        };
        let mut bounds = ListLimits::default();
        self.phase.begin(SyncPhase::Reading, progress.done, None);
        while !full.is_read {
            let asked = RequestInstant::now();
            let page = self.page(OLDEST, full.cursor.next).await?;
            let follows = self.follows(OLDEST, &full.cursor, &page).await?;
            let rows = page.rows.len() + page.unreadable.len();
            let is_unsaid = self.client.generation().paging == Some(Paging::Unsaid);
            let has_only_one = full.cursor.next == 1 && !page.has_next && is_unsaid && rows >= MIN_PAGE_ROWS;
            let is_same_again = full.cursor.is_repeated_by(&page.rows);
            if !is_same_again {
                bounds.count(&page, full.cursor.next)?;
            }
            full.is_cut |= has_only_one || (is_same_again && full.cursor.page == 1);
            full.is_read = !full.cursor.advance(&page, follows) || is_same_again;
            let total = page.total.and_then(|total| u32::try_from(total).ok());
            progress.done = done(&page).unwrap_or_else(|| progress.done.saturating_add(count(&page.rows)));
            progress.position = as_json(&SyncCheckpoint { full: Some(full.clone()), ..checkpoint.clone() });
            let found = self.ingest_page(observed_reports(page.rows), asked, progress.clone(), is_first).await?;
            let Some(found) = found else { return Ok(None) };
            is_first = false;
            self.add(found);
            self.checkpoint =
                Some((progress.clone(), SyncCheckpoint { full: Some(full.clone()), ..checkpoint.clone() }));
            self.phase.report(progress.done, total);
        }
        let newest = self.read_newest(&full.marks, u32::MAX).await?;
        let completeness = if full.is_cut {
            Completeness::FirstPageOnly
        } else {
            let unseen = self.unseen_since(progress.begun_at).await?;
            self.look_up_missing(unseen).await?;
            if full.cursor.is_whole { Completeness::Whole } else { Completeness::Unsettled }
        };
        Ok(Some(SyncOutcome::Full { begun_at: progress.begun_at, newest, completeness }))
    }

    /// Light sync: what is new, what was rechecked if the service can sort by that
    /// (`field-notes.md` 14), and what is missing. Becomes a full sync if that leaves gaps, the
    /// user asked for it, and it is short.
    async fn light(&mut self) -> Result<Option<SyncOutcome>, Problem> {
        let (_, checkpoint) = saved_progress(&self.record);
        // Before the first full sync, only the newest are needed.
        let most = if self.record.full_at.is_some() { u32::MAX } else { 1 };
        let newest = self.read_newest(&checkpoint.marks, most).await?;
        let (least, is_all) = (newest.read.least, newest.read.is_all);
        let belongs =
            |id: &String| is_all || least.zip(id.parse().ok()).is_some_and(|(least, id): (u64, u64)| id > least);
        let mut missing = self.unseen_since(self.request.begun_at).await?;
        missing.retain(belongs);
        // More are left to a full sync.
        let is_much = missing.len() > MAX_MISSING;
        if !missing.is_empty() && !is_much {
            self.look_up_missing(missing).await?;
        }
        let known = self.kept_record().await?.reports;
        let is_unsure = !self.sorts_by_refreshed() || newest.total.is_some_and(|total| total != known);
        let is_open = is_much || (!is_all && is_unsure);
        if is_open
            && self.request.is_asked
            && self.record.full_at.is_some()
            && self.is_full_short(newest.total.unwrap_or(known))
        {
            (self.request.kind, self.phase.progress.kind) = (SyncKind::Full, SyncKind::Full);
            self.record = self.kept_record().await?;
            return self.full().await;
        }
        let is_open = is_open || (!is_all && self.record.full_at.is_none());
        let looked_at = is_open.then(|| u32::try_from(newest.read.ids.len()).unwrap_or(u32::MAX));
        Ok(Some(SyncOutcome::Light { newest, looked_at }))
    }

    /// Whether a full sync of that many reports is short, at this sync's speed.
    fn is_full_short(&self, reports: u32) -> bool {
        let (pages, since) = self.pages;
        is_short(reports, since.elapsed() / pages.max(1), self.client.rate_limit())
    }

    /// The current top of the service's lists.
    async fn read_marks(&mut self) -> Result<HighWaterMarks, Problem> {
        let newest = HighWaterMarks::newest(&self.page(NEWEST, 1).await?.rows);
        let refreshed = if self.sorts_by_refreshed() {
            let small = query(REFRESHED, PageSize::Ten, 1);
            HighWaterMarks::refreshed(&self.client.list_full_reports(&small).await?.rows)
        } else {
            None
        };
        Ok(HighWaterMarks { newest, refreshed })
    }

    /// Whether the service may support sorting by last check: no, once it ignored it.
    fn sorts_by_refreshed(&self) -> bool {
        self.client.generation().sorts.get(&ReportSort::GeneratedAt) != Some(&false)
    }

    /// Reads new and rechecked reports above the marks. Returns the current marks.
    async fn read_newest(&mut self, marks: &HighWaterMarks, most: u32) -> Result<NewestReports, Problem> {
        let read = self.read_until(NEWEST, most, |rows| marks.reach_newest(rows)).await?;
        let refreshed = if self.sorts_by_refreshed() {
            HighWaterMarks::refreshed(&self.read_until(REFRESHED, most, |rows| marks.reach_refreshed(rows)).await?.top)
        } else {
            None
        };
        let marks = HighWaterMarks { newest: HighWaterMarks::newest(&read.top), refreshed };
        Ok(NewestReports { marks, total: read.total.and_then(|total| u32::try_from(total).ok()), read })
    }

    /// Reads a list from its top to a mark, or to its end if all marks were deleted. Known reports
    /// don't end it: they may come from the window or from a stopped sync.
    async fn read_until(
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
            if self.request.kind == SyncKind::Light {
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

    /// Known reports that were not in a response since some time.
    async fn unseen_since(&self, since: Timestamp) -> Result<Vec<String>, Problem> {
        let scope = self.scope.clone();
        self.library.ask(move |library| library.unseen_since(&scope, since)).await
    }

    /// Reads missing reports one by one.
    async fn look_up_missing(&mut self, unseen: Vec<String>) -> Result<(), Problem> {
        self.phase.begin(SyncPhase::Looking, 0, u32::try_from(unseen.len()).ok());
        let mut missing = Vec::new();
        for id in unseen {
            let asked = RequestInstant::now();
            match self.client.read_report(&id).await {
                Ok(report) => {
                    let found = self.library.ingest_report(&self.scope, report, asked).await?;
                    self.add(found);
                }
                Err(problem) if problem.code == ProblemCode::NotFound => missing.push((id, asked)),
                // Its saved copy stays.
                Err(problem) if is_unreadable(problem.code) => {}
                Err(problem) => return Err(problem),
            }
            if missing.len() >= MAX_UNPROVEN {
                self.mark_gone(&mut missing).await?;
            }
            self.phase.report(self.phase.progress.done + 1, self.phase.progress.total);
        }
        self.mark_gone(&mut missing).await
    }

    async fn mark_gone(&mut self, missing: &mut Vec<(String, RequestInstant)>) -> Result<(), Problem> {
        if missing.is_empty() {
            return Ok(());
        }
        // If nothing is found, something else may be answering for the service.
        let small = ReportQuery { per_page: PageSize::Ten, ..ReportQuery::default() };
        self.client.list_reports(&small).await?;
        for (id, asked) in std::mem::take(missing) {
            let was_there = self.library.mark_report_gone(&self.scope, &id, asked).await?;
            self.add(SyncFound { gone: was_there.into(), ..SyncFound::default() });
        }
        Ok(())
    }

    async fn page(&mut self, order: Order, page: u32) -> Result<Page<Report>, Problem> {
        self.pages.0 += 1;
        let page = self.client.list_full_reports(&query(order, PageSize::Hundred, page)).await?;
        self.total = page.total.and_then(|total| u32::try_from(total).ok());
        Ok(page)
    }

    async fn follows(&self, order: Order, cursor: &PageCursor, page: &Page<Report>) -> Result<bool, Problem> {
        cursor.is_followed_by(&page.rows, &self.client, &query(order, PageSize::Hundred, cursor.next)).await
    }

    fn add(&self, found: SyncFound) {
        if found != SyncFound::default() {
            self.library_changed.changed();
        }
    }
}

/// Whether reading that many reports takes less than a minute at this time per page; each may be
/// requested twice.
/// Whether a report is no longer accessible or readable, though it may exist.
fn is_unreadable(code: ProblemCode) -> bool {
    use ProblemCode::{Forbidden, InvalidInput, OtherReport, UnsupportedService};
    matches!(code, Forbidden | UnsupportedService | OtherReport | InvalidInput)
}

fn is_short(reports: u32, page: Duration, limit: Option<RateLimit>) -> bool {
    let requests = reports.div_ceil(100).saturating_mul(2).saturating_add(4);
    let is_allowed =
        limit.is_none_or(|RateLimit { limit, remaining }| requests <= remaining.unwrap_or(limit).min(limit));
    is_allowed && page.saturating_mul(requests) < SHORT_SYNC
}

/// Whether all ids are numbers in descending order.
fn is_descending(rows: &[Report]) -> bool {
    let ids: Option<Vec<u64>> = rows.iter().map(|report| report.row.id.parse().ok()).collect();
    ids.is_some_and(|ids| ids.is_sorted_by(|one, next| one > next))
}

/// The query for a page in an order.
fn query(Order { by, direction }: Order, per_page: PageSize, page: u32) -> ReportQuery {
    ReportQuery { sort_by: Some(by), sort: Some(direction), per_page, page: Some(page), ..ReportQuery::default() }
}

/// The progress of earlier syncs. A full sync that was stopped too long ago, or saved by another
/// version, starts over.
fn saved_progress(record: &SyncRecord) -> (SyncProgressRecord, SyncCheckpoint) {
    let now = Timestamp::now();
    let nothing = || SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position: Value::Null, done: 0 };
    let progress = record.progress.clone().unwrap_or_else(nothing);
    let mut checkpoint: SyncCheckpoint = serde_json::from_value(progress.position.clone()).unwrap_or_default();
    checkpoint.full = checkpoint.full.filter(|_| now.duration_since(progress.begun_at) < MAX_PAUSE);
    if checkpoint.full.is_some() { (progress, checkpoint) } else { (nothing(), checkpoint) }
}

/// Without a saved checkpoint the next sync starts over.
fn as_json(checkpoint: &SyncCheckpoint) -> Value {
    serde_json::to_value(checkpoint).unwrap_or_default()
}

fn count(rows: &[Report]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}

/// How many reports there are up to the end of a page, if known.
fn done(page: &Page<Report>) -> Option<u32> {
    let rows = u64::from(count(&page.rows));
    page.offset.and_then(|offset| u32::try_from(offset.saturating_add(rows)).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_sync_is_short_where_time_and_throttle_allow_it_within_a_minute() {
        let page = Duration::from_millis;
        let limit = |limit, remaining| Some(RateLimit { limit, remaining });
        // 26 pages, each twice, with a margin.
        assert!(is_short(2_600, page(1_000), None));
        assert!(!is_short(2_600, page(1_100), None));
        assert!(is_short(2_600, page(10), limit(60, None)));
        assert!(is_short(2_600, page(10), limit(60, Some(56))));
        assert!(!is_short(2_600, page(10), limit(60, Some(55))));
        assert!(!is_short(6_000, page(1), limit(60, None)));
        assert!(!is_short(u32::MAX, page(1), None));
    }
}
