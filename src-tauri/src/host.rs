//! The core's host, implemented with the framework and its plugins.

use std::{
    fs::File,
    path::{Path, PathBuf},
};

use assay_core::{
    AppInfo, AvailableUpdate, Clipboard, Dialogs, Folders, Pending, Question, SampleAccess, SampleHost, SampleState,
    SettingsStore, System, Updater, Window,
};
use assay_model::{
    Desktop, Language, MenuGroup, Platform, Problem, ProblemCode, Secret, SystemNotification, Theme, UpdateMethod, Zoom,
};
use assay_sample_service::{Config, HistoryState, SampleService};
use serde_json::Value;
use tauri::{AppHandle, Manager, Url, Wry};
use tauri_plugin_dialog::{DialogExt, FileDialogBuilder, FilePath};
use tauri_plugin_opener::OpenerExt;
use tokio::sync::{Mutex, oneshot};

#[cfg(target_os = "linux")]
use crate::renderer;
use crate::{
    about,
    clipboard::SecretClipboard,
    folders, links, menu, notice,
    options::Options,
    print, question, region, removal,
    settings::Settings,
    update::{self, Updates},
    window,
};

/// The desktop app as the core's host.
pub struct TauriHost {
    app: AppHandle,
    settings: Settings,
    safe_mode: bool,
    build: String,
    folder: PathBuf,
    log_folder: PathBuf,
    sample_database: PathBuf,
    sample: Mutex<Option<SampleService>>,
    clipboard: SecretClipboard,
    updates: Updates,
    /// Locked while the app runs, if the disk supports it.
    _running: Option<File>,
}

impl TauriHost {
    /// Creates the app's data folder and opens the settings. Holds the lock of running apps.
    pub fn new(
        app: AppHandle,
        options: &Options,
        build: String,
        running: Option<File>,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = app.path().app_data_dir()?;
        folders::make_private(&folder)?;
        let sample_database = folder.join("sample.sqlite");
        let settings = Settings::open(&app, &folder)?;
        let updates = Updates::of(&app)?;
        let log_folder = app.path().app_log_dir()?;
        folders::make_private(&log_folder)?;
        Ok(Self {
            app,
            settings,
            safe_mode: options.safe_mode,
            build,
            folder,
            log_folder,
            sample_database,
            sample: Mutex::default(),
            clipboard: SecretClipboard::default(),
            updates,
            _running: running,
        })
    }
}

impl AppInfo for TauriHost {
    fn version(&self) -> String {
        self.app.package_info().version.to_string()
    }

    fn build(&self) -> String {
        self.build.clone()
    }

    fn languages(&self) -> Vec<String> {
        sys_locale::get_locales().collect()
    }

    fn number_locale(&self) -> Option<String> {
        region::number_locale()
    }

    fn list_separator(&self) -> Option<String> {
        region::list_separator()
    }

    fn platform(&self) -> Platform {
        match std::env::consts::OS {
            "macos" => Platform::Macos,
            "windows" => Platform::Windows,
            _ => Platform::Linux,
        }
    }

    fn desktop(&self) -> Desktop {
        match self.platform() {
            Platform::Macos => Desktop::Macos,
            Platform::Windows => Desktop::Windows,
            Platform::Linux => desktop_named(&std::env::var("XDG_CURRENT_DESKTOP").unwrap_or_default()),
        }
    }

    fn safe_mode(&self) -> bool {
        self.safe_mode
    }

    fn about_system(&self) -> String {
        about::system()
    }
}

impl Folders for TauriHost {
    fn data_folder(&self) -> PathBuf {
        self.folder.clone()
    }

    fn log_folder(&self) -> PathBuf {
        self.log_folder.clone()
    }

    fn open_folder(&self, folder: &Path) -> Result<(), Problem> {
        let opened = self.app.opener().open_path(folder.display().to_string(), None::<&str>);
        opened.map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))
    }

    fn remove_files(&self) -> Result<(), Problem> {
        removal::begin(&self.app)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        links::unregister(&self.app);
        Ok(())
    }
}

impl SettingsStore for TauriHost {
    fn settings_set_aside(&self) -> Option<String> {
        self.settings.set_aside()
    }

    fn read_setting(&self, name: &str) -> Result<Option<Value>, Problem> {
        Ok(self.settings.read(name))
    }

    fn write_setting(&self, name: &str, value: Value) -> Result<(), Problem> {
        self.settings.write(name, value)
    }
}

impl Window for TauriHost {
    fn show_window(&self) {
        window::painted(&self.app);
    }

    #[cfg(target_os = "linux")]
    fn note_frames(&self) {
        renderer::painted();
    }

    fn apply_theme(&self, theme: Theme) {
        window::apply_theme(&self.app, theme);
    }

    fn apply_zoom(&self, zoom: Zoom) {
        window::apply_zoom(&self.app, zoom);
    }

    fn close_window(&self) {
        window::close(&self.app);
    }

    fn show_menu(&self, menu: &[MenuGroup]) {
        menu::show(&self.app, menu);
    }

    fn show_progress(&self, progress: Option<f64>) {
        window::show_progress(&self.app, progress);
    }

    fn print_window(&self) -> Result<(), Problem> {
        window::print(&self.app)
    }

    fn prints_to_files(&self) -> bool {
        print::TO_FILES
    }

    fn print_document(&self, html: String, file: Option<PathBuf>) -> Pending<'_, Result<(), Problem>> {
        Box::pin(print::print(&self.app, html, file))
    }
}

