//! The screen that the next start shows first, and what is read ahead for it.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{fs, path::PathBuf, time::Duration};

use assay_core::FirstPage;
use assay_model::{
    Connection, ConnectionDraft, ConnectionRemoval, CoreEvent, Density, FirstAnswer, FirstCall, FirstPicture,
    FirstRead, LibraryQuery, ListReports, OpenedLink, PictureLook, Preferences, ProblemCode, ReportQuery, ReportRef,
    Secret, ShownTheme, Start, TextDirection, Theme, WindowCrash,
};
use assay_sample_service::{Config, SampleService};
use common::{App, KEY, config_of, draft, once_closed};
use serde_json::{Value, json};
use url::Url;

const PLACE: &str = "/c/1/reports";

/// For what is read ahead: it must be enough on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

fn query(connection: &Connection) -> LibraryQuery {
    LibraryQuery { connection: Some(connection.id.clone()), ..LibraryQuery::default() }
}

async fn picture(app: &App) -> FirstPicture {
    FirstPicture {
        look: PictureLook {
            place: PLACE.to_owned(),
            language: "en".to_owned(),
            direction: TextDirection::Ltr,
            theme: ShownTheme::Light,
            width: 1280,
            height: 820,
            pixel_ratio: 1.0,
            more_contrast: false,
            forced_colors: false,
        },
        revision: app.core.library_revision(()).await.unwrap(),
        reads: Vec::new(),
        screen: serde_json::from_value(json!({ "tag": "p", "children": ["The rows"] })).unwrap(),
    }
}

fn preferences() -> Preferences {
    Preferences { place: Some(PLACE.to_owned()), density: Density::Compact, ..Preferences::default() }
}

/// An app with reports in its library, a kept picture, and the service of the reports.
async fn pictured() -> (App, Connection, SampleService) {
    let service = SampleService::start(config_of(30)).await.unwrap();
    let (app, connection) = App::connected(&service).await;
    app.core.preferences_save(preferences()).await.unwrap();
    list(&app, &connection).await;
    app.core.library_flush().await;
    assert!(app.core.picture_save(picture(&app).await).await.unwrap());
    (app, connection, service)
}

async fn list(app: &App, connection: &Connection) {
    let query = ReportQuery::default();
    app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap();
}

fn file(app: &App) -> PathBuf {
    app.host.folder.0.path().join("first-picture")
}

async fn first_page(app: &App) -> FirstPage {
    app.core.read_ahead().page(PATIENCE).await
}

async fn shows_picture(app: &App) -> bool {
    first_page(app).await.picture.is_some()
}

fn answer_to(page: &FirstPage, call: FirstCall) -> Option<&Value> {
    page.data.answers.iter().find(|answer| answer.call == call).map(|FirstAnswer { answer, .. }| answer)
}

#[tokio::test]
async fn the_next_start_shows_the_picture_with_what_its_screen_reads() {
    let (app, connection, _service) = pictured().await;
    let request = serde_json::to_value(query(&connection)).unwrap();
    let read = FirstRead { call: FirstCall::LibraryList, request: request.clone() };
    let unknown = FirstRead { call: FirstCall::LibraryReport, request: json!({ "connection": 1 }) };
    let kept = FirstPicture { reads: vec![read, unknown], ..picture(&app).await };
    assert!(app.core.picture_save(kept).await.unwrap());
    let app = app.restarted();
    let page = first_page(&app).await;

    let shown = page.picture.as_ref().unwrap();
    assert_eq!(shown.drawing.html, "<p>The rows</p>");
    assert_eq!((&*shown.language, shown.direction), ("en", TextDirection::Ltr));
    assert_eq!((shown.theme, shown.density), (None, Density::Compact));
    assert!(shown.drawing.css.contains("prefers-color-scheme:light"));

    let calls: Vec<_> = page.data.answers.iter().map(|answer| answer.call).collect();
    assert_eq!(calls, [FirstCall::SyncsList, FirstCall::LibraryList, FirstCall::AppStart]);
    let listed = page.data.answers.iter().find(|answer| answer.call == FirstCall::LibraryList).unwrap();
    assert_eq!(listed.request, request);
    let now = app.core.library_list(query(&connection)).await.unwrap();
    assert_eq!(listed.answer, serde_json::to_value(now).unwrap());
    let start: Start = serde_json::from_value(answer_to(&page, FirstCall::AppStart).unwrap().clone()).unwrap();
    assert_eq!(start.preferences, preferences());
    assert_eq!(start.connections, app.core.connections_list(()).await.unwrap());
    assert_eq!(start.connections[0].id, connection.id);
}

#[tokio::test]
async fn without_a_picture_the_start_is_read_ahead_all_the_same() {
    let app = App::new();
    let page = first_page(&app).await;
    assert!(page.picture.is_none() && answer_to(&page, FirstCall::AppStart).is_some());
    assert_eq!(answer_to(&page, FirstCall::SyncsList), Some(&json!([])));
}

