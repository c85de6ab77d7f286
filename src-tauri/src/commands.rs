//! The window's commands: one for each call of the contract, and one for events.

use std::sync::Arc;

use assay_core::Core;
use assay_model::{CoreEvent, Problem, Ticket, for_each_call};
use tauri::{
    State,
    ipc::{Channel, Invoke},
};

macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $kind:ident $(($mark:ident))? $name:ident: $request:ty => $answer:ty;)+) => {
        $(
            #[tauri::command]
            async fn $name(
                core: State<'_, Arc<Core>>,
                request: $request,
                ticket: Option<Ticket>,
            ) -> Result<$answer, Problem> {
                let answer = core.run_call(ticket.unwrap_or_default(), core.$name(request)).await;
                answer.inspect_err(|problem| log::warn!("{}: {problem}", stringify!($name)))
            }
        )+

        /// Returns a handler for the contract's calls and `watch` only.
        pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name,)+ watch]
        }
    };
}
for_each_call!(commands);

/// Sends events to the window until it closes the channel.
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
