//! The verbs of Assay: connect, list, read, create, update, delete.
//!
//! [`Core`] has one method for each call of the contract (`assay_model::contract`). It knows no window and no framework:
//! what it needs of them it asks of a [`Host`].

mod calls;
mod closing;
mod connections;
mod drafts;
mod events;
mod host;
mod projects;
mod reports;
mod sample;
mod saved;
mod start;

use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicU64},
};

use assay_api::Client;
use assay_secrets::Secrets;
use tokio::sync::Mutex;

use calls::Calls;
use closing::Closing;
use drafts::Drafts;
use events::Events;
pub use host::{Host, Pending, SampleAccess};
use saved::Saved;

/// What the product does, whatever shows it.
pub struct Core {
    host: Arc<dyn Host>,
    secrets: Secrets,
    /// The saved connections, once they were read.
    connections: Mutex<Option<Vec<Saved>>>,
    /// One client a connection: it holds the open sockets and the throttle that the service announced.
    clients: Mutex<HashMap<String, Client>>,
    /// Counts the changes of connections, so that a client that was made during one is not kept.
    changes: AtomicU64,
    calls: Calls,
    events: Events,
    drafts: Drafts,
    closing: Closing,
}

impl Core {
    /// The core over what the shell offers and the system's keychain.
    #[must_use]
    pub fn new(host: Arc<dyn Host>, secrets: Secrets) -> Self {
        Self {
            host,
            secrets,
            connections: Mutex::default(),
            clients: Mutex::default(),
            changes: AtomicU64::new(0),
            calls: Calls::default(),
            events: Events::default(),
            drafts: Drafts::default(),
            closing: Closing::default(),
        }
    }
}
