//! Proof that a report is gone. Not finding it is none: a web server in place of the service finds
//! nothing.

use std::time::Duration;

use assay_api::{CallContext, Client};
use assay_model::{DeleteResult, PageSize, Problem, ProblemCode, Report, ReportQuery};
use jiff::Timestamp;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// For confirming a write after its call was canceled.
const CANCELED_PROOF_TIME: Duration = Duration::from_secs(3);

/// Before the second read after a write: the service may be late.
pub(crate) const READ_BACK_DELAY: Duration = Duration::from_millis(1500);

/// Fails if there are no lists: they always exist, so something else is responding.
pub(crate) async fn check_lists(client: &Client) -> Result<(), Problem> {
    let small = ReportQuery { per_page: PageSize::Ten, ..ReportQuery::default() };
    client.list_reports(&small).await.map(drop)
}

/// Reads a report. Fails with [`ProblemCode::NotFound`] only if it is proven to be gone.
pub(crate) async fn look_up_report(client: &Client, id: &str) -> Result<Report, Problem> {
    match client.read_report(id).await {
        Err(Problem { code: ProblemCode::NotFound, .. }) => {
            check_lists(client).await?;
            client.read_report(id).await
        }
        read => read,
    }
}

/// Deletes a report, and confirms that it is gone. Fails with [`ProblemCode::NotApplied`] if it is
/// still there, and with [`ProblemCode::NotFound`] if it is proven to be gone before.
pub(crate) async fn delete_report(client: &Client, id: &str) -> Result<DeleteResult, Problem> {
    let deleted = client.delete_report(id).await;
    match &deleted {
        Ok(DeleteResult { answer_lost: None, .. }) => return confirm_write(prove_gone(client, deleted?)).await,
        Ok(_) | Err(Problem { code: ProblemCode::NotFound, .. }) => {}
        Err(_) => return deleted,
    }
    match look_up_report(client, id).await {
        Err(Problem { code: ProblemCode::NotFound, .. }) => deleted,
        Ok(_) => Err(Problem::new(ProblemCode::NotDone)),
        Err(problem) => Err(deleted.ok().and_then(|deleted| deleted.answer_lost).unwrap_or(problem)),
    }
}

/// Runs the reads that confirm a write. Canceling the call cuts them short instead of ending them:
/// the write itself can't be canceled.
pub(crate) async fn confirm_write<T>(reads: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    let tried_at = Some(Timestamp::now());
    let call = CallContext::current();
    let own = CallContext { canceled: CancellationToken::new(), ..call.clone() };
    let canceled = async {
        call.canceled.cancelled().await;
        sleep(CANCELED_PROOF_TIME).await;
    };
    tokio::select! {
        confirmed = Box::pin(own.run(reads)) => confirmed,
        () = canceled => Err(Problem { tried_at, ..Problem::new(ProblemCode::OutcomeUnknown) }),
    }
}

/// Confirms a delete by reading the report until it is not found.
async fn prove_gone(client: &Client, deleted: DeleteResult) -> Result<DeleteResult, Problem> {
    let tried_at = Some(Timestamp::now());
    for pause in [Duration::ZERO, READ_BACK_DELAY] {
        sleep(pause).await;
        match client.read_report(&deleted.id).await {
            Err(problem) if problem.code == ProblemCode::NotFound => return Ok(deleted),
            Ok(_) => {}
            Err(problem) => return Err(Problem { code: ProblemCode::OutcomeUnknown, tried_at, ..problem }),
        }
    }
    Err(Problem::new(ProblemCode::NotApplied))
}
