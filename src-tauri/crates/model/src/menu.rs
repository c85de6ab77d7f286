use serde::Deserialize;
use ts_rs::TS;

/// A menu of the system's menu bar (macOS).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct MenuGroup {
    /// Its title.
    pub title: String,
    /// The system's own additions to it.
    pub role: Option<MenuRole>,
    /// Its entries, from top to bottom.
    pub items: Vec<MenuEntry>,
}

/// A menu with the system's own additions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MenuRole {
    /// The open windows.
    Window,
    /// A search of all menus.
    Help,
}

/// An entry of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MenuEntry {
    /// A command of the window, sent as [`crate::CoreEvent::Command`] when chosen.
    Command {
        /// The UI's name for it.
        command: String,
        /// Its label.
        label: String,
        /// Its keys, such as `CmdOrCtrl+Shift+N`.
        keys: Option<String>,
        /// Whether it is enabled.
        is_enabled: bool,
    },
    /// A standard action of the system, with its keys.
    System {
        /// The action.
        action: SystemAction,
        /// Its label.
        label: String,
    },
    /// A separator.
    Separator,
}

/// The standard actions of the system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SystemAction {
    /// Shows information about the app.
    About,
    /// The menu of services of other apps.
    Services,
    /// Hides the app.
    Hide,
    /// Hides all other apps.
    HideOthers,
    /// Shows all apps again.
    ShowAll,
    /// Closes the app, unless something would be lost.
    Quit,
    /// Undoes the last change of a text.
    Undo,
    /// Redoes it.
    Redo,
    /// Cuts what is selected.
    Cut,
    /// Copies what is selected.
    Copy,
    /// Pastes.
    Paste,
    /// Selects the whole text.
    SelectAll,
    /// Enters or exits full screen.
    FullScreen,
    /// Puts the window into the dock.
    Minimize,
    /// Zooms the window.
    Enlarge,
    /// Closes the window.
    CloseWindow,
}
