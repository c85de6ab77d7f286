//! A text index of current check results: each content once, with its reports.

use std::{
    collections::{BTreeMap, HashMap},
    ops::Range,
    time::{Duration, Instant},
};

use memchr::memmem::Finder;
use rusqlite::{Connection, OptionalExtension};

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
const MAX_BYTES: usize = 128 << 20;

/// Contents with this many unused ones between them are read together with those.
const MAX_UNUSED: i64 = 8;

#[derive(Debug)]
pub(crate) struct CheckTextIndex {
    texts: FoldedTexts,
    /// Bytes of contents that may still be loaded.
    room: usize,
    /// Text numbers, by content number in the file and for inline values.
    contents: HashMap<i64, u32>,
    in_place: HashMap<Box<[u8]>, u32>,
    /// Text numbers of contents over the limit.
    beyond: BTreeMap<i64, u32>,
    next: u32,
    /// Combinations of check names, as one kind per name.
    names: HashMap<Vec<u32>, u32>,
    /// The texts of all reports, concatenated.
    refs: Vec<u32>,
    reports: Vec<ReportTexts>,
    /// How many of `refs` are of reports that changed since.
    left_over: usize,
    used_at: Instant,
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
            beyond: BTreeMap::new(),
            next: 0,
            names: HashMap::new(),
            refs: Vec::new(),
            reports: Vec::new(),
            left_over: 0,
            used_at: Instant::now(),
        }
    }

    /// Frees everything if nothing was searched for this long.
    pub(crate) fn release_unused(&mut self, after: Duration) {
        if !self.reports.is_empty() && self.used_at.elapsed() >= after {
            *self = Self::default();
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
        // Results are searched as JSON, where some characters are escaped.
        let escaped = serde_json::to_string(text).map_err(|error| LibraryError::Failed(error.to_string()))?;
        let escaped = escaped.get(1..escaped.len() - 1).unwrap_or_default();
        let mut found = vec![false; self.next as usize];
        self.texts.find(escaped, |number| found[number] = true);
        let (name, escaped) = (fold(text), fold(escaped));
        let (in_name, in_text) = (Finder::new(&name), Finder::new(&escaped));
        let beyond: Vec<_> = self.beyond.keys().copied().collect();
        read_contents(connection, &beyond, |content, text| {
            found[self.beyond[&content] as usize] = in_text.find(&fold(text)).is_some();
        })?;
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
        most: usize,
    ) -> Result<bool> {
        if self.left_over > self.refs.len() / 2 {
            *self = Self::default();
        }
        self.used_at = Instant::now();
        self.reports.resize(columns.len(), ReportTexts::default());
        let is_changed = |slot: &usize| columns.checks[*slot] != self.reports[*slot].checks;
        let changed: Vec<_> = (0..columns.len()).filter(is_changed).take(most).collect();
        let mut lists = Vec::with_capacity(changed.len());
        let mut statement = connection.prepare_cached("SELECT list FROM checks WHERE id = ?")?;
        for slot in &changed {
            let list: Vec<u8> = match columns.checks[*slot] {
                0 => Vec::new(),
                checks => statement.query_row([checks], |row| row.get(0)).optional()?.ok_or(LibraryError::Damaged)?,
            };
            lists.push(list);
        }
        self.read_new_contents(connection, &lists)?;
        let mut firsts = HashMap::new();
        let same_name: Vec<u32> =
            (0..).zip(kinds).map(|(number, kind)| *firsts.entry(kind.name.as_str()).or_insert(number)).collect();
        let mut unpacker = Unpacker::default();
        for (slot, list) in changed.iter().zip(&lists) {
            self.left_over += self.reports[*slot].refs.len();
            let read = self.read(&mut unpacker, &same_name, list)?;
            self.reports[*slot] = ReportTexts { checks: columns.checks[*slot], ..read };
        }
        Ok(changed.len() < most)
    }

    fn read_new_contents(&mut self, connection: &Connection, lists: &[Vec<u8>]) -> Result<()> {
        let mut new = Vec::new();
        for entry in lists.iter().flat_map(|list| list::read(list)) {
            if let (_, CheckBody::Content(id)) = entry?
                && !self.contents.contains_key(&id)
            {
                new.push(id);
            }
        }
        // Contents of the same time are neighbors in the file.
        new.sort_unstable();
        new.dedup();
        read_contents(connection, &new, |id, text| {
            let number = if let Some(left) = self.room.checked_sub(text.len()) {
                self.room = left;
                self.keep(text)
            } else {
                self.beyond.insert(id, self.next);
                self.number()
            };
            self.contents.insert(id, number);
        })
    }

    fn read(&mut self, unpacker: &mut Unpacker, same_name: &[u32], list: &[u8]) -> Result<ReportTexts> {
        let (begin, mut names) = (self.refs.len(), Vec::new());
        for entry in list::read(list) {
            let (kind, found) = entry?;
            let name = usize::try_from(kind).ok().and_then(|kind| same_name.get(kind));
            names.push(*name.ok_or(LibraryError::Damaged)?);
            let number = match found {
                CheckBody::Inline(body) => self.in_place(unpacker, body)?,
                CheckBody::Content(id) => *self.contents.get(&id).ok_or(LibraryError::Damaged)?,
            };
            self.refs.push(number);
        }
        let next = u32::try_from(self.names.len()).map_err(|_| LibraryError::Damaged)?;
        let names = *self.names.entry(names).or_insert(next);
        Ok(ReportTexts { checks: 0, names, refs: begin..self.refs.len() })
    }

    fn in_place(&mut self, unpacker: &mut Unpacker, body: &[u8]) -> Result<u32> {
        if let Some(number) = self.in_place.get(body) {
            return Ok(*number);
        }
        let (_, json) = body::json(unpacker, body)?;
        let number = self.keep(str::from_utf8(&json).map_err(|_| LibraryError::Damaged)?);
        self.in_place.insert(body.into(), number);
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

/// Reads contents, which are in order, as JSON.
fn read_contents(connection: &Connection, numbers: &[i64], mut found: impl FnMut(i64, &str)) -> Result<()> {
    let mut bodies = connection.prepare_cached("SELECT id, body FROM content WHERE id BETWEEN ? AND ? ORDER BY id")?;
    let mut unpacker = Unpacker::default();
    for near in numbers.chunk_by(|one, next| next.saturating_sub(*one) <= MAX_UNUSED) {
        let mut wanted = near.iter();
        let mut next = wanted.next();
        let mut rows = bodies.query([near.first(), near.last()])?;
        while let Some(row) = rows.next()? {
            let number: i64 = row.get(0)?;
            if next == Some(&number) {
                let body = row.get_ref(1)?.as_blob().map_err(|_| LibraryError::Damaged)?;
                found(number, str::from_utf8(&body::json(&mut unpacker, body)?.1).map_err(|_| LibraryError::Damaged)?);
                next = wanted.next();
            }
        }
        if next.is_some() {
            return Err(LibraryError::Damaged);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

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
    fn what_no_search_needs_is_freed_and_read_again() {
        let library = TestLibrary::new();
        library.ingest_on(1, (1..=3).map(report));
        let all = usize::MAX;
        library
            .query(|connection, index| {
                index.words.refresh(connection, &index.columns, &index.kinds, all)?;
                index.words.release_unused(Duration::from_mins(1));
                assert_eq!(index.words.reports.len(), index.columns.len());
                index.words.release_unused(Duration::ZERO);
                assert_eq!((index.words.reports.len(), index.words.next), (0, 0));
                let mut fits = vec![true; index.columns.len()];
                index.words.search(connection, &index.columns, &index.kinds, "title", &mut fits)?;
                assert_eq!(fits, [false, true, true, true]);
                Ok(())
            })
            .unwrap();
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
