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

use serde_json::{Value, json};
use ts_rs::{Config, TS, TypeVisitor};

use crate::{CoreEvent, ProblemCode, ServiceLink, StartData, Ticket};

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
            read app_start: () => $crate::Start;
            /// Show the window after its first paint: true if frames were drawn, false after a
            /// timeout. May be called again once frames were drawn.
            read app_painted: bool => ();
            /// Keep the drawn screen for the next start, in place of the earlier one; false if it is
            /// outdated by now, or nothing is kept.
            write picture_save: $crate::FirstPicture => bool;
            /// Save the preferences; returns the saved ones.
            write preferences_save: $crate::Preferences => $crate::Preferences;
            /// Save what was typed into a form, or delete it if empty.
            write draft_save: $crate::Draft => ();
            /// Set whether closing the window would lose something: then it is asked first
            /// (`CoreEvent::CloseAsked`).
            read close_guard: bool => ();
            /// Close the window without asking.
            read app_close: () => ();
            /// Restart the app, out of safe mode; the window is asked first, as before it closes.
            read app_restart: () => ();
            /// Fill the system's menu bar, if there is one.
            read menu_show: Vec<$crate::MenuGroup> => ();
            /// A new report's URL as it would be sent; fails if it is invalid.
            read address_check: $crate::UrlInput => $crate::NormalizedUrl;
            /// A connection's URL as it would be saved; fails if it is invalid.
            read base_check: $crate::UrlInput => $crate::CheckedBase;
            /// Open an http or https URL in the system's browser.
            read address_open: $crate::UrlInput => ();
            /// The connections, in the order in which they were added.
            read connections_list: () => Vec<$crate::Connection>;
            /// Test a connection, typed or saved, step by step.
            read connection_test: $crate::ConnectionDraft => $crate::ConnectionCheck;
            /// Save a new or changed connection, and its key in the keychain.
            write(guarded) connection_save: $crate::ConnectionDraft => $crate::Connection;
            /// Remove a connection and its key.
            write(guarded) connection_remove: $crate::ConnectionRemoval => ();
            /// Restore the service that was replaced in this session.
            write connection_undo: $crate::ConnectionRef => $crate::Connection;
            /// Let the user choose a certificate file, and read it; null if none was chosen.
            read ca_file_choose: () => Option<$crate::ChosenCertificates>;
            /// Cancel all calls of a connection that wait for the rate limit.
            read pending_calls_cancel: $crate::ConnectionRef => ();
            /// Cancel a call. A write that was already sent is completed.
            read call_cancel: $crate::CallRef => ();
            /// Start the sample service; returns its connection.
            write sample_open: () => $crate::Connection;
            /// Reset the sample workspace.
            write sample_reset: () => ();
            /// A page of reports (`interface.md` §4.1).
            read reports_list: $crate::ListReports => $crate::Page<$crate::ReportRow>;
            /// A full report (`interface.md` §4.2).
            read report_read: $crate::ReportRef => $crate::Report;
            /// Create a report (`interface.md` §4.3), then read it.
            write(service) report_create: $crate::CreateReport => $crate::WriteResult;
            /// Look up a report whose creation has an unknown outcome (`field-notes.md` 19).
            read report_find_created: $crate::LookUpCreate => $crate::CreateLookup;
            /// Change or recheck a report (`interface.md` §4.4), then read it.
            write(service) report_update: $crate::UpdateReport => $crate::WriteResult;
            /// Delete a report (`interface.md` §4.5).
            write(service) report_delete: $crate::ReportRef => $crate::DeleteResult;
            /// A page of projects (`interface.md` §4.6).
            read projects_list: $crate::ListProjects => $crate::Page<$crate::Project>;
            /// Delete a project with all of its reports (`interface.md` §4.7).
            write(service) project_delete: $crate::ProjectRef => $crate::DeleteResult;
            /// A page of the library's reports.
            read library_list: $crate::LibraryQuery => $crate::LibraryPage;
            /// How many reports of the library match each query, by verdict, for at most 100. Sort order
            /// and page are ignored.
            read library_counts: Vec<$crate::LibraryQuery> => Vec<$crate::QueryCount>;
            /// The projects of the library's reports, as a page of the service's list.
            read library_projects: $crate::ListLibraryProjects => $crate::Page<$crate::Project>;
            /// Verdicts, trends, and failing checks of projects; those that the library doesn't have are left out.
            read project_summaries: $crate::SummariesQuery => Vec<$crate::ProjectSummary>;
            /// A report's saved copy.
            read library_report: $crate::ReportRef => $crate::KnownReport;
            /// How the scores of reports went, and what some checks found; those that the library doesn't
            /// have are left out.
            read library_trends: $crate::TrendsQuery => Vec<$crate::ReportTrend>;
            /// The service's names of the checks of the library's reports, at most 500.
            read check_names: () => Vec<String>;
            /// Load what searches in checks read, so that the first one doesn't have to.
            read check_search_prepare: () => ();
            /// A report's history.
            read report_history: $crate::ReportRef => $crate::History;
            /// A report as it was in a snapshot.
            read snapshot_read: $crate::SnapshotRef => $crate::Report;
            /// The differences between two snapshots of a report.
            read snapshots_compare: $crate::CompareSnapshots => $crate::Comparison;
            /// The differences between two reports.
            read reports_compare: $crate::CompareReports => $crate::Comparison;
            /// The differences between two moments of the reports of a library's list.
            read moments_compare: $crate::CompareMoments => $crate::MomentsComparison;
            /// The number of reports that changed since a given time.
            read changes_count: $crate::ChangesQuery => $crate::Changes;
            /// Mark all changes up to now as seen: from then on, they count since the last time.
            write changes_mark_seen: () => ();
            /// What to fix first in the reports of a library's list; the page is ignored.
            read fix_list: $crate::LibraryQuery => $crate::FixList;
            /// A summary of the library.
            read overview_read: $crate::OverviewQuery => $crate::Overview;
            /// A text that is another one after each change to the library's reports.
            read library_revision: () => String;
            /// The state and size of the library's file.
            read library_info: () => $crate::LibraryInfo;
            /// Delete all data of the library.
            write library_clear: () => $crate::LibraryInfo;
            /// Copy the library into a file that the user chooses; null if none was chosen.
            write library_backup: () => Option<$crate::Exported>;
            /// Replace the library with a file that the user chooses; null if none was chosen.
            write library_restore: () => Option<$crate::LibraryInfo>;
            /// The sync status of all connections.
            read syncs_list: () => Vec<$crate::SyncState>;
            /// Start or resume a sync; progress is sent as `CoreEvent::Sync`.
            write sync_start: $crate::StartSync => ();
            /// Stop a connection's sync.
            write sync_stop: $crate::ConnectionRef => ();
            /// Show a system notification.
            read notification_show: $crate::SystemNotification => ();
            /// Export a list to a file that the user chooses; null if none was chosen.
            write export_save: $crate::ExportRequest => Option<$crate::Exported>;
            /// Save a report for a client to a file that the user chooses; null if none was chosen, or
            /// if the system's print dialog was opened in place of a file.
            write client_report_save: $crate::ClientReportRequest => Option<$crate::Exported>;
            /// How reports for clients present their sender.
            read branding_read: () => $crate::Branding;
            /// Save how reports for clients present their sender.
            write branding_save: $crate::Branding => ();
            /// Let the user choose a picture as a logo, and read it as a `data:` URL; null if none
            /// was chosen.
            read logo_choose: () => Option<String>;
            /// Let the user choose a file with URLs; null if none was chosen.
            read source_choose: () => Option<$crate::SourceFile>;
            /// A preview of a source of URLs.
            read source_preview: $crate::PreviewSource => $crate::SourcePreview;
            /// The sites of the sitemaps that batches were planned from, with how many of their pages have
            /// no report; at most 100.
            read sitemap_gaps: $crate::ConnectionRef => Vec<$crate::SitemapGap>;
            /// The URLs of those pages, at most 50,000.
            read sitemap_missing: $crate::SitemapPages => Vec<String>;
            /// Plan a batch. Nothing is changed on the service.
            write batch_plan: $crate::PlanBatch => $crate::Batch;
            /// Update the plan of a batch that was not started.
            write batch_update_plan: $crate::ReplanBatch => $crate::Batch;
            /// Change the action of rows in a plan.
            write batch_set_actions: $crate::SetRowActions => $crate::Batch;
            /// A batch.
            read batch_read: $crate::BatchRef => $crate::Batch;
            /// The batches, newest first.
            read batches_list: $crate::BatchesQuery => Vec<$crate::Batch>;
            /// A page of a batch's rows.
            read batch_rows: $crate::ListBatchRows => $crate::BatchRows;
            /// The invalid lines of a batch's source, at most 1,000.
            read batch_bad_lines: $crate::BatchRef => Vec<$crate::InvalidLine>;
            /// Why rows of a batch failed, and the verdicts of the reports that it created.
            read batch_outcome: $crate::BatchRef => $crate::BatchOutcome;
            /// Start or resume a batch; progress is sent as `CoreEvent::Batch`.
            write batch_start: $crate::BatchRef => $crate::Batch;
            /// Pause a batch. Rows in flight are completed.
            write batch_pause: $crate::BatchRef => $crate::Batch;
            /// Stop a batch; unsent rows are not sent. During the start delay it becomes a plan
            /// again.
            write batch_cancel: $crate::BatchRef => $crate::Batch;
            /// Retry the failed rows.
            write batch_retry: $crate::BatchRef => $crate::Batch;
            /// Plan a batch that restores the privacy that each report had before this one.
            write batch_undo: $crate::BatchRef => $crate::Batch;
            /// Delete a batch that is not running.
            write batch_remove: $crate::BatchRef => ();
            /// Export a batch's rows to a file that the user chooses; null if none was chosen.
            write batch_export: $crate::ExportBatch => Option<$crate::Exported>;
            /// A new random password that is easy to read.
            read password_make: $crate::MakePassword => $crate::ShownPassword;
            /// Save a report's password in the system's keychain.
            write password_save: $crate::KeepPassword => ();
            /// Whether a report's password is saved in the system's keychain.
            read password_exists: $crate::ReportRef => bool;
            /// A report's saved password.
            read password_show: $crate::ReportRef => $crate::ShownPassword;
            /// Copy a report's password to the clipboard for 60 seconds.
            write password_copy: $crate::ReportRef => ();
            /// Delete a report's saved password.
            write password_forget: $crate::ReportRef => ();
            /// Save a crash report of the window, on this computer only.
            write crash_report_save: $crate::WindowCrash => ();
            /// Mark crash reports as seen.
            write crash_seen: () => ();
            /// Diagnostics: versions, state, and recent log entries, without secrets or URLs.
            read diagnostics_read: () => String;
            /// Open the log folder in the system's file manager.
            read logs_open: () => ();
            /// Delete all of the app's data on this computer, including secrets in the keychain,
            /// and close it.
            write data_remove: $crate::DataRemoval => ();
            /// Check for an update of the app.
            read update_check: () => $crate::UpdateState;
            /// Download, verify, and install the update, and restart; progress is sent as
            /// `CoreEvent::Update`.
            write update_install: () => ();
            /// Open the system's print dialog for the window.
            read window_print: () => ();
        }
    };
}

