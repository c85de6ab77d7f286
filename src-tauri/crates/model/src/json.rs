use serde_json::Value;

/// Whether arrays and objects are nested deeper than this.
#[must_use]
pub fn is_deeper(value: &Value, most: usize) -> bool {
    match (value, most.checked_sub(1)) {
        (Value::Array(_) | Value::Object(_), None) => true,
        (Value::Array(values), Some(most)) => values.iter().any(|value| is_deeper(value, most)),
        (Value::Object(map), Some(most)) => map.values().any(|value| is_deeper(value, most)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::is_deeper;

    #[test]
    fn the_depth_of_a_value_is_that_of_its_deepest_part() {
        let value = json!([1, {"a": [], "b": "[[[["}, [[2]]]);
        assert!(is_deeper(&value, 2) && !is_deeper(&value, 3));
        assert!(is_deeper(&json!({}), 0) && !is_deeper(&json!(1), 0));
    }
}
