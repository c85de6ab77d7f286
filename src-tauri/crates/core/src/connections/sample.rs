use std::sync::Arc;

use assay_model::{Connection, KeyPlace, Problem};
use assay_secrets::Secrets;

use super::{cache::ClientCache, store::ConnectionStore};
use crate::{
    freshness::RequestInstant,
    host::SampleHost,
    ingest::{IngestQueue, Observation},
    stored_connection::{SAMPLE, StoredConnection, keychain_account},
    sync::Syncs,
};

pub(crate) struct SampleConnection {
    pub host: Arc<dyn SampleHost>,
    pub connections: Arc<ConnectionStore>,
    pub cache: Arc<ClientCache>,
    pub secrets: Arc<Secrets>,
    pub ingest_queue: Arc<IngestQueue>,
    pub syncs: Arc<Syncs>,
}

impl SampleConnection {
    /// Starts the sample service, and saves a connection to it. Its key is new each time and kept
    /// in memory only.
    pub async fn sample_open(&self, (): ()) -> Result<Connection, Problem> {
        let access = self.host.start_sample().await?;
        let mut connections = self.connections.all().await?;
        let mut list = connections.clone().unwrap_or_default();
        let sample = StoredConnection {
            id: SAMPLE.to_owned(),
            name: "Sample workspace".to_owned(),
            base_url: access.base_url,
            key_place: KeyPlace::Memory,
            ..StoredConnection::default()
        };
        match list.iter_mut().find(|saved| saved.is_sample()) {
            Some(saved) if saved.base_url == sample.base_url => {}
            Some(saved) => *saved = sample.clone(),
            None => list.push(sample.clone()),
        }
        if connections.as_ref() != Some(&list) {
            self.connections.replace(&mut connections, list)?;
        }
        drop(connections);
        self.cache.drop_client(SAMPLE).await;
        self.secrets.save(&keychain_account(&sample), access.key, KeyPlace::Memory).await?;
        self.ingest_queue.push(Observation::SamplePast { host: Arc::clone(&self.host) });
        Ok(self.connections.to_view(&sample))
    }

    pub async fn sample_reset(&self, (): ()) -> Result<(), Problem> {
        self.syncs.stop(SAMPLE).await;
        self.host.reset_sample().await?;
        self.ingest_queue.push(Observation::Purge { scope: SAMPLE.to_owned().into(), at: RequestInstant::now() });
        self.ingest_queue.push(Observation::SamplePast { host: Arc::clone(&self.host) });
        Ok(())
    }
}
