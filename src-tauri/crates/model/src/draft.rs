use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// What was typed into a form and not used yet. It never holds a key or a password: those are kept nowhere but in the
/// keychain.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Draft {
    /// Which form: 1–200 characters.
    pub form: String,
    /// What is in its fields, as the form itself has it: at most 64 KiB as JSON. `null` forgets the draft.
    #[ts(type = "unknown")]
    pub values: Value,
}
