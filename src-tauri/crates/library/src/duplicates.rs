//! Several reports of one page.

use std::collections::HashMap;

use assay_model::{Duplicates, address};
use rusqlite::Connection;

use crate::{
    LibraryError, Result,
    index::{Columns, Index},
    intern::short,
};

/// The page of each report.
#[derive(Debug, Default)]
pub(crate) struct Pages {
    /// The revision that was read.
    rev: i64,
    /// Hashes by slot; `None` for what is no URL.
    hashes: Vec<Option<[u8; 16]>>,
}

impl Pages {
    /// Reads changed URLs.
    fn refresh(&mut self, connection: &Connection, slots: usize) -> Result<()> {
        self.hashes.resize(slots, None);
        let mut statement = connection.prepare_cached("SELECT id, address, rev FROM report WHERE rev > ?")?;
        let mut rows = statement.query([self.rev])?;
        let mut rev = self.rev;
        while let Some(row) = rows.next()? {
            let address = row.get_ref(1)?.as_str().map_err(|_| LibraryError::Damaged)?;
            let hash = self.hashes.get_mut(row.get::<_, usize>(0)?).ok_or(LibraryError::Damaged)?;
            *hash = page_of(address).map(|page| short(blake3::hash(page.as_bytes())));
            rev = rev.max(row.get(2)?);
        }
        self.rev = rev;
        Ok(())
    }
}

impl Index {
    /// Keeps only existing reports of pages that have several.
    pub(crate) fn keep_duplicates(
        &mut self,
        connection: &Connection,
        wanted: Duplicates,
        fits: &mut [bool],
    ) -> Result<()> {
        let columns = &self.columns;
        self.pages.refresh(connection, columns.len())?;
        // A report of each page that none is known to be newer than, and whether there are others.
        let mut newest = HashMap::new();
        let key_of = |slot: usize| Some((columns.scope[slot], self.pages.hashes[slot]?));
        for slot in columns.slots().filter(|slot| columns.gone[*slot].is_none()) {
            let Some(page) = key_of(slot) else { continue };
            newest
                .entry(page)
                .and_modify(|(last, has_others)| {
                    *has_others = true;
                    if columns.created[*last] < columns.created[slot] {
                        *last = slot;
                    }
                })
                .or_insert((slot, false));
        }
        for (slot, fits) in fits.iter_mut().enumerate().filter(|(_, fits)| **fits) {
            let page = key_of(slot).filter(|_| columns.gone[slot].is_none()).and_then(|page| newest.get(&page));
            *fits = page.is_some_and(|(last, has_others)| match wanted {
                Duplicates::Every => *has_others,
                Duplicates::Older => is_older(columns, slot, *last),
            });
        }
        Ok(())
    }
}

/// Whether a report was provably created before another one. Ids prove nothing: they are opaque
/// (`field-notes.md` 8).
fn is_older(columns: &Columns, one: usize, than: usize) -> bool {
    matches!((columns.created[one], columns.created[than]), (Some(one), Some(than)) if one < than)
}

/// The page of a stored URL. Services drop a trailing slash only where it is the whole path
/// (`field-notes.md` 5), so elsewhere it makes another page.
fn page_of(url: &str) -> Option<String> {
    let mut page = address::stored(url)?;
    let (before, fragment) = url.split_once('#').unwrap_or((url, ""));
    let path = before.split('?').next().unwrap_or_default();
    if page.contains('/') && path.ends_with('/') {
        page.push('/');
    }
    page.push('#');
    page.push_str(fragment);
    Some(page)
}
