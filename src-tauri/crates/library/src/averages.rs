//! How average scores went.

use assay_model::DayScore;
use jiff::{Timestamp, ToSpan, civil::Date, tz::Offset};
use rusqlite::Connection;

use crate::{
    LibraryError, Result,
    index::{Columns, Index},
};

/// The number of a group that isn't counted.
pub(crate) const NO_GROUP: usize = usize::MAX;

/// The sum of some scores.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct ScoreSum {
    scores: u32,
    sum: f64,
}

impl ScoreSum {
    pub(crate) fn add(&mut self, score: f64) {
        if !score.is_nan() {
            self.scores += 1;
            self.sum += score;
        }
    }

    fn remove(&mut self, score: f64) {
        if !score.is_nan() {
            self.scores -= 1;
            self.sum -= score;
        }
    }

    pub(crate) fn mean(self) -> Option<f64> {
        // Sums that were subtracted from are off by the last digits.
        (self.scores > 0).then(|| (self.sum / f64::from(self.scores)).clamp(0.0, 100.0))
    }
}

/// Averages at the ends of days, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Averages {
    pub all: Vec<DayScore>,
    /// By group.
    pub groups: Vec<Vec<Option<f64>>>,
}

/// The reports as they were, one change further back at a time.
struct Walk<'a> {
    group_of: &'a [usize],
    score: Vec<f64>,
    is_there: Vec<bool>,
    /// By group; the last is of all.
    sums: Vec<ScoreSum>,
    averages: Averages,
}

/// Goes back through all changes to the last of these ends of days, newest first. `group_of` has the
/// group of each slot.
pub(crate) fn averages(
    connection: &Connection,
    index: &Index,
    group_of: &[usize],
    ends: &[(Date, i64)],
) -> Result<Averages> {
    let Some((_, begin)) = ends.last() else { return Ok(Averages::default()) };
    let mut walk = Walk::from_now(&index.columns, group_of);
    let mut stays = stays_since(&index.columns, group_of, *begin);
    let mut ends = ends.iter().peekable();
    let mut statement = connection.prepare_cached(
        "SELECT seen_at, report, was_at IS NULL, was_score FROM snapshot WHERE seen_at >= ? ORDER BY seen_at DESC",
    )?;
    let mut rows = statement.query([begin])?;
    let mut row = rows.next()?;
    loop {
        let changed: Option<i64> = row.map(|row| row.get(0)).transpose()?;
        let moved = stays.last().map(|stay| stay.at);
        let at = changed.max(moved);
        while let Some((day, _)) = ends.next_if(|(_, end)| at.is_none_or(|at| at < *end)) {
            walk.record(*day);
        }
        // What came back changed first.
        if let Some(row) = row.filter(|_| changed.is_some() && changed >= moved) {
            let slot = row.get(1)?;
            if row.get(2)? { walk.set_there(slot, false) } else { walk.set_score(slot, row.get(3)?) }
        } else if let Some(stay) = stays.pop() {
            walk.set_there(stay.slot, stay.was_there);
            continue;
        } else {
            return Ok(walk.oldest_first());
        }
        row = rows.next()?;
    }
}

/// A removal or return of a report.
struct Stay {
    at: i64,
    slot: usize,
    was_there: bool,
}

/// The last of them last.
fn stays_since(columns: &Columns, group_of: &[usize], begin: i64) -> Vec<Stay> {
    let removed = columns.slots().filter_map(|slot| Some(Stay { at: columns.gone[slot]?, slot, was_there: true }));
    let away = columns.away.iter().flat_map(|(&slot, &(left, back))| {
        [Stay { at: back, slot, was_there: false }, Stay { at: left, slot, was_there: true }]
    });
    let is_wanted = |stay: &Stay| stay.at >= begin && group_of.get(stay.slot).is_some_and(|it| *it != NO_GROUP);
    let mut stays: Vec<_> = removed.chain(away).filter(is_wanted).collect();
    stays.sort_unstable_by_key(|stay| (stay.at, stay.was_there, stay.slot));
    stays
}

/// Today, and days before it in equal steps, with the microsecond at which each ends; newest first.
pub(crate) fn ends_of_days(days: u16, max_steps: u16, now: Timestamp, offset: Offset) -> Result<Vec<(Date, i64)>> {
    let (today, step) = (offset.to_datetime(now).date(), days.div_ceil(max_steps).max(1));
    let end_of = |ago: u16| {
        let day = today.checked_sub(i32::from(ago).days()).map_err(|_| LibraryError::Damaged)?;
        let end = day.tomorrow().and_then(|next| offset.to_timestamp(next.at(0, 0, 0, 0)));
        let end = end.map_or(i64::MAX, Timestamp::as_microsecond);
        Ok((day, if ago == 0 { i64::MAX } else { end }))
    };
    (0..=days / step).map(|number| end_of(number * step)).collect()
}

