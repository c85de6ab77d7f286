//! Starts, pauses, stops, and retries batches.

use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak, atomic::AtomicBool},
    time::Duration,
};

use assay_journal::Kept;
use assay_model::{Batch, BatchRef, BatchState, CoreEvent, Problem, ProblemCode, StateCounts};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    time::{Instant, timeout_at},
};
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::{Core, notifier::ThrottledNotifier};

use super::{engine::Engine, run_pace::Meter};

/// For requests in flight when the app closes; the rest is looked up at the next start.
const TOLD_EVERY: Duration = Duration::from_millis(250);

/// Runs batches.
const HELD: Duration = Duration::from_secs(8);

/// How long what is being sent may take when the app ends. What has no answer then is looked for at the next start.
const LAST_ANSWERS: Duration = Duration::from_millis(1500);

/// The batches that run. They stop when this is dropped.
pub(crate) struct Runs {
    core: Weak<Core>,
    running: Mutex<HashMap<u32, Run>>,
    /// Held while one begins, ends or is told what to do.
    pub(super) turn: tokio::sync::Mutex<()>,
    announcers: Mutex<HashMap<u32, ThrottledNotifier>>,
    /// Held while the window is told, so that it hears everything in its order.
    telling: tokio::sync::Mutex<()>,
    progress: Mutex<BTreeMap<u32, f64>>,
    pub(super) has_resumed: AtomicBool,
    /// Ends all of them.
    ending: CancellationToken,
    _ends_with_this: DropGuard,
}

/// A batch that runs.
struct Run {
    wish: watch::Sender<BatchCommand>,
    meter: Arc<Meter>,
    /// Ends it at once, wherever it is.
    stop: CancellationToken,
    /// Why it stands still, as long as that cannot be written down.
    stands_for: Option<Problem>,
    /// Closed when it has ended.
    ended: watch::Receiver<()>,
}

/// What a running batch is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchCommand {
    /// Go on; each time that rows which had an outcome are to be done again, the number is another.
    Go(u32),
    /// Stand still when what is being sent has its outcome.
    Pause,
    /// The same, and end then.
    Cancel,
    /// The same, because the app ends: it goes on at the next start.
    Quit,
}

/// The place of a batch among those that run, until this is dropped.
pub(super) struct Place {
    core: Weak<Core>,
    batch: u32,
    meter: Arc<Meter>,
    /// Closed when it is dropped.
    _open: watch::Sender<()>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(core) = self.core.upgrade() else { return };
        let mut running = core.runs.running();
        // It may have been taken back and started again.
        if running.get(&self.batch).is_some_and(|run| Arc::ptr_eq(&run.meter, &self.meter)) {
            running.remove(&self.batch);
        }
    }
}

impl Runs {
    pub(crate) fn new(core: Weak<Core>) -> Self {
        let ending = CancellationToken::new();
        Self {
            core,
            running: Mutex::default(),
            turn: tokio::sync::Mutex::default(),
            announcers: Mutex::default(),
            telling: tokio::sync::Mutex::default(),
            progress: Mutex::default(),
            has_resumed: AtomicBool::new(false),
            _ends_with_this: ending.clone().drop_guard(),
            ending,
        }
    }

    /// A batch is not what it was: the window is to hear of it. Inside a Tokio runtime.
    pub(crate) fn changed(&self, batch: u32) {
        let mut announcers = lock(&self.announcers);
        let notifier = announcers.entry(batch).or_insert_with(|| {
            let core = self.core.clone();
            ThrottledNotifier::new(TOLD_EVERY, move || {
                if let Some(core) = core.upgrade() {
                    tokio::spawn(async move { core.tell_batch(batch).await });
                }
            })
        });
        notifier.changed();
    }

    /// How many rows a minute a running batch does, and how many seconds it takes for those that are left; nothing where
    /// it does not run or has only begun.
    pub(crate) fn pace_of(&self, batch: u32, left: u32) -> Option<(f64, u32)> {
        let meter = Arc::clone(&self.running().get(&batch)?.meter);
        meter.pace(left)
    }

