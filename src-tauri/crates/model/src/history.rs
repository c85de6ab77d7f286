use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Check, Importance, ReportRef, ReportRow};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct History {
    /// Its versions, newest first: one entry per change.
    pub snapshots: Vec<Snapshot>,
    /// Why each of the newest 200 differs from the one before it, newest first.
    pub reasons: Vec<ChangeReasons>,
    /// When it was found to be removed from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
    /// Older snapshots were deleted, as set in the preferences.
    pub is_cut: bool,
}

/// Why a report changed: the checks that differ between two of its snapshots. None are named if the
/// checks of either snapshot are unknown.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct ChangeReasons {
    /// The library's number of the earlier snapshot.
    #[ts(type = "number")]
    pub before: u64,
    /// The library's number of the later snapshot.
    #[ts(type = "number")]
    pub after: u64,
    /// Those that passed and now fail.
    pub broke: ChangedChecks,
    /// Those that failed and now pass.
    pub fixed: ChangedChecks,
    /// The others that differ, including added and removed ones.
    pub changed: ChangedChecks,
}

#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct ChangedChecks {
    /// The first ones by importance, then name; at most 5.
    pub first: Vec<ChangedCheck>,
    /// How many there are.
    pub count: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ChangedCheck {
    /// The service's name for the check.
    pub name: String,
    /// Its importance, if the service says so.
    pub importance: Option<Importance>,
}

/// A version of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// The library's number for it, in order of time.
    #[ts(type = "number")]
    pub number: u64,
    /// When this version was first returned.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// The report as in lists.
    pub row: ReportRow,
    /// The number of failed checks; absent if the checks are unknown.
    pub failed: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SnapshotRef {
    pub connection: String,
    /// The service's id of the report.
    pub id: String,
    /// The library's number of the snapshot.
    #[ts(type = "number")]
    pub number: u64,
}

/// Two snapshots of a report to compare.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct CompareSnapshots {
    pub connection: String,
    /// The service's id of the report.
    pub id: String,
    /// The library's number of the earlier snapshot.
    #[ts(type = "number")]
    pub before: u64,
    /// The library's number of the later snapshot.
    #[ts(type = "number")]
    pub after: u64,
}

/// Two reports to compare, as they were last saved.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct CompareReports {
    /// The report that counts as the earlier one.
    pub before: ReportRef,
    pub after: ReportRef,
}

/// The differences between two snapshots of a report, or of two reports.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Comparison {
    pub before: Snapshot,
    pub after: Snapshot,
    /// The checks that differ: broken, then fixed, then others; each by importance, then name.
    pub checks: Vec<CheckChange>,
    /// How many checks are the same.
    pub same: u32,
}

/// A check that differs between two snapshots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckChange {
    /// The service's name for the check.
    pub name: String,
    pub kind: CheckChangeKind,
    /// The earlier check; absent if it was added.
    pub before: Option<Check>,
    /// The later check; absent if it was removed.
    pub after: Option<Check>,
    /// The differing places inside the values, at most 200; absent if a side has no value.
    pub values: Vec<ValueChange>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CheckChangeKind {
    /// It passed and now fails.
    Broken,
    /// It failed and now passes.
    Fixed,
    /// The result differs, but not whether it passed.
    Changed,
    Added,
    Removed,
}

/// A place inside a check's value that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ValueChange {
    /// The path, such as `max` or `[3].src`; empty for the whole value.
    pub path: String,
    /// The earlier value; absent if it was added.
    pub before: Option<Value>,
    /// The later value; absent if it was removed.
    pub after: Option<Value>,
}
