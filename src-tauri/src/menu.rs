//! The system's menu bar (macOS only).

use std::sync::Arc;

use assay_core::Core;
use assay_model::{MenuEntry, MenuGroup, MenuRole, SystemAction};
use tauri::{
    AppHandle, Manager, Wry,
    menu::{
        AboutMetadata, HELP_SUBMENU_ID, IsMenuItem, Menu, MenuItemBuilder, PredefinedMenuItem, Submenu,
        WINDOW_SUBMENU_ID,
    },
};

use crate::window;

/// Quits the app; the system's own entry would not ask first.
const QUIT: &str = "system.quit";

/// Fills the menu bar with the window's commands.
pub fn show(app: &AppHandle, groups: &[MenuGroup]) {
    if !cfg!(target_os = "macos") {
        return;
    }
    if let Err(error) = build(app, groups).and_then(|menu| app.set_menu(menu)) {
        log::warn!("menu: {error}");
    }
}

/// Runs a menu command.
pub fn chosen(app: &AppHandle, id: &str) {
    if id == QUIT {
        window::ask_to_close(app);
    } else if let Some(core) = app.try_state::<Arc<Core>>() {
        core.command_chosen(id.to_owned());
    }
}

fn build(app: &AppHandle, groups: &[MenuGroup]) -> tauri::Result<Menu<Wry>> {
    let menu = Menu::new(app)?;
    for group in groups {
        menu.append(&submenu(app, group)?)?;
    }
    Ok(menu)
}

fn submenu(app: &AppHandle, group: &MenuGroup) -> tauri::Result<Submenu<Wry>> {
    // The framework recognizes standard menus by these ids.
    let submenu = match group.role {
        Some(MenuRole::Window) => Submenu::with_id(app, WINDOW_SUBMENU_ID, &group.title, true)?,
        Some(MenuRole::Help) => Submenu::with_id(app, HELP_SUBMENU_ID, &group.title, true)?,
        None => Submenu::new(app, &group.title, true)?,
    };
    for entry in &group.items {
        submenu.append(item(app, entry)?.as_ref())?;
    }
    Ok(submenu)
}

fn item(app: &AppHandle, entry: &MenuEntry) -> tauri::Result<Box<dyn IsMenuItem<Wry>>> {
    Ok(match entry {
        MenuEntry::Separator => Box::new(PredefinedMenuItem::separator(app)?),
        MenuEntry::System { action, label } => system_item(app, *action, label)?,
        MenuEntry::Command { command, label, keys, is_enabled } => {
            let item = MenuItemBuilder::with_id(command, label).enabled(*is_enabled);
            Box::new(if let Some(keys) = keys { item.accelerator(keys) } else { item }.build(app)?)
        }
    })
}

fn system_item(app: &AppHandle, action: SystemAction, title: &str) -> tauri::Result<Box<dyn IsMenuItem<Wry>>> {
    let label = Some(title);
    Ok(match action {
        SystemAction::Quit => Box::new(MenuItemBuilder::with_id(QUIT, title).accelerator("CmdOrCtrl+Q").build(app)?),
        SystemAction::About => Box::new(PredefinedMenuItem::about(app, label, Some(about(app)))?),
        SystemAction::Services => Box::new(PredefinedMenuItem::services(app, label)?),
        SystemAction::Hide => Box::new(PredefinedMenuItem::hide(app, label)?),
        SystemAction::HideOthers => Box::new(PredefinedMenuItem::hide_others(app, label)?),
        SystemAction::ShowAll => Box::new(PredefinedMenuItem::show_all(app, label)?),
        SystemAction::Undo => Box::new(PredefinedMenuItem::undo(app, label)?),
        SystemAction::Redo => Box::new(PredefinedMenuItem::redo(app, label)?),
        SystemAction::Cut => Box::new(PredefinedMenuItem::cut(app, label)?),
        SystemAction::Copy => Box::new(PredefinedMenuItem::copy(app, label)?),
        SystemAction::Paste => Box::new(PredefinedMenuItem::paste(app, label)?),
        SystemAction::SelectAll => Box::new(PredefinedMenuItem::select_all(app, label)?),
        SystemAction::FullScreen => Box::new(PredefinedMenuItem::fullscreen(app, label)?),
        SystemAction::Minimize => Box::new(PredefinedMenuItem::minimize(app, label)?),
        SystemAction::Enlarge => Box::new(PredefinedMenuItem::maximize(app, label)?),
        SystemAction::CloseWindow => Box::new(PredefinedMenuItem::close_window(app, label)?),
    })
}

fn about(app: &AppHandle) -> AboutMetadata<'_> {
    let package = app.package_info();
    AboutMetadata {
        name: Some(package.name.clone()),
        version: Some(package.version.to_string()),
        copyright: app.config().bundle.copyright.clone(),
        ..AboutMetadata::default()
    }
}

#[cfg(test)]
mod tests {
    use std::str::FromStr;

    use muda::accelerator::Accelerator;

    /// The UI's accelerators; a UI test keeps this file current.
    const ACCELERATORS: &str = include_str!("../../ui/src/shell/commands/accelerators.json");

    #[test]
    fn the_keys_of_all_commands_are_understood() {
        let keys: Vec<String> = serde_json::from_str(ACCELERATORS).unwrap();
        assert!(keys.len() > 5);
        // Entries with unknown keys are shown without any.
        for keys in keys {
            assert!(Accelerator::from_str(&keys).is_ok(), "{keys}");
        }
    }
}
