use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{BatchSource, ExportFormat, PageSize, Privacy, Problem, Secret, VerdictCounts};

/// What a batch does with its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchRequest {
    /// Creates a report for each URL. Needs a source of URLs.
    Create {
        /// The privacy of new reports, unless the source sets one.
        privacy: Privacy,
        /// What happens to pages that already have a report.
        known: ExistingReportPolicy,
        /// Existing reports get the privacy, too.
        change_known: bool,
        /// Reports of this project that the source doesn't name are deleted.
        match_project: Option<String>,
    },
    /// Changes the privacy of each report. Needs a source of reports.
    Privacy { privacy: Privacy },
    /// Rechecks each report. Needs a source of reports.
    Refresh {
        /// Only those last checked more than this many days ago, 1–3,650.
        older_than_days: Option<u16>,
    },
    /// Deletes each report, after a backup to the library. Needs a source of reports.
    Delete,
    /// Restores the privacy that each report of an earlier batch had before it (`batch_undo`).
    Undo { batch: u32 },
}

/// What happens to a page that already has a report. A recheck costs no quota (`field-notes.md`
/// 21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExistingReportPolicy {
    /// It is rechecked.
    Refresh,
    /// It is rechecked if its last check is older than this, and skipped otherwise.
    RefreshOlderThan {
        /// Days, 1–3,650.
        days: u16,
    },
    Skip,
    /// Another report is created.
    Create,
}

/// The passwords of rows with [`Privacy::Password`]. Never sent back to the webview.
#[derive(Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PasswordSource {
    /// The same for all, except those of the source.
    One {
        /// 1–128 characters.
        password: Secret,
    },
    /// A new one for each, except those of the source.
    Generate {
        /// Its length, 8–64 characters.
        length: u8,
    },
    /// Those that the batch already has; it can't start while rows lack one.
    Kept,
}

/// A batch to plan. Nothing is changed on the service.
#[derive(Clone, Deserialize, TS)]
pub struct PlanBatch {
    pub connection: String,
    pub source: BatchSource,
    /// What to do with the rows.
    pub wish: BatchRequest,
    pub password: Option<PasswordSource>,
    /// Whether to save the passwords in the system's keychain.
    pub keep_passwords: bool,
}

/// New options for a batch that was not started. Changed actions are reset.
#[derive(Clone, Deserialize, TS)]
pub struct ReplanBatch {
    pub batch: u32,
    /// What to do with the rows.
    pub wish: BatchRequest,
    /// The passwords to set; absent to keep the planned ones.
    pub password: Option<PasswordSource>,
    /// Whether to save the passwords in the system's keychain.
    pub keep_passwords: bool,
}

/// Rows of a plan to change the action of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SetRowActions {
    pub batch: u32,
    /// Their numbers; absent for all rows that match the filter and offer the action.
    pub rows: Option<Vec<u32>>,
    /// The filter, if no numbers are given.
    pub filter: BatchFilter,
    /// The new action: one of their choices.
    pub to: RowAction,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct BatchRef {
    pub batch: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RowAction {
    Create,
    /// Rechecks the report, and changes its privacy if `to` is set.
    Refresh,
    /// Changes the report's privacy or password.
    Privacy,
    Delete,
    Skip,
}

/// Why a row is skipped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SkipReason {
    /// The page already has a report, and the option is to skip it.
    Known,
    /// The report was checked recently.
    Fresh,
    /// An earlier line names the same page.
    Duplicate {
        /// The number of the earlier line, from 1.
        line: Option<u32>,
    },
    /// No change is needed.
    AlreadySo,
    /// The report keeps its password, unless a new one is chosen for it.
    HasPassword,
    /// The report is not on the list; deleting it is only suggested.
    NotOnTheList,
    /// The report was removed.
    Gone,
    /// The user chose to skip the row.
    Chosen,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// Not sent yet.
    Waiting,
    /// Being sent.
    Running,
    /// The service responded OK; the outcome is confirmed by reading the report.
    Confirming,
    /// The service's data confirms the outcome.
    Done,
    /// Failed: see its problem.
    Failed,
    /// Outcome unknown; it is looked up before anything is sent again.
    Unknown,
    /// Nothing to do.
    Skipped,
    /// Canceled before it was sent.
    Canceled,
}

