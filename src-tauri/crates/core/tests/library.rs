//! What the library saves, and how it is queried offline.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    fs,
    time::{Duration, Instant},
};

use assay_model::{
    Change, ChangedSince, ChangesQuery, CheckSort, CheckValue, CompareMoments, CompareReports, CompareSnapshots,
    ConnectionRemoval, CoreEvent, CreateReport, FieldReason, Language, LibraryProjectQuery, LibraryQuery, LibraryState,
    ListLibraryProjects, ListReports, NamedMoment, NewReport, OverviewQuery, PageSize, Preferences, Privacy,
    ProblemCode, ProjectRef, QueryCount, ReportQuery, ReportRef, ReportRow, ReportUpdate, SavedView, Secret,
    ServiceChoice, Since, SnapshotRef, SummariesQuery, SystemNotification, TrendsQuery, UpdateReport, VerdictCounts,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Fault, Method, Rule},
};
use common::{App, KEY, draft, service};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

fn of(connection: &str, id: &str) -> ReportRef {
    ReportRef { connection: connection.to_owned(), id: id.to_owned() }
}

fn everything(connection: &str) -> LibraryQuery {
    LibraryQuery { connection: Some(connection.to_owned()), per_page: PageSize::Hundred, ..LibraryQuery::default() }
}

async fn list(app: &App, connection: &str) -> Vec<ReportRow> {
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    app.core.reports_list(ListReports { connection: connection.to_owned(), query }).await.unwrap().rows
}

async fn known(app: &App, query: LibraryQuery) -> Vec<ReportRow> {
    app.core.library_flush().await;
    app.core.library_list(query).await.unwrap().rows.into_iter().map(|row| row.row).collect()
}

fn refresh(connection: &str, id: &str) -> UpdateReport {
    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    UpdateReport { connection: connection.to_owned(), id: id.to_owned(), update }
}

#[tokio::test]
async fn what_was_shown_is_there_without_the_service_and_after_a_restart() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let shown = list(&app, id).await;
    let whole = app.core.report_read(of(id, &shown[0].id)).await.unwrap();
    app.core.library_flush().await;
    service.stop().await;
    let app = app.restarted();

    let asked = ListReports { connection: id.clone(), query: ReportQuery::default() };
    assert_eq!(app.core.reports_list(asked).await.unwrap_err().code, ProblemCode::ConnectionRefused);
    assert_eq!(known(&app, everything(id)).await, shown);
    let remembered = app.core.library_report(of(id, &shown[0].id)).await.unwrap();
    assert_eq!((remembered.report, remembered.has_checks, remembered.gone_at), (whole, true, None));
    // The checks of those that only a list showed came with it.
    let listed = app.core.library_report(of(id, &shown[1].id)).await.unwrap();
    assert!(listed.has_checks && !listed.report.checks.is_empty());

    let projects = ListLibraryProjects { connection: id.clone(), query: LibraryProjectQuery::default() };
    assert!(!app.core.library_projects(projects).await.unwrap().rows.is_empty());
    let fixes = app.core.fix_list(everything(id)).await.unwrap();
    assert_eq!((fixes.reports, fixes.without_checks), (100, 0));
    assert!(!fixes.checks.is_empty());
    let query = OverviewQuery { stale_days: 90, ..OverviewQuery::default() };
    let overview = app.core.overview_read(query).await.unwrap();
    let counts = overview.verdicts;
    assert_eq!(counts.good + counts.decent + counts.bad + counts.unknown, 100);
    assert!(overview.projects.iter().all(|project| project.connection == *id));
    let info = app.core.library_info(()).await.unwrap();
    assert_eq!((info.state, info.reports, info.snapshots), (LibraryState::Ready, 100, 100));
    assert!(info.file.starts_with(app.host.folder.0.path().to_str().unwrap()));
    assert_eq!(app.core.library_report(of(id, "nobody")).await.unwrap_err().code, ProblemCode::NotInLibrary);
}

