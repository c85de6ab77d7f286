//! How the average scores of projects went.

use std::sync::Arc;

use jiff::Timestamp;
use rusqlite::Connection;

use crate::{Result, changes::DAY, index::Index};

/// The steps of a trend; each ends with a point, and one is before the first.
const STEPS: i64 = 30;
const POINTS: usize = 31;

/// As many as screens ask for in turn.
const MAX_KEPT: usize = 6;

/// The average scores of a scope's projects, of reports that exist now.
#[derive(Debug)]
pub(crate) struct ProjectTrends {
    scope: usize,
    days: u16,
    /// The end of the current day, until which it holds.
    end: i64,
    /// By project number.
    averages: Vec<[Option<f64>; POINTS]>,
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
        averages.last().copied().flatten().map(|last| last - first)
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
    let end = now.as_microsecond().div_euclid(DAY).saturating_add(1).saturating_mul(DAY);
    if let Some(known) = index.trends.iter().find(|it| (it.scope, it.days, it.end) == (scope, days, end)) {
        return Ok(Arc::clone(known));
    }
    let averages = averages(connection, index, scope, days, end)?;
    let trends = Arc::new(ProjectTrends { scope, days, end, averages });
    index.trends.truncate(MAX_KEPT - 1);
    index.trends.insert(0, Arc::clone(&trends));
    Ok(trends)
}

/// Goes back in time from the present scores, change by change.
fn averages(
    connection: &Connection,
    index: &Index,
    scope: usize,
    days: u16,
    end: i64,
) -> Result<Vec<[Option<f64>; POINTS]>> {
    let columns = &index.columns;
    let start = end.saturating_sub(i64::from(days) * DAY);
    let mut past = Past::new(index.projects.len(), start, (end - start) / STEPS);
    // Those of no interest are in no project.
    let mut projects = vec![0; columns.len()];
    let mut scores = vec![f64::NAN; columns.len()];
    let mut first_seen = Vec::new();
    for slot in (0..columns.len()).filter(|slot| columns.scope[*slot] == scope && columns.gone[*slot].is_none()) {
        (projects[slot], scores[slot]) = (columns.project[slot], columns.score[slot]);
        past.replace(projects[slot], f64::NAN, scores[slot]);
        if columns.first_seen[slot] > start {
            first_seen.push((columns.first_seen[slot], slot));
        }
    }
    first_seen.sort_unstable();
    let mut statement = connection.prepare_cached(
        "SELECT seen_at, report, was_score FROM snapshot WHERE seen_at > ? AND was_at IS NOT NULL
         ORDER BY seen_at DESC, was_at DESC",
    )?;
    let mut rows = statement.query([start])?;
    loop {
        let change = match rows.next()? {
            Some(row) => Some((row.get(0)?, row.get::<_, usize>(1)?, row.get::<_, Option<f64>>(2)?)),
            None => None,
        };
        let until = change.map_or(i64::MIN, |(at, ..)| at);
        while let Some((at, slot)) = first_seen.pop_if(|(at, _)| *at >= until) {
            past.back_to(at);
            past.replace(projects[slot], scores[slot], f64::NAN);
            projects[slot] = 0;
        }
        let Some((at, slot, before)) = change else { break };
        let Some(project) = projects.get(slot).copied().filter(|project| *project != 0) else { continue };
        past.back_to(at);
        let before = before.unwrap_or(f64::NAN);
        past.replace(project, scores[slot], before);
        scores[slot] = before;
    }
    Ok(past.finish())
}

/// The sums of scores at a time, which goes back.
struct Past {
    start: i64,
    step: i64,
    /// The points that are still to come.
    open: usize,
    sums: Vec<(u32, f64)>,
    averages: Vec<[Option<f64>; POINTS]>,
}

impl Past {
    fn new(projects: usize, start: i64, step: i64) -> Self {
        Self { start, step, open: POINTS, sums: vec![(0, 0.0); projects], averages: vec![[None; POINTS]; projects] }
    }

