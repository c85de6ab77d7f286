//! The contract between the UI and the core: every call, declared once.
//!
//! [`for_each_call`](crate::for_each_call) generates the shell's command handlers, the list of
//! their permissions ([`COMMANDS`]), the window's capability ([`capability`]), and the TypeScript
//! types ([`typescript`]). `CONTRIBUTING.md` says how to add a call.

use std::{
    any::TypeId,
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
};

use serde_json::json;
use ts_rs::{Config, TS, TypeVisitor};

use crate::{CoreEvent, Ticket};

/// Passes every call to another macro as `kind name: Request => Answer;` with its documentation.
///
/// A `write` changes something that is kept: at the service, on this computer, or in the window's
/// state. Any other call is a `read`, even if the library saves its answer. Two kinds of writes have
/// one more mark:
///
/// - `write(service)` sends the change to the service. Once sent, it runs to its end.
/// - `write(guarded)` is waited for when the window closes, because no draft replaces it, as is
///   `write(service)`.
#[macro_export]
macro_rules! for_each_call {
    ($then:ident) => {
        $then! {
            /// Everything for the first paint.
            app_start: () => $crate::Start;
            /// The window has painted its first picture and may be shown.
            app_painted: () => ();
            /// Keep the preferences; answers with those that were kept.
            preferences_save: $crate::Preferences => $crate::Preferences;
            /// Keep what was typed into a form beyond the end of the app, or forget it.
            draft_save: $crate::Draft => ();
            /// Whether something in the window would be lost if it closed: then it is asked first (`CoreEvent::CloseAsked`).
            close_guard: bool => ();
            /// Close the window, whatever would be lost.
            app_close: () => ();
            /// Fill the system's menu bar, where there is one.
            menu_show: Vec<$crate::MenuGroup> => ();
            /// An address as it would be sent for a new report, or what is wrong with it.
            address_check: $crate::AddressText => $crate::CheckedAddress;
            /// Open an http or https address in the system's browser.
            address_open: $crate::AddressText => ();
            /// The connections, in the order in which they were added.
            connections_list: () => Vec<$crate::Connection>;
            /// Check a connection, typed or saved, step by step, without keeping anything.
            connection_test: $crate::ConnectionDraft => $crate::ConnectionCheck;
            /// Keep a new or changed connection, and its key in the keychain.
            connection_save: $crate::ConnectionDraft => $crate::Connection;
            /// Forget a connection and its key.
            connection_remove: $crate::ConnectionRemoval => ();
            /// Let the user choose a file with certificates; answers with its path, or nothing if none was chosen.
            ca_file_choose: () => Option<String>;
            /// Give up all calls of a connection that wait for their turn.
            waiting_stop: $crate::ConnectionRef => ();
            /// Give up a call. Of a write, only one that was not sent yet.
            call_cancel: $crate::CallRef => ();
            /// Start the sample service, and answer with the connection to it.
            sample_open: () => $crate::Connection;
            /// Set the sample workspace back to how it was at first.
            sample_reset: () => ();
            /// A page of reports (`interface.md` §4.1).
            reports_list: $crate::ListReports => $crate::Page<$crate::ReportRow>;
            /// One report, whole (`interface.md` §4.2).
            report_read: $crate::ReportRef => $crate::Report;
            /// Create a report (`interface.md` §4.3), then read it.
            report_create: $crate::CreateReport => $crate::Written;
            /// Look for a report whose creation may or may not have taken place (`field-notes.md` 19).
            report_find_created: $crate::SeekReport => $crate::Sought;
            /// Change or refresh a report (`interface.md` §4.4), then read it.
            report_update: $crate::UpdateReport => $crate::Written;
            /// Delete a report (`interface.md` §4.5).
            report_delete: $crate::ReportRef => $crate::Deleted;
            /// A page of projects (`interface.md` §4.6).
            projects_list: $crate::ListProjects => $crate::Page<$crate::Project>;
            /// Delete a project with every report in it (`interface.md` §4.7).
            project_delete: $crate::ProjectRef => $crate::Deleted;
            /// A page of what the library knows.
            library_list: $crate::LibraryQuery => $crate::LibraryPage;
            /// The projects of the reports that the library knows, as a page of the service's list would have them.
            library_projects: $crate::ListProjects => $crate::Page<$crate::Project>;
            /// A report as the library last saw it.
            library_report: $crate::ReportRef => $crate::KnownReport;
            /// What is remembered of a report's past.
            report_history: $crate::ReportRef => $crate::History;
            /// A report as it was in a snapshot.
            snapshot_read: $crate::SnapshotRef => $crate::Report;
            /// How two snapshots of a report differ.
            snapshots_compare: $crate::CompareSnapshots => $crate::Comparison;
            /// How many reports changed since some time.
            changes_count: $crate::ChangesQuery => $crate::Changes;
            /// What to mend first in the reports of a list of the library; its page does not matter.
            fix_list: $crate::LibraryQuery => $crate::FixList;
            /// The library at a glance.
            overview_read: $crate::OverviewQuery => $crate::Overview;
            /// The library as a file on this computer.
            library_info: () => $crate::LibraryInfo;
            /// Forget everything that the library knows.
            library_clear: () => $crate::LibraryInfo;
            /// Copy the library into a file that the user chooses; nothing if none was chosen.
            library_backup: () => Option<$crate::Exported>;
            /// Replace the library by a file that the user chooses; nothing if none was chosen.
            library_restore: () => Option<$crate::LibraryInfo>;
            /// What is known of the syncs of all connections.
            syncs_list: () => Vec<$crate::SyncState>;
            /// Begin a sync, or go on with the one that was stopped; how it goes is told by `CoreEvent::Sync`.
            sync_start: $crate::StartSync => ();
            /// Stop a connection's sync where it is.
            sync_stop: $crate::ConnectionRef => ();
            /// Show a message of the system, outside the window.
            notification_show: $crate::SystemNotification => ();
            /// Make a file that the user chooses of a list; nothing if none was chosen.
            export_save: $crate::ExportRequest => Option<$crate::Exported>;
            /// Let the user choose a file with addresses; nothing if none was chosen.
            source_choose: () => Option<$crate::SourceFile>;
            /// What a source of addresses holds.
            source_preview: $crate::PreviewSource => $crate::SourcePreview;
            /// Plan a batch. Nothing is sent to change anything.
            batch_plan: $crate::PlanBatch => $crate::Batch;
            /// Plan a batch anew by other rules, as long as it was not started.
            batch_update_plan: $crate::ReplanBatch => $crate::Batch;
            /// Switch rows of a plan to something else of what can be done with them.
            batch_set_actions: $crate::SetRowActions => $crate::Batch;
            /// A batch as it stands.
            batch_read: $crate::BatchRef => $crate::Batch;
            /// The batches, the newest first.
            batches_list: $crate::BatchesQuery => Vec<$crate::Batch>;
            /// A page of a batch's rows.
            batch_rows: $crate::ListBatchRows => $crate::BatchRows;
            /// The lines of a batch's source that could not be used, at most 1,000.
            batch_bad_lines: $crate::BatchRef => Vec<$crate::InvalidLine>;
            /// Start a batch, or let it go on where it stands; how it goes is told by `CoreEvent::Batch`.
            batch_start: $crate::BatchRef => $crate::Batch;
            /// Let a batch stand still. What is being sent comes to its end.
            batch_pause: $crate::BatchRef => $crate::Batch;
            /// End a batch: what was not sent is not sent. While it is held, it is only a plan again.
            batch_cancel: $crate::BatchRef => $crate::Batch;
            /// Try the rows that failed again.
            batch_retry: $crate::BatchRef => $crate::Batch;
            /// Plan a batch that gives each report the privacy that it had before this one.
            batch_undo: $crate::BatchRef => $crate::Batch;
            /// Forget a batch that does not run.
            batch_remove: $crate::BatchRef => ();
            /// Make a file that the user chooses of a batch's rows; nothing if none was chosen.
            batch_export: $crate::ExportBatch => Option<$crate::Exported>;
            /// A new password that is easy to read and hard to guess.
            password_make: $crate::MakePassword => $crate::ShownPassword;
            /// Keep a report's password in the system's keychain.
            password_save: $crate::KeepPassword => ();
            /// Whether a report's password is kept in the system's keychain.
            password_exists: $crate::ReportRef => bool;
            /// A report's password that is kept, as the user asked to see it.
            password_show: $crate::ReportRef => $crate::ShownPassword;
            /// Put a report's password on the clipboard, and take it away again after 60 seconds.
            password_copy: $crate::ReportRef => ();
            /// Forget a report's password.
            password_forget: $crate::ReportRef => ();
            /// Write down that the window failed, on this computer only.
            crash_report_save: $crate::WindowCrash => ();
            /// The user has seen what the app left behind when it failed.
            crash_seen: () => ();
            /// What helps to find a fault: the versions of what the app runs on, its state, the end of its log. No secrets, no
            /// addresses.
            diagnostics_read: () => String;
            /// Open the folder of the app's log in the system's file manager.
            logs_open: () => ();
            /// Remove everything that the app keeps on this computer, the secrets in the keychain included, and close it.
            data_remove: $crate::DataRemoval => ();
            /// Look for a newer version of the app.
            update_check: () => $crate::UpdateState;
            /// Fetch the version that was found, check its signature, install it and start anew; how it goes is told by
            /// `CoreEvent::Update`.
            update_install: () => ();
            /// Open the system's print dialog for what the window shows.
            window_print: () => ();
        }
    };
}

