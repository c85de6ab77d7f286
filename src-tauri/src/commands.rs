//! The calls of the window, one command each, made from the contract: take the request, ask the core, say what failed.

use assay_core::Core;
use assay_model::{Problem, for_each_call};
use tauri::{State, ipc::Invoke};

macro_rules! commands {
    ($($(#[doc = $doc:literal])+ $name:ident: $request:ty => $answer:ty;)+) => {
        $(
            #[tauri::command]
            async fn $name(core: State<'_, Core>, request: $request) -> Result<$answer, Problem> {
                core.$name(request).await.inspect_err(|problem| log::warn!("{}: {problem}", stringify!($name)))
            }
        )+

        /// Answers the calls of the contract, and no others.
        pub fn handler() -> impl Fn(Invoke) -> bool + Send + Sync + 'static {
            tauri::generate_handler![$($name),+]
        }
    };
}
for_each_call!(commands);
