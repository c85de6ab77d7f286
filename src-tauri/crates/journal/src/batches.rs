//! Batches as wholes.

use assay_model::{BatchRequest, BatchState, InvalidLine, Problem, RowAction, RowState};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    JournalError, MeanDurations, NewBatch, NewRow, ReportsBefore, Result, StoredBatch, column_encoding, row_counts,
    rows,
};

/// Recent batches for average durations, and rows of each kind per batch.
const SAMPLED_BATCHES: u32 = 5;
const SAMPLED_ROWS: u32 = 200;

pub(crate) fn next_number(connection: &Connection) -> Result<u32> {
    let sql = "UPDATE last SET number = number + 1 RETURNING number";
    Ok(connection.prepare_cached(sql)?.query_row([], |row| row.get(0))?)
}

pub(crate) fn make(connection: &Connection, new: &NewBatch, rows: &[NewRow], bad: &[InvalidLine]) -> Result<()> {
    connection
        .prepare_cached(
            "INSERT INTO batch (number, connection, scope, wish, origin, state, bad_lines, keep_passwords, made_at)
             VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            new.number,
            new.connection,
            &*new.scope,
            column_encoding::json(&new.wish)?,
            column_encoding::json(&new.origin)?,
            column_encoding::of_state(BatchState::Planned),
            new.bad_lines,
            new.keep_passwords,
            new.made_at.as_microsecond(),
        ])?;
    let sql = "INSERT INTO bad_line (batch, place, line, text, field, reason) VALUES (?, ?, ?, ?, ?, ?)";
    let mut statement = connection.prepare_cached(sql)?;
    for (place, bad) in bad.iter().enumerate() {
        let reason = column_encoding::json(&bad.reason)?;
        statement.execute(params![new.number, place, bad.line, bad.text, bad.field, reason])?;
    }
    rows::insert(connection, new.number, rows)?;
    row_counts::count(connection, new.number)
}

pub(crate) fn replan(
    connection: &Connection,
    batch: u32,
    wish: &BatchRequest,
    keep_passwords: bool,
    rows: &[NewRow],
) -> Result<()> {
    must_be_planned(connection, batch)?;
    let sql = "UPDATE batch SET wish = ?, keep_passwords = ? WHERE number = ?";
    connection.prepare_cached(sql)?.execute(params![column_encoding::json(wish)?, keep_passwords, batch])?;
    connection.prepare_cached("DELETE FROM line WHERE batch = ?")?.execute([batch])?;
    rows::insert(connection, batch, rows)?;
    row_counts::count(connection, batch)
}

/// Only a batch that was not started can be replanned.
pub(crate) fn must_be_planned(connection: &Connection, batch: u32) -> Result<()> {
    let sql = "SELECT state = ? AND started_at IS NULL FROM batch WHERE number = ?";
    let is_planned = connection
        .prepare_cached(sql)?
        .query_row(params![column_encoding::of_state(BatchState::Planned), batch], |row| row.get(0))
        .optional()?;
    if is_planned.ok_or(JournalError::Unknown)? { Ok(()) } else { Err(JournalError::NotReady) }
}

pub(crate) fn remove(connection: &Connection, batch: u32) -> Result<()> {
    for table in ["line", "tally", "bad_line", "before"] {
        connection.execute(&format!("DELETE FROM {table} WHERE batch = ?"), [batch])?;
    }
    exists(connection.execute("DELETE FROM batch WHERE number = ?", [batch])?)
}

pub(crate) fn list(connection: &Connection, of: Option<&str>) -> Result<Vec<StoredBatch>> {
    let sql = "SELECT * FROM batch WHERE ?1 IS NULL OR connection = ?1 ORDER BY number DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([of])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(stored_batch(connection, row)?);
    }
    Ok(all)
}

pub(crate) fn read(connection: &Connection, batch: u32) -> Result<StoredBatch> {
    let mut statement = connection.prepare_cached("SELECT * FROM batch WHERE number = ?")?;
    let mut rows = statement.query([batch])?;
    stored_batch(connection, rows.next()?.ok_or(JournalError::Unknown)?)
}

fn stored_batch(connection: &Connection, row: &Row) -> Result<StoredBatch> {
    let number = column_encoding::get(row, "number")?;
    let counts = row_counts::read(connection, number)?;
    let state = column_encoding::state(column_encoding::get(row, "state")?)?;
    Ok(StoredBatch {
        number,
        connection: column_encoding::get(row, "connection")?,
        scope: column_encoding::get::<String>(row, "scope")?.into(),
        wish: column_encoding::parse(&column_encoding::get::<String>(row, "wish")?)?,
        origin: column_encoding::parse(&column_encoding::get::<String>(row, "origin")?)?,
        first_address: first_address(connection, number)?,
        state,
        problem: column_encoding::parse_in(row, "problem")?,
        acts: counts.acts,
        states: counts.states,
        left: counts.left,
        bad_lines: column_encoding::get(row, "bad_lines")?,
        passwords: counts.passwords,
        passwords_missing: counts.passwords_missing,
        keep_passwords: column_encoding::get(row, "keep_passwords")?,
        made_at: column_encoding::time(column_encoding::get(row, "made_at")?)?,
        started_at: column_encoding::time_in(row, "started_at")?,
        ended_at: column_encoding::time_in(row, "ended_at")?,
        held_until: column_encoding::time_in(row, "held_until")?,
        can_undo: counts.can_undo,
        privacies: counts.privacies,
        has_own_privacies: state == BatchState::Planned && has_own_privacies(connection, number)?,
    })
}

