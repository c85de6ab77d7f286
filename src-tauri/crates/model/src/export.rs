use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{LibraryProjectQuery, LibraryQuery, ReportQuery};

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportOf {
    /// Every report of a service's list, all pages.
    List {
        connection: String,
        /// The query; page and page size are ignored.
        query: ReportQuery,
    },
    /// Every report of a library's list, all pages.
    Library {
        /// The query; page and page size are ignored.
        query: LibraryQuery,
    },
    /// Selected reports of a connection, from the library.
    Selection {
        connection: String,
        /// The service's ids, at most 10,000.
        ids: Vec<String>,
    },
    /// The fix list of a library's list, each check with its pages.
    FixList {
        /// The reports to include.
        query: LibraryQuery,
    },
    /// Every project of a connection in the library, with its figures.
    Projects {
        connection: String,
        /// The query; page and page size are ignored.
        query: LibraryProjectQuery,
    },
    History {
        connection: String,
        /// The service's id of the report.
        id: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ExportFormat {
    /// Separated values, in UTF-8.
    Csv {
        /// With a byte order mark, which some spreadsheet programs need.
        bom: bool,
        separator: CsvSeparator,
        /// Numbers with a decimal comma, which commas can't separate.
        decimal_comma: bool,
    },
    Xlsx,
    /// Complete JSON, including checks and unknown fields.
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum CsvSeparator {
    Comma,
    Semicolon,
    Tab,
}

/// The columns of an export, each a field of the report unless said otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ExportField {
    Connection,
    /// The service's id.
    Id,
    /// The URL as the service stores it.
    Address,
    /// The URL to open in a browser.
    Url,
    Project,
    Verdict,
    Score,
    Privacy,
    /// When it was last checked.
    GeneratedAt,
    CreatedAt,
    /// When the service last changed it.
    UpdatedAt,
    /// When the service last returned it, or first returned this snapshot.
    SeenAt,
    /// When it was found to be removed.
    GoneAt,
    /// How many checks failed.
    Failed,
    /// The names of the checks that failed, in the user's words if there are any.
    FailedChecks,
    /// The service's names of the checks that failed.
    FailedKeys,
    /// The check, in the user's words if there are any (fix list).
    Check,
    /// The service's name of the check (fix list).
    CheckKey,
    /// The check's importance (fix list).
    Importance,
    /// The number of pages on which the check fails (fix list).
    Pages,
    /// Why the check matters, in the user's words; empty without them (fix list).
    Why,
    /// How to fix the check, in the user's words; empty without them (fix list).
    How,
    /// What the check is about, in the user's words; empty without them (fix list).
    Theme,
    /// A public page with more about the check; empty for an unknown one (fix list).
    Reference,
    /// The number of reports (projects).
    Reports,
    /// The number of good reports (projects).
    Good,
    /// The number of decent reports (projects).
    Decent,
    /// The number of bad reports (projects).
    Bad,
    /// The average score (projects).
    Average,
    /// By how much the average score changed in 90 days (projects).
    AverageChange,
    /// The failing checks of high importance, each counted on each page (projects).
    FailingHigh,
    /// The value of the column's check.
    Value,
    /// The number of characters of that value, if it is text.
    ValueLength,
}

/// A column with its heading in the user's language.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct ExportColumn {
    pub field: ExportField,
    /// Its heading, at most 100 characters.
    pub heading: String,
    /// The service's name of the check whose value it has; only for these fields.
    pub check: Option<String>,
}

/// The user's word for a value, such as “Good” for the verdict `good`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportWord {
    /// The column's field.
    pub field: ExportField,
    /// The value, as in JSON and CSV.
    pub value: String,
    /// The word, at most 100 characters; of why a check matters and how to fix it, at most 500.
    pub word: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
pub struct ExportRequest {
    pub of: ExportOf,
    pub format: ExportFormat,
    /// The columns in order, 1–50; JSON always includes everything.
    pub columns: Vec<ExportColumn>,
    /// The user's words for values, used in workbooks; those for checks in all sheets.
    pub words: Vec<ExportWord>,
    /// The suggested file name, without an extension, at most 100 characters.
    pub name: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Exported {
    /// Its full path.
    pub file: String,
    pub rows: u32,
    /// The number of rows that could not be read, and are not in the file.
    pub unreadable: u32,
    #[ts(type = "number")]
    pub bytes: u64,
}
