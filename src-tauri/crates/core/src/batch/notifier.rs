use std::{
    collections::{BTreeMap, HashMap},
    sync::{Arc, Mutex},
    time::Duration,
};

use assay_model::{Batch, BatchState, CoreEvent, Problem, ProblemCode, StateCounts};

use super::views::BatchViews;
use crate::{events::Events, host::Window, lock::lock, throttled_notifier::ThrottledNotifier};

/// Between two progress events.
const NOTIFY_INTERVAL: Duration = Duration::from_millis(250);

/// Notifies the window and the desktop of batches.
pub(crate) struct BatchNotifier {
    views: Arc<BatchViews>,
    window: Arc<dyn Window>,
    events: Events,
    announcers: Mutex<HashMap<u32, ThrottledNotifier>>,
    /// Locked while notifying, to keep events in order.
    notifying: tokio::sync::Mutex<()>,
    progress: Mutex<BTreeMap<u32, f64>>,
}

impl BatchNotifier {
    pub(crate) fn new(views: Arc<BatchViews>, window: Arc<dyn Window>, events: Events) -> Self {
        let (announcers, progress) = (Mutex::default(), Mutex::default());
        Self { views, window, events, announcers, notifying: tokio::sync::Mutex::default(), progress }
    }

    /// Notifies the window of a changed batch. Needs a Tokio runtime.
    pub(super) fn changed(self: &Arc<Self>, batch: u32) {
        let mut announcers = lock(&self.announcers);
        let notifier = announcers.entry(batch).or_insert_with(|| {
            let notifier = Arc::downgrade(self);
            ThrottledNotifier::new(NOTIFY_INTERVAL, move || {
                if let Some(notifier) = notifier.upgrade() {
                    tokio::spawn(async move { notifier.notify_batch(batch).await });
                }
            })
        });
        notifier.changed();
    }

    /// A changed batch, of which the window is also notified.
    pub(super) async fn told(self: &Arc<Self>, number: u32) -> Result<Batch, Problem> {
        self.changed(number);
        self.views.batch(number).await
    }

    /// Notifies the window and the desktop of a batch's state.
    async fn notify_batch(&self, batch: u32) {
        let _telling = self.notifying.lock().await;
        match self.views.batch_as_known(batch).await {
            Ok(batch) => {
                let is_under_way = matches!(batch.state, BatchState::Running | BatchState::Pausing);
                self.show_progress(batch.number, is_under_way.then(|| share(batch.states)));
                self.events.send(&CoreEvent::Batch { batch: Box::new(batch) });
            }
            Err(Problem { code: ProblemCode::BatchUnknown, .. }) => self.show_progress(batch, None),
            Err(problem) => tracing::warn!(%problem, batch, "couldn't report a batch's progress"),
        }
    }

    /// Shows the combined progress of running batches; `share` is `None` for a batch that does not
    /// run.
    fn show_progress(&self, batch: u32, share: Option<f64>) {
        let mut progress = lock(&self.progress);
        let had_any = !progress.is_empty();
        match share {
            Some(share) => progress.insert(batch, share),
            None => progress.remove(&batch),
        };
        if had_any || !progress.is_empty() {
            let count = f64::from(u32::try_from(progress.len()).unwrap_or(u32::MAX));
            let share = progress.values().sum::<f64>() / count;
            self.window.show_progress((!progress.is_empty()).then_some(share));
        }
    }
}

/// The share of rows with an outcome, 0–1.
fn share(states: StateCounts) -> f64 {
    let StateCounts { waiting, running, confirming, done, failed, unknown, skipped: _, canceled } = states;
    // Rows that are only confirmed take no time of their own.
    let over = done + failed + canceled + confirming;
    let all = over + waiting + running + unknown;
    if all == 0 { 1.0 } else { f64::from(over) / f64::from(all) }
}
