use std::cmp::Ordering;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChangeReasons, Direction, Importance, Language, PageSize, Privacy, Report, ReportRow, Verdict};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySearchIn {
    /// The URLs.
    #[default]
    Address,
    /// The checks: their names and results.
    Checks,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySort {
    /// Date created, in the service's own order.
    #[default]
    Created,
    /// Last check, also where the service can't sort by it (`field-notes.md` 14).
    Generated,
    Address,
    /// Score, or else the verdict.
    Score,
    /// Last change, as recorded by Assay; in a list of changes, [`ReportChange::at`].
    Changed,
    Project,
    /// By how much the score fell, in a list of changes; in others like [`Self::Changed`].
    Fall,
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
    /// Since this moment.
    At(#[ts(type = "string")] Timestamp),
}

/// Reports of a page that has several in the same connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Duplicates {
    /// All of them.
    Every,
    /// All but the one created last.
    Older,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct ChangedSince {
    /// Only this change; absent: all of them.
    pub change: Option<Change>,
    /// The time from which changes count.
    pub since: Since,
}

/// Which reports of the library to list. All conditions apply, unless [`Self::any`] is set; absent
/// ones are ignored.
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
    /// Only reports that changed. [`Change::Gone`] lists removed reports, others existing ones.
    pub changed: Option<ChangedSince>,
    /// Only reports that fail the check of this name.
    pub failing: Option<String>,
    /// How the URL's path starts, such as `/blog`, case-insensitive; at most 500 characters.
    pub path: Option<String>,
    /// A regular expression that matches the URL without its scheme, case-insensitive; at most 500
    /// characters.
    pub pattern: Option<String>,
    /// Only reports of a page that has several existing ones.
    pub duplicates: Option<Duplicates>,
    /// Whether one condition is enough of privacy, score, age, change, path, regular expression, and
    /// duplicates. The others always apply.
    pub any: Option<bool>,
    /// Removed reports instead of existing ones.
    pub gone: Option<bool>,
    /// The sort key; by default, date created.
    pub sort_by: Option<LibrarySort>,
    /// Sorts by a check's value, in place of [`Self::sort_by`].
    pub sort_check: Option<CheckSort>,
    /// The sort direction; by default, newest, largest, or last first.
    pub sort: Option<Direction>,
    pub per_page: PageSize,
    /// Which page, from 1; absent means the first.
    pub page: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryPage {
    pub rows: Vec<LibraryRow>,
    /// Which page this is, from 1.
    pub number: u32,
    pub total: u32,
    /// How many changed in each way, whichever [`ChangedSince::change`] the rows are of; only in a page
    /// of [`LibraryQuery::changed`] whose conditions all apply.
    pub changes: Option<Changes>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryRow {
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
    /// How it changed; only in a page of [`LibraryQuery::changed`].
    pub change: Option<ReportChange>,
}

/// How a report changed since a given time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportChange {
    pub kind: Change,
    /// When it last changed, was created (or else first seen), came back, or was found to be removed.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The differences from its snapshot at that time; absent for new and removed reports, and if
    /// that snapshot was deleted.
    pub reasons: Option<ChangeReasons>,
    /// A new report's score when first seen, if it changed since; absent if it came back.
    pub first_score: Option<f64>,
}

/// A report's full saved copy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownReport {
    /// The report; without checks if only lists without them were read.
    pub report: Report,
    /// Whether its checks were read.
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

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Changes {
    /// The time; absent if the app was never used before.
    #[ts(type = "string | null")]
    pub since: Option<Timestamp>,
    pub better: u32,
    pub worse: u32,
    pub new: u32,
    pub gone: u32,
}

/// What to fix first: the failing checks of some reports, the most important and most frequent
/// first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FixList {
    pub checks: Vec<FailingCheck>,
    /// The number of reports included.
    pub reports: u32,
    /// The number of those without known checks.
    pub without_checks: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FailingCheck {
    /// The service's name for the check.
    pub name: String,
    /// Its importance, if the service says so.
    pub importance: Option<Importance>,
    /// The number of pages on which it fails.
    pub pages: u32,
}

impl FailingCheck {
    /// The order of what to fix first: by importance, then those on the most pages.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let by_importance = |it: &Self| (it.importance.is_none(), it.importance);
        by_importance(self)
            .cmp(&by_importance(other))
            .then(other.pages.cmp(&self.pages))
            .then_with(|| self.name.cmp(&other.name))
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct OverviewQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// The age of a stale report, in days since its last check, 1–3,650.
    pub stale_days: u16,
    /// The offset of the user's time zone from UTC in minutes, for the start of days; -720 to 840.
    pub utc_offset: i16,
    /// The days of the averages over time, 1–365; absent: without them.
    pub trend_days: Option<u16>,
    /// The moment with which the averages over time begin, in place of whole days; up to 3,650 days ago.
    #[ts(as = "Option<String>")]
    pub trend_since: Option<Timestamp>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Overview {
    /// The existing reports, by verdict.
    pub verdicts: VerdictCounts,
    /// The same at the end of each day with a change, oldest first; at most 400 days.
    pub over_time: Vec<DayVerdicts>,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
    /// The same at the ends of days in equal steps up to now, oldest first, where there were scores;
    /// at most 54.
    pub average: Vec<DayScore>,
    /// The projects with the lowest average first; at most 500.
    pub projects: Vec<ProjectVerdicts>,
    pub project_count: u32,
    pub stale: u32,
    pub public: u32,
    pub private: u32,
    pub password: u32,
    pub privacy_unknown: u32,
    /// How many were created this month, including removed ones, based on the library
    /// (`field-notes.md` 21).
    pub created_this_month: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct VerdictCounts {
    pub good: u32,
    pub decent: u32,
    pub bad: u32,
    pub unknown: u32,
}

/// How many reports match a query, or why that is unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum QueryCount {
    Counted(VerdictCounts),
    /// Its regular expression is invalid.
    NotAPattern,
    /// Its regular expression takes too long to match.
    SlowPattern,
}

/// A check whose value sorts a list: numbers before texts, reports without a value last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckSort {
    /// The service's name for the check.
    pub name: String,
    /// Whether a text counts as its length.
    pub by_length: bool,
    /// The language in whose order texts are; English for those of the system or of tests.
    pub language: Language,
}

/// The verdicts at the end of a day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DayVerdicts {
    /// The day, such as `2026-11-21`.
    pub day: String,
    pub verdicts: VerdictCounts,
}

/// An average score at the end of a day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct DayScore {
    /// The day, such as `2026-11-21`.
    pub day: String,
    pub mean_score: f64,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProjectVerdicts {
    pub connection: String,
    /// Its name; absent for reports without a known project.
    pub project: Option<String>,
    pub verdicts: VerdictCounts,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
    /// The same at the days of [`Overview::average`], for the first 10 projects.
    pub trend: Vec<f64>,
    /// The failing checks of high importance, on all pages together.
    pub failing_high: u32,
    /// The last check of any of its reports.
    #[ts(type = "string | null")]
    pub checked_at: Option<Timestamp>,
}

/// The state and size of the library's file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LibraryInfo {
    pub state: LibraryState,
    /// The full path of its file.
    pub file: String,
    #[ts(type = "number")]
    pub bytes: u64,
    /// The number of reports, including removed ones.
    pub reports: u32,
    #[ts(type = "number")]
    pub snapshots: u64,
    /// The name under which a damaged library was set aside in this session.
    pub set_aside: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibraryState {
    Ready,
    /// A newer version of Assay created it; it is not used.
    Newer,
    /// It is read-only: the disk is full or write-protected.
    ReadOnly,
    /// It can't be opened.
    Unavailable,
}

/// Some reports of a connection, for their trends and the values of checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct TrendsQuery {
    /// The connection's id.
    pub connection: String,
    /// The service's ids, at most 100.
    pub ids: Vec<String>,
    /// The checks whose values are wanted, at most 8.
    pub checks: Option<Vec<String>>,
}

