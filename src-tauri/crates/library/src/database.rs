//! The only access to the file: opens it, reopens it when needed, and quarantines it if damaged.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
};

use assay_model::LibraryState;
use rusqlite::Connection;

use crate::{
    LibraryError, Result,
    damage::{self, Turn},
    file,
    store::Store,
};

/// All calls go through [`Database::with_store`] and must not nest, which would deadlock a
/// quarantine.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    state: RwLock<State>,
    set_aside: Mutex<Option<String>>,
    is_full: AtomicBool,
    tries: AtomicU32,
}

#[derive(Debug)]
enum State {
    Open(Box<Open>),
    Unavailable(LibraryError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Use {
    Reading,
    Writing,
}

#[derive(Debug)]
struct Open {
    store: Store,
    can_write: bool,
    file: Identity,
}

impl State {
    /// While it is being opened: connections to the file must be closed before.
    fn not_open() -> Self {
        Self::Unavailable(LibraryError::Failed("the library is not open".into()))
    }
}

impl Database {
    /// Opens the library; failures are returned by later calls.
    pub(crate) fn open(path: &Path) -> Self {
        let database = Self {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            state: RwLock::new(State::not_open()),
            set_aside: Mutex::default(),
            is_full: AtomicBool::new(false),
            tries: AtomicU32::new(0),
        };
        *database.alone() = database.opened();
        database
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file name of the last quarantined library.
    pub(crate) fn set_aside(&self) -> Option<String> {
        self.set_aside.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The size on disk, including quarantined libraries, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let own = [self.path.clone(), file::beside(&self.path, "-wal")];
        own.into_iter().chain(damage::all_set_aside(&self.path)).map(|path| file::size(&path)).sum()
    }

    /// Deletes quarantined libraries.
    pub(crate) fn forget_set_aside(&self) -> Result<()> {
        for path in damage::all_set_aside(&self.path) {
            fs::remove_file(path).map_err(|error| LibraryError::Failed(error.to_string()))?;
        }
        *self.set_aside.lock().unwrap_or_else(PoisonError::into_inner) = None;
        Ok(())
    }

    /// Whether the library can be used.
    pub(crate) fn state(&self) -> LibraryState {
        match &*self.ready(Use::Reading) {
            State::Open(open) if open.can_write && !self.is_full.load(Ordering::Relaxed) => LibraryState::Ready,
            State::Open(_) => LibraryState::ReadOnly,
            State::Unavailable(LibraryError::Newer) => LibraryState::Newer,
            State::Unavailable(_) => LibraryState::Unavailable,
        }
    }

    /// Runs work with the library. If the file is damaged, it is quarantined and replaced: this
    /// call fails with [`LibraryError::Damaged`], the next ones use the new library.
    pub(crate) fn with<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        self.with_for(Use::Reading, work)
    }

    fn with_for<T>(&self, purpose: Use, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let (answer, file) = match &*self.ready(purpose) {
            State::Open(open) => (work(&open.store), open.file),
            State::Unavailable(error) => return Err(error.clone()),
        };
        if matches!(answer, Err(LibraryError::Damaged)) {
            self.see_to_damage(file)?;
        }
        answer
    }

    /// [`Self::with_store`] for writes: records whether the disk is full.
    pub(crate) fn with_writing<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let answer = self.with_for(Use::Writing, work);
        match answer {
            Ok(_) => self.is_full.store(false, Ordering::Relaxed),
            Err(LibraryError::DiskFull) => self.is_full.store(true, Ordering::Relaxed),
            Err(_) => {}
        }
        answer
    }

    /// Runs work with a connection while no other thread of this process has the file open.
    pub(crate) fn alone_with<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        drop(self.ready(Use::Writing));
        let mut state = self.alone();
        match &*state {
            State::Open(open) if open.can_write => {}
            State::Open(_) => return Err(LibraryError::ReadOnly),
            State::Unavailable(error) => return Err(error.clone()),
        }
        *state = State::not_open();
        let answer = file::connect(&self.path).map_err(LibraryError::from).and_then(|mut connection| {
            file::prepare(&mut connection)?;
            work(&mut connection)
        });
        *state = self.opened();
        answer
    }

