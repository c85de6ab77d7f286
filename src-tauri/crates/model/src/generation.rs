use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ReportSort;

/// What a service was seen to do, as services of the same interface differ: learned from its answers, never configured.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ServiceCapabilities {
    /// How it rates a page (`field-notes.md` 3).
    pub rating: Option<Rating>,
    /// Its rows, filter and sort key say `score` where the interface says `result` (`field-notes.md` 3).
    pub says_score: bool,
    /// Whether it put rows into the order that was asked for, by sort key (`field-notes.md` 14).
    pub sorts: BTreeMap<ReportSort, bool>,
    /// What its lists say about their pages (`field-notes.md` 10).
    pub paging: Option<Paging>,
    /// How many requests it allows, usually a minute (`field-notes.md` 29).
    pub rate_limit: Option<u32>,
}

/// How a service rates a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// With the words good, decent and bad alone.
    Word,
    /// With a score of 0–100.
    Score,
}

/// What a service's lists say about their pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    /// How many rows there are in all.
    Totals,
    /// Whether there is another page, and no more.
    NextOnly,
    /// Nothing: whether there is more cannot be told.
    Unsaid,
}
