use std::{
    collections::HashSet,
    io::{BufReader, Read, Seek},
};

use assay_model::{FieldReason, Problem, SitemapRead, SourceError, SourceForm, SourcePreview, SourceReading};
use encoding_rs::{Encoding, UTF_8};

use crate::{
    IsCanceled, MAX_SITEMAPS, SourceContents, address, encoding,
    input::{self, Limits, Stop},
    layout::Layout,
    pages::{Entry, Pages},
    records::{MAX_COLUMNS, Record, RecordFault, Records},
    sitemap::{self, EntryKind},
    workbook,
};

/// In characters (`field-notes.md` 18).
const MAX_URL_LENGTH: u32 = 2048;

/// Reads the pages of a source: one text, table, workbook, or sitemap, with the sitemaps that it
/// lists.
pub struct SourceReader {
    reading: SourceReading,
    limits: Limits,
    /// The source's format, once detected.
    format: Option<SourceFormat>,
    /// The sheet that is read, of a workbook.
    sheet: Option<String>,
    encoding: &'static Encoding,
    pages: Pages,
    sitemaps: Vec<SitemapRead>,
    fault: Option<SourceError>,
}

enum SourceFormat {
    Text(Layout),
    Sitemap,
}

impl SourceReader {
    /// Creates a reader with a size limit in megabytes, unpacked, per sitemap or text.
    #[must_use]
    pub fn new(reading: SourceReading, megabytes: u32, is_canceled: IsCanceled) -> Self {
        Self {
            reading,
            limits: Limits { megabytes, is_canceled },
            format: None,
            sheet: None,
            encoding: UTF_8,
            pages: Pages::default(),
            sitemaps: Vec::new(),
            fault: None,
        }
    }

    /// Reads the source, and returns the distinct URLs of the sitemaps that it lists, fewer than
    /// [`MAX_SITEMAPS`].
    ///
    /// Errors of the source are part of the preview. Fails with
    /// [`assay_model::ProblemCode::FileFailed`] if it can't be read, and with
    /// [`assay_model::ProblemCode::Canceled`].
    pub fn read(&mut self, name: &str, mut source: impl Read + Seek) -> Result<Vec<String>, Problem> {
        match workbook::sheet(&mut source, &self.limits) {
            Ok(None) => self.read_any(name, source, look),
            Ok(Some(sheet)) => {
                self.sheet = Some(sheet.name);
                self.read_any(name, sheet.text, look_at_sheet)
            }
            Err(stop) => {
                self.fault = Some(stop.fault()?);
                Ok(Vec::new())
            }
        }
    }

    /// Reads a downloaded sitemap like [`SourceReader::read`], except that workbooks are not read.
    pub fn read_sitemap(&mut self, name: &str, source: impl Read + Seek) -> Result<Vec<String>, Problem> {
        self.read_any(name, source, look)
    }

    fn read_any<S: Read + Seek>(&mut self, name: &str, mut source: S, look: Look<S>) -> Result<Vec<String>, Problem> {
        let mut index = Index { most: MAX_SITEMAPS - 1, ..Index::default() };
        let looked = look(&mut source, &self.reading, &self.limits);
        let read = looked.and_then(|(encoding, format)| {
            self.encoding = encoding;
            let format = self.format.insert(format);
            let text = open(&mut source, encoding, &self.limits)?;
            read_text(text, format, &mut self.pages, &mut index)
        });
        self.fault = read.err().map(Stop::fault).transpose()?;
        if matches!(self.format, Some(SourceFormat::Sitemap)) {
            self.add_sitemap(name, index.entries, self.fault);
        }
        Ok(index.listed)
    }

    /// Reads a listed sitemap; further indexes are not followed.
    ///
    /// Fails like [`SourceReader::read`].
    pub fn read_listed(&mut self, name: &str, mut source: impl Read + Seek) -> Result<(), Problem> {
        let mut none = Index::default();
        let read = look(&mut source, &SourceReading::default(), &self.limits).and_then(|(encoding, format)| {
            let text = open(&mut source, encoding, &self.limits)?;
            read_text(text, &format, &mut self.pages, &mut none)
        });
        let fault = read.err().map(Stop::fault).transpose()?;
        self.add_sitemap(name, none.entries, fault);
        if fault == Some(SourceError::TooMany) {
            self.fault = fault;
        }
        Ok(())
    }

