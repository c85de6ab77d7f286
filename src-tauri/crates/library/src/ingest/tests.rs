use assay_model::{Check, LibraryQuery, Privacy, Report, SyncFound, SyncKind, UnrecognizedField, Verdict};
use jiff::SignedDuration;
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use crate::{
    Library, LibraryError, ObservedReport, Result, SyncProgressRecord,
    limits::Limits,
    testing::{SCOPE, TestLibrary, bare, changed, day, passing, report, scored, whole, with_checks},
};

#[test]
fn a_snapshot_is_taken_exactly_when_something_differs() {
    let library = TestLibrary::new();
    assert_eq!(library.ingest_on(1, [report(1)]), SyncFound { new: 1, ..SyncFound::default() });
    assert_eq!(library.ingest_on(2, [report(1)]), SyncFound::default());
    assert_eq!((library.snapshots("1"), library.scope(SCOPE).known_report("1").unwrap().seen_at), (1, day(2)));

    let mut now = report(1);
    let mut expected = 1;
    let mut differs = |now: &Report| {
        expected += 1;
        let found = library.ingest_on(2 + expected, [now.clone()]);
        assert_eq!((found.new, found.changed), (0, 1), "{now:?}");
        assert_eq!(library.ingest_on(2 + expected, [now.clone()]), SyncFound::default());
        assert_eq!(library.snapshots("1"), usize::try_from(expected).unwrap());
        assert_eq!(library.scope(SCOPE).known_report("1").unwrap().report, *now);
    };
    let changes: [fn(&mut Report); 12] = [
        |it| it.row.verdict = Some(Verdict::Bad),
        |it| it.row.score = Some(12.5),
        |it| it.row.score = None,
        |it| it.row.privacy = Some(Privacy::Password),
        |it| it.row.has_password = None,
        |it| it.row.generated_at = Some(day(2)),
        |it| it.row.created_at = None,
        |it| it.row.updated_at = Some(day(3)),
        |it| it.row.address = "example.org/elsewhere".into(),
        |it| it.row.project = Some("example.net".into()),
        |it| it.row.odd = vec![UnrecognizedField { field: "privacy".into(), raw: "7".into() }],
        |it| it.checks[0].value = json!("something else was found"),
    ];
    for change in changes {
        change(&mut now);
        differs(&now);
    }
}

#[test]
fn another_order_and_unknown_fields_are_no_change() {
    let library = TestLibrary::new();
    let found = |on, report: &Report| library.ingest_on(on, [report.clone()]);
    let other = |value: Value| Map::from_iter([("views".to_owned(), value)]);
    let mut now = report(1);
    now.checks[0].value = json!({ "a": 1, "b": [{ "c": 1, "d": 2 }] });
    now.other = other(json!(1));
    found(1, &now);
    found(2, &changed(now.clone(), |row| row.score = Some(80.0)));
    now = changed(now, |row| row.score = Some(80.0));
    let first = now.clone();

    now.checks.reverse();
    now.checks[1].value = json!({ "b": [{ "d": 2, "c": 1 }], "a": 1 });
    assert_eq!(found(3, &now), SyncFound::default());
    for (on, views) in [(4, json!(2)), (5, json!({ "today": 3 })), (6, json!(4))] {
        now.other = other(views);
        assert_eq!(found(on, &now), SyncFound::default());
        let known = library.scope(SCOPE).known_report("1").unwrap();
        assert_eq!((known.report, known.seen_at), (Report { other: now.other.clone(), ..first.clone() }, day(on)));
    }
    let history = library.scope(SCOPE).history("1").unwrap().snapshots;
    let views: Vec<_> = history.iter().map(|it| library.scope(SCOPE).snapshot("1", it.number).unwrap().other).collect();
    assert_eq!(views, [other(json!(4)), other(json!(1))]);
    let row = &library.page(LibraryQuery::default()).unwrap().rows[0];
    assert_eq!((row.changed_at, row.score_before), (Some(day(2)), Some(90.0)));
    assert_eq!(library.read(crate::damage::is_sound), Ok(true));

    // A report that comes back can still have changed.
    library.mark_report_gone(SCOPE, "1", day(7)).unwrap();
    now.other = other(json!(5));
    assert_eq!(found(8, &now).changed, 1);
    assert_eq!((library.scope(SCOPE).known_report("1").unwrap().gone_at, library.snapshots("1")), (None, 2));
}