/// How a report's score went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportTrend {
    /// The service's id.
    pub id: String,
    /// The last 24 scores at most, 0–100, oldest first, without repeats.
    pub scores: Vec<f64>,
    /// How many checks failed; absent if they weren't read, or if there are none.
    pub failed: Option<u32>,
    /// The values of the wanted checks, in their order; absent where a check wasn't read or found nothing.
    pub values: Vec<Option<CheckValue>>,
}

/// A check's value, in short.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CheckValue {
    Number {
        number: f64,
    },
    Flag {
        value: bool,
    },
    Range {
        min: f64,
        max: f64,
    },
    Text {
        /// At most 200 characters of it.
        text: String,
        /// The number of all characters.
        length: u32,
    },
    /// A list or a map.
    Entries {
        count: u32,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibraryProjectSort {
    /// Date created.
    #[default]
    CreatedAt,
    /// Name.
    Project,
    Reports,
    /// The share of good reports minus that of bad ones.
    Verdicts,
    /// The average score.
    Score,
    /// By how much the average score changed in 90 days.
    Trend,
    /// The failing checks of high importance.
    Failing,
    /// Last check of any of its reports.
    Checked,
}

/// Which projects of the library to list. Absent fields are ignored.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct LibraryProjectQuery {
    /// A text anywhere in the name, case-insensitive; at most 500 characters.
    pub search: Option<String>,
    pub sort_by: Option<LibraryProjectSort>,
    /// The sort direction; by default, newest, largest, or last first.
    pub sort: Option<Direction>,
    pub per_page: PageSize,
    /// Which page, from 1; absent means the first.
    pub page: Option<u32>,
}

/// Some projects of a connection, for their summaries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SummariesQuery {
    /// The connection's id.
    pub connection: String,
    /// The names, at most 100.
    pub projects: Vec<String>,
    /// The length of the trend in days, 1–3,650.
    pub days: u16,
    /// The age of a stale report, in days since its last check, 1–3,650.
    pub stale_days: u16,
}

/// The existing reports of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProjectSummary {
    pub project: String,
    pub reports: u32,
    pub verdicts: VerdictCounts,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
    /// The averages at the ends of days, in at most 30 even steps up to today, oldest first, of the
    /// reports that were there then.
    pub trend: Vec<Option<f64>>,
    /// How many checks of high importance fail, each counted on each page.
    pub failing: u32,
    /// The number of reports without known checks.
    pub without_checks: u32,
    /// The number of stale reports.
    pub stale: u32,
    /// The last check of any of them.
    #[ts(type = "string | null")]
    pub checked_at: Option<Timestamp>,
}
