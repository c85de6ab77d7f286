//! Reading answers: tolerant in form, and never guessing. What cannot be understood is kept as it came.
//!
//! Every reader here takes the bytes of an answer and, where the whole is not what the interface has, fails with a text
//! that says where and why.

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
