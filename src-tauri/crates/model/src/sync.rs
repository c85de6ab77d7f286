use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Problem;

/// How much of a service is read into the library.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SyncKind {
    /// Everything, and what has vanished is looked for.
    Full,
    /// What is new, newest first.
    Light,
}

/// A sync to begin, or to go on with where one was stopped.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct StartSync {
    /// Of which connection.
    pub connection: String,
    /// How much.
    pub kind: SyncKind,
}

/// What is known of a connection's syncs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SyncState {
    /// Which connection.
    pub connection: String,
    /// The one that runs.
    pub running: Option<SyncProgress>,
    /// A full one was begun and stopped, and goes on from there: how many reports it had read.
    pub unfinished: Option<u32>,
    /// When the last one of any kind ended well.
    #[ts(type = "string | null")]
    pub synced_at: Option<Timestamp>,
    /// When the last full one ended well.
    #[ts(type = "string | null")]
    pub full_at: Option<Timestamp>,
    /// How sure it is that the library knows every report.
    pub completeness: Completeness,
    /// How many reports that are there the library knows.
    pub reports: u32,
    /// Why the last one ended early.
    pub problem: Option<Problem>,
    /// What the last one that ended well found.
    pub found: SyncFound,
}

/// How far a sync is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SyncProgress {
    /// How much it reads.
    pub kind: SyncKind,
    /// What it does now.
    pub phase: SyncPhase,
    /// How many reports it has read, or looked for.
    pub done: u32,
    /// Of how many, where the service says.
    pub total: Option<u32>,
    /// Seconds until it ends, as far as can be told.
    pub seconds_left: Option<u32>,
}

/// What a sync does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SyncPhase {
    /// Reads the list.
    Reading,
    /// Looks one by one for the reports that the list did not have.
    Looking,
}

/// How sure it is that the library knows every report of a service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Completeness {
    /// No full sync has ended yet.
    #[default]
    Unknown,
    /// Every page was read.
    Whole,
    /// The service has no pages, so that there may be more reports than it shows at once (`field-notes.md` 10).
    FirstPageOnly,
    /// The account changed so much meanwhile that some may be missing.
    Unsettled,
}

/// What a sync found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub struct SyncFound {
    /// Reports that were not known.
    pub new: u32,
    /// Reports that had changed in any way.
    pub changed: u32,
    /// Reports whose verdict or score fell.
    pub worse: u32,
    /// Reports that are gone.
    pub gone: u32,
}

/// A message of the system, outside the window.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SystemNotification {
    /// At most 100 characters.
    pub title: String,
    /// At most 300 characters.
    pub body: String,
}
