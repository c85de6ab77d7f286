use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use assay_model::{
    Change, ChangedSince, CheckSort, Direction, Duplicates, FieldReason, Importance, Language, LibraryQuery,
    LibraryRow, LibrarySearchIn, LibrarySort, OverviewQuery, PageSize, Privacy, Problem, ProblemCode, QueryCount,
    Report, Since, Verdict, VerdictCounts,
};
use serde_json::{Value, json};

use crate::{
    LibraryError,
    testing::{SCOPE, TestLibrary, bare, changed, check, day, failing, passing, report, scored, whole, with_checks},
};

fn all() -> LibraryQuery {
    LibraryQuery::default()
}

fn sorted(sort_by: LibrarySort, sort: Direction) -> LibraryQuery {
    LibraryQuery { sort_by: Some(sort_by), sort: Some(sort), ..all() }
}

fn addressed(id: u32, address: &str) -> Report {
    changed(report(id), |row| row.address = address.into())
}

#[test]
fn of_scopes_that_are_not_asked_for_nothing_is_listed_or_counted() {
    let library = TestLibrary::new();
    library.ingest_on(1, [scored("a", 90.0), scored("b", 50.0)]);
    library.synced(1);
    library.ingest_on(95, [scored("a", 40.0)]);
    library.scope("two").ingest(&whole([scored(3, 90.0), scored(20, 90.0)]), day(1)).unwrap();
    let overview = OverviewQuery { stale_days: 90, ..OverviewQuery::default() };
    let now = day(100);
    let ask = |scopes: &[&str], query: &LibraryQuery| {
        let library = library.of_scopes(scopes.iter().map(|&scope| scope.to_owned()));
        let list = library.list(query, now).unwrap();
        let ids = list.rows.into_iter().map(|row| row.row.id).collect::<Vec<_>>().join(" ");
        let mut each = 0;
        let mut count = |_, _| {
            each += 1;
            ControlFlow::Continue(())
        };
        assert_eq!(library.for_each_match(query, now, &mut count, false).unwrap(), list.total);
        let fix_list = library.fix_list(query, now).unwrap();
        assert_eq!(
            (each, fix_list.reports, u32::try_from(ids.split_whitespace().count()).unwrap()),
            (list.total, list.total, list.total)
        );
        let overview = library.overview(&overview, now).unwrap();
        let verdicts = overview.verdicts;
        assert_eq!(overview.over_time.last().map(|day| day.verdicts).unwrap_or_default(), verdicts);
        let changes = library.changes(None, Since::Days(10), now).unwrap();
        (ids, verdicts.good + verdicts.decent + verdicts.bad, overview.projects.len(), changes.worse)
    };
    let expect = |ids: &str, reports, projects, worse| (ids.to_owned(), reports, projects, worse);
    let by_address = sorted(LibrarySort::Address, Direction::Asc);
    assert_eq!(ask(&["one", "two"], &by_address), expect("20 3 a b", 4, 2, 1));
    assert_eq!(ask(&["one", "three"], &by_address), expect("a b", 2, 1, 1));
    // Here, the ids are numbers.
    assert_eq!(ask(&["two"], &all()), expect("20 3", 2, 1, 0));
    assert_eq!(ask(&[], &by_address), expect("", 0, 0, 0));
    let named = LibraryQuery { connection: Some(SCOPE.to_owned()), ..by_address };
    assert_eq!(ask(&["two"], &named).0, "a b");
}

