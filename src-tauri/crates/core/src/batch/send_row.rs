//! Sends one row of a running batch. The intent is saved before it is sent, the outcome before it
//! is reported.

use std::{
    sync::{Arc, Mutex, Weak},
    time::Duration,
};

use assay_api::{CallContext, Client, PreSendHook};
use assay_journal::{RowEnd, SendRecord, Sending, StoredBatch};
use assay_model::{
    BatchRow, NewReport, Privacy, Problem, ProblemCode, ReportUpdate, RowAction, RowState, Secret, ServiceKey,
    SkipReason,
};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

use crate::{
    connections::{ConnectionStore, ServiceClients},
    delete_backups::DeleteBackups,
    freshness::RequestInstant,
    ingest::Observation,
    library_handle::LibraryHandle,
    lock::lock,
    passwords::Passwords,
    report_lookup::delete_report,
    service_handle::ServiceHandle,
    service_ingest::ServiceIngest,
    timing::Timing,
};

use super::{
    batch_cipher::BatchCiphers,
    confirmation_queue::UnconfirmedRow,
    failure_policy::{FailureAction, action_for},
    journal_handle::JournalHandle,
    notifier::BatchNotifier,
    unknown_create::{SiblingCreates, UnknownCreate, creates_report, since},
};

/// For a change or a delete with an unknown outcome.
const MAX_ATTEMPTS: u32 = 8;

/// Before a write with an unknown outcome is resent.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// What the rows of all batches are sent with.
pub(crate) struct RowServices {
    pub connections: Arc<ConnectionStore>,
    pub clients: Arc<ServiceClients>,
    pub ingest: Arc<ServiceIngest>,
    pub library: LibraryHandle,
    pub backups: Arc<DeleteBackups>,
    pub passwords: Arc<Passwords>,
    pub ciphers: Arc<BatchCiphers>,
    pub notifier: Arc<BatchNotifier>,
    pub timing: Timing,
}

pub(super) struct RowSender {
    pub services: Weak<RowServices>,
    pub journal: JournalHandle,
    pub batch: u32,
    pub connection: String,
    /// The library's name of the service.
    pub scope: ServiceKey,
    pub keep_passwords: bool,
    /// Whether the batch creates reports.
    pub creates: bool,
    /// The creates of the batch.
    pub siblings: Mutex<SiblingCreates>,
}

pub(super) struct RowAttempt {
    pub row: BatchRow,
    /// When it was first sent, if the outcome is unknown.
    pub begun: Option<SendRecord>,
}

/// Counts a row as in flight until this is dropped.
pub(super) struct InFlightGuard(watch::Sender<usize>);

impl InFlightGuard {
    pub(super) fn begin(count: &watch::Sender<usize>) -> Self {
        count.send_modify(|count| *count += 1);
        Self(count.clone())
    }
}

impl Drop for InFlightGuard {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// The outcome of an attempt, once it is on the disk.
pub(super) enum RowOutcome {
    /// It has its outcome: how it failed, if it did.
    Ended(Option<Problem>),
    /// The service responded OK: reading the report confirms the outcome.
    Answered(UnconfirmedRow),
    /// It was not sent, or is resent by the user's decision: there is another attempt.
    Back(RowAttempt, Option<Problem>),
    Lost(UnknownCreate),
    /// A create whose outcome cannot be known: the user decides.
    Open(Problem),
    /// The outcome can't be recorded: the journal fails, or the core was dropped.
    Broken(Problem),
}

/// The service's response to a write.
struct WriteProof {
    /// The report's id, unless it was removed.
    report: Option<String>,
    was_found: bool,
    /// The report was already removed.
    was_gone: bool,
}

/// When a row was last sent.
type SendTime = Mutex<Option<(SendRecord, Instant)>>;

impl RowSender {
    pub(super) fn new(services: Weak<RowServices>, journal: JournalHandle, stored: &StoredBatch) -> Self {
        Self {
            services,
            journal,
            batch: stored.number,
            connection: stored.connection.clone(),
            scope: stored.scope.clone(),
            keep_passwords: stored.keep_passwords,
            creates: stored.acts.create > 0,
            siblings: Mutex::default(),
        }
    }

    pub(super) fn services(&self) -> Result<Arc<RowServices>, Problem> {
        self.services.upgrade().ok_or_else(|| Problem::new(ProblemCode::Canceled))
    }

