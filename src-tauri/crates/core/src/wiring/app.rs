//! The app: its start, its end, and what runs in the background.

use std::sync::{Arc, Mutex, atomic::AtomicBool};

use tokio::time::Instant;

use crate::{
    background::BackgroundWork,
    close_guard::CloseGuard,
    crash_reports::CrashReports,
    crashes::Crashes,
    data_removal::DataRemover,
    diagnostics::Diagnostics,
    dispatch::{AppServices, Batches, LibraryServices},
    drafts::Drafts,
    first_picture::FirstPictures,
    host::Host,
    minute_limit::MinuteLimit,
    purge_runner::PurgeRunner,
    redactor::Redactor,
    schedule::Schedule,
    shutdown::Shutdown,
    startup::Startup,
    sync_calls::SyncCalls,
    update_schedule::UpdateSchedule,
    updates::Updates,
    window_calls::WindowCalls,
};

use super::{access::Access, stores::Stores, work::Work};

pub(super) fn services(
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
    let (crashes, diagnostics) = support(host, stores, access);
    let drafts = Arc::new(Drafts::new(host.clone()));
    let pictures = Arc::new(FirstPictures {
        file: stores.picture.clone(),
        info: host.clone(),
        settings: host.clone(),
        preferences: Arc::clone(preferences),
        connections: Arc::clone(connections),
        library: stores.library.clone(),
        events: stores.events.clone(),
    });
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
            pictures: Arc::clone(&pictures),
            begun: Mutex::default(),
        },
        pictures,
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
        diagnostics,
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

/// What users send to support.
fn support(host: &Arc<dyn Host>, stores: &Stores, access: &Access) -> (Arc<CrashReports>, Diagnostics) {
    let Access { preferences, connections, .. } = access;
    let crashes = Arc::new(Crashes::in_log_folder(&host.log_folder()));
    let redactor = Redactor { secrets: Arc::clone(&stores.secrets) };
    let reports = CrashReports {
        crashes: Arc::clone(&crashes),
        connections: Arc::clone(connections),
        redactor: redactor.clone(),
        info: host.clone(),
        folders: host.clone(),
    };
    let diagnostics = Diagnostics {
        info: host.clone(),
        folders: host.clone(),
        settings: host.clone(),
        updater: host.clone(),
        crashes,
        connections: Arc::clone(connections),
        preferences: Arc::clone(preferences),
        library: stores.library.clone(),
        journal: stores.journal.clone(),
        redactor,
    };
    (Arc::new(reports), diagnostics)
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
            clock: stores.timing.clock,
            opened_at: stores.opened_at,
            opened: Instant::now(),
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
