use std::sync::Arc;

use assay_journal::{MeanDurations, StoredBatch};
use assay_model::{ActCounts, Batch, BatchState, MonthlyQuota, Problem, StateCounts};
use jiff::{Timestamp, tz::TimeZone};

use super::{batch_cipher::BatchCiphers, journal_handle::JournalHandle, running::RunningBatches};
use crate::{connections::ConnectionStore, library_handle::LibraryHandle, preferences::PreferenceStore};

/// Batches as the window sees them.
pub(crate) struct BatchViews {
    pub journal: JournalHandle,
    pub running: Arc<RunningBatches>,
    pub ciphers: Arc<BatchCiphers>,
    pub connections: Arc<ConnectionStore>,
    pub preferences: Arc<PreferenceStore>,
    pub library: LibraryHandle,
}

impl BatchViews {
    /// A batch for the window. The keychain may ask the user for its key.
    pub(crate) async fn batch(&self, number: u32) -> Result<Batch, Problem> {
        self.ciphers.check_cipher(number).await?;
        self.batch_as_known(number).await
    }

    /// A batch for the window, without reading the keychain.
    pub(super) async fn batch_as_known(&self, number: u32) -> Result<Batch, Problem> {
        let stored = self.journal.ask(move |journal| journal.batch(number).read()).await?;
        self.batch_view(stored).await
    }

    /// Converts a stored batch for the window, without reading the keychain.
    pub(crate) async fn batch_view(&self, stored: StoredBatch) -> Result<Batch, Problem> {
        let pace = self.pace_of(&stored).await?;
        let quota = self.known_quota(&stored).await;
        // Passwords without their key can't be used.
        let is_sealed_for_ever = stored.passwords > 0 && self.journal.is_cipher_lost(stored.number);
        let passwords_missing = stored.passwords_missing + if is_sealed_for_ever { stored.passwords } else { 0 };
        // The reason may be known only in memory.
        let (state, problem) = match self.running.stop_reason(stored.number) {
            Some(reason) => (BatchState::Paused, Some(reason)),
            None => (stored.state, stored.problem.clone()),
        };
        Ok(Batch {
            number: stored.number,
            connection: stored.connection,
            wish: stored.wish,
            from: stored.origin,
            first_address: stored.first_address,
            state,
            problem,
            acts: stored.acts,
            states: stored.states,
            bad_lines: stored.bad_lines,
            passwords_missing,
            keep_passwords: stored.keep_passwords,
            made_at: stored.made_at,
            started_at: stored.started_at,
            ended_at: stored.ended_at,
            held_until: stored.held_until,
            a_minute: pace.map(|pace| pace.a_minute),
            seconds_left: pace.map(|pace| pace.seconds_left),
            quota,
            can_undo: stored.can_undo,
            privacies: stored.privacies,
            has_own_privacies: stored.has_own_privacies,
        })
    }

    /// The actual or expected speed of a batch.
    async fn pace_of(&self, stored: &StoredBatch) -> Result<Option<EstimatedPace>, Problem> {
        if stored.state == BatchState::Ended {
            return Ok(None);
        }
        let StateCounts { waiting, running, unknown, .. } = stored.states;
        if let Some((a_minute, seconds_left)) = self.running.throughput_of(stored.number, waiting + running + unknown) {
            return Ok(Some(EstimatedPace { a_minute, seconds_left }));
        }
        let connection = stored.connection.clone();
        let mean = self.journal.ask(move |journal| journal.mean_durations(&connection)).await?;
        let Ok(saved) = self.connections.find(&stored.connection).await else { return Ok(None) };
        let at_once = self.preferences.read()?.batch_at_once;
        // The service's last duration, until a batch has created a report.
        let last = saved.generation.create_millis.map(f64::from);
        let mean = MeanDurations { create: mean.create.or(last), ..mean };
        Ok(estimate_pace(stored.left, mean, at_once, saved.generation.rate_limit))
    }

    /// How many reports can still be created, if the user entered a quota and the library has the
    /// rest.
    async fn known_quota(&self, stored: &StoredBatch) -> Option<MonthlyQuota> {
        if stored.state == BatchState::Ended || stored.acts.create == 0 {
            return None;
        }
        let limit = *self.preferences.read().ok()?.quotas.get(&stored.connection)?;
        let since = start_of_month(Timestamp::now())?;
        let scope = stored.scope.clone();
        let used = self.library.ask(move |library| library.scope(&scope).created_since(since)).await.ok()?;
        Some(MonthlyQuota { limit, used })
    }
}

