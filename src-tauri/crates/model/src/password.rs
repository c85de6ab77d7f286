use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

use crate::Secret;

/// A report's password to save in the system's keychain.
#[derive(Clone, Deserialize, TS)]
pub struct KeepPassword {
    pub connection: String,
    /// The service's id of the report.
    pub id: String,
    /// 1–128 characters.
    pub password: Secret,
}

#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownPassword {
    pub password: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct MakePassword {
    /// Its length, 8–64 characters.
    pub length: u8,
}

/// Returns whether a field reveals a password: it is named `password`, in any case, and says more
/// than whether there is one (`field-notes.md` 2).
#[must_use]
pub fn gives_password(name: &str, value: &Value) -> bool {
    let is_flag = match value {
        Value::Null | Value::Bool(_) => true,
        Value::Number(number) => matches!(number.as_f64(), Some(0.0 | 1.0)),
        Value::String(text) => ["0", "1", "true", "false"].iter().any(|flag| text.trim().eq_ignore_ascii_case(flag)),
        Value::Array(_) | Value::Object(_) => false,
    };
    name.eq_ignore_ascii_case("password") && !is_flag
}
