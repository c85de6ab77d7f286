//! Removes exposed passwords from older libraries. Newly parsed data has none. The SQL is that of
//! version 2.

use assay_model::{Check, UnrecognizedField, gives_password};
use memchr::memmem::Finder;
use rusqlite::{OptionalExtension, Transaction, params};
use serde_json::{Map, Value};
use zstd::bulk::Compressor;

use crate::{
    LibraryError, Result,
    checks::{
        self,
        body::{self, Unpacker},
    },
    intern::short,
    state::{json, parse},
};

/// Replaces hidden text.
const ELIDED: &str = "…";
const OUTCOME: &str = "SELECT name, passed, importance FROM kind WHERE id = ?";

/// Removes all exposed passwords at any depth, without counting as a change of reports.
pub(crate) fn remove_passwords(transaction: &Transaction) -> Result<()> {
    faces(transaction)?;
    let contents = contents(transaction)?;
    if contents.is_empty() { Ok(()) } else { lists(transaction, &contents) }
}

fn faces(transaction: &Transaction) -> Result<()> {
    let mut named = transaction
        .prepare("SELECT id, odd, other FROM face WHERE odd LIKE '%password%' OR other LIKE '%password%'")?;
    let mut rows = named.query([])?;
    while let Some(row) = rows.next()? {
        let (id, odd, other): (i64, Option<String>, Option<String>) = (row.get(0)?, row.get(1)?, row.get(2)?);
        let odd = odd.as_deref().map(parse::<Vec<UnrecognizedField>>).transpose()?.map(|mut odd| {
            // Unrecognized fields are stored as text.
            let is_said = |odd: &&mut UnrecognizedField| {
                [&odd.field, &odd.raw].into_iter().any(|text| text.to_ascii_lowercase().contains("password"))
            };
            for odd in odd.iter_mut().filter(is_said) {
                ELIDED.clone_into(&mut odd.raw);
            }
            odd
        });
        let mut other = other.as_deref().map(parse::<Map<String, Value>>).transpose()?;
        if let Some(other) = &mut other {
            drop_from_map(other);
        }
        let (odd, other) = (odd.as_ref().map(json).transpose()?, other.as_ref().map(json).transpose()?);
        transaction
            .prepare_cached("UPDATE face SET odd = ?2, other = ?3 WHERE id = ?1")?
            .execute(params![id, odd, other])?;
    }
    Ok(())
}

/// Cleans check results. Returns the changed contents.
fn contents(transaction: &Transaction) -> Result<Vec<i64>> {
    let (mut unpacker, mut changed) = (Unpacker::default(), Vec::new());
    let mut compressor = Compressor::new(3).map_err(|error| LibraryError::Failed(error.to_string()))?;
    let name = Finder::new("password\"");
    let mut all = transaction.prepare("SELECT id, body FROM content")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (id, packed): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let (form, text) = body::json(&mut unpacker, &packed)?;
        if name.find(&text.to_ascii_lowercase()).is_none() {
            continue;
        }
        let before = [&[form], &*text].concat();
        let (value, errors, other) = body::read(&mut unpacker, &packed)?;
        let mut check = Check { name: String::new(), passed: None, importance: None, value, errors, other };
        drop_from_check(&mut check);
        let mut after = Vec::new();
        body::write(&check, &mut after)?;
        if after == before {
            continue;
        }
        let packed = body::pack(&mut compressor, &after).map_err(|error| LibraryError::Failed(error.to_string()))?;
        transaction.prepare_cached("UPDATE content SET body = ?2 WHERE id = ?1")?.execute(params![id, packed])?;
        let hashes = [short(blake3::hash(&before)), short(blake3::hash(&after))];
        transaction.prepare_cached("UPDATE OR IGNORE content_hash SET hash = ?2 WHERE hash = ?1")?.execute(hashes)?;
        transaction
            .prepare_cached("DELETE FROM content_hash WHERE hash = ?1 AND content = ?2")?
            .execute(params![hashes[0], id])?;
        changed.push(id);
    }
    Ok(changed)
}

