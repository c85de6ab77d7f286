//! A summary of the library.

use std::collections::HashMap;

use assay_model::{DayVerdicts, Importance, Overview, OverviewQuery, Privacy, ProjectVerdicts, VerdictCounts};
use jiff::{Timestamp, tz::Offset};
use rusqlite::{Connection, OptionalExtension, params};

use crate::{
    LibraryError, Result,
    averages::{NO_GROUP, ScoreSum, averages, ends_of_days, ends_since},
    changes::days_ago,
    column_encoding,
    fix_list::Names,
    index::Index,
};

const MAX_DAYS: usize = 400;
const MAX_PROJECTS: usize = 500;

/// A chart has no room for more.
const MAX_STEPS: u16 = 53;

/// A screen has no room for those of others.
const MAX_TRENDS: usize = 10;
const QUARTER_HOUR_SECONDS: i64 = 15 * 60;

/// Counts the existing reports, of one scope or of all.
pub(crate) fn overview(
    connection: &Connection,
    index: &Index,
    query: &OverviewQuery,
    now: Timestamp,
) -> Result<Overview> {
    let wanted = index.wanted(query.connection.as_deref());
    let offset = Offset::from_seconds(i32::from(query.utc_offset) * 60).unwrap_or(Offset::UTC);
    let (stale_before, month) = (days_ago(query.stale_days, now), month_of(now, offset));
    let columns = &index.columns;
    let mut overview = Overview {
        verdicts: VerdictCounts::default(),
        over_time: over_time(connection, &wanted, offset)?,
        mean_score: None,
        average: Vec::new(),
        projects: Vec::new(),
        project_count: 0,
        stale: 0,
        public: 0,
        private: 0,
        password: 0,
        privacy_unknown: 0,
        created_this_month: 0,
    };
    let (mut all, mut projects) = (ScoreSum::default(), Projects::new(index));
    for slot in columns.slots().filter(|slot| wanted.contains(&columns.scope[*slot])) {
        overview.created_this_month += u32::from(columns.created[slot].is_some_and(|at| month.contains(&at)));
        let project = projects.place(index, slot);
        if columns.gone[slot].is_some() {
            continue;
        }
        *count_of(&mut overview.verdicts, columns.verdict[slot]) += 1;
        all.add(columns.score[slot]);
        overview.stale += u32::from(columns.generated[slot].is_some_and(|at| at < stale_before));
        let privacy = match columns.privacy[slot].and_then(column_encoding::privacy) {
            Some(Privacy::Public) => &mut overview.public,
            Some(Privacy::Private) => &mut overview.private,
            Some(Privacy::Password) => &mut overview.password,
            None => &mut overview.privacy_unknown,
        };
        *privacy += 1;
        projects.add(index, slot, project);
    }
    let ends = match (query.trend_since, query.trend_days) {
        (Some(since), _) => ends_since(since, MAX_STEPS, now, offset)?,
        (None, Some(days)) => ends_of_days(days, MAX_STEPS, now, offset)?,
        (None, None) => Vec::new(),
    };
    let averages = averages(connection, index, &projects.of_slot, &ends)?;
    overview.mean_score = all.mean();
    overview.project_count = projects.count();
    overview.projects = projects.worst_first(index, averages.groups)?;
    overview.average = averages.all;
    Ok(overview)
}

/// Counts the verdicts of those of these reports that exist.
pub(crate) fn add_verdicts(
    connection: &Connection,
    index: &Index,
    scope: &str,
    ids: &[String],
    verdicts: &mut VerdictCounts,
) -> Result<()> {
    let Some(scope) = index.scopes.iter().find(|it| it.name == scope) else { return Ok(()) };
    let mut report =
        connection.prepare_cached("SELECT id FROM report WHERE scope = ? AND key = ? AND gone_at IS NULL")?;
    for id in ids {
        let slot: Option<usize> = report.query_row(params![scope.id, id], |row| row.get(0)).optional()?;
        if let Some(verdict) = slot.and_then(|slot| index.columns.verdict.get(slot)) {
            *count_of(verdicts, *verdict) += 1;
        }
    }
    Ok(())
}

/// The reports by project.
struct Projects {
    sums: Vec<ProjectSums>,
    numbers: HashMap<(usize, usize), usize>,
    /// The place of each slot's project in `sums`.
    of_slot: Vec<usize>,
    /// The numbers of important checks, by number of the outcome.
    high: Vec<Option<usize>>,
    /// Those of one page.
    failing: Vec<usize>,
}

