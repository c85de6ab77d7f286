//! Detects the layout of a text: lines or columns, and their roles.

use std::io::Read;

use assay_model::{SourceColumn, SourceForm, SourceReading};

use crate::{
    address::{self, UrlConfidence},
    column_names::{self, ColumnRole},
    input::Stop,
    records::Records,
};

/// Records for detection, and their maximum size in bytes.
const SAMPLE_LINES: usize = 200;
const SAMPLE_BYTES: u64 = 1024 * 1024;

/// Columns for detection and the preview.
const MAX_COLUMNS: usize = 100;

/// Of a column, in the preview.
const MAX_SAMPLE_VALUES: usize = 5;

/// Of a name or value in the preview, in characters.
const MAX_VALUE_LENGTH: usize = 100;

/// Column separators.
const DELIMITERS: [u8; 4] = *b"\t;,|";

/// Of the columns of a sheet.
const SHEET_DELIMITER: u8 = b'\t';

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    /// `None` for one URL per line.
    pub(crate) delimiter: Option<u8>,
    /// Whether the first line only names the delimiter.
    pub(crate) names_delimiter: bool,
    /// Whether the delimiter separates URLs, like line breaks.
    pub(crate) is_side_by_side: bool,
    pub(crate) has_head: bool,
    pub(crate) address: usize,
    pub(crate) privacy: Option<usize>,
    pub(crate) password: Option<usize>,
    pub(crate) columns: Vec<SourceColumn>,
}

type Row = Vec<String>;

impl Layout {
    pub(crate) fn form(&self) -> SourceForm {
        if self.delimiter.is_none() || self.is_side_by_side { SourceForm::Lines } else { SourceForm::Table }
    }

    /// Detects the layout from the first lines, except for what `reading` sets.
    pub(crate) fn find(start: impl Read, reading: &SourceReading) -> Result<Self, Stop> {
        let text = first_bytes(start)?;
        let mut lines = sample(&text, None);
        let named = lines.first().and_then(|line| line.first()).and_then(|line| named_delimiter(line));
        if named.is_some() {
            lines.remove(0);
        }
        let delimiters = DELIMITERS.into_iter().filter(|delimiter| named.is_none_or(|named| named == *delimiter));
        let tables = delimiters.filter_map(|delimiter| {
            let rows: Vec<Row> =
                sample(&text, Some(delimiter)).into_iter().skip(usize::from(named.is_some())).collect();
            let width = usual(rows.iter().map(Vec::len))?;
            Table::of(rows, width, delimiter, reading)
        });
        let best = tables.reduce(|best, table| if table.fit > best.fit { table } else { best });
        let layout = match best.filter(|table| is_chosen(reading) || named.is_some() || table.is_meant(&lines)) {
            Some(table) if !is_chosen(reading) && table.is_side_by_side() => table.side_by_side(reading),
            Some(table) => table.layout(reading),
            None => in_lines(&lines, reading),
        };
        Ok(Self { names_delimiter: named.is_some(), ..layout })
    }

    /// Detects the layout of a sheet, whose columns are known: lines if it has only one.
    pub(crate) fn of_sheet(start: impl Read, reading: &SourceReading) -> Result<Self, Stop> {
        let text = first_bytes(start)?;
        let rows = sample(&text, Some(SHEET_DELIMITER));
        let width = rows.iter().map(Vec::len).max().unwrap_or_default();
        Ok(match Table::of(rows, width, SHEET_DELIMITER, reading) {
            Some(table) if !is_chosen(reading) && table.is_side_by_side() => table.side_by_side(reading),
            Some(table) => table.layout(reading),
            None => in_lines(&sample(&text, None), reading),
        })
    }
}

fn first_bytes(start: impl Read) -> Result<Vec<u8>, Stop> {
    let mut text = Vec::new();
    match start.take(SAMPLE_BYTES).read_to_end(&mut text).map_err(Stop::from) {
        Err(stop @ (Stop::Canceled | Stop::Failed(_))) => Err(stop),
        // Errors of the source are reported when it is read.
        Ok(_) | Err(Stop::Fault(_)) => Ok(text),
    }
}

/// The delimiter named by a line such as `sep=;`, as used by spreadsheet programs.
fn named_delimiter(line: &str) -> Option<u8> {
    let (name, delimiter) = line.split_once('=')?;
    let named = |known: &u8| delimiter.bytes().eq([*known]);
    DELIMITERS.into_iter().find(named).filter(|_| name.eq_ignore_ascii_case("sep"))
}

/// Whether the user has assigned columns, so there are some.
fn is_chosen(reading: &SourceReading) -> bool {
    let is_column = |column: Option<u32>| column.is_some_and(|column| as_column(column) < MAX_COLUMNS);
    reading.address.is_some_and(|column| column > 0) || is_column(reading.privacy) || is_column(reading.password)
}

