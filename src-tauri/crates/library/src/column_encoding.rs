//! Column encodings of model values.

use assay_model::{Importance, Privacy, Verdict};
use jiff::Timestamp;

use crate::{LibraryError, Result};

/// Stands for an unknown verdict in a non-null column.
pub(crate) const NO_VERDICT: u8 = 3;

pub(crate) fn of_verdict(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Bad => 0,
        Verdict::Decent => 1,
        Verdict::Good => 2,
    }
}

pub(crate) fn verdict(code: u8) -> Option<Verdict> {
    [Verdict::Bad, Verdict::Decent, Verdict::Good].get(usize::from(code)).copied()
}

pub(crate) fn privacy(code: u8) -> Option<Privacy> {
    Privacy::from_number(code.into())
}

pub(crate) fn of_passed(passed: Option<bool>) -> u8 {
    passed.map_or(2, u8::from)
}

pub(crate) fn passed(code: u8) -> Option<bool> {
    match code {
        0 => Some(false),
        1 => Some(true),
        _ => None,
    }
}

pub(crate) fn of_importance(importance: Option<Importance>) -> u8 {
    match importance {
        Some(Importance::High) => 0,
        Some(Importance::Medium) => 1,
        Some(Importance::Low) => 2,
        None => 3,
    }
}

pub(crate) fn importance(code: u8) -> Option<Importance> {
    [Importance::High, Importance::Medium, Importance::Low].get(usize::from(code)).copied()
}

pub(crate) fn time(micros: i64) -> Result<Timestamp> {
    Timestamp::from_microsecond(micros).map_err(|_| LibraryError::Damaged)
}

pub(crate) fn maybe_time(micros: Option<i64>) -> Result<Option<Timestamp>> {
    micros.map(time).transpose()
}
