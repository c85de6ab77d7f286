use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use assay_api::Clock;
use assay_core::Timing;
use assay_library::{Library, ObservedReport};
use assay_model::{
    Completeness, ConnectionRef, CoreEvent, Preferences, ProblemCode, ReportRef, StartSync, SyncKind, SyncProgress,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Body, Fault, Rule, Throttle},
};
use jiff::{SignedDuration, Timestamp};
use tokio::{sync::Notify, time::timeout};

use crate::{
    Barrier,
    common::{App, KEY, TIMING, gate::Gate, service_of},
    ended, page_of_the_walk, start, state, sync,
};

#[tokio::test]
async fn a_sync_goes_on_where_it_was_stopped_and_where_the_app_ended() {
    for is_dropped in [false, true] {
        let service = service_of(350).await;
        let is_open = Arc::new(AtomicBool::new(false));
        let (opened, arrived) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
        let gate = {
            let (is_open, opened, arrived) = (Arc::clone(&is_open), Arc::clone(&opened), Arc::clone(&arrived));
            Gate::before(&service.base_url(), move |line| {
                let (is_open, opened, arrived) = (Arc::clone(&is_open), Arc::clone(&opened), Arc::clone(&arrived));
                async move {
                    if page_of_the_walk(&line) == Some(3) && !is_open.load(Ordering::SeqCst) {
                        arrived.notify_one();
                        opened.notified().await;
                    }
                    line
                }
            })
            .await
        };
        let (mut app, connection) = App::connected_to(&gate.base_url, KEY).await;
        let id = &connection.id;
        start(&app, id, SyncKind::Full).await;
        timeout(Duration::from_secs(20), arrived.notified()).await.unwrap();
        let running = state(&app, id).await.running.unwrap();
        assert_eq!((running.kind, running.done, running.total), (SyncKind::Full, 200, Some(350)));
        if is_dropped {
            app = app.restarted();
        } else {
            app.core.sync_stop(ConnectionRef { id: id.clone() }).await.unwrap();
        }
        let stopped = state(&app, id).await;
        assert_eq!((stopped.running, stopped.unfinished, stopped.problem), (None, Some(200), None));
        assert_eq!((stopped.full_at, stopped.reports), (None, 200));
        if !is_dropped {
            assert_eq!(stopped.total, Some(350), "what part of all was read");
        }
        // A light sync in between keeps the checkpoint.
        let light = sync(&app, id, SyncKind::Light).await;
        assert_eq!((light.unfinished, light.problem, light.full_at), (Some(200), None, None));
        // Only the newest and most recently rechecked, before the first full sync.
        assert!((300..350).contains(&light.reports), "{}", light.reports);

        is_open.store(true, Ordering::SeqCst);
        gate.forget();
        let state = sync(&app, id, SyncKind::Full).await;
        assert_eq!((state.completeness, state.unfinished, state.reports), (Completeness::Whole, None, 350));
        assert!(state.full_at.is_some());
        let pages: Vec<_> = gate.lines().iter().filter_map(|line| page_of_the_walk(line)).collect();
        assert_eq!(pages, [3, 4], "what was read is not read again");
        opened.notify_waiters();
    }
}

#[tokio::test]
async fn a_sync_keeps_to_the_pace_of_the_service_and_reports_how_far_it_is() {
    let service = service_of(350).await;
    let throttle = Throttle {
        limit: Some(4),
        window_s: std::num::NonZeroU64::new(1).unwrap(),
        headers: false,
        ..Throttle::default()
    };
    service.apply_profile(ServiceProfile { throttle, ..ServiceProfile::default() });
    let (app, connection) = App::connected(&service).await;
    let mut events = app.core.watch();
    let begun = Instant::now();
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.completeness, state.reports), (None, Completeness::Whole, 350));
    let took = begun.elapsed();
    assert!(took > Duration::from_secs(1), "{took:?}");
    tokio::time::sleep(Duration::from_millis(300)).await;
    let mut told = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let CoreEvent::Sync { state } = event {
            told.push(state);
        }
    }
    assert!(told.len() as u128 <= took.as_millis() / 250 + 3, "{} in {took:?}", told.len());
    let progress: Vec<_> = told.iter().filter_map(|state| state.running).collect();
    let grows = |two: &[SyncProgress]| two[0].phase != two[1].phase || two[0].done <= two[1].done;
    assert!(progress.windows(2).all(grows), "{progress:?}");
    assert!(progress.iter().any(|progress| progress.total == Some(350) && progress.seconds_left.is_some()));
    let last = told.last().unwrap();
    assert!(last.running.is_none() && last.full_at.is_some());
}

#[tokio::test]
async fn a_service_that_fails_half_way_ends_the_sync_which_then_goes_on() {
    let service = service_of(350).await;
    let failure = Fault::Answer { status: "500".parse().unwrap(), body: Body::Message, retry_after_s: None };
    let rule = Rule { path: Some("reports".to_owned()), skip: 6, ..failure.into() };
    service.apply_profile(ServiceProfile { faults: vec![rule], ..ServiceProfile::default() });
    let (app, connection) = App::connected(&service).await;
    let failed = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!(failed.problem.unwrap().code, ProblemCode::ServiceFault);
    assert!(failed.unfinished.is_some_and(|done| (100..350).contains(&done)) && failed.synced_at.is_none());
    service.apply_profile(ServiceProfile::default());
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.completeness, state.reports), (None, Completeness::Whole, 350));
    assert_eq!(state.found.new, 0, "what the first sync reads is no news");
}

