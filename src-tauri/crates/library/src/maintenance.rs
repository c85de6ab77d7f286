//! Deletes a scope, everything, or old snapshots.

use std::collections::HashSet;

use jiff::Timestamp;
use rusqlite::Transaction;

use crate::{
    Library, LibraryError, Result, ScopedLibrary, checks, column_encoding, file, intern::InternCache, schema,
    store::Store,
};

/// Snapshots deleted per step, which limits the wait of other calls.
const SNAPSHOTS_PER_STEP: usize = 10_000;
/// Reports deleted per step, with all snapshots.
const REPORTS_PER_STEP: usize = 1_000;
/// Unused rows deleted per step; finding them scans the table.
const ROWS_PER_STEP: usize = 50_000;
/// Pages freed per step.
const PAGES_PER_STEP: u32 = 2_000;

impl ScopedLibrary<'_> {
    /// Renames it. Returns whether it existed and the name was free.
    pub fn rename(&self, name: &str) -> Result<bool> {
        self.library.write(|transaction, _| {
            let renamed =
                transaction.execute("UPDATE OR IGNORE scope SET name = ?2 WHERE name = ?1", [self.name, name])?;
            if renamed > 0 {
                schema::new_epoch(transaction)?;
            }
            Ok(renamed > 0)
        })
    }

    /// Deletes everything of it. If it is interrupted, the next call deletes the rest.
    pub fn purge(&self) -> Result<()> {
        // Only the last step needs a new epoch, since nothing refers to removed reports.
        while self.library.write(|transaction, cache| purge_some(transaction, cache, self.name))? {}
        self.library.write(|transaction, _| {
            for table in ["project", "check_outcome"] {
                let of_it = "scope = (SELECT id FROM scope WHERE name = ?)";
                transaction.execute(&format!("UPDATE {table} SET scope = NULL WHERE {of_it}"), [self.name])?;
            }
            transaction.execute("DELETE FROM scope WHERE name = ?", [self.name])?;
            schema::new_epoch(transaction)
        })?;
        self.library.collect_garbage()?;
        self.library.shrink()
    }
}

impl Library {
    /// Returns the scopes with data, including those of a restored library.
    pub fn scopes(&self) -> Result<Vec<String>> {
        self.read(|connection| {
            let mut names = connection.prepare("SELECT name FROM scope ORDER BY id")?;
            Ok(names.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
        })
    }

    /// Deletes all data, from the file and from quarantined libraries.
    pub fn clear(&self) -> Result<()> {
        self.database.with_exclusive_connection(|connection| {
            assay_store::overwrite(connection, &file::empty()?, file::BUSY_TIMEOUT)?;
            self.database.delete_quarantined()?;
            if !assay_store::checkpoint_wal(connection)? {
                return Err(LibraryError::Failed("another process keeps reading what was cleared".into()));
            }
            Ok(())
        })
    }

    /// Returns when a report was last seen before this time.
    pub fn last_seen_before(&self, before: Timestamp) -> Result<Option<Timestamp>> {
        let sql = "SELECT max(seen_at) FROM (
            SELECT max(seen_at) AS seen_at FROM report WHERE seen_at < ?1
            UNION ALL SELECT max(seen_at) FROM snapshot WHERE seen_at < ?1)";
        let last: Option<i64> =
            self.read(|connection| Ok(connection.query_row(sql, [before.as_microsecond()], |row| row.get(0))?))?;
        column_encoding::maybe_time(last)
    }