#[derive(Default)]
struct ProjectSums {
    scope: usize,
    project: usize,
    verdicts: VerdictCounts,
    reports: u32,
    scores: ScoreSum,
    failing_high: u32,
    checked: Option<i64>,
}

impl Projects {
    fn new(index: &Index) -> Self {
        let by_kind = Names::of(&index.kinds).by_kind;
        let high = by_kind.into_iter().map(|(name, it)| (it == Some(Importance::High)).then_some(name)).collect();
        Self {
            sums: Vec::new(),
            numbers: HashMap::new(),
            of_slot: vec![NO_GROUP; index.columns.len()],
            high,
            failing: Vec::new(),
        }
    }

    /// The place of a slot's project.
    fn place(&mut self, index: &Index, slot: usize) -> usize {
        let (scope, project) = (index.columns.scope[slot], index.columns.project[slot]);
        let place = *self.numbers.entry((scope, project)).or_insert_with(|| {
            self.sums.push(ProjectSums { scope, project, ..ProjectSums::default() });
            self.sums.len() - 1
        });
        self.of_slot[slot] = place;
        place
    }

    fn add(&mut self, index: &Index, slot: usize, place: usize) {
        let (columns, it) = (&index.columns, &mut self.sums[place]);
        *count_of(&mut it.verdicts, columns.verdict[slot]) += 1;
        it.reports += 1;
        it.scores.add(columns.score[slot]);
        it.checked = it.checked.max(columns.generated[slot]);
        self.failing.clear();
        self.failing.extend(index.failing.of(slot).iter().filter_map(|kind| *self.high.get(*kind as usize)?));
        // A check may occur twice on a page.
        self.failing.sort_unstable();
        self.failing.dedup();
        it.failing_high += count_u32(self.failing.len());
    }

    fn count(&self) -> u32 {
        count_u32(self.sums.iter().filter(|it| it.reports > 0 && it.project != 0).count())
    }

    /// Those with the lowest average first; those without one last.
    fn worst_first(&self, index: &Index, mut trends: Vec<Vec<Option<f64>>>) -> Result<Vec<ProjectVerdicts>> {
        let mut places: Vec<_> = (0..self.sums.len()).filter(|place| self.sums[*place].reports > 0).collect();
        let mean = |it: &ProjectSums| it.scores.mean().unwrap_or(f64::INFINITY);
        places.sort_unstable_by(|a, b| {
            let (a, b) = (&self.sums[*a], &self.sums[*b]);
            let names = || index.projects.get(a.project).cmp(&index.projects.get(b.project));
            let reports = || b.reports.cmp(&a.reports);
            mean(a).total_cmp(&mean(b)).then_with(reports).then_with(names).then(a.scope.cmp(&b.scope))
        });
        let named = places.into_iter().take(MAX_PROJECTS).enumerate().filter_map(|(rank, place)| {
            let scope = index.scopes.iter().find(|scope| scope.id == self.sums[place].scope)?;
            let trend = trends.get_mut(place).filter(|_| rank < MAX_TRENDS).map(std::mem::take);
            Some((&self.sums[place], scope.name.clone(), trend.into_iter().flatten().flatten().collect()))
        });
        named
            .map(|(it, connection, trend)| {
                Ok(ProjectVerdicts {
                    connection,
                    project: index.projects.get(it.project).filter(|_| it.project != 0).cloned(),
                    verdicts: it.verdicts,
                    mean_score: it.scores.mean(),
                    trend,
                    failing_high: it.failing_high,
                    checked_at: column_encoding::maybe_time(it.checked)?,
                })
            })
            .collect()
    }
}

