use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{BatchSource, ExportFormat, PageSize, Privacy, Problem, Secret};

/// What a batch is to do with its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchRequest {
    /// Have a report of each address. Needs a source of addresses.
    Create {
        /// Who can see new reports, where the source does not say.
        privacy: Privacy,
        /// What becomes of pages that have a report already.
        known: ExistingReportPolicy,
        /// Reports that are there already get the privacy, too.
        change_known: bool,
        /// Reports of this project that the source does not name are to be deleted: the list is the truth.
        match_project: Option<String>,
    },
    /// Change who can see each report. Needs a source of reports.
    Privacy {
        /// Who can see them from then on.
        privacy: Privacy,
    },
    /// Run the checks of each report again. Needs a source of reports.
    Refresh {
        /// Only those whose checks last ran more than so many days ago, 1–3,650.
        older_than_days: Option<u16>,
    },
    /// Delete each report. Needs a source of reports. A copy of each is kept in the library first.
    Delete,
    /// Give each report of an earlier batch the privacy that it had before (`batch_undo`).
    Undo {
        /// The number of that batch.
        batch: u32,
    },
}

/// What becomes of a page that has a report already. A refresh costs no quota (`field-notes.md` 21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExistingReportPolicy {
    /// It is refreshed.
    Refresh,
    /// It is refreshed if its checks last ran more than so many days ago, and skipped otherwise.
    RefreshOlderThan {
        /// Days, 1–3,650.
        days: u16,
    },
    /// It is skipped.
    Skip,
    /// Another report is created.
    Create,
}

/// Which passwords the rows with [`Privacy::Password`] get. Never sent back to the window.
#[derive(Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum PasswordSource {
    /// The same one for all, but for those of the source.
    One {
        /// 1–128 characters.
        password: Secret,
    },
    /// A new one for each, but for those of the source.
    Generate {
        /// How many characters, 8–64.
        length: u8,
    },
    /// Those that the batch has already; rows without one cannot be started.
    Kept,
}

/// A batch to plan. Nothing is sent to change anything.
#[derive(Clone, Deserialize, TS)]
pub struct PlanBatch {
    /// With which connection.
    pub connection: String,
    /// Where its rows come from.
    pub source: BatchSource,
    /// What to do with them.
    pub wish: BatchRequest,
    /// Which passwords they get.
    pub password: Option<PasswordSource>,
    /// The passwords are kept in the system's keychain for each report.
    pub keep_passwords: bool,
}

/// A batch to plan anew by other rules, as long as it was not started. Rows that were switched are so no more.
#[derive(Clone, Deserialize, TS)]
pub struct ReplanBatch {
    /// Which batch.
    pub batch: u32,
    /// What to do with its rows.
    pub wish: BatchRequest,
    /// Which passwords they get; absent: no others.
    pub password: Option<PasswordSource>,
    /// The passwords are kept in the system's keychain for each report.
    pub keep_passwords: bool,
}

/// Rows of a plan to be switched.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SetRowActions {
    /// Of which batch.
    pub batch: u32,
    /// Their numbers; absent: every row that the filter lets through and that can be switched so.
    pub rows: Option<Vec<u32>>,
    /// Which rows, where no numbers are given.
    pub filter: BatchFilter,
    /// What they are to do: one of their choices.
    pub to: RowAction,
}

/// One batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct BatchRef {
    /// Its number.
    pub batch: u32,
}

/// What is done with a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RowAction {
    /// A report is created.
    Create,
    /// The report's checks run again; its privacy changes with it where `to` is set.
    Refresh,
    /// The report's privacy or password changes.
    Privacy,
    /// The report is deleted.
    Delete,
    /// Nothing.
    Skip,
}

/// Why nothing is done with a row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SkipReason {
    /// The page has a report already, and the rule is to skip it.
    Known,
    /// Its checks ran lately enough.
    Fresh,
    /// An earlier line names the same page.
    Duplicate {
        /// That line's number, from 1.
        line: Option<u32>,
    },
    /// The report is so already.
    AlreadySo,
    /// The report is not on the list, which is only proposed to be deleted.
    NotOnTheList,
    /// The report is not there any more.
    Gone,
    /// The user switched the row off.
    Chosen,
}