#[test]
fn what_is_nested_deeper_than_can_be_read_back_is_kept_as_text() {
    let nested = |depth| (0..depth).fold(json!("x"), |inner, _| json!([inner]));
    for depth in [100, 119, 120, 121, 125, 126, 127, 128, 400] {
        let library = TestLibrary::new();
        let kept = if depth > 120 { Value::from(nested(depth).to_string()) } else { nested(depth) };
        let field = |value: &Value| Map::from_iter([("deep".to_owned(), value.clone())]);
        let with = |value: &Value| {
            let mut seen = report(1);
            let check = &mut seen.checks[0];
            (check.value, check.errors, check.other) = (value.clone(), Some(value.clone()), field(value));
            Report { other: field(value), ..seen }
        };
        library.ingest_on(1, [with(&nested(depth))]);
        assert_eq!(library.ingest_on(2, [with(&nested(depth))]), SyncFound::default());
        assert_eq!(library.scope(SCOPE).known_report("1").unwrap().report, with(&kept), "{depth}");
        assert_eq!(library.read(crate::damage::is_sound), Ok(true));
    }
}

#[test]
fn what_was_seen_later_is_not_gone() {
    let library = TestLibrary::new();
    library.ingest_on(3, [report(1)]);
    assert!(!library.mark_report_gone(SCOPE, "1", day(2)).unwrap());
    assert_eq!(library.mark_project_gone(SCOPE, "example.org", day(2)).unwrap(), 0);
    assert_eq!(library.scope(SCOPE).known_report("1").unwrap().gone_at, None);
}

#[test]
fn what_became_worse_is_counted() {
    let library = TestLibrary::new();
    library.ingest_on(1, [scored(1, 90.0), scored(2, 60.0), scored(3, 30.0)]);
    let found = library.ingest_on(2, [scored(1, 85.0), scored(2, 70.0), scored(3, 30.0), scored(4, 10.0)]);
    assert_eq!(found, SyncFound { new: 1, changed: 2, worse: 1, gone: 0 });
}

#[test]
fn history_has_the_newest_first_and_each_can_be_read() {
    let library = TestLibrary::new();
    let versions = [scored(1, 90.0), scored(1, 50.0), scored(1, 20.0)];
    for (on, version) in (1..).zip(&versions) {
        library.ingest_on(on, [version.clone()]);
    }
    let history = library.scope(SCOPE).history("1").unwrap();
    let scores: Vec<_> = history.snapshots.iter().map(|it| it.row.score).collect();
    assert_eq!(scores, [Some(20.0), Some(50.0), Some(90.0)]);
    assert!(history.snapshots.is_sorted_by(|a, b| a.number > b.number));
    assert_eq!((history.snapshots[0].seen_at, history.snapshots[0].failed), (day(3), Some(1)));
    assert!(!history.is_cut && history.gone_at.is_none());
    for (snapshot, version) in history.snapshots.iter().rev().zip(versions) {
        assert_eq!(library.scope(SCOPE).snapshot("1", snapshot.number).unwrap(), version);
    }
}

