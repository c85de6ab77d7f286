//! The main window.

use std::sync::Arc;

use assay_core::{Core, ReadAhead};
use assay_model::{Preferences, Problem, ProblemCode, Theme, Zoom};
use tauri::{
    AppHandle, DragDropEvent, Manager, Url, WebviewWindow, WebviewWindowBuilder,
    webview::{NewWindowResponse, PageLoadEvent},
    window::{Color, ProgressBarState, ProgressBarStatus},
};
use tauri_plugin_window_state::{AppHandleExt as _, StateFlags};

use crate::{first_page::FirstPageServer, first_paint::FirstPaint};
#[cfg(target_os = "linux")]
use crate::{renderer, web_view};

pub const LABEL: &str = "main";

/// The window state saved between starts; not its visibility, which follows the first paint.
pub const SAVED_STATE: StateFlags = StateFlags::all().difference(StateFlags::VISIBLE);

/// Opens the window with its theme's background, hidden until painted if possible.
pub fn open(
    app: &AppHandle,
    preferences: &Preferences,
    reading: ReadAhead,
) -> Result<Arc<FirstPaint>, Box<dyn std::error::Error>> {
    let config = app.config().app.windows.iter().find(|window| window.label == LABEL);
    let config = config.ok_or("tauri.conf.json has no main window")?;
    let shown = app.clone();
    let first_paint = Arc::new(FirstPaint::new(move || show(&shown)));
    app.manage(Arc::clone(&first_paint));
    let loaded = Arc::clone(&first_paint);
    let served = Arc::clone(&first_paint);
    // The page's own picture is the first paint.
    let first_page = FirstPageServer::new(reading, move || served.painted());
    let window = WebviewWindowBuilder::from_config(app, config)?
        .theme(system_theme(preferences.theme))
        .on_navigation(is_own)
        .on_web_resource_request(move |request, response| first_page.serve(&request, response))
        .on_new_window(|_, _| NewWindowResponse::Deny)
        .on_page_load(move |_, load| {
            if cfg!(target_os = "macos") && load.event() == PageLoadEvent::Finished {
                let loaded = Arc::clone(&loaded);
                tauri::async_runtime::spawn(async move { loaded.loaded().await });
            }
        })
        .build()?;
    set_background_color(&window, preferences.theme)?;
    apply_zoom(app, preferences.zoom);
    if cfg!(target_os = "linux") {
        // WebKitGTK doesn't lay out the page of a hidden window.
        window.show()?;
    }
    #[cfg(target_os = "linux")]
    {
        window.with_webview(|view| web_view::restrict(&view.inner()))?;
        recover_from_crashes(app, &window)?;
    }
    Ok(first_paint)
}

/// The window has reported its first paint.
pub fn painted(app: &AppHandle) {
    if let Some(first_paint) = app.try_state::<Arc<FirstPaint>>() {
        first_paint.painted();
    }
}

/// Restarts the app with the next renderer when the web process has crashed, or else loads the page
/// again, each once.
#[cfg(target_os = "linux")]
fn recover_from_crashes(app: &AppHandle, window: &WebviewWindow) -> tauri::Result<()> {
    use std::cell::Cell;

    use webkit2gtk::{WebProcessTerminationReason, WebViewExt as _};

    let app = app.clone();
    window.with_webview(move |view| {
        let is_reloaded = Cell::new(false);
        view.inner().connect_web_process_terminated(move |view, reason| {
            log::error!("the web process crashed or was stopped: {reason:?}, renderer: {}", renderer::describe());
            if reason == WebProcessTerminationReason::Crashed && renderer::died() {
                app.request_restart();
            } else if !is_reloaded.replace(true) {
                view.reload();
            }
        });
    })
}

/// Whether a URL is one of the app's own pages.
fn is_own(url: &Url) -> bool {
    match (url.scheme(), url.host_str(), url.port()) {
        ("http" | "https", Some("tauri.localhost"), None) => cfg!(windows),
        ("tauri", Some("localhost"), None) => !cfg!(windows),
        _ => false,
    }
}

/// Shows the window unless it is visible.
fn show(app: &AppHandle) {
    with_window(app, |window| if window.is_visible()? { Ok(()) } else { window.show() });
}

/// Brings the window to the front.
pub fn focus(app: &AppHandle) {
    with_window(app, |window| {
        window.unminimize()?;
        window.show()?;
        window.set_focus()
    });
}

