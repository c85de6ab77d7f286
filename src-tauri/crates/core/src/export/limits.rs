use assay_model::{FieldReason, Problem};

use crate::query_limits;

pub(crate) const MAX_COLUMNS: usize = 50;

/// In all columns together.
pub(crate) const MAX_WORDS: usize = 1000;

/// In characters, of a heading, word, or name.
pub(crate) const MAX_TEXT_LENGTH: u32 = 100;

/// In characters, of why a check matters or how to fix it.
pub(crate) const MAX_EXPLANATION_LENGTH: u32 = 500;

pub(crate) fn count(field: &str, number: usize, least: u32, most: usize) -> Result<(), Problem> {
    let most = u32::try_from(most).unwrap_or(u32::MAX);
    query_limits::range(field, u32::try_from(number).unwrap_or(u32::MAX), least, most)
        .map_err(|_| Problem::invalid(field, FieldReason::OutOfRange { least, most }))
}