#[test]
fn lists_without_checks_leave_the_known_ones_unless_they_ran_again() {
    let library = TestLibrary::new();
    let mut first = report(1);
    first.other = Map::from_iter([("language".to_owned(), json!("en"))]);
    library.ingest_on(1, [first.clone()]);
    assert_eq!(library.scope(SCOPE).ingest(&[bare(first.clone())], day(2)).unwrap(), SyncFound::default());

    let private = changed(first.clone(), |row| row.privacy = Some(Privacy::Private));
    library.scope(SCOPE).ingest(&[bare(private.clone())], day(3)).unwrap();
    let known = library.scope(SCOPE).known_report("1").unwrap();
    assert_eq!((known.report, known.has_checks), (private.clone(), true));

    let ran_again = changed(private, |row| row.generated_at = Some(day(3)));
    library.scope(SCOPE).ingest(&[bare(ran_again.clone())], day(4)).unwrap();
    let known = library.scope(SCOPE).known_report("1").unwrap();
    assert_eq!((known.report, known.has_checks), (with_checks(ran_again.clone(), Vec::new()), false));
    assert_eq!(library.scope(SCOPE).history("1").unwrap().snapshots[0].failed, None);

    // The checks are known now, but the report didn't change.
    let read = with_checks(ran_again, vec![passing("title")]);
    assert_eq!(library.ingest_on(5, [read.clone()]), SyncFound::default());
    assert_eq!(library.scope(SCOPE).known_report("1").unwrap().report, read);
    assert_eq!((library.snapshots("1"), library.scope(SCOPE).history("1").unwrap().snapshots[0].failed), (3, Some(0)));
}

#[test]
fn gone_reports_keep_their_last_state_and_may_come_back() {
    let library = TestLibrary::new();
    library.ingest_on(1, [report(1), report(2)]);
    assert!(library.mark_report_gone(SCOPE, "1", day(2)).unwrap());
    assert!(!library.mark_report_gone(SCOPE, "1", day(3)).unwrap());
    assert!(!library.mark_report_gone(SCOPE, "7", day(3)).unwrap());
    let known = library.scope(SCOPE).known_report("1").unwrap();
    assert_eq!((known.report, known.gone_at), (report(1), Some(day(2))));
    assert_eq!(library.scope(SCOPE).history("1").unwrap().gone_at, Some(day(2)));
    assert_eq!(library.scope(SCOPE).sync_record().unwrap().reports, 1);

    assert_eq!(library.ingest_on(4, [report(1)]).changed, 1);
    assert_eq!((library.scope(SCOPE).known_report("1").unwrap().gone_at, library.snapshots("1")), (None, 1));
}

#[test]
fn a_project_goes_with_all_its_reports_of_that_connection() {
    let library = TestLibrary::new();
    let elsewhere = |id: u32| changed(report(id), |row| row.project = Some("example.net".into()));
    library.ingest_on(1, [report(1), report(2), elsewhere(3)]);
    library.scope("two").ingest(&whole([report(1)]), day(1)).unwrap();
    assert_eq!(library.mark_project_gone(SCOPE, "example.org", day(2)).unwrap(), 2);
    assert_eq!(library.mark_project_gone(SCOPE, "example.org", day(2)).unwrap(), 0);
    assert_eq!(library.mark_project_gone(SCOPE, "example.com", day(2)).unwrap(), 0);
    let gone = |scope: &str, id| library.scope(scope).known_report(id).unwrap().gone_at.is_some();
    assert_eq!([gone(SCOPE, "1"), gone(SCOPE, "2"), gone(SCOPE, "3"), gone("two", "1")], [true, true, false, false]);
}

#[test]
fn a_page_and_how_far_the_sync_is_are_kept_together() {
    let library = TestLibrary::new();
    let progress =
        SyncProgressRecord { kind: SyncKind::Full, begun_at: day(1), position: json!({ "page": 2 }), done: 2 };
    library.scope(SCOPE).ingest_first_page(&whole([report(1), report(2)]), day(1), &progress).unwrap();
    let record = library.again().scope(SCOPE).sync_record().unwrap();
    assert_eq!((record.progress, record.reports), (Some(progress), 2));
    assert_eq!(library.scope(SCOPE).unseen_since(day(1)).unwrap(), [] as [&str; 0]);
    library.ingest_on(2, [report(2)]);
    assert_eq!(library.scope(SCOPE).unseen_since(day(2)).unwrap(), ["1"]);
    library.mark_report_gone(SCOPE, "1", day(2)).unwrap();
    assert_eq!(library.scope(SCOPE).unseen_since(day(2)).unwrap(), [] as [&str; 0]);

    library.synced(2);
    let record = library.scope(SCOPE).sync_record().unwrap();
    assert_eq!((record.full_at, record.progress), (Some(day(2)), None));
    assert_eq!(library.scope("two").sync_record().unwrap(), crate::SyncRecord::default());
}

