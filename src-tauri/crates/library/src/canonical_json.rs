//! Stored values: safe to parse again, and comparable regardless of key order.

use std::borrow::Cow;

use assay_model::Check;
use serde_json::{Map, Value};

use crate::{Result, state::json};

/// Nesting limit: with the added layers, below that of `serde_json`.
const DEEPEST: usize = 120;

/// The value, or its JSON as text if it is nested too deep.
pub(crate) fn readable(value: &Value) -> Result<Cow<'_, Value>> {
    if is_deeper(value, DEEPEST) { Ok(Cow::Owned(Value::from(json(value)?))) } else { Ok(Cow::Borrowed(value)) }
}

/// The canonical value of each field.
pub(crate) fn readable_map(map: &Map<String, Value>) -> Result<Cow<'_, Map<String, Value>>> {
    if !map.values().any(|value| is_deeper(value, DEEPEST)) {
        return Ok(Cow::Borrowed(map));
    }
    let readable = map.iter().map(|(name, value)| Ok((name.clone(), readable(value)?.into_owned())));
    readable.collect::<Result<_>>().map(Cow::Owned)
}

fn is_deeper(value: &Value, most: usize) -> bool {
    match (value, most.checked_sub(1)) {
        (Value::Array(_) | Value::Object(_), None) => true,
        (Value::Array(values), Some(most)) => values.iter().any(|value| is_deeper(value, most)),
        (Value::Object(map), Some(most)) => map.values().any(|value| is_deeper(value, most)),
        _ => false,
    }
}

/// The check with all names in order; absent where they are already.
pub(crate) fn ordered(check: &Check) -> Option<Check> {
    let values = [Some(&check.value), check.errors.as_ref()];
    if values.into_iter().flatten().all(is_ordered) && is_ordered_map(&check.other) {
        return None;
    }
    let mut check = check.clone();
    check.value.sort_all_objects();
    if let Some(errors) = &mut check.errors {
        errors.sort_all_objects();
    }
    check.other.sort_keys();
    check.other.values_mut().for_each(Value::sort_all_objects);
    Some(check)
}

fn is_ordered(value: &Value) -> bool {
    match value {
        Value::Array(values) => values.iter().all(is_ordered),
        Value::Object(map) => is_ordered_map(map),
        _ => true,
    }
}

fn is_ordered_map(map: &Map<String, Value>) -> bool {
    map.keys().is_sorted() && map.values().all(is_ordered)
}
