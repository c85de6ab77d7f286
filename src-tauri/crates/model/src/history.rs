use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::{Check, ReportRow};

/// What is remembered of a report's past.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct History {
    /// How it was seen, newest first: one entry each time it differed from before.
    pub snapshots: Vec<Snapshot>,
    /// When it was found to be gone from the service.
    #[ts(type = "string | null")]
    pub gone_at: Option<Timestamp>,
    /// Older snapshots were removed, as the settings have it.
    pub is_cut: bool,
}

/// A report as it was seen once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Snapshot {
    /// The library's number for it; grows with time.
    #[ts(type = "number")]
    pub number: u64,
    /// When it was first seen so.
    #[ts(type = "string")]
    pub seen_at: Timestamp,
    /// What lists show of it.
    pub row: ReportRow,
    /// How many of its checks failed; absent where its checks were not seen.
    pub failed: Option<u32>,
}

/// A snapshot of a report.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SnapshotRef {
    /// Of which connection.
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
    /// Of which connection.
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

/// How two snapshots of a report differ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Comparison {
    /// The earlier one.
    pub before: Snapshot,
    /// The later one.
    pub after: Snapshot,
    /// The checks that differ: broken ones first, then mended ones, then the others; each by importance, then name.
    pub checks: Vec<CheckChange>,
    /// How many checks are the same.
    pub same: u32,
}

/// How a check differs between two snapshots.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CheckChange {
    /// The service's name for the check.
    pub name: String,
    /// In which way.
    pub kind: CheckChangeKind,
    /// As it was; absent where it was not there.
    pub before: Option<Check>,
    /// As it became; absent where it is not there any more.
    pub after: Option<Check>,
    /// The single places inside the values that differ, at most 200; absent where a side has no value to compare.
    pub values: Vec<ValueChange>,
}

/// In which way a check differs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CheckChangeKind {
    /// It passed and fails now.
    Broken,
    /// It failed and passes now.
    Mended,
    /// What was found differs, but not whether it passed.
    Changed,
    /// The service did not have it before.
    Added,
    /// The service does not have it any more.
    Removed,
}

/// A place inside a check's value that differs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ValueChange {
    /// Where, such as `max` or `[3].src`; empty for the whole value.
    pub path: String,
    /// As it was; absent where there was nothing.
    pub before: Option<Value>,
    /// As it became; absent where there is nothing any more.
    pub after: Option<Value>,
}
