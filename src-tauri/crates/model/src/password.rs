use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Secret;

/// A report's password to keep in the system's keychain.
#[derive(Clone, Deserialize, TS)]
pub struct KeepPassword {
    /// Of which connection.
    pub connection: String,
    /// The service's id of the report.
    pub id: String,
    /// 1–128 characters.
    pub password: Secret,
}

/// A password that the user asked to see or to have made.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ShownPassword {
    /// The password.
    pub password: String,
}

/// A password to make.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct MakePassword {
    /// How many characters, 8–64.
    pub length: u8,
}
