//! Reads and edits batches and their rows.

use std::sync::Arc;

use assay_journal::Journal;
use assay_model::{
    Batch, BatchFilter, BatchOutcome, BatchRef, BatchRows, BatchState, BatchesQuery, InvalidLine, ListBatchRows,
    Problem, ProblemCode, SetRowActions,
};

use super::{
    batch_cipher::BatchCiphers, journal_handle::JournalHandle, notifier::BatchNotifier, running::RunningBatches,
    views::BatchViews,
};
use crate::{pending_purges::PendingPurges, query_limits};

/// In characters.
const MAX_SEARCH_LENGTH: u32 = 500;

/// Rows that are changed one by one.
const MAX_CHANGED_ROWS: u32 = 100_000;

pub(crate) struct BatchList {
    pub journal: JournalHandle,
    pub running: Arc<RunningBatches>,
    pub views: Arc<BatchViews>,
    pub notifier: Arc<BatchNotifier>,
    pub ciphers: Arc<BatchCiphers>,
    pub batch_purges: PendingPurges,
}

impl BatchList {
    pub async fn batch_read(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.views.batch(wanted.batch).await
    }

    /// Returns the batches, newest first.
    pub async fn batches_list(&self, query: BatchesQuery) -> Result<Vec<Batch>, Problem> {
        let stored = self.journal.ask(move |journal| journal.list(query.connection.as_deref())).await?;
        let mut batches = Vec::with_capacity(stored.len());
        for stored in stored {
            batches.push(self.views.batch_view(stored).await?);
        }
        Ok(batches)
    }

    pub async fn batch_rows(&self, list: ListBatchRows) -> Result<BatchRows, Problem> {
        check_filter(&list.filter)?;
        query_limits::range("page", list.page, 1, u32::MAX)?;
        self.journal.ask(move |journal| journal.rows(&list)).await
    }

    /// Returns the first invalid lines of a batch's source.
    pub async fn batch_bad_lines(&self, wanted: BatchRef) -> Result<Vec<InvalidLine>, Problem> {
        self.journal.ask(move |journal| journal.batch(wanted.batch).bad_lines()).await
    }

    /// Returns why rows failed, and the verdicts of the created reports.
    pub async fn batch_outcome(&self, wanted: BatchRef) -> Result<BatchOutcome, Problem> {
        let BatchRef { batch } = wanted;
        let read = move |journal: &Journal| {
            let batch = journal.batch(batch);
            Ok((batch.read()?.scope, batch.failures()?, batch.created()?))
        };
        let (scope, failures, ids) = self.journal.ask(read).await?;
        // The outcome is worth showing without the library.
        let created = self.views.library.ask(move |library| library.scope(&scope).verdicts_of(&ids)).await;
        Ok(BatchOutcome { failures, created: created.unwrap_or_default() })
    }

    /// Changes the action of rows in a plan.
    pub async fn batch_set_actions(&self, switch: SetRowActions) -> Result<Batch, Problem> {
        let SetRowActions { batch, rows, filter, to } = switch;
        check_filter(&filter)?;
        let number = rows.as_ref().map_or(0, |rows| u32::try_from(rows.len()).unwrap_or(u32::MAX));
        query_limits::range("rows", number, 0, MAX_CHANGED_ROWS)?;
        self.journal.ask(move |journal| journal.batch(batch).set_actions(rows, &filter, to)).await?;
        self.notifier.told(batch).await
    }

    /// Deletes a batch that is not running.
    pub async fn batch_remove(&self, unwanted: BatchRef) -> Result<(), Problem> {
        self.journal.take_ownership().await?;
        let _turn = self.running.state_lock.lock().await;
        let batch = unwanted.batch;
        let stored = self.journal.stored_batch(batch).await?;
        if matches!(stored.state, BatchState::Held | BatchState::Running | BatchState::Pausing) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.delete_batch(batch).await
    }

    /// Deletes the batches of a removed connection in any state. Failures are retried at the next
    /// start.
    pub(crate) async fn delete_batches_of(&self, connection: &str) {
        match self.delete_batches(connection).await {
            Ok(()) => self.batch_purges.remove(connection),
            Err(Problem { code: ProblemCode::SafeMode, .. }) => {}
            Err(problem) => tracing::warn!(%problem, "couldn't delete a removed connection's batches"),
        }
    }

    async fn delete_batches(&self, connection: &str) -> Result<(), Problem> {
        let _turn = self.running.state_lock.lock().await;
        let connection = connection.to_owned();
        let batches = self.journal.ask(move |journal| journal.list(Some(&connection))).await?;
        if !batches.is_empty() {
            self.journal.take_ownership().await?;
        }
        for stored in batches {
            self.running.withdraw(stored.number);
            self.delete_batch(stored.number).await?;
            // Clears its progress on the taskbar.
            self.notifier.changed(stored.number);
        }
        Ok(())
    }

    async fn delete_batch(&self, batch: u32) -> Result<(), Problem> {
        self.journal.ask(move |journal| journal.batch(batch).remove()).await?;
        self.ciphers.delete_cipher_key(batch).await;
        Ok(())
    }
}

fn check_filter(filter: &BatchFilter) -> Result<(), Problem> {
    query_limits::length("search", filter.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)
}
