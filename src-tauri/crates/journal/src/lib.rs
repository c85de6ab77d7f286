//! The journal of batches: their plans, progress, and outcomes, in one SQLite file.
//!
//! Requests are saved before they are sent, and outcomes before they are reported, so that a crash
//! never hides a request. Concurrent writes share one disk sync. All calls block: asynchronous
//! callers use a separate thread.

mod batches;
mod column_encoding;
mod database;
mod error;
mod file;
mod journaled_batch;
mod row_counts;
mod rows;
mod writer;

use std::{
    hash::{BuildHasher as _, RandomState},
    path::Path,
    sync::Arc,
};

use assay_model::{
    ActCounts, BatchFilter, BatchOrigin, BatchRequest, BatchRow, BatchRows, BatchState, FailureGroup, InvalidLine,
    ListBatchRows, Privacy, PrivacyCounts, Problem, RowAction, RowState, ServiceKey, SkipReason, StateCounts,
};
use jiff::Timestamp;

use database::Database;
pub use error::{JournalError, Result};
pub use journaled_batch::JournaledBatch;

/// The journal. Cheap to clone; clones share one file.
#[derive(Debug, Clone)]
pub struct Journal {
    database: Arc<Database>,
    /// Marks rows sent by this journal, as opposed to another process.
    owner: i64,
}

/// A batch to save.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    /// Its number ([`Journal::next_number`]).
    pub number: u32,
    /// The connection's id.
    pub connection: String,
    /// The library's name of the connection's service, which may change with the URL.
    pub scope: ServiceKey,
    /// What it does with its rows.
    pub wish: BatchRequest,
    /// The origin of its rows.
    pub origin: BatchOrigin,
    /// The number of invalid lines in the source.
    pub bad_lines: u32,
    /// Whether to save the passwords in the system's keychain.
    pub keep_passwords: bool,
    /// When it was planned.
    pub made_at: Timestamp,
}

/// A row to save: its source data, for replanning, and its plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRow {
    /// Whether it is from the source, rather than added by the plan.
    pub is_listed: bool,
    /// Its line in the source, from 1.
    pub line: Option<u32>,
    /// The URL as sent, or as the service stores it.
    pub address: String,
    /// The URL as services store it, for matching known reports.
    pub page: Option<String>,
    /// The line of an earlier row for the same page.
    pub repeats: Option<Option<u32>>,
    /// The privacy, if the source sets one.
    pub own_privacy: Option<Privacy>,
    /// The service's id of an existing report.
    pub known: Option<String>,
    /// The action.
    pub act: RowAction,
    /// Why it is skipped.
    pub skipped: Option<SkipReason>,
    /// The possible actions.
    pub choices: Vec<RowAction>,
    /// The privacy of an existing report.
    pub was: Option<Privacy>,
    /// The privacy of a created report.
    pub create_to: Option<Privacy>,
    /// The new privacy of an existing report; `None` to keep it.
    pub change_to: Option<Privacy>,
    /// When the report was last checked.
    pub generated_at: Option<Timestamp>,
    /// The encrypted password to set.
    pub secret: Option<EncryptedPassword>,
}

/// A password encrypted with the batch's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptedPassword {
    /// The password, encrypted.
    pub bytes: Vec<u8>,
    /// Its origin.
    pub of: PasswordOrigin,
}

/// The origin of a row's password.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordOrigin {
    /// From the source.
    Source,
    /// Entered by the user for all rows.
    User,
    /// Generated for the row; it may be saved nowhere else.
    Made,
    /// Given after a create with an unknown outcome and another password.
    Later,
}

