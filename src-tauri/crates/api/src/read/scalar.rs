//! Single values in the forms that services use. `None` means unrecognized; there are no defaults.

use jiff::{
    Timestamp,
    civil::DateTime,
    fmt::temporal::DateTimeParser,
    tz::{Disambiguation, TimeZone},
};
use serde_json::Value;

/// The largest integer that a floating-point number holds exactly.
const MAX_EXACT: f64 = 9_007_199_254_740_992.0;

/// Non-empty text, or a whole number's digits (`field-notes.md` 8).
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.is_empty() => Some(text.clone()),
        Value::Number(number) if number.is_u64() || number.is_i64() => Some(number.to_string()),
        Value::Number(number) => number
            .as_f64()
            .filter(|number| number.fract() == 0.0 && number.abs() < MAX_EXACT)
            .map(|it| format!("{it:.0}")),
        _ => None,
    }
}

/// A finite number, possibly as text.
pub(crate) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
    .filter(|number: &f64| number.is_finite())
}

/// A whole number from 0, possibly as text.
pub(crate) fn count(value: &Value) -> Option<u64> {
    match value {
        Value::Number(number) => number.as_u64().or_else(|| text(value)?.parse().ok()),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    }
}

/// A boolean, 0 or 1, possibly as text.
pub(crate) fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(flag) => Some(*flag),
        Value::Number(_) => match count(value) {
            Some(0) => Some(false),
            Some(1) => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim() {
            "0" => Some(false),
            "1" => Some(true),
            text if text.eq_ignore_ascii_case("false") => Some(false),
            text if text.eq_ignore_ascii_case("true") => Some(true),
            _ => None,
        },
        _ => None,
    }
}

/// A point in time in any of the forms of `field-notes.md` 9.
pub(crate) fn date(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => moment(text, &TimeZone::UTC),
        Value::Object(parts) => {
            let zone = parts.get("timezone").and_then(Value::as_str).and_then(zone)?;
            moment(parts.get("date")?.as_str()?, &zone)
        }
        _ => None,
    }
}

/// A date with a time: with its own offset, or else in the zone.
fn moment(text: &str, zone: &TimeZone) -> Option<Timestamp> {
    let text = text.trim();
    // A date without a time is not a point in time.
    let (_, time) = text.split_once(['T', 't', ' '])?;
    if time.contains(['Z', 'z', '+', '-']) {
        // Some write a space before the offset, or omit its minutes.
        return DateTimeParser::new().parse_timestamp(text.replace(" +", "+").replace(" -", "-")).ok();
    }
    let local: DateTime = text.parse().ok()?;
    let moment = zone.to_ambiguous_timestamp(local).disambiguate(Disambiguation::Compatible);
    moment.ok()
}

/// Parses a value in every way, and checks invariants.
#[cfg(fuzzing)]
pub(crate) fn every(value: &[u8]) {
    let Ok(value) = super::json(value.into()) else { return };
    assert!(text(&value).is_none_or(|text| !text.is_empty()));
    assert!(number(&value).is_none_or(f64::is_finite));
    let _ = (count(&value), flag(&value));
    if let Some(date) = date(&value) {
        assert_eq!(self::date(&Value::from(date.to_string())), Some(date));
    }
}

