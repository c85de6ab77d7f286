//! Runs a batch: sends its rows and records their outcomes.

use std::{
    collections::{BTreeMap, HashSet},
    sync::Arc,
    time::Duration,
};

use assay_model::{BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::sleep,
};
use tokio_util::sync::CancellationToken;

use super::{
    confirm::ConfirmScope,
    failure_policy::{Backoff, FailureAction, action_for},
    outcomes::{Engine, RunContext, Trouble, until},
    resolve_unknown::MAX_CONCURRENT_LOOKUPS,
    running::BatchCommand,
    send_row::{InFlightGuard, RowAttempt},
};

/// Waiting rows that are read at the same time.
const READ_AHEAD: u32 = 100;

/// For confirming answered rows when the batch is stopped or paused.
const FINAL_CONFIRM_TIMEOUT: Duration = Duration::from_secs(10);
const PAUSE_CONFIRM_TIMEOUT: Duration = Duration::from_secs(2);

/// Why a batch stops.
enum StopReason {
    /// Every row has its outcome.
    AllDone,
    /// Requested by the user.
    Requested,
    /// It can't continue.
    Blocked(Problem),
}

impl Engine {
    /// Runs the batch until it ends or pauses, after the start delay.
    pub(super) async fn run(mut self, held: Option<Duration>) {
        if let Some(held) = held {
            tokio::select! {
                () = sleep(held) => {}
                _ = self.command.wait_for(|command| *command == BatchCommand::Quit) => return,
            }
            while let Err(problem) = self.begin().await {
                if self.stop.is_cancelled() || !self.set_final_state(&StopReason::Blocked(problem)).await {
                    return;
                }
            }
        }
        loop {
            self.meter.begin();
            let why = self.send_rows().await;
            let command = *self.command.borrow();
            if command != BatchCommand::Quit {
                self.confirmer
                    .confirm_rest(if command == BatchCommand::Cancel {
                        FINAL_CONFIRM_TIMEOUT
                    } else {
                        PAUSE_CONFIRM_TIMEOUT
                    })
                    .await;
            }
            if !self.set_final_state(&why).await {
                return;
            }
        }
    }

    /// Repeats [`Engine::set_state`] until it succeeds: it fails while the disk is full.
    async fn set_final_state(&mut self, why: &StopReason) -> bool {
        let (batch, mut backoff) = (self.sender.batch, Backoff::default());
        loop {
            let problem = match self.set_state(why).await {
                Ok(goes_on) => return goes_on,
                // It was deleted meanwhile.
                Err(Problem { code: ProblemCode::BatchUnknown, .. }) => return false,
                Err(problem) => problem,
            };
            let Ok(states) = self.states() else { return false };
            tracing::error!(%problem, batch, "couldn't save a batch's state");
            backoff.record_failure(&problem);
            states.set_stop_reason(
                batch,
                Some(if let StopReason::Blocked(reason) = why { reason.clone() } else { problem }),
            );
            drop(states);
            let is_told = tokio::select! {
                () = until(backoff.left()) => false,
                outcome = self.command.changed() => outcome.is_ok(),
            };
            if is_told && matches!(*self.command.borrow(), BatchCommand::Run(_)) {
                if let Ok(states) = self.states() {
                    states.set_stop_reason(batch, None);
                }
                return true;
            }
        }
    }

    /// The start delay is over.
    async fn begin(&self) -> Result<(), Problem> {
        let states = self.states()?;
        let _turn = states.running.state_lock.lock().await;
        if self.stop.is_cancelled() {
            return Err(Problem::new(ProblemCode::Canceled));
        }
        states.set_batch_state(self.sender.batch, BatchState::Running, None, Timestamp::now()).await
    }

    /// Stores the batch's new state. Returns whether it continues anyway.
    async fn set_state(&mut self, why: &StopReason) -> Result<bool, Problem> {
        let states = self.states()?;
        let _turn = states.running.state_lock.lock().await;
        let (batch, now) = (self.sender.batch, Timestamp::now());
        let command = *self.command.borrow_and_update();
        match (command, why) {
            (BatchCommand::Quit, _) => {}
            (BatchCommand::Cancel, _) => states.end_batch(batch, true).await?,
            (_, StopReason::Blocked(problem)) => {
                // Stopping all waiting calls pauses the batch.
                let problem = Some(problem).filter(|problem| problem.code != ProblemCode::Canceled).cloned();
                states.set_batch_state(batch, BatchState::Paused, problem, now).await?;
            }
            // The command changed meanwhile.
            (BatchCommand::Run(_), StopReason::Requested) => return Ok(true),
            (BatchCommand::Pause, StopReason::Requested) => {
                states.set_batch_state(batch, BatchState::Paused, None, now).await?;
            }
            (_, StopReason::AllDone) => {
                // Rows may have been retried meanwhile; those that may have been carried out don't wait.
                let is_retried = matches!(command, BatchCommand::Run(times) if times != self.heard);
                if is_retried || states.journal.stored_batch(batch).await?.states.waiting > 0 {
                    if command == BatchCommand::Pause {
                        states.set_batch_state(batch, BatchState::Paused, None, now).await?;
                    } else {
                        return Ok(true);
                    }
                } else {
                    states.end_batch(batch, false).await?;
                }
            }
        }
        self.slot = None;
        Ok(false)
    }

