//! Starts, pauses, stops, and retries batches.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use assay_journal::StoredBatch;
use assay_model::{Batch, BatchRef, BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    time::{Instant, timeout_at},
};

use super::{
    batch_cipher::BatchCiphers,
    confirm::Confirmer,
    journal_handle::JournalHandle,
    outcomes::Engine,
    resolve_unknown::CreateResolver,
    running::{BatchCommand, RunSlot, RunningBatch, RunningBatches},
    send_row::{RowSender, RowServices},
    states::BatchStates,
    throughput::ThroughputMeter,
    views::BatchViews,
};
use crate::{connections::ConnectionStore, preferences::PreferenceStore};

/// How long a start that deletes something can be canceled.
const START_DELAY: Duration = Duration::from_secs(8);

/// For requests in flight when the app closes; the rest is looked up at the next start.
const QUIT_TIMEOUT: Duration = Duration::from_millis(1500);

pub(crate) struct BatchRunner {
    pub journal: JournalHandle,
    pub running: Arc<RunningBatches>,
    pub states: Arc<BatchStates>,
    pub views: Arc<BatchViews>,
    pub ciphers: Arc<BatchCiphers>,
    pub connections: Arc<ConnectionStore>,
    pub preferences: Arc<PreferenceStore>,
    /// What rows are sent with.
    pub rows: Arc<RowServices>,
    pub has_resumed: AtomicBool,
}

impl BatchRunner {
    /// Starts or resumes a batch. One that deletes is delayed briefly, so that it can be canceled.
    ///
    /// Fails with [`ProblemCode::BatchNotReady`] if it has ended or lacks passwords, and with
    /// [`ProblemCode::ConnectionUnknown`] if its connection was removed or points to another
    /// service.
    pub async fn batch_start(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.journal.take_ownership().await?;
        self.ciphers.check_cipher(wanted.batch).await?;
        let turn = self.running.state_lock.lock().await;
        let stored = self.journal.stored_batch(wanted.batch).await?;
        match stored.state {
            BatchState::Ended => return Err(Problem::new(ProblemCode::BatchNotReady)),
            _ if self.running.is_ending(stored.number) => return Err(Problem::new(ProblemCode::BatchNotReady)),
            BatchState::Pausing if self.running.change_command(stored.number, |_| BatchCommand::Run(0)) => {
                self.states.set_batch_state(stored.number, BatchState::Running, None, Timestamp::now()).await?;
            }
            BatchState::Running | BatchState::Held if self.running.change_command(stored.number, |command| command) => {
            }
            _ => {
                let is_held = stored.started_at.is_none() && stored.left.delete > 0;
                self.run_batch(stored, is_held.then_some(START_DELAY), BatchCommand::Run(0)).await?;
            }
        }
        drop(turn);
        self.views.batch(wanted.batch).await
    }

    /// Pauses a running batch. Rows in flight are completed.
    pub async fn batch_pause(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.journal.take_ownership().await?;
        let pause = |command| if matches!(command, BatchCommand::Run(_)) { BatchCommand::Pause } else { command };
        // While the keychain asks the user about another batch, the lock is held.
        if self.journal.stored_batch(wanted.batch).await?.state == BatchState::Running {
            self.running.change_command(wanted.batch, pause);
        }
        let turn = self.running.state_lock.lock().await;
        let stored = self.journal.stored_batch(wanted.batch).await?;
        match stored.state {
            BatchState::Running => {
                let is_running = self.running.change_command(stored.number, pause);
                let state = if is_running { BatchState::Pausing } else { BatchState::Paused };
                self.states.set_batch_state(stored.number, state, None, Timestamp::now()).await?;
            }
            BatchState::Pausing | BatchState::Paused => {}
            BatchState::Planned | BatchState::Held | BatchState::Ended => {
                return Err(Problem::new(ProblemCode::BatchNotReady));
            }
        }
        drop(turn);
        self.views.batch(wanted.batch).await
    }

    /// Stops a started batch for good; unsent rows are not sent. During the start delay it becomes
    /// a plan again.
    pub async fn batch_cancel(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.journal.take_ownership().await?;
        // While the keychain asks the user about another batch, the lock is held.
        let state = self.journal.stored_batch(wanted.batch).await?.state;
        let is_told = matches!(state, BatchState::Running | BatchState::Pausing)
            && self.running.change_command(wanted.batch, |_| BatchCommand::Cancel);
        let turn = self.running.state_lock.lock().await;
        let stored = self.journal.stored_batch(wanted.batch).await?;
        let now = Timestamp::now();
        match stored.state {
            // It has stopped meanwhile.
            BatchState::Ended if is_told => {}
            BatchState::Planned | BatchState::Ended => return Err(Problem::new(ProblemCode::BatchNotReady)),
            BatchState::Held => {
                self.running.withdraw(stored.number);
                self.states.set_batch_state(stored.number, BatchState::Planned, None, now).await?;
            }
            _ if self.running.change_command(stored.number, |_| BatchCommand::Cancel) => {
                self.states.set_batch_state(stored.number, BatchState::Pausing, None, now).await?;
            }
            _ => self.states.end_batch(stored.number, true).await?,
        }
        drop(turn);
        self.views.batch(wanted.batch).await
    }

