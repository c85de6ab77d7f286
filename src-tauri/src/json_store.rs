//! A small file of named values that survives power failures and full disks, with its previous
//! version next to it.

use std::{
    fs::{self, File},
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use serde_json::{Map, Value};

/// Values by name.
pub type Values = Map<String, Value>;

/// The paths of the file, its previous version, and the version being written.
#[derive(Debug, Clone)]
pub struct Paths {
    folder: PathBuf,
    stem: &'static str,
}

impl Paths {
    pub fn new(folder: &Path, stem: &'static str) -> Self {
        Self { folder: folder.to_owned(), stem }
    }

    pub fn file(&self) -> PathBuf {
        self.named("json")
    }

    pub fn backup(&self) -> PathBuf {
        self.named("backup.json")
    }

    pub fn fresh(&self) -> PathBuf {
        self.named("new.json")
    }

    fn named(&self, end: &str) -> PathBuf {
        self.folder.join(format!("{}.{end}", self.stem))
    }

    /// An unused name for a damaged file.
    fn damaged(&self) -> String {
        let mut names = (1..=u32::MAX).map(|number| format!("{}.damaged-{number}.json", self.stem));
        let free = names.find(|name| !self.folder.join(name).exists());
        free.unwrap_or_else(|| format!("{}.damaged.json", self.stem))
    }
}

/// The values at startup.
#[derive(Debug, Default, PartialEq)]
pub struct LoadedValues {
    /// The values of the newest valid version.
    pub values: Values,
    /// Whether they are in the file itself, rather than its previous version.
    pub is_in_place: bool,
    /// The new name of a damaged file, if no version was valid.
    pub set_aside: Option<String>,
}

enum Version {
    Sound(Values),
    Damaged,
    Missing,
}

impl Version {
    fn read(path: &Path) -> io::Result<Self> {
        match fs::read(path) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).map_or(Self::Damaged, Self::Sound)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::Missing),
            Err(error) => Err(error),
        }
    }
}

/// Loads the newest valid version. Sets a damaged file aside and restores a lost one, if the disk
/// allows it.
///
/// Fails if an existing file can't be read, or the only one is damaged and can't be set aside: it
/// must not be overwritten.
pub fn load(paths: &Paths) -> io::Result<LoadedValues> {
    let file = paths.file();
    let damaged = match Version::read(&file)? {
        Version::Sound(values) => return Ok(LoadedValues { values, is_in_place: true, set_aside: None }),
        Version::Damaged => Some(set_aside(&file, paths)),
        Version::Missing => None,
    };
    match Version::read(&paths.backup()) {
        Ok(Version::Sound(values)) => {
            log::warn!("{}: using the previous version", file.display());
            let is_in_place = write(paths, &values).inspect_err(|error| log::warn!("{error}")).is_ok();
            Ok(LoadedValues { values, is_in_place, set_aside: None })
        }
        Ok(Version::Damaged) => {
            let aside = set_aside(&paths.backup(), paths)?;
            Ok(LoadedValues { set_aside: Some(damaged.transpose()?.unwrap_or(aside)), ..LoadedValues::default() })
        }
        Ok(Version::Missing) => Ok(LoadedValues { set_aside: damaged.transpose()?, ..LoadedValues::default() }),
        Err(error) => Err(error),
    }
}

/// Renames a damaged file, or copies it if another program has it open, and returns the new name.
fn set_aside(file: &Path, paths: &Paths) -> io::Result<String> {
    let name = paths.damaged();
    let aside = paths.folder.join(&name);
    match fs::rename(file, &aside).or_else(|_| fs::copy(file, &aside).map(drop)) {
        Ok(()) => {
            log::error!("{} was damaged and was saved as {name}", file.display());
            Ok(name)
        }
        Err(error) => {
            log::error!("{} is damaged: {error}", file.display());
            Err(error)
        }
    }
}

/// Writes a version under another name, durably, then renames it into place.
fn write(paths: &Paths, values: &Values) -> io::Result<()> {
    prepare(paths, values)?;
    fs::rename(paths.fresh(), paths.file())?;
    sync(&paths.folder)
}

fn prepare(paths: &Paths, values: &Values) -> io::Result<()> {
    let fresh = paths.fresh();
    let written = File::create(&fresh).and_then(|mut file| {
        file.write_all(&serde_json::to_vec(values)?)?;
        file.sync_all()
    });
    // The partial file would use up space.
    written.inspect_err(|_| drop(fs::remove_file(&fresh)))
}

/// Renames are durable once their folder is synced, which only Unix supports.
fn sync(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// The values, in memory and on disk.
#[derive(Debug)]
pub struct JsonStore {
    paths: Paths,
    state: Mutex<StoreState>,
    set_aside: Option<String>,
}

#[derive(Debug)]
struct StoreState {
    values: Values,
    /// Whether the file is valid, and may become the previous version.
    is_in_place: bool,
}

impl JsonStore {
    /// Opens the file with this name in a folder, or its previous version.
    pub fn open(folder: &Path, stem: &'static str) -> io::Result<Self> {
        let paths = Paths::new(folder, stem);
        let LoadedValues { values, is_in_place, set_aside } = load(&paths)?;
        Ok(Self { paths, state: Mutex::new(StoreState { values, is_in_place }), set_aside })
    }

    /// The new name of a damaged file at this start, if no version was valid.
    pub fn set_aside(&self) -> Option<String> {
        self.set_aside.clone()
    }

    /// A saved value.
    pub fn read(&self, name: &str) -> Option<Value> {
        self.state().values.get(name).cloned()
    }

    /// Saves a value, durable when this returns. On failure the value is unchanged.
    pub fn write(&self, name: &str, value: Value) -> io::Result<()> {
        let mut state = self.state();
        let mut values = state.values.clone();
        values.insert(name.to_owned(), value);
        let paths = &self.paths;
        prepare(paths, &values)?;
        if state.is_in_place {
            fs::rename(paths.file(), paths.backup())?;
            state.is_in_place = false;
        }
        if let Err(error) = fs::rename(paths.fresh(), paths.file()) {
            state.is_in_place = fs::rename(paths.backup(), paths.file()).is_ok();
            return Err(error);
        }
        *state = StoreState { values, is_in_place: true };
        // Already written: an unsupported folder sync is not a failure.
        if let Err(error) = sync(&paths.folder) {
            log::warn!("{}: {error}", paths.folder.display());
        }
        Ok(())
    }

    fn state(&self) -> MutexGuard<'_, StoreState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests;