    /// The service's client, if the connection still points to it.
    pub(super) async fn client(&self) -> Result<Client, Problem> {
        let ServiceHandle { client, scope } = self.services()?.clients.service_for(&self.connection).await?;
        if scope == self.scope { Ok(client) } else { Err(Problem::new(ProblemCode::ConnectionUnknown)) }
    }

    /// [`Self::client`], which records each write before it is sent.
    async fn recording_client(&self, hook: &PreSendHook) -> Result<Client, Problem> {
        Ok(self.client().await?.with_pre_send(hook.clone()))
    }

    /// Sends a row, and resends it while that is safe. `stop` ends its wait for the rate limit.
    pub(super) async fn send(
        self: &Arc<Self>,
        attempt: RowAttempt,
        guard: InFlightGuard,
        stop: CancellationToken,
    ) -> RowOutcome {
        let RowAttempt { row, begun } = attempt;
        let (sent, mut lost_since) = (Arc::<SendTime>::default(), begun);
        let password = match self.password(&row).await {
            Ok(password) => password,
            Err(problem) => return self.not_sent(RowAttempt { row, begun }, begun.is_some(), problem).await,
        };
        let context = CallContext { is_background: true, is_steady: true, canceled: stop.clone() };
        let hook = self.intent(&row, &sent);
        let work = self.until_proven(&row, password.as_ref(), &hook, &sent, &mut lost_since, &stop);
        let outcome = context.run(work).await;
        let sent = *lock(&sent);
        let took = sent.map(|(_, begun)| millis(begun.elapsed()));
        let problem = match outcome {
            Ok(proof) => {
                // The next row need not wait until this outcome is stored.
                drop(guard);
                let begun = sent.map(|(begun, _)| begun).or(begun);
                let begun = begun.unwrap_or_else(|| SendRecord { at: Timestamp::now(), service_time: None });
                return self.done(row, proof, begun, took).await;
            }
            Err(problem) => problem,
        };
        match action_for(problem.code) {
            FailureAction::FailRow => {
                let sending = if lost_since.is_some() { Sending::Open } else { Sending::Undone };
                let end = RowEnd { sending, ..failed(&problem, took) };
                self.ended(&row, end, Some(problem)).await
            }
            FailureAction::LookUp if creates_report(&row) => self.lost(row, begun, sent, problem).await,
            FailureAction::LookUp => {
                let end = RowEnd { state: RowState::Unknown, ..failed(&problem, took) };
                self.ended(&row, end, Some(problem)).await
            }
            // A service that redirects may have carried out the write.
            FailureAction::StopBatch if creates_report(&row) && problem.code == ProblemCode::Redirected => {
                match self.lost(row, begun, sent, problem.clone()).await {
                    RowOutcome::Lost(_) => RowOutcome::Broken(problem),
                    other => other,
                }
            }
            FailureAction::Retry | FailureAction::StopBatch => {
                let is_open = begun.is_some() || sent.is_some();
                self.not_sent(RowAttempt { row, begun: lost_since }, is_open, problem).await
            }
        }
    }

    /// Records that a row is about to be sent.
    fn intent(self: &Arc<Self>, row: &BatchRow, sent: &Arc<SendTime>) -> PreSendHook {
        let (job, row, sent) = (Arc::clone(self), Arc::new(row.clone()), Arc::clone(sent));
        PreSendHook::new(move || {
            let (job, row, sent) = (Arc::clone(&job), Arc::clone(&row), Arc::clone(&sent));
            async move {
                let service_time = job.client().await?.service_time();
                let begun = SendRecord { at: job.services()?.timing.clock.now(), service_time };
                let (batch, number) = (job.batch, row.number);
                job.journal.ask(move |journal| journal.batch(batch).begin(number, begun)).await?;
                *lock(&sent) = Some((begun, Instant::now()));
                lock(&job.siblings).begin(&row);
                job.services()?.notifier.changed(batch);
                Ok(())
            }
        })
    }

    async fn password(&self, row: &BatchRow) -> Result<Option<Secret>, Problem> {
        if row.to != Some(Privacy::Password)
            || !matches!(row.act, RowAction::Create | RowAction::Refresh | RowAction::Privacy)
        {
            return Ok(None);
        }
        let password = self.services()?.ciphers.batch_password(self.batch, row.number).await?;
        password.map(Some).ok_or_else(|| Problem::new(ProblemCode::BatchNotReady))
    }

