use std::{
    sync::atomic::Ordering,
    time::{Duration, Instant},
};

use assay_library::Library;
use assay_model::{Completeness, ConnectionRef, ListReports, PageSize, Preferences, ReportQuery, ReportRef, SyncKind};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Lists, Throttle},
};

use crate::{
    Barrier, Elsewhere,
    common::{App, KEY, gate::Gate, service_of},
    ended, known, page_of_the_walk, start, state, sync,
};

#[tokio::test]
async fn a_light_sync_finds_what_is_new_and_refreshed_with_few_requests() {
    let service = service_of(350).await;
    let gate = Gate::open(&service.base_url()).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    gate.forget();
    let quiet = sync(&app, id, SyncKind::Light).await;
    assert_eq!((quiet.found.new, quiet.found.changed), (0, 0));
    assert_eq!(gate.lines().len(), 2, "{:?}", gate.lines());

    let elsewhere = Elsewhere::of(&service).await;
    let (one, _) = (elsewhere.create().await, elsewhere.create().await);
    elsewhere.refresh(7).await;
    gate.forget();
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.found.new, state.found.changed), (None, 2, 1));
    assert_eq!(gate.lines().len(), 2, "{:?}", gate.lines());
    assert!(known(&app, id, false).await.contains(&one) && state.reports == 352);
    assert_eq!((state.full_at, state.completeness), (quiet.full_at, Completeness::Whole), "that of the full one stays");

    // More than a page, the first of which was already shown.
    for _ in 0..104 {
        elsewhere.create().await;
    }
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    app.core.reports_list(ListReports { connection: id.clone(), query }).await.unwrap();
    app.core.library_flush().await;
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.found.new, state.reports), (4, 456));
}

#[tokio::test]
async fn what_is_new_is_read_when_the_app_opens_without_asking_a_locked_keychain() {
    let service = service_of(30).await;
    let (app, connection) = App::connected(&service).await;
    let wanted = Preferences { sync_on_open: true, ..Preferences::default() };
    app.core.preferences_save(wanted.clone()).await.unwrap();
    let app = app.restarted();
    let id = &connection.id;
    let before = app.keychain.reads();
    app.core.app_start(()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(app.keychain.reads(), before);
    assert_eq!(state(&app, id).await.synced_at, None);
    // Loads the key.
    app.core.reports_list(ListReports { connection: id.clone(), query: ReportQuery::default() }).await.unwrap();
    let begun = Instant::now();
    while state(&app, id).await.synced_at.is_none() {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(state(&app, id).await.reports, 30);

    // Turned off, nothing happens.
    let app = app.restarted();
    app.core.preferences_save(Preferences { sync_on_open: false, ..wanted }).await.unwrap();
    let before = state(&app, id).await.synced_at;
    app.core.app_start(()).await.unwrap();
    app.core.reports_list(ListReports { connection: id.clone(), query: ReportQuery::default() }).await.unwrap();
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(state(&app, id).await.synced_at, before);
}

#[tokio::test]
async fn what_a_light_sync_knew_before_does_not_come_back_into_a_library_that_was_cleared() {
    let service = service_of(30).await;
    let barrier = Barrier::default();
    let gate = barrier.before(&service, |line| line.contains("generated_at")).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    barrier.is_open.store(true, Ordering::SeqCst);
    assert!(sync(&app, id, SyncKind::Full).await.full_at.is_some());
    barrier.is_open.store(false, Ordering::SeqCst);
    start(&app, id, SyncKind::Light).await;
    barrier.arrived().await;
    Library::open(&app.host.folder.0.path().join("library.sqlite")).library.clear().unwrap();
    barrier.open();
    let state = ended(&app, id).await;
    assert_eq!((state.problem, state.full_at, state.completeness), (None, None, Completeness::Unknown));
    assert!(state.synced_at.is_some());

    // No sync starts while it is cleared; afterwards everything is read.
    sync(&app, id, SyncKind::Full).await;
    let (cleared, ()) = tokio::join!(app.core.library_clear(()), start(&app, id, SyncKind::Light));
    cleared.unwrap();
    let state = ended(&app, id).await;
    assert_eq!((state.problem, state.full_at, state.reports), (None, None, 30));
}

#[tokio::test]
async fn a_light_sync_leaves_nothing_out_below_pages_that_are_known() {
    let service = service_of(30).await;
    service.apply_profile(ServiceProfile { quota: Some(10_000), ..ServiceProfile::default() });
    let barrier = Barrier::default();
    let gate = barrier.before(&service, |line| line.contains("&page=11 ")).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.refresh(7).await;
    for _ in 0..1_050 {
        elsewhere.create().await;
    }
    start(&app, id, SyncKind::Light).await;
    barrier.arrived().await;
    app.core.sync_stop(ConnectionRef { id: id.clone() }).await.unwrap();
    assert_eq!(state(&app, id).await.reports, 1_030);
    barrier.open();
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.reports), (None, 1_080));
    assert_eq!((state.found.new, state.found.changed), (50, 1), "and the one that was refreshed before all of them");
}

