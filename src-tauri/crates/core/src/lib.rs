//! The core of Assay: every call of the contract, independent of any window.
//!
//! [`Core`] has one method for each call of the contract (`assay_model::contract`) and forwards it to
//! a service. Services reach their surroundings through the traits of a [`Host`].

mod notifier;
mod batch;
mod calls;
mod check;
mod closing;
mod connections;
mod copies;
mod crashes;
mod diagnostics;
mod redact;
mod drafts;
mod events;
mod export;
mod host;
mod ingest;
mod library;
mod overtaking;
mod passwords;
mod product;
mod projects;
mod reports;
mod sample;
mod saved;
mod library;
mod start;
mod sync;
mod unwanted;
mod updates;

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64},
    },
    time::Duration,
};

use assay_model::{CoreEvent, Preferences};
use assay_secrets::Secrets;
use jiff::Timestamp;
use tokio::sync::Mutex;

use notifier::ThrottledNotifier;
use batch::{Desk, Files, Runs};
use calls::Calls;
use closing::Closing;
use connections::ServiceHandle;
pub use crashes::Crashes;
use drafts::Drafts;
use events::Events;
pub use host::{Host, Pending, SampleAccess, SampleState};
use ingest::Intake;
use saved::Saved;
use library::LibraryHandle;
use sync::{Schedule, Syncs};
use unwanted::Unwanted;
pub use updates::Newer;
use updates::Updates;

/// How often the window is told that the library changed.
const LIBRARY_TOLD_EVERY: Duration = Duration::from_secs(1);

/// What the product does, whatever shows it.
pub struct Core {
    host: Arc<dyn Host>,
    secrets: Secrets,
    /// The preferences of a start in safe mode, which are not kept.
    passing: std::sync::Mutex<Preferences>,
    crashes: Arc<Crashes>,
    /// The saved connections, once they were read.
    connections: Mutex<Option<Vec<Saved>>>,
    /// One client a connection: it holds the open sockets and the throttle that the service announced.
    clients: Mutex<HashMap<String, ServiceHandle>>,
    /// Counts the changes of connections, so that a client that was made during one is not kept.
    changes: AtomicU64,
    /// The keychain has given a key since the app was started: it is not locked.
    keychain_opened: AtomicBool,
    opened_at: Timestamp,
    library: LibraryHandle,
    desk: Desk,
    runs: Runs,
    unwanted: Unwanted,
    unwanted_batches: Unwanted,
    ingest: Intake,
    library_changed: ThrottledNotifier,
    syncs: Syncs,
    schedule: Schedule,
    calls: Calls,
    events: Events,
    drafts: Drafts,
    files: Files,
    closing: Closing,
    updates: Updates,
}

impl Core {
    /// The core over what the shell offers and the system's keychain. Shared, since some of what it does goes on by
    /// itself; that ends when the core is dropped.
    #[must_use]
    pub fn new(host: Arc<dyn Host>, secrets: Secrets) -> Arc<Self> {
        let events = Events::default();
        let (library, desk) = if host.safe_mode() {
            (LibraryHandle::closed(), Desk::closed())
        } else {
            (LibraryHandle::in_folder(&host.data_folder()), Desk::in_folder(&host.data_folder()))
        };
        let library_changed = {
            let events = events.clone();
            ThrottledNotifier::new(LIBRARY_TOLD_EVERY, move || events.tell(&CoreEvent::Library))
        };
        let unwanted = Unwanted::services(Arc::clone(&host));
        let unwanted_batches = Unwanted::of_batches(Arc::clone(&host));
        let crashes = Arc::new(Crashes::in_log_folder(&host.log_folder()));
        let updates = Updates::new(Arc::clone(&host), events.clone());
        Arc::new_cyclic(|core| Self {
            host,
            passing: std::sync::Mutex::default(),
            crashes,
            secrets,
            connections: Mutex::default(),
            clients: Mutex::default(),
            changes: AtomicU64::new(0),
            keychain_opened: AtomicBool::new(false),
            opened_at: Timestamp::now(),
            ingest: Intake::new(library.clone(), library_changed.clone(), unwanted.clone()),
            syncs: Syncs::new(library.clone(), events.clone(), library_changed.clone()),
            schedule: Schedule::default(),
            library,
            desk,
            runs: Runs::new(core.clone()),
            unwanted,
            unwanted_batches,
            library_changed,
            calls: Calls::default(),
            events,
            drafts: Drafts::default(),
            files: Files::default(),
            closing: Closing::default(),
            updates,
        })
    }
}
