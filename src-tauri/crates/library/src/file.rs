//! Opens the file: from a path to usable connections.

use std::{
    fs,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use rusqlite::{
    Connection, ErrorCode, MAIN_DB, OpenFlags,
    backup::{Backup, StepResult},
    config::DbConfig,
    ffi,
};

use crate::{LibraryError, Result, damage, schema};

/// For another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long opening waits: what takes long in it, another process does in turn (see [`damage::Turn`]).
const PATIENCE_TO_OPEN: Duration = Duration::from_secs(2);
/// A path is a file's name, never an address with options of its own.
const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_CREATE).union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
const READING: OpenFlags = OpenFlags::SQLITE_OPEN_READ_ONLY.union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// Safe if the process is killed; a power failure can lose the last transactions, which are read
/// from the service again. [`crate::Library::make_durable`] secures the rest.
pub(crate) const SYNCHRONOUS: &str = "NORMAL";

/// The connections to a library.
pub(crate) struct Connections {
    /// Or why the file is read-only.
    pub writer: Result<Connection>,
    pub reader: Connection,
}

/// Opens the library, creating the file and tables if needed. A damaged or foreign file is
/// [`LibraryError::Damaged`]; one of a newer version is not changed.
pub(crate) fn open(path: &Path) -> Result<Connections> {
    if has_lost_its_beginning(path) {
        return Err(LibraryError::Damaged);
    }
    let (mut connection, obstacle) = first_connection(path)?;
    match identify(&connection)? {
        Kind::Newer => return Err(LibraryError::Newer),
        Kind::Foreign => return Err(LibraryError::Damaged),
        Kind::Ours if is_cut_off(&connection, path)? => return Err(LibraryError::Damaged),
        Kind::Empty | Kind::Ours => {}
    }
    if let Some(obstacle) = obstacle {
        // Otherwise it would have to be created or migrated first.
        let is_present = schema::version(&connection)? == schema::VERSION && damage::has_our_tables(&connection)?;
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
    let error = match connect(path).and_then(|connection| identify(&connection).map(|_| connection)) {
        Ok(connection) => {
            let obstacle = connection.is_readonly(MAIN_DB)?.then_some(LibraryError::ReadOnly);
            return Ok((connection, obstacle));
        }
        Err(error) => error,
    };
    match lack_beside(&error) {
        Some(obstacle) => Ok((unchanging(path).ok_or(error)?, Some(obstacle))),
        None => Err(error.into()),
    }
}

/// A connection to a file, without checking its content.
pub(crate) fn connect(path: &Path) -> rusqlite::Result<Connection> {
    with_our_ways(Connection::open_with_flags(path, FLAGS)?)
}

/// A read-only connection to a file other than the library.
pub(crate) fn to_read(path: &Path) -> Result<Connection> {
    match unchanging(path) {
        Some(connection) => Ok(connection),
        None => Ok(with_our_ways(Connection::open_with_flags(path, READING)?)?),
    }
}

/// What a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Nothing yet.
    Empty,
    /// A library that this version of Assay can use.
    Ours,
    /// A library of a newer version of Assay.
    Newer,
    /// Another program's.
    Foreign,
}

/// Tells what a file is by its beginning.
pub(crate) fn identify(connection: &Connection) -> rusqlite::Result<Kind> {
    // First what can be told without the tables: those of a newer version may be in a form that is not known yet.
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if application == schema::APPLICATION && usize::try_from(version).is_ok_and(|it| it > schema::VERSION) {
        return Ok(Kind::Newer);
    }
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
    match (tables, application, version) {
        (Ok(0), 0, 0) => Ok(Kind::Empty),
        (Ok(_), schema::APPLICATION, 1..) => Ok(Kind::Ours),
        (Err(error), ..) if !is_about_content(&error) => Err(error),
        _ => Ok(Kind::Foreign),
    }
}

/// Whether it is not the system that failed, but what is in the file, be it in the words of an unspecific error.
fn is_about_content(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_ERROR | ffi::SQLITE_CORRUPT | ffi::SQLITE_NOTADB))
}

