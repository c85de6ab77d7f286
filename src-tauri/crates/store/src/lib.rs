//! SQLite files: opens, identifies, migrates, copies, and quarantines them, for every crate that
//! keeps one.

mod connection;
mod error;
mod quarantine;
mod schema;

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

pub use connection::{
    WriteSettings, checkpoint_wal, connect, connect_to_read, connect_unchanging, is_intact, make_writable, overwrite,
};
pub use error::{Result, StoreError};
pub use quarantine::{is_cut_off, is_header_missing, quarantine, quarantined_files};
pub use schema::{FileKind, Migration, Schema};

/// The endings of a database and the files that SQLite keeps next to it. The log is first: left
/// alone, it would be applied to a new database or dropped by it.
const ENDINGS: [&str; 3] = ["-wal", "-shm", ""];

/// Returns the path of a file next to a database, such as its log (`-wal`).
#[must_use]
pub fn sibling_path(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns the size of a file in bytes; 0 if it doesn't exist.
#[must_use]
pub fn size(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |about| about.len())
}

/// Locks a mutex whose data is valid even after a panic, as that of a transaction is.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
