use assay_model::{Change, ChangedSince, LibraryQuery, Since};

use crate::testing::{SCOPE, Shelf, changed, day, report, scored, whole};

/// Better, worse, new and gone, as of day 100.
fn counts(shelf: &Shelf, scope: Option<&str>, since: Since) -> [u32; 4] {
    let it = shelf.changes(scope, since, day(100)).unwrap();
    // Behind each count is a list of as many.
    let counts = [it.better, it.worse, it.new, it.gone];
    for (change, count) in [Change::Better, Change::Worse, Change::New, Change::Gone].into_iter().zip(counts) {
        let changed = Some(ChangedSince { change, since });
        let query = LibraryQuery { connection: scope.map(str::to_owned), changed, ..LibraryQuery::default() };
        assert_eq!(shelf.page(query).unwrap().total, count, "{change:?}");
    }
    counts
}

fn days(shelf: &Shelf, days: u16) -> [u32; 4] {
    counts(shelf, Some(SCOPE), Since::Days(days))
}

#[test]
fn what_was_then_is_compared_with_what_is_now() {
    let shelf = Shelf::new();
    shelf.see(10, [scored(1, 90.0), scored(2, 50.0), scored(3, 50.0), scored(4, 50.0), scored(5, 50.0)]);
    shelf.synced(10);
    // Up and down again, down and down again, only better, gone, and new.
    shelf.see(50, [scored(1, 95.0), scored(2, 45.0), scored(3, 51.0)]);
    shelf.report_gone(SCOPE, "4", day(50)).unwrap();
    shelf.see(60, [changed(scored(6, 70.0), |row| row.created_at = Some(day(60)))]);
    shelf.see(80, [scored(1, 90.0), scored(2, 40.0)]);
    assert_eq!(days(&shelf, 70), [1, 1, 1, 1]);
    assert_eq!(days(&shelf, 45), [0, 2, 1, 0]);
    assert_eq!(days(&shelf, 30), [0, 2, 0, 0]);
    assert_eq!(days(&shelf, 10), [0, 0, 0, 0]);
    assert_eq!(counts(&shelf, Some("two"), Since::Days(70)), [0, 0, 0, 0]);
    assert_eq!(counts(&shelf, None, Since::Days(70)), [1, 1, 1, 1]);
}

#[test]
fn what_the_first_full_sync_finds_is_no_news_unless_it_was_created_since() {
    let shelf = Shelf::new();
    let created = |id: u32, on| changed(report(id), |row| row.created_at = on);
    shelf.see(95, [created(1, Some(day(1))), created(2, Some(day(94))), created(3, None)]);
    assert_eq!(days(&shelf, 10), [0, 0, 1, 0]);
    shelf.see(96, [created(4, Some(day(3)))]);
    shelf.synced(96);
    assert_eq!(days(&shelf, 10), [0, 0, 1, 0]);
    // Nor is what was only not met until later.
    shelf.see(97, [created(5, Some(day(3))), created(6, Some(day(97))), created(7, None)]);
    shelf.synced(98);
    assert_eq!(days(&shelf, 10), [0, 0, 3, 0]);
    assert_eq!(days(&shelf, 2), [0, 0, 0, 0]);
    // Another connection is not known from the start by that.
    shelf.take("two", &whole([created(1, None)]), day(99)).unwrap();
    assert_eq!(counts(&shelf, None, Since::Days(10)), [0, 0, 3, 0]);
}

#[test]
fn what_came_back_is_new_only_if_it_was_away_then() {
    let shelf = Shelf::new();
    shelf.see(10, [scored(1, 90.0)]);
    shelf.synced(10);
    shelf.report_gone(SCOPE, "1", day(40)).unwrap();
    shelf.see(60, [scored(1, 70.0)]);
    assert_eq!(days(&shelf, 70), [0, 1, 0, 0]);
    assert_eq!(days(&shelf, 50), [0, 0, 1, 0]);
    assert_eq!(days(&shelf, 30), [0, 0, 0, 0]);
}

#[test]
fn the_last_time_is_the_start_before_this_one() {
    let shelf = Shelf::new();
    let last_time = |shelf: &Shelf| {
        (counts(shelf, None, Since::LastTime), shelf.changes(None, Since::LastTime, day(100)).unwrap().since)
    };
    shelf.see(10, [scored(1, 90.0)]);
    shelf.synced(10);
    assert_eq!(last_time(&shelf), ([0; 4], None));
    shelf.visit(day(20)).unwrap();
    assert_eq!(last_time(&shelf), ([0; 4], None));
    shelf.see(21, [scored(1, 80.0)]);
    shelf.visit(day(30)).unwrap();
    assert_eq!(last_time(&shelf), ([0, 1, 0, 0], Some(day(20))));
    shelf.see(31, [scored(1, 95.0)]);
    assert_eq!(last_time(&shelf), ([1, 0, 0, 0], Some(day(20))));
    shelf.visit(day(40)).unwrap();
    assert_eq!(last_time(&shelf), ([1, 0, 0, 0], Some(day(30))));
}

#[test]
fn what_is_older_than_the_snapshots_that_are_kept_is_still_told() {
    let shelf = Shelf::new();
    for (on, score) in [(10, 90.0), (20, 80.0), (30, 85.0)] {
        shelf.see(on, [scored(1, score)]);
    }
    shelf.synced(30);
    assert_eq!(shelf.thin(day(29)).unwrap(), 2);
    assert!(shelf.history(SCOPE, "1").unwrap().is_cut);
    assert_eq!(days(&shelf, 75), [1, 0, 0, 0]);
}
