use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use crate::{
    certificates::CertificateFiles,
    connection_edit::{
        ConnectionDrafts, ConnectionRemovals, ConnectionSaves, ConnectionTests, ConnectionWriter, ReplacedServices,
    },
    dispatch::{Batches, ConnectionServices},
    host::Host,
};

use super::{access::Access, stores::Stores, work::Work};

pub(super) fn services(
    host: &Arc<dyn Host>,
    stores: &Stores,
    access: &Access,
    work: &Work,
    batches: &Batches,
) -> ConnectionServices {
    let Access { connections, keys, clients, sample, .. } = access;
    let (secrets, queue) = (&stores.secrets, &stores.ingest_queue);
    let certificates = Arc::new(CertificateFiles::new(host.clone()));
    let drafts = Arc::new(ConnectionDrafts {
        connections: Arc::clone(connections),
        certificates: Arc::clone(&certificates),
        contacts: Arc::clone(&access.contacts),
    });
    let writer = Arc::new(ConnectionWriter {
        connections: Arc::clone(connections),
        cache: Arc::clone(&access.cache),
        syncs: Arc::clone(&access.syncs),
        schedule: stores.signal.clone(),
        picture: stores.picture.clone(),
    });
    let replaced = Arc::new(ReplacedServices {
        connections: Arc::clone(connections),
        writer: Arc::clone(&writer),
        keys: Arc::clone(keys),
        secrets: Arc::clone(secrets),
        service_purges: stores.purges.services.clone(),
        password_purges: stores.purges.passwords.clone(),
        ingest_queue: Arc::clone(queue),
        replaced: Mutex::new(HashMap::new()),
    });
    let saves = ConnectionSaves {
        connections: Arc::clone(connections),
        drafts: Arc::clone(&drafts),
        writer: Arc::clone(&writer),
        replaced: Arc::clone(&replaced),
        secrets: Arc::clone(secrets),
        ingest_queue: Arc::clone(queue),
    };
    let tests = ConnectionTests {
        connections: Arc::clone(connections),
        drafts,
        keys: Arc::clone(keys),
        clients: Arc::clone(clients),
        sample: Arc::clone(sample),
        events: stores.events.clone(),
    };
    let removals = ConnectionRemovals {
        connections: Arc::clone(connections),
        writer,
        replaced: Arc::clone(&replaced),
        secrets: Arc::clone(secrets),
        passwords: Arc::clone(&work.passwords),
        service_purges: stores.purges.services.clone(),
        batch_purges: stores.purges.batches.clone(),
        password_purges: stores.purges.passwords.clone(),
        ingest_queue: Arc::clone(queue),
        batches: Arc::clone(&batches.rows),
        sample: host.clone(),
    };
    ConnectionServices {
        store: Arc::clone(connections),
        clients: Arc::clone(clients),
        sample: Arc::clone(sample),
        certificates,
        saves,
        tests,
        replaced,
        removals,
    }
}
