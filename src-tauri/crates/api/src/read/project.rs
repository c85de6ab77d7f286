use assay_model::Project;
use serde_json::Value;

use super::{
    envelope::{self, RecordError},
    fields::Fields,
    scalar,
};

/// Fields with a place in the type (`field-notes.md` 3, 16).
const KNOWN: [&str; 5] = ["project", "reports", "result", "score", "created_at"];

/// Parses a project (`field-notes.md` 16); only the name is required.
pub(super) fn record(mut fields: Fields) -> Result<Project, RecordError> {
    let project = envelope::identified(&fields, "project")?;
    let reports = fields.read("reports", scalar::count);
    let mean = |value: &Value| mean(scalar::number(value)?, reports);
    // Later services use `score` for `result` (`field-notes.md` 3).
    let (result, score) = (fields.read("result", mean), fields.read("score", mean));
    let created_at = fields.read("created_at", scalar::date);
    let odd = fields.odd(&KNOWN);
    Ok(Project {
        project,
        reports,
        mean_score: result.or(score).flatten(),
        created_at,
        odd,
        other: fields.other(&KNOWN),
    })
}

/// The average from a sum: `None` without a count, invalid if it isn't a score.
#[allow(clippy::option_option, reason = "odd, known to be nothing, and known are three things")]
fn mean(sum: f64, reports: Option<u64>) -> Option<Option<f64>> {
    let Some(reports) = reports.filter(|reports| *reports > 0) else { return Some(None) };
    #[allow(clippy::cast_precision_loss, reason = "no service has 2^53 reports")]
    let mean = sum / reports as f64;
    (0.0..=100.0).contains(&mean).then_some(Some(mean))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{
        super::{
            budget::{Body, Budget},
            envelope::RecordError,
        },
        Fields, record,
    };

    fn try_read(row: &Value) -> Result<assay_model::Project, RecordError> {
        let text = row.to_string();
        let budget = Budget::of(Body::from(text.as_bytes()));
        record(Fields::of(&text, &budget).unwrap())
    }

    fn read(row: &Value) -> assay_model::Project {
        try_read(row).ok().unwrap()
    }

    #[test]
    fn a_project_has_a_mean_where_sum_and_count_are_known() {
        for (row, mean) in [
            (json!({"project": "a.de", "reports": 4, "result": 300}), Some(75.0)),
            (json!({"project": "a.de", "reports": "4", "result": "301.0"}), Some(75.25)),
            (json!({"project": "a.de", "reports": 4, "score": 300}), Some(75.0)),
            (json!({"project": "a.de", "reports": 0, "result": 0}), None),
            (json!({"project": "a.de", "reports": 0, "result": null}), None),
            (json!({"project": "a.de", "result": 300}), None),
            (json!({"project": "a.de"}), None),
        ] {
            let project = read(&row);
            assert_eq!((project.mean_score, project.odd), (mean, vec![]), "{row}");
        }
    }

    #[test]
    fn what_is_not_understood_is_told() {
        let project = read(&json!({"project": "a.de", "reports": 2, "result": 900, "created_at": "soon"}));
        let odd: Vec<_> = project.odd.iter().map(|odd| (odd.field.as_str(), odd.raw.as_str())).collect();
        assert_eq!(odd, [("result", "900"), ("created_at", "\"soon\"")]);
        assert_eq!((project.mean_score, project.created_at), (None, None));
    }

    #[test]
    fn a_project_without_a_name_is_none() {
        for row in [json!({}), json!({"project": ""}), json!({"project": null}), json!({"project": ["a"]})] {
            assert_eq!(try_read(&row).err().unwrap().field, Some("project"));
        }
        assert_eq!(read(&json!({"project": 404})).project, "404");
    }
}
