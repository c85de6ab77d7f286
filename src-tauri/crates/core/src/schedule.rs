use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use assay_api::Clock;
use assay_model::{Preferences, Problem, SyncKind};
use jiff::{SignedDuration, Timestamp};
use tokio::{
    sync::{Mutex, watch},
    time::Instant,
};

use crate::{
    connections::Keys, library_handle::LibraryHandle, preferences::PreferenceStore, schedule_signal::ScheduleSignal,
    sync::Syncs, sync_calls::SyncCalls, throttled_notifier::ThrottledNotifier,
};

/// The clock continues while the computer sleeps, so it is polled.
const CHECK_INTERVAL: Duration = Duration::from_mins(1);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Runs light syncs and the removal of old snapshots.
pub(crate) struct Schedule {
    pub syncs: Arc<Syncs>,
    pub calls: Arc<SyncCalls>,
    pub keys: Arc<Keys>,
    pub preferences: Arc<PreferenceStore>,
    pub library: LibraryHandle,
    pub library_changed: ThrottledNotifier,
    pub signal: ScheduleSignal,
    pub clock: Clock,
    pub opened_at: Timestamp,
    pub opened: Instant,
    pub state: Mutex<ScheduleState>,
}

#[derive(Default)]
pub(crate) struct ScheduleState {
    is_running: bool,
    /// When each connection's last sync was started in this session.
    begun: HashMap<String, Timestamp>,
    /// When retention was last applied, and for how many days.
    retention_applied: Option<(Timestamp, u16)>,
}

impl Schedule {
    /// Starts the schedule, once; it runs until the core is dropped.
    pub(crate) async fn keep_schedule(self: &Arc<Self>) {
        let mut state = self.state.lock().await;
        if std::mem::replace(&mut state.is_running, true) {
            return;
        }
        let (schedule, changes) = (Arc::downgrade(self), self.signal.clone());
        tokio::spawn(async move {
            loop {
                match next_step(&schedule).await {
                    None => return,
                    // An error means that it has ended.
                    Some(NextStep::Wait(mut sync)) => drop(sync.changed().await),
                    Some(NextStep::Check) => drop(tokio::time::timeout(CHECK_INTERVAL, changes.wait()).await),
                    Some(NextStep::Idle) => changes.wait().await,
                }
            }
        });
    }

    /// Starts the next sync that is due, if any: one at a time.
    async fn begin_next(&self, preferences: &Preferences) -> Option<watch::Receiver<()>> {
        for connection in self.keys.ready_connections().await {
            let (now, mut state) = (self.clock.now(), self.state.lock().await);
            if is_due(state.begun.get(&connection).copied(), self.opened_at, preferences, now) {
                state.begun.insert(connection.clone(), now);
                drop(state);
                match self.begin_light(&connection).await {
                    Ok(sync) => return sync,
                    Err(problem) => tracing::warn!(%problem, "couldn't start a sync"),
                }
            }
        }
        None
    }

    async fn begin_light(&self, connection: &str) -> Result<Option<watch::Receiver<()>>, Problem> {
        self.calls.begin_sync(connection, SyncKind::Light, false).await?;
        Ok(self.syncs.end_of(connection))
    }

    async fn apply_retention(&self, keep_days: u16) -> Result<(), Problem> {
        let now = self.clock.now();
        let mut state = self.state.lock().await;
        let is_done = state.retention_applied.is_some_and(|(at, days)| days == keep_days && is_within(now, at, DAY));
        if keep_days == 0 || is_done {
            return Ok(());
        }
        state.retention_applied = Some((now, keep_days));
        drop(state);
        let (opened_at, passed) = (self.opened_at, self.opened.elapsed());
        let long = SignedDuration::from_hours(24 * i64::from(keep_days));
        let removed = self.library.ask(move |library| {
            // The clock may be wrong: this much time has passed at least.
            let Some(last) = library.last_seen_before(opened_at)? else { return Ok(0) };
            library.apply_retention(now.min(last + passed) - long)
        });
        if removed.await? > 0 {
            self.library_changed.changed();
        }
        Ok(())
    }
}

/// What the schedule does next.
enum NextStep {
    /// Wait for the end of a sync.
    Wait(watch::Receiver<()>),
    /// Check again later.
    Check,
    /// Nothing, until something changes.
    Idle,
}

/// Runs what is due, and returns the next step; `None` after the core was dropped.
async fn next_step(schedule: &Weak<Schedule>) -> Option<NextStep> {
    let schedule = schedule.upgrade()?;
    let preferences = schedule.preferences.read().unwrap_or_default();
    if let Err(problem) = schedule.apply_retention(preferences.keep_days).await {
        tracing::warn!(%problem, "couldn't delete old snapshots");
    }
    Some(match schedule.begin_next(&preferences).await {
        Some(sync) => NextStep::Wait(sync),
        None if preferences.sync_minutes > 0 || preferences.keep_days > 0 => NextStep::Check,
        None => NextStep::Idle,
    })
}

/// Whether a connection's sync is due, given the start of its last one in this session.
fn is_due(begun: Option<Timestamp>, opened_at: Timestamp, preferences: &Preferences, now: Timestamp) -> bool {
    if begun.is_none() && preferences.sync_on_open {
        return true;
    }
    let every = SignedDuration::from_mins(preferences.sync_minutes.into());
    preferences.sync_minutes > 0 && !is_within(now, begun.unwrap_or(opened_at), every)
}

/// Whether `now` is within `long` after a time. False before it: the clock was set back.
fn is_within(now: Timestamp, after: Timestamp, long: SignedDuration) -> bool {
    after <= now && now.duration_since(after) < long
}

#[cfg(test)]
mod tests {
    use assay_model::Preferences;
    use jiff::{SignedDuration, Timestamp};

    use super::is_due;

    #[test]
    fn syncs_are_due_on_opening_and_every_so_many_minutes() {
        let opened = Timestamp::UNIX_EPOCH;
        let after = |minutes| opened + SignedDuration::from_mins(minutes);
        let wanted = |sync_on_open, sync_minutes| Preferences { sync_on_open, sync_minutes, ..Preferences::default() };
        for (begun, now, preferences, due) in [
            (None, after(0), wanted(true, 0), true),
            (Some(after(0)), after(10_000), wanted(true, 0), false),
            (None, after(10_000), wanted(false, 0), false),
            (None, after(59), wanted(false, 60), false),
            (None, after(60), wanted(false, 60), true),
            (Some(after(60)), after(119), wanted(true, 60), false),
            (Some(after(60)), after(120), wanted(true, 60), true),
            // The clock was set back.
            (Some(after(10_000)), after(60), wanted(true, 60), true),
            (Some(after(10_000)), after(60), wanted(true, 0), false),
        ] {
            assert_eq!(is_due(begun, opened, &preferences, now), due, "{begun:?} {now}");
        }
    }
}