#[tokio::test]
async fn a_removed_connection_ends_its_sync_and_a_full_one_takes_the_place_of_a_light_one() {
    let service = service_of(350).await;
    let arrived = Arc::new(Notify::new());
    let gate = {
        let arrived = Arc::clone(&arrived);
        Gate::before(&service.base_url(), move |line| {
            let arrived = Arc::clone(&arrived);
            async move {
                arrived.notify_one();
                std::future::pending::<()>().await;
                line
            }
        })
        .await
    };
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    start(&app, id, SyncKind::Light).await;
    arrived.notified().await;
    start(&app, id, SyncKind::Full).await;
    assert_eq!(state(&app, id).await.running.unwrap().kind, SyncKind::Full);
    start(&app, id, SyncKind::Light).await;
    assert_eq!(state(&app, id).await.running.unwrap().kind, SyncKind::Full, "it reads all of that too");
    let removal = assay_model::ConnectionRemoval { id: id.clone(), leave_key: false };
    timeout(Duration::from_secs(10), app.core.connection_remove(removal)).await.unwrap().unwrap();
    assert!(app.core.syncs_list(()).await.unwrap().is_empty());
    let gone = StartSync { connection: id.clone(), kind: SyncKind::Light };
    assert_eq!(app.core.sync_start(gone).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
}

#[tokio::test]
async fn old_snapshots_are_removed_when_the_app_starts_and_when_that_is_settled() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let report = ReportRef { connection: id.clone(), id: "1".to_owned() };
    let seen = app.core.report_read(report.clone()).await.unwrap();
    app.core.library_flush().await;
    let past = async |app: &App| app.core.report_history(report.clone()).await.unwrap().snapshots.len();
    // As of 300 and 100 days ago, through the library itself.
    let scope = format!("{id} {}", connection.base_url);
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    library.scope(&scope).purge().unwrap();
    for (days, score) in [(300, 10.0), (200, 20.0), (100, 30.0), (1, 40.0)] {
        let mut report = seen.clone();
        report.row.score = Some(score);
        let at = Timestamp::now() - SignedDuration::from_hours(24 * days);
        library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], at).unwrap();
    }
    assert_eq!(past(&app).await, 4);
    let keep = |keep_days| Preferences { keep_days, sync_on_open: false, ..Preferences::default() };
    app.core.preferences_save(keep(250)).await.unwrap();
    app.core.app_start(()).await.unwrap();
    let begun = Instant::now();
    while past(&app).await != 3 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    app.core.preferences_save(keep(30)).await.unwrap();
    while past(&app).await != 1 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(app.core.library_report(report.clone()).await.unwrap().report.row.score, Some(40.0));
}

#[tokio::test]
async fn a_clock_that_is_wrong_at_a_start_removes_no_snapshots() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let report = ReportRef { connection: connection.id.clone(), id: "1".to_owned() };
    let seen = app.core.report_read(report.clone()).await.unwrap();
    app.core.library_flush().await;
    let scope = format!("{} {}", connection.id, connection.base_url);
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    library.scope(&scope).purge().unwrap();
    for (days, score) in [(50, 10.0), (20, 20.0), (1, 30.0)] {
        let mut report = seen.clone();
        report.row.score = Some(score);
        let at = Timestamp::now() - SignedDuration::from_hours(24 * days);
        library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], at).unwrap();
    }
    let keep = Preferences { keep_days: 30, sync_on_open: false, ..Preferences::default() };
    app.core.preferences_save(keep).await.unwrap();
    let App { core, host, keychain } = app;
    drop(core);
    let clock = Clock(|| Timestamp::now() + SignedDuration::from_hours(24 * 3650));
    let app = App::timed(host, keychain, Timing { clock, ..TIMING });
    app.core.app_start(()).await.unwrap();
    let past = async || app.core.report_history(report.clone()).await.unwrap().snapshots.len();
    let begun = Instant::now();
    while past().await == 3 {
        assert!(begun.elapsed() < Duration::from_secs(20));
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(past().await, 2, "what is older than 30 days by the last sync");
}

#[tokio::test]
async fn a_library_that_is_another_one_in_the_middle_of_a_sync_gets_every_report() {
    let service = service_of(350).await;
    let barrier = Barrier::default();
    let gate = barrier.before(&service, |line| page_of_the_walk(line) == Some(3)).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    let file = app.host.folder.0.path().join("library.sqlite");
    start(&app, id, SyncKind::Full).await;
    barrier.arrived().await;
    // Another process clears it.
    Library::open(&file).library.clear().unwrap();
    barrier.open();
    let state = ended(&app, id).await;
    assert_eq!((state.problem, state.completeness, state.reports), (None, Completeness::Whole, 350));
    let pages: Vec<_> = gate.lines().iter().filter_map(|line| page_of_the_walk(line)).collect();
    assert_eq!(pages, [1, 2, 3, 1, 2, 3, 4], "begun anew");
}

#[tokio::test]
async fn no_sync_begins_for_a_connection_that_is_removed_meanwhile() {
    let service = service_of(30).await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    app.core.sample_reset(()).await.unwrap();
    // Blocks the queue.
    let held = app.host.sample.try_lock().unwrap();
    let begin = app.core.sync_start(StartSync { connection: id.clone(), kind: SyncKind::Full });
    let remove = async {
        tokio::time::sleep(Duration::from_millis(100)).await;
        let removal = assay_model::ConnectionRemoval { id: id.clone(), leave_key: false };
        app.core.connection_remove(removal).await.unwrap();
        drop(held);
    };
    let (started, ()) = tokio::join!(begin, remove);
    assert_eq!(started.unwrap_err().code, ProblemCode::ConnectionUnknown);
    app.core.library_flush().await;
    let scopes = Library::open(&app.host.folder.0.path().join("library.sqlite")).library.scopes().unwrap();
    assert_eq!(scopes, ["sample"]);
}
