use serde_json::Value;

use super::{envelope, json, scalar};

/// Fails unless a response confirms a delete (`field-notes.md` 24, 25) and names what was deleted.
pub(crate) fn deleted(body: &[u8], id: &str) -> Result<(), String> {
    json::whole(body, |text, shape| {
        let mut record = envelope::record(text, shape, "id")?.record;
        let done: Option<bool> = record.read("deleted", |value: &Value| scalar::flag(value));
        match record.identifier("id") {
            Some(named) if named == id && done == Some(true) => Ok(()),
            Some(named) if named == id => Err("the answer does not say that it was deleted".into()),
            _ => Err("the answer does not name what was deleted".into()),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::deleted;

    #[test]
    fn a_delete_is_proven_by_what_and_that() {
        for answer in [
            r#"{"id": 7, "object": "report", "deleted": true, "status": 200}"#,
            r#"{"id": "7", "deleted": 1}"#,
            r#"{"data": {"id": 7, "deleted": "true"}, "status": 200}"#,
            r#"{"id": 7, "deleted": true, "data": []}"#,
        ] {
            assert_eq!(deleted(answer.as_bytes(), "7"), Ok(()), "{answer}");
        }
    }

    #[test]
    fn anything_less_proves_nothing() {
        for answer in [
            r#"{"id": 8, "deleted": true}"#,
            r#"{"id": 7, "id": 8, "deleted": true}"#,
            r#"{"id": 7, "deleted": false}"#,
            r#"{"id": 7}"#,
            r#"{"deleted": true}"#,
            "{}",
            "[]",
            "true",
            "",
        ] {
            assert!(deleted(answer.as_bytes(), "7").is_err(), "{answer}");
        }
    }
}
