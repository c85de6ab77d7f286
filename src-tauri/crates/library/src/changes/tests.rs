use assay_model::{Change, ChangedSince, LibraryQuery, PageSize, Since, SyncFound};

use crate::{
    SyncRecord,
    testing::{SCOPE, TestLibrary, changed, day, report, scored, whole},
};

/// Better, worse, new, and gone, as of day 100.
fn counts(library: &TestLibrary, scope: Option<&str>, since: Since) -> [u32; 4] {
    let it = library.changes(scope, since, day(100)).unwrap();
    // Each count has a list of the same length.
    let counts = [it.better, it.worse, it.new, it.gone];
    for (change, count) in [Change::Better, Change::Worse, Change::New, Change::Gone].into_iter().zip(counts) {
        let changed = Some(ChangedSince { change: Some(change), since });
        let query = LibraryQuery { connection: scope.map(str::to_owned), changed, ..LibraryQuery::default() };
        let page = library.page(query).unwrap();
        assert_eq!(page.total, count, "{change:?}");
        assert_eq!(page.changes.as_ref(), Some(&it), "{change:?}");
    }
    counts
}

fn days(library: &TestLibrary, days: u16) -> [u32; 4] {
    counts(library, Some(SCOPE), Since::Days(days))
}

#[test]
fn changes_that_were_seen_do_not_count_since_the_last_time() {
    let library = TestLibrary::new();
    library.record_app_start(day(1)).unwrap();
    library.ingest_on(2, [scored(1, 90.0)]);
    library.record_app_start(day(10)).unwrap();
    library.ingest_on(11, [scored(1, 50.0)]);
    let unseen = || library.changes(None, Since::LastTime, day(100)).unwrap();
    assert_eq!(unseen().worse, 1);
    library.mark_seen(day(12)).unwrap();
    assert_eq!((unseen().worse, unseen().since), (0, Some(day(12))));
    library.ingest_on(13, [scored(1, 40.0)]);
    assert_eq!(unseen().worse, 1);
    // What was seen in a session stays seen in the next one.
    library.record_app_start(day(20)).unwrap();
    assert_eq!((unseen().worse, unseen().since), (1, Some(day(12))));
}

#[test]
fn what_was_then_is_compared_with_what_is_now() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0), scored(2, 50.0), scored(3, 50.0), scored(4, 50.0), scored(5, 50.0)]);
    library.synced(10);
    // Up and down again, down and down again, only better, gone, and new.
    library.ingest_on(50, [scored(1, 95.0), scored(2, 45.0), scored(3, 51.0)]);
    library.mark_report_gone(SCOPE, "4", day(50)).unwrap();
    library.ingest_on(60, [changed(scored(6, 70.0), |row| row.created_at = Some(day(60)))]);
    library.ingest_on(80, [scored(1, 90.0), scored(2, 40.0)]);
    assert_eq!(days(&library, 70), [1, 1, 1, 1]);
    assert_eq!(days(&library, 45), [0, 2, 1, 0]);
    assert_eq!(days(&library, 30), [0, 2, 0, 0]);
    assert_eq!(days(&library, 10), [0, 0, 0, 0]);
    assert_eq!(counts(&library, Some("two"), Since::Days(70)), [0, 0, 0, 0]);
    assert_eq!(counts(&library, None, Since::Days(70)), [1, 1, 1, 1]);
}

