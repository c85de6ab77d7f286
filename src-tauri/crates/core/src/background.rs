use std::sync::Arc;

use assay_model::Problem;
use jiff::Timestamp;

use crate::{
    batch::BatchRunner,
    connections::{ConnectionStore, SampleConnection},
    export::ExportFiles,
    host::Window,
    ingest::{IngestQueue, Observation},
    purge_runner::PurgeRunner,
    schedule::Schedule,
    stored_connection::SAMPLE,
    update_schedule::UpdateSchedule,
};

/// What runs without being asked for, from the start on.
pub(crate) struct BackgroundWork {
    pub ingest_queue: Arc<IngestQueue>,
    pub purges: PurgeRunner,
    pub connections: Arc<ConnectionStore>,
    pub sample: Arc<SampleConnection>,
    /// Absent in safe mode.
    pub schedule: Option<Arc<Schedule>>,
    pub exports: Arc<ExportFiles>,
    pub batches: Arc<BatchRunner>,
    pub updates: Arc<UpdateSchedule>,
    pub window: Arc<dyn Window>,
    pub opened_at: Timestamp,
}

impl BackgroundWork {
    pub(crate) async fn begin(&self) {
        self.ingest_queue.push(Observation::AppStart { at: self.opened_at });
        self.purges.run_pending_purges().await;
        if self.connections.find(SAMPLE).await.is_ok() {
            // Its URL is new each time; on failure its screens show why.
            let _ = self.sample.sample_open(()).await;
        }
        if let Some(schedule) = &self.schedule {
            schedule.keep_schedule().await;
            self.exports.remove_leftovers();
            // Before the window can plan a batch, whose key would briefly look idle.
            let idle_keys = self.batches.idle_keys().await;
            self.batches.resume_batches(idle_keys);
        }
    }

    /// Shows the window after its first paint: `has_frames` if frames prove it, rather than a
    /// timeout.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn app_painted(&self, has_frames: bool) -> Result<(), Problem> {
        if has_frames {
            self.window.note_frames();
        }
        self.window.show_window();
        self.updates.check_periodically();
        Ok(())
    }
}
