//! A running batch, and what the outcomes of its rows mean for it.

use std::{
    collections::{BTreeMap, HashSet},
    future::pending,
    sync::{Arc, Weak},
    time::Duration,
};

use assay_api::CallContext;
use assay_model::{BatchState, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::{
    sync::watch,
    task::{JoinError, JoinSet},
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;

use super::{
    confirm::Confirmer,
    failure_policy::{Backoff, FailureAction, action_for, is_service_fault},
    resolve_unknown::CreateResolver,
    running::{BatchCommand, RunSlot},
    send_row::{RowAttempt, RowOutcome, RowSender},
    states::BatchStates,
    throughput::ThroughputMeter,
    unknown_create::UnknownCreate,
};
use crate::preferences::PreferenceStore;

/// More consecutive failures than this are the service's.
const MAX_CONSECUTIVE_FAULTS: u32 = 5;

/// Per lookup when a batch stops.
const FINAL_LOOKUP_TIMEOUT: Duration = Duration::from_secs(3);

/// Sends the rows of a batch in order, several at a time.
pub(super) struct Engine {
    pub sender: Arc<RowSender>,
    pub resolver: Arc<CreateResolver>,
    pub confirmer: Arc<Confirmer>,
    pub command: watch::Receiver<BatchCommand>,
    /// The number of the last command to run that it has followed.
    pub heard: u32,
    pub meter: Arc<ThroughputMeter>,
    pub stop: CancellationToken,
    pub slot: Option<RunSlot>,
    pub states: Weak<BatchStates>,
    pub preferences: Arc<PreferenceStore>,
}

/// The state of a running batch.
pub(super) struct RunContext {
    /// Rows that wait, by their numbers.
    pub ready: BTreeMap<u32, RowAttempt>,
    pub sends: JoinSet<(u32, RowOutcome)>,
    pub lookups: JoinSet<(u32, RowOutcome)>,
    /// Reads that confirm rows, one at a time.
    pub confirms: JoinSet<Result<(), Problem>>,
    /// The numbers of the rows in both.
    pub busy: HashSet<u32>,
    /// Ends the wait of rows for the rate limit.
    pub stop_waiting: CancellationToken,
    /// How many rows are in flight.
    pub in_flight: watch::Sender<usize>,
    pub concurrency: usize,
    pub trouble: Trouble,
}

/// What keeps a batch from sending.
#[derive(Default)]
pub(super) struct Trouble {
    pub backoff: Backoff,
    pub consecutive_faults: u32,
    /// The service could not be reached while the batch was stopping.
    pub is_unreachable: bool,
    pub problem: Option<Problem>,
}

impl Engine {
    /// The batches' states, until the core is dropped.
    pub(super) fn states(&self) -> Result<Arc<BatchStates>, Problem> {
        self.states.upgrade().ok_or_else(|| Problem::new(ProblemCode::Canceled))
    }

    pub(super) async fn handle_outcome(&self, run: &mut RunContext, outcome: Result<(u32, RowOutcome), JoinError>) {
        let (number, outcome) = match outcome {
            Ok(outcome) => outcome,
            Err(fault) if fault.is_cancelled() => return,
            Err(fault) => {
                run.trouble.problem = Some(Problem::new(ProblemCode::Internal).with_detail(fault.to_string()));
                return;
            }
        };
        run.busy.remove(&number);
        match outcome {
            RowOutcome::Answered(answered) => {
                self.meter.ended();
                self.confirmer.confirming.add(answered);
                run.trouble.consecutive_faults = 0;
                self.on_success(run).await;
            }
            RowOutcome::Ended(failure) => {
                self.meter.ended();
                if let Some(fault) = failure.filter(|failure| is_service_fault(failure.code)) {
                    self.on_service_fault(run, fault).await;
                } else {
                    run.trouble.consecutive_faults = 0;
                    self.on_success(run).await;
                }
            }
            RowOutcome::Back(turn, problem) => {
                run.ready.insert(number, turn);
                match problem {
                    Some(_) if run.stop_waiting.is_cancelled() => {}
                    Some(problem) if action_for(problem.code) == FailureAction::Retry => {
                        run.trouble.backoff.record_failure(&problem);
                        self.report_problem(Some(problem)).await;
                    }
                    Some(problem) => run.trouble.problem = run.trouble.problem.take().or(Some(problem)),
                    None => {}
                }
            }
            RowOutcome::Lost(lost) if run.stop_waiting.is_cancelled() => {
                // The row keeps its state until the service is reachable again.
                if !run.trouble.is_unreachable {
                    match timeout(FINAL_LOOKUP_TIMEOUT, self.resolver.look_up(&lost)).await {
                        Ok(Ok(Some(RowOutcome::Answered(answered)))) => {
                            self.meter.ended();
                            self.confirmer.confirming.add(answered);
                        }
                        Ok(Ok(_)) => {}
                        Ok(Err(_)) | Err(_) => run.trouble.is_unreachable = true,
                    }
                }
            }
            RowOutcome::Lost(lost) => {
                let problem = lost.problem.clone();
                self.start_lookup(run, lost);
                self.on_service_fault(run, problem).await;
            }
            RowOutcome::Open(problem) => {
                self.meter.ended();
                // The service loses every response: don't wait for it endlessly.
                if run.trouble.consecutive_faults >= MAX_CONSECUTIVE_FAULTS {
                    let reason = Problem { code: ProblemCode::ServiceFault, ..problem };
                    run.trouble.problem = run.trouble.problem.take().or(Some(reason));
                }
            }
            RowOutcome::Broken(problem) => run.trouble.problem = run.trouble.problem.take().or(Some(problem)),
        }
        if let Ok(services) = self.sender.services() {
            services.notifier.changed(self.sender.batch);
        }
    }

    /// Handles a service failure. After several in a row, sending stops: temporarily if rows have
    /// unknown outcomes, otherwise until the user resumes the batch.
    async fn on_service_fault(&self, run: &mut RunContext, fault: Problem) {
        run.trouble.consecutive_faults += 1;
        if run.trouble.consecutive_faults < MAX_CONSECUTIVE_FAULTS {
            return;
        }
        if matches!(fault.code, ProblemCode::OutcomeUnknown | ProblemCode::NotDone) {
            let reason = Problem { code: ProblemCode::ServiceFault, ..fault };
            run.trouble.backoff.record_failure(&reason);
            self.report_problem(Some(reason)).await;
        } else {
            run.trouble.problem = run.trouble.problem.take().or(Some(fault));
        }
    }

    /// Ends a pause: the service works again.
    pub(super) async fn on_success(&self, run: &mut RunContext) {
        if run.trouble.backoff.reset() {
            self.report_problem(None).await;
        }
    }

    /// Reports why sending is paused, or that it continues.
    pub(super) async fn report_problem(&self, problem: Option<Problem>) {
        let Ok(states) = self.states() else { return };
        let _turn = states.running.state_lock.lock().await;
        // While it stops, the reason is reported instead.
        if !matches!(*self.command.borrow(), BatchCommand::Run(_)) {
            return;
        }
        if let Err(problem) =
            states.set_batch_state(self.sender.batch, BatchState::Running, problem, Timestamp::now()).await
        {
            tracing::warn!(%problem, "couldn't save why a batch waits");
        }
    }

    pub(super) fn start_lookup(&self, run: &mut RunContext, lost: UnknownCreate) {
        let (resolver, number, context) = (Arc::clone(&self.resolver), lost.row.number, lookup_context(run));
        run.busy.insert(number);
        run.lookups.spawn(context.run(async move { (number, resolver.resolve(lost).await) }));
    }
}

/// For lookups while rows are sent: the user's calls have priority.
pub(super) fn lookup_context(run: &RunContext) -> CallContext {
    CallContext { is_background: true, is_steady: true, canceled: run.stop_waiting.clone() }
}

/// Returns at the end of a pause; never if there is none.
pub(super) async fn until(left: Option<Duration>) {
    match left {
        Some(left) => sleep(left).await,
        None => pending().await,
    }
}
