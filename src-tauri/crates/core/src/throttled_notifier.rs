use std::{
    sync::{Arc, Mutex, MutexGuard},
    time::Duration,
};

use tokio::time::{Instant, sleep};

use crate::lock::lock;

/// Reports frequent changes: the first immediately, then at intervals, and always the last.
#[derive(Clone)]
pub(crate) struct ThrottledNotifier {
    every: Duration,
    notify: Arc<dyn Fn() + Send + Sync>,
    state: Arc<Mutex<NotifierState>>,
}

#[derive(Default)]
struct NotifierState {
    last: Option<Instant>,
    /// A notification is scheduled.
    is_due: bool,
}

impl ThrottledNotifier {
    pub(crate) fn new(every: Duration, tell: impl Fn() + Send + Sync + 'static) -> Self {
        Self { every, notify: Arc::new(tell), state: Arc::default() }
    }

    /// Records a change. Needs a Tokio runtime.
    pub(crate) fn changed(&self) {
        let mut told = self.state();
        if told.is_due {
            return;
        }
        told.is_due = true;
        let wait = told.last.map_or(Duration::ZERO, |last| self.every.saturating_sub(last.elapsed()));
        drop(told);
        let notifier = self.clone();
        tokio::spawn(async move {
            sleep(wait).await;
            // Before the notification: later changes notify again.
            *notifier.state() = NotifierState { last: Some(Instant::now()), is_due: false };
            (notifier.notify)();
        });
    }

    fn state(&self) -> MutexGuard<'_, NotifierState> {
        lock(&self.state)
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
        },
        time::Duration,
    };

    use super::ThrottledNotifier;

    #[tokio::test(start_paused = true)]
    async fn what_changes_often_is_told_at_once_then_seldom_and_in_the_end() {
        let (state, told) = (Arc::new(AtomicU32::new(0)), Arc::new(std::sync::Mutex::new(Vec::new())));
        let notifier = {
            let (state, told) = (Arc::clone(&state), Arc::clone(&told));
            ThrottledNotifier::new(Duration::from_secs(1), move || {
                told.lock().unwrap().push(state.load(Ordering::SeqCst));
            })
        };
        for number in 1..=25 {
            state.store(number, Ordering::SeqCst);
            notifier.changed();
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
        let told = told.lock().unwrap().clone();
        assert_eq!((told.first(), told.last(), told.len()), (Some(&1), Some(&25), 4), "{told:?}");
    }
}