#[tokio::test]
async fn writes_are_remembered_and_can_be_looked_back_at() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let report = NewReport {
        url: "https://example.com/new".to_owned(),
        privacy: Privacy::Public,
        password: None,
        keep_password: None,
    };
    let create = CreateReport { connection: id.clone(), report };
    let created = app.core.report_create(create).await.unwrap().report;
    app.core.library_flush().await;
    let report = of(id, &created.row.id);
    assert_eq!(app.core.library_report(report.clone()).await.unwrap().report, created);

    let refreshed = app.core.report_update(refresh(id, &created.row.id)).await.unwrap().report;
    app.core.library_flush().await;
    let history = app.core.report_history(report.clone()).await.unwrap();
    assert_eq!(history.snapshots.len(), 2);
    let [after, before] = [history.snapshots[0].number, history.snapshots[1].number];
    let (connection, id) = (report.connection.clone(), report.id.clone());
    let old = app
        .core
        .snapshot_read(SnapshotRef { connection: connection.clone(), id: id.clone(), number: before })
        .await
        .unwrap();
    assert_eq!(old, created);
    let both = CompareSnapshots { connection: connection.clone(), id: id.clone(), before, after };
    let comparison = app.core.snapshots_compare(both).await.unwrap();
    assert_eq!(comparison.after.row, refreshed.row);
    assert!(!comparison.checks.is_empty());

    app.core.report_delete(report.clone()).await.unwrap();
    app.core.library_flush().await;
    let gone = app.core.library_report(report.clone()).await.unwrap();
    assert!(gone.gone_at.is_some());
    assert_eq!(gone.report, refreshed, "its last state stays");
    let gone = LibraryQuery { gone: Some(true), ..everything(&connection) };
    assert_eq!(known(&app, gone).await.iter().map(|row| &row.id).collect::<Vec<_>>(), [&id]);
    let asked = ChangesQuery { connection: Some(connection), since: Since::Days(1) };
    // It came and went in between.
    let changes = app.core.changes_count(asked).await.unwrap();
    assert_eq!((changes.new, changes.better, changes.worse), (0, 0, 0));
}

#[tokio::test]
async fn what_is_not_found_any_more_is_gone_and_a_project_takes_its_reports_along() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let shown = list(&app, id).await;
    // Another, independent computer of the user.
    let (other, there) = App::connected(&service).await;
    other.core.report_delete(of(&there.id, &shown[0].id)).await.unwrap();
    let missing = app.core.report_read(of(id, &shown[0].id)).await.unwrap_err();
    assert_eq!(missing.code, ProblemCode::NotFound);
    app.core.library_flush().await;
    assert!(app.core.library_report(of(id, &shown[0].id)).await.unwrap().gone_at.is_some());

    let project = shown[1].project.clone().unwrap();
    let query = ReportQuery { project: Some(project.clone()), ..ReportQuery::default() };
    let page = other.core.reports_list(ListReports { connection: there.id, query }).await.unwrap();
    app.core.project_delete(ProjectRef { connection: id.clone(), project: project.clone() }).await.unwrap();
    let left = known(&app, everything(id)).await;
    assert!(!left.is_empty() && left.iter().all(|row| row.project.as_ref() != Some(&project)));
    let gone = LibraryQuery {
        changed: Some(ChangedSince { change: Some(Change::Gone), since: Since::Days(1) }),
        project: Some(project),
        ..everything(id)
    };
    let shown = shown.iter().filter(|row| row.project == gone.project).count();
    let gone = known(&app, gone).await.len();
    assert!(gone > shown, "also what was never shown: {gone}, {shown}");
    assert_eq!(gone as u64, page.total.unwrap());
}

#[tokio::test]
async fn several_lists_are_counted_at_once_and_an_invalid_expression_is_named() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    let shown = list(&app, id).await;
    app.core.library_flush().await;
    let with = |pattern: &str| LibraryQuery { pattern: Some(pattern.to_owned()), ..everything(id) };
    let queries = vec![everything(id), with("("), with("nowhere to be found")];
    let counts = app.core.library_counts(queries).await.unwrap();
    let total = |it: VerdictCounts| (it.good + it.decent + it.bad + it.unknown) as usize;
    let [QueryCount::Counted(all), QueryCount::NotAPattern, QueryCount::Counted(none)] = counts[..] else {
        panic!("{counts:?}")
    };
    assert_eq!((total(all), total(none)), (shown.len(), 0));

    let problem = app.core.library_list(with("(")).await.unwrap_err();
    assert_eq!(problem.fields[0].field, "pattern");
    assert_eq!(problem.fields[0].reason, FieldReason::NotAPattern);
    let long = app.core.library_list(with(&"a".repeat(501))).await.unwrap_err();
    assert_eq!(long.fields[0].reason, FieldReason::TooLong { limit: 500 });
    for queries in [Vec::new(), vec![everything(id); 101]] {
        let refused = app.core.library_counts(queries).await.unwrap_err();
        assert_eq!(refused.fields[0].reason, FieldReason::OutOfRange { least: 1, most: 100 });
    }
}

