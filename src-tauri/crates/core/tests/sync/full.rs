use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use assay_library::Library;
use assay_model::{Completeness, ProblemCode, ReportRef, SyncKind};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Ids, Lists, MadeUp, Others, Paging, Records},
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    Elsewhere,
    common::{App, KEY, draft, gate::Gate, service_of},
    known, page_of_the_walk, state, sync,
};

#[tokio::test]
async fn every_report_is_found_while_the_account_changes_between_the_pages() {
    // A service that respects the order, and one that ignores it.
    for is_ignored in [false, true] {
        let service = service_of(350).await;
        let elsewhere = Elsewhere::of(&service).await;
        let reached = Arc::new(AtomicU32::new(0));
        let changes = Arc::clone(&elsewhere);
        let gate = Gate::before(&service.base_url(), move |line| {
            let (elsewhere, reached) = (Arc::clone(&changes), Arc::clone(&reached));
            async move {
                // Before each page's first request.
                if let Some(page) =
                    page_of_the_walk(&line).filter(|page| reached.fetch_max(*page, Ordering::SeqCst) < *page)
                {
                    match page {
                        2 => {
                            elsewhere.delete([3, 50, 349]).await;
                            elsewhere.create().await;
                        }
                        3 => {
                            elsewhere.delete(110..130).await;
                            elsewhere.delete([300]).await;
                            for _ in 0..21 {
                                elsewhere.create().await;
                            }
                        }
                        4 => elsewhere.delete([1, 250]).await,
                        _ => {}
                    }
                }
                if is_ignored { line.replace("sort=asc", "sort=desc") } else { line }
            }
        })
        .await;
        let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
        let state = sync(&app, &connection.id, SyncKind::Full).await;
        let there = elsewhere.ids().await;
        assert_eq!(there.len(), 350 + 22 - 26);
        let found = known(&app, &connection.id, false).await;
        assert!(found.is_superset(&there), "{is_ignored}: {:?}", there.difference(&found));
        // Every report is there, but some were deleted.
        let completeness = if found == there { Completeness::Whole } else { Completeness::Outdated };
        assert_eq!((state.problem.clone(), state.completeness), (None, completeness), "{is_ignored}");
        assert_eq!((state.reports as usize, state.total), (found.len(), Some(346)));
        // Later deletes are found by the next sync.
        let state = sync(&app, &connection.id, SyncKind::Full).await;
        assert_eq!((state.problem.clone(), state.completeness), (None, Completeness::Whole), "{is_ignored}");
        assert_eq!(known(&app, &connection.id, false).await, there, "{is_ignored}");
        assert_eq!((state.found.new, state.found.gone as usize), (0, found.len() - there.len()));
        assert_eq!(state.reports as usize, there.len());
    }
}

#[tokio::test]
async fn an_account_that_does_not_settle_is_said_to_be_unsettled() {
    let service = service_of(260).await;
    let elsewhere = Elsewhere::of(&service).await;
    let next = Arc::new(AtomicU32::new(1));
    let changes = Arc::clone(&elsewhere);
    let gate = Gate::before(&service.base_url(), move |line| {
        let (elsewhere, next) = (Arc::clone(&changes), Arc::clone(&next));
        async move {
            if page_of_the_walk(&line) == Some(2) {
                elsewhere.delete([next.fetch_add(1, Ordering::SeqCst)]).await;
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem.clone(), state.completeness), (None, Completeness::Unsettled));
    assert_eq!(
        gate.lines().iter().filter(|line| page_of_the_walk(line) == Some(2)).count(),
        4,
        "tried, and three times again"
    );
    assert!(state.full_at.is_some());
}

#[tokio::test]
async fn every_kind_of_paging_is_read_as_far_as_it_goes() {
    let cases = [
        (Paging::Totals, None, 120, Completeness::Whole),
        (Paging::NextOnly, None, 120, Completeness::Whole),
        (Paging::TopLevel, None, 120, Completeness::Whole),
        // The service has its own page size.
        (Paging::Totals, Some(30), 120, Completeness::Whole),
        // The first 100 from either end, and the most recently rechecked.
        (Paging::BareArray, None, 200, Completeness::FirstPageOnly),
    ];
    for (paging, page_size, found, completeness) in cases {
        let service = service_of(if paging == Paging::BareArray { 215 } else { 120 }).await;
        let page_size = page_size.and_then(std::num::NonZeroU32::new);
        let lists = Lists { paging, page_size, ..Lists::default() };
        service.apply_profile(ServiceProfile { lists, ..ServiceProfile::default() });
        let (app, connection) = App::connected(&service).await;
        let state = sync(&app, &connection.id, SyncKind::Full).await;
        assert_eq!((state.problem, state.completeness), (None, completeness), "{paging:?}");
        let known = known(&app, &connection.id, false).await.len();
        assert!(known == found || (completeness == Completeness::FirstPageOnly && known > found), "{paging:?} {known}");

        // Missing from a list without pages doesn't mean deleted; missing reports are looked up.
        let elsewhere = Elsewhere::of(&service).await;
        elsewhere.delete([1, 100, 120]).await;
        let again = sync(&app, &connection.id, SyncKind::Full).await;
        let gone = if completeness == Completeness::Whole { 3 } else { 0 };
        assert_eq!((again.problem, again.found.gone), (None, gone), "{paging:?}");
    }
}

#[tokio::test]
async fn a_short_list_without_pages_is_whole() {
    let service = service_of(9).await;
    service.apply_profile(ServiceProfile {
        lists: Lists { paging: Paging::BareArray, ..Lists::default() },
        ..ServiceProfile::default()
    });
    let (app, connection) = App::connected(&service).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.completeness, state.reports), (Completeness::Whole, 9));
}

