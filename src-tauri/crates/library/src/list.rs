//! Lists of reports, paged or complete.

use std::{
    cmp::Reverse,
    ops::{ControlFlow, Range},
};

use assay_model::{Change, Direction, LibraryPage, LibraryQuery, LibraryRow, LibrarySort, Report, ReportChange};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    Result,
    changes::StateAt,
    column_encoding,
    history::full_report,
    index::{Index, SortKey},
    rating::{Rating, rise},
    reasons::{ReasonReader, SnapshotChecks},
    state::{COLUMN_COUNT, COLUMNS, JOINS, ReportState, verdict},
};

/// A matching report, with its earlier rating.
#[derive(Debug, Clone)]
pub(crate) struct Match {
    slot: usize,
    /// Detects a reused slot.
    first_seen: i64,
    before: PreviousRating,
    /// Only in a page.
    change: Option<Box<ReportChange>>,
}

/// A report's earlier rating.
#[derive(Debug, Clone, Copy)]
enum PreviousRating {
    /// Before its last change, as stored.
    LastChange,
    /// At the time from which changes count; `None` if it didn't exist.
    Then(Option<Rating>),
}

pub(crate) fn matching(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<Vec<Match>> {
    let fits = index.matching(connection, query, now)?;
    let slots = index.sorted_matches(connection, query, &fits, 0..usize::MAX)?;
    Ok(slots.into_iter().map(|slot| index.match_report(query, slot)).collect())
}

pub(crate) fn page(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<LibraryPage> {
    let (fits, changes) = match query.changed.filter(|_| is_of_changes(query)) {
        Some(wanted) => {
            let (fits, changes) = index.matching_changes(connection, query, wanted, now)?;
            (fits, Some(changes))
        }
        None => (index.matching(connection, query, now)?, None),
    };
    let total = fits.iter().filter(|fits| **fits).count();
    let (number, size) = (query.page.unwrap_or(1).max(1), usize::from(u16::from(query.per_page)));
    let before = usize::try_from(number - 1).unwrap_or(usize::MAX).saturating_mul(size);
    let shown = before..before.saturating_add(size);
    let slots = if before < total { index.sorted_matches(connection, query, &fits, shown)? } else { Vec::new() };
    let mut fits: Vec<_> = slots.into_iter().map(|slot| index.match_report(query, slot)).collect();
    if query.changed.is_some() {
        index.add_changes(connection, &mut fits)?;
    }
    let mut rows = Vec::with_capacity(fits.len());
    let mut add = |row, _| {
        rows.push(row);
        ControlFlow::Continue(())
    };
    let _ = read_rows(connection, &fits, false, &mut add)?;
    Ok(LibraryPage { rows, number, total: u32::try_from(total).unwrap_or(u32::MAX), changes })
}

/// Reads reports one by one, until stopped.
pub(crate) fn read_rows<'a>(
    connection: &Connection,
    fits: impl IntoIterator<Item = &'a Match>,
    with_checks: bool,
    tell: &mut dyn FnMut(LibraryRow, Option<Report>) -> ControlFlow<()>,
) -> Result<ControlFlow<()>> {
    let sql = format!(
        "SELECT {COLUMNS}, s.key, o.name, s.seen_at, s.changed_at, s.gone_at, s.was_verdict, s.was_score
         FROM report s {JOINS} JOIN scope o ON o.id = s.scope WHERE s.id = ? AND s.first_seen = ?"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    for fit in fits {
        let mut rows = statement.query(params![fit.slot, fit.first_seen])?;
        // It may have been removed since.
        let Some(row) = rows.next()? else { continue };
        let key: String = row.get(COLUMN_COUNT)?;
        let state = ReportState::read(row, 0)?;
        // Without known checks, only the row is known.
        let has_checks = with_checks && state.checks.is_some();
        let report = if has_checks { Some(full_report(connection, &key, state.clone())?) } else { None };
        if tell(library_row(row, state, key, fit)?, report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn library_row(row: &Row, state: ReportState, key: String, fit: &Match) -> Result<LibraryRow> {
    let at = |place| COLUMN_COUNT + place;
    let before = match fit.before {
        PreviousRating::Then(before) => before.unwrap_or_default(),
        PreviousRating::LastChange => (row.get(at(5))?, row.get(at(6))?),
    };
    Ok(LibraryRow {
        connection: row.get(at(1))?,
        row: state.row(key)?,
        seen_at: column_encoding::time(row.get(at(2))?)?,
        changed_at: column_encoding::maybe_time(row.get(at(3))?)?,
        gone_at: column_encoding::maybe_time(row.get(at(4))?)?,
        score_before: before.1,
        verdict_before: verdict(before.0),
        change: fit.change.as_deref().cloned(),
    })
}

/// Whether every match is a change.
fn is_of_changes(query: &LibraryQuery) -> bool {
    query.changed.is_some() && query.any != Some(true)
}

impl Match {
    pub(crate) fn slot(&self) -> usize {
        self.slot
    }
}

impl Index {
    fn match_report(&self, query: &LibraryQuery, slot: usize) -> Match {
        let past = self.past.as_ref().filter(|_| query.changed.is_some());
        Match {
            slot,
            first_seen: self.columns.first_seen[slot],
            before: past.map_or(PreviousRating::LastChange, |past| {
                PreviousRating::Then(past.rating(&self.columns, &self.scopes, slot))
            }),
            change: None,
        }
    }

    /// Those of the matching slots in order.
    fn sorted_matches(
        &mut self,
        connection: &Connection,
        query: &LibraryQuery,
        fits: &[bool],
        wanted: Range<usize>,
    ) -> Result<Vec<usize>> {
        let (skip, take) = (wanted.start, wanted.len());
        let (by, direction) = (self.sort_key(query), query.sort.unwrap_or(Direction::Desc));
        if let (SortKey::Sort(sort @ (LibrarySort::Changed | LibrarySort::Fall)), Some(past), true) =
            (by, &self.past, is_of_changes(query))
        {
            let fall = |slot| match past.rating(&self.columns, &self.scopes, slot) {
                Some(before) if sort == LibrarySort::Fall => rise(self.columns.rating(slot), before),
                _ => 0.0,
            };
            // The time of a change depends on its kind.
            let mut changes: Vec<_> = (0..fits.len())
                .filter(|slot| fits[*slot])
                .filter_map(|slot| Some((fall(slot), self.change_at(past, slot)?.1, slot)))
                .collect();
            changes.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then((a.1, a.2).cmp(&(b.1, b.2))));
            if direction == Direction::Desc {
                changes.reverse();
            }
            return Ok(changes.into_iter().map(|(.., slot)| slot).skip(skip).take(take).collect());
        }
        if let Some(check) = &query.sort_check {
            self.read_check_column(connection, check, usize::MAX)?;
        }
        let slots = self.sorted(by, direction).filter(|slot| fits[*slot]);
        if query.duplicates.is_none() || by != SortKey::Sort(LibrarySort::Address) {
            return Ok(slots.skip(skip).take(take).collect());
        }
        // Of one page, the newest first: it is the one that stays.
        let mut slots: Vec<_> = slots.collect();
        let columns = &self.columns;
        for page in slots.chunk_by_mut(|a, b| self.addresses.get(*a) == self.addresses.get(*b)) {
            page.sort_by_key(|slot| Reverse(columns.created[*slot]));
        }
        Ok(slots.into_iter().skip(skip).take(take).collect())
    }

    fn change_at(&self, past: &StateAt, slot: usize) -> Option<(Change, i64)> {
        let change = past.change(&self.columns, &self.scopes, slot)?;
        let back_at = past.back_at(&self.columns, slot).filter(|_| change == Change::New);
        Some((change, back_at.unwrap_or_else(|| self.columns.changed_at(slot, change))))
    }

    /// Adds how and why these reports changed.
    fn add_changes(&self, connection: &Connection, fits: &mut [Match]) -> Result<()> {
        let Some(past) = &self.past else { return Ok(()) };
        let mut reader = ReasonReader::new(connection, &self.kinds);
        let mut now = connection.prepare_cached("SELECT snapshot, checks FROM report WHERE id = ?")?;
        let mut then = connection
            .prepare_cached("SELECT id, checks FROM snapshot WHERE report = ? AND id < ? ORDER BY id DESC LIMIT 1")?;
        let read = |row: &Row| Ok(SnapshotChecks { number: row.get(0)?, checks: row.get(1)? });
        for fit in fits {
            let Some((kind, at)) = self.change_at(past, fit.slot) else { continue };
            let replaced_by = past.replaced_by(fit.slot).filter(|_| matches!(kind, Change::Better | Change::Worse));
            let reasons = match replaced_by {
                Some(replaced_by) => {
                    let then = then.query_row(params![fit.slot, replaced_by], read).optional()?;
                    let now = now.query_row([fit.slot], read)?;
                    then.map(|then| reader.between(then, now)).transpose()?
                }
                None => None,
            };
            let is_first = kind == Change::New && past.back_at(&self.columns, fit.slot).is_none();
            let first_score = past.first_score(fit.slot).filter(|_| is_first);
            fit.change = Some(Box::new(ReportChange { kind, at: column_encoding::time(at)?, reasons, first_score }));
        }
        Ok(())
    }

    fn sort_key(&self, query: &LibraryQuery) -> SortKey {
        if query.sort_check.is_some() {
            return SortKey::Check;
        }
        match query.sort_by.unwrap_or_default() {
            LibrarySort::Created if self.has_numbers(query) => SortKey::Number,
            sort => SortKey::Sort(sort),
        }
    }

    /// Whether all reports are of one connection with numeric ids, which grow with each created
    /// report.
    fn has_numbers(&self, query: &LibraryQuery) -> bool {
        let columns = &self.columns;
        match self.wanted(query.connection.as_deref())[..] {
            [scope] => columns.scope.iter().zip(&columns.number).all(|(it, number)| *it != scope || number.is_some()),
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests;
