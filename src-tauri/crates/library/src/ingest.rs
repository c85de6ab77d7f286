//! Ingests responses.

use std::collections::BTreeMap;

use assay_model::{Change, SyncFound};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};

use crate::{
    Result, Seen,
    checks::{self, Kept},
    codes,
    judge::judge,
    memo::InternCache,
    readable::readable_map,
    schema,
    state::{COLUMN_COUNT, COLUMNS, ReportAttributes, JOINS, State, json},
};

/// Ingests reports of a scope that were observed at this time.
pub(crate) fn take(
    transaction: &Transaction,
    memo: &mut InternCache,
    scope: &str,
    seen: &[Seen],
    at: Timestamp,
) -> Result<SyncFound> {
    let scope = memo.scope(transaction, scope)?;
    let mut taking = Taking::new(transaction, memo, scope, at);
    for seen in seen {
        taking.report(seen)?;
    }
    taking.end()
}

/// Marks a report as removed, unless it was seen later; returns whether it was present. Times after
/// `now` are from another clock.
pub(crate) fn mark_report_gone(
    transaction: &Transaction,
    memo: &mut InternCache,
    scope: &str,
    key: &str,
    at: Timestamp,
) -> Result<bool> {
    let condition = "key = ?3";
    Ok(gone(transaction, memo, scope, condition, key, at)? > 0)
}

/// Marks a project's reports as removed; returns how many were present.
pub(crate) fn mark_project_gone(
    transaction: &Transaction,
    memo: &mut InternCache,
    scope: &str,
    project: &str,
    at: Timestamp,
) -> Result<u32> {
    let condition = "project = (SELECT id FROM project WHERE name = ?3)";
    gone(transaction, memo, scope, condition, project, at)
}

fn gone(
    transaction: &Transaction,
    memo: &mut InternCache,
    scope: &str,
    condition: &str,
    what: &str,
    at: Timestamp,
) -> Result<u32> {
    let scope = memo.scope(transaction, scope)?;
    let rev = memo.rev(transaction)?;
    let mut taking = Taking::new(transaction, memo, scope, at);
    let sql = format!(
        "UPDATE report SET gone_at = ?1, rev = ?2
         WHERE {condition} AND scope = ?4 AND gone_at IS NULL AND seen_at <= ?1 RETURNING verdict"
    );
    let mut statement = transaction.prepare_cached(&sql)?;
    let mut rows = statement.query(params![taking.at, rev, what, scope])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        taking.tally(row.get(0)?, -1);
        count += 1;
    }
    taking.end()?;
    Ok(count)
}

/// Marks it as present at `?1`, with the revision `?2` for other readers if it was removed. Later
/// times than any response are from another clock.
const SEEN: &str = "seen_at = max(seen_at, ?1), rev = ?2, left_at = coalesce(gone_at, left_at),
    back_at = iif(gone_at IS NULL, back_at, ?1), gone_at = NULL";

struct Taking<'a> {
    transaction: &'a Transaction<'a>,
    memo: &'a mut InternCache,
    scope: i64,
    at: i64,
    found: SyncFound,
    /// The number of new snapshots.
    snapshots: i64,
    tallies: BTreeMap<u8, i64>,
}

/// A report as it is kept.
struct Known {
    id: i64,
    snapshot: i64,
    snapshot_at: i64,
    gone_at: Option<i64>,
    face: i64,
    checks_hash: Option<[u8; 16]>,
    state: State,
}

impl<'a> Taking<'a> {
    fn new(transaction: &'a Transaction<'a>, memo: &'a mut InternCache, scope: i64, at: Timestamp) -> Self {
        let (found, tallies) = (SyncFound::default(), BTreeMap::new());
        Self { transaction, memo, scope, at: at.as_microsecond(), found, snapshots: 0, tallies }
    }

    fn report(&mut self, seen: &Seen) -> Result<()> {
        let report = &seen.report;
        let mut state = State::of_row(&report.row)?;
        let known = self.known(&report.row.id)?;
        let encoded = if seen.has_checks {
            state.face.other = Some(json(&readable_map(&report.other)?)?);
            Some(checks::encode(&report.checks)?)
        } else {
            None
        };
        let known_hash = known.as_ref().and_then(|known| known.checks_hash);
        if let (Some(known), Some(encoded)) = (&known, &encoded)
            && known_hash == Some(encoded.hash)
        {
            state.checks = known.state.checks;
        }
        if let (Some(known), None) = (&known, &encoded) {
            state.face.other.clone_from(&known.state.face.other);
            if known.state.generated_at == state.generated_at {
                state.checks = known.state.checks;
            }
        }
        let is_same_list = encoded.as_ref().is_none_or(|encoded| known_hash == Some(encoded.hash));
        if let Some(known) = &known
            && is_same_list
            && known.state.is_but_for_other(&state)
        {
            if known.state.face.other != state.face.other {
                self.other(known, &state.face)?;
            }
            return self.same(known);
        }
        let kept = match &encoded {
            Some(encoded) => Some(checks::keep(self.transaction, self.memo, &report.checks, encoded)?),
            None => state.checks.map(|id| self.kept(id)).transpose()?,
        };
        state.checks = kept.as_ref().map(|kept| kept.id);
        let failing = kept.map(|kept| kept.failing);
        match known {
            None => self.first(&report.row.id, &state, failing.as_deref()),
            Some(known) if known.learns_only(&state) => self.learn(&known, &state, failing.as_deref()),
            Some(known) => self.changed(&known, &state, failing.as_deref()),
        }
    }