    /// Stops all of them where they are; they go on at the next start.
    pub(crate) async fn stop_all(&self) {
        let until = Instant::now() + LAST_ANSWERS;
        let quit = |wish: &mut BatchCommand| *wish = if *wish == BatchCommand::Cancel { BatchCommand::Cancel } else { BatchCommand::Quit };
        let mut ends = Vec::new();
        for (batch, run) in &*self.running() {
            run.wish.send_modify(quit);
            ends.push((*batch, *run.wish.borrow() == BatchCommand::Cancel, run.ended.clone()));
        }
        let mut cut_off = Vec::new();
        for (batch, is_cancelled, mut ended) in ends {
            // An error is the news that it has ended.
            if timeout_at(until, ended.changed()).await.is_err() && is_cancelled {
                cut_off.push((batch, ended));
            }
        }
        self.ending.cancel();
        let Some(core) = self.core.upgrade() else { return };
        let until = Instant::now() + LAST_ANSWERS;
        for (batch, mut ended) in cut_off {
            let end = async {
                let _ = ended.changed().await;
                let _turn = self.turn.lock().await;
                core.end_batch(batch, true).await
            };
            if let Ok(Err(problem)) = timeout_at(until, end).await {
                tracing::warn!(%problem, batch, "a batch that was cancelled could not be ended");
            }
        }
    }

    /// Why a batch stands still, as long as that cannot be written down.
    pub(super) fn stands_for(&self, batch: u32, problem: Option<Problem>) {
        if let Some(run) = self.running().get_mut(&batch) {
            run.stands_for = problem;
        }
        self.changed(batch);
    }

    /// What was told of it last.
    pub(super) fn reason_of(&self, batch: u32) -> Option<Problem> {
        self.running().get(&batch)?.stands_for.clone()
    }

    pub(super) fn weak(&self) -> Weak<Core> {
        self.core.clone()
    }

    pub(super) fn is_running(&self, batch: u32) -> bool {
        self.running().contains_key(&batch)
    }

    fn running(&self) -> MutexGuard<'_, HashMap<u32, Run>> {
        lock(&self.running)
    }

    /// Whether a running batch was told to end.
    fn is_ending(&self, batch: u32) -> bool {
        self.running().get(&batch).is_some_and(|run| *run.wish.borrow() == BatchCommand::Cancel)
    }

    /// Tells a running batch what to do. Answers whether it runs.
    fn wish(&self, batch: u32, wish: impl FnOnce(BatchCommand) -> BatchCommand) -> bool {
        let running = self.running();
        let Some(run) = running.get(&batch) else { return false };
        run.wish.send_modify(|present| *present = wish(*present));
        true
    }

    /// Ends a batch at once, wherever it is: one that has not sent anything, or that is forgotten.
    pub(super) fn take_back(&self, batch: u32) {
        if let Some(run) = self.running().get(&batch) {
            run.stop.cancel();
        }
    }
}

impl Core {
    /// Starts a batch, or lets it go on where it stands. One that deletes something is held for a moment at first.
    ///
    /// Fails with [`ProblemCode::BatchNotReady`] where it has ended or lacks passwords, and with
    /// [`ProblemCode::ConnectionUnknown`] where its connection is gone or leads to another service.
    pub async fn batch_start(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.look_for_seal(wanted.batch).await?;
        let turn = self.runs.turn.lock().await;
        let kept = self.kept_batch(wanted.batch).await?;
        match kept.state {
            BatchState::Ended => return Err(Problem::new(ProblemCode::BatchNotReady)),
            _ if self.runs.is_ending(kept.number) => return Err(Problem::new(ProblemCode::BatchNotReady)),
            BatchState::Pausing if self.runs.wish(kept.number, |_| BatchCommand::Go(0)) => {
                self.stand(kept.number, BatchState::Running, None, Timestamp::now()).await?;
            }
            BatchState::Running | BatchState::Held if self.runs.wish(kept.number, |wish| wish) => {}
            _ => {
                let is_held = kept.started_at.is_none() && kept.left.delete > 0;
                self.run_batch(kept, is_held.then_some(HELD), BatchCommand::Go(0)).await?;
            }
        }
        drop(turn);
        self.batch(wanted.batch).await
    }

