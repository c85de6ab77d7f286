use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Privacy, ProjectQuery, ReportQuery, Secret};

/// A report to create (`interface.md` §4.3).
#[derive(Clone, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct NewReport {
    /// The page's address; a missing scheme means https. At most 2,048 characters.
    pub url: String,
    /// Who can see it: always sent, since a service left to itself usually decides for public (`field-notes.md` 18).
    pub privacy: Privacy,
    /// 1–128 characters, required with [`Privacy::Password`] and not sent otherwise.
    pub password: Option<Secret>,
}

/// What to change about a report (`interface.md` §4.4): at least one of the three.
#[derive(Clone, Default, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ReportUpdate {
    /// Who can see it from now on.
    pub privacy: Option<Privacy>,
    /// 1–128 characters; required with [`Privacy::Password`] and not sent with the other two.
    pub password: Option<Secret>,
    /// Run the checks again, which overwrites those that are there (`field-notes.md` 20).
    pub results: Option<bool>,
}

/// A list of reports to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListReports {
    /// Of which connection.
    pub connection: String,
    /// Which ones.
    pub query: ReportQuery,
}

/// One report of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportRef {
    /// Of which connection.
    pub connection: String,
    /// The service's id.
    pub id: String,
}

/// A report to create with a connection.
#[derive(Clone, Deserialize, TS)]
pub struct CreateReport {
    /// With which connection.
    pub connection: String,
    /// What to create.
    pub report: NewReport,
}

/// A report to look for whose creation may or may not have taken place.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct SeekReport {
    /// With which connection.
    pub connection: String,
    /// The address as it was given to the create.
    pub url: String,
    /// When the create was begun, by this computer's clock: the problem's `tried_at`.
    #[ts(type = "string")]
    pub since: Timestamp,
}

/// A report to change.
#[derive(Clone, Deserialize, TS)]
pub struct UpdateReport {
    /// Of which connection.
    pub connection: String,
    /// The service's id.
    pub id: String,
    /// What to change.
    pub update: ReportUpdate,
}

/// A list of projects to read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ListProjects {
    /// Of which connection.
    pub connection: String,
    /// Which ones.
    pub query: ProjectQuery,
}

/// One project of a connection.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ProjectRef {
    /// Of which connection.
    pub connection: String,
    /// The project's name.
    pub project: String,
}

/// An address as typed, or to be opened.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct AddressText {
    /// The text.
    pub url: String,
}

/// An address as it would be sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckedAddress {
    /// With its scheme, and with everything that needs encoding encoded.
    pub url: String,
}