/// Like [`ends_of_days`], back to a moment instead of the end of its day.
pub(crate) fn ends_since(since: Timestamp, max_steps: u16, now: Timestamp, offset: Offset) -> Result<Vec<(Date, i64)>> {
    let [first, today] = [since, now].map(|at| offset.to_datetime(at).date());
    let days = today.since(first).map_or(0, |span| span.get_days());
    let mut ends = ends_of_days(u16::try_from(days).unwrap_or(0), max_steps, now, offset)?;
    if ends.len() > 1 {
        ends.pop_if(|(day, _)| *day == first);
    }
    if since < now {
        // What changed at the moment itself is part of it.
        ends.push((first, since.as_microsecond().saturating_add(1)));
    }
    Ok(ends)
}

impl<'a> Walk<'a> {
    fn from_now(columns: &Columns, group_of: &'a [usize]) -> Self {
        let groups = group_of.iter().filter(|group| **group != NO_GROUP).max().map_or(0, |last| last + 1);
        let mut walk = Self {
            group_of,
            score: columns.score.clone(),
            is_there: vec![false; columns.len()],
            sums: vec![ScoreSum::default(); groups + 1],
            averages: Averages { all: Vec::new(), groups: vec![Vec::new(); groups] },
        };
        for slot in columns.slots().filter(|slot| columns.gone[*slot].is_none()) {
            walk.set_there(slot, true);
        }
        walk
    }

    fn set_there(&mut self, slot: usize, is_there: bool) {
        let Some(was_there) = self.is_there.get_mut(slot) else { return };
        let (was_there, score) = (std::mem::replace(was_there, is_there), self.score[slot]);
        match (was_there, is_there) {
            (false, true) => self.count(slot, |sum| sum.add(score)),
            (true, false) => self.count(slot, |sum| sum.remove(score)),
            _ => {}
        }
    }

    fn set_score(&mut self, slot: usize, score: Option<f64>) {
        let Some(place) = self.score.get_mut(slot) else { return };
        let score = score.unwrap_or(f64::NAN);
        let before = std::mem::replace(place, score);
        if self.is_there[slot] {
            self.count(slot, |sum| {
                sum.remove(before);
                sum.add(score);
            });
        }
    }

    fn count(&mut self, slot: usize, mut change: impl FnMut(&mut ScoreSum)) {
        let Some(group) = self.group_of.get(slot).filter(|group| **group != NO_GROUP) else { return };
        change(&mut self.sums[*group]);
        if let Some(all) = self.sums.last_mut() {
            change(all);
        }
    }

    fn record(&mut self, day: Date) {
        let mean = self.sums.last().and_then(|all| all.mean());
        self.averages.all.extend(mean.map(|mean_score| DayScore { day: day.to_string(), mean_score }));
        for (averages, sum) in self.averages.groups.iter_mut().zip(&self.sums) {
            averages.push(sum.mean());
        }
    }

