//! Sends one row of a running batch. The intent is saved before it is sent, the outcome before it
//! is reported.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use assay_api::{BeforeWrite, Client, CallContext};
use assay_journal::RowEnd;
use assay_model::{
    RowAction, BatchRow, NewReport, Privacy, Problem, ProblemCode, Report, ReportUpdate, RowState, Secret, SkipReason,
};
use jiff::Timestamp;
use tokio::{
    sync::{Semaphore, watch},
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::{Core, connections::ServiceHandle};

use super::{
    Desk,
    run::lock,
    run_news::Unread,
    run_trouble::{FailureAction, effect},
    settle::{Lost, Others},
};

/// For a change or a delete with an unknown outcome.
pub(super) const MOST_SENDS: u8 = 8;

/// Before a write with an unknown outcome is resent.
const AGAIN: Duration = Duration::from_secs(1);

/// What the rows of all batches are sent with.
pub(super) struct Job {
    pub core: Weak<Core>,
    pub desk: Desk,
    pub batch: u32,
    pub connection: String,
    /// The library's name of the service.
    pub scope: String,
    pub keep_passwords: bool,
    /// Whether the batch creates reports.
    pub losses: Mutex<HashMap<u32, u8>>,
    /// What its creates have made so far.
    pub others: Mutex<Others>,
    /// Only so many rows are looked for at once.
    pub settling: Semaphore,
    pub unread: Unread,
}

/// A row's turn.
pub(super) struct Turn {
    pub row: BatchRow,
    /// When it was first sent, if the outcome is unknown.
    pub begun_at: Option<Timestamp>,
}

/// Counts a row as in flight until this is dropped.
pub(super) struct Flight(watch::Sender<usize>);

impl Flight {
    pub(super) fn begin(count: &watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count.clone())
    }
}

impl Drop for Flight {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// The outcome of an attempt, once it is on the disk.
pub(super) enum RowOutcome {
    /// It has its outcome: how it failed, if it did.
    Ended { failure: Option<Problem>, trouble: Option<Problem> },
    /// It was not sent, or proven not to have been done, and waits again.
    Back(Turn, Option<Problem>),
    /// A create whose outcome is not known.
    Lost(Lost),
    /// A create whose outcome cannot be known: the user decides.
    Open,
    /// Nothing more can be told: the journal fails, or the core is gone.
    Broken(Problem),
}

/// The service's response to a write.
struct Proof {
    /// What it said of the report, unless that is gone.
    report: Option<Report>,
    was_found: bool,
    /// The report was already removed.
    was_gone: bool,
}

/// When a row was last sent.
type Sent = Mutex<Option<(Timestamp, Instant)>>;

impl Job {
    pub(super) fn core(&self) -> Result<Arc<Core>, Problem> {
        self.core.upgrade().ok_or_else(|| Problem::new(ProblemCode::Cancelled))
    }

    /// The service, as long as it is the one that the rows are of.
    pub(super) async fn reach(&self) -> Result<Client, Problem> {
        let ServiceHandle { client, scope } = self.core()?.reach(&self.connection).await?;
        if scope == self.scope { Ok(client) } else { Err(Problem::new(ProblemCode::ConnectionUnknown)) }
    }

    /// [`Self::client`], which records each write before it is sent.
    pub(super) async fn send(self: &Arc<Self>, turn: Turn, flight: Flight, stop: CancellationToken) -> RowOutcome {
        let Turn { row, begun_at } = turn;
        let (sent, mut lost_since) = (Arc::<Sent>::default(), begun_at);
        let password = match self.password(&row).await {
            Ok(password) => password,
            Err(problem) => return self.not_sent(Turn { row, begun_at }, begun_at.is_some(), problem).await,
        };
        let errand = CallContext {
            is_background: true,
            is_steady: true,
            cancelled: stop.clone(),
            before_write: Some(self.intent(&row, &sent)),
        };
        let work = self.until_proven(&row, password.as_ref(), &sent, &mut lost_since, &stop);
        let outcome = errand.run(work).await;
        let sent = *lock(&sent);
        let took = sent.map(|(_, begun)| millis(begun.elapsed()));
        let problem = match outcome {
            Ok(proof) => {
                // The next row need not wait until this outcome is stored.
                drop(flight);
                return self.done(&row, proof, password, took).await;
            }
            Err(problem) => problem,
        };
        match effect(problem.code) {
            FailureAction::Fails => self.ended(&row, failed(&problem, took), Some(problem), None).await,
            FailureAction::Loses if row.act == RowAction::Create => {
                self.lost(row, sent.unwrap_or_else(|| (Timestamp::now(), Instant::now())), problem).await
            }
            FailureAction::Loses => {
                let end = RowEnd { state: RowState::Unknown, ..failed(&problem, took) };
                self.ended(&row, end, Some(problem), None).await
            }
            FailureAction::Waits | FailureAction::Stops => {
                let is_open = begun_at.is_some() || sent.is_some();
                self.not_sent(Turn { row, begun_at: lost_since }, is_open, problem).await
            }
        }
    }