macro_rules! describe {
    ($($(#[doc = $doc:literal])+ $name:ident: $request:ty => $answer:ty;)+) => {
        /// What the shell may be asked: every call, and to `watch` for events.
        pub const COMMANDS: &[&str] = &[$(stringify!($name),)+ "watch"];

        fn describe(types: &mut Types) -> String {
            let mut calls = String::new();
            $(
                types.visit::<$request>();
                types.visit::<$answer>();
                for doc in [$($doc),+] {
                    let _ = writeln!(calls, "  /**{doc} */");
                }
                let (request, answer) = (<$request>::name(&types.config), <$answer>::name(&types.config));
                let _ = writeln!(calls, "  {}: {{ request: {request}; answer: {answer} }};", stringify!($name));
            )+
            calls
        }
    };
}
for_each_call!(describe);

/// Collects the declaration of every type that a call uses, by name.
struct Types {
    config: Config,
    seen: HashSet<TypeId>,
    declarations: BTreeMap<String, String>,
}

impl TypeVisitor for Types {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if !self.seen.insert(TypeId::of::<T>()) {
            return;
        }
        if T::output_path().is_some() {
            let declaration = format!("{}export {}\n", T::docs().unwrap_or_default(), T::decl(&self.config));
            self.declarations.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

/// Returns the TypeScript side of the contract: `ui/src/host/contract.ts`.
#[must_use]
pub fn typescript() -> String {
    let mut types =
        Types { config: Config::new().with_large_int("number"), seen: HashSet::new(), declarations: BTreeMap::new() };
    let calls = describe(&mut types);
    types.visit::<Ticket>();
    types.visit::<CoreEvent>();
    let declarations: Vec<_> = types.declarations.into_values().collect();
    format!(
        "// Made from the contract in Rust by `npm run contract`. Do not edit.\n\n{}\n/** Every call to the core, with its request and its answer. */\nexport interface Calls {{\n{calls}}}\n",
        declarations.join("\n"),
    )
}

/// The window's permissions: exactly the app's own commands, and nothing of the framework's.
#[must_use]
pub fn capability() -> String {
    let permissions: Vec<_> = COMMANDS.iter().map(|name| format!("allow-{}", name.replace('_', "-"))).collect();
    let capability = json!({
        "$schema": "../gen/schemas/desktop-schema.json",
        "identifier": "main",
        "description": "Made from the contract in Rust by `npm run contract`: the window may use the app's own commands and nothing else.",
        "local": true,
        "windows": ["main"],
        "permissions": permissions,
    });
    format!("{capability:#}\n")
}
