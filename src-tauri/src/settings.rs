//! The settings file, through the store plugin.

use std::{fs, path::Path, sync::Arc};

use assay_model::{Problem, ProblemCode};
use serde_json::{Map, Value};
use tauri::{AppHandle, Manager, Wry};
use tauri_plugin_store::{Store, StoreExt};

const FILE: &str = "settings.json";

/// What is kept between starts, but for secrets.
pub struct Settings {
    store: Arc<Store<Wry>>,
    set_aside: Option<String>,
}

impl Settings {
    /// Opens the settings. A damaged file is set aside under another name, since the store would write over it.
    pub fn open(app: &AppHandle) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = app.path().app_data_dir()?;
        let set_aside = set_damaged_aside(&folder)?;
        let store = app.store_builder(FILE).disable_auto_save().build()?;
        Ok(Self { store, set_aside })
    }

    /// The name of the damaged file that was set aside at this start, if there was one.
    pub fn set_aside(&self) -> Option<String> {
        self.set_aside.clone()
    }

    /// A kept value.
    pub fn read(&self, name: &str) -> Option<Value> {
        self.store.get(name)
    }

    /// Keeps a value, on disk before this returns.
    pub fn write(&self, name: &str, value: Value) -> Result<(), Problem> {
        let earlier = self.store.get(name);
        self.store.set(name, value);
        self.store.save().map_err(|error| {
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

fn set_damaged_aside(folder: &Path) -> std::io::Result<Option<String>> {
    let file = folder.join(FILE);
    let text = match fs::read(&file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    if serde_json::from_slice::<Map<String, Value>>(&text).is_ok() {
        return Ok(None);
    }
    let mut names = (1..=u32::MAX).map(|n| format!("settings.damaged-{n}.json"));
    let name = names.find(|name| !folder.join(name).exists()).unwrap_or_else(|| "settings.damaged.json".to_owned());
    fs::rename(&file, folder.join(&name))?;
    log::error!("{FILE} was damaged and is now {name}");
    Ok(Some(name))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{FILE, set_damaged_aside};

    #[test]
    fn a_damaged_file_is_set_aside_and_a_sound_one_stays() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(set_damaged_aside(folder.path()).unwrap(), None);

        fs::write(folder.path().join(FILE), "{\"a\":1}").unwrap();
        assert_eq!(set_damaged_aside(folder.path()).unwrap(), None);
        assert!(folder.path().join(FILE).exists());

        for name in ["settings.damaged-1.json", "settings.damaged-2.json"] {
            fs::write(folder.path().join(FILE), "{\"a\":").unwrap();
            assert_eq!(set_damaged_aside(folder.path()).unwrap().as_deref(), Some(name));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), "{\"a\":");
            assert!(!folder.path().join(FILE).exists());
        }
    }
}
