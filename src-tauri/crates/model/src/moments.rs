use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ChangeReasons, Importance, LibraryQuery, Since, Verdict, VerdictCounts};

/// Two moments at which to compare the reports of a library's list, such as a project or a view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct CompareMoments {
    /// The query; sorting, page, and page size are ignored. Removed reports count, too, unless it
    /// says which.
    pub query: LibraryQuery,
    /// The earlier moment.
    pub before: Since,
    /// The later moment; absent: now.
    #[ts(as = "Option<String>")]
    pub after: Option<Timestamp>,
}

/// The differences between two moments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MomentsComparison {
    pub before: Standing,
    pub after: Standing,
    pub better: u32,
    pub worse: u32,
    /// Reports that were only there after.
    pub new: u32,
    /// Reports that were only there before.
    pub gone: u32,
    /// Reports with the same verdict and score, or without one.
    pub same: u32,
    /// The checks that broke or were fixed on pages of both moments, on the most pages first; at most
    /// 200.
    pub checks: Vec<MovedCheck>,
    /// The pages whose score rose most first; at most 20.
    pub improved: Vec<MovedPage>,
    /// The pages whose score fell most first; at most 20.
    pub worsened: Vec<MovedPage>,
}

/// How reports stood at a moment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Standing {
    #[ts(type = "string")]
    pub at: Timestamp,
    /// The reports that were there, by verdict.
    pub verdicts: VerdictCounts,
    /// The average score of those that have one, 0–100.
    pub mean_score: Option<f64>,
}

/// On how many pages a check broke and was fixed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct MovedCheck {
    /// The service's name for the check.
    pub name: String,
    /// Its importance, if the service says so.
    pub importance: Option<Importance>,
    pub broke: u32,
    pub fixed: u32,
}

/// A page at two moments.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct MovedPage {
    pub connection: String,
    /// The service's id.
    pub id: String,
    pub address: String,
    #[ts(type = "string | null")]
    pub created_at: Option<Timestamp>,
    pub verdict_before: Option<Verdict>,
    pub score_before: Option<f64>,
    pub verdict: Option<Verdict>,
    pub score: Option<f64>,
    /// The differences between its snapshots of both moments; absent if one was deleted.
    pub reasons: Option<ChangeReasons>,
}
