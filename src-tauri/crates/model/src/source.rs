use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{FieldReason, LibraryQuery, Privacy, Problem, ReportQuery, Secret};

/// The most addresses or reports that a batch has.
pub const MOST_ROWS: u32 = 50_000;

/// Where the rows of a batch come from.
#[derive(Clone, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BatchSource {
    /// Text that was typed or pasted: addresses by line, a table, or a sitemap. At most 8 MB.
    Text {
        /// The text, which can hold passwords.
        text: Secret,
        /// How to read it, where not as found.
        reading: SourceReading,
    },
    /// A file that was chosen (`source_choose`) or dropped on the window (`CoreEvent::FilesDropped`): text, a table, or a
    /// sitemap, compressed or not.
    File {
        /// The core's number for it, until the app ends.
        file: u32,
        /// How to read it, where not as found.
        reading: SourceReading,
    },
    /// A sitemap on the web, with the sitemaps that it lists. It is asked for without any key.
    Sitemap {
        /// Its address; a missing scheme means https.
        address: String,
    },
    /// Some reports of the connection, at most 10,000.
    Reports {
        /// The service's ids.
        ids: Vec<String>,
    },
    /// Every report of a list of the service, all pages of it.
    List {
        /// Which ones; page and page size do not matter.
        query: ReportQuery,
    },
    /// Every report of the connection in a list of the library, all pages of it.
    Library {
        /// Which ones; connection, page and page size do not matter.
        query: LibraryQuery,
    },
}

/// How text or a file is to be read where not as found. Columns count from 0; a number that no column has means that there
/// is none for it.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct SourceReading {
    /// The column of the addresses.
    pub address: Option<u32>,
    /// The column of who can see each report.
    pub privacy: Option<u32>,
    /// The column of the passwords.
    pub password: Option<u32>,
    /// Whether the first line names the columns.
    pub has_head: Option<bool>,
}

/// A file that was chosen or dropped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceFile {
    /// The core's number for it, until the app ends.
    pub file: u32,
    /// Its name, without the folder.
    pub name: String,
    /// Its size in bytes.
    #[ts(type = "number")]
    pub bytes: u64,
}

/// What the addresses are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum SourceForm {
    /// One address a line.
    Lines,
    /// Lines of several columns.
    Table,
    /// A sitemap, or an index of sitemaps.
    Sitemap,
}

/// What a source holds, before anything is planned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourcePreview {
    /// What it is written in.
    pub form: SourceForm,
    /// The character encoding that was found, by its usual name, such as `UTF-16LE`.
    pub encoding: String,
    /// The character between columns, in a table.
    pub delimiter: Option<String>,
    /// Whether the first line names the columns.
    pub has_head: bool,
    /// The columns of a table, at most 100.
    pub columns: Vec<SourceColumn>,
    /// The column of the addresses, from 0.
    pub address: Option<u32>,
    /// The column of who can see each report.
    pub privacy: Option<u32>,
    /// The column of the passwords.
    pub password: Option<u32>,
    /// How many different pages it names.
    pub pages: u32,
    /// How many lines name a page that an earlier one named.
    pub duplicates: u32,
    /// How many lines cannot be used.
    pub bad: u32,
    /// The first pages, at most 10.
    pub sample: Vec<SourceRow>,
    /// The first lines that cannot be used, at most 1,000.
    pub bad_lines: Vec<InvalidLine>,
    /// The sitemaps that were read or could not be, the first one first, at most 1,000.
    pub sitemaps: Vec<SitemapRead>,
    /// Why it was not read to its end. What comes before can be used.
    pub fault: Option<SourceError>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceColumn {
    /// What the first line calls it, at most 100 characters; absent where the first line names no columns.
    pub name: Option<String>,
    /// Its first values, at most 5 of at most 100 characters; none of passwords.
    pub values: Vec<String>,
}

/// A page of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SourceRow {
    /// Its line, from 1, where the source has lines.
    pub line: Option<u32>,
    /// The address as it would be sent.
    pub address: String,
    /// Who is to see its report, where the source says so.
    pub privacy: Option<Privacy>,
    /// Whether the source has a password for it.
    pub has_password: bool,
}

/// A line that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct InvalidLine {
    /// Its number, from 1.
    pub line: u32,
    /// What it has for an address, at most 200 characters.
    pub text: String,
    /// Which of its fields is wrong: `url`, `privacy` or `password`.
    pub field: String,
    /// What is wrong.
    pub reason: FieldReason,
}

/// A sitemap among those of a source.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SitemapRead {
    /// Its address, or the name of its file.
    pub name: String,
    /// How many addresses it has, of pages or of sitemaps.
    pub addresses: u32,
    /// Why it could not be read, or not to its end.
    pub fault: Option<SourceError>,
    /// Why it could not be fetched.
    pub problem: Option<Problem>,
}

/// Why a source was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SourceError {
    /// It names more pages than a batch has rows (50,000).
    TooMany,
    /// It is larger than Assay reads, also once it is unpacked.
    TooLarge {
        /// The most megabytes.
        megabytes: u32,
    },
    /// It is no text: a picture, a workbook, a program.
    NotText,
    /// The compressed file is damaged or breaks off.
    BrokenArchive,
    /// The XML is damaged or breaks off.
    BrokenXml,
    /// The XML declares entities, which a sitemap has no need of and which can be used to do harm.
    Entities,
    /// It is XML or a page, but no sitemap.
    NotASitemap,
    /// It lists more sitemaps than Assay reads (1,000), or they list others again.
    TooManySitemaps,
    /// It has no line with an address.
    Empty,
}
