use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{CompareMoments, CompareReports, Language, LibraryQuery, Since};

/// What a report for a client is about.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ClientReportOf {
    /// One report, from the library.
    Report {
        connection: String,
        /// The service's id of the report.
        id: String,
        /// The time from which changes count.
        since: Since,
    },
    /// Two snapshots of a report.
    Comparison {
        connection: String,
        /// The service's id of the report.
        id: String,
        /// The library's number of the earlier snapshot.
        #[ts(type = "number")]
        before: u64,
        /// The library's number of the later snapshot.
        #[ts(type = "number")]
        after: u64,
    },
    /// Every report of a library's list, such as a project or a view.
    Reports {
        /// The query; sorting, page, and page size are ignored.
        query: LibraryQuery,
        /// The time from which changes count.
        since: Since,
    },
    /// Two moments of a library's list.
    Moments(CompareMoments),
    /// Two reports, as they were last saved.
    TwoReports(CompareReports),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ClientReportFormat {
    /// One file with everything in it.
    Html,
    /// A file where the webview can write one, or else the system's print dialog.
    Pdf,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ClientReportRequest {
    pub of: ClientReportOf,
    /// The title on the cover, at most 200 characters; reports that aren't of a list have their URLs
    /// if it is empty.
    pub title: String,
    /// The language of the report; English for those of the system or of tests.
    pub language: Language,
    pub format: ClientReportFormat,
    /// The offset of the user's time zone from UTC in minutes; -720 to 840.
    pub utc_offset: i16,
    /// The suggested file name, without an extension, at most 100 characters.
    pub name: String,
}

/// How reports for clients present their sender.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
pub struct Branding {
    /// The sender's name, at most 100 characters; may be empty.
    pub name: String,
    /// A text at the end of the cover, at most 300 characters; may be empty.
    pub footer: String,
    /// The color of the cover as `#rrggbb`; absent for Assay's own.
    pub accent: Option<String>,
    /// A PNG or JPEG picture as a `data:` URL, at most 256 KiB of picture.
    pub logo: Option<String>,
}
