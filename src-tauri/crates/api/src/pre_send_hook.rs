use std::{fmt, pin::Pin, sync::Arc};

use assay_model::Problem;

type HookFuture = Pin<Box<dyn Future<Output = Result<(), Problem>> + Send>>;

/// Runs before a write is sent. If it fails, the write is not sent and fails with the same problem.
#[derive(Clone)]
pub struct PreSendHook(Arc<dyn Fn() -> HookFuture + Send + Sync>);

impl PreSendHook {
    /// Wraps an async function.
    pub fn new<F: Future<Output = Result<(), Problem>> + Send + 'static>(
        act: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move || Box::pin(act())))
    }

    pub(crate) async fn run(&self) -> Result<(), Problem> {
        (self.0)().await
    }
}

impl fmt::Debug for PreSendHook {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("PreSendHook")
    }
}
