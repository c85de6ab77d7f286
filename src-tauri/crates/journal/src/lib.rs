//! The journal of batches: what each is to do, is doing and did, in one SQLite file on this computer.
//!
//! What is about to be sent is on the disk before it is sent, and what came of it before it is told: after a crash it is
//! known which requests may have been made. Calls that write at the same time share one wait for the disk. All calls
//! block: an asynchronous caller moves them to a thread of their own.

mod batches;
mod codes;
mod error;
mod file;
mod database;
mod rows;
mod tally;
mod writer;

use std::{path::Path, sync::Arc};

use assay_model::{
    ActCounts, InvalidLine, RowAction, BatchFilter, BatchOrigin, BatchRow, BatchRows, BatchState, BatchRequest, ListBatchRows,
    Privacy, Problem, RowState, SkipReason, StateCounts,
};
use jiff::Timestamp;

pub use error::{JournalError, Result};
use database::Database;

/// The journal. Cheap to clone: all clones are of one.
#[derive(Debug, Clone)]
pub struct Journal {
    database: Arc<Database>,
}

/// A batch to keep.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBatch {
    /// Its number ([`Journal::next_number`]).
    pub number: u32,
    /// With which connection.
    pub connection: String,
    /// The library's name of the connection's service: at another address there may be another service.
    pub scope: String,
    /// What it is to do.
    pub wish: BatchRequest,
    /// Where its rows come from.
    pub origin: BatchOrigin,
    /// How many lines of the source could not be used.
    pub bad_lines: u32,
    /// The passwords are kept in the system's keychain for each report.
    pub keep_passwords: bool,
    /// When it was planned.
    pub made_at: Timestamp,
}

/// A row to keep: what its source said, so that it can be planned anew, and what is planned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRow {
    /// It is one of the source's, and not one that the plan added.
    pub is_listed: bool,
    /// Its line in the source, from 1.
    pub line: Option<u32>,
    /// The address as it would be sent, or as the service keeps it.
    pub address: String,
    /// The page as the services keep it, by which known reports are found.
    pub page: Option<String>,
    /// An earlier row names the same page, on this line of the source.
    pub repeats: Option<Option<u32>>,
    /// Who is to see the report, where the source says so.
    pub own_privacy: Option<Privacy>,
    /// The service's id of the report that there is already.
    pub known: Option<String>,
    /// What is done with it.
    pub act: RowAction,
    /// Why nothing is.
    pub skipped: Option<SkipReason>,
    /// What could be done with it.
    pub choices: Vec<RowAction>,
    /// Who can see the report that there is already.
    pub was: Option<Privacy>,
    /// Who is to see a report that is created.
    pub create_to: Option<Privacy>,
    /// Who is to see the report that there is already; absent: as before.
    pub change_to: Option<Privacy>,
    /// When the report's checks last ran.
    pub generated_at: Option<Timestamp>,
    /// The password to be set, sealed.
    pub secret: Option<EncryptedPassword>,
}

/// A password that only whoever has its key can read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EncryptedPassword {
    /// The password, encrypted.
    pub bytes: Vec<u8>,
    /// Where it came from.
    pub of: PasswordOrigin,
}

/// Where a row's password came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PasswordOrigin {
    /// The source has it.
    Source,
    /// The user gave it for all rows.
    User,
    /// It was made for the row, and may be known nowhere else.
    Made,
    /// It was given for a create that had been sent with another one, of which nobody knows what came.
    Later,
}

/// A batch as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// Its number.
    pub number: u32,
    /// With which connection.
    pub connection: String,
    /// The library's name of the connection's service when it was planned.
    pub scope: String,
    /// What it is to do.
    pub wish: BatchRequest,
    /// Where its rows came from.
    pub origin: BatchOrigin,
    /// How it stands.
    pub state: BatchState,
    /// Why it stands still or waits.
    pub problem: Option<Problem>,
    /// How many rows are to be done how.
    pub acts: ActCounts,
    /// How many rows stand how.
    pub states: StateCounts,
    /// How many rows that are still to be done are to be done how.
    pub left: ActCounts,
    /// How many lines of the source could not be used.
    pub bad_lines: u32,
    /// How many rows that are still to be done have their password.
    pub passwords: u32,
    /// How many lack it.
    pub passwords_missing: u32,
    /// The passwords are kept in the system's keychain for each report.
    pub keep_passwords: bool,
    /// When it was planned.
    pub made_at: Timestamp,
    /// When it was started first.
    pub started_at: Option<Timestamp>,
    /// When its last row had its outcome.
    pub ended_at: Option<Timestamp>,
    /// Until when it can be taken back.
    pub held_until: Option<Timestamp>,
    /// It has changed privacies that are known from before.
    pub can_undo: bool,
}

