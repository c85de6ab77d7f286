use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Connection, CrashReport, Draft, OpenedLink, PageSize, UpdateState};

/// What the user settled and what the app remembers of its last use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, which nothing else goes with")]
pub struct Preferences {
    /// Light, dark, or as the system has it.
    pub theme: Theme,
    /// The page size of lists where none is chosen.
    pub page_size: PageSize,
    /// The last screen with its filters: a path inside the app, starting with `/`, at most 4,096 characters.
    pub place: Option<String>,
    /// The language of the window.
    pub language: Language,
    /// How high the rows of lists are.
    pub density: Density,
    /// How large everything in the window is, in percent: 50–400.
    pub zoom: Zoom,
    /// How wide the panel beside a list is, in pixels, where the user settled it.
    pub panel_width: Option<u16>,
    /// How the columns of each list are arranged, by the list's name; at most 20 lists.
    pub columns: BTreeMap<String, ColumnLayout>,
    /// Commands have no keys that are a single character, such as `?`, which speech input can press by mistake.
    pub single_keys_off: bool,
    /// Lists that the user gave a name, in the order of the sidebar; at most 100.
    pub views: Vec<SavedView>,
    /// What is new is read when the app opens.
    pub sync_on_open: bool,
    /// What is new is read every so many minutes, 5–10,080, while the app is open; 0 for never.
    pub sync_minutes: u16,
    /// The system tells of reports that a sync found to be worse.
    pub notify_worse: bool,
    /// After how many days without running its checks a report counts as stale, 1–3,650.
    pub stale_days: u16,
    /// For how many days the library keeps snapshots, 30–36,500; 0 for ever. The last one of each report always stays.
    pub keep_days: u16,
    /// The connections of which the user does not want to be asked to read all reports into the library; at most 1,000.
    pub sync_declined: Vec<String>,
    /// How many rows of a batch are sent at the same time, 1–16.
    pub batch_at_once: u8,
    /// The system tells when a batch has ended or cannot go on.
    pub notify_batches: bool,
    /// How many reports the service lets be created a month, by connection, where the user told; at most 1,000.
    pub quotas: BTreeMap<String, u32>,
    /// A newer version of the app is looked for when it opens, and once a day while it is open.
    pub look_for_updates: bool,
}

impl Default for Preferences {
    fn default() -> Self {
        Self {
            theme: Theme::default(),
            page_size: PageSize::default(),
            place: None,
            language: Language::default(),
            density: Density::default(),
            zoom: Zoom::default(),
            panel_width: None,
            columns: BTreeMap::new(),
            single_keys_off: false,
            views: Vec::new(),
            sync_on_open: true,
            sync_minutes: 0,
            notify_worse: false,
            stale_days: 90,
            keep_days: 0,
            sync_declined: Vec::new(),
            batch_at_once: 4,
            notify_batches: true,
            quotas: BTreeMap::new(),
            look_for_updates: true,
        }
    }
}

/// A list that the user gave a name: its filters, its sort and its columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedView {
    /// Assay's own identifier, 1–100 characters.
    pub id: String,
    /// The user's name for it, 1–100 characters.
    pub name: String,
    /// The screen with its filters and its sort: a path inside the app, starting with `/`, at most 4,096 characters.
    pub place: String,
    /// How its columns are arranged.
    pub columns: ColumnLayout,
}

/// The languages of the window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub enum Language {
    /// The first of the system's languages that the window has, or else English.
    #[default]
    #[serde(rename = "system")]
    System,
    /// English.
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
    /// French.
    #[serde(rename = "fr")]
    French,
    /// Spanish.
    #[serde(rename = "es")]
    Spanish,
    /// Portuguese as in Brazil.
    #[serde(rename = "pt-BR")]
    Portuguese,
    /// Japanese.
    #[serde(rename = "ja")]
    Japanese,
    /// Chinese, simplified.
    #[serde(rename = "zh-Hans")]
    Chinese,
    /// Arabic, from right to left.
    #[serde(rename = "ar")]
    Arabic,
    /// English with marks and extra length, to find texts that have no room or no translation.
    #[serde(rename = "pseudo")]
    Pseudo,
}

/// How high the rows of lists are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// With some air.
    #[default]
    Comfortable,
    /// More rows at once.
    Compact,
}

/// How large everything in the window is, in percent: 50–400.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(from = "u16", into = "u16")]
#[ts(as = "u16")]
pub struct Zoom(u16);

impl From<u16> for Zoom {
    fn from(percent: u16) -> Self {
        Self(percent.clamp(50, 400))
    }
}

impl From<Zoom> for u16 {
    fn from(Zoom(percent): Zoom) -> Self {
        percent
    }
}

impl Default for Zoom {
    fn default() -> Self {
        Self(100)
    }
}

impl Zoom {
    /// As a factor: 1 is 100 %.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// How the columns of a list are arranged; columns that it does not mention are as they were made.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct ColumnLayout {
    /// The columns that are not shown.
    pub hidden: Vec<String>,
    /// How wide columns are, in pixels.
    pub widths: BTreeMap<String, u16>,
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Start {
    /// The version of the app.
    pub version: String,
    /// The system that it runs on.
    pub platform: Platform,
    /// The desktop that it runs in, which tells how its keychain is unlocked.
    pub desktop: Desktop,
    /// The preferences.
    pub preferences: Preferences,
    /// What was typed and not used yet.
    pub drafts: Vec<Draft>,
    /// The connections.
    pub connections: Vec<Connection>,
    /// The name under which a damaged settings file was set aside at this start.
    pub settings_set_aside: Option<String>,
    /// What the app was started to show, or was to show before the window listened. It is told once.
    pub link: Option<OpenedLink>,
    /// The app was started with the usual preferences and without the library, to get out of trouble; nothing of this
    /// start's preferences is kept.
    pub safe_mode: bool,
    /// What the app left behind when it failed last time, until the user has seen it.
    pub crash: Option<CrashReport>,
    /// How the app is updated.
    pub update: UpdateState,
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
