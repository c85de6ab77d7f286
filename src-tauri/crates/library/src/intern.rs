//! Caches row ids between write transactions, so that existing rows cost no lookup.

use std::{
    collections::{HashMap, hash_map::Entry},
    fmt,
};

use rusqlite::{OptionalExtension, Transaction, params};
use zstd::bulk::Compressor;

use crate::{LibraryError, Result, index, limits::Limits};

/// Further contents are looked up in the file: about 4 MB of memory.
const MAX_CONTENTS: usize = 100_000;

#[derive(Default)]
pub(crate) struct InternCache {
    epoch: i64,
    rev: Option<i64>,
    scopes: HashMap<String, i64>,
    projects: HashMap<String, i64>,
    pub limits: Limits,
    counts: HashMap<(CountedKind, i64), i64>,
    kinds: HashMap<String, HashMap<(u8, u8), i64>>,
    contents: HashMap<[u8; 16], i64>,
    compressor: Option<Compressor<'static>>,
}

impl fmt::Debug for InternCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("InternCache").field("epoch", &self.epoch).finish_non_exhaustive()
    }
}

impl InternCache {
    pub(crate) fn begin(&mut self, transaction: &Transaction) -> Result<()> {
        let epoch = transaction.prepare_cached("SELECT epoch FROM state")?.query_row([], |row| row.get(0))?;
        if self.epoch != epoch {
            *self = Self { epoch, ..Self::default() };
        }
        self.rev = None;
        Ok(())
    }

    /// The revision of this transaction, for other readers.
    pub(crate) fn rev(&mut self, transaction: &Transaction) -> Result<i64> {
        if let Some(rev) = self.rev {
            return Ok(rev);
        }
        let rev = transaction
            .prepare_cached("UPDATE state SET rev = rev + 1 RETURNING rev")?
            .query_row([], |row| row.get(0))?;
        self.rev = Some(rev);
        Ok(rev)
    }

    pub(crate) fn scope(&mut self, transaction: &Transaction, name: &str) -> Result<i64> {
        intern_name(&mut self.scopes, transaction, "scope", name)
    }

    pub(crate) fn project(&mut self, transaction: &Transaction, scope: i64, name: &str) -> Result<i64> {
        if let Some(id) = self.projects.get(name) {
            return Ok(*id);
        }
        let known = transaction
            .prepare_cached("SELECT id FROM project WHERE name = ?")?
            .query_row([name], |row| row.get(0))
            .optional()?;
        let id = if let Some(id) = known {
            id
        } else {
            self.count_one(transaction, CountedKind::Projects, scope)?;
            let sql = "INSERT INTO project (name, scope) VALUES (?, ?)";
            transaction.prepare_cached(sql)?.execute(params![name, scope])?;
            last_row_id(transaction)?
        };
        self.projects.insert(name.to_owned(), id);
        Ok(id)
    }

    /// The number of a check's name and outcome, for a connection.
    pub(crate) fn kind(
        &mut self,
        transaction: &Transaction,
        scope: i64,
        name: &str,
        passed: u8,
        importance: u8,
    ) -> Result<i64> {
        if let Some(id) = self.kinds.get(name).and_then(|kinds| kinds.get(&(passed, importance))) {
            return Ok(*id);
        }
        let known = transaction
            .prepare_cached("SELECT id FROM check_outcome WHERE name = ? AND passed = ? AND importance = ?")?
            .query_row(params![name, passed, importance], |row| row.get(0))
            .optional()?;
        let id = if let Some(id) = known {
            id
        } else {
            let sql = "SELECT EXISTS (SELECT 1 FROM check_outcome WHERE name = ?)";
            if !transaction.prepare_cached(sql)?.query_row([name], |row| row.get::<_, bool>(0))? {
                self.count_one(transaction, CountedKind::Names, scope)?;
            }
            let sql = "INSERT INTO check_outcome (name, passed, importance, scope) VALUES (?, ?, ?, ?)";
            transaction.prepare_cached(sql)?.execute(params![name, passed, importance, scope])?;
            last_row_id(transaction)?
        };
        self.kinds.entry(name.to_owned()).or_default().insert((passed, importance), id);
        Ok(id)
    }

    /// Counts one more for a connection. Fails over the limit.
    pub(crate) fn count_one(&mut self, transaction: &Transaction, of: CountedKind, scope: i64) -> Result<()> {
        self.count(transaction, of, scope, 1)
    }

