//! What library and journal are to forget. A removal that one of them could not follow is tried again when the app is
//! started.

use std::sync::{Arc, Mutex, PoisonError};

use assay_model::Problem;

use crate::Host;

/// Names of what is none of the user's any more, until it is forgotten.
#[derive(Clone)]
pub(crate) struct Unwanted {
    host: Arc<dyn Host>,
    setting: &'static str,
    /// Held from reading to writing.
    turn: Arc<Mutex<()>>,
}

impl Unwanted {
    /// The library's names for services.
    pub(crate) fn services(host: Arc<dyn Host>) -> Self {
        Self { host, setting: "unwanted", turn: Arc::default() }
    }

    /// The ids of connections that the journal has batches of.
    pub(crate) fn of_batches(host: Arc<dyn Host>) -> Self {
        Self { host, setting: "unwanted_batches", turn: Arc::default() }
    }

    /// All of them. What cannot be read names none.
    pub(crate) fn all(&self) -> Vec<String> {
        let kept = self.host.read_setting(self.setting).ok().flatten();
        kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    pub(crate) fn add(&self, name: &str) -> Result<(), Problem> {
        self.change(|names| names.push(name.to_owned()))
    }

    /// It is forgotten, or is wanted again. That this could not be kept makes it forgotten once more, if nothing uses it.
    pub(crate) fn remove(&self, name: &str) {
        if let Err(problem) = self.change(|names| names.retain(|other| other != name)) {
            tracing::warn!(%problem, "that something is forgotten could not be kept");
        }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) -> Result<(), Problem> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.all();
        let mut after = before.clone();
        change(&mut after);
        if after == before { Ok(()) } else { self.host.write_setting(self.setting, after.into()) }
    }
}
