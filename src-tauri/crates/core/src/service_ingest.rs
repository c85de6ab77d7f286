use std::sync::Arc;

use assay_model::{Problem, ProblemCode, ReportRef, ServiceKey};

use crate::{
    connections::{ConnectionStore, LockedConnections},
    freshness::RequestInstant,
    ingest::{IngestQueue, Observation},
    stored_connection::StoredConnection,
};

pub(crate) struct ServiceIngest {
    pub connections: Arc<ConnectionStore>,
    pub queue: Arc<IngestQueue>,
}

impl ServiceIngest {
    /// Ingests an observation, unless the connection now has another service.
    pub(crate) async fn push(&self, connection: &str, observation: Observation) {
        let Ok(connections) = self.connections.all().await else { return };
        // Locked until queued, so that a removal is queued later.
        if is_current_service(&observation, connection, &connections) {
            self.queue.push(observation);
        }
    }

    /// Ingests an observation, and returns once the data is durable.
    pub(crate) async fn push_durably(&self, connection: &str, observation: Observation) -> Result<(), Problem> {
        let connections = self.connections.all().await?;
        if !is_current_service(&observation, connection, &connections) {
            return Err(Problem::new(ProblemCode::ConnectionUnknown));
        }
        let kept = self.queue.push_durably(observation);
        drop(connections);
        kept.await
    }

    /// Marks a report as removed if looking it up has proven that.
    pub(crate) async fn push_missing(&self, missing: &ReportRef, scope: ServiceKey, problem: &Problem) {
        if problem.code == ProblemCode::NotFound {
            let observation = Observation::ReportGone { scope, id: missing.id.clone(), at: RequestInstant::now() };
            self.push(&missing.connection, observation).await;
        }
    }

    /// Waits until everything queued so far is ingested.
    pub(crate) async fn flush(&self) {
        self.queue.flush().await;
    }
}

fn is_current_service(observation: &Observation, connection: &str, connections: &LockedConnections) -> bool {
    let is_it = |saved: &StoredConnection| saved.id == connection && observation.scope() == Some(&saved.scope());
    connections.iter().flatten().any(is_it)
}