    /// Sends a row. Changes and deletes are resent while their outcome is unknown: they are idempotent.
    async fn until_proven(
        &self,
        row: &BatchRow,
        password: Option<&Secret>,
        hook: &PreSendHook,
        sent: &SendTime,
        lost_since: &mut Option<SendRecord>,
        stop: &CancellationToken,
    ) -> Result<WriteProof, Problem> {
        for pauses in 1.. {
            let outcome = match row.act {
                RowAction::Create if creates_report(row) => return self.create(row, password, hook).await,
                // The created report differs from the request.
                RowAction::Create | RowAction::Refresh | RowAction::Privacy => {
                    self.update(row, password, hook, lost_since.map(|begun| begun.at)).await
                }
                RowAction::Delete => self.delete(row, hook, lost_since.is_some()).await,
                RowAction::Skip => Err(Problem::new(ProblemCode::Internal)),
            };
            let problem = match outcome {
                Err(problem) if matches!(problem.code, ProblemCode::OutcomeUnknown | ProblemCode::NotDone) => problem,
                proven => return proven,
            };
            *lost_since = lost_since.or(lock(sent).map(|(begun, _)| begun));
            let is_stopped = stop.run_until_cancelled(sleep(RETRY_DELAY * pauses)).await.is_none();
            if is_stopped || pauses >= MAX_ATTEMPTS {
                return Err(problem);
            }
        }
        Err(Problem::new(ProblemCode::Internal))
    }

    async fn create(
        &self,
        row: &BatchRow,
        password: Option<&Secret>,
        hook: &PreSendHook,
    ) -> Result<WriteProof, Problem> {
        let privacy = row.to.unwrap_or(Privacy::Private);
        let new = NewReport { url: row.address.clone(), privacy, password: password.cloned(), keep_password: None };
        let report = self.recording_client(hook).await?.create_report(&new).await?;
        Ok(WriteProof { report: Some(report.row.id), was_found: false, was_gone: false })
    }

    async fn update(
        &self,
        row: &BatchRow,
        password: Option<&Secret>,
        hook: &PreSendHook,
        begun_at: Option<Timestamp>,
    ) -> Result<WriteProof, Problem> {
        let (id, client) = (id(row)?, self.recording_client(hook).await?);
        let results = (row.act == RowAction::Refresh).then_some(true);
        let update = ReportUpdate { privacy: row.to, password: password.cloned(), results, keep_password: None };
        if begun_at.is_some() {
            let lost = Problem { tried_at: begun_at, ..Problem::new(ProblemCode::OutcomeUnknown) };
            if let Ok(report) = client.prove_update(id, &update, lost).await {
                return Ok(WriteProof { report: Some(report.row.id), was_found: true, was_gone: false });
            }
        }
        let report = client.update_report(id, &update).await?;
        Ok(WriteProof { report: Some(report.row.id), was_found: false, was_gone: false })
    }

    /// Deletes a report after a backup, and confirms that it is gone. A missing report proves an
    /// earlier try.
    async fn delete(&self, row: &BatchRow, hook: &PreSendHook, was_begun: bool) -> Result<WriteProof, Problem> {
        let id = id(row)?;
        let copied = self.services()?.backups.back_up_before_delete(&self.connection, id).await;
        let deleted = match copied {
            Ok(()) => delete_report(&self.recording_client(hook).await?, id).await,
            Err(problem) => Err(problem),
        };
        match deleted {
            Ok(deleted) => Ok(WriteProof { report: None, was_found: deleted.answer_lost.is_some(), was_gone: false }),
            Err(Problem { code: ProblemCode::NotFound, .. }) => {
                Ok(WriteProof { report: None, was_found: was_begun, was_gone: !was_begun })
            }
            Err(problem) => Err(problem),
        }
    }

