use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Problem, Secret};

/// A service's address and a key for it. The key itself is in the keychain and never part of this.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Connection {
    /// Assay's own identifier; `sample` for the sample workspace.
    pub id: String,
    /// The user's name for it.
    pub name: String,
    /// The base address, with scheme, without a trailing slash.
    pub base_url: String,
    /// The user allowed plain http to another computer for this connection.
    pub allow_insecure: bool,
    /// It is the sample workspace, whose data is made up.
    pub sample: bool,
    /// Where its key is.
    pub key: KeyState,
}

/// Where a connection's key is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    /// In the keychain of the system.
    Keychain,
    /// In memory until the app closes.
    Memory,
    /// Nowhere: it must be entered again.
    Missing,
}

/// Where a key is to be kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    /// In the keychain of the system.
    Keychain,
    /// In memory until the app closes: the way on where there is no keychain.
    Memory,
}

/// What the user typed for a new or a changed connection.
#[derive(Clone, Deserialize, TS)]
pub struct ConnectionDraft {
    /// The connection to change; absent for a new one.
    pub id: Option<String>,
    /// A name of 1–100 characters.
    pub name: String,
    /// The base address as typed; a missing scheme means https.
    pub base_url: String,
    /// Allow plain http to another computer.
    pub allow_insecure: bool,
    /// A new key, or absent to keep the one that is saved (for the same origin only).
    pub key: Option<Secret>,
    /// Where to keep a new key.
    pub key_place: KeyPlace,
}

/// Which connection to remove.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ConnectionRemoval {
    /// The connection.
    pub id: String,
    /// Remove it even though the keychain cannot be reached and keeps its key.
    pub leave_key: bool,
}

/// What a connection check found, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectionCheck {
    /// The base address as it would be used.
    pub base_url: String,
    /// The steps in their order.
    pub steps: Vec<CheckStep>,
    /// How many reports the account has, where the service says.
    #[ts(type = "number | null")]
    pub total: Option<u64>,
    /// The throttle that the service announces.
    pub rate_limit: Option<RateLimit>,
}

/// One step of a connection check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckStep {
    /// Which step.
    pub step: Step,
    /// How it ended.
    pub outcome: StepOutcome,
    /// Why it failed.
    pub problem: Option<Problem>,
}

/// The steps of a connection check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The address is one that can be used.
    Address,
    /// Something answers there, over a trusted connection.
    Reach,
    /// The key is accepted.
    Key,
    /// The list of reports can be read.
    List,
    /// The list says whether there are more pages.
    Paging,
    /// The service announces its throttle.
    Throttle,
}

/// How a step of a connection check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    /// As it should be.
    Passed,
    /// Not offered by this service: no trouble, but good to know.
    Absent,
    /// It failed: see the step's problem.
    Failed,
    /// Not tried, since an earlier step failed.
    Skipped,
}

/// The throttle that a service announces (`field-notes.md` 29).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RateLimit {
    /// Requests allowed, usually a minute.
    pub limit: u32,
    /// Requests left.
    pub remaining: Option<u32>,
}
