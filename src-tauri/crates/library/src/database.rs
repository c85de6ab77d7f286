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
use assay_store::lock;
use rusqlite::Connection;

use crate::{
    LibraryError, Result,
    damage::{self, RecoveryLock},
    file,
    store::Store,
};

/// All calls go through [`Database::with_store`] and must not nest, which would deadlock a
/// quarantine.
#[derive(Debug)]
pub(crate) struct Database {
    path: PathBuf,
    state: RwLock<DatabaseState>,
    set_aside: Mutex<Option<String>>,
    is_full: AtomicBool,
    tries: AtomicU32,
}

#[derive(Debug)]
enum DatabaseState {
    Open(Box<OpenDatabase>),
    Unavailable(LibraryError),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Access {
    Reading,
    Writing,
}

#[derive(Debug)]
struct OpenDatabase {
    store: Store,
    can_write: bool,
    file: FileIdentity,
}

impl DatabaseState {
    /// While opening: earlier connections must be closed.
    fn not_open() -> Self {
        Self::Unavailable(LibraryError::Failed("the library is not open".into()))
    }
}

impl Database {
    /// Opens the library; failures are returned by later calls.
    pub(crate) fn open(path: &Path) -> Self {
        let database = Self {
            path: std::path::absolute(path).unwrap_or_else(|_| path.to_owned()),
            state: RwLock::new(DatabaseState::not_open()),
            set_aside: Mutex::default(),
            is_full: AtomicBool::new(false),
            tries: AtomicU32::new(0),
        };
        *database.lock_exclusive() = database.reopen();
        database
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The file name of the last quarantined library.
    pub(crate) fn quarantined_name(&self) -> Option<String> {
        lock(&self.set_aside).clone()
    }

    /// The size on disk, including quarantined libraries, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        let own = [self.path.clone(), assay_store::sibling_path(&self.path, "-wal")];
        own.into_iter().chain(assay_store::quarantined_files(&self.path)).map(|path| assay_store::size(&path)).sum()
    }

    pub(crate) fn delete_quarantined(&self) -> Result<()> {
        for path in assay_store::quarantined_files(&self.path) {
            fs::remove_file(path).map_err(|error| LibraryError::Failed(error.to_string()))?;
        }
        *lock(&self.set_aside) = None;
        Ok(())
    }

    pub(crate) fn state(&self) -> LibraryState {
        match &*self.ready(Access::Reading) {
            DatabaseState::Open(open) if open.can_write && !self.is_full.load(Ordering::Relaxed) => LibraryState::Ready,
            DatabaseState::Open(_) => LibraryState::ReadOnly,
            DatabaseState::Unavailable(LibraryError::Newer) => LibraryState::Newer,
            DatabaseState::Unavailable(_) => LibraryState::Unavailable,
        }
    }

    /// Runs work with the library. If the file is damaged, it is quarantined and replaced: this
    /// call fails with [`LibraryError::Damaged`], the next ones use the new library.
    pub(crate) fn with_store<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        self.with_access(Access::Reading, work)
    }

    fn with_access<T>(&self, purpose: Access, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let (answer, file) = match &*self.ready(purpose) {
            DatabaseState::Open(open) => (work(&open.store), open.file),
            DatabaseState::Unavailable(error) => return Err(error.clone()),
        };
        if matches!(answer, Err(LibraryError::Damaged)) {
            self.handle_damage(file)?;
        }
        answer
    }

