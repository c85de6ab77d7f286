use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{FieldReason, LibraryQuery, Privacy, Problem, ReportQuery, Secret};

/// The maximum number of rows in a batch.
pub const MAX_ROWS: u32 = 50_000;

#[derive(Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchSource {
    /// Typed or pasted text: a list of URLs, a table, or a sitemap. At most 8 MB.
    Text {
        /// The text, which may contain passwords.
        text: Secret,
        /// How to read it, if not as detected.
        reading: SourceReading,
    },
    /// A file that was chosen (`source_choose`) or dropped (`CoreEvent::FilesDropped`): text, a
    /// table, or a sitemap, compressed or not.
    File {
        /// The core's number for it, until the app closes.
        file: u32,
        /// How to read it, if not as detected.
        reading: SourceReading,
    },
    /// A sitemap on the web, with the sitemaps that it lists. Requested without a key.
    Sitemap {
        /// Its URL; https by default.
        address: String,
    },
    /// Selected reports of the connection, at most 10,000.
    Reports {
        /// The service's ids.
        ids: Vec<String>,
    },
    /// Every report of a service's list, all pages.
    List {
        /// The query; page and page size are ignored.
        query: ReportQuery,
    },
    /// Every report of the connection in a library's list, all pages.
    Library {
        /// The query; connection, page, and page size are ignored.
        query: LibraryQuery,
    },
    /// Every report of the connection in a library's list that fails any of these checks.
    FixList {
        /// The query; connection, failing check, page, and page size are ignored.
        query: LibraryQuery,
        /// The service's names of the checks, 1–100.
        checks: Vec<String>,
    },
}

/// How to read text or a file, if not as detected. Columns count from 0; an invalid number means no
/// such column.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct SourceReading {
    /// The column of URLs.
    pub address: Option<u32>,
    /// The column of privacies.
    pub privacy: Option<u32>,
    /// The column of passwords.
    pub password: Option<u32>,
    /// Whether the first line is a header.
    pub has_head: Option<bool>,
}

/// A file that was chosen or dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceFile {
    /// The core's number for it, until the app closes.
    pub file: u32,
    /// Its name, without the folder.
    pub name: String,
    #[ts(type = "number")]
    pub bytes: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SourceForm {
    /// One URL per line.
    Lines,
    /// Lines of several columns.
    Table,
    /// A sitemap, or an index of sitemaps.
    Sitemap,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourcePreview {
    pub form: SourceForm,
    /// The sheet that was read, of a workbook.
    pub sheet: Option<String>,
    /// The detected character encoding, such as `UTF-16LE`.
    pub encoding: String,
    /// The column separator of a table.
    pub delimiter: Option<String>,
    /// Whether the first line is a header.
    pub has_head: bool,
    /// The columns of a table, at most 100.
    pub columns: Vec<SourceColumn>,
    /// The column of URLs, from 0.
    pub address: Option<u32>,
    /// The column of privacies.
    pub privacy: Option<u32>,
    /// The column of passwords.
    pub password: Option<u32>,
    /// The number of distinct pages.
    pub pages: u32,
    /// The number of lines that repeat an earlier page.
    pub duplicates: u32,
    /// The number of invalid lines.
    pub bad: u32,
    /// The first lines that repeat an earlier page, at most 1,000.
    pub repeats: Vec<RepeatedLine>,
    /// The first pages, at most 100.
    pub sample: Vec<SourceRow>,
    /// The first invalid lines, at most 1,000.
    pub bad_lines: Vec<InvalidLine>,
    /// The sitemaps that were read or failed, in order, at most 1,000.
    pub sitemaps: Vec<SitemapRead>,
    /// Why reading stopped early. The earlier part can be used.
    pub fault: Option<SourceError>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceColumn {
    /// Its header, at most 100 characters; absent without a header line.
    pub name: Option<String>,
    /// Its first values, at most 5 of at most 100 characters; none for passwords.
    pub values: Vec<String>,
}

/// A page of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceRow {
    /// Its line, from 1, if the source has lines.
    pub line: Option<u32>,
    /// The URL as it would be sent.
    pub address: String,
    /// The privacy, if the source sets one.
    pub privacy: Option<Privacy>,
    /// Whether the source has a password for it.
    pub has_password: bool,
}

/// A line that repeats the page of an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct RepeatedLine {
    /// Its number, from 1.
    pub line: u32,
    /// The number of the earlier one.
    pub first: u32,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct InvalidLine {
    /// Its number, from 1.
    pub line: u32,
    /// Its URL text, at most 200 characters.
    pub text: String,
    /// The invalid field: `url`, `privacy`, or `password`.
    pub field: String,
    pub reason: FieldReason,
}

/// A sitemap among those of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SitemapRead {
    /// Its URL, or the name of its file.
    pub name: String,
    /// The number of its URLs, of pages or sitemaps.
    pub addresses: u32,
    /// Why it could not be read completely.
    pub fault: Option<SourceError>,
    /// Why it could not be fetched.
    pub problem: Option<Problem>,
}

/// Why a source was not read completely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SourceError {
    /// It has more pages than a batch allows (50,000).
    TooMany,
    /// It exceeds the size limit, possibly after unpacking.
    TooLarge {
        /// The maximum number of megabytes.
        megabytes: u32,
    },
    /// It is neither text nor a workbook: an image, a program.
    NotText,
    /// The compressed file is damaged or incomplete.
    BrokenArchive,
    /// The XML is damaged or incomplete.
    BrokenXml,
    /// The XML declares entities, which sitemaps don't need and which can be abused.
    Entities,
    /// It is XML or HTML, but not a sitemap.
    NotASitemap,
    /// It lists more sitemaps than allowed (1,000), or nests them.
    TooManySitemaps,
    /// It has no line with a URL.
    Empty,
}

/// A site of remembered sitemaps, with its pages that have no report. Sitemaps are remembered as
/// long as a batch that was planned from them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SitemapGap {
    /// The URL of the newest sitemap.
    pub sitemap: String,
    /// The site, as the project that its reports belong to.
    pub project: String,
    /// When that was read.
    #[ts(type = "string")]
    pub read_at: Timestamp,
    /// The number of pages of this site in all its sitemaps.
    pub pages: u32,
    /// The number of those without a report in the library.
    pub missing: u32,
}

/// The pages without a report of remembered sitemaps.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, TS)]
#[ts(optional_fields = nullable)]
pub struct SitemapPages {
    /// The connection's id.
    pub connection: String,
    /// Only this project; absent: all of them.
    pub project: Option<String>,
}
