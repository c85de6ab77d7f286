use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use assay_model::{KeyPlace, Problem, ProblemCode, Secret};
use assay_secrets::Secrets;

use super::store::ConnectionStore;
use crate::{
    pending_purges::PendingPurges,
    stored_connection::{StoredConnection, keychain_account, password_account_prefix, secrets_prefix},
};

/// Deletes a key that no connection uses from now on. A failure is only logged.
pub(crate) async fn delete_unused_key(secrets: &Secrets, saved: &StoredConnection) {
    if let Err(problem) = secrets.delete(&keychain_account(saved)).await {
        tracing::warn!(%problem, "couldn't delete an unused key");
    }
}

/// The keys of saved connections.
pub(crate) struct Keys {
    connections: Arc<ConnectionStore>,
    secrets: Arc<Secrets>,
    password_purges: PendingPurges,
    /// Set once the keychain returned a key: it is unlocked.
    keychain_opened: AtomicBool,
}

impl Keys {
    pub(crate) fn new(
        connections: Arc<ConnectionStore>,
        secrets: Arc<Secrets>,
        password_purges: PendingPurges,
    ) -> Self {
        Self { connections, secrets, password_purges, keychain_opened: AtomicBool::new(false) }
    }

    /// The connections that can be used without asking the user, such as to unlock the keychain.
    pub(crate) async fn ready_connections(&self) -> Vec<String> {
        let is_open = self.keychain_opened.load(Ordering::SeqCst);
        let Ok(connections) = self.connections.all().await else { return Vec::new() };
        let is_ready = |saved: &&StoredConnection| match saved.key_place {
            KeyPlace::Keychain => is_open,
            KeyPlace::Memory => self.secrets.is_in_memory(&keychain_account(saved)),
        };
        connections.iter().flatten().filter(is_ready).map(|saved| saved.id.clone()).collect()
    }

    /// The key of a saved connection, from the keychain or memory.
    pub(crate) async fn saved_key(&self, saved: &StoredConnection) -> Result<Secret, Problem> {
        let account = keychain_account(saved);
        let key = match saved.key_place {
            KeyPlace::Memory if !self.secrets.is_in_memory(&account) => None,
            _ => self.secrets.read(&account).await?,
        };
        let is_opened = saved.key_place == KeyPlace::Keychain && key.is_some();
        if is_opened && !self.keychain_opened.swap(true, Ordering::SeqCst) {
            self.delete_left_passwords().await;
        }
        key.ok_or_else(|| Problem::new(ProblemCode::KeyMissing))
    }

    /// Deletes the passwords of replaced services, and what interrupted removals left, once the
    /// keychain is unlocked.
    async fn delete_left_passwords(&self) {
        self.delete_passwords_of(self.password_purges.due()).await;
    }

    /// Deletes the passwords of services that a removed connection had before. If the keychain
    /// fails, they are deleted once it is unlocked.
    pub(crate) async fn delete_replaced_passwords(&self, id: &str) {
        let is_of_it = |beginning: &String| beginning.starts_with(&secrets_prefix(id));
        self.delete_passwords_of(self.password_purges.all().into_iter().filter(is_of_it).collect()).await;
    }

    async fn delete_passwords_of(&self, unwanted: Vec<String>) {
        let Ok(connections) = self.connections.all().await.map(|connections| connections.clone().unwrap_or_default())
        else {
            return;
        };
        for beginning in unwanted {
            if !connections.iter().any(|saved| password_account_prefix(saved).starts_with(&beginning)) {
                let names = beginning.clone();
                let is_unwanted = move |account: &str| account.starts_with(&names);
                if let Err(problem) = self.secrets.delete_where(is_unwanted, KeyPlace::Keychain).await {
                    tracing::warn!(%problem, "couldn't delete the secrets of a replaced service or a removed connection");
                    continue;
                }
            }
            self.password_purges.remove(&beginning);
        }
    }
}
