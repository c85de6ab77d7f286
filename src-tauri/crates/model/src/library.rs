use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Direction, Importance, PageSize, Privacy, Report, ReportRow, Verdict};

/// What a search of the library looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySearchIn {
    /// The addresses.
    #[default]
    Address,
    /// The checks: their names, and what the service found.
    Checks,
}

/// What the library can sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibrarySort {
    /// Date created, in the service's own order.
    #[default]
    Created,
    /// Date generated: truly, also where the service cannot (`field-notes.md` 14).
    Generated,
    /// Address.
    Address,
    /// Score, or where there is none the verdict.
    Score,
    /// When it last changed, as Assay saw it.
    Changed,
    /// Project.
    Project,
}

/// How a report changed since some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Its verdict rose, or within the same verdict its score.
    Better,
    /// Its verdict fell, or within the same verdict its score.
    Worse,
    /// It was not there before.
    New,
    /// It is not there any more.
    Gone,
}

/// Since when changes are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Since {
    /// Since the app was used the time before.
    LastTime,
    /// Since so many days ago, 1–3,650.
    Days(u16),
}

/// Changes of one kind since some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangedSince {
    /// Which kind.
    pub change: Change,
    /// Since when.
    pub since: Since,
}

/// Which reports of the library to list. Conditions hold together; what is absent does not matter.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct LibraryQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// A text anywhere in what is searched, whatever the case of its letters; at most 500 characters.
    pub search: Option<String>,
    /// What is searched; absent: the addresses.
    pub search_in: Option<LibrarySearchIn>,
    /// Only this project.
    pub project: Option<String>,
    /// Only this verdict.
    pub verdict: Option<Verdict>,
    /// Only this privacy.
    pub privacy: Option<Privacy>,
    /// Only scores from this on, 0–100.
    pub score_min: Option<u8>,
    /// Only scores up to this, 0–100.
    pub score_max: Option<u8>,
    /// Only reports whose checks last ran more than so many days ago.
    pub stale_days: Option<u16>,
    /// Only reports that changed so. With [`Change::Gone`] those that are gone, otherwise those that are there.
    pub changed: Option<ChangedSince>,
    /// Only reports that fail the check of this name.
    pub failing: Option<String>,
    /// Those that are gone from the service instead of those that are there.
    pub gone: Option<bool>,
    /// Sort key; absent: date created.
    pub sort_by: Option<LibrarySort>,
    /// Sort direction; absent: newest, largest or last first.
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
    /// How many there are in all.
    pub total: u32,
}

/// A report as the library remembers it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct LibraryRow {
    /// Whose it is.
    pub connection: String,
    /// The report as it was last seen.
    pub row: ReportRow,
    /// When the service last showed it.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// When it was seen to have changed last; absent where it never changed.
    #[ts(type = "string | null")]
    pub changed_at: Option<Timestamp>,
    /// When it was found to be gone from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
    /// Its score before: at the time since which changes are asked for, or else before its last change.
    pub score_before: Option<f64>,
    /// Its verdict before, likewise.
    pub verdict_before: Option<Verdict>,
}

/// A report as the library last saw it, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct KnownReport {
    /// The report; without checks where only lists without them were seen.
    pub report: Report,
    /// Whether its checks are known.
    pub has_checks: bool,
    /// When the service last showed it.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// When it was found to be gone from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
}

/// Since when changes are counted, and of which connection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct ChangesQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// Since when.
    pub since: Since,
}

/// How many reports changed since some time, by kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Changes {
    /// Since when; absent for the last time where there was none.
    #[ts(type = "string | null")]
    pub since: Option<Timestamp>,
    /// Better ones.
    pub better: u32,
    /// Worse ones.
    pub worse: u32,
    /// New ones.
    pub new: u32,
    /// Gone ones.
    pub gone: u32,
}

/// What to mend first: the failing checks of some reports, the most important and most frequent first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FixList {
    /// The checks that fail anywhere.
    pub checks: Vec<FailingCheck>,
    /// How many reports were looked at.
    pub reports: u32,
    /// Of how many of these no checks are known.
    pub without_checks: u32,
}

/// A check that fails.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FailingCheck {
    /// The service's name for the check.
    pub name: String,
    /// How much it matters, where the service says.
    pub importance: Option<Importance>,
    /// On how many pages it fails.
    pub pages: u32,
}

/// What an overview is of.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct OverviewQuery {
    /// Only this connection; absent: all of them.
    pub connection: Option<String>,
    /// After how many days without running its checks a report counts as stale, 1–3,650.
    pub stale_days: u16,
    /// The offset of the user's clock from UTC in minutes, by which days begin; -720 to 840.
    pub utc_offset: i16,
}

/// The library at a glance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Overview {
    /// The reports that are there, by verdict.
    pub verdicts: VerdictCounts,
    /// The same at the end of each day on which it changed, oldest first; at most 400 days.
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
    /// Of how many it is not known who can see them.
    pub privacy_unknown: u32,
    /// How many were created this month, those that are gone included, as far as Assay saw them (`field-notes.md` 21).
    pub created_this_month: u32,
}

/// How many reports have which verdict.
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
    /// How many of which verdict.
    pub verdicts: VerdictCounts,
}

/// The verdicts of a project.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ProjectVerdicts {
    /// Whose it is.
    pub connection: String,
    /// Its name; absent for reports of which no project is known.
    pub project: Option<String>,
    /// How many of which verdict.
    pub verdicts: VerdictCounts,
    /// The mean score of those that have one, 0–100.
    pub mean_score: Option<f64>,
}

/// The library as a file on this computer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LibraryInfo {
    /// Whether it can be used.
    pub state: LibraryState,
    /// The full path of its file.
    pub file: String,
    /// How large it is on the disk, in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
    /// How many reports it knows, those that are gone included.
    pub reports: u32,
    /// How many snapshots of them it has.
    #[ts(type = "number")]
    pub snapshots: u64,
    /// The name under which a damaged library was set aside since the app was started.
    pub set_aside: Option<String>,
}

/// Whether the library can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum LibraryState {
    /// It can.
    Ready,
    /// A newer version of Assay made it: it is left as it is and not used.
    Newer,
    /// It can be read, but not written: the disk is full or does not allow it.
    ReadOnly,
    /// It cannot be opened.
    Unavailable,
}