#[test]
fn a_page_of_changes_counts_those_of_its_project_and_search() {
    let library = TestLibrary::new();
    let of = |id: u32, score, address: &str| {
        changed(scored(id, score), |row| {
            row.address = address.into();
            row.project = address.split('/').next().map(str::to_owned);
        })
    };
    let shop = |id, score| of(id, score, &format!("shop.example/sale-{id}"));
    let blog = |id, score| of(id, score, &format!("blog.example/{}-{id}", if id % 2 == 0 { "sale" } else { "story" }));
    library.ingest_on(10, (1..=12).map(|id| shop(id, 50.0)).chain((21..=25).map(|id| blog(id, 50.0))));
    library.synced(10);
    library.ingest_on(95, (1..=11).map(|id| shop(id, 40.0)).chain((21..=23).map(|id| blog(id, 60.0))));
    library.ingest_on(96, [changed(blog(26, 70.0), |row| row.created_at = Some(day(96)))]);
    library.mark_report_gone(SCOPE, "12", day(96)).unwrap();
    library.mark_report_gone(SCOPE, "25", day(96)).unwrap();
    let since = Since::Days(10);
    let page = |change, project: Option<&str>, search: Option<&str>, number| {
        let query = LibraryQuery {
            project: project.map(str::to_owned),
            search: search.map(str::to_owned),
            changed: Some(ChangedSince { change, since }),
            per_page: PageSize::Ten,
            page: Some(number),
            ..LibraryQuery::default()
        };
        library.list(&query, day(100)).unwrap()
    };
    for (project, search, expected) in [
        (None, None, [3, 11, 1, 2]),
        (Some("shop.example"), None, [0, 11, 0, 1]),
        (Some("blog.example"), None, [3, 0, 1, 1]),
        (None, Some("sale"), [1, 11, 1, 1]),
        (Some("blog.example"), Some("https://BLOG.example/sale"), [1, 0, 1, 0]),
        (Some("other.example"), None, [0; 4]),
        (None, Some("nowhere"), [0; 4]),
    ] {
        let all = page(None, project, search, 1);
        let found = all.changes.unwrap();
        assert_eq!([found.better, found.worse, found.new, found.gone], expected, "{project:?} {search:?}");
        assert_eq!(all.total, expected.iter().sum::<u32>());
        for (change, count) in [Change::Better, Change::Worse, Change::New, Change::Gone].into_iter().zip(expected) {
            let [first, second] = [1, 2].map(|number| page(Some(change), project, search, number));
            assert_eq!([&first.changes, &second.changes], [&Some(found.clone()), &Some(found.clone())], "{change:?}");
            let rows: Vec<_> = first.rows.iter().chain(&second.rows).collect();
            assert_eq!((first.total, rows.len()), (count, count as usize), "{project:?} {search:?} {change:?}");
            assert!(rows.iter().all(|row| row.change.as_ref().is_some_and(|of| of.kind == change)));
        }
    }
    // Other lists have no changes to count.
    let changed = Some(ChangedSince { change: None, since });
    assert_eq!(library.page(LibraryQuery::default()).unwrap().changes, None);
    let any = LibraryQuery { changed, any: Some(true), stale_days: Some(1), ..LibraryQuery::default() };
    assert_eq!(library.page(any).unwrap().changes, None);
}

#[test]
fn what_the_first_full_sync_finds_is_no_news_unless_it_was_created_since() {
    let library = TestLibrary::new();
    let created = |id: u32, on| changed(report(id), |row| row.created_at = on);
    library.ingest_on(95, [created(1, Some(day(1))), created(2, Some(day(94))), created(3, None)]);
    assert_eq!(days(&library, 10), [0, 0, 1, 0]);
    library.ingest_on(96, [created(4, Some(day(3)))]);
    library.synced(96);
    assert_eq!(days(&library, 10), [0, 0, 1, 0]);
    // Nor are reports that were only found later.
    library.ingest_on(97, [created(5, Some(day(3))), created(6, Some(day(97))), created(7, None)]);
    library.synced(98);
    assert_eq!(days(&library, 10), [0, 0, 3, 0]);
    assert_eq!(days(&library, 2), [0, 0, 0, 0]);
    // That doesn't cover another connection.
    library.scope("two").ingest(&whole([created(1, None)]), day(99)).unwrap();
    assert_eq!(counts(&library, None, Since::Days(10)), [0, 0, 3, 0]);
}

#[test]
fn what_came_back_is_new_only_if_it_was_away_then() {
    let library = TestLibrary::new();
    library.ingest_on(10, [scored(1, 90.0)]);
    library.synced(10);
    library.mark_report_gone(SCOPE, "1", day(40)).unwrap();
    library.ingest_on(60, [scored(1, 70.0)]);
    assert_eq!(days(&library, 70), [0, 1, 0, 0]);
    assert_eq!(days(&library, 50), [0, 0, 1, 0]);
    assert_eq!(days(&library, 30), [0, 0, 0, 0]);
}

