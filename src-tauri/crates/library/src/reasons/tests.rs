use assay_model::{
    Change, ChangeReasons, ChangedChecks, ChangedSince, Check, CheckChange, CheckChangeKind, History, Importance,
    LibraryQuery, LibrarySort, ReportChange, Since,
};
use proptest::prelude::*;
use serde_json::json;

use super::{MAX_COMPARED_BYTES, MAX_NAMES};
use crate::testing::{
    SCOPE, TestLibrary, bare, changed, check, day, failing, passing, report, scored, whole, with_checks,
};

fn names(checks: &ChangedChecks) -> Vec<&str> {
    assert_eq!(checks.first.len(), MAX_NAMES.min(checks.count as usize));
    checks.first.iter().map(|check| check.name.as_str()).collect()
}

/// The changes of the last days as of day 100, latest first.
fn since(library: &TestLibrary, days: u16, change: Option<Change>) -> Vec<(String, ReportChange)> {
    let query = LibraryQuery {
        changed: Some(ChangedSince { change, since: Since::Days(days) }),
        sort_by: Some(LibrarySort::Changed),
        ..LibraryQuery::default()
    };
    library.page(query).unwrap().rows.into_iter().map(|row| (row.row.id, row.change.unwrap())).collect()
}

#[test]
fn the_checks_that_broke_were_fixed_or_changed_are_named() {
    let library = TestLibrary::new();
    let low = |name: &str, passed, value| check(name, Some(passed), Some(Importance::Low), value);
    let before = vec![passing("title"), low("alt", false, json!(1)), low("size", true, json!(1)), passing("same")];
    library.ingest_on(10, [with_checks(scored(1, 90.0), before)]);
    let after = vec![
        failing("title", Importance::High),
        low("alt", true, json!(1)),
        low("size", true, json!(2)),
        passing("same"),
        passing("added"),
    ];
    library.ingest_on(90, [with_checks(scored(1, 60.0), after)]);
    let [(_, change)] = &since(&library, 30, Some(Change::Worse))[..] else { panic!("one change") };
    assert_eq!((change.kind, change.at), (Change::Worse, day(90)));
    let reasons = change.reasons.as_ref().unwrap();
    assert_eq!(names(&reasons.broke), ["title"]);
    assert_eq!(reasons.broke.first[0].importance, Some(Importance::High));
    assert_eq!(names(&reasons.fixed), ["alt"]);
    assert_eq!(names(&reasons.changed), ["added", "size"]);
    let history = library.scope(SCOPE).history("1").unwrap();
    assert_eq!(&history.reasons[..], std::slice::from_ref(reasons));
}

#[test]
fn only_the_most_important_checks_are_named() {
    let library = TestLibrary::new();
    let all = |passed| {
        let numbered = (0..9).map(|number| check(&format!("c{number}"), Some(passed), None, json!(1)));
        numbered.chain([check("z", Some(passed), Some(Importance::Medium), json!(1))]).collect()
    };
    library.ingest_on(10, [with_checks(report(1), all(true))]);
    library.ingest_on(20, [with_checks(report(1), all(false))]);
    let reasons = &library.scope(SCOPE).history("1").unwrap().reasons[0];
    assert_eq!((names(&reasons.broke), reasons.broke.count), (vec!["z", "c0", "c1", "c2", "c3"], 10));
    assert_eq!((reasons.fixed.count, reasons.changed.count), (0, 0));
}

#[test]
fn without_known_checks_only_the_snapshots_are_told() {
    let library = TestLibrary::new();
    library.scope(SCOPE).ingest(&[bare(scored(1, 90.0))], day(10)).unwrap();
    library.ingest_on(90, [scored(1, 60.0)]);
    let snapshots = library.scope(SCOPE).history("1").unwrap().snapshots;
    let (after, before) = (snapshots[0].number, snapshots[1].number);
    let reasons = since(&library, 30, None).remove(0).1.reasons;
    assert_eq!(reasons, Some(ChangeReasons { before, after, ..ChangeReasons::default() }));
    // Nor is anything told if the earlier snapshot was deleted.
    assert_eq!(library.apply_retention(day(50)).unwrap(), 1);
    assert_eq!(since(&library, 30, None).remove(0).1.reasons, None);
}