    fn known(&self, key: &str) -> Result<Option<Known>> {
        let sql = format!(
            "SELECT {COLUMNS}, s.id, s.snapshot, n.seen_at, s.gone_at, s.face, c.hash
             FROM report s {JOINS} JOIN snapshot n ON n.id = s.snapshot LEFT JOIN checks c ON c.id = s.checks
             WHERE s.scope = ? AND s.key = ?"
        );
        let known = self.transaction.prepare_cached(&sql)?.query_row(params![self.scope, key], |row| {
            Ok(Known {
                state: State::read(row, 0)?,
                id: row.get(COLUMN_COUNT)?,
                snapshot: row.get(COLUMN_COUNT + 1)?,
                snapshot_at: row.get(COLUMN_COUNT + 2)?,
                gone_at: row.get(COLUMN_COUNT + 3)?,
                face: row.get(COLUMN_COUNT + 4)?,
                checks_hash: row.get(COLUMN_COUNT + 5)?,
            })
        });
        Ok(known.optional()?)
    }

    fn kept(&self, id: i64) -> Result<Kept> {
        let mut statement = self.transaction.prepare_cached("SELECT failing FROM checks WHERE id = ?")?;
        Ok(Kept { id, failing: statement.query_row([id], |row| row.get(0))? })
    }

    /// Records an unchanged report.
    fn same(&mut self, known: &Known) -> Result<()> {
        if known.gone_at.is_none() {
            self.transaction
                .prepare_cached("UPDATE report SET seen_at = max(seen_at, ?) WHERE id = ?")?
                .execute([self.at, known.id])?;
            return Ok(());
        }
        self.found.changed += 1;
        self.tally(known.state.verdict, 1);
        let rev = self.memo.rev(self.transaction)?;
        let sql = format!("UPDATE report SET {SEEN} WHERE id = ?3");
        self.transaction.prepare_cached(&sql)?.execute([self.at, rev, known.id])?;
        Ok(())
    }

    /// Saves differing unrecognized fields, which don't count as a change.
    fn other(&self, known: &Known, face: &ReportAttributes) -> Result<()> {
        let is_shared = "SELECT EXISTS (SELECT 1 FROM snapshot WHERE report = ? AND face = ? AND id <> ?)";
        let is_shared: bool = self
            .transaction
            .prepare_cached(is_shared)?
            .query_row([known.id, known.face, known.snapshot], |row| row.get(0))?;
        if is_shared {
            // An earlier snapshot shares them and stays as it is.
            let face = self.face(face)?;
            self.transaction
                .prepare_cached("UPDATE snapshot SET face = ? WHERE id = ?")?
                .execute([face, known.snapshot])?;
            self.transaction.prepare_cached("UPDATE report SET face = ? WHERE id = ?")?.execute([face, known.id])?;
        } else {
            self.transaction
                .prepare_cached("UPDATE face SET other = ? WHERE id = ?")?
                .execute(params![face.other, known.face])?;
        }
        Ok(())
    }

    fn first(&mut self, key: &str, state: &State, failing: Option<&[u8]>) -> Result<()> {
        self.found.new += 1;
        self.tally(state.verdict, 1);
        let (rev, face) = (self.memo.rev(self.transaction)?, self.face(&state.face)?);
        self.transaction
            .prepare_cached(
                "INSERT INTO report (scope, key, first_seen, seen_at, rev, snapshot, face, address)
                 VALUES (?1, ?2, ?3, ?3, ?4, 0, ?5, '')",
            )?
            .execute(params![self.scope, key, self.at, rev, face])?;
        let id = self.transaction.last_insert_rowid();
        let snapshot = self.snapshot(id, state, face, None)?;
        self.present(id, state, face, failing, snapshot, None)
    }

    fn changed(&mut self, known: &Known, state: &State, failing: Option<&[u8]>) -> Result<()> {
        self.found.changed += 1;
        let before = (known.state.verdict, known.state.score);
        if judge(before, (state.verdict, state.score)) == Some(Change::Worse) {
            self.found.worse += 1;
        }
        if known.gone_at.is_none() {
            self.tally(known.state.verdict, -1);
        }
        self.tally(state.verdict, 1);
        let face = self.same_face(known, state)?;
        let snapshot = self.snapshot(known.id, state, face, Some(known))?;
        self.present(known.id, state, face, failing, snapshot, Some(known))
    }

