//! Exports lists from the service or the library, row by row, to a file that the user chooses.

mod calls;
mod client;
mod files;
mod from_library;
mod from_service;
mod layout;
mod limits;
mod projects;
mod writer;

pub(crate) use calls::Exports;
pub(crate) use client::ClientReports;
pub(crate) use files::ExportFiles;
pub(crate) use from_library::LibraryExports;
pub(crate) use from_service::ServiceExports;
pub(crate) use limits::{MAX_COLUMNS, MAX_TEXT_LENGTH, MAX_WORDS, count};
pub(crate) use writer::blocking;
