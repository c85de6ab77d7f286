use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The network settings of a connection. Untrusted certificates can't be accepted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Network {
    /// Which proxy requests go through.
    pub proxy: ProxyChoice,
    /// Certificates to trust in addition to the system's: a copy of the chosen file.
    pub certificates: Option<Certificates>,
    /// The connect timeout in seconds, 1–120.
    pub connect_seconds: u16,
    /// The read timeout in seconds, 1–600.
    pub read_seconds: u16,
    /// The write timeout in seconds, 1–600: creates are slow (`field-notes.md` 17).
    pub write_seconds: u16,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            proxy: ProxyChoice::System,
            certificates: None,
            connect_seconds: 10,
            read_seconds: 30,
            write_seconds: 90,
        }
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
    Own {
        /// Its http or https URL, without a user name or password.
        address: String,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Certificates {
    /// The name of their file, without its folder.
    pub name: String,
    pub count: u32,
}

/// Typed network settings. They can't name a file: one with a path is rejected.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
pub struct NetworkDraft {
    /// Which proxy requests go through.
    pub proxy: ProxyChoice,
    /// Which certificates to trust in addition to the system's.
    pub certificates: CertificateChoice,
    /// The connect timeout in seconds, 1–120.
    pub connect_seconds: u16,
    /// The read timeout in seconds, 1–600.
    pub read_seconds: u16,
    /// The write timeout in seconds, 1–600.
    pub write_seconds: u16,
}

impl Default for NetworkDraft {
    fn default() -> Self {
        Network::default().into()
    }
}

impl From<Network> for NetworkDraft {
    /// Keeps the saved certificates.
    fn from(network: Network) -> Self {
        let Network { proxy, certificates: _, connect_seconds, read_seconds, write_seconds } = network;
        Self { proxy, certificates: CertificateChoice::Kept, connect_seconds, read_seconds, write_seconds }
    }
}

/// Which certificates a connection trusts in addition to the system's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum CertificateChoice {
    None,
    /// The connection's saved ones; none for a new one.
    #[default]
    Kept,
    /// Those of a file chosen in this session.
    Chosen {
        /// The file's number.
        file: u32,
    },
}

/// A certificate file that was chosen and read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
pub struct ChosenCertificates {
    /// Its number, for use in drafts until the app closes.
    pub file: u32,
    pub certificates: Certificates,
}
