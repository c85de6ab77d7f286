//! The numbers of a batch's rows by kind.

use assay_model::{ActCounts, PrivacyCounts, RowAction, RowState, StateCounts};
use rusqlite::{Connection, params};

use crate::{JournalError, Result, column_encoding};

/// The counted properties of a row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowGroup {
    pub act: u8,
    pub lock: u8,
    pub changes: u8,
}

#[derive(Debug, Default)]
pub(crate) struct RowCounts {
    pub acts: ActCounts,
    pub left: ActCounts,
    pub states: StateCounts,
    pub passwords: u32,
    pub passwords_missing: u32,
    pub can_undo: bool,
    pub privacies: PrivacyCounts,
}

/// Recounts all rows of a batch.
pub(crate) fn count(connection: &Connection, batch: u32) -> Result<()> {
    connection.prepare_cached("DELETE FROM tally WHERE batch = ?")?.execute([batch])?;
    let sql = "INSERT INTO tally (batch, act, state, lock, changes, lines)
        SELECT batch, act, state, lock, changes, count(*) FROM line WHERE batch = ? GROUP BY act, state, lock, changes";
    connection.prepare_cached(sql)?.execute([batch])?;
    Ok(())
}

/// Moves a row between counts.
pub(crate) fn shift(connection: &Connection, batch: u32, group: RowGroup, from: u8, to: RowState) -> Result<()> {
    let RowGroup { act, lock, changes } = group;
    let sql = "UPDATE tally SET lines = lines - 1
        WHERE batch = ? AND act = ? AND state = ? AND lock = ? AND changes = ?";
    connection.prepare_cached(sql)?.execute(params![batch, act, from, lock, changes])?;
    let sql = "INSERT INTO tally (batch, act, state, lock, changes, lines) VALUES (?, ?, ?, ?, ?, 1)
        ON CONFLICT DO UPDATE SET lines = lines + 1";
    connection.prepare_cached(sql)?.execute(params![batch, act, column_encoding::of_row_state(to), lock, changes])?;
    Ok(())
}

pub(crate) fn read(connection: &Connection, batch: u32) -> Result<RowCounts> {
    let sql = "SELECT act, state, lock, changes, lines FROM tally WHERE batch = ? AND lines > 0";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([batch])?;
    let mut counts = RowCounts::default();
    while let Some(row) = rows.next()? {
        let (act, state) = (column_encoding::act(row.get(0)?)?, column_encoding::row_state(row.get(1)?)?);
        let (lock, changes, lines): (u8, u8, u32) = (row.get(2)?, row.get(3)?, row.get(4)?);
        *of_act(&mut counts.acts, act) += lines;
        *of_state(&mut counts.states, state) += lines;
        if matches!(state, RowState::Waiting | RowState::Running | RowState::Unknown) {
            *of_act(&mut counts.left, act) += lines;
            match lock {
                1 => counts.passwords += lines,
                2 => counts.passwords_missing += lines,
                _ => {}
            }
        }
        let change = Change::of(changes)?;
        counts.can_undo |= state == RowState::Done && matches!(change, Change::Privacy | Change::LosesPassword);
        if matches!(change, Change::KeepsPassword) || is_or_will_be_done(state) {
            match change {
                Change::None => {}
                Change::Privacy => counts.privacies.restorable += lines,
                Change::LosesPassword => counts.privacies.lose_password += lines,
                Change::ReplacesPassword => counts.privacies.replace_password += lines,
                Change::UnknownBefore => counts.privacies.unknown_before += lines,
                Change::KeepsPassword => counts.privacies.keep_password += lines,
            }
        }
    }
    Ok(counts)
}

/// The effect on privacy and password, as in `line.changes`.
#[derive(Debug, Clone, Copy)]
enum Change {
    None,
    Privacy,
    LosesPassword,
    ReplacesPassword,
    UnknownBefore,
    KeepsPassword,
}

impl Change {
    fn of(code: u8) -> Result<Self> {
        let all = [
            Self::None,
            Self::Privacy,
            Self::LosesPassword,
            Self::ReplacesPassword,
            Self::UnknownBefore,
            Self::KeepsPassword,
        ];
        all.get(usize::from(code)).copied().ok_or(JournalError::Damaged)
    }
}

fn is_or_will_be_done(state: RowState) -> bool {
    match state {
        RowState::Waiting | RowState::Running | RowState::Confirming | RowState::Done | RowState::Unknown => true,
        RowState::Failed | RowState::Skipped | RowState::Canceled => false,
    }
}

fn of_act(counts: &mut ActCounts, act: RowAction) -> &mut u32 {
    match act {
        RowAction::Create => &mut counts.create,
        RowAction::Refresh => &mut counts.refresh,
        RowAction::Privacy => &mut counts.privacy,
        RowAction::Delete => &mut counts.delete,
        RowAction::Skip => &mut counts.skip,
    }
}

fn of_state(counts: &mut StateCounts, state: RowState) -> &mut u32 {
    match state {
        RowState::Waiting => &mut counts.waiting,
        RowState::Running => &mut counts.running,
        RowState::Confirming => &mut counts.confirming,
        RowState::Done => &mut counts.done,
        RowState::Failed => &mut counts.failed,
        RowState::Unknown => &mut counts.unknown,
        RowState::Skipped => &mut counts.skipped,
        RowState::Canceled => &mut counts.canceled,
    }
}
