//! The journal as a plan and a run use it.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

#[path = "../common/mod.rs"]
mod common;

mod passwords;
mod plans;
mod sending;
