use std::io::Write;

use assay_model::{CsvSeparator, Problem, ProblemCode};
use csv::{ErrorKind, QuoteStyle, Terminator, Writer, WriterBuilder};

use crate::{
    Sink,
    cell::{Cell, Columns, Record},
    part::{Part, failed},
};

/// A CSV sheet in UTF-8 with RFC 4180 line endings.
///
/// Spreadsheet programs run cells that start like a formula, so such texts get a leading
/// apostrophe; other readers remove one apostrophe before any of [`FORMULA_SIGNS`]. All cells
/// except numbers are quoted, so that other separators inside a text are safe.
pub(crate) struct Sheet<F> {
    writer: Writer<Part>,
    columns: Columns<F>,
    decimal_comma: bool,
}

/// The start of a formula: known signs, their full-width forms, and skipped blanks.
const FORMULA_SIGNS: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

/// A byte order mark, which some programs need to detect UTF-8.
const BOM: &[u8] = b"\xef\xbb\xbf";

impl<F: Copy> Sheet<F> {
    pub(crate) fn new(
        mut part: Part,
        columns: Columns<F>,
        bom: bool,
        separator: CsvSeparator,
        decimal_comma: bool,
    ) -> Result<Self, Problem> {
        if bom {
            part.write_all(BOM).map_err(failed)?;
        }
        let mut writer = WriterBuilder::new()
            .delimiter(match separator {
                CsvSeparator::Comma => b',',
                CsvSeparator::Semicolon => b';',
                CsvSeparator::Tab => b'\t',
            })
            .quote_style(QuoteStyle::NonNumeric)
            .terminator(Terminator::CRLF)
            .from_writer(part);
        writer.write_record(columns.columns().map(|column| harmless(&column.heading))).map_err(unwritten)?;
        Ok(Self { writer, columns, decimal_comma })
    }
}

impl<R: Record> Sink<R> for Sheet<R::Field> {
    fn write(&mut self, row: &R) -> Result<(), Problem> {
        for (column, cell) in self.columns.cells(row) {
            let written = match cell {
                Cell::Empty => self.writer.write_field(""),
                Cell::Text(text) | Cell::Link(_, text) => self.writer.write_field(harmless(&text)),
                Cell::Word(word) => self.writer.write_field(&*word),
                Cell::Said(word, said) => self.writer.write_field(harmless(&format!("{word}: {said}"))),
                Cell::Checks(names) => self.writer.write_field(harmless(&column.checks(&names))),
                Cell::Explained(check) => self.writer.write_field(harmless(column.explanation(check))),
                Cell::Verdict(verdict) => self.writer.write_field(verdict.word()),
                Cell::Number(number) | Cell::Exact(number) if self.decimal_comma => {
                    self.writer.write_field(number.to_string().replace('.', ","))
                }
                Cell::Number(number) | Cell::Exact(number) => self.writer.write_field(number.to_string()),
                Cell::Date(date) => self.writer.write_field(date.to_string()),
            };
            written.map_err(unwritten)?;
        }
        self.writer.write_record(None::<&[u8]>).map_err(unwritten)
    }

    fn end(self: Box<Self>) -> Result<Part, Problem> {
        self.writer.into_inner().map_err(|error| failed(error.error()))
    }
}

fn harmless(text: &str) -> String {
    // Existing apostrophes get another one, so that removing one restores the text.
    let bare = text.trim_start_matches('\'');
    if bare.starts_with(FORMULA_SIGNS) { format!("'{text}") } else { text.to_owned() }
}

fn unwritten(error: csv::Error) -> Problem {
    match error.into_kind() {
        ErrorKind::Io(error) => failed(error),
        // The library has no other error for this output.
        kind => Problem::new(ProblemCode::Internal).with_detail(format!("{kind:?}")),
    }
}