fn has_own_privacies(connection: &Connection, batch: u32) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM line WHERE batch = ? AND own_privacy IS NOT NULL)";
    Ok(connection.prepare_cached(sql)?.query_row([batch], |row| row.get(0))?)
}

fn first_address(connection: &Connection, batch: u32) -> Result<Option<String>> {
    let sql = "SELECT address FROM line WHERE batch = ? ORDER BY number LIMIT 1";
    Ok(connection.prepare_cached(sql)?.query_row([batch], |row| row.get(0)).optional()?)
}

pub(crate) fn bad_lines(connection: &Connection, batch: u32) -> Result<Vec<InvalidLine>> {
    read(connection, batch)?;
    let sql = "SELECT line, text, field, reason FROM bad_line WHERE batch = ? ORDER BY place";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([batch])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        let reason: String = row.get(3)?;
        all.push(InvalidLine {
            line: row.get(0)?,
            text: row.get(1)?,
            field: row.get(2)?,
            reason: column_encoding::parse(&reason)?,
        });
    }
    Ok(all)
}

pub(crate) fn set_state(
    connection: &Connection,
    batch: u32,
    state: BatchState,
    problem: Option<&Problem>,
    at: Timestamp,
) -> Result<()> {
    let sql = "UPDATE batch SET state = ?1, problem = ?2,
        started_at = CASE WHEN ?1 = ?3 THEN coalesce(started_at, ?6) ELSE started_at END,
        ended_at = CASE WHEN ?1 = ?4 THEN ?6 END,
        held_until = CASE WHEN ?1 = ?5 THEN ?6 END
        WHERE number = ?7";
    let changed = connection.prepare_cached(sql)?.execute(params![
        column_encoding::of_state(state),
        column_encoding::maybe_json(problem)?,
        column_encoding::of_state(BatchState::Running),
        column_encoding::of_state(BatchState::Ended),
        column_encoding::of_state(BatchState::Held),
        at.as_microsecond(),
        batch,
    ])?;
    exists(changed)
}

pub(crate) fn note_before(connection: &Connection, batch: u32, before: &ReportsBefore) -> Result<()> {
    let sql = "UPDATE batch SET before_since = ? WHERE number = ?";
    exists(connection.prepare_cached(sql)?.execute(params![before.since.as_microsecond(), batch])?)?;
    let mut statement = connection.prepare_cached("INSERT OR IGNORE INTO before (batch, report) VALUES (?, ?)")?;
    for report in &before.reports {
        statement.execute(params![batch, report])?;
    }
    Ok(())
}

pub(crate) fn before(connection: &Connection, batch: u32) -> Result<Option<ReportsBefore>> {
    let mut statement = connection.prepare_cached("SELECT before_since FROM batch WHERE number = ?")?;
    let since: Option<Option<i64>> = statement.query_row([batch], |row| row.get(0)).optional()?;
    let Some(since) = since.ok_or(JournalError::Unknown)? else { return Ok(None) };
    let mut statement = connection.prepare_cached("SELECT report FROM before WHERE batch = ?")?;
    let reports = statement.query_map([batch], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(Some(ReportsBefore { reports, since: column_encoding::time(since)? }))
}

pub(crate) fn mean_durations(connection: &Connection, of: &str) -> Result<MeanDurations> {
    let sql = "SELECT avg(took) FROM (
        SELECT took FROM line WHERE act = ?2 AND state = ?3 AND took IS NOT NULL AND batch IN (
            SELECT DISTINCT number FROM batch JOIN tally ON batch = number
            WHERE connection = ?1 AND act = ?2 AND tally.state = ?3 AND lines > 0 ORDER BY number DESC LIMIT ?4)
        LIMIT ?5)";
    let mut statement = connection.prepare_cached(sql)?;
    let done = column_encoding::of_row_state(RowState::Done);
    let mut mean = |act| -> Result<Option<f64>> {
        let most = SAMPLED_BATCHES * SAMPLED_ROWS;
        Ok(statement
            .query_row(params![of, column_encoding::of_act(act), done, SAMPLED_BATCHES, most], |row| row.get(0))?)
    };
    Ok(MeanDurations {
        create: mean(RowAction::Create)?,
        refresh: mean(RowAction::Refresh)?,
        privacy: mean(RowAction::Privacy)?,
        delete: mean(RowAction::Delete)?,
    })
}

/// Fails if no row was changed.
fn exists(changed: usize) -> Result<()> {
    if changed > 0 { Ok(()) } else { Err(JournalError::Unknown) }
}
