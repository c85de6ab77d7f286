use std::{
    any::Any,
    borrow::Cow,
    panic::{AssertUnwindSafe, catch_unwind},
};

use assay_model::{Problem, ProblemCode, Verdict, readable};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use rust_xlsxwriter::{Color, Format, Worksheet, XlsxError};

use crate::{
    Sink,
    cell::{Cell, Column, Columns, Record},
    part::{Part, failed},
};

/// Of a cell's text, in UTF-16 units.
const MAX_CELL_LENGTH: usize = 32_767;

/// Of a sheet; further URLs are texts.
const MAX_LINKS: u32 = 65_530;

/// Of a link, in UTF-16 units.
const MAX_LINK_LENGTH: usize = 2_079;

/// In UTF-16 units.
const MAX_SHEET_NAME_LENGTH: usize = 31;

/// A sortable date format with its time zone.
const DATE: &str = "yyyy-mm-dd hh:mm:ss \"UTC\"";

/// An Excel workbook with one sheet: frozen headings, filters, typed cells, and linked URLs.
pub(crate) struct Workbook<F> {
    book: rust_xlsxwriter::Workbook,
    looks: Looks,
    columns: Columns<F>,
    row: u32,
    links: u32,
    part: Part,
}

struct Looks {
    date: Format,
    fraction: Format,
    good: Format,
    decent: Format,
    bad: Format,
}

impl<F: Copy> Workbook<F> {
    pub(crate) fn new<R: Record<Field = F>>(part: Part, columns: Columns<F>) -> Result<Self, Problem> {
        let mut book = rust_xlsxwriter::Workbook::new();
        // The library's temporary file goes to the target's disk, which needs the space anyway.
        let begun = book.set_tempdir(part.folder()).and_then(|book| book.add_worksheet_with_constant_memory());
        let begun = begun.and_then(|sheet| {
            if let Some(name) = sheet_name(&part.name()) {
                sheet.set_name(name)?;
            }
            head::<R>(sheet, &columns)
        });
        begun.map_err(|error| unwritten(&error))?;
        let look = |text: u32, ground: u32| {
            Format::new().set_font_color(Color::RGB(text)).set_background_color(Color::RGB(ground))
        };
        let looks = Looks {
            date: Format::new().set_num_format(DATE),
            fraction: Format::new().set_num_format("0.0"),
            good: look(0x05_77_3b, 0xe0_f7_e5),
            decent: look(0x8d_5e_00, 0xff_f0_d0),
            bad: look(0xc5_2b_30, 0xff_ea_e9),
        };
        Ok(Self { book, looks, columns, row: 0, links: 0, part })
    }
}

impl<R: Record> Sink<R> for Workbook<R::Field> {
    fn write(&mut self, row: &R) -> Result<(), Problem> {
        self.row += 1;
        let Self { book, looks, columns, row: number, links, part } = self;
        let written = catch_unwind(AssertUnwindSafe(|| {
            let sheet = book.worksheet_from_index(0)?;
            (0..)
                .zip(columns.cells(row))
                .try_for_each(|(column, cell)| put(sheet, (*number, column), looks, links, cell))
        }));
        settled(part, written)
    }

    fn end(mut self: Box<Self>) -> Result<Part, Problem> {
        let last = u16::try_from(self.columns.count().saturating_sub(1)).unwrap_or(u16::MAX);
        let Self { book, row, part, .. } = &mut *self;
        let saved = catch_unwind(AssertUnwindSafe(|| {
            book.worksheet_from_index(0)?.autofilter(0, 0, *row, last)?;
            book.save_to_writer(&mut *part)
        }));
        settled(part, saved)?;
        Ok(self.part)
    }
}

fn head<R: Record>(sheet: &mut Worksheet, columns: &Columns<R::Field>) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    sheet.set_freeze_panes(1, 0)?;
    for (number, column) in (0..).zip(columns.columns()) {
        sheet.set_column_width(number, R::width(column.field))?;
        sheet.write_string_with_format(0, number, column.heading.as_str(), &bold)?;
    }
    Ok(())
}

fn put<F>(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    looks: &Looks,
    links: &mut u32,
    (of, cell): (&Column<F>, Cell<'_>),
) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => Ok(()),
        Cell::Link(url, text) => match link_to(url).filter(|_| *links < MAX_LINKS) {
            Some(link) => {
                *links += 1;
                sheet.write_url_with_text(row, column, &*link, cut(&text)).map(drop)
            }
            None => sheet.write_string(row, column, cut(&text)).map(drop),
        },
        Cell::Text(text) => sheet.write_string(row, column, cut(&text)).map(drop),
        Cell::Word(word) => sheet.write_string(row, column, cut(of.word(&word))).map(drop),
        Cell::Said(word, said) => {
            sheet.write_string(row, column, cut(&format!("{}: {said}", of.word(&word)))).map(drop)
        }
        Cell::Explained(check) => match of.explanation(check) {
            "" => Ok(()),
            text => sheet.write_string(row, column, cut(text)).map(drop),
        },
        Cell::Checks(names) => sheet.write_string(row, column, cut(&of.checks(&names))).map(drop),
        Cell::Verdict(verdict) => {
            let look = match verdict {
                Verdict::Good => &looks.good,
                Verdict::Decent => &looks.decent,
                Verdict::Bad => &looks.bad,
            };
            sheet.write_string_with_format(row, column, cut(of.word(verdict.word())), look).map(drop)
        }
        Cell::Exact(number) => sheet.write_number(row, column, number).map(drop),
        Cell::Number(number) if number.fract() == 0.0 => sheet.write_number(row, column, number).map(drop),
        Cell::Number(number) => sheet.write_number_with_format(row, column, number, &looks.fraction).map(drop),
        Cell::Date(date) => match day_and_time(date) {
            Some(time) => sheet.write_datetime_with_format(row, column, time, &looks.date).map(drop),
            None => sheet.write_string(row, column, date.to_string()).map(drop),
        },
    }
}

