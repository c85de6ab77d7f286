//! Links to the app, as systems hand them over.

use std::sync::Arc;

use assay_core::Core;
use tauri::{AppHandle, Manager};
use tauri_plugin_deep_link::DeepLinkExt;

#[cfg(target_os = "linux")]
use crate::appimage;
use crate::{options::Options, window};

/// Shows what a link leads to, in the window that is open.
fn open(app: &AppHandle, link: &str) {
    tell(app, link);
    window::focus(app);
}

/// Tells the core of a link.
fn tell(app: &AppHandle, link: &str) {
    if let Some(core) = app.try_state::<Arc<Core>>() {
        core.link_opened(link);
    }
}

/// Tells the core what a start of the program is to show.
pub fn heed(core: &Core, options: &Options) {
    if let Some(link) = &options.link {
        core.link_opened(link);
    } else if options.sample {
        core.sample_asked();
    }
}

/// Heeds the links that come as events, which only macOS does: elsewhere they come on a command line.
pub fn listen(app: &AppHandle) {
    let heard = app.clone();
    app.deep_link().on_open_url(move |event| {
        for link in event.urls() {
            open(&heard, link.as_str());
        }
    });
    // A link that starts the app comes before anybody can listen.
    #[cfg(target_os = "macos")]
    for link in app.deep_link().get_current().ok().flatten().unwrap_or_default() {
        tell(app, link.as_str());
    }
}

/// The file by which an `AppImage` tells the system of its links: the plugin's name for it.
#[cfg(target_os = "linux")]
pub fn handler() -> Option<std::path::PathBuf> {
    dirs::data_dir().map(|folder| folder.join("applications/assay-handler.desktop"))
}

/// Tells the system that links are opened with this program, where no package has told it.
#[cfg(target_os = "linux")]
pub fn register(app: &AppHandle) {
    let Some(file) = appimage::file(&app.env()) else { return };
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        // Told once, the user may have chosen another program for them.
        let told = handler().and_then(|handler| std::fs::read_to_string(handler).ok()).unwrap_or_default();
        if opens_with(&told, &file) {
            return;
        }
        if let Err(error) = app.deep_link().register(assay_model::LINK_SCHEME) {
            log::warn!("the system could not be told of links: {error}");
        }
    });
}

/// Whether a desktop entry, as the plugin writes it, starts this file.
#[cfg(target_os = "linux")]
fn opens_with(entry: &str, file: &std::path::Path) -> bool {
    let exec = format!("Exec=\"{}\" %u", file.display());
    entry.lines().any(|line| line == exec)
}

/// Takes back what [`register`] told the system.
#[cfg(target_os = "linux")]
pub fn unregister(app: &AppHandle) {
    if appimage::file(&app.env()).is_some()
        && let Err(error) = app.deep_link().unregister(assay_model::LINK_SCHEME)
    {
        log::warn!("the system still knows of links: {error}");
    }
}

/// Only an `AppImage` is installed by nobody.
#[cfg(not(target_os = "linux"))]
pub fn register(_app: &AppHandle) {}

/// Only an `AppImage` is removed by nobody.
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
