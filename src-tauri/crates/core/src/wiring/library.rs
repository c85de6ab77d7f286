//! The library, with its syncs and exports.

use std::sync::Arc;

use crate::{
    dispatch::LibraryServices,
    export::{Exports, LibraryExports, ServiceExports},
    host::Host,
    library_file::LibraryFile,
    sync_calls::SyncCalls,
};

use super::{access::Access, stores::Stores, work::Work};

pub(super) fn services(host: &Arc<dyn Host>, stores: &Stores, access: &Access, work: &Work) -> LibraryServices {
    let Access { connections, clients, syncs, ingest, .. } = access;
    let file = LibraryFile {
        library: stores.library.clone(),
        library_changed: stores.library_changed.clone(),
        ingest: Arc::clone(ingest),
        syncs: Arc::clone(syncs),
        connections: Arc::clone(connections),
        service_purges: stores.purges.services.clone(),
        dialogs: host.clone(),
    };
    let syncs = Arc::new(SyncCalls {
        connections: Arc::clone(connections),
        clients: Arc::clone(clients),
        library: stores.library.clone(),
        ingest: Arc::clone(ingest),
        syncs: Arc::clone(syncs),
    });
    let exports = Exports {
        library: LibraryExports {
            connections: Arc::clone(connections),
            clients: Arc::clone(clients),
            library: stores.library.clone(),
            queries: Arc::clone(&work.queries),
            ingest: Arc::clone(ingest),
            files: Arc::clone(&work.files),
        },
        service: ServiceExports {
            connections: Arc::clone(connections),
            clients: Arc::clone(clients),
            files: Arc::clone(&work.files),
        },
    };
    LibraryServices { queries: Arc::clone(&work.queries), file, syncs, exports, ingest: Arc::clone(ingest) }
}