    /// Retries failed rows and looks up unknown outcomes again.
    pub async fn batch_retry(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.journal.take_ownership().await?;
        self.ciphers.check_cipher(wanted.batch).await?;
        let turn = self.running.state_lock.lock().await;
        let batch = wanted.batch;
        let stored = self.journal.stored_batch(batch).await?;
        if matches!(stored.state, BatchState::Planned | BatchState::Held) || self.running.is_ending(batch) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.connections.require_scope(&stored.connection, &stored.scope).await?;
        // If it isn't running, the outcome of rows in flight is unknown.
        let lost = if self.running.is_running(batch) { 0 } else { stored.states.running + stored.states.confirming };
        let retried = self.journal.ask(move |journal| journal.batch(batch).retry_failed()).await?;
        if retried + stored.states.unknown + lost > 0 {
            let again = |command| {
                BatchCommand::Run(if let BatchCommand::Run(times) = command { times.saturating_add(1) } else { 1 })
            };
            if self.running.change_command(batch, again) {
                self.states.set_batch_state(batch, BatchState::Running, None, Timestamp::now()).await?;
            } else if self.views.batch_as_known(batch).await?.passwords_missing > 0 {
                let problem = Problem::new(ProblemCode::BatchNotReady);
                self.states.set_batch_state(batch, BatchState::Paused, Some(problem), Timestamp::now()).await?;
            } else {
                self.run_batch(self.journal.stored_batch(batch).await?, None, BatchCommand::Run(1)).await?;
            }
        }
        drop(turn);
        self.views.batch(batch).await
    }

    /// Runs a batch. The caller has checked its cipher and holds `state_lock`.
    pub(super) async fn run_batch(
        &self,
        stored: StoredBatch,
        held: Option<Duration>,
        command: BatchCommand,
    ) -> Result<(), Problem> {
        self.connections.require_scope(&stored.connection, &stored.scope).await?;
        let batch = stored.number;
        if self.views.batch_as_known(batch).await?.passwords_missing > 0 {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        let now = Timestamp::now();
        let held_until = held.map(|held| now.saturating_add(held).unwrap_or(now));
        match held_until {
            Some(until) => self.states.set_batch_state(batch, BatchState::Held, None, until).await?,
            None => self.states.set_batch_state(batch, BatchState::Running, None, now).await?,
        }
        let (command, heard) = watch::channel(command);
        let (open, ended) = watch::channel(());
        let (meter, stop) = (Arc::new(ThroughputMeter::default()), self.running.ending.child_token());
        let run = RunningBatch { command, meter: Arc::clone(&meter), stop: stop.clone(), stop_reason: None, ended };
        self.running.running().insert(batch, run);
        let place = RunSlot { running: Arc::downgrade(&self.running), batch, meter: Arc::clone(&meter), _open: open };
        let sender = Arc::new(RowSender::new(Arc::downgrade(&self.rows), self.journal.clone(), &stored));
        let engine = Engine {
            resolver: Arc::new(CreateResolver::new(Arc::clone(&sender))),
            confirmer: Arc::new(Confirmer::new(Arc::clone(&sender))),
            sender,
            command: heard,
            heard: 0,
            meter,
            stop: stop.clone(),
            slot: Some(place),
            states: Arc::downgrade(&self.states),
            preferences: Arc::clone(&self.preferences),
        };
        tokio::spawn(stop.run_until_cancelled_owned(Box::pin(engine.run(held))));
        Ok(())
    }

    /// Stops all batches; they resume at the next start.
    pub(crate) async fn stop_all(&self) {
        let until = Instant::now() + QUIT_TIMEOUT;
        let quit = |command: &mut BatchCommand| {
            *command = if *command == BatchCommand::Cancel { BatchCommand::Cancel } else { BatchCommand::Quit }
        };
        let mut ends = Vec::new();
        for (batch, run) in &*self.running.running() {
            run.command.send_modify(quit);
            ends.push((*batch, *run.command.borrow() == BatchCommand::Cancel, run.ended.clone()));
        }
        let mut cut_off = Vec::new();
        for (batch, is_canceled, mut ended) in ends {
            // An error means that it has ended.
            if timeout_at(until, ended.changed()).await.is_err() && is_canceled {
                cut_off.push((batch, ended));
            }
        }
        self.running.ending.cancel();
        let until = Instant::now() + QUIT_TIMEOUT;
        for (batch, mut ended) in cut_off {
            let end = async {
                let _ = ended.changed().await;
                let _turn = self.running.state_lock.lock().await;
                self.states.end_batch(batch, true).await
            };
            if let Ok(Err(problem)) = timeout_at(until, end).await {
                tracing::warn!(%problem, batch, "couldn't end a canceled batch");
            }
        }
    }
}
