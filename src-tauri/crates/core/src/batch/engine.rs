//! What keeps a running batch going.

use std::{
    collections::{BTreeMap, HashSet},
    future::pending,
    sync::{Arc, Weak},
    time::Duration,
};

use assay_journal::Kept;
use assay_model::{BatchAct, BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use crate::Core;

use super::{
    Desk,
    run::{Place, Wish},
    run_pace::Meter,
    run_row::{Job, Told, Turn},
    run_trouble::{Effect, Patience, effect, is_of_the_service},
    settle::Lost,
};

/// How many rows that wait are read at once.
const READ_AHEAD: u32 = 100;

/// So many failures of the service one after the other are not the rows'.
const FAULTS_IN_A_ROW: u32 = 5;

/// Keeps a batch going: so many rows at the same time, in their order.
pub(super) struct Engine {
    job: Arc<Job>,
    wish: watch::Receiver<Wish>,
    meter: Arc<Meter>,
    stop: CancellationToken,
    place: Option<Place>,
}

/// Why a batch does not go on.
enum Why {
    /// Every row has its outcome.
    Over,
    /// It was told to.
    Told,
    /// This stands in its way.
    Trouble(Problem),
}

/// What is going on while a batch runs.
struct Going {
    /// Rows that wait, by their numbers.
    ready: BTreeMap<u32, Turn>,
    sends: JoinSet<(u32, Told)>,
    settles: JoinSet<(u32, Told)>,
    /// The numbers of the rows in both.
    busy: HashSet<u32>,
    /// Ends the wait of rows for their turn.
    turns: CancellationToken,
    at_once: usize,
    patience: Patience,
    faults_in_a_row: u32,
    /// Why it stops.
    trouble: Option<Problem>,
    /// What the window was told of what it waits for.
    is_told: bool,
}

impl Engine {
    pub(super) fn new(
        core: Weak<Core>,
        desk: Desk,
        kept: &Kept,
        wish: watch::Receiver<Wish>,
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
            losses: Arc::default(),
        };
        Self { job: Arc::new(job), wish, meter, stop, place: Some(place) }
    }

    /// Runs the batch until it ends or stands still, after it was held for a moment.
    pub(super) async fn run(mut self, held: Option<Duration>) {
        if let Some(held) = held {
            tokio::select! {
                () = sleep(held) => {}
                _ = self.wish.wait_for(|wish| *wish == Wish::Quit) => return,
            }
            if let Err(problem) = self.begin().await {
                let batch = self.job.batch;
                return tracing::warn!(%problem, batch, "a batch that was held could not begin");
            }
        }
        loop {
            self.meter.begin();
            let why = self.go().await;
            match self.stand(why).await {
                Ok(true) => {}
                Ok(false) => return,
                Err(problem) => {
                    let batch = self.job.batch;
                    return tracing::error!(%problem, batch, "how a batch stands cannot be written down");
                }
            }
        }
    }

    /// The time to take it back is over.
    async fn begin(&self) -> Result<(), Problem> {
        let core = self.job.core()?;
        let _turn = core.runs.turn.lock().await;
        if self.stop.is_cancelled() {
            return Err(Problem::new(ProblemCode::Cancelled));
        }
        core.stand(self.job.batch, BatchState::Running, None, Timestamp::now()).await
    }

    /// Says how the batch stands now. Answers whether it goes on all the same.
    async fn stand(&mut self, why: Why) -> Result<bool, Problem> {
        let core = self.job.core()?;
        let _turn = core.runs.turn.lock().await;
        let (batch, now) = (self.job.batch, Timestamp::now());
        let wish = *self.wish.borrow_and_update();
        match (wish, why) {
            (Wish::Quit, _) => {}
            (Wish::Cancel, _) => core.end_batch(batch, true).await?,
            (_, Why::Trouble(problem)) => {
                // Who has all waiting calls give up wants it to stand still.
                let problem = Some(problem).filter(|problem| problem.code != ProblemCode::Cancelled);
                core.stand(batch, BatchState::Paused, problem, now).await?;
            }
            // It was told otherwise meanwhile.
            (Wish::Go(_), Why::Told) => return Ok(true),
            (Wish::Pause, Why::Told) => core.stand(batch, BatchState::Paused, None, now).await?,
            (_, Why::Over) => {
                // Rows may have been told to be tried again meanwhile.
                if core.kept_batch(batch).await?.states.waiting > 0 {
                    if wish == Wish::Pause {
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

    /// Sends row after row until there are no more, or it does not go on. What was sent has its outcome then.
    async fn go(&mut self) -> Why {
        let mut going = Going {
            ready: BTreeMap::new(),
            sends: JoinSet::new(),
            settles: JoinSet::new(),
            busy: HashSet::new(),
            turns: CancellationToken::new(),
            at_once: 1,
            patience: Patience::default(),
            faults_in_a_row: 0,
            trouble: None,
            is_told: false,
        };
        let Wish::Go(mut heard) = *self.wish.borrow_and_update() else { return Why::Told };
        if let Err(problem) = self.settle_first(&mut going).await {
            going.trouble = Some(problem);
        }
        loop {
            let wish = *self.wish.borrow_and_update();
            let is_stopping = going.turns.is_cancelled() || going.trouble.is_some();
            let goes_on = matches!(wish, Wish::Go(_)) && !is_stopping;
            if goes_on {
                if wish != Wish::Go(heard) {
                    heard = if let Wish::Go(times) = wish { times } else { heard };
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
                    return going.trouble.map_or(Why::Told, Why::Trouble);
                }
            }
            tokio::select! {
                Some(told) = going.sends.join_next() => self.take(&mut going, told).await,
                Some(told) = going.settles.join_next(), if goes_on => self.take(&mut going, told).await,
                () = until(going.patience.left()), if goes_on => {}
                changed = self.wish.changed() => if changed.is_err() { return Why::Told },
            }
        }
    }

    /// Looks for what became of rows that were begun before, and begins nothing until it has looked once.
    async fn settle_first(&mut self, going: &mut Going) -> Result<(), Problem> {
        let mut lost = self.open(going).await?;
        while !lost.is_empty() {
            let mut rest = Vec::new();
            let mut failure = None;
            for lost in lost {
                let looked = match failure {
                    None => self.job.look(&lost).await,
                    Some(_) => Ok(None),
                };
                match looked {
                    Ok(Some(told)) => self.take(going, Ok((lost.row.number, told))).await,
                    Ok(None) => rest.push(lost),
                    Err(problem) => {
                        failure = Some(problem);
                        rest.push(lost);
                    }
                }
            }
            lost = rest;
            match failure {
                None => break,
                Some(problem) if effect(problem.code) == Effect::Waits => {
                    going.patience.trouble(&problem);
                    self.tell_trouble(going, &problem).await;
                    tokio::select! {
                        () = until(going.patience.left()) => {}
                        _ = self.wish.changed() => return Ok(()),
                    }
                }
                Some(problem) => return Err(problem),
            }
        }
        self.relieve(going).await;
        for lost in lost {
            self.settle(going, lost);
        }
        Ok(())
    }

    /// The rows that were begun and have no outcome. Those that may be sent again at any time become ready for it.
    async fn open(&self, going: &mut Going) -> Result<Vec<Lost>, Problem> {
        let batch = self.job.batch;
        let mut lost = Vec::new();
        for open in self.job.desk.ask(move |journal| journal.open_rows(batch)).await? {
            if going.busy.contains(&open.row.number) {
                continue;
            }
            if open.row.act == BatchAct::Create {
                lost.push(Lost::from(open));
            } else {
                let turn = Turn { begun_at: Some(open.begun_at), row: open.row };
                going.ready.insert(turn.row.number, turn);
            }
        }
        Ok(lost)
    }

    /// Rows that had an outcome are to be done again, or looked for.
    async fn adopt(&self, going: &mut Going) -> Result<(), Problem> {
        for lost in self.open(going).await? {
            self.settle(going, lost);
        }
        Ok(())
    }

    /// Sends as many rows as may be sent now.
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
        // One alone finds out whether it works again.
        let at_once = if going.patience.is_tried() { 1 } else { going.at_once };
        while going.sends.len() < at_once
            && let Some((number, turn)) = going.ready.pop_first()
        {
            let (job, turns) = (Arc::clone(&self.job), going.turns.clone());
            going.busy.insert(number);
            going.sends.spawn(async move { (number, job.send(turn, turns).await) });
        }
        Ok(())
    }

    fn settle(&self, going: &mut Going, lost: Lost) {
        let (job, number) = (Arc::clone(&self.job), lost.row.number);
        going.busy.insert(number);
        going.settles.spawn(async move { (number, job.settle(lost).await) });
    }

    /// Heeds what came of a row.
    async fn take(&self, going: &mut Going, told: Result<(u32, Told), JoinError>) {
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
            Told::Ended { failure, trouble } => {
                self.meter.ended();
                let fault = failure.filter(|failure| is_of_the_service(failure.code));
                going.faults_in_a_row = if fault.is_some() { going.faults_in_a_row + 1 } else { 0 };
                let fault = fault.filter(|_| going.faults_in_a_row >= FAULTS_IN_A_ROW);
                going.trouble = going.trouble.take().or(trouble).or(fault);
                self.relieve(going).await;
            }
            Told::Back(turn, problem) => {
                going.ready.insert(number, turn);
                match problem {
                    Some(_) if going.turns.is_cancelled() => {}
                    Some(problem) if effect(problem.code) == Effect::Waits => {
                        going.patience.trouble(&problem);
                        self.tell_trouble(going, &problem).await;
                    }
                    Some(problem) => going.trouble = going.trouble.take().or(Some(problem)),
                    None => {}
                }
            }
            Told::Lost(lost) if going.turns.is_cancelled() => {
                // It stays as it is unless it is there already.
                if let Ok(Some(Told::Ended { .. })) = self.job.look(&lost).await {
                    self.meter.ended();
                }
            }
            Told::Lost(lost) => {
                self.relieve(going).await;
                self.settle(going, lost);
            }
            Told::Broken(problem) => going.trouble = going.trouble.take().or(Some(problem)),
        }
        if let Ok(core) = self.job.core() {
            core.runs.changed(self.job.batch);
        }
    }

    /// Tells why nothing is sent for a while.
    async fn tell_trouble(&self, going: &mut Going, problem: &Problem) {
        self.tell(Some(problem.clone())).await;
        going.is_told = true;
    }

    /// Something works.
    async fn relieve(&self, going: &mut Going) {
        going.patience.relief();
        if std::mem::take(&mut going.is_told) {
            self.tell(None).await;
        }
    }

    async fn tell(&self, problem: Option<Problem>) {
        let Ok(core) = self.job.core() else { return };
        let _turn = core.runs.turn.lock().await;
        // While it comes to a stand, that is what is told.
        if !matches!(*self.wish.borrow(), Wish::Go(_)) {
            return;
        }
        if let Err(problem) = core.stand(self.job.batch, BatchState::Running, problem, Timestamp::now()).await {
            tracing::warn!(%problem, "why a batch waits cannot be written down");
        }
    }
}

/// The end of a pause, or never.
async fn until(left: Option<Duration>) {
    match left {
        Some(left) => sleep(left).await,
        None => pending().await,
    }
}