    /// Counts several more for a connection, or fewer. Fails over the limit.
    pub(crate) fn count(&mut self, transaction: &Transaction, of: CountedKind, scope: i64, more: i64) -> Result<()> {
        let (sql, most) = match of {
            CountedKind::Reports => ("SELECT count(*) FROM report WHERE scope = ?", self.limits.reports),
            CountedKind::Projects => ("SELECT count(*) FROM project WHERE scope = ?", self.limits.projects),
            CountedKind::Names => ("SELECT count(DISTINCT name) FROM check_outcome WHERE scope = ?", self.limits.names),
            CountedKind::AddressBytes => (
                "SELECT coalesce(sum(length(CAST(address AS BLOB))), 0) FROM report WHERE scope = ?",
                self.limits.address_bytes,
            ),
        };
        let count = match self.counts.entry((of, scope)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(transaction.query_row(sql, [scope], |row| row.get(0))?),
        };
        let after = count.saturating_add(more);
        if more > 0 && after > most.into() {
            return Err(LibraryError::TooMany(format!("{most} {of}")));
        }
        *count = after;
        Ok(())
    }

    /// The content with this body, saved once.
    pub(crate) fn content(&mut self, transaction: &Transaction, body: &[u8]) -> Result<i64> {
        let hash = short(blake3::hash(body));
        if let Some(id) = self.contents.get(&hash) {
            return Ok(*id);
        }
        let known = transaction
            .prepare_cached("SELECT content FROM content_hash WHERE hash = ?")?
            .query_row([&hash], |row| row.get(0))
            .optional()?;
        let id = match known {
            Some(id) => id,
            None => self.new_content(transaction, &hash, body)?,
        };
        if self.contents.len() >= MAX_CONTENTS {
            self.contents.clear();
        }
        self.contents.insert(hash, id);
        Ok(id)
    }

    fn new_content(&mut self, transaction: &Transaction, hash: &[u8; 16], body: &[u8]) -> Result<i64> {
        let compressor = match &mut self.compressor {
            Some(compressor) => compressor,
            None => self.compressor.insert(Compressor::new(3).map_err(failed)?),
        };
        let packed = crate::checks::body::pack(compressor, body).map_err(failed)?;
        transaction.prepare_cached("INSERT INTO content (body) VALUES (?)")?.execute([packed])?;
        let id = transaction.last_insert_rowid();
        transaction
            .prepare_cached("INSERT INTO content_hash (hash, content) VALUES (?, ?)")?
            .execute(params![hash, id])?;
        Ok(id)
    }
}

/// What a connection has limits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum CountedKind {
    Reports,
    Projects,
    Names,
    AddressBytes,
}

impl fmt::Display for CountedKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reports => "reports",
            Self::Projects => "projects",
            Self::Names => "check names",
            Self::AddressBytes => "bytes of URLs",
        })
    }
}

/// The last row id. Fails if it exceeds the index.
pub(crate) fn last_row_id(transaction: &Transaction) -> Result<i64> {
    let id = transaction.last_insert_rowid();
    match usize::try_from(id) {
        Ok(place) if place <= index::MAX_SLOTS => Ok(id),
        _ => Err(LibraryError::TooMany(format!("{} rows in all", index::MAX_SLOTS))),
    }
}

/// Half of a hash is collision-resistant enough.
pub(crate) fn short(hash: blake3::Hash) -> [u8; 16] {
    let mut half = [0; 16];
    half.copy_from_slice(&hash.as_bytes()[..16]);
    half
}

fn intern_name(known: &mut HashMap<String, i64>, transaction: &Transaction, table: &str, name: &str) -> Result<i64> {
    if let Some(id) = known.get(name) {
        return Ok(*id);
    }
    let sql = format!("INSERT INTO {table} (name) VALUES (?1) ON CONFLICT DO UPDATE SET name = ?1 RETURNING id");
    let id = transaction.query_row(&sql, [name], |row| row.get(0))?;
    known.insert(name.to_owned(), id);
    Ok(id)
}

fn failed(error: impl fmt::Display) -> LibraryError {
    LibraryError::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use assay_model::SyncFound;
    use serde_json::json;

    use crate::testing::{TestLibrary, check, report, with_checks};

    #[test]
    fn the_cache_is_emptied_and_what_is_known_is_still_recognized() {
        let library = TestLibrary::new();
        let reports = || {
            (1..=3).map(|id| {
                let text = format!("a text of page {id}, which is long enough to be a content of its own");
                with_checks(report(id), vec![check("title", Some(true), None, json!(text))])
            })
        };
        let cached = || library.write(|_, cache| Ok(cache.contents.len())).unwrap();
        library.ingest_on(1, reports());
        assert_eq!(cached(), 3);
        library.release_memory().unwrap();
        assert_eq!(cached(), 0);
        assert_eq!(library.ingest_on(2, reports()), SyncFound::default());
        assert_eq!(library.list(&assay_model::LibraryQuery::default(), crate::testing::day(2)).unwrap().total, 3);
    }
}
