//! Resolves creates whose response was lost. They are looked up and never resent automatically: a
//! missing report proves little (`field-notes.md` 17, 19).

use std::{sync::Arc, time::Duration};

use assay_api::Since;
use assay_journal::{OpenRow, ReportsBefore, RowEnd, Sending};
use assay_model::{
    BatchFilter, BatchRow, Direction, PageSize, Problem, ProblemCode, ReportQuery, ReportRow, ReportSort, RowAction,
    RowState, StateCounts,
};
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::Semaphore,
    time::{Instant, sleep},
};

use crate::{freshness::RequestInstant, ingest::Observation, lock::lock};

use super::{
    failure_policy::{Backoff, FailureAction, action_for},
    send_row::{RowAttempt, RowOutcome, RowSender, failed},
    unknown_create::{LookupResult, SiblingCreates, UnknownCreate, decide, since},
};

/// The pause before the second lookup, which doubles each time, and its maximum.
const LIST_DELAY: Duration = Duration::from_millis(1500);
const MAX_LIST_DELAY: Duration = Duration::from_secs(30);

/// For unknown creates: nothing else is sent meanwhile.
pub(super) const MAX_CONCURRENT_LOOKUPS: usize = 16;

/// Margin for rows of an earlier process: the clock may have been set since.
const SLACK: SignedDuration = SignedDuration::from_mins(30);

/// Lookups while other new reports have no known origin, and their pause: rows in flight get their
/// outcome meanwhile.
const MAX_UNCLEAR_LOOKUPS: u32 = 3;
const UNCLEAR_DELAY: Duration = Duration::from_secs(5);

/// Precedes the result of a lookup in the detail of a problem.
const LOOKUP_MARKER: &str = "lookup: ";

/// Resolves the lost creates of a batch.
pub(super) struct CreateResolver {
    pub rows: Arc<RowSender>,
    /// Limits concurrent lookups.
    pub lookups: Semaphore,
}

impl CreateResolver {
    pub(super) fn new(rows: Arc<RowSender>) -> Self {
        Self { rows, lookups: Semaphore::new(MAX_CONCURRENT_LOOKUPS) }
    }

    /// A create that was in flight when its process ended or its batch was stopped.
    pub(super) fn unknown_create(&self, open: OpenRow, longest: Duration, is_asked: bool) -> UnknownCreate {
        let OpenRow { row, begun, is_past } = open;
        let crashed = || Problem { tried_at: Some(begun.at), ..Problem::new(ProblemCode::OutcomeUnknown) };
        let problem = row.problem.clone().unwrap_or_else(crashed);
        let exact = since(begun);
        // Without the earlier reports, an older one could be mistaken for this one.
        let since = lock(&self.rows.siblings).before_since.map_or(exact, |earliest| exact.minus(SLACK, earliest));
        let until = Instant::now() + if is_past { Duration::ZERO } else { longest };
        UnknownCreate { row, begun, since, until, is_asked, problem }
    }

    /// Records the reports that exist before the batch creates any, and the service's time.
    pub(super) async fn record_reports_before(&self) -> Result<(), Problem> {
        let batch = self.rows.batch;
        let StateCounts { running, done, failed, unknown, .. } =
            self.rows.journal.ask(move |journal| journal.batch(batch).read()).await?.states;
        let is_first = running + done + failed + unknown == 0;
        let client = self.rows.client().await?;
        if !self.rows.creates || (!is_first && client.service_time().is_some()) {
            return Ok(());
        }
        let newest = ReportQuery {
            sort_by: Some(ReportSort::Id),
            sort: Some(Direction::Desc),
            per_page: PageSize::Hundred,
            ..ReportQuery::default()
        };
        let page = client.list_reports(&newest).await?;
        let Some(now) = client.service_time().filter(|_| is_first) else { return Ok(()) };
        let is_whole = !page.has_next && page.unreadable.is_empty();
        let oldest = page.rows.iter().map(|row| row.created_at).min().flatten();
        let since = match oldest {
            _ if is_whole => Timestamp::UNIX_EPOCH,
            Some(oldest) if !page.sort_ignored && page.unreadable.is_empty() => oldest,
            // Any report may be from before.
            _ => now,
        };
        let before = ReportsBefore { reports: page.rows.into_iter().map(|row| row.id).collect(), since };
        self.rows.journal.ask(move |journal| journal.batch(batch).note_before(before)).await
    }