impl Dialogs for TauriHost {
    fn ask(&self, question: Question, language: Language) -> Pending<'_, bool> {
        Box::pin(question::ask(&self.app, question, language))
    }

    fn choose_new_file<'a>(
        &'a self,
        name: &'a str,
        extension: &'a str,
    ) -> Pending<'a, Result<Option<PathBuf>, Problem>> {
        Box::pin(async move {
            let dialog = self.files_of(&[extension]).set_file_name(name);
            chosen(|choose| dialog.save_file(choose)).await
        })
    }

    fn choose_file<'a>(&'a self, extensions: &'a [&'a str]) -> Pending<'a, Result<Option<PathBuf>, Problem>> {
        Box::pin(async move {
            let dialog = if extensions.len() == 1 {
                self.files_of(extensions)
            } else if cfg!(target_os = "macos") {
                // There, "*" would be one more extension.
                self.app.dialog().file()
            } else {
                self.files_of(extensions).add_filter("*", &["*"])
            };
            chosen(|choose| dialog.pick_file(choose)).await
        })
    }
}

impl System for TauriHost {
    fn open_address(&self, address: &str) -> Result<(), Problem> {
        self.app
            .opener()
            .open_url(address, None::<&str>)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))
    }

    fn show_notice(&self, notice: &SystemNotification) -> Result<(), Problem> {
        notice::show(self.app.config(), notice)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))
    }
}

impl Updater for TauriHost {
    fn update_way(&self) -> UpdateMethod {
        self.updates.method
    }

    fn update_address(&self) -> Option<Url> {
        self.updates.listing_url.clone()
    }

    fn newer_version(&self, listing: &Value) -> Result<Option<AvailableUpdate>, Problem> {
        self.updates.newer(&self.app, listing)
    }

    fn check_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem> {
        update::check(&self.app, listing, package)
    }

    fn install_package(&self, listing: &Value, package: &[u8]) -> Result<(), Problem> {
        let (app, keeps_window) = (self.app.clone(), !self.safe_mode);
        self.updates.install(&self.app, listing, package, move || {
            crate::end(&app);
            if keeps_window {
                window::save_state(&app);
            }
        })
    }

    fn restart(&self) {
        self.app.request_restart();
    }
}

impl Clipboard for TauriHost {
    fn copy_secret(&self, secret: &Secret) -> Result<(), Problem> {
        self.clipboard.copy(secret)
    }

    fn clear_copied(&self) {
        self.clipboard.clear();
    }
}

impl SampleHost for TauriHost {
    fn start_sample(&self) -> Pending<'_, Result<SampleAccess, Problem>> {
        Box::pin(async {
            let mut sample = self.sample.lock().await;
            let service = if let Some(running) = sample.take() {
                running
            } else {
                let config = Config { database: Some(self.sample_database.clone()), ..Config::default() };
                SampleService::start(config).await.map_err(|error| sample_failed(&error))?
            };
            let access = SampleAccess { base_url: service.base_url(), key: Secret::from(service.key()) };
            *sample = Some(service);
            Ok(access)
        })
    }

    fn reset_sample(&self) -> Pending<'_, Result<(), Problem>> {
        Box::pin(async {
            self.start_sample().await?;
            match self.sample.lock().await.as_ref() {
                Some(service) => service.reset().await.map_err(|error| sample_failed(&error)),
                None => Ok(()),
            }
        })
    }

    fn sample_past(&self) -> Pending<'_, Result<Vec<SampleState>, Problem>> {
        Box::pin(async {
            let sample = self.sample.lock().await;
            let Some(service) = sample.as_ref() else { return Ok(Vec::new()) };
            let past = service.history().await.map_err(|error| sample_failed(&error))?;
            let state = |HistoryState { at, id, answer }| SampleState { at, id, answer };
            Ok(past.into_iter().map(state).collect())
        })
    }

    fn stop_sample(&self) -> Pending<'_, ()> {
        Box::pin(async {
            if let Some(service) = self.sample.lock().await.take() {
                service.stop().await;
            }
        })
    }
}

impl TauriHost {
    fn files_of(&self, extensions: &[&str]) -> FileDialogBuilder<Wry> {
        self.app.dialog().file().add_filter(extensions.join(", ").to_uppercase(), extensions)
    }
}

/// The full path that the user chose in a dialog, if any.
async fn chosen(ask: impl FnOnce(Box<dyn FnOnce(Option<FilePath>) + Send>)) -> Result<Option<PathBuf>, Problem> {
    let (choose, chosen) = oneshot::channel();
    ask(Box::new(|file| {
        // The caller may be gone when the app closes.
        let _ = choose.send(file);
    }));
    let Ok(Some(file)) = chosen.await else { return Ok(None) };
    let path = file.into_path();
    path.map(Some).map_err(|error| Problem::new(ProblemCode::FileFailed).with_detail(error.to_string()))
}

fn sample_failed(error: &impl std::error::Error) -> Problem {
    Problem::new(ProblemCode::SampleFailed).with_detail(error.to_string())
}

/// Parses `XDG_CURRENT_DESKTOP`: names from most to least specific, separated by colons.
fn desktop_named(names: &str) -> Desktop {
    let known = names.split(':').find_map(|name| match name.to_ascii_lowercase().as_str() {
        "gnome" | "unity" | "x-cinnamon" | "mate" | "budgie" | "pantheon" => Some(Desktop::Gnome),
        "kde" => Some(Desktop::Kde),
        _ => None,
    });
    known.unwrap_or(Desktop::Other)
}

#[cfg(test)]
mod tests {
    use assay_model::Desktop;

    use super::desktop_named;

    #[test]
    fn desktops_are_known_by_any_of_their_names() {
        for (names, desktop) in [
            ("GNOME", Desktop::Gnome),
            ("ubuntu:GNOME", Desktop::Gnome),
            ("KDE", Desktop::Kde),
            ("sway", Desktop::Other),
            ("", Desktop::Other),
        ] {
            assert_eq!(desktop_named(names), desktop, "{names}");
        }
    }
}
