use std::pin::Pin;

use assay_model::{Desktop, MenuGroup, Platform, Problem, Secret, Theme, Zoom};
use serde_json::Value;

/// An answer that takes its time.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What the core needs of the program that it runs in: the shell, or a fake in tests.
pub trait Host: Send + Sync + 'static {
    /// The version of the app.
    fn version(&self) -> String;
    /// The operating system.
    fn platform(&self) -> Platform;
    /// The desktop that the user works in.
    fn desktop(&self) -> Desktop;
    /// Whether the app was asked to open the sample workspace.
    fn opens_sample(&self) -> bool;
    /// The name under which a damaged settings file was set aside at this start.
    fn settings_set_aside(&self) -> Option<String>;
    /// A kept setting, or `None` if it was never written.
    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem>;
    /// Keeps a setting beyond the end of the app.
    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem>;
    /// Shows the window, painted.
    fn show_window(&self);
    /// Gives the window's own parts the colours of a theme.
    fn apply_theme(&self, theme: Theme);
    /// Shows everything in the window larger or smaller.
    fn apply_zoom(&self, zoom: Zoom);
    /// Closes the window without asking again.
    fn close_window(&self);
    /// Fills the system's menu bar, where there is one.
    fn show_menu(&self, menu: &[MenuGroup]);
    /// Opens an address that was checked to be http or https in the system's browser.
    fn open_address(&self, address: &str) -> Result<(), Problem>;
    /// Lets the user choose a file with certificates: its full path, or nothing.
    fn choose_certificates(&self) -> Pending<'_, Result<Option<String>, Problem>>;
    /// Starts the sample service unless it runs, and tells how to reach it.
    fn start_sample(&self) -> Pending<'_, Result<SampleAccess, Problem>>;
    /// Sets the sample service's data back to how it was at first.
    fn reset_sample(&self) -> Pending<'_, Result<(), Problem>>;
    /// Stops the sample service if it runs.
    fn stop_sample(&self) -> Pending<'_, ()>;
}

/// How to reach the running sample service.
#[derive(Clone)]
pub struct SampleAccess {
    /// Its base address, on this computer.
    pub base_url: String,
    /// Its key, which lasts until it stops.
    pub key: Secret,
}
