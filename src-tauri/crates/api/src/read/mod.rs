//! Parses responses: tolerant in form, without guessing; unrecognized data is kept.
//!
//! Every parser takes the bytes of a response and fails with a location and a reason.

mod check;
mod deleted;
mod envelope;
mod fields;
mod filter;
mod json;
mod list;
mod mend;
mod order;
mod project;
#[cfg(test)]
mod properties;
mod report;
mod scalar;

pub(crate) use deleted::deleted;
pub(crate) use json::parse as json;
pub(crate) use list::{Listed, Seen, projects, reports, whole_reports};
pub(crate) use report::report;
#[cfg(fuzzing)]
pub(crate) use scalar::every as scalars;
