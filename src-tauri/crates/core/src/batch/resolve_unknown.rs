//! Resolves creates whose response was lost. They are looked up and never resent automatically: a
//! missing report proves little (`field-notes.md` 17, 19).

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use assay_journal::{OpenRow, RowEnd};
use assay_model::{RowAction, BatchFilter, BatchRow, Problem, ProblemCode, ReportRow, RowState, address};
use jiff::{SignedDuration, Timestamp};
use tokio::time::{Instant, sleep};

use crate::{ingest::Observation, overtaking::RequestInstant};

use super::{
    run::lock,
    run_row::{Job, MOST_SENDS, RowOutcome, Turn, failed},
    run_trouble::{FailureAction, Backoff, effect},
};

/// The pause before the second lookup, which doubles each time, and its maximum.
const LATE: Duration = Duration::from_millis(1500);

/// For unknown creates: nothing else is sent meanwhile.
const MARGIN: SignedDuration = SignedDuration::from_secs(2);

/// Margin for rows of an earlier process: the clock may have been set since.
const UNCLEAR_LOOKS: u32 = 3;
const UNCLEAR: Duration = Duration::from_secs(5);

/// Lookups while other new reports have no known origin, and their pause: rows in flight get their
/// outcome meanwhile.
const DRIFT: SignedDuration = SignedDuration::from_secs(1);

/// Precedes the result of a lookup in the detail of a problem.
const LOOKED: &str = "then, looking: ";

/// Resolves the lost creates of a batch.
const LOOK_AT_CLOCK: Duration = Duration::from_secs(1);

/// A create whose outcome is not known.
#[derive(Clone)]
pub(super) struct Lost {
    pub row: BatchRow,
    pub begun_at: Timestamp,
    /// A moment at which both clocks were looked at, by both: when it was begun, or heard of again.
    pub seen: (Timestamp, Instant),
    pub problem: Problem,
}

impl Lost {
    /// Whether nobody knows what came of it although it was looked for until that was proven.
    pub(super) fn was_left_open(&self) -> bool {
        self.row.ended_at.is_some()
    }
}

impl From<OpenRow> for Lost {
    fn from(OpenRow { row, begun_at }: OpenRow) -> Self {
        let crashed = || Problem { tried_at: Some(begun_at), ..Problem::new(ProblemCode::OutcomeUnknown) };
        let problem = row.problem.clone().unwrap_or_else(crashed);
        Self { row, begun_at, seen: (Timestamp::now(), Instant::now()), problem }
    }
}

    /// Records the reports that exist before the batch creates any, and the service's time.
#[derive(Debug, PartialEq)]
enum Look {
    /// The report.
    Found(Box<ReportRow>),
    /// No report that the create can have made.
    Nothing,
    /// Reports that it may have made.
    Unclear(Vec<String>),
}

    /// Looks up a report by the row's URL; `None` while the outcome is open.
#[derive(Default)]
pub(super) struct Others {
    made: HashSet<String>,
    /// The pages that are being created, or may have been, by the numbers of their rows.
    open: HashMap<u32, String>,
}

impl Others {
    /// A row is sent.
    pub(super) fn begin(&mut self, row: &BatchRow) {
        if row.act == RowAction::Create {
            self.open.extend(address::stored(&row.address).map(|page| (row.number, page)));
        }
    }

    /// Repeats the lookup until the outcome is known, or cannot be.
    pub(super) fn end(&mut self, number: u32, state: RowState, made: Option<String>) {
        if !matches!(state, RowState::Running | RowState::Unknown) {
            self.open.remove(&number);
        }
        self.made.extend(made.filter(|_| state == RowState::Done));
    }
}

impl Job {
    /// Looks whether a report of the row's address is there. Answers nothing where that is still open.
    pub(super) async fn look(&self, lost: &Lost) -> Result<Option<RowOutcome>, Problem> {
        let client = self.reach().await?;
        let seen = client.seek_address(&lost.row.address, lost.begun_at).await?;
        if seen.is_empty() {
            return Ok(None);
        }
        let look = decide(&lost.row, seen, &lock(&self.others));
        match look {
            Look::Found(row) => Ok(Some(self.found(lost, *row).await)),
            // What else there is of the address is some other row's.
            Look::Nothing | Look::Unclear(_) => Ok(None),
        }
    }

