//! Lines with columns.

use std::{
    collections::VecDeque,
    io::{self, Read},
};

use csv_core::{ReadRecordResult, Reader, ReaderBuilder};

use crate::lines::{Line, Lines, MAX_LINE_BYTES};

/// Per line.
pub(crate) const MAX_COLUMNS: usize = 1000;

/// Of one record with quoted line breaks.
const MAX_LINES: usize = 100;

/// After this many unclosed quotes, they are no longer searched for beyond their line, which limits
/// rereading.
const MAX_OPEN_QUOTES: u32 = 100;

/// A line, or several if a cell has line breaks.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Record {
    /// The number of its first line, from 1.
    pub(crate) line: u32,
    pub(crate) cells: Vec<String>,
    /// Its error; the cells are a best effort.
    pub(crate) fault: Option<RecordFault>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RecordFault {
    /// An unclosed quote.
    OpenQuote,
    /// Too long.
    TooLong,
}

/// The records of a text: without a delimiter, one cell per line.
pub(crate) struct Records<R> {
    lines: Lines<R>,
    delimiter: Option<u8>,
    splitter: Splitter,
    /// Lines read ahead after an unclosed quote.
    ahead: VecDeque<Line>,
    open_quotes: u32,
    /// The error after those lines.
    stopped: Option<io::Error>,
}

impl<R: Read> Records<R> {
    pub(crate) fn new(source: R, delimiter: Option<u8>) -> Self {
        Self {
            lines: Lines::new(source),
            delimiter,
            splitter: Splitter::new(delimiter.unwrap_or(b',')),
            ahead: VecDeque::new(),
            open_quotes: 0,
            stopped: None,
        }
    }

    /// The next record that is not blank.
    pub(crate) fn next(&mut self) -> io::Result<Option<Record>> {
        while let Some(first) = self.line(0)? {
            self.ahead.pop_front();
            if !first.is_blank() {
                return Ok(Some(self.record(&first)));
            }
        }
        Ok(None)
    }

    fn record(&mut self, first: &Line) -> Record {
        let line = first.number;
        let Some(delimiter) = self.delimiter else {
            let cells = vec![unquoted(first.text.trim()).to_owned()];
            return Record { line, cells, fault: first.is_cut.then_some(RecordFault::TooLong) };
        };
        let faulty = |fault| {
            let cells = first.text.split(char::from(delimiter)).take(MAX_COLUMNS);
            Record { line, cells: cells.map(|cell| cell.trim_matches('"').to_owned()).collect(), fault: Some(fault) }
        };
        if first.is_cut {
            return faulty(RecordFault::TooLong);
        }
        self.splitter.begin();
        let mut is_whole = self.splitter.add(&first.text);
        let (mut further, mut length) = (0, first.text.len());
        while !is_whole && further < MAX_LINES && self.open_quotes < MAX_OPEN_QUOTES {
            // Errors are reported after the lines before them.
            let Ok(Some(next)) = self.line(further) else { break };
            length += next.text.len();
            if length > MAX_LINE_BYTES || next.is_cut {
                break;
            }
            is_whole = self.splitter.add(&next.text);
            further += 1;
        }
        if !is_whole {
            self.open_quotes = self.open_quotes.saturating_add(1);
            return faulty(RecordFault::OpenQuote);
        }
        self.ahead.drain(..further);
        Record { line, cells: self.splitter.cells(), fault: None }
    }

    /// A line that is not part of a record yet.
    fn line(&mut self, place: usize) -> io::Result<Option<Line>> {
        while self.ahead.len() <= place && self.stopped.is_none() {
            match self.lines.next() {
                Ok(Some(line)) => self.ahead.push_back(line),
                Ok(None) => return Ok(None),
                Err(error) => self.stopped = Some(error),
            }
        }
        match (self.ahead.get(place), self.stopped.take()) {
            (Some(line), stopped) => {
                self.stopped = stopped;
                Ok(Some(line.clone()))
            }
            (None, Some(error)) if self.ahead.is_empty() => Err(error),
            (None, stopped) => {
                self.stopped = stopped;
                Ok(None)
            }
        }
    }
}

