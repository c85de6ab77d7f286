//! The sample workspace, which has a past.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::time::Duration;

use assay_model::{
    Change, ChangedSince, Changes, ChangesQuery, CheckChangeKind, CompareSnapshots, Completeness, ConnectionRemoval,
    CoreEvent, History, LibraryQuery, LibraryRow, ListReports, Overview, OverviewQuery, PageSize, ReportQuery,
    ReportRef, Since, SyncFound, SyncKind,
};
use common::{
    App,
    syncs::{state, sync},
};

const SAMPLE: &str = "sample";

async fn opened() -> App {
    let app = App::new();
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    app
}

async fn changes(app: &App, since: Since) -> Changes {
    app.core.changes_count(ChangesQuery { connection: Some(SAMPLE.to_owned()), since }).await.unwrap()
}

async fn overview(app: &App) -> Overview {
    let query = OverviewQuery { connection: Some(SAMPLE.to_owned()), stale_days: 90, ..OverviewQuery::default() };
    app.core.overview_read(query).await.unwrap()
}

async fn rows(app: &App, query: LibraryQuery) -> Vec<LibraryRow> {
    let query = LibraryQuery { connection: Some(SAMPLE.to_owned()), per_page: PageSize::Hundred, ..query };
    app.core.library_list(query).await.unwrap().rows
}

async fn history(app: &App, id: &str) -> History {
    app.core.report_history(ReportRef { connection: SAMPLE.to_owned(), id: id.to_owned() }).await.unwrap()
}

async fn snapshots(app: &App) -> (u32, u64) {
    let info = app.core.library_info(()).await.unwrap();
    (info.reports, info.snapshots)
}

#[tokio::test]
async fn there_is_something_to_look_back_at_at_once() {
    let app = App::new();
    let mut events = app.core.watch();
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    let told = tokio::time::timeout(Duration::from_secs(5), async {
        while events.recv().await.unwrap() != CoreEvent::Library {}
    });
    told.await.unwrap();

    let seen = overview(&app).await;
    assert!(seen.over_time.len() >= 100, "{} days", seen.over_time.len());
    let last = seen.over_time.last().unwrap().verdicts;
    assert_eq!(last, seen.verdicts);
    assert_eq!(last.good + last.decent + last.bad + last.unknown, 240);
    for days in [7, 30] {
        let Changes { better, worse, new, gone, .. } = changes(&app, Since::Days(days)).await;
        assert!(better >= 2 && worse >= 2 && gone >= 1, "{days} days: {better} {worse} {gone}");
        assert!((1..100).contains(&new), "{new} in {days} days: the others were there before");
    }
    let gone = rows(&app, LibraryQuery { gone: Some(true), ..LibraryQuery::default() }).await;
    assert_eq!(gone.len(), 8);
    assert!(gone.iter().all(|row| row.gone_at.is_some_and(|at| at > row.row.created_at.unwrap())));

    let got_worse = ChangedSince { change: Some(Change::Worse), since: Since::Days(30) };
    let worse = rows(&app, LibraryQuery { changed: Some(got_worse), ..LibraryQuery::default() }).await;
    let (mut broken, mut fixed, mut changed) = (0, 0, 0);
    for row in &worse {
        let [after, .., before] = &history(&app, &row.row.id).await.snapshots[..] else { panic!("no past") };
        let (id, before, after) = (row.row.id.clone(), before.number, after.number);
        let both = CompareSnapshots { connection: SAMPLE.to_owned(), id, before, after };
        let comparison = app.core.snapshots_compare(both).await.unwrap();
        let count = |kind| comparison.checks.iter().filter(|check| check.kind == kind).count();
        broken += count(CheckChangeKind::Broken);
        fixed += count(CheckChangeKind::Fixed);
        changed += count(CheckChangeKind::Changed);
    }
    assert!(broken > 0 && fixed > 0 && changed > 0, "{broken} broken, {fixed} fixed, {changed} changed");
}

#[tokio::test]
async fn it_ends_in_what_the_service_shows() {
    let app = opened().await;
    let (before, known) = (snapshots(&app).await, state(&app, SAMPLE).await);
    assert_eq!((known.completeness, known.reports, known.found), (Completeness::Whole, 240, SyncFound::default()));
    assert!(known.full_at.is_some() && known.synced_at.is_some());

    for kind in [SyncKind::Light, SyncKind::Full] {
        let ended = sync(&app, SAMPLE, kind).await;
        assert_eq!((ended.found, ended.problem, ended.reports), (SyncFound::default(), None, 240), "{kind:?}");
        assert!(ended.synced_at > known.synced_at);
    }
    assert_eq!(snapshots(&app).await, before);

    let shown = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    let shown = app.core.reports_list(ListReports { connection: SAMPLE.to_owned(), query: shown }).await.unwrap().rows;
    let known: Vec<_> = rows(&app, LibraryQuery::default()).await.into_iter().map(|row| row.row).collect();
    assert_eq!(known, shown);
}

#[tokio::test]
async fn it_is_taken_in_once_and_anew_when_the_workspace_begins_anew() {
    let app = opened().await;
    let before = snapshots(&app).await;
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(snapshots(&app).await, before);
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(snapshots(&app).await, before);

    app.core.report_delete(ReportRef { connection: SAMPLE.to_owned(), id: "240".to_owned() }).await.unwrap();
    app.core.sample_reset(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(snapshots(&app).await, before);
    assert_eq!(history(&app, "240").await.gone_at, None);

    let removal = ConnectionRemoval { id: SAMPLE.to_owned(), leave_key: false };
    app.core.connection_remove(removal).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(snapshots(&app).await, (0, 0));
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(snapshots(&app).await, before);
}
