use assay_model::{Problem, ProblemCode};
use tokio::task::spawn_blocking;

/// Runs blocking work off the async threads.
pub(super) async fn run_blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))
}
