use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Connection, CrashReport, CsvSeparator, Draft, OpenedLink, PageSize, UpdateState};

/// The user's preferences, and what the app restores at its next start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a choice of its own, which nothing else goes with")]
pub struct Preferences {
    /// Light, dark, or the system's theme.
    pub theme: Theme,
    /// The default page size of lists.
    pub page_size: PageSize,
    /// The last screen with its filters: a path inside the app, starting with `/`, at most 4,096 characters.
    pub place: Option<String>,
    pub language: Language,
    /// The row height of lists.
    pub density: Density,
    /// The zoom in percent, 50–400.
    pub zoom: Zoom,
    /// The width of the panel next to a list in pixels, if the user set it.
    pub panel_width: Option<u16>,
    /// The columns of each list, by the list's name; at most 20 lists.
    pub columns: BTreeMap<String, ColumnLayout>,
    /// Turns off single-key shortcuts such as `?`, which speech input can trigger by mistake.
    pub single_keys_off: bool,
    /// Saved views in the order of the sidebar; at most 100.
    pub views: Vec<SavedView>,
    pub sync_on_open: bool,
    /// Sync what is new at this interval, in minutes, 5–10,080, while the app is open; 0 for never.
    pub sync_minutes: u16,
    /// Notify when a sync finds reports that got worse.
    pub notify_worse: bool,
    /// The age of a stale report, in days since its last check, 1–3,650.
    pub stale_days: u16,
    /// The days that the overview is about, 1–365.
    pub overview_days: u16,
    /// Moments named by the user, at most 500.
    pub moments: Vec<NamedMoment>,
    /// The [`NamedMoment::id`] since when the overview is instead, where its connection is shown.
    pub overview_moment: Option<String>,
    /// How many days the library keeps snapshots, 30–36,500; 0 for no limit. The last one of each
    /// report is always kept.
    pub keep_days: u16,
    /// Connections whose full sync the user declined; at most 1,000.
    pub sync_declined: Vec<String>,
    /// The number of concurrent rows in a batch, 1–16.
    pub batch_at_once: u8,
    /// Notify when a batch has ended or can't continue.
    pub notify_batches: bool,
    /// Monthly quotas entered by the user, by connection; at most 1,000.
    pub quotas: BTreeMap<String, u32>,
    /// Check for updates when the app opens, and daily while it is open.
    pub look_for_updates: bool,
    /// The separator of exported CSV files; absent for the system's.
    pub csv_separator: Option<CsvSeparator>,
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
            overview_days: 30,
            moments: Vec::new(),
            overview_moment: None,
            keep_days: 0,
            sync_declined: Vec::new(),
            batch_at_once: 4,
            notify_batches: true,
            quotas: BTreeMap::new(),
            look_for_updates: true,
            csv_separator: None,
        }
    }
}

/// A saved view: a list's filters, sort, and columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedView {
    /// Assay's own identifier, 1–100 characters.
    pub id: String,
    /// The user's name for it, 1–100 characters.
    pub name: String,
    /// The screen with its filters and sort: a path inside the app, starting with `/`, at most
    /// 4,096 characters.
    pub place: String,
    pub columns: ColumnLayout,
}

/// A moment of a connection's reports that the user named, such as "before the relaunch".
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NamedMoment {
    /// Assay's own identifier, 1–100 characters.
    pub id: String,
    /// The connection's id.
    pub connection: String,
    /// The user's name for it, 1–100 characters.
    pub name: String,
    #[ts(type = "string")]
    pub at: Timestamp,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
pub enum Language {
    /// The first of the system's languages that is supported, or else English.
    #[default]
    #[serde(rename = "system")]
    System,
    #[serde(rename = "en")]
    English,
    #[serde(rename = "de")]
    German,
    #[serde(rename = "fr")]
    French,
    #[serde(rename = "es")]
    Spanish,
    /// Brazilian Portuguese.
    #[serde(rename = "pt-BR")]
    Portuguese,
    #[serde(rename = "ja")]
    Japanese,
    /// Simplified Chinese.
    #[serde(rename = "zh-Hans")]
    Chinese,
    /// Arabic, right to left.
    #[serde(rename = "ar")]
    Arabic,
    /// Accented, longer English, for finding truncated or untranslated texts.
    #[serde(rename = "pseudo")]
    Pseudo,
}

/// The row height of lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Density {
    /// More space.
    #[default]
    Comfortable,
    /// More rows.
    Compact,
}

/// The window's zoom in percent, 50–400.
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
    /// Returns the zoom as a factor: 1 is 100 %.
    #[must_use]
    pub fn factor(self) -> f64 {
        f64::from(self.0) / 100.0
    }
}

/// The columns of a list; unnamed columns keep their defaults.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ColumnLayout {
    pub hidden: Vec<String>,
    /// Column widths, in pixels.
    pub widths: BTreeMap<String, u16>,
    /// The checks whose values are columns, at most 8.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checks: Option<Vec<String>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    #[default]
    System,
    Light,
    Dark,
}

/// Everything for the first paint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct Start {
    pub version: String,
    /// The operating system.
    pub platform: Platform,
    /// The desktop, which determines how its keychain is unlocked.
    pub desktop: Desktop,
    /// The locale of the system's number format, such as `de-DE`, if known.
    pub number_locale: Option<String>,
    /// The system's separator of lists, if it has one.
    pub list_separator: Option<String>,
    pub preferences: Preferences,
    pub drafts: Vec<Draft>,
    pub connections: Vec<Connection>,
    /// The name under which a damaged settings file was set aside at this start.
    pub settings_set_aside: Option<String>,
    /// A link that was opened before the window listened, or the target of this start. Sent once.
    pub link: Option<OpenedLink>,
    /// Safe mode: default preferences, no library, and preferences are not saved.
    pub safe_mode: bool,
    /// The last crash report, until the user has seen it.
    pub crash: Option<CrashReport>,
    /// How the app is updated.
    pub update: UpdateState,
}

/// The operating systems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Platform {
    /// Linux and similar systems.
    Linux,
    /// macOS.
    Macos,
    Windows,
}

/// Desktops with different keychains.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Desktop {
    /// GNOME and derivatives: Passwords and Keys.
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
