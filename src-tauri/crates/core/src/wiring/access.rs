//! What reaches services.

use std::sync::Arc;

use crate::{
    connections::{ClientCache, ConnectionStore, Keys, SampleConnection, ServiceClients},
    contact::AllowedHosts,
    host::{Host, SettingsStore},
    preferences::PreferenceStore,
    service_ingest::ServiceIngest,
    sync::Syncs,
};

use super::stores::Stores;

pub(super) struct Access {
    pub preferences: Arc<PreferenceStore>,
    pub connections: Arc<ConnectionStore>,
    pub contacts: Arc<AllowedHosts>,
    pub cache: Arc<ClientCache>,
    pub keys: Arc<Keys>,
    pub syncs: Arc<Syncs>,
    pub sample: Arc<SampleConnection>,
    pub clients: Arc<ServiceClients>,
    pub ingest: Arc<ServiceIngest>,
}

impl Access {
    pub(super) fn new(host: &Arc<dyn Host>, stores: &Stores) -> Self {
        let (secrets, queue) = (&stores.secrets, &stores.ingest_queue);
        let settings: Arc<dyn SettingsStore> = host.clone();
        let preferences = Arc::new(PreferenceStore::new(
            Arc::clone(&settings),
            host.clone(),
            stores.signal.clone(),
            host.safe_mode(),
        ));
        let connections = Arc::new(ConnectionStore::new(Arc::clone(&settings), Arc::clone(secrets)));
        let contacts =
            Arc::new(AllowedHosts::new(settings, host.clone(), Arc::clone(&preferences), Arc::clone(&connections)));
        let cache = Arc::<ClientCache>::default();
        let keys = Arc::new(Keys::new(Arc::clone(&connections), Arc::clone(secrets), stores.purges.passwords.clone()));
        let syncs = Arc::new(Syncs::new(stores.library.clone(), stores.events.clone(), stores.library_changed.clone()));
        let sample = Arc::new(SampleConnection {
            host: host.clone(),
            connections: Arc::clone(&connections),
            cache: Arc::clone(&cache),
            secrets: Arc::clone(secrets),
            ingest_queue: Arc::clone(queue),
            syncs: Arc::clone(&syncs),
        });
        let clients = Arc::new(ServiceClients {
            connections: Arc::clone(&connections),
            keys: Arc::clone(&keys),
            cache: Arc::clone(&cache),
            sample: Arc::clone(&sample),
            events: stores.events.clone(),
            schedule: stores.signal.clone(),
            picture: stores.picture.clone(),
            clock: stores.timing.clock,
        });
        let ingest = Arc::new(ServiceIngest { connections: Arc::clone(&connections), queue: Arc::clone(queue) });
        Self { preferences, connections, contacts, cache, keys, syncs, sample, clients, ingest }
    }
}
