//! Forgetting: a scope, everything, or what is old.

use std::collections::HashSet;

use jiff::Timestamp;
use rusqlite::Transaction;

use crate::{Library, LibraryError, Result, checks, file, schema, store::Store};

/// How many snapshots are removed at a time: others wait no longer than that takes.
const SNAPSHOTS_AT_A_TIME: usize = 10_000;
/// How many pages the file shrinks at a time.
const PAGES_AT_A_TIME: u32 = 2_000;

impl Library {
    /// The scopes of which something is known, those of a restored library included.
    pub fn scopes(&self) -> Result<Vec<String>> {
        self.read(|connection| {
            let mut names = connection.prepare("SELECT name FROM scope ORDER BY id")?;
            Ok(names.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Gives a scope another name. Answers whether there was one, and the name was free.
    pub fn rename_scope(&self, scope: &str, name: &str) -> Result<bool> {
        self.write(|transaction, _| {
            let renamed = transaction.execute("UPDATE OR IGNORE scope SET name = ?2 WHERE name = ?1", [scope, name])?;
            schema::new_epoch(transaction)?;
            Ok(renamed > 0)
        })
    }

    /// Forgets everything of a scope.
    pub fn forget_scope(&self, scope: &str) -> Result<()> {
        self.write(|transaction, _| {
            transaction.execute("DELETE FROM scope WHERE name = ?", [scope])?;
            sweep(transaction)
        })?;
        self.shrink()
    }

    /// Forgets everything: afterwards it is not in the file either.
    pub fn clear(&self) -> Result<()> {
        self.keeper.alone_with(|connection| {
            file::overwrite(connection, &file::empty()?)?;
            if !file::settle(connection)? {
                return Err(LibraryError::Failed("another process keeps reading what was cleared".into()));
            }
            Ok(())
        })
    }

    /// Removes the snapshots from before this time, but each report's last one. Answers how many.
    pub fn thin(&self, before: Timestamp) -> Result<u64> {
        let before = before.as_microsecond();
        let old: Vec<i64> = self.read(|connection| {
            let sql = format!("SELECT id FROM snapshot WHERE {IS_OLD}");
            Ok(connection.prepare(&sql)?.query_map([before], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
        })?;
        let mut removed = 0;
        for some in old.chunks(SNAPSHOTS_AT_A_TIME) {
            removed += self.write(|transaction, _| {
                // Another process may have begun anew meanwhile, with the same numbers for others.
                let mut delete = transaction.prepare(&format!("DELETE FROM snapshot WHERE id = ?2 AND {IS_OLD}"))?;
                let removed = some.iter().try_fold(0, |sum, id| Ok(sum + delete.execute([before, *id])?));
                schema::new_epoch(transaction)?;
                removed
            })?;
        }
        if removed > 0 {
            self.write(|transaction, _| sweep(transaction))?;
            self.shrink()?;
        }
        Ok(removed as u64)
    }

    /// Gives back to the disk what is free in the file, a little at a time.
    fn shrink(&self) -> Result<()> {
        let mut free = u32::MAX;
        loop {
            let left: u32 = self.write(|transaction, _| {
                let mut pages = transaction.prepare(&format!("PRAGMA incremental_vacuum({PAGES_AT_A_TIME})"))?;
                let mut pages = pages.query([])?;
                while pages.next()?.is_some() {}
                Ok(transaction.pragma_query_value(None, "freelist_count", |row| row.get(0))?)
            })?;
            if left == 0 || left >= free {
                // If another process keeps reading the log, it is emptied later.
                return self.keeper.with(Store::settle).map(|_| ());
            }
            free = left;
        }
    }
}

/// Snapshots from before the time `?1` that are not the last ones of their reports.
const IS_OLD: &str = "seen_at < ?1
    AND NOT EXISTS (SELECT 1 FROM report WHERE report.id = snapshot.report AND report.snapshot = snapshot.id)";

/// Removes what no snapshot uses any more.
fn sweep(transaction: &Transaction) -> Result<()> {
    transaction.execute("DELETE FROM face WHERE id NOT IN (SELECT face FROM snapshot)", [])?;
    let of_checks = "SELECT checks FROM snapshot WHERE checks IS NOT NULL";
    transaction.execute(&format!("DELETE FROM checks WHERE id NOT IN ({of_checks})"), [])?;
    let of_project = "SELECT project FROM snapshot WHERE project IS NOT NULL";
    transaction.execute(&format!("DELETE FROM project WHERE id NOT IN ({of_project})"), [])?;
    let mut used = HashSet::new();
    let mut lists = transaction.prepare("SELECT list FROM checks")?;
    let mut lists = lists.query([])?;
    while let Some(row) = lists.next()? {
        let list: Vec<u8> = row.get(0)?;
        for content in checks::contents_of(&list) {
            used.insert(content?);
        }
    }
    let mut contents = transaction.prepare("SELECT hash, content FROM content_hash")?;
    let contents: Vec<([u8; 16], i64)> =
        contents.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    let mut forget_hash = transaction.prepare("DELETE FROM content_hash WHERE hash = ?")?;
    let mut forget = transaction.prepare("DELETE FROM content WHERE id = ?")?;
    for (hash, content) in contents.iter().filter(|(_, content)| !used.contains(content)) {
        forget_hash.execute([hash])?;
        forget.execute([content])?;
    }
    schema::new_epoch(transaction)
}