#[tokio::test]
async fn reports_of_two_connections_are_compared_without_their_services() {
    let (first, second) = (service().await, service().await);
    let (app, one) = App::connected(&first).await;
    let other = app.core.connection_save(draft(&second.base_url(), second.key())).await.unwrap();
    let row = list(&app, &one.id).await.swap_remove(0);
    let rechecked = app.core.report_update(refresh(&other.id, &row.id)).await.unwrap().report;
    app.core.library_flush().await;
    first.stop().await;
    second.stop().await;
    let both = |before, after| CompareReports { before: of(before, &row.id), after: of(after, &row.id) };
    let compared = app.core.reports_compare(both(&one.id, &other.id)).await.unwrap();
    assert_eq!((&compared.before.row, &compared.after.row), (&row, &rechecked.row));
    let unknown = app.core.reports_compare(both(&one.id, "nobody")).await.unwrap_err();
    assert_eq!(unknown.code, ProblemCode::ConnectionUnknown);
}

#[tokio::test]
async fn moments_are_compared_over_all_connections() {
    let (first, second) = (service().await, service().await);
    let (app, one) = App::connected(&first).await;
    let other = app.core.connection_save(draft(&second.base_url(), second.key())).await.unwrap();
    let listed = [list(&app, &one.id).await.len(), list(&app, &other.id).await.len()];
    app.core.library_flush().await;
    let reports = async |connection: Option<&String>| {
        let query = LibraryQuery { connection: connection.cloned(), ..LibraryQuery::default() };
        let both = CompareMoments { query, before: Since::Days(1), after: None };
        let it = app.core.moments_compare(both).await.unwrap();
        (it.better + it.worse + it.new + it.gone + it.same) as usize
    };
    assert_eq!(reports(None).await, listed[0] + listed[1]);
    assert_eq!(reports(Some(&other.id)).await, listed[1]);
    let removal = ConnectionRemoval { id: one.id.clone(), leave_key: false };
    app.core.connection_remove(removal).await.unwrap();
    assert_eq!(reports(None).await, listed[1], "only existing connections");
}

#[tokio::test]
async fn the_window_is_told_when_there_is_something_new_and_not_more_than_once_a_second() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let mut events = app.core.watch();
    let begun = Instant::now();
    for page in 1..=3 {
        let query = ReportQuery { page: Some(page), ..ReportQuery::default() };
        app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap();
        app.core.library_flush().await;
    }
    tokio::time::sleep(Duration::from_millis(1300)).await;
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    tokio::time::sleep(Duration::from_millis(1300)).await;
    // Nothing new.
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    let mut told = 0;
    while let Ok(event) = events.try_recv() {
        told += u64::from(event == CoreEvent::Library);
    }
    // Immediately, a second later, and for the last 25.
    let most = begun.elapsed().as_secs() + 1;
    assert!((3..=most).contains(&told), "{told} times, {most} at most");
}

#[tokio::test]
async fn a_removed_connection_is_forgotten_and_cannot_be_asked_about() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    list(&app, &connection.id).await;
    let sample = app.core.sample_open(()).await.unwrap();
    list(&app, &sample.id).await;
    let total = async || {
        app.core.library_flush().await;
        app.core.library_list(LibraryQuery::default()).await.unwrap().total
    };
    let of_both = total().await;
    app.core.connection_remove(ConnectionRemoval { id: connection.id.clone(), leave_key: false }).await.unwrap();
    assert_eq!(total().await, of_both - 100);
    let left = app.core.library_list(LibraryQuery::default()).await.unwrap();
    assert!(!left.rows.is_empty() && left.rows.iter().all(|row| row.connection == sample.id));
    let problem = app.core.library_list(everything(&connection.id)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::ConnectionUnknown);
    let problem = app.core.library_report(of(&connection.id, "1")).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::ConnectionUnknown);

    // The sample workspace restarts without the user's changes.
    let report =
        NewReport { url: "example.com/mine".to_owned(), privacy: Privacy::Public, password: None, keep_password: None };
    let created = app.core.report_create(CreateReport { connection: sample.id.clone(), report }).await.unwrap();
    let mine = of(&sample.id, &created.report.row.id);
    app.core.library_flush().await;
    assert!(app.core.library_report(mine.clone()).await.is_ok());
    app.core.sample_reset(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(app.core.library_report(mine).await.unwrap_err().code, ProblemCode::NotInLibrary);
}

#[tokio::test]
async fn a_connection_to_another_service_begins_anew() {
    let (first, second) = (service().await, service().await);
    let (app, connection) = App::connected(&first).await;
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    let mut moved = draft(&second.base_url(), second.key());
    moved.id = Some(connection.id.clone());
    moved.service = Some(ServiceChoice::Another);
    app.core.connection_save(moved).await.unwrap();
    assert!(known(&app, everything(&connection.id)).await.is_empty());
    let all = app.core.library_list(LibraryQuery::default()).await.unwrap();
    assert_eq!((all.total, all.rows.len()), (0, 0), "what the other service had is nobody's");
}

