//! A text index of current check results: each content once, with its reports.

use std::{collections::HashMap, ops::Range};

use memchr::memmem::Finder;
use rusqlite::{CachedStatement, Connection};

use crate::{
    LibraryError, Result,
    checks::{
        body::{self, Unpacker},
        list,
        list::CheckBody,
    },
    index::{CheckOutcome, Columns, FoldedTexts, fold},
};

/// Memory limit; further contents are read from the file for each search.
const MAX_BYTES: usize = 256 << 20;

#[derive(Debug)]
pub(crate) struct CheckTextIndex {
    texts: FoldedTexts,
    /// Bytes of contents that may still be loaded.
    room: usize,
    /// Text numbers, by content number in the file and for inline values.
    contents: HashMap<i64, u32>,
    in_place: HashMap<Box<[u8]>, u32>,
    /// Contents over the limit, by text number.
    beyond: Vec<(u32, i64)>,
    next: u32,
    /// Combinations of check names, as one kind per name.
    names: HashMap<Vec<u32>, u32>,
    /// The texts of all reports, concatenated.
    refs: Vec<u32>,
    reports: Vec<ReportTexts>,
    /// How many of `refs` are of reports that changed since.
    left_over: usize,
}

/// A report's checks when they were read.
#[derive(Debug, Clone, Default)]
struct ReportTexts {
    checks: usize,
    names: u32,
    refs: Range<usize>,
}

impl Default for CheckTextIndex {
    fn default() -> Self {
        Self::with_limit(MAX_BYTES)
    }
}

impl CheckTextIndex {
    fn with_limit(room: usize) -> Self {
        Self {
            texts: FoldedTexts::default(),
            room,
            contents: HashMap::new(),
            in_place: HashMap::new(),
            beyond: Vec::new(),
            next: 0,
            names: HashMap::new(),
            refs: Vec::new(),
            reports: Vec::new(),
            left_over: 0,
        }
    }

    /// Keeps only reports whose checks have this text in their names or results.
    pub(crate) fn search(
        &mut self,
        connection: &Connection,
        columns: &Columns,
        kinds: &[CheckOutcome],
        text: &str,
        fits: &mut [bool],
    ) -> Result<()> {
        self.refresh(connection, columns, kinds, usize::MAX)?;
        let mut contents = Contents::of(connection)?;
        // Results are searched as JSON, where some characters are escaped.
        let escaped = serde_json::to_string(text).map_err(|error| LibraryError::Failed(error.to_string()))?;
        let escaped = escaped.get(1..escaped.len() - 1).unwrap_or_default();
        let mut found = vec![false; self.next as usize];
        self.texts.find(escaped, |number| found[number] = true);
        let (name, escaped) = (fold(text), fold(escaped));
        let (in_name, in_text) = (Finder::new(&name), Finder::new(&escaped));
        for (number, content) in &self.beyond {
            found[*number as usize] = in_text.find(&fold(&contents.text(*content)?)).is_some();
        }
        let mut named = vec![false; self.names.len()];
        for (list, number) in &self.names {
            let has_it = |kind: &u32| in_name.find(&fold(&kinds[*kind as usize].name)).is_some();
            named[*number as usize] = list.iter().any(has_it);
        }
        for (report, fits) in self.reports.iter().zip(fits) {
            let has_text = || self.refs[report.refs.clone()].iter().any(|number| found[*number as usize]);
            *fits = *fits && report.checks != 0 && (named[report.names as usize] || has_text());
        }
        Ok(())
    }

    /// Reads changed checks, up to a limit. Returns whether all were read.
    pub(crate) fn refresh(
        &mut self,
        connection: &Connection,
        columns: &Columns,
        kinds: &[CheckOutcome],
        mut most: usize,
    ) -> Result<bool> {
        let mut contents = Contents::of(connection)?;
        if self.left_over > self.refs.len() / 2 {
            *self = Self::default();
        }
        self.reports.resize(columns.len(), ReportTexts::default());
        let mut firsts = HashMap::new();
        let same_name: Vec<u32> =
            (0..).zip(kinds).map(|(number, kind)| *firsts.entry(kind.name.as_str()).or_insert(number)).collect();
        let mut statement = connection.prepare_cached("SELECT list FROM checks WHERE id = ?")?;
        for (slot, checks) in columns.checks.iter().enumerate() {
            if self.reports[slot].checks == *checks {
                continue;
            }
            if most == 0 {
                return Ok(false);
            }
            most -= 1;
            self.left_over += self.reports[slot].refs.len();
            self.reports[slot] = ReportTexts::default();
            if *checks != 0 {
                let mut rows = statement.query([checks])?;
                let row = rows.next()?.ok_or(LibraryError::Damaged)?;
                let list = row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?;
                self.reports[slot] = ReportTexts { checks: *checks, ..self.read(&mut contents, &same_name, list)? };
            }
        }
        Ok(true)
    }

