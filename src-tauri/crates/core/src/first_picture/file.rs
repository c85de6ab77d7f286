use std::{
    fs, io,
    io::Write as _,
    path::{Path, PathBuf},
    sync::{Arc, Mutex},
};

use tempfile::NamedTempFile;
use tokio::sync::watch;

use crate::lock::lock;

/// The picture’s file in the app’s data folder.
const FILE: &str = "first-picture";

/// Of the file, in bytes.
const MAX_BYTES: usize = 300_000;

/// In bytes: a checksum as text, which a line break follows.
const CHECKSUM: usize = 64;

/// The file of the kept picture: one checksummed text, written for the user alone.
#[derive(Clone)]
pub(crate) struct PictureFile {
    /// Absent in safe mode.
    path: Option<Arc<PathBuf>>,
    state: Arc<Mutex<PictureState>>,
}

#[derive(Default)]
struct PictureState {
    /// How often the picture was removed.
    removals: u64,
    /// The keys that their services refuse.
    refused: usize,
}

impl PictureFile {
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self { path: Some(Arc::new(folder.join(FILE))), state: Arc::default() }
    }

    /// The file of safe mode, where no picture is kept.
    pub(crate) fn closed() -> Self {
        Self { path: None, state: Arc::default() }
    }

    /// Removes the picture, also one that is being made ready to be kept.
    pub(crate) fn remove(&self) {
        let mut state = lock(&self.state);
        state.removals += 1;
        let Some(path) = &self.path else { return };
        if let Err(error) = fs::remove_file(&**path)
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%error, "couldn't remove the first picture");
        }
    }

    /// Removes the picture when a service refuses its key, and keeps none until that ends.
    pub(crate) fn follow(&self, mut refusals: watch::Receiver<bool>) {
        let file = self.clone();
        tokio::spawn(async move {
            let mut was_refused = false;
            while refusals.changed().await.is_ok() {
                let is_refused = *refusals.borrow_and_update();
                file.count_refused(was_refused, is_refused);
                was_refused = is_refused;
            }
            file.count_refused(was_refused, false);
        });
    }

    fn count_refused(&self, was: bool, is: bool) {
        {
            let mut state = lock(&self.state);
            state.refused = (state.refused + usize::from(is)).saturating_sub(usize::from(was));
        }
        if is {
            self.remove();
        }
    }

    /// How often the picture was removed; `None` where none is kept: in safe mode, or while a
    /// service refuses its key.
    pub(super) fn removals(&self) -> Option<u64> {
        let state = lock(&self.state);
        (self.path.is_some() && state.refused == 0).then_some(state.removals)
    }

    /// Keeps a text in place of the earlier one, unless it is too long, or the picture was removed
    /// since `removals`. Returns whether it is kept.
    pub(super) fn keep(&self, text: &str, removals: u64) -> io::Result<bool> {
        let Some(path) = &self.path else { return Ok(false) };
        let Some(folder) = path.parent() else { return Ok(false) };
        let state = lock(&self.state);
        if state.removals != removals || CHECKSUM + 1 + text.len() > MAX_BYTES {
            return Ok(false);
        }
        let mut file = NamedTempFile::new_in(folder)?;
        file.write_all(checksum(text).as_bytes())?;
        file.write_all(b"\n")?;
        file.write_all(text.as_bytes())?;
        file.persist(&**path)?;
        Ok(true)
    }

    /// The kept text; `None` if there is none, or it isn’t as it was written.
    pub(super) fn read(&self) -> Option<String> {
        let path = self.path.as_ref()?;
        if fs::metadata(&**path).ok()?.len() > u64::try_from(MAX_BYTES).ok()? {
            return None;
        }
        let kept = fs::read_to_string(&**path).ok()?;
        let (sum, text) = kept.split_once('\n')?;
        (sum == checksum(text)).then(|| text.to_owned())
    }
}

fn checksum(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_string()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{FILE, MAX_BYTES, PictureFile};

    #[test]
    fn a_picture_is_kept_for_the_user_alone_and_replaces_the_one_before() {
        let folder = tempfile::tempdir().unwrap();
        let file = PictureFile::in_folder(folder.path());
        assert_eq!(file.read(), None);
        for text in ["one", "two\nlines"] {
            assert!(file.keep(text, 0).unwrap());
            assert_eq!(file.read().as_deref(), Some(text));
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        #[cfg(unix)]
        {
            let about = fs::metadata(folder.path().join(FILE)).unwrap();
            assert_eq!(std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o777, 0o600);
        }
    }

    #[test]
    fn a_picture_is_not_kept_that_was_begun_before_a_removal() {
        let folder = tempfile::tempdir().unwrap();
        let file = PictureFile::in_folder(folder.path());
        let begun = file.removals().unwrap();
        assert!(file.keep("one", begun).unwrap());
        file.remove();
        assert!(!file.keep("two", begun).unwrap());
        assert_eq!((file.read(), fs::read_dir(folder.path()).unwrap().count()), (None, 0));
        assert!(file.keep("three", file.removals().unwrap()).unwrap());
    }

    #[test]
    fn what_is_cut_off_changed_or_too_long_is_no_picture() {
        let folder = tempfile::tempdir().unwrap();
        let (file, path) = (PictureFile::in_folder(folder.path()), folder.path().join(FILE));
        file.keep("a picture of rows", 0).unwrap();
        let whole = fs::read(&path).unwrap();
        let mut changed = whole.clone();
        *changed.last_mut().unwrap() ^= 1;
        let long = [whole.clone(), vec![b' '; MAX_BYTES]].concat();
        for damaged in [&whole[..whole.len() - 1], &whole[..10], &changed, &long, b"", b"\xff\n"] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(file.read(), None);
        }
        fs::write(&path, &whole).unwrap();
        assert!(file.read().is_some());
        assert!(!file.keep(&"x".repeat(MAX_BYTES), 0).unwrap());
        assert_eq!(file.read().as_deref(), Some("a picture of rows"));
    }

    #[test]
    fn safe_mode_keeps_no_picture() {
        assert_eq!(PictureFile::closed().removals(), None);
        assert!(!PictureFile::closed().keep("one", 0).unwrap());
    }
}
