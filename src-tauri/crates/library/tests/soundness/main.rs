//! A library that is killed, damaged, shared, restored, or cleared.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod backup;
mod damage;
mod forgetting;
mod killing;
mod made;
mod sharing;
mod unusable;
mod using;