#[tokio::test]
async fn a_start_that_is_not_ready_for_the_page_is_the_windows_answer() {
    let app = App::new();
    app.core.sample_asked();
    let page = app.core.read_ahead().page(Duration::ZERO).await;
    assert!(answer_to(&page, FirstCall::AppStart).is_none());
    // The link is sent once: a second start would be without it.
    assert_eq!(app.core.app_start(()).await.unwrap().link, Some(OpenedLink::Sample));
    assert_eq!(app.core.app_start(()).await.unwrap().link, None);
}

#[tokio::test]
async fn nothing_that_happens_after_reading_ahead_is_missed() {
    let app = App::new();
    first_page(&app).await;
    let service = SampleService::start(config_of(1)).await.unwrap();
    let connection = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap();
    list(&app, &connection).await;
    app.core.library_flush().await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    let mut events = app.core.watch();
    let mut happened = Vec::new();
    while let Ok(event) = events.try_recv() {
        happened.push(event);
    }
    assert!(happened.contains(&CoreEvent::Library), "{happened:?}");
}

#[tokio::test]
async fn a_picture_of_another_library_revision_is_not_kept() {
    let (app, connection, _service) = pictured().await;
    let outdated = picture(&app).await;
    let id = first_id(&app, &connection).await;
    app.core.report_delete(ReportRef { connection: connection.id.clone(), id }).await.unwrap();
    app.core.library_flush().await;
    assert!(!app.core.picture_save(outdated).await.unwrap());
    assert!(app.core.picture_save(picture(&app).await).await.unwrap());
}

async fn first_id(app: &App, connection: &Connection) -> String {
    app.core.library_list(query(connection)).await.unwrap().rows[0].row.id.clone()
}

#[tokio::test]
async fn a_picture_of_another_place_or_theme_is_not_kept() {
    let (app, ..) = pictured().await;
    let mut other = picture(&app).await;
    other.look.place = "/c/1/overview".to_owned();
    assert!(!app.core.picture_save(other).await.unwrap());
    app.core.preferences_save(Preferences { theme: Theme::Dark, ..preferences() }).await.unwrap();
    assert!(!app.core.picture_save(picture(&app).await).await.unwrap());
    let mut dark = picture(&app).await;
    dark.look.theme = ShownTheme::Dark;
    assert!(app.core.picture_save(dark).await.unwrap());
    let page = first_page(&app.restarted()).await;
    let shown = page.picture.unwrap();
    assert_eq!(shown.theme, Some(ShownTheme::Dark));
    assert!(!shown.drawing.css.contains("prefers-color-scheme"));
}

#[tokio::test]
async fn a_picture_that_is_not_allowed_leaves_the_one_before() {
    let (app, ..) = pictured().await;
    let script = serde_json::from_value(json!({ "tag": "script", "children": ["x"] })).unwrap();
    let read = |request| FirstRead { call: FirstCall::CheckNames, request };
    let reads = [vec![read(Value::Null); 21], vec![read(json!("x".repeat(20_000)))]];
    let refused = [
        FirstPicture { screen: script, ..picture(&app).await },
        FirstPicture { reads: reads[0].clone(), ..picture(&app).await },
        FirstPicture { reads: reads[1].clone(), ..picture(&app).await },
    ];
    for refused in refused {
        assert_eq!(app.core.picture_save(refused).await.unwrap_err().code, ProblemCode::InvalidInput);
    }
    assert!(shows_picture(&app.restarted()).await);
}

#[tokio::test]
async fn a_picture_is_shown_again_and_again_until_anything_changes() {
    let (app, ..) = pictured().await;
    let app = app.restarted();
    assert!(shows_picture(&app).await);
    let app = app.restarted();
    assert!(shows_picture(&app).await);
    *app.host.build.lock().unwrap() = "another build".to_owned();
    let app = app.restarted();
    assert!(!shows_picture(&app).await);
    assert!(!file(&app).exists(), "it would never be true again");
}

#[tokio::test]
async fn a_picture_is_not_shown_with_other_preferences() {
    let changes: [fn(&mut Preferences); 4] = [
        |preferences| preferences.place = Some("/c/1/overview".to_owned()),
        |preferences| preferences.density = Density::Comfortable,
        |preferences| preferences.zoom = 125.into(),
        |preferences| preferences.language = assay_model::Language::German,
    ];
    let (mut app, ..) = pictured().await;
    for change in changes {
        app.core.preferences_save(preferences()).await.unwrap();
        assert!(app.core.picture_save(picture(&app).await).await.unwrap());
        let mut other = preferences();
        change(&mut other);
        app.core.preferences_save(other).await.unwrap();
        app = app.restarted();
        assert!(!shows_picture(&app).await);
    }
}

