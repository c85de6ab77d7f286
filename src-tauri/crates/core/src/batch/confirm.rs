//! Reads the outcome of the rows that the service has answered.
//!
//! An OK to a write proves nothing: a row is done when a later read shows it. Lists show 100
//! reports per request, so they are used while that takes fewer requests than single reads.
//! Everything read is in the library before a row is done.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex},
    time::Duration,
};

use assay_api::{CallContext, Client, Since};
use assay_journal::{RowEnd, Sending};
use assay_model::{
    ActCounts, BatchRow, Direction, PageSize, Privacy, Problem, ProblemCode, ReportQuery, ReportRow, ReportSort,
    RowAction, RowState,
};
use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::{
    applied::{RequestedChange, StateBefore, not_applied},
    freshness::RequestInstant,
    ingest::{Observation, report_observation},
    lock::lock,
    report_lookup::check_lists,
};

use super::{
    confirmation_queue::{
        ConfirmationQueue, LIST_DELAY, ListKnowledge, ListRead, ListScan, MAX_LIST_FAILURES, PAGE_ROWS, UnconfirmedRow,
    },
    failure_policy::{FailureAction, action_for, is_service_fault},
    send_row::RowSender,
    unknown_create::since,
};

/// Rows worth reading a list for: less than a page, since others are added meanwhile.
const MIN_ROWS_FOR_LIST: usize = 64;

/// The service's dates are in whole seconds.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(2);

/// After this many consecutive failures to read a report, the batch stops.
const MAX_CONSECUTIVE_FAULTS: u32 = 5;

/// Which answered rows to confirm now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ConfirmScope {
    /// All: nothing else is sent.
    All,
    /// As many as are worth a request, once all rows before this one have a response.
    Row(u32),
}

/// What a read shows about a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ReadBackResult {
    Applied,
    NotApplied,
    /// The service does not show it.
    Unknown,
}

/// Compares a report with its row. `begun`: when the row was sent, by the service's clock.
fn compare(answered: &UnconfirmedRow, report: &ReportRow, begun: Option<Timestamp>) -> ReadBackResult {
    let row = &answered.row;
    let asked = RequestedChange {
        privacy: row.to,
        password: row.to == Some(Privacy::Password),
        checks: row.act == RowAction::Refresh,
    };
    let before = match row.act {
        RowAction::Create => StateBefore::NOTHING,
        RowAction::Refresh | RowAction::Privacy | RowAction::Delete | RowAction::Skip => {
            StateBefore::planned(row.from, row.generated_at)
        }
    };
    let is_unsaid =
        (asked.privacy.is_some() && report.privacy.is_none()) || (asked.checks && report.generated_at.is_none());
    match not_applied(asked, &before.begun(begun), report).as_slice() {
        _ if is_unsaid => ReadBackResult::Unknown,
        [] => ReadBackResult::Applied,
        [_, ..] => ReadBackResult::NotApplied,
    }
}

/// Confirms the rows of a batch.
pub(super) struct Confirmer {
    rows: Arc<RowSender>,
    pub confirming: ConfirmationQueue,
    /// Why the first of the passwords that can't be saved isn't.
    unkept: Mutex<Option<Problem>>,
}

impl Confirmer {
    pub(super) fn new(rows: Arc<RowSender>) -> Self {
        Self { rows, confirming: ConfirmationQueue::default(), unkept: Mutex::default() }
    }

    /// Loads the rows that were answered before and restarts the scan. `left`: the actions still to
    /// do.
    pub(super) async fn load_unconfirmed(&self, left: ActCounts) -> Result<(), Problem> {
        let (batch, now) = (self.rows.batch, Instant::now());
        for open in self.rows.journal.ask(move |journal| journal.batch(batch).confirming_rows()).await? {
            self.confirming.add(UnconfirmedRow { row: open.row, begun: open.begun, at: now });
        }
        let scope = self.rows.scope.clone();
        let known = self.rows.services()?.library.ask(move |library| library.scope(&scope).plannable_reports()).await;
        let mut scan = self.confirming.scan.lock().await;
        *scan = ListScan {
            left: (left.privacy + left.refresh) as usize + self.confirming.all().len(),
            lists: ListKnowledge {
                total: known.ok().and_then(|known| u64::try_from(known.len()).ok()),
                ignores_dates: scan.lists.ignores_dates,
                ..ListKnowledge::default()
            },
            ..ListScan::default()
        };
        Ok(())
    }

