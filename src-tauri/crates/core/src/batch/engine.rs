//! Runs a batch: sends its rows and records their outcomes.

use std::{
    collections::{BTreeMap, HashSet},
    future::pending,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use assay_api::CallContext;
use assay_journal::Kept;
use assay_model::{BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::{
    sync::{Semaphore, watch},
    task::{JoinError, JoinSet},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use crate::Core;

use super::{
    Desk,
    run::{Place, BatchCommand},
    run_news::Unread,
    run_pace::Meter,
    run_row::{Flight, Job, RowOutcome, Turn},
    run_trouble::{FailureAction, Backoff, effect, is_of_the_service},
};

/// Waiting rows that are read at the same time.
const READ_AHEAD: u32 = 100;

/// For confirming answered rows when the batch is stopped or paused.
const FAULTS_IN_A_ROW: u32 = 5;

/// Why a batch stops.
const MOST_SETTLES: usize = 16;

/// How long a batch that comes to a stand looks for one of them.
const LAST_LOOK: Duration = Duration::from_secs(3);

/// How long it waits for the library to know what it has done: at its end, and where it only stands still.
const LAST_READ: Duration = Duration::from_secs(10);
const SHORT_READ: Duration = Duration::from_secs(2);

/// Keeps a batch going: so many rows at the same time, in their order.
pub(super) struct Engine {
    pub job: Arc<Job>,
    pub wish: watch::Receiver<BatchCommand>,
    meter: Arc<Meter>,
    stop: CancellationToken,
    place: Option<Place>,
}

/// Why a batch does not go on.
enum Why {
    /// Every row has its outcome.
    Over,
    /// It was told to.
    RowOutcome,
    /// This stands in its way.
    Trouble(Problem),
}

/// What is going on while a batch runs.
pub(super) struct Going {
    /// Rows that wait, by their numbers.
    pub ready: BTreeMap<u32, Turn>,
    sends: JoinSet<(u32, RowOutcome)>,
    pub settles: JoinSet<(u32, RowOutcome)>,
    /// Lists that are read for the library.
    lists: JoinSet<()>,
    /// The numbers of the rows in both.
    pub busy: HashSet<u32>,
    /// Ends the wait of rows for their turn.
    pub turns: CancellationToken,
    /// How many rows are on their way to the service and back.
    in_flight: watch::Sender<usize>,
    at_once: usize,
    pub patience: Backoff,
    faults_in_a_row: u32,
    /// While it stops, the service was not reached.
    is_deaf: bool,
    /// Why it stops.
    trouble: Option<Problem>,
}

impl Engine {
    pub(super) fn new(
        core: Weak<Core>,
        desk: Desk,
        kept: &Kept,
        wish: watch::Receiver<BatchCommand>,
        meter: Arc<Meter>,
        stop: CancellationToken,
        place: Place,
    ) -> Self {
        let job = Job {
            core,
            desk,
            batch: kept.number,
            connection: kept.connection.clone(),
            scope: kept.scope.clone(),
            keep_passwords: kept.keep_passwords,
            losses: Mutex::default(),
            others: Mutex::default(),
            settling: Semaphore::new(MOST_SETTLES),
            unread: Unread::default(),
        };
        Self { job: Arc::new(job), wish, meter, stop, place: Some(place) }
    }

    /// Runs the batch until it ends or stands still, after it was held for a moment.
    pub(super) async fn run(mut self, held: Option<Duration>) {
        if let Some(held) = held {
            tokio::select! {
                () = sleep(held) => {}
                _ = self.wish.wait_for(|wish| *wish == BatchCommand::Quit) => return,
            }
            if let Err(problem) = self.begin().await {
                let batch = self.job.batch;
                return tracing::warn!(%problem, batch, "a batch that was held could not begin");
            }
        }
        loop {
            self.meter.begin();
            let why = self.go().await;
            if !matches!(why, Why::Trouble(_)) && *self.wish.borrow() != BatchCommand::Quit {
                let longest = if matches!(why, Why::Over) { LAST_READ } else { SHORT_READ };
                self.job.read_rest(longest).await;
            }
            if !self.stand_at_last(&why).await {
                return;
            }
        }
    }

    /// Repeats [`Engine::set_state`] until it succeeds: it fails while the disk is full.
    async fn stand_at_last(&mut self, why: &Why) -> bool {
        let (batch, mut patience) = (self.job.batch, Backoff::default());
        loop {
            let problem = match self.stand(why).await {
                Ok(goes_on) => return goes_on,
                // It was deleted meanwhile.
                Err(Problem { code: ProblemCode::BatchUnknown, .. }) => return false,
                Err(problem) => problem,
            };
            let Ok(core) = self.job.core() else { return false };
            tracing::error!(%problem, batch, "how a batch stands cannot be written down");
            patience.trouble(&problem);
            core.runs.stands_for(batch, Some(if let Why::Trouble(reason) = why { reason.clone() } else { problem }));
            drop(core);
            let is_told = tokio::select! {
                () = until(patience.left()) => false,
                told = self.wish.changed() => told.is_ok(),
            };
            if is_told && matches!(*self.wish.borrow(), BatchCommand::Go(_)) {
                if let Ok(core) = self.job.core() {
                    core.runs.stands_for(batch, None);
                }
                return true;
            }
        }
    }

    /// The start delay is over.
    async fn begin(&self) -> Result<(), Problem> {
        let core = self.job.core()?;
        let _turn = core.runs.turn.lock().await;
        if self.stop.is_cancelled() {
            return Err(Problem::new(ProblemCode::Cancelled));
        }
        core.stand(self.job.batch, BatchState::Running, None, Timestamp::now()).await
    }

    /// Stores the batch's new state. Returns whether it continues anyway.
    async fn stand(&mut self, why: &Why) -> Result<bool, Problem> {
        let core = self.job.core()?;
        let _turn = core.runs.turn.lock().await;
        let (batch, now) = (self.job.batch, Timestamp::now());
        let wish = *self.wish.borrow_and_update();
        match (wish, why) {
            (BatchCommand::Quit, _) => {}
            (BatchCommand::Cancel, _) => core.end_batch(batch, true).await?,
            (_, Why::Trouble(problem)) => {
                // Who has all waiting calls give up wants it to stand still.
                let problem = Some(problem).filter(|problem| problem.code != ProblemCode::Cancelled).cloned();
                core.stand(batch, BatchState::Paused, problem, now).await?;
            }
            // The command changed meanwhile.
            (BatchCommand::Go(_), Why::RowOutcome) => return Ok(true),
            (BatchCommand::Pause, Why::RowOutcome) => core.stand(batch, BatchState::Paused, None, now).await?,
            (_, Why::Over) => {
                // Rows may have been told to be tried again meanwhile.
                if core.kept_batch(batch).await?.states.waiting > 0 {
                    if wish == BatchCommand::Pause {
                        core.stand(batch, BatchState::Paused, None, now).await?;
                    } else {
                        return Ok(true);
                    }
                } else {
                    core.end_batch(batch, false).await?;
                }
            }
        }
        self.place = None;
        Ok(false)
    }

    /// Sends rows until none are left or the batch stops. Every sent row has its outcome when it
    /// returns.
    async fn go(&mut self) -> Why {
        let mut going = Going {
            ready: BTreeMap::new(),
            sends: JoinSet::new(),
            settles: JoinSet::new(),
            lists: JoinSet::new(),
            busy: HashSet::new(),
            turns: CancellationToken::new(),
            in_flight: watch::Sender::new(0),
            at_once: 1,
            patience: Backoff::default(),
            faults_in_a_row: 0,
            is_deaf: false,
            trouble: None,
        };
        let mut in_flight = going.in_flight.subscribe();
        let BatchCommand::Go(mut heard) = *self.wish.borrow_and_update() else { return Why::RowOutcome };
        if let Err(problem) = self.settle_first(&mut going, heard > 0).await {
            going.trouble = Some(problem);
        }
        loop {
            let wish = *self.wish.borrow_and_update();
            let is_stopping = going.turns.is_cancelled() || going.trouble.is_some();
            let goes_on = matches!(wish, BatchCommand::Go(_)) && !is_stopping;
            if goes_on {
                if wish != BatchCommand::Go(heard) {
                    heard = if let BatchCommand::Go(times) = wish { times } else { heard };
                    if let Err(problem) = self.adopt(&mut going).await {
                        going.trouble = Some(problem);
                        continue;
                    }
                }
                if let Err(problem) = self.fill(&mut going).await {
                    going.trouble = Some(problem);
                    continue;
                }
                if going.busy.is_empty() && going.ready.is_empty() {
                    return Why::Over;
                }
            } else {
                going.turns.cancel();
                going.settles.abort_all();
                if going.sends.is_empty() {
                    return going.trouble.map_or(Why::RowOutcome, Why::Trouble);
                }
            }
            tokio::select! {
                Some(told) = going.sends.join_next() => self.take(&mut going, told).await,
                Some(told) = going.settles.join_next(), if goes_on => self.take(&mut going, told).await,
                () = until(going.patience.left()), if goes_on => {}
                _ = in_flight.changed(), if goes_on => {}
                changed = self.wish.changed() => if changed.is_err() { return Why::RowOutcome },
            }
        }
    }

    /// Sends as many rows as the limits allow.
    async fn fill(&self, going: &mut Going) -> Result<(), Problem> {
        if going.ready.is_empty() {
            let (batch, most) = (self.job.batch, READ_AHEAD + u32::try_from(going.busy.len()).unwrap_or(0));
            going.at_once = usize::from(self.job.core()?.preferences()?.batch_at_once).max(1);
            let waiting = self.job.desk.ask(move |journal| journal.waiting(batch, 0, most)).await?;
            for row in waiting.into_iter().filter(|row| !going.busy.contains(&row.number)) {
                going.ready.insert(row.number, Turn { row, begun_at: None });
            }
        }
        if going.patience.left().is_some() {
            return Ok(());
        }
        // A single row tests whether the service works again.
        let at_once = if going.patience.is_tried() { 1 } else { going.at_once };
        while going.settles.len() < MOST_SETTLES
            && *going.in_flight.borrow() < at_once
            && let Some((number, turn)) = going.ready.pop_first()
        {
            let (job, turns) = (Arc::clone(&self.job), going.turns.clone());
            let flight = Flight::begin(&going.in_flight);
            going.busy.insert(number);
            going.sends.spawn(async move { (number, job.send(turn, flight, turns).await) });
        }
        Ok(())
    }

    /// Confirms answered rows, if that is worth it now.
    pub(super) async fn take(&self, going: &mut Going, told: Result<(u32, RowOutcome), JoinError>) {
        let (number, told) = match told {
            Ok(told) => told,
            Err(fault) if fault.is_cancelled() => return,
            Err(fault) => {
                going.trouble = Some(Problem::new(ProblemCode::Internal).with_detail(fault.to_string()));
                return;
            }
        };
        going.busy.remove(&number);
        match told {
            RowOutcome::Ended { failure, trouble } => {
                self.meter.ended();
                let (job, stop) = (Arc::clone(&self.job), going.turns.clone());
                going.lists.spawn(async move { job.read_some(stop).await });
                while going.lists.try_join_next().is_some() {}
                going.trouble = going.trouble.take().or(trouble);
                if let Some(fault) = failure.filter(|failure| is_of_the_service(failure.code)) {
                    self.heed_fault(going, fault).await;
                } else {
                    going.faults_in_a_row = 0;
                    self.relieve(going).await;
                }
            }
            RowOutcome::Back(turn, problem) => {
                going.ready.insert(number, turn);
                match problem {
                    Some(_) if going.turns.is_cancelled() => {}
                    Some(problem) if effect(problem.code) == FailureAction::Waits => {
                        going.patience.trouble(&problem);
                        self.tell(Some(problem)).await;
                    }
                    Some(problem) => going.trouble = going.trouble.take().or(Some(problem)),
                    None => {}
                }
            }
            RowOutcome::Lost(lost) if going.turns.is_cancelled() => {
                // It stays as it is unless it is there already.
                if !going.is_deaf {
                    match timeout(LAST_LOOK, self.job.look(&lost)).await {
                        Ok(Ok(Some(RowOutcome::Ended { .. }))) => self.meter.ended(),
                        Ok(Ok(_)) => {}
                        Ok(Err(_)) | Err(_) => going.is_deaf = true,
                    }
                }
            }
            RowOutcome::Lost(lost) => {
                let problem = lost.problem.clone();
                self.settle(going, lost);
                self.heed_fault(going, problem).await;
            }
            RowOutcome::Open => self.meter.ended(),
            RowOutcome::Broken(problem) => going.trouble = going.trouble.take().or(Some(problem)),
        }
        if let Ok(core) = self.job.core() {
            core.runs.changed(self.job.batch);
        }
    }

    /// The service failed. When it does so again and again, no row is to blame: nothing more is sent for a while where
    /// nobody knows whether rows were done, and else until the user lets it go on.
    async fn heed_fault(&self, going: &mut Going, fault: Problem) {
        going.faults_in_a_row += 1;
        if going.faults_in_a_row < FAULTS_IN_A_ROW {
            return;
        }
        if matches!(fault.code, ProblemCode::OutcomeUnknown | ProblemCode::NotDone) {
            let reason = Problem { code: ProblemCode::ServiceFault, ..fault };
            going.patience.trouble(&reason);
            self.tell(Some(reason)).await;
        } else {
            going.trouble = going.trouble.take().or(Some(fault));
        }
    }

    /// Something works.
    pub(super) async fn relieve(&self, going: &mut Going) {
        if going.patience.relief() {
            self.tell(None).await;
        }
    }

    /// Tells why nothing is sent for a while, or that it goes on.
    pub(super) async fn tell(&self, problem: Option<Problem>) {
        let Ok(core) = self.job.core() else { return };
        let _turn = core.runs.turn.lock().await;
        // While it comes to a stand, that is what is told.
        if !matches!(*self.wish.borrow(), BatchCommand::Go(_)) {
            return;
        }
        if let Err(problem) = core.stand(self.job.batch, BatchState::Running, problem, Timestamp::now()).await {
            tracing::warn!(%problem, "why a batch waits cannot be written down");
        }
    }
}

/// Looks for rows while others are sent: what the user does goes first.
pub(super) fn looking(going: &Going) -> CallContext {
    CallContext { is_background: true, is_steady: true, cancelled: going.turns.clone(), ..CallContext::default() }
}

/// The end of a pause, or never.
pub(super) async fn until(left: Option<Duration>) {
    match left {
        Some(left) => sleep(left).await,
        None => pending().await,
    }
}
