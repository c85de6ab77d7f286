use assay_model::{CompareMoments, Importance, LibraryQuery, MomentsComparison, Report, Since, VerdictCounts};
use jiff::Timestamp;
use proptest::prelude::*;

use crate::testing::{SCOPE, TestLibrary, changed, day, failing, passing, scored, whole, with_checks};

fn compare(library: &TestLibrary, before: i64, after: Option<i64>) -> MomentsComparison {
    compare_those(library, LibraryQuery::default(), day(before), after.map(day))
}

fn compare_those(
    library: &TestLibrary,
    query: LibraryQuery,
    before: Timestamp,
    after: Option<Timestamp>,
) -> MomentsComparison {
    library.compare_moments(&CompareMoments { query, before: Since::At(before), after }, day(100)).unwrap()
}

fn of_project(report: Report, project: &str) -> Report {
    changed(report, |row| row.project = Some(project.into()))
}

fn counts(it: &MomentsComparison) -> [u32; 5] {
    [it.better, it.worse, it.new, it.gone, it.same]
}

fn relaunched() -> TestLibrary {
    let library = TestLibrary::new();
    let high = Importance::High;
    library.ingest_on(
        10,
        [
            with_checks(of_project(scored(1, 40.0), "a.example"), vec![failing("title", high), passing("alt")]),
            with_checks(of_project(scored(2, 90.0), "a.example"), vec![passing("title"), failing("alt", high)]),
            with_checks(of_project(scored(3, 50.0), "b.example"), vec![failing("title", high)]),
            scored(4, 60.0),
        ],
    );
    library.synced(11);
    library.ingest_on(
        30,
        [
            with_checks(of_project(scored(1, 85.0), "a.example"), vec![passing("title"), passing("alt")]),
            with_checks(of_project(scored(2, 70.0), "a.example"), vec![failing("title", high), failing("alt", high)]),
            with_checks(of_project(scored(3, 55.0), "b.example"), vec![passing("title")]),
            changed(scored(5, 20.0), |row| row.created_at = Some(day(30))),
        ],
    );
    library.mark_report_gone(SCOPE, "4", day(40)).unwrap();
    library.ingest_on(50, [with_checks(of_project(scored(1, 45.0), "a.example"), vec![failing("title", high)])]);
    library
}

#[test]
fn it_says_how_reports_stood_at_both_moments() {
    let library = relaunched();
    let it = compare(&library, 20, Some(35));
    assert_eq!((it.before.at, it.after.at), (day(20), day(35)));
    assert_eq!(counts(&it), [2, 1, 1, 0, 1]);
    assert_eq!((it.before.mean_score, it.after.mean_score), (Some(60.0), Some(58.0)));
    assert_eq!(it.before.verdicts, VerdictCounts { good: 1, decent: 2, bad: 1, unknown: 0 });
    let now = compare(&library, 20, None);
    assert_eq!((counts(&now), now.after.at), ([2, 1, 1, 1, 0], day(100)));
    assert_eq!(counts(&compare(&library, 35, Some(45))), [0, 0, 0, 1, 4]);
}

#[test]
fn it_names_the_checks_and_pages_that_moved_most() {
    let library = relaunched();
    let it = compare(&library, 20, Some(35));
    let checks: Vec<_> = it.checks.iter().map(|it| (it.name.as_str(), it.broke, it.fixed)).collect();
    assert_eq!(checks, [("title", 1, 2)]);
    assert_eq!(it.checks[0].importance, Some(Importance::High));
    let pages: Vec<_> = it.improved.iter().map(|it| (it.id.as_str(), it.score_before, it.score)).collect();
    assert_eq!(pages, [("1", Some(40.0), Some(85.0)), ("3", Some(50.0), Some(55.0))]);
    assert_eq!(it.improved[0].created_at, Some(day(1)));
    let [worse] = &it.worsened[..] else { panic!("one page") };
    let broke = &worse.reasons.as_ref().unwrap().broke;
    assert_eq!((worse.id.as_str(), broke.first[0].name.as_str(), broke.count), ("2", "title", 1));

    // The same state again.
    let same = compare(&library, 20, Some(25));
    assert_eq!((counts(&same), same.checks.len()), ([0, 0, 0, 0, 4], 0));
}

#[test]
fn it_can_be_about_a_project() {
    let library = relaunched();
    let query = LibraryQuery { project: Some("b.example".into()), ..LibraryQuery::default() };
    let it = compare_those(&library, query, day(20), None);
    assert_eq!((counts(&it), it.after.mean_score), ([1, 0, 0, 0, 0], Some(55.0)));
}

#[test]
fn it_can_be_about_several_connections_whose_pages_are_named() {
    let library = relaunched();
    library.scope("two").ingest(&whole([scored(1, 10.0), scored(2, 90.0)]), day(10)).unwrap();
    library.scope("two").ingest(&whole([scored(1, 95.0), scored(2, 90.0)]), day(30)).unwrap();
    let it = compare(&library, 20, Some(35));
    // Those of the other connection are as they were before its first sync.
    assert_eq!(counts(&it), [3, 1, 1, 0, 2]);
    let pages: Vec<_> = it.improved.iter().map(|it| (it.connection.as_str(), it.id.as_str())).collect();
    assert_eq!(pages, [("two", "1"), (SCOPE, "1"), (SCOPE, "3")]);
    let query = LibraryQuery { connection: Some("two".into()), ..LibraryQuery::default() };
    assert_eq!(counts(&compare_those(&library, query, day(20), Some(day(35)))), [1, 0, 0, 0, 1]);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn it_stands_as_reports_did_one_by_one(
        steps in prop::collection::vec((0_u8..5, 0_u32..4, 0_u32..20), 1..25),
        moments in (0_i64..40, 0_i64..40),
    ) {
        let library = TestLibrary::new();
        for (number, (what, id, score)) in (5..).zip(steps) {
            if what == 0 {
                library.mark_report_gone(SCOPE, &id.to_string(), day(number)).unwrap();
            } else {
                library.ingest_on(number, [scored(id, f64::from(score * 5))]);
            }
        }
        let (before, after) = (moments.0.min(moments.1), moments.0.max(moments.1));
        let it = compare(&library, before, Some(after));
        let (mut scores, mut changes) = ([0.0, 0.0], [0; 4]);
        for id in 0..4 {
            let id = id.to_string();
            let Ok(past) = library.scope(SCOPE).ratings(&id, None) else { continue };
            let gone = library.scope(SCOPE).known_report(&id).unwrap().gone_at;
            let [was, is] = [before, after].map(|on| past.at(day(on)).filter(|_| gone.is_none_or(|gone| gone > day(on))));
            for (sum, rating) in scores.iter_mut().zip([was, is]) {
                *sum += rating.and_then(|it| it.score).unwrap_or(0.0);
            }
            match (was, is) {
                (Some(was), Some(is)) => changes[usize::from(was.change_to(&is).is_none())] += 1,
                (None, Some(_)) => changes[2] += 1,
                (Some(_), None) => changes[3] += 1,
                (None, None) => {}
            }
        }
        let sum = |standing: &assay_model::Standing| {
            let VerdictCounts { good, decent, bad, unknown } = standing.verdicts;
            standing.mean_score.unwrap_or(0.0) * f64::from(good + decent + bad + unknown)
        };
        prop_assert_eq!([it.better + it.worse, it.same, it.new, it.gone], changes);
        prop_assert!((sum(&it.before) - scores[0]).abs() < 1e-6 && (sum(&it.after) - scores[1]).abs() < 1e-6);
    }
}
