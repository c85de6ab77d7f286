use std::sync::Arc;

use assay_model::{ConnectionRef, Problem, ProblemCode, StartSync, SyncKind, SyncState};

use crate::{
    connections::{ConnectionStore, ServiceClients},
    library_handle::LibraryHandle,
    service_ingest::ServiceIngest,
    stored_connection::StoredConnection,
    sync::Syncs,
};

/// Starts and stops syncs.
pub(crate) struct SyncCalls {
    pub connections: Arc<ConnectionStore>,
    pub clients: Arc<ServiceClients>,
    pub library: LibraryHandle,
    pub ingest: Arc<ServiceIngest>,
    pub syncs: Arc<Syncs>,
}

impl SyncCalls {
    /// Returns the sync status of all connections.
    pub async fn syncs_list(&self, (): ()) -> Result<Vec<SyncState>, Problem> {
        let connections: Vec<_> =
            self.connections.all().await?.iter().flatten().map(|saved| (saved.id.clone(), saved.scope())).collect();
        Ok(self.syncs.states(&connections).await)
    }

    /// Starts a sync, or resumes the one that was stopped.
    pub async fn sync_start(&self, start: StartSync) -> Result<(), Problem> {
        self.begin_sync(&start.connection, start.kind, true).await
    }

    /// Starts a sync unless an equal or larger one runs. Fails if the library can't be used.
    pub(crate) async fn begin_sync(&self, connection: &str, kind: SyncKind, is_asked: bool) -> Result<(), Problem> {
        let service = self.clients.service_for(connection).await?;
        // Queued data is older than what the sync finds.
        self.ingest.flush().await;
        loop {
            let turn = self.syncs.starting().await;
            let scope = service.scope.clone();
            let record = self.library.ask(move |library| library.scope(&scope).sync_record()).await?;
            // Locked until it has started, so that a removal stops it.
            let connections = self.connections.all().await?;
            let is_same = |saved: &StoredConnection| saved.id == connection && saved.scope() == service.scope;
            if !connections.iter().flatten().any(is_same) {
                return Err(Problem::new(ProblemCode::ConnectionUnknown));
            }
            let lesser = self.syncs.begin(connection, &service, kind, is_asked, record);
            drop((connections, turn));
            let Some(mut lesser) = lesser else { return Ok(()) };
            // An error means that it has ended.
            let _ = lesser.changed().await;
        }
    }

    pub async fn sync_stop(&self, stopped: ConnectionRef) -> Result<(), Problem> {
        self.connections.find(&stopped.id).await?;
        self.syncs.stop(&stopped.id).await;
        Ok(())
    }
}
