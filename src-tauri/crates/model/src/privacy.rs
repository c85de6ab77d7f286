use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Who can see a report: the interface's `privacy` (`interface.md` §2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Privacy {
    /// Everyone (0).
    Public,
    /// The account alone (1).
    Private,
    /// Whoever has the report's password (2).
    Password,
}

impl Privacy {
    /// The number that the interface uses for it.
    #[must_use]
    pub fn number(self) -> u8 {
        match self {
            Self::Public => 0,
            Self::Private => 1,
            Self::Password => 2,
        }
    }

    /// Reads the interface's number; `None` for any other.
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
