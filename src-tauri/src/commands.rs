//! The commands of the window: one for each call of the contract (take the request, ask the core, say what failed), and
//! one to watch what happens meanwhile.

use std::sync::Arc;

use assay_core::Core;
use assay_model::{CoreEvent, Problem, Ticket, for_each_call};
use tauri::{
    State,
    ipc::{Channel, Invoke},
};

macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $name:ident: $request:ty => $answer:ty;)+) => {
        $(
            #[tauri::command]
            async fn $name(
                core: State<'_, Arc<Core>>,
                request: $request,
                ticket: Option<Ticket>,
            ) -> Result<$answer, Problem> {
                let answer = core.answer(ticket.unwrap_or_default(), core.$name(request)).await;
                answer.inspect_err(|problem| log::warn!("{}: {problem}", stringify!($name)))
            }
        )+

        /// Answers the calls of the contract and the watch, and nothing else.
        pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name,)+ watch]
        }
    };
}
for_each_call!(commands);

/// Tells the window what happens, until it hangs up.
#[tauri::command]
async fn watch(core: State<'_, Arc<Core>>, events: Channel<CoreEvent>) -> Result<(), Problem> {
    let mut happened = core.watch();
    tauri::async_runtime::spawn(async move {
        while let Some(event) = happened.recv().await {
            if events.send(event).is_err() {
                break;
            }
        }
    });
    Ok(())
}
