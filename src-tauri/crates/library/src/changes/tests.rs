use assay_model::{Change, ChangedSince, LibraryQuery, Since};

use crate::testing::{SCOPE, TestLibrary, changed, day, report, scored, whole};

/// Better, worse, new, and gone, as of day 100.
fn counts(library: &TestLibrary, scope: Option<&str>, since: Since) -> [u32; 4] {
    let it = library.changes(scope, since, day(100)).unwrap();
    // Each count has a list of the same length.
    let counts = [it.better, it.worse, it.new, it.gone];
    for (change, count) in [Change::Better, Change::Worse, Change::New, Change::Gone].into_iter().zip(counts) {
        let changed = Some(ChangedSince { change, since });
        let query = LibraryQuery { connection: scope.map(str::to_owned), changed, ..LibraryQuery::default() };
        assert_eq!(library.page(query).unwrap().total, count, "{change:?}");
    }
    counts
}

fn days(library: &TestLibrary, days: u16) -> [u32; 4] {
    counts(library, Some(SCOPE), Since::Days(days))
}

#[test]
fn what_was_then_is_compared_with_what_is_now() {
    let library = TestLibrary::new();
    library.see(10, [scored(1, 90.0), scored(2, 50.0), scored(3, 50.0), scored(4, 50.0), scored(5, 50.0)]);
    library.synced(10);
    // Up and down again, down and down again, only better, gone, and new.
    library.see(50, [scored(1, 95.0), scored(2, 45.0), scored(3, 51.0)]);
    library.mark_report_gone(SCOPE, "4", day(50)).unwrap();
    library.see(60, [changed(scored(6, 70.0), |row| row.created_at = Some(day(60)))]);
    library.see(80, [scored(1, 90.0), scored(2, 40.0)]);
    assert_eq!(days(&library, 70), [1, 1, 1, 1]);
    assert_eq!(days(&library, 45), [0, 2, 1, 0]);
    assert_eq!(days(&library, 30), [0, 2, 0, 0]);
    assert_eq!(days(&library, 10), [0, 0, 0, 0]);
    assert_eq!(counts(&library, Some("two"), Since::Days(70)), [0, 0, 0, 0]);
    assert_eq!(counts(&library, None, Since::Days(70)), [1, 1, 1, 1]);
}

#[test]
fn what_the_first_full_sync_finds_is_no_news_unless_it_was_created_since() {
    let library = TestLibrary::new();
    let created = |id: u32, on| changed(report(id), |row| row.created_at = on);
    library.see(95, [created(1, Some(day(1))), created(2, Some(day(94))), created(3, None)]);
    assert_eq!(days(&library, 10), [0, 0, 1, 0]);
    library.see(96, [created(4, Some(day(3)))]);
    library.synced(96);
    assert_eq!(days(&library, 10), [0, 0, 1, 0]);
    // Nor are reports that were only found later.
    library.see(97, [created(5, Some(day(3))), created(6, Some(day(97))), created(7, None)]);
    library.synced(98);
    assert_eq!(days(&library, 10), [0, 0, 3, 0]);
    assert_eq!(days(&library, 2), [0, 0, 0, 0]);
    // That doesn't cover another connection.
    library.take("two", &whole([created(1, None)]), day(99)).unwrap();
    assert_eq!(counts(&library, None, Since::Days(10)), [0, 0, 3, 0]);
}

#[test]
fn what_came_back_is_new_only_if_it_was_away_then() {
    let library = TestLibrary::new();
    library.see(10, [scored(1, 90.0)]);
    library.synced(10);
    library.mark_report_gone(SCOPE, "1", day(40)).unwrap();
    library.see(60, [scored(1, 70.0)]);
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
    library.see(10, [scored(1, 90.0)]);
    library.synced(10);
    assert_eq!(last_time(&library), ([0; 4], None));
    library.visit(day(20)).unwrap();
    assert_eq!(last_time(&library), ([0; 4], None));
    library.see(21, [scored(1, 80.0)]);
    library.visit(day(30)).unwrap();
    assert_eq!(last_time(&library), ([0, 1, 0, 0], Some(day(20))));
    library.see(31, [scored(1, 95.0)]);
    assert_eq!(last_time(&library), ([1, 0, 0, 0], Some(day(20))));
    library.visit(day(40)).unwrap();
    assert_eq!(last_time(&library), ([1, 0, 0, 0], Some(day(30))));
}

#[test]
fn what_is_older_than_the_snapshots_that_are_kept_is_still_told() {
    let library = TestLibrary::new();
    for (on, score) in [(10, 90.0), (20, 80.0), (30, 85.0)] {
        library.see(on, [scored(1, score)]);
    }
    library.synced(30);
    assert_eq!(library.thin(day(29)).unwrap(), 2);
    assert!(library.history(SCOPE, "1").unwrap().is_cut);
    assert_eq!(days(&library, 75), [1, 0, 0, 0]);
}
