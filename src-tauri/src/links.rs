//! Links to the app, as systems hand them over.

use std::sync::Arc;

use assay_core::Core;
use tauri::{AppHandle, Manager};
use tauri_plugin_deep_link::DeepLinkExt;

use crate::window;

/// Shows what a link leads to, in the window that is open.
pub fn open(app: &AppHandle, link: &str) {
    if let Some(core) = app.try_state::<Arc<Core>>() {
        core.link_opened(link);
    }
    window::focus(app);
}

/// Heeds the links that come as events, which only macOS does: elsewhere they come on a command line.
pub fn listen(app: &AppHandle) {
    let heard = app.clone();
    app.deep_link().on_open_url(move |event| {
        for link in event.urls() {
            open(&heard, link.as_str());
        }
    });
}

/// Tells the system that links are opened with this program, where no package has told it.
#[cfg(target_os = "linux")]
pub fn register(app: &AppHandle) {
    if app.env().appimage.is_none() {
        return;
    }
    let app = app.clone();
    tauri::async_runtime::spawn_blocking(move || {
        if let Err(error) = app.deep_link().register(assay_model::LINK_SCHEME) {
            log::warn!("the system could not be told of links: {error}");
        }
    });
}

/// Takes back what [`register`] told the system.
#[cfg(target_os = "linux")]
pub fn unregister(app: &AppHandle) {
    if app.env().appimage.is_some()
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