/// Applies a theme's colors to the window's frame and background.
pub fn apply_theme(app: &AppHandle, theme: Theme) {
    with_window(app, |window| {
        window.set_theme(system_theme(theme))?;
        set_background_color(window, theme)
    });
}

/// Sets the window's zoom.
pub fn apply_zoom(app: &AppHandle, zoom: Zoom) {
    with_window(app, |window| window.set_zoom(zoom.factor()));
}

/// Shows progress on the taskbar or dock, 0–1; `None` clears it.
pub fn show_progress(app: &AppHandle, progress: Option<f64>) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a percentage")]
    let percent = progress.map(|share| (share.clamp(0.0, 1.0) * 100.0) as u64);
    let status = if percent.is_some() { ProgressBarStatus::Normal } else { ProgressBarStatus::None };
    with_window(app, |window| window.set_progress_bar(ProgressBarState { status: Some(status), progress: percent }));
}

/// Saves the window's position and size when the app exits without the framework. Not in safe mode.
pub fn save_state(app: &AppHandle) {
    if let Err(error) = app.save_window_state(SAVED_STATE) {
        log::warn!("window: {error}");
    }
}

/// Opens the system's print dialog for the window.
pub fn print(app: &AppHandle) -> Result<(), Problem> {
    let failed = |detail: String| Problem::new(ProblemCode::PrintFailed).with_detail(detail);
    let window = app.get_webview_window(LABEL).ok_or_else(|| failed("there is no window".to_owned()))?;
    window.print().map_err(|error| failed(error.to_string()))
}

/// Closes the window like its close button: asks first if anything would be lost.
pub fn ask_to_close(app: &AppHandle) {
    with_window(app, WebviewWindow::close);
}

/// Closes the window without asking.
pub fn close(app: &AppHandle) {
    with_window(app, WebviewWindow::destroy);
}

/// Closes the windows of documents, which would keep the app open without its main window.
pub fn close_documents(app: &AppHandle) {
    for (label, window) in app.webview_windows() {
        if label != LABEL
            && let Err(error) = window.destroy()
        {
            log::warn!("window: {error}");
        }
    }
}

/// Forwards drag-and-drop to the core. Anything but a file, such as a link, has no full path.
pub fn dragged(core: &Arc<Core>, event: &DragDropEvent) {
    match event {
        DragDropEvent::Enter { paths, .. } if paths.iter().any(|path| path.is_absolute()) => core.files_over(true),
        DragDropEvent::Leave => core.files_over(false),
        DragDropEvent::Drop { paths, .. } => {
            core.files_over(false);
            let (core, mut paths) = (Arc::clone(core), paths.clone());
            paths.retain(|path| path.is_absolute());
            // The file may be on a slow disk.
            tauri::async_runtime::spawn_blocking(move || core.files_dropped(paths));
        }
        _ => {}
    }
}

fn with_window(app: &AppHandle, act: impl FnOnce(&WebviewWindow) -> tauri::Result<()>) {
    if let Some(window) = app.get_webview_window(LABEL)
        && let Err(error) = act(&window)
    {
        log::warn!("window: {error}");
    }
}

/// Right after a change, the window may still report the previous theme.
fn set_background_color(window: &WebviewWindow, theme: Theme) -> tauri::Result<()> {
    let ground = match system_theme(theme).map_or_else(|| window.theme(), Ok)? {
        tauri::Theme::Dark => Color(0x15, 0x17, 0x1b, 0xff),
        _ => Color(0xf9, 0xfa, 0xfb, 0xff),
    };
    window.set_background_color(Some(ground))
}

fn system_theme(theme: Theme) -> Option<tauri::Theme> {
    match theme {
        Theme::System => None,
        Theme::Light => Some(tauri::Theme::Light),
        Theme::Dark => Some(tauri::Theme::Dark),
    }
}

#[cfg(test)]
mod tests {
    use super::is_own;

    #[test]
    fn only_the_apps_own_pages_can_be_gone_to() {
        let is_own = |address: &str| is_own(&address.parse().unwrap());
        assert_eq!(is_own("tauri://localhost/index.html#/welcome"), !cfg!(windows));
        assert_eq!(is_own("http://tauri.localhost/#/welcome"), cfg!(windows));
        for address in [
            "http://tauri.localhost:8080/",
            "ftp://tauri.localhost/",
            "tauri://elsewhere/",
            "tauri:localhost",
            "http://localhost/",
            "https://tauri.localhost.example/",
            "about:blank",
            "data:text/html,x",
        ] {
            assert!(!is_own(address), "{address}");
        }
    }
}
