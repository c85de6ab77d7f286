use serde::Deserialize;
use ts_rs::TS;

/// One menu of the system's menu bar, where the system has one (macOS).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct MenuGroup {
    /// Its title, as it is shown.
    pub title: String,
    /// What the system adds to it of its own.
    pub role: Option<MenuRole>,
    /// Its entries, from top to bottom.
    pub items: Vec<MenuEntry>,
}

/// A menu that the system adds entries to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum MenuRole {
    /// The open windows.
    Window,
    /// The search of all menus.
    Help,
}

/// An entry of a menu.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum MenuEntry {
    /// A command of the window, which is told with [`crate::CoreEvent::Command`] when it is chosen.
    Command {
        /// The window's name for it.
        command: String,
        /// As it is shown.
        label: String,
        /// Its keys, such as `CmdOrCtrl+Shift+N`.
        keys: Option<String>,
        /// It can be used now.
        is_enabled: bool,
    },
    /// Something that the system does by itself, with the system's keys for it.
    System {
        /// Which one.
        action: SystemAction,
        /// As it is shown.
        label: String,
    },
    /// A line between entries.
    Separator,
}

/// What the system does by itself when it is chosen in a menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SystemAction {
    /// Tells what the app is.
    About,
    /// The menu of what other apps offer.
    Services,
    /// Hides the app.
    Hide,
    /// Hides all other apps.
    HideOthers,
    /// Shows all apps again.
    ShowAll,
    /// Ends the app, unless something would be lost.
    Quit,
    /// Takes back the last change of a text.
    Undo,
    /// Makes that change again.
    Redo,
    /// Cuts what is selected.
    Cut,
    /// Copies what is selected.
    Copy,
    /// Pastes.
    Paste,
    /// Selects the whole text.
    SelectAll,
    /// Lets the window fill the screen, or no longer.
    FullScreen,
    /// Puts the window into the dock.
    Minimize,
    /// Makes the window as large as it is of use.
    Enlarge,
    /// Closes the window.
    CloseWindow,
}
