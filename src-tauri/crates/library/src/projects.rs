//! The projects of existing reports, as in the service's list, and their summaries.

use std::{cmp::Ordering, sync::Arc};

use assay_model::{
    Direction, Importance, LibraryProjectQuery, LibraryProjectSort, Page, Project, ProjectSummary, VerdictCounts,
};
use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::Map;

use crate::{
    Result,
    changes::days_ago,
    column_encoding,
    fix_list::Names,
    index::{Index, fold},
    overview::count_of,
    project_trends::{self, ProjectTrends},
};

/// The length of the trends that lists are sorted by.
const SORTED_TREND_DAYS: u16 = 90;

#[derive(Debug, Default, Clone)]
pub(crate) struct ProjectSums {
    reports: u32,
    verdicts: VerdictCounts,
    scored: u32,
    sum: f64,
    created: Option<i64>,
    checked: Option<i64>,
    failing: u32,
    without_checks: u32,
}

/// A time or else a figure.
type SortKey = (i64, f64);

pub(crate) fn page(
    connection: &Connection,
    index: &mut Index,
    scope: &str,
    query: &LibraryProjectQuery,
    now: Timestamp,
) -> Result<Page<Project>> {
    let by = query.sort_by.unwrap_or_default();
    let trends = match by {
        LibraryProjectSort::Trend => Some(project_trends::trends(connection, index, scope, SORTED_TREND_DAYS, now)?),
        _ => None,
    };
    let sums = sums(index, scope);
    let numbered = index.projects.iter().zip(&*sums).enumerate();
    let mut found: Vec<_> = numbered.filter(|(_, (_, it))| it.reports > 0).collect();
    if let Some(search) = query.search.as_deref().filter(|search| !search.is_empty()) {
        let search = fold(search);
        let finder = memchr::memmem::Finder::new(&search);
        found.retain(|(_, (name, _))| finder.find(&fold(name)).is_some());
    }
    let mut found: Vec<_> = found
        .into_iter()
        .map(|(number, (name, it))| {
            let trend = trends.as_deref().and_then(|trends| trends.change(number));
            (it.sort_key(by, trend), fold(name), name, it)
        })
        .collect();
    let direction = query.sort.unwrap_or(Direction::Desc);
    found.sort_unstable_by(|(a, name_a, ..), (b, name_b, ..)| {
        let order = match (a, b) {
            (Some(a), Some(b)) => compare(*a, *b).then_with(|| name_a.cmp(name_b)),
            // Unknown ones come last in both directions.
            (a, b) => return a.is_none().cmp(&b.is_none()).then_with(|| name_a.cmp(name_b)),
        };
        if direction == Direction::Desc { order.reverse() } else { order }
    });

    let (number, size) = (query.page.unwrap_or(1).max(1), usize::from(u16::from(query.per_page)));
    let offset = usize::try_from(number - 1).unwrap_or(usize::MAX).saturating_mul(size);
    let total = found.len();
    let rows = found.into_iter().skip(offset).take(size);
    Ok(Page {
        rows: rows.map(|(_, _, name, it)| it.project(name)).collect::<Result<_>>()?,
        unreadable: Vec::new(),
        number,
        total: Some(total as u64),
        offset: Some(offset as u64),
        has_next: offset.saturating_add(size) < total,
        sort_ignored: false,
        filter_ignored: false,
    })
}

/// The summaries of projects, in the order of their names.
pub(crate) fn summaries(
    index: &mut Index,
    scope: &str,
    names: &[String],
    stale_days: u16,
    trends: &ProjectTrends,
    now: Timestamp,
) -> Result<Vec<ProjectSummary>> {
    let sums = sums(index, scope);
    let stale = stale(index, scope, days_ago(stale_days, now));
    let numbers = names.iter().map(|name| (name, index.project(name)));
    numbers
        .filter_map(|(name, number)| sums.get(number).filter(|it| it.reports > 0).map(|it| (name, number, it)))
        .map(|(name, number, it)| {
            Ok(ProjectSummary {
                project: name.clone(),
                reports: it.reports,
                verdicts: it.verdicts,
                mean_score: it.mean_score(),
                trend: trends.of(number).to_vec(),
                failing: it.failing,
                without_checks: it.without_checks,
                stale: stale.get(number).copied().unwrap_or_default(),
                checked_at: column_encoding::maybe_time(it.checked)?,
            })
        })
        .collect()
}