#[test]
fn all_kinds_of_changes_are_listed_by_their_own_time() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0), scored(2, 50.0), scored(3, 50.0), scored(4, 50.0)]);
    library.synced(10);
    library.ingest_on(80, [scored(1, 80.0)]);
    library.ingest_on(90, [changed(scored(5, 50.0), |row| row.created_at = Some(day(85)))]);
    library.mark_report_gone(SCOPE, "2", day(82)).unwrap();
    library.ingest_on(95, [scored(3, 60.0)]);
    let listed: Vec<_> =
        since(&library, 30, None).into_iter().map(|(id, it)| (id, it.kind, it.at, it.reasons.is_some())).collect();
    let row = |id: &str, kind, at, has_reasons| (id.to_owned(), kind, day(at), has_reasons);
    assert_eq!(
        listed,
        [
            row("3", Change::Better, 95, true),
            row("5", Change::New, 85, false),
            row("2", Change::Gone, 82, false),
            row("1", Change::Worse, 80, true),
        ]
    );
}

#[test]
fn two_reports_are_compared_as_they_were_last_saved() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0), with_checks(scored(2, 50.0), vec![passing("title")])]);
    library.ingest_on(20, [with_checks(scored(1, 80.0), vec![failing("title", Importance::High)])]);
    let compared = library.compare_reports((SCOPE, "2"), (SCOPE, "1")).unwrap();
    assert_eq!((compared.before.row.id.as_str(), compared.after.row.id.as_str()), ("2", "1"));
    let changes: Vec<_> = compared.checks.iter().map(|change| (change.name.as_str(), change.kind)).collect();
    assert_eq!(changes, [("title", CheckChangeKind::Broken)]);
    assert!(library.compare_reports((SCOPE, "2"), (SCOPE, "missing")).is_err());
}

#[test]
fn reports_of_two_services_are_compared_even_with_the_same_id() {
    let library = TestLibrary::new();
    library.ingest_on(10, [with_checks(scored(1, 90.0), vec![passing("title")])]);
    let other = whole([with_checks(scored(1, 40.0), vec![failing("title", Importance::High)])]);
    library.scope("two").ingest(&other, day(10)).unwrap();
    let compared = library.compare_reports((SCOPE, "1"), ("two", "1")).unwrap();
    assert_eq!((compared.before.row.score, compared.after.row.score), (Some(90.0), Some(40.0)));
    assert_eq!(compared.checks[0].kind, CheckChangeKind::Broken);
}

/// A value that is the same in any version, as a stored text.
fn big(version: u8) -> serde_json::Value {
    json!({ "text": "x".repeat(MAX_COMPARED_BYTES / 4), "version": version })
}

#[test]
fn results_beyond_a_limit_count_as_changed_without_being_read() {
    let library = TestLibrary::new();
    let check = |name: &str, version: u8| check(name, Some(true), None, big(version));
    library.ingest_on(10, [with_checks(report(1), vec![check("a", 1), check("b", 1), check("c", 1)])]);
    library.ingest_on(20, [with_checks(report(1), vec![check("a", 2), check("b", 2), check("c", 2)])]);
    // What differs only in its stored form is the same as far as it is read.
    let connection = rusqlite::Connection::open(library.folder.path().join("library.sqlite")).unwrap();
    let first: Vec<u8> =
        connection.query_row("SELECT body FROM content ORDER BY id LIMIT 1", [], |row| row.get(0)).unwrap();
    connection.execute("UPDATE content SET body = ?", [first]).unwrap();
    let reasons = &library.scope(SCOPE).history("1").unwrap().reasons[0];
    assert_eq!(names(&reasons.changed), ["b", "c"]);
}

#[test]
fn only_the_newest_changes_of_a_history_have_reasons() {
    let library = TestLibrary::new();
    for on in 0..205 {
        library.ingest_on(on, [with_checks(scored(1, 50.0), vec![check("a", Some(true), None, json!(on))])]);
    }
    let History { snapshots, reasons, .. } = library.scope(SCOPE).history("1").unwrap();
    assert_eq!((snapshots.len(), reasons.len()), (205, 200));
    assert!(reasons.iter().zip(snapshots.windows(2)).all(|(reasons, pair)| {
        (reasons.after, reasons.before) == (pair[0].number, pair[1].number) && names(&reasons.changed) == ["a"]
    }));
}

/// As [`super::named`], of a full comparison.
fn expected(compared: &[CheckChange], kinds: &[CheckChangeKind]) -> (u32, Vec<String>) {
    let mut found: Vec<_> = compared.iter().filter(|change| kinds.contains(&change.kind)).collect();
    let importance = |change: &CheckChange| change.after.as_ref().or(change.before.as_ref()).unwrap().importance;
    found.sort_by_key(|change| (importance(change).is_none(), importance(change), &change.name));
    let names = found.iter().take(MAX_NAMES).map(|change| change.name.clone());
    (u32::try_from(found.len()).unwrap(), names.collect())
}

