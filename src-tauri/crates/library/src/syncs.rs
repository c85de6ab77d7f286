//! Records of syncs and the app's starts.

use assay_model::{Completeness, SyncFound};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use serde::{Deserialize, Serialize};

use crate::{
    Result, SyncProgressRecord, SyncRecord,
    intern::InternCache,
    state::{json, parse},
};

/// The stored record of successful syncs.
#[derive(Serialize, Deserialize)]
struct StoredSync {
    synced_at: Option<Timestamp>,
    full_at: Option<Timestamp>,
    completeness: Completeness,
    found: SyncFound,
    // Missing in older files.
    #[serde(default)]
    found_since: Option<Timestamp>,
    #[serde(default)]
    looked_at: Option<u32>,
    #[serde(default)]
    total: Option<Total>,
}

/// A service's number of reports, and the library's at that time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Total {
    /// The service's number.
    pub said: u32,
    /// The library's number.
    pub known: u32,
}

pub(crate) fn read_record(connection: &Connection, scope: &str) -> Result<SyncRecord> {
    let known = connection
        .prepare_cached(
            "SELECT record, walk, (SELECT count(*) FROM report WHERE scope = scope.id AND gone_at IS NULL)
             FROM scope WHERE name = ?",
        )?
        .query_row([scope], |row| {
            Ok((row.get::<_, Option<String>>(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, u32>(2)?))
        })
        .optional()?;
    let Some((ended, progress, reports)) = known else {
        return Ok(SyncRecord::default());
    };
    let progress = progress.as_deref().map(parse::<SyncProgressRecord>).transpose()?;
    let empty = SyncRecord { progress, reports, ..SyncRecord::default() };
    Ok(match ended.as_deref().map(parse::<StoredSync>).transpose()? {
        None => empty,
        Some(StoredSync { synced_at, full_at, completeness, found, found_since, looked_at, total }) => {
            SyncRecord { synced_at, full_at, completeness, found, found_since, looked_at, total, ..empty }
        }
    })
}

pub(crate) fn save_record(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    record: &SyncRecord,
) -> Result<()> {
    let scope = cache.scope(transaction, scope)?;
    let SyncRecord { synced_at, full_at, completeness, found, found_since, looked_at, total, .. } = *record;
    let ended = json(&StoredSync { synced_at, full_at, completeness, found, found_since, looked_at, total })?;
    // Other readers also check the scope's first full sync by the revision.
    cache.rev(transaction)?;
    let progress = record.progress.as_ref().map(json).transpose()?;
    transaction
        .prepare_cached("UPDATE scope SET record = ?, walk = ?, known_from = coalesce(known_from, ?) WHERE id = ?")?
        .execute(params![ended, progress, full_at.map(Timestamp::as_microsecond), scope])?;
    Ok(())
}

/// Saves a service's number of reports. Returns whether it changed.
pub(crate) fn record_total(transaction: &Transaction, cache: &mut InternCache, scope: &str, said: u32) -> Result<bool> {
    let known = read_record(transaction, scope)?;
    let total = Some(Total { said, known: known.reports });
    if known.total() == Some(said) {
        return Ok(false);
    }
    save_record(transaction, cache, scope, &SyncRecord { total, ..known })?;
    Ok(true)
}

pub(crate) fn save_progress(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    progress: &SyncProgressRecord,
) -> Result<()> {
    let scope = cache.scope(transaction, scope)?;
    transaction.prepare_cached("UPDATE scope SET walk = ? WHERE id = ?")?.execute(params![json(progress)?, scope])?;
    Ok(())
}

pub(crate) fn saved_progress(connection: &Connection, scope: &str) -> Result<Option<SyncProgressRecord>> {
    let progress: Option<Option<String>> = connection
        .prepare_cached("SELECT walk FROM scope WHERE name = ?")?
        .query_row([scope], |row| row.get(0))
        .optional()?;
    progress.flatten().as_deref().map(parse).transpose()
}

pub(crate) fn unseen_since(connection: &Connection, scope: &str, since: Timestamp) -> Result<Vec<String>> {
    let mut statement = connection.prepare_cached(
        "SELECT r.key FROM report r JOIN scope o ON o.id = r.scope
         WHERE o.name = ? AND r.gone_at IS NULL AND r.seen_at < ? ORDER BY r.id",
    )?;
    let keys = statement.query_map(params![scope, since.as_microsecond()], |row| row.get(0))?;
    Ok(keys.collect::<rusqlite::Result<_>>()?)
}

pub(crate) fn record_app_start(transaction: &Transaction, at: Timestamp) -> Result<()> {
    let sql = "UPDATE state SET visit_before = visit, visit = ?1 WHERE visit IS NOT ?1";
    transaction.execute(sql, [at.as_microsecond()])?;
    Ok(())
}

/// Like an app start just before this one, at this time.
pub(crate) fn mark_seen(transaction: &Transaction, at: Timestamp) -> Result<()> {
    transaction.execute("UPDATE state SET visit_before = ?1, visit = ?1", [at.as_microsecond()])?;
    Ok(())
}

/// The app's previous start, or else its first.
pub(crate) fn last_app_start(connection: &Connection) -> Result<Option<i64>> {
    let sql = "SELECT coalesce(visit_before, visit) FROM state";
    Ok(connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

pub(crate) fn previous_app_start(connection: &Connection) -> Result<Option<i64>> {
    Ok(connection.prepare_cached("SELECT visit_before FROM state")?.query_row([], |row| row.get(0))?)
}
