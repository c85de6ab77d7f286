use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::ReportSort;

/// The capabilities of a service, learned from its responses, never configured.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ServiceCapabilities {
    /// How it rates a page (`field-notes.md` 3).
    pub rating: Option<Rating>,
    /// It uses `score` where the interface uses `result` in rows, filter, and sort key
    /// (`field-notes.md` 3).
    pub says_score: bool,
    /// Whether it put rows into the order that was asked for, by sort key (`field-notes.md` 14).
    pub sorts: BTreeMap<ReportSort, bool>,
    /// The paging data of its lists (`field-notes.md` 10).
    pub paging: Option<Paging>,
    /// Requests allowed, usually per minute (`field-notes.md` 29).
    pub rate_limit: Option<u32>,
}

/// How a service rates a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// Only with the words good, decent, and bad.
    Word,
    /// With a score of 0–100.
    Score,
}

/// The paging data of a service's lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    /// The total number of rows.
    Totals,
    /// Only whether there is another page.
    NextOnly,
    /// None: it is unknown if more pages follow.
    Unsaid,
}
