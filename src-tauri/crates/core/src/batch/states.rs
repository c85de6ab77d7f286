use std::sync::Arc;

use assay_model::{BatchState, Problem};
use jiff::Timestamp;

use super::{
    batch_cipher::BatchCiphers, journal_handle::JournalHandle, notifier::BatchNotifier, running::RunningBatches,
};

/// The states of batches, on disk and in the window.
pub(crate) struct BatchStates {
    pub journal: JournalHandle,
    pub running: Arc<RunningBatches>,
    pub notifier: Arc<BatchNotifier>,
    pub ciphers: Arc<BatchCiphers>,
}

impl BatchStates {
    /// Ends a batch that is not running. The caller holds `state_lock`.
    pub(super) async fn end_batch(&self, batch: u32, is_canceled: bool) -> Result<(), Problem> {
        let now = Timestamp::now();
        if is_canceled {
            self.journal.ask(move |journal| journal.batch(batch).cancel_waiting(now)).await?;
        }
        self.set_batch_state(batch, BatchState::Ended, None, now).await?;
        if let Err(problem) = self.ciphers.delete_used_passwords(batch).await {
            tracing::warn!(%problem, batch, "couldn't delete unneeded passwords");
        }
        Ok(())
    }

    /// Sets a batch's state; with [`BatchState::Held`], until when.
    pub(super) async fn set_batch_state(
        &self,
        batch: u32,
        state: BatchState,
        problem: Option<Problem>,
        at: Timestamp,
    ) -> Result<(), Problem> {
        self.journal.ask(move |journal| journal.batch(batch).set_state(state, problem.as_ref(), at)).await?;
        self.notifier.changed(batch);
        Ok(())
    }

    /// Sets why a batch stopped, until that can be saved.
    pub(super) fn set_stop_reason(&self, batch: u32, problem: Option<Problem>) {
        self.running.set_stop_reason(batch, problem);
        self.notifier.changed(batch);
    }
}
