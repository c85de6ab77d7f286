//! Gives each service what it needs.

mod access;
mod app;
mod batches;
mod connections;
mod library;
mod stores;
mod work;

use std::sync::Arc;

use assay_secrets::Secrets;

use crate::{
    calls::CallRegistry,
    dispatch::{Core, ReportServices},
    host::Host,
    projects::Projects,
    timing::Timing,
};

use self::{access::Access, stores::Stores, work::Work};

impl Core {
    /// Creates the core. Shared, since background tasks run until it is dropped.
    #[must_use]
    pub fn new(host: Arc<dyn Host>, secrets: Secrets) -> Arc<Self> {
        Self::timed(host, secrets, Timing::default())
    }

    /// Creates the core with its own clock.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the services own the host")]
    pub fn timed(host: Arc<dyn Host>, secrets: Secrets, timing: Timing) -> Arc<Self> {
        Arc::new(core(&host, secrets, timing))
    }
}

fn core(host: &Arc<dyn Host>, secrets: Secrets, timing: Timing) -> Core {
    let stores = Stores::new(host, secrets, timing);
    let access = Access::new(host, &stores);
    let work = Work::new(host, &stores, &access);
    let batches = batches::services(host, &stores, &access, &work);
    let connections = connections::services(host, &stores, &access, &work, &batches);
    let library = library::services(host, &stores, &access, &work);
    let app = app::services(host, &stores, &access, &work, &batches, &library);
    let projects = Projects {
        clients: access.clients,
        ingest: access.ingest,
        passwords: Arc::clone(&work.passwords),
        backups: work.backups,
    };
    Core {
        calls: CallRegistry::default(),
        events: stores.events,
        app,
        connections,
        reports: ReportServices { reports: work.reports, projects, passwords: work.passwords },
        library,
        batches,
    }
}