/// A row of a batch, with its plan and outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BatchRow {
    /// Its number, from 1, in the order of sending.
    pub number: u32,
    /// Its line in the source, from 1, if it has lines.
    pub line: Option<u32>,
    /// The URL as sent, or as the service stores it.
    pub address: String,
    /// The service's id of the report, if any.
    pub report: Option<String>,
    pub act: RowAction,
    pub skipped: Option<SkipReason>,
    /// The other possible actions.
    pub choices: Vec<RowAction>,
    /// The report's privacy when it was planned.
    pub from: Option<Privacy>,
    /// The privacy to set; absent to keep it.
    pub to: Option<Privacy>,
    /// Whether it has a password to set.
    pub has_password: bool,
    /// When the report was last checked, as known when it was planned.
    #[ts(type = "string | null")]
    pub generated_at: Option<Timestamp>,
    pub state: RowState,
    /// Why it failed or its outcome is unknown; for a completed row, why its password couldn't be
    /// saved.
    pub problem: Option<Problem>,
    /// The response was lost, and the outcome was looked up.
    pub was_found: bool,
    /// When its outcome was known, or was given up on.
    #[ts(type = "string | null")]
    pub ended_at: Option<Timestamp>,
    /// Its duration, in milliseconds.
    pub took: Option<u32>,
}

/// A filter for a batch's rows. All conditions apply; absent ones are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct BatchFilter {
    /// A text anywhere in the URL, case-insensitive; at most 500 characters.
    pub search: Option<String>,
    pub act: Option<RowAction>,
    /// Only this status.
    pub state: Option<RowState>,
    /// Only reports that have a password and could get a new one, or only the others.
    pub is_protected: Option<bool>,
    /// Only rows that failed for the same reason as the one of this number; none if that one has
    /// not failed.
    pub failed_like: Option<u32>,
}

/// A page of a batch's rows to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListBatchRows {
    pub batch: u32,
    pub filter: BatchFilter,
    pub per_page: PageSize,
    /// Which page, from 1.
    pub page: u32,
}

/// A page of a batch's rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BatchRows {
    /// The rows, in their order; once the batch has ended, failed ones first, then those with an unknown
    /// outcome.
    pub rows: Vec<BatchRow>,
    /// Which page this is, from 1.
    pub number: u32,
    /// The number of matching rows.
    pub total: u32,
}

/// The result of a batch so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BatchOutcome {
    /// Why rows failed, the most frequent reason first, at most 100.
    pub failures: Vec<FailureGroup>,
    /// The present verdicts of the reports that it created, as far as the library has them.
    pub created: VerdictCounts,
}

/// Rows that failed for the same reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FailureGroup {
    /// The first one's number ([`BatchFilter::failed_like`]).
    pub row: u32,
    /// The first one's problem.
    pub problem: Problem,
    /// How many there are.
    pub rows: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum BatchState {
    /// Nothing was sent yet.
    Planned,
    /// Started, and can still be canceled for a moment: only with deletes.
    Held,
    Running,
    /// Pausing: rows in flight are completed.
    Pausing,
    /// Paused: see `problem`, unless the user paused it.
    Paused,
    /// Every row has its outcome.
    Ended,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct ActCounts {
    pub create: u32,
    /// Reports to recheck.
    pub refresh: u32,
    /// Reports whose privacy or password changes.
    pub privacy: u32,
    pub delete: u32,
    /// Nothing to do.
    pub skip: u32,
}

/// The number of rows by status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct StateCounts {
    /// Not sent yet.
    pub waiting: u32,
    /// Being sent.
    pub running: u32,
    /// Sent, but not confirmed yet.
    pub confirming: u32,
    pub done: u32,
    pub failed: u32,
    pub unknown: u32,
    /// Nothing to do.
    pub skipped: u32,
    /// Canceled before they were sent.
    pub canceled: u32,
}

/// The effects of a batch on privacy and passwords.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct PrivacyCounts {
    /// Reports that already have a password and keep it.
    pub keep_password: u32,
    /// Reports whose password is replaced, which can't be undone.
    pub replace_password: u32,
    /// Reports that lose their password: an undo sets a new one.
    pub lose_password: u32,
    /// Reports whose earlier privacy isn't known: an undo leaves them out.
    pub unknown_before: u32,
    /// Reports that an undo restores completely.
    pub restorable: u32,
}

