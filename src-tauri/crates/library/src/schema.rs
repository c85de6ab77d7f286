//! The tables, and their migrations.

use assay_store::{Migration, Schema};
use rusqlite::Transaction;

use crate::{LibraryError, Result, clean};

pub(crate) const SCHEMA: Schema<LibraryError> = Schema {
    // “Assy”.
    application: 0x4173_7379,
    migrations: &[
        Migration::Tables(include_str!("schema.sql")),
        Migration::Tables(include_str!("schema-2.sql")),
        Migration::Rows(clean::remove_passwords),
        Migration::Tables(include_str!("schema-4.sql")),
    ],
};

/// Adds to the numbers of reports and snapshots.
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
