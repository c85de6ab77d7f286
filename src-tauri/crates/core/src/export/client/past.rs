//! How the scores of reports went.

use assay_export::DayScore;
use assay_library::PastRatings;
use jiff::{Timestamp, civil::Date, tz::Offset};

/// Points of a chart.
const MAX_POINTS: i32 = 60;

/// A range of time, with the user's offset from UTC.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub since: Timestamp,
    pub until: Timestamp,
    pub utc_offset: i16,
}

impl Range {
    pub(super) fn day(&self, at: Timestamp) -> Date {
        let offset = Offset::from_seconds(i32::from(self.utc_offset) * 60).unwrap_or(Offset::UTC);
        offset.to_datetime(at).date()
    }

    /// The average score of the reports that were there, oldest first: at most one of each day.
    pub(super) fn scores<'a>(&self, reports: &(impl Iterator<Item = &'a PastRatings> + Clone)) -> Vec<DayScore> {
        let mut scores: Vec<DayScore> = Vec::new();
        let whole = self.until.duration_since(self.since);
        for point in 0..=MAX_POINTS {
            let at = self.since.saturating_add(whole * point / MAX_POINTS).unwrap_or(self.until);
            let (mut sum, mut count) = (0.0, 0u32);
            for score in reports.clone().filter_map(|report| report.at(at)?.score) {
                sum += score;
                count += 1;
            }
            if count == 0 {
                continue;
            }
            let score = DayScore { day: self.day(at), score: sum / f64::from(count) };
            let is_same_day = scores.last().is_some_and(|last| last.day == score.day);
            // The first of the first day, and the last of others.
            if is_same_day && scores.len() == 1 {
                continue;
            }
            if is_same_day {
                scores.pop();
            }
            scores.push(score);
        }
        scores
    }
}

#[cfg(test)]
mod tests {
    use assay_library::PastRating;
    use jiff::SignedDuration;

    use super::*;

    fn at(day: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * day)
    }

    /// A report that is there since it was first seen.
    fn seen(ratings: &[(i64, Option<f64>)]) -> PastRatings {
        let rating = |(number, (day, score)): (u64, &(i64, Option<f64>))| PastRating {
            number,
            seen_at: at(*day),
            verdict: None,
            score: *score,
        };
        let snapshots: Vec<_> = (1..).zip(ratings).map(rating).collect();
        PastRatings { there_from: snapshots.first().map(|it| it.seen_at), snapshots, ..PastRatings::default() }
    }

    #[test]
    fn the_average_is_of_the_reports_that_were_there() {
        let range = Range { since: at(10), until: at(40), utc_offset: 0 };
        let reports = [seen(&[(5, Some(40.0)), (30, Some(60.0))]), seen(&[(6, Some(80.0))]), seen(&[(35, Some(10.0))])];
        let scores = range.scores(&reports.iter());
        assert_eq!((scores[0].score, scores[0].day.to_string()), (60.0, "1970-01-11".to_owned()));
        assert_eq!(scores.last().map(|it| (it.score, it.day.to_string())), Some((50.0, "1970-02-10".to_owned())));
        assert!(scores.iter().any(|it| (it.score - 70.0).abs() < 0.01));
        assert!(scores.is_sorted_by(|one, other| one.day < other.day));
    }

    #[test]
    fn reports_without_a_score_or_away_are_left_out() {
        let range = Range { since: at(10), until: at(40), utc_offset: 0 };
        let unrated = seen(&[(5, Some(40.0)), (20, None)]);
        let away = PastRatings { away: Some((at(30), at(50))), ..seen(&[(5, Some(60.0))]) };
        let scores = range.scores(&[unrated, away, seen(&[(5, Some(80.0))])].iter());
        let on = |day: &str| scores.iter().find(|it| it.day.to_string() == day).map(|it| it.score);
        let told = ["1970-01-11", "1970-01-26", "1970-02-10"].map(on);
        assert_eq!(told, [Some(60.0), Some(70.0), Some(80.0)]);
    }
}