    /// Adds the checks of an otherwise unchanged report.
    fn learn(&mut self, known: &Known, state: &State, failing: Option<&[u8]>) -> Result<()> {
        if known.gone_at.is_some() {
            self.found.changed += 1;
            self.tally(state.verdict, 1);
        }
        let face = self.same_face(known, state)?;
        self.transaction.prepare_cached("UPDATE snapshot SET face = ?, checks = ? WHERE id = ?")?.execute(params![
            face,
            state.checks,
            known.snapshot
        ])?;
        self.present(known.id, state, face, failing, known.snapshot, None)
    }

    fn same_face(&self, known: &Known, state: &State) -> Result<i64> {
        if known.state.face == state.face { Ok(known.face) } else { self.face(&state.face) }
    }

    fn face(&self, face: &ReportAttributes) -> Result<i64> {
        self.transaction
            .prepare_cached("INSERT INTO face (address, url, odd, other) VALUES (?, ?, ?, ?)")?
            .execute(params![face.address, face.url, face.odd, face.other])?;
        Ok(self.transaction.last_insert_rowid())
    }

    fn project(&mut self, state: &State) -> Result<Option<i64>> {
        state.project.as_deref().map(|project| self.memo.project(self.transaction, project)).transpose()
    }

    fn snapshot(&mut self, report: i64, state: &State, face: i64, before: Option<&Known>) -> Result<i64> {
        self.snapshots += 1;
        let project = self.project(state)?;
        let was = before.map(|known| &known.state);
        self.transaction
            .prepare_cached(
                "INSERT INTO snapshot (report, seen_at, verdict, score, privacy, has_password, generated_at, created_at,
                 updated_at, project, face, checks, was_at, was_verdict, was_score)
                 VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            )?
            .execute(params![
                report,
                self.at_after(before),
                state.verdict,
                state.score,
                state.privacy,
                state.has_password,
                state.generated_at,
                state.created_at,
                state.updated_at,
                project,
                face,
                state.checks,
                before.map(|known| known.snapshot_at),
                was.and_then(|was| was.verdict),
                was.and_then(|was| was.score),
            ])?;
        Ok(self.transaction.last_insert_rowid())
    }

    /// Saves the current state, and the previous one if it changed.
    fn present(
        &mut self,
        id: i64,
        state: &State,
        face: i64,
        failing: Option<&[u8]>,
        snapshot: i64,
        before: Option<&Known>,
    ) -> Result<()> {
        let (rev, project) = (self.memo.rev(self.transaction)?, self.project(state)?);
        let sql = format!(
            "UPDATE report SET {SEEN}, snapshot = ?4, changed_at = coalesce(?5, changed_at),
             was_verdict = iif(?5 IS NULL, was_verdict, verdict), was_score = iif(?5 IS NULL, was_score, score),
             verdict = ?6, score = ?7, privacy = ?8, has_password = ?9, generated_at = ?10, created_at = ?11,
             updated_at = ?12, project = ?13, face = ?14, checks = ?15, address = ?16, failing = ?17 WHERE id = ?3"
        );
        self.transaction.prepare_cached(&sql)?.execute(params![
            self.at,
            rev,
            id,
            snapshot,
            before.map(|_| self.at_after(before)),
            state.verdict,
            state.score,
            state.privacy,
            state.has_password,
            state.generated_at,
            state.created_at,
            state.updated_at,
            project,
            face,
            state.checks,
            state.face.address,
            failing,
        ])?;
        Ok(())
    }

    /// Now, or the last snapshot's time if the clock was set back: snapshots are in order.
    fn at_after(&self, before: Option<&Known>) -> i64 {
        before.map_or(self.at, |known| known.snapshot_at.max(self.at))
    }

    fn tally(&mut self, verdict: Option<u8>, delta: i64) {
        *self.tallies.entry(verdict.unwrap_or(codes::NO_VERDICT)).or_default() += delta;
    }

    fn end(self) -> Result<SyncFound> {
        const QUARTER: i64 = 15 * 60 * 1_000_000;
        schema::count(self.transaction, self.found.new.into(), self.snapshots)?;
        for (verdict, delta) in self.tallies.into_iter().filter(|(_, delta)| *delta != 0) {
            self.transaction
                .prepare_cached(
                    "INSERT INTO tally (scope, quarter, verdict, delta) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT DO UPDATE SET delta = delta + ?4",
                )?
                .execute(params![self.scope, self.at.div_euclid(QUARTER), verdict, delta])?;
        }
        Ok(self.found)
    }
}

impl Known {
    /// What is seen now differs only by checks that were not known before.
    fn learns_only(&self, seen: &State) -> bool {
        let known = State { checks: seen.checks, ..self.state.clone() };
        self.state.checks.is_none() && seen.checks.is_some() && known.is_but_for_other(seen)
    }
}

#[cfg(test)]
mod tests;