    /// Looks up a report by the row's URL; `None` while the outcome is open.
    pub(super) async fn look_up(&self, lost: &UnknownCreate) -> Result<Option<RowOutcome>, Problem> {
        let client = self.rows.client().await?;
        let seen = client.find_created_by_url(&lost.row.address, lost.since).await?;
        if seen.is_empty() {
            return Ok(None);
        }
        let look = decide(&lost.row, seen, &lock(&self.rows.siblings));
        match look {
            LookupResult::Found(row) => Ok(Some(self.found(lost, *row).await)),
            // Other reports of the URL belong to other rows.
            LookupResult::Nothing | LookupResult::Unclear(_) => Ok(None),
        }
    }

    /// Repeats the lookup until the outcome is known, or cannot be.
    pub(super) async fn resolve(&self, lost: UnknownCreate) -> RowOutcome {
        let mut backoff = Backoff::default();
        loop {
            match self.try_resolve(&lost).await {
                Ok(told) => return told,
                Err(problem) if action_for(problem.code) == FailureAction::Retry => {
                    backoff.record_failure(&problem);
                    sleep(backoff.left().unwrap_or_default()).await;
                }
                Err(problem) if action_for(problem.code) == FailureAction::FailRow => {
                    return self.not_told(&lost, &problem).await;
                }
                // The row stays open: it is looked up when the batch resumes.
                Err(problem) => return RowOutcome::Broken(problem),
            }
        }
    }

    async fn try_resolve(&self, lost: &UnknownCreate) -> Result<RowOutcome, Problem> {
        let mut pause = LIST_DELAY;
        loop {
            let is_past = lost.is_past();
            let looked = {
                let _looking = self.lookups.acquire().await;
                self.look_up(lost).await?
            };
            match looked {
                Some(told) => return Ok(told),
                None if is_past => return self.evaluate(lost).await,
                None => {}
            }
            sleep(pause.min(lost.until.saturating_duration_since(Instant::now()))).await;
            pause = (pause * 2).min(MAX_LIST_DELAY);
        }
    }

    /// Decides when the URL isn't found and the service can no longer be working on it.
    async fn evaluate(&self, lost: &UnknownCreate) -> Result<RowOutcome, Problem> {
        let longest = SignedDuration::try_from(self.rows.longest_write().await? * 2).unwrap_or(SignedDuration::MAX);
        let until = since(lost.begun).plus(longest);
        for pause in 0..MAX_UNCLEAR_LOOKUPS {
            sleep(UNCLEAR_DELAY * pause.min(1)).await;
            let _looking = self.lookups.acquire().await;
            let client = self.rows.client().await?;
            let Some(seen) = client.created_between(lost.since, until).await? else {
                let why = "the service's list doesn't show what was created since";
                return Ok(self.left_open(lost, why).await);
            };
            let (look, is_any_open) = {
                let siblings = lock(&self.rows.siblings);
                let is_any_open = siblings.open.keys().any(|number| *number != lost.row.number);
                (decide(&lost.row, seen, &siblings), is_any_open)
            };
            // Rows in flight may explain the other reports.
            let is_last = pause + 1 == MAX_UNCLEAR_LOOKUPS || !is_any_open;
            match look {
                LookupResult::Found(row) => return Ok(self.found(lost, *row).await),
                LookupResult::Nothing if !lost.is_asked => {
                    let why = "found no report of it, which doesn't prove that none was created";
                    return Ok(self.left_open(lost, why).await);
                }
                LookupResult::Nothing if matches!(lost.since, Since::Computer(_)) => {
                    let why = "found no report of it, but the service's clock is unknown";
                    return Ok(self.left_open(lost, why).await);
                }
                LookupResult::Nothing => {
                    return Ok(RowOutcome::Back(RowAttempt { row: lost.row.clone(), begun: Some(lost.begun) }, None));
                }
                LookupResult::Unclear(ids) if is_last => {
                    let ids = ids.into_iter().take(10).collect::<Vec<_>>().join(", ");
                    return Ok(self.left_open(lost, &format!("it may have created one of these reports: {ids}")).await);
                }
                LookupResult::Unclear(_) => {}
            }
        }
        Err(Problem::new(ProblemCode::Internal))
    }

