//! Proof that a report is gone.

use std::time::Duration;

use assay_api::Client;
use assay_model::{DeleteResult, Problem, ProblemCode};
use jiff::Timestamp;
use tokio::time::sleep;

/// Before the second read after a write: the service may be late.
pub(crate) const READ_BACK_DELAY: Duration = Duration::from_millis(1500);

/// Deletes a report, and confirms that it is gone. Fails with [`ProblemCode::NotApplied`] if it is
/// still there.
pub(crate) async fn delete_report(client: &Client, id: &str) -> Result<DeleteResult, Problem> {
    match client.delete_report(id).await {
        Ok(deleted) if deleted.answer_lost.is_none() => prove_gone(client, deleted).await,
        other => other,
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
