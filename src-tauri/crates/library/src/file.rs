//! Opens the file: from a path to usable connections.

use std::{path::Path, time::Duration};

use assay_store::{FileKind, WriteSettings};
use rusqlite::{Connection, ErrorCode, MAIN_DB, ffi};

use crate::{LibraryError, Result, damage, schema::SCHEMA};

/// For another process that writes.
pub(crate) const BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// For opening; slow steps are serialized by [`damage::RecoveryLock`].
const OPEN_TIMEOUT: Duration = Duration::from_secs(2);

/// Safe if the process is killed; a power failure can lose the last transactions, which are read
/// from the service again. [`crate::Library::make_durable`] secures the rest.
pub(crate) const WRITE_SETTINGS: WriteSettings = WriteSettings { synchronous: "NORMAL", log_bytes: 64 << 20 };

pub(crate) struct Connections {
    /// Or why the file is read-only.
    pub writer: Result<Connection>,
    pub reader: Connection,
}

/// Opens the library, creating the file and tables if needed. A damaged or foreign file is
/// [`LibraryError::Damaged`]; one of a newer version is not changed.
pub(crate) fn open(path: &Path) -> Result<Connections> {
    if assay_store::is_header_missing(path) {
        return Err(LibraryError::Damaged);
    }
    let (mut connection, obstacle) = first_connection(path)?;
    match SCHEMA.identify(&connection)? {
        FileKind::Newer => return Err(LibraryError::Newer),
        FileKind::Foreign => return Err(LibraryError::Damaged),
        FileKind::Ours if assay_store::is_cut_off(&connection, path)? => return Err(LibraryError::Damaged),
        FileKind::Empty | FileKind::Ours => {}
    }
    if let Some(obstacle) = obstacle {
        // Otherwise it would have to be created or migrated first.
        let is_present = SCHEMA.is_current(&connection)? && damage::has_our_tables(&connection)?;
        return if is_present { Ok(Connections { writer: Err(obstacle), reader: connection }) } else { Err(obstacle) };
    }
    prepare(&mut connection)?;
    let reader = connect(path)?;
    reader.pragma_update(None, "query_only", true)?;
    settle_in(&reader)?;
    Ok(Connections { writer: Ok(connection), reader })
}

/// A connection to a valid database, and why it is read-only, if it is.
fn first_connection(path: &Path) -> Result<(Connection, Option<LibraryError>)> {
    let error = match connect(path).and_then(|connection| SCHEMA.identify(&connection).map(|_| connection)) {
        Ok(connection) => {
            let obstacle = connection.is_readonly(MAIN_DB)?.then_some(LibraryError::ReadOnly);
            return Ok((connection, obstacle));
        }
        Err(error) => error,
    };
    match lack_beside(&error) {
        Some(obstacle) => {
            let unchanging = assay_store::connect_unchanging(path, OPEN_TIMEOUT).ok_or(error)?;
            Ok((unchanging, Some(obstacle)))
        }
        None => Err(error.into()),
    }
}

/// A connection to a file, without checking its content.
pub(crate) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    assay_store::connect(path, OPEN_TIMEOUT)
}

/// A read-only connection to a file other than the library.
pub(crate) fn to_read(path: &Path) -> Result<Connection> {
    Ok(assay_store::connect_to_read(path, OPEN_TIMEOUT)?)
}

/// Makes a connection writable, and migrates its file.
pub(crate) fn prepare(connection: &mut Connection) -> Result<()> {
    make_room(connection)?;
    assay_store::make_writable(connection, WRITE_SETTINGS)?;
    let before = SCHEMA.migrate(connection)?;
    if before != 0 && before != SCHEMA.version() {
        // Dropped data must not stay in the log. Another process may still be reading it.
        assay_store::checkpoint_wal(connection)?;
    }
    settle_in(connection)?;
    if damage::has_our_tables(connection)? { Ok(()) } else { Err(LibraryError::Damaged) }
}

/// Settings for use rather than for opening.
fn settle_in(connection: &Connection) -> Result<()> {
    connection.busy_timeout(BUSY_TIMEOUT)?;
    // A cache of 32 MB.
    Ok(connection.pragma_update(None, "cache_size", -(32 << 10))?)
}

/// An empty library in memory.
pub(crate) fn empty() -> Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    make_room(&connection)?;
    SCHEMA.migrate(&mut connection)?;
    Ok(connection)
}

/// Lets the file shrink in small steps; works only before the first table.
fn make_room(connection: &Connection) -> Result<()> {
    Ok(connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?)
}

/// Whether SQLite can't create its additional files, for lack of permission or space.
fn lack_beside(error: &rusqlite::Error) -> Option<LibraryError> {
    let error = error.sqlite_error()?;
    match (error.code, error.extended_code) {
        (_, ffi::SQLITE_IOERR_SHMSIZE) => Some(LibraryError::DiskFull),
        (ErrorCode::CannotOpen | ErrorCode::ReadOnly, _) => Some(LibraryError::ReadOnly),
        _ => None,
    }
}