    /// Whether a read is worth a request now.
    pub(super) fn is_worth_reading(&self, upto: ConfirmScope) -> bool {
        let Ok(scan) = self.confirming.scan.try_lock() else { return false };
        match upto {
            ConfirmScope::All => !self.confirming.is_empty(),
            ConfirmScope::Row(_) if scan.reads_no_lists() => !self.confirming.is_empty(),
            ConfirmScope::Row(upto) => {
                self.confirming.count(RowAction::Create) >= MIN_ROWS_FOR_LIST
                    || (!scan.lists.ignores_dates && self.confirming.count(RowAction::Refresh) >= MIN_ROWS_FOR_LIST)
                    || self.confirming.next_in_scan(&scan, upto).is_some()
            }
        }
    }

    /// Confirms answered rows. Fails if a read fails or, once all are confirmed, if a password can't
    /// be saved.
    pub(super) async fn confirm(&self, upto: ConfirmScope, stop: CancellationToken) -> Result<(), Problem> {
        let context = CallContext { is_background: true, is_steady: true, canceled: stop };
        let confirmed = context.run(self.confirm_now(upto)).await;
        let unkept = lock(&self.unkept).take();
        confirmed.and(unkept.map_or(Ok(()), Err))
    }

    /// Confirms the rest, up to a time limit.
    pub(super) async fn confirm_rest(&self, longest: Duration) {
        match timeout(longest, self.confirm(ConfirmScope::All, CancellationToken::new())).await {
            Ok(Ok(())) => {}
            Ok(Err(problem)) => tracing::warn!(%problem, batch = self.rows.batch, "couldn't confirm answered rows"),
            Err(_) => tracing::warn!(batch = self.rows.batch, "confirming answered rows timed out"),
        }
    }

    async fn confirm_now(&self, upto: ConfirmScope) -> Result<(), Problem> {
        let mut scan = self.confirming.scan.lock().await;
        if scan.reads_no_lists() {
            return self.confirm_each(self.confirming.all()).await;
        }
        self.confirm_newest(&mut scan, RowAction::Create, ReportSort::Id, upto).await?;
        if !scan.lists.ignores_dates {
            self.confirm_newest(&mut scan, RowAction::Refresh, ReportSort::GeneratedAt, upto).await?;
        }
        match upto {
            ConfirmScope::All => self.confirm_all(&mut scan).await,
            ConfirmScope::Row(upto) => self.confirm_next(&mut scan, upto).await,
        }
    }

    /// Confirms rows from the top of a list.
    async fn confirm_newest(
        &self,
        scan: &mut ListScan,
        act: RowAction,
        sort: ReportSort,
        upto: ConfirmScope,
    ) -> Result<(), Problem> {
        // A single row is cheaper to read directly.
        let least = if upto == ConfirmScope::All { 2 } else { MIN_ROWS_FOR_LIST };
        let mut page = 1;
        loop {
            let wanted = self.confirming.some(act, usize::MAX);
            if wanted.len() < least {
                return Ok(());
            }
            let Some(read) = self.read_list(scan, sort, Direction::Desc, page).await? else { return Ok(()) };
            scan.lists.ignores_dates |= sort == ReportSort::GeneratedAt && read.sort_ignored;
            let seen = self.match_page(scan, &wanted, &read).await?;
            if upto != ConfirmScope::All || seen.hits.is_empty() {
                scan.lists.ignores_dates |= sort == ReportSort::GeneratedAt && seen.hits.is_empty();
                return Ok(());
            }
            if seen.has_unripe {
                wait_for_lists(&wanted).await;
                page = 1;
            } else if (read.has_next || read.may_have_next) && !read.sort_ignored {
                page += 1;
            } else {
                return Ok(());
            }
        }
    }

