use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Network, NetworkDraft, Secret, ServiceCapabilities};

/// A service's URL and settings. Its key is stored in the keychain, never here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Connection {
    /// Assay's own identifier; `sample` for the sample workspace.
    pub id: String,
    pub name: String,
    /// The base URL, with scheme, without a trailing slash.
    pub base_url: String,
    /// Whether plain http to another computer is allowed.
    pub allow_insecure: bool,
    pub sample: bool,
    /// Where its key is stored.
    pub key: KeyState,
    pub network: Network,
    pub generation: ServiceCapabilities,
}

/// Where a connection's key is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyState {
    Keychain,
    /// In memory until Assay closes.
    Memory,
    /// Nowhere: it must be entered again.
    Missing,
}

/// Where to store a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum KeyPlace {
    #[default]
    Keychain,
    /// In memory until Assay closes, for systems without a keychain.
    Memory,
}

/// The typed settings of a new or changed connection.
#[derive(Clone, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct ConnectionDraft {
    /// The connection to change; absent for a new one.
    pub id: Option<String>,
    /// A name of 1–100 characters.
    pub name: String,
    /// The base URL as typed; https by default.
    pub base_url: String,
    /// Whether to allow plain http to another computer.
    pub allow_insecure: bool,
    /// A new key; absent to keep the saved one, which needs the same origin and network settings.
    pub key: Option<Secret>,
    /// Where to store a new key.
    pub key_place: KeyPlace,
    #[serde(default)]
    pub network: NetworkDraft,
    /// Which service is at the URL, if a saved connection's URL changed.
    #[serde(default)]
    pub service: Option<ServiceChoice>,
}

/// Which service is at a connection's new URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ServiceChoice {
    /// The same: its history, passwords, and batches are kept.
    Same,
    /// Another: the earlier service's data is deleted at the next start.
    Another,
}

/// A connection's URL as it would be saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct CheckedBase {
    /// The base URL, with scheme, without a trailing slash.
    pub url: String,
    /// The API path that is left out, since it is added automatically.
    pub left_out: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ConnectionRemoval {
    pub id: String,
    /// Remove it even if the keychain can't be reached and its key stays there.
    pub leave_key: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ConnectionRef {
    pub id: String,
}
