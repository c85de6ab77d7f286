//! The past verdicts and scores of a report.

use assay_model::{Change, Since, Verdict};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension as _};

use crate::{LibraryError, Result, changes, column_encoding, index::Index, rating::compare_ratings, state::verdict};

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

/// The ratings of a report, and when it was there.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PastRatings {
    /// Those of its snapshots, oldest first.
    pub snapshots: Vec<PastRating>,
    /// The one before the oldest snapshot, if that replaced one that is no longer kept. Its number is
    /// that of the oldest one.
    pub earlier: Option<PastRating>,
    /// Since when it is there; `None` for always.
    pub there_from: Option<Timestamp>,
    /// When it was removed, and when it was back.
    pub away: Option<(Timestamp, Timestamp)>,
}

impl PastRating {
    /// How a report changed that had this rating and now has another one, as in lists of changes.
    #[must_use]
    pub fn change_to(&self, after: &Self) -> Option<Change> {
        let stored = |it: &Self| (it.verdict.map(column_encoding::of_verdict), it.score);
        compare_ratings(stored(self), stored(after))
    }
}

impl PastRatings {
    /// The rating at a time, if the report was there: the earliest known one before it was first seen.
    #[must_use]
    pub fn at(&self, at: Timestamp) -> Option<PastRating> {
        let was_away = self.away.is_some_and(|(left, back)| (left..back).contains(&at));
        if was_away || self.there_from.is_some_and(|from| from > at) {
            return None;
        }
        let seen = self.snapshots.iter().rev().find(|rating| rating.seen_at <= at);
        seen.or(self.earlier.as_ref()).or(self.snapshots.first()).copied()
    }
}

/// The ratings of a report; `since` says which reports count as new.
pub(crate) fn ratings(
    connection: &Connection,
    index: &Index,
    scope: &str,
    key: &str,
    since: Option<Since>,
) -> Result<PastRatings> {
    let mut found = connection
        .prepare_cached("SELECT r.id FROM report r JOIN scope o ON o.id = r.scope WHERE o.name = ? AND r.key = ?")?;
    let slot: usize = found.query_row([scope, key], |row| row.get(0)).optional()?.ok_or(LibraryError::NotInLibrary)?;
    let mut statement = connection.prepare_cached(
        "SELECT id, seen_at, verdict, score, was_at, was_verdict, was_score FROM snapshot WHERE report = ? ORDER BY id",
    )?;
    let mut rows = statement.query([slot])?;
    let mut past = PastRatings::default();
    while let Some(row) = rows.next()? {
        let number = row.get::<_, i64>(0)?.cast_unsigned();
        let seen_at = column_encoding::time(row.get(1)?)?;
        if let (true, Some(was_at)) = (past.snapshots.is_empty(), column_encoding::maybe_time(row.get(4)?)?) {
            let verdict = verdict(row.get(5)?);
            past.earlier = Some(PastRating { number, seen_at: was_at, verdict, score: row.get(6)? });
        }
        past.snapshots.push(PastRating { number, seen_at, verdict: verdict(row.get(2)?), score: row.get(3)? });
    }
    let (there_from, away) = changes::presence(&index.columns, &index.scopes, slot, since == Some(Since::LastSync));
    past.there_from = column_encoding::maybe_time(there_from)?;
    past.away = away
        .map(|(left, back)| Ok::<_, LibraryError>((column_encoding::time(left)?, column_encoding::time(back)?)))
        .transpose()?;
    if past.snapshots.is_empty() { Err(LibraryError::NotInLibrary) } else { Ok(past) }
}

#[cfg(test)]
mod tests {
    use assay_model::Verdict;

    use crate::{
        LibraryError,
        testing::{SCOPE, TestLibrary, changed, day, scored},
    };

    #[test]
    fn a_rating_of_each_snapshot_is_told_oldest_first() {
        let library = TestLibrary::new();
        for (on, score) in [(2, 40.0), (4, 90.0), (5, 60.0)] {
            library.ingest_on(on, [scored(1, score)]);
        }
        let ratings = library.scope(SCOPE).ratings("1", None).unwrap().snapshots;
        let told: Vec<_> = ratings.iter().map(|it| (it.seen_at, it.score.unwrap())).collect();
        assert_eq!(told, [(day(2), 40.0), (day(4), 90.0), (day(5), 60.0)]);
        assert_eq!(ratings[1].verdict, Some(Verdict::Good));
        let history = library.scope(SCOPE).history("1").unwrap().snapshots;
        assert_eq!(
            ratings.iter().rev().map(|it| it.number).collect::<Vec<_>>(),
            history.iter().map(|it| it.number).collect::<Vec<_>>()
        );
        assert!(matches!(library.scope(SCOPE).ratings("2", None), Err(LibraryError::NotInLibrary)));
    }

    /// The score at a time.
    fn score(library: &TestLibrary, id: &str, on: i64) -> Option<f64> {
        library.scope(SCOPE).ratings(id, None).unwrap().at(day(on)).and_then(|rating| rating.score)
    }

    #[test]
    fn a_report_has_a_rating_while_it_is_there() {
        let library = TestLibrary::new();
        let created = |id, on| changed(scored(id, 40.0), |row| row.created_at = Some(day(on)));
        library.ingest_on(10, [created(1, 1), created(2, 9)]);
        library.synced(10);
        library.ingest_on(20, [scored(1, 60.0), created(3, 20)]);
        library.mark_report_gone(SCOPE, "1", day(30)).unwrap();
        library.ingest_on(40, [scored(1, 80.0)]);
        let scores = [5, 15, 25, 35, 45].map(|on| score(&library, "1", on));
        assert_eq!(scores, [Some(40.0), Some(40.0), Some(60.0), None, Some(80.0)]);
        // Created less than a day before it was first seen.
        assert_eq!([8, 9].map(|on| score(&library, "2", on)), [None, Some(40.0)]);
        assert_eq!([19, 20].map(|on| score(&library, "3", on)), [None, Some(40.0)]);
    }

    #[test]
    fn the_rating_before_the_oldest_snapshot_is_known() {
        let library = TestLibrary::new();
        for (on, score) in [(10, 60.0), (20, 80.0), (30, 70.0)] {
            library.ingest_on(on, [scored(1, score)]);
        }
        library.synced(30);
        library.apply_retention(day(29)).unwrap();
        assert_eq!([15, 35].map(|on| score(&library, "1", on)), [Some(80.0), Some(70.0)]);
    }
}
