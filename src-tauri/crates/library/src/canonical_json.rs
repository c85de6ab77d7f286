//! Stored values: safe to parse again, and comparable regardless of key order.

use std::borrow::Cow;

use assay_model::{Check, is_deeper};
use serde_json::{Map, Value};

use crate::{Result, state::json};

/// Nesting limit: with the added layers, below that of `serde_json`.
const MAX_DEPTH: usize = 120;

/// The value, or its JSON as text if it is nested too deep.
pub(crate) fn canonical(value: &Value) -> Result<Cow<'_, Value>> {
    if is_deeper(value, MAX_DEPTH) { Ok(Cow::Owned(Value::from(json(value)?))) } else { Ok(Cow::Borrowed(value)) }
}

/// The canonical value of each field.
pub(crate) fn canonical_map(map: &Map<String, Value>) -> Result<Cow<'_, Map<String, Value>>> {
    if !map.values().any(|value| is_deeper(value, MAX_DEPTH)) {
        return Ok(Cow::Borrowed(map));
    }
    let readable = map.iter().map(|(name, value)| Ok((name.clone(), canonical(value)?.into_owned())));
    readable.collect::<Result<_>>().map(Cow::Owned)
}

/// The check with sorted names; `None` if they are sorted already.
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