/// A row that was begun and has no outcome yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenRow {
    /// The row; it has ended where looking cannot tell what came of it.
    pub row: BatchRow,
    /// When it was begun.
    pub begun_at: Timestamp,
}

/// What came of a row that was begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowEnd {
    /// How it stands now; [`RowState::Waiting`]: nothing was sent, or it was proven not to have been done.
    pub state: RowState,
    /// The service's id of the report that was created.
    pub report: Option<String>,
    /// Why it failed, or why its outcome is not known.
    pub problem: Option<Problem>,
    /// Why there was nothing to do, with [`RowState::Skipped`].
    pub skipped: Option<SkipReason>,
    /// What came of it was found by looking.
    pub was_found: bool,
    /// Looking cannot tell what came of it, with [`RowState::Unknown`]: the user decides.
    pub is_left_open: bool,
    /// When that was known.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub took: Option<u32>,
}

/// The mean time that rows took lately, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct UsualTimes {
    /// To create a report.
    pub create: Option<f64>,
    /// To refresh one.
    pub refresh: Option<f64>,
    /// To change a privacy or password.
    pub privacy: Option<f64>,
    /// To delete a report.
    pub delete: Option<f64>,
}

impl Journal {
    /// The journal in this file, which is made when it is first needed. Never fails: what cannot be used answers every
    /// call with why, and is tried again by the next.
    #[must_use]
    pub fn open(file: &Path) -> Self {
        Self { database: Arc::new(Database::new(file)) }
    }

    /// A number for a new batch, which is not given again.
    pub fn next_number(&self) -> Result<u32> {
        self.database.write(batches::next_number)
    }

    /// Keeps a new batch with its rows in their order, and the first lines that could not be used.
    pub fn make(&self, new: NewBatch, rows: Vec<NewRow>, bad: Vec<InvalidLine>) -> Result<()> {
        self.database.write(move |connection| batches::make(connection, &new, &rows, &bad))
    }

    /// Replaces the rows of a batch that was not started by others.
    pub fn replan(&self, batch: u32, wish: BatchRequest, keep_passwords: bool, rows: Vec<NewRow>) -> Result<()> {
        self.database.write(move |connection| batches::replan(connection, batch, &wish, keep_passwords, &rows))
    }

    /// The rows of a batch's source in their order, as they were planned.
    pub fn listed(&self, batch: u32) -> Result<Vec<NewRow>> {
        self.database.read(|connection| rows::listed(connection, batch))
    }

    /// Switches rows of a batch that was not started to one of their choices: those of these numbers, or else those that
    /// the filter lets through. Answers how many could be switched.
    pub fn switch(&self, batch: u32, numbers: Option<Vec<u32>>, filter: &BatchFilter, to: RowAction) -> Result<u32> {
        let numbers = match numbers {
            Some(numbers) => numbers,
            None => self.database.read(|connection| rows::numbers(connection, batch, filter))?,
        };
        self.database.write(move |connection| rows::switch(connection, batch, &numbers, to))
    }

    /// Gives rows that are still to be done their passwords, by their numbers.
    pub fn give_secrets(&self, batch: u32, keep_passwords: bool, secrets: Vec<(u32, EncryptedPassword)>) -> Result<()> {
        self.database.write(move |connection| rows::give_secrets(connection, batch, keep_passwords, &secrets))
    }

    /// The batches, of one connection or of all, the newest first.
    pub fn list(&self, connection: Option<&str>) -> Result<Vec<Kept>> {
        self.database.read(|file| batches::list(file, connection))
    }

    /// A batch as it stands.
    pub fn read(&self, batch: u32) -> Result<Kept> {
        self.database.read(|connection| batches::read(connection, batch))
    }

    /// The lines of a batch's source that could not be used.
    pub fn bad_lines(&self, batch: u32) -> Result<Vec<InvalidLine>> {
        self.database.read(|connection| batches::bad_lines(connection, batch))
    }

