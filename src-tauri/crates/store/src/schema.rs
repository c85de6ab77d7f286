//! A file's tables, by version.

use rusqlite::{Connection, Transaction, TransactionBehavior, ffi};

use crate::StoreError;

/// The tables of one kind of file.
#[derive(Debug)]
pub struct Schema<E: 'static> {
    /// The file type for SQLite's own tools.
    pub application: i32,
    /// From each version to the next; only ever appended.
    pub migrations: &'static [Migration<E>],
}

/// A step from one version to the next.
#[derive(Debug)]
pub enum Migration<E> {
    /// Creates or changes tables, by SQL.
    Tables(&'static str),
    /// Changes rows.
    Rows(fn(&Transaction) -> Result<(), E>),
}

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Empty.
    Empty,
    /// Of this kind and a supported version.
    Ours,
    /// Of this kind and a newer version of Assay.
    Newer,
    /// Another program's.
    Foreign,
}

impl<E: From<StoreError>> Schema<E> {
    /// Returns the current version of the tables.
    #[must_use]
    pub const fn version(&self) -> usize {
        self.migrations.len()
    }

    /// Identifies a file by its header.
    pub fn identify(&self, connection: &Connection) -> rusqlite::Result<FileKind> {
        // First without the tables: those of a newer version may be in an unknown form.
        let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        let is_ours = application == self.application;
        if is_ours && usize::try_from(version).is_ok_and(|version| version > self.version()) {
            return Ok(FileKind::Newer);
        }
        let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0));
        match (tables, application, version) {
            (Ok(0), 0, 0) => Ok(FileKind::Empty),
            (Ok(_), _, 1..) if is_ours => Ok(FileKind::Ours),
            (Err(error), ..) if !is_about_content(&error) => Err(error),
            _ => Ok(FileKind::Foreign),
        }
    }

    /// Whether a file has the current version.
    pub fn is_current(&self, connection: &Connection) -> Result<bool, E> {
        Ok(version(connection)? == self.version())
    }

    /// Migrates a file to the current version in one transaction, and returns its earlier version,
    /// 0 for an empty file. Newer ones are not changed.
    pub fn migrate(&self, connection: &mut Connection) -> Result<usize, E> {
        let before = version(connection)?;
        if before == self.version() {
            return Ok(before);
        }
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate).map_err(failed)?;
        // Another process may have migrated it.
        let present = version(&transaction)?;
        let steps = self.migrations.get(present..).ok_or(StoreError::Newer)?;
        for step in steps {
            match step {
                Migration::Tables(statements) => transaction.execute_batch(statements).map_err(|error| {
                    // Its tables are not those of its version, so that it could never be opened.
                    if present > 0 && is_about_content(&error) { StoreError::Damaged } else { failed(error) }
                })?,
                Migration::Rows(change) => change(&transaction)?,
            }
        }
        transaction.pragma_update(None, "application_id", self.application).map_err(failed)?;
        let version = i64::try_from(self.version()).unwrap_or(i64::MAX);
        transaction.pragma_update(None, "user_version", version).map_err(failed)?;
        transaction.commit().map_err(failed)?;
        Ok(before)
    }
}

fn version(connection: &Connection) -> Result<usize, StoreError> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| StoreError::Newer)
}

fn failed(error: rusqlite::Error) -> StoreError {
    error.into()
}

/// Whether an error is caused by the file's content, also if it is unspecific.
fn is_about_content(error: &rusqlite::Error) -> bool {
    let code = error.sqlite_error().map(|error| error.extended_code);
    matches!(code, Some(ffi::SQLITE_ERROR | ffi::SQLITE_CORRUPT | ffi::SQLITE_NOTADB))
}

#[cfg(test)]
mod tests {
    use rusqlite::Connection;

    use super::{FileKind, Migration, Schema};
    use crate::StoreError;

    const FIRST: Schema<StoreError> =
        Schema { application: 7, migrations: &[Migration::Tables("CREATE TABLE it (x INTEGER)")] };

    const SECOND: Schema<StoreError> = Schema {
        application: 7,
        migrations: &[
            Migration::Tables("CREATE TABLE it (x INTEGER)"),
            Migration::Rows(|transaction| Ok(transaction.execute("INSERT INTO it VALUES (1)", []).map(drop)?)),
        ],
    };

    const FAILING: Schema<StoreError> = Schema {
        application: 7,
        migrations: &[
            Migration::Tables("CREATE TABLE it (x INTEGER)"),
            Migration::Tables("CREATE TABLE next (x INTEGER)"),
            Migration::Rows(|_| Err(StoreError::Damaged)),
        ],
    };

    #[test]
    fn a_file_without_the_tables_of_its_version_is_damaged() {
        const RENAMING: Schema<StoreError> = Schema {
            application: 7,
            migrations: &[
                Migration::Tables("CREATE TABLE it (x INTEGER)"),
                Migration::Tables("ALTER TABLE it RENAME TO that"),
            ],
        };
        let mut file = memory();
        FIRST.migrate(&mut file).unwrap();
        file.execute_batch("DROP TABLE it; CREATE TABLE other (x INTEGER)").unwrap();
        assert_eq!(RENAMING.migrate(&mut file), Err(StoreError::Damaged));
        assert_eq!(FIRST.is_current(&file), Ok(true));
    }

    fn memory() -> Connection {
        Connection::open_in_memory().unwrap()
    }

    #[test]
    fn a_file_is_known_by_its_header() {
        let mut file = memory();
        assert_eq!(SECOND.identify(&file), Ok(FileKind::Empty));
        FIRST.migrate(&mut file).unwrap();
        assert_eq!(FIRST.identify(&file), Ok(FileKind::Ours));
        assert_eq!(SECOND.identify(&file), Ok(FileKind::Ours));
        SECOND.migrate(&mut file).unwrap();
        assert_eq!(FIRST.identify(&file), Ok(FileKind::Newer));
        file.pragma_update(None, "application_id", 8).unwrap();
        assert_eq!(FIRST.identify(&file), Ok(FileKind::Foreign));
        let foreign = memory();
        foreign.execute_batch("CREATE TABLE other (x)").unwrap();
        assert_eq!(FIRST.identify(&foreign), Ok(FileKind::Foreign));
    }

    #[test]
    fn only_the_missing_steps_run_and_all_or_none() {
        let mut file = memory();
        assert_eq!(FIRST.migrate(&mut file), Ok(0));
        assert_eq!(FAILING.migrate(&mut file), Err(StoreError::Damaged));
        assert_eq!(FIRST.is_current(&file), Ok(true));
        assert_eq!(SECOND.migrate(&mut file), Ok(1));
        assert_eq!(SECOND.migrate(&mut file), Ok(2));
        assert_eq!(file.query_row("SELECT count(*) FROM it", [], |row| row.get::<_, u32>(0)), Ok(1));
        assert_eq!(FIRST.migrate(&mut file), Err(StoreError::Newer));
    }
}