fn assert_agrees(library: &TestLibrary, id: &str, reasons: &ChangeReasons) {
    use CheckChangeKind::{Added, Broken, Changed, Fixed, Removed};
    let compared = library.scope(SCOPE).compare(id, reasons.before, reasons.after).unwrap().checks;
    let told = |it: &ChangedChecks| (it.count, names(it).into_iter().map(str::to_owned).collect::<Vec<_>>());
    assert_eq!(told(&reasons.broke), expected(&compared, &[Broken]));
    assert_eq!(told(&reasons.fixed), expected(&compared, &[Fixed]));
    assert_eq!(told(&reasons.changed), expected(&compared, &[Changed, Added, Removed]));
}

fn some_checks() -> impl Strategy<Value = Vec<Check>> {
    let importance = prop_oneof![Just(None), Just(Some(Importance::High)), Just(Some(Importance::Low))];
    let value = prop_oneof![
        Just(json!(1)),
        Just(json!(null)),
        Just(json!({ "a": "long enough for a content of its own", "b": 2 })),
        Just(json!({ "b": 2, "a": "long enough for a content of its own" })),
        Just(json!({ "a": "another one that is stored in its place", "b": [1, 2] })),
    ];
    let one = ("[a-h]", any::<Option<bool>>(), importance, value)
        .prop_map(|(name, passed, importance, value)| check(&name, passed, importance, value));
    prop::collection::vec(one, 0..9)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn reasons_agree_with_a_full_comparison(
        steps in prop::collection::vec((0_u32..3, 0_u8..101, any::<bool>(), some_checks()), 1..20),
    ) {
        let library = TestLibrary::new();
        for (on, (id, score, has_checks, checks)) in (80..).zip(steps) {
            let report = with_checks(scored(id, f64::from(score)), checks);
            if has_checks {
                library.ingest_on(on, [report]);
            } else {
                library.scope(SCOPE).ingest(&[bare(report)], day(on)).unwrap();
            }
        }
        library.synced(80);
        for id in ["0", "1", "2"] {
            let Ok(history) = library.scope(SCOPE).history(id) else { continue };
            for (pair, reasons) in history.snapshots.windows(2).zip(&history.reasons) {
                assert_eq!((reasons.after, reasons.before), (pair[0].number, pair[1].number));
                assert_agrees(&library, id, reasons);
            }
        }
        for days in [1, 5, 10, 15, 40] {
            for (id, change) in since(&library, days, None) {
                let history = library.scope(SCOPE).history(&id).unwrap();
                let start = day(100 - i64::from(days));
                let then = history.snapshots.iter().find(|one| one.seen_at <= start).or(history.snapshots.last());
                if let Some(reasons) = change.reasons {
                    assert_eq!(Some(reasons.before), then.map(|one| one.number));
                    assert_eq!(reasons.after, history.snapshots[0].number);
                    assert_agrees(&library, &id, &reasons);
                } else {
                    assert_eq!(change.kind, Change::New);
                }
            }
        }
    }
}

#[test]
fn new_reports_have_the_score_that_they_were_first_seen_with_if_it_changed_since() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0)]);
    library.synced(10);
    let new = |id, score| changed(scored(id, score), |row| row.created_at = Some(day(80)));
    library.ingest_on(80, [scored(1, 70.0), new(2, 50.0), new(3, 50.0)]);
    library.ingest_on(90, [new(2, 40.0)]);
    library.ingest_on(95, [new(2, 30.0)]);
    let mut listed: Vec<_> =
        since(&library, 30, None).into_iter().map(|(id, it)| (id, it.kind, it.first_score)).collect();
    listed.sort_by(|a, b| a.0.cmp(&b.0));
    assert_eq!(
        listed,
        [("1".into(), Change::Worse, None), ("2".into(), Change::New, Some(50.0)), ("3".into(), Change::New, None),]
    );
}

#[test]
fn what_came_back_is_new_since_then_without_a_score_from_before() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0)]);
    library.synced(10);
    library.mark_report_gone(SCOPE, "1", day(60)).unwrap();
    library.ingest_on(80, [scored(1, 70.0)]);
    let [(_, change)] = &since(&library, 30, None)[..] else { panic!("one change") };
    assert_eq!((change.kind, change.at, change.first_score), (Change::New, day(80), None));
}
