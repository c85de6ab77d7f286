//! The past verdicts and scores of a report.

use assay_model::Verdict;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{LibraryError, Result, column_encoding, state::verdict};

/// A report's verdict and score from some time on.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PastRating {
    /// The snapshot's number.
    pub number: u64,
    /// When the snapshot was first returned.
    pub seen_at: Timestamp,
    /// Its verdict.
    pub verdict: Option<Verdict>,
    /// Its score.
    pub score: Option<f64>,
}

/// The ratings of a report's snapshots, oldest first.
pub(crate) fn ratings(connection: &Connection, scope: &str, key: &str) -> Result<Vec<PastRating>> {
    let mut statement = connection.prepare_cached(
        "SELECT s.id, s.seen_at, s.verdict, s.score FROM snapshot s JOIN report r ON r.id = s.report
         JOIN scope o ON o.id = r.scope WHERE o.name = ? AND r.key = ? ORDER BY s.id",
    )?;
    let mut rows = statement.query([scope, key])?;
    let mut ratings = Vec::new();
    while let Some(row) = rows.next()? {
        ratings.push(PastRating {
            number: row.get::<_, i64>(0)?.cast_unsigned(),
            seen_at: column_encoding::time(row.get(1)?)?,
            verdict: verdict(row.get(2)?),
            score: row.get(3)?,
        });
    }
    if ratings.is_empty() { Err(LibraryError::NotInLibrary) } else { Ok(ratings) }
}

#[cfg(test)]
mod tests {
    use assay_model::Verdict;

    use crate::{
        LibraryError,
        testing::{SCOPE, TestLibrary, day, scored},
    };

    #[test]
    fn a_rating_of_each_snapshot_is_told_oldest_first() {
        let library = TestLibrary::new();
        for (on, score) in [(2, 40.0), (4, 90.0), (5, 60.0)] {
            library.ingest_on(on, [scored(1, score)]);
        }
        let ratings = library.ratings(SCOPE, "1").unwrap();
        let told: Vec<_> = ratings.iter().map(|it| (it.seen_at, it.score.unwrap())).collect();
        assert_eq!(told, [(day(2), 40.0), (day(4), 90.0), (day(5), 60.0)]);
        assert_eq!(ratings[1].verdict, Some(Verdict::Good));
        let history = library.history(SCOPE, "1").unwrap().snapshots;
        assert_eq!(
            ratings.iter().rev().map(|it| it.number).collect::<Vec<_>>(),
            history.iter().map(|it| it.number).collect::<Vec<_>>()
        );
        assert!(matches!(library.ratings(SCOPE, "2"), Err(LibraryError::NotInLibrary)));
    }
}
