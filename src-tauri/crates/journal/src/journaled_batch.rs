use assay_model::{BatchFilter, BatchRequest, BatchRow, BatchState, FailureGroup, InvalidLine, Problem, RowAction};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    EncryptedPassword, Journal, NewRow, OpenRow, ReportsBefore, Result, RowEnd, SendRecord, StoredBatch, batches, rows,
};

/// One batch of the journal.
#[derive(Debug, Clone, Copy)]
pub struct JournaledBatch<'a> {
    pub(crate) journal: &'a Journal,
    pub(crate) number: u32,
}

impl JournaledBatch<'_> {
    /// Replaces the rows. Fails with [`NotReady`](crate::JournalError::NotReady) if it was started.
    pub fn replan(&self, wish: BatchRequest, keep_passwords: bool, rows: Vec<NewRow>) -> Result<()> {
        self.write(move |connection, batch| batches::replan(connection, batch, &wish, keep_passwords, &rows))
    }

    /// Returns the rows of its source in order, as planned.
    pub fn listed(&self) -> Result<Vec<NewRow>> {
        self.query(rows::listed)
    }

    /// Changes the action of rows: those with these numbers, or those that match the filter. Returns
    /// how many were changed. Fails with [`NotReady`](crate::JournalError::NotReady) if it was
    /// started.
    pub fn set_actions(&self, numbers: Option<Vec<u32>>, filter: &BatchFilter, to: RowAction) -> Result<u32> {
        let numbers = match numbers {
            Some(numbers) => numbers,
            None => self.query(|connection, batch| rows::numbers(connection, batch, filter))?,
        };
        self.write(move |connection, batch| rows::switch(connection, batch, &numbers, to))
    }

    /// Sets the passwords of unfinished rows, by number.
    pub fn give_secrets(&self, keep_passwords: bool, secrets: Vec<(u32, EncryptedPassword)>) -> Result<()> {
        self.write(move |connection, batch| rows::give_secrets(connection, batch, keep_passwords, &secrets))
    }

    /// Returns what is saved of it, without its rows.
    pub fn read(&self) -> Result<StoredBatch> {
        self.query(batches::read)
    }

    /// Returns the invalid lines of its source.
    pub fn bad_lines(&self) -> Result<Vec<InvalidLine>> {
        self.query(batches::bad_lines)
    }

    /// Returns why rows failed, the most frequent reason first.
    pub fn failures(&self) -> Result<Vec<FailureGroup>> {
        self.query(rows::failures)
    }

    /// Returns the ids of the reports that it created, each once.
    pub fn created(&self) -> Result<Vec<String>> {
        self.query(rows::created)
    }

    /// Calls `row` for every row that matches the filter, in order. Other calls may run in between,
    /// but not from `row`.
    pub fn for_each_row(&self, filter: &BatchFilter, mut row: impl FnMut(BatchRow)) -> Result<()> {
        let mut after = 0;
        loop {
            let some = self.query(|connection, batch| rows::some(connection, batch, filter, after))?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.number;
            some.into_iter().for_each(&mut row);
        }
    }

    /// Deletes it.
    pub fn remove(&self) -> Result<()> {
        self.write(batches::remove)
    }

    /// Sets its status. The first [`BatchState::Running`] records its start, [`BatchState::Ended`]
    /// its end; with [`BatchState::Held`] the time is the end of the delay.
    pub fn set_state(&self, state: BatchState, problem: Option<&Problem>, at: Timestamp) -> Result<()> {
        let problem = problem.cloned();
        self.write(move |connection, batch| batches::set_state(connection, batch, state, problem.as_ref(), at))
    }

    /// Returns up to `most` waiting rows after this number, in order.
    pub fn waiting_rows(&self, after: u32, most: u32) -> Result<Vec<BatchRow>> {
        self.query(|connection, batch| rows::waiting(connection, batch, after, most))
    }

    /// Records that a waiting or unknown row is about to be sent; the first time is kept. Fails with
    /// [`NotReady`](crate::JournalError::NotReady) if it has an outcome, or another process has sent
    /// it.
    pub fn begin(&self, number: u32, begun: SendRecord) -> Result<()> {
        let owner = self.journal.owner;
        self.write(move |connection, batch| rows::begin(connection, batch, number, begun, owner))
    }

    /// Records the outcome of a started row. Fails with [`NotReady`](crate::JournalError::NotReady)
    /// if it is not open, or another process has sent it.
    pub fn end(&self, number: u32, end: &RowEnd) -> Result<()> {
        let (end, owner) = (end.clone(), self.journal.owner);
        self.write(move |connection, batch| rows::end(connection, batch, number, &end, owner))
    }

    /// Takes over the open rows. Only if no other process runs it.
    pub fn take_over(&self) -> Result<()> {
        let owner = self.journal.owner;
        self.write(move |connection, batch| rows::take_over(connection, batch, owner))
    }

    /// Saves the reports from before it created any.
    pub fn note_before(&self, before: ReportsBefore) -> Result<()> {
        self.write(move |connection, batch| batches::note_before(connection, batch, &before))
    }

    /// Returns the reports from before it created any, if saved.
    pub fn before(&self) -> Result<Option<ReportsBefore>> {
        self.query(batches::before)
    }

    /// Returns the started rows without an outcome, in order.
    pub fn open_rows(&self) -> Result<Vec<OpenRow>> {
        self.query(rows::open)
    }

    /// Returns the rows to confirm, in order.
    pub fn confirming_rows(&self) -> Result<Vec<OpenRow>> {
        self.query(rows::confirming)
    }

    /// Records the outcomes of several rows by number; existing outcomes are kept.
    pub fn confirm(&self, ends: Vec<(u32, RowEnd)>) -> Result<()> {
        let owner = self.journal.owner;
        self.write(move |connection, batch| rows::confirm(connection, batch, &ends, owner))
    }

    /// Cancels waiting rows, and returns how many. Started rows without an outcome become unknown.
    pub fn cancel_waiting(&self, at: Timestamp) -> Result<u32> {
        self.write(move |connection, batch| rows::cancel_waiting(connection, batch, at))
    }

    /// Retries failed rows, and returns how many. Those that may have been carried out become
    /// unknown.
    pub fn retry_failed(&self) -> Result<u32> {
        let owner = self.journal.owner;
        self.write(move |connection, batch| rows::retry_failed(connection, batch, owner))
    }

    /// Returns a row's encrypted password, if any.
    pub fn secret(&self, number: u32) -> Result<Option<Vec<u8>>> {
        self.query(|connection, batch| rows::secret(connection, batch, number))
    }

    /// Returns the encrypted password that a row was sent with; `None` if it has another one since.
    pub fn sent_secret(&self, number: u32) -> Result<Option<Vec<u8>>> {
        self.query(|connection, batch| rows::sent_secret(connection, batch, number))
    }

    /// Clears the problem of a completed row.
    pub fn clear_problem(&self, number: u32) -> Result<()> {
        self.write(move |connection, batch| rows::clear_problem(connection, batch, number))
    }

    /// Deletes passwords that are no longer needed: not those of failed rows or unsaved ones, and
    /// generated ones only `with_made`. Returns whether none are left.
    pub fn wipe_spent_secrets(&self, with_made: bool) -> Result<bool> {
        self.write(move |connection, batch| rows::wipe_spent_secrets(connection, batch, with_made))
    }

    /// Records that its key is about to be saved in the keychain.
    pub fn note_key(&self) -> Result<()> {
        self.write(rows::note_key)
    }

    /// Records that its key was deleted from the keychain.
    pub fn forget_key(&self) -> Result<()> {
        self.write(rows::forget_key)
    }

    fn query<T>(&self, work: impl FnOnce(&Connection, u32) -> Result<T>) -> Result<T> {
        self.journal.database.read(|connection| work(connection, self.number))
    }

    fn write<T: Send + 'static>(&self, work: impl FnOnce(&Connection, u32) -> Result<T> + Send + 'static) -> Result<T> {
        let batch = self.number;
        self.journal.database.write(move |connection| work(connection, batch))
    }
}