#[test]
fn what_is_not_there_is_not_remembered() {
    let library = TestLibrary::new();
    library.ingest_on(1, [report(1), report(2)]);
    let of_another = library.scope(SCOPE).history("2").unwrap().snapshots[0].number;
    for answer in [
        library.scope(SCOPE).known_report("7").map(drop),
        library.scope("two").known_report("1").map(drop),
        library.scope(SCOPE).history("7").map(drop),
        library.scope(SCOPE).snapshot("1", of_another).map(drop),
        library.scope(SCOPE).snapshot("1", u64::MAX).map(drop),
    ] {
        assert_eq!(answer, Err(LibraryError::NotInLibrary));
    }
}

#[test]
fn a_clock_that_was_set_back_does_not_mix_up_the_snapshots() {
    let library = TestLibrary::new();
    library.ingest_on(9, [scored(1, 90.0)]);
    library.ingest_on(3, [scored(1, 50.0)]);
    let times: Vec<_> = library.scope(SCOPE).history("1").unwrap().snapshots.iter().map(|it| it.seen_at).collect();
    assert_eq!(times, [day(9), day(9)]);
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has no others", |it| it.is_finite()).prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        // Long enough to be compressed.
        "[ab]{0,4}".prop_map(|text| Value::from(text.repeat(50))),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..4).prop_map(|map| Value::from(Map::from_iter(map))),
        ]
    })
}

fn map() -> impl Strategy<Value = Map<String, Value>> {
    prop_oneof![Just(Map::new()), prop::collection::vec((any::<String>(), value()), 1..3).prop_map(Map::from_iter)]
}

fn any_check() -> impl Strategy<Value = Check> {
    use assay_model::Importance::{High, Low, Medium};
    let importance = prop::option::of(prop::sample::select(vec![High, Medium, Low]));
    // Including repeated names.
    let name = prop_oneof!["[abc]", any::<String>()];
    (name, any::<Option<bool>>(), importance, value(), prop::option::of(value()), map()).prop_map(
        |(name, passed, importance, value, errors, other)| Check { name, passed, importance, value, errors, other },
    )
}

