//! Local data that is still to be deleted. A failed purge is retried when the app starts.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard},
};

use assay_model::Problem;

use crate::{host::SettingsStore, lock::lock};

/// Names of removed services or connections, until their data is deleted.
#[derive(Clone)]
pub(crate) struct PendingPurges {
    settings: Arc<dyn SettingsStore>,
    setting: &'static str,
    /// Locked from read to write.
    turn: Arc<Mutex<()>>,
    /// Held until the next start, since they may be taken back.
    held: Arc<Mutex<HashSet<String>>>,
}

impl PendingPurges {
    /// Purges of services, by scope.
    pub(crate) fn services(settings: Arc<dyn SettingsStore>) -> Self {
        Self { settings, setting: "unwanted", turn: Arc::default(), held: Arc::default() }
    }

    /// Purges of batches, by connection id.
    pub(crate) fn of_batches(settings: Arc<dyn SettingsStore>) -> Self {
        Self { settings, setting: "unwanted_batches", turn: Arc::default(), held: Arc::default() }
    }

    /// Purges of secrets, by the prefix of their keychain names.
    pub(crate) fn of_passwords(settings: Arc<dyn SettingsStore>) -> Self {
        Self { settings, setting: "unwanted_passwords", turn: Arc::default(), held: Arc::default() }
    }

    /// All pending purges; none if they can't be read.
    pub(crate) fn all(&self) -> Vec<String> {
        let kept = self.settings.read_setting(self.setting).ok().flatten();
        kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    /// Those to purge now.
    pub(crate) fn due(&self) -> Vec<String> {
        let all = self.all();
        let held = self.held();
        all.into_iter().filter(|name| !held.contains(name)).collect()
    }

    /// Adds a purge for the next start.
    pub(crate) fn add_for_next_start(&self, name: &str) -> Result<(), Problem> {
        self.held().insert(name.to_owned());
        self.add(name)
    }

    pub(crate) fn add(&self, name: &str) -> Result<(), Problem> {
        self.change(|names| names.push(name.to_owned()))
    }

    /// Removes a purge. If that can't be saved, it is repeated unless the data is in use.
    pub(crate) fn remove(&self, name: &str) {
        self.held().remove(name);
        if let Err(problem) = self.change(|names| names.retain(|other| other != name)) {
            tracing::warn!(%problem, "couldn't save that a purge is done");
        }
    }

    fn held(&self) -> MutexGuard<'_, HashSet<String>> {
        lock(&self.held)
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) -> Result<(), Problem> {
        let _turn = lock(&self.turn);
        let before = self.all();
        let mut after = before.clone();
        change(&mut after);
        if after == before { Ok(()) } else { self.settings.write_setting(self.setting, after.into()) }
    }
}
