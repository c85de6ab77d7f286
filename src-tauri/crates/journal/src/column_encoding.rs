//! Column encodings of model values.

use assay_model::{BatchState, Privacy, RowAction, RowState};
use jiff::Timestamp;
use rusqlite::{Row, types::FromSql};
use serde::{Serialize, de::DeserializeOwned};

use crate::{JournalError, Result};

/// By their numbers, as in the schema.
const ACTS: [RowAction; 5] =
    [RowAction::Create, RowAction::Refresh, RowAction::Privacy, RowAction::Delete, RowAction::Skip];

const STATES: [BatchState; 6] = [
    BatchState::Planned,
    BatchState::Held,
    BatchState::Running,
    BatchState::Pausing,
    BatchState::Paused,
    BatchState::Ended,
];

const ROW_STATES: [RowState; 8] = [
    RowState::Waiting,
    RowState::Running,
    RowState::Done,
    RowState::Failed,
    RowState::Unknown,
    RowState::Skipped,
    RowState::Canceled,
    RowState::Confirming,
];

pub(crate) fn of_act(act: RowAction) -> u8 {
    number(&ACTS, &act)
}

pub(crate) fn act(code: u8) -> Result<RowAction> {
    named(&ACTS, code)
}

pub(crate) fn of_state(state: BatchState) -> u8 {
    number(&STATES, &state)
}

pub(crate) fn state(code: u8) -> Result<BatchState> {
    named(&STATES, code)
}

pub(crate) fn of_row_state(state: RowState) -> u8 {
    number(&ROW_STATES, &state)
}

pub(crate) fn row_state(code: u8) -> Result<RowState> {
    named(&ROW_STATES, code)
}

/// A bit for each.
pub(crate) fn of_choices(choices: &[RowAction]) -> u8 {
    choices.iter().fold(0, |bits, act| bits | bit(*act))
}

pub(crate) fn bit(act: RowAction) -> u8 {
    1 << of_act(act)
}

pub(crate) fn choices(bits: u8) -> Vec<RowAction> {
    ACTS.into_iter().filter(|act| bits & bit(*act) != 0).collect()
}

pub(crate) fn of_privacy(privacy: Option<Privacy>) -> Option<u8> {
    privacy.map(Privacy::number)
}

pub(crate) fn privacy(code: Option<u8>) -> Result<Option<Privacy>> {
    code.map(|code| Privacy::from_number(code.into()).ok_or(JournalError::Damaged)).transpose()
}

pub(crate) fn of_time(time: Option<Timestamp>) -> Option<i64> {
    time.map(Timestamp::as_microsecond)
}

pub(crate) fn time(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| JournalError::Damaged)
}

pub(crate) fn time_in(row: &Row, column: &str) -> Result<Option<Timestamp>> {
    row.get::<_, Option<i64>>(column)?.map(time).transpose()
}

pub(crate) fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| JournalError::Failed(error.to_string()))
}

pub(crate) fn maybe_json<T: Serialize>(value: Option<&T>) -> Result<Option<String>> {
    value.map(json).transpose()
}

pub(crate) fn parse<T: DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|_| JournalError::Damaged)
}

/// JSON in a nullable column.
pub(crate) fn parse_in<T: DeserializeOwned>(row: &Row, column: &str) -> Result<Option<T>> {
    get::<Option<String>>(row, column)?.as_deref().map(parse).transpose()
}

pub(crate) fn get<T: FromSql>(row: &Row, column: &str) -> Result<T> {
    Ok(row.get(column)?)
}

fn number<T: PartialEq>(all: &[T], wanted: &T) -> u8 {
    let place = all.iter().position(|value| value == wanted);
    place.and_then(|place| u8::try_from(place).ok()).unwrap_or(u8::MAX)
}

fn named<T: Copy>(all: &[T], code: u8) -> Result<T> {
    all.get(usize::from(code)).copied().ok_or(JournalError::Damaged)
}

#[cfg(test)]
mod tests {
    use super::{ACTS, ROW_STATES, STATES, choices, of_choices};

    #[test]
    fn each_value_has_a_number_of_its_own() {
        for bits in 0..1 << ACTS.len() {
            assert_eq!(of_choices(&choices(bits)), bits);
        }
        assert!(ROW_STATES.iter().all(|state| super::row_state(super::of_row_state(*state)) == Ok(*state)));
        assert!(STATES.iter().all(|state| super::state(super::of_state(*state)) == Ok(*state)));
    }
}
