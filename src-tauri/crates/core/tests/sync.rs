//! Syncs over real HTTP, with a service that changes, pauses, and fails.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use assay_library::{Library, ObservedReport};
use assay_model::{
    Completeness, ConnectionRef, CoreEvent, CreateReport, LibraryQuery, ListReports, NewReport, PageSize, Preferences,
    Privacy, ProblemCode, ReportQuery, ReportRef, ReportUpdate, StartSync, SyncKind, SyncProgress, SyncState,
    UpdateReport,
};
use assay_sample_service::{
    SampleService, ServiceProfile,
    service_profile::{Body, Fault, Ids, Lists, MadeUp, Others, Paging, Records, Rule, Throttle},
};
use common::{App, KEY, gate::Gate, service_of};
use jiff::{SignedDuration, Timestamp};
use tokio::{sync::Notify, time::timeout};

/// The user's changes elsewhere.
struct Elsewhere {
    app: App,
    connection: String,
    made: AtomicU32,
}

impl Elsewhere {
    async fn of(service: &SampleService) -> Arc<Self> {
        let (app, connection) = App::connected(service).await;
        Arc::new(Self { app, connection: connection.id, made: AtomicU32::new(0) })
    }

    async fn create(&self) -> String {
        let url = format!("https://new.example/{}", self.made.fetch_add(1, Ordering::SeqCst));
        let report = NewReport { url, privacy: Privacy::Public, password: None, keep_password: None };
        let create = CreateReport { connection: self.connection.clone(), report };
        self.app.core.report_create(create).await.unwrap().report.row.id
    }

    async fn delete(&self, ids: impl IntoIterator<Item = u32>) {
        for id in ids {
            let unwanted = ReportRef { connection: self.connection.clone(), id: id.to_string() };
            self.app.core.report_delete(unwanted).await.unwrap();
        }
    }

    async fn refresh(&self, id: u32) {
        let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
        let change = UpdateReport { connection: self.connection.clone(), id: id.to_string(), update };
        self.app.core.report_update(change).await.unwrap();
    }

    /// The ids of all reports of the service.
    async fn ids(&self) -> BTreeSet<String> {
        let mut ids = BTreeSet::new();
        for page in 1.. {
            let query = ReportQuery { per_page: PageSize::Hundred, page: Some(page), ..ReportQuery::default() };
            let list = ListReports { connection: self.connection.clone(), query };
            let page = self.app.core.reports_list(list).await.unwrap();
            ids.extend(page.rows.into_iter().map(|row| row.id));
            if !page.has_next {
                break;
            }
        }
        ids
    }
}

/// The ids in the library, each exactly once.
async fn known(app: &App, connection: &str, gone: bool) -> BTreeSet<String> {
    let mut ids = Vec::new();
    for page in 1.. {
        let query = LibraryQuery {
            connection: Some(connection.to_owned()),
            per_page: PageSize::Hundred,
            page: Some(page),
            gone: Some(gone),
            ..LibraryQuery::default()
        };
        let page = app.core.library_list(query).await.unwrap();
        if page.rows.is_empty() {
            assert_eq!(page.total as usize, ids.len());
            break;
        }
        ids.extend(page.rows.into_iter().map(|row| row.row.id));
    }
    let each: BTreeSet<_> = ids.iter().cloned().collect();
    assert_eq!(each.len(), ids.len(), "twice");
    each
}

async fn state(app: &App, connection: &str) -> SyncState {
    let states = app.core.syncs_list(()).await.unwrap();
    states.into_iter().find(|state| state.connection == connection).unwrap()
}

async fn start(app: &App, connection: &str, kind: SyncKind) {
    app.core.sync_start(StartSync { connection: connection.to_owned(), kind }).await.unwrap();
}

/// A sync from its start to its end.
async fn sync(app: &App, connection: &str, kind: SyncKind) -> SyncState {
    start(app, connection, kind).await;
    ended(app, connection).await
}

