use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::{Privacy, Problem, Verdict};

/// A report as shown in a list: without its checks, which can be large and stay in Rust
/// (`field-notes.md` 13).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct ReportRow {
    /// The service's id: opaque text, also if it is a number (`field-notes.md` 8).
    pub id: String,
    /// The URL as the service stores it, without scheme, or empty if there is none
    /// (`field-notes.md` 5).
    pub address: String,
    /// The URL to open in a browser, always `http://` or `https://`; absent if unknown.
    pub url: Option<String>,
    /// The site that the report belongs to (`field-notes.md` 6).
    pub project: Option<String>,
    /// The verdict, as returned or derived from the score (`field-notes.md` 3).
    pub verdict: Option<Verdict>,
    /// The score, 0–100, if the service returns one.
    pub score: Option<f64>,
    /// The privacy; absent if missing or unrecognized.
    pub privacy: Option<Privacy>,
    /// Whether a password is set, if the service says so (`field-notes.md` 2).
    pub has_password: Option<bool>,
    /// When it was last checked.
    #[ts(type = "string | null")]
    pub generated_at: Option<Timestamp>,
    #[ts(type = "string | null")]
    pub created_at: Option<Timestamp>,
    /// When the service last changed it.
    #[ts(type = "string | null")]
    pub updated_at: Option<Timestamp>,
    /// Known fields with unrecognized values; shown as unknown, never as a default.
    pub odd: Vec<UnrecognizedField>,
}

/// A known field with an unrecognized value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct UnrecognizedField {
    /// The service's name for the field.
    pub field: String,
    /// The value as JSON text, at most 200 characters.
    pub raw: String,
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, TS)]
pub struct Report {
    /// The report as in lists.
    pub row: ReportRow,
    /// Its checks, in the service's order (`field-notes.md` 4).
    pub checks: Vec<Check>,
    /// All other fields of the response, under the service's names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}

/// One check of a page (`field-notes.md` 4). The name is the service's own: new services add
/// checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Check {
    /// The service's name for the check, such as `meta_description`.
    pub name: String,
    /// Whether the page passed; absent if unknown.
    pub passed: Option<bool>,
    /// Its importance; absent if missing or unrecognized.
    pub importance: Option<Importance>,
    /// The result: nothing, a scalar, a list, a map, or limits.
    pub value: Value,
    /// The errors in the service's own form; absent if passed.
    pub errors: Option<Value>,
    /// All other fields of the check, under the service's names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    /// Fix first.
    High,
    /// Worth fixing.
    Medium,
    /// Nice to have.
    Low,
}

/// The result of a create or update.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct WriteResult {
    /// The report as read after the write, since the write's own response is not final
    /// (`field-notes.md` 7).
    pub report: Report,
    /// Why the read after the write failed: then nothing is confirmed, and `report` is the write's
    /// own response.
    pub unsettled: Option<Problem>,
    /// What the service responded OK to but did not apply, as the later read showed.
    pub not_applied: Vec<NotApplied>,
    /// Whether the created report is for another page than requested, such as after a redirect.
    pub is_other_page: bool,
    /// Why the write's response was lost, if it was and the write was confirmed by a lookup.
    pub answer_lost: Option<Problem>,
    /// Why the password could not be saved, if it was to be.
    pub unkept: Option<Problem>,
}

/// A part of a write that was not applied despite an OK response.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum NotApplied {
    /// The privacy differs from the request, or is not returned.
    Privacy,
    /// No password is set, or it can't be confirmed to be the new one.
    Password,
    /// The checks are not newer than before.
    Checks,
}

/// The result of a delete (`field-notes.md` 24, 25).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DeleteResult {
    /// The report's id, or the project's name.
    pub id: String,
    /// Why the delete's response was lost or unclear, if it was and the delete was confirmed by a
    /// lookup.
    pub answer_lost: Option<Problem>,
}

/// The result of looking up a create with an unknown outcome (`field-notes.md` 19).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct CreateLookup {
    /// The newest report of the same URL since the create.
    pub found: Option<ReportRow>,
    /// Other reports since the create, at most 10: a redirecting URL is stored as its target.
    pub others: Vec<ReportRow>,
}
