//! The configurable behavior: the forms of every generation of services, and the faults of the
//! field notes.
//!
//! In the JSON of the control interface, every part is optional; unknown keys and values are
//! rejected.

#[cfg(feature = "faults")]
pub mod faults;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use serde::{Deserialize, Serialize};

#[cfg(feature = "faults")]
pub use faults::{Body, Fault, Method, Place, Rule};

/// A service's behavior.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServiceProfile {
    /// The form of records, and of the rows of lists.
    pub records: Records,
    /// Paging, sorting, and links of lists.
    pub lists: Lists,
    /// The behavior of projects.
    pub projects: Projects,
    /// The rate limit, and its error responses.
    pub throttle: Throttle,
    /// The form of error responses.
    pub refusals: Refusals,
    /// The behavior of creates.
    pub creates: Creates,
    /// The monthly quota; `None` for the configured one (field note 21).
    pub quota: Option<u32>,
    /// Redirects of pages, as full URLs: the target is stored (field note 5).
    pub redirects: BTreeMap<String, String>,
    /// Faults; the first one that matches a request and is not used up is played.
    #[cfg(feature = "faults")]
    pub faults: Vec<Rule>,
}

#[cfg(feature = "faults")]
impl ServiceProfile {
    /// Whether responses differ from the handlers' form.
    pub(crate) fn shapes(&self) -> bool {
        self.records != Records::default()
            || self.lists != Lists::default()
            || self.projects != Projects::default()
            || self.refusals != Refusals::default()
    }
}

/// The behavior of creates (field notes 17, 19).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Creates {
    /// The duration in milliseconds; `None` for the configured one.
    pub takes_ms: Option<u64>,
    /// Whether a create continues after its client has disconnected.
    pub goes_on: bool,
    /// When its report appears, and its date.
    pub recorded: Recorded,
}

/// When a slow create's report appears, and its date.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Recorded {
    /// Both at the end.
    #[default]
    AtEnd,
    /// Both at the start.
    AtStart,
    /// Appears at the end, dated at the start.
    DatedAtStart,
}

/// The form of records (field notes 1–9).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Records {
    /// The envelope of a single record (field note 1).
    pub envelope: Envelope,
    /// The form of `id` (field note 8).
    pub ids: Ids,
    /// The form of a report's rating (field note 3).
    pub rating: Rating,
    /// The name of the rating: field, filter, and sort key (field note 3).
    pub rating_name: RatingName,
    /// The name of the filter and sort key, if it differs from the field's.
    pub rating_key: Option<RatingName>,
    /// The form of dates (field note 9).
    pub dates: Dates,
    /// The form of booleans: `password`, a check's `passed`, `deleted`.
    pub flags: Flags,
    /// The form of a final `privacy` (field note 7).
    pub privacy: Privacy,
    /// The form of empty checks (field note 4).
    pub empty_results: EmptyResults,
    /// Whether records and rows have unknown keys.
    pub unknown_keys: bool,
    /// The number of checks per report with unique names.
    pub own_checks: u32,
}

/// The envelope of a single record.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Envelope {
    /// `{"data": …, "status": 200}`
    #[default]
    Wrapped,
    /// The record itself.
    Bare,
}

/// The form of ids.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ids {
    /// `7`
    #[default]
    Number,
    /// `"7"`
    Text,
    /// `18000000000000000007`: more than 63 bits.
    Huge,
}

/// The form of a report's rating.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// An integer from 0 to 100; a fraction in responses to writes, which are not final (field note
    /// 7).
    #[default]
    Whole,
    /// A fraction from 0 to 100 with the same verdict.
    Fraction,
    /// The number as text.
    Text,
    /// `good`, `decent` or `bad`.
    Word,
    /// Nothing.
    Null,
}

/// The name of a rating.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingName {
    /// As in the interface.
    #[default]
    Result,
    /// As in newer services, which don't support the old name.
    Score,
}

impl RatingName {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::Score => "score",
        }
    }
}

/// The form of dates.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dates {
    /// `2026-01-31T10:20:30.000000Z`
    #[default]
    Iso,
    /// `2026-01-31 10:20:30`, in UTC.
    Plain,
    /// `2026-01-31T12:20:30+02:00`
    Offset,
    /// `{"date": "2026-01-31 12:20:30.000000", "timezone_type": 1, "timezone": "+02:00"}`
    Object,
}

/// The form of booleans.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flags {
    /// `true`
    #[default]
    Truth,
    /// `1`
    Number,
    /// `"1"`
    Text,
}

