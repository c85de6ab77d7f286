//! Gives each service what it needs.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::AtomicBool},
    time::Duration,
};

use assay_model::CoreEvent;
use assay_secrets::Secrets;
use jiff::Timestamp;

use crate::{
    background::BackgroundWork,
    batch::{
        BatchExports, BatchList, BatchPlans, BatchRunner, JournalHandle, Sources,
        parts::{
            BatchCiphers, BatchNotifier, BatchStates, BatchViews, PlannedPasswords, PlannedReports, RowServices,
            RunningBatches,
        },
    },
    calls::CallRegistry,
    certificates::CertificateFiles,
    close_guard::CloseGuard,
    connection_edit::{
        ConnectionDrafts, ConnectionRemovals, ConnectionSaves, ConnectionTests, ConnectionWriter, ReplacedServices,
    },
    connections::{ClientCache, ConnectionStore, Keys, SampleConnection, ServiceClients},
    contact::AllowedHosts,
    crash_reports::CrashReports,
    crashes::Crashes,
    data_removal::DataRemover,
    delete_backups::DeleteBackups,
    diagnostics::Diagnostics,
    dispatch::{AppServices, Batches, ConnectionServices, Core, LibraryServices, ReportServices},
    drafts::Drafts,
    events::Events,
    export::{ExportFiles, Exports, LibraryExports, ServiceExports},
    host::{Host, SettingsStore},
    ingest::IngestQueue,
    library::LibraryQueries,
    library_file::LibraryFile,
    library_handle::LibraryHandle,
    minute_limit::MinuteLimit,
    passwords::Passwords,
    pending_purges::PendingPurges,
    preferences::PreferenceStore,
    projects::Projects,
    purge_runner::PurgeRunner,
    redactor::Redactor,
    reports::Reports,
    schedule::Schedule,
    schedule_signal::ScheduleSignal,
    service_ingest::ServiceIngest,
    shutdown::Shutdown,
    startup::Startup,
    sync::Syncs,
    sync_calls::SyncCalls,
    throttled_notifier::ThrottledNotifier,
    timing::Timing,
    update_schedule::UpdateSchedule,
    updates::Updates,
    window_calls::WindowCalls,
};

/// Between two events about changes to the library.
const LIBRARY_NOTIFY_INTERVAL: Duration = Duration::from_secs(1);

/// What is stored on this computer.
struct Stores {
    secrets: Arc<Secrets>,
    events: Events,
    library: LibraryHandle,
    library_changed: ThrottledNotifier,
    journal: JournalHandle,
    ingest_queue: Arc<IngestQueue>,
    purges: Purges,
    signal: ScheduleSignal,
    timing: Timing,
    opened_at: Timestamp,
}

struct Purges {
    services: PendingPurges,
    batches: PendingPurges,
    passwords: PendingPurges,
}

/// What reaches services.
struct Access {
    preferences: Arc<PreferenceStore>,
    connections: Arc<ConnectionStore>,
    contacts: Arc<AllowedHosts>,
    cache: Arc<ClientCache>,
    keys: Arc<Keys>,
    syncs: Arc<Syncs>,
    sample: Arc<SampleConnection>,
    clients: Arc<ServiceClients>,
    ingest: Arc<ServiceIngest>,
}

/// What works on reports.
struct Work {
    passwords: Arc<Passwords>,
    backups: Arc<DeleteBackups>,
    reports: Arc<Reports>,
    queries: Arc<LibraryQueries>,
    files: Arc<ExportFiles>,
}

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
    let stores = stores(host, secrets, timing);
    let access = access(host, &stores);
    let work = work(host, &stores, &access);
    let batches = batches(host, &stores, &access, &work);
    let connections = connections(host, &stores, &access, &work, &batches);
    let library = library(host, &stores, &access, &work);
    let app = app(host, &stores, &access, &work, &batches, &library);
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

fn stores(host: &Arc<dyn Host>, secrets: Secrets, timing: Timing) -> Stores {
    let events = Events::default();
    let folder = host.data_folder();
    let (library, journal) = if host.safe_mode() {
        (LibraryHandle::closed(), JournalHandle::closed(&folder))
    } else {
        (LibraryHandle::in_folder(&folder), JournalHandle::in_folder(&folder))
    };
    let library_changed = {
        let events = events.clone();
        ThrottledNotifier::new(LIBRARY_NOTIFY_INTERVAL, move || events.send(&CoreEvent::Library))
    };
    let settings: Arc<dyn SettingsStore> = host.clone();
    let purges = Purges {
        services: PendingPurges::services(Arc::clone(&settings)),
        batches: PendingPurges::of_batches(Arc::clone(&settings)),
        passwords: PendingPurges::of_passwords(settings),
    };
    Stores {
        secrets: Arc::new(secrets),
        ingest_queue: Arc::new(IngestQueue::new(library.clone(), library_changed.clone(), purges.services.clone())),
        events,
        library,
        library_changed,
        journal,
        purges,
        signal: ScheduleSignal::default(),
        timing,
        opened_at: timing.clock.now(),
    }
}

fn access(host: &Arc<dyn Host>, stores: &Stores) -> Access {
    let (secrets, queue) = (&stores.secrets, &stores.ingest_queue);
    let settings: Arc<dyn SettingsStore> = host.clone();
    let preferences =
        Arc::new(PreferenceStore::new(Arc::clone(&settings), host.clone(), stores.signal.clone(), host.safe_mode()));
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
        clock: stores.timing.clock,
    });
    let ingest = Arc::new(ServiceIngest { connections: Arc::clone(&connections), queue: Arc::clone(queue) });
    Access { preferences, connections, contacts, cache, keys, syncs, sample, clients, ingest }
}

