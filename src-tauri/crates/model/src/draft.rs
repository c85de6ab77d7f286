use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// What was typed into a form and not used yet. It never holds a key or a password: those are
/// stored only in the keychain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Draft {
    /// The form's name, 1–200 characters.
    pub form: String,
    /// The form's fields, at most 64 KiB as JSON. `null` deletes the draft.
    #[ts(type = "unknown")]
    pub values: Value,
}