fn in_lines(lines: &[Row], reading: &SourceReading) -> Layout {
    // A first line without a URL is invalid, unless it is a usual header.
    let first = lines.first().and_then(|line| line.first());
    let has_head = reading.has_head.unwrap_or_else(|| {
        first.is_some_and(|name| column_names::column_role(name) == Some(ColumnRole::Address)) && lines.len() > 1
    });
    Layout {
        delimiter: None,
        names_delimiter: false,
        is_side_by_side: false,
        has_head,
        address: 0,
        privacy: None,
        password: None,
        columns: Vec::new(),
    }
}

/// The first lines as a table.
struct Table {
    delimiter: u8,
    rows: Vec<Row>,
    has_head: bool,
    /// The column of URLs.
    address: usize,
    /// The fit of the delimiter: the share of lines with the usual number of columns and a URL.
    fit: f64,
}

impl Table {
    fn of(rows: Vec<Row>, width: usize, delimiter: u8, reading: &SourceReading) -> Option<Self> {
        if width < 2 {
            return None;
        }
        let even = share(&rows, |row| row.len() == width);
        let widest = rows.iter().map(Vec::len).max().unwrap_or_default();
        let by_values = |rows: &[Row]| -> Vec<f64> { (0..widest).map(|column| addresses(rows, column)).collect() };
        let best = |scores: &[f64]| {
            let scores = scores.iter().copied().enumerate();
            scores.reduce(|best, next| if next.1 > best.1 { next } else { best }).unwrap_or_default()
        };
        let (first, rest) = rows.split_first()?;
        let has_head = reading.has_head.unwrap_or_else(|| {
            let (column, score) = best(&by_values(rest));
            let is_named = first.iter().any(|name| column_names::column_role(name) == Some(ColumnRole::Address));
            is_head(first) && (is_named || (score > 0.0 && url_confidence(first, column) == UrlConfidence::None))
        });
        let data = if has_head { rest } else { &rows };
        let mut scores = by_values(data);
        if has_head {
            for (score, name) in scores.iter_mut().zip(first) {
                // A header decides what values leave open.
                if column_names::column_role(name) == Some(ColumnRole::Address) && (*score > 0.0 || data.is_empty()) {
                    *score += 0.5;
                }
            }
        }
        let (found, score) = best(&scores);
        let address = reading.address.map_or(found, as_column);
        Some(Self { delimiter, has_head, address, fit: even * (score + 0.01), rows })
    }

    /// Whether it is a table, rather than lines whose URLs contain commas.
    fn is_meant(&self, lines: &[Row]) -> bool {
        if addresses(self.data(), self.address) == 0.0 && !self.has_head {
            return false;
        }
        let whole = share(lines, |line| url_confidence(line, 0) != UrlConfidence::None);
        let is_else = |column: usize| {
            let is_whole = |value: &str| address::url_confidence(value) == UrlConfidence::Whole;
            column != self.address && (self.has_privacy(column) || self.all(column, is_whole))
        };
        // No URL contains a tab.
        let is_certain = self.has_head || self.delimiter == b'\t' || whole < 0.5;
        is_certain || (0..self.width()).any(is_else) || self.is_even()
    }

    /// Whether several lines have equally many columns that start with a full URL, and the rest
    /// doesn't look like its continuation: `;jsession=1`, `,2.html`.
    fn is_even(&self) -> bool {
        let is_even = |row: &Row| row.len() == self.width() && url_confidence(row, 0) == UrlConfidence::Whole;
        let goes_on = |row: &Row| row.last().is_some_and(|cell| goes_on(cell));
        self.rows.len() > 1 && self.rows.iter().all(is_even) && !self.rows.iter().all(goes_on)
    }

    /// Whether there are only URLs, with a varying number per line.
    fn is_side_by_side(&self) -> bool {
        let mut cells =
            self.rows.iter().flatten().filter(|cell| !cell.trim().is_empty()).map(|cell| address::url_confidence(cell));
        let is_uneven = self.rows.iter().any(|row| row.len() != self.width());
        match self.rows.len() {
            _ if self.has_head => false,
            1 => cells.all(|cell| cell != UrlConfidence::None),
            _ => is_uneven && cells.all(|cell| cell == UrlConfidence::Whole),
        }
    }

    fn side_by_side(&self, reading: &SourceReading) -> Layout {
        Layout { delimiter: Some(self.delimiter), is_side_by_side: true, ..in_lines(&[], reading) }
    }