#[tokio::test]
async fn the_library_is_cleared_backed_up_and_brought_back() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let shown = list(&app, &connection.id).await;
    assert_eq!(app.core.library_backup(()).await.unwrap(), None, "none was chosen");
    assert_eq!(app.core.library_restore(()).await.unwrap(), None);
    let file = app.host.folder.0.path().join("backup.sqlite");
    *app.host.new_file.lock().unwrap() = Some(file.clone());
    let made = app.core.library_backup(()).await.unwrap().unwrap();
    assert_eq!((made.rows, made.bytes), (100, fs::metadata(&file).unwrap().len()));

    assert_eq!(app.core.library_clear(()).await.unwrap().reports, 0);
    assert!(known(&app, everything(&connection.id)).await.is_empty());
    *app.host.file.lock().unwrap() = Some(file.clone());
    assert_eq!(app.core.library_restore(()).await.unwrap().unwrap().reports, 100);
    assert_eq!(known(&app, everything(&connection.id)).await, shown);

    // On another computer, with the connection added before or after.
    for is_there_before in [true, false] {
        let app = App::new();
        *app.host.file.lock().unwrap() = Some(file.clone());
        let connect = async || app.core.connection_save(draft(&service.base_url(), service.key())).await.unwrap().id;
        let before = if is_there_before { Some(connect().await) } else { None };
        app.core.library_restore(()).await.unwrap();
        let other = match before {
            Some(other) => other,
            None => connect().await,
        };
        assert_eq!(known(&app, everything(&other)).await, shown, "{is_there_before}");
    }

    fs::write(&file, "no library").unwrap();
    assert_eq!(app.core.library_restore(()).await.unwrap_err().code, ProblemCode::NotALibrary);
    assert_eq!(known(&app, everything(&connection.id)).await, shown);
}

#[tokio::test]
async fn a_library_that_cannot_be_used_breaks_no_call_to_the_service_but_deletes() {
    let service = service().await;
    let app = App::new();
    let folder = app.host.folder.0.path().to_owned();
    fs::create_dir(folder.join("library.sqlite")).unwrap();
    let connection = app.core.connection_save(draft(&service.base_url(), service.key())).await.unwrap();
    let shown = list(&app, &connection.id).await;
    app.core.library_flush().await;
    let info = app.core.library_info(()).await.unwrap();
    assert_eq!(info.state, LibraryState::Unavailable);
    let problem = app.core.library_list(everything(&connection.id)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::LibraryFailed);
    assert!(app.core.syncs_list(()).await.is_ok_and(|syncs| syncs[0].problem.is_some()));
    app.core.report_update(refresh(&connection.id, &shown[0].id)).await.unwrap();
    // Deletes need a backup.
    let problem = app.core.report_delete(of(&connection.id, &shown[0].id)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::LibraryFailed);
    app.core.library_flush().await;

    // A damaged library is set aside, and refilled from the service.
    let app = app.restarted();
    fs::remove_dir(folder.join("library.sqlite")).unwrap();
    fs::write(folder.join("library.sqlite"), "damaged ".repeat(1000)).unwrap();
    list(&app, &connection.id).await;
    assert_eq!(known(&app, everything(&connection.id)).await.len(), 100);
    let info = app.core.library_info(()).await.unwrap();
    assert_eq!(info.state, LibraryState::Ready);
    assert!(info.set_aside.as_ref().is_some_and(|name| folder.join(name).exists()), "{info:?}");
}

#[tokio::test]
async fn the_library_of_a_newer_app_stays_as_it_is_and_breaks_no_call() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    // As a backup it is one file, whose version stands in its head.
    let backup = app.host.folder.0.path().join("backup.sqlite");
    *app.host.new_file.lock().unwrap() = Some(backup.clone());
    app.core.library_backup(()).await.unwrap();
    let mut bytes = fs::read(&backup).unwrap();
    bytes[60..64].copy_from_slice(&30_000_u32.to_be_bytes());
    let app = App::new();
    let newer = app.host.folder.0.path().join("library.sqlite");
    fs::write(&newer, &bytes).unwrap();
    let connection = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap();
    assert_eq!(list(&app, &connection.id).await.len(), 100);
    app.core.library_flush().await;
    assert_eq!(app.core.library_info(()).await.unwrap().state, LibraryState::Newer);
    let problem = app.core.library_list(LibraryQuery::default()).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::LibraryFailed);
    assert!(fs::read(&newer).unwrap() == bytes);
}

