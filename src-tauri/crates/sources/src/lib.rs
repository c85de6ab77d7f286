//! Parses the sources of a batch's URLs: text, tables, workbooks, and sitemaps in any encoding,
//! compressed or not. Memory use is limited; invalid parts are reported and skipped.
//!
//! Pure parsers: the core provides the bytes.

mod address;
mod column_names;
mod encoding;
mod input;
mod layout;
mod lines;
mod pages;
mod records;
mod sitemap;
mod source_reader;
mod workbook;

use assay_model::{Privacy, Secret, SourcePreview};

pub use input::IsCanceled;
pub use source_reader::SourceReader;

/// The maximum number of sitemaps per source, including the first one.
pub const MAX_SITEMAPS: usize = 1000;

/// A page of a source. It may hold a password, so it can't be printed.
#[derive(Clone)]
pub struct SourcePage {
    /// Its line, from 1, where the source has lines.
    pub line: Option<u32>,
    /// The URL as it is sent (`assay_model::address::page`).
    pub address: String,
    /// The URL as services store it (`assay_model::address::stored`).
    pub stored: String,
    /// The line of an earlier entry for the same page, if any.
    pub repeats: Option<Option<u32>>,
    /// The privacy, if the source sets one.
    pub privacy: Option<Privacy>,
    /// Its password, 1–128 characters (`field-notes.md` 18), if any. None if the source makes it
    /// public or private.
    pub password: Option<Secret>,
}

/// The contents of a source.
pub struct SourceContents {
    /// The pages in order: at most 50,000 distinct ones, and 10,000 duplicates.
    pub listed: Vec<SourcePage>,
    /// The preview.
    pub preview: SourcePreview,
}