/// The link to a URL; `None` if the library refuses its scheme or length, or would change where it leads.
fn link_to(url: &str) -> Option<Cow<'_, str>> {
    let is_web = url.starts_with("http://") || url.starts_with("https://");
    let link = if is_kept(url) { Cow::Borrowed(url) } else { readable(url) };
    (is_web && is_kept(&link) && link.encode_utf16().count() <= MAX_LINK_LENGTH).then_some(link)
}

/// Whether the library keeps a URL: it encodes percent signs again, unless it finds one of these.
fn is_kept(url: &str) -> bool {
    const ENCODED: [&str; 11] = ["%20", "%22", "%25", "%3c", "%3e", "%5b", "%5d", "%5e", "%60", "%7b", "%7d"];
    !url.contains('%') || ENCODED.iter().any(|encoded| url.to_ascii_lowercase().contains(encoded))
}

/// A sheet's name like the file's; `None` if nothing of it is allowed.
fn sheet_name(file: &str) -> Option<String> {
    let allowed = file.chars().filter(|sign| !sign.is_control() && !"[]:*?/\\".contains(*sign));
    let mut units = 0;
    let short: String = allowed
        .take_while(|sign| {
            units += sign.len_utf16();
            units <= MAX_SHEET_NAME_LENGTH
        })
        .collect();
    let name = short.trim_matches(['\'', ' ']);
    // Excel keeps this name for itself.
    (!name.is_empty() && !name.eq_ignore_ascii_case("history")).then(|| name.to_owned())
}

/// The date and time in UTC, if Excel supports it.
fn day_and_time(date: Timestamp) -> Option<DateTime> {
    let time = date.to_zoned(TimeZone::UTC).datetime();
    (1900..=9999).contains(&time.year()).then_some(time)
}

/// A text truncated to a cell's limit, with an ellipsis.
fn cut(text: &str) -> Cow<'_, str> {
    // A character has at most as many UTF-16 units as bytes.
    if text.len() <= MAX_CELL_LENGTH || text.encode_utf16().count() <= MAX_CELL_LENGTH {
        return Cow::Borrowed(text);
    }
    let mut units = 0;
    let fits = |sign: &char| {
        units += sign.len_utf16();
        units < MAX_CELL_LENGTH
    };
    Cow::Owned(text.chars().take_while(fits).chain(['…']).collect())
}

/// The result of a step. The library panics if its temporary file can't be written; writing to the
/// same disk then shows why.
fn settled(part: &mut Part, step: Result<Result<(), XlsxError>, Box<dyn Any + Send>>) -> Result<(), Problem> {
    match step {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(part.trouble().unwrap_or_else(|| unwritten(&error))),
        Err(panic) => {
            let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
            let unsaid = || Problem::new(ProblemCode::FileFailed).with_detail(said.unwrap_or_default());
            Err(part.trouble().unwrap_or_else(unsaid))
        }
    }
}

fn unwritten(error: &XlsxError) -> Problem {
    match error {
        XlsxError::IoError(error) | XlsxError::TempFileError(_, error) => failed(error),
        error => Problem::new(ProblemCode::FileFailed).with_detail(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_CELL_LENGTH, cut, link_to};

    #[test]
    fn a_text_is_cut_where_a_cell_ends_and_never_within_a_sign() {
        let fits = "a".repeat(MAX_CELL_LENGTH);
        assert_eq!(cut(&fits), fits);
        for sign in ["a", "é", "漢", "🦀"] {
            let long = sign.repeat(MAX_CELL_LENGTH + 1);
            let cut = cut(&long);
            let units = cut.encode_utf16().count();
            assert!((MAX_CELL_LENGTH - 1..=MAX_CELL_LENGTH).contains(&units), "{sign}: {units}");
            assert!(cut.ends_with('…') && long.starts_with(cut.trim_end_matches('…')));
        }
    }

    #[test]
    fn a_link_leads_to_its_url_or_is_none() {
        for (url, link) in [
            ("https://a.example/b?c=[d]#e", Some("https://a.example/b?c=[d]#e")),
            ("https://a.example/%C3%A9", Some("https://a.example/é")),
            ("https://a.example/%C3%A9%20b", Some("https://a.example/%C3%A9%20b")),
            ("https://a.example/%5Bb%2F", Some("https://a.example/%5Bb%2F")),
            ("https://a.example/b%2Fc", None),
            ("https://a.example/100%", None),
            ("ftp://a.example/", None),
        ] {
            assert_eq!(link_to(url).as_deref(), link, "{url}");
        }
    }
}
