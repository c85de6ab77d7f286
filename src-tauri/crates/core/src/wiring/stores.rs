//! What is stored on this computer.

use std::{sync::Arc, time::Duration};

use assay_model::CoreEvent;
use assay_secrets::Secrets;
use jiff::Timestamp;

use crate::{
    batch::JournalHandle,
    events::Events,
    first_picture::PictureFile,
    host::{Host, SettingsStore},
    ingest::IngestQueue,
    library_handle::LibraryHandle,
    pending_purges::PendingPurges,
    schedule_signal::ScheduleSignal,
    throttled_notifier::ThrottledNotifier,
    timing::Timing,
};

/// Between two events about changes to the library.
const LIBRARY_NOTIFY_INTERVAL: Duration = Duration::from_secs(1);

pub(super) struct Stores {
    pub secrets: Arc<Secrets>,
    pub events: Events,
    pub library: LibraryHandle,
    pub library_changed: ThrottledNotifier,
    pub picture: PictureFile,
    pub journal: JournalHandle,
    pub ingest_queue: Arc<IngestQueue>,
    pub purges: Purges,
    pub signal: ScheduleSignal,
    pub timing: Timing,
    pub opened_at: Timestamp,
}

pub(super) struct Purges {
    pub services: PendingPurges,
    pub batches: PendingPurges,
    pub passwords: PendingPurges,
}

impl Stores {
    pub(super) fn new(host: &Arc<dyn Host>, secrets: Secrets, timing: Timing) -> Self {
        let events = Events::default();
        let folder = host.data_folder();
        let (library, journal, picture) = if host.safe_mode() {
            (LibraryHandle::closed(), JournalHandle::closed(&folder), PictureFile::closed())
        } else {
            (LibraryHandle::in_folder(&folder), JournalHandle::in_folder(&folder), PictureFile::in_folder(&folder))
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
        Self {
            secrets: Arc::new(secrets),
            ingest_queue: Arc::new(IngestQueue::new(library.clone(), library_changed.clone(), purges.services.clone())),
            events,
            library,
            library_changed,
            picture,
            journal,
            purges,
            signal: ScheduleSignal::default(),
            timing,
            opened_at: timing.clock.now(),
        }
    }
}
