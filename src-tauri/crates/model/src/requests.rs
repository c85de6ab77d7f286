use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{LibraryProjectQuery, Privacy, ProjectQuery, ReportQuery, Secret};

/// A report to create (`interface.md` §4.3).
#[derive(Clone, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct NewReport {
    /// The page's URL; https by default. At most 2,048 characters.
    pub url: String,
    /// The privacy: always sent, since services usually default to public (`field-notes.md` 18).
    pub privacy: Privacy,
    /// 1–128 characters, required with [`Privacy::Password`] and not sent otherwise.
    pub password: Option<Secret>,
    /// Save the password on this computer once the write is proven.
    pub keep_password: Option<bool>,
}

/// Changes to a report (`interface.md` §4.4): at least one.
#[derive(Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ReportUpdate {
    pub privacy: Option<Privacy>,
    /// 1–128 characters; required with [`Privacy::Password`], and not sent otherwise.
    pub password: Option<Secret>,
    /// Save the password on this computer once the write is proven.
    pub keep_password: Option<bool>,
    /// Recheck the page, which overwrites the report's results (`field-notes.md` 20).
    pub results: Option<bool>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListReports {
    pub connection: String,
    pub query: ReportQuery,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportRef {
    pub connection: String,
    /// The service's id.
    pub id: String,
}

#[derive(Clone, Deserialize, TS)]
pub struct CreateReport {
    pub connection: String,
    pub report: NewReport,
}

/// A create with an unknown outcome to look up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct LookUpCreate {
    pub connection: String,
    /// The URL as given to the create.
    pub url: String,
    /// When the create was started, by this computer's clock: the problem's `tried_at`.
    #[ts(type = "string")]
    pub since: Timestamp,
}

#[derive(Clone, Deserialize, TS)]
pub struct UpdateReport {
    pub connection: String,
    /// The service's id.
    pub id: String,
    pub update: ReportUpdate,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListProjects {
    pub connection: String,
    pub query: ProjectQuery,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListLibraryProjects {
    pub connection: String,
    pub query: LibraryProjectQuery,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ProjectRef {
    pub connection: String,
    pub project: String,
}

/// A URL as typed, or to open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct UrlInput {
    pub url: String,
}

/// A URL as it would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct NormalizedUrl {
    /// With its scheme, and encoded.
    pub url: String,
    /// The fragment that was left out, with its `#`.
    pub fragment: Option<String>,
}
