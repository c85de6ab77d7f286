use std::{path::PathBuf, sync::Arc};

use assay_model::{CoreEvent, Preferences, Problem, Ticket, for_each_call};
use tokio::sync::mpsc::UnboundedReceiver;

use crate::{
    batch::{BatchExports, BatchList, BatchPlans, BatchRunner, Sources},
    branding::BrandingStore,
    calls::CallRegistry,
    certificates::CertificateFiles,
    close_guard::CloseGuard,
    connection_edit::{ConnectionRemovals, ConnectionSaves, ConnectionTests, ReplacedServices},
    connections::{ConnectionStore, SampleConnection, ServiceClients},
    crash_reports::CrashReports,
    data_removal::DataRemover,
    diagnostics::Diagnostics,
    drafts::Drafts,
    events::Events,
    export::{ClientReports, Exports},
    first_picture::FirstPictures,
    library::LibraryQueries,
    library_file::LibraryFile,
    passwords::Passwords,
    preferences::PreferenceStore,
    projects::Projects,
    reports::Reports,
    service_ingest::ServiceIngest,
    shutdown::Shutdown,
    startup::Startup,
    sync_calls::SyncCalls,
    updates::Updates,
    window_calls::WindowCalls,
};

/// The app's functions, independent of the user interface: owns the services and forwards calls.
pub struct Core {
    pub(crate) calls: CallRegistry,
    pub(crate) events: Events,
    pub(crate) app: AppServices,
    pub(crate) connections: ConnectionServices,
    pub(crate) reports: ReportServices,
    pub(crate) library: LibraryServices,
    pub(crate) batches: Batches,
}

/// The app: its start and end, settings, and window.
pub(crate) struct AppServices {
    pub startup: Startup,
    pub pictures: Arc<FirstPictures>,
    pub shutdown: Shutdown,
    pub preferences: Arc<PreferenceStore>,
    pub drafts: Arc<Drafts>,
    pub window: WindowCalls,
    pub close_guard: CloseGuard,
    pub updates: Arc<Updates>,
    pub crashes: Arc<CrashReports>,
    pub diagnostics: Diagnostics,
    pub removal: DataRemover,
}

pub(crate) struct ConnectionServices {
    pub store: Arc<ConnectionStore>,
    pub clients: Arc<ServiceClients>,
    pub sample: Arc<SampleConnection>,
    pub certificates: Arc<CertificateFiles>,
    pub saves: ConnectionSaves,
    pub tests: ConnectionTests,
    pub replaced: Arc<ReplacedServices>,
    pub removals: ConnectionRemovals,
}

pub(crate) struct ReportServices {
    pub reports: Arc<Reports>,
    pub projects: Projects,
    pub passwords: Arc<Passwords>,
}

/// The library: queries, its file, syncs, and exports.
pub(crate) struct LibraryServices {
    pub queries: Arc<LibraryQueries>,
    pub file: LibraryFile,
    pub syncs: Arc<SyncCalls>,
    pub exports: Exports,
    pub client_reports: ClientReports,
    pub branding: Arc<BrandingStore>,
    pub ingest: Arc<ServiceIngest>,
}

pub(crate) struct Batches {
    pub sources: Arc<Sources>,
    pub plans: BatchPlans,
    pub rows: Arc<BatchList>,
    pub runner: Arc<BatchRunner>,
    pub exports: BatchExports,
}

impl Core {
    /// Runs a call as its ticket says: in the background, until canceled.
    pub async fn run_call<T>(
        &self,
        ticket: Ticket,
        call: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        self.calls.run_call(ticket, call).await
    }

    /// Subscribes to events.
    pub fn watch(&self) -> UnboundedReceiver<CoreEvent> {
        self.events.listen()
    }

    /// Returns the saved preferences, or the defaults if they are unreadable. In safe mode, the
    /// defaults until changed.
    pub fn preferences(&self) -> Result<Preferences, Problem> {
        self.app.preferences.read()
    }

    /// Whether the window may close now. If not, it is notified to ask the user, unless it already
    /// shows that an update is being installed.
    pub fn may_close(&self) -> bool {
        self.app.close_guard.may_close()
    }

