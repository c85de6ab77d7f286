use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The network settings of a connection. Untrusted certificates can't be accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Network {
    /// Which proxy requests go through.
    pub proxy: ProxyChoice,
    /// Certificates to trust in addition to the system's: a copy of the chosen file.
    pub ca_file: Option<String>,
    /// Seconds to wait for a connection, 1–120.
    pub connect_seconds: u16,
    /// The read timeout in seconds, 1–600.
    pub read_seconds: u16,
    /// The write timeout in seconds, 1–600: creates are slow (`field-notes.md` 17).
    pub write_seconds: u16,
}

impl Default for Network {
    fn default() -> Self {
        Self { proxy: ProxyChoice::System, ca_file: None, connect_seconds: 10, read_seconds: 30, write_seconds: 90 }
    }
}

/// Which proxy requests go through.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ProxyChoice {
    /// The system's or the environment's proxy, if any; none for this computer.
    #[default]
    System,
    /// None.
    Direct,
    /// The connection's own.
    Own {
        /// Its http or https URL, without a user name or password.
        address: String,
    },
}
