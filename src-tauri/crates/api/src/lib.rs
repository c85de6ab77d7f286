//! The client of the service's HTTP interface: strict in what it sends (`interface.md`, `field-notes.md` §6), tolerant
//! in what it reads (`field-notes.md` §1–5).

mod answer;
mod call;
mod client;
mod failure;
mod hide;
mod input;
mod path;
mod projects;
mod read;
mod reports;

pub use client::{Client, Limits};
