//! What the service can be made to do: the forms of every generation of services, and the faults that the field notes
//! know. The default is what it does anyway.
//!
//! As JSON, of the control interface, every part may be left out; unknown keys and values are refused.

pub mod faults;

use std::collections::BTreeMap;
use std::num::{NonZeroU32, NonZeroU64};

use serde::{Deserialize, Serialize};

pub use faults::{Body, Fault, Method, Rule};

/// A service's profile, whole.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ServiceProfile {
    /// The form of records, and of the rows of lists.
    pub records: Records,
    /// How lists are paged, sorted and linked.
    pub lists: Lists,
    /// What is particular to projects.
    pub projects: Projects,
    /// How many requests are answered, and how the others are refused.
    pub throttle: Throttle,
    /// The form of refusals.
    pub refusals: Refusals,
    /// How many reports may be created in a month; `None`: what the service was started with (field note 21).
    pub quota: Option<u32>,
    /// Where pages lead on to another address, both with scheme: what is kept is where it ends (field note 5).
    pub redirects: BTreeMap<String, String>,
    /// What goes wrong. The first that matches a request and is not used up is played.
    pub faults: Vec<Rule>,
}

impl ServiceProfile {
    /// Whether the answers are to have another form than the handlers give them.
    pub(crate) fn shapes(&self) -> bool {
        self.records != Records::default()
            || self.lists != Lists::default()
            || self.projects != Projects::default()
            || self.refusals != Refusals::default()
    }
}

/// The form of records (field notes 1–9).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Records {
    /// What a single record comes in (field note 1).
    pub envelope: Envelope,
    /// The form of `id` (field note 8).
    pub ids: Ids,
    /// The form of a report's rating (field note 3).
    pub rating: Rating,
    /// What the rating is called: the field, the filter and the sort key (field note 3).
    pub rating_name: RatingName,
    /// The form of dates (field note 9).
    pub dates: Dates,
    /// The form of truth values: `password`, a check's `passed`, `deleted`.
    pub flags: Flags,
    /// The form of a settled `privacy` (field note 7).
    pub privacy: Privacy,
    /// What stands for a map of no checks (field note 4).
    pub empty_results: EmptyResults,
    /// Whether records and rows have keys that nobody knows.
    pub unknown_keys: bool,
}

/// What a single record comes in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Envelope {
    /// `{"data": …, "status": 200}`
    #[default]
    Wrapped,
    /// The record itself.
    Bare,
}

/// The form of identifiers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ids {
    /// `7`
    #[default]
    Number,
    /// `"7"`
    Text,
}

/// The form of a report's rating.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    /// A whole number from 0 to 100; a fraction in the answer to a write, which is not settled (field note 7).
    #[default]
    Whole,
    /// A number from 0 to 100 with a fraction, of the same verdict.
    Fraction,
    /// The number as text.
    Text,
    /// `good`, `decent` or `bad`.
    Word,
    /// Nothing.
    Null,
}

/// What a rating is called.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RatingName {
    /// As the interface has it.
    #[default]
    Result,
    /// As newer services have it, which then do not know the old name.
    Score,
}

impl RatingName {
    /// The name itself.
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

/// The form of truth values.
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

/// The form of a settled privacy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// `0`
    #[default]
    Number,
    /// `"0"`
    Text,
}

/// What stands for a map of no checks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EmptyResults {
    /// `[]`
    #[default]
    List,
    /// `{}`
    Map,
}

/// How lists are paged, sorted and linked (field notes 10–15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Lists {
    /// What a list says about its pages (field note 10).
    pub paging: Paging,
    /// The rows on a page, whatever is asked for; `None`: what is asked for (field note 14).
    pub page_size: Option<NonZeroU32>,
    /// Whether `sort_by=generated_at` is honoured; if not it falls back to `id` (field note 14).
    pub sorts_by_generated_at: bool,
    /// The row of each page, from 0, that lacks what identifies it.
    pub unreadable_row: Option<usize>,
    /// The origin in all links, such as `http://internal.example`; `None`: the right one (field note 12).
    pub link_origin: Option<String>,
}

impl Default for Lists {
    fn default() -> Self {
        Self {
            paging: Paging::default(),
            page_size: None,
            sorts_by_generated_at: true,
            unreadable_row: None,
            link_origin: None,
        }
    }
}

/// What a list says about its pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Paging {
    /// `links` and `meta`, with totals.
    #[default]
    Totals,
    /// `links` and `meta`, but neither a total nor a last page.
    NextOnly,
    /// The page keys beside `data`: `current_page`, `next_page_url`, `total` and so on.
    TopLevel,
    /// Nothing: a bare array.
    BareArray,
}

/// What is particular to projects.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Projects {
    /// What a row has (field note 16).
    pub row: ProjectRow,
    /// Whether deleting a project of N reports also deletes the report whose id is N (field note 26).
    pub delete_takes_id: bool,
}

/// What a project's row has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProjectRow {
    /// Everything, the sum of the scores as text.
    #[default]
    SumAsText,
    /// Everything, the sum of the scores as a number.
    SumAsNumber,
    /// Nothing but `project`.
    NameOnly,
}

/// How many requests are answered, and how the others are refused (field note 29).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Throttle {
    /// How many requests are answered in a window; `None`: what the service was started with.
    pub limit: Option<u32>,
    /// How long a window is, in seconds.
    pub window_s: NonZeroU64,
    /// Whether answers have `X-RateLimit-Limit` and `-Remaining`.
    pub headers: bool,
    /// The form of `Retry-After`, here and in faults.
    pub retry_after: RetryAfter,
    /// The body of a refusal.
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

/// The body of the throttle's refusal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ThrottleBody {
    /// Plain text.
    #[default]
    Text,
    /// `{"message", "status"}`
    Json,
}

/// The form of refusals.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Refusals {
    /// Where refused input has the complaints by field (field note 22).
    pub input: InputRefusal,
    /// How the change of a report that is missing is refused (field note 23).
    pub missing_on_update: MissingOnUpdate,
}

/// Where refused input has the complaints by field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum InputRefusal {
    /// Under `message`.
    #[default]
    Message,
    /// Under `errors`, beside a text `message`.
    Errors,
}

/// How the change of a report that is missing is refused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MissingOnUpdate {
    /// 404
    #[default]
    NotFound,
    /// 403
    Forbidden,
}