#[tokio::test]
async fn no_key_and_no_password_is_in_the_library() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let report = NewReport {
        url: "example.com/kept".to_owned(),
        privacy: Privacy::Password,
        password: Some(Secret::from("planted-password-9e2b")),
        keep_password: None,
    };
    app.core.report_create(CreateReport { connection: connection.id.clone(), report }).await.unwrap();
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    let (mut bytes, folder) = (Vec::new(), app.host.folder.0.path());
    for file in fs::read_dir(folder).unwrap() {
        bytes.extend(fs::read(file.unwrap().path()).unwrap());
    }
    let has = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    assert!(has("example.com/kept"), "what is looked for is found");
    assert!(!has(KEY) && !has("planted-password-9e2b"));
}

#[tokio::test]
async fn what_makes_no_sense_is_refused() {
    let app = App::new();
    let list = async |query| app.core.library_list(query).await.unwrap_err().fields[0].field.clone();
    let plain = LibraryQuery::default;
    let changed = |days| Some(ChangedSince { change: Some(Change::Worse), since: Since::Days(days) });
    assert_eq!(list(LibraryQuery { search: Some("x".repeat(501)), ..plain() }).await, "search");
    assert_eq!(list(LibraryQuery { score_min: Some(101), ..plain() }).await, "score_min");
    assert_eq!(list(LibraryQuery { score_max: Some(200), ..plain() }).await, "score_max");
    assert_eq!(list(LibraryQuery { stale_days: Some(0), ..plain() }).await, "stale_days");
    assert_eq!(list(LibraryQuery { changed: changed(3651), ..plain() }).await, "since");
    assert_eq!(list(LibraryQuery { page: Some(0), ..plain() }).await, "page");
    assert_eq!(list(LibraryQuery { project: Some("x".repeat(2049)), ..plain() }).await, "project");
    assert!(app.core.library_list(LibraryQuery { search: Some("ü".repeat(500)), ..plain() }).await.is_ok());
    for (stale_days, utc_offset, field) in [(0, 0, "stale_days"), (90, 841, "utc_offset"), (90, -721, "utc_offset")] {
        let query = OverviewQuery { stale_days, utc_offset, ..OverviewQuery::default() };
        assert_eq!(app.core.overview_read(query).await.unwrap_err().fields[0].field, field);
    }
    for days in [0, 366] {
        let query = OverviewQuery { stale_days: 90, trend_days: Some(days), ..OverviewQuery::default() };
        assert_eq!(app.core.overview_read(query).await.unwrap_err().fields[0].field, "trend_days");
    }
    let since = Timestamp::now() - SignedDuration::from_hours(24 * 3651);
    let query = OverviewQuery { stale_days: 90, trend_since: Some(since), ..OverviewQuery::default() };
    assert_eq!(app.core.overview_read(query).await.unwrap_err().fields[0].field, "trend_since");
    let moments = |query, before| CompareMoments { query, before, after: None };
    let compare = async |both| app.core.moments_compare(both).await.unwrap_err().fields[0].field.clone();
    assert_eq!(compare(moments(LibraryQuery { score_min: Some(101), ..plain() }, Since::Days(1))).await, "score_min");
    assert_eq!(compare(moments(plain(), Since::Days(0))).await, "since");
    // Connections have different last syncs.
    assert_eq!(compare(moments(plain(), Since::LastSync)).await, "before");
    let sort_check = |name: String| CheckSort { name, by_length: false, language: Language::English };
    for name in [String::new(), "x".repeat(2049)] {
        let query = LibraryQuery { sort_check: Some(sort_check(name)), ..plain() };
        assert_eq!(app.core.library_list(query).await.unwrap_err().fields[0].field, "sort_check");
    }
    assert_eq!(app.core.library_report(of("x", "")).await.unwrap_err().fields[0].field, "id");

    let notice = |title: &str, body: &str| SystemNotification { title: title.to_owned(), body: body.to_owned() };
    for (notice, field) in
        [(notice("", "x"), "title"), (notice(&"x".repeat(101), "x"), "title"), (notice("x", &"x".repeat(301)), "body")]
    {
        assert_eq!(app.core.notification_show(notice).await.unwrap_err().fields[0].field, field);
    }
    app.core.notification_show(notice("3 reports got worse", "example.com")).await.unwrap();
    assert_eq!(*app.host.notices.lock().unwrap(), [notice("3 reports got worse", "example.com")]);
    app.core.window_print(()).await.unwrap();
}

