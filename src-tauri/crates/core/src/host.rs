use std::{
    path::{Path, PathBuf},
    pin::Pin,
    sync::Arc,
};

use assay_api::{NameResolver, SystemResolver};
use assay_model::{
    Desktop, Language, MenuGroup, Platform, Problem, Release, Secret, SystemNotification, Theme, UpdateMethod, Zoom,
};
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

/// A boxed future.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The app and the system it runs on.
pub trait AppInfo: Send + Sync + 'static {
    /// The app's version.
    fn version(&self) -> String;
    /// The build of the window's files: another one for other files.
    fn build(&self) -> String;
    /// The system's languages, the preferred one first.
    fn languages(&self) -> Vec<String>;
    /// The locale of the system's number format, such as `de-DE`, if known.
    fn number_locale(&self) -> Option<String>;
    /// The system's separator of lists, if it has one.
    fn list_separator(&self) -> Option<String>;
    /// Returns the operating system.
    fn platform(&self) -> Platform;
    /// Returns the desktop environment.
    fn desktop(&self) -> Desktop;
    /// Whether the app was started in safe mode: default preferences, no library, no batches.
    fn safe_mode(&self) -> bool;
    /// Lines for diagnostics: build, installation, system, desktop, and webview. May block.
    fn about_system(&self) -> String;
}

/// The app's folders.
pub trait Folders: Send + Sync + 'static {
    /// The app's data folder, which exists.
    fn data_folder(&self) -> PathBuf;
    /// The log folder, which may not exist.
    fn log_folder(&self) -> PathBuf;
    /// Opens a folder in the system's file manager.
    fn open_folder(&self, folder: &Path) -> Result<(), Problem>;
    /// Schedules all of the app's files for deletion once it has closed.
    fn remove_files(&self) -> Result<(), Problem>;
}

/// The app's settings on disk.
pub trait SettingsStore: Send + Sync + 'static {
    /// The name under which a damaged settings file was set aside at this start.
    fn settings_set_aside(&self) -> Option<String>;
    /// Returns a saved setting; `None` if it was never written.
    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem>;
    /// Saves a setting.
    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem>;
}

/// The app's window.
pub trait Window: Send + Sync + 'static {
    /// Shows the window, already painted.
    fn show_window(&self);
    /// Records that the webview has drawn frames, so its renderer works here.
    fn note_frames(&self) {}
    /// Applies the theme's colors to the native parts of the window.
    fn apply_theme(&self, theme: Theme);
    /// Sets the window's zoom.
    fn apply_zoom(&self, zoom: Zoom);
    /// Closes the window without asking again.
    fn close_window(&self);
    /// Fills the system's menu bar, if there is one.
    fn show_menu(&self, menu: &[MenuGroup]);
    /// Shows progress on the taskbar or dock, 0–1; `None` clears it. Does nothing on desktops
    /// without it.
    fn show_progress(&self, progress: Option<f64>);
    /// Opens the system's print dialog for the window.
    fn print_window(&self) -> Result<(), Problem>;
    /// Whether documents are printed to a PDF file without a dialog.
    fn prints_to_files(&self) -> bool;
    /// Prints a document to a PDF file, or opens the system's print dialog for it. Dropping the
    /// answer ends printing to a file.
    fn print_document(&self, html: String, file: Option<PathBuf>) -> Pending<'_, Result<(), Problem>>;
}

/// The system's dialogs.
pub trait Dialogs: Send + Sync + 'static {
    /// Asks the user in a system dialog, which the webview can't answer. If it can't be shown, the
    /// answer is no.
    fn ask(&self, question: Question, language: Language) -> Pending<'_, bool>;
    /// Lets the user choose a new file, and returns its full path. The suggested name includes the
    /// extension.
    fn choose_new_file<'a>(
        &'a self,
        name: &'a str,
        extension: &'a str,
    ) -> Pending<'a, Result<Option<PathBuf>, Problem>>;
    /// Lets the user choose a file, and returns its full path. Offers files with these extensions;
    /// if there are several, any other file, too.
    fn choose_file<'a>(&'a self, extensions: &'a [&'a str]) -> Pending<'a, Result<Option<PathBuf>, Problem>>;
}