/// Services appear to count by UTC months.
fn start_of_month(now: Timestamp) -> Option<Timestamp> {
    Some(now.to_zoned(TimeZone::UTC).first_of_month().ok()?.start_of_day().ok()?.timestamp())
}

/// How fast rows are processed.
#[derive(Debug, Clone, Copy, PartialEq)]
struct EstimatedPace {
    a_minute: f64,
    seconds_left: u32,
}

/// Estimates the speed from average durations and the rate limit per minute; `None` if neither is
/// known or nothing is left.
fn estimate_pace(left: ActCounts, mean: MeanDurations, at_once: u8, limit: Option<u32>) -> Option<EstimatedPace> {
    // Deletes include the read for a backup and the one that proves them.
    let acts = [
        (left.create, mean.create, 1),
        (left.refresh, mean.refresh, 1),
        (left.privacy, mean.privacy, 1),
        (left.delete, mean.delete, 3),
    ];
    let rows: u32 = acts.iter().map(|(rows, ..)| rows).sum();
    if rows == 0 {
        return None;
    }
    let by_limit = limit.filter(|limit| *limit > 0).map(|limit| {
        let requests: u32 = acts.iter().map(|(rows, _, requests)| rows * requests).sum();
        f64::from(requests) * 60.0 / f64::from(limit)
    });
    // Unknown for actions that were never done.
    let times: Option<Vec<f64>> =
        acts.iter().filter(|(rows, ..)| *rows > 0).map(|(rows, took, _)| Some(f64::from(*rows) * (*took)?)).collect();
    let by_time = times.map(|times| times.iter().sum::<f64>() / 1000.0 / f64::from(at_once.max(1)));
    // A rate limit says nothing about how long checks take.
    let is_checking_unknown =
        (left.create > 0 && mean.create.is_none()) || (left.refresh > 0 && mean.refresh.is_none());
    let seconds = match (by_limit, by_time) {
        (Some(by_limit), Some(by_time)) => by_limit.max(by_time),
        (_, None) if is_checking_unknown => return None,
        (one, other) => one.or(other)?,
    };
    let seconds = seconds.max(0.001);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is neither negative nor so large")]
    let seconds_left = seconds.ceil().min(f64::from(u32::MAX)) as u32;
    Some(EstimatedPace { a_minute: f64::from(rows) * 60.0 / seconds, seconds_left })
}

#[cfg(test)]
mod tests {
    use assay_journal::MeanDurations;
    use assay_model::ActCounts;

    use super::{EstimatedPace, estimate_pace, start_of_month};

    #[test]
    fn the_slower_of_limit_and_usual_time_tells_how_long_it_takes() {
        let left = ActCounts { create: 120, skip: 900, ..ActCounts::default() };
        let mean = MeanDurations { create: Some(2000.0), ..MeanDurations::default() };
        assert_eq!(estimate_pace(left, MeanDurations::default(), 4, None), None);
        assert_eq!(estimate_pace(left, MeanDurations::default(), 4, Some(6000)), None, "a limit is no duration");
        let by_time = Some(EstimatedPace { a_minute: 120.0, seconds_left: 60 });
        assert_eq!(estimate_pace(left, mean, 4, None), by_time);
        assert_eq!(estimate_pace(left, mean, 4, Some(600)), by_time);
        assert_eq!(estimate_pace(left, mean, 4, Some(60)), Some(EstimatedPace { a_minute: 60.0, seconds_left: 120 }));
        assert_eq!(estimate_pace(ActCounts { skip: 9, ..ActCounts::default() }, mean, 4, Some(60)), None);
    }

    #[test]
    fn a_delete_takes_three_requests_and_what_was_never_done_is_not_guessed() {
        let left = ActCounts { create: 1, delete: 30, ..ActCounts::default() };
        let mean = MeanDurations { create: Some(1000.0), ..MeanDurations::default() };
        assert_eq!(estimate_pace(left, mean, 4, None), None);
        assert_eq!(estimate_pace(left, mean, 4, Some(91)).map(|pace| pace.seconds_left), Some(60));
    }

    #[test]
    fn a_month_begins_on_its_first_day_in_utc() {
        let begin = start_of_month("2026-02-28T23:59:59-02:00".parse().unwrap()).unwrap();
        assert_eq!(begin.to_string(), "2026-03-01T00:00:00Z");
    }
}
