//! Records of syncs and the app's starts.

use assay_model::{Completeness, SyncFound};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::{
    Result, SyncRecord, SyncProgressRecord,
    memo::InternCache,
    state::{json, parse},
};

/// The stored record of successful syncs.
#[derive(Serialize, Deserialize)]
struct Ended {
    synced_at: Option<Timestamp>,
    full_at: Option<Timestamp>,
    completeness: Completeness,
    found: SyncFound,
}

pub(crate) fn record(connection: &Connection, scope: &str) -> Result<SyncRecord> {
    let known = connection
        .prepare_cached(
            "SELECT record, walk, (SELECT count(*) FROM report WHERE scope = scope.id AND gone_at IS NULL)
             FROM scope WHERE name = ?",
        )?
        .query_row([scope], |row| {
            Ok((row.get::<_, Option<String>>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, u32>(2)?))
        })
        .optional()?;
    let Some((ended, walk, reports)) = known else {
        return Ok(SyncRecord::default());
    };
    let walk = walk.as_deref().map(parse::<SyncProgressRecord>).transpose()?;
    let empty = SyncRecord { walk, reports, ..SyncRecord::default() };
    Ok(match ended.as_deref().map(parse::<Ended>).transpose()? {
        None => empty,
        Some(Ended { synced_at, full_at, completeness, found }) => {
            SyncRecord { synced_at, full_at, completeness, found, ..empty }
        }
    })
}

pub(crate) fn ended(transaction: &Transaction, memo: &mut InternCache, scope: &str, record: &SyncRecord) -> Result<()> {
    let scope = memo.scope(transaction, scope)?;
    let SyncRecord { synced_at, full_at, completeness, found, .. } = *record;
    let ended = json(&Ended { synced_at, full_at, completeness, found })?;
    // From the rev on, other readers look for the scope's first full sync as well.
    memo.rev(transaction)?;
    let walk = record.walk.as_ref().map(json).transpose()?;
    transaction
        .prepare_cached("UPDATE scope SET record = ?, walk = ?, known_from = coalesce(known_from, ?) WHERE id = ?")?
        .execute(params![ended, walk, full_at.map(Timestamp::as_microsecond), scope])?;
    Ok(())
}

pub(crate) fn walk(transaction: &Transaction, memo: &mut InternCache, scope: &str, walk: &SyncProgressRecord) -> Result<()> {
    let scope = memo.scope(transaction, scope)?;
    transaction.prepare_cached("UPDATE scope SET walk = ? WHERE id = ?")?.execute(params![json(walk)?, scope])?;
    Ok(())
}

pub(crate) fn kept_walk(connection: &Connection, scope: &str) -> Result<Option<SyncProgressRecord>> {
    let walk: Option<Option<String>> = connection
        .prepare_cached("SELECT walk FROM scope WHERE name = ?")?
        .query_row([scope], |row| row.get(0))
        .optional()?;
    walk.flatten().as_deref().map(parse).transpose()
}

pub(crate) fn unseen_since(connection: &Connection, scope: &str, since: Timestamp) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT r.key FROM report r JOIN scope o ON o.id = r.scope
         WHERE o.name = ? AND r.gone_at IS NULL AND r.seen_at < ? ORDER BY r.id",
    )?;
    let keys = statement.query_map(params![scope, since.as_microsecond()], |row| row.get(0))?;
    Ok(keys.collect::<rusqlite::Result<_>>()?)
}

pub(crate) fn visit(transaction: &Transaction, at: Timestamp) -> Result<()> {
    let sql = "UPDATE state SET visit_before = visit, visit = ?1 WHERE visit IS NOT ?1";
    transaction.execute(sql, [at.as_microsecond()])?;
    Ok(())
}

/// The app's previous start, or else its first.
pub(crate) fn visit_before(connection: &Connection) -> Result<Option<i64>> {
    Ok(connection.prepare_cached("SELECT visit_before FROM state")?.query_row([], |row| row.get(0))?)
}
