//! Detection of damaged libraries.

use std::{
    collections::HashSet,
    fs::{File, TryLockError},
    path::Path,
    thread,
    time::{Duration, Instant},
};

use assay_model::UnrecognizedField;
use assay_store::sibling_path;
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::{
    LibraryError, Result,
    checks::{body, list, varint},
    column_encoding, file,
    state::parse,
    syncs,
};

/// For another process that opens the same library.
const LOCK_TIMEOUT: Duration = Duration::from_secs(10);

/// Locked while a library is opened or quarantined, so that a second process doesn't quarantine the
/// new one.
pub(crate) struct RecoveryLock {
    _lock: Option<File>,
}

impl RecoveryLock {
    /// Waits for other processes. Without a lock file, nothing could be quarantined anyway.
    pub(crate) fn wait(path: &Path) -> Result<Self> {
        let Ok(file) = File::options().create(true).truncate(false).write(true).open(sibling_path(path, "-lock"))
        else {
            return Ok(Self { _lock: None });
        };
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _lock: Some(file) }),
                Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_TIMEOUT => {
                    thread::sleep(Duration::from_millis(10));
                }
                Err(TryLockError::WouldBlock) => {
                    return Err(LibraryError::Failed("another process keeps opening the library".into()));
                }
                // Some file systems don't support locks.
                Err(TryLockError::Error(_)) => return Ok(Self { _lock: None }),
            }
        }
    }
}

/// Whether the tables match the current version.
pub(crate) fn has_our_tables(connection: &Connection) -> Result<bool> {
    Ok(tables(connection)? == tables(&file::empty()?)?)
}

fn tables(connection: &Connection) -> rusqlite::Result<Vec<(String, Option<String>)>> {
    // SQLite's own tables vary.
    let sql = "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name";
    connection.prepare(sql)?.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Fully checks a library: SQLite's integrity and Assay's data.
pub(crate) fn is_sound(connection: &Connection) -> Result<bool> {
    let looks =
        [has_sound_pages, has_our_tables, has_sound_numbers, has_sound_texts, has_sound_times, has_sound_checks];
    for look in looks {
        match look(connection) {
            Ok(true) => {}
            Ok(false) | Err(LibraryError::Damaged) => return Ok(false),
            Err(error) => return Err(error),
        }
    }
    Ok(true)
}

fn has_sound_pages(connection: &Connection) -> Result<bool> {
    let mut orphans = connection.prepare("PRAGMA foreign_key_check")?;
    Ok(assay_store::is_intact(connection)? && !orphans.exists([])?)
}

/// Whether all ids are in range and refer to existing rows.
fn has_sound_numbers(connection: &Connection) -> Result<bool> {
    for table in ["report", "project", "check_outcome"] {
        // Large ids are not damage, they only exceed the index.
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE id < 1)");
        if connection.query_row(&sql, [], |row| row.get(0))? {
            return Ok(false);
        }
    }
    for (table, column) in
        ["report", "snapshot"].iter().flat_map(|it| ["project", "report_attributes", "checks"].map(|to| (it, to)))
    {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE {column} NOT IN (SELECT id FROM {column}))");
        if connection.query_row(&sql, [], |row| row.get(0))? {
            return Ok(false);
        }
    }
    let last = "SELECT EXISTS (SELECT 1 FROM report LEFT JOIN snapshot ON snapshot.id = report.snapshot
        WHERE snapshot.report IS NOT report.id)";
    Ok(!connection.query_row(last, [], |row| row.get::<_, bool>(0))?)
}

/// SQLite doesn't validate texts.
fn has_sound_texts(connection: &Connection) -> Result<bool> {
    let columns = [
        ("address, url", "report_attributes"),
        ("key, address", "report"),
        ("name, name", "project"),
        ("name, name", "check_outcome"),
        ("name, name", "scope"),
    ];
    for (columns, table) in columns {
        let mut rows = connection.prepare(&format!("SELECT {columns} FROM {table}"))?;
        let mut rows = rows.query([])?;
        while let Some(row) = rows.next()? {
            let (_, _): (String, Option<String>) = (row.get(0)?, row.get(1)?);
        }
    }
    // Parsed as on use: valid JSON can still have the wrong form.
    let mut attributes = connection.prepare("SELECT odd, other FROM report_attributes")?;
    let mut attributes = attributes.query([])?;
    while let Some(row) = attributes.next()? {
        let (odd, other): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
        odd.as_deref().map(parse::<Vec<UnrecognizedField>>).transpose()?;
        other.as_deref().map(parse::<Map<String, Value>>).transpose()?;
    }
    let mut scopes = connection.prepare("SELECT name FROM scope")?;
    let mut scopes = scopes.query([])?;
    while let Some(row) = scopes.next()? {
        syncs::read_record(connection, &row.get::<_, String>(0)?)?;
    }
    Ok(true)
}

fn has_sound_times(connection: &Connection) -> Result<bool> {
    let columns = [
        ("report", "first_seen seen_at changed_at gone_at left_at back_at generated_at created_at updated_at"),
        ("snapshot", "seen_at generated_at created_at updated_at was_at"),
    ];
    for (table, column) in columns.iter().flat_map(|(table, columns)| columns.split(' ').map(move |it| (table, it))) {
        let sql = format!("SELECT min({column}), max({column}) FROM {table}");
        let (first, last) = connection.query_row(&sql, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
        column_encoding::maybe_time(first)?;
        column_encoding::maybe_time(last)?;
    }
    Ok(true)
}

fn has_sound_checks(connection: &Connection) -> Result<bool> {
    let ids = |sql: &str| -> Result<HashSet<i64>> {
        Ok(connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
    };
    let (kinds, contents) = (ids("SELECT id FROM check_outcome")?, ids("SELECT id FROM content")?);
    let mut unpacker = body::Unpacker::default();
    let mut bodies = connection.prepare("SELECT body FROM content")?;
    let mut bodies = bodies.query([])?;
    while let Some(row) = bodies.next()? {
        body::read(&mut unpacker, row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?)?;
    }
    let of_report = "SELECT failing FROM report WHERE failing IS NOT NULL";
    let mut failing = connection.prepare(&format!("SELECT failing FROM checks UNION ALL {of_report}"))?;
    let mut failing = failing.query([])?;
    while let Some(row) = failing.next()? {
        let mut kinds_of = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?;
        while !kinds_of.is_empty() {
            if !kinds.contains(&varint::read(&mut kinds_of)?.cast_signed()) {
                return Ok(false);
            }
        }
    }
    let mut lists = connection.prepare("SELECT list FROM checks")?;
    let mut lists = lists.query([])?;
    while let Some(row) = lists.next()? {
        for entry in list::read(row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?) {
            let (kind, found) = entry?;
            let is_found = match found {
                list::CheckBody::Inline(found) => body::read(&mut unpacker, found).is_ok(),
                list::CheckBody::Content(id) => contents.contains(&id),
            };
            if !is_found || !kinds.contains(&kind) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
