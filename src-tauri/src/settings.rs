//! Saved values, except secrets: important ones in the app's own file, others through the store
//! plugin.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use assay_model::{Problem, ProblemCode};
use serde_json::{Map, Value};
use tauri::{AppHandle, Wry};
use tauri_plugin_store::{Store, StoreExt};

const FILE: &str = "settings.json";

/// Values that must not be lost, such as the connections.
const BACKUP: &str = "settings.backup.json";

/// What is kept between starts, but for secrets.
pub struct Settings {
    store: Arc<Store<Wry>>,
    /// Serializes writes, which also create the copy.
    writing: Mutex<()>,
    folder: PathBuf,
    set_aside: Option<String>,
}

impl Settings {
    /// Opens the settings in the app's data folder. A damaged file is set aside under another name, and its backup takes
    /// its place.
    pub fn open(app: &AppHandle, folder: PathBuf) -> Result<Self, Box<dyn std::error::Error>> {
        let set_aside = mend(&folder).map_err(|error| format!("{FILE}: {error}"))?;
        let store = app.store_builder(folder.join(FILE)).disable_auto_save().build()?;
        Ok(Self { store, writing: Mutex::default(), folder, set_aside })
    }

    /// The name of the damaged file that was set aside at this start, if there was one without a backup.
    pub fn set_aside(&self) -> Option<String> {
        self.set_aside.clone()
    }

    /// A kept value.
    pub fn read(&self, name: &str) -> Option<Value> {
        self.store.get(name)
    }

    /// Keeps a value, on disk before this returns.
    pub fn write(&self, name: &str, value: Value) -> Result<(), Problem> {
        let _one_by_one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = self.store.get(name);
        self.store.set(name, value);
        let saved = self.store.save().map_err(|error| error.to_string());
        saved.and_then(|()| back_up(&self.folder).map_err(|error| error.to_string())).map_err(|error| {
            match earlier {
                Some(earlier) => self.store.set(name, earlier),
                None => {
                    self.store.delete(name);
                }
            }
            Problem::new(ProblemCode::StorageFailed).with_detail(format!("{FILE}: {error}"))
        })
    }
}

fn is_sound(file: &Path) -> io::Result<bool> {
    Ok(serde_json::from_slice::<Map<String, Value>>(&fs::read(file)?).is_ok())
}

fn back_up(folder: &Path) -> io::Result<()> {
    let fresh = folder.join("settings.backup.new");
    fs::copy(folder.join(FILE), &fresh)?;
    fs::rename(fresh, folder.join(BACKUP))
}

fn mend(folder: &Path) -> io::Result<Option<String>> {
    let file = folder.join(FILE);
    match is_sound(&file) {
        Ok(true) => return Ok(None),
        Ok(false) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    }
    let mut names = (1..=u32::MAX).map(|n| format!("settings.damaged-{n}.json"));
    let name = names.find(|name| !folder.join(name).exists()).unwrap_or_else(|| "settings.damaged.json".to_owned());
    fs::rename(&file, folder.join(&name))?;
    let backup = folder.join(BACKUP);
    if is_sound(&backup).unwrap_or(false) {
        fs::copy(backup, &file)?;
        log::warn!("{FILE} was damaged: it is now {name}, and its backup is in its place");
        return Ok(None);
    }
    log::error!("{FILE} was damaged and is now {name}");
    Ok(Some(name))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{BACKUP, FILE, back_up, mend};

    #[test]
    fn a_damaged_file_is_set_aside_and_a_sound_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(mend(folder.path()).unwrap(), None);

        fs::write(folder.path().join(FILE), "{\"a\":1}").unwrap();
        assert_eq!(mend(folder.path()).unwrap(), None);
        assert!(folder.path().join(FILE).exists());

        for name in ["settings.damaged-1.json", "settings.damaged-2.json"] {
            fs::write(folder.path().join(FILE), "{\"a\":").unwrap();
            assert_eq!(mend(folder.path()).unwrap().as_deref(), Some(name));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "{\"a\":");
            assert!(!folder.path().join(FILE).exists());
        }
    }

    #[test]
    fn a_file_that_was_cut_off_comes_back_as_it_was_last_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join(FILE), "{\"a\":1}").unwrap();
        back_up(folder.path()).unwrap();
        for cut in ["", "{\"a\":2,"] {
            fs::write(folder.path().join(FILE), cut).unwrap();
            assert_eq!(mend(folder.path()).unwrap(), None);
            assert_eq!(fs::read_to_string(folder.path().join(FILE)).unwrap(), "{\"a\":1}");
        }
        assert!(folder.path().join(BACKUP).exists());
    }
}
