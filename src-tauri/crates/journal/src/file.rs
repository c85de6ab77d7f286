//! Opens the file: from a path to usable connections.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::Duration,
};

use jiff::Zoned;
use rusqlite::{Connection, MAIN_DB, OpenFlags, TransactionBehavior, config::DbConfig, functions::FunctionFlags};

use crate::{JournalError, Result};

/// By this number in the header, SQLite's own tools know a file as a journal of Assay's: “Asjo”.
const APPLICATION: i32 = 0x4173_6a6f;

/// Durable even after a power failure, so that nothing is sent twice.
const STEPS: &[&str] = &[include_str!("schema.sql")];

/// For another process that writes.
const PATIENCE: Duration = Duration::from_secs(10);

/// How many journals are set aside in one day before it is given up: then it is the disk that is broken.
const MOST_A_DAY: u32 = 20;

/// A path is a file's name, never an address with options of its own.
const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_CREATE).union(OpenFlags::SQLITE_OPEN_NO_MUTEX);

/// The connections to a journal: one that writes, one that reads.
pub(crate) struct Connections {
    pub writer: Connection,
    pub reader: Connection,
}

/// Opens the journal, creating the file and tables if needed. A damaged or foreign file is
/// quarantined and replaced; one of a newer version is not changed. `is_suspect`: it is fully
/// checked first.
pub(crate) fn open(path: &Path, is_suspect: bool) -> Result<Connections> {
    match try_to_open(path, is_suspect) {
        Err(JournalError::Damaged) => {
            let name = set_aside(path)?;
            tracing::error!(name, "the journal of batches is damaged: it was set aside, and a new one is begun");
            try_to_open(path, false)
        }
        opened => opened,
    }
}

fn try_to_open(path: &Path, is_suspect: bool) -> Result<Connections> {
    let mut writer = connect(path)?;
    identify(&writer)?;
    if is_suspect && writer.query_row("PRAGMA integrity_check(1)", [], |row| row.get::<_, String>(0))? != "ok" {
        return Err(JournalError::Damaged);
    }
    if writer.is_readonly(MAIN_DB)? {
        return Err(JournalError::ReadOnly);
    }
    writer.pragma_update(None, "journal_mode", "WAL")?;
    // What was said to be kept is kept, also when the power fails: nothing is ever sent twice.
    writer.pragma_update(None, "synchronous", "FULL")?;
    // Or else macOS leaves it to the disk when; elsewhere this changes nothing.
    writer.pragma_update(None, "fullfsync", true)?;
    writer.pragma_update(None, "journal_size_limit", 16 << 20)?;
    // Passwords that were sealed in it are overwritten when they are wiped.
    writer.pragma_update(None, "secure_delete", true)?;
    migrate(&mut writer)?;
    let reader = connect(path)?;
    reader.pragma_update(None, "query_only", true)?;
    reader.create_scalar_function(
        "has_text",
        2,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        |context| Ok(context.get_raw(0).as_str()?.to_lowercase().contains(context.get_raw(1).as_str()?)),
    )?;
    Ok(Connections { writer, reader })
}

fn connect(path: &Path) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, FLAGS)?;
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    // Or else statements are planned anew for each value that is bound to them, which costs more than they themselves.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    connection.set_prepared_statement_cache_capacity(64);
    Ok(connection)
}

/// Whether it is a journal, or nothing yet.
fn identify(connection: &Connection) -> Result<()> {
    let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, version(connection)?, tables) {
        (APPLICATION, version, _) if version > STEPS.len() => Err(JournalError::Newer),
        (APPLICATION, 1.., _) | (0, 0, 0) => Ok(()),
        _ => Err(JournalError::Damaged),
    }
}

fn version(connection: &Connection) -> Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| JournalError::Damaged)
}

fn migrate(connection: &mut Connection) -> Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let steps = STEPS.get(version(&transaction)?..).ok_or(JournalError::Newer)?;
    for step in steps {
        transaction.execute_batch(step)?;
    }
    if !steps.is_empty() {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", i64::try_from(STEPS.len()).unwrap_or(i64::MAX))?;
    }
    Ok(transaction.commit()?)
}

/// Gives a damaged journal a name that tells what it is and when it was found, and answers that name.
fn set_aside(path: &Path) -> Result<String> {
    let aside = free_name(path)?;
    // The log first: were it left behind alone, the journal that is begun anew would take it for its own.
    for ending in ["-wal", "-shm", ""] {
        match fs::rename(beside(path, ending), beside(&aside, ending)) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(JournalError::Failed(format!("it is damaged and cannot be set aside: {error}")));
            }
            _ => {}
        }
    }
    Ok(aside.file_name().unwrap_or_default().to_string_lossy().into_owned())
}

/// Such as `batches-damaged-2026-11-21.sqlite`, then `batches-damaged-2026-11-21-2.sqlite`.
fn free_name(path: &Path) -> Result<PathBuf> {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension, day) = (part(path.file_stem()), part(path.extension()), Zoned::now().date());
    (1..=MOST_A_DAY)
        .map(|turn| if turn == 1 { String::new() } else { format!("-{turn}") })
        .map(|turn| path.with_file_name(format!("{stem}-damaged-{day}{turn}.{extension}")))
        .find(|name| ["", "-wal", "-shm"].iter().all(|ending| !beside(name, ending).exists()))
        .ok_or_else(|| JournalError::Failed("it was damaged too often today".into()))
}

/// SQLite's own file beside a database: its name with an ending.
fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}
