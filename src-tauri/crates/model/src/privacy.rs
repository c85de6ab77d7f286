use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who can open a report: the interface's `privacy` (`interface.md` §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// Anyone with the link (0).
    Public,
    /// Only the account (1).
    Private,
    /// Anyone with the report's password (2).
    Password,
}

impl Privacy {
    /// Returns the interface's number.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Public => 0,
            Self::Private => 1,
            Self::Password => 2,
        }
    }

    /// Converts the interface's number; `None` for any other.
    #[must_use]
    pub fn from_number(number: u64) -> Option<Self> {
        match number {
            0 => Some(Self::Public),
            1 => Some(Self::Private),
            2 => Some(Self::Password),
            _ => None,
        }
    }
}
