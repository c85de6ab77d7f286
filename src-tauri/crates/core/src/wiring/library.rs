//! The library, with its syncs and exports.

use std::sync::Arc;

use crate::{
    branding::BrandingStore,
    dispatch::LibraryServices,
    export::{ClientReports, Exports, LibraryExports, ServiceExports},
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
        picture: stores.picture.clone(),
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
    let branding = Arc::new(BrandingStore { settings: host.clone(), dialogs: host.clone() });
    let client_reports = ClientReports {
        connections: Arc::clone(connections),
        library: stores.library.clone(),
        queries: Arc::clone(&work.queries),
        ingest: Arc::clone(ingest),
        files: Arc::clone(&work.files),
        branding: Arc::clone(&branding),
        window: host.clone(),
        clock: stores.timing.clock,
    };
    let queries = Arc::clone(&work.queries);
    LibraryServices { queries, file, syncs, exports, client_reports, branding, ingest: Arc::clone(ingest) }
}
