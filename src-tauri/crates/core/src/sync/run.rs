use assay_api::Client;
use assay_library::{Seen, SyncRecord, SyncProgressRecord};
use assay_model::{
    Completeness, Direction, Page, PageSize, Paging, Problem, ProblemCode, Report, ReportQuery, ReportSort, SyncFound,
    SyncKind, SyncPhase, SyncProgress,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;
use tokio::time::Instant;

use super::{
    Teller,
    position::{FEWEST, Full, Marks, SyncCheckpoint, Trail},
};
use crate::{notifier::ThrottledNotifier, connections::ServiceHandle, ingest::listed, overtaking::RequestInstant, library::LibraryHandle};

/// Reports that may be missing before the service has to prove that it responds.
const BELIEVED: usize = 20;

/// A sync restarts when the library was replaced.
const BEGINNINGS: u32 = 3;

/// A sync that was stopped longer ago starts over: too much may have changed.
const LONGEST_PAUSE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// An order in which a service's list is read.
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
enum Ended {
    /// One that was begun then.
    Full {
        begun_at: Timestamp,
        marks: Marks,
        completeness: Completeness,
    },
    Light {
        marks: Marks,
    },
}

/// One sync, from where it begins or goes on to its end.
pub(super) struct Run {
    client: Client,
    scope: String,
    kind: SyncKind,
    /// How it was with the syncs before.
    record: SyncRecord,
    library: LibraryHandle,
    teller: Teller,
    library_changed: ThrottledNotifier,
    found: SyncFound,
    /// Where a full one goes on if it ends now.
    place: Option<(SyncProgressRecord, SyncCheckpoint)>,
    progress: SyncProgress,
    /// When the present phase began, and how much was done then.
    since: (Instant, u32),
}

impl Run {
    pub(super) fn new(
        service: &ServiceHandle,
        kind: SyncKind,
        record: SyncRecord,
        library: LibraryHandle,
        teller: Teller,
        library_changed: ThrottledNotifier,
    ) -> Self {
        Self {
            client: service.client.clone(),
            scope: service.scope.clone(),
            kind,
            record,
            library,
            teller,
            library_changed,
            found: SyncFound::default(),
            place: None,
            progress: SyncProgress { kind, phase: SyncPhase::Reading, done: 0, total: None, seconds_left: None },
            since: (Instant::now(), 0),
        }
    }

    pub(super) async fn run(mut self) -> Result<(), Problem> {
        let outcome = self.until_it_ends().await;
        if outcome.is_err()
            && let Some((walk, mut position)) = self.place.take()
        {
            // With everything that it found until now.
            position.full.iter_mut().for_each(|full| full.found = self.found);
            self.take_page(Vec::new(), RequestInstant::now(), SyncProgressRecord { position: as_json(&position), ..walk }, false).await?;
        }
        self.teller.record(self.kept_record().await?);
        outcome
    }

    async fn until_it_ends(&mut self) -> Result<(), Problem> {
        for _ in 0..BEGINNINGS {
            let ended = match self.kind {
                SyncKind::Full => self.full().await?,
                SyncKind::Light => Some(self.light().await?),
            };
            if let Some(ended) = ended
                && self.end(ended).await?
            {
                return Ok(());
            }
            // The library was damaged, or cleared by another process.
            self.record = self.kept_record().await?;
            self.place = None;
        }
        Err(Problem::new(ProblemCode::LibraryFailed).with_detail("it did not stay the same during a sync"))
    }

    async fn kept_record(&self) -> Result<SyncRecord, Problem> {
        let scope = self.scope.clone();
        self.library.ask(move |library| library.sync_record(&scope)).await
    }

    /// Saves how it ended. Returns false if the library was replaced meanwhile.
    async fn end(&self, ended: Ended) -> Result<bool, Problem> {
        let (scope, found, full_before) = (self.scope.clone(), self.found, self.record.full_at);
        let end = move |record: &mut SyncRecord| {
            let now = Timestamp::now();
            match ended {
                Ended::Full { begun_at, marks, completeness } => {
                    if !record
                        .walk
                        .as_ref()
                        .is_some_and(|walk| walk.kind == SyncKind::Full && walk.begun_at == begun_at)
                    {
                        return false;
                    }
                    (record.full_at, record.completeness) = (Some(now), completeness);
                    let position = as_json(&SyncCheckpoint { marks, full: None });
                    record.walk = Some(SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position, done: 0 });
                }
                // Still valid: the same library, and no other full sync since.
                Ended::Light { marks } if record.full_at == full_before => {
                    let (walk, position) = kept(record);
                    record.walk = Some(SyncProgressRecord { position: as_json(&SyncCheckpoint { marks, ..position }), ..walk });
                }
                Ended::Light { .. } => {}
            }
            (record.synced_at, record.found) = (Some(now), found);
            true
        };
        self.library.ask(move |library| library.sync_ended(&scope, end)).await
    }

    /// Ingests a page together with the progress of a full sync. Returns `None` if the library was
    /// replaced meanwhile.
    async fn take_page(
        &self,
        seen: Vec<Seen>,
        asked: RequestInstant,
        walk: SyncProgressRecord,
        is_first: bool,
    ) -> Result<Option<SyncFound>, Problem> {
        if is_first {
            self.library.take_page(&self.scope, seen, asked, walk).await.map(Some)
        } else {
            self.library.take_next_page(&self.scope, seen, asked, walk).await
        }
    }

    /// Full sync: everything, oldest first; then what is new; then what is missing. `None` if the
    /// library was replaced.
    async fn full(&mut self) -> Result<Option<Ended>, Problem> {
        let (mut walk, mut position) = kept(&self.record);
        let mut is_first = position.full.is_none();
        let mut full = if let Some(stopped) = position.full.take() {
            self.place = Some((walk.clone(), SyncCheckpoint { full: Some(stopped.clone()), ..position.clone() }));
            stopped
        } else {
            walk = SyncProgressRecord { kind: SyncKind::Full, begun_at: Timestamp::now(), position: Value::Null, done: 0 };
            Full { marks: self.marks().await?, ..Full::default() }
        };
        self.found = full.found;
        self.begin(SyncPhase::Reading, walk.done, None);
        while !full.is_read {
            let asked = RequestInstant::now();
            let page = self.page(OLDEST, full.trail.next).await?;
            let follows = self.follows(OLDEST, &full.trail, &page).await?;
            let rows = page.rows.len() + page.unreadable.len();
            let is_unsaid = self.client.generation().paging == Some(Paging::Unsaid);
            let has_only_one = full.trail.next == 1 && !page.has_next && is_unsaid && rows >= FEWEST;
            let is_same_again = full.trail.is_repeated_by(&page.rows);
            full.is_cut |= has_only_one || (is_same_again && full.trail.page == 1);
            full.is_read = !full.trail.go(&page, follows) || is_same_again;
            full.found = self.found;
            let total = page.total.and_then(|total| u32::try_from(total).ok());
            walk.done = done(&page).unwrap_or_else(|| walk.done.saturating_add(count(&page.rows)));
            walk.position = as_json(&SyncCheckpoint { full: Some(full.clone()), ..position.clone() });
            let found = self.take_page(listed(page.rows), asked, walk.clone(), is_first).await?;
            let Some(found) = found else { return Ok(None) };
            is_first = false;
            self.add(found);
            self.place = Some((walk.clone(), SyncCheckpoint { full: Some(full.clone()), ..position.clone() }));
            self.went_on(walk.done, total);
        }
        let marks = self.newest(&full.marks, u32::MAX).await?;
        let completeness = if full.is_cut {
            Completeness::FirstPageOnly
        } else {
            self.look(walk.begun_at).await?;
            if full.trail.is_whole { Completeness::Whole } else { Completeness::Unsettled }
        };
        Ok(Some(Ended::Full { begun_at: walk.begun_at, marks, completeness }))
    }

    /// Light sync: what is new, what was rechecked if the service can sort by that
    /// (`field-notes.md` 14), and what is missing. Becomes a full sync if that leaves gaps, the
    /// user asked for it, and it is short.
    async fn light(&mut self) -> Result<Ended, Problem> {
        let (_, position) = kept(&self.record);
        // Before everything was read once, the newest are all that this is for.
        let most = if self.record.full_at.is_some() { u32::MAX } else { 1 };
        let marks = self.newest(&position.marks, most).await?;
        Ok(Ended::Light { marks })
    }

    /// Whether a full sync of that many reports is short, at this sync's speed.
    async fn marks(&self) -> Result<Marks, Problem> {
        let newest = Marks::newest(&self.page(NEWEST, 1).await?.rows);
        let refreshed = if self.sorts_by_refreshed() {
            let small = query(REFRESHED, PageSize::Ten, 1);
            Marks::refreshed(&self.client.list_whole_reports(&small).await?.rows)
        } else {
            None
        };
        Ok(Marks { newest, refreshed })
    }

    /// Whether the service may support sorting by last check: no, once it ignored it.
    fn sorts_by_refreshed(&self) -> bool {
        self.client.generation().sorts.get(&ReportSort::GeneratedAt) != Some(&false)
    }

    /// Reads new and rechecked reports above the marks. Returns the current marks.
    async fn newest(&mut self, marks: &Marks, most: u32) -> Result<Marks, Problem> {
        let newest = self.down(NEWEST, most, |rows| marks.reach_newest(rows)).await?;
        let refreshed = if self.sorts_by_refreshed() {
            Marks::refreshed(&self.down(REFRESHED, most, |rows| marks.reach_refreshed(rows)).await?)
        } else {
            None
        };
        Ok(Marks { newest: Marks::newest(&newest), refreshed })
    }

    /// Reads a list from its top to a mark, or to its end if all marks were deleted. Known reports
    /// don't end it: they may come from the window or from a stopped sync.
    async fn down(
        &mut self,
        order: Order,
        most: u32,
        reaches: impl Fn(&[Report]) -> bool,
    ) -> Result<Vec<Report>, Problem> {
        let (mut trail, mut top) = (Trail::default(), Vec::new());
        loop {
            let asked = RequestInstant::now();
            let page = self.page(order, trail.next).await?;
            let follows = self.follows(order, &trail, &page).await?;
            let is_as_asked = !page.sort_ignored && !trail.is_repeated_by(&page.rows);
            let has_more = trail.go(&page, follows);
            let (is_down, rows) = (follows && reaches(&page.rows), count(&page.rows));
            if trail.page <= 1 {
                top.clone_from(&page.rows);
            }
            let found = self.library.take(&self.scope, listed(page.rows), asked).await?;
            self.add(found);
            if self.kind == SyncKind::Light {
                self.went_on(self.progress.done.saturating_add(rows), None);
            }
            if is_down || !is_as_asked || !has_more || trail.page >= most {
                return Ok(top);
            }
        }
    }

    /// Known reports that were not in a response since some time.
    async fn look(&mut self, since: Timestamp) -> Result<(), Problem> {
        let scope = self.scope.clone();
        let unseen = self.library.ask(move |library| library.unseen_since(&scope, since)).await?;
        self.begin(SyncPhase::Looking, 0, u32::try_from(unseen.len()).ok());
        let mut missing = Vec::new();
        for id in unseen {
            let asked = RequestInstant::now();
            match self.client.read_report(&id).await {
                Ok(report) => {
                    let found = self.library.take_one(&self.scope, report, asked).await?;
                    self.add(found);
                }
                Err(problem) => match problem.code {
                    ProblemCode::NotFound => missing.push((id, asked)),
                    // Another's now, or of a kind that cannot be read: it stays as it is known.
                    ProblemCode::Forbidden | ProblemCode::UnsupportedService | ProblemCode::InvalidInput => {}
                    _ => return Err(problem),
                },
            }
            if missing.len() >= BELIEVED {
                self.gone(&mut missing).await?;
            }
            self.went_on(self.progress.done + 1, self.progress.total);
        }
        self.gone(&mut missing).await
    }

    /// Marks reports as gone that were not found.
    async fn gone(&mut self, missing: &mut Vec<(String, RequestInstant)>) -> Result<(), Problem> {
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

    async fn page(&self, order: Order, page: u32) -> Result<Page<Report>, Problem> {
        self.client.list_whole_reports(&query(order, PageSize::Hundred, page)).await
    }

    async fn follows(&self, order: Order, trail: &Trail, page: &Page<Report>) -> Result<bool, Problem> {
        trail.is_followed_by(&page.rows, &self.client, &query(order, PageSize::Hundred, trail.next)).await
    }

    fn add(&mut self, found: SyncFound) {
        let SyncFound { new, changed, worse, gone } = &mut self.found;
        *new += found.new;
        *changed += found.changed;
        *worse += found.worse;
        *gone += found.gone;
        if found != SyncFound::default() {
            self.library_changed.changed();
        }
    }

    /// A phase begins.
    fn begin(&mut self, phase: SyncPhase, done: u32, total: Option<u32>) {
        self.since = (Instant::now(), done);
        self.progress.phase = phase;
        self.went_on(done, total);
    }

    fn went_on(&mut self, done: u32, total: Option<u32>) {
        let (since, done_then) = self.since;
        let left = total.map(|total| total.saturating_sub(done));
        let seconds_left = left.zip(done.checked_sub(done_then).filter(|done| *done > 0)).map(|(left, done)| {
            let millis = since.elapsed().as_millis() * u128::from(left);
            u32::try_from(millis.div_ceil(u128::from(done) * 1000)).unwrap_or(u32::MAX)
        });
        self.progress = SyncProgress { done, total, seconds_left, ..self.progress };
        self.teller.progress(self.progress);
    }
}

/// What is asked for a page in an order.
fn query(Order { by, direction }: Order, per_page: PageSize, page: u32) -> ReportQuery {
    ReportQuery { sort_by: Some(by), sort: Some(direction), per_page, page: Some(page), ..ReportQuery::default() }
}

/// The progress of earlier syncs. A full sync that was stopped too long ago, or saved by another
/// version, starts over.
fn kept(record: &SyncRecord) -> (SyncProgressRecord, SyncCheckpoint) {
    let now = Timestamp::now();
    let nothing = || SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position: Value::Null, done: 0 };
    let walk = record.walk.clone().unwrap_or_else(nothing);
    let mut position: SyncCheckpoint = serde_json::from_value(walk.position.clone()).unwrap_or_default();
    position.full = position.full.filter(|_| now.duration_since(walk.begun_at) < LONGEST_PAUSE);
    if position.full.is_some() { (walk, position) } else { (nothing(), position) }
}

/// Without a saved checkpoint the next sync starts over.
fn as_json(position: &SyncCheckpoint) -> Value {
    serde_json::to_value(position).unwrap_or_default()
}

fn count(rows: &[Report]) -> u32 {
    u32::try_from(rows.len()).unwrap_or(u32::MAX)
}

/// How many reports there are up to the end of a page, if known.
fn done(page: &Page<Report>) -> Option<u32> {
    let rows = u64::from(count(&page.rows));
    page.offset.and_then(|offset| u32::try_from(offset.saturating_add(rows)).ok())
}
