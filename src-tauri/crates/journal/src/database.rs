//! The one way to the file: opens it when it is needed, and sets it aside when it proves damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use rusqlite::Connection;

use crate::{
    JournalError, Result,
    file::{self, Connections},
    writer::Writer,
};

#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    store: Option<Arc<Store>>,
    /// A call has met damage: the file is looked through when it is opened again.
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

    /// Reads the file as it is at one moment.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        let store = self.store()?;
        let answer = (|| {
            let mut reader = lock(&store.reader);
            let transaction = reader.transaction()?;
            work(&transaction)
        })();
        self.heed(&store, answer)
    }

    /// Does all of the work or nothing; it is on the disk when this answers.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let store = self.store()?;
        let answer = store.writer.write(work);
        self.heed(&store, answer)
    }

    /// The open file. What could not be opened is tried again: a disk can be full or away for a while.
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
        *state = State { store: Some(Arc::clone(&store)), is_suspect: false };
        Ok(store)
    }

    /// After an answer that shows that the file or what works with it is broken, it is opened anew for the next call.
    fn heed<T>(&self, store: &Arc<Store>, answer: Result<T>) -> Result<T> {
        if let Err(error @ (JournalError::Damaged | JournalError::Failed(_))) = &answer {
            let mut state = lock(&self.state);
            // Another call may have been faster.
            if state.store.as_ref().is_some_and(|open| Arc::ptr_eq(open, store)) {
                *state = State { store: None, is_suspect: *error == JournalError::Damaged };
            }
        }
        answer
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
