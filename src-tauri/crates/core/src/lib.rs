//! The core of Assay: every call of the contract, independent of any window.
//!
//! [`Core`] has one method for each call of the contract (`assay_model::contract`) and forwards it to
//! a service. Services reach their surroundings through the traits of a [`Host`].

mod adoption;
mod applied;
mod background;
mod batch;
mod branding;
mod calls;
mod certificates;
mod close_guard;
mod connection_edit;
mod connections;
mod contact;
mod crash_reports;
mod crashes;
mod data_removal;
mod delete_backups;
mod diagnostics;
mod dispatch;
mod drafts;
mod events;
mod export;
#[cfg(test)]
mod fakes;
mod first_picture;
mod freshness;
mod host;
mod ingest;
mod library;
mod library_file;
mod library_handle;
mod lock;
mod minute_limit;
mod passwords;
mod pending_purges;
mod preferences;
mod process_lock;
mod projects;
mod purge_runner;
mod query_limits;
mod read_ahead;
mod redact;
mod redactor;
mod report_lookup;
mod reports;
mod sample_history;
mod schedule;
mod schedule_signal;
mod service_handle;
mod service_ingest;
mod shutdown;
mod startup;
mod stored_connection;
mod sync;
mod sync_calls;
mod throttled_notifier;
mod timing;
mod update_schedule;
mod updates;
mod window_calls;
mod wiring;

pub use crashes::Crashes;
pub use dispatch::Core;
pub use first_picture::Drawing;
pub use host::{
    AppInfo, AvailableUpdate, Clipboard, Dialogs, Folders, Host, Pending, Question, SampleAccess, SampleHost,
    SampleState, SettingsStore, System, Updater, Window,
};
pub use process_lock::ProcessLock;
pub use read_ahead::{FirstPage, ReadAhead, ShownPicture};
pub use timing::Timing;
