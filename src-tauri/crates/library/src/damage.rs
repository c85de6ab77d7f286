//! Detection of damaged libraries.

use std::{
    collections::HashSet,
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use assay_model::UnrecognizedField;
use jiff::Zoned;
use rusqlite::Connection;
use serde_json::{Map, Value};

use crate::{
    LibraryError, Result,
    checks::{body, list, varint},
    codes,
    file::{self, beside},
    index,
    state::parse,
    syncs,
};

/// For another process that opens the same library.
const PATIENCE: Duration = Duration::from_secs(10);
/// How many libraries are set aside in one day before it is given up: then it is the disk that is broken.
const MOST_A_DAY: u32 = 20;

/// Locked while a library is opened or quarantined, so that a second process doesn't quarantine the
/// new one.
pub(crate) struct Turn {
    _lock: Option<File>,
}

impl Turn {
    /// Waits for other processes. Where a file for it cannot be made, nothing can be set aside anyway.
    pub(crate) fn wait(path: &Path) -> Result<Self> {
        let Ok(file) = File::options().create(true).truncate(false).write(true).open(beside(path, "-lock")) else {
            return Ok(Self { _lock: None });
        };
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(Self { _lock: Some(file) }),
                Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
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

/// Gives a library that nobody in this process has open a name that tells what it is and when it was found, and answers
/// that name. What is there already is never overwritten.
pub(crate) fn set_aside(path: &Path) -> Result<String> {
    let aside = free_name(path)?;
    // The log first: were it left behind alone, the library that is begun anew would drop it.
    for ending in ["-wal", "-shm", ""] {
        match fs::rename(beside(path, ending), beside(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(LibraryError::Failed(format!("it is damaged and cannot be set aside: {error}")));
            }
            _ => {}
        }
    }
    let name = aside.file_name().unwrap_or_default().to_string_lossy().into_owned();
    tracing::warn!(name, "the library is damaged: it was set aside, and a new one is begun");
    Ok(name)
}

/// Such as `library-damaged-2026-11-21.sqlite`, then `library-damaged-2026-11-21-2.sqlite`.
fn free_name(path: &Path) -> Result<PathBuf> {
    let (begin, ending) = name_around(path);
    let day = Zoned::now().date();
    (1..=MOST_A_DAY)
        .map(|turn| if turn == 1 { String::new() } else { format!("-{turn}") })
        .map(|turn| path.with_file_name(format!("{begin}{day}{turn}{ending}")))
        .find(|name| ["", "-wal", "-shm"].iter().all(|ending| !beside(name, ending).exists()))
        .ok_or_else(|| LibraryError::Failed("it was damaged too often today".into()))
}

/// How the names of libraries that were set aside begin and end.
fn name_around(path: &Path) -> (String, String) {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    (format!("{}-damaged-", part(path.file_stem())), format!(".{}", part(path.extension())))
}

/// The files of all libraries that were set aside.
pub(crate) fn all_set_aside(path: &Path) -> Vec<PathBuf> {
    let (begin, ending) = name_around(path);
    let is_one = |file: &PathBuf| {
        file.file_name().is_some_and(|name| {
            let name = name.to_string_lossy();
            let ends = ["", "-wal", "-shm"].iter().any(|last| name.ends_with(&format!("{ending}{last}")));
            name.starts_with(&begin) && ends
        })
    };
    let files = path.parent().and_then(|folder| fs::read_dir(folder).ok()).into_iter().flatten();
    files.flatten().map(|file| file.path()).filter(is_one).collect()
}

/// Whether the tables are those of the present version, as they are made in a new library.
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
    let verdict: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    let mut orphans = connection.prepare("PRAGMA foreign_key_check")?;
    Ok(verdict == "ok" && !orphans.exists([])?)
}

/// Whether all ids are in range and refer to existing rows.
fn has_sound_numbers(connection: &Connection) -> Result<bool> {
    for table in ["report", "project", "kind"] {
        let sql = format!("SELECT EXISTS (SELECT 1 FROM {table} WHERE id NOT BETWEEN 1 AND ?)");
        if connection.query_row(&sql, [index::MOST], |row| row.get(0))? {
            return Ok(false);
        }
    }
    for (table, column) in ["report", "snapshot"].iter().flat_map(|it| ["project", "face", "checks"].map(|to| (it, to)))
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
        ("address, url", "face"),
        ("key, address", "report"),
        ("name, name", "project"),
        ("name, name", "kind"),
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
    let mut faces = connection.prepare("SELECT odd, other FROM face")?;
    let mut faces = faces.query([])?;
    while let Some(row) = faces.next()? {
        let (odd, other): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
        odd.as_deref().map(parse::<Vec<UnrecognizedField>>).transpose()?;
        other.as_deref().map(parse::<Map<String, Value>>).transpose()?;
    }
    let mut scopes = connection.prepare("SELECT name FROM scope")?;
    let mut scopes = scopes.query([])?;
    while let Some(row) = scopes.next()? {
        syncs::record(connection, &row.get::<_, String>(0)?)?;
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
        codes::maybe_time(first)?;
        codes::maybe_time(last)?;
    }
    Ok(true)
}

/// Whether all check results can be read.
fn has_sound_checks(connection: &Connection) -> Result<bool> {
    let ids = |sql: &str| -> Result<HashSet<i64>> {
        Ok(connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
    };
    let (kinds, contents) = (ids("SELECT id FROM kind")?, ids("SELECT id FROM content")?);
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
                list::Found::InPlace(found) => body::read(&mut unpacker, found).is_ok(),
                list::Found::Content(id) => contents.contains(&id),
            };
            if !is_found || !kinds.contains(&kind) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}