/// Updates the hashes of lists that refer to these contents.
fn lists(transaction: &Transaction, contents: &[i64]) -> Result<()> {
    let mut all = transaction.prepare("SELECT id, list FROM checks")?;
    let mut rows = all.query([])?;
    while let Some(row) = rows.next()? {
        let (id, list): (i64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let uses = checks::uses_of(&list).collect::<Result<Vec<_>>>()?;
        if uses.iter().any(|(_, content)| content.is_some_and(|it| contents.binary_search(&it).is_ok())) {
            let hash = checks::encode(&checks::read_by(transaction, id, OUTCOME)?)?.hash;
            let is_taken = transaction
                .prepare_cached("SELECT id FROM checks WHERE hash = ?")?
                .query_row([hash], |row| row.get::<_, i64>(0))
                .optional()?;
            if is_taken.is_none() {
                transaction.prepare_cached("UPDATE checks SET hash = ?2 WHERE id = ?1")?.execute(params![id, hash])?;
            }
        }
    }
    Ok(())
}

fn drop_from_check(check: &mut Check) {
    drop_from(&mut check.value);
    if let Some(errors) = &mut check.errors {
        drop_from(errors);
    }
    drop_from_map(&mut check.other);
}

fn drop_from(value: &mut Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        Value::Array(values) => values.iter_mut().for_each(drop_from),
        Value::Object(map) => drop_from_map(map),
    }
}

fn drop_from_map(map: &mut Map<String, Value>) {
    map.retain(|name, value| !gives_password(name, value));
    map.values_mut().for_each(drop_from);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use assay_model::{Check, UnrecognizedField};
    use serde_json::json;

    use crate::{
        Library, ObservedReport,
        testing::{SCOPE, TestLibrary, check, day, passing, report, whole, with_checks},
    };

    fn with_password(secret: &str) -> ObservedReport {
        let found = json!({"form": [{"Password": secret, "x": "found here, and long enough"}]});
        let flags = check("flags", Some(true), None, json!({"password": true, "and": "the password\" of nobody"}));
        let errors = Check { errors: Some(json!([{"password": secret}])), ..passing("errors") };
        let checks = vec![check("input", Some(true), None, found), flags, errors];
        let mut report = with_checks(report(1), checks);
        report.other = json!({"input": {"password": secret, "a": 1}, "PASSWORD": [secret], "password": 0})
            .as_object()
            .cloned()
            .unwrap();
        report.row.odd = vec![UnrecognizedField { field: "url".into(), raw: format!("{{\"password\":\"{secret}\"}}") }];
        whole([report]).remove(0)
    }

    fn without_password() -> ObservedReport {
        let ObservedReport { mut report, has_checks } = with_password("x");
        report.checks[0].value = json!({"form": [{"x": "found here, and long enough"}]});
        report.checks[2].errors = Some(json!([{}]));
        report.other = json!({"input": {"a": 1}, "password": 0}).as_object().cloned().unwrap();
        report.row.odd[0].raw = "…".into();
        ObservedReport { report, has_checks }
    }

    /// As an older library with exposed passwords.
    fn outdated(library: &TestLibrary) {
        let version_2 = "ALTER TABLE check_outcome RENAME TO kind;
            ALTER TABLE report RENAME COLUMN report_attributes TO face;
            ALTER TABLE snapshot RENAME COLUMN report_attributes TO face;
            ALTER TABLE report_attributes RENAME TO face;
            PRAGMA user_version = 2";
        library.write(|transaction, _| Ok(transaction.execute_batch(version_2)?)).unwrap();
    }

    #[test]
    fn an_old_library_loses_the_passwords_that_services_gave_away() {
        let secret = "tulips-in-may-1f7a";
        let library = TestLibrary::new();
        library.scope(SCOPE).ingest(&[with_password(secret)], day(1)).unwrap();
        let backup = library.folder.path().join("backup.sqlite");
        outdated(&library);
        library.backup(&backup).unwrap();

        let is_clean = |library: &Library| {
            assert_eq!(library.scope(SCOPE).known_report("1").unwrap().report, without_password().report);
            // The same without them is not a change.
            library.scope(SCOPE).ingest(&[without_password()], day(2)).unwrap();
            assert_eq!(library.scope(SCOPE).history("1").unwrap().snapshots.len(), 1);
        };
        is_clean(&library.again());
        let path = library.folder.path().to_owned();
        let other = TestLibrary::new();
        other.restore(&backup).unwrap();
        is_clean(&other);
        drop(library.again());
        for file in fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).filter(|file| *file != backup) {
            let bytes = fs::read(&file).unwrap();
            let is_held = bytes.windows(secret.len()).any(|part| part == secret.as_bytes());
            assert!(!is_held, "{}", file.display());
        }
    }
}
