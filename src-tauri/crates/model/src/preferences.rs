use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Connection, PageSize};

/// What the user settled and what the app remembers of its last use.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Preferences {
    /// Light, dark, or as the system has it.
    pub theme: Theme,
    /// The page size of lists where none is chosen.
    pub page_size: PageSize,
    /// The last screen with its filters: a path inside the app, starting with `/`, at most 4,096 characters.
    pub place: Option<String>,
}

/// The colours of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// As the system has it.
    #[default]
    System,
    /// Light.
    Light,
    /// Dark.
    Dark,
}

/// Everything that the window needs for its first picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Start {
    /// The version of the app.
    pub version: String,
    /// The system that it runs on.
    pub platform: Platform,
    /// The desktop that it runs in, which tells how its keychain is unlocked.
    pub desktop: Desktop,
    /// The preferences.
    pub preferences: Preferences,
    /// The connections.
    pub connections: Vec<Connection>,
    /// The app was started to show the sample workspace.
    pub open_sample: bool,
    /// The name under which a damaged settings file was set aside at this start.
    pub settings_set_aside: Option<String>,
}

/// The operating systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Platform {
    /// Linux and its relatives.
    Linux,
    /// macOS.
    Macos,
    /// Windows.
    Windows,
}

/// The desktops whose keychains differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Desktop {
    /// GNOME and its relatives: Passwords and Keys.
    Gnome,
    /// KDE Plasma: the KDE wallet.
    Kde,
    /// Any other desktop on Linux.
    Other,
    /// macOS: Keychain Access.
    Macos,
    /// Windows: the Credential Manager.
    Windows,
}