#[tokio::test]
async fn a_light_sync_finds_what_is_missing_among_what_it_reads_and_asks_for_all_where_the_total_differs() {
    let service = service_of(350).await;
    let gate = Gate::open(&service.base_url()).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    let full = sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.delete([350, 348, 300]).await;
    gate.forget();
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.found.gone, state.found.changed), (None, 3, 0));
    assert_eq!((state.reports, state.total, state.completeness), (347, Some(347), Completeness::Whole));
    assert_eq!((state.looked_at, state.full_at), (None, full.full_at), "it was no full one");
    assert!(gate.lines().iter().all(|line| page_of_the_walk(line).is_none()));
    assert_eq!(known(&app, id, true).await, ["350", "348", "300"].map(str::to_owned).into());

    // Older deletes show only in the total.
    elsewhere.delete([7]).await;
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.found.gone, state.reports), (None, 1, 346));
    assert_eq!((state.total, state.completeness, state.looked_at), (Some(346), Completeness::Whole, None));
    assert!(state.full_at > full.full_at);
}

#[tokio::test]
async fn where_a_service_cannot_sort_by_date_a_sync_reads_all_or_says_what_it_looked_at() {
    let service = service_of(250).await;
    let unsorted = || Lists { sorts_by_generated_at: false, ..Lists::default() };
    service.apply_profile(ServiceProfile { lists: unsorted(), ..ServiceProfile::default() });
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let full = sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.delete([3, 120]).await;
    for refreshed in [4, 90, 245] {
        elsewhere.refresh(refreshed).await;
    }
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!((state.problem, state.found.gone, state.found.changed), (None, 2, 3));
    assert_eq!((state.completeness, state.reports, state.looked_at), (Completeness::Whole, 248, None));
    assert!(state.full_at > full.full_at);

    // If a full sync would take over a minute, only the newest are checked.
    elsewhere.delete([5]).await;
    elsewhere.refresh(6).await;
    let throttle = Throttle { limit: Some(6), ..Throttle::default() };
    service.apply_profile(ServiceProfile { lists: unsorted(), throttle, ..ServiceProfile::default() });
    let quick = sync(&app, id, SyncKind::Light).await;
    assert_eq!((quick.problem, quick.full_at, quick.looked_at), (None, state.full_at, Some(100)));
    assert_eq!((quick.found.gone, quick.found.changed), (0, 0));
    assert_eq!((quick.reports, quick.total, quick.completeness), (248, Some(247), Completeness::Outdated));
}

#[tokio::test]
async fn a_total_that_a_list_shows_counts_at_once() {
    let service = service_of(120).await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.delete([3]).await;
    let list = |query| ListReports { connection: id.clone(), query };
    app.core.reports_list(list(ReportQuery { search: Some("desk".into()), ..ReportQuery::default() })).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(state(&app, id).await.total, Some(120), "a list of some says nothing of all");
    app.core.reports_list(list(ReportQuery::default())).await.unwrap();
    app.core.library_flush().await;
    let said = state(&app, id).await;
    assert_eq!((said.reports, said.total, said.completeness), (120, Some(119), Completeness::Outdated));
    sync(&app, id, SyncKind::Full).await;
    // The app's own changes affect both.
    app.core.report_delete(ReportRef { connection: id.clone(), id: "9".into() }).await.unwrap();
    app.core.library_flush().await;
    let said = state(&app, id).await;
    assert_eq!((said.reports, said.total, said.completeness), (118, Some(118), Completeness::Whole));
}
