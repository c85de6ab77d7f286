use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// How a connection's service is reached. There is no way to accept a certificate that nobody vouches for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Network {
    /// Which proxy requests go through.
    pub proxy: ProxyChoice,
    /// The full path of a PEM file with certificates to trust besides the system's.
    pub ca_file: Option<String>,
    /// Seconds to wait for a connection, 1–120.
    pub connect_seconds: u16,
    /// Seconds to wait for a whole list or report, 1–600.
    pub read_seconds: u16,
    /// Seconds to wait for a create, a change or a delete, 1–600: creating is slow (`field-notes.md` 17).
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
    /// The one that the system or the environment names, if any; none for this computer itself.
    #[default]
    System,
    /// None at all.
    Direct,
    /// The connection's own.
    Own {
        /// Its http or https address, without a user name or password.
        address: String,
    },
}
