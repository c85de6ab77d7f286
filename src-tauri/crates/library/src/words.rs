//! What the checks of the present found, to be searched: each content once, and which reports have it.

use std::{collections::HashMap, ops::Range};

use rusqlite::Connection;

use crate::{
    LibraryError, Result,
    checks::{body, list, list::Found},
    index::{Columns, Kind, Texts, fold},
};

/// Texts beyond these bytes are not kept, but read from the file for each search.
const MOST_BYTES: usize = 256 << 20;

#[derive(Debug, Default)]
pub(crate) struct Words {
    texts: Texts,
    /// Bytes in `texts`.
    bytes: usize,
    /// The numbers of texts: of contents in the file by their own number, and of what stands in place.
    contents: HashMap<i64, u32>,
    in_place: HashMap<Box<[u8]>, u32>,
    /// Contents that were too much to keep, by the numbers that they have here.
    beyond: Vec<(u32, i64)>,
    next: u32,
    /// Which names lists of checks have, each combination of kinds once.
    kinds: HashMap<Box<[u32]>, u32>,
    kind_lists: Vec<Box<[u32]>>,
    /// The texts of all reports, one behind the other.
    refs: Vec<u32>,
    reports: Vec<Report>,
    /// How many of `refs` are of reports that changed since.
    left_over: usize,
}

/// What a report's checks were when they were read.
#[derive(Debug, Clone, Default)]
struct Report {
    checks: usize,
    kinds: u32,
    refs: Range<usize>,
}

impl Words {
    /// Lets only those fit whose checks have this text in their names or in what they found.
    pub(crate) fn search(
        &mut self,
        connection: &Connection,
        columns: &Columns,
        kinds: &[Kind],
        text: &str,
        fits: &mut [bool],
    ) -> Result<()> {
        self.refresh(connection, columns)?;
        // What was found is searched as JSON, where some characters stand behind a backslash.
        let escaped = serde_json::to_string(text).map_err(|error| LibraryError::Failed(error.to_string()))?;
        let escaped = escaped.get(1..escaped.len() - 1).unwrap_or_default();
        let mut found = vec![false; self.next as usize];
        self.texts.find(escaped, |number| found[number] = true);
        self.search_beyond(connection, escaped, &mut found)?;

        let name = fold(text);
        let finder = memchr::memmem::Finder::new(&name);
        let named: Vec<_> = kinds.iter().map(|kind| finder.find(&fold(&kind.name)).is_some()).collect();
        let has_name = |kinds: &[u32]| kinds.iter().any(|kind| named.get(*kind as usize) == Some(&true));
        let lists: Vec<_> = self.kind_lists.iter().map(|kinds| has_name(kinds)).collect();
        for (report, fits) in self.reports.iter().zip(fits.iter_mut()) {
            *fits = *fits
                && report.checks != 0
                && (lists[report.kinds as usize]
                    || self.refs[report.refs.clone()].iter().any(|number| found[*number as usize]));
        }
        fits.iter_mut().skip(self.reports.len()).for_each(|fits| *fits = false);
        Ok(())
    }

    fn search_beyond(&self, connection: &Connection, text: &str, found: &mut [bool]) -> Result<()> {
        let text = fold(text);
        let finder = memchr::memmem::Finder::new(&text);
        for (number, content) in &self.beyond {
            let body = body_of(connection, *content)?;
            found[*number as usize] = finder.find(&folded(&body)?).is_some();
        }
        Ok(())
    }

    /// Reads the checks that reports got since the last time.
    fn refresh(&mut self, connection: &Connection, columns: &Columns) -> Result<()> {
        if self.left_over > self.refs.len() / 2 {
            *self = Self::default();
        }
        self.reports.resize(columns.len(), Report::default());
        let mut statement = connection.prepare_cached("SELECT list FROM checks WHERE id = ?")?;
        for (slot, checks) in columns.checks.iter().enumerate() {
            if self.reports[slot].checks == *checks {
                continue;
            }
            self.left_over += self.reports[slot].refs.len();
            self.reports[slot] = Report::default();
            if *checks != 0 {
                let mut rows = statement.query([checks])?;
                let row = rows.next()?.ok_or(LibraryError::Damaged)?;
                let list = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?;
                self.reports[slot] = Report { checks: *checks, ..self.read(connection, list)? };
            }
        }
        Ok(())
    }

    fn read(&mut self, connection: &Connection, list: &[u8]) -> Result<Report> {
        let (begin, mut kinds) = (self.refs.len(), Vec::new());
        for entry in list::read(list) {
            let (kind, found) = entry?;
            kinds.push(u32::try_from(kind).map_err(|_| LibraryError::Damaged)?);
            let number = match found {
                Found::InPlace(body) => self.in_place(body)?,
                Found::Content(id) => self.content(connection, id)?,
            };
            self.refs.push(number);
        }
        let kinds = match self.kinds.get(kinds.as_slice()) {
            Some(number) => *number,
            None => {
                let number = u32::try_from(self.kind_lists.len()).map_err(|_| LibraryError::Damaged)?;
                self.kind_lists.push(kinds.clone().into());
                self.kinds.insert(kinds.into(), number);
                number
            }
        };
        Ok(Report { checks: 0, kinds, refs: begin..self.refs.len() })
    }

    fn in_place(&mut self, body: &[u8]) -> Result<u32> {
        if let Some(number) = self.in_place.get(body) {
            return Ok(*number);
        }
        let number = self.keep(&body_text(body)?);
        self.in_place.insert(body.into(), number);
        Ok(number)
    }

    fn content(&mut self, connection: &Connection, id: i64) -> Result<u32> {
        if let Some(number) = self.contents.get(&id) {
            return Ok(*number);
        }
        let number = if self.bytes < MOST_BYTES {
            self.keep(&body_text(&body_of(connection, id)?)?)
        } else {
            self.beyond.push((self.next, id));
            self.number()
        };
        self.contents.insert(id, number);
        Ok(number)
    }

    fn keep(&mut self, text: &str) -> u32 {
        let number = self.number();
        self.texts.set(number as usize, text);
        self.bytes += text.len();
        number
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

fn body_of(connection: &Connection, content: i64) -> Result<Vec<u8>> {
    let mut statement = connection.prepare_cached("SELECT body FROM content WHERE id = ?")?;
    let mut rows = statement.query([content])?;
    Ok(rows.next()?.ok_or(LibraryError::Damaged)?.get(0)?)
}

fn body_text(body: &[u8]) -> Result<String> {
    let (_, json) = body::json(body)?;
    String::from_utf8(json.into_owned()).map_err(|_| LibraryError::Damaged)
}

fn folded(body: &[u8]) -> Result<Vec<u8>> {
    Ok(fold(&body_text(body)?))
}