    fn layout(self, reading: &SourceReading) -> Layout {
        let named = |role: ColumnRole| {
            let head = self.rows.first().filter(|_| self.has_head)?;
            let mut names = head.iter().enumerate().filter(|(column, _)| *column != self.address);
            names.find(|(_, name)| column_names::column_role(name) == Some(role)).map(|(column, _)| column)
        };
        // A missing column, or the one of URLs, means none.
        let is_free = |column: &usize| *column < self.width() && *column != self.address;
        let chosen = |column: u32| Some(as_column(column)).filter(is_free);
        // A header with another meaning overrides the values.
        let is_unnamed = |column: &usize| {
            let head = self.rows.first().filter(|_| self.has_head);
            head.and_then(|head| head.get(*column)).is_none_or(|name| name.trim().is_empty())
        };
        let free = (0..self.width()).filter(is_free);
        let by_values = || free.filter(is_unnamed).find(|column| self.has_privacy(*column));
        let by_words = || named(ColumnRole::Privacy).or_else(by_values);
        let privacy = reading.privacy.map_or_else(by_words, chosen);
        let password = reading.password.map_or_else(|| named(ColumnRole::Password), chosen);
        let columns = (0..self.width().min(MAX_COLUMNS)).map(|column| {
            let cut = |text: &str| text.trim().chars().take(MAX_VALUE_LENGTH).collect::<String>();
            let name =
                self.rows.first().filter(|_| self.has_head).and_then(|head| head.get(column)).map(|name| cut(name));
            let is_secret = password == Some(column) || named(ColumnRole::Password) == Some(column);
            let values =
                if is_secret { Vec::new() } else { self.values(column).take(MAX_SAMPLE_VALUES).map(cut).collect() };
            SourceColumn { name, values }
        });
        Layout {
            columns: columns.collect(),
            delimiter: Some(self.delimiter),
            names_delimiter: false,
            is_side_by_side: false,
            has_head: self.has_head,
            address: self.address,
            privacy,
            password,
        }
    }

    /// Whether all values of a column are privacies. Numbers count only with a header.
    fn has_privacy(&self, column: usize) -> bool {
        self.all(column, |value| column_names::privacy_word(value).is_some())
    }

    /// Whether a column has values, and all of them match.
    fn all(&self, column: usize, is: impl Fn(&str) -> bool) -> bool {
        let mut values = self.values(column).peekable();
        values.peek().is_some() && values.all(is)
    }

    fn values(&self, column: usize) -> impl Iterator<Item = &str> {
        let cells = self.data().iter().filter_map(move |row| row.get(column));
        cells.map(String::as_str).filter(|value| !value.trim().is_empty())
    }

    fn data(&self) -> &[Row] {
        self.rows.get(usize::from(self.has_head)..).unwrap_or_default()
    }

    fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).max().unwrap_or_default()
    }
}

/// Whether a row is a header: no URL and no value of any column.
fn is_head(row: &Row) -> bool {
    row.iter().all(|cell| {
        let is_value = column_names::privacy(cell).is_some() && column_names::column_role(cell).is_none();
        !is_value && address::url_confidence(cell) != UrlConfidence::Whole
    })
}

/// Whether a URL may continue with a text after a comma or semicolon.
fn goes_on(text: &str) -> bool {
    let has_ending = text.rsplit_once('.').is_some_and(|(_, end)| end.starts_with(|c: char| c.is_ascii_alphabetic()));
    !text.contains('@') && (has_ending || text.contains(['/', '=', '?', '&', '#', '%']))
}

/// The first records of an incomplete text: its last line may be partial.
fn sample(text: &[u8], delimiter: Option<u8>) -> Vec<Row> {
    let mut records = Records::new(text, delimiter);
    let mut rows = Vec::new();
    while let Ok(Some(record)) = records.next() {
        if record.fault.is_none() {
            rows.push(record.cells.into_iter().take(MAX_COLUMNS).collect());
        }
        if rows.len() == SAMPLE_LINES {
            break;
        }
    }
    rows
}

/// The share of rows with a URL in a column, weighted by confidence, 0–1.
fn addresses(rows: &[Row], column: usize) -> f64 {
    let whole = share(rows, |row| url_confidence(row, column) == UrlConfidence::Whole);
    let bare = share(rows, |row| url_confidence(row, column) == UrlConfidence::Bare);
    whole + bare / 2.0
}

fn url_confidence(row: &Row, column: usize) -> UrlConfidence {
    row.get(column).map_or(UrlConfidence::None, |cell| address::url_confidence(cell))
}

#[expect(clippy::cast_precision_loss, reason = "a sample is small")]
fn share(rows: &[Row], is: impl Fn(&Row) -> bool) -> f64 {
    if rows.is_empty() { 0.0 } else { rows.iter().filter(|row| is(row)).count() as f64 / rows.len() as f64 }
}

/// The most frequent number; if tied, the highest.
fn usual(numbers: impl Iterator<Item = usize>) -> Option<usize> {
    let mut counts = std::collections::BTreeMap::<usize, usize>::new();
    numbers.for_each(|number| *counts.entry(number).or_default() += 1);
    counts.into_iter().max_by_key(|(number, count)| (*count, *number)).map(|(number, _)| number)
}

fn as_column(column: u32) -> usize {
    usize::try_from(column).unwrap_or(usize::MAX)
}