    fn read(&mut self, contents: &mut Contents, same_name: &[u32], list: &[u8]) -> Result<ReportTexts> {
        let (begin, mut names) = (self.refs.len(), Vec::new());
        for entry in list::read(list) {
            let (kind, found) = entry?;
            let name = usize::try_from(kind).ok().and_then(|kind| same_name.get(kind));
            names.push(*name.ok_or(LibraryError::Damaged)?);
            let number = match found {
                CheckBody::Inline(body) => self.in_place(contents, body)?,
                CheckBody::Content(id) => self.content(contents, id)?,
            };
            self.refs.push(number);
        }
        let next = u32::try_from(self.names.len()).map_err(|_| LibraryError::Damaged)?;
        let names = *self.names.entry(names).or_insert(next);
        Ok(ReportTexts { checks: 0, names, refs: begin..self.refs.len() })
    }

    fn in_place(&mut self, contents: &mut Contents, body: &[u8]) -> Result<u32> {
        if let Some(number) = self.in_place.get(body) {
            return Ok(*number);
        }
        let text = text_of(&mut contents.unpacker, body)?;
        let number = self.keep(&text);
        self.in_place.insert(body.into(), number);
        Ok(number)
    }

    fn content(&mut self, contents: &mut Contents, id: i64) -> Result<u32> {
        if let Some(number) = self.contents.get(&id) {
            return Ok(*number);
        }
        let text = contents.text(id)?;
        let number = if let Some(left) = self.room.checked_sub(text.len()) {
            self.room = left;
            self.keep(&text)
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
        number
    }

    fn number(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

/// The contents in the file.
struct Contents<'a> {
    bodies: CachedStatement<'a>,
    unpacker: Unpacker,
}

impl<'a> Contents<'a> {
    fn of(connection: &'a Connection) -> Result<Self> {
        let bodies = connection.prepare_cached("SELECT body FROM content WHERE id = ?")?;
        Ok(Self { bodies, unpacker: Unpacker::default() })
    }

    /// A result as JSON.
    fn text(&mut self, content: i64) -> Result<String> {
        let mut rows = self.bodies.query([content])?;
        let row = rows.next()?.ok_or(LibraryError::Damaged)?;
        text_of(&mut self.unpacker, row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?)
    }
}

fn text_of(unpacker: &mut Unpacker, body: &[u8]) -> Result<String> {
    let (_, json) = body::json(unpacker, body)?;
    String::from_utf8(json.into_owned()).map_err(|_| LibraryError::Damaged)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::CheckTextIndex;
    use crate::testing::{TestLibrary, check, report, with_checks};

    #[test]
    fn what_is_searched_is_read_a_part_at_a_time() {
        let library = TestLibrary::new();
        library.ingest_on(1, (1..=5).map(report));
        let mut words = CheckTextIndex::default();
        let mut refresh =
            || library.query(|connection, index| words.refresh(connection, &index.columns, &index.kinds, 2)).unwrap();
        assert_eq!([refresh(), refresh(), refresh(), refresh()], [false, false, true, true]);
        library.ingest_on(2, [with_checks(report(2), vec![check("h1", None, None, json!(1))])]);
        assert!(refresh());
    }

    #[test]
    fn what_has_no_room_in_memory_is_found_all_the_same() {
        let library = TestLibrary::new();
        let text = |id: u32| json!(format!("a sentence about page {id}, which is long enough to be a content"));
        library
            .ingest_on(1, (1..=4).map(|id| with_checks(report(id), vec![check("title", Some(true), None, text(id))])));
        for room in [0, 150, 10_000] {
            let mut words = CheckTextIndex::with_limit(room);
            let fits = library.query(|connection, index| {
                let mut fits = vec![true; index.columns.len()];
                words.search(connection, &index.columns, &index.kinds, "PAGE 3,", &mut fits)?;
                Ok(fits)
            });
            assert_eq!(fits.unwrap(), [false, false, false, true, false]);
            assert_eq!(
                words.beyond.len(),
                match room {
                    0 => 4,
                    150 => 2,
                    _ => 0,
                }
            );
        }
    }
}
