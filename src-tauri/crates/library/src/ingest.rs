//! Ingests responses.

use std::collections::BTreeMap;

use assay_model::{Change, SyncFound};
use jiff::Timestamp;
use rusqlite::{OptionalExtension, Params, ToSql, Transaction, params, params_from_iter, types::Value};

use crate::{
    MAX_RESPONSE_TIME, ObservedReport, Result,
    canonical_json::canonical_map,
    checks::{self, StoredChecks},
    column_encoding,
    intern::{CountedKind, InternCache, last_row_id},
    rating::compare_ratings,
    schema,
    state::{COLUMN_COUNT, COLUMNS, JOINS, ReportAttributes, ReportState, STORED_COLUMNS, STORED_PLACES, json},
};

/// Ingests reports of a scope that were observed at this time.
pub(crate) fn ingest(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    seen: &[ObservedReport],
    at: Timestamp,
) -> Result<SyncFound> {
    let scope = cache.scope(transaction, scope)?;
    let mut ingest = Ingest::new(transaction, cache, scope, at);
    for seen in seen {
        ingest.report(seen)?;
    }
    ingest.end()
}

/// Marks a report as removed, unless it was seen later; returns whether it was present. Times after
/// `now` are from another clock.
pub(crate) fn mark_report_gone(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    key: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<bool> {
    let condition = "key = ?3";
    Ok(mark_gone(transaction, cache, scope, condition, key, at, now)? > 0)
}

/// Marks a project's reports as removed; returns how many were present.
pub(crate) fn mark_project_gone(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    project: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<u32> {
    let condition = "project = (SELECT id FROM project WHERE name = ?3)";
    mark_gone(transaction, cache, scope, condition, project, at, now)
}

fn mark_gone(
    transaction: &Transaction,
    cache: &mut InternCache,
    scope: &str,
    condition: &str,
    what: &str,
    at: Timestamp,
    now: Timestamp,
) -> Result<u32> {
    let scope = cache.scope(transaction, scope)?;
    let rev = cache.rev(transaction)?;
    let mut ingest = Ingest::new(transaction, cache, scope, at);
    let sql = format!(
        "UPDATE report SET gone_at = ?1, rev = ?2
         WHERE {condition} AND scope = ?4 AND gone_at IS NULL AND NOT seen_at BETWEEN ?1 + 1 AND ?5 RETURNING verdict"
    );
    let mut statement = transaction.prepare_cached(&sql)?;
    let mut rows = statement.query(params![ingest.at, rev, what, scope, now.as_microsecond()])?;
    let mut count = 0;
    while let Some(row) = rows.next()? {
        ingest.tally(row.get(0)?, -1);
        count += 1;
    }
    ingest.end()?;
    Ok(count)
}

/// Marks it as present at `?1`, with the revision `?2` for other readers if it was removed. Later
/// times than any response are from another clock.
const SET_SEEN: &str =
    "seen_at = iif(seen_at > ?1 + 900000000, ?1, max(seen_at, ?1)), rev = ?2, left_at = coalesce(gone_at, left_at),
    back_at = iif(gone_at IS NULL, back_at, ?1), gone_at = NULL";

struct Ingest<'a> {
    transaction: &'a Transaction<'a>,
    cache: &'a mut InternCache,
    scope: i64,
    at: i64,
    found: SyncFound,
    snapshots: i64,
    tallies: BTreeMap<u8, i64>,
}

struct StoredReport {
    id: i64,
    snapshot: i64,
    snapshot_at: i64,
    gone_at: Option<i64>,
    attributes_id: i64,
    checks_hash: Option<[u8; 16]>,
    state: ReportState,
}

impl<'a> Ingest<'a> {
    fn new(transaction: &'a Transaction<'a>, cache: &'a mut InternCache, scope: i64, at: Timestamp) -> Self {
        let (found, tallies) = (SyncFound::default(), BTreeMap::new());
        Self { transaction, cache, scope, at: at.as_microsecond(), found, snapshots: 0, tallies }
    }

    fn report(&mut self, seen: &ObservedReport) -> Result<()> {
        let report = &seen.report;
        let mut state = ReportState::of_row(&report.row)?;
        let known = self.stored_report(&report.row.id)?;
        let encoded = if seen.has_checks {
            state.attributes.other = Some(json(&canonical_map(&report.other)?)?);
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
            state.attributes.other.clone_from(&known.state.attributes.other);
            if known.state.generated_at == state.generated_at {
                state.checks = known.state.checks;
            }
        }
        let is_same_list = encoded.as_ref().is_none_or(|encoded| known_hash == Some(encoded.hash));
        if let Some(known) = &known
            && is_same_list
            && known.state.equals_except_other(&state)
        {
            if known.state.attributes.other != state.attributes.other {
                self.update_other(known, &state.attributes)?;
            }
            return self.touch(known);
        }
        let kept = match &encoded {
            Some(encoded) => {
                Some(checks::store_checks(self.transaction, self.cache, self.scope, &report.checks, encoded)?)
            }
            None => state.checks.map(|id| self.stored_checks(id)).transpose()?,
        };
        state.checks = kept.as_ref().map(|kept| kept.id);
        let failing = kept.map(|kept| kept.failing);
        match known {
            None => self.insert(&report.row.id, &state, failing.as_deref()),
            Some(known) if known.only_adds_checks(&state) => self.add_checks(&known, &state, failing.as_deref()),
            Some(known) => self.update(&known, &state, failing.as_deref()),
        }
    }

    fn stored_report(&self, key: &str) -> Result<Option<StoredReport>> {
        let sql = format!(
            "SELECT {COLUMNS}, s.id, s.snapshot, n.seen_at, s.gone_at, s.report_attributes, c.hash
             FROM report s {JOINS} JOIN snapshot n ON n.id = s.snapshot LEFT JOIN checks c ON c.id = s.checks
             WHERE s.scope = ? AND s.key = ?"
        );
        let known = self.transaction.prepare_cached(&sql)?.query_row(params![self.scope, key], |row| {
            Ok(StoredReport {
                state: ReportState::read(row, 0)?,
                id: row.get(COLUMN_COUNT)?,
                snapshot: row.get(COLUMN_COUNT + 1)?,
                snapshot_at: row.get(COLUMN_COUNT + 2)?,
                gone_at: row.get(COLUMN_COUNT + 3)?,
                attributes_id: row.get(COLUMN_COUNT + 4)?,
                checks_hash: row.get(COLUMN_COUNT + 5)?,
            })
        });
        Ok(known.optional()?)
    }

    fn stored_checks(&self, id: i64) -> Result<StoredChecks> {
        let mut statement = self.transaction.prepare_cached("SELECT failing FROM checks WHERE id = ?")?;
        Ok(StoredChecks { id, failing: statement.query_row([id], |row| row.get(0))? })
    }

    /// Records an unchanged report.
    fn touch(&mut self, known: &StoredReport) -> Result<()> {
        if known.gone_at.is_none() {
            self.transaction
                .prepare_cached("UPDATE report SET seen_at = iif(seen_at > ?3, ?1, max(seen_at, ?1)) WHERE id = ?2")?
                .execute([self.at, known.id, self.latest()])?;
            return Ok(());
        }
        self.found.changed += 1;
        self.tally(known.state.verdict, 1);
        let rev = self.cache.rev(self.transaction)?;
        let sql = format!("UPDATE report SET {SET_SEEN} WHERE id = ?3");
        self.transaction.prepare_cached(&sql)?.execute([self.at, rev, known.id])?;
        Ok(())
    }

    /// Saves differing unrecognized fields, which don't count as a change.
    fn update_other(&self, known: &StoredReport, attributes: &ReportAttributes) -> Result<()> {
        let is_shared = "SELECT EXISTS (SELECT 1 FROM snapshot WHERE report = ? AND report_attributes = ? AND id <> ?)";
        let is_shared: bool = self
            .transaction
            .prepare_cached(is_shared)?
            .query_row([known.id, known.attributes_id, known.snapshot], |row| row.get(0))?;
        if is_shared {
            // An earlier snapshot shares them and stays as it is.
            let attributes = self.insert_attributes(attributes)?;
            self.transaction
                .prepare_cached("UPDATE snapshot SET report_attributes = ? WHERE id = ?")?
                .execute([attributes, known.snapshot])?;
            self.transaction
                .prepare_cached("UPDATE report SET report_attributes = ? WHERE id = ?")?
                .execute([attributes, known.id])?;
        } else {
            self.transaction
                .prepare_cached("UPDATE report_attributes SET other = ? WHERE id = ?")?
                .execute(params![attributes.other, known.attributes_id])?;
        }
        Ok(())
    }

    fn insert(&mut self, key: &str, state: &ReportState, failing: Option<&[u8]>) -> Result<()> {
        self.cache.count_one(self.transaction, CountedKind::Reports, self.scope)?;
        self.count_address(&state.attributes.address, "")?;
        self.found.new += 1;
        self.tally(state.verdict, 1);
        let (rev, attributes) = (self.cache.rev(self.transaction)?, self.insert_attributes(&state.attributes)?);
        self.transaction
            .prepare_cached(
                "INSERT INTO report (scope, key, first_seen, seen_at, rev, snapshot, report_attributes, address)
                 VALUES (?1, ?2, ?3, ?3, ?4, 0, ?5, '')",
            )?
            .execute(params![self.scope, key, self.at, rev, attributes])?;
        let id = last_row_id(self.transaction)?;
        let snapshot = self.snapshot(id, state, attributes, None)?;
        self.write_current(id, state, attributes, failing, snapshot, None)
    }

    fn update(&mut self, known: &StoredReport, state: &ReportState, failing: Option<&[u8]>) -> Result<()> {
        self.count_address(&state.attributes.address, &known.state.attributes.address)?;
        self.found.changed += 1;
        let before = (known.state.verdict, known.state.score);
        if compare_ratings(before, (state.verdict, state.score)) == Some(Change::Worse) {
            self.found.worse += 1;
        }
        if known.gone_at.is_none() {
            self.tally(known.state.verdict, -1);
        }
        self.tally(state.verdict, 1);
        let attributes = self.reuse_attributes(known, state)?;
        let snapshot = self.snapshot(known.id, state, attributes, Some(known))?;
        self.write_current(known.id, state, attributes, failing, snapshot, Some(known))
    }

    /// Adds the checks of an otherwise unchanged report.
    fn add_checks(&mut self, known: &StoredReport, state: &ReportState, failing: Option<&[u8]>) -> Result<()> {
        if known.gone_at.is_some() {
            self.found.changed += 1;
            self.tally(state.verdict, 1);
        }
        let attributes = self.reuse_attributes(known, state)?;
        self.transaction
            .prepare_cached("UPDATE snapshot SET report_attributes = ?, checks = ? WHERE id = ?")?
            .execute(params![attributes, state.checks, known.snapshot])?;
        self.write_current(known.id, state, attributes, failing, known.snapshot, None)
    }

    fn count_address(&mut self, address: &str, earlier: &str) -> Result<()> {
        let bytes = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let more = bytes(address) - bytes(earlier);
        self.cache.count(self.transaction, CountedKind::AddressBytes, self.scope, more)
    }

    fn reuse_attributes(&self, known: &StoredReport, state: &ReportState) -> Result<i64> {
        if known.state.attributes == state.attributes {
            Ok(known.attributes_id)
        } else {
            self.insert_attributes(&state.attributes)
        }
    }

    fn insert_attributes(&self, attributes: &ReportAttributes) -> Result<i64> {
        self.transaction
            .prepare_cached("INSERT INTO report_attributes (address, url, odd, other) VALUES (?, ?, ?, ?)")?
            .execute(params![attributes.address, attributes.url, attributes.odd, attributes.other])?;
        Ok(self.transaction.last_insert_rowid())
    }

    fn project(&mut self, state: &ReportState) -> Result<Option<i64>> {
        state.project.as_deref().map(|project| self.cache.project(self.transaction, self.scope, project)).transpose()
    }

    fn snapshot(
        &mut self,
        report: i64,
        state: &ReportState,
        attributes: i64,
        before: Option<&StoredReport>,
    ) -> Result<i64> {
        self.snapshots += 1;
        let stored = state.stored(self.project(state)?, attributes);
        let (at, was) = (self.at_after(before), before.map(|known| &known.state));
        let (was_at, was_verdict) = (before.map(|known| known.snapshot_at), was.and_then(|was| was.verdict));
        let was_score = was.and_then(|was| was.score);
        let sql = format!(
            "INSERT INTO snapshot (report, seen_at, was_at, was_verdict, was_score, {STORED_COLUMNS})
             VALUES (?, ?, ?, ?, ?, {STORED_PLACES})"
        );
        let own: [&dyn ToSql; 5] = [&report, &at, &was_at, &was_verdict, &was_score];
        self.transaction.prepare_cached(&sql)?.execute(all_of(&own, &stored))?;
        Ok(self.transaction.last_insert_rowid())
    }

    /// Saves the current state, and the previous one if it changed.
    fn write_current(
        &mut self,
        id: i64,
        state: &ReportState,
        attributes: i64,
        failing: Option<&[u8]>,
        snapshot: i64,
        before: Option<&StoredReport>,
    ) -> Result<()> {
        let (rev, stored) = (self.cache.rev(self.transaction)?, state.stored(self.project(state)?, attributes));
        let changed_at = before.map(|_| self.at_after(before));
        let sql = format!(
            "UPDATE report SET {SET_SEEN}, snapshot = ?4, changed_at = coalesce(?5, changed_at),
             was_verdict = iif(?5 IS NULL, was_verdict, verdict), was_score = iif(?5 IS NULL, was_score, score),
             address = ?6, failing = ?7, ({STORED_COLUMNS}) = ({STORED_PLACES}) WHERE id = ?3"
        );
        let own: [&dyn ToSql; 7] = [&self.at, &rev, &id, &snapshot, &changed_at, &state.attributes.address, &failing];
        self.transaction.prepare_cached(&sql)?.execute(all_of(&own, &stored))?;
        Ok(())
    }

    /// Now, or the last snapshot's time if the clock was set back: snapshots are in order.
    fn at_after(&self, before: Option<&StoredReport>) -> i64 {
        before.map_or(self.at, |known| known.snapshot_at.max(self.at))
    }

    /// The latest plausible time by this clock.
    fn latest(&self) -> i64 {
        self.at.saturating_add(i64::try_from(MAX_RESPONSE_TIME.as_micros()).unwrap_or(i64::MAX))
    }

    fn tally(&mut self, verdict: Option<u8>, delta: i64) {
        *self.tallies.entry(verdict.unwrap_or(column_encoding::NO_VERDICT)).or_default() += delta;
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

/// A statement's own parameters, then those of [`STORED_PLACES`].
fn all_of<'a>(own: &'a [&dyn ToSql], stored: &'a [Value]) -> impl Params + 'a {
    params_from_iter(own.iter().copied().chain(stored.iter().map(|value| value as &dyn ToSql)))
}

impl StoredReport {
    /// Whether the only difference is newly known checks.
    fn only_adds_checks(&self, seen: &ReportState) -> bool {
        let known = ReportState { checks: seen.checks, ..self.state.clone() };
        self.state.checks.is_none() && seen.checks.is_some() && known.equals_except_other(seen)
    }
}

#[cfg(test)]
mod tests;
