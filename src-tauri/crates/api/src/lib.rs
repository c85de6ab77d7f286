//! The client of the service's HTTP interface: strict in requests (`interface.md`, `field-notes.md`
//! §6), tolerant in parsing (`field-notes.md` §1–5). Also fetches public files over the same
//! routes.

mod answer;
mod call;
mod client;
mod diagnose;
mod failure;
#[cfg(fuzzing)]
pub mod fuzz;
mod hide;
mod input;
mod near;
mod pace;
mod path;
mod projects;
mod proof;
mod read;
mod reports;
mod setup;
mod stripper;
mod web;

pub use client::Client;
pub use diagnose::{check_connection, refused_settings};
pub use near::is_near;
pub use pace::{BeforeWrite, CallContext, Wait};
pub use reports::{Whole, read_answer};
pub use setup::{Limits, ClientSettings};
pub use web::{Fetched, PublicFetcher};