    /// Only notifies the window: anyone can make a link.
    pub fn link_opened(&self, text: &str) {
        self.app.window.link_opened(text);
    }

    /// Notifies the window as an opened link does.
    pub fn sample_asked(&self) {
        self.app.window.sample_asked();
    }

    /// Notifies the window of a command from the menu bar.
    pub fn command_chosen(&self, command: String) {
        self.app.window.command_chosen(command);
    }

    /// Notifies the window of files being dragged over it.
    pub fn files_over(&self, over: bool) {
        self.batches.sources.files_over(over);
    }

    /// Notifies the window of dropped files. May block.
    pub fn files_dropped(&self, paths: Vec<PathBuf>) {
        self.batches.sources.files_dropped(paths);
    }

    /// Waits until everything queued so far is ingested or failed.
    pub async fn library_flush(&self) {
        self.library.ingest.flush().await;
    }

    /// Ends background work before the app closes: clears the clipboard, stops batches and syncs,
    /// and ingests what is queued.
    pub async fn end(&self) {
        self.app.shutdown.end().await;
    }
}

macro_rules! forward {
    ($($(#[doc = $doc:literal])+ $kind:ident $(($mark:ident))? $name:ident: $request:ty => $answer:ty;)+) => {
        impl Core {
            $(
                $(#[doc = $doc])+
                pub async fn $name(&self, request: $request) -> Result<$answer, Problem> {
                    service!(self $name).$name(request).await
                }
            )+
        }
    };
}

macro_rules! service {
    ($core:ident app_start) => {
        $core.app.startup
    };
    ($core:ident app_painted) => {
        $core.app.startup.background
    };
    ($core:ident picture_save) => {
        $core.app.pictures
    };
    ($core:ident library_revision) => {
        $core.app.pictures
    };
    ($core:ident preferences_save) => {
        $core.app.preferences
    };
    ($core:ident draft_save) => {
        $core.app.drafts
    };
    ($core:ident close_guard) => {
        $core.app.close_guard
    };
    ($core:ident app_close) => {
        $core.app.close_guard
    };
    ($core:ident app_restart) => {
        $core.app.close_guard
    };
    ($core:ident update_install) => {
        $core.app.close_guard
    };
    ($core:ident menu_show) => {
        $core.app.window
    };
    ($core:ident address_check) => {
        $core.app.window
    };
    ($core:ident base_check) => {
        $core.app.window
    };
    ($core:ident address_open) => {
        $core.app.window
    };
    ($core:ident notification_show) => {
        $core.app.window
    };
    ($core:ident window_print) => {
        $core.app.window
    };
    ($core:ident crash_report_save) => {
        $core.app.crashes
    };
    ($core:ident crash_seen) => {
        $core.app.crashes
    };
    ($core:ident logs_open) => {
        $core.app.crashes
    };
    ($core:ident diagnostics_read) => {
        $core.app.diagnostics
    };
    ($core:ident data_remove) => {
        $core.app.removal
    };
    ($core:ident update_check) => {
        $core.app.updates
    };
    ($core:ident call_cancel) => {
        $core.calls
    };
    ($core:ident connections_list) => {
        $core.connections.store
    };
    ($core:ident connection_test) => {
        $core.connections.tests
    };
    ($core:ident connection_save) => {
        $core.connections.saves
    };
    ($core:ident connection_remove) => {
        $core.connections.removals
    };
    ($core:ident connection_undo) => {
        $core.connections.replaced
    };
    ($core:ident ca_file_choose) => {
        $core.connections.certificates
    };
    ($core:ident pending_calls_cancel) => {
        $core.connections.clients
    };
    ($core:ident sample_open) => {
        $core.connections.sample
    };
    ($core:ident sample_reset) => {
        $core.connections.sample
    };
    ($core:ident reports_list) => {
        $core.reports.reports
    };
    ($core:ident report_read) => {
        $core.reports.reports
    };
    ($core:ident report_create) => {
        $core.reports.reports
    };
    ($core:ident report_find_created) => {
        $core.reports.reports
    };
    ($core:ident report_update) => {
        $core.reports.reports
    };
    ($core:ident report_delete) => {
        $core.reports.reports
    };
    ($core:ident projects_list) => {
        $core.reports.projects
    };
    ($core:ident project_delete) => {
        $core.reports.projects
    };
    ($core:ident password_make) => {
        $core.reports.passwords
    };
    ($core:ident password_save) => {
        $core.reports.passwords
    };
    ($core:ident password_exists) => {
        $core.reports.passwords
    };
    ($core:ident password_show) => {
        $core.reports.passwords
    };
    ($core:ident password_copy) => {
        $core.reports.passwords
    };
    ($core:ident password_forget) => {
        $core.reports.passwords
    };
    ($core:ident library_list) => {
        $core.library.queries
    };
    ($core:ident library_projects) => {
        $core.library.queries
    };
    ($core:ident library_counts) => {
        $core.library.queries
    };
    ($core:ident project_summaries) => {
        $core.library.queries
    };
    ($core:ident library_report) => {
        $core.library.queries
    };
    ($core:ident library_trends) => {
        $core.library.queries
    };
    ($core:ident check_names) => {
        $core.library.queries
    };
    ($core:ident check_search_prepare) => {
        $core.library.queries
    };
    ($core:ident report_history) => {
        $core.library.queries
    };
    ($core:ident snapshot_read) => {
        $core.library.queries
    };
    ($core:ident snapshots_compare) => {
        $core.library.queries
    };
    ($core:ident reports_compare) => {
        $core.library.queries
    };
    ($core:ident moments_compare) => {
        $core.library.queries
    };
    ($core:ident changes_mark_seen) => {
        $core.library.queries
    };
    ($core:ident changes_count) => {
        $core.library.queries
    };
    ($core:ident fix_list) => {
        $core.library.queries
    };
    ($core:ident overview_read) => {
        $core.library.queries
    };
    ($core:ident library_info) => {
        $core.library.file
    };
    ($core:ident library_clear) => {
        $core.library.file
    };
    ($core:ident library_backup) => {
        $core.library.file
    };
    ($core:ident library_restore) => {
        $core.library.file
    };
    ($core:ident syncs_list) => {
        $core.library.syncs
    };
    ($core:ident sync_start) => {
        $core.library.syncs
    };
    ($core:ident sync_stop) => {
        $core.library.syncs
    };
    ($core:ident client_report_save) => {
        $core.library.client_reports
    };
    ($core:ident branding_read) => {
        $core.library.branding
    };
    ($core:ident branding_save) => {
        $core.library.branding
    };
    ($core:ident logo_choose) => {
        $core.library.branding
    };
    ($core:ident export_save) => {
        $core.library.exports
    };
    ($core:ident source_choose) => {
        $core.batches.sources
    };
    ($core:ident source_preview) => {
        $core.batches.sources
    };
    ($core:ident batch_plan) => {
        $core.batches.plans
    };
    ($core:ident batch_update_plan) => {
        $core.batches.plans
    };
    ($core:ident sitemap_gaps) => {
        $core.batches.plans
    };
    ($core:ident sitemap_missing) => {
        $core.batches.plans
    };
    ($core:ident batch_undo) => {
        $core.batches.plans
    };
    ($core:ident batch_set_actions) => {
        $core.batches.rows
    };
    ($core:ident batch_read) => {
        $core.batches.rows
    };
    ($core:ident batches_list) => {
        $core.batches.rows
    };
    ($core:ident batch_rows) => {
        $core.batches.rows
    };
    ($core:ident batch_bad_lines) => {
        $core.batches.rows
    };
    ($core:ident batch_outcome) => {
        $core.batches.rows
    };
    ($core:ident batch_remove) => {
        $core.batches.rows
    };
    ($core:ident batch_start) => {
        $core.batches.runner
    };
    ($core:ident batch_pause) => {
        $core.batches.runner
    };
    ($core:ident batch_cancel) => {
        $core.batches.runner
    };
    ($core:ident batch_retry) => {
        $core.batches.runner
    };
    ($core:ident batch_export) => {
        $core.batches.exports
    };
}

for_each_call!(forward);
