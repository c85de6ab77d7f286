use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{LibraryQuery, ReportQuery};

/// What to take along.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportOf {
    /// Every report of a list of the service, all pages of it.
    List {
        /// Of which connection.
        connection: String,
        /// Which ones; page and page size do not matter.
        query: ReportQuery,
    },
    /// Every report of a list of the library, all pages of it.
    Library {
        /// Which ones; page and page size do not matter.
        query: LibraryQuery,
    },
    /// Some reports of a connection, as the library has them.
    Selection {
        /// Of which connection.
        connection: String,
        /// The service's ids, at most 10,000.
        ids: Vec<String>,
    },
    /// The fix list of a list of the library, each check with its pages.
    FixList {
        /// Which reports.
        query: LibraryQuery,
    },
    /// The snapshots of a report.
    History {
        /// Of which connection.
        connection: String,
        /// The service's id of the report.
        id: String,
    },
}

/// The kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportFormat {
    /// Comma-separated values, in UTF-8.
    Csv {
        /// With the mark by which some spreadsheet programs know UTF-8.
        bom: bool,
    },
    /// An Excel workbook.
    Xlsx,
    /// JSON, without loss: checks and unknown fields included.
    Json,
}

/// The columns of an export, each a field of the report unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExportField {
    /// The connection's name.
    Connection,
    /// The service's id.
    Id,
    /// The address as the service keeps it.
    Address,
    /// The address to open in a browser.
    Url,
    /// The project.
    Project,
    /// The verdict.
    Verdict,
    /// The score.
    Score,
    /// Who can see it.
    Privacy,
    /// When its checks last ran.
    GeneratedAt,
    /// When it was created.
    CreatedAt,
    /// When the service last changed it.
    UpdatedAt,
    /// When the service last showed it, or this snapshot of it first.
    SeenAt,
    /// When it was found to be gone.
    GoneAt,
    /// How many checks failed.
    Failed,
    /// The names of the checks that failed.
    FailedChecks,
    /// The check's name (fix list).
    Check,
    /// The check's importance (fix list).
    Importance,
    /// On how many pages the check fails (fix list).
    Pages,
}

/// A column with its heading in the user's language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportColumn {
    /// Which field.
    pub field: ExportField,
    /// Its heading, at most 100 characters.
    pub heading: String,
}

/// A word of the window's for a value, such as “Good” for the verdict `good`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportWord {
    /// Of which field.
    pub field: ExportField,
    /// The value, as JSON and CSV have it.
    pub value: String,
    /// The user's word for it, at most 100 characters.
    pub word: String,
}

/// A file to be made of something.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportRequest {
    /// Of what.
    pub of: ExportOf,
    /// Which kind of file.
    pub format: ExportFormat,
    /// The columns in their order, 1–30; JSON has everything, whatever they are.
    pub columns: Vec<ExportColumn>,
    /// The user's words for values, used in workbooks.
    pub words: Vec<ExportWord>,
    /// The file's name as it is suggested to the user, without an extension, at most 100 characters.
    pub name: String,
}

/// A file that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Exported {
    /// Its full path.
    pub file: String,
    /// How many rows it has.
    pub rows: u32,
    /// How many rows of the service's answers could not be read, and are not in it.
    pub unreadable: u32,
    /// Its size in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
}
