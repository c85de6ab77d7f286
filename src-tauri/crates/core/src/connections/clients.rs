use std::sync::{Arc, atomic::Ordering};

use assay_api::{Client, ClientSettings, Clock};
use assay_model::{ConnectionRef, CoreEvent, Problem, ServiceCapabilities, address};

use super::{cache::ClientCache, keys::Keys, sample::SampleConnection, store::ConnectionStore};
use crate::{
    events::Events, first_picture::PictureFile, schedule_signal::ScheduleSignal, service_handle::ServiceHandle,
    stored_connection::SAMPLE,
};

/// The clients of saved connections.
pub(crate) struct ServiceClients {
    pub connections: Arc<ConnectionStore>,
    pub keys: Arc<Keys>,
    pub cache: Arc<ClientCache>,
    pub sample: Arc<SampleConnection>,
    pub events: Events,
    pub schedule: ScheduleSignal,
    pub picture: PictureFile,
    pub clock: Clock,
}

impl ServiceClients {
    /// Cancels all calls of a connection that wait for the rate limit.
    pub async fn pending_calls_cancel(&self, waiting: ConnectionRef) -> Result<(), Problem> {
        if let Some(client) = self.cache.get(&waiting.id).await {
            client.client.stop_waiting();
        }
        Ok(())
    }

    /// The service of a saved connection.
    pub(crate) async fn service_for(&self, id: &str) -> Result<ServiceHandle, Problem> {
        self.connections.find(id).await?;
        if let Some(reached) = self.cache.get(id).await {
            return Ok(reached);
        }
        if id == SAMPLE {
            self.sample.sample_open(()).await?;
        }
        let changes = self.cache.changes.load(Ordering::SeqCst);
        let saved = self.connections.find(id).await?;
        let base = address::base(&saved.base_url, saved.allow_insecure)
            .map_err(|reason| Problem::invalid("base_url", reason))?;
        let (generation, clock) = (saved.generation.clone(), self.clock);
        let settings = ClientSettings { generation, clock, ..saved.client_settings()? };
        let client = Client::new(&base, self.keys.saved_key(&saved).await?, settings)?;
        let reached = ServiceHandle { client, scope: saved.scope() };
        // The connection may have changed while the keychain was read.
        let mut clients = self.cache.clients.lock().await;
        if self.cache.changes.load(Ordering::SeqCst) == changes {
            clients.insert(id.to_owned(), reached.clone());
            self.events.follow(id, reached.client.waits());
            self.picture.follow(reached.client.key_refusals());
            self.schedule.changed();
        }
        Ok(reached)
    }

    /// Saves the capabilities of a connection's service. Failures are only logged.
    pub(crate) async fn save_capabilities(&self, id: &str, generation: &ServiceCapabilities) {
        let Ok(mut connections) = self.connections.all().await else { return };
        let mut list = connections.clone().unwrap_or_default();
        let Some(saved) = list.iter_mut().find(|saved| saved.id == id && saved.generation != *generation) else {
            return;
        };
        saved.generation = generation.clone();
        if let Err(problem) = self.connections.replace(&mut connections, list) {
            tracing::warn!(%problem, "couldn't save a service's capabilities");
            return;
        }
        drop(connections);
        self.events.send(&CoreEvent::Connections);
    }
}