/// The number of stale reports of each project.
fn stale(index: &Index, scope: &str, before: i64) -> Vec<u32> {
    let (scope, columns) = (index.scope(scope).map_or(0, |scope| scope.id), &index.columns);
    let mut counted = vec![0; index.projects.len()];
    for slot in (0..columns.len()).filter(|slot| columns.scope[*slot] == scope && columns.gone[*slot].is_none()) {
        if let Some(it) = counted.get_mut(columns.project[slot]) {
            *it += u32::from(columns.generated[slot].is_some_and(|at| at < before));
        }
    }
    counted
}

/// The counts of a scope's projects, by number.
fn sums(index: &mut Index, scope: &str) -> Arc<[ProjectSums]> {
    let scope = index.scope(scope).map_or(0, |scope| scope.id);
    if let Some((of, known)) = &index.project_sums
        && *of == scope
    {
        return Arc::clone(known);
    }
    let sums: Arc<[_]> = count(index, scope).into();
    index.project_sums = Some((scope, Arc::clone(&sums)));
    sums
}

fn count(index: &Index, scope: usize) -> Vec<ProjectSums> {
    let (columns, mut counted) = (&index.columns, vec![ProjectSums::default(); index.projects.len()]);
    let names = Names::of(&index.kinds);
    let mut last_slots = vec![0; names.names.len()];
    for slot in (0..columns.len()).filter(|slot| columns.scope[*slot] == scope && columns.gone[*slot].is_none()) {
        // The first number is for no project.
        let Some(it) = counted.get_mut(columns.project[slot]).filter(|_| columns.project[slot] != 0) else { continue };
        it.reports += 1;
        *count_of(&mut it.verdicts, columns.verdict[slot]) += 1;
        if !columns.score[slot].is_nan() {
            it.scored += 1;
            it.sum += columns.score[slot];
        }
        it.created = [it.created, columns.created[slot]].into_iter().flatten().min();
        it.checked = it.checked.max(columns.generated[slot]);
        it.without_checks += u32::from(columns.checks[slot] == 0);
        for kind in index.failing.of(slot) {
            // A name may occur twice on a page.
            if let Some((name, Some(Importance::High))) = names.by_kind.get(*kind as usize)
                && last_slots[*name] != slot
            {
                last_slots[*name] = slot;
                it.failing += 1;
            }
        }
    }
    counted
}

fn compare(a: SortKey, b: SortKey) -> Ordering {
    a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
}

