//! An open file: a writing and a reading connection, each with its cache.

use std::{mem, sync::Mutex};

use assay_store::lock;
use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{
    LibraryError, Result,
    file::{self, Connections},
    index::Index,
    intern::InternCache,
};

#[derive(Debug)]
pub(crate) struct Store {
    writer: Mutex<Writer>,
    reader: Mutex<Reader>,
}

#[derive(Debug)]
struct Writer {
    /// Or why the file is read-only.
    connection: Result<Connection>,
    cache: InternCache,
}

#[derive(Debug)]
struct Reader {
    connection: Connection,
    index: Index,
}

impl Store {
    pub(crate) fn new(Connections { writer, reader }: Connections) -> Self {
        let writer = Writer { connection: writer, cache: InternCache::default() };
        let reader = Reader { connection: reader, index: Index::default() };
        Self { writer: Mutex::new(writer), reader: Mutex::new(reader) }
    }

    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        let mut writer = lock(&self.writer);
        let Writer { connection, cache: kept } = &mut *writer;
        let connection = connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // Ids of a rolled back transaction are wrong: the cache is kept only after a commit.
        let mut cache = mem::take(kept);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        cache.begin(&transaction)?;
        let done = work(&transaction, &mut cache)?;
        transaction.commit()?;
        *kept = cache;
        Ok(done)
    }

    /// Returns once all written data is durable.
    pub(crate) fn make_durable(&self) -> Result<()> {
        let mut writer = lock(&self.writer);
        let connection = writer.connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // An empty transaction would not sync the log.
        connection.pragma_update(None, "synchronous", "FULL")?;
        let secured = connection.execute("UPDATE state SET rev = rev + 1", []);
        connection.pragma_update(None, "synchronous", file::WRITE_SETTINGS.synchronous)?;
        secured?;
        Ok(())
    }

    /// Frees memory that only makes later calls faster.
    pub(crate) fn release_memory(&self) -> Result<()> {
        {
            let mut writer = lock(&self.writer);
            writer.cache = InternCache::default();
            if let Ok(connection) = &writer.connection {
                connection.release_memory()?;
            }
        }
        Ok(lock(&self.reader).connection.release_memory()?)
    }

    /// Moves the write-ahead log into the file, if no reader holds it.
    pub(crate) fn checkpoint_wal(&self) -> Result<bool> {
        let writer = lock(&self.writer);
        Ok(assay_store::checkpoint_wal(writer.connection.as_ref().map_err(LibraryError::clone)?)?)
    }

    /// Reads a consistent snapshot of the file.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let mut reader = lock(&self.reader);
        let transaction = reader.connection.transaction()?;
        work(&transaction)
    }

    /// Reads a consistent snapshot of the file and its index.
    pub(crate) fn query<T>(&self, work: impl FnOnce(&Connection, &mut Index) -> Result<T>) -> Result<T> {
        let mut reader = lock(&self.reader);
        let Reader { connection, index } = &mut *reader;
        let transaction = connection.transaction()?;
        index.refresh(&transaction)?;
        work(&transaction, index)
    }
}