/// How a row stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// It was not sent yet.
    Waiting,
    /// It is being sent.
    Running,
    /// The service has proven that it was done.
    Done,
    /// It was not done: see its problem.
    Failed,
    /// It may or may not have been done; that is looked for before anything is sent again.
    Unknown,
    /// It was nothing to do.
    Skipped,
    /// The batch was cancelled before it was sent.
    Cancelled,
}

/// A row of a batch, as planned and as it went.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BatchRow {
    /// Its number, from 1, which is its turn.
    pub number: u32,
    /// Its line in the source, from 1, where that has lines.
    pub line: Option<u32>,
    /// The address as it would be sent, or as the service keeps it.
    pub address: String,
    /// The service's id of the report, where there is one.
    pub report: Option<String>,
    /// What is done with it.
    pub act: RowAction,
    /// Why nothing is.
    pub skipped: Option<SkipReason>,
    /// What else could be done with it.
    pub choices: Vec<RowAction>,
    /// Who could see the report when it was planned.
    pub from: Option<Privacy>,
    /// Who can see it from then on; absent: as before.
    pub to: Option<Privacy>,
    /// It has a password to be set.
    pub has_password: bool,
    /// When the report's checks last ran, as known when it was planned.
    #[ts(type = "string | null")]
    pub generated_at: Option<Timestamp>,
    /// How it stands.
    pub state: RowState,
    /// Why it failed, why its outcome is not known, or, of one that was done, why its password could not be kept.
    pub problem: Option<Problem>,
    /// Its own answer was lost, and what came of it was found by looking.
    pub was_found: bool,
    /// When its outcome was known, or when it was clear that nobody can tell it.
    #[ts(type = "string | null")]
    pub ended_at: Option<Timestamp>,
    /// How long it took, in milliseconds.
    pub took: Option<u32>,
}

/// Which rows of a batch. Conditions hold together; what is absent does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct BatchFilter {
    /// A text anywhere in the address, whatever the case of its letters; at most 500 characters.
    pub search: Option<String>,
    /// Only what is to be done so.
    pub act: Option<RowAction>,
    /// Only what stands so.
    pub state: Option<RowState>,
}

/// A page of a batch's rows to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListBatchRows {
    /// Of which batch.
    pub batch: u32,
    /// Which rows.
    pub filter: BatchFilter,
    /// Page size.
    pub per_page: PageSize,
    /// Which page, from 1.
    pub page: u32,
}

/// A page of a batch's rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct BatchRows {
    /// The rows, in their order.
    pub rows: Vec<BatchRow>,
    /// Which page this is, from 1.
    pub number: u32,
    /// How many the filter lets through in all.
    pub total: u32,
}

/// How a batch stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum BatchState {
    /// Nothing was sent yet.
    Planned,
    /// It was started and begins in a moment, until when it can be taken back: only with deletes.
    Held,
    /// It runs.
    Running,
    /// It is told to pause, and what is being sent comes to its end.
    Pausing,
    /// It stands still: see `problem` for why, unless the user paused it.
    Paused,
    /// Each row has its outcome.
    Ended,
}

/// How many rows are to be done how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct ActCounts {
    /// Reports to create.
    pub create: u32,
    /// Reports to refresh.
    pub refresh: u32,
    /// Reports whose privacy or password is to change.
    pub privacy: u32,
    /// Reports to delete.
    pub delete: u32,
    /// Nothing to do.
    pub skip: u32,
}

/// How many rows stand how.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct StateCounts {
    /// Not sent yet.
    pub waiting: u32,
    /// Being sent.
    pub running: u32,
    /// Done.
    pub done: u32,
    /// Not done.
    pub failed: u32,
    /// May or may not have been done.
    pub unknown: u32,
    /// Nothing to do.
    pub skipped: u32,
    /// Cancelled before it was sent.
    pub cancelled: u32,
}

/// How many reports may still be created this month, as far as the user told how many there may be (`field-notes.md` 21).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct KnownQuota {
    /// How many a month.
    pub limit: u32,
    /// How many were created this month, as far as the library knows, deleted ones included.
    pub used: u32,
}