/// A saved batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredBatch {
    /// Its number.
    pub number: u32,
    /// The connection's id.
    pub connection: String,
    /// The library's name of the connection's service when it was planned.
    pub scope: ServiceKey,
    /// What it does with its rows.
    pub wish: BatchRequest,
    /// The origin of its rows.
    pub origin: BatchOrigin,
    /// The URL of its first row.
    pub first_address: Option<String>,
    /// Its status.
    pub state: BatchState,
    /// Why it is paused or waits.
    pub problem: Option<Problem>,
    /// The number of rows by action.
    pub acts: ActCounts,
    /// The number of rows by status.
    pub states: StateCounts,
    /// The number of unfinished rows by action.
    pub left: ActCounts,
    /// The number of invalid lines in the source.
    pub bad_lines: u32,
    /// The number of unfinished rows with a password.
    pub passwords: u32,
    /// The number of unfinished rows that lack one.
    pub passwords_missing: u32,
    /// Whether to save the passwords in the system's keychain.
    pub keep_passwords: bool,
    /// When it was planned.
    pub made_at: Timestamp,
    /// When it was first started.
    pub started_at: Option<Timestamp>,
    /// When its last row got its outcome.
    pub ended_at: Option<Timestamp>,
    /// Until when the start can be canceled.
    pub held_until: Option<Timestamp>,
    /// Whether it changed privacies whose earlier value is known.
    pub can_undo: bool,
    /// Its effects on privacy and passwords.
    pub privacies: PrivacyCounts,
}

/// A started row without an outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRow {
    /// The row; it has ended if a lookup can't determine its outcome.
    pub row: BatchRow,
    /// When it was first sent.
    pub begun: SendRecord,
    /// Whether the service can no longer be working on it.
    pub is_past: bool,
}

/// When a row was first sent, unless that had no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SendRecord {
    /// By this computer's clock.
    pub at: Timestamp,
    /// The service's time, if known.
    pub service_time: Option<Timestamp>,
}

/// The reports from before a batch created any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReportsBefore {
    /// Their ids, complete from `since` on.
    pub reports: Vec<String>,
    /// By the service's dates.
    pub since: Timestamp,
}

/// The outcome of a started row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowEnd {
    /// Its new status; [`RowState::Waiting`] if it was not sent or not carried out.
    pub state: RowState,
    /// The service's id of the created report.
    pub report: Option<String>,
    /// Why it failed, or why its outcome is unknown.
    pub problem: Option<Problem>,
    /// Why there was nothing to do, with [`RowState::Skipped`].
    pub skipped: Option<SkipReason>,
    /// Whether the outcome was looked up.
    pub was_found: bool,
    /// Whether a lookup can't determine the outcome, with [`RowState::Unknown`]: the user decides.
    pub is_left_open: bool,
    /// The possible effects of the request.
    pub sending: Sending,
    /// When that was known.
    pub at: Timestamp,
    /// Its duration, in milliseconds.
    pub took: Option<u32>,
}

/// The possible effects of a sent request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sending {
    /// It may have been carried out, or still be.
    #[default]
    Open,
    /// The service can no longer be working on it.
    Past,
    /// It had no effect, so its record is deleted; also for waiting rows.
    Undone,
}

/// The average recent durations of rows, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeanDurations {
    /// Of creates.
    pub create: Option<f64>,
    /// Of rechecks.
    pub refresh: Option<f64>,
    /// Of changes of a privacy or password.
    pub privacy: Option<f64>,
    /// Of deletes.
    pub delete: Option<f64>,
}

impl Journal {
    /// Returns the journal in this file, created on first use. Never fails: an unusable file makes
    /// each call fail, and is retried by the next.
    #[must_use]
    pub fn open(file: &Path) -> Self {
        let owner = i64::from_ne_bytes(RandomState::new().hash_one(std::process::id()).to_ne_bytes());
        Self { database: Arc::new(Database::new(file)), owner }
    }

    /// Returns a number for a new batch, which is never reused.
    pub fn next_number(&self) -> Result<u32> {
        self.database.write(batches::next_number)
    }

    /// Saves a new batch with its rows in order, and its first invalid lines.
    pub fn make(&self, new: NewBatch, rows: Vec<NewRow>, bad: Vec<InvalidLine>) -> Result<()> {
        self.database.write(move |connection| batches::make(connection, &new, &rows, &bad))
    }

    /// Replaces the rows of a batch that was not started.
    pub fn replan(&self, batch: u32, wish: BatchRequest, keep_passwords: bool, rows: Vec<NewRow>) -> Result<()> {
        self.database.write(move |connection| batches::replan(connection, batch, &wish, keep_passwords, &rows))
    }

