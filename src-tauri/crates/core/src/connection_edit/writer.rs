use std::sync::Arc;

use assay_model::{Problem, ProblemCode};

use crate::{
    connections::{ClientCache, ConnectionStore},
    first_picture::PictureFile,
    schedule_signal::ScheduleSignal,
    stored_connection::StoredConnection,
    sync::Syncs,
};

/// Saves connections, and ends what used the earlier ones.
pub(crate) struct ConnectionWriter {
    pub connections: Arc<ConnectionStore>,
    pub cache: Arc<ClientCache>,
    pub syncs: Arc<Syncs>,
    pub schedule: ScheduleSignal,
    pub picture: PictureFile,
}

impl ConnectionWriter {
    /// Saves a connection: in place, or at the end if it is new. One that was removed meanwhile
    /// stays removed.
    pub(crate) async fn store_connection(&self, saved: &StoredConnection, is_new: bool) -> Result<(), Problem> {
        let mut connections = self.connections.all().await?;
        let mut list = connections.clone().unwrap_or_default();
        match list.iter_mut().find(|other| other.id == saved.id) {
            Some(place) => *place = saved.clone(),
            None if is_new => list.push(saved.clone()),
            None => return Err(Problem::new(ProblemCode::ConnectionUnknown)),
        }
        self.connections.replace(&mut connections, list)?;
        drop(connections);
        self.end_use(&saved.id).await;
        self.schedule.changed();
        Ok(())
    }

    /// Drops the client of a changed or removed connection, stops its sync, and removes the first
    /// picture.
    pub(crate) async fn end_use(&self, id: &str) {
        self.picture.remove();
        self.cache.drop_client(id).await;
        self.syncs.remove(id).await;
    }
}