/// A batch: its plan, how it goes, and how it went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Batch {
    /// Its number, from 1; newer ones have higher ones.
    pub number: u32,
    /// With which connection.
    pub connection: String,
    /// What it is to do.
    pub wish: BatchRequest,
    /// Where its rows came from, without what the source held.
    pub from: BatchOrigin,
    /// How it stands.
    pub state: BatchState,
    /// Why it stands still, or waits before it tries again.
    pub problem: Option<Problem>,
    /// How many rows are to be done how.
    pub acts: ActCounts,
    /// How many rows stand how.
    pub states: StateCounts,
    /// How many lines of the source could not be used (`batch_bad_lines`).
    pub bad_lines: u32,
    /// How many rows that get a password have none yet: then it cannot be started (`batch_update_plan`).
    pub passwords_missing: u32,
    /// The passwords are kept in the system's keychain for each report.
    pub keep_passwords: bool,
    /// When it was planned.
    #[ts(type = "string")]
    pub made_at: Timestamp,
    /// When it was started first.
    #[ts(type = "string | null")]
    pub started_at: Option<Timestamp>,
    /// When its last row had its outcome.
    #[ts(type = "string | null")]
    pub ended_at: Option<Timestamp>,
    /// Until when it can be taken back, while it is held.
    #[ts(type = "string | null")]
    pub held_until: Option<Timestamp>,
    /// How many rows a minute, while it runs or at the pace that is known; absent where nothing is known.
    pub a_minute: Option<f64>,
    /// About how many seconds are left.
    pub seconds_left: Option<u32>,
    /// How many reports may still be created, where that is known.
    pub quota: Option<KnownQuota>,
    /// It has changed privacies that are known from before, so that it can be undone (`batch_undo`).
    pub can_undo: bool,
}

/// Where the rows of a batch came from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchOrigin {
    /// Typed or pasted text.
    Text,
    /// A file.
    File {
        /// Its name.
        name: String,
    },
    /// A sitemap on the web.
    Sitemap {
        /// Its address.
        address: String,
    },
    /// Selected reports.
    Selection,
    /// A list of the service or of the library.
    List {
        /// Only this project, where it was asked for.
        project: Option<String>,
    },
    /// An earlier batch.
    Batch {
        /// Its number.
        batch: u32,
    },
}

/// Which batches.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct BatchesQuery {
    /// Only those of this connection.
    pub connection: Option<String>,
}

/// Where a source is looked into before anything is planned.
#[derive(Clone, Deserialize, TS)]
pub struct PreviewSource {
    /// The source: text, a file or a sitemap.
    pub source: BatchSource,
}

/// The columns of a batch's outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeField {
    /// The row's number.
    Number,
    /// Its line in the source.
    Line,
    /// The address.
    Address,
    /// The service's id of the report.
    Report,
    /// Where the report's page is.
    Link,
    /// What was done, or to be done.
    Act,
    /// How it stands.
    State,
    /// Who could see it before.
    From,
    /// Who can see it now.
    To,
    /// When its outcome was known.
    EndedAt,
    /// How long it took, in milliseconds.
    Took,
    /// Why it failed or was skipped.
    Message,
    /// The password that was set: only where the user asks for it, and only where it is still known.
    Password,
}

/// A column with its heading in the user's language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct OutcomeColumn {
    /// Which field.
    pub field: OutcomeField,
    /// Its heading, at most 100 characters.
    pub heading: String,
}

/// A word of the window's for a value, such as “Created” for `create`, or for the code of a problem.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct OutcomeWord {
    /// Of which field.
    pub field: OutcomeField,
    /// The value.
    pub value: String,
    /// The user's word for it, at most 200 characters.
    pub word: String,
}

/// A file to be made of a batch's rows.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportBatch {
    /// Of which batch.
    pub batch: u32,
    /// Which rows.
    pub filter: BatchFilter,
    /// Which kind of file.
    pub format: ExportFormat,
    /// The columns in their order, 1–30. Passwords are in the file only if they are among them.
    pub columns: Vec<OutcomeColumn>,
    /// The user's words for values.
    pub words: Vec<OutcomeWord>,
    /// The file's name as it is suggested to the user, without an extension, at most 100 characters.
    pub name: String,
}
