use std::{
    collections::HashSet,
    path::Path,
    sync::{Arc, Mutex},
};

use assay_journal::{Journal, Kept, UsualTimes};
use assay_model::{ActCounts, Batch, BatchState, KnownQuota, Problem, ProblemCode, StateCounts};
use jiff::{Timestamp, tz::TimeZone};
use tokio::task::spawn_blocking;

use super::run::lock;
use crate::Core;

/// The file of the journal in the app's data folder.
const FILE: &str = "batches.sqlite";

/// Where the batches are kept.
#[derive(Clone)]
pub(crate) struct Desk {
    /// Absent in safe mode.
    journal: Option<Journal>,
    /// The batches whose key was looked for, and is lost.
    unsealable: Arc<Mutex<HashSet<u32>>>,
}

impl Desk {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { journal: Some(Journal::open(&folder.join(FILE))), unsealable: Arc::default() }
    }

    /// The one of safe mode, which has no journal.
    pub(crate) fn closed() -> Self {
        Self { journal: None, unsealable: Arc::default() }
    }

    /// Takes note of whether the key of a batch is lost.
    pub(super) fn note_seal(&self, batch: u32, is_lost: bool) {
        let mut unsealable = lock(&self.unsealable);
        if is_lost {
            unsealable.insert(batch);
        } else {
            unsealable.remove(&batch);
        }
    }

    fn is_unsealable(&self, batch: u32) -> bool {
        lock(&self.unsealable).contains(&batch)
    }

    /// Asks the journal something, off the async threads. Fails with [`ProblemCode::SafeMode`] in safe mode.
    pub(crate) async fn ask<T: Send + 'static>(
        &self,
        ask: impl FnOnce(&Journal) -> assay_journal::Result<T> + Send + 'static,
    ) -> Result<T, Problem> {
        let journal = self.journal.clone().ok_or_else(|| Problem::new(ProblemCode::SafeMode))?;
        let answer = spawn_blocking(move || ask(&journal)).await;
        let answer = answer.map_err(|fault| Problem::new(ProblemCode::JournalFailed).with_detail(fault.to_string()))?;
        answer.map_err(Problem::from)
    }
}

impl Core {
    /// A batch as the window sees it. The keychain may ask the user for its key.
    pub(crate) async fn batch(&self, number: u32) -> Result<Batch, Problem> {
        self.look_for_seal(number).await?;
        self.batch_as_known(number).await
    }

    /// The same as far as it is known without the keychain.
    pub(super) async fn batch_as_known(&self, number: u32) -> Result<Batch, Problem> {
        let kept = self.desk.ask(move |journal| journal.read(number)).await?;
        self.shown_batch(kept).await
    }

    /// A batch that has changed, which is told to the window, too.
    pub(super) async fn told(&self, number: u32) -> Result<Batch, Problem> {
        self.runs.changed(number);
        self.batch(number).await
    }

    /// What is kept of a batch, as the window sees it. The keychain is not asked.
    pub(crate) async fn shown_batch(&self, kept: Kept) -> Result<Batch, Problem> {
        let pace = self.pace_of(&kept).await?;
        let quota = self.known_quota(&kept).await;
        // Those whose key is lost are as good as none.
        let is_sealed_for_ever = kept.passwords > 0 && self.desk.is_unsealable(kept.number);
        let passwords_missing = kept.passwords_missing + if is_sealed_for_ever { kept.passwords } else { 0 };
        // That it stands still may be known only here.
        let (state, problem) = match self.runs.reason_of(kept.number) {
            Some(reason) => (BatchState::Paused, Some(reason)),
            None => (kept.state, kept.problem.clone()),
        };
        Ok(Batch {
            number: kept.number,
            connection: kept.connection,
            wish: kept.wish,
            from: kept.origin,
            state,
            problem,
            acts: kept.acts,
            states: kept.states,
            bad_lines: kept.bad_lines,
            passwords_missing,
            keep_passwords: kept.keep_passwords,
            made_at: kept.made_at,
            started_at: kept.started_at,
            ended_at: kept.ended_at,
            held_until: kept.held_until,
            a_minute: pace.map(|pace| pace.a_minute),
            seconds_left: pace.map(|pace| pace.seconds_left),
            quota,
            can_undo: kept.can_undo,
        })
    }

    /// How fast a batch goes, or would go.
    async fn pace_of(&self, kept: &Kept) -> Result<Option<Pace>, Problem> {
        if kept.state == BatchState::Ended {
            return Ok(None);
        }
        let StateCounts { waiting, running, unknown, .. } = kept.states;
        if let Some((a_minute, seconds_left)) = self.runs.pace_of(kept.number, waiting + running + unknown) {
            return Ok(Some(Pace { a_minute, seconds_left }));
        }
        let connection = kept.connection.clone();
        let usual = self.desk.ask(move |journal| journal.usual_times(&connection)).await?;
        let Ok(saved) = self.find(&kept.connection).await else { return Ok(None) };
        let at_once = self.preferences()?.batch_at_once;
        Ok(usual_pace(kept.left, usual, at_once, saved.generation.rate_limit))
    }

