use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{Privacy, Problem, Verdict};

/// A report as a list shows it: everything but its checks, which can be large and stay in Rust (`field-notes.md` 13).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportRow {
    /// The service's own identifier: opaque text, also where the service has numbers (`field-notes.md` 8).
    pub id: String,
    /// The address as the service keeps it, without scheme, or empty where it gave none (`field-notes.md` 5).
    pub address: String,
    /// The address to open in a browser, always `http://` or `https://`; absent where none can be told.
    pub url: Option<String>,
    /// The site that the report belongs to (`field-notes.md` 6).
    pub project: Option<String>,
    /// The verdict, given as a word or told from the score (`field-notes.md` 3).
    pub verdict: Option<Verdict>,
    /// The score, 0–100, where the service gives one.
    pub score: Option<f64>,
    /// Who can see it; absent where the service did not say or said something unknown.
    pub privacy: Option<Privacy>,
    /// Whether a password is set, as far as the service says (`field-notes.md` 2).
    pub has_password: Option<bool>,
    /// When its checks last ran.
    #[ts(type = "string | null")]
    pub generated_at: Option<Timestamp>,
    /// When it was created.
    #[ts(type = "string | null")]
    pub created_at: Option<Timestamp>,
    /// When the service last changed it.
    #[ts(type = "string | null")]
    pub updated_at: Option<Timestamp>,
    /// Known fields whose value could not be understood; shown as unknown, never as a default.
    pub odd: Vec<UnrecognizedField>,
}

/// A known field with a value that Assay does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnrecognizedField {
    /// The service's name for the field.
    pub field: String,
    /// The value as the service gave it, as JSON text, at most 200 characters.
    pub raw: String,
}

/// One report, whole.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Report {
    /// What the list shows of it.
    pub row: ReportRow,
    /// Its checks, in the order of the service (`field-notes.md` 4).
    pub checks: Vec<Check>,
    /// Everything that the service said besides the known fields, under its own names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}

/// One check of a page (`field-notes.md` 4). New services add checks: the name is the service's own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Check {
    /// The service's name for the check, such as `meta_description`.
    pub name: String,
    /// Whether the page passed; absent where the service did not say.
    pub passed: Option<bool>,
    /// How much it matters; absent where the service did not say or said something unknown.
    pub importance: Option<Importance>,
    /// What the service found: nothing, a scalar, a list, a map or limits.
    pub value: Value,
    /// What the service found wrong, in its own form; absent when passed.
    pub errors: Option<Value>,
    /// Whatever else the service said of the check, under its own names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}

/// How much a check matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    /// First to mend.
    High,
    /// Worth mending.
    Medium,
    /// A finishing touch.
    Low,
}

/// What a create or update left behind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Written {
    /// The report: read again after the write, since the write's own answer is not settled (`field-notes.md` 7).
    pub report: Report,
    /// Why reading it again failed, if it did: the write itself is proven, but `report` is then the write's own answer.
    pub unsettled: Option<Problem>,
    /// What became of the write's own answer, if it was lost: that it took place was then found by looking.
    pub answer_lost: Option<Problem>,
}

/// What a delete took away (`field-notes.md` 24, 25).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Deleted {
    /// The report's id, or the project's name.
    pub id: String,
    /// What became of the delete's own answer, if it was lost or unclear: that it took place was then found by looking.
    pub answer_lost: Option<Problem>,
}

/// What looking for a report found whose creation may or may not have taken place (`field-notes.md` 19).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Sought {
    /// The newest report of the same address that is younger than the try.
    pub found: Option<ReportRow>,
    /// Other reports that are younger than the try, at most 10: an address that redirects is kept under another.
    pub others: Vec<ReportRow>,
}
