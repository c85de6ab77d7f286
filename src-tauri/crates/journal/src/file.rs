//! Opens the file: from a path to usable connections.

use std::{path::Path, time::Duration};

use assay_store::{FileKind, Migration, Schema, WriteSettings};
use rusqlite::{Connection, MAIN_DB, functions::FunctionFlags};

use crate::{JournalError, Result};

const SCHEMA: Schema<JournalError> = Schema {
    // “Asjo”.
    application: 0x4173_6a6f,
    migrations: &[
        Migration::Tables(include_str!("schema.sql")),
        Migration::Tables(include_str!("version-2.sql")),
        // Rows can wait for confirmation (state 7), which earlier versions don't support.
        Migration::Tables(""),
        Migration::Tables(include_str!("version-4.sql")),
    ],
};

/// Durable even after a power failure, so that nothing is sent twice.
const WRITE_SETTINGS: WriteSettings = WriteSettings { synchronous: "FULL", log_bytes: 16 << 20 };

/// For another process that writes.
const BUSY_TIMEOUT: Duration = Duration::from_secs(10);

/// A writing and a reading connection.
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
            let name = assay_store::quarantine(path)?;
            tracing::error!(name, "the journal of batches is damaged: renamed it and started a new one");
            try_to_open(path, false)
        }
        opened => opened,
    }
}

fn try_to_open(path: &Path, is_suspect: bool) -> Result<Connections> {
    let mut writer = assay_store::connect(path, BUSY_TIMEOUT)?;
    match SCHEMA.identify(&writer)? {
        FileKind::Newer => return Err(JournalError::Newer),
        FileKind::Foreign => return Err(JournalError::Damaged),
        FileKind::Ours if is_suspect && !assay_store::is_intact(&writer)? => return Err(JournalError::Damaged),
        FileKind::Empty | FileKind::Ours => {}
    }
    if writer.is_readonly(MAIN_DB)? {
        return Err(JournalError::ReadOnly);
    }
    assay_store::make_writable(&writer, WRITE_SETTINGS)?;
    SCHEMA.migrate(&mut writer)?;
    let reader = assay_store::connect(path, BUSY_TIMEOUT)?;
    reader.pragma_update(None, "query_only", true)?;
    reader.create_scalar_function(
        "has_text",
        2,
        FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC,
        |context| Ok(context.get_raw(0).as_str()?.to_lowercase().contains(context.get_raw(1).as_str()?)),
    )?;
    Ok(Connections { writer, reader })
}
