//! Syncs a service into the library: everything, or what is new (`sync_start`).

mod cursor;
mod missing;
mod newest;
mod outcome;
mod phase;
mod run;
mod service_reader;
mod status;
mod syncs;

pub(crate) use cursor::{ListLimits, MIN_PAGE_ROWS, PageCursor};
pub(crate) use syncs::Syncs;
