use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Problem;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SyncKind {
    /// Everything, including missing reports.
    Full,
    /// What is new, newest first.
    Light,
}

/// A sync to start or resume.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct StartSync {
    pub connection: String,
    pub kind: SyncKind,
}

/// The sync status of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SyncState {
    pub connection: String,
    pub running: Option<SyncProgress>,
    /// The number of reports read by a full sync that was stopped and can be resumed.
    pub unfinished: Option<u32>,
    /// When the last sync of any kind succeeded.
    #[ts(type = "string | null")]
    pub synced_at: Option<Timestamp>,
    /// When the last full sync succeeded.
    #[ts(type = "string | null")]
    pub full_at: Option<Timestamp>,
    /// How certain it is that the library has every report.
    pub completeness: Completeness,
    /// The number of existing reports in the library.
    pub reports: u32,
    /// The number of reports on the service, if it says so.
    pub total: Option<u32>,
    /// The number of newest reports that the last sync covered; absent if it covered all that may
    /// have changed.
    pub looked_at: Option<u32>,
    /// Why the last one ended early.
    pub problem: Option<Problem>,
    /// What the last successful sync found.
    pub found: SyncFound,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SyncProgress {
    pub kind: SyncKind,
    pub phase: SyncPhase,
    /// The number of reports read or looked up.
    pub done: u32,
    /// The total, if the service says so.
    pub total: Option<u32>,
    /// The estimated seconds left.
    pub seconds_left: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SyncPhase {
    Reading,
    /// Looks up reports that were missing from the list.
    Looking,
}

/// How certain it is that the library has every report of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    /// No full sync has succeeded yet.
    #[default]
    Unknown,
    /// Every page was read.
    Whole,
    /// The service has no pages, so there may be more reports (`field-notes.md` 10).
    FirstPageOnly,
    /// The account changed a lot during the sync, so some may be missing.
    Unsettled,
    /// Every page was read, but long ago, or the library's and the service's totals differ.
    Outdated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct SyncFound {
    pub new: u32,
    /// Reports that changed in any way.
    pub changed: u32,
    /// Changed reports whose verdict or score fell.
    pub worse: u32,
    /// Removed reports.
    pub gone: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SystemNotification {
    /// At most 100 characters.
    pub title: String,
    /// At most 300 characters.
    pub body: String,
}