    /// Sends rows until none are left or the batch stops. Every sent row has its outcome when it
    /// returns.
    async fn send_rows(&mut self) -> StopReason {
        let mut run = RunContext {
            ready: BTreeMap::new(),
            sends: JoinSet::new(),
            lookups: JoinSet::new(),
            confirms: JoinSet::new(),
            busy: HashSet::new(),
            stop_waiting: CancellationToken::new(),
            in_flight: watch::Sender::new(0),
            concurrency: 1,
            trouble: Trouble::default(),
        };
        let mut in_flight = run.in_flight.subscribe();
        let BatchCommand::Run(heard) = *self.command.borrow_and_update() else { return StopReason::Requested };
        self.heard = heard;
        if let Err(problem) = self.resolve_open_rows(&mut run, heard > 0).await {
            run.trouble.problem = Some(problem);
        }
        loop {
            let command = *self.command.borrow_and_update();
            let is_stopping = run.stop_waiting.is_cancelled() || run.trouble.problem.is_some();
            let goes_on = matches!(command, BatchCommand::Run(_)) && !is_stopping;
            if goes_on {
                if let BatchCommand::Run(times) = command
                    && times != self.heard
                {
                    self.heard = times;
                    if let Err(problem) = self.adopt(&mut run).await {
                        run.trouble.problem = Some(problem);
                        continue;
                    }
                }
                if let Err(problem) = self.fill(&mut run).await {
                    run.trouble.problem = Some(problem);
                    continue;
                }
                self.confirm(&mut run);
                if run.busy.is_empty() && run.ready.is_empty() && run.confirms.is_empty() && self.has_confirmed() {
                    return StopReason::AllDone;
                }
            } else {
                run.stop_waiting.cancel();
                run.lookups.abort_all();
                if run.sends.is_empty() {
                    return run.trouble.problem.map_or(StopReason::Requested, StopReason::Blocked);
                }
            }
            tokio::select! {
                Some(outcome) = run.sends.join_next() => self.handle_outcome(&mut run, outcome).await,
                Some(outcome) = run.lookups.join_next(), if goes_on => self.handle_outcome(&mut run, outcome).await,
                Some(read) = run.confirms.join_next(), if goes_on => self.handle_confirmed(&mut run, read).await,
                () = until(run.trouble.backoff.left()), if goes_on => {}
                _ = in_flight.changed(), if goes_on => {}
                changed = self.command.changed() => if changed.is_err() { return StopReason::Requested },
            }
        }
    }

    /// Sends as many rows as the limits allow.
    async fn fill(&self, run: &mut RunContext) -> Result<(), Problem> {
        if run.ready.is_empty() {
            let (batch, most) = (self.sender.batch, READ_AHEAD + u32::try_from(run.busy.len()).unwrap_or(0));
            run.concurrency = usize::from(self.preferences.read()?.batch_at_once).max(1);
            let waiting = self.sender.journal.ask(move |journal| journal.batch(batch).waiting_rows(0, most)).await?;
            for row in waiting.into_iter().filter(|row| !run.busy.contains(&row.number)) {
                run.ready.insert(row.number, RowAttempt { row, begun: None });
            }
        }
        if run.trouble.backoff.left().is_some() {
            return Ok(());
        }
        // A single row tests whether the service works again.
        let at_once = if run.trouble.backoff.has_failed() { 1 } else { run.concurrency };
        while run.lookups.len() < MAX_CONCURRENT_LOOKUPS
            && *run.in_flight.borrow() < at_once
            && let Some((number, turn)) = run.ready.pop_first()
        {
            let (sender, stop_waiting) = (Arc::clone(&self.sender), run.stop_waiting.clone());
            let guard = InFlightGuard::begin(&run.in_flight);
            run.busy.insert(number);
            run.sends.spawn(async move { (number, sender.send(turn, guard, stop_waiting).await) });
        }
        Ok(())
    }

    /// Confirms answered rows, if that is worth it now.
    fn confirm(&self, run: &mut RunContext) {
        if !run.confirms.is_empty() || run.trouble.backoff.left().is_some() {
            return;
        }
        let is_rest = run.sends.is_empty() && run.ready.is_empty();
        let next = run.busy.iter().chain(run.ready.keys()).min();
        let upto = if is_rest { ConfirmScope::All } else { ConfirmScope::Row(next.copied().unwrap_or(u32::MAX)) };
        if self.confirmer.is_worth_reading(upto) {
            let (confirmer, stop) = (Arc::clone(&self.confirmer), run.stop_waiting.clone());
            run.confirms.spawn(async move { confirmer.confirm(upto, stop).await });
        }
    }

    fn has_confirmed(&self) -> bool {
        self.confirmer.confirming.is_empty()
    }

    async fn handle_confirmed(&self, run: &mut RunContext, read: Result<Result<(), Problem>, JoinError>) {
        let read = read.unwrap_or_else(|fault| Err(Problem::new(ProblemCode::Internal).with_detail(fault.to_string())));
        match read {
            Ok(()) => self.on_success(run).await,
            Err(problem) if action_for(problem.code) == FailureAction::Retry => {
                run.trouble.backoff.record_failure(&problem);
                self.report_problem(Some(problem)).await;
            }
            Err(problem) => run.trouble.problem = run.trouble.problem.take().or(Some(problem)),
        }
    }
}
