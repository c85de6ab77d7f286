use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Direction, Importance, PageSize, Privacy, Report, ReportRow, Verdict};

/// What a search of the library covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySearchIn {
    /// The URLs.
    #[default]
    Address,
    /// The checks: their names and results.
    Checks,
}

/// The sort keys of the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySort {
    /// Date created, in the service's own order.
    #[default]
    Created,
    /// Last check, also where the service can't sort by it (`field-notes.md` 14).
    Generated,
    /// URL.
    Address,
    /// Score, or else the verdict.
    Score,
    /// Last change, as recorded by Assay.
    Changed,
    /// Project.
    Project,
}

/// How a report changed since a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Its verdict, or within the same verdict its score, rose.
    Better,
    /// Its verdict, or within the same verdict its score, fell.
    Worse,
    /// It was added.
    New,
    /// It was removed.
    Gone,
}

/// The time from which changes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Since {
    /// Since the app was last used.
    LastTime,
    /// Since just before the last successful sync started; only for one connection.
    LastSync,
    /// Since this many days ago, 1–3,650.
    Days(u16),
}

/// Changes of one kind since a given time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangedSince {
    /// The kind of change.
    pub change: Change,
    /// The time from which changes count.
    pub since: Since,
}

/// Which reports of the library to list. All conditions apply; absent ones are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct LibraryQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// A text anywhere in what is searched, case-insensitive; at most 500 characters.
    pub search: Option<String>,
    /// What is searched; the URLs by default.
    pub search_in: Option<LibrarySearchIn>,
    /// Only this project.
    pub project: Option<String>,
    /// Only this verdict.
    pub verdict: Option<Verdict>,
    /// Only this privacy.
    pub privacy: Option<Privacy>,
    /// The lowest score, 0–100.
    pub score_min: Option<u8>,
    /// The highest score, 0–100.
    pub score_max: Option<u8>,
    /// Only reports last checked more than this many days ago.
    pub stale_days: Option<u16>,
    /// Only reports with this change. [`Change::Gone`] lists removed reports, others existing ones.
    pub changed: Option<ChangedSince>,
    /// Only reports that fail the check of this name.
    pub failing: Option<String>,
    /// Removed reports instead of existing ones.
    pub gone: Option<bool>,
    /// The sort key; by default, date created.
    pub sort_by: Option<LibrarySort>,
    /// The sort direction; by default, newest, largest, or last first.
    pub sort: Option<Direction>,
    /// Page size.
    pub per_page: PageSize,
    /// Which page, from 1; absent means the first.
    pub page: Option<u32>,
}

/// A page of the library's list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryPage {
    /// The rows.
    pub rows: Vec<LibraryRow>,
    /// Which page this is, from 1.
    pub number: u32,
    /// The total number of reports.
    pub total: u32,
}

/// A report of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryRow {
    /// The connection's id.
    pub connection: String,
    /// The saved copy.
    pub row: ReportRow,
    /// When the service last returned it.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// When it last changed; absent if it never did.
    #[ts(type = "string | null")]
    pub changed_at: Option<Timestamp>,
    /// When it was found to be removed from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
    /// Its earlier score: at the time from which changes count, or else before its last change.
    pub score_before: Option<f64>,
    /// Its earlier verdict, likewise.
    pub verdict_before: Option<Verdict>,
}

/// A report's full saved copy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownReport {
    /// The report; without checks if only lists without them were read.
    pub report: Report,
    /// Whether its checks are known.
    pub has_checks: bool,
    /// When the service last returned it.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// When it was found to be removed from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
}

/// A count of changes, optionally of one connection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct ChangesQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// The time from which changes count.
    pub since: Since,
}

/// The number of changed reports, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Changes {
    /// The time; absent if the app was never used before.
    #[ts(type = "string | null")]
    pub since: Option<Timestamp>,
    /// Better ones.
    pub better: u32,
    /// Worse ones.
    pub worse: u32,
    /// New ones.
    pub new: u32,
    /// Removed ones.
    pub gone: u32,
}

/// What to fix first: the failing checks of some reports, the most important and most frequent
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FixList {
    /// The checks that fail anywhere.
    pub checks: Vec<FailingCheck>,
    /// The number of reports included.
    pub reports: u32,
    /// The number of those without known checks.
    pub without_checks: u32,
}

/// A check that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FailingCheck {
    /// The service's name for the check.
    pub name: String,
    /// Its importance, if the service says so.
    pub importance: Option<Importance>,
    /// The number of pages on which it fails.
    pub pages: u32,
}

/// The options of an overview.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct OverviewQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// The age of a stale report, in days since its last check, 1–3,650.
    pub stale_days: u16,
    /// The offset of the user's time zone from UTC in minutes, for the start of days; -720 to 840.
    pub utc_offset: i16,
}

/// A summary of the library.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Overview {
    /// The existing reports, by verdict.
    pub verdicts: VerdictCounts,
    /// The same at the end of each day with a change, oldest first; at most 400 days.
    pub over_time: Vec<DayVerdicts>,
    /// The same by project, the largest first; at most 500.
    pub projects: Vec<ProjectVerdicts>,
    /// How many projects there are.
    pub project_count: u32,
    /// How many reports have a score from 0–9, 10–19, …, 90–100.
    pub scores: Vec<u32>,
    /// How many have no score.
    pub without_score: u32,
    /// How many are stale.
    pub stale: u32,
    /// How many are public.
    pub public: u32,
    /// How many are private.
    pub private: u32,
    /// How many have a password.
    pub password: u32,
    /// How many have an unknown privacy.
    pub privacy_unknown: u32,
    /// How many were created this month, including removed ones, based on the library
    /// (`field-notes.md` 21).
    pub created_this_month: u32,
}

/// The number of reports by verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct VerdictCounts {
    /// Good ones.
    pub good: u32,
    /// Decent ones.
    pub decent: u32,
    /// Bad ones.
    pub bad: u32,
    /// Those without a verdict.
    pub unknown: u32,
}

/// The verdicts at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DayVerdicts {
    /// The day, such as `2026-11-21`.
    pub day: String,
    /// The number of reports by verdict.
    pub verdicts: VerdictCounts,
}

/// The verdicts of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProjectVerdicts {
    /// The connection's id.
    pub connection: String,
    /// Its name; absent for reports without a known project.
    pub project: Option<String>,
    /// The number of reports by verdict.
    pub verdicts: VerdictCounts,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
}

/// The state and size of the library's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LibraryInfo {
    /// Whether it can be used.
    pub state: LibraryState,
    /// The full path of its file.
    pub file: String,
    /// Its size, in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// The number of reports, including removed ones.
    pub reports: u32,
    /// The number of snapshots.
    #[ts(type = "number")]
    pub snapshots: u64,
    /// The name under which a damaged library was set aside in this session.
    pub set_aside: Option<String>,
}

/// Whether the library can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibraryState {
    /// It can be used.
    Ready,
    /// A newer version of Assay created it; it is not used.
    Newer,
    /// It is read-only: the disk is full or write-protected.
    ReadOnly,
    /// It can't be opened.
    Unavailable,
}