/// A zone by its name or its offset.
fn zone(name: &str) -> Option<TimeZone> {
    match name {
        "Z" => Some(TimeZone::UTC),
        _ => DateTimeParser::new().parse_time_zone(name).ok(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{count, date, flag, number, text};

    #[test]
    fn identifiers_keep_every_digit() {
        for (value, read) in [
            (json!(42), Some("42")),
            (json!(0), Some("0")),
            (json!(-3), Some("-3")),
            (json!(9_007_199_254_740_993_u64), Some("9007199254740993")),
            (json!(u64::MAX), Some("18446744073709551615")),
            (json!(42.0), Some("42")),
            (json!("007"), Some("007")),
            (json!("a/b"), Some("a/b")),
            (json!(""), None),
            (json!(4.5), None),
            (json!(1e300), None),
            (json!(true), None),
            (json!(null), None),
            (json!([1]), None),
        ] {
            assert_eq!(text(&value).as_deref(), read, "{value}");
        }
        // Beyond 64 bits the digits are lost: no id is better than a wrong one.
        let large: Value = serde_json::from_str("18446744073709551616").unwrap();
        assert_eq!(text(&large), None);
    }

    #[test]
    fn numbers_may_be_text() {
        for (value, read) in [
            (json!(79), Some(79.0)),
            (json!(79.5), Some(79.5)),
            (json!("79.5"), Some(79.5)),
            (json!(" 80 "), Some(80.0)),
            (json!("NaN"), None),
            (json!("inf"), None),
            (json!("80%"), None),
            (json!(""), None),
            (json!(true), None),
        ] {
            assert_eq!(number(&value), read, "{value}");
        }
        for (value, read) in [
            (json!(25), Some(25)),
            (json!("25"), Some(25)),
            (json!(25.0), Some(25)),
            (json!(-1), None),
            (json!(2.5), None),
            (json!("2.5"), None),
        ] {
            assert_eq!(count(&value), read, "{value}");
        }
    }

    #[test]
    fn flags_come_in_many_forms_and_in_no_other() {
        for value in [json!(true), json!(1), json!(1.0), json!("1"), json!("true"), json!("TRUE")] {
            assert_eq!(flag(&value), Some(true), "{value}");
        }
        for value in [json!(false), json!(0), json!("0"), json!("false"), json!("False")] {
            assert_eq!(flag(&value), Some(false), "{value}");
        }
        for value in [json!(2), json!("yes"), json!(""), json!([]), json!(null), json!(0.5)] {
            assert_eq!(flag(&value), None, "{value}");
        }
    }

    #[test]
    fn dates_come_in_four_forms() {
        for (value, read) in [
            (json!("2026-01-31T10:20:30.000000Z"), "2026-01-31T10:20:30Z"),
            (json!("2026-01-31T10:20:30.123456Z"), "2026-01-31T10:20:30.123456Z"),
            (json!("2026-01-31 10:20:30"), "2026-01-31T10:20:30Z"),
            (json!("2026-01-31T10:20:30"), "2026-01-31T10:20:30Z"),
            (json!("2026-01-31T10:20:30+02:00"), "2026-01-31T08:20:30Z"),
            (json!("2026-01-31T10:20:30+0200"), "2026-01-31T08:20:30Z"),
            (json!("2026-01-31 10:20:30 -05:00"), "2026-01-31T15:20:30Z"),
            (
                json!({"date": "2026-01-31 10:20:30.000000", "timezone_type": 3, "timezone": "UTC"}),
                "2026-01-31T10:20:30Z",
            ),
            (
                json!({"date": "2026-01-31 10:20:30.000000", "timezone_type": 1, "timezone": "+02:00"}),
                "2026-01-31T08:20:30Z",
            ),
            (
                json!({"date": "2026-01-31 10:20:30.000000", "timezone_type": 2, "timezone": "Z"}),
                "2026-01-31T10:20:30Z",
            ),
        ] {
            assert_eq!(date(&value).map(|date| date.to_string()).as_deref(), Some(read), "{value}");
        }
    }

    #[test]
    fn a_zone_by_name_needs_to_be_known() {
        let of = |zone: &str| date(&json!({"date": "2026-07-31 10:20:30", "timezone_type": 3, "timezone": zone}));
        assert_eq!(of("Europe/Berlin").map(|date| date.to_string()).as_deref(), Some("2026-07-31T08:20:30Z"));
        assert_eq!(of("Mars/Olympus"), None);
    }

    #[test]
    fn what_is_no_point_in_time_is_no_date() {
        for value in [
            json!("2026-01-31"),
            json!("0000-00-00 00:00:00"),
            json!("yesterday"),
            json!("2026-02-30 10:00:00"),
            json!(""),
            json!(1_769_854_830),
            json!({"date": "2026-01-31 10:20:30"}),
            json!({}),
            json!([]),
        ] {
            assert_eq!(date(&value), None, "{value}");
        }
    }
}
