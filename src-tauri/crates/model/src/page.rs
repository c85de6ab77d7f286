use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// One page of a list (`field-notes.md` 10, 11).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Page<T> {
    /// The rows that could be read, in the order of the service.
    pub rows: Vec<T>,
    /// The rows that could not.
    pub unreadable: Vec<UnreadableRow>,
    /// Which page this is, from 1.
    pub number: u32,
    /// How many there are in all, where the service says.
    pub total: Option<u64>,
    /// How many rows lie before this page, where the service says or it follows from the pages.
    pub offset: Option<u64>,
    /// Whether there is a page after this one, as far as the service says.
    pub has_next: bool,
    /// The rows are provably not in the order that was asked for (`field-notes.md` 14).
    pub sort_ignored: bool,
    /// Rows are there that the filters should have left out: the service did not heed them.
    pub filter_ignored: bool,
}

/// A row of a list that could not be read: shown as it came, so that nothing is lost silently.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnreadableRow {
    /// Its place in the answer, from 0.
    pub position: u32,
    /// Where the trouble is, such as `data[3].id`.
    pub path: String,
    /// The row as JSON text, at most 2,000 characters.
    pub raw: String,
}
