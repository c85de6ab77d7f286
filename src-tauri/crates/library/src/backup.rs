//! Backup to a single file, and restore from it.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use assay_store::{FileKind, sibling_path};
use rusqlite::Connection;

use crate::{
    Library, LibraryError, Result, damage, file,
    schema::{self, SCHEMA},
};

impl Library {
    /// Copies the library into a file, completely or not at all. Returns its size in bytes.
    pub fn backup(&self, to: &Path) -> Result<u64> {
        let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if is_of_library(self.database.path(), to) {
            return Err(LibraryError::FileFailed("this is the library itself".into()));
        }
        let part = tempfile::Builder::new().prefix(".assay-").suffix(".part").tempfile_in(folder).map_err(io_error)?;
        self.database.with_store(|_| {
            let connection = file::open(self.database.path())?.reader;
            connection.pragma_update(None, "query_only", false)?;
            let name = part.path().to_str().ok_or_else(|| LibraryError::FileFailed("its name is no text".into()))?;
            connection.execute("VACUUM INTO ?", [name])?;
            Ok(())
        })?;
        part.as_file().sync_all().map_err(io_error)?;
        let file = part.persist(to).map_err(io_error)?;
        Ok(file.metadata().map_err(io_error)?.len())
    }

    /// Replaces all data with that of a validated file. A failed restore changes nothing.
    pub fn restore(&self, from: &Path) -> Result<()> {
        if is_of_library(self.database.path(), from) {
            return Err(LibraryError::FileFailed("this is the library itself".into()));
        }
        let copy = Copy::of(from, self.database.path())?;
        self.database.with_exclusive_connection(|connection| {
            Ok(assay_store::overwrite(connection, &copy.connection, file::BUSY_TIMEOUT)?)
        })
    }
}

/// A validated and migrated copy of a library, whose original is unchanged.
struct Copy {
    connection: Connection,
    // Dropped after the connection to it.
    _file: TemporaryFile,
}

impl Copy {
    fn of(from: &Path, library: &Path) -> Result<Self> {
        fs::metadata(from).map_err(io_error)?;
        let file = TemporaryFile::beside(library)?;
        let mut connection = file::connect(&file.0)?;
        copy(from, &mut connection).map_err(|error| match error {
            LibraryError::Damaged => LibraryError::NotALibrary,
            error => error,
        })?;
        Ok(Self { connection, _file: file })
    }
}

fn copy(from: &Path, to: &mut Connection) -> Result<()> {
    let identified = file::to_read(from).and_then(|source| Ok((SCHEMA.identify(&source)?, source)));
    let (kind, source) = identified.map_err(|error| match error {
        LibraryError::Failed(detail) => LibraryError::FileFailed(detail),
        error => error,
    })?;
    if kind != FileKind::Ours {
        return Err(LibraryError::NotALibrary);
    }
    assay_store::overwrite(to, &source, file::BUSY_TIMEOUT)?;
    SCHEMA.migrate(to)?;
    if !damage::is_sound(to)? {
        return Err(LibraryError::NotALibrary);
    }
    let transaction = to.transaction()?;
    schema::new_epoch(&transaction)?;
    Ok(transaction.commit()?)
}

/// A temporary file in the library's folder. Replaces one of a killed process.
struct TemporaryFile(PathBuf);

impl TemporaryFile {
    fn beside(library: &Path) -> Result<Self> {
        let passing = Self(sibling_path(library, "-restoring"));
        passing.remove().map_err(io_error)?;
        Ok(passing)
    }

    fn remove(&self) -> io::Result<()> {
        for ending in ["-wal", "-shm", "-journal", ""] {
            match fs::remove_file(sibling_path(&self.0, ending)) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if let Err(error) = self.remove() {
            tracing::warn!(%error, "couldn't remove a temporary file of a restore");
        }
    }
}

/// Whether a path leads to the library or its files, also indirectly.
fn is_of_library(library: &Path, path: &Path) -> bool {
    ["", "-wal", "-shm", "-lock", "-restoring"].iter().any(|ending| {
        let own = sibling_path(library, ending);
        own == path || fs::canonicalize(&own).is_ok_and(|own| fs::canonicalize(path).is_ok_and(|path| own == path))
    })
}

fn io_error(error: impl Into<io::Error>) -> LibraryError {
    let error = error.into();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => LibraryError::DiskFull,
        _ => LibraryError::FileFailed(error.to_string()),
    }
}