    /// Deletes snapshots from before this time, except the last one of each report. Returns how
    /// many.
    pub fn apply_retention(&self, before: Timestamp) -> Result<u64> {
        let before = before.as_microsecond();
        let old: Vec<i64> = self.read(|connection| {
            let sql = format!("SELECT id FROM snapshot WHERE {IS_OLD}");
            Ok(connection.prepare(&sql)?.query_map([before], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?)
        })?;
        let mut removed = 0;
        for some in old.chunks(SNAPSHOTS_PER_STEP) {
            removed += self.write(|transaction, cache| {
                // Another process may have replaced the data meanwhile, reusing numbers.
                let mut delete = transaction.prepare(&format!("DELETE FROM snapshot WHERE id = ?2 AND {IS_OLD}"))?;
                let removed = some.iter().try_fold(0, |sum, id| delete.execute([before, *id]).map(|one| sum + one))?;
                let removed = i64::try_from(removed).unwrap_or(i64::MAX);
                schema::count(transaction, 0, -removed)?;
                // No report changes, but past states are read again.
                cache.rev(transaction)?;
                Ok(removed.unsigned_abs())
            })?;
        }
        if removed > 0 {
            self.collect_garbage()?;
            self.shrink()?;
        }
        Ok(removed)
    }

    /// Deletes rows that no snapshot uses, in steps.
    fn collect_garbage(&self) -> Result<()> {
        while self.write(|transaction, _| collect_some(transaction))? {}
        Ok(())
    }

    /// Frees unused space of the file, in steps.
    fn shrink(&self) -> Result<()> {
        let mut free = u32::MAX;
        loop {
            let left: u32 = self.write(|transaction, _| {
                let mut pages = transaction.prepare(&format!("PRAGMA incremental_vacuum({PAGES_PER_STEP})"))?;
                let mut pages = pages.query([])?;
                while pages.next()?.is_some() {}
                Ok(transaction.pragma_query_value(None, "freelist_count", |row| row.get(0))?)
            })?;
            if left == 0 || left >= free {
                // If another process is reading the log, it is emptied later.
                return self.database.with_store(Store::checkpoint_wal).map(|_| ());
            }
            free = left;
        }
    }
}

/// Snapshots from before the time `?1` that are not the last ones of their reports.
const IS_OLD: &str = "seen_at < ?1
    AND NOT EXISTS (SELECT 1 FROM report WHERE report.id = snapshot.report AND report.snapshot = snapshot.id)";

/// Deletes some reports of a scope. Returns whether more may be left.
fn purge_some(transaction: &Transaction, cache: &mut InternCache, scope: &str) -> Result<bool> {
    let some = "SELECT r.id FROM report r JOIN scope o ON o.id = r.scope WHERE o.name = ? LIMIT ?";
    let some: Vec<i64> = transaction
        .prepare(some)?
        .query_map((scope, REPORTS_PER_STEP), |row| row.get(0))?
        .collect::<rusqlite::Result<_>>()?;
    let mut forget_snapshots = transaction.prepare("DELETE FROM snapshot WHERE report = ?")?;
    let mut forget = transaction.prepare("DELETE FROM report WHERE id = ?")?;
    let (mut reports, mut snapshots) = (0, 0);
    for report in some {
        snapshots += i64::try_from(forget_snapshots.execute([report])?).unwrap_or_default();
        forget.execute([report])?;
        reports += 1;
    }
    if reports > 0 {
        schema::count(transaction, -reports, -snapshots)?;
        cache.rev(transaction)?;
    }
    Ok(reports > 0)
}

/// Deletes some unused rows. Returns whether more may be left.
fn collect_some(transaction: &Transaction) -> Result<bool> {
    if collect_rows(transaction, "report_attributes")? > 0 {
        return Ok(true);
    }
    // Their numbers may be reused, so caches are reset.
    let removed = match collect_rows(transaction, "checks")? {
        0 => collect_findings(transaction)?,
        removed => removed,
    };
    if removed > 0 {
        schema::new_epoch(transaction)?;
        return Ok(true);
    }
    if collect_rows(transaction, "project")? > 0 {
        schema::new_epoch(transaction)?;
    }
    Ok(false)
}

/// Deletes some rows of a table that no snapshot refers to.
fn collect_rows(transaction: &Transaction, table: &str) -> Result<usize> {
    let used = format!("SELECT {table} FROM snapshot WHERE {table} IS NOT NULL");
    let unused = format!("SELECT id FROM {table} WHERE id NOT IN ({used}) LIMIT ?");
    Ok(transaction.execute(&format!("DELETE FROM {table} WHERE id IN ({unused})"), [ROWS_PER_STEP])?)
}

/// Deletes some contents and kinds that no list of checks refers to.
fn collect_findings(transaction: &Transaction) -> Result<usize> {
    let (mut used, mut used_kinds) = (HashSet::new(), HashSet::new());
    let mut lists = transaction.prepare("SELECT list FROM checks")?;
    let mut lists = lists.query([])?;
    while let Some(row) = lists.next()? {
        for use_of in checks::uses_of(row.get_ref(0)?.as_blob().map_err(|_| LibraryError::Damaged)?) {
            let (kind, content) = use_of?;
            used_kinds.insert(kind);
            used.extend(content);
        }
    }
    let mut contents = transaction.prepare("SELECT hash, content FROM content_hash")?;
    let contents: Vec<([u8; 16], i64)> =
        contents.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect::<rusqlite::Result<_>>()?;
    let mut forget_hash = transaction.prepare("DELETE FROM content_hash WHERE hash = ?")?;
    let mut forget = transaction.prepare("DELETE FROM content WHERE id = ?")?;
    let mut removed = 0;
    for (hash, content) in contents.iter().filter(|(_, content)| !used.contains(content)).take(ROWS_PER_STEP) {
        forget_hash.execute([hash])?;
        forget.execute([content])?;
        removed += 1;
    }
    let mut kinds = transaction.prepare("SELECT id FROM check_outcome")?;
    let kinds: Vec<i64> = kinds.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut forget_kind = transaction.prepare("DELETE FROM check_outcome WHERE id = ?")?;
    for kind in kinds.iter().filter(|kind| !used_kinds.contains(*kind)).take(ROWS_PER_STEP) {
        forget_kind.execute([kind])?;
        removed += 1;
    }
    Ok(removed)
}
