//! Excel workbooks (`.xlsx`), read as the table of their first visible sheet.

use std::{
    borrow::Cow,
    io::{self, Cursor, Read, Seek},
    panic::{self, AssertUnwindSafe},
};

use assay_model::SourceError;
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

use crate::{
    input::{Limits, Stop},
    records::MAX_COLUMNS,
};

/// The start of a ZIP archive.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// The part that makes an archive a workbook.
const WORKBOOK: &str = "xl/workbook.xml";

/// The end of the name of the part with styles, in any case.
const STYLES: &str = "styles.xml";

/// Of a workbook, unpacked: its texts are in memory.
const MAX_MEGABYTES: u32 = 50;

pub(crate) struct Sheet {
    pub(crate) name: String,
    /// Columns between tabs, a line per row.
    pub(crate) text: Cursor<Vec<u8>>,
}

/// A workbook's first visible sheet; `None` if the source is no workbook.
pub(crate) fn sheet(source: &mut (impl Read + Seek), limits: &Limits) -> Result<Option<Sheet>, Stop> {
    source.rewind()?;
    let mut magic = Vec::new();
    source.take(ZIP.len() as u64).read_to_end(&mut magic)?;
    if magic != ZIP {
        return Ok(None);
    }
    let megabytes = limits.megabytes.min(MAX_MEGABYTES);
    let Some(file) = workbook_of(source, megabytes, limits)? else { return Ok(None) };
    // The library panics on some damaged files.
    let read = panic::catch_unwind(AssertUnwindSafe(|| first_visible(file, megabytes, limits)));
    read.unwrap_or_else(|_| Err(damaged())).map(Some)
}

fn first_visible(file: Cursor<Vec<u8>>, megabytes: u32, limits: &Limits) -> Result<Sheet, Stop> {
    let mut book: Xlsx<_> = Xlsx::new(file).map_err(broken)?;
    let sheets = book.sheets_metadata();
    let visible =
        sheets.iter().find(|sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet);
    let name = visible.map(|sheet| sheet.name.clone()).ok_or_else(damaged)?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(broken)?;
    let mut text = Text { bytes: Vec::new(), last: None, most: megabytes as usize * 1_000_000 };
    while let Some(cell) = cells.next_cell().map_err(broken)? {
        if (limits.is_canceled)() {
            return Err(Stop::Canceled);
        }
        let place = cell.get_position();
        if (place.1 as usize) < MAX_COLUMNS && !text.put(place, cell.get_value()) {
            return Err(Stop::Fault(SourceError::TooLarge { megabytes }));
        }
    }
    Ok(Sheet { name, text: Cursor::new(text.bytes) })
}

/// The workbook's file in memory, unpacked; `None` for other archives. The sizes that an archive
/// states may be false.
///
/// Styles are left out: the library copies a font into each style that names it, so that a small
/// file could take any amount of memory.
fn workbook_of(
    source: &mut (impl Read + Seek),
    megabytes: u32,
    limits: &Limits,
) -> Result<Option<Cursor<Vec<u8>>>, Stop> {
    source.rewind()?;
    let most = u64::from(megabytes) * 1_000_000;
    let mut packed = Vec::new();
    source.take(most + 1).read_to_end(&mut packed)?;
    let too_large = Stop::Fault(SourceError::TooLarge { megabytes });
    if packed.len() as u64 > most {
        return Err(too_large);
    }
    let Ok(mut archive) = ZipArchive::new(Cursor::new(&packed)) else { return Ok(None) };
    if archive.index_for_name(WORKBOOK).is_none() {
        return Ok(None);
    }
    let mut unpacked = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut left = most;
    for number in 0..archive.len() {
        if (limits.is_canceled)() {
            return Err(Stop::Canceled);
        }
        let part = archive.by_index(number).map_err(|_| damaged())?;
        let name = part.name().map_err(|_| damaged())?.into_owned();
        if part.is_dir() || name.to_ascii_lowercase().ends_with(STYLES) {
            continue;
        }
        unpacked.start_file(name, stored).map_err(|_| damaged())?;
        let count = io::copy(&mut part.take(left + 1), &mut unpacked).map_err(|_| damaged())?;
        let Some(rest) = left.checked_sub(count) else { return Err(too_large) };
        left = rest;
    }
    unpacked.finish().map(Some).map_err(|_| damaged())
}

fn damaged() -> Stop {
    Stop::Fault(SourceError::BrokenArchive)
}

fn broken(error: XlsxError) -> Stop {
    match error {
        // Encrypted workbooks are no ZIP archives.
        XlsxError::Io(error) => Stop::from(error),
        _ => damaged(),
    }
}

/// A cell's text.
fn shown<'a>(value: &'a DataRef<'_>) -> Cow<'a, str> {
    match value {
        DataRef::Int(number) => number.to_string().into(),
        DataRef::Float(number) => number.to_string().into(),
        DataRef::SharedString(text) => Cow::Borrowed(text),
        DataRef::Bool(is_true) => is_true.to_string().into(),
        DataRef::DateTime(date) => date.to_string().into(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.into(),
        DataRef::Error(_) | DataRef::Empty => Cow::Borrowed(""),
    }
}

/// A cell of a table, without line breaks.
fn quoted(text: &str) -> Cow<'_, str> {
    if !text.contains(['\t', '\r', '\n', '"']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace(['\t', '\r', '\n'], " ");
    if text.contains('"') { format!("\"{}\"", text.replace('"', "\"\"")).into() } else { text.into() }
}

struct Text {
    bytes: Vec<u8>,
    /// The row and column of the last cell.
    last: Option<(u32, u32)>,
    /// In bytes.
    most: usize,
}

impl Text {
    /// Adds a cell after the last one, with the rows and columns between; false if it is too long.
    /// Cells before the last one are left out, before their text is copied.
    fn put(&mut self, place: (u32, u32), value: &DataRef<'_>) -> bool {
        if self.last.is_some_and(|last| place <= last) {
            return true;
        }
        let last = self.last.unwrap_or_default();
        let rows = (place.0 - last.0) as usize;
        let columns = (if rows > 0 { place.1 } else { place.1 - last.1 }) as usize;
        let shown = shown(value);
        let room = self.most.saturating_sub(self.bytes.len() + rows + columns);
        if shown.len() > room {
            return false;
        }
        let text = quoted(&shown);
        if text.len() > room {
            return false;
        }
        self.bytes.extend(std::iter::repeat_n(b'\n', rows));
        self.bytes.extend(std::iter::repeat_n(b'\t', columns));
        self.bytes.extend_from_slice(text.as_bytes());
        self.last = Some(place);
        true
    }
}
