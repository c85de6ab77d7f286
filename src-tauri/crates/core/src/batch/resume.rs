//! Resumes the batches that ran when the app closed.

use std::sync::atomic::Ordering;

use assay_journal::Kept;
use assay_model::{BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::time::sleep;

use crate::Core;

use super::{run::BatchCommand, run_trouble::Backoff};

impl Core {
    /// Lets the batches go on, once, that ran when the app ended.
    pub(crate) fn resume_batches(&self) {
        if self.runs.has_resumed.swap(true, Ordering::SeqCst) {
            return;
        }
        let core = self.runs.weak();
        tokio::spawn(async move {
            let mut patience = Backoff::default();
            while let Some(core) = core.upgrade()
                && let Err(problem) = core.resume_all().await
            {
                drop(core);
                tracing::warn!(%problem, "not all batches could go on");
                patience.trouble(&problem);
                sleep(patience.left().unwrap_or_default()).await;
            }
        });
    }

    /// Fails where the journal could not be read, or how a batch stands be written down.
    async fn resume_all(&self) -> Result<(), Problem> {
        let batches = self.desk.ask(|journal| journal.list(None)).await?;
        let mut failure = Ok(());
        // Oldest first, as they were started.
        for kept in batches.into_iter().rev() {
            match self.resume_batch(kept).await {
                // It was forgotten meanwhile.
                Ok(()) | Err(Problem { code: ProblemCode::BatchUnknown, .. }) => {}
                Err(problem) => failure = Err(problem),
            }
        }
        failure
    }

    async fn resume_batch(&self, kept: Kept) -> Result<(), Problem> {
        let (batch, now) = (kept.number, Timestamp::now());
        if kept.state == BatchState::Running {
            self.look_for_seal(batch).await?;
        }
        let _turn = self.runs.turn.lock().await;
        // It may have been told something else since it was read.
        match self.kept_batch(batch).await?.state {
            BatchState::Running if !self.runs.is_running(batch) => {
                match self.run_batch(kept, None, BatchCommand::Go(0)).await {
                    Ok(()) => Ok(()),
                    Err(problem) => self.stand(batch, BatchState::Paused, Some(problem), now).await,
                }
            }
            BatchState::Pausing if !self.runs.is_running(batch) => {
                self.stand(batch, BatchState::Paused, None, now).await
            }
            BatchState::Held if !self.runs.is_running(batch) => self.stand(batch, BatchState::Planned, None, now).await,
            _ => Ok(()),
        }
    }
}