    /// Pauses a running batch. Rows in flight are completed.
    pub async fn batch_pause(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        let turn = self.runs.turn.lock().await;
        let kept = self.kept_batch(wanted.batch).await?;
        match kept.state {
            BatchState::Running => {
                let is_running = self.runs.wish(kept.number, |_| BatchCommand::Pause);
                let state = if is_running { BatchState::Pausing } else { BatchState::Paused };
                self.stand(kept.number, state, None, Timestamp::now()).await?;
            }
            BatchState::Pausing | BatchState::Paused => {}
            BatchState::Planned | BatchState::Held | BatchState::Ended => {
                return Err(Problem::new(ProblemCode::BatchNotReady));
            }
        }
        drop(turn);
        self.batch(wanted.batch).await
    }

    /// Stops a started batch for good; unsent rows are not sent. During the start delay it becomes
    /// a plan again.
    pub async fn batch_cancel(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        let turn = self.runs.turn.lock().await;
        let kept = self.kept_batch(wanted.batch).await?;
        let now = Timestamp::now();
        match kept.state {
            BatchState::Planned | BatchState::Ended => return Err(Problem::new(ProblemCode::BatchNotReady)),
            BatchState::Held => {
                self.runs.take_back(kept.number);
                self.stand(kept.number, BatchState::Planned, None, now).await?;
            }
            _ if self.runs.wish(kept.number, |_| BatchCommand::Cancel) => {
                self.stand(kept.number, BatchState::Pausing, None, now).await?;
            }
            _ => self.end_batch(kept.number, true).await?,
        }
        drop(turn);
        self.batch(wanted.batch).await
    }

    /// Retries failed rows and looks up unknown outcomes again.
    pub async fn batch_retry(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.look_for_seal(wanted.batch).await?;
        let turn = self.runs.turn.lock().await;
        let batch = wanted.batch;
        let kept = self.kept_batch(batch).await?;
        if matches!(kept.state, BatchState::Planned | BatchState::Held) || self.runs.is_ending(batch) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.same_service(&kept).await?;
        // Where it does not run, nobody knows what came of what was being sent.
        let lost = if self.runs.is_running(batch) { 0 } else { kept.states.running };
        if self.desk.ask(move |journal| journal.retry_failed(batch)).await? + kept.states.unknown + lost > 0 {
            let again = |wish| BatchCommand::Go(if let BatchCommand::Go(times) = wish { times.saturating_add(1) } else { 1 });
            if self.runs.wish(batch, again) {
                self.stand(batch, BatchState::Running, None, Timestamp::now()).await?;
            } else if self.batch_as_known(batch).await?.passwords_missing > 0 {
                let problem = Problem::new(ProblemCode::BatchNotReady);
                self.stand(batch, BatchState::Paused, Some(problem), Timestamp::now()).await?;
            } else {
                self.run_batch(self.kept_batch(batch).await?, None, BatchCommand::Go(1)).await?;
            }
        }
        drop(turn);
        self.batch(batch).await
    }

