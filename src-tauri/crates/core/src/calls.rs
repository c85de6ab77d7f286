use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use assay_api::CallContext;
use assay_model::{CallRef, Problem, Ticket};
use tokio_util::sync::CancellationToken;

use crate::lock::lock;

tokio::task_local! {
    static CALL_NUMBER: u32;
}

/// The current call's ticket; 0 for none.
pub(crate) fn number() -> u32 {
    CALL_NUMBER.try_with(|number| *number).unwrap_or_default()
}

/// Running calls that can be canceled, by the number of their ticket.
#[derive(Default)]
pub(crate) struct CallRegistry(Mutex<HashMap<u32, Arc<CancellationToken>>>);

impl CallRegistry {
    fn running(&self) -> MutexGuard<'_, HashMap<u32, Arc<CancellationToken>>> {
        lock(&self.0)
    }

    /// Runs a call as its ticket says: in the background, until canceled.
    pub(crate) async fn run_call<T>(
        &self,
        ticket: Ticket,
        call: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let context = CallContext { is_background: ticket.background, ..CallContext::default() };
        let token = Arc::new(context.canceled.clone());
        if ticket.number > 0 {
            self.running().insert(ticket.number, Arc::clone(&token));
        }
        let answer = CALL_NUMBER.scope(ticket.number, context.run(call)).await;
        let mut running = self.running();
        // A reloaded window counts from the start, so the number may belong to another call.
        if running.get(&ticket.number).is_some_and(|present| Arc::ptr_eq(present, &token)) {
            running.remove(&ticket.number);
        }
        answer
    }

    /// Cancels a call. A write that was already sent is completed.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn call_cancel(&self, unwanted: CallRef) -> Result<(), Problem> {
        if let Some(call) = self.running().get(&unwanted.number) {
            call.cancel();
        }
        Ok(())
    }
}
