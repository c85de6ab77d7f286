use std::{
    path::{Path, PathBuf},
    pin::Pin,
};

use assay_model::{Desktop, MenuGroup, SystemNotification, Platform, Problem, Secret, Theme, UpdateMethod, Zoom};
use jiff::Timestamp;
use serde_json::Value;
use url::Url;

use crate::updates::Newer;

/// An answer that takes its time.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The app and the system it runs on.
pub trait Host: Send + Sync + 'static {
    /// The version of the app.
    fn version(&self) -> String;
    /// Returns the operating system.
    fn platform(&self) -> Platform;
    /// Returns the desktop environment.
    fn desktop(&self) -> Desktop;
    /// Whether the app was started in safe mode: default preferences, no library, no batches.
    fn safe_mode(&self) -> bool;
    /// Lines for diagnostics: build, installation, system, desktop, and webview. May block.
    fn about_system(&self) -> String;
    /// The folder of the app's log. It may not be there.
    fn log_folder(&self) -> PathBuf;
    /// Opens a folder in the system's file manager.
    fn open_folder(&self, folder: &Path) -> Result<(), Problem>;
    /// Schedules all of the app's files for deletion once it has closed.
    fn remove_files(&self) -> Result<(), Problem>;
    /// The folder of the app's own files. It is there.
    fn data_folder(&self) -> PathBuf;
    /// The name under which a damaged settings file was set aside at this start.
    fn settings_set_aside(&self) -> Option<String>;
    /// Returns a saved setting; `None` if it was never written.
    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem>;
    /// Saves a setting.
    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem>;
    /// Shows the window, painted.
    fn show_window(&self);
    /// Gives the window's own parts the colours of a theme.
    fn apply_theme(&self, theme: Theme);
    /// Sets the window's zoom.
    fn apply_zoom(&self, zoom: Zoom);
    /// Closes the window without asking again.
    fn close_window(&self);
    /// Ends the app and starts it anew.
    fn restart(&self);
    /// How this copy of the app is updated.
    fn update_way(&self) -> UpdateMethod;
    /// Where what came out is listed: https, or this computer; none where it is not looked.
    fn update_address(&self) -> Option<Url>;
    /// The version that is newer than this one, if a listing has one. Fails with
    /// [`assay_model::ProblemCode::UpdateFailed`] where the listing is none.
    fn newer_version(&self, listing: &Value) -> Result<Option<Newer>, Problem>;
    /// Whether a package is that of the newer version in a listing, signed by the app's makers: fails with
    /// [`assay_model::ProblemCode::UpdateUntrusted`] if not. May block.
    fn check_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem>;
    /// Lets a package take the place of this version, after a check as above. Where the system's installer does that, the
    /// app ends here. Where it fails, this version stays as it is. May block.
    fn install_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem>;
    /// Fills the system's menu bar, where there is one.
    fn show_menu(&self, menu: &[MenuGroup]);
    /// Shows progress on the taskbar or dock, 0–1; `None` clears it. Does nothing on desktops
    /// without it.
    fn open_address(&self, address: &str) -> Result<(), Problem>;
    /// Lets the user choose a file with certificates: its full path, or nothing.
    fn choose_certificates(&self) -> Pending<'_, Result<Option<String>, Problem>>;
    /// Lets the user say where to make a file: its full path, or nothing. Suggests a name, which has the extension
    /// already.
    fn choose_new_file<'a>(
        &'a self,
        name: &'a str,
        extension: &'a str,
    ) -> Pending<'a, Result<Option<PathBuf>, Problem>>;
    /// Lets the user choose a file, and returns its full path. Offers files with these extensions;
    /// if there are several, any other file, too.
    fn choose_file<'a>(&'a self, extensions: &'a [&'a str]) -> Pending<'a, Result<Option<PathBuf>, Problem>>;
    /// Shows a message of the system, outside the window. May block while the system is asked.
    fn show_notice(&self, notice: &SystemNotification) -> Result<(), Problem>;
    /// Resolves the host names of sitemap URLs.
    fn show_progress(&self, progress: Option<f64>);
    /// Puts a secret on the clipboard, out of its history where the system lets it, and takes it away again after 60
    /// seconds unless something else is there by then. May block while the system is asked. Fails with
    /// [`assay_model::ProblemCode::ClipboardFailed`].
    fn copy_secret(&self, secret: &Secret) -> Result<(), Problem>;
    /// Clears a copied secret from the clipboard now. May block.
    fn clear_copied(&self);
    /// Opens the system's print dialog for what the window shows.
    fn print_window(&self) -> Result<(), Problem>;
    /// Starts the sample service unless it runs, and tells how to reach it.
    fn start_sample(&self) -> Pending<'_, Result<SampleAccess, Problem>>;
    /// Resets the sample service's data.
    fn reset_sample(&self) -> Pending<'_, Result<(), Problem>>;
    /// The sample service's earlier states, oldest first; empty if it isn't running.
    fn sample_past(&self) -> Pending<'_, Result<Vec<SampleState>, Problem>>;
    /// Stops the sample service if it is running.
    fn stop_sample(&self) -> Pending<'_, ()>;
}

/// How to reach the running sample service.
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
