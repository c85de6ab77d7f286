use std::borrow::Cow;

use assay_api::ClientSettings;
use assay_model::{KeyPlace, Network, Problem, ServiceCapabilities, ServiceKey};
use serde::{Deserialize, Serialize};
use url::Url;

use crate::certificates::OwnCertificates;

/// In UTF-16 units, of a URL or id in a keychain name: Windows allows 513 for the whole name.
const MAX_PART_LENGTH: usize = 150;

/// The id of the connection to the sample workspace.
pub(crate) const SAMPLE: &str = "sample";

/// A connection as saved, without its key.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub(crate) struct StoredConnection {
    pub id: String,
    pub name: String,
    pub base_url: String,
    #[serde(default)]
    pub allow_insecure: bool,
    pub key_place: KeyPlace,
    #[serde(default)]
    pub network: Network,
    /// The certificates of the network settings.
    #[serde(default)]
    pub certificates: Option<OwnCertificates>,
    #[serde(default)]
    pub generation: ServiceCapabilities,
    /// The name of the service, if it differs from the URL: its first URL.
    #[serde(default)]
    pub service: Option<String>,
}

impl StoredConnection {
    pub(crate) fn is_sample(&self) -> bool {
        self.id == SAMPLE
    }

    /// The name of a connection's service in library, journal, and keychain. It stays when the URL
    /// changes; another service has another name.
    pub(crate) fn service(&self) -> &str {
        self.service.as_deref().unwrap_or(&self.base_url)
    }

    /// The library's name for the service. The sample workspace keeps one name at any URL.
    pub(crate) fn scope(&self) -> ServiceKey {
        if self.is_sample() { self.id.clone().into() } else { ServiceKey::new(&self.id, self.service()) }
    }

    /// The client settings, without saved capabilities.
    pub(crate) fn client_settings(&self) -> Result<ClientSettings, Problem> {
        let authorities = match &self.certificates {
            Some(own) => own.authorities()?.certificates().to_vec(),
            None => Vec::new(),
        };
        let settings = ClientSettings::of(&self.network, ServiceCapabilities::default())?;
        Ok(ClientSettings { authorities, allow_insecure: self.allow_insecure, ..settings })
    }

    /// The URLs that requests go to: the service and the connection's proxy.
    pub(crate) fn destinations(&self) -> Vec<Url> {
        let proxy = ClientSettings::of(&self.network, ServiceCapabilities::default())
            .ok()
            .and_then(|settings| settings.own_proxy());
        [Url::parse(&self.base_url).ok(), proxy].into_iter().flatten().collect()
    }

    /// Whether both use the same proxy, certificates, and plain http setting.
    pub(crate) fn has_same_network(&self, other: &Self) -> bool {
        self.network.proxy == other.network.proxy
            && self.allow_insecure == other.allow_insecure
            && OwnCertificates::are_same(self.certificates.as_ref(), other.certificates.as_ref())
    }
}

/// The keychain name of a connection's key. It includes the origin, so that a key never goes to
/// another one.
pub(crate) fn keychain_account(saved: &StoredConnection) -> String {
    let origin = Url::parse(&saved.base_url).map(|base| base.origin().ascii_serialization()).unwrap_or_default();
    format!("{}{origin}", secrets_prefix(&saved.id))
}

/// The prefix of the keychain names of a connection's keys and passwords.
pub(crate) fn secrets_prefix(connection: &str) -> String {
    format!("connection {connection} at ")
}

/// The prefix of the keychain names of a service's passwords.
pub(crate) fn password_account_prefix(saved: &StoredConnection) -> String {
    format!("{}{} report ", secrets_prefix(&saved.id), shortened(saved.service()))
}

pub(crate) fn password_account(saved: &StoredConnection, report: &str) -> String {
    format!("{}{}", password_account_prefix(saved), shortened(report))
}

/// A part of a name, or its hash if the name might not fit into a system's keychain.
fn shortened(part: &str) -> Cow<'_, str> {
    if part.encode_utf16().count() <= MAX_PART_LENGTH {
        part.into()
    } else {
        format!("hash {}", blake3::hash(part.as_bytes()).to_hex()).into()
    }
}
