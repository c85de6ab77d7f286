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
    /// The name for filtering by verdict, if the one of its rows was ignored.
    pub verdict_filter: Option<VerdictName>,
    /// The name for sorting by verdict, if the one of its rows was ignored.
    pub verdict_sort: Option<VerdictName>,
    /// Whether it respected the requested order, by sort key (`field-notes.md` 14).
    pub sorts: BTreeMap<ReportSort, bool>,
    /// The paging data of its lists (`field-notes.md` 10).
    pub paging: Option<Paging>,
    /// Requests allowed, usually per minute (`field-notes.md` 29).
    pub rate_limit: Option<u32>,
    /// How long the last create took, in milliseconds (`field-notes.md` 17).
    pub create_millis: Option<u32>,
}

/// A service's name for the verdict in queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum VerdictName {
    /// As in the interface.
    Result,
    /// As in later services.
    Score,
    /// Neither name has any effect.
    Neither,
}

impl VerdictName {
    /// Returns whether the name is `score`; `None` for neither.
    #[must_use]
    pub fn says_score(self) -> Option<bool> {
        match self {
            Self::Result => Some(false),
            Self::Score => Some(true),
            Self::Neither => None,
        }
    }
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
    Totals,
    /// Only whether there is another page.
    NextOnly,
    /// None: it is unknown if more pages follow.
    Unsaid,
}