    /// Records why a listed sitemap could not be fetched.
    pub fn missed(&mut self, name: &str, problem: Problem) {
        self.add_sitemap(name, 0, None);
        if let Some(sitemap) = self.sitemaps.last_mut() {
            sitemap.problem = Some(problem);
        }
    }

    /// Returns whether the maximum number of rows was reached.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.fault == Some(SourceError::TooMany)
    }

    /// Returns the pages and errors so far.
    #[must_use]
    pub fn finish(self) -> SourceContents {
        let Self { format, sheet, encoding, pages, sitemaps, fault, .. } = self;
        let is_whole = sitemaps.iter().all(|sitemap| sitemap.fault.is_none() && sitemap.problem.is_none());
        let is_empty = pages.count() == 0 && is_whole;
        let column = |column: usize| u32::try_from(column).ok();
        let layout = match &format {
            Some(SourceFormat::Text(layout)) => Some(layout),
            _ => None,
        };
        let table = layout.filter(|layout| layout.form() == SourceForm::Table);
        let preview = SourcePreview {
            form: match &format {
                Some(SourceFormat::Sitemap) => SourceForm::Sitemap,
                _ => layout.map_or(SourceForm::Lines, Layout::form),
            },
            sheet,
            encoding: encoding.name().to_owned(),
            delimiter: table.and_then(|layout| layout.delimiter).map(|delimiter| char::from(delimiter).to_string()),
            has_head: layout.is_some_and(|layout| layout.has_head),
            address: layout.and_then(|layout| column(layout.address)),
            privacy: layout.and_then(|layout| layout.privacy).and_then(column),
            password: layout.and_then(|layout| layout.password).and_then(column),
            columns: layout.map(|layout| layout.columns.clone()).unwrap_or_default(),
            pages: pages.count(),
            duplicates: pages.duplicates,
            bad: pages.bad,
            repeats: pages.repeats,
            sample: pages.sample,
            bad_lines: pages.bad_lines,
            sitemaps,
            fault: fault.or_else(|| is_empty.then_some(SourceError::Empty)),
        };
        SourceContents { listed: pages.listed, preview }
    }

    fn add_sitemap(&mut self, name: &str, addresses: u32, fault: Option<SourceError>) {
        self.sitemaps.push(SitemapRead { name: name.to_owned(), addresses, fault, problem: None });
    }
}

#[derive(Default)]
struct Index {
    listed: Vec<String>,
    known: HashSet<String>,
    /// How many more may be listed.
    most: usize,
    /// The number of URLs read, of pages or sitemaps.
    entries: u32,
}

impl Index {
    fn add(&mut self, address: String) -> Result<(), Stop> {
        if self.known.contains(&address) {
            return Ok(());
        }
        if self.listed.len() == self.most {
            return Err(Stop::Fault(SourceError::TooManySitemaps));
        }
        self.known.insert(address.clone());
        self.listed.push(address);
        Ok(())
    }
}

/// Detects the format of a source.
type Look<S> = fn(&mut S, &SourceReading, &Limits) -> Result<(&'static Encoding, SourceFormat), Stop>;

fn look<S: Read + Seek>(
    source: &mut S,
    reading: &SourceReading,
    limits: &Limits,
) -> Result<(&'static Encoding, SourceFormat), Stop> {
    let encoding = encoding::find(input::open(source, limits)?)?;
    if is_xml(open(source, encoding, limits)?)? {
        return Ok((encoding, SourceFormat::Sitemap));
    }
    Ok((encoding, SourceFormat::Text(Layout::find(open(source, encoding, limits)?, reading)?)))
}

/// As [`look`], of a sheet, whose text is a table even if its first cell looks like XML.
fn look_at_sheet<S: Read + Seek>(
    source: &mut S,
    reading: &SourceReading,
    limits: &Limits,
) -> Result<(&'static Encoding, SourceFormat), Stop> {
    Ok((UTF_8, SourceFormat::Text(Layout::of_sheet(open(source, UTF_8, limits)?, reading)?)))
}

/// A source's text from its start.
fn open<'a>(
    source: &'a mut (impl Read + Seek),
    encoding: &'static Encoding,
    limits: &Limits,
) -> Result<impl Read + 'a, Stop> {
    Ok(encoding::decode(input::open(source, limits)?, encoding))
}

