//! Reading answers: tolerant in form, and never guessing. What cannot be understood is kept as it came.
//!
//! Every reader here takes JSON and, where the whole is not what the interface has, fails with a text that says where
//! and why.

mod check;
mod deleted;
mod envelope;
mod fields;
mod list;
mod order;
mod project;
mod report;
mod scalar;

pub(crate) use deleted::deleted;
pub(crate) use list::{projects, reports};
pub(crate) use report::report;