/// The system's browser, notifications, and host names.
pub trait System: Send + Sync + 'static {
    /// Opens an http or https URL, already validated, in the system's browser.
    fn open_address(&self, address: &str) -> Result<(), Problem>;
    /// Shows a system notification. May block.
    fn show_notice(&self, notice: &SystemNotification) -> Result<(), Problem>;
    /// Resolves the host names of sitemap URLs.
    fn resolver(&self) -> Arc<dyn NameResolver> {
        Arc::new(SystemResolver)
    }
}

/// How this copy of the app is updated.
pub trait Updater: Send + Sync + 'static {
    /// How this copy of the app is updated.
    fn update_way(&self) -> UpdateMethod;
    /// The URL of the update listing, https or on this computer; `None` if updates aren't checked.
    fn update_address(&self) -> Option<Url>;
    /// The newer version in a listing, if any. Fails with
    /// [`assay_model::ProblemCode::UpdateFailed`] if the listing is invalid.
    fn newer_version(&self, listing: &Value) -> Result<Option<AvailableUpdate>, Problem>;
    /// Verifies that a package is the listing's newer version and is signed: fails with
    /// [`assay_model::ProblemCode::UpdateUntrusted`] if not. May block.
    fn check_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem>;
    /// Verifies and installs a package. If the system's installer does that, the app closes here.
    /// On failure this version is unchanged. May block.
    fn install_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem>;
    /// Restarts the app.
    fn restart(&self);
}

/// The system's clipboard.
pub trait Clipboard: Send + Sync + 'static {
    /// Copies a secret to the clipboard, out of its history if possible, and clears it after 60
    /// seconds unless it was replaced. May block. Fails with
    /// [`assay_model::ProblemCode::ClipboardFailed`].
    fn copy_secret(&self, secret: &Secret) -> Result<(), Problem>;
    /// Clears a copied secret from the clipboard now. May block.
    fn clear_copied(&self);
}

/// The sample service of this process.
pub trait SampleHost: Send + Sync + 'static {
    /// Starts the sample service unless it is running, and returns its access.
    fn start_sample(&self) -> Pending<'_, Result<SampleAccess, Problem>>;
    /// Resets the sample service's data.
    fn reset_sample(&self) -> Pending<'_, Result<(), Problem>>;
    /// The sample service's earlier states, oldest first; empty if it isn't running.
    fn sample_past(&self) -> Pending<'_, Result<Vec<SampleState>, Problem>>;
    /// Stops the sample service if it is running.
    fn stop_sample(&self) -> Pending<'_, ()>;
}

/// What the core needs from its host: the shell, or a fake in tests.
pub trait Host:
    AppInfo + Folders + SettingsStore + Window + Dialogs + System + Updater + Clipboard + SampleHost
{
}

impl<T> Host for T where
    T: AppInfo + Folders + SettingsStore + Window + Dialogs + System + Updater + Clipboard + SampleHost
{
}

/// An update in the listing.
pub struct AvailableUpdate {
    /// Its version and notes.
    pub release: Release,
    /// The URL of its package; `None` if this copy can't install it.
    pub package: Option<Url>,
}

/// A question that is asked outside the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Question {
    /// Delete all of the app's data on this computer.
    DataRemoval,
    /// Connect to a host for the first time.
    Contact {
        /// Its name or IP address.
        host: String,
    },
}

/// Access to the running sample service.
#[derive(Clone)]
pub struct SampleAccess {
    /// Its base URL, on this computer.
    pub base_url: String,
    /// Its key, valid until it stops.
    pub key: Secret,
}

/// The state of a sample report from some time on.
pub struct SampleState {
    /// The start of the state.
    pub at: Timestamp,
    /// The report's id.
    pub id: String,
    /// The service's response when the report was read; `None` if it was removed.
    pub answer: Option<String>,
}