    /// Returns the rows of a batch's source in order, as planned.
    pub fn listed(&self, batch: u32) -> Result<Vec<NewRow>> {
        self.database.read(|connection| rows::listed(connection, batch))
    }

    /// Changes the action of rows in a batch that was not started: those with these numbers, or
    /// those that match the filter. Returns how many were changed.
    pub fn set_actions(
        &self,
        batch: u32,
        numbers: Option<Vec<u32>>,
        filter: &BatchFilter,
        to: RowAction,
    ) -> Result<u32> {
        let numbers = match numbers {
            Some(numbers) => numbers,
            None => self.database.read(|connection| rows::numbers(connection, batch, filter))?,
        };
        self.database.write(move |connection| rows::switch(connection, batch, &numbers, to))
    }

    /// Sets the passwords of unfinished rows, by number.
    pub fn give_secrets(&self, batch: u32, keep_passwords: bool, secrets: Vec<(u32, EncryptedPassword)>) -> Result<()> {
        self.database.write(move |connection| rows::give_secrets(connection, batch, keep_passwords, &secrets))
    }

    /// Returns the batches, of one connection or of all, newest first.
    pub fn list(&self, connection: Option<&str>) -> Result<Vec<StoredBatch>> {
        self.database.read(|file| batches::list(file, connection))
    }

