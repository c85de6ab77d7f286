//! The snapshots of one report.

use assay_model::{History, KnownReport, Report, Snapshot};
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    LibraryError, Result, checks, column_encoding,
    index::Index,
    reasons::{ReasonReader, SnapshotChecks},
    state::{COLUMN_COUNT, COLUMNS, JOINS, ReportState},
};

/// The newest changes whose reasons are read.
const MAX_REASONS: usize = 200;

struct ReportLocation {
    id: i64,
    gone_at: Option<i64>,
}

fn locate(connection: &Connection, scope: &str, key: &str) -> Result<ReportLocation> {
    connection
        .prepare_cached(
            "SELECT r.id, r.gone_at FROM report r JOIN scope o ON o.id = r.scope WHERE o.name = ? AND r.key = ?",
        )?
        .query_row([scope, key], |row| Ok(ReportLocation { id: row.get(0)?, gone_at: row.get(1)? }))
        .optional()?
        .ok_or(LibraryError::NotInLibrary)
}

/// A report's saved copy.
pub(crate) fn known_report(connection: &Connection, scope: &str, key: &str) -> Result<KnownReport> {
    let place = locate(connection, scope, key)?;
    let sql = format!("SELECT {COLUMNS}, s.seen_at FROM report s {JOINS} WHERE s.id = ?");
    let (state, seen_at) = connection
        .prepare_cached(&sql)?
        .query_row([place.id], |row| Ok((ReportState::read(row, 0)?, row.get(COLUMN_COUNT)?)))?;
    Ok(KnownReport {
        has_checks: state.checks.is_some(),
        report: full_report(connection, key, state)?,
        seen_at: column_encoding::time(seen_at)?,
        gone_at: column_encoding::maybe_time(place.gone_at)?,
    })
}

/// All snapshots of a report, and why each of the newest differs from the one before it, for which
/// the index must be there.
pub(crate) fn history(connection: &Connection, index: Option<&Index>, scope: &str, key: &str) -> Result<History> {
    let place = locate(connection, scope, key)?;
    let sql = format!(
        "SELECT {COLUMNS}, s.id, s.seen_at, c.failed, s.was_at FROM snapshot s {JOINS}
         LEFT JOIN checks c ON c.id = s.checks WHERE s.report = ? ORDER BY s.id DESC"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([place.id])?;
    let (mut snapshots, mut checks, mut is_cut) = (Vec::new(), Vec::new(), false);
    while let Some(row) = rows.next()? {
        let (snapshot, state) = snapshot(row, key)?;
        checks.push(SnapshotChecks { number: snapshot.number, checks: state.checks });
        snapshots.push(snapshot);
        // The very first snapshot has no predecessor.
        is_cut = row.get::<_, Option<i64>>(COLUMN_COUNT + 3)?.is_some();
    }
    let reasons = match index {
        Some(index) => {
            let mut reader = ReasonReader::new(connection, &index.kinds);
            let newest = checks.windows(2).take(MAX_REASONS);
            newest.map(|pair| reader.between(pair[1], pair[0])).collect::<Result<_>>()?
        }
        None => Vec::new(),
    };
    Ok(History { snapshots, reasons, gone_at: column_encoding::maybe_time(place.gone_at)?, is_cut })
}

/// A snapshot with the full report.
pub(crate) fn read_snapshot(
    connection: &Connection,
    scope: &str,
    key: &str,
    number: u64,
) -> Result<(Snapshot, Report)> {
    let place = locate(connection, scope, key)?;
    let number = i64::try_from(number).map_err(|_| LibraryError::NotInLibrary)?;
    let sql = format!(
        "SELECT {COLUMNS}, s.id, s.seen_at, c.failed FROM snapshot s {JOINS}
         LEFT JOIN checks c ON c.id = s.checks WHERE s.report = ? AND s.id = ?"
    );
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query(params![place.id, number])?;
    let row = rows.next()?.ok_or(LibraryError::NotInLibrary)?;
    let (snapshot, state) = snapshot(row, key)?;
    Ok((snapshot, full_report(connection, key, state)?))
}

/// The last snapshot with the full report.
pub(crate) fn read_last_snapshot(connection: &Connection, scope: &str, key: &str) -> Result<(Snapshot, Report)> {
    let place = locate(connection, scope, key)?;
    let number: i64 = connection
        .prepare_cached("SELECT snapshot FROM report WHERE id = ?")?
        .query_row([place.id], |row| row.get(0))?;
    read_snapshot(connection, scope, key, number.cast_unsigned())
}

/// The report of a state, with its known checks.
pub(crate) fn full_report(connection: &Connection, key: &str, state: ReportState) -> Result<Report> {
    let checks = state.checks.map(|id| checks::read(connection, id)).transpose()?.unwrap_or_default();
    state.report(key.to_owned(), checks)
}

fn snapshot(row: &Row, key: &str) -> Result<(Snapshot, ReportState)> {
    let state = ReportState::read(row, 0)?;
    let number: i64 = row.get(COLUMN_COUNT)?;
    let snapshot = Snapshot {
        number: number.cast_unsigned(),
        seen_at: column_encoding::time(row.get(COLUMN_COUNT + 1)?)?,
        row: state.clone().row(key.to_owned())?,
        failed: row.get(COLUMN_COUNT + 2)?,
    };
    Ok((snapshot, state))
}
