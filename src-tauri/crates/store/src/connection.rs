//! Connections and their settings.

use std::{
    path::Path,
    thread,
    time::{Duration, Instant},
};

use rusqlite::{
    Connection, OpenFlags,
    backup::{Backup, StepResult},
    config::DbConfig,
};

use crate::{Result, StoreError, sibling_path, size};

/// A path is never interpreted as a URI with options.
const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_CREATE).union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
const READING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// How a file is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WriteSettings {
    /// SQLite's `synchronous`: `FULL` survives a power failure, `NORMAL` the end of the process.
    pub synchronous: &'static str,
    /// The size to which the log shrinks, in bytes.
    pub log_bytes: u32,
}

/// Connects to a file, creating it if needed, without checking its content. Waits up to
/// `busy_timeout` for other processes.
pub fn connect(path: &Path, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    apply_pragmas(Connection::open_with_flags(path, FLAGS)?, busy_timeout)
}

/// Connects to a file that is only read, also on a read-only disk.
pub fn connect_to_read(path: &Path, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    match connect_unchanging(path, busy_timeout) {
        Some(connection) => Ok(connection),
        None => apply_pragmas(Connection::open_with_flags(path, READING)?, busy_timeout),
    }
}

/// Connects to a file as immutable, since SQLite can't coordinate on a read-only disk. Not if there
/// is a log with newer data.
#[must_use]
pub fn connect_unchanging(path: &Path, busy_timeout: Duration) -> Option<Connection> {
    if size(&sibling_path(path, "-wal")) > 0 {
        return None;
    }
    let mut address = url::Url::from_file_path(path).ok()?;
    address.set_query(Some("immutable=1"));
    let flags = READING.union(OpenFlags::SQLITE_OPEN_URI);
    apply_pragmas(Connection::open_with_flags(address.as_str(), flags).ok()?, busy_timeout).ok()
}

fn apply_pragmas(connection: Connection, busy_timeout: Duration) -> rusqlite::Result<Connection> {
    connection.busy_timeout(busy_timeout)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // Otherwise statements are planned again for each bound value.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Sets how an identified file is written.
pub fn make_writable(connection: &Connection, settings: WriteSettings) -> Result<()> {
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", settings.synchronous)?;
    // On macOS only `fullfsync` reaches the disk.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "journal_size_limit", settings.log_bytes)?;
    // Deleted data is overwritten.
    Ok(connection.pragma_update(None, "secure_delete", true)?)
}

/// Moves the log into the file and empties it, unless another process is reading. Returns whether
/// it was done.
pub fn checkpoint_wal(connection: &Connection) -> Result<bool> {
    let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(!is_busy)
}

/// Replaces the content of a database, atomically for all its connections. Waits up to
/// `busy_timeout` for other processes.
pub fn overwrite(to: &mut Connection, from: &Connection, busy_timeout: Duration) -> Result<()> {
    let begun = Instant::now();
    let copy = Backup::new(from, to)?;
    while copy.step(-1)? != StepResult::Done {
        if begun.elapsed() > busy_timeout {
            return Err(StoreError::Failed("another process is using the file".into()));
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Checks the file's structure. Slow: reads all of it.
pub fn is_intact(connection: &Connection) -> Result<bool> {
    let verdict: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    Ok(verdict == "ok")
}
