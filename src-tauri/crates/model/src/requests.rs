use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Privacy, ProjectQuery, ReportQuery, Secret};

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
}

/// Changes to a report (`interface.md` §4.4): at least one.
#[derive(Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ReportUpdate {
    /// The new privacy.
    pub privacy: Option<Privacy>,
    /// 1–128 characters; required with [`Privacy::Password`], and not sent otherwise.
    pub password: Option<Secret>,
    /// Recheck the page, which overwrites the report's results (`field-notes.md` 20).
    pub results: Option<bool>,
}

/// A list of reports to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListReports {
    /// The connection's id.
    pub connection: String,
    /// The query.
    pub query: ReportQuery,
}

/// A reference to a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportRef {
    /// The connection's id.
    pub connection: String,
    /// The service's id.
    pub id: String,
}

/// A report to create.
#[derive(Clone, Deserialize, TS)]
pub struct CreateReport {
    /// The connection's id.
    pub connection: String,
    /// The new report.
    pub report: NewReport,
}

/// A create with an unknown outcome to look up.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct LookUpCreate {
    /// The connection's id.
    pub connection: String,
    /// The URL as given to the create.
    pub url: String,
    /// When the create was started, by this computer's clock: the problem's `tried_at`.
    #[ts(type = "string")]
    pub since: Timestamp,
}

/// A report to change.
#[derive(Clone, Deserialize, TS)]
pub struct UpdateReport {
    /// The connection's id.
    pub connection: String,
    /// The service's id.
    pub id: String,
    /// The changes.
    pub update: ReportUpdate,
}

/// A list of projects to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListProjects {
    /// The connection's id.
    pub connection: String,
    /// The query.
    pub query: ProjectQuery,
}

/// A reference to a project.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ProjectRef {
    /// The connection's id.
    pub connection: String,
    /// The project's name.
    pub project: String,
}

/// A URL as typed, or to open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct UrlInput {
    /// The text.
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