    /// Looks until the row's outcome is known, or proven not to be knowable.
    pub(super) async fn settle(&self, lost: Lost) -> RowOutcome {
        let Ok(_settling) = self.settling.acquire().await else {
            return RowOutcome::Broken(Problem::new(ProblemCode::Internal));
        };
        let mut patience = Backoff::default();
        loop {
            match self.try_to_settle(&lost).await {
                Ok(told) => return told,
                Err(problem) if effect(problem.code) == FailureAction::Waits => {
                    patience.trouble(&problem);
                    sleep(patience.left().unwrap_or_default()).await;
                }
                Err(problem) if effect(problem.code) == FailureAction::Fails => return self.not_told(&lost, &problem).await,
                // The row stays as it is: it is looked for when the batch goes on.
                Err(problem) => return RowOutcome::Broken(problem),
            }
        }
    }

    async fn try_to_settle(&self, lost: &Lost) -> Result<RowOutcome, Problem> {
        for pause in [Duration::ZERO, LATE] {
            sleep(pause).await;
            if let Some(told) = self.look(lost).await? {
                return Ok(told);
            }
        }
        let until = lost.begun_at.saturating_add(self.longest_write().await?).unwrap_or(Timestamp::MAX);
        let last_look = until.saturating_add(MARGIN).unwrap_or(Timestamp::MAX);
        while Timestamp::now() < last_look {
            if lost.begun_at > Timestamp::now() + MARGIN {
                // The clock was set back: what was created since cannot be told.
                return Ok(self.left_open(lost, "the clock of this computer was set back").await);
            }
            sleep(LOOK_AT_CLOCK).await;
        }
        for pause in 0..UNCLEAR_LOOKS {
            sleep(UNCLEAR * pause.min(1)).await;
            let client = self.reach().await?;
            let Some(seen) = client.created_between(lost.begun_at, until).await? else {
                let why = "what was created since cannot be told from the service's list";
                return Ok(self.left_open(lost, why).await);
            };
            let (look, is_any_open) = {
                let others = lock(&self.others);
                let is_any_open = others.open.keys().any(|number| *number != lost.row.number);
                (decide(&lost.row, seen, &others), is_any_open)
            };
            // Rows in flight may explain the other reports.
            let is_last = pause + 1 == UNCLEAR_LOOKS || !is_any_open;
            match look {
                Look::Found(row) => return Ok(self.found(lost, *row).await),
                Look::Nothing if do_clocks_agree(lost.seen.0, Timestamp::now(), lost.seen.1.elapsed()) => {
                    return Ok(self.not_done(lost).await);
                }
                Look::Nothing => {
                    let why = "the clock of this computer was set, or it slept";
                    return Ok(self.left_open(lost, why).await);
                }
                Look::Unclear(ids) if is_last => {
                    let ids = ids.into_iter().take(10).collect::<Vec<_>>().join(", ");
                    return Ok(self.left_open(lost, &format!("it may have made one of these reports: {ids}")).await);
                }
                Look::Unclear(_) => {}
            }
        }
        Err(Problem::new(ProblemCode::Internal))
    }

    /// Loads the earlier creates of the batch.
    async fn longest_write(&self) -> Result<SignedDuration, Problem> {
        let saved = self.core()?.find(&self.connection).await?;
        Ok(SignedDuration::from_secs(saved.network.write_seconds.into()))
    }

    /// Reads what the creates of the batch have made before.
    pub(super) async fn know_others(&self) -> Result<(), Problem> {
        let batch = self.batch;
        let state = Some(RowState::Done);
        let made = BatchFilter { act: Some(RowAction::Create), state, ..BatchFilter::default() };
        let ask = move |journal: &assay_journal::Journal| {
            let mut others = Others::default();
            journal.each(batch, &made, |row| others.made.extend(row.report))?;
            journal.open_rows(batch)?.iter().for_each(|open| others.begin(&open.row));
            Ok(others)
        };
        let others = self.desk.ask(ask).await?;
        *lock(&self.others) = others;
        Ok(())
    }

