use serde_json::Value;

use super::{
    budget::{Body, ParseError},
    envelope, json, scalar,
};

/// Fails unless a response confirms a delete (`field-notes.md` 24, 25) and names what was deleted.
pub(crate) fn deleted(body: Body, id: &str) -> Result<(), ParseError> {
    json::parse_body(body, |text, shape, budget| {
        let mut record = envelope::record(text, shape, "id", budget)?.record;
        let done: Option<bool> = record.read("deleted", |value: &Value| scalar::flag(value));
        match record.identifier("id") {
            Some(named) if named == id && done == Some(true) => Ok(()),
            Some(named) if named == id => {
                Err(ParseError::Unexpected("the response doesn't say that it was deleted".into()))
            }
            _ => Err(ParseError::Unexpected("the response doesn't name what was deleted".into())),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::deleted;

    #[test]
    fn a_delete_is_proven_by_what_and_that() {
        for response in [
            r#"{"id": 7, "object": "report", "deleted": true, "status": 200}"#,
            r#"{"id": "7", "deleted": 1}"#,
            r#"{"data": {"id": 7, "deleted": "true"}, "status": 200}"#,
            r#"{"id": 7, "deleted": true, "data": []}"#,
        ] {
            assert_eq!(deleted(response.as_bytes().into(), "7"), Ok(()), "{response}");
        }
    }

    #[test]
    fn anything_less_proves_nothing() {
        for response in [
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
            assert!(deleted(response.as_bytes().into(), "7").is_err(), "{response}");
        }
    }
}
