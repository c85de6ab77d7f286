//! The results of chosen checks, in short.

use std::collections::HashMap;

use assay_model::CheckValue;
use rusqlite::{Connection, OptionalExtension};
use serde_json::Value;

use crate::{
    LibraryError, Result,
    checks::{
        body::{self, Unpacker},
        list::{self, CheckBody},
    },
};

/// In characters, of a text.
const MAX_TEXT_LENGTH: usize = 200;

/// Of results, decompressed, per reader; further ones are left out.
const MAX_BYTES: usize = 64 << 20;

/// Checks that are known by name.
const MAX_NAMES: usize = 500;

/// In bytes, of a name.
const MAX_NAME_BYTES: usize = 200;

/// The checks of any report, by name.
pub(crate) fn names(connection: &Connection) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT DISTINCT name FROM check_outcome WHERE length(CAST(name AS BLOB)) <= ? ORDER BY name LIMIT ?",
    )?;
    let names = statement.query_map((MAX_NAME_BYTES, MAX_NAMES), |row| row.get(0))?;
    Ok(names.collect::<rusqlite::Result<_>>()?)
}

/// Reads the results of some checks, without the other ones.
pub(crate) struct ValueReader<'a> {
    connection: &'a Connection,
    count: usize,
    /// The places of the wanted checks by kind.
    places: HashMap<i64, usize>,
    unpacker: Unpacker,
    /// Of [`MAX_BYTES`].
    left: usize,
}

impl<'a> ValueReader<'a> {
    pub(crate) fn new(connection: &'a Connection, checks: &[String]) -> Result<Self> {
        let mut places = HashMap::new();
        let mut kinds = connection.prepare_cached("SELECT id FROM check_outcome WHERE name = ?")?;
        for (place, name) in checks.iter().enumerate() {
            for kind in kinds.query_map([name], |row| row.get(0))? {
                places.insert(kind?, place);
            }
        }
        Ok(Self { connection, count: checks.len(), places, unpacker: Unpacker::default(), left: MAX_BYTES })
    }

    /// The results in a list of checks, in the wanted order; the first one of a repeated check.
    pub(crate) fn read(&mut self, checks: i64) -> Result<Vec<Option<CheckValue>>> {
        let mut values = vec![None; self.count];
        if self.places.is_empty() {
            return Ok(values);
        }
        let list: Vec<u8> = self
            .connection
            .prepare_cached("SELECT list FROM checks WHERE id = ?")?
            .query_row([checks], |row| row.get(0))
            .optional()?
            .ok_or(LibraryError::Damaged)?;
        let mut seen = vec![false; self.count];
        for entry in list::read(&list) {
            let (kind, body) = entry?;
            let Some(place) = self.places.get(&kind).copied().filter(|place| !seen[*place]) else { continue };
            seen[place] = true;
            values[place] = self.value(body)?;
        }
        Ok(values)
    }

    fn value(&mut self, found: CheckBody) -> Result<Option<CheckValue>> {
        let body = match found {
            CheckBody::Inline(body) => body.to_vec(),
            CheckBody::Content(id) => {
                let mut content = self.connection.prepare_cached("SELECT body FROM content WHERE id = ?")?;
                content.query_row([id], |row| row.get(0)).optional()?.ok_or(LibraryError::Damaged)?
            }
        };
        let Some(left) = self.left.checked_sub(body::unpacked_bytes(&body)?) else { return Ok(None) };
        self.left = left;
        Ok(short(body::read(&mut self.unpacker, &body)?.0))
    }
}

/// A result in short; `None` for nothing (`field-notes.md` 4).
fn short(value: Value) -> Option<CheckValue> {
    match value {
        Value::Null => None,
        Value::Bool(value) => Some(CheckValue::Flag { value }),
        Value::Number(number) => number.as_f64().map(|number| CheckValue::Number { number }),
        Value::String(text) if text.is_empty() => None,
        Value::String(text) => {
            let length = u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
            Some(CheckValue::Text { text: text.chars().take(MAX_TEXT_LENGTH).collect(), length })
        }
        Value::Array(items) => count(items.len()),
        Value::Object(map) => match (map.get("min").and_then(Value::as_f64), map.get("max").and_then(Value::as_f64)) {
            (Some(min), Some(max)) if map.len() == 2 => Some(CheckValue::Range { min, max }),
            _ => count(map.len()),
        },
    }
}

fn count(count: usize) -> Option<CheckValue> {
    (count > 0).then(|| CheckValue::Entries { count: u32::try_from(count).unwrap_or(u32::MAX) })
}

#[cfg(test)]
mod tests {
    use assay_model::CheckValue;
    use serde_json::json;

    use super::MAX_TEXT_LENGTH;
    use crate::testing::{SCOPE, TestLibrary, bare, check, day, report, with_checks};

    #[test]
    fn results_of_chosen_checks_are_told_in_short() {
        let library = TestLibrary::new();
        let long = "Ä".repeat(5_000);
        let checks =
            |value| with_checks(report(1), vec![check("alt", None, None, json!(7)), check("it", None, None, value)]);
        for (value, told) in [
            (json!(null), None),
            (json!(""), None),
            (json!([]), None),
            (json!({}), None),
            (json!(0), Some(CheckValue::Number { number: 0.0 })),
            (json!(1.25), Some(CheckValue::Number { number: 1.25 })),
            (json!(false), Some(CheckValue::Flag { value: false })),
            (json!("12"), Some(CheckValue::Text { text: "12".into(), length: 2 })),
            (json!(long), Some(CheckValue::Text { text: "Ä".repeat(MAX_TEXT_LENGTH), length: 5_000 })),
            (json!(["a", {"b": 1}]), Some(CheckValue::Entries { count: 2 })),
            (json!({"h1": ["a"]}), Some(CheckValue::Entries { count: 1 })),
            (json!({"min": 1, "max": 2.5}), Some(CheckValue::Range { min: 1.0, max: 2.5 })),
            (json!({"min": 1, "max": 2, "unit": "s"}), Some(CheckValue::Entries { count: 3 })),
        ] {
            library.ingest_on(1, [checks(value.clone())]);
            let wanted = ["it", "missing", "alt"].map(str::to_owned);
            let trends = library.scope(SCOPE).trends(&["1".to_owned()], &wanted).unwrap();
            assert_eq!(trends[0].values, [told, None, Some(CheckValue::Number { number: 7.0 })], "{value}");
        }
        assert_eq!(library.check_names().unwrap(), ["alt", "it"]);
    }

    #[test]
    fn reports_without_checks_have_no_values() {
        let library = TestLibrary::new();
        library.scope(SCOPE).ingest(&[bare(report(1))], day(1)).unwrap();
        let trends = library.scope(SCOPE).trends(&["1".to_owned(), "2".to_owned()], &["title".to_owned()]).unwrap();
        assert_eq!(trends.iter().map(|trend| trend.values.clone()).collect::<Vec<_>>(), [vec![None]]);
    }

    #[test]
    fn values_are_of_the_last_state_and_the_first_check_of_a_name() {
        let library = TestLibrary::new();
        library.ingest_on(
            1,
            [with_checks(report(1), vec![check("it", Some(true), None, json!("old, but long enough to be kept"))])],
        );
        let twice = vec![check("it", Some(false), None, json!(1)), check("it", Some(true), None, json!(2))];
        library.ingest_on(2, [with_checks(report(1), twice)]);
        let trends = library.scope(SCOPE).trends(&["1".to_owned()], &["it".to_owned()]).unwrap();
        assert_eq!(trends[0].values, [Some(CheckValue::Number { number: 1.0 })]);
    }
}