    async fn found(&self, lost: &Lost, found: ReportRow) -> RowOutcome {
        if let Ok(core) = self.core() {
            let news = Observation::Rows { scope: self.scope.clone(), rows: vec![found.clone()], at: RequestInstant::now() };
            core.note(&self.connection, news).await;
        }
        let trouble = self.keep_found(&lost.row, &found.id).await;
        let end = RowEnd {
            state: RowState::Done,
            report: Some(found.id),
            problem: trouble.clone(),
            was_found: true,
            ..failed(&lost.problem, None)
        };
        self.ended(&lost.row, end, None, trouble).await
    }

    /// Handles a lookup that the service refuses.
    async fn not_done(&self, lost: &Lost) -> RowOutcome {
        let losses = lock(&self.losses).get(&lost.row.number).copied().unwrap_or_default();
        if losses >= MOST_SENDS {
            let problem = Problem { code: ProblemCode::NotDone, ..lost.problem.clone() };
            return self.ended(&lost.row, failed(&problem, None), Some(problem), None).await;
        }
        let waits = RowEnd { state: RowState::Waiting, problem: None, ..failed(&lost.problem, None) };
        match self.write(lost.row.number, waits).await {
            Ok(()) => RowOutcome::Back(Turn { row: lost.row.clone(), begun_at: None }, None),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    /// The service refuses to say.
    pub(super) async fn not_told(&self, lost: &Lost, problem: &Problem) -> RowOutcome {
        self.left_open(lost, &format!("the service does not tell: {problem}")).await
    }

    /// Leaves the row to the user.
    async fn left_open(&self, lost: &Lost, why: &str) -> RowOutcome {
        // What an earlier look has told is not true any more.
        let said = lost.problem.detail.as_deref().and_then(|said| said.split(LOOKED).next()).unwrap_or_default();
        let gap = if said.is_empty() || said.ends_with("; ") { "" } else { "; " };
        let problem = Problem { detail: Some(format!("{said}{gap}{LOOKED}{why}")), ..lost.problem.clone() };
        let end = RowEnd { state: RowState::Unknown, is_left_open: true, ..failed(&problem, None) };
        match self.write(lost.row.number, end).await {
            Ok(()) => RowOutcome::Open,
            Err(problem) => RowOutcome::Broken(problem),
        }
    }
}

/// Whether the wall clock has gone on as the other one has.
fn do_clocks_agree(before: Timestamp, now: Timestamp, passed: Duration) -> bool {
    SignedDuration::try_from(passed).is_ok_and(|passed| (now.duration_since(before) - passed).abs() <= DRIFT)
}

/// Which of the reports that were created since is the one of a lost create.
fn decide(lost: &BatchRow, seen: Vec<ReportRow>, others: &Others) -> Look {
    let (url, number) = (&lost.address, lost.number);
    let new: Vec<_> = seen.into_iter().filter(|row| !others.made.contains(&row.id)).collect();
    let is_it = |row: &&ReportRow| {
        // A row without a date proves nothing: it may be an old one.
        let is_dated = row.created_at.is_some() || row.generated_at.is_some();
        is_dated && address::is_same_page(&row.address, url)
    };
    let own: Vec<_> = new.iter().filter(is_it).collect();
    match own.as_slice() {
        [] => {}
        [found] => return Look::Found(Box::new((*found).clone())),
        several => return Look::Unclear(several.iter().map(|row| row.id.clone()).collect()),
    }
    // An address that redirects is kept under another: what no other row explains may be it.
    let mut open: Vec<_> = others.open.iter().filter(|(other, _)| **other != number).map(|(_, page)| page).collect();
    let mut is_unexplained = |row: &ReportRow| {
        let page = address::stored(&row.address);
        let place = open.iter().position(|open| page.as_ref() == Some(*open));
        place.map(|place| open.swap_remove(place)).is_none()
    };
    let unexplained: Vec<_> = new.iter().filter(|row| is_unexplained(row)).map(|row| row.id.clone()).collect();
    if unexplained.is_empty() { Look::Nothing } else { Look::Unclear(unexplained) }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use assay_model::{RowAction, BatchRow, ReportRow, RowState};
    use jiff::{SignedDuration, Timestamp};

    use super::{Look, Others, decide, do_clocks_agree};

    fn row(id: &str, address: &str) -> ReportRow {
        ReportRow {
            id: id.to_owned(),
            address: address.to_owned(),
            url: None,
            project: None,
            verdict: None,
            score: None,
            privacy: None,
            has_password: None,
            generated_at: None,
            created_at: Some(Timestamp::UNIX_EPOCH),
            updated_at: None,
            odd: Vec::new(),
        }
    }

    /// A row of which nobody knows what came.
    fn lost(address: &str) -> BatchRow {
        BatchRow {
            number: 1,
            line: None,
            address: address.to_owned(),
            report: None,
            act: RowAction::Create,
            skipped: None,
            choices: Vec::new(),
            from: None,
            to: None,
            has_password: false,
            generated_at: None,
            state: RowState::Unknown,
            problem: None,
            was_found: false,
            ended_at: None,
            took: None,
        }
    }

    fn others(made: &[&str], open: &[&str]) -> Others {
        let mut others = Others::default();
        others.begin(&lost("a.example/x"));
        for (number, address) in (2..).zip(open) {
            others.begin(&BatchRow { number, ..lost(address) });
        }
        for (number, id) in (100..).zip(made) {
            others.end(number, RowState::Done, Some((*id).to_owned()));
        }
        others
    }

    #[test]
    fn one_new_report_of_the_address_is_it_and_several_may_be() {
        let look = |seen: Vec<ReportRow>, others| decide(&lost("https://www.a.example/x/"), seen, &others);
        let [own, twin] = [row("1", "a.example/x"), row("2", "a.example/x")];
        let undated = ReportRow { created_at: None, ..own.clone() };
        let found = |row: &ReportRow| Look::Found(Box::new(row.clone()));
        let unclear = |ids: &[&str]| Look::Unclear(ids.iter().map(|id| (*id).to_owned()).collect());
        assert_eq!(look(vec![own.clone(), row("3", "b.example")], others(&[], &[])), found(&own));
        assert_eq!(look(vec![own.clone(), twin.clone()], others(&[], &[])), unclear(&["1", "2"]));
        assert_eq!(look(vec![own.clone(), twin.clone()], others(&["2"], &[])), found(&own));
        assert_eq!(look(vec![own, twin], others(&["1", "2"], &[])), Look::Nothing);
        assert_eq!(look(vec![undated], others(&[], &[])), unclear(&["1"]));
        assert_eq!(look(Vec::new(), others(&[], &[])), Look::Nothing);
    }

    #[test]
    fn a_report_of_another_address_may_be_it_unless_another_row_explains_it() {
        let seen = || vec![row("1", "b.example"), row("2", "b.example")];
        let look = |others| decide(&lost("https://a.example/x"), seen(), &others);
        assert_eq!(look(others(&["1", "2"], &[])), Look::Nothing);
        assert_eq!(look(others(&["1"], &["b.example"])), Look::Nothing);
        assert_eq!(look(others(&["1"], &["c.example"])), Look::Unclear(vec!["2".to_owned()]));
        // One row makes one report.
        assert_eq!(look(others(&[], &["b.example"])), Look::Unclear(vec!["2".to_owned()]));
    }

    #[test]
    fn clocks_agree_unless_one_was_set_or_stood_still() {
        let before = Timestamp::UNIX_EPOCH;
        let agree =
            |by_wall| do_clocks_agree(before, before + SignedDuration::from_millis(by_wall), Duration::from_secs(90));
        assert!(agree(90_000) && agree(90_900) && agree(89_100));
        assert!(!agree(690_000) && !agree(-510_000) && !agree(0));
    }
}