    /// The state, after retrying if the library was unusable or replaced.
    fn ready(&self, purpose: Use) -> RwLockReadGuard<'_, State> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if self.is_settled(&state, purpose) {
            return state;
        }
        drop(state);
        let tries = self.tries.load(Ordering::Relaxed);
        let mut state = self.alone();
        // A try can take long: those that waited for it do not all try again.
        if !self.is_settled(&state, purpose) && tries == self.tries.load(Ordering::Relaxed) {
            *state = State::not_open();
            *state = self.opened();
        }
        drop(state);
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_settled(&self, state: &State, purpose: Use) -> bool {
        match state {
            State::Open(open) if purpose == Use::Writing && !open.can_write => false,
            State::Open(open) => open.file == Identity::of(&self.path),
            State::Unavailable(error) => *error == LibraryError::Newer,
        }
    }

    fn opened(&self) -> State {
        self.tries.fetch_add(1, Ordering::Relaxed);
        match self.try_to_open() {
            Ok(open) => State::Open(Box::new(open)),
            Err(error) => {
                tracing::warn!(%error, "the library cannot be used");
                State::Unavailable(error)
            }
        }
    }

    fn try_to_open(&self) -> Result<Open> {
        if let Some(folder) = self.path.parent()
            && let Err(error) = fs::create_dir_all(folder)
        {
            return Err(LibraryError::Failed(error.to_string()));
        }
        let _turn = Turn::wait(&self.path)?;
        let connections = match file::open(&self.path) {
            Err(LibraryError::Damaged) => {
                self.put_aside()?;
                file::open(&self.path)?
            }
            connections => connections?,
        };
        let can_write = connections.writer.is_ok();
        Ok(Open { store: Store::new(connections), can_write, file: Identity::of(&self.path) })
    }

    /// Quarantines a damaged file, if a full check confirms the damage.
    fn see_to_damage(&self, file: Identity) -> Result<()> {
        let mut state = self.alone();
        if !matches!(&*state, State::Open(open) if open.file == file) {
            // Another call was here first.
            return Ok(());
        }
        *state = State::Unavailable(LibraryError::Damaged);
        let seen_to = self.check(file);
        *state = self.opened();
        seen_to
    }

    fn check(&self, file: Identity) -> Result<()> {
        let _turn = Turn::wait(&self.path)?;
        if file != Identity::of(&self.path) {
            // Another process was here first.
            return Ok(());
        }
        if damage::is_sound(&file::connect(&self.path)?)? {
            return Err(LibraryError::Failed("it answered what cannot be, but its file is sound".into()));
        }
        self.put_aside()
    }

    fn put_aside(&self) -> Result<()> {
        let name = damage::set_aside(&self.path)?;
        *self.set_aside.lock().unwrap_or_else(PoisonError::into_inner) = Some(name);
        Ok(())
    }

    fn alone(&self) -> RwLockWriteGuard<'_, State> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The identity of a file regardless of its name: another process may have renamed it. Where open
/// files can't be renamed, all are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Identity(Option<(u64, u64)>);

impl Identity {
    #[cfg(unix)]
    fn of(path: &Path) -> Self {
        use std::os::unix::fs::MetadataExt as _;
        // Reads metadata only: opening and closing the file would drop SQLite's locks.
        Self(fs::metadata(path).ok().map(|about| (about.dev(), about.ino())))
    }

    #[cfg(not(unix))]
    fn of(_path: &Path) -> Self {
        Self(None)
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{LibraryQuery, LibraryState, SyncFound, SyncKind};
    use rusqlite::Transaction;

    use crate::{
        Library, LibraryError, Result, SyncProgressRecord, damage,
        testing::{SCOPE, TestLibrary, day, report, whole},
    };

    /// Limits the file's growth in pages, like a full disk.
    fn leave_room(library: &Library, pages: u32) {
        let limit = |transaction: &Transaction| {
            let used: u32 = transaction.pragma_query_value(None, "page_count", |row| row.get(0))?;
            Ok(transaction.pragma_update(None, "max_page_count", used.saturating_add(pages))?)
        };
        library.write(|transaction, _| limit(transaction)).unwrap();
    }

    fn take_page(library: &Library, number: u32) -> Result<SyncFound> {
        let reports = (number * 50..(number + 1) * 50).map(report);
        library.take_page(SCOPE, &whole(reports), day(1), &walk(number))
    }

    fn walk(number: u32) -> SyncProgressRecord {
        SyncProgressRecord { kind: SyncKind::Full, begun_at: day(1), position: number.into(), done: (number + 1) * 50 }
    }

    #[test]
    fn a_full_disk_stops_what_writes_leaves_nothing_half_and_goes_on_being_read() {
        let library = TestLibrary::new();
        take_page(&library, 0).unwrap();
        leave_room(&library, 20);
        let mut number = 1;
        while take_page(&library, number).is_ok() {
            number += 1;
        }
        assert!(number > 2, "there was no room for anything");
        for _ in 0..2 {
            assert_eq!(take_page(&library, number), Err(LibraryError::DiskFull));
            assert_eq!(library.info().state, LibraryState::ReadOnly);
            let record = library.sync_record(SCOPE).unwrap();
            assert_eq!((record.walk, record.reports), (Some(walk(number - 1)), number * 50));
            assert_eq!(library.list(&LibraryQuery::default(), day(1)).unwrap().total, number * 50);
            assert_eq!(library.known(SCOPE, "7").unwrap().report, report(7));
        }
        leave_room(&library, u32::MAX);
        take_page(&library, number).unwrap();
        assert_eq!(library.info().state, LibraryState::Ready);
        assert_eq!(library.again().sync_record(SCOPE).unwrap().reports, (number + 1) * 50);
        assert_eq!(library.read(damage::is_sound), Ok(true));
    }

    #[test]
    fn a_sound_library_is_not_set_aside_for_an_answer_that_cannot_be() {
        let library = TestLibrary::new();
        take_page(&library, 0).unwrap();
        let answer = library.read(|_| Err::<(), _>(LibraryError::Damaged));
        assert!(matches!(answer, Err(LibraryError::Failed(_))), "{answer:?}");
        assert_eq!((library.info().state, library.info().set_aside), (LibraryState::Ready, None));
        assert_eq!(library.sync_record(SCOPE).unwrap().reports, 50);
    }
}
