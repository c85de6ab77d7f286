//! The forms that services put records into.

use serde_json::{Map, Value};

use super::scalar;

/// Why a record cannot be used: where in it, and the record as it came.
pub(crate) struct NoRow {
    /// The field, or nothing where the record is no map at all.
    pub(crate) field: Option<&'static str>,
    pub(crate) record: Value,
}

impl NoRow {
    /// The place, given that of the record.
    pub(crate) fn path(&self, at: &str) -> String {
        match self.field {
            Some(field) if at.is_empty() => field.to_owned(),
            Some(field) => format!("{at}.{field}"),
            None => at.to_owned(),
        }
    }

    /// A sentence, given the place of the record.
    pub(crate) fn describe(&self, at: &str) -> String {
        let path = self.path(at);
        let found = match self.field {
            Some(field) => self.record.get(field).map_or("nothing", kind),
            None => kind(&self.record),
        };
        let wanted = if self.field.is_some() { "a text or a number" } else { "a record" };
        expected(&path, wanted, found)
    }
}

/// The record of an answer, and where it is: in `data`, or the answer itself (`field-notes.md` 1).
pub(crate) fn record(answer: Value) -> Result<(&'static str, Value), String> {
    match answer {
        Value::Object(mut fields) if fields.get("data").is_some_and(Value::is_object) => {
            Ok(("data", fields.get_mut("data").map(Value::take).unwrap_or_default()))
        }
        Value::Object(_) => Ok(("", answer)),
        other => Err(expected("", "a record", kind(&other))),
    }
}

/// A record with what identifies it.
pub(crate) fn identified(record: Value, field: &'static str) -> Result<(String, Map<String, Value>), NoRow> {
    match record {
        Value::Object(fields) => match fields.get(field).and_then(scalar::text) {
            Some(id) => Ok((id, fields)),
            None => Err(NoRow { field: Some(field), record: Value::Object(fields) }),
        },
        record => Err(NoRow { field: None, record }),
    }
}

/// "data.id: expected a text or a number, found nothing"
pub(crate) fn expected(path: &str, wanted: &str, found: &str) -> String {
    let place = if path.is_empty() { "answer" } else { path };
    format!("{place}: expected {wanted}, found {found}")
}

/// What a value is, in a word.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "a record",
    }
}