#[test]
fn each_filter_lets_through_what_it_names_and_they_hold_together() {
    let library = TestLibrary::new();
    library.ingest_on(
        1,
        [
            scored(1, 95.0),
            changed(scored(2, 19.5), |row| row.privacy = Some(Privacy::Private)),
            changed(scored(3, 60.0), |row| (row.project, row.privacy) = (Some("example.net".into()), None)),
            changed(report(4), |row| (row.score, row.verdict, row.generated_at) = (None, None, None)),
            changed(scored(5, 60.0), |row| row.generated_at = Some(day(50))),
            with_checks(scored(6, 60.0), vec![passing("images"), failing("title", Importance::High)]),
        ],
    );
    library.scope("two").ingest(&whole([scored(7, 60.0)]), day(1)).unwrap();
    library.ingest_on(2, [scored(8, 60.0)]);
    library.mark_report_gone(SCOPE, "8", day(3)).unwrap();

    let fits = |narrow: &dyn Fn(&mut LibraryQuery)| {
        let mut query = sorted(LibrarySort::Address, Direction::Asc);
        narrow(&mut query);
        library.ids(query).join(" ")
    };
    assert_eq!(fits(&|_| {}), "1 2 3 4 5 6 7");
    assert_eq!(fits(&|it| it.connection = Some("two".into())), "7");
    assert_eq!(fits(&|it| it.connection = Some("three".into())), "");
    assert_eq!(fits(&|it| it.verdict = Some(Verdict::Good)), "1");
    assert_eq!(fits(&|it| it.privacy = Some(Privacy::Private)), "2");
    assert_eq!(fits(&|it| it.project = Some("example.net".into())), "3");
    assert_eq!(fits(&|it| it.project = Some("example".into())), "");
    assert_eq!(fits(&|it| (it.score_min, it.score_max) = (Some(10), Some(19))), "2");
    assert_eq!(fits(&|it| it.score_min = Some(60)), "1 3 5 6 7");
    assert_eq!(fits(&|it| it.score_max = Some(100)), "1 2 3 5 6 7");
    assert_eq!(fits(&|it| it.stale_days = Some(60)), "1 2 3 6 7");
    assert_eq!(fits(&|it| it.failing = Some("title".into())), "6");
    assert_eq!(fits(&|it| it.failing = Some("tit".into())), "");
    assert_eq!(fits(&|it| it.gone = Some(true)), "8");
    assert_eq!(fits(&|it| it.search = Some("PAGE-3".into())), "3");
    assert_eq!(fits(&|it| it.search = Some("https://example.org/page-3".into())), "3");
    assert_eq!(fits(&|it| it.search = Some(String::new())), "1 2 3 4 5 6 7");
    let narrow = |it: &mut LibraryQuery| {
        it.search = Some("page".into());
        it.connection = Some(SCOPE.into());
        it.verdict = Some(Verdict::Decent);
        it.failing = Some("images".into());
    };
    assert_eq!(fits(&narrow), "3 5");
    assert_eq!(fits(&|it| (narrow(it), it.stale_days = Some(60)).1), "3");
}

#[test]
fn urls_are_found_by_each_spelling() {
    let library = TestLibrary::new();
    library.ingest_on(
        1,
        [
            addressed(1, "x.example/gr%C3%B6%C3%9Fe"),
            addressed(2, "x.example/größe/2"),
            addressed(3, "xn--mnchen-3ya.example/a%20b"),
            addressed(4, "x.example/a%2Fb"),
        ],
    );
    let found = |search: &str| {
        let mut ids =
            library.ids(LibraryQuery { search: Some(search.into()), ..sorted(LibrarySort::Address, Direction::Asc) });
        ids.sort();
        ids.join(" ")
    };
    assert_eq!((found("größe"), found("GRÖẞE"), found("gr%c3%b6%C3%9fe")), ("1 2".into(), "1 2".into(), "1 2".into()));
    assert_eq!(
        (found("https://münchen.example/a b"), found("a%20b"), found("xn--mnchen")),
        ("3".into(), "3".into(), "3".into())
    );
    // Also in a spelling that isn't stored: encoded host, plain space.
    assert_eq!(found("xn--mnchen-3ya.example/a b"), "3");
    assert_eq!((found("a/b"), found("a%2fb")), ("4".into(), "4".into()));
}

#[test]
fn paths_are_filtered_by_their_start_in_each_spelling() {
    let library = TestLibrary::new();
    library.ingest_on(
        1,
        [
            addressed(1, "x.example"),
            addressed(2, "x.example/blog"),
            addressed(3, "y.example/Blog/a%20b"),
            addressed(4, "x.example/shop/blog"),
            addressed(5, "x.example/gr%C3%B6%C3%9Fe/1"),
        ],
    );
    let found = |path: &str| {
        let mut ids = library.ids(LibraryQuery { path: Some(path.into()), ..all() });
        ids.sort();
        ids.join(" ")
    };
    assert_eq!((found("/blog"), found("blog/"), found("/BLOG/A b")), ("2 3".into(), "3".into(), "3".into()));
    assert_eq!((found("/größe"), found("/gr%c3%b6")), ("5".into(), "5".into()));
    assert_eq!((found("/"), found("/x.example")), ("1 2 3 4 5".into(), String::new()));
}

