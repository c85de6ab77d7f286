//! How the scores of reports went.

use assay_export::DayScore;
use assay_library::PastRating;
use jiff::{SignedDuration, Timestamp, civil::Date, tz::Offset};

/// Points of a chart.
const MAX_POINTS: i32 = 60;

/// A sync takes some time: reports that it first saw later than others were there as well.
const FIRST_SYNC: SignedDuration = SignedDuration::from_hours(24);

/// A range of time, with the user's offset from UTC.
#[derive(Debug, Clone, Copy)]
pub(super) struct Range {
    pub since: Timestamp,
    pub now: Timestamp,
    pub utc_offset: i16,
}

impl Range {
    pub(super) fn day(&self, at: Timestamp) -> Date {
        let offset = Offset::from_seconds(i32::from(self.utc_offset) * 60).unwrap_or(Offset::UTC);
        offset.to_datetime(at).date()
    }

    /// The rating at the start, if the report was there.
    pub(super) fn before(&self, ratings: &[PastRating]) -> Option<PastRating> {
        let known = ratings.iter().rev().find(|rating| rating.seen_at <= self.since);
        let first = || ratings.first().filter(|first| first.seen_at.duration_since(self.since) <= FIRST_SYNC);
        known.or_else(first).copied()
    }

    /// The average score of several reports, oldest first: at most one of each day.
    pub(super) fn scores(&self, reports: &[Vec<PastRating>]) -> Vec<DayScore> {
        let mut steps = Vec::new();
        for (report, ratings) in reports.iter().enumerate() {
            let before = self.before(ratings);
            steps.extend(before.and_then(|rating| Some((self.since, report, rating.score?))));
            let later = ratings
                .iter()
                .filter(|rating| rating.seen_at > self.since && Some(rating.number) != before.map(|it| it.number));
            steps.extend(later.filter_map(|rating| Some((rating.seen_at, report, rating.score?))));
        }
        steps.sort_by_key(|(at, ..)| *at);
        let mut now: Vec<Option<f64>> = vec![None; reports.len()];
        let (mut sum, mut count) = (0.0, 0u32);
        let mut steps = steps.into_iter().peekable();
        let mut scores: Vec<DayScore> = Vec::new();
        let whole = self.now.duration_since(self.since);
        for point in 0..=MAX_POINTS {
            let at = self.since.saturating_add(whole * point / MAX_POINTS).unwrap_or(self.now);
            while let Some((_, report, score)) = steps.next_if(|(then, ..)| *then <= at) {
                count += u32::from(now[report].is_none());
                sum += score - now[report].replace(score).unwrap_or_default();
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
    use super::*;

    fn at(day: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_hours(24 * day)
    }

    fn rating(number: u64, day: i64, score: f64) -> PastRating {
        PastRating { number, seen_at: at(day), verdict: None, score: Some(score) }
    }

    #[test]
    fn the_average_is_of_the_reports_that_were_there() {
        let range = Range { since: at(10), now: at(40), utc_offset: 0 };
        let reports =
            [vec![rating(1, 5, 40.0), rating(3, 30, 60.0)], vec![rating(2, 6, 80.0)], vec![rating(4, 35, 10.0)]];
        let scores = range.scores(&reports);
        assert_eq!((scores[0].score, scores[0].day.to_string()), (60.0, "1970-01-11".to_owned()));
        assert_eq!(scores.last().map(|it| (it.score, it.day.to_string())), Some((50.0, "1970-02-10".to_owned())));
        assert!(scores.iter().any(|it| (it.score - 70.0).abs() < 0.01));
        assert!(scores.is_sorted_by(|one, other| one.day < other.day));
    }

    #[test]
    fn a_report_of_the_first_sync_was_there_before() {
        let range = Range { since: at(10), now: at(40), utc_offset: 0 };
        let soon = PastRating { seen_at: at(10) + SignedDuration::from_mins(9), ..rating(1, 10, 50.0) };
        assert_eq!(range.before(&[soon]), Some(soon));
        assert_eq!(range.before(&[rating(1, 12, 50.0)]), None);
        assert_eq!(range.before(&[rating(1, 8, 50.0), rating(2, 9, 60.0), rating(3, 11, 70.0)]).unwrap().number, 2);
        assert_eq!(range.scores(&[vec![soon]])[0].score, 50.0);
    }
}