/// Makes a connection one that writes: its file gets what it lacks of the present tables.
pub(crate) fn prepare(connection: &mut Connection) -> Result<()> {
    make_room(connection)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", SYNCHRONOUS)?;
    // Or else macOS leaves it to the disk what it writes first; elsewhere this changes nothing.
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "journal_size_limit", 64 << 20)?;
    // What the user has Assay forget is overwritten.
    connection.pragma_update(None, "secure_delete", true)?;
    schema::migrate(connection)?;
    settle_in(connection)?;
    if damage::has_our_tables(connection)? { Ok(()) } else { Err(LibraryError::Damaged) }
}

/// Settings for use rather than for opening.
fn settle_in(connection: &Connection) -> Result<()> {
    connection.busy_timeout(PATIENCE)?;
    // 32 MB of the file in memory: what was read once is asked for again.
    Ok(connection.pragma_update(None, "cache_size", -(32 << 10))?)
}

/// An empty library in memory.
pub(crate) fn empty() -> Result<Connection> {
    let mut connection = Connection::open_in_memory()?;
    make_room(&connection)?;
    schema::migrate(&mut connection)?;
    Ok(connection)
}

/// Lets the file shrink in small steps; works only before the first table.
fn make_room(connection: &Connection) -> Result<()> {
    Ok(connection.pragma_update(None, "auto_vacuum", "INCREMENTAL")?)
}

/// Replaces everything that is in one database by what is in another, at once for everybody who has it open.
pub(crate) fn overwrite(to: &mut Connection, from: &Connection) -> Result<()> {
    let begun = Instant::now();
    let copy = Backup::new(from, to)?;
    while copy.step(-1)? != StepResult::Done {
        if begun.elapsed() > PATIENCE {
            return Err(LibraryError::Failed("another process keeps using the library".into()));
        }
        thread::sleep(Duration::from_millis(10));
    }
    Ok(())
}

/// Brings what is in the log into the file, and empties the log. Not while another process keeps reading it: answers
/// whether it could be done.
pub(crate) fn settle(connection: &Connection) -> Result<bool> {
    let is_busy: bool = connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))?;
    Ok(!is_busy)
}

fn with_our_ways(connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(PATIENCE_TO_OPEN)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // Or else statements are planned anew for each value that is bound to them, which costs more than they themselves.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// SQLite needs files of its own beside a database, which cannot be made in every folder, nor on a full disk.
fn lack_beside(error: &rusqlite::Error) -> Option<LibraryError> {
    let error = error.sqlite_error()?;
    match (error.code, error.extended_code) {
        (_, ffi::SQLITE_IOERR_SHMSIZE) => Some(LibraryError::DiskFull),
        (ErrorCode::CannotOpen | ErrorCode::ReadOnly, _) => Some(LibraryError::ReadOnly),
        _ => None,
    }
}

/// The file as something that nobody changes: where nothing can be written, SQLite cannot coordinate, nor must it.
/// Not where a log beside it has what the file itself lacks.
fn unchanging(path: &Path) -> Option<Connection> {
    if size(&beside(path, "-wal")) > 0 {
        return None;
    }
    let mut address = url::Url::from_file_path(path).ok()?;
    address.set_query(Some("immutable=1"));
    let flags = READING.union(OpenFlags::SQLITE_OPEN_URI);
    with_our_ways(Connection::open_with_flags(address.as_str(), flags).ok()?).ok()
}

/// SQLite takes a file of up to one byte for a new one and drops its log, but a log is only begun beside one with more.
fn has_lost_its_beginning(path: &Path) -> bool {
    path.is_file() && size(path) <= 1 && size(&beside(path, "-wal")) > 0
}

/// SQLite fills up a last page that is not whole. It can be so while a log still has all of it.
fn is_cut_off(connection: &Connection, path: &Path) -> Result<bool> {
    let page: u64 = connection.pragma_query_value(None, "page_size", |row| row.get(0))?;
    Ok(size(&beside(path, "-wal")) == 0 && !size(path).is_multiple_of(page))
}

/// SQLite's own file beside a database: its name with an ending.
pub(crate) fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// The size of a file in bytes; 0 where there is none.
pub(crate) fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}