    fn oldest_first(mut self) -> Averages {
        self.averages.all.reverse();
        self.averages.groups.iter_mut().for_each(|averages| averages.reverse());
        self.averages
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_model::{DayScore, Importance, LibraryQuery, Overview, OverviewQuery};
    use jiff::ToSpan;
    use proptest::prelude::*;

    use crate::testing::{SCOPE, TestLibrary, changed, day, failing, report, scored, whole, with_checks};

    fn ask(library: &TestLibrary, days: u16) -> Overview {
        let query = OverviewQuery { stale_days: 90, trend_days: Some(days), ..OverviewQuery::default() };
        library.overview(&query, day(100)).unwrap()
    }

    fn on(days: &[DayScore], number: i64) -> Option<f64> {
        let day = day(number).to_string();
        days.iter().find(|it| day.starts_with(&it.day)).map(|it| it.mean_score)
    }

    #[test]
    fn averages_are_those_of_what_was_there() {
        let library = TestLibrary::new();
        let of = |id: u32, score, project: &str| changed(scored(id, score), |row| row.project = Some(project.into()));
        library.ingest_on(80, [of(1, 90.0, "a.example"), of(2, 50.0, "b.example")]);
        library.ingest_on(85, [of(1, 70.0, "a.example")]);
        library.mark_report_gone(SCOPE, "2", day(88)).unwrap();
        library.ingest_on(91, [of(3, 10.0, "a.example")]);
        library.ingest_on(95, [of(2, 60.0, "b.example"), changed(of(4, 0.0, "a.example"), |row| row.score = None)]);
        library.mark_report_gone(SCOPE, "3", day(98)).unwrap();
        let it = ask(&library, 30);
        let expected = [(79, None), (80, Some(70.0)), (84, Some(70.0)), (85, Some(60.0)), (88, Some(70.0))];
        let later = [(90, Some(70.0)), (91, Some(40.0)), (95, Some(140.0 / 3.0)), (98, Some(65.0)), (100, Some(65.0))];
        for (number, mean) in expected.into_iter().chain(later) {
            assert_eq!(on(&it.average, number), mean, "day {number}");
        }
        assert_eq!(it.average.len(), 21);
        let trends: Vec<_> = it.projects.iter().map(|it| (it.mean_score, it.trend.clone())).collect();
        let b = [vec![50.0; 8], vec![60.0; 6]].concat();
        let a = [vec![90.0; 5], vec![70.0; 6], vec![40.0; 7], vec![70.0; 3]].concat();
        assert_eq!(trends, [(Some(60.0), b), (Some(70.0), a)]);
    }

    #[test]
    fn long_times_come_in_steps() {
        let library = TestLibrary::new();
        library.ingest_on(1, [scored(1, 90.0)]);
        library.ingest_on(60, [scored(1, 80.0)]);
        for (days, count) in [(1, 2), (30, 31), (53, 54), (54, 28)] {
            assert_eq!(ask(&library, days).average.len(), count, "{days} days");
        }
        let year = ask(&library, 365).average;
        assert_eq!((year.len(), year[0].mean_score, on(&year, 100)), (15, 90.0, Some(80.0)));
        let other = OverviewQuery {
            connection: Some("two".into()),
            stale_days: 90,
            trend_days: Some(30),
            ..OverviewQuery::default()
        };
        assert_eq!(library.overview(&other, day(100)).unwrap().average, []);
    }

    #[test]
    fn averages_can_begin_with_a_moment() {
        let library = TestLibrary::new();
        library.ingest_on(80, [scored(1, 90.0)]);
        library.ingest_on(91, [scored(1, 70.0)]);
        library.ingest_on(100, [scored(1, 80.0)]);
        let ask = |since, days: u16| {
            let trend_days = Some(days);
            let query = OverviewQuery { stale_days: 90, trend_days, trend_since: since, ..OverviewQuery::default() };
            library.overview(&query, day(100)).unwrap().average
        };
        // Just before a change of the same day, and long ago in steps.
        for (since, first) in [(day(91) - 1.minute(), 90.0), (day(91), 70.0), (day(80) - 90.hours(), 90.0)] {
            let average = ask(Some(since), 1);
            let scores = (average.first().unwrap().mean_score, average.last().unwrap().mean_score);
            assert_eq!(scores, (first, 80.0), "{since}");
        }
        let today = ask(Some(day(100) - 1.minute()), 1);
        assert_eq!(today.iter().map(|it| it.mean_score).collect::<Vec<_>>(), [70.0, 80.0]);
        assert_eq!(ask(Some(day(101)), 1).len(), 1);
        assert_eq!(ask(Some(day(91)), 1)[1..], ask(None, 8)[..]);
    }

    #[test]
    fn important_failures_are_those_of_the_fix_list() {
        let library = TestLibrary::new();
        let fails = |id: u32, score, names: &[(&str, Importance)], project: &str| {
            let it = changed(scored(id, score), |row| row.project = Some(project.into()));
            with_checks(it, names.iter().map(|(name, importance)| failing(name, *importance)).collect())
        };
        let (high, low) = (Importance::High, Importance::Low);
        library.ingest_on(
            1,
            [
                fails(1, 90.0, &[("title", high), ("title", high), ("h1", high), ("alt", low)], "a.example"),
                fails(2, 90.0, &[("title", high)], "a.example"),
                fails(3, 80.0, &[("alt", low)], "b.example"),
            ],
        );
        library.scope("two").ingest(&whole([report(1)]), day(2)).unwrap();
        for project in ask(&library, 1).projects {
            let connection = Some(project.connection);
            let query = LibraryQuery { connection, project: project.project, ..LibraryQuery::default() };
            let checks = library.fix_list(&query, day(100)).unwrap().checks;
            let high = checks.iter().filter(|check| check.importance == Some(Importance::High));
            assert_eq!(project.failing_high, high.map(|check| check.pages).sum::<u32>(), "{query:?}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn what_was_counted_on_a_day_is_still_told_later(
            steps in prop::collection::vec((0_u8..4, 0_u32..5, 0_u32..20, 0_usize..3), 1..30),
        ) {
            let library = TestLibrary::new();
            let (mut told, mut removed) = (Vec::new(), BTreeSet::new());
            for (number, (what, id, score, project)) in (70..).zip(steps) {
                // Only the last absence of a report is known.
                if what == 0 && removed.insert(id) {
                    library.mark_report_gone(SCOPE, &id.to_string(), day(number)).unwrap();
                } else {
                    library.ingest_on(number, [changed(scored(id, f64::from(score * 5)), |row| {
                        row.project = Some(format!("{project}.example"));
                    })]);
                }
                told.push((number, ask(&library, 1).mean_score));
            }
            let it = ask(&library, 30);
            for (number, mean) in told {
                let found = on(&it.average, number);
                prop_assert_eq!(found.is_some(), mean.is_some());
                prop_assert!((found.unwrap_or(0.0) - mean.unwrap_or(0.0)).abs() < 1e-9, "day {}", number);
            }
            for project in it.projects {
                let last = project.trend.last().copied();
                prop_assert!((last.unwrap_or(0.0) - project.mean_score.unwrap_or(0.0)).abs() < 1e-9);
            }
        }
    }
}
