//! Batches: many writes, planned and tracked as one.

mod batch_cipher;
mod confirm;
mod confirmation_queue;
mod engine;
mod export;
mod failure_policy;
mod journal_handle;
mod notifier;
mod outcomes;
mod plan;
mod plan_options;
mod recover;
mod resolve_unknown;
mod resume;
mod rows;
mod runner;
mod running;
mod send_row;
mod source;
mod states;
mod throughput;
mod unknown_create;
mod views;

pub(crate) use export::BatchExports;
pub(crate) use journal_handle::JournalHandle;
pub(crate) use plan::BatchPlans;
pub(crate) use rows::BatchList;
pub(crate) use runner::BatchRunner;
pub(crate) use source::Sources;

/// What only the wiring uses.
pub(crate) mod parts {
    pub(crate) use super::{
        batch_cipher::BatchCiphers,
        notifier::BatchNotifier,
        plan::{KeptGaps, PlannedPasswords, PlannedReports},
        running::RunningBatches,
        send_row::RowServices,
        states::BatchStates,
        views::BatchViews,
    };
}
