use std::time::Duration;

use assay_library::{SyncProgressRecord, SyncRecord};
use assay_model::{Completeness, Page, Paging, Problem, ProblemCode, RateLimit, Report, SyncKind, SyncPhase};
use jiff::Timestamp;
use serde_json::Value;
use tokio::time::Instant;

use super::{
    cursor::{FullSyncCheckpoint, ListLimits, MIN_PAGE_ROWS, SyncCheckpoint},
    outcome::{SyncOutcome, as_json, saved_progress},
    phase::PhaseProgress,
    service_reader::{OLDEST, ServiceReader, count},
    status::ProgressReporter,
};
use crate::{
    freshness::RequestInstant, ingest::observed_reports, library_handle::LibraryHandle, service_handle::ServiceHandle,
    throttled_notifier::ThrottledNotifier,
};

/// A sync restarts when the library was replaced.
const MAX_RESTARTS: u32 = 3;

/// Reports that a light sync looks up one by one.
const MAX_MISSING: usize = 100;

/// A shorter full sync replaces a light one that cannot find everything.
const SHORT_SYNC: Duration = Duration::from_mins(1);

/// What a sync was started for.
struct SyncRequest {
    /// Requested by the user.
    is_asked: bool,
    begun_at: Timestamp,
}

/// One sync, from its start or checkpoint to its end.
pub(super) struct Run {
    reader: ServiceReader,
    request: SyncRequest,
    record: SyncRecord,
    /// Where a full sync resumes if it stops now.
    checkpoint: Option<(SyncProgressRecord, SyncCheckpoint)>,
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
        let reader = ServiceReader {
            client: service.client.clone(),
            scope: service.scope.clone(),
            library,
            library_changed,
            total: None,
            pages: (0, Instant::now()),
            phase: PhaseProgress::new(reporter, kind),
        };
        let request = SyncRequest { is_asked, begun_at: Timestamp::now() };
        Self { reader, request, record, checkpoint: None }
    }

    pub(super) async fn run(mut self) -> Result<(), Problem> {
        let outcome = self.run_with_restarts().await;
        if outcome.is_err()
            && let Some((progress, checkpoint)) = self.checkpoint.take()
        {
            self.reader
                .ingest_page(
                    Vec::new(),
                    RequestInstant::now(),
                    SyncProgressRecord { position: as_json(&checkpoint), ..progress },
                    false,
                )
                .await?;
            // For showing progress.
            if let Some(total) = self.reader.total {
                let scope = self.reader.scope.clone();
                self.reader.library.ask(move |library| library.scope(&scope).record_total(total)).await?;
            }
        }
        self.reader.phase.reporter.record(self.reader.kept_record().await?);
        outcome
    }

    async fn run_with_restarts(&mut self) -> Result<(), Problem> {
        for _ in 0..MAX_RESTARTS {
            let ended = match self.reader.phase.progress.kind {
                SyncKind::Full => self.full().await?,
                SyncKind::Light => self.light().await?,
            };
            if let Some(ended) = ended
                && ended.save(&self.reader, self.request.begun_at, &self.record).await?
            {
                return Ok(());
            }
            // The library was damaged, or cleared by another process.
            self.record = self.reader.kept_record().await?;
            self.checkpoint = None;
        }
        Err(Problem::new(ProblemCode::LibraryFailed).with_detail("it did not stay the same during a sync"))
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
            FullSyncCheckpoint { marks: self.reader.read_marks().await?, ..FullSyncCheckpoint::default() }
        };
        let mut bounds = ListLimits::default();
        self.reader.phase.begin(SyncPhase::Reading, progress.done, None);
        while !full.is_read {
            let asked = RequestInstant::now();
            let page = self.reader.page(OLDEST, full.cursor.next).await?;
            let follows = self.reader.follows(OLDEST, &full.cursor, &page).await?;
            let rows = page.rows.len() + page.unreadable.len();
            let is_unsaid = self.reader.client.generation().paging == Some(Paging::Unsaid);
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
            let found = self.reader.ingest_page(observed_reports(page.rows), asked, progress.clone(), is_first).await?;
            let Some(found) = found else { return Ok(None) };
            is_first = false;
            self.reader.add(found);
            self.checkpoint =
                Some((progress.clone(), SyncCheckpoint { full: Some(full.clone()), ..checkpoint.clone() }));
            self.reader.phase.report(progress.done, total);
        }
        let newest = self.reader.read_newest(&full.marks, u32::MAX).await?;
        let completeness = if full.is_cut {
            Completeness::FirstPageOnly
        } else {
            let unseen = self.reader.unseen_since(progress.begun_at).await?;
            self.reader.look_up_missing(unseen).await?;
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
        let newest = self.reader.read_newest(&checkpoint.marks, most).await?;
        let (least, is_all) = (newest.read.least, newest.read.is_all);
        let belongs =
            |id: &String| is_all || least.zip(id.parse().ok()).is_some_and(|(least, id): (u64, u64)| id > least);
        let mut missing = self.reader.unseen_since(self.request.begun_at).await?;
        missing.retain(belongs);
        // More are left to a full sync.
        let is_much = missing.len() > MAX_MISSING;
        if !missing.is_empty() && !is_much {
            self.reader.look_up_missing(missing).await?;
        }
        let known = self.reader.kept_record().await?.reports;
        let is_unsure = !self.reader.sorts_by_refreshed() || newest.total.is_some_and(|total| total != known);
        let is_open = is_much || (!is_all && is_unsure);
        if is_open
            && self.request.is_asked
            && self.record.full_at.is_some()
            && self.is_full_short(newest.total.unwrap_or(known))
        {
            self.reader.phase.progress.kind = SyncKind::Full;
            self.record = self.reader.kept_record().await?;
            return self.full().await;
        }
        let is_open = is_open || (!is_all && self.record.full_at.is_none());
        let looked_at = is_open.then(|| u32::try_from(newest.read.ids.len()).unwrap_or(u32::MAX));
        Ok(Some(SyncOutcome::Light { newest, looked_at }))
    }

    /// Whether a full sync of that many reports is short, at this sync's speed.
    fn is_full_short(&self, reports: u32) -> bool {
        let (pages, since) = self.reader.pages;
        is_short(reports, since.elapsed() / pages.max(1), self.reader.client.rate_limit())
    }
}

/// Whether reading that many reports takes less than a minute at this time per page; each may be
/// requested twice.
fn is_short(reports: u32, page: Duration, limit: Option<RateLimit>) -> bool {
    let requests = reports.div_ceil(100).saturating_mul(2).saturating_add(4);
    let is_allowed =
        limit.is_none_or(|RateLimit { limit, remaining }| requests <= remaining.unwrap_or(limit).min(limit));
    is_allowed && page.saturating_mul(requests) < SHORT_SYNC
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
