//! What batches are asked.

use assay_model::{
    InvalidLine, Batch, BatchFilter, BatchRef, BatchRows, BatchState, BatchesQuery, ListBatchRows, Problem, ProblemCode,
    SetRowActions,
};

use crate::{Core, check};

/// In characters.
const MAX_SEARCH_LENGTH: u32 = 500;

/// Rows that are changed one by one.
const MOST_SWITCHED: u32 = 100_000;

impl Core {
    /// A batch as it stands.
    pub async fn batch_read(&self, wanted: BatchRef) -> Result<Batch, Problem> {
        self.batch(wanted.batch).await
    }

    /// Returns the batches, newest first.
    pub async fn batches_list(&self, query: BatchesQuery) -> Result<Vec<Batch>, Problem> {
        let kept = self.desk.ask(move |journal| journal.list(query.connection.as_deref())).await?;
        let mut batches = Vec::with_capacity(kept.len());
        for kept in kept {
            batches.push(self.shown_batch(kept).await?);
        }
        Ok(batches)
    }

    /// Returns a page of a batch's rows.
    pub async fn batch_rows(&self, list: ListBatchRows) -> Result<BatchRows, Problem> {
        check_filter(&list.filter)?;
        check::range("page", list.page, 1, u32::MAX)?;
        self.desk.ask(move |journal| journal.rows(&list)).await
    }

    /// Returns the first invalid lines of a batch's source.
    pub async fn batch_bad_lines(&self, wanted: BatchRef) -> Result<Vec<InvalidLine>, Problem> {
        self.desk.ask(move |journal| journal.bad_lines(wanted.batch)).await
    }

    /// Changes the action of rows in a plan.
    pub async fn batch_set_actions(&self, switch: SetRowActions) -> Result<Batch, Problem> {
        let SetRowActions { batch, rows, filter, to } = switch;
        check_filter(&filter)?;
        let number = rows.as_ref().map_or(0, |rows| u32::try_from(rows.len()).unwrap_or(u32::MAX));
        check::range("rows", number, 0, MOST_SWITCHED)?;
        self.desk.ask(move |journal| journal.switch(batch, rows, &filter, to)).await?;
        self.told(batch).await
    }

    /// Deletes a batch that is not running.
    pub async fn batch_remove(&self, unwanted: BatchRef) -> Result<(), Problem> {
        let _turn = self.runs.turn.lock().await;
        let batch = unwanted.batch;
        let kept = self.kept_batch(batch).await?;
        if matches!(kept.state, BatchState::Held | BatchState::Running | BatchState::Pausing) {
            return Err(Problem::new(ProblemCode::BatchNotReady));
        }
        self.forget_batch(batch).await
    }

    /// Deletes the batches of a removed connection in any state. Failures are retried at the next
    /// start.
    pub(crate) async fn forget_batches_of(&self, connection: &str) {
        match self.forget_batches(connection).await {
            Ok(()) => self.unwanted_batches.remove(connection),
            Err(Problem { code: ProblemCode::SafeMode, .. }) => {}
            Err(problem) => tracing::warn!(%problem, "the batches of a removed connection stay in the journal"),
        }
    }

    async fn forget_batches(&self, connection: &str) -> Result<(), Problem> {
        let _turn = self.runs.turn.lock().await;
        let connection = connection.to_owned();
        for kept in self.desk.ask(move |journal| journal.list(Some(&connection))).await? {
            self.runs.take_back(kept.number);
            self.forget_batch(kept.number).await?;
            // What shows how far it is shows it no more.
            self.runs.changed(kept.number);
        }
        Ok(())
    }

    async fn forget_batch(&self, batch: u32) -> Result<(), Problem> {
        self.desk.ask(move |journal| journal.remove(batch)).await?;
        self.forget_seal(batch).await;
        Ok(())
    }
}

fn check_filter(filter: &BatchFilter) -> Result<(), Problem> {
    check::length("search", filter.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)
}
