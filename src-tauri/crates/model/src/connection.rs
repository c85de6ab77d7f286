use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ServiceCapabilities, Network, Secret};

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
    /// How it is reached.
    pub network: Network,
    /// What the service was seen to do so far.
    pub generation: ServiceCapabilities,
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
    /// How to reach it.
    #[serde(default)]
    pub network: Network,
}

/// Which connection to remove.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ConnectionRemoval {
    /// The connection.
    pub id: String,
    /// Remove it even though the keychain cannot be reached and keeps its key.
    pub leave_key: bool,
}

/// One connection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ConnectionRef {
    /// Its id.
    pub id: String,
}