    /// Records that a row is about to be sent.
    fn intent(self: &Arc<Self>, row: &BatchRow, sent: &Arc<Sent>) -> BeforeWrite {
        let (job, row, sent) = (Arc::clone(self), Arc::new(row.clone()), Arc::clone(sent));
        BeforeWrite::new(move || {
            let (job, row, sent) = (Arc::clone(&job), Arc::clone(&row), Arc::clone(&sent));
            async move {
                let (batch, number, now) = (job.batch, row.number, Timestamp::now());
                job.desk.ask(move |journal| journal.begin(batch, number, now)).await?;
                *lock(&sent) = Some((now, Instant::now()));
                lock(&job.others).begin(&row);
                job.core()?.runs.changed(batch);
                Ok(())
            }
        })
    }

    /// The password to set for a row.
    async fn password(&self, row: &BatchRow) -> Result<Option<Secret>, Problem> {
        if row.to != Some(Privacy::Password)
            || !matches!(row.act, RowAction::Create | RowAction::Refresh | RowAction::Privacy)
        {
            return Ok(None);
        }
        let password = self.core()?.batch_password(self.batch, row.number).await?;
        password.map(Some).ok_or_else(|| Problem::new(ProblemCode::BatchNotReady))
    }

    /// Sends a row. Changes and deletes are resent while their outcome is unknown: they are idempotent.
    async fn until_proven(
        &self,
        row: &BatchRow,
        password: Option<&Secret>,
        sent: &Sent,
        lost_since: &mut Option<Timestamp>,
        stop: &CancellationToken,
    ) -> Result<Proof, Problem> {
        for pauses in 1.. {
            let outcome = match row.act {
                RowAction::Create => return self.create(row, password).await,
                RowAction::Refresh | RowAction::Privacy => self.update(row, password, *lost_since).await,
                RowAction::Delete => self.delete(row, lost_since.is_some()).await,
                RowAction::Skip => Err(Problem::new(ProblemCode::Internal)),
            };
            let problem = match outcome {
                Err(problem) if matches!(problem.code, ProblemCode::OutcomeUnknown | ProblemCode::NotDone) => problem,
                proven => return proven,
            };
            *lost_since = lost_since.or(lock(sent).map(|(at, _)| at));
            let is_stopped = stop.run_until_cancelled(sleep(AGAIN * pauses)).await.is_none();
            if is_stopped || pauses >= u32::from(MOST_SENDS) {
                return Err(problem);
            }
        }
        Err(Problem::new(ProblemCode::Internal))
    }

    async fn create(&self, row: &BatchRow, password: Option<&Secret>) -> Result<Proof, Problem> {
        let privacy = row.to.unwrap_or(Privacy::Private);
        let new = NewReport { url: row.address.clone(), privacy, password: password.cloned() };
        let report = self.reach().await?.create_report(&new).await?;
        Ok(Proof { report: Some(report), was_found: false, was_gone: false })
    }

    async fn update(
        &self,
        row: &BatchRow,
        password: Option<&Secret>,
        begun_at: Option<Timestamp>,
    ) -> Result<Proof, Problem> {
        let (id, client) = (id(row)?, self.reach().await?);
        let results = (row.act == RowAction::Refresh).then_some(true);
        let update = ReportUpdate { privacy: row.to, password: password.cloned(), results };
        if begun_at.is_some() {
            let lost = Problem { tried_at: begun_at, ..Problem::new(ProblemCode::OutcomeUnknown) };
            if let Ok(report) = client.prove_update(id, &update, lost).await {
                return Ok(Proof { report: Some(report), was_found: true, was_gone: false });
            }
        }
        let report = client.update_report(id, &update).await?;
        Ok(Proof { report: Some(report), was_found: false, was_gone: false })
    }

