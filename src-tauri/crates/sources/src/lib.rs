//! Where the addresses of a batch come from: text, tables and sitemaps in any encoding, compressed or not. Whatever a
//! source holds, only a bounded part of it is in memory at a time; what cannot be used is told, and stops nothing else.
//!
//! Pure readers: where the bytes come from is the core's concern.

mod address;
mod encoding;
mod reader;
mod input;
mod layout;
mod lines;
mod pages;
mod records;
mod sitemap;
mod words;

use assay_model::{Privacy, Secret, SourcePreview};

pub use reader::SourceReader;
pub use input::Cancelled;

/// The most sitemaps that are read for one source, the first one included.
pub const MOST_SITEMAPS: usize = 1000;

/// A page that a source names. It may hold a password, so that it cannot be printed.
#[derive(Clone)]
pub struct SourcePage {
    /// Its line, from 1, where the source has lines.
    pub line: Option<u32>,
    /// The address as it is sent (`assay_model::address::page`).
    pub address: String,
    /// The address as services keep it (`assay_model::address::stored`).
    pub stored: String,
    /// Where an earlier entry names the same page: that one's line.
    pub repeats: Option<Option<u32>>,
    /// Who is to see its report, where the source says so.
    pub privacy: Option<Privacy>,
    /// Its password, 1–128 characters (`field-notes.md` 18), where the source has one. There is none where it says that
    /// the report is to be public or private.
    pub password: Option<Secret>,
}

/// Everything that a source names.
pub struct SourceContents {
    /// The pages in the source's order: at most 50,000 different ones, and at most 10,000 that repeat an earlier one.
    pub listed: Vec<SourcePage>,
    /// What there is to say of the source.
    pub preview: SourcePreview,
}
