//! Batches: many writes, planned and tracked as one.

mod desk;
mod engine;
mod engine_open;
mod export;
mod plan;
mod resume;
mod rows;
mod rules;
mod run;
mod run_news;
mod run_pace;
mod run_row;
mod run_trouble;
mod cipher;
mod settle;
mod source;

pub(crate) use desk::Desk;
pub(crate) use run::Runs;
pub(crate) use source::Files;
