use serde::Deserialize;
use ts_rs::TS;

/// A menu of the system's menu bar (macOS).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct MenuGroup {
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

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MenuEntry {
    /// A command of the window, sent as [`crate::CoreEvent::Command`] when chosen.
    Command {
        /// The UI's name for it.
        command: String,
        label: String,
        /// Its keys, such as `CmdOrCtrl+Shift+N`.
        keys: Option<String>,
        is_enabled: bool,
    },
    /// A standard action of the system, with its keys.
    System {
        action: SystemAction,
        label: String,
    },
    Separator,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SystemAction {
    /// Shows information about the app.
    About,
    /// The menu of services of other apps.
    Services,
    Hide,
    HideOthers,
    ShowAll,
    /// Closes the app, unless something would be lost.
    Quit,
    /// Undoes the last change of a text.
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    FullScreen,
    /// Puts the window into the dock.
    Minimize,
    Enlarge,
    CloseWindow,
}
