//! Batches that ran when the app ended go on at its next start.

use std::sync::atomic::Ordering;

use assay_journal::Kept;
use assay_model::{BatchState, Problem};
use jiff::Timestamp;

use crate::Core;

impl Core {
    /// Lets the batches go on, once, that ran when the app ended.
    pub(crate) fn resume_batches(&self) {
        if self.runs.has_resumed.swap(true, Ordering::SeqCst) {
            return;
        }
        let core = self.runs.weak();
        tokio::spawn(async move {
            let Some(core) = core.upgrade() else { return };
            let batches = match core.desk.ask(|journal| journal.list(None)).await {
                Ok(batches) => batches,
                Err(problem) => return tracing::warn!(%problem, "the batches could not be read"),
            };
            // The oldest first, as they were started.
            for kept in batches.into_iter().rev() {
                let batch = kept.number;
                if let Err(problem) = core.resume_batch(kept).await {
                    tracing::warn!(%problem, batch, "a batch could not go on");
                }
            }
        });
    }

    async fn resume_batch(&self, kept: Kept) -> Result<(), Problem> {
        let (batch, now) = (kept.number, Timestamp::now());
        if kept.state == BatchState::Running {
            self.look_for_seal(batch).await?;
        }
        let _turn = self.runs.turn.lock().await;
        // It may have been told something else since it was read.
        match self.kept_batch(batch).await?.state {
            BatchState::Running if !self.runs.is_running(batch) => match self.run_batch(kept, None).await {
                Ok(()) => Ok(()),
                Err(problem) => self.stand(batch, BatchState::Paused, Some(problem), now).await,
            },
            BatchState::Pausing if !self.runs.is_running(batch) => {
                self.stand(batch, BatchState::Paused, None, now).await
            }
            BatchState::Held if !self.runs.is_running(batch) => self.stand(batch, BatchState::Planned, None, now).await,
            _ => Ok(()),
        }
    }
}
