use std::sync::Arc;

use assay_model::{
    Connection, ConnectionDraft, FieldReason, KeyPlace, Problem, ProblemCode, Secret, ServiceCapabilities,
    ServiceChoice,
};
use assay_secrets::Secrets;

use super::{
    drafts::{ConnectionDrafts, typed_key},
    replaced::{ReplacedServices, name_of_another},
    writer::ConnectionWriter,
};
use crate::{
    connections::{ConnectionStore, delete_unused_key},
    ingest::{IngestQueue, Observation},
    stored_connection::{StoredConnection, keychain_account},
};

/// Adds and changes connections.
pub(crate) struct ConnectionSaves {
    pub connections: Arc<ConnectionStore>,
    pub drafts: Arc<ConnectionDrafts>,
    pub writer: Arc<ConnectionWriter>,
    pub replaced: Arc<ReplacedServices>,
    pub secrets: Arc<Secrets>,
    pub ingest_queue: Arc<IngestQueue>,
}

impl ConnectionSaves {
    /// Saves a new or changed connection, with a new key if one was entered. On failure the
    /// connection stays as it was, but a new key for the same origin may already be saved.
    ///
    /// Fails with [`ProblemCode::ServiceUnclear`] if the URL of a saved connection changed and the
    /// draft doesn't say which service is there.
    pub async fn connection_save(&self, draft: ConnectionDraft) -> Result<Connection, Problem> {
        let earlier = self.drafts.existing_connection(&draft).await?;
        let saved = self.drafts.connection_from_draft(&draft, earlier.as_ref())?;
        let Some(earlier) = earlier else {
            self.drafts.may_contact_all(&saved).await?;
            return self.add(saved, draft.key_place, typed_key(&draft)).await;
        };
        let service = match draft.service {
            _ if saved.base_url == earlier.base_url => ServiceChoice::Same,
            None => return Err(Problem::new(ProblemCode::ServiceUnclear)),
            Some(service) => service,
        };
        self.drafts.may_contact_all(&saved).await?;
        self.change(&earlier, saved, service, typed_key(&draft)).await
    }

    async fn add(&self, saved: StoredConnection, place: KeyPlace, key: Option<Secret>) -> Result<Connection, Problem> {
        let key = key.ok_or_else(|| Problem::invalid("key", FieldReason::Required))?;
        self.secrets.save(&keychain_account(&saved), key, place).await?;
        if let Err(problem) = self.writer.store_connection(&saved, true).await {
            delete_unused_key(&self.secrets, &saved).await;
            return Err(problem);
        }
        self.adopt_library_data().await?;
        Ok(self.connections.to_view(&saved))
    }

    /// Saves a changed connection. The data of a replaced service is kept until the next start.
    async fn change(
        &self,
        earlier: &StoredConnection,
        saved: StoredConnection,
        service: ServiceChoice,
        key: Option<Secret>,
    ) -> Result<Connection, Problem> {
        let (saved, replaced) = match service {
            ServiceChoice::Same => {
                let name = Some(earlier.service().to_owned()).filter(|name| *name != saved.base_url);
                (StoredConnection { service: name, ..saved }, None)
            }
            ServiceChoice::Another => {
                let service = name_of_another(&saved.base_url, earlier);
                let generation = ServiceCapabilities::default();
                (StoredConnection { generation, service, ..saved }, Some(self.replaced.with_key(earlier).await))
            }
        };
        if replaced.is_some() {
            self.replaced.schedule_purge(earlier)?;
        }
        let is_key_moved = keychain_account(earlier) != keychain_account(&saved);
        let is_new_key = key.is_some();
        let kept = match self.store_key(&saved, key).await {
            Ok(()) => self.writer.store_connection(&saved, false).await,
            failed => failed,
        };
        if let Err(problem) = kept {
            if replaced.is_some() {
                self.replaced.cancel_purge(earlier);
            }
            if is_new_key && is_key_moved {
                delete_unused_key(&self.secrets, &saved).await;
            }
            return Err(problem);
        }
        // The earlier data is in use again.
        self.replaced.cancel_purge(&saved);
        if let Some(replaced) = replaced {
            self.replaced.insert(replaced);
        }
        self.adopt_library_data().await?;
        if is_key_moved {
            delete_unused_key(&self.secrets, earlier).await;
        }
        Ok(self.connections.to_view(&saved))
    }

    /// Saves the new key of a changed connection, if any.
    async fn store_key(&self, saved: &StoredConnection, key: Option<Secret>) -> Result<(), Problem> {
        let Some(key) = key else { return Ok(()) };
        if saved.key_place == KeyPlace::Memory {
            // Drop the stored key when switching to memory only.
            delete_unused_key(&self.secrets, saved).await;
        }
        self.secrets.save(&keychain_account(saved), key, saved.key_place).await
    }

    /// Adopts data of an imported library for the service of a new connection.
    async fn adopt_library_data(&self) -> Result<(), Problem> {
        let connections = self.connections.all().await?.clone().unwrap_or_default();
        self.ingest_queue.push(Observation::Adopt { connections });
        Ok(())
    }
}
