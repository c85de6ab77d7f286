use std::sync::Arc;

use assay_model::ServiceKey;

use crate::{
    batch::BatchList,
    connections::ConnectionStore,
    freshness::RequestInstant,
    ingest::{IngestQueue, Observation},
    pending_purges::PendingPurges,
};

/// Deletes the data of removed services and connections.
pub(crate) struct PurgeRunner {
    pub connections: Arc<ConnectionStore>,
    pub service_purges: PendingPurges,
    pub batch_purges: PendingPurges,
    pub ingest_queue: Arc<IngestQueue>,
    pub batches: Arc<BatchList>,
}

impl PurgeRunner {
    /// Retries the purges that failed before.
    pub(crate) async fn run_pending_purges(&self) {
        let Ok(connections) = self.connections.all().await else { return };
        for scope in self.service_purges.due().into_iter().map(ServiceKey::from) {
            if connections.iter().flatten().any(|saved| saved.scope() == scope) {
                self.service_purges.remove(&scope);
            } else {
                self.ingest_queue.push(Observation::Purge { scope, at: RequestInstant::now() });
            }
        }
        let unwanted = self.batch_purges.due();
        let is_saved = |id: &String| connections.iter().flatten().any(|saved| saved.id == *id);
        let (wanted, gone): (Vec<_>, Vec<_>) = unwanted.into_iter().partition(is_saved);
        for id in wanted {
            self.batch_purges.remove(&id);
        }
        drop(connections);
        for id in gone {
            self.batches.delete_batches_of(&id).await;
        }
    }
}
