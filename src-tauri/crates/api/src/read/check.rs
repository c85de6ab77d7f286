use assay_model::{Check, Importance};
use serde_json::{Map, Value};

use super::{
    budget::{Budget, CHECK_BYTES},
    fields::is_secret,
    json::{self, Shape},
    scalar,
};

/// Parses the checks one by one, in order; `None` if this isn't a map of checks or exceeds the
/// limit.
pub(crate) fn checks(results: &str, budget: &Budget) -> Option<Vec<Check>> {
    let Ok(Shape::Record(checks)) = Shape::of(results) else { return None };
    if !budget.reserve(checks.len().saturating_mul(CHECK_BYTES)) {
        return None;
    }
    let checks = checks.into_iter().filter(|(name, check)| !is_secret(name, check, budget));
    Some(checks.map(|(name, check)| self::check(name, json::value(check, budget))).collect())
}

fn check(name: String, check: Value) -> Check {
    let mut check = match check {
        Value::Object(check) => check,
        value => {
            return Check { name, passed: None, importance: None, value, errors: None, other: Map::new() };
        }
    };
    let passed = known(&mut check, "passed", scalar::flag);
    let importance = known(&mut check, "importance", importance);
    let value = check.shift_remove("value").unwrap_or_default();
    let errors = check.shift_remove("errors").filter(|errors| !is_empty(errors));
    Check { name, passed, importance, value, errors, other: check }
}

/// Takes a recognized field; others stay.
fn known<T>(check: &mut Map<String, Value>, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
    let value = check.get(name)?;
    let known = read(value);
    if known.is_some() || value.is_null() {
        check.shift_remove(name);
    }
    known
}

fn importance(value: &Value) -> Option<Importance> {
    let word = value.as_str()?.trim();
    [("high", Importance::High), ("medium", Importance::Medium), ("low", Importance::Low)]
        .into_iter()
        .find_map(|(name, importance)| word.eq_ignore_ascii_case(name).then_some(importance))
}

fn is_empty(errors: &Value) -> bool {
    match errors {
        Value::Null => true,
        Value::Array(list) => list.is_empty(),
        Value::Object(map) => map.is_empty(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Check, Importance};
    use serde_json::{Value, json};

    use crate::read::budget::{Body, Budget};

    fn checks(results: &Value) -> Option<Vec<Check>> {
        super::checks(&results.to_string(), &Budget::of(Body::from(&[][..])))
    }

    #[test]
    fn a_check_has_its_parts_and_keeps_what_is_new() {
        let read = checks(&json!({
            "title": {"passed": true, "importance": "high", "value": "Shop"},
            "image_formats": {"passed": 0, "importance": "LOW", "value": ["a.bmp"], "errors": {"bad": ["a.bmp"]}, "hint": 1},
        })).unwrap();
        let names: Vec<_> = read.iter().map(|check| check.name.as_str()).collect();
        assert_eq!(names, ["title", "image_formats"]);
        assert_eq!((read[0].passed, read[0].importance), (Some(true), Some(Importance::High)));
        assert_eq!((&read[0].value, &read[0].errors), (&json!("Shop"), &None));
        assert!(read[0].other.is_empty());
        assert_eq!((read[1].passed, read[1].importance), (Some(false), Some(Importance::Low)));
        assert_eq!((&read[1].value, &read[1].errors), (&json!(["a.bmp"]), &Some(json!({"bad": ["a.bmp"]}))));
        assert_eq!(json!(read[1].other), json!({"hint": 1}));
    }

    #[test]
    fn what_a_check_says_in_a_new_way_is_kept() {
        let read = checks(&json!({"a": {"passed": "maybe", "importance": "huge"}})).unwrap();
        assert_eq!((read[0].passed, read[0].importance), (None, None));
        assert_eq!(json!(read[0].other), json!({"passed": "maybe", "importance": "huge"}));
    }

    #[test]
    fn a_check_that_is_no_map_is_a_value() {
        for value in [json!(3), json!("x"), json!([1]), json!(null), json!(true)] {
            let read = checks(&json!({ "a": value })).unwrap();
            assert_eq!((&read[0].value, read[0].passed, &read[0].errors), (&value, None, &None));
        }
    }

    #[test]
    fn no_errors_are_absent_however_they_are_written() {
        for errors in [json!(null), json!([]), json!({})] {
            assert_eq!(checks(&json!({"a": {"errors": errors}})).unwrap()[0].errors, None);
        }
    }

    #[test]
    fn what_is_no_map_has_no_checks() {
        for results in [json!([]), json!([{"passed": true}]), json!("none"), json!(3)] {
            assert_eq!(checks(&results), None, "{results}");
        }
    }
}
