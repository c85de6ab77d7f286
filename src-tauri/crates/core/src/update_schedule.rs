use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use tokio::time::sleep;

use crate::{
    host::{AppInfo, Updater},
    preferences::PreferenceStore,
    updates::Updates,
};

/// After the first paint: the user's own work has priority.
const FIRST_CHECK_DELAY: Duration = Duration::from_secs(5);

/// The clock continues while the computer sleeps, so it is polled.
const CLOCK_CHECK_INTERVAL: Duration = Duration::from_hours(1);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Checks for updates regularly.
pub(crate) struct UpdateSchedule {
    pub updates: Arc<Updates>,
    pub updater: Arc<dyn Updater>,
    pub preferences: Arc<PreferenceStore>,
    pub info: Arc<dyn AppInfo>,
    pub is_running: AtomicBool,
}

impl UpdateSchedule {
    /// Starts checking for updates, once: shortly after the first paint, then daily, until the core
    /// is dropped.
    pub(crate) fn check_periodically(self: &Arc<Self>) {
        let never = self.info.safe_mode() || self.updater.update_address().is_none();
        if never || self.is_running.swap(true, Ordering::SeqCst) {
            return;
        }
        let schedule = Arc::downgrade(self);
        tokio::spawn(async move {
            sleep(FIRST_CHECK_DELAY).await;
            while let Some(schedule) = schedule.upgrade() {
                let looked = schedule.updates.checked_at();
                if schedule.preferences.read().is_ok_and(|kept| kept.look_for_updates)
                    && is_due(looked, Timestamp::now())
                {
                    // The result is in the state.
                    let _ = schedule.updates.check().await;
                }
                drop(schedule);
                sleep(CLOCK_CHECK_INTERVAL).await;
            }
        });
    }
}

/// Whether a check is due, also after the clock was set back.
fn is_due(looked: Option<Timestamp>, now: Timestamp) -> bool {
    looked.is_none_or(|looked| now < looked || now.duration_since(looked) >= DAY)
}

#[cfg(test)]
mod tests {
    use jiff::{SignedDuration, Timestamp};

    use super::is_due;

    #[test]
    fn it_is_looked_once_a_day() {
        let looked = Timestamp::UNIX_EPOCH;
        for (hours, due) in [(0, false), (23, false), (24, true), (240, true), (-1, true)] {
            assert_eq!(is_due(Some(looked), looked + SignedDuration::from_hours(hours)), due, "{hours}");
        }
        assert!(is_due(None, looked));
    }
}
