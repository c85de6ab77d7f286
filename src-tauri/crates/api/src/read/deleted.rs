use assay_model::Problem;
use serde_json::Value;

use super::{envelope, scalar};
use crate::answer::Answer;

/// Whether a delete says that it took place (`field-notes.md` 24, 25): by what was deleted, and in so many words.
pub(crate) fn deleted(answer: &Answer, id: &str) -> Result<(), Problem> {
    proven(answer.json()?, id).map_err(|why| answer.unexpected(&why))
}

fn proven(answer: Value, id: &str) -> Result<(), String> {
    let (_, record) = envelope::record(answer)?;
    let same = record.get("id").and_then(scalar::text).is_some_and(|deleted| deleted == id);
    let done = record.get("deleted").and_then(scalar::flag) == Some(true);
    match (same, done) {
        (true, true) => Ok(()),
        (false, _) => Err("the answer does not name what was deleted".into()),
        (true, false) => Err("the answer does not say that it was deleted".into()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::proven;

    #[test]
    fn a_delete_is_proven_by_what_and_that() {
        for answer in [
            json!({"id": 7, "object": "report", "deleted": true, "status": 200}),
            json!({"id": "7", "deleted": 1}),
            json!({"data": {"id": 7, "deleted": "true"}, "status": 200}),
        ] {
            assert_eq!(proven(answer.clone(), "7"), Ok(()), "{answer}");
        }
    }

    #[test]
    fn anything_less_proves_nothing() {
        for answer in [
            json!({"id": 8, "deleted": true}),
            json!({"id": 7, "deleted": false}),
            json!({"id": 7}),
            json!({"deleted": true}),
            json!({}),
            json!([]),
            json!(true),
        ] {
            assert!(proven(answer.clone(), "7").is_err(), "{answer}");
        }
    }
}
