//! Links to the app, as received from the system.

use std::{
    process::{Command, ExitCode},
    sync::Arc,
};

use assay_core::Core;
use tauri::{AppHandle, Manager};
use tauri_plugin_deep_link::DeepLinkExt;

#[cfg(target_os = "linux")]
use crate::appimage;
use crate::{options::Options, window};

/// Shows a link's target in the open window.
fn open(app: &AppHandle, link: &str) {
    send_link(app, link);
    window::focus(app);
}

/// Sends a link to the core.
fn send_link(app: &AppHandle, link: &str) {
    if let Some(core) = app.try_state::<Arc<Core>>() {
        core.link_opened(link);
    }
}

/// Lets macOS send a link to the running app.
pub fn open_with_system(link: &str) -> ExitCode {
    let status = Command::new("/usr/bin/open").arg(link).status();
    if status.is_ok_and(|status| status.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Sends the target of a start to the core.
pub fn open_deep_link(core: &Core, options: &Options) {
    if let Some(link) = &options.link {
        core.link_opened(link);
    } else if options.sample {
        core.sample_asked();
    }
}

/// Listens to link events, which only macOS has: other systems use the command line.
pub fn listen(app: &AppHandle) {
    let heard = app.clone();
    app.deep_link().on_open_url(move |event| {
        for link in event.urls() {
            open(&heard, link.as_str());
        }
    });
    // A link that starts the app comes before there is a listener.
    #[cfg(target_os = "macos")]
    for link in app.deep_link().get_current().ok().flatten().unwrap_or_default() {
        send_link(app, link.as_str());
    }
}

/// The desktop entry for an `AppImage`'s links, as named by the plugin.
#[cfg(target_os = "linux")]
pub fn handler() -> Option<std::path::PathBuf> {
    dirs::data_dir().map(|folder| folder.join("applications/assay-handler.desktop"))
}

/// Registers the app for its links, unless a package has done so.
#[cfg(target_os = "linux")]
pub fn register(app: &AppHandle) {
    let Some(file) = appimage::file(&app.env()) else { return };
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        // Registered once: the user may have chosen another program since.
        let told = handler().and_then(|handler| std::fs::read_to_string(handler).ok()).unwrap_or_default();
        if opens_with(&told, &file) {
            return;
        }
        if let Err(error) = app.deep_link().register(assay_model::LINK_SCHEME) {
            log::warn!("couldn't register for links: {error}");
        }
    });
}

/// Whether a desktop entry by the plugin starts this file.
#[cfg(target_os = "linux")]
fn opens_with(entry: &str, file: &std::path::Path) -> bool {
    let exec = format!("Exec=\"{}\" %u", file.display());
    entry.lines().any(|line| line == exec)
}

/// Reverts [`register`].
#[cfg(target_os = "linux")]
pub fn unregister(app: &AppHandle) {
    if appimage::file(&app.env()).is_some()
        && let Err(error) = app.deep_link().unregister(assay_model::LINK_SCHEME)
    {
        log::warn!("couldn't unregister from links: {error}");
    }
}

/// Other packages are registered on installation.
#[cfg(not(target_os = "linux"))]
pub fn register(_app: &AppHandle) {}

/// Other packages are unregistered on removal.
#[cfg(not(target_os = "linux"))]
pub fn unregister(_app: &AppHandle) {}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests {
    use std::path::Path;

    use super::opens_with;

    #[test]
    fn an_appimage_that_was_moved_tells_the_system_again() {
        let entry = "[Desktop Entry]\nType=Application\nName=Assay\nExec=\"/apps/Assay.AppImage\" %u\n";
        assert!(opens_with(entry, Path::new("/apps/Assay.AppImage")));
        assert!(!opens_with(entry, Path::new("/elsewhere/Assay.AppImage")));
        assert!(!opens_with("", Path::new("/apps/Assay.AppImage")));
    }
}