#[tokio::test]
async fn a_picture_is_not_shown_when_the_library_has_changed() {
    let (app, connection, service) = pictured().await;
    let id = first_id(&app, &connection).await;
    app.core.report_delete(ReportRef { connection: connection.id.clone(), id }).await.unwrap();
    app.core.library_flush().await;
    let app = app.restarted();
    assert!(!shows_picture(&app).await);

    assert!(app.core.picture_save(picture(&app).await).await.unwrap());
    let library = app.host.folder.0.path().join("library.sqlite");
    let app = app.restarted();
    for name in ["library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] {
        once_closed(|| fs::remove_file(library.with_file_name(name))).await;
    }
    let app = app.restarted();
    assert!(!shows_picture(&app).await, "a library that was replaced by another");
    drop(service);
}

#[tokio::test]
async fn a_damaged_picture_is_none() {
    let (app, ..) = pictured().await;
    let kept = fs::read_to_string(file(&app)).unwrap();
    let mut app = app;
    for damaged in [kept[..kept.len() / 2].to_owned(), kept.replace("The rows", "No rows!"), String::new()] {
        fs::write(file(&app), damaged).unwrap();
        app = app.restarted();
        let page = first_page(&app).await;
        assert!(page.picture.is_none() && answer_to(&page, FirstCall::AppStart).is_some());
    }
    fs::write(file(&app), kept).unwrap();
    assert!(shows_picture(&app.restarted()).await);
}

#[tokio::test]
async fn what_is_told_at_the_start_is_not_in_the_picture() {
    let (app, ..) = pictured().await;
    app.core.link_opened("assay://sample");
    assert!(!shows_picture(&app).await);
    let app = app.restarted();
    assert!(shows_picture(&app).await, "the link was opened once");
    app.core.crash_report_save(WindowCrash { text: "x".to_owned() }).await.unwrap();
    let app = app.restarted();
    assert!(!shows_picture(&app).await);
    app.core.crash_seen(()).await.unwrap();
    assert!(shows_picture(&app.restarted()).await);
}

#[tokio::test]
async fn safe_mode_keeps_and_shows_no_picture() {
    let (app, ..) = pictured().await;
    let kept = picture(&app).await;
    app.host.safe_mode.store(true, std::sync::atomic::Ordering::SeqCst);
    let app = app.restarted();
    assert!(!shows_picture(&app).await);
    assert!(!app.core.picture_save(kept).await.unwrap());
    app.host.safe_mode.store(false, std::sync::atomic::Ordering::SeqCst);
    assert!(shows_picture(&app.restarted()).await);
}

#[tokio::test]
async fn a_picture_goes_with_the_library_and_with_a_changed_or_removed_connection() {
    let (app, connection, service) = pictured().await;
    app.core.library_clear(()).await.unwrap();
    assert!(!file(&app).exists());

    let again = async || assert!(app.core.picture_save(picture(&app).await).await.unwrap() && file(&app).exists());
    again().await;
    let key = Some(Secret::from(KEY));
    let changed = ConnectionDraft { id: Some(connection.id.clone()), key, ..draft(&service.base_url(), "") };
    app.core.connection_save(changed).await.unwrap();
    assert!(!file(&app).exists());

    again().await;
    let removal = ConnectionRemoval { id: connection.id.clone(), leave_key: false };
    app.core.connection_remove(removal).await.unwrap();
    assert!(!file(&app).exists());
}

#[tokio::test]
async fn a_picture_goes_with_a_restored_library() {
    let (app, ..) = pictured().await;
    let backup = app.host.folder.0.path().join("backup.sqlite");
    *app.host.new_file.lock().unwrap() = Some(backup.clone());
    app.core.library_backup(()).await.unwrap();
    assert!(file(&app).exists());
    *app.host.file.lock().unwrap() = Some(backup);
    app.core.library_restore(()).await.unwrap();
    assert!(!file(&app).exists());
}

#[tokio::test]
async fn a_picture_goes_when_the_key_is_refused() {
    let (app, connection, service) = pictured().await;
    let address = service.base_url();
    service.stop().await;
    let port = Url::parse(&address).unwrap().port().unwrap();
    let other_key = Config { key: Some("another".to_owned()), address: ([127, 0, 0, 1], port).into(), ..config_of(30) };
    let _service = SampleService::start(other_key).await.unwrap();
    let asked = ListReports { connection: connection.id.clone(), query: ReportQuery::default() };
    let problem = app.core.reports_list(asked).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeyRefused);
    for _ in 0..100 {
        if !file(&app).exists() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(!file(&app).exists());
    assert!(!app.core.picture_save(picture(&app).await).await.unwrap(), "as long as it is refused");
    let key = Some(Secret::from("another"));
    let changed = ConnectionDraft { id: Some(connection.id.clone()), key, ..draft(&address, "") };
    app.core.connection_save(changed).await.unwrap();
    for _ in 0..100 {
        if app.core.picture_save(picture(&app).await).await.unwrap() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("no picture is kept with the new key");
}