#[test]
fn urls_are_filtered_by_regular_expressions_within_bounds() {
    let library = TestLibrary::new();
    library.ingest_on(
        1,
        [
            addressed(1, "x.example/blog/2025-11"),
            addressed(2, "x.example/Blog/new"),
            addressed(3, "y.example/gr%C3%B6%C3%9Fe"),
        ],
    );
    let ask = |pattern: &str| library.page(LibraryQuery { pattern: Some(pattern.into()), ..all() });
    let found = |pattern: &str| {
        let mut ids: Vec<_> = ask(pattern).unwrap().rows.into_iter().map(|row| row.row.id).collect();
        ids.sort();
        ids.join(" ")
    };
    assert_eq!((found(r"/blog/\d{4}-\d\d$"), found("^X")), ("1".into(), "1 2".into()));
    assert_eq!((found("größe|%C3%B6"), found("^größe")), ("3".into(), String::new()));
    for invalid in ["(", "a{1001}{1001}", &"(".repeat(400), r"\w{400}{9}"] {
        assert_eq!(ask(invalid).unwrap_err(), LibraryError::NotAPattern, "{invalid}");
    }
    let problem = Problem::from(LibraryError::NotAPattern);
    assert_eq!(problem, Problem::invalid("pattern", FieldReason::NotAPattern));
}

fn valued(id: u32, value: Value) -> Report {
    with_checks(report(id), vec![check("title", None, None, json!("same")), check("it", None, None, value)])
}

fn by_check(language: Language, sort: Direction) -> LibraryQuery {
    let wanted = CheckSort { name: "it".into(), by_length: false, language };
    LibraryQuery { sort_check: Some(wanted), sort: Some(sort), ..all() }
}

#[test]
fn a_list_is_sorted_by_the_value_of_a_check_with_missing_ones_last() {
    let library = TestLibrary::new();
    let values = [
        json!(10),
        json!(9.5),
        json!(null),
        json!(true),
        json!({"min": 10, "max": 12}),
        json!(["a", "b", "c"]),
        json!("10"),
        json!(-1),
    ];
    library.ingest_on(1, (1..).zip(values).map(|(id, value)| valued(id, value)));
    library.scope(SCOPE).ingest(&[bare(report(9))], day(1)).unwrap();
    let sorted = |direction| library.ids(by_check(Language::English, direction)).join(" ");
    assert_eq!(sorted(Direction::Asc), "8 4 6 2 1 5 7 3 9");
    assert_eq!(sorted(Direction::Desc), "7 5 1 2 6 4 8 3 9");
    // A changed, a new, and a removed one.
    library.ingest_on(2, [valued(8, json!(99)), valued(10, json!(0)), valued(9, json!(11))]);
    library.mark_report_gone(SCOPE, "2", day(3)).unwrap();
    assert_eq!(sorted(Direction::Asc), "10 4 6 1 5 9 8 7 3");
    let page = |page| {
        let query = LibraryQuery { page: Some(page), ..by_check(Language::English, Direction::Asc) };
        library.list(&LibraryQuery { per_page: PageSize::Ten, ..query }, day(100)).unwrap().rows.len()
    };
    assert_eq!((page(1), page(2)), (9, 0));
    let mut exported = Vec::new();
    let mut take = |row: LibraryRow, _| {
        exported.push(row.row.id);
        ControlFlow::Continue(())
    };
    library.for_each_match(&by_check(Language::English, Direction::Asc), day(100), &mut take, false).unwrap();
    assert_eq!(exported.join(" "), "10 4 6 1 5 9 8 7 3");
    let other = CheckSort { name: "title".into(), by_length: true, language: Language::English };
    let other = LibraryQuery { sort_check: Some(other), sort: Some(Direction::Asc), ..all() };
    // All are equal, so the URLs decide.
    assert_eq!(library.ids(other), library.ids(sorted_by_address()));
}