#[tokio::test]
async fn preferences_of_the_library_have_their_ranges() {
    let app = App::new();
    let view = |id: &str, name: &str, place: &str| SavedView {
        id: id.to_owned(),
        name: name.to_owned(),
        place: place.to_owned(),
        columns: assay_model::ColumnLayout::default(),
    };
    let moment = |id: &str, name: &str| NamedMoment {
        id: id.to_owned(),
        connection: "c1".to_owned(),
        name: name.to_owned(),
        at: Timestamp::UNIX_EPOCH,
    };
    let moments = |count: u32| (0..count).map(|number| moment(&number.to_string(), "x")).collect();
    let plain = Preferences::default;
    let quotas = |count: u32| (0..count).map(|number| (number.to_string(), 500)).collect();
    let many: Vec<_> = (0..101).map(|number| view(&number.to_string(), "x", "/library")).collect();
    for (preferences, field) in [
        (Preferences { sync_minutes: 4, ..plain() }, "sync_minutes"),
        (Preferences { sync_minutes: 10_081, ..plain() }, "sync_minutes"),
        (Preferences { stale_days: 0, ..plain() }, "stale_days"),
        (Preferences { stale_days: 3651, ..plain() }, "stale_days"),
        (Preferences { overview_days: 0, ..plain() }, "overview_days"),
        (Preferences { overview_days: 366, ..plain() }, "overview_days"),
        (Preferences { keep_days: 29, ..plain() }, "keep_days"),
        (Preferences { keep_days: 36_501, ..plain() }, "keep_days"),
        (Preferences { views: many.clone(), ..plain() }, "views"),
        (Preferences { sync_declined: vec!["x".to_owned(); 1001], ..plain() }, "sync_declined"),
        (Preferences { batch_at_once: 0, ..plain() }, "batch_at_once"),
        (Preferences { batch_at_once: 17, ..plain() }, "batch_at_once"),
        (Preferences { quotas: quotas(1001), ..plain() }, "quotas"),
        (Preferences { moments: vec![moment("a", "")], ..plain() }, "moments"),
        (Preferences { moments: vec![moment("a", &"x".repeat(101))], ..plain() }, "moments"),
        (Preferences { moments: vec![moment("a", "x"), moment("a", "y")], ..plain() }, "moments"),
        (Preferences { moments: moments(501), ..plain() }, "moments"),
        (Preferences { overview_moment: Some("x".repeat(101)), ..plain() }, "overview_moment"),
        (Preferences { views: vec![view("", "x", "/")], ..plain() }, "views"),
        (Preferences { views: vec![view("a", &"x".repeat(101), "/")], ..plain() }, "views"),
        (Preferences { views: vec![view("a", "x", "https://example.com")], ..plain() }, "views"),
        (Preferences { views: vec![view("a", "x", "/"), view("a", "y", "/")], ..plain() }, "views"),
    ] {
        assert_eq!(app.core.preferences_save(preferences).await.unwrap_err().fields[0].field, field);
    }
    let views = many[..100].to_vec();
    let most = Preferences {
        sync_minutes: 10_080,
        stale_days: 3650,
        keep_days: 36_500,
        overview_days: 365,
        moments: moments(500),
        overview_moment: Some("7".to_owned()),
        views,
        batch_at_once: 16,
        quotas: quotas(1000),
        ..plain()
    };
    assert_eq!(app.core.preferences_save(most.clone()).await.unwrap(), most);
    assert_eq!(app.core.preferences().unwrap(), most);
}

#[tokio::test]
async fn a_slow_list_does_not_bring_back_what_was_deleted_meanwhile() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = connection.id.clone();
    let shown = list(&app, &id).await;
    // The list is created immediately, and arrives late.
    let slow = Rule {
        method: Some(Method::Get),
        path: Some("reports".to_owned()),
        times: Some(1),
        after_work: true,
        ..Fault::Delay { ms: 700 }.into()
    };
    service.apply_profile(ServiceProfile { faults: vec![slow], ..ServiceProfile::default() });
    let asked = service.requests().len();
    let meanwhile = async {
        while service.requests().len() == asked {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
        app.core.report_delete(of(&id, &shown[0].id)).await.unwrap();
        let refreshed = app.core.report_update(refresh(&id, &shown[1].id)).await.unwrap().report;
        app.core.library_flush().await;
        refreshed
    };
    let (late, refreshed) = tokio::join!(list(&app, &id), meanwhile);
    assert_eq!(late, shown, "as they were before");
    app.core.library_flush().await;
    assert!(app.core.library_report(of(&id, &shown[0].id)).await.unwrap().gone_at.is_some());
    assert_eq!(app.core.library_report(of(&id, &shown[1].id)).await.unwrap().report, refreshed);
}