/// The form of a final privacy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// `0`
    #[default]
    Number,
    /// `"0"`
    Text,
}

/// The form of empty checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyResults {
    /// `[]`
    #[default]
    List,
    /// `{}`
    Map,
}

/// Paging, sorting, and links of lists (field notes 10–15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lists {
    /// The paging data of a list (field note 10).
    pub paging: Paging,
    /// A fixed page size; `None` for the requested one (field note 14).
    pub page_size: Option<NonZeroU32>,
    /// Whether `sort_by=generated_at` is supported; otherwise it falls back to `id` (field note
    /// 14).
    pub sorts_by_generated_at: bool,
    /// The row of each page, from 0, that lacks its id.
    pub unreadable_row: Option<usize>,
    /// The origin in all links, such as `http://internal.example`; `None` for the correct one
    /// (field note 12).
    pub link_origin: Option<String>,
    /// The total in lists; `None` for the correct one.
    pub total: Option<u64>,
    /// Generated reports on endless pages, instead of the real ones.
    pub made_up: Option<MadeUp>,
    /// Other users' actions before each list of reports.
    pub others: Others,
}

/// Pages of generated reports with only an id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MadeUp {
    /// Rows per page; `None` for the requested number.
    #[serde(default)]
    pub rows: Option<NonZeroU32>,
    /// Rows that each page shares with the previous one.
    #[serde(default)]
    pub overlap: u32,
    /// Pages before the first one repeats; `None` for never.
    #[serde(default)]
    pub circle: Option<NonZeroU32>,
}

/// Other users' actions.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Others {
    /// The number of reports to recheck, the least recently checked first.
    pub recheck: usize,
    /// The number of reports to delete, spread over the list.
    pub delete: usize,
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            paging: Paging::default(),
            page_size: None,
            sorts_by_generated_at: true,
            unreadable_row: None,
            link_origin: None,
            total: None,
            made_up: None,
            others: Others::default(),
        }
    }
}

/// The paging data of a list.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    /// `links` and `meta`, with totals.
    #[default]
    Totals,
    /// `links` and `meta`, but neither a total nor a last page.
    NextOnly,
    /// The paging keys next to `data`: `current_page`, `next_page_url`, `total`, and so on.
    TopLevel,
    /// Nothing: a bare array.
    BareArray,
}

/// The behavior of projects.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Projects {
    /// The fields of a row (field note 16).
    pub row: ProjectRow,
    /// Whether deleting a project of N reports also deletes the report whose id is N (field note 26).
    pub delete_takes_id: bool,
}

/// The fields of a project's row.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectRow {
    /// All, with the sum of scores as text.
    #[default]
    SumAsText,
    /// All, with the sum of scores as a number.
    SumAsNumber,
    /// Only `project`.
    NameOnly,
}

/// The rate limit, and its error responses (field note 29).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Throttle {
    /// Requests per window; `None` for the configured number.
    pub limit: Option<u32>,
    /// The length of a window, in seconds.
    pub window_s: NonZeroU64,
    /// Whether responses have `X-RateLimit-Limit` and `-Remaining`.
    pub headers: bool,
    /// The form of `Retry-After`, here and in faults.
    pub retry_after: RetryAfter,
    /// The body of a 429.
    pub body: ThrottleBody,
}

impl Default for Throttle {
    fn default() -> Self {
        Self {
            limit: None,
            window_s: const { NonZeroU64::new(60).unwrap() },
            headers: true,
            retry_after: RetryAfter::default(),
            body: ThrottleBody::default(),
        }
    }
}

/// The form of `Retry-After`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RetryAfter {
    /// `30`
    #[default]
    Seconds,
    /// `Sat, 31 Jan 2026 10:20:30 GMT`
    Date,
    /// No such header.
    Absent,
}

/// The body of a 429.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThrottleBody {
    /// Plain text.
    #[default]
    Text,
    /// `{"message", "status"}`
    Json,
}

/// The form of error responses.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Refusals {
    /// The place of messages by field.
    pub input: InputRefusal,
    /// The response to updating a missing report.
    pub missing_on_update: MissingOnUpdate,
}

/// The place of messages by field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputRefusal {
    /// Under `message`.
    #[default]
    Message,
    /// Under `errors`, next to a text `message`.
    Errors,
}

/// The response to updating a missing report.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingOnUpdate {
    /// 404
    #[default]
    NotFound,
    /// 403
    Forbidden,
}