    /// A page of a batch's rows.
    pub fn rows(&self, list: &ListBatchRows) -> Result<BatchRows> {
        self.database.read(|connection| rows::page(connection, list))
    }

    /// Every row that the filter lets through, in order. Other calls have their turn meanwhile; none may be made out of
    /// `row`.
    pub fn each(&self, batch: u32, filter: &BatchFilter, mut row: impl FnMut(BatchRow)) -> Result<()> {
        let mut after = 0;
        loop {
            let some = self.database.read(|connection| rows::some(connection, batch, filter, after))?;
            let Some(last) = some.last() else { return Ok(()) };
            after = last.number;
            some.into_iter().for_each(&mut row);
        }
    }

    /// Forgets a batch.
    pub fn remove(&self, batch: u32) -> Result<()> {
        self.database.write(move |connection| batches::remove(connection, batch))
    }

    /// Says how a batch stands from this time on. [`BatchState::Running`] for the first time means that it was started,
    /// [`BatchState::Ended`] that it has ended; with [`BatchState::Held`] the time is that until which it can be taken
    /// back.
    pub fn set_state(&self, batch: u32, state: BatchState, problem: Option<&Problem>, at: Timestamp) -> Result<()> {
        let problem = problem.cloned();
        self.database.write(move |connection| batches::set_state(connection, batch, state, problem.as_ref(), at))
    }

    /// The rows behind this number that wait, in order, so many at most.
    pub fn waiting(&self, batch: u32, after: u32, most: u32) -> Result<Vec<BatchRow>> {
        self.database.read(|connection| rows::waiting(connection, batch, after, most))
    }

    /// A row that waits, or of which nobody knows what came of it, is about to be sent. Fails with
    /// [`JournalError::NotReady`] where it has its outcome.
    pub fn begin(&self, batch: u32, number: u32, at: Timestamp) -> Result<()> {
        self.database.write(move |connection| rows::begin(connection, batch, number, at))
    }

    /// What came of a row that was begun. Fails with [`JournalError::NotReady`] where it is not open.
    pub fn end(&self, batch: u32, number: u32, end: &RowEnd) -> Result<()> {
        let end = end.clone();
        self.database.write(move |connection| rows::end(connection, batch, number, &end))
    }

    /// The rows that were begun and of which no outcome is known, in order.
    pub fn open_rows(&self, batch: u32) -> Result<Vec<OpenRow>> {
        self.database.read(|connection| rows::open(connection, batch))
    }

    /// Cancels the rows that wait, and answers how many. Nobody knows what came of those that were begun and have no
    /// outcome.
    pub fn cancel_waiting(&self, batch: u32, at: Timestamp) -> Result<u32> {
        self.database.write(move |connection| rows::cancel_waiting(connection, batch, at))
    }

    /// Has the rows that failed wait again, and answers how many.
    pub fn retry_failed(&self, batch: u32) -> Result<u32> {
        self.database.write(move |connection| rows::retry_failed(connection, batch))
    }

    /// The password that a row is to get or got, sealed, if it has one.
    pub fn secret(&self, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
        self.database.read(|connection| rows::secret(connection, batch, number))
    }

    /// The password that a row which was begun was sent with, sealed; nothing where it was given another one since.
    pub fn sent_secret(&self, batch: u32, number: u32) -> Result<Option<Vec<u8>>> {
        self.database.read(|connection| rows::sent_secret(connection, batch, number))
    }

    /// A row that is done has no problem any more.
    pub fn clear_problem(&self, batch: u32, number: u32) -> Result<()> {
        self.database.write(move |connection| rows::clear_problem(connection, batch, number))
    }

    /// Forgets the passwords of all rows.
    pub fn wipe_secrets(&self, batch: u32) -> Result<()> {
        self.database.write(move |connection| rows::wipe_secrets(connection, batch))
    }

    /// Forgets the passwords of rows that need them no more: not those of rows that failed or could not be kept, and not
    /// those that were made unless `with_made`. Answers whether that were the last ones.
    pub fn wipe_spent_secrets(&self, batch: u32, with_made: bool) -> Result<bool> {
        self.database.write(move |connection| rows::wipe_spent_secrets(connection, batch, with_made))
    }

    /// How long rows took lately with a connection.
    pub fn usual_times(&self, connection: &str) -> Result<UsualTimes> {
        self.database.read(|file| batches::usual_times(file, connection))
    }
}