    fn replace(&mut self, project: usize, score: f64, before: f64) {
        let Some((count, sum)) = self.sums.get_mut(project) else { return };
        if !score.is_nan() {
            *count = count.saturating_sub(1);
            *sum -= score;
        }
        if !before.is_nan() {
            *count += 1;
            *sum += before;
        }
    }

    /// Takes the points from this time on, before a change at this time is undone.
    fn back_to(&mut self, at: i64) {
        while self.open > 0 && at <= self.time_of(self.open - 1) {
            self.open -= 1;
            for ((count, sum), averages) in self.sums.iter().zip(&mut self.averages) {
                // Sums that go back and forth have tiny errors.
                averages[self.open] = (*count > 0).then(|| (sum / f64::from(*count) * 100.0).round() / 100.0);
            }
        }
    }

    fn time_of(&self, point: usize) -> i64 {
        self.start.saturating_add(self.step.saturating_mul(i64::try_from(point).unwrap_or(STEPS)))
    }

    fn finish(mut self) -> Vec<[Option<f64>; POINTS]> {
        self.back_to(i64::MIN);
        self.averages
    }
}

#[cfg(test)]
mod tests {
    use assay_model::ProjectSummary;

    use super::POINTS;
    use crate::testing::{SCOPE, TestLibrary, changed, day, report, scored, whole};

    fn trend(library: &TestLibrary, on: i64) -> Vec<Option<f64>> {
        let names = ["example.org".to_owned()];
        let found = library.project_summaries(SCOPE, &names, 30, 90, day(on)).unwrap();
        let ProjectSummary { trend, .. } = found.into_iter().next().unwrap();
        assert_eq!(trend.len(), POINTS);
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
        library.ingest("two", &whole([scored(1, 1.0)]), day(1)).unwrap();
        let on_fifth = trend(&library, 5);
        assert_eq!(last(&on_fifth, 6), [None, Some(50.0), Some(50.0), Some(65.0), Some(65.0), Some(75.5)]);
        assert!(on_fifth[..25].iter().all(Option::is_none));
        assert_eq!(last(&trend(&library, 6), 2), [Some(75.5), Some(75.5)]);
        // What comes in later is in it.
        library.ingest_on(6, [scored(1, 80.0)]);
        assert_eq!(last(&trend(&library, 6), 2), [Some(75.5), Some(80.5)]);
    }

    #[test]
    fn reports_count_from_when_they_were_seen_and_only_while_they_exist() {
        let library = TestLibrary::new();
        library.ingest_on(1, [scored(1, 40.0), scored(9, 0.0)]);
        library.ingest_on(2, [scored(2, 60.0)]);
        library.ingest_on(3, [changed(report(3), |row| (row.score, row.verdict) = (None, None))]);
        library.ingest_on(4, [scored(3, 80.0)]);
        library.mark_report_gone(SCOPE, "9", day(3)).unwrap();
        assert_eq!(last(&trend(&library, 4), 4), [Some(40.0), Some(50.0), Some(50.0), Some(60.0)]);
    }

    #[test]
    fn longer_trends_have_as_many_points() {
        let library = TestLibrary::new();
        for (on, score) in [(1, 10.0), (100, 20.0), (340, 30.0), (365, 40.0)] {
            library.ingest_on(on, [scored(1, score)]);
        }
        let names = ["example.org".to_owned(), "missing".to_owned()];
        let found = library.project_summaries(SCOPE, &names, 365, 90, day(365)).unwrap();
        assert_eq!(found.len(), 1);
        let known: Vec<_> = found[0].trend.iter().flatten().copied().collect();
        assert_eq!((known.first(), known.last()), (Some(&10.0), Some(&40.0)));
        assert!(known.is_sorted());
        assert!(library.project_summaries("three", &names, 365, 90, day(365)).unwrap().is_empty());
    }
}
