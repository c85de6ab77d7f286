use assay_model::{Connection, ServiceCapabilities, KeyPlace, KeyState, Network, Problem, ProblemCode};
use serde::{Deserialize, Serialize};
use tokio::sync::MutexGuard;
use url::Url;

use crate::Core;

const SETTING: &str = "connections";

/// The saved connections.
pub(crate) const SAMPLE: &str = "sample";

/// A connection as it is kept on this computer: everything but its key.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Saved {
    pub id: String,
    pub name: String,
    pub base_url: String,
    #[serde(default)]
    pub allow_insecure: bool,
    pub key_place: KeyPlace,
    #[serde(default)]
    pub network: Network,
    #[serde(default)]
    pub generation: ServiceCapabilities,
}

impl Saved {
    pub(crate) fn is_sample(&self) -> bool {
        self.id == SAMPLE
    }

    /// Returns the connections, in the order in which they were added.
    pub(crate) fn scope(&self) -> String {
        if self.is_sample() { self.id.clone() } else { format!("{} {}", self.id, self.base_url) }
    }
}

    /// The saved connections, read on first use. Unreadable ones are never overwritten.
pub(crate) type Connections<'a> = MutexGuard<'a, Option<Vec<Saved>>>;

impl Core {
    /// The saved connections, read on first use. What cannot be read is never overwritten.
    pub(crate) async fn saved(&self) -> Result<Connections<'_>, Problem> {
        let mut connections = self.connections.lock().await;
        if connections.is_none() {
            let kept = self.host.read_setting(SETTING)?;
            let list = kept
                .map(serde_json::from_value)
                .transpose()
                .map_err(|error| Problem::new(ProblemCode::StorageFailed).with_detail(format!("{SETTING}: {error}")))?;
            *connections = Some(list.unwrap_or_default());
        }
        Ok(connections)
    }

    /// Saves a changed list; memory is updated only after the disk.
    pub(crate) fn keep(&self, connections: &mut Connections<'_>, list: Vec<Saved>) -> Result<(), Problem> {
        let value = serde_json::to_value(&list)
            .map_err(|error| Problem::new(ProblemCode::StorageFailed).with_detail(format!("{SETTING}: {error}")))?;
        self.host.write_setting(SETTING, value)?;
        **connections = Some(list);
        Ok(())
    }

    pub(crate) async fn find(&self, id: &str) -> Result<Saved, Problem> {
        let connections = self.saved().await?;
        connections
            .iter()
            .flatten()
            .find(|saved| saved.id == id)
            .cloned()
            .ok_or_else(|| Problem::new(ProblemCode::ConnectionUnknown))
    }

    /// The library's name for a connection's service.
    pub(crate) fn shown(&self, saved: &Saved) -> Connection {
        let key = match saved.key_place {
            KeyPlace::Memory if self.secrets.is_in_memory(&account(saved)) => KeyState::Memory,
            KeyPlace::Memory => KeyState::Missing,
            KeyPlace::Keychain => KeyState::Keychain,
        };
        Connection {
            id: saved.id.clone(),
            name: saved.name.clone(),
            base_url: saved.base_url.clone(),
            allow_insecure: saved.allow_insecure,
            sample: saved.is_sample(),
            key,
            network: saved.network.clone(),
            generation: saved.generation.clone(),
        }
    }
}

/// The name under which the keychain has a connection's key. The origin is part of it: whatever goes wrong while a
/// connection moves to another address, the key for one origin is never found for another.
pub(crate) fn account(saved: &Saved) -> String {
    let origin = Url::parse(&saved.base_url).map(|base| base.origin().ascii_serialization()).unwrap_or_default();
    format!("connection {} at {origin}", saved.id)
}

/// The beginning of the names under which the passwords of a service's reports are kept. At another address there may be
/// other reports with the same ids.
pub(crate) fn passwords(saved: &Saved) -> String {
    format!("connection {} at {} report ", saved.id, saved.base_url)
}
