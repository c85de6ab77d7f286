use std::sync::{Arc, atomic::AtomicBool};

use crate::{
    batch::{
        BatchExports, BatchList, BatchPlans, BatchRunner, Sources,
        parts::{
            BatchCiphers, BatchNotifier, BatchStates, BatchViews, KeptGaps, PlannedPasswords, PlannedReports,
            RowServices, RunningBatches,
        },
    },
    dispatch::Batches,
    host::Host,
};

use super::{access::Access, stores::Stores, work::Work};

pub(super) fn services(host: &Arc<dyn Host>, stores: &Stores, access: &Access, work: &Work) -> Batches {
    let Access { preferences, connections, clients, ingest, .. } = access;
    let Stores { journal, library, .. } = stores;
    let running = Arc::new(RunningBatches::new());
    let ciphers = Arc::new(BatchCiphers {
        journal: journal.clone(),
        secrets: Arc::clone(&stores.secrets),
        connections: Arc::clone(connections),
        passwords: Arc::clone(&work.passwords),
        key_lock: tokio::sync::Mutex::default(),
    });
    let views = Arc::new(BatchViews {
        journal: journal.clone(),
        running: Arc::clone(&running),
        ciphers: Arc::clone(&ciphers),
        connections: Arc::clone(connections),
        preferences: Arc::clone(preferences),
        library: library.clone(),
    });
    let notifier = Arc::new(BatchNotifier::new(Arc::clone(&views), host.clone(), stores.events.clone()));
    let states = Arc::new(BatchStates {
        journal: journal.clone(),
        running: Arc::clone(&running),
        notifier: Arc::clone(&notifier),
        ciphers: Arc::clone(&ciphers),
    });
    let rows = Arc::new(BatchList {
        journal: journal.clone(),
        running: Arc::clone(&running),
        views: Arc::clone(&views),
        notifier: Arc::clone(&notifier),
        ciphers: Arc::clone(&ciphers),
        batch_purges: stores.purges.batches.clone(),
    });
    let sources =
        Arc::new(Sources::new(Arc::clone(&access.contacts), host.clone(), host.clone(), stores.events.clone()));
    let senders = Arc::new(row_services(stores, access, work, &ciphers, &notifier));
    let plans = BatchPlans {
        connections: Arc::clone(connections),
        library: library.clone(),
        ingest: Arc::clone(ingest),
        journal: journal.clone(),
        ciphers: Arc::clone(&ciphers),
        notifier,
        sources: Arc::clone(&sources),
        reports: PlannedReports {
            clients: Arc::clone(clients),
            reports: Arc::clone(&work.reports),
            library: library.clone(),
            ingest: Arc::clone(ingest),
        },
        passwords: PlannedPasswords { journal: journal.clone(), ciphers: Arc::clone(&ciphers) },
        gaps: KeptGaps::default(),
    };
    let exports = BatchExports {
        journal: journal.clone(),
        ciphers: Arc::clone(&ciphers),
        connections: Arc::clone(connections),
        passwords: Arc::clone(&work.passwords),
        files: Arc::clone(&work.files),
    };
    let runner = Arc::new(BatchRunner {
        journal: journal.clone(),
        running,
        states,
        views,
        ciphers,
        connections: Arc::clone(connections),
        preferences: Arc::clone(preferences),
        rows: senders,
        has_resumed: AtomicBool::new(false),
    });
    Batches { sources, plans, rows, runner, exports }
}

/// What sending a row needs.
fn row_services(
    stores: &Stores,
    access: &Access,
    work: &Work,
    ciphers: &Arc<BatchCiphers>,
    notifier: &Arc<BatchNotifier>,
) -> RowServices {
    RowServices {
        connections: Arc::clone(&access.connections),
        clients: Arc::clone(&access.clients),
        ingest: Arc::clone(&access.ingest),
        library: stores.library.clone(),
        backups: Arc::clone(&work.backups),
        passwords: Arc::clone(&work.passwords),
        ciphers: Arc::clone(ciphers),
        notifier: Arc::clone(notifier),
        timing: stores.timing,
    }
}
