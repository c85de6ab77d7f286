//! Rows that were started and have no known outcome.

use std::time::Duration;

use assay_model::{Problem, RowAction, RowState};
use tokio::time::{Instant, timeout};

use super::{
    confirmation_queue::UnconfirmedRow,
    failure_policy::{FailureAction, action_for},
    outcomes::{Engine, RunContext, lookup_context, until},
    running::BatchCommand,
    send_row::RowAttempt,
    unknown_create::{UnknownCreate, creates_report},
};

/// For listing the reports that existed before a batch.
const LIST_TIMEOUT: Duration = Duration::from_secs(10);

impl Engine {
    /// Looks up the outcome of started rows, at least once before anything else is sent unless the
    /// batch is stopped. Rows left to the user are included if `all` is set.
    pub(super) async fn resolve_open_rows(&mut self, run: &mut RunContext, all: bool) -> Result<(), Problem> {
        let batch = self.sender.batch;
        self.sender.journal.ask(move |journal| journal.batch(batch).take_over()).await?;
        let mut command = self.command.clone();
        tokio::select! {
            looked = timeout(LIST_TIMEOUT, lookup_context(run).run(self.resolver.record_reports_before())) => match looked {
                Ok(Ok(())) => {}
                // Without the list, lost rows stay unknown sooner.
                Ok(Err(problem)) => tracing::warn!(%problem, batch, "couldn't list the reports before a batch"),
                Err(_) => tracing::warn!(batch, "listing the reports before a batch timed out"),
            },
            _ = command.wait_for(|command| !matches!(command, BatchCommand::Run(_))) => return Ok(()),
        }
        self.resolver.load_siblings().await?;
        let left = self.sender.journal.ask(move |journal| journal.batch(batch).read()).await?.left;
        self.confirmer.load_unconfirmed(left).await?;
        let mut lost = self.open(run, all).await?;
        lost.retain(|lost| all || !lost.was_left_open());
        while !lost.is_empty() {
            let mut rest = Vec::new();
            let mut failure = None;
            for lost in lost {
                let looked = match failure {
                    None => tokio::select! {
                        looked = lookup_context(run).run(self.resolver.look_up(&lost)) => looked,
                        _ = command.wait_for(|command| !matches!(command, BatchCommand::Run(_))) => Ok(None),
                    },
                    Some(_) => Ok(None),
                };
                match looked {
                    Ok(Some(outcome)) => self.handle_outcome(run, Ok((lost.row.number, outcome))).await,
                    Ok(None) => rest.push(lost),
                    Err(problem) if action_for(problem.code) == FailureAction::FailRow => {
                        let outcome = self.resolver.not_told(&lost, &problem).await;
                        self.handle_outcome(run, Ok((lost.row.number, outcome))).await;
                    }
                    Err(problem) => {
                        failure = Some(problem);
                        rest.push(lost);
                    }
                }
            }
            lost = rest;
            match failure {
                None => break,
                Some(problem) if action_for(problem.code) == FailureAction::Retry => {
                    run.trouble.backoff.record_failure(&problem);
                    self.report_problem(Some(problem)).await;
                    tokio::select! {
                        () = until(run.trouble.backoff.left()) => {}
                        _ = command.wait_for(|command| !matches!(command, BatchCommand::Run(_))) => break,
                    }
                }
                Some(problem) => return Err(problem),
            }
        }
        if matches!(*self.command.borrow(), BatchCommand::Run(_)) {
            self.on_success(run).await;
        }
        for lost in lost {
            self.start_lookup(run, lost);
        }
        Ok(())
    }

    /// Loads started rows without an outcome. Rows that are safe to resend become ready; rows with
    /// a report are read, if left to the user only with `is_asked`.
    async fn open(&self, run: &mut RunContext, is_asked: bool) -> Result<Vec<UnknownCreate>, Problem> {
        let (batch, longest) = (self.sender.batch, self.sender.longest_write().await?);
        let mut lost = Vec::new();
        for open in self.sender.journal.ask(move |journal| journal.batch(batch).open_rows()).await? {
            if run.busy.contains(&open.row.number) {
                continue;
            }
            if creates_report(&open.row) {
                lost.push(self.resolver.unknown_create(open, longest, is_asked));
            } else if open.row.act == RowAction::Create && open.row.state == RowState::Unknown {
                if is_asked || open.row.ended_at.is_none() {
                    let answered = UnconfirmedRow { row: open.row, begun: open.begun, at: Instant::now() };
                    self.confirmer.confirming.add(answered);
                }
            } else {
                let turn = RowAttempt { begun: Some(open.begun), row: open.row };
                run.ready.insert(turn.row.number, turn);
            }
        }
        Ok(lost)
    }

    /// Takes in rows that the user retries or looks up again.
    pub(super) async fn adopt(&self, run: &mut RunContext) -> Result<(), Problem> {
        for lost in self.open(run, true).await? {
            self.start_lookup(run, lost);
        }
        Ok(())
    }
}
