use std::{
    collections::HashSet,
    path::Path,
    sync::{Arc, Mutex},
    time::Duration,
};

use assay_journal::{Journal, StoredBatch};
use assay_model::{Problem, ProblemCode};
use tokio::{
    task::spawn_blocking,
    time::{Instant, sleep},
};

use crate::{lock::lock, process_lock::ProcessLock};

/// The journal's file in the app's data folder, and the lock for running batches.
const FILE: &str = "batches.sqlite";
const LOCK: &str = "batches.lock";

/// How long a closing process may hold the lock, and how often to retry.
const OWNER_EXIT_TIMEOUT: Duration = Duration::from_secs(2);
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(50);

#[derive(Clone)]
pub(crate) struct JournalHandle {
    /// Absent in safe mode.
    journal: Option<Journal>,
    /// The right to run batches.
    lock: Arc<ProcessLock>,
    /// Batches whose key is known to be lost.
    without_cipher: Arc<Mutex<HashSet<u32>>>,
}

impl JournalHandle {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let (journal, lock) = (Journal::open(&folder.join(FILE)), ProcessLock::of(folder.join(LOCK)));
        Self { journal: Some(journal), lock: Arc::new(lock), without_cipher: Arc::default() }
    }

    /// The handle of safe mode, without a journal.
    pub(crate) fn closed(folder: &Path) -> Self {
        Self { journal: None, lock: Arc::new(ProcessLock::of(folder.join(LOCK))), without_cipher: Arc::default() }
    }

    /// Takes the right to run batches until this process ends. Fails with
    /// [`ProblemCode::OpenElsewhere`] if another process has it.
    pub(super) async fn take_ownership(&self) -> Result<(), Problem> {
        let begun = Instant::now();
        while !self.lock.try_acquire() {
            if begun.elapsed() > OWNER_EXIT_TIMEOUT {
                return Err(Problem::new(ProblemCode::OpenElsewhere));
            }
            sleep(LOCK_POLL_INTERVAL).await;
        }
        Ok(())
    }

    /// Records if a batch's key is lost.
    pub(super) fn set_cipher_lost(&self, batch: u32, is_lost: bool) {
        let mut unsealable = lock(&self.without_cipher);
        if is_lost {
            unsealable.insert(batch);
        } else {
            unsealable.remove(&batch);
        }
    }

    pub(super) fn is_cipher_lost(&self, batch: u32) -> bool {
        lock(&self.without_cipher).contains(&batch)
    }

    /// Runs a query on the journal, off the async threads. Fails with [`ProblemCode::SafeMode`] in
    /// safe mode.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Journal) -> assay_journal::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let journal = self.journal.clone().ok_or_else(|| Problem::new(ProblemCode::SafeMode))?;
        let answer = spawn_blocking(move || ask(&journal)).await;
        let answer = answer.map_err(|fault| Problem::new(ProblemCode::JournalFailed).with_detail(fault.to_string()))?;
        answer.map_err(Problem::from)
    }

    pub(super) async fn stored_batch(&self, batch: u32) -> Result<StoredBatch, Problem> {
        self.ask(move |journal| journal.batch(batch).read()).await
    }
}
