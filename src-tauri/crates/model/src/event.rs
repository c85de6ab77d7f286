use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Batch, OpenedLink, SourceFile, Step, SyncState, UpdateState};

/// An event that the core sends to the window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CoreEvent {
    /// The calls that wait for a rate limit have changed.
    Waiting {
        /// One entry for each connection with waiting calls.
        waiting: Vec<QueuedCalls>,
    },
    /// The connections or their capabilities have changed: reload them.
    Connections,
    /// The window should close but would lose something (`close_guard`): ask the user.
    CloseAsked {
        /// Whether it closes to install an update and restart.
        update: bool,
    },
    /// A sync started, made progress, or ended.
    Sync { state: Box<SyncState> },
    /// The library has changed: reload what is shown of it. At most once per second.
    Library,
    /// An export made progress.
    Export {
        /// The number of its call's ticket.
        number: u32,
        /// How many rows were written.
        done: u32,
        /// The total, if known.
        total: Option<u32>,
    },
    /// A step of a connection test ended without a failure.
    ConnectionStep {
        /// The number of its call's ticket.
        number: u32,
        step: Step,
    },
    /// A batch was planned, made progress, paused, or ended. Each at most four times per second.
    Batch { batch: Box<Batch> },
    /// Files are being dragged over the window, or no longer.
    FilesOver {
        /// Whether they are.
        over: bool,
    },
    FilesDropped {
        /// The dropped files, at most 10.
        files: Vec<SourceFile>,
    },
    /// A link to the app was opened while it is running.
    Link { link: OpenedLink },
    /// An update was checked for, found, downloaded, or installed, or that failed. At most four
    /// times per second.
    Update { state: UpdateState },
    /// A command was chosen in the system's menu bar.
    Command {
        /// The UI's name for it.
        command: String,
    },
}

/// Calls of a connection that wait for the rate limit (`field-notes.md` 29).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct QueuedCalls {
    pub connection: String,
    /// Seconds until the next one continues, from the time of the event.
    pub seconds: u32,
    /// Requests allowed, usually per minute, if known.
    pub limit: Option<u32>,
}

/// How a call is made, independent of its request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, TS)]
#[serde(default)]
pub struct Ticket {
    /// The UI's number for the call, for canceling it; 0 for none.
    pub number: u32,
    /// Low priority: other calls go first under a rate limit.
    pub background: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct CallRef {
    /// The number of its ticket.
    pub number: u32,
}
