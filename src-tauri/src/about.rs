//! System information for diagnostics.

use std::env::{self, consts};

use tauri::utils::{config::BundleType, platform::bundle_type};

/// Lines about the build, system, desktop, and webview. May block.
pub fn system() -> String {
    let build = if cfg!(debug_assertions) { "development" } else { "release" };
    let web_view = tauri::webview_version().unwrap_or_else(|error| error.to_string());
    [
        format!("Build: {build} for {} {}, {}", consts::OS, consts::ARCH, package()),
        format!("System: {}", os_info::get()),
        format!("Desktop: {}", desktop()),
        format!("Webview: {web_view}"),
        #[cfg(target_os = "linux")]
        format!("Renderer: {}", crate::renderer::describe()),
    ]
    .join("\n")
}

/// How the app was installed.
fn package() -> &'static str {
    match bundle_type() {
        Some(BundleType::Deb) => "from a .deb",
        Some(BundleType::Rpm) => "from an .rpm",
        Some(BundleType::AppImage) => "an AppImage",
        Some(BundleType::Msi) => "from an .msi",
        Some(BundleType::Nsis) => "from a setup program",
        Some(BundleType::App | BundleType::Dmg) => "an app bundle",
        None => "not from a package",
    }
}

/// The session's variables, which explain most window problems on Linux.
fn desktop() -> String {
    const TELLING: [&str; 8] = [
        "XDG_CURRENT_DESKTOP",
        "XDG_SESSION_TYPE",
        "WAYLAND_DISPLAY",
        "DISPLAY",
        "GDK_BACKEND",
        "GDK_SCALE",
        "WEBKIT_DISABLE_DMABUF_RENDERER",
        "WEBKIT_DISABLE_COMPOSITING_MODE",
    ];
    let tell = |name: &&str| {
        let value = env::var(name).ok()?;
        Some(format!("{name}={}", if name.ends_with("DISPLAY") { without_computer(&value) } else { &value }))
    };
    let told: Vec<_> = TELLING.iter().filter_map(tell).collect();
    if told.is_empty() { "no session variables".to_owned() } else { told.join(" ") }
}

/// A display without its host name.
fn without_computer(display: &str) -> &str {
    display.rfind(':').map_or(display, |at| &display[at..])
}

#[cfg(test)]
mod tests {
    use super::without_computer;

    #[test]
    fn displays_are_told_without_their_computers() {
        for (display, told) in [(":0", ":0"), ("marigold:10.0", ":10.0"), ("wayland-0", "wayland-0"), ("", "")] {
            assert_eq!(without_computer(display), told);
        }
    }
}