/// Whether a text starts like XML; a blank one doesn't.
fn is_xml(text: impl Read) -> Result<bool, Stop> {
    for byte in BufReader::new(text).bytes() {
        match byte {
            Ok(byte) if byte.is_ascii_whitespace() => {}
            Ok(byte) => return Ok(byte == b'<'),
            // Errors are reported when it is read.
            Err(error) => match Stop::from(error) {
                Stop::Fault(_) => return Ok(false),
                stop => return Err(stop),
            },
        }
    }
    Ok(false)
}

fn read_text(text: impl Read, format: &SourceFormat, pages: &mut Pages, index: &mut Index) -> Result<(), Stop> {
    let layout = match format {
        SourceFormat::Text(layout) => layout,
        SourceFormat::Sitemap => {
            return sitemap::read(text, |kind, line, text| {
                index.entries = index.entries.saturating_add(1);
                match kind {
                    EntryKind::Pages => {
                        pages.add(Entry { line, is_of_sitemap: true, address: text, ..Entry::default() })
                    }
                    EntryKind::Sitemaps => match address::read(text) {
                        Ok(page) => index.add(page.address),
                        Err(reason) => {
                            pages.note_bad(line, text, "url", reason);
                            Ok(())
                        }
                    },
                }
            });
        }
    };
    let mut records = Records::new(text, layout.delimiter);
    for _ in 0..usize::from(layout.names_delimiter) + usize::from(layout.has_head) {
        records.next()?;
    }
    while let Some(record) = records.next()? {
        index.entries = index.entries.saturating_add(1);
        if layout.is_side_by_side && record.fault.is_none() {
            for address in record.cells.iter().filter(|cell| !cell.trim().is_empty()) {
                pages.add(Entry { line: record.line, address, ..Entry::default() })?;
            }
            // Further columns were not read.
            if record.cells.len() == MAX_COLUMNS {
                pages.note_bad(record.line, "", "url", FieldReason::TooLong { limit: MAX_URL_LENGTH });
            }
        } else if let (None, None, [line]) = (layout.delimiter, record.fault, &*record.cells) {
            for address in assay_model::address::each(line) {
                // The end of the URL is unclear: text after the space may be a password.
                if address.contains(char::is_whitespace) {
                    pages.note_bad(record.line, address, "url", spaced(address));
                } else {
                    pages.add(Entry { line: record.line, address, ..Entry::default() })?;
                }
            }
        } else {
            add_record(&record, layout, pages)?;
        }
    }
    Ok(())
}

/// Why a line with a space is invalid.
fn spaced(line: &str) -> FieldReason {
    match address::read(line) {
        Ok(_) => FieldReason::NotAnAddress,
        Err(reason) => reason,
    }
}

fn add_record(record: &Record, layout: &Layout, pages: &mut Pages) -> Result<(), Stop> {
    let cell = |column: Option<usize>| column.and_then(|column| record.cells.get(column)).map_or("", String::as_str);
    let address = cell(Some(layout.address));
    let reason = match record.fault {
        None => {
            let (privacy, password) = (cell(layout.privacy), cell(layout.password));
            return pages.add(Entry { line: record.line, is_of_sitemap: false, address, privacy, password });
        }
        Some(RecordFault::OpenQuote) => FieldReason::NotAnAddress,
        Some(RecordFault::TooLong) => FieldReason::TooLong { limit: MAX_URL_LENGTH },
    };
    // If cells are ambiguous, later ones may contain parts of a password.
    let is_safe = layout.password.is_none_or(|password| password > layout.address);
    pages.note_bad(record.line, if is_safe { address } else { "" }, "url", reason);
    Ok(())
}