async fn ended(app: &App, connection: &str) -> SyncState {
    let begun = Instant::now();
    loop {
        let state = state(app, connection).await;
        if state.running.is_none() {
            return state;
        }
        assert!(begun.elapsed() < Duration::from_mins(1), "{state:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// The page of the full sync that a request line asks for.
fn page_of_the_walk(line: &str) -> Option<u32> {
    let is_walk = line.contains("sort=asc") && line.contains("per_page=100");
    let page = line.split("&page=").nth(1).and_then(|rest| rest.split([' ', '&']).next()).unwrap_or("1");
    is_walk.then(|| page.parse().unwrap())
}

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
async fn what_vanished_is_looked_for_one_by_one() {
    let service = service_of(240).await;
    let gate = Gate::open(&service.base_url()).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.delete([2, 100, 101, 240]).await;
    // The service denies access to one.
    let forbidden = Fault::Answer { status: "403".parse().unwrap(), body: Body::Message, retry_after_s: None };
    let rule = Rule { path: Some("reports/101".to_owned()), ..forbidden.into() };
    service.apply_profile(ServiceProfile { faults: vec![rule], ..ServiceProfile::default() });
    gate.forget();
    let state = sync(&app, id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone, state.found.new), (None, 3, 0));
    let looked: Vec<_> = gate.lines().into_iter().filter(|line| line.starts_with("GET /api/v1/reports/")).collect();
    assert_eq!(looked.len(), 4, "{looked:?}");
    assert_eq!(known(&app, id, true).await, ["2", "100", "240"].map(str::to_owned).into());
    assert!(known(&app, id, false).await.contains("101"));
}

#[tokio::test]
async fn a_service_that_finds_nothing_at_all_has_not_lost_its_reports() {
    let service = Arc::new(service_of(120).await);
    let (failing, is_ready) = (Arc::clone(&service), Arc::new(AtomicBool::new(false)));
    let ready = Arc::clone(&is_ready);
    let gate = Gate::before(&service.base_url(), move |line| {
        let (service, ready) = (Arc::clone(&failing), Arc::clone(&ready));
        async move {
            // From the first lookup on, something else responds.
            if ready.load(Ordering::SeqCst) && line.starts_with("GET /api/v1/reports/") {
                let other = Fault::Answer { status: "404".parse().unwrap(), body: Body::Html, retry_after_s: None };
                service.apply_profile(ServiceProfile { faults: vec![other.into()], ..ServiceProfile::default() });
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    sync(&app, &connection.id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([5, 6]).await;
    is_ready.store(true, Ordering::SeqCst);
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!(state.problem.unwrap().code, ProblemCode::UnsupportedService);
    assert!(known(&app, &connection.id, true).await.is_empty());
    // It resumes when the service works again.
    is_ready.store(false, Ordering::SeqCst);
    service.apply_profile(ServiceProfile::default());
    gate.forget();
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone), (None, 2));
    assert!(gate.lines().iter().all(|line| page_of_the_walk(line).is_none()), "the list was read already");
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
async fn what_is_new_is_read_when_the_app_opens_without_asking_a_locked_keychain() {
    let service = service_of(30).await;
    let (app, connection) = App::connected(&service).await;
    let wanted = Preferences { sync_on_open: true, ..Preferences::default() };
    app.core.preferences_save(wanted.clone()).await.unwrap();
    let app = app.restarted();
    let id = &connection.id;
    app.core.app_start(()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(app.keychain.reads(), 0);
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
    library.purge_service(&scope).unwrap();
    for (days, score) in [(300, 10.0), (200, 20.0), (100, 30.0), (1, 40.0)] {
        let mut report = seen.clone();
        report.row.score = Some(score);
        let at = Timestamp::now() - SignedDuration::from_hours(24 * days);
        library.ingest(&scope, &[ObservedReport { report, has_checks: true }], at).unwrap();
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

/// Holds back matching requests until opened, and reports arrivals.
#[derive(Clone, Default)]
struct Barrier {
    arrived: Arc<Notify>,
    opened: Arc<Notify>,
    is_open: Arc<AtomicBool>,
}

impl Barrier {
    async fn before(&self, service: &SampleService, is_wanted: fn(&str) -> bool) -> Gate {
        let barrier = self.clone();
        Gate::before(&service.base_url(), move |line| {
            let barrier = barrier.clone();
            async move {
                if is_wanted(&line) && !barrier.is_open.load(Ordering::SeqCst) {
                    barrier.arrived.notify_one();
                    barrier.opened.notified().await;
                }
                line
            }
        })
        .await
    }

    async fn arrived(&self) {
        timeout(Duration::from_secs(30), self.arrived.notified()).await.unwrap();
    }

    fn open(&self) {
        self.is_open.store(true, Ordering::SeqCst);
        self.opened.notify_one();
    }
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

#[tokio::test]
async fn what_vanished_is_looked_for_where_a_service_repeats_its_last_page() {
    let service = service_of(250).await;
    let gate = Gate::before(&service.base_url(), |line| async move {
        if page_of_the_walk(&line) == Some(3) { line.replace("&page=3", "&page=2") } else { line }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    sync(&app, &connection.id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([2, 100]).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone), (None, 2));
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
async fn what_is_read_of_others_is_no_proof_that_a_report_is_gone() {
    let service = service_of(150).await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([149]).await;
    // It can't be read, so its state is unknown.
    let failing = Fault::Answer { status: "500".parse().unwrap(), body: Body::Message, retry_after_s: None };
    let rule = Rule { path: Some("reports/149".to_owned()), ..failing.into() };
    service.apply_profile(ServiceProfile { faults: vec![rule], ..ServiceProfile::default() });
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!(state.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    assert!(known(&app, id, true).await.is_empty());
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
        library.update_sync_record(&scope, |record| std::mem::replace(&mut record.full_at, full_at).is_some()).unwrap();
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
    let hostile = app.core.connection_save(common::draft(&other.base_url(), KEY)).await.unwrap();
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
    let hostile = app.core.connection_save(common::draft(&other.base_url(), KEY)).await.unwrap();
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