#[tokio::test]
async fn a_slow_list_does_not_take_back_what_a_later_one_showed() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let (other, there) = App::connected(&service).await;
    let id = connection.id.clone();
    let shown = list(&app, &id).await;
    let public = shown.iter().find(|row| row.privacy == Some(Privacy::Public)).unwrap();
    let slow = Rule {
        method: Some(Method::Get),
        path: Some("reports".to_owned()),
        times: Some(1),
        after_work: true,
        ..Fault::Delay { ms: 2500 }.into()
    };
    service.apply_profile(ServiceProfile { faults: vec![slow], ..ServiceProfile::default() });
    let asked = service.requests().len();
    let meanwhile = async {
        while service.requests().len() == asked {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
        // Another, independent computer of the user.
        let update = ReportUpdate { privacy: Some(Privacy::Private), ..ReportUpdate::default() };
        let change = UpdateReport { connection: there.id.clone(), id: public.id.clone(), update };
        other.core.report_update(change).await.unwrap();
        list(&app, &id).await
    };
    let (late, later) = tokio::join!(list(&app, &id), meanwhile);
    assert_eq!(late, shown, "as they were before");
    app.core.library_flush().await;
    let known = app.core.library_report(of(&id, &public.id)).await.unwrap().report.row;
    assert_eq!(known.privacy, Some(Privacy::Private));
    assert_eq!(Some(&known), later.iter().find(|row| row.id == public.id));
}

#[tokio::test]
async fn since_last_time_is_since_the_start_before_however_often_the_window_is_loaded() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.core.app_start(()).await.unwrap();
    // The service dates it by the second.
    tokio::time::sleep(Duration::from_millis(1100)).await;
    let report = NewReport {
        url: "https://example.com/new".to_owned(),
        privacy: Privacy::Public,
        password: None,
        keep_password: None,
    };
    app.core.report_create(CreateReport { connection: connection.id.clone(), report }).await.unwrap();
    app.core.library_flush().await;
    let app = app.restarted();
    let since = ChangesQuery { connection: Some(connection.id.clone()), since: Since::LastTime };
    for _ in 0..2 {
        app.core.app_start(()).await.unwrap();
        app.core.library_flush().await;
        assert_eq!(app.core.changes_count(since.clone()).await.unwrap().new, 1);
    }
}

#[tokio::test]
async fn trends_are_told_for_a_page_of_reports_of_a_connection() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let shown = list(&app, &connection.id).await;
    app.core.library_flush().await;
    let ask = async |connection: &str, ids: Vec<String>| {
        app.core.library_trends(TrendsQuery { connection: connection.to_owned(), ids, checks: None }).await
    };
    let ids: Vec<_> = shown.into_iter().map(|row| row.id).collect();
    let told = ask(&connection.id, ids.clone()).await.unwrap();
    assert_eq!(told.into_iter().map(|trend| trend.id).collect::<Vec<_>>(), ids);
    ask(&connection.id, vec!["7".to_owned(); 100]).await.unwrap();

    let out_of_range = FieldReason::OutOfRange { least: 1, most: 100 };
    let refused = [
        (Vec::new(), out_of_range.clone()),
        (vec!["7".to_owned(); 101], out_of_range),
        (vec![ids[0].clone(), String::new()], FieldReason::Required),
        (vec!["x".repeat(2049)], FieldReason::TooLong { limit: 2048 }),
    ];
    for (ids, reason) in refused {
        let problem = ask(&connection.id, ids).await.unwrap_err();
        assert_eq!((&*problem.fields[0].field, &problem.fields[0].reason), ("ids", &reason));
    }
    assert_eq!(ask("none", ids).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
}

#[tokio::test]
async fn values_of_checks_come_with_the_trends_of_reports() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    assert_eq!(app.core.check_names(()).await.unwrap(), Vec::<String>::new());
    let shown = list(&app, &connection.id).await;
    app.core.library_flush().await;
    let ids: Vec<_> = shown.into_iter().map(|row| row.id).collect();
    let ask = async |checks: Vec<String>| {
        let (connection, ids) = (connection.id.clone(), ids.clone());
        app.core.library_trends(TrendsQuery { connection, ids, checks: Some(checks) }).await
    };
    let names = app.core.check_names(()).await.unwrap();
    assert!(names.contains(&"title".to_owned()) && names.is_sorted(), "{names:?}");
    let told = ask(vec!["content_length".into(), "no such check".into(), "title".into()]).await.unwrap();
    for trend in told {
        let report = ReportRef { connection: connection.id.clone(), id: trend.id };
        let checks = app.core.library_report(report).await.unwrap().report.checks;
        let of = |name: &str| {
            checks.iter().find(|check| check.name == name).map_or(Value::Null, |check| check.value.clone())
        };
        let [words, None, title] = &trend.values[..] else { panic!("{:?}", trend.values) };
        let words = words.as_ref().map(|value| match value {
            CheckValue::Number { number } => *number,
            other => panic!("{other:?}"),
        });
        assert_eq!(words, of("content_length").as_f64());
        let title = title.as_ref().map(|value| match value {
            CheckValue::Text { text, length } => (text.clone(), *length as usize),
            other => panic!("{other:?}"),
        });
        assert_eq!(title, of("title").as_str().map(|text| (text.to_owned(), text.chars().count())));
    }
    let refused = [
        (vec!["title".to_owned(); 9], FieldReason::OutOfRange { least: 0, most: 8 }),
        (vec![String::new()], FieldReason::Required),
        (vec!["x".repeat(2049)], FieldReason::TooLong { limit: 2048 }),
    ];
    for (checks, reason) in refused {
        let problem = ask(checks).await.unwrap_err();
        assert_eq!((&*problem.fields[0].field, &problem.fields[0].reason), ("checks", &reason));
    }
}

