//! Saved connections, their keys, and the clients of their services.

mod cache;
mod clients;
mod keys;
mod sample;
mod store;

pub(crate) use cache::ClientCache;
pub(crate) use clients::ServiceClients;
pub(crate) use keys::{Keys, delete_unused_key};
pub(crate) use sample::SampleConnection;
pub(crate) use store::{ConnectionStore, LockedConnections};
