//! The forms of records (field notes 1–9 and 16).

use serde_json::{Map, Value, json};

use super::{dates, id};
use crate::service_profile::{EmptyResults, Flags, Privacy, ProjectRow, Projects, Rating, Records};
use crate::store::reports::Verdict;

/// Converts a report, alone or in a list.
pub(super) fn report(mut record: Value, form: &Records) -> Value {
    if form.own_checks > 0 {
        let id = record["id"].clone();
        if !record["results"].is_object() {
            record["results"] = json!({});
        }
        for number in 0..form.own_checks {
            record["results"][format!("own_{id}_{number}")] = json!({"passed": true, "importance": "low"});
        }
    }
    fields(record, form, |name, value| match name {
        "id" => id(value, form.ids),
        "result" => rating(value, form.rating),
        "results" => checks(value, form),
        "privacy" if form.privacy == Privacy::Text && value.is_number() => value.to_string().into(),
        "password" => flag(value, form.flags),
        _ => value,
    })
}

pub(super) fn project(row: Value, form: &Projects, records: &Records) -> Value {
    let row = match form.row {
        ProjectRow::NameOnly => json!({"project": row["project"]}),
        ProjectRow::SumAsText | ProjectRow::SumAsNumber => row,
    };
    fields(row, records, |name, value| match name {
        "result" if form.row == ProjectRow::SumAsNumber => number(&value),
        _ => value,
    })
}

pub(super) fn flag(flag: Value, form: Flags) -> Value {
    match (form, flag) {
        (Flags::Number, Value::Bool(flag)) => u8::from(flag).into(),
        (Flags::Text, Value::Bool(flag)) => u8::from(flag).to_string().into(),
        (_, flag) => flag,
    }
}

/// Converts a record's fields in order, including those common to both kinds.
fn fields(record: Value, form: &Records, shape: impl Fn(&str, Value) -> Value) -> Value {
    let Value::Object(fields) = record else { return record };
    let mut shaped: Map<String, Value> = fields
        .into_iter()
        .map(|(name, value)| match name.as_str() {
            "generated_at" | "created_at" | "updated_at" => {
                let date = dates::shaped(value, form.dates);
                (name, date)
            }
            "result" => (form.rating_name.name().to_owned(), shape("result", value)),
            _ => {
                let value = shape(&name, value);
                (name, value)
            }
        })
        .collect();
    if form.unknown_keys {
        shaped.insert("locale".into(), "de".into());
        shaped.insert("owner".into(), json!({"id": 12, "team": "red"}));
        shaped.insert("labels".into(), json!(["shop", 2026, null]));
    }
    Value::Object(shaped)
}

fn rating(score: Value, form: Rating) -> Value {
    match form {
        Rating::Whole => score,
        Rating::Fraction => score.as_i64().map_or(score, |whole| fraction(whole).into()),
        Rating::Text => score.to_string().into(),
        Rating::Word => score.as_f64().map_or(Value::Null, |score| Verdict::of(rounded(score)).word().into()),
        Rating::Null => Value::Null,
    }
}

/// A fraction near an integer, with the same verdict.
#[expect(clippy::cast_precision_loss, reason = "a score lies between 0 and 100")]
fn fraction(score: i64) -> f64 {
    let beside = if matches!(score, 79 | 100) { -0.25 } else { 0.25 };
    score as f64 + beside
}

#[expect(clippy::cast_possible_truncation, reason = "a score lies between 0 and 100")]
fn rounded(score: f64) -> i64 {
    score.round() as i64
}

fn checks(results: Value, form: &Records) -> Value {
    match results {
        Value::Array(none) if none.is_empty() && form.empty_results == EmptyResults::Map => json!({}),
        Value::Object(mut checks) => {
            for check in checks.values_mut() {
                if let Some(passed) = check.get_mut("passed") {
                    *passed = flag(passed.take(), form.flags);
                }
            }
            Value::Object(checks)
        }
        other => other,
    }
}

fn number(text: &Value) -> Value {
    text.as_str().and_then(|text| text.parse::<i64>().ok()).into()
}

#[cfg(test)]
mod tests {
    use super::{Verdict, fraction, rounded};

    #[test]
    #[expect(clippy::float_cmp, reason = "quarters are exact")]
    fn a_fraction_keeps_the_verdict() {
        for score in 0..=100 {
            let fraction = fraction(score);
            assert_eq!(fraction.fract().abs() % 0.5, 0.25);
            assert!((0.0..=100.0).contains(&fraction));
            let verdict = if fraction > 79.0 {
                Verdict::Good
            } else if fraction < 49.0 {
                Verdict::Bad
            } else {
                Verdict::Decent
            };
            assert_eq!(verdict, Verdict::of(score), "{fraction}");
            assert_eq!(rounded(fraction), score);
        }
    }
}
