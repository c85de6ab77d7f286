//! One open file: a connection that writes, one that reads, and what is kept in memory beside each.

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
    /// Or why the file can only be read.
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

    /// Does all of the work in one transaction, or nothing.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        let mut writer = lock(&self.writer);
        let Writer { connection, memo: kept } = &mut *writer;
        let connection = connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // What was learned in a transaction that fails is not true: it comes back only from one that was kept.
        let mut memo = mem::take(kept);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        memo.begin(&transaction)?;
        let done = work(&transaction, &mut memo)?;
        transaction.commit()?;
        *kept = memo;
        Ok(done)
    }

    /// Has everything that was written until now on the disk.
    pub(crate) fn secure(&self) -> Result<()> {
        let mut writer = lock(&self.writer);
        let connection = writer.connection.as_mut().map_err(|obstacle| obstacle.clone())?;
        // A transaction with nothing in it writes nothing to the log, and so has nothing of it on the disk either.
        connection.pragma_update(None, "synchronous", "FULL")?;
        let secured = connection.execute("UPDATE state SET rev = rev + 1", []);
        connection.pragma_update(None, "synchronous", file::SYNCHRONOUS)?;
        secured?;
        Ok(())
    }

    /// Brings what is in the log into the file, if nobody keeps reading it.
    pub(crate) fn settle(&self) -> Result<bool> {
        file::settle(lock(&self.writer).connection.as_ref().map_err(LibraryError::clone)?)
    }

    /// Reads the file as it is at one moment.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let mut reader = lock(&self.reader);
        let transaction = reader.connection.transaction()?;
        work(&transaction)
    }

    /// Reads the file as it is at one moment, together with an index of the same moment.
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
