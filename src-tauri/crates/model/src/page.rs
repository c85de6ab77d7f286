use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One page of a list (`field-notes.md` 10, 11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Page<T> {
    /// The readable rows, in the service's order.
    pub rows: Vec<T>,
    pub unreadable: Vec<UnreadableRow>,
    /// Which page this is, from 1.
    pub number: u32,
    /// The total number of rows, if the service says so.
    pub total: Option<u64>,
    /// The number of rows before this page, if known.
    pub offset: Option<u64>,
    /// Whether another page follows, if the service says so.
    pub has_next: bool,
    /// The rows are not in the requested order (`field-notes.md` 14).
    pub sort_ignored: bool,
    /// The service ignored the filters: some rows don't match.
    pub filter_ignored: bool,
}

/// An unreadable row of a list, shown as received.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnreadableRow {
    /// Its position in the response, from 0.
    pub position: u32,
    /// The path of the invalid value, such as `data[3].id`.
    pub path: String,
    /// The row as JSON text, at most 2,000 characters.
    pub raw: String,
}
