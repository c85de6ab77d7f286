//! The tables, and their migrations.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{LibraryError, Result};

/// By this number in the header, SQLite's own tools know a file as an Assay library: “Assy”.
pub(crate) const APPLICATION: i32 = 0x4173_7379;

/// What leads from each version of the tables to the next. Steps are only ever added.
const STEPS: &[&str] = &[include_str!("schema.sql")];

/// The present version of the tables.
pub(crate) const VERSION: usize = STEPS.len();

/// Brings a file to the present version of the tables; a file of a newer one is left as it is.
pub(crate) fn migrate(connection: &mut Connection) -> Result<()> {
    if version(connection)? == VERSION {
        return Ok(());
    }
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another process may have been faster.
    let steps = STEPS.get(version(&transaction)?..).ok_or(LibraryError::Newer)?;
    for step in steps {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", i64::try_from(VERSION).unwrap_or(i64::MAX))?;
    Ok(transaction.commit()?)
}

pub(crate) fn version(connection: &Connection) -> Result<usize> {
    let version: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
    usize::try_from(version).map_err(|_| LibraryError::Newer)
}

/// So many more reports and snapshots are there than before.
pub(crate) fn count(transaction: &Transaction, reports: i64, snapshots: i64) -> Result<()> {
    if (reports, snapshots) != (0, 0) {
        transaction
            .prepare_cached("UPDATE state SET reports = reports + ?, snapshots = snapshots + ?")?
            .execute([reports, snapshots])?;
    }
    Ok(())
}

/// Rows were deleted or replaced: cached data of all processes is outdated.
pub(crate) fn new_epoch(transaction: &Transaction) -> Result<()> {
    transaction.execute("UPDATE state SET epoch = random()", [])?;
    Ok(())
}
