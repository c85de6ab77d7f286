use serde::Deserialize;
use ts_rs::TS;

/// One menu of the system's menu bar, where the system has one (macOS).
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct MenuGroup {
    /// Its title, as it is shown.
    pub title: String,
    /// Its entries, from top to bottom.
    pub items: Vec<MenuEntry>,
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
    /// A line between entries.
    Separator,
}
