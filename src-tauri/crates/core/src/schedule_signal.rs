use std::sync::Arc;

use tokio::sync::Notify;

/// Wakes the schedule of syncs after preferences or connections changed.
#[derive(Clone, Default)]
pub(crate) struct ScheduleSignal(Arc<Notify>);

impl ScheduleSignal {
    pub(crate) fn changed(&self) {
        self.0.notify_one();
    }

    pub(crate) async fn wait(&self) {
        self.0.notified().await;
    }
}
