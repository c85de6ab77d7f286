//! The only access to the file: opens it when needed, and quarantines it if damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use assay_store::lock;
use rusqlite::Connection;

use crate::{
    JournalError, Result,
    file::{self, Connections},
    writer::Writer,
};

#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    state: Mutex<DatabaseState>,
}

#[derive(Debug, Default)]
struct DatabaseState {
    store: Option<Arc<Store>>,
    /// Set after signs of damage: the file is checked when it is reopened.
    is_suspect: bool,
}

#[derive(Debug)]
struct Store {
    writer: Writer,
    reader: Mutex<Connection>,
}

impl Database {
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()), state: Mutex::default() }
    }

    /// Reads a consistent snapshot of the file.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let store = self.store()?;
        let answer = (|| {
            let mut reader = lock(&store.reader);
            let transaction = reader.transaction()?;
            work(&transaction)
        })();
        self.reopen_if_broken(&store, answer)
    }

    /// Runs work in one transaction; durable when it returns.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = self.store()?;
        let answer = store.writer.write(work);
        self.reopen_if_broken(&store, answer)
    }

    /// The open file. Failures are retried: a disk can be temporarily full or missing.
    fn store(&self) -> Result<Arc<Store>> {
        let mut state = lock(&self.state);
        if let Some(store) = &state.store {
            return Ok(Arc::clone(store));
        }
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder).map_err(|error| JournalError::Failed(error.to_string()))?;
        }
        let Connections { writer, reader } = file::open(&self.path, state.is_suspect)?;
        let store = Arc::new(Store { writer: Writer::new(writer)?, reader: Mutex::new(reader) });
        *state = DatabaseState { store: Some(Arc::clone(&store)), is_suspect: false };
        Ok(store)
    }

    /// Reopens the file for the next call if a result shows that it is broken.
    fn reopen_if_broken<T>(&self, store: &Arc<Store>, answer: Result<T>) -> Result<T> {
        if let Err(error @ (JournalError::Damaged | JournalError::Failed(_))) = &answer {
            let mut state = lock(&self.state);
            // Another call may have reopened it.
            if state.store.as_ref().is_some_and(|open| Arc::ptr_eq(open, store)) {
                *state = DatabaseState { store: None, is_suspect: *error == JournalError::Damaged };
            }
        }
        answer
    }
}
