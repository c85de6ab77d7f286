//! An open file: a writing and a reading connection, each with its cache.

use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use crate::{
    LibraryError, Result,
    file::{self, Connections},
    index::Index,
    memo::InternCache,
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
    memo: InternCache,
}

#[derive(Debug)]
struct Reader {
    connection: Connection,
    index: Index,
}

impl Store {
    pub(crate) fn new(Connections { writer, reader }: Connections) -> Self {
        let writer = Writer { connection: writer, memo: InternCache::default() };
        let reader = Reader { connection: reader, index: Index::default() };
        Self { writer: Mutex::new(writer), reader: Mutex::new(reader) }
    }

    /// Runs work in one transaction.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        let mut writer = lock(&self.writer);
        let Writer { connection, memo: kept } = &mut *writer;
        let connection = connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // Ids of a rolled back transaction are wrong: the cache is kept only after a commit.
        let mut memo = mem::take(kept);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        memo.begin(&transaction)?;
        let done = work(&transaction, &mut memo)?;
        transaction.commit()?;
        *kept = memo;
        Ok(done)
    }

    /// Returns once all written data is durable.
    pub(crate) fn secure(&self) -> Result<()> {
        let mut writer = lock(&self.writer);
        let connection = writer.connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // An empty transaction would not sync the log.
        connection.pragma_update(None, "synchronous", "FULL")?;
        let secured = connection.execute("UPDATE state SET rev = rev + 1", []);
        connection.pragma_update(None, "synchronous", file::SYNCHRONOUS)?;
        secured?;
        Ok(())
    }

    /// Moves the write-ahead log into the file, if no reader holds it.
    pub(crate) fn settle(&self) -> Result<bool> {
        file::settle(lock(&self.writer).connection.as_ref().map_err(LibraryError::clone)?)
    }

    /// Reads a consistent snapshot of the file.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let mut reader = lock(&self.reader);
        let transaction = reader.connection.transaction()?;
        work(&transaction)
    }

    /// Reads a consistent snapshot of the file and its index.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&Connection, &mut Index) -> Result<T>) -> Result<T> {
        let mut reader = lock(&self.reader);
        let Reader { connection, index } = &mut *reader;
        let transaction = connection.transaction()?;
        index.refresh(&transaction)?;
        work(&transaction, index)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