    /// Confirms rows in the order of the list of all reports, while others are sent.
    async fn confirm_next(&self, scan: &mut ListScan, upto: u32) -> Result<(), Problem> {
        while let Some((wanted, direction)) = self.confirming.next_in_scan(scan, upto) {
            scan.direction = direction;
            let Some(read) = self.read_list(scan, ReportSort::Id, direction, scan.page).await? else { return Ok(()) };
            let hits = self.match_page(scan, &wanted, &read).await?.hits;
            let are_next =
                !hits.is_empty() && wanted.iter().take(hits.len()).all(|next| hits.contains(&next.row.number));
            scan.is_out_of_order = !are_next;
            if are_next || scan.page > 1 {
                scan.next_page(&read, !hits.is_empty());
            }
        }
        Ok(())
    }

    /// Confirms all remaining rows.
    async fn confirm_all(&self, scan: &mut ListScan) -> Result<(), Problem> {
        loop {
            let wanted = self.confirming.all();
            if wanted.is_empty() {
                break;
            }
            let is_repeated = scan.is_over && scan.rounds > 0;
            let pages = if scan.is_over { scan.pages() } else { scan.pages_left() };
            if scan.reads_no_lists() || is_repeated || wanted.len() <= pages.max(scan.pages_without_hit) {
                self.confirm_each(wanted).await?;
                break;
            }
            if scan.is_over {
                (scan.page, scan.is_over, scan.rounds) = (1, false, 1);
            }
            let Some(read) = self.read_list(scan, ReportSort::Id, scan.direction, scan.page).await? else { continue };
            let seen = self.match_page(scan, &wanted, &read).await?;
            if seen.has_unripe {
                wait_for_lists(&wanted).await;
            } else {
                scan.next_page(&read, !seen.hits.is_empty());
            }
        }
        *scan = ListScan { lists: scan.lists, ..ListScan::default() };
        Ok(())
    }

    /// Reads a page of a list into the library; `None` if lists fail or don't help.
    async fn read_list(
        &self,
        scan: &mut ListScan,
        sort: ReportSort,
        direction: Direction,
        page: u32,
    ) -> Result<Option<ListRead>, Problem> {
        if scan.reads_no_lists() {
            return Ok(None);
        }
        let query = ReportQuery {
            sort_by: Some(sort),
            sort: Some(direction),
            per_page: PageSize::Hundred,
            page: Some(page),
            ..ReportQuery::default()
        };
        let (client, at, asked) = (self.rows.client().await?, RequestInstant::now(), Instant::now());
        let (listed, whole) = match client.list_reports_unparsed(&query).await {
            Ok(read) => read,
            Err(problem) if action_for(problem.code) == FailureAction::FailRow => {
                tracing::warn!(%problem, batch = self.rows.batch, "couldn't read a list to confirm rows");
                scan.lists.failures += 1;
                return Ok(None);
            }
            Err(problem) => return Err(problem),
        };
        scan.lists.failures = 0;
        let ahead = whole.clock_ahead();
        self.ingest(Observation::Page { scope: self.rows.scope.clone(), whole, at }).await;
        if page == 1 && !listed.rows.is_empty() {
            scan.rows_a_page = listed.rows.len().max(1);
        }
        scan.lists.total = listed.total.or(scan.lists.total);
        Ok(Some(ListRead {
            has_next: listed.has_next,
            may_have_next: listed.total.is_none() && listed.rows.len() >= PAGE_ROWS,
            sort_ignored: listed.sort_ignored,
            rows: listed.rows,
            asked,
            ahead,
        }))
    }

    /// Ingests a read. On failure, the next sync finds it.
    async fn ingest(&self, observation: Observation) {
        let Ok(services) = self.rows.services() else { return };
        match services.ingest.push_durably(&self.rows.connection, observation).await {
            Ok(()) | Err(Problem { code: ProblemCode::SafeMode, .. }) => {}
            Err(problem) => {
                tracing::warn!(%problem, batch = self.rows.batch, "couldn't ingest a read into the library");
            }
        }
    }

