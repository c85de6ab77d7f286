//! Which service is at a connection's URL: the same at a new one, or another. A replaced service's
//! data is kept until the next start, so that the user can undo.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use assay_model::{Connection, ConnectionRef, Problem, ProblemCode, Secret, ServiceKey};
use assay_secrets::Secrets;

use super::writer::ConnectionWriter;
use crate::{
    connections::{ConnectionStore, Keys, delete_unused_key},
    freshness::RequestInstant,
    ingest::{IngestQueue, Observation},
    lock::lock,
    pending_purges::PendingPurges,
    stored_connection::{StoredConnection, keychain_account, password_account_prefix},
};

/// A connection before its service was replaced.
#[derive(Clone)]
pub(crate) struct ReplacedConnection {
    saved: StoredConnection,
    /// Its key, if the keychain returned it.
    key: Option<Secret>,
}

/// Connections before their service was replaced.
pub(crate) struct ReplacedServices {
    pub connections: Arc<ConnectionStore>,
    pub writer: Arc<ConnectionWriter>,
    pub keys: Arc<Keys>,
    pub secrets: Arc<Secrets>,
    pub service_purges: PendingPurges,
    pub password_purges: PendingPurges,
    pub ingest_queue: Arc<IngestQueue>,
    pub replaced: Mutex<HashMap<String, ReplacedConnection>>,
}

/// The name of a service that replaces another: its URL, unless the other one has that name.
pub(crate) fn name_of_another(base_url: &str, earlier: &StoredConnection) -> Option<String> {
    (earlier.service() == base_url).then(|| format!("{base_url} 2"))
}

impl ReplacedServices {
    /// Restores the service that was replaced in this session, with its key if available. The other
    /// service's data is deleted at the next start.
    pub async fn connection_undo(&self, wanted: ConnectionRef) -> Result<Connection, Problem> {
        let now = self.connections.find(&wanted.id).await?;
        let Some(earlier) = self.get(&wanted.id) else {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        };
        let ReplacedConnection { saved, key } = earlier;
        let is_left = now.scope() != saved.scope();
        if is_left {
            self.schedule_purge(&now)?;
        }
        let kept = match key {
            Some(key) => self.secrets.save(&keychain_account(&saved), key, saved.key_place).await,
            None => Ok(()),
        };
        let kept = match kept {
            Ok(()) => self.writer.store_connection(&saved, false).await,
            failed => failed,
        };
        if let Err(problem) = kept {
            if is_left {
                self.cancel_purge(&now);
            }
            return Err(problem);
        }
        self.cancel_purge(&saved);
        self.remove(&wanted.id);
        if keychain_account(&now) != keychain_account(&saved) {
            delete_unused_key(&self.secrets, &now).await;
        }
        Ok(self.connections.to_view(&saved))
    }

    /// The connection with its key, for an undo.
    pub(super) async fn with_key(&self, saved: &StoredConnection) -> ReplacedConnection {
        ReplacedConnection { saved: saved.clone(), key: self.keys.saved_key(saved).await.ok() }
    }

    /// Deletes the data of a connection's service at the next start.
    pub(super) fn schedule_purge(&self, saved: &StoredConnection) -> Result<(), Problem> {
        self.password_purges.add_for_next_start(&password_account_prefix(saved))?;
        self.service_purges.add_for_next_start(&saved.scope())
    }

    /// Keeps the data of a connection's service.
    pub(super) fn cancel_purge(&self, saved: &StoredConnection) {
        self.service_purges.remove(&saved.scope());
        self.password_purges.remove(&password_account_prefix(saved));
    }

    /// Deletes the data of services that a removed connection had before. If the keychain fails,
    /// passwords are deleted once it is unlocked.
    pub(super) async fn drop_replaced(&self, id: &str) {
        self.remove(id);
        let is_of_it = |scope: &ServiceKey| scope.parts().is_some_and(|(connection, _)| connection == id);
        for scope in self.service_purges.all().into_iter().map(ServiceKey::from).filter(is_of_it) {
            self.ingest_queue.push(Observation::Purge { scope, at: RequestInstant::now() });
        }
        self.keys.delete_replaced_passwords(id).await;
    }

    pub(super) fn insert(&self, earlier: ReplacedConnection) {
        self.replaced().insert(earlier.saved.id.clone(), earlier);
    }

    fn get(&self, id: &str) -> Option<ReplacedConnection> {
        self.replaced().get(id).cloned()
    }

    fn remove(&self, id: &str) {
        self.replaced().remove(id);
    }

    fn replaced(&self) -> MutexGuard<'_, HashMap<String, ReplacedConnection>> {
        lock(&self.replaced)
    }
}
