//! A host’s settings in memory, and rows, for tests.

use std::{collections::HashMap, sync::Mutex};

use assay_model::{BatchRow, Problem, RowAction, RowState};
use serde_json::Value;

use crate::{host::SettingsStore, lock::lock};

#[derive(Default)]
pub(crate) struct MemorySettings(Mutex<HashMap<String, Value>>);

impl SettingsStore for MemorySettings {
    fn settings_set_aside(&self) -> Option<String> {
        None
    }

    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem> {
        Ok(lock(&self.0).get(name).cloned())
    }

    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem> {
        lock(&self.0).insert(name.to_owned(), value);
        Ok(())
    }
}

/// A create with an unknown outcome.
pub(crate) fn lost(address: &str) -> BatchRow {
    BatchRow {
        number: 1,
        line: None,
        address: address.to_owned(),
        report: None,
        act: RowAction::Create,
        skipped: None,
        choices: Vec::new(),
        from: None,
        to: None,
        has_password: false,
        generated_at: None,
        state: RowState::Unknown,
        problem: None,
        was_found: false,
        ended_at: None,
        took: None,
    }
}
