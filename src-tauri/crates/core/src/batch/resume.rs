//! Resumes the batches that ran when the app closed.

use std::sync::{Arc, atomic::Ordering};

use assay_journal::StoredBatch;
use assay_model::{BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::time::sleep;

use super::{failure_policy::Backoff, runner::BatchRunner, running::BatchCommand};

impl BatchRunner {
    /// Resumes interrupted batches, once, and deletes idle keys.
    pub(crate) fn resume_batches(self: &Arc<Self>, idle_keys: Vec<u32>) {
        if self.has_resumed.swap(true, Ordering::SeqCst) {
            return;
        }
        let runner = Arc::downgrade(self);
        tokio::spawn(async move {
            if let Some(runner) = runner.upgrade() {
                for batch in idle_keys {
                    runner.ciphers.delete_cipher_key(batch).await;
                }
            }
            let mut backoff = Backoff::default();
            while let Some(runner) = runner.upgrade()
                && let Err(problem) = runner.resume_all().await
            {
                drop(runner);
                tracing::warn!(%problem, "couldn't resume all batches");
                backoff.record_failure(&problem);
                sleep(backoff.left().unwrap_or_default()).await;
            }
        });
    }

    /// The batches with a leftover key in the keychain and nothing to decrypt.
    pub(crate) async fn idle_keys(&self) -> Vec<u32> {
        self.ciphers.idle_keys().await
    }

    /// Fails if the journal can't be read or a state can't be saved.
    async fn resume_all(&self) -> Result<(), Problem> {
        let goes_on =
            |stored: &StoredBatch| matches!(stored.state, BatchState::Running | BatchState::Pausing | BatchState::Held);
        let mut batches = self.journal.ask(|journal| journal.list(None)).await?;
        batches.retain(goes_on);
        if batches.is_empty() {
            return Ok(());
        }
        // Another process may run them.
        self.journal.take_ownership().await?;
        let mut failure = Ok(());
        // Oldest first, as they were started.
        for stored in batches.into_iter().rev() {
            match self.resume_batch(stored).await {
                // It was deleted meanwhile.
                Ok(()) | Err(Problem { code: ProblemCode::BatchUnknown, .. }) => {}
                Err(problem) => failure = Err(problem),
            }
        }
        failure
    }

    async fn resume_batch(&self, stored: StoredBatch) -> Result<(), Problem> {
        let (batch, now) = (stored.number, Timestamp::now());
        if stored.state == BatchState::Running {
            self.ciphers.check_cipher(batch).await?;
        }
        let _turn = self.running.state_lock.lock().await;
        // The user may have changed its state since it was read.
        match self.journal.stored_batch(batch).await?.state {
            BatchState::Running if !self.running.is_running(batch) => {
                match self.run_batch(stored, None, BatchCommand::Run(0)).await {
                    Ok(()) => Ok(()),
                    Err(problem) => self.states.set_batch_state(batch, BatchState::Paused, Some(problem), now).await,
                }
            }
            BatchState::Pausing if !self.running.is_running(batch) => {
                self.states.set_batch_state(batch, BatchState::Paused, None, now).await
            }
            BatchState::Held if !self.running.is_running(batch) => {
                self.states.set_batch_state(batch, BatchState::Planned, None, now).await
            }
            _ => Ok(()),
        }
    }
}
