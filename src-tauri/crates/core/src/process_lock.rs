use std::{
    fs::{File, TryLockError},
    path::PathBuf,
    sync::Mutex,
};

use crate::lock::lock;

/// An exclusive right for one process per folder, as a file lock.
#[derive(Debug)]
pub struct ProcessLock {
    file: PathBuf,
    held: Mutex<Option<File>>,
}

impl ProcessLock {
    /// Creates the lock for a file, not acquired yet.
    #[must_use]
    pub fn of(file: PathBuf) -> Self {
        Self { file, held: Mutex::default() }
    }

    /// Acquires the lock, until this is dropped, unless another process has it. Always succeeds on
    /// disks without locks.
    pub fn try_acquire(&self) -> bool {
        let mut held = lock(&self.held);
        if held.is_some() {
            return true;
        }
        let opened = File::options().write(true).create(true).truncate(false).open(&self.file);
        let Ok(file) = opened.inspect_err(|error| tracing::warn!(%error, "couldn't lock a file")) else { return true };
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => return false,
            Err(TryLockError::Error(error)) => tracing::warn!(%error, "couldn't lock a file"),
            Ok(()) => {}
        }
        *held = Some(file);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::ProcessLock;

    #[test]
    fn one_at_a_time_has_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("lock");
        let (one, other) = (ProcessLock::of(file.clone()), ProcessLock::of(file));
        assert!(one.try_acquire() && one.try_acquire() && !other.try_acquire());
        drop(one);
        assert!(other.try_acquire());
        assert!(
            ProcessLock::of(folder.path().join("none/lock")).try_acquire(),
            "where there can be no lock, everyone has it"
        );
    }
}