/// A cell without its quotes.
fn unquoted(text: &str) -> &str {
    text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map_or(text, str::trim)
}

/// Splits records, line by line.
struct Splitter {
    reader: Reader,
    text: Vec<u8>,
    length: usize,
    ends: Vec<usize>,
    count: usize,
}

impl Splitter {
    fn new(delimiter: u8) -> Self {
        let reader = ReaderBuilder::new().delimiter(delimiter).build();
        Self { reader, text: Vec::new(), length: 0, ends: vec![0; MAX_COLUMNS], count: 0 }
    }

    fn begin(&mut self) {
        self.reader.reset();
        (self.length, self.count) = (0, 0);
    }

    /// Adds a line to the record, and returns whether that completes it.
    fn add(&mut self, line: &str) -> bool {
        // A cell is never longer than its text.
        self.text.resize(self.length + line.len() + 1, 0);
        for part in [line.as_bytes(), b"\n"] {
            let text = self.text.get_mut(self.length..).unwrap_or_default();
            let ends = self.ends.get_mut(self.count..).unwrap_or_default();
            let (result, _, written, ended) = self.reader.read_record(part, text, ends);
            self.length += written;
            self.count += ended;
            match result {
                ReadRecordResult::InputEmpty => {}
                // Further columns are not read.
                ReadRecordResult::Record | ReadRecordResult::OutputEndsFull => return true,
                ReadRecordResult::OutputFull | ReadRecordResult::End => return false,
            }
        }
        false
    }

    fn cells(&self) -> Vec<String> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        let ends = self.ends.iter().copied().take(self.count);
        let cells = starts.zip(ends).map(|(start, end)| self.text.get(start..end).unwrap_or_default());
        cells.map(|cell| String::from_utf8_lossy(cell).into_owned()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{Record, RecordFault, Records};

    fn records(text: &str, delimiter: Option<u8>) -> Vec<Record> {
        let mut records = Records::new(text.as_bytes(), delimiter);
        std::iter::from_fn(|| records.next().unwrap()).collect()
    }

    fn record(line: u32, cells: &[&str]) -> Record {
        Record { line, cells: cells.iter().map(|cell| (*cell).to_owned()).collect(), fault: None }
    }

    #[test]
    fn cells_can_hold_anything_in_quotes() {
        let text = "a,\"b,c\",d\n\n\"one\r\n\"\"two\"\"\",2,\"\"\r\nlast,,";
        assert_eq!(
            records(text, Some(b',')),
            [record(1, &["a", "b,c", "d"]), record(3, &["one\n\"two\"", "2", ""]), record(5, &["last", "", ""]),]
        );
    }

    #[test]
    fn a_quote_that_is_never_closed_costs_one_line() {
        let read = records("a,b\n\"c,d\ne,f\ng,h", Some(b','));
        let broken = Record { fault: Some(RecordFault::OpenQuote), ..record(2, &["c", "d"]) };
        assert_eq!(read, [record(1, &["a", "b"]), broken, record(3, &["e", "f"]), record(4, &["g", "h"])]);
    }

    #[test]
    fn without_a_delimiter_a_line_is_a_cell() {
        assert_eq!(records(" a,b \n\"c;d\"\n", None), [record(1, &["a,b"]), record(2, &["c;d"])]);
    }

    #[test]
    fn a_line_with_too_many_columns_has_its_first_ones() {
        let read = records(&format!("{}\nb,c", "a,".repeat(5000)), Some(b','));
        assert_eq!(read.iter().map(|record| record.cells.len()).collect::<Vec<_>>(), [super::MAX_COLUMNS, 2]);
    }
}
