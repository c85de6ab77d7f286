use std::sync::Arc;

use assay_model::{ConnectionRemoval, KeyPlace, Problem, ProblemCode};
use assay_secrets::Secrets;

use super::{replaced::ReplacedServices, writer::ConnectionWriter};
use crate::{
    batch::BatchList,
    connections::ConnectionStore,
    freshness::RequestInstant,
    host::SampleHost,
    ingest::{IngestQueue, Observation},
    passwords::Passwords,
    pending_purges::PendingPurges,
    stored_connection::{StoredConnection, keychain_account, secrets_prefix},
};

pub(crate) struct ConnectionRemovals {
    pub connections: Arc<ConnectionStore>,
    pub writer: Arc<ConnectionWriter>,
    pub replaced: Arc<ReplacedServices>,
    pub secrets: Arc<Secrets>,
    pub passwords: Arc<Passwords>,
    pub service_purges: PendingPurges,
    pub batch_purges: PendingPurges,
    pub password_purges: PendingPurges,
    pub ingest_queue: Arc<IngestQueue>,
    pub batches: Arc<BatchList>,
    pub sample: Arc<dyn SampleHost>,
}

impl ConnectionRemovals {
    /// Removes a connection, its key, and its report passwords. If the keychain fails, both stay
    /// unless the user chose to leave the key.
    pub async fn connection_remove(&self, removal: ConnectionRemoval) -> Result<(), Problem> {
        let mut connections = self.connections.all().await?;
        let before = connections.clone().unwrap_or_default();
        let Some(saved) = before.iter().find(|saved| saved.id == removal.id).cloned() else {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        };
        let after = before.iter().filter(|other| other.id != saved.id).cloned().collect();
        let take_back = || {
            self.service_purges.remove(&saved.scope());
            self.batch_purges.remove(&saved.id);
            self.password_purges.remove(&secrets_prefix(&saved.id));
        };
        // Before the removal, so that everything is purged in any case.
        let noted = self.note_purges(&saved, removal.leave_key);
        if let Err(problem) = noted.and_then(|()| self.connections.replace(&mut connections, after)) {
            take_back();
            return Err(problem);
        }
        drop(connections);
        if let Err(problem) = self.delete_secrets(&saved, removal.leave_key).await {
            self.writer.store_connection(&saved, true).await?;
            take_back();
            return Err(problem);
        }
        self.password_purges.remove(&secrets_prefix(&saved.id));
        self.writer.end_use(&saved.id).await;
        self.ingest_queue.push(Observation::Purge { scope: saved.scope(), at: RequestInstant::now() });
        self.batches.delete_batches_of(&saved.id).await;
        self.replaced.drop_replaced(&saved.id).await;
        if saved.is_sample() {
            self.sample.stop_sample().await;
        }
        Ok(())
    }

    /// Notes what the next start is to delete if the app ends before that. Until then nothing else
    /// deletes it, since the keychain may still refuse.
    fn note_purges(&self, saved: &StoredConnection, leaves_key: bool) -> Result<(), Problem> {
        self.service_purges.add_for_next_start(&saved.scope())?;
        self.batch_purges.add_for_next_start(&saved.id)?;
        if saved.is_sample() || leaves_key {
            return Ok(());
        }
        self.password_purges.add_for_next_start(&secrets_prefix(&saved.id))
    }

    /// Deletes the key and the report passwords of a connection; with `leaves_key` only those in
    /// memory.
    async fn delete_secrets(&self, saved: &StoredConnection, leaves_key: bool) -> Result<(), Problem> {
        if saved.is_sample() || leaves_key {
            self.secrets.drop_from_memory(&keychain_account(saved));
            return self.passwords.delete_all_passwords(saved, KeyPlace::Memory).await;
        }
        self.passwords.delete_all_passwords(saved, KeyPlace::Keychain).await?;
        self.secrets.delete(&keychain_account(saved)).await
    }
}
