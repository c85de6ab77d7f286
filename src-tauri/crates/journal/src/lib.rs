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
    ActCounts, BatchOrigin, BatchRequest, BatchRow, BatchRows, BatchState, InvalidLine, ListBatchRows, Privacy,
    PrivacyCounts, Problem, RowAction, RowState, ServiceKey, SkipReason, StateCounts,
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
    /// Whether its source sets a privacy; only while planned.
    pub has_own_privacies: bool,
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

    /// Returns the batches, of one connection or of all, newest first.
    pub fn list(&self, connection: Option<&str>) -> Result<Vec<StoredBatch>> {
        self.database.read(|file| batches::list(file, connection))
    }

    /// Returns one batch, without checking if it exists.
    #[must_use]
    pub fn batch(&self, number: u32) -> JournaledBatch<'_> {
        JournaledBatch { journal: self, number }
    }

    /// Returns a page of a batch's rows.
    pub fn rows(&self, list: &ListBatchRows) -> Result<BatchRows> {
        self.database.read(|connection| rows::page(connection, list))
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
