use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use assay_api::CallContext;
use assay_model::{CallRef, CoreEvent, Problem, Ticket};
use tokio::sync::mpsc::UnboundedReceiver;
use tokio_util::sync::CancellationToken;

use crate::Core;

tokio::task_local! {
    static NUMBER: u32;
}

/// The current call's ticket; 0 for none.
pub(crate) fn number() -> u32 {
    NUMBER.try_with(|number| *number).unwrap_or_default()
}

/// Running calls that can be canceled, by the number of their ticket.
#[derive(Default)]
pub(crate) struct Calls(Mutex<HashMap<u32, Arc<CancellationToken>>>);

impl Calls {
    fn under_way(&self) -> MutexGuard<'_, HashMap<u32, Arc<CancellationToken>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    /// Answers a call as its ticket says: in the background, and until it is cancelled.
    pub async fn answer<T>(
        &self,
        ticket: Ticket,
        call: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        let errand = CallContext { is_background: ticket.background, ..CallContext::default() };
        let cancelled = Arc::new(errand.cancelled.clone());
        if ticket.number > 0 {
            self.calls.under_way().insert(ticket.number, Arc::clone(&cancelled));
        }
        let answer = NUMBER.scope(ticket.number, errand.run(call)).await;
        let mut under_way = self.calls.under_way();
        // A window that was loaded anew counts from the beginning: the number may be another call's by now.
        if under_way.get(&ticket.number).is_some_and(|present| Arc::ptr_eq(present, &cancelled)) {
            under_way.remove(&ticket.number);
        }
        answer
    }

    /// Cancels a call. A write that was already sent is completed.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn call_cancel(&self, unwanted: CallRef) -> Result<(), Problem> {
        if let Some(call) = self.calls.under_way().get(&unwanted.number) {
            call.cancel();
        }
        Ok(())
    }

    /// What happens from now on without being asked for.
    pub fn watch(&self) -> UnboundedReceiver<CoreEvent> {
        self.events.listen()
    }
}
