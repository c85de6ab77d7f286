use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Secret;

/// A report's password to save in the system's keychain.
#[derive(Clone, Deserialize, TS)]
pub struct KeepPassword {
    /// The connection's id.
    pub connection: String,
    /// The service's id of the report.
    pub id: String,
    /// 1–128 characters.
    pub password: Secret,
}

/// A password to show.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownPassword {
    /// The password.
    pub password: String,
}

/// The options of a new password.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct MakePassword {
    /// Its length, 8–64 characters.
    pub length: u8,
}