/// What a call does, by its mark in the contract.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Read,
    Write,
    GuardedWrite,
    ServiceWrite,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::GuardedWrite => "guarded_write",
            Self::ServiceWrite => "service_write",
        }
    }
}

macro_rules! kind {
    (read) => {
        Kind::Read
    };
    (write) => {
        Kind::Write
    };
    (write guarded) => {
        Kind::GuardedWrite
    };
    (write service) => {
        Kind::ServiceWrite
    };
}

macro_rules! describe {
    ($($(#[doc = $doc:literal])+ $kind:ident $(($mark:ident))? $name:ident: $request:ty => $answer:ty;)+) => {
        /// The commands of the shell: every call, and `watch` for events.
        pub const COMMANDS: &[&str] = &[$(stringify!($name),)+ "watch"];

        /// What each call does.
        const KINDS: &[(&str, Kind)] = &[$((stringify!($name), kind!($kind $($mark)?)),)+];

        fn describe(types: &mut Types) -> String {
            let mut calls = String::new();
            $(
                types.visit::<$request>();
                types.visit::<$answer>();
                for doc in [$($doc),+] {
                    let _ = writeln!(calls, "  /**{doc} */");
                }
                let (request, answer) = (<$request>::name(&types.config), <$answer>::name(&types.config));
                let (name, kind) = (stringify!($name), kind!($kind $($mark)?).name());
                let _ = writeln!(calls, "  {name}: {{ kind: \"{kind}\"; request: {request}; answer: {answer} }};");
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
    types.visit::<ServiceLink>();
    types.visit::<StartData>();
    let declarations: Vec<_> = types.declarations.into_values().collect();
    let service = call_set(&[Kind::ServiceWrite]);
    let guarded = call_set(&[Kind::GuardedWrite, Kind::ServiceWrite]);
    format!(
        "// Made from the contract in Rust by `npm run contract`. Do not edit.\n\n{}\n/** Every call to the core, with what it does, its request and its answer. */\nexport interface Calls {{\n{calls}}}\n\n/** The calls that send a change to the service themselves. Once sent, they go on to their end. */\nexport const SERVICE_WRITES: ReadonlySet<keyof Calls> = {service};\n\n/** The calls that are waited for when the window closes, as no draft makes up for their loss. */\nexport const GUARDED_WRITES: ReadonlySet<keyof Calls> = {guarded};\n\n/** What a failure says about the connection; `null` for nothing. */\nexport const LINK_AFTER: Readonly<Record<ProblemCode, ServiceLink | null>> = {{\n{links}}};\n\n/** The failures that pass without the user, on the same network. */\nexport const PASSING: ReadonlySet<ProblemCode> = {passing};\n",
        declarations.join("\n"),
        links = links(),
        passing = passing(),
    )
}

/// The TypeScript entries of what each problem says about the connection.
fn links() -> String {
    let mut links = String::new();
    for code in ProblemCode::ALL {
        let (Value::String(name), link) = (json!(code), json!(code.link())) else { continue };
        let _ = writeln!(links, "  {name}: {link},");
    }
    links
}

/// The TypeScript set of the codes whose failures pass without the user, on the same network.
fn passing() -> String {
    let codes = ProblemCode::ALL.iter().filter(|code| code.passes_here()).map(|code| format!("  {},\n", json!(code)));
    format!("new Set<ProblemCode>([\n{}])", codes.collect::<String>())
}

/// The TypeScript set of the calls of these kinds.
fn call_set(kinds: &[Kind]) -> String {
    let names = KINDS.iter().filter(|(_, kind)| kinds.contains(kind)).map(|(name, _)| format!("  \"{name}\",\n"));
    format!("new Set<keyof Calls>([\n{}])", names.collect::<String>())
}

/// Returns the window's permissions: only the app's own commands.
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
