//! How the average scores of projects went, kept for the next queries.

use std::sync::Arc;

use jiff::{Timestamp, tz::Offset};
use rusqlite::Connection;

use crate::{
    Result,
    averages::{NO_GROUP, averages, ends_of_days},
    changes::DAY,
    index::Index,
};

const MAX_STEPS: u16 = 30;

/// As many as screens ask for in turn.
const MAX_KEPT: usize = 6;

/// The average scores of a scope's projects, of the reports that were there.
#[derive(Debug)]
pub(crate) struct ProjectTrends {
    scope: usize,
    days: u16,
    /// The number of the current day, until whose end it holds.
    today: i64,
    /// By project number.
    averages: Vec<Vec<Option<f64>>>,
}

impl ProjectTrends {
    /// The averages of a project at the end of each step, oldest first.
    pub(crate) fn of(&self, project: usize) -> &[Option<f64>] {
        self.averages.get(project).map_or(&[], |averages| averages)
    }

    /// By how much a project's average changed since it was first known.
    pub(crate) fn change(&self, project: usize) -> Option<f64> {
        let averages = self.of(project);
        let first = averages.iter().flatten().next()?;
        // Sums that go back and forth have tiny errors.
        averages.last().copied().flatten().map(|last| ((last - first) * 100.0).round() / 100.0)
    }
}

/// The trends of all projects of a scope over that many days.
pub(crate) fn trends(
    connection: &Connection,
    index: &mut Index,
    scope: &str,
    days: u16,
    now: Timestamp,
) -> Result<Arc<ProjectTrends>> {
    let scope = index.scope(scope).map_or(0, |scope| scope.id);
    let today = now.as_microsecond().div_euclid(DAY);
    if let Some(known) = index.trends.iter().find(|it| (it.scope, it.days, it.today) == (scope, days, today)) {
        return Ok(Arc::clone(known));
    }
    let columns = &index.columns;
    let project_of = |slot| if columns.scope[slot] == scope { columns.project[slot] } else { NO_GROUP };
    let projects: Vec<_> = (0..columns.len()).map(project_of).collect();
    let averages = averages(connection, index, &projects, &ends_of_days(days, MAX_STEPS, now, Offset::UTC)?)?.groups;
    let trends = Arc::new(ProjectTrends { scope, days, today, averages });
    index.trends.truncate(MAX_KEPT - 1);
    index.trends.insert(0, Arc::clone(&trends));
    Ok(trends)
}

#[cfg(test)]
mod tests {
    use assay_model::{OverviewQuery, ProjectSummary};

    use crate::testing::{SCOPE, TestLibrary, changed, day, report, scored, whole};

    fn trend(library: &TestLibrary, on: i64) -> Vec<Option<f64>> {
        let names = ["example.org".to_owned()];
        let found = library.scope(SCOPE).project_summaries(&names, 30, 90, day(on)).unwrap();
        let ProjectSummary { trend, .. } = found.into_iter().next().unwrap();
        assert_eq!(trend.len(), 31);
        trend
    }

    /// Of the last days, oldest first.
    fn last(trend: &[Option<f64>], days: usize) -> &[Option<f64>] {
        &trend[trend.len() - days..]
    }

    #[test]
    fn the_average_goes_as_the_scores_did() {
        let library = TestLibrary::new();
        library.ingest_on(1, [scored(1, 40.0), scored(2, 60.0)]);
        library.ingest_on(3, [scored(1, 50.0), scored(2, 60.0)]);
        library.ingest_on(3, [scored(1, 70.0)]);
        library.ingest_on(5, [scored(2, 81.0)]);
        library.scope("two").ingest(&whole([scored(1, 1.0)]), day(1)).unwrap();
        let on_fifth = trend(&library, 5);
        assert_eq!(last(&on_fifth, 6), [None, Some(50.0), Some(50.0), Some(65.0), Some(65.0), Some(75.5)]);
        assert!(on_fifth[..25].iter().all(Option::is_none));
        assert_eq!(last(&trend(&library, 6), 2), [Some(75.5), Some(75.5)]);
        // What comes in later is in it.
        library.ingest_on(6, [scored(1, 80.0)]);
        assert_eq!(last(&trend(&library, 6), 2), [Some(75.5), Some(80.5)]);
    }

    #[test]
    fn reports_count_from_when_they_were_seen_until_they_were_removed() {
        let library = TestLibrary::new();
        library.ingest_on(1, [scored(1, 40.0), scored(9, 0.0)]);
        library.ingest_on(2, [scored(2, 60.0)]);
        library.ingest_on(3, [changed(report(3), |row| (row.score, row.verdict) = (None, None))]);
        library.ingest_on(4, [scored(3, 80.0)]);
        library.mark_report_gone(SCOPE, "9", day(3)).unwrap();
        assert_eq!(last(&trend(&library, 4), 4), [Some(20.0), Some(100.0 / 3.0), Some(50.0), Some(60.0)]);
    }

    #[test]
    fn trends_end_as_those_of_the_overview() {
        let library = TestLibrary::new();
        library.ingest_on(1, [scored(1, 40.1), scored(2, 60.3), scored(3, 0.2)]);
        library.ingest_on(4, [scored(1, 70.7)]);
        library.mark_report_gone(SCOPE, "3", day(5)).unwrap();
        library.scope("two").ingest(&whole([scored(1, 1.0)]), day(1)).unwrap();
        let query = OverviewQuery {
            connection: Some(SCOPE.into()),
            stale_days: 90,
            trend_days: Some(365),
            ..OverviewQuery::default()
        };
        let theirs = library.overview(&query, day(6)).unwrap().projects.swap_remove(0).trend;
        let ours = trend(&library, 6);
        assert_eq!((ours[30], theirs.last().copied()), (Some(f64::midpoint(70.7, 60.3)), ours[30]));
    }

    #[test]
    fn longer_trends_have_steps_of_several_days() {
        let library = TestLibrary::new();
        for (on, score) in [(1, 10.0), (100, 20.0), (340, 30.0), (365, 40.0)] {
            library.ingest_on(on, [scored(1, score)]);
        }
        let names = ["example.org".to_owned(), "missing".to_owned()];
        let found = library.scope(SCOPE).project_summaries(&names, 365, 90, day(365)).unwrap();
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].trend.len(), 29);
        let known: Vec<_> = found[0].trend.iter().flatten().copied().collect();
        assert_eq!((known.first(), known.last()), (Some(&10.0), Some(&40.0)));
        assert!(known.is_sorted());
        assert!(library.scope("three").project_summaries(&names, 365, 90, day(365)).unwrap().is_empty());
    }
}