#[tokio::test]
async fn a_service_that_answers_any_page_with_the_first_is_read_once() {
    let service = service_of(230).await;
    let gate = Gate::before(&service.base_url(), |line| async move {
        let (path, rest) = line.split_once("&page=").map_or((line.as_str(), ""), |(path, _)| (path, " HTTP/1.1"));
        format!("{path}{rest}")
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.completeness), (None, Completeness::FirstPageOnly));
    assert!(gate.lines().len() < 12, "{:?}", gate.lines());
}

#[tokio::test]
async fn rows_that_cannot_be_read_are_passed_over() {
    let service = service_of(230).await;
    service.apply_profile(ServiceProfile {
        lists: Lists { unreadable_row: Some(3), ..Lists::default() },
        ..ServiceProfile::default()
    });
    let (app, connection) = App::connected(&service).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    // One from each of three pages; others from the other end.
    assert!(state.reports >= 227, "{}", state.reports);
    assert_eq!((state.problem, state.completeness), (None, Completeness::Outdated));
    assert_eq!(state.total, Some(230), "the service has more than can be read");
}

#[tokio::test]
async fn after_a_week_a_full_sync_no_longer_tells_that_every_report_is_known() {
    let service = service_of(30).await;
    let (app, connection) = App::connected(&service).await;
    assert_eq!(sync(&app, &connection.id, SyncKind::Full).await.completeness, Completeness::Whole);
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    for (hours, completeness) in
        [(-167, Completeness::Whole), (-169, Completeness::Outdated), (2, Completeness::Outdated)]
    {
        let full_at = Some(Timestamp::now() + SignedDuration::from_hours(hours));
        library
            .scope(&scope)
            .update_sync_record(|record| std::mem::replace(&mut record.full_at, full_at).is_some())
            .unwrap();
        assert_eq!(state(&app, &connection.id).await.completeness, completeness, "{hours}");
    }
}

/// How many rows a table of the library's file has.
fn rows_of(app: &App, table: &str) -> u32 {
    let file = rusqlite::Connection::open(app.host.folder.0.path().join("library.sqlite")).unwrap();
    file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
}