    /// Sets the outcome of the rows on a page.
    async fn match_page(
        &self,
        scan: &mut ListScan,
        wanted: &[UnconfirmedRow],
        read: &ListRead,
    ) -> Result<PageMatches, Problem> {
        let rows: HashMap<_, _> = read.rows.iter().map(|row| (row.id.as_str(), row)).collect();
        let (mut seen, mut ends) = (PageMatches::default(), Vec::new());
        for answered in wanted {
            let Some(row) = rows.get(answered.id()) else { continue };
            seen.hits.insert(answered.row.number);
            let begun = match since(answered.begun) {
                Since::Service(at) => Some(at),
                Since::Computer(at) => read.ahead.and_then(|ahead| at.checked_add(ahead).ok()),
            };
            let begun = begun.and_then(|at| at.checked_sub(CLOCK_TOLERANCE).ok());
            match compare(answered, row, begun) {
                ReadBackResult::NotApplied if answered.at + LIST_DELAY > read.asked => seen.has_unripe = true,
                ReadBackResult::Unknown => scan.lists.failures = MAX_LIST_FAILURES,
                outcome @ (ReadBackResult::Applied | ReadBackResult::NotApplied) => {
                    ends.push((answered.clone(), outcome));
                }
            }
        }
        let is_counted = |(answered, _): &&(UnconfirmedRow, ReadBackResult)| answered.row.act != RowAction::Create;
        scan.left = scan.left.saturating_sub(ends.iter().filter(is_counted).count());
        self.end_all(ends).await?;
        Ok(seen)
    }

    /// Reads the rows' reports one by one.
    async fn confirm_each(&self, wanted: Vec<UnconfirmedRow>) -> Result<(), Problem> {
        let mut faults = 0;
        for answered in wanted {
            match self.read_one(&answered).await {
                Ok(outcome) => {
                    faults = 0;
                    self.end_all(vec![(answered, outcome)]).await?;
                }
                Err(problem) if action_for(problem.code) == FailureAction::FailRow => {
                    faults += u32::from(is_service_fault(problem.code));
                    if faults >= MAX_CONSECUTIVE_FAULTS {
                        return Err(problem);
                    }
                    let end = self.unread(&answered, &problem).await;
                    self.write_all(vec![(answered, end)]).await?;
                }
                Err(problem) => return Err(problem),
            }
        }
        Ok(())
    }

    async fn read_one(&self, answered: &UnconfirmedRow) -> Result<ReadBackResult, Problem> {
        let client = self.rows.client().await?;
        loop {
            let asked = Instant::now();
            let ripe_at = answered.at + LIST_DELAY;
            let shown = match self.read_report(&client, answered).await {
                // A new report can also show late.
                Err(Problem { code: ProblemCode::NotFound, .. }) if ripe_at > asked => ReadBackResult::NotApplied,
                Err(Problem { code: ProblemCode::NotFound, .. }) => {
                    check_lists(&client).await?;
                    self.read_report(&client, answered).await?
                }
                shown => shown?,
            };
            if shown == ReadBackResult::Applied || ripe_at <= asked {
                return Ok(shown);
            }
            sleep_until(ripe_at).await;
        }
    }

    async fn read_report(&self, client: &Client, answered: &UnconfirmedRow) -> Result<ReadBackResult, Problem> {
        let at = RequestInstant::now();
        let (report, begun) = client.read_after(answered.id(), since(answered.begun)).await?;
        self.ingest(report_observation(self.rows.scope.clone(), &report, at)).await;
        Ok(compare(answered, &report.row, begun))
    }

    /// The outcome when a report can't be read: unknown, unless it is proven to be removed.
    async fn unread(&self, answered: &UnconfirmedRow, problem: &Problem) -> RowEnd {
        if problem.code == ProblemCode::NotFound && answered.row.act != RowAction::Create {
            self.rows.mark_gone(answered.id()).await;
            let sending = Sending::Undone;
            return RowEnd { state: RowState::Failed, problem: Some(problem.clone()), sending, ..ended(answered) };
        }
        open(answered, &problem.to_string())
    }