    /// Records a row's response. Only a delete is proven by then.
    async fn done(&self, row: BatchRow, proof: WriteProof, begun: SendRecord, took: Option<u32>) -> RowOutcome {
        let WriteProof { report, was_found, was_gone } = proof;
        if let Some(report) = report {
            return self.answered(BatchRow { report: Some(report), was_found, took, ..row }, begun).await;
        }
        if let Some(id) = &row.report {
            self.mark_gone(id).await;
        }
        let end = RowEnd {
            state: if was_gone { RowState::Skipped } else { RowState::Done },
            report: None,
            problem: None,
            skipped: was_gone.then_some(SkipReason::Gone),
            was_found,
            is_left_open: false,
            sending: Sending::Open,
            at: Timestamp::now(),
            took,
        };
        self.ended(&row, end, None).await
    }

    /// Records that the service responded, with the report's id.
    pub(super) async fn answered(&self, row: BatchRow, begun: SendRecord) -> RowOutcome {
        let end = RowEnd {
            state: RowState::Confirming,
            report: row.report.clone().filter(|_| row.act == RowAction::Create),
            problem: None,
            skipped: None,
            was_found: row.was_found,
            is_left_open: false,
            sending: Sending::Open,
            at: Timestamp::now(),
            took: row.took,
        };
        match self.write(row.number, end).await {
            Ok(()) => RowOutcome::Answered(UnconfirmedRow { row, begun, at: Instant::now() }),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    pub(super) async fn ended(&self, row: &BatchRow, end: RowEnd, failure: Option<Problem>) -> RowOutcome {
        match self.write(row.number, end).await {
            Ok(()) => RowOutcome::Ended(failure),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    /// Records a create with an unknown outcome, first sent at `first`, or just now.
    async fn lost(
        &self,
        row: BatchRow,
        first: Option<SendRecord>,
        sent: Option<(SendRecord, Instant)>,
        problem: Problem,
    ) -> RowOutcome {
        let Some(begun) = first.or(sent.map(|(begun, _)| begun)) else {
            return RowOutcome::Broken(
                Problem::new(ProblemCode::Internal).with_detail("it was lost before it was sent"),
            );
        };
        let end = RowEnd { state: RowState::Unknown, ..failed(&problem, None) };
        let written = match self.write(row.number, end).await {
            Ok(()) => self.longest_write().await,
            Err(problem) => Err(problem),
        };
        match written {
            Ok(longest) => {
                let until = Instant::now() + longest;
                RowOutcome::Lost(UnknownCreate { row, begun, since: since(begun), until, is_asked: false, problem })
            }
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    /// Returns an unsent row to the queue. If it was sent before, that outcome is unknown.
    async fn not_sent(&self, attempt: RowAttempt, is_open: bool, problem: Problem) -> RowOutcome {
        let state = if attempt.begun.is_some() { RowState::Unknown } else { RowState::Waiting };
        let waits = RowEnd { state, problem: None, ..failed(&problem, None) };
        match if is_open { self.write(attempt.row.number, waits).await } else { Ok(()) } {
            Ok(()) => RowOutcome::Back(attempt, Some(problem)),
            Err(problem) => RowOutcome::Broken(problem),
        }
    }

    pub(super) async fn write(&self, number: u32, end: RowEnd) -> Result<(), Problem> {
        let (batch, state, made) = (self.batch, end.state, end.report.clone());
        self.journal.ask(move |journal| journal.batch(batch).end(number, &end)).await?;
        lock(&self.siblings).end(number, state, made);
        Ok(())
    }

    /// The longest the service may work on an abandoned create, with a margin.
    pub(super) async fn longest_write(&self) -> Result<Duration, Problem> {
        let services = self.services()?;
        let saved = services.connections.find(&self.connection).await?;
        let allowed = Duration::from_secs(saved.network.write_seconds.into());
        Ok(allowed.max(services.timing.longest_work) + services.timing.margin)
    }

    /// Marks a report as removed in the library, and deletes its saved password.
    pub(super) async fn mark_gone(&self, id: &str) {
        let Ok(services) = self.services() else { return };
        let observation =
            Observation::ReportGone { scope: self.scope.clone(), id: id.to_owned(), at: RequestInstant::now() };
        services.ingest.push(&self.connection, observation).await;
        services.passwords.delete_passwords(&self.connection, &self.scope, [id.to_owned()]).await;
    }
}

pub(super) fn failed(problem: &Problem, took: Option<u32>) -> RowEnd {
    RowEnd {
        state: RowState::Failed,
        report: None,
        problem: Some(problem.clone()),
        skipped: None,
        was_found: false,
        is_left_open: false,
        sending: Sending::Open,
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