#[test]
fn the_last_time_is_the_start_before_this_one() {
    let library = TestLibrary::new();
    let last_time = |library: &TestLibrary| {
        (counts(library, None, Since::LastTime), library.changes(None, Since::LastTime, day(100)).unwrap().since)
    };
    library.ingest_on(10, [scored(1, 90.0)]);
    library.synced(10);
    assert_eq!(last_time(&library), ([0; 4], None));
    library.record_app_start(day(20)).unwrap();
    assert_eq!(last_time(&library), ([0; 4], None));
    library.ingest_on(21, [scored(1, 80.0)]);
    library.record_app_start(day(30)).unwrap();
    assert_eq!(last_time(&library), ([0, 1, 0, 0], Some(day(20))));
    library.ingest_on(31, [scored(1, 95.0)]);
    assert_eq!(last_time(&library), ([1, 0, 0, 0], Some(day(20))));
    library.record_app_start(day(40)).unwrap();
    assert_eq!(last_time(&library), ([1, 0, 0, 0], Some(day(30))));
}

#[test]
fn what_is_older_than_the_snapshots_that_are_kept_is_still_told() {
    let library = TestLibrary::new();
    for (on, score) in [(10, 90.0), (20, 80.0), (30, 85.0)] {
        library.ingest_on(on, [scored(1, score)]);
    }
    library.synced(30);
    assert_eq!(library.apply_retention(day(29)).unwrap(), 2);
    assert!(library.scope(SCOPE).history("1").unwrap().is_cut);
    assert_eq!(days(&library, 75), [1, 0, 0, 0]);
}

#[test]
fn the_earliest_known_state_counts_where_a_report_was_first_seen_later() {
    let library = TestLibrary::new();
    library.ingest_on(97, [scored(1, 90.0), scored(2, 50.0), scored(3, 60.0)]);
    library.synced(97);
    library.ingest_on(98, [scored(1, 80.0), scored(2, 40.0)]);
    library.ingest_on(99, [scored(1, 85.0), scored(2, 55.0)]);
    // A week of which only the last three days are known.
    assert_eq!(days(&library, 7), [1, 1, 0, 0]);
    let changed = Some(ChangedSince { change: Some(Change::Worse), since: Since::Days(7) });
    let worse = library.page(LibraryQuery { changed, ..LibraryQuery::default() }).unwrap();
    assert_eq!(worse.rows[0].score_before, Some(90.0));
    // Also in the first session, which starts then.
    library.record_app_start(day(96)).unwrap();
    assert_eq!(counts(&library, Some(SCOPE), Since::LastTime), [1, 1, 0, 0]);
    assert_eq!(library.changes(None, Since::LastTime, day(100)).unwrap().since, None);
}

#[test]
fn the_earliest_state_that_is_kept_counts_where_those_before_were_removed() {
    let library = TestLibrary::new();
    for (on, score) in [(10, 60.0), (20, 80.0), (30, 70.0)] {
        library.ingest_on(on, [scored(1, score)]);
    }
    library.synced(30);
    assert_eq!(library.apply_retention(day(29)).unwrap(), 2);
    assert_eq!(days(&library, 85), [0, 1, 0, 0]);
}

#[test]
fn what_a_sync_found_is_what_has_changed_since_it_began() {
    let library = TestLibrary::new();
    let created = |id: u32, on| changed(scored(id, 50.0), |row| row.created_at = Some(day(on)));
    library.ingest_on(90, [created(1, 1), created(2, 1), created(3, 1), created(4, 1)]);
    assert_eq!(counts(&library, Some(SCOPE), Since::LastSync), [0; 4], "there was none");
    let end = |since| {
        let found = library.scope(SCOPE).found_since(day(since)).unwrap();
        let end = |record: &mut SyncRecord| {
            record.full_at.get_or_insert(day(91));
            (record.found_since, record.found) = (Some(day(since)), found);
            true
        };
        library.scope(SCOPE).update_sync_record(end).unwrap();
        let SyncFound { new, worse, gone, changed } = found;
        let better = counts(&library, Some(SCOPE), Since::LastSync)[0];
        assert_eq!(counts(&library, Some(SCOPE), Since::LastSync), [better, worse, new, gone]);
        assert_eq!(counts(&library, None, Since::LastSync), [0; 4], "each connection has its own");
        [new, changed, worse, gone]
    };
    assert_eq!(end(89), [0; 4], "what the first sync reads is no news");
    // Created before the sync, but new to it.
    library.ingest_on(
        95,
        [scored(1, 40.0), scored(2, 60.0), created(5, 93), changed(created(3, 1), |row| row.project = None)],
    );
    library.mark_report_gone(SCOPE, "4", day(95)).unwrap();
    assert_eq!(end(94), [1, 3, 1, 1]);
    assert_eq!(end(96), [0; 4]);
}