/// The verdicts at the end of each day on which they changed.
fn over_time(connection: &Connection, wanted: &[usize], offset: Offset) -> Result<Vec<DayVerdicts>> {
    let mut statement =
        connection.prepare_cached("SELECT quarter, verdict, delta, scope FROM tally ORDER BY quarter")?;
    let mut rows = statement.query([])?;
    let (mut days, mut sums) = (Vec::<DayVerdicts>::new(), [0_i64; 4]);
    while let Some(row) = rows.next()? {
        if !wanted.contains(&row.get(3)?) {
            continue;
        }
        let at = Timestamp::from_second(row.get::<_, i64>(0)?.saturating_mul(QUARTER_HOUR_SECONDS));
        let day = offset.to_datetime(at.map_err(|_| LibraryError::Damaged)?).date().to_string();
        let sum = sums.get_mut(row.get::<_, usize>(1)?).ok_or(LibraryError::Damaged)?;
        *sum += row.get::<_, i64>(2)?;
        let [bad, decent, good, unknown] = sums.map(|sum| u32::try_from(sum.max(0)).unwrap_or(u32::MAX));
        let verdicts = VerdictCounts { good, decent, bad, unknown };
        match days.last_mut() {
            Some(last) if last.day == day => last.verdicts = verdicts,
            _ => days.push(DayVerdicts { day, verdicts }),
        }
    }
    // Changes that were reverted on the same day don't count.
    days.dedup_by(|next, day| next.verdicts == day.verdicts);
    days.drain(..days.len().saturating_sub(MAX_DAYS));
    Ok(days)
}

/// The microseconds of a time's month.
fn month_of(time: Timestamp, offset: Offset) -> std::ops::Range<i64> {
    let day = offset.to_datetime(time).date();
    let micros = |day: jiff::civil::Date| {
        offset.to_timestamp(day.to_datetime(jiff::civil::Time::midnight())).map_or(i64::MAX, Timestamp::as_microsecond)
    };
    micros(day.first_of_month())..day.last_of_month().tomorrow().map_or(i64::MAX, micros)
}

pub(crate) fn count_of(counts: &mut VerdictCounts, verdict: u8) -> &mut u32 {
    match verdict {
        0 => &mut counts.bad,
        1 => &mut counts.decent,
        2 => &mut counts.good,
        _ => &mut counts.unknown,
    }
}

