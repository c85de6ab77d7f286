//! Counts of what lists have.

use assay_model::{LibraryQuery, Verdict, VerdictCounts};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{Result, index::Index, state::verdict};

/// The reports that match a query, by verdict.
pub(crate) fn count(
    connection: &Connection,
    index: &mut Index,
    query: &LibraryQuery,
    now: Timestamp,
) -> Result<VerdictCounts> {
    let fits = index.matching(connection, query, now)?;
    let mut counts = VerdictCounts::default();
    for (number, _) in index.columns.verdict.iter().zip(fits).filter(|(_, fits)| *fits) {
        let count = match verdict(Some(*number)) {
            Some(Verdict::Good) => &mut counts.good,
            Some(Verdict::Decent) => &mut counts.decent,
            Some(Verdict::Bad) => &mut counts.bad,
            None => &mut counts.unknown,
        };
        *count += 1;
    }
    Ok(counts)
}
