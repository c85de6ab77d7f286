//! The system's menu bar, which only macOS has.

use assay_model::{MenuEntry, MenuGroup};
use tauri::{
    AppHandle,
    menu::{Menu, MenuItemBuilder, PredefinedMenuItem, Submenu, SubmenuBuilder},
};

/// Fills the menu bar with what the window says of its commands.
pub fn show(app: &AppHandle, groups: &[MenuGroup]) {
    if !cfg!(target_os = "macos") {
        return;
    }
    if let Err(error) = build(app, groups).and_then(|menu| app.set_menu(menu)) {
        log::warn!("menu: {error}");
    }
}

fn build(app: &AppHandle, groups: &[MenuGroup]) -> tauri::Result<Menu<tauri::Wry>> {
    let menu = Menu::new(app)?;
    for group in groups {
        menu.append(&submenu(app, group)?)?;
    }
    Ok(menu)
}

fn submenu(app: &AppHandle, group: &MenuGroup) -> tauri::Result<Submenu<tauri::Wry>> {
    let submenu = SubmenuBuilder::new(app, &group.title).build()?;
    for item in &group.items {
        match item {
            MenuEntry::Separator => submenu.append(&PredefinedMenuItem::separator(app)?)?,
            MenuEntry::Command { command, label, keys, is_enabled } => {
                let mut item = MenuItemBuilder::with_id(command, label).enabled(*is_enabled);
                if let Some(keys) = keys {
                    item = item.accelerator(keys);
                }
                submenu.append(&item.build(app)?)?;
            }
        }
    }
    Ok(submenu)
}