    /// Saves passwords, then records outcomes.
    async fn end_all(&self, outcomes: Vec<(UnconfirmedRow, ReadBackResult)>) -> Result<(), Problem> {
        let (mut ends, mut spent) = (Vec::with_capacity(outcomes.len()), Vec::new());
        for (answered, outcome) in outcomes {
            let end = match outcome {
                ReadBackResult::Applied => {
                    let unkept = self.keep(&answered, &mut spent).await;
                    if let Some(problem) = &unkept {
                        lock(&self.unkept).get_or_insert_with(|| problem.clone());
                    }
                    RowEnd { state: RowState::Done, problem: unkept, ..ended(&answered) }
                }
                ReadBackResult::NotApplied => {
                    let problem = Problem::new(ProblemCode::NotApplied);
                    let sending = Sending::Undone;
                    RowEnd { state: RowState::Failed, problem: Some(problem), sending, ..ended(&answered) }
                }
                ReadBackResult::Unknown => open(&answered, "the report doesn't show whether it was applied"),
            };
            ends.push((answered, end));
        }
        if !spent.is_empty() {
            let RowSender { connection, scope, .. } = &*self.rows;
            self.rows.services()?.passwords.delete_passwords(connection, scope, spent).await;
        }
        self.write_all(ends).await
    }

    async fn write_all(&self, ends: Vec<(UnconfirmedRow, RowEnd)>) -> Result<(), Problem> {
        if ends.is_empty() {
            return Ok(());
        }
        let batch = self.rows.batch;
        let rows: Vec<_> = ends.iter().map(|(answered, end)| (answered.row.number, end.clone())).collect();
        self.rows.journal.ask(move |journal| journal.batch(batch).confirm(rows)).await?;
        for (answered, _) in &ends {
            self.confirming.remove(answered);
        }
        self.rows.services()?.notifier.changed(batch);
        Ok(())
    }

    /// Saves the report's new password, or marks its old one as outdated.
    async fn keep(&self, answered: &UnconfirmedRow, spent: &mut Vec<String>) -> Option<Problem> {
        let (services, row) = (self.rows.services().ok()?, &answered.row);
        let mut unkept = None;
        if self.rows.keep_passwords && row.to == Some(Privacy::Password) {
            match services.ciphers.sent_password(self.rows.batch, row.number).await {
                Ok(Some(password)) => {
                    return services
                        .passwords
                        .store_password(&self.rows.connection, &self.rows.scope, answered.id(), &password)
                        .await
                        .err();
                }
                Ok(None) => {}
                Err(problem) => unkept = Some(problem),
            }
        }
        if row.act != RowAction::Create && row.to.is_some() {
            spent.push(answered.id().to_owned());
        }
        unkept
    }
}

#[derive(Default)]
struct PageMatches {
    /// The numbers of the rows on the page.
    hits: HashSet<u32>,
    /// Some rows are missing but may still appear.
    has_unripe: bool,
}

/// Waits until all of these must show; one wait is enough, since nothing else is sent.
async fn wait_for_lists(wanted: &[UnconfirmedRow]) {
    if let Some(last) = wanted.iter().map(|answered| answered.at).max() {
        sleep_until(last + LIST_DELAY).await;
    }
}

/// The end of an answered row, without its outcome.
fn ended(answered: &UnconfirmedRow) -> RowEnd {
    let BatchRow { was_found, took, .. } = answered.row;
    RowEnd {
        state: RowState::Unknown,
        report: None,
        problem: None,
        skipped: None,
        was_found,
        is_left_open: false,
        sending: Sending::Open,
        at: Timestamp::now(),
        took,
    }
}

/// Left to the user.
fn open(answered: &UnconfirmedRow, why: &str) -> RowEnd {
    let lost = Problem { tried_at: Some(answered.begun.at), ..Problem::new(ProblemCode::OutcomeUnknown) };
    let problem = Some(lost.with_detail(format!("the service answered OK; lookup: {why}")));
    RowEnd { problem, is_left_open: true, ..ended(answered) }
}
