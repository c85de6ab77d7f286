use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Batch, OpenedLink, SourceFile, SyncState, UpdateState};

/// What the core tells the window without being asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CoreEvent {
    /// The calls that wait because a service allows only so many have changed.
    Waiting {
        /// One entry for each connection with waiting calls.
        waiting: Vec<Waiting>,
    },
    /// A connection, or what is known of its service, has changed: read the connections again.
    Connections,
    /// The window is to close while something in it would be lost (`close_guard`): it has to ask the user.
    CloseAsked {
        /// A newer version is to be installed then, and the app to start anew.
        update: bool,
    },
    /// A sync began, went on or ended.
    Sync {
        /// How it is now.
        state: Box<SyncState>,
    },
    /// What the library knows has changed: read what is shown of it again. At most once a second.
    Library,
    /// An export goes on.
    Export {
        /// The number of its call's ticket.
        number: u32,
        /// How many rows were written.
        done: u32,
        /// Of how many, where that is known.
        total: Option<u32>,
    },
    /// A batch was planned, went on, stood still or ended. At most four times a second each.
    Batch {
        /// How it is now.
        batch: Box<Batch>,
    },
    /// Files are held over the window, or no more.
    FilesOver {
        /// Whether they are.
        over: bool,
    },
    /// Files were dropped on the window.
    FilesDropped {
        /// Those that are files, at most 10.
        files: Vec<SourceFile>,
    },
    /// A link to the app was opened while it runs.
    Link {
        /// What it leads to.
        link: OpenedLink,
    },
    /// A newer version was looked for, found, fetched or installed, or that failed. At most four times a second.
    Update {
        /// How it is now.
        state: UpdateState,
    },
    /// A command was chosen in the system's menu bar.
    Command {
        /// The window's name for it.
        command: String,
    },
}

/// Calls of a connection that wait for their turn (`field-notes.md` 29).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Waiting {
    /// Which connection.
    pub connection: String,
    /// How many calls wait.
    pub calls: u32,
    /// Seconds until the next of them goes on, from when this is said.
    pub seconds: u32,
    /// How many requests the service allows, usually a minute, where it says.
    pub limit: Option<u32>,
}

/// How a call is made, besides what it asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, TS)]
#[serde(default)]
pub struct Ticket {
    /// The window's number for the call, by which it can be cancelled; 0 for none.
    pub number: u32,
    /// It is one of many: others go first where the service allows only so many.
    pub background: bool,
}

/// A call to cancel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct CallRef {
    /// The number of its ticket.
    pub number: u32,
}
