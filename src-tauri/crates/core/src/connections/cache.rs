use std::{
    collections::HashMap,
    sync::atomic::{AtomicU64, Ordering},
};

use tokio::sync::Mutex;

use crate::service_handle::ServiceHandle;

/// One client per connection: it holds the open sockets and the announced rate limit.
#[derive(Default)]
pub(crate) struct ClientCache {
    pub clients: Mutex<HashMap<String, ServiceHandle>>,
    /// Counts changes of connections, so that a client made during one is not kept.
    pub changes: AtomicU64,
}

impl ClientCache {
    pub(super) async fn get(&self, id: &str) -> Option<ServiceHandle> {
        self.clients.lock().await.get(id).cloned()
    }

    /// Drops the client of a changed connection.
    pub(crate) async fn drop_client(&self, id: &str) {
        let mut clients = self.clients.lock().await;
        self.changes.fetch_add(1, Ordering::SeqCst);
        clients.remove(id);
    }
}