fn work(host: &Arc<dyn Host>, stores: &Stores, access: &Access) -> Work {
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
    Work { passwords, backups, reports, queries, files }
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

fn batches(host: &Arc<dyn Host>, stores: &Stores, access: &Access, work: &Work) -> Batches {
    let Access { preferences, connections, clients, ingest, .. } = access;
    let Stores { journal, library, .. } = stores;
    let running = Arc::new(RunningBatches::new());
    let ciphers = Arc::new(BatchCiphers {
        journal: journal.clone(),
        secrets: Arc::clone(&stores.secrets),
        connections: Arc::clone(connections),
        passwords: Arc::clone(&work.passwords),
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

fn connections(
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
    };
    let removals = ConnectionRemovals {
        connections: Arc::clone(connections),
        writer,
        replaced: Arc::clone(&replaced),
        secrets: Arc::clone(secrets),
        passwords: Arc::clone(&work.passwords),
        service_purges: stores.purges.services.clone(),
        batch_purges: stores.purges.batches.clone(),
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

fn library(host: &Arc<dyn Host>, stores: &Stores, access: &Access, work: &Work) -> LibraryServices {
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

fn background(
    host: &Arc<dyn Host>,
    stores: &Stores,
    access: &Access,
    work: &Work,
    batches: &Batches,
    (syncs, updates): (&Arc<SyncCalls>, &Arc<Updates>),
) -> BackgroundWork {
    let schedule = || {
        Arc::new(Schedule {
            syncs: Arc::clone(&access.syncs),
            calls: Arc::clone(syncs),
            keys: Arc::clone(&access.keys),
            preferences: Arc::clone(&access.preferences),
            library: stores.library.clone(),
            library_changed: stores.library_changed.clone(),
            signal: stores.signal.clone(),
            opened_at: stores.opened_at,
            state: tokio::sync::Mutex::default(),
        })
    };
    BackgroundWork {
        ingest_queue: Arc::clone(&stores.ingest_queue),
        purges: PurgeRunner {
            connections: Arc::clone(&access.connections),
            service_purges: stores.purges.services.clone(),
            batch_purges: stores.purges.batches.clone(),
            ingest_queue: Arc::clone(&stores.ingest_queue),
            batches: Arc::clone(&batches.rows),
        },
        connections: Arc::clone(&access.connections),
        sample: Arc::clone(&access.sample),
        schedule: (!host.safe_mode()).then(schedule),
        exports: Arc::clone(&work.files),
        batches: Arc::clone(&batches.runner),
        updates: Arc::new(UpdateSchedule {
            updates: Arc::clone(updates),
            updater: host.clone(),
            preferences: Arc::clone(&access.preferences),
            info: host.clone(),
            is_running: AtomicBool::new(false),
        }),
        window: host.clone(),
        opened_at: stores.opened_at,
    }
}

fn app(
    host: &Arc<dyn Host>,
    stores: &Stores,
    access: &Access,
    work: &Work,
    batches: &Batches,
    library: &LibraryServices,
) -> AppServices {
    let Access { preferences, connections, .. } = access;
    let updates = Arc::new(Updates::new(host.clone(), stores.events.clone()));
    let background = background(host, stores, access, work, batches, (&library.syncs, &updates));
    let crash_files = Arc::new(Crashes::in_log_folder(&host.log_folder()));
    let redactor = Redactor { secrets: Arc::clone(&stores.secrets) };
    let crashes = Arc::new(CrashReports {
        crashes: Arc::clone(&crash_files),
        connections: Arc::clone(connections),
        redactor: redactor.clone(),
        info: host.clone(),
        folders: host.clone(),
    });
    let drafts = Arc::new(Drafts::new(host.clone()));
    AppServices {
        startup: Startup {
            background,
            info: host.clone(),
            settings: host.clone(),
            events: stores.events.clone(),
            preferences: Arc::clone(preferences),
            drafts: Arc::clone(&drafts),
            connections: Arc::clone(connections),
            crashes: Arc::clone(&crashes),
            updates: Arc::clone(&updates),
        },
        shutdown: Shutdown {
            clipboard: host.clone(),
            batches: Arc::clone(&batches.runner),
            syncs: Arc::clone(&access.syncs),
            ingest_queue: Arc::clone(&stores.ingest_queue),
        },
        preferences: Arc::clone(preferences),
        drafts,
        window: WindowCalls {
            window: host.clone(),
            system: host.clone(),
            events: stores.events.clone(),
            openings: MinuteLimit::per_minute(20),
        },
        close_guard: CloseGuard::new(Arc::clone(&updates), host.clone(), stores.events.clone()),
        crashes,
        diagnostics: Diagnostics {
            info: host.clone(),
            folders: host.clone(),
            settings: host.clone(),
            updater: host.clone(),
            crashes: crash_files,
            connections: Arc::clone(connections),
            preferences: Arc::clone(preferences),
            library: stores.library.clone(),
            journal: stores.journal.clone(),
            redactor,
        },
        removal: DataRemover {
            updates: Arc::clone(&updates),
            contacts: Arc::clone(&access.contacts),
            batches: Arc::clone(&batches.runner),
            syncs: Arc::clone(&access.syncs),
            secrets: Arc::clone(&stores.secrets),
            connections: Arc::clone(connections),
            folders: host.clone(),
            window: host.clone(),
        },
        updates,
    }
}