    /// Loads the earlier creates of the batch.
    pub(super) async fn load_siblings(&self) -> Result<(), Problem> {
        let batch = self.rows.batch;
        let made = BatchFilter { act: Some(RowAction::Create), ..BatchFilter::default() };
        let ask = move |journal: &assay_journal::Journal| {
            let (batch, mut siblings) = (journal.batch(batch), SiblingCreates::default());
            if let Some(ReportsBefore { reports, since }) = batch.before()? {
                (siblings.before, siblings.before_since) = (reports.into_iter().collect(), Some(since));
            }
            batch.for_each_row(&made, |row| siblings.made.extend(row.report))?;
            batch.open_rows()?.iter().for_each(|open| siblings.begin(&open.row));
            Ok(siblings)
        };
        let siblings = self.rows.journal.ask(ask).await?;
        *lock(&self.rows.siblings) = siblings;
        Ok(())
    }

    async fn found(&self, lost: &UnknownCreate, found: ReportRow) -> RowOutcome {
        if let Ok(services) = self.rows.services() {
            let observation = Observation::Rows {
                scope: self.rows.scope.clone(),
                rows: vec![found.clone()],
                at: RequestInstant::now(),
            };
            services.ingest.push(&self.rows.connection, observation).await;
        }
        let row = BatchRow { report: Some(found.id), was_found: true, ..lost.row.clone() };
        self.rows.answered(row, lost.begun).await
    }

    /// Handles a lookup that the service refuses.
    pub(super) async fn not_told(&self, lost: &UnknownCreate, problem: &Problem) -> RowOutcome {
        self.left_open(lost, &problem.to_string()).await
    }

    /// Leaves the row to the user.
    async fn left_open(&self, lost: &UnknownCreate, why: &str) -> RowOutcome {
        // The result of an earlier lookup is outdated.
        let said = lost.problem.detail.as_deref().and_then(|said| said.split(LOOKUP_MARKER).next()).unwrap_or_default();
        let gap = if said.is_empty() || said.ends_with("; ") { "" } else { "; " };
        let problem =
            Problem { detail: Some(format!("{said}{gap}{LOOKUP_MARKER}{why}").into()), ..lost.problem.clone() };
        let sending = if lost.is_past() { Sending::Past } else { Sending::Open };
        let end = RowEnd { state: RowState::Unknown, is_left_open: true, sending, ..failed(&problem, None) };
        match self.rows.write(lost.row.number, end).await {
            Ok(()) => RowOutcome::Open(problem),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{Arc, Mutex, Weak},
        time::Duration,
    };

    use assay_api::Since;
    use assay_journal::{OpenRow, SendRecord};
    use jiff::{SignedDuration, Timestamp};

    use super::{super::journal_handle::JournalHandle, CreateResolver, RowSender, lock};
    use crate::fakes::lost;

    #[test]
    fn what_an_ended_process_has_sent_is_looked_for_since_then_and_not_since_now() {
        let at = |second| Timestamp::UNIX_EPOCH + SignedDuration::from_secs(second);
        let folder = tempfile::tempdir().unwrap();
        let rows = RowSender {
            services: Weak::new(),
            journal: JournalHandle::closed(folder.path()),
            batch: 1,
            connection: String::new(),
            scope: String::new().into(),
            keep_passwords: false,
            creates: true,
            siblings: Mutex::default(),
        };
        let resolver = CreateResolver::new(Arc::new(rows));
        let since = |before_since, service_time| {
            lock(&resolver.rows.siblings).before_since = before_since;
            let begun = SendRecord { at: at(5_000), service_time };
            let open = OpenRow { row: lost("a.example/x"), begun, is_past: false };
            let left = resolver.unknown_create(open, Duration::ZERO, false);
            assert_eq!(left.begun, begun);
            left.since
        };
        assert_eq!(since(None, None), Since::Computer(at(5_000)));
        assert_eq!(since(None, Some(at(9_000))), Since::Service(at(9_000)));
        // With the earlier reports known, a changed clock is harmless.
        assert_eq!(since(Some(at(0)), Some(at(9_000))), Since::Service(at(7_200)));
        assert_eq!(since(Some(at(8_000)), Some(at(9_000))), Since::Service(at(8_000)));
    }
}
