//! What works on reports.

use std::sync::Arc;

use crate::{
    delete_backups::DeleteBackups, export::ExportFiles, host::Host, library::LibraryQueries, minute_limit::MinuteLimit,
    passwords::Passwords, reports::Reports,
};

use super::{access::Access, stores::Stores};

pub(super) struct Work {
    pub passwords: Arc<Passwords>,
    pub backups: Arc<DeleteBackups>,
    pub reports: Arc<Reports>,
    pub queries: Arc<LibraryQueries>,
    pub files: Arc<ExportFiles>,
}

impl Work {
    pub(super) fn new(host: &Arc<dyn Host>, stores: &Stores, access: &Access) -> Self {
        let Access { connections, clients, ingest, .. } = access;
        let passwords = Arc::new(Passwords {
            connections: Arc::clone(connections),
            secrets: Arc::clone(&stores.secrets),
            clipboard: host.clone(),
            limit: MinuteLimit::per_minute(30),
        });
        let backups = Arc::new(DeleteBackups {
            clients: Arc::clone(clients),
            ingest: Arc::clone(ingest),
            library: stores.library.clone(),
            opened_at: stores.opened_at,
        });
        let reports = Arc::new(Reports {
            clients: Arc::clone(clients),
            ingest: Arc::clone(ingest),
            library: stores.library.clone(),
            passwords: Arc::clone(&passwords),
            backups: Arc::clone(&backups),
        });
        let queries = Arc::new(LibraryQueries {
            connections: Arc::clone(connections),
            library: stores.library.clone(),
            clock: stores.timing.clock,
        });
        let files = Arc::new(ExportFiles {
            dialogs: host.clone(),
            settings: host.clone(),
            events: stores.events.clone(),
            opened_at: stores.opened_at,
        });
        Self { passwords, backups, reports, queries, files }
    }
}
