//! What the library is to forget. A removal that the library could not follow is tried again when the app is started.

use std::sync::{Arc, Mutex, PoisonError};

use assay_model::Problem;

use crate::Host;

const SETTING: &str = "unwanted";

/// The library's names for services that are none of the user's any more, until it has forgotten them.
#[derive(Clone)]
pub(crate) struct Unwanted {
    host: Arc<dyn Host>,
    /// Held from reading to writing.
    turn: Arc<Mutex<()>>,
}

impl Unwanted {
    pub(crate) fn new(host: Arc<dyn Host>) -> Self {
        Self { host, turn: Arc::default() }
    }

    /// All of them. What cannot be read names none.
    pub(crate) fn scopes(&self) -> Vec<String> {
        let kept = self.host.read_setting(SETTING).ok().flatten();
        kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    pub(crate) fn add(&self, scope: &str) -> Result<(), Problem> {
        self.change(|scopes| scopes.push(scope.to_owned()))
    }

    /// It is forgotten, or is wanted again. That this could not be kept makes it forgotten once more, if nothing uses it.
    pub(crate) fn remove(&self, scope: &str) {
        if let Err(problem) = self.change(|scopes| scopes.retain(|other| other != scope)) {
            tracing::warn!(%problem, "that the library forgot a service could not be kept");
        }
    }

    fn change(&self, change: impl FnOnce(&mut Vec<String>)) -> Result<(), Problem> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        let before = self.scopes();
        let mut after = before.clone();
        change(&mut after);
        if after == before { Ok(()) } else { self.host.write_setting(SETTING, after.into()) }
    }
}
