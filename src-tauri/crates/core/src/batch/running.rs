//! The running batches, and the commands that they follow.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, Weak},
};

use assay_model::Problem;
use tokio::sync::watch;
use tokio_util::sync::{CancellationToken, DropGuard};

use super::throughput::ThroughputMeter;
use crate::lock::lock;

/// The running batches, which stop when this is dropped.
pub(crate) struct RunningBatches {
    running: Mutex<HashMap<u32, RunningBatch>>,
    /// Locked while a batch starts, ends, or changes its command.
    pub(super) state_lock: tokio::sync::Mutex<()>,
    /// Stops all batches.
    pub(super) ending: CancellationToken,
    _ends_with_this: DropGuard,
}

pub(super) struct RunningBatch {
    pub command: watch::Sender<BatchCommand>,
    pub meter: Arc<ThroughputMeter>,
    /// Stops it immediately.
    pub stop: CancellationToken,
    /// Why it stopped, until that can be saved.
    pub stop_reason: Option<Problem>,
    /// Closed when it has ended.
    pub ended: watch::Receiver<()>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BatchCommand {
    /// Run; the number changes each time rows are retried.
    Run(u32),
    /// Stop once rows in flight have their outcome; can be resumed.
    Pause,
    /// Stop once rows in flight have their outcome; final.
    Cancel,
    /// Stop because the app closes; resumes at the next start.
    Quit,
}

/// Marks a batch as running until this is dropped.
pub(super) struct RunSlot {
    pub running: Weak<RunningBatches>,
    pub batch: u32,
    pub meter: Arc<ThroughputMeter>,
    /// Closed when it is dropped.
    pub _open: watch::Sender<()>,
}

impl Drop for RunSlot {
    fn drop(&mut self) {
        let Some(batches) = self.running.upgrade() else { return };
        let mut running = batches.running();
        // It may have been canceled and restarted.
        if running.get(&self.batch).is_some_and(|run| Arc::ptr_eq(&run.meter, &self.meter)) {
            running.remove(&self.batch);
        }
    }
}

impl RunningBatches {
    pub(crate) fn new() -> Self {
        let ending = CancellationToken::new();
        Self {
            running: Mutex::default(),
            state_lock: tokio::sync::Mutex::default(),
            _ends_with_this: ending.clone().drop_guard(),
            ending,
        }
    }

    /// Rows per minute, and seconds for the rows left; `None` if the batch isn't running or has
    /// just started.
    pub(crate) fn throughput_of(&self, batch: u32, left: u32) -> Option<(f64, u32)> {
        let meter = Arc::clone(&self.running().get(&batch)?.meter);
        meter.rate(left)
    }

    /// Sets why a batch stopped, until that can be saved.
    pub(super) fn set_stop_reason(&self, batch: u32, problem: Option<Problem>) {
        if let Some(run) = self.running().get_mut(&batch) {
            run.stop_reason = problem;
        }
    }

    /// The last reason set.
    pub(super) fn stop_reason(&self, batch: u32) -> Option<Problem> {
        self.running().get(&batch)?.stop_reason.clone()
    }

    pub(super) fn is_running(&self, batch: u32) -> bool {
        self.running().contains_key(&batch)
    }

    pub(super) fn running(&self) -> MutexGuard<'_, HashMap<u32, RunningBatch>> {
        lock(&self.running)
    }

    /// Whether a running batch is being stopped.
    pub(super) fn is_ending(&self, batch: u32) -> bool {
        self.running().get(&batch).is_some_and(|run| *run.command.borrow() == BatchCommand::Cancel)
    }

    /// Changes the command of a running batch. Returns whether it runs.
    pub(super) fn change_command(&self, batch: u32, command: impl FnOnce(BatchCommand) -> BatchCommand) -> bool {
        let running = self.running();
        let Some(run) = running.get(&batch) else { return false };
        run.command.send_modify(|present| *present = command(*present));
        true
    }

    /// Stops a batch immediately: nothing was sent, or it is being deleted.
    pub(super) fn withdraw(&self, batch: u32) {
        if let Some(run) = self.running().get(&batch) {
            run.stop.cancel();
        }
    }
}