/// The user's monthly quota for creating reports (`field-notes.md` 21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MonthlyQuota {
    /// Reports per month.
    pub limit: u32,
    /// Reports created this month, based on the library, including deleted ones.
    pub used: u32,
}

/// A batch with its plan, progress, and outcome.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Batch {
    /// Its number, from 1, in order of creation.
    pub number: u32,
    pub connection: String,
    /// What it does with its rows.
    pub wish: BatchRequest,
    /// The origin of its rows, without the source's contents.
    pub from: BatchOrigin,
    /// The URL of its first row.
    pub first_address: Option<String>,
    pub state: BatchState,
    /// Why it is paused, or waits to retry.
    pub problem: Option<Problem>,
    pub acts: ActCounts,
    /// The number of rows by status.
    pub states: StateCounts,
    /// The number of invalid lines in the source (`batch_bad_lines`).
    pub bad_lines: u32,
    /// The number of rows that lack a password, which blocks the start (`batch_update_plan`).
    pub passwords_missing: u32,
    /// Whether to save the passwords in the system's keychain.
    pub keep_passwords: bool,
    /// When it was planned.
    #[ts(type = "string")]
    pub made_at: Timestamp,
    /// When it was first started.
    #[ts(type = "string | null")]
    pub started_at: Option<Timestamp>,
    /// When its last row got its outcome.
    #[ts(type = "string | null")]
    pub ended_at: Option<Timestamp>,
    /// Until when the start can be canceled.
    #[ts(type = "string | null")]
    pub held_until: Option<Timestamp>,
    /// Rows per minute, measured or estimated; absent if unknown.
    pub a_minute: Option<f64>,
    /// The estimated seconds left.
    pub seconds_left: Option<u32>,
    /// The monthly quota, if known.
    pub quota: Option<MonthlyQuota>,
    /// Whether it can be undone (`batch_undo`): it changed privacies whose earlier value is known.
    pub can_undo: bool,
    /// Its effects on privacy and passwords, and on what an undo can restore.
    pub privacies: PrivacyCounts,
    /// Whether its source sets a privacy, which its options then don't change; only while planned.
    pub has_own_privacies: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchOrigin {
    /// Typed or pasted text.
    Text,
    File {
        name: String,
    },
    Sitemap {
        address: String,
    },
    Selection,
    /// A list of the service or the library.
    List {
        /// Only this project, if filtered.
        project: Option<String>,
    },
    Batch {
        batch: u32,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct BatchesQuery {
    /// Only those of this connection.
    pub connection: Option<String>,
}

/// A source to preview before planning.
#[derive(Clone, Deserialize, TS)]
pub struct PreviewSource {
    /// The source: text, a file, or a sitemap.
    pub source: BatchSource,
}

/// A column of an exported batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeField {
    /// The row's number.
    Number,
    /// Its line in the source.
    Line,
    Address,
    /// The service's id of the report.
    Report,
    /// The URL of the report's page.
    Link,
    Act,
    State,
    /// The privacy before.
    From,
    /// The privacy now.
    To,
    /// When its outcome was known.
    EndedAt,
    /// The duration, in milliseconds.
    Took,
    /// Why it failed or was skipped.
    Message,
    /// The password that was set: only if requested and still known.
    Password,
}

/// A column with its heading in the user's language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct OutcomeColumn {
    pub field: OutcomeField,
    /// Its heading, at most 100 characters.
    pub heading: String,
}

/// The user's word for a value, such as “Created” for `create`, or for a problem code.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct OutcomeWord {
    /// The column's field.
    pub field: OutcomeField,
    pub value: String,
    /// The word, at most 200 characters.
    pub word: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportBatch {
    pub batch: u32,
    pub filter: BatchFilter,
    pub format: ExportFormat,
    /// The columns in order, 1–50. Passwords are exported only if they are among them.
    pub columns: Vec<OutcomeColumn>,
    pub words: Vec<OutcomeWord>,
    /// The suggested file name, without an extension, at most 100 characters.
    pub name: String,
}
