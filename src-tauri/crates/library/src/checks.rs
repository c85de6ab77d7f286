//! The checks of reports in the file: each content and each list of checks once.

pub(crate) mod body;
pub(crate) mod list;
pub(crate) mod varint;

use std::ops::Range;

use assay_model::Check;
use rusqlite::{Connection, OptionalExtension, Transaction, params};

use crate::{
    LibraryError, Result,
    canonical_json::ordered,
    column_encoding,
    intern::{InternCache, short},
};
use body::Unpacker;
use list::CheckBody;

pub(crate) struct Encoded {
    bodies: Vec<u8>,
    places: Vec<Range<usize>>,
    /// Of names, outcomes, and bodies, regardless of order.
    pub hash: [u8; 16],
}

/// Checks that are in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct StoredChecks {
    pub id: i64,
    /// The failing kinds, each once.
    pub failing: Vec<u8>,
}

pub(crate) fn encode(checks: &[Check]) -> Result<Encoded> {
    let (mut bodies, mut places) = (Vec::new(), Vec::with_capacity(checks.len()));
    for check in checks {
        let begin = bodies.len();
        body::write(check, &mut bodies)?;
        places.push(begin..bodies.len());
    }
    let hash = hash(checks, &bodies, &places)?;
    Ok(Encoded { bodies, places, hash })
}

fn hash(checks: &[Check], bodies: &[u8], places: &[Range<usize>]) -> Result<[u8; 16]> {
    let (mut hasher, mut rewritten) = (blake3::Hasher::new(), Vec::new());
    let mut by_name: Vec<_> = checks.iter().zip(places).collect();
    by_name.sort_by_key(|(check, _)| check.name.as_str());
    for (check, place) in by_name {
        let body = match ordered(check) {
            None => &bodies[place.clone()],
            Some(ordered) => {
                rewritten.clear();
                body::write(&ordered, &mut rewritten)?;
                &rewritten
            }
        };
        hasher.update(&(check.name.len() as u64).to_le_bytes());
        hasher.update(check.name.as_bytes());
        hasher.update(&[column_encoding::of_passed(check.passed), column_encoding::of_importance(check.importance)]);
        hasher.update(&(body.len() as u64).to_le_bytes());
        hasher.update(body);
    }
    Ok(short(hasher.finalize()))
}

/// Saves checks unless they exist, in any order.
pub(crate) fn store_checks(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: i64,
    checks: &[Check],
    encoded: &Encoded,
) -> Result<StoredChecks> {
    let known = transaction
        .prepare_cached("SELECT id, failing FROM checks WHERE hash = ?")?
        .query_row([&encoded.hash], |row| Ok(StoredChecks { id: row.get(0)?, failing: row.get(1)? }))
        .optional()?;
    if let Some(kept) = known {
        return Ok(kept);
    }
    let (mut list, mut failing, mut failed) = (Vec::new(), Vec::new(), 0);
    for (check, place) in checks.iter().zip(&encoded.places) {
        let (passed, importance) =
            (column_encoding::of_passed(check.passed), column_encoding::of_importance(check.importance));
        let kind = cache.kind(transaction, scope, &check.name, passed, importance)?;
        let body = &encoded.bodies[place.clone()];
        let found = if body.len() <= list::MAX_INLINE_BYTES {
            CheckBody::Inline(body)
        } else {
            CheckBody::Content(cache.content(transaction, body)?)
        };
        list::write(kind, found, &mut list);
        if check.passed == Some(false) {
            failed += 1;
            if !failing.contains(&kind) {
                failing.push(kind);
            }
        }
    }
    let mut packed = Vec::with_capacity(failing.len());
    for kind in failing {
        varint::write(kind.cast_unsigned(), &mut packed);
    }
    transaction
        .prepare_cached("INSERT INTO checks (hash, list, failing, failed) VALUES (?, ?, ?, ?)")?
        .execute(params![encoded.hash, list, packed, failed])?;
    Ok(StoredChecks { id: transaction.last_insert_rowid(), failing: packed })
}

/// The checks with this number, in their original order.
pub(crate) fn read(connection: &Connection, id: i64) -> Result<Vec<Check>> {
    read_by(connection, id, "SELECT name, passed, importance FROM check_outcome WHERE id = ?")
}

/// As [`read`], with the query of an outcome in tables of another version.
pub(crate) fn read_by(connection: &Connection, id: i64, outcome: &str) -> Result<Vec<Check>> {
    let list: Vec<u8> = connection
        .prepare_cached("SELECT list FROM checks WHERE id = ?")?
        .query_row([id], |row| row.get(0))
        .optional()?
        .ok_or(LibraryError::Damaged)?;
    let mut outcomes = connection.prepare_cached(outcome)?;
    let mut contents = connection.prepare_cached("SELECT body FROM content WHERE id = ?")?;
    let mut unpacker = Unpacker::default();
    list::read(&list)
        .map(|entry| {
            let (kind, found) = entry?;
            let (value, errors, other) = match found {
                CheckBody::Inline(body) => body::read(&mut unpacker, body)?,
                CheckBody::Content(id) => {
                    let body: Option<Vec<u8>> = contents.query_row([id], |row| row.get(0)).optional()?;
                    body::read(&mut unpacker, &body.ok_or(LibraryError::Damaged)?)?
                }
            };
            let (name, passed, importance) = outcomes
                .query_row([kind], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
                .optional()?
                .ok_or(LibraryError::Damaged)?;
            let (passed, importance) = (column_encoding::passed(passed), column_encoding::importance(importance));
            Ok(Check { name, passed, importance, value, errors, other })
        })
        .collect()
}

/// The kinds of a list of checks, and the contents that it refers to.
pub(crate) fn uses_of(list: &[u8]) -> impl Iterator<Item = Result<(i64, Option<i64>)>> {
    list::read(list).map(|entry| {
        Ok(match entry? {
            (kind, CheckBody::Inline(_)) => (kind, None),
            (kind, CheckBody::Content(id)) => (kind, Some(id)),
        })
    })
}
