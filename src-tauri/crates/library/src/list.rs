//! Lists of reports, paged or complete.

use std::ops::ControlFlow;

use assay_model::{Direction, LibraryPage, LibraryQuery, LibraryRow, LibrarySort, Report};
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use crate::{
    Result, column_encoding,
    history::full_report,
    index::{Index, SortKey},
    rating::Rating,
    state::{COLUMN_COUNT, COLUMNS, JOINS, ReportState, verdict},
};

/// A matching report, with its earlier rating.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Match {
    slot: usize,
    /// Detects a reused slot.
    first_seen: i64,
    before: PreviousRating,
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
    let (by, direction) = (index.sort_key(query), query.sort.unwrap_or(Direction::Desc));
    let slots: Vec<_> = index.sorted(by, direction).filter(|slot| fits[*slot]).collect();
    Ok(slots.into_iter().map(|slot| index.match_report(query, slot)).collect())
}

pub(crate) fn page(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<LibraryPage> {
    let fits = index.matching(connection, query, now)?;
    let total = fits.iter().filter(|fits| **fits).count();
    let (number, size) = (query.page.unwrap_or(1).max(1), usize::from(u16::from(query.per_page)));
    let before = usize::try_from(number - 1).unwrap_or(usize::MAX).saturating_mul(size);
    let slots: Vec<_> = if before < total {
        let (by, direction) = (index.sort_key(query), query.sort.unwrap_or(Direction::Desc));
        index.sorted(by, direction).filter(|slot| fits[*slot]).skip(before).take(size).collect()
    } else {
        Vec::new()
    };
    let fits: Vec<_> = slots.into_iter().map(|slot| index.match_report(query, slot)).collect();
    let mut rows = Vec::with_capacity(fits.len());
    let mut add = |row, _| {
        rows.push(row);
        ControlFlow::Continue(())
    };
    let _ = read_rows(connection, &fits, false, &mut add)?;
    Ok(LibraryPage { rows, number, total: u32::try_from(total).unwrap_or(u32::MAX) })
}

/// Reads reports one by one, until stopped.
pub(crate) fn read_rows(
    connection: &Connection,
    fits: &[Match],
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
        if tell(library_row(row, state, key, fit.before)?, report).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

fn library_row(row: &Row, state: ReportState, key: String, before: PreviousRating) -> Result<LibraryRow> {
    let at = |place| COLUMN_COUNT + place;
    let before = match before {
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
    })
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
        }
    }

    fn sort_key(&self, query: &LibraryQuery) -> SortKey {
        match query.sort_by.unwrap_or_default() {
            LibrarySort::Created if self.has_numbers(query) => SortKey::Number,
            LibrarySort::Created => SortKey::Created,
            LibrarySort::Generated => SortKey::Generated,
            LibrarySort::Address => SortKey::Address,
            LibrarySort::Score => SortKey::Score,
            LibrarySort::Changed => SortKey::Changed,
            LibrarySort::Project => SortKey::Project,
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