prop_compose! {
    fn any_report()(
        id in any::<String>(),
        (address, url, project) in any::<(String, Option<String>, Option<String>)>(),
        verdict in prop::option::of(prop::sample::select(vec![Verdict::Good, Verdict::Decent, Verdict::Bad])),
        score in prop::option::of(0.0..=100.0),
        privacy in prop::option::of(prop::sample::select(vec![Privacy::Public, Privacy::Private, Privacy::Password])),
        has_password in any::<Option<bool>>(),
        times in prop::array::uniform3(prop::option::of(-377_705_023_201_000_000_i64..253_402_207_200_000_000)),
        odd in prop::collection::vec(any::<(String, String)>(), 0..2),
        checks in prop::collection::vec(any_check(), 0..6),
        other in map(),
    ) -> Report {
        let [generated_at, created_at, updated_at] =
            times.map(|time| time.map(|time| jiff::Timestamp::from_microsecond(time).unwrap()));
        let odd = odd.into_iter().map(|(field, raw)| UnrecognizedField { field, raw }).collect();
        let row = assay_model::ReportRow {
            id, address, url, project, verdict, score, privacy, has_password, generated_at, created_at, updated_at, odd,
        };
        Report { row, checks, other }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn what_was_taken_in_is_read_back(versions in prop::collection::vec(any_report(), 1..4)) {
        let library = TestLibrary::new();
        let id = versions[0].row.id.clone();
        let versions: Vec<_> = versions.into_iter().map(|it| changed(it, |row| row.id.clone_from(&id))).collect();
        for (on, version) in (1..).zip(&versions) {
            library.ingest_on(on, [version.clone()]);
            prop_assert_eq!(as_json(&library.scope(SCOPE).known_report(&id).unwrap().report), as_json(version));
        }
        let again = library.again();
        let mut snapshots = read_all(&again, &id);
        snapshots.dedup();
        let mut expected: Vec<_> = versions.iter().map(as_json).collect();
        expected.dedup();
        prop_assert_eq!(snapshots, expected);
    }

    #[test]
    fn taking_in_twice_at_once_is_as_taking_in_once(report in any_report()) {
        let library = TestLibrary::new();
        let seen = ObservedReport { report: report.clone(), has_checks: true };
        prop_assert_eq!(library.scope(SCOPE).ingest(&[seen.clone(), seen], day(1)).unwrap(), SyncFound { new: 1, ..SyncFound::default() });
        prop_assert_eq!(library.snapshots(&report.row.id), 1);
    }
}

/// As text, where the order of names matters.
fn as_json(report: &Report) -> String {
    serde_json::to_string(report).unwrap()
}

fn read_all(library: &Library, id: &str) -> Vec<String> {
    let history = library.scope(SCOPE).history(id).unwrap();
    history.snapshots.iter().rev().map(|it| as_json(&library.scope(SCOPE).snapshot(id, it.number).unwrap())).collect()
}

#[test]
fn a_connection_has_at_most_so_much_and_takes_nothing_from_others() {
    let library = TestLibrary::new();
    let take = |scope: &str, seen: &[ObservedReport]| {
        library.write(|transaction, cache| {
            cache.limits = Limits { reports: 3, projects: 2, names: 4, ..Limits::default() };
            super::ingest(transaction, cache, scope, seen, day(1))
        })
    };
    let is_too_many = |taken: Result<SyncFound>| matches!(taken, Err(LibraryError::TooMany(_)));
    let names = |id: u32, names: &[&str]| with_checks(report(id), names.iter().map(|name| passing(name)).collect());
    let of = |id: u32, project: &str| changed(report(id), |row| row.project = Some(project.to_owned()));
    take("two", &whole([report(1)])).unwrap();
    take(SCOPE, &whole([report(1), report(2)])).unwrap();
    // All of a call or nothing.
    assert!(is_too_many(take(SCOPE, &whole([report(3), report(4)]))));
    assert_eq!(library.scope(SCOPE).sync_record().unwrap().reports, 2);
    take(SCOPE, &whole([report(3)])).unwrap();
    library.mark_report_gone(SCOPE, "3", day(2)).unwrap();
    assert!(is_too_many(take(SCOPE, &whole([report(4)]))), "what is gone counts, too");
    take(SCOPE, &whole([changed(report(1), |row| row.score = Some(1.0))])).unwrap();

    assert!(is_too_many(take(SCOPE, &whole([names(1, &["a", "b", "c", "d", "e"])]))));
    take(SCOPE, &whole([names(1, &["a", "b", "c", "d"])])).unwrap();
    assert!(is_too_many(take(SCOPE, &whole([names(2, &["e"])]))));
    take("two", &whole([names(2, &["d", "e", "f", "title"])])).unwrap();

    // "example.org" belongs to the other one, which had it first.
    take(SCOPE, &whole([of(1, "a.example"), of(2, "b.example")])).unwrap();
    assert!(is_too_many(take(SCOPE, &whole([of(1, "c.example")]))));
    take("two", &whole([of(1, "c.example")])).unwrap();
}

#[test]
fn the_urls_of_a_connection_take_at_most_so_much_memory() {
    let library = TestLibrary::new();
    let take = |scope: &str, seen: &[Report]| {
        library.write(|transaction, cache| {
            cache.limits = Limits { address_bytes: 60, ..Limits::default() };
            super::ingest(transaction, cache, scope, &whole(seen.to_vec()), day(1))
        })
    };
    let is_too_many = |taken: Result<SyncFound>| matches!(taken, Err(LibraryError::TooMany(_)));
    let at = |id: u32, url: &str| changed(report(id), |row| row.address = url.to_owned());
    take("two", &[report(1)]).unwrap();
    take(SCOPE, &[at(1, &"a".repeat(20)), at(2, &"b".repeat(20))]).unwrap();
    assert!(is_too_many(take(SCOPE, &[at(3, &"c".repeat(21))])));
    assert!(is_too_many(take(SCOPE, &[at(2, &"b".repeat(41))])), "one that gets longer counts, too");
    take(SCOPE, &[at(2, &"b".repeat(40))]).unwrap();
    take(SCOPE, &[changed(at(2, &"b".repeat(40)), |row| row.score = Some(1.0))]).unwrap();
    assert!(is_too_many(take(SCOPE, &[at(3, "c")])));
    take(SCOPE, &[at(2, "b"), at(3, &"c".repeat(39))]).unwrap();
    library.release_memory().unwrap();
    assert!(is_too_many(take(SCOPE, &[at(4, "d")])), "counted anew, it is as much");
    take("two", &[at(2, &"b".repeat(40))]).unwrap();
}

#[test]
fn what_was_brought_by_a_connection_that_is_removed_is_no_longer_there() {
    let library = TestLibrary::new();
    let names = |id: u32, names: &[&str]| with_checks(report(id), names.iter().map(|name| passing(name)).collect());
    let kinds = || {
        let ask = |connection: &rusqlite::Connection| {
            let mut names =
                connection.prepare("SELECT name FROM check_outcome WHERE scope IS NULL OR scope > 0 ORDER BY name")?;
            Ok(names.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?)
        };
        library.read(ask).unwrap()
    };
    library.ingest_on(1, [names(1, &["a", "b"])]);
    library.scope("two").ingest(&whole([names(1, &["b", "c"])]), day(1)).unwrap();
    assert_eq!(kinds(), ["a", "b", "c"]);
    library.scope(SCOPE).purge().unwrap();
    assert_eq!(kinds(), ["b", "c"]);
    assert_eq!(library.scope("two").known_report("1").unwrap().report.checks.len(), 2);
    // A scope that reuses the number starts empty.
    library.ingest_on(2, [names(1, &["a", "b", "c"])]);
    let own: u32 = library
        .read(|connection| {
            let sql = "SELECT count(*) FROM check_outcome c JOIN scope o ON o.id = c.scope WHERE o.name = ?";
            Ok(connection.query_row(sql, [SCOPE], |row| row.get(0))?)
        })
        .unwrap();
    assert_eq!(own, 1);
}

#[test]
fn what_was_seen_by_a_clock_that_was_set_back_since_counts_for_nothing() {
    let library = TestLibrary::new();
    library.ingest_on(50, [report(1), report(2)]);
    let hours = |hours: i64| day(40) + SignedDuration::from_hours(hours);
    // The clock is set back by ten days.
    assert_eq!(library.scope(SCOPE).missing_backups(&["1".into()], hours(-1), hours(0)).unwrap(), ["1"]);
    library.scope(SCOPE).ingest(&whole([report(1)]), hours(0)).unwrap();
    assert_eq!(library.scope(SCOPE).known_report("1").unwrap().seen_at, hours(0));
    assert!(library.scope(SCOPE).missing_backups(&["1".into()], hours(-1), hours(1)).unwrap().is_empty());
    let library = library.again();
    assert_eq!(library.scope(SCOPE).mark_report_gone("2", hours(1), hours(2)), Ok(true));
    // One that was really seen later is present.
    library.scope(SCOPE).ingest(&whole([report(1)]), hours(4)).unwrap();
    assert_eq!(library.scope(SCOPE).mark_report_gone("1", hours(3), hours(5)), Ok(false));
}
