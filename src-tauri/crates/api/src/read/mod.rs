//! Parses responses: tolerant in form, without guessing; unrecognized data is kept.
//!
//! Every parser takes the bytes of a response and fails with a location and a reason.

mod budget;
mod check;
mod deleted;
mod envelope;
mod fields;
mod filter;
mod json;
mod list;
mod order;
mod project;
#[cfg(test)]
mod properties;
mod repair;
mod report;
mod scalar;

pub(crate) use budget::{Body, ParseError};
pub(crate) use deleted::deleted;
pub(crate) use json::parse_value as json;
pub(crate) use list::{ParsedPage, ServiceTraits, full_reports, projects, reports};
pub(crate) use report::report;
#[cfg(fuzzing)]
pub(crate) use scalar::every as scalars;