#[tokio::test]
async fn a_list_beyond_its_limits_ends_the_sync_and_leaves_other_connections_alone() {
    let (honest, other) = (service_of(60).await, service_of(230).await);
    let (app, connection) = App::connected(&honest).await;
    let hostile = app.core.connection_save(draft(&other.base_url(), KEY)).await.unwrap();
    sync(&app, &connection.id, SyncKind::Full).await;
    let before = known(&app, &connection.id, false).await;
    let made_up = |rows, overlap, circle| {
        let size = std::num::NonZeroU32::new;
        Lists { made_up: Some(MadeUp { rows: size(rows), overlap, circle: size(circle) }), ..Lists::default() }
    };
    for (lists, most) in [
        (made_up(100_000, 1, 0), 0),
        (made_up(101, 0, 0), 0),
        (made_up(0, 0, 3), 300),
        (Lists { total: Some(120), ..Lists::default() }, 400),
    ] {
        other.apply_profile(ServiceProfile { lists: lists.clone(), ..ServiceProfile::default() });
        let state = sync(&app, &hostile.id, SyncKind::Full).await;
        let problem = state.problem.as_ref().unwrap_or_else(|| panic!("{lists:?}: {state:?}"));
        assert_eq!(problem.code, ProblemCode::TooManyRows, "{lists:?}: {problem}");
        assert!(problem.detail.is_some() && state.full_at.is_none() && state.reports <= most, "{lists:?}");
        let state = sync(&app, &hostile.id, SyncKind::Light).await;
        assert!(state.reports <= most, "{lists:?}");
    }
    assert_eq!(known(&app, &connection.id, false).await, before);
    assert_eq!(app.core.library_info(()).await.unwrap().set_aside, None);
}

#[tokio::test]
async fn check_names_without_end_end_the_sync_and_are_removed_with_the_connection() {
    let (honest, other) = (service_of(60).await, service_of(230).await);
    let records = Records { own_checks: 150, ..Records::default() };
    other.apply_profile(ServiceProfile { records, ..ServiceProfile::default() });
    let (app, connection) = App::connected(&honest).await;
    let hostile = app.core.connection_save(draft(&other.base_url(), KEY)).await.unwrap();
    let state = sync(&app, &hostile.id, SyncKind::Full).await;
    assert_eq!(state.problem.unwrap().code, ProblemCode::LibraryLimit);
    assert!(state.reports > 0 && rows_of(&app, "check_outcome") < 20_000 + 1_000);

    // The other connection is unchanged: names, history, backup, and restore.
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.completeness, state.reports), (None, Completeness::Whole, 60));
    let report = ReportRef { connection: connection.id.clone(), id: "7".into() };
    assert_eq!(app.core.report_history(report.clone()).await.unwrap().snapshots.len(), 1);
    let backup = app.host.folder.0.path().join("backup.sqlite");
    *app.host.new_file.lock().unwrap() = Some(backup.clone());
    app.core.library_backup(()).await.unwrap().unwrap();
    *app.host.file.lock().unwrap() = Some(backup);
    app.core.library_restore(()).await.unwrap().unwrap();
    assert!(!app.core.library_report(report).await.unwrap().report.checks.is_empty());
    assert_eq!(app.core.library_info(()).await.unwrap().set_aside, None);

    let removal = assay_model::ConnectionRemoval { id: hostile.id, leave_key: false };
    app.core.connection_remove(removal).await.unwrap();
    app.core.library_flush().await;
    assert!(rows_of(&app, "check_outcome") < 1_000, "{}", rows_of(&app, "kind"));
    assert_eq!(known(&app, &connection.id, false).await.len(), 60);
}

#[tokio::test]
async fn ids_and_totals_of_any_size_are_read_while_others_change_the_account() {
    let service = service_of(230).await;
    let records = Records { ids: Ids::Huge, ..Records::default() };
    let others = Others { recheck: 2, delete: 1 };
    let lists = Lists { sorts_by_generated_at: false, others, ..Lists::default() };
    service.apply_profile(ServiceProfile { records: records.clone(), lists, ..ServiceProfile::default() });
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let state = sync(&app, id, SyncKind::Full).await;
    assert!(state.problem.is_none() && state.reports > 150, "{state:?}");
    // Once nothing changes, the next sync is complete.
    service.apply_profile(ServiceProfile {
        records: records.clone(),
        lists: Lists { sorts_by_generated_at: false, ..Lists::default() },
        ..ServiceProfile::default()
    });
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.completeness), (None, Completeness::Whole));
    assert_eq!(state.total, Some(state.reports));

    let lists = Lists { total: Some(u64::MAX), ..Lists::default() };
    service.apply_profile(ServiceProfile { records, lists, ..ServiceProfile::default() });
    let state = sync(&app, id, SyncKind::Full).await;
    assert_eq!((state.problem, state.total), (None, None), "no number that anything can have");
}