    /// How many reports may still be created, where the user told how many there may be and the library knows the rest.
    async fn known_quota(&self, kept: &Kept) -> Option<KnownQuota> {
        if kept.state == BatchState::Ended || kept.acts.create == 0 {
            return None;
        }
        let limit = *self.preferences().ok()?.quotas.get(&kept.connection)?;
        let since = start_of_month(Timestamp::now())?;
        let scope = kept.scope.clone();
        let used = self.library.ask(move |library| library.created_since(&scope, since)).await.ok()?;
        Some(KnownQuota { limit, used })
    }
}

/// Services count by months of UTC, as far as can be told.
fn start_of_month(now: Timestamp) -> Option<Timestamp> {
    Some(now.to_zoned(TimeZone::UTC).first_of_month().ok()?.start_of_day().ok()?.timestamp())
}

/// How fast rows are done.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Pace {
    a_minute: f64,
    seconds_left: u32,
}

/// How fast rows would be done, by how long they usually take and by how many requests the service allows a minute.
/// Nothing where neither is known, or nothing is left.
fn usual_pace(left: ActCounts, usual: UsualTimes, at_once: u8, limit: Option<u32>) -> Option<Pace> {
    // Before a report is deleted it is read, so that a copy of it stays.
    let acts = [
        (left.create, usual.create, 1),
        (left.refresh, usual.refresh, 1),
        (left.privacy, usual.privacy, 1),
        (left.delete, usual.delete, 2),
    ];
    let rows: u32 = acts.iter().map(|(rows, ..)| rows).sum();
    if rows == 0 {
        return None;
    }
    let by_limit = limit.filter(|limit| *limit > 0).map(|limit| {
        let requests: u32 = acts.iter().map(|(rows, _, requests)| rows * requests).sum();
        f64::from(requests) * 60.0 / f64::from(limit)
    });
    // Of what was never done, nothing is known.
    let times: Option<Vec<f64>> =
        acts.iter().filter(|(rows, ..)| *rows > 0).map(|(rows, took, _)| Some(f64::from(*rows) * (*took)?)).collect();
    let by_time = times.map(|times| times.iter().sum::<f64>() / 1000.0 / f64::from(at_once.max(1)));
    let seconds = match (by_limit, by_time) {
        (Some(by_limit), Some(by_time)) => by_limit.max(by_time),
        (one, other) => one.or(other)?,
    };
    let seconds = seconds.max(0.001);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is neither negative nor so large")]
    let seconds_left = seconds.ceil().min(f64::from(u32::MAX)) as u32;
    Some(Pace { a_minute: f64::from(rows) * 60.0 / seconds, seconds_left })
}

#[cfg(test)]
mod tests {
    use assay_journal::UsualTimes;
    use assay_model::ActCounts;

    use super::{Pace, start_of_month, usual_pace};

    #[test]
    fn the_slower_of_limit_and_usual_time_tells_how_long_it_takes() {
        let left = ActCounts { create: 120, skip: 900, ..ActCounts::default() };
        let usual = UsualTimes { create: Some(2000.0), ..UsualTimes::default() };
        assert_eq!(usual_pace(left, UsualTimes::default(), 4, None), None);
        let by_time = Some(Pace { a_minute: 120.0, seconds_left: 60 });
        assert_eq!(usual_pace(left, usual, 4, None), by_time);
        assert_eq!(usual_pace(left, usual, 4, Some(600)), by_time);
        assert_eq!(usual_pace(left, usual, 4, Some(60)), Some(Pace { a_minute: 60.0, seconds_left: 120 }));
        assert_eq!(usual_pace(ActCounts { skip: 9, ..ActCounts::default() }, usual, 4, Some(60)), None);
    }

    #[test]
    fn a_delete_takes_two_requests_and_what_was_never_done_is_not_guessed() {
        let left = ActCounts { create: 1, delete: 30, ..ActCounts::default() };
        let usual = UsualTimes { create: Some(1000.0), ..UsualTimes::default() };
        assert_eq!(usual_pace(left, usual, 4, None), None);
        assert_eq!(usual_pace(left, usual, 4, Some(61)).map(|pace| pace.seconds_left), Some(60));
    }

    #[test]
    fn a_month_begins_on_its_first_day_in_utc() {
        let begin = start_of_month("2026-02-28T23:59:59-02:00".parse().unwrap()).unwrap();
        assert_eq!(begin.to_string(), "2026-03-01T00:00:00Z");
    }
}