fn sorted_by_address() -> LibraryQuery {
    sorted(LibrarySort::Address, Direction::Asc)
}

#[test]
fn texts_of_a_check_are_sorted_in_the_order_of_the_language_or_by_length() {
    let library = TestLibrary::new();
    let texts = ["Zebra", "äpfel", "apfel", "Ähre", "nz", "ñu", "oz"];
    library.ingest_on(1, (1..).zip(texts).map(|(id, text)| valued(id, json!(text))));
    let sorted = |language| {
        let ids = library.ids(by_check(language, Direction::Asc));
        let text = |id: String| texts[id.parse::<usize>().unwrap() - 1];
        ids.into_iter().map(text).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(sorted(Language::German), "Ähre apfel äpfel ñu nz oz Zebra");
    assert_eq!(sorted(Language::Spanish), "Ähre apfel äpfel nz ñu oz Zebra");
    let length = CheckSort { name: "it".into(), by_length: true, language: Language::German };
    let shortest = LibraryQuery { sort_check: Some(length), sort: Some(Direction::Asc), ..all() };
    let ids = library.ids(shortest).join(" ");
    assert_eq!((&ids[..5], &ids[ids.len() - 7..]), ("5 6 7", "4 1 2 3"), "{ids}");

    let chinese = TestLibrary::new();
    // By sound: běi, guǎng, shàng.
    chinese.ingest_on(1, (1..).zip(["上海", "北京", "广州"]).map(|(id, text)| valued(id, json!(text))));
    assert_eq!(chinese.ids(by_check(Language::Chinese, Direction::Asc)).join(" "), "2 3 1");
}

#[test]
fn a_regular_expression_that_takes_too_long_is_stopped_and_called_slow() {
    let library = TestLibrary::new();
    // Both letters in no regular order, so that no state of the search comes again.
    let tail: String = (0_u64..7_000).map(|at| if (at * at * 31 + at / 7) % 13 < 6 { 'a' } else { 'b' }).collect();
    library.ingest_on(1, (0..300).map(|id| addressed(id, &format!("x.example/{id}/{tail}"))));
    let slow = LibraryQuery { pattern: Some("a[ab]{4000}[^ab]".into()), ..all() };
    let begun = Instant::now();
    assert_eq!(library.page(slow.clone()).unwrap_err(), LibraryError::SlowPattern);
    assert!(begun.elapsed() < Duration::from_secs(5));
    let problem = Problem::from(LibraryError::SlowPattern);
    assert_eq!((problem.code, &problem.fields[0].reason), (ProblemCode::SlowPattern, &FieldReason::SlowPattern));
    let invalid = LibraryQuery { pattern: Some("(".into()), ..all() };
    let counts = library.counts(&[slow, invalid, LibraryQuery { pattern: Some("^x".into()), ..all() }], day(100));
    let every = QueryCount::Counted(VerdictCounts { good: 300, ..VerdictCounts::default() });
    assert_eq!(counts.unwrap(), [QueryCount::SlowPattern, QueryCount::NotAPattern, every]);
}

#[test]
fn duplicates_are_reports_of_one_page_and_the_newest_stays() {
    let library = TestLibrary::new();
    let created = |id: u32, on: i64, address: &str| {
        changed(report(id), |row| (row.created_at, row.address) = (Some(day(on)), address.into()))
    };
    library.ingest_on(
        9,
        [
            created(1, 1, "x.example/a"),
            created(2, 3, "https://www.x.example/a"),
            changed(created(3, 2, "x.example/a"), |row| row.privacy = Some(Privacy::Private)),
            created(4, 1, "x.example/A"),
            created(5, 5, "x.example/b"),
            created(6, 5, "x.example/b"),
            created(7, 9, "x.example/b"),
            created(8, 1, "no url at all"),
            created(9, 1, "no url at all"),
            created(11, 1, "x.example/a/"),
            created(12, 1, "x.example/a#part"),
        ],
    );
    library
        .scope("two")
        .ingest(&whole([created(20, 9, "x.example/a"), created(21, 9, "x.example/A")]), day(9))
        .unwrap();
    library.mark_report_gone(SCOPE, "7", day(10)).unwrap();
    let found = |duplicates| {
        let mut ids = library.ids(LibraryQuery { duplicates: Some(duplicates), ..all() });
        ids.sort();
        ids.join(" ")
    };
    // Of 5 and 6, created at the same time, neither is older.
    assert_eq!((found(Duplicates::Every), found(Duplicates::Older)), ("1 2 3 5 6".into(), "1 3".into()));
    let sorted = |sort| {
        let by_url = LibraryQuery { sort_by: Some(LibrarySort::Address), sort: Some(sort), ..all() };
        library.ids(LibraryQuery { duplicates: Some(Duplicates::Every), ..by_url }).join(" ")
    };
    assert_eq!((sorted(Direction::Asc), sorted(Direction::Desc)), ("2 3 1 5 6".into(), "6 5 3 1 2".into()));
    // The newest of the page stays, even if the filters don't show it.
    let narrow = LibraryQuery { duplicates: Some(Duplicates::Older), privacy: Some(Privacy::Private), ..all() };
    assert_eq!(library.ids(narrow), ["3"]);
    library.ingest_on(11, [created(4, 1, "x.example/b"), created(10, 10, "x.example/a")]);
    library.mark_report_gone(SCOPE, "5", day(12)).unwrap();
    assert_eq!((found(Duplicates::Every), found(Duplicates::Older)), ("1 10 2 3 4 6".into(), "1 2 3 4".into()));
}

#[test]
fn a_report_whose_age_is_unknown_is_never_the_older_one() {
    let library = TestLibrary::new();
    let of_page = |id: u32, on: Option<i64>| {
        changed(report(id), |row| (row.created_at, row.address) = (on.map(day), "x.example/a".into()))
    };
    library.ingest_on(9, [of_page(1, None), of_page(2, Some(2)), of_page(3, Some(3)), of_page(4, None)]);
    let older = || library.ids(LibraryQuery { duplicates: Some(Duplicates::Older), ..all() });
    assert_eq!(older(), ["2"]);
    library.mark_report_gone(SCOPE, "3", day(10)).unwrap();
    assert_eq!(older(), Vec::<String>::new());
}

#[test]
fn one_filter_is_enough_where_any_is_asked_for_within_what_always_applies() {
    let library = TestLibrary::new();
    library.ingest_on(
        90,
        [
            changed(scored(1, 95.0), |row| row.privacy = Some(Privacy::Private)),
            scored(2, 20.0),
            scored(3, 60.0),
            addressed(4, "example.org/blog"),
            changed(scored(5, 20.0), |row| row.project = Some("example.net".into())),
        ],
    );
    library.synced(90);
    library.ingest_on(95, [scored(3, 50.0), scored(6, 60.0)]);
    library.mark_report_gone(SCOPE, "6", day(96)).unwrap();
    let fits = |narrow: &dyn Fn(&mut LibraryQuery)| {
        let mut query = LibraryQuery { any: Some(true), ..sorted(LibrarySort::Changed, Direction::Desc) };
        narrow(&mut query);
        let mut ids = library.ids(query);
        ids.sort();
        ids.join(" ")
    };
    let worse = ChangedSince { change: Some(Change::Worse), since: Since::Days(7) };
    let several = |it: &mut LibraryQuery| {
        (it.privacy, it.score_max, it.path) = (Some(Privacy::Private), Some(30), Some("/blog".into()));
        it.changed = Some(worse);
    };
    assert_eq!(fits(&|_| {}), "1 2 3 4 5");
    assert_eq!(fits(&|it| it.score_max = Some(30)), "2 5");
    assert_eq!(fits(&several), "1 2 3 4 5");
    assert_eq!(fits(&|it| (several(it), it.changed = None).1), "1 2 4 5");
    assert_eq!(fits(&|it| (several(it), it.project = Some("example.net".into())).1), "5");
    assert_eq!(fits(&|it| (several(it), it.verdict = Some(Verdict::Good)).1), "1 4");
    assert_eq!(fits(&|it| (several(it), it.search = Some("page-1".into())).1), "1");
    assert_eq!(fits(&|it| it.changed = Some(ChangedSince { change: Some(Change::Gone), ..worse })), "6");
    let gone_or_private = |it: &mut LibraryQuery| {
        it.changed = Some(ChangedSince { change: Some(Change::Gone), ..worse });
        it.privacy = Some(Privacy::Private);
    };
    assert_eq!(fits(&gone_or_private), "1 6");

    // A failing check isn't one of the filters: a list under a check has only pages that fail it.
    library.ingest_on(97, [with_checks(scored(2, 20.0), vec![failing("title", Importance::High)])]);
    assert_eq!(fits(&|it| (several(it), it.failing = Some("title".into())).1), "2");
    assert_eq!(fits(&|it| it.failing = Some("title".into())), "2");
}

#[test]
fn counts_are_those_of_the_lists_by_verdict() {
    let library = TestLibrary::new();
    let unknown = changed(report(5), |row| (row.score, row.verdict) = (None, None));
    library.ingest_on(1, [scored(1, 95.0), scored(2, 90.0), scored(3, 60.0), scored(4, 20.0), unknown]);
    let with = |pattern: &str| LibraryQuery { pattern: Some(pattern.into()), ..all() };
    let bad = LibraryQuery { verdict: Some(Verdict::Bad), ..all() };
    let counts = library.counts(&[all(), with("page-[13]"), with("("), bad], day(2)).unwrap();
    let of = |good, decent, bad, unknown| QueryCount::Counted(VerdictCounts { good, decent, bad, unknown });
    assert_eq!(counts, [of(2, 1, 1, 1), of(1, 1, 0, 0), QueryCount::NotAPattern, of(0, 0, 1, 0)]);
}

#[test]
fn checks_are_searched_by_name_and_by_what_they_found() {
    let library = TestLibrary::new();
    let mut odd = check("Structured_Data", Some(false), None, json!({ "Größe": [12.75, "say \"now\""] }));
    odd.errors = Some(json!({ "too_slow": { "max": 2 } }));
    odd.other = serde_json::Map::from_iter([("hint".to_owned(), json!("Tap targets"))]);
    library.ingest_on(1, [with_checks(report(1), vec![odd]), report(2)]);
    library.scope(SCOPE).ingest(&[bare(report(3))], day(1)).unwrap();
    let fits = |text: &str| {
        let search = LibraryQuery { search: Some(text.into()), search_in: Some(LibrarySearchIn::Checks), ..all() };
        library
            .ids(LibraryQuery { sort_by: Some(LibrarySort::Address), sort: Some(Direction::Asc), ..search })
            .join(" ")
    };
    for text in ["STRUCTURED", "gröẞe", "12.75", "say \"now", "TOO_SLOW", "tap t"] {
        assert_eq!(fits(text), "1", "{text}");
    }
    assert_eq!(fits("was found"), "2");
    assert_eq!(fits("titl"), "2");
    // Earlier results are no longer found, current ones are.
    library.ingest_on(2, [with_checks(report(2), vec![check("title", Some(true), None, json!("another"))])]);
    assert_eq!((fits("was found"), fits("anoth")), (String::new(), "2".to_owned()));
}

#[test]
fn each_key_sorts_both_ways_with_unknown_values_last() {
    let library = TestLibrary::new();
    let change = |id: u32, score: Option<f64>, verdict, generated: Option<i64>, project: Option<&str>| {
        changed(report(id), |row| {
            (row.score, row.verdict, row.generated_at) = (score, verdict, generated.map(day));
            (row.project, row.created_at) = (project.map(str::to_owned), Some(day(20 - i64::from(id))));
        })
    };
    let third = change(3, None, None, None, None);
    library.ingest_on(
        1,
        [
            change(2, Some(50.0), Some(Verdict::Decent), Some(5), Some("c.example")),
            change(10, None, Some(Verdict::Good), Some(7), Some("b9.example")),
            third.clone(),
            change(1, Some(79.0), Some(Verdict::Decent), Some(6), Some("A.example")),
        ],
    );
    library.ingest_on(2, [changed(third, |row| row.privacy = None)]);
    let ids = |sort_by| [Direction::Asc, Direction::Desc].map(|sort| library.ids(sorted(sort_by, sort)).join(" "));
    // By the service's number, regardless of dates.
    assert_eq!(ids(LibrarySort::Created), ["1 2 3 10", "10 3 2 1"]);
    assert_eq!(ids(LibrarySort::Generated), ["2 1 10 3", "10 1 2 3"]);
    // In the order of services.
    assert_eq!(ids(LibrarySort::Address), ["1 10 2 3", "3 2 10 1"]);
    assert_eq!(ids(LibrarySort::Score), ["2 1 10 3", "10 1 2 3"]);
    assert_eq!(ids(LibrarySort::Changed), ["3 2 10 1", "3 2 10 1"]);
    assert_eq!(ids(LibrarySort::Fall), ids(LibrarySort::Changed));
    assert_eq!(ids(LibrarySort::Project), ["1 10 2 3", "2 10 1 3"]);

    // Without numeric ids, or with several connections, the dates count.
    library.scope("two").ingest(&whole([changed(report("x"), |row| row.created_at = Some(day(15)))]), day(3)).unwrap();
    assert_eq!(ids(LibrarySort::Created), ["10 x 3 2 1", "1 2 3 x 10"]);
}

#[test]
fn sorted_lists_follow_what_changes() {
    let library = TestLibrary::new();
    library.ingest_on(1, (1..=30).map(|id| scored(id, f64::from(id))));
    let first = |sort| library.ids(sorted(LibrarySort::Score, sort))[0].clone();
    assert_eq!((first(Direction::Desc), first(Direction::Asc)), ("30".into(), "1".into()));
    library.ingest_on(2, [scored(17, 99.0), scored(30, 0.5), scored(31, 98.0)]);
    assert_eq!((first(Direction::Desc), first(Direction::Asc)), ("17".into(), "30".into()));
    assert_eq!(library.ids(sorted(LibrarySort::Score, Direction::Desc))[1], "31");
    library.mark_report_gone(SCOPE, "17", day(3)).unwrap();
    assert_eq!(first(Direction::Desc), "31");
    library.ingest_on(4, [addressed(1, "aaa.example")]);
    assert_eq!(library.ids(sorted(LibrarySort::Address, Direction::Asc))[0], "1");
}

#[test]
fn pages_hold_each_report_once_and_tell_how_many_there_are() {
    let library = TestLibrary::new();
    library.ingest_on(1, (1..=23).map(report));
    let page = |page| {
        let query = LibraryQuery { per_page: PageSize::Ten, page: Some(page), ..all() };
        let page = library.list(&query, day(2)).unwrap();
        (page.number, page.total, page.rows.into_iter().map(|row| row.row.id).collect::<Vec<_>>())
    };
    assert_eq!((page(1).0, page(1).1, page(1).2[0].as_str()), (1, 23, "23"));
    let ids: Vec<_> = (1..=3).flat_map(|number| page(number).2).collect();
    assert_eq!(ids, (1..=23).rev().map(|id: u32| id.to_string()).collect::<Vec<_>>());
    assert_eq!(page(4), (4, 23, Vec::new()));
    assert_eq!(page(u32::MAX).2, [] as [String; 0]);
}

#[test]
fn rows_tell_what_was_before_the_last_change_or_the_time_in_question() {
    let library = TestLibrary::new();
    library.ingest_on(90, [scored(1, 90.0), scored(2, 40.0)]);
    library.synced(90);
    library.ingest_on(95, [scored(1, 60.0)]);
    library.ingest_on(97, [scored(1, 30.0)]);
    let row = |query| library.page(query).unwrap().rows.remove(0);
    let by_change = row(sorted(LibrarySort::Changed, Direction::Desc));
    assert_eq!(
        (by_change.connection.as_str(), by_change.seen_at, by_change.changed_at),
        (SCOPE, day(97), Some(day(97)))
    );
    assert_eq!((by_change.score_before, by_change.verdict_before), (Some(60.0), Some(Verdict::Decent)));
    let since = |days| {
        let changed = Some(ChangedSince { change: Some(Change::Worse), since: Since::Days(days) });
        let row = row(LibraryQuery { changed, ..all() });
        (row.score_before, row.verdict_before)
    };
    assert_eq!(since(4), (Some(60.0), Some(Verdict::Decent)));
    assert_eq!(since(7), (Some(90.0), Some(Verdict::Good)));
    let unchanged = row(LibraryQuery { search: Some("page-2".into()), ..all() });
    assert_eq!((unchanged.changed_at, unchanged.score_before, unchanged.verdict_before), (None, None, None));
}

#[test]
fn changes_are_sorted_by_how_much_scores_fell_then_the_latest_first() {
    let library = TestLibrary::new();
    let verdict_only = |verdict| changed(report(6), |row| (row.score, row.verdict) = (None, Some(verdict)));
    library.ingest_on(90, [80, 95, 70, 60, 60].into_iter().zip(1..).map(|(score, id)| scored(id, f64::from(score))));
    library.ingest_on(90, [verdict_only(Verdict::Good)]);
    library.synced(90);
    library.ingest_on(95, [scored(1, 60.0), scored(2, 92.0), scored(3, 60.0), verdict_only(Verdict::Bad)]);
    library.ingest_on(96, [scored(4, 50.0), scored(5, 70.0)]);
    let sorted = |change, sort| {
        let changed = Some(ChangedSince { change, since: Since::Days(7) });
        library.ids(LibraryQuery { changed, ..sorted(LibrarySort::Fall, sort) }).join(" ")
    };
    assert_eq!(sorted(Some(Change::Worse), Direction::Desc), "1 4 3 2 6");
    assert_eq!(sorted(Some(Change::Worse), Direction::Asc), "6 2 3 4 1");
    assert_eq!(sorted(None, Direction::Desc), "1 4 3 2 6 5");
}

#[test]
fn each_tells_of_all_in_order_whole_where_asked_and_stops_when_told() {
    let library = TestLibrary::new();
    library.ingest_on(1, (1..=230).map(report));
    let query = sorted(LibrarySort::Address, Direction::Asc);
    let mut ids = Vec::new();
    let mut keep = |row: LibraryRow, whole: Option<Report>| {
        assert_eq!(whole, Some(report(&row.row.id)));
        ids.push(row.row.id);
        ControlFlow::Continue(())
    };
    assert_eq!(library.for_each_match(&query, day(2), &mut keep, true).unwrap(), 230);
    let mut in_order: Vec<_> = (1..=230).map(|id: u32| id.to_string()).collect();
    in_order.sort();
    assert_eq!(ids, in_order);

    let mut told = 0;
    let mut stop = |_, whole: Option<Report>| {
        assert_eq!(whole, None);
        told += 1;
        if told == 150 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    assert_eq!(library.for_each_match(&query, day(2), &mut stop, false).unwrap(), 230);
    assert_eq!(told, 150);
}

#[test]
fn what_another_process_writes_is_seen_at_once() {
    let library = TestLibrary::new();
    let other = library.again();
    library.ingest_on(1, [scored(1, 90.0), scored(2, 80.0)]);
    let scores = |library: &crate::Library| -> Vec<_> {
        let page = library.list(&sorted(LibrarySort::Score, Direction::Desc), day(2)).unwrap();
        page.rows.into_iter().map(|row| row.row.score.unwrap_or_default()).collect()
    };
    assert_eq!(scores(&other), [90.0, 80.0]);
    other.scope(SCOPE).ingest(&whole([scored(2, 95.0), scored(3, 10.0)]), day(2)).unwrap();
    assert_eq!(scores(&library), [95.0, 90.0, 10.0]);
    library.scope(SCOPE).purge().unwrap();
    assert_eq!(scores(&other), [] as [f64; 0]);
    other.scope("two").ingest(&whole([scored(5, 50.0)]), day(3)).unwrap();
    assert_eq!(scores(&library), [50.0]);
    assert_eq!(library.info().snapshots, 1);
}
