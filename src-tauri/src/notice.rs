//! Messages of the system, outside the window.

use assay_model::SystemNotification;
use notify_rust::{Notification, error::Error};
use tauri::Config;

/// Shows a message under the app's name. May take its time: the system is asked.
pub fn show(config: &Config, SystemNotification { title, body }: &SystemNotification) -> Result<(), Error> {
    let mut notification = Notification::new();
    notification.summary(title).body(body).appname(config.product_name.as_deref().unwrap_or_default()).auto_icon();
    // Where these systems have the app's name and picture from.
    #[cfg(target_os = "windows")]
    notification.app_id(&config.identifier);
    #[cfg(target_os = "macos")]
    if !cfg!(debug_assertions) {
        // Only the first time counts, and it is always the same.
        let _ = notify_rust::set_application(&config.identifier);
    }
    notification.show().map(|_| ())
}