fn count_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use assay_model::{Overview, OverviewQuery, Privacy, Verdict, VerdictCounts};
    use jiff::ToSpan;
    use proptest::prelude::*;

    use crate::{
        IDS_PER_READ,
        testing::{SCOPE, TestLibrary, changed, day, report, scored, whole},
    };

    fn ask(library: &TestLibrary, connection: Option<&str>, utc_offset: i16) -> Overview {
        let query = OverviewQuery {
            connection: connection.map(str::to_owned),
            stale_days: 90,
            utc_offset,
            trend_days: Some(30),
            trend_since: None,
        };
        library.overview(&query, day(100)).unwrap()
    }

    fn verdicts(good: u32, decent: u32, bad: u32, unknown: u32) -> VerdictCounts {
        VerdictCounts { good, decent, bad, unknown }
    }

    #[test]
    fn everything_that_is_there_is_counted_once() {
        let library = TestLibrary::new();
        let of = |id: u32, score: f64, project: Option<&str>, privacy, generated: Option<i64>| {
            changed(scored(id, score), |row| {
                (row.project, row.privacy) = (project.map(str::to_owned), privacy);
                (row.generated_at, row.created_at) = (generated.map(day), Some(day(i64::from(id) * 10)));
            })
        };
        let (a, b) = (Some("a.example"), Some("b.example"));
        library.ingest_on(
            1,
            [
                of(1, 0.0, a, Some(Privacy::Public), Some(5)),
                of(2, 9.5, a, Some(Privacy::Public), Some(15)),
                of(3, 50.0, b, Some(Privacy::Private), None),
                of(4, 89.9, a, Some(Privacy::Password), Some(99)),
                of(5, 100.0, None, None, Some(99)),
                of(10, 90.0, b, Some(Privacy::Private), Some(99)),
                changed(of(9, 50.0, b, Some(Privacy::Private), Some(99)), |row| {
                    (row.score, row.verdict) = (None, None);
                }),
            ],
        );
        library.scope("two").ingest(&whole([of(1, 60.0, a, Some(Privacy::Public), Some(99))]), day(1)).unwrap();
        library.mark_report_gone(SCOPE, "10", day(2)).unwrap();
        let some = ["1", "3", "10", "77"].map(str::to_owned);
        assert_eq!(library.scope(SCOPE).verdicts_of(&some).unwrap(), verdicts(0, 1, 1, 0));
        let mut many = vec!["77".to_owned(); IDS_PER_READ];
        many.extend(some);
        assert_eq!(library.scope(SCOPE).verdicts_of(&many).unwrap(), verdicts(0, 1, 1, 0));
        assert_eq!(library.scope("another").verdicts_of(&many).unwrap(), VerdictCounts::default());
        let it = ask(&library, Some(SCOPE), 0);
        assert_eq!(it.verdicts, verdicts(2, 1, 2, 1));
        assert_eq!(it.mean_score, Some((0.0 + 9.5 + 50.0 + 89.9 + 100.0) / 5.0));
        assert_eq!((it.stale, it.project_count), (1, 2));
        assert_eq!((it.public, it.private, it.password, it.privacy_unknown), (2, 2, 1, 1));
        // Day 90 is in March, day 100 in April; the removed one was created then.
        assert_eq!(it.created_this_month, 1);
        let projects: Vec<_> =
            it.projects.into_iter().map(|it| (it.connection, it.project, it.verdicts, it.mean_score)).collect();
        let row =
            |project: Option<&str>, verdicts, mean| (SCOPE.to_owned(), project.map(str::to_owned), verdicts, mean);
        let mean = (0.0 + 9.5 + 89.9) / 3.0;
        assert_eq!(
            projects,
            [
                row(a, verdicts(1, 0, 2, 0), Some(mean)),
                row(b, verdicts(0, 1, 0, 1), Some(50.0)),
                row(None, verdicts(1, 0, 0, 0), Some(100.0)),
            ]
        );
        let both = ask(&library, None, 0);
        assert_eq!((both.verdicts, both.project_count), (verdicts(2, 2, 2, 1), 3));
        assert_eq!(ask(&library, Some("three"), 0).verdicts, VerdictCounts::default());
    }

    #[test]
    fn days_end_by_the_users_clock() {
        let library = TestLibrary::new();
        library.scope(SCOPE).ingest(&whole([scored(1, 90.0)]), day(1)).unwrap();
        // 21:40 in UTC.
        library.scope(SCOPE).ingest(&whole([scored(1, 60.0), scored(2, 10.0)]), day(2) + 580.minutes()).unwrap();
        library.scope(SCOPE).ingest(&whole([scored(2, 90.0)]), day(3)).unwrap();
        library.scope(SCOPE).ingest(&whole([scored(2, 95.0)]), day(4)).unwrap();
        let days = |offset| -> Vec<_> {
            ask(&library, None, offset).over_time.into_iter().map(|it| (it.day, it.verdicts)).collect()
        };
        let on = |day: &str, verdicts| (format!("2026-01-0{day}"), verdicts);
        let (first, second, third) = (verdicts(1, 0, 0, 0), verdicts(0, 1, 1, 0), verdicts(1, 1, 0, 0));
        assert_eq!(days(0), [on("1", first), on("2", second), on("3", third)]);
        assert_eq!(days(120), [on("1", first), on("2", second), on("3", third)]);
        assert_eq!(days(150), [on("1", first), on("3", third)]);
        assert_eq!(days(-720), [on("1", first), on("2", second), on("3", third)]);
    }

    #[test]
    fn at_most_four_hundred_days_are_told() {
        let library = TestLibrary::new();
        for on in 1..=410 {
            library.ingest_on(on, [report(on)]);
        }
        let days = ask(&library, None, 0).over_time;
        assert_eq!((days.len(), days[0].verdicts.good, days[399].verdicts.good), (400, 11, 410));
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

        #[test]
        fn whatever_happens_the_last_day_is_what_is_there(
            steps in prop::collection::vec((0_u8..4, 0_u32..4, 0_usize..4, 0_u8..2), 1..25),
        ) {
            let library = TestLibrary::new();
            let kinds = [None, Some(Verdict::Bad), Some(Verdict::Decent), Some(Verdict::Good)];
            for (on, (what, id, verdict, project)) in (1..).zip(steps) {
                let project = format!("{project}.example");
                match what {
                    0 => drop(library.mark_report_gone(SCOPE, &id.to_string(), day(on)).unwrap()),
                    1 => drop(library.mark_project_gone(SCOPE, &project, day(on)).unwrap()),
                    _ => drop(library.ingest_on(on, [changed(report(id), |row| {
                        (row.verdict, row.project) = (kinds[verdict], Some(project));
                    })])),
                }
                let overview = ask(&library, None, 0);
                let last = overview.over_time.last().map(|it| it.verdicts).unwrap_or_default();
                prop_assert_eq!(last, overview.verdicts);
            }
        }
    }
}