    /// [`Self::with_store`] for writes: records whether the disk is full.
    pub(crate) fn with_store_for_writing<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let answer = self.with_access(Access::Writing, work);
        match answer {
            Ok(_) => self.is_full.store(false, Ordering::Relaxed),
            Err(LibraryError::DiskFull) => self.is_full.store(true, Ordering::Relaxed),
            Err(_) => {}
        }
        answer
    }

    /// Runs work with a connection while no other thread of this process has the file open.
    pub(crate) fn with_exclusive_connection<T>(&self, work: impl FnOnce(&mut Connection) -> Result<T>) -> Result<T> {
        drop(self.ready(Access::Writing));
        let mut state = self.lock_exclusive();
        match &*state {
            DatabaseState::Open(open) if open.can_write => {}
            DatabaseState::Open(_) => return Err(LibraryError::ReadOnly),
            DatabaseState::Unavailable(error) => return Err(error.clone()),
        }
        *state = DatabaseState::not_open();
        let answer = file::connect(&self.path).map_err(LibraryError::from).and_then(|mut connection| {
            file::prepare(&mut connection)?;
            work(&mut connection)
        });
        *state = self.reopen();
        answer
    }

    /// The state, after retrying if the library was unusable or replaced.
    fn ready(&self, purpose: Access) -> RwLockReadGuard<'_, DatabaseState> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if self.is_settled(&state, purpose) {
            return state;
        }
        drop(state);
        let tries = self.tries.load(Ordering::Relaxed);
        let mut state = self.lock_exclusive();
        // Retries can be slow: waiting calls don't repeat them.
        if !self.is_settled(&state, purpose) && tries == self.tries.load(Ordering::Relaxed) {
            *state = DatabaseState::not_open();
            *state = self.reopen();
        }
        drop(state);
        self.state.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_settled(&self, state: &DatabaseState, purpose: Access) -> bool {
        match state {
            DatabaseState::Open(open) if purpose == Access::Writing && !open.can_write => false,
            DatabaseState::Open(open) => open.file == FileIdentity::of(&self.path),
            DatabaseState::Unavailable(error) => *error == LibraryError::Newer,
        }
    }

    fn reopen(&self) -> DatabaseState {
        self.tries.fetch_add(1, Ordering::Relaxed);
        match self.try_to_open() {
            Ok(open) => DatabaseState::Open(Box::new(open)),
            Err(error) => {
                tracing::warn!(%error, "the library can't be used");
                DatabaseState::Unavailable(error)
            }
        }
    }

    fn try_to_open(&self) -> Result<OpenDatabase> {
        if let Some(folder) = self.path.parent()
            && let Err(error) = fs::create_dir_all(folder)
        {
            return Err(LibraryError::Failed(error.to_string()));
        }
        let _turn = RecoveryLock::wait(&self.path)?;
        let connections = match file::open(&self.path) {
            Err(LibraryError::Damaged) => {
                self.quarantine()?;
                file::open(&self.path)?
            }
            connections => connections?,
        };
        let can_write = connections.writer.is_ok();
        Ok(OpenDatabase { store: Store::new(connections), can_write, file: FileIdentity::of(&self.path) })
    }

    /// Quarantines a damaged file, if a full check confirms the damage.
    fn handle_damage(&self, file: FileIdentity) -> Result<()> {
        let mut state = self.lock_exclusive();
        if !matches!(&*state, DatabaseState::Open(open) if open.file == file) {
            // Already handled by another call.
            return Ok(());
        }
        *state = DatabaseState::Unavailable(LibraryError::Damaged);
        let seen_to = self.check(file);
        *state = self.reopen();
        seen_to
    }

    fn check(&self, file: FileIdentity) -> Result<()> {
        let _turn = RecoveryLock::wait(&self.path)?;
        if file != FileIdentity::of(&self.path) {
            // Already handled by another process.
            return Ok(());
        }
        if damage::is_sound(&file::connect(&self.path)?)? {
            return Err(LibraryError::Failed("it holds what Assay does not write, but its file is sound".into()));
        }
        self.quarantine()
    }

    fn quarantine(&self) -> Result<()> {
        let name = assay_store::quarantine(&self.path)?;
        tracing::warn!(name, "the library is damaged: renamed it and started a new one");
        *lock(&self.set_aside) = Some(name);
        Ok(())
    }

    fn lock_exclusive(&self) -> RwLockWriteGuard<'_, DatabaseState> {
        self.state.write().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The identity of a file regardless of its name: another process may have renamed it. Where open
/// files can't be renamed, all are equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity(Option<(u64, u64)>);

impl FileIdentity {
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
        library.scope(SCOPE).ingest_first_page(&whole(reports), day(1), &progress(number))
    }

    fn progress(number: u32) -> SyncProgressRecord {
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
            let record = library.scope(SCOPE).sync_record().unwrap();
            assert_eq!((record.progress, record.reports), (Some(progress(number - 1)), number * 50));
            assert_eq!(library.list(&LibraryQuery::default(), day(1)).unwrap().total, number * 50);
            assert_eq!(library.scope(SCOPE).known_report("7").unwrap().report, report(7));
        }
        leave_room(&library, u32::MAX);
        take_page(&library, number).unwrap();
        assert_eq!(library.info().state, LibraryState::Ready);
        assert_eq!(library.again().scope(SCOPE).sync_record().unwrap().reports, (number + 1) * 50);
        assert_eq!(library.read(damage::is_sound), Ok(true));
    }

    #[test]
    fn a_sound_library_is_not_set_aside_for_an_answer_that_cannot_be() {
        let library = TestLibrary::new();
        take_page(&library, 0).unwrap();
        let answer = library.read(|_| Err::<(), _>(LibraryError::Damaged));
        assert!(matches!(answer, Err(LibraryError::Failed(_))), "{answer:?}");
        assert_eq!((library.info().state, library.info().set_aside), (LibraryState::Ready, None));
        assert_eq!(library.scope(SCOPE).sync_record().unwrap().reports, 50);
    }
}
