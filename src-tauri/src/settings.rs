//! Saved values, except secrets: important ones in the app's own file, others through the store
//! plugin.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use assay_model::{Problem, ProblemCode};
use serde_json::Value;
use tauri::{AppHandle, Wry};
use tauri_plugin_store::{Store, StoreExt};

use crate::json_store::{self, JsonStore, LoadedValues, Paths};

/// Values that must not be lost, such as the connections.
const CONNECTIONS_FILE: &str = "connections";

/// Values that may be lost.
const SETTINGS_FILE: &str = "settings";

/// The names of expendable values.
const EXPENDABLE: [&str; 2] = ["preferences", "drafts"];

/// Saved values, except secrets.
pub struct Settings {
    connections: JsonStore,
    plugin_store: PluginStore,
}

impl Settings {
    /// Opens the settings in the app's data folder. A damaged file is set aside, and its previous
    /// version is used.
    pub fn open(app: &AppHandle, folder: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let connections =
            JsonStore::open(folder, CONNECTIONS_FILE).map_err(|error| format!("{CONNECTIONS_FILE}.json: {error}"))?;
        Ok(Self { connections, plugin_store: PluginStore::open(app, folder)? })
    }

    /// The new name of a damaged file at this start, if no version was valid.
    pub fn set_aside(&self) -> Option<String> {
        self.connections.set_aside().or_else(|| self.plugin_store.set_aside.clone())
    }

    /// A saved value.
    pub fn read(&self, name: &str) -> Option<Value> {
        if EXPENDABLE.contains(&name) { self.plugin_store.store.get(name) } else { self.connections.read(name) }
    }

    /// Saves a value. Values that must not be lost are durable when this returns.
    pub fn write(&self, name: &str, value: Value) -> Result<(), Problem> {
        if EXPENDABLE.contains(&name) {
            self.plugin_store.write(name, value).map_err(|error| failed(SETTINGS_FILE, &error))
        } else {
            self.connections.write(name, value).map_err(|error| failed(CONNECTIONS_FILE, &error))
        }
    }
}

fn failed(file: &str, error: &dyn std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::StorageFailed).with_detail(format!("{file}.json: {error}"))
}

/// The store plugin's file, which it overwrites in place, with a copy next to it.
struct PluginStore {
    store: Arc<Store<Wry>>,
    /// Serializes writes, which also create the copy.
    writing: Mutex<()>,
    paths: Paths,
    set_aside: Option<String>,
}

impl PluginStore {
    fn open(app: &AppHandle, folder: &Path) -> Result<Self, Box<dyn std::error::Error>> {
        let paths = Paths::new(folder, SETTINGS_FILE);
        let LoadedValues { values, is_in_place, set_aside } =
            json_store::load(&paths).map_err(|error| format!("{SETTINGS_FILE}.json: {error}"))?;
        let store = app.store_builder(paths.file()).disable_auto_save().build()?;
        if !is_in_place {
            for (name, value) in values {
                store.set(name, value);
            }
        }
        Ok(Self { store, writing: Mutex::default(), paths, set_aside })
    }

    fn write(&self, name: &str, value: Value) -> Result<(), String> {
        let _one_by_one = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = self.store.get(name);
        self.store.set(name, value);
        let saved = self.store.save().map_err(|error| error.to_string());
        saved.and_then(|()| back_up(&self.paths).map_err(|error| error.to_string())).inspect_err(|_| match earlier {
            Some(earlier) => self.store.set(name, earlier),
            None => {
                self.store.delete(name);
            }
        })
    }
}

fn back_up(paths: &Paths) -> io::Result<()> {
    let fresh: PathBuf = paths.fresh();
    fs::copy(paths.file(), &fresh)?;
    fs::rename(fresh, paths.backup())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{SETTINGS_FILE, back_up};
    use crate::json_store::{Paths, load};

    #[test]
    fn a_file_that_was_cut_off_or_lost_comes_back_as_it_was_last_written_whole() {
        let folder = tempfile::tempdir().unwrap();
        let paths = Paths::new(folder.path(), SETTINGS_FILE);
        fs::write(paths.file(), "{\"a\":1}").unwrap();
        back_up(&paths).unwrap();
        for cut in [Some(""), Some("{\"a\":2,"), None] {
            match cut {
                Some(cut) => fs::write(paths.file(), cut).unwrap(),
                None => fs::remove_file(paths.file()).unwrap(),
            }
            let found = load(&paths).unwrap();
            assert_eq!((found.values["a"].as_u64(), found.set_aside), (Some(1), None));
            assert_eq!(fs::read_to_string(paths.file()).unwrap(), "{\"a\":1}");
        }
        assert!(paths.backup().exists());
    }
}
