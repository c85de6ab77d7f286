use assay_model::Check;
use serde_json::Value;

use crate::{ANY, Texts};

/// Returns the kind of error that a check reports: the first one in its `errors` that the guide
/// explains, or `missing` for a value of nothing without errors.
#[must_use]
pub fn error_kind(check: &Check) -> Option<&str> {
    let Texts { findings, .. } = crate::texts(assay_model::Language::English).checks.get(&check.name)?;
    let is_known = |kind: &&str| *kind != ANY && findings.contains_key(*kind);
    match check.errors.as_ref().filter(|errors| !is_nothing(errors)) {
        None => Some("missing").filter(|kind| is_nothing(&check.value) && is_known(kind)),
        Some(Value::Object(map)) => map.keys().map(String::as_str).find(is_known),
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).find(is_known),
        Some(other) => other.as_str().filter(is_known),
    }
}

/// Whether a value is one of the forms in which services express nothing (`field-notes.md` 4).
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}