    /// Deletes a report after a backup. A missing report proves an earlier try.
    async fn delete(&self, row: &BatchRow, was_begun: bool) -> Result<Proof, Problem> {
        let id = id(row)?;
        let copied = self.core()?.keep_copy(&self.connection, id).await;
        let deleted = match copied {
            Ok(()) => self.reach().await?.delete_report(id).await,
            Err(problem) => Err(problem),
        };
        match deleted {
            Ok(deleted) => Ok(Proof { report: None, was_found: deleted.answer_lost.is_some(), was_gone: false }),
            Err(Problem { code: ProblemCode::NotFound, .. }) => {
                Ok(Proof { report: None, was_found: was_begun, was_gone: !was_begun })
            }
            Err(problem) => Err(problem),
        }
    }

    /// Records a row's response. Only a delete's response proves the outcome.
    async fn done(&self, row: &BatchRow, proof: Proof, password: Option<Secret>, took: Option<u32>) -> RowOutcome {
        let Proof { report, was_found, was_gone } = proof;
        let mut created = None;
        let mut trouble = None;
        if let Some(report) = report {
            created = Some(report.row.id.clone()).filter(|_| row.act == RowAction::Create);
            trouble = self.keep(row, &report.row.id, password).await;
            self.learn(row, report).await;
        } else if let Some(id) = &row.report {
            self.learn_gone(id).await;
        }
        let end = RowEnd {
            state: if was_gone { RowState::Skipped } else { RowState::Done },
            report: created,
            problem: trouble.clone(),
            skipped: was_gone.then_some(SkipReason::Gone),
            was_found,
            is_left_open: false,
            at: Timestamp::now(),
            took,
        };
        self.ended(row, end, None, trouble).await
    }

    /// Records that the service responded, with the report's id.
    pub(super) async fn keep_found(&self, row: &BatchRow, id: &str) -> Option<Problem> {
        if !self.keep_passwords || row.to != Some(Privacy::Password) {
            return None;
        }
        match self.core().ok()?.sent_password(self.batch, row.number).await {
            Ok(password) => self.keep(row, id, password).await,
            Err(problem) => Some(problem),
        }
    }

    /// Keeps the password that a report has now, and forgets one that opens it no more.
    async fn keep(&self, row: &BatchRow, id: &str, password: Option<Secret>) -> Option<Problem> {
        let core = self.core().ok()?;
        if let Some(password) = password.filter(|_| self.keep_passwords) {
            return core.keep_password(&self.connection, id, &password).await.err();
        }
        if row.act != RowAction::Create && row.to.is_some() {
            core.forget_passwords(&self.connection, [id.to_owned()]).await;
        }
        None
    }

    /// Writes down what came of a row.
    pub(super) async fn ended(
        &self,
        row: &BatchRow,
        end: RowEnd,
        failure: Option<Problem>,
        trouble: Option<Problem>,
    ) -> RowOutcome {
        match self.write(row.number, end).await {
            Ok(()) => RowOutcome::Ended { failure, trouble },
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    /// Writes down that nobody knows what came of a create.
    async fn lost(&self, row: BatchRow, begun: (Timestamp, Instant), problem: Problem) -> RowOutcome {
        *lock(&self.losses).entry(row.number).or_default() += 1;
        let end = RowEnd { state: RowState::Unknown, ..failed(&problem, None) };
        match self.write(row.number, end).await {
            Ok(()) => RowOutcome::Lost(Lost { row, begun_at: begun.0, seen: begun, problem }),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    /// Records a create with an unknown outcome, first sent at `first`, or just now.
    async fn not_sent(&self, turn: Turn, is_open: bool, problem: Problem) -> RowOutcome {
        let waits = RowEnd { state: RowState::Waiting, problem: None, ..failed(&problem, None) };
        match if is_open { self.write(turn.row.number, waits).await } else { Ok(()) } {
            Ok(()) => RowOutcome::Back(turn, Some(problem)),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    pub(super) async fn write(&self, number: u32, end: RowEnd) -> Result<(), Problem> {
        let (batch, state, made) = (self.batch, end.state, end.report.clone());
        self.desk.ask(move |journal| journal.end(batch, number, &end)).await?;
        lock(&self.others).end(number, state, made);
        Ok(())
    }
}

/// A failed row.
pub(super) fn failed(problem: &Problem, took: Option<u32>) -> RowEnd {
    RowEnd {
        state: RowState::Failed,
        report: None,
        problem: Some(problem.clone()),
        skipped: None,
        was_found: false,
        is_left_open: false,
        at: Timestamp::now(),
        took,
    }
}

fn id(row: &BatchRow) -> Result<&str, Problem> {
    row.report.as_deref().ok_or_else(|| Problem::new(ProblemCode::Internal).with_detail("the row has no report"))
}

fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
