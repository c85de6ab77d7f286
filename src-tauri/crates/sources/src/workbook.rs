//! Excel workbooks (`.xlsx`), read as the table of their first visible sheet.

use std::io::{self, Cursor, Read, Seek};

use assay_model::SourceError;
use calamine::{DataRef, Reader, SheetType, SheetVisible, Xlsx, XlsxError};
use zip::ZipArchive;

use crate::{
    input::{Limits, Stop},
    records::MAX_COLUMNS,
};

/// The start of a ZIP archive.
const ZIP: [u8; 4] = *b"PK\x03\x04";

/// The part that makes an archive a workbook.
const WORKBOOK: &str = "xl/workbook.xml";

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
    let mut book: Xlsx<_> = Xlsx::new(file).map_err(broken)?;
    let sheets = book.sheets_metadata();
    let visible =
        sheets.iter().find(|sheet| sheet.visible == SheetVisible::Visible && sheet.typ == SheetType::WorkSheet);
    let name = visible.map(|sheet| sheet.name.clone()).ok_or_else(damaged)?;
    let mut cells = book.worksheet_cells_reader(&name).map_err(broken)?;
    let mut text = Text { bytes: Vec::new(), row: 0, column: 0, most: megabytes as usize * 1_000_000 };
    while let Some(cell) = cells.next_cell().map_err(broken)? {
        if (limits.is_canceled)() {
            return Err(Stop::Canceled);
        }
        let (row, column) = cell.get_position();
        if (column as usize) < MAX_COLUMNS && !text.put((row, column), &shown(cell.get_value())) {
            return Err(Stop::Fault(SourceError::TooLarge { megabytes }));
        }
    }
    Ok(Some(Sheet { name, text: Cursor::new(text.bytes) }))
}

/// The workbook's file in memory; `None` for other archives. Unpacks all of it once, since the
/// sizes that an archive states may be false.
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
    let mut left = most;
    for number in 0..archive.len() {
        if (limits.is_canceled)() {
            return Err(Stop::Canceled);
        }
        let part = archive.by_index(number).map_err(|_| damaged())?;
        let count = io::copy(&mut part.take(left + 1), &mut io::sink()).map_err(|_| damaged())?;
        let Some(rest) = left.checked_sub(count) else { return Err(too_large) };
        left = rest;
    }
    Ok(Some(Cursor::new(packed)))
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

/// A cell as text, without line breaks.
fn shown(value: &DataRef<'_>) -> String {
    let text = match value {
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => number.to_string(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(is_true) => is_true.to_string(),
        DataRef::DateTime(date) => date.to_string(),
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => text.clone(),
        DataRef::Error(_) | DataRef::Empty => String::new(),
    };
    let text = text.replace(['\t', '\r', '\n'], " ");
    if text.contains('"') { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

struct Text {
    bytes: Vec<u8>,
    row: u32,
    column: u32,
    /// In bytes.
    most: usize,
}

impl Text {
    /// Adds a cell after the last one, with the rows and columns between; false if it is too long.
    fn put(&mut self, (row, column): (u32, u32), text: &str) -> bool {
        let Some(rows) = row.checked_sub(self.row) else { return true };
        if rows > 0 {
            self.column = 0;
        }
        let columns = column.saturating_sub(self.column);
        if self.bytes.len() + rows as usize + columns as usize + text.len() > self.most {
            return false;
        }
        self.bytes.extend(std::iter::repeat_n(b'\n', rows as usize));
        self.bytes.extend(std::iter::repeat_n(b'\t', columns as usize));
        self.bytes.extend_from_slice(text.as_bytes());
        (self.row, self.column) = (row, column);
        true
    }
}