#[tokio::test]
async fn summaries_are_asked_for_some_projects_and_come_without_the_service() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    service.stop().await;
    let list = ListLibraryProjects { connection: connection.id.clone(), query: LibraryProjectQuery::default() };
    let projects = app.core.library_projects(list).await.unwrap().rows;
    let ask = async |projects: Vec<String>, days, stale_days| {
        let query = SummariesQuery { connection: connection.id.clone(), projects, days, stale_days };
        app.core.project_summaries(query).await
    };
    let names: Vec<_> = projects.iter().map(|row| row.project.clone()).collect();
    let told = ask(names.clone(), 90, 90).await.unwrap();
    assert_eq!(told.iter().map(|it| &it.project).collect::<Vec<_>>(), names.iter().collect::<Vec<_>>());
    for (row, summary) in projects.iter().zip(&told) {
        assert_eq!((row.reports, row.mean_score), (Some(summary.reports.into()), summary.mean_score));
    }

    let out_of_range = FieldReason::OutOfRange { least: 1, most: 100 };
    let no_days = FieldReason::OutOfRange { least: 1, most: 3650 };
    let refused = [
        (Vec::new(), 90, 90, "projects", out_of_range.clone()),
        (vec!["a".to_owned(); 101], 90, 90, "projects", out_of_range),
        (vec![String::new()], 90, 90, "projects", FieldReason::Required),
        (names.clone(), 0, 90, "days", no_days.clone()),
        (names, 90, 3651, "stale_days", no_days),
    ];
    for (projects, days, stale_days, field, reason) in refused {
        let problem = ask(projects, days, stale_days).await.unwrap_err();
        assert_eq!((&*problem.fields[0].field, &problem.fields[0].reason), (field, &reason));
    }
}

// Windows doesn't allow moving an open file.
#[cfg(unix)]
#[tokio::test]
async fn what_could_not_be_forgotten_is_forgotten_when_the_app_is_started_again() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    list(&app, &connection.id).await;
    app.core.library_flush().await;
    let file = app.host.folder.0.path().join("library.sqlite");
    // The library is temporarily unavailable.
    let away = file.with_extension("away");
    let app = {
        app.core.end().await;
        let app = app.restarted();
        common::once_closed(|| fs::rename(&file, &away)).await;
        fs::create_dir(&file).unwrap();
        app.core.connection_remove(ConnectionRemoval { id: connection.id.clone(), leave_key: false }).await.unwrap();
        app.core.library_flush().await;
        app.restarted()
    };
    fs::remove_dir(&file).unwrap();
    fs::rename(&away, &file).unwrap();
    let scopes = || assay_library::Library::open(&file).library.scopes().unwrap();
    assert_eq!(scopes().len(), 1);
    // It is not another connection's either.
    let other = app.core.connection_save(draft(&service.base_url(), service.key())).await.unwrap();
    assert!(known(&app, everything(&other.id)).await.is_empty());
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    assert!(scopes().is_empty(), "{:?}", scopes());
}

#[tokio::test]
async fn a_busy_library_is_not_waited_for_by_more_than_some_pages() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.core.sample_open(()).await.unwrap();
    app.core.library_flush().await;
    app.core.sample_reset(()).await.unwrap();
    // Blocks the queue.
    let held = app.host.sample.try_lock().unwrap();
    for page in std::iter::repeat_n(1, 20).chain([2]) {
        let query = ReportQuery { page: Some(page), per_page: PageSize::Ten, ..ReportQuery::default() };
        let rows = app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap().rows;
        assert_eq!(rows.len(), 10, "shown all the same");
    }
    drop(held);
    assert_eq!(known(&app, everything(&connection.id)).await.len(), 10);
    list(&app, &connection.id).await;
    assert_eq!(known(&app, everything(&connection.id)).await.len(), 100);
}
