use std::{collections::HashMap, sync::Arc};

use assay_model::{Connection, KeyPlace, KeyState, Problem, ProblemCode, ServiceKey};
use assay_secrets::Secrets;
use tokio::sync::{Mutex, MutexGuard};

use crate::{
    host::SettingsStore,
    stored_connection::{StoredConnection, keychain_account},
};

const SETTING: &str = "connections";

pub(crate) struct ConnectionStore {
    settings: Arc<dyn SettingsStore>,
    secrets: Arc<Secrets>,
    /// The saved connections, once read.
    connections: Mutex<Option<Vec<StoredConnection>>>,
}

/// The connections, locked until dropped so that changes don't interleave.
pub(crate) type LockedConnections<'a> = MutexGuard<'a, Option<Vec<StoredConnection>>>;

impl ConnectionStore {
    pub(crate) fn new(settings: Arc<dyn SettingsStore>, secrets: Arc<Secrets>) -> Self {
        Self { settings, secrets, connections: Mutex::default() }
    }

    /// Returns the connections, in the order in which they were added.
    pub async fn connections_list(&self, (): ()) -> Result<Vec<Connection>, Problem> {
        let connections = self.all().await?;
        Ok(connections.iter().flatten().map(|saved| self.to_view(saved)).collect())
    }

    /// The saved connections, read on first use. Unreadable ones are never overwritten.
    pub(crate) async fn all(&self) -> Result<LockedConnections<'_>, Problem> {
        let mut connections = self.connections.lock().await;
        if connections.is_none() {
            let kept = self.settings.read_setting(SETTING)?;
            let list = kept
                .map(serde_json::from_value)
                .transpose()
                .map_err(|error| Problem::new(ProblemCode::StorageFailed).with_detail(format!("{SETTING}: {error}")))?;
            *connections = Some(list.unwrap_or_default());
        }
        Ok(connections)
    }

    /// Saves a changed list; memory is updated only after the disk.
    pub(crate) fn replace(
        &self,
        connections: &mut LockedConnections<'_>,
        list: Vec<StoredConnection>,
    ) -> Result<(), Problem> {
        let value = serde_json::to_value(&list)
            .map_err(|error| Problem::new(ProblemCode::StorageFailed).with_detail(format!("{SETTING}: {error}")))?;
        self.settings.write_setting(SETTING, value)?;
        **connections = Some(list);
        Ok(())
    }

    pub(crate) async fn find(&self, id: &str) -> Result<StoredConnection, Problem> {
        let connections = self.all().await?;
        connections
            .iter()
            .flatten()
            .find(|saved| saved.id == id)
            .cloned()
            .ok_or_else(|| Problem::new(ProblemCode::ConnectionUnknown))
    }

    /// The library's name for a connection's service.
    pub(crate) async fn scope_of(&self, connection: &str) -> Result<ServiceKey, Problem> {
        self.find(connection).await.map(|saved| saved.scope())
    }

    pub(crate) async fn scope_of_any(&self, connection: Option<String>) -> Result<Option<ServiceKey>, Problem> {
        match connection {
            Some(connection) => self.scope_of(&connection).await.map(Some),
            None => Ok(None),
        }
    }

    /// Fails if the connection was removed or points to another service, where the ids have other
    /// meanings.
    pub(crate) async fn require_scope(&self, connection: &str, scope: &ServiceKey) -> Result<(), Problem> {
        self.find_with_scope(connection, scope).await.map(drop)
    }

    /// A connection, unless it now has another service.
    pub(crate) async fn find_with_scope(
        &self,
        connection: &str,
        scope: &ServiceKey,
    ) -> Result<StoredConnection, Problem> {
        let saved = self.find(connection).await?;
        if saved.scope() == *scope { Ok(saved) } else { Err(Problem::new(ProblemCode::ConnectionUnknown)) }
    }

    pub(crate) async fn by_scope(&self) -> Result<HashMap<ServiceKey, String>, Problem> {
        let connections = self.all().await?;
        Ok(connections.iter().flatten().map(|saved: &StoredConnection| (saved.scope(), saved.id.clone())).collect())
    }

    /// Converts a connection for the window.
    pub(crate) fn to_view(&self, saved: &StoredConnection) -> Connection {
        let key = match saved.key_place {
            KeyPlace::Memory if self.secrets.is_in_memory(&keychain_account(saved)) => KeyState::Memory,
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
