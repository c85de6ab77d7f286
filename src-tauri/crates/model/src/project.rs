use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::UnrecognizedField;

/// A project: the reports of one site (`field-notes.md` 16). Only its name is certain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Project {
    /// The name, which is also its id.
    pub project: String,
    pub reports: Option<u64>,
    /// The average score of its reports, 0–100, if the service returns their sum and count.
    pub mean_score: Option<f64>,
    /// When its first report was created.
    #[ts(type = "string | null")]
    pub created_at: Option<Timestamp>,
    /// Known fields with unrecognized values.
    pub odd: Vec<UnrecognizedField>,
    /// All other fields of the response, under the service's names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}