impl ProjectSums {
    fn mean_score(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.sum / f64::from(self.scored))
    }

    /// `None` if unknown.
    fn sort_key(&self, by: LibraryProjectSort, trend: Option<f64>) -> Option<SortKey> {
        let figure = |figure: f64| (0, figure);
        let time = |time: i64| (time, 0.0);
        let VerdictCounts { good, bad, unknown, .. } = self.verdicts;
        match by {
            LibraryProjectSort::Project => Some(figure(0.0)),
            LibraryProjectSort::CreatedAt => self.created.map(time),
            LibraryProjectSort::Reports => Some(figure(self.reports.into())),
            LibraryProjectSort::Verdicts => (unknown < self.reports)
                .then(|| figure((f64::from(good) - f64::from(bad)) / f64::from(self.reports - unknown))),
            LibraryProjectSort::Score => self.mean_score().map(figure),
            LibraryProjectSort::Trend => trend.map(figure),
            LibraryProjectSort::Failing => (self.without_checks < self.reports).then(|| figure(self.failing.into())),
            LibraryProjectSort::Checked => self.checked.map(time),
        }
    }

    fn project(&self, name: &str) -> Result<Project> {
        Ok(Project {
            project: name.to_owned(),
            reports: Some(self.reports.into()),
            mean_score: self.mean_score(),
            created_at: column_encoding::maybe_time(self.created)?,
            odd: Vec::new(),
            other: Map::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{
        Direction, Importance, LibraryProjectQuery, LibraryProjectSort, LibraryQuery, LibrarySort, PageSize, Verdict,
        VerdictCounts,
    };

    use crate::testing::{SCOPE, TestLibrary, bare, changed, day, failing, report, scored, whole, with_checks};

    #[test]
    fn projects_are_those_of_the_reports_that_are_there() {
        let library = TestLibrary::new();
        let of = |id: u32, project: &str, created: Option<i64>| {
            changed(scored(id, f64::from(id)), |row| {
                (row.project, row.created_at) = (Some(project.into()), created.map(day));
            })
        };
        library.ingest_on(
            1,
            [
                of(10, "b2.example", Some(5)),
                of(20, "b2.example", Some(3)),
                of(30, "Ä.example", Some(9)),
                of(40, "b10.example", None),
                of(50, "gone.example", Some(1)),
                changed(report(60), |row| row.project = None),
            ],
        );
        library.mark_project_gone(SCOPE, "gone.example", day(2)).unwrap();
        library.scope("two").ingest(&whole([of(1, "other.example", None)]), day(1)).unwrap();
        let names = |query: LibraryProjectQuery| -> Vec<_> {
            library.scope(SCOPE).projects(&query, day(100)).unwrap().rows.into_iter().map(|it| it.project).collect()
        };
        let sorted = |sort_by, sort| names(LibraryProjectQuery { sort_by, sort, ..LibraryProjectQuery::default() });
        let (asc, desc) = (Some(Direction::Asc), Some(Direction::Desc));
        assert_eq!(sorted(None, None), ["Ä.example", "b2.example", "b10.example"]);
        assert_eq!(sorted(Some(LibraryProjectSort::CreatedAt), asc), ["b2.example", "Ä.example", "b10.example"]);
        assert_eq!(sorted(Some(LibraryProjectSort::Project), asc), ["b10.example", "b2.example", "Ä.example"]);
        assert_eq!(sorted(Some(LibraryProjectSort::Project), desc), ["Ä.example", "b2.example", "b10.example"]);
        let search =
            |text: &str| names(LibraryProjectQuery { search: Some(text.into()), ..LibraryProjectQuery::default() });
        assert_eq!((search("ä."), search("B1")), (vec!["Ä.example".to_owned()], vec!["b10.example".to_owned()]));

        let page = library
            .scope(SCOPE)
            .projects(&LibraryProjectQuery { sort: asc, ..LibraryProjectQuery::default() }, day(100))
            .unwrap();
        let first = &page.rows[0];
        assert_eq!((first.reports, first.mean_score, first.created_at), (Some(2), Some(15.0), Some(day(3))));
        assert_eq!((page.total, page.offset, page.has_next), (Some(3), Some(0), false));
        assert_eq!(library.scope("three").projects(&LibraryProjectQuery::default(), day(100)).unwrap().total, Some(0));
    }

    #[test]
    fn projects_come_by_the_page() {
        let library = TestLibrary::new();
        let of = |id: u32| changed(report(id), |row| row.project = Some(format!("site-{id}.example")));
        library.ingest_on(1, (1..=12).map(of));
        let query = LibraryProjectQuery {
            sort_by: Some(LibraryProjectSort::Project),
            per_page: PageSize::Ten,
            ..LibraryProjectQuery::default()
        };
        let first = library.scope(SCOPE).projects(&query, day(100)).unwrap();
        let second = library.scope(SCOPE).projects(&LibraryProjectQuery { page: Some(2), ..query }, day(100)).unwrap();
        assert_eq!((first.rows.len(), first.has_next, first.rows[0].project.as_str()), (10, true, "site-9.example"));
        assert_eq!((second.rows.len(), second.has_next, second.offset), (2, false, Some(10)));
    }

    #[test]
    fn summaries_agree_with_what_filters_count() {
        let library = TestLibrary::new();
        let of = |id: u32, project: &str, score: f64, checked: i64| {
            changed(scored(id, score), |row| {
                (row.project, row.generated_at) = (Some(project.into()), Some(day(checked)));
            })
        };
        let high = |name: &str| failing(name, Importance::High);
        library.ingest_on(
            1,
            [
                with_checks(of(1, "a.example", 20.0, 3), vec![high("title"), high("title"), high("robots")]),
                with_checks(of(2, "a.example", 90.0, 99), vec![high("title"), failing("alt", Importance::Low)]),
                with_checks(of(3, "b.example", 60.0, 50), vec![failing("alt", Importance::Medium)]),
                with_checks(of(4, "a.example", 60.0, 90), vec![high("gone")]),
                changed(of(5, "b.example", 0.0, 1), |row| {
                    (row.score, row.verdict, row.generated_at) = (None, None, None);
                }),
            ],
        );
        library.scope(SCOPE).ingest(&[bare(of(6, "a.example", 50.0, 9))], day(1)).unwrap();
        library.scope("two").ingest(&whole([of(1, "a.example", 1.0, 100)]), day(1)).unwrap();
        library.mark_report_gone(SCOPE, "4", day(2)).unwrap();
        let names = ["b.example", "missing", "a.example"].map(str::to_owned);
        let found = library.scope(SCOPE).project_summaries(&names, 90, 30, day(100)).unwrap();
        assert_eq!(found.iter().map(|it| it.project.as_str()).collect::<Vec<_>>(), ["b.example", "a.example"]);
        let (a, b) = (&found[1], &found[0]);
        assert_eq!((a.failing, a.without_checks, b.failing, b.without_checks), (3, 1, 0, 0));
        assert_eq!((a.mean_score, b.mean_score), (Some(160.0 / 3.0), Some(60.0)));
        assert_eq!(b.verdicts, VerdictCounts { decent: 1, unknown: 1, ..VerdictCounts::default() });
        for it in &found {
            let base = || LibraryQuery {
                connection: Some(SCOPE.into()),
                project: Some(it.project.clone()),
                ..LibraryQuery::default()
            };
            let total = |query| library.page(query).unwrap().total;
            let rated = |verdict| total(LibraryQuery { verdict: Some(verdict), ..base() });
            let counts = [Verdict::Good, Verdict::Decent, Verdict::Bad].map(rated);
            assert_eq!([it.verdicts.good, it.verdicts.decent, it.verdicts.bad], counts);
            assert_eq!(it.reports, total(base()));
            assert_eq!(it.stale, total(LibraryQuery { stale_days: Some(30), ..base() }));
            let latest = library.page(LibraryQuery { sort_by: Some(LibrarySort::Generated), ..base() }).unwrap();
            assert_eq!(it.checked_at, latest.rows[0].row.generated_at);
            let fixes = library.fix_list(&base(), day(100)).unwrap();
            let of_high = fixes.checks.iter().filter(|check| check.importance == Some(Importance::High));
            assert_eq!(it.failing, of_high.map(|check| check.pages).sum::<u32>());
            assert_eq!(it.without_checks, fixes.without_checks);
        }
    }

    #[test]
    fn projects_are_sorted_by_each_of_their_figures() {
        let library = TestLibrary::new();
        let of = |id: u32, project: &str, score: f64, checked: i64| {
            let row = changed(scored(id, score), |row| {
                (row.project, row.generated_at) = (Some(project.into()), Some(day(checked)));
            });
            with_checks(row, (0..id).map(|name| failing(&name.to_string(), Importance::High)).collect())
        };
        library.ingest_on(50, [of(1, "one", 90.0, 10), of(2, "two", 60.0, 30), of(3, "two", 90.0, 5)]);
        library.ingest_on(50, [of(4, "three", 10.0, 20), of(5, "three", 20.0, 1), of(6, "three", 90.0, 2)]);
        let none = |row: &mut assay_model::ReportRow| {
            row.project = Some("none".into());
            (row.score, row.verdict, row.generated_at) = (None, None, None);
        };
        library.scope(SCOPE).ingest(&[bare(changed(report(7), none))], day(50)).unwrap();
        library.ingest_on(60, [of(1, "one", 85.0, 10), of(2, "two", 70.0, 30)]);
        let sorted = |sort_by, sort| -> Vec<_> {
            let query =
                LibraryProjectQuery { sort_by: Some(sort_by), sort: Some(sort), ..LibraryProjectQuery::default() };
            let page = library.scope(SCOPE).projects(&query, day(100)).unwrap();
            page.rows.into_iter().map(|it| it.project).collect()
        };
        for (by, wanted) in [
            (LibraryProjectSort::Reports, ["none", "one", "two", "three"]),
            (LibraryProjectSort::Verdicts, ["three", "two", "one", "none"]),
            (LibraryProjectSort::Score, ["three", "two", "one", "none"]),
            (LibraryProjectSort::Trend, ["one", "three", "two", "none"]),
            (LibraryProjectSort::Failing, ["one", "two", "three", "none"]),
            (LibraryProjectSort::Checked, ["one", "three", "two", "none"]),
        ] {
            assert_eq!(sorted(by, Direction::Asc), wanted, "{by:?}");
            let mut reversed = wanted.to_vec();
            // Unknown ones are last in both directions.
            let known = if by == LibraryProjectSort::Reports { 4 } else { 3 };
            reversed[..known].reverse();
            assert_eq!(sorted(by, Direction::Desc), reversed, "{by:?}");
        }
    }
}
