//! System notifications.

use assay_model::SystemNotification;
use notify_rust::{Notification, error::Error};
use tauri::Config;

/// Shows a notification under the app's name. May block.
pub fn show(config: &Config, SystemNotification { title, body }: &SystemNotification) -> Result<(), Error> {
    let mut notification = Notification::new();
    notification.summary(title).body(body).appname(config.product_name.as_deref().unwrap_or_default()).auto_icon();
    // These systems get the app's name and icon from here.
    #[cfg(target_os = "windows")]
    notification.app_id(&config.identifier);
    #[cfg(target_os = "macos")]
    if !cfg!(debug_assertions) {
        // Only the first call counts, and it is always the same.
        let _ = notify_rust::set_application(&config.identifier);
    }
    notification.show().map(|_| ())
}
