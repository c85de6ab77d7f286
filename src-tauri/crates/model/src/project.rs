use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use ts_rs::TS;

use crate::UnrecognizedField;

/// A project: the reports of one site (`field-notes.md` 16). Only its name is certain.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Project {
    /// The name, which is also what identifies it.
    pub project: String,
    /// How many reports it has.
    pub reports: Option<u64>,
    /// The mean score of its reports, 0–100, where the service gives their sum and count.
    pub mean_score: Option<f64>,
    /// When its first report was created.
    #[ts(type = "string | null")]
    pub created_at: Option<Timestamp>,
    /// Known fields whose value could not be understood.
    pub odd: Vec<UnrecognizedField>,
    /// Everything that the service said besides the known fields, under its own names.
    #[ts(as = "std::collections::BTreeMap<String, Value>")]
    pub other: Map<String, Value>,
}
