use std::{
    collections::HashMap,
    sync::{Arc, Weak},
    time::Duration,
};

use assay_model::{Preferences, Problem, SyncKind};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::{Mutex, Notify, watch};

use crate::Core;

/// The clock continues while the computer sleeps, so it is polled.
const LOOK: Duration = Duration::from_mins(1);

const DAY: SignedDuration = SignedDuration::from_hours(24);

/// What happens without being asked for: syncs of what is new, and the removal of old snapshots.
#[derive(Default)]
pub(crate) struct Schedule {
    /// Something changed that it goes by.
    news: Arc<Notify>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    is_running: bool,
    /// When each connection's last sync was started in this session.
    begun: HashMap<String, Timestamp>,
    /// When retention was last applied, and for how many days.
    thinned: Option<(Timestamp, u16)>,
}

impl Schedule {
    /// The preferences or the connections are not what they were.
    pub(crate) fn changed(&self) {
        self.news.notify_one();
    }
}

impl Core {
    /// Begins to keep the schedule, once, for as long as there is a core.
    pub(crate) async fn keep_schedule(self: &Arc<Self>) {
        let mut state = self.schedule.state.lock().await;
        if std::mem::replace(&mut state.is_running, true) {
            return;
        }
        let (core, news) = (Arc::downgrade(self), Arc::clone(&self.schedule.news));
        tokio::spawn(async move {
            loop {
                match what_now(&core).await {
                    None => return,
                    // An error means that it has ended.
                    Some(Now::Wait(mut sync)) => drop(sync.changed().await),
                    Some(Now::Look) => drop(tokio::time::timeout(LOOK, news.notified()).await),
                    Some(Now::Rest) => news.notified().await,
                }
            }
        });
    }

    /// Starts the next sync that is due, if any: one at a time.
    async fn begin_next(&self, preferences: &Preferences) -> Option<watch::Receiver<()>> {
        for connection in self.ready().await {
            let (now, mut state) = (Timestamp::now(), self.schedule.state.lock().await);
            if is_due(state.begun.get(&connection).copied(), self.opened_at, preferences, now) {
                state.begun.insert(connection.clone(), now);
                drop(state);
                match self.begin_light(&connection).await {
                    Ok(sync) => return sync,
                    Err(problem) => tracing::warn!(%problem, "a sync could not begin"),
                }
            }
        }
        None
    }

    async fn begin_light(&self, connection: &str) -> Result<Option<watch::Receiver<()>>, Problem> {
        self.begin_sync(connection, SyncKind::Light).await?;
        Ok(self.syncs.end_of(connection))
    }

    async fn thin(&self, keep_days: u16) -> Result<(), Problem> {
        let now = Timestamp::now();
        let mut state = self.schedule.state.lock().await;
        let is_done = state.thinned.is_some_and(|(at, days)| days == keep_days && is_within(now, at, DAY));
        if keep_days == 0 || is_done {
            return Ok(());
        }
        state.thinned = Some((now, keep_days));
        drop(state);
        let before = now - SignedDuration::from_hours(24 * i64::from(keep_days));
        if self.library.ask(move |library| library.thin(before)).await? > 0 {
            self.library_changed.changed();
        }
        Ok(())
    }
}

/// What the schedule does next.
enum Now {
    /// Wait for the end of a sync.
    Wait(watch::Receiver<()>),
    /// Check again later.
    Look,
    /// Nothing, until something changes.
    Rest,
}

/// Runs what is due, and returns the next step; `None` after the core was dropped.
async fn what_now(core: &Weak<Core>) -> Option<Now> {
    let core = core.upgrade()?;
    let preferences = core.preferences().unwrap_or_default();
    if let Err(problem) = core.thin(preferences.keep_days).await {
        tracing::warn!(%problem, "old snapshots could not be removed");
    }
    Some(match core.begin_next(&preferences).await {
        Some(sync) => Now::Wait(sync),
        None if preferences.sync_minutes > 0 || preferences.keep_days > 0 => Now::Look,
        None => Now::Rest,
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
