//! Why a report changed.

use assay_model::{ChangeReasons, ChangedCheck, ChangedChecks, CheckChangeKind};
use rusqlite::{Connection, OptionalExtension};

use crate::{
    LibraryError, Result,
    checks::{
        body::{self, Unpacker},
        list::{self, CheckBody},
    },
    compare::{kind, pairs},
    index::CheckOutcome,
};

/// Named per kind of change.
const MAX_NAMES: usize = 5;

/// Of results that differ in their stored form, decompressed, per reader. Any further ones count as
/// changed.
const MAX_COMPARED_BYTES: usize = 64 << 20;

/// A snapshot and its checks; `None` if they were not read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SnapshotChecks {
    pub number: u64,
    pub checks: Option<i64>,
}

/// Reads which checks differ, without reading those that are the same.
pub(crate) struct ReasonReader<'a> {
    connection: &'a Connection,
    kinds: &'a [CheckOutcome],
    unpacker: Unpacker,
    /// The last list read, since snapshots are mostly read one after the other.
    last: Option<(i64, Vec<u8>)>,
    /// Of [`MAX_COMPARED_BYTES`].
    left: usize,
}

/// A check as stored.
#[derive(Clone, Copy)]
struct StoredCheck<'a> {
    outcome: &'a CheckOutcome,
    kind: i64,
    body: CheckBody<'a>,
}

impl<'a> ReasonReader<'a> {
    pub(crate) fn new(connection: &'a Connection, kinds: &'a [CheckOutcome]) -> Self {
        Self { connection, kinds, unpacker: Unpacker::default(), last: None, left: MAX_COMPARED_BYTES }
    }

    pub(crate) fn between(&mut self, before: SnapshotChecks, after: SnapshotChecks) -> Result<ChangeReasons> {
        let mut reasons = ChangeReasons { before: before.number, after: after.number, ..ChangeReasons::default() };
        let (Some(before), Some(after)) = (before.checks, after.checks) else { return Ok(reasons) };
        if before == after {
            return Ok(reasons);
        }
        let known = self.last.take().filter(|(number, _)| *number == after);
        let after = known.map_or_else(|| self.list(after), |(_, list)| Ok(list))?;
        let (number, list) = (before, self.list(before)?);
        let (before, after) = (self.stored(&list)?, self.stored(&after)?);
        let (mut broke, mut fixed, mut changed) = (Vec::new(), Vec::new(), Vec::new());
        for (before, after) in pairs(&before, &after, |check| &check.outcome.name) {
            let Some(outcome) = after.or(before).map(|check| check.outcome) else { continue };
            let list = match (before, after) {
                (Some(before), Some(after)) if self.is_same(*before, *after)? => continue,
                (Some(before), Some(after)) => match kind(before.outcome.passed, after.outcome.passed) {
                    CheckChangeKind::Broken => &mut broke,
                    CheckChangeKind::Fixed => &mut fixed,
                    CheckChangeKind::Changed | CheckChangeKind::Added | CheckChangeKind::Removed => &mut changed,
                },
                _ => &mut changed,
            };
            list.push(outcome);
        }
        (reasons.broke, reasons.fixed, reasons.changed) = (named(broke), named(fixed), named(changed));
        self.last = Some((number, list));
        Ok(reasons)
    }

    /// Calls `moved` for each check that broke or was fixed.
    pub(crate) fn moves(
        &self,
        before: SnapshotChecks,
        after: SnapshotChecks,
        mut moved: impl FnMut(&CheckOutcome, CheckChangeKind),
    ) -> Result<()> {
        let (Some(before), Some(after)) = (before.checks, after.checks) else { return Ok(()) };
        if before == after {
            return Ok(());
        }
        let (before, after) = (self.list(before)?, self.list(after)?);
        let (before, after) = (self.stored(&before)?, self.stored(&after)?);
        for pair in pairs(&before, &after, |check| &check.outcome.name) {
            let (Some(before), Some(after)) = pair else { continue };
            let kind = kind(before.outcome.passed, after.outcome.passed);
            if matches!(kind, CheckChangeKind::Broken | CheckChangeKind::Fixed) {
                moved(after.outcome, kind);
            }
        }
        Ok(())
    }

    fn list(&self, checks: i64) -> Result<Vec<u8>> {
        let list = self
            .connection
            .prepare_cached("SELECT list FROM checks WHERE id = ?")?
            .query_row([checks], |row| row.get(0));
        list.optional()?.ok_or(LibraryError::Damaged)
    }

    fn stored<'b>(&self, list: &'b [u8]) -> Result<Vec<StoredCheck<'b>>>
    where
        'a: 'b,
    {
        let stored = list::read(list).map(|entry| {
            let (kind, body) = entry?;
            let outcome = usize::try_from(kind).ok().and_then(|kind| self.kinds.get(kind));
            Ok(StoredCheck { outcome: outcome.ok_or(LibraryError::Damaged)?, kind, body })
        });
        stored.collect()
    }

    /// Whether two checks have the same outcome and found the same, in any order of names. Results
    /// beyond the limit are not.
    fn is_same(&mut self, before: StoredCheck, after: StoredCheck) -> Result<bool> {
        if before.kind != after.kind || before.body == after.body {
            return Ok(before.kind == after.kind);
        }
        if self.left == 0 {
            return Ok(false);
        }
        let (before, after) = (self.body(before.body)?, self.body(after.body)?);
        let count = body::unpacked_bytes(&before)?.saturating_add(body::unpacked_bytes(&after)?);
        let Some(left) = self.left.checked_sub(count) else {
            self.left = 0;
            return Ok(false);
        };
        self.left = left;
        Ok(body::read(&mut self.unpacker, &before)? == body::read(&mut self.unpacker, &after)?)
    }

    fn body(&self, body: CheckBody) -> Result<Vec<u8>> {
        match body {
            CheckBody::Inline(body) => Ok(body.to_vec()),
            CheckBody::Content(id) => {
                let mut content = self.connection.prepare_cached("SELECT body FROM content WHERE id = ?")?;
                content.query_row([id], |row| row.get(0)).optional()?.ok_or(LibraryError::Damaged)
            }
        }
    }
}

/// The first ones by importance, with unknown last, then by name.
fn named(mut found: Vec<&CheckOutcome>) -> ChangedChecks {
    let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
    found.sort_by_key(|check| (check.importance.is_none(), check.importance, &check.name));
    let first = found.into_iter().take(MAX_NAMES);
    let first = first.map(|check| ChangedCheck { name: check.name.clone(), importance: check.importance }).collect();
    ChangedChecks { first, count }
}

#[cfg(test)]
mod tests;