    /// Returns one batch, without checking if it exists.
    #[must_use]
    pub fn batch(&self, number: u32) -> JournaledBatch<'_> {
        JournaledBatch { journal: self, number }
    }

    /// Returns a batch.
    pub fn read(&self, batch: u32) -> Result<StoredBatch> {
        self.database.read(|connection| batches::read(connection, batch))
    }

    /// Returns the invalid lines of a batch's source.
    pub fn bad_lines(&self, batch: u32) -> Result<Vec<InvalidLine>> {
        self.database.read(|connection| batches::bad_lines(connection, batch))
    }

    /// Returns a page of a batch's rows.
    pub fn rows(&self, list: &ListBatchRows) -> Result<BatchRows> {
        self.database.read(|connection| rows::page(connection, list))
    }

    /// Returns why rows of a batch failed, the most frequent reason first.
    pub fn failures(&self, batch: u32) -> Result<Vec<FailureGroup>> {
        self.database.read(|connection| rows::failures(connection, batch))
    }

    /// Returns the ids of the reports that a batch created, each once.
    pub fn created(&self, batch: u32) -> Result<Vec<String>> {
        self.database.read(|connection| rows::created(connection, batch))
    }

    /// Calls `row` for every row that matches the filter, in order. Other calls may run in between,
    /// but not from `row`.
    pub fn for_each_row(&self, batch: u32, filter: &BatchFilter, mut row: impl FnMut(BatchRow)) -> Result<()> {
        let mut after = 0;
        loop {
            let some = self.database.read(|connection| rows::some(connection, batch, filter, after))?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.number;
            some.into_iter().for_each(&mut row);
        }
    }

    /// Deletes a batch.
    pub fn remove(&self, batch: u32) -> Result<()> {
        self.database.write(move |connection| batches::remove(connection, batch))
    }

    /// Sets a batch's status. The first [`BatchState::Running`] records its start,
    /// [`BatchState::Ended`] its end; with [`BatchState::Held`] the time is the end of the delay.
    pub fn set_state(&self, batch: u32, state: BatchState, problem: Option<&Problem>, at: Timestamp) -> Result<()> {
        let problem = problem.cloned();
        self.database.write(move |connection| batches::set_state(connection, batch, state, problem.as_ref(), at))
    }

    /// Returns up to `most` waiting rows after this number, in order.
    pub fn waiting_rows(&self, batch: u32, after: u32, most: u32) -> Result<Vec<BatchRow>> {
        self.database.read(|connection| rows::waiting(connection, batch, after, most))
    }

    /// Records that a waiting or unknown row is about to be sent; the first time is kept. Fails
    /// with [`JournalError::NotReady`] if it has an outcome, or another process has sent it.
    pub fn begin(&self, batch: u32, number: u32, begun: SendRecord) -> Result<()> {
        let owner = self.owner;
        self.database.write(move |connection| rows::begin(connection, batch, number, begun, owner))
    }

    /// Records the outcome of a started row. Fails with [`JournalError::NotReady`] if it is not
    /// open, or another process has sent it.
    pub fn end(&self, batch: u32, number: u32, end: &RowEnd) -> Result<()> {
        let (end, owner) = (end.clone(), self.owner);
        self.database.write(move |connection| rows::end(connection, batch, number, &end, owner))
    }

    /// Takes over the open rows of a batch. Only if no other process runs it.
    pub fn take_over(&self, batch: u32) -> Result<()> {
        let owner = self.owner;
        self.database.write(move |connection| rows::take_over(connection, batch, owner))
    }

    /// Saves the reports from before a batch created any.
    pub fn note_before(&self, batch: u32, before: ReportsBefore) -> Result<()> {
        self.database.write(move |connection| batches::note_before(connection, batch, &before))
    }

    /// Returns the reports from before a batch created any, if saved.
    pub fn before(&self, batch: u32) -> Result<Option<ReportsBefore>> {
        self.database.read(|connection| batches::before(connection, batch))
    }

    /// Returns the started rows without an outcome, in order.
    pub fn open_rows(&self, batch: u32) -> Result<Vec<OpenRow>> {
        self.database.read(|connection| rows::open(connection, batch))
    }

    /// Returns the rows to confirm, in order.
    pub fn confirming_rows(&self, batch: u32) -> Result<Vec<OpenRow>> {
        self.database.read(|connection| rows::confirming(connection, batch))
    }

    /// Records the outcomes of several rows by number; existing outcomes are kept.
    pub fn confirm(&self, batch: u32, ends: Vec<(u32, RowEnd)>) -> Result<()> {
        let owner = self.owner;
        self.database.write(move |connection| rows::confirm(connection, batch, &ends, owner))
    }

    /// Cancels waiting rows, and returns how many. Started rows without an outcome become unknown.
    pub fn cancel_waiting(&self, batch: u32, at: Timestamp) -> Result<u32> {
        self.database.write(move |connection| rows::cancel_waiting(connection, batch, at))
    }

    /// Retries failed rows, and returns how many. Those that may have been carried out become
    /// unknown.
    pub fn retry_failed(&self, batch: u32) -> Result<u32> {
        let owner = self.owner;
        self.database.write(move |connection| rows::retry_failed(connection, batch, owner))
    }

    /// Returns a row's encrypted password, if any.
    pub fn secret(&self, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
        self.database.read(|connection| rows::secret(connection, batch, number))
    }

    /// Returns the encrypted password that a row was sent with; `None` if it has another one since.
    pub fn sent_secret(&self, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
        self.database.read(|connection| rows::sent_secret(connection, batch, number))
    }

    /// Clears the problem of a completed row.
    pub fn clear_problem(&self, batch: u32, number: u32) -> Result<()> {
        self.database.write(move |connection| rows::clear_problem(connection, batch, number))
    }

    /// Deletes passwords that are no longer needed: not those of failed rows or unsaved ones, and
    /// generated ones only `with_made`. Returns whether none are left.
    pub fn wipe_spent_secrets(&self, batch: u32, with_made: bool) -> Result<bool> {
        self.database.write(move |connection| rows::wipe_spent_secrets(connection, batch, with_made))
    }

    /// Records that a batch's key is about to be saved in the keychain.
    pub fn note_key(&self, batch: u32) -> Result<()> {
        self.database.write(move |connection| rows::note_key(connection, batch))
    }

    /// Records that a batch's key was deleted from the keychain.
    pub fn forget_key(&self, batch: u32) -> Result<()> {
        self.database.write(move |connection| rows::forget_key(connection, batch))
    }

    /// Returns the batches without passwords whose key may be in the keychain.
    pub fn idle_keys(&self) -> Result<Vec<u32>> {
        self.database.read(rows::idle_keys)
    }

    /// Returns the average recent durations of a connection's rows.
    pub fn mean_durations(&self, connection: &str) -> Result<MeanDurations> {
        self.database.read(|file| batches::mean_durations(file, connection))
    }
}