    /// Runs a batch. The caller has checked its cipher and holds `state_lock`.
    pub(super) async fn run_batch(&self, kept: Kept, held: Option<Duration>, wish: BatchCommand) -> Result<(), Problem> {
        self.same_service(&kept).await?;
        let batch = kept.number;
        if self.batch_as_known(batch).await?.passwords_missing > 0 {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        let now = Timestamp::now();
        let held_until = held.map(|held| now.saturating_add(held).unwrap_or(now));
        match held_until {
            Some(until) => self.stand(batch, BatchState::Held, None, until).await?,
            None => self.stand(batch, BatchState::Running, None, now).await?,
        }
        let (wish, heard) = watch::channel(wish);
        let (open, ended) = watch::channel(());
        let (meter, stop) = (Arc::new(Meter::default()), self.runs.ending.child_token());
        let run = Run { wish, meter: Arc::clone(&meter), stop: stop.clone(), stands_for: None, ended };
        self.runs.running().insert(batch, run);
        let place = Place { core: self.runs.core.clone(), batch, meter: Arc::clone(&meter), _open: open };
        let engine = Engine::new(self.runs.core.clone(), self.desk.clone(), &kept, heard, meter, stop.clone(), place);
        tokio::spawn(stop.run_until_cancelled_owned(Box::pin(engine.run(held))));
        Ok(())
    }

    /// Stops all batches; they resume at the next start.
    pub(super) async fn end_batch(&self, batch: u32, is_cancelled: bool) -> Result<(), Problem> {
        let now = Timestamp::now();
        if is_cancelled {
            self.desk.ask(move |journal| journal.cancel_waiting(batch, now)).await?;
        }
        self.stand(batch, BatchState::Ended, None, now).await?;
        if let Err(problem) = self.forget_spent_passwords(batch).await {
            tracing::warn!(%problem, batch, "passwords that are not needed any more could not be forgotten");
        }
        Ok(())
    }

    /// Says how a batch stands from now on, or, with [`BatchState::Held`], until when.
    pub(super) async fn stand(
        &self,
        batch: u32,
        state: BatchState,
        problem: Option<Problem>,
        at: Timestamp,
    ) -> Result<(), Problem> {
        self.desk.ask(move |journal| journal.set_state(batch, state, problem.as_ref(), at)).await?;
        self.runs.changed(batch);
        Ok(())
    }

    pub(super) async fn kept_batch(&self, batch: u32) -> Result<Kept, Problem> {
        self.desk.ask(move |journal| journal.read(batch)).await
    }

    /// Fails where a batch's connection is not there any more, or leads to another service, where its ids mean others.
    pub(super) async fn same_service(&self, kept: &Kept) -> Result<(), Problem> {
        let scope = self.scope_of(&kept.connection).await?;
        if scope == kept.scope { Ok(()) } else { Err(Problem::new(ProblemCode::ConnectionUnknown)) }
    }

    /// Tells the window, and the desktop, how a batch is now.
    async fn tell_batch(&self, batch: u32) {
        let _telling = self.runs.telling.lock().await;
        match self.batch_as_known(batch).await {
            Ok(batch) => {
                let is_under_way = matches!(batch.state, BatchState::Running | BatchState::Pausing);
                self.show_progress(batch.number, is_under_way.then(|| share(batch.states)));
                self.events.tell(&CoreEvent::Batch { batch: Box::new(batch) });
            }
            Err(Problem { code: ProblemCode::BatchUnknown, .. }) => self.show_progress(batch, None),
            Err(problem) => tracing::warn!(%problem, batch, "how a batch goes cannot be told"),
        }
    }

    /// Shows how far the batches that run are, together: this one so far, or it does not run.
    fn show_progress(&self, batch: u32, share: Option<f64>) {
        let mut progress = lock(&self.runs.progress);
        let had_any = !progress.is_empty();
        match share {
            Some(share) => progress.insert(batch, share),
            None => progress.remove(&batch),
        };
        if had_any || !progress.is_empty() {
            let count = f64::from(u32::try_from(progress.len()).unwrap_or(u32::MAX));
            let share = progress.values().sum::<f64>() / count;
            self.host.show_progress((!progress.is_empty()).then_some(share));
        }
    }
}

/// How much of what is to be done has its outcome, 0–1.
fn share(states: StateCounts) -> f64 {
    let StateCounts { waiting, running, done, failed, unknown, skipped: _, cancelled } = states;
    let over = done + failed + cancelled;
    let all = over + waiting + running + unknown;
    if all == 0 { 1.0 } else { f64::from(over) / f64::from(all) }
}

pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
