//! The app itself: links, safe mode, crash reports, diagnostics, data removal.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::BTreeMap,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::Duration,
};

use assay_core::{Crashes, Question};
use assay_model::{
    BatchRef, BatchState, BatchesQuery, ColumnLayout, ConnectionRemoval, CoreEvent, DataRemoval, Draft,
    ExistingReportPolicy, KeepPassword, KeyPlace, LibraryQuery, ListReports, OpenedLink, PasswordSource, Preferences,
    Privacy, Problem, ProblemCode, ReportQuery, ReportRef, SavedView, Secret, StartSync, SyncKind, Theme, WindowCrash,
};
use assay_sample_service::{Config, SampleService};
use common::{
    App, KEY,
    batches::{answered, at_once, create_as, made, pages, plan, plan_of, text, until},
    draft, once_closed, service,
};
use serde_json::json;
use tokio::sync::mpsc::UnboundedReceiver;

const LINK: &str = "assay://report/sample/17";

fn report(connection: &str, id: &str) -> OpenedLink {
    OpenedLink::Report { report: ReportRef { connection: connection.to_owned(), id: id.to_owned() } }
}

async fn next_link(events: &mut UnboundedReceiver<CoreEvent>) -> OpenedLink {
    loop {
        if let CoreEvent::Link { link } = events.recv().await.unwrap() {
            return link;
        }
    }
}

#[tokio::test]
async fn a_link_is_told_once_whenever_it_is_opened() {
    let app = App::new();
    app.core.link_opened(LINK);
    assert_eq!(app.core.app_start(()).await.unwrap().link, Some(report("sample", "17")));
    assert_eq!(app.core.app_start(()).await.unwrap().link, None, "a window that is loaded anew stays where it is");

    app.core.link_opened("assay://report/other/a%2Fb");
    let mut events = app.core.watch();
    assert_eq!(next_link(&mut events).await, report("other", "a/b"), "opened before the window listened");
    app.core.link_opened("assay://delete/sample/17");
    assert_eq!(next_link(&mut events).await, OpenedLink::Unusable);
    app.core.sample_asked();
    assert_eq!(next_link(&mut events).await, OpenedLink::Sample);
    assert_eq!(app.core.app_start(()).await.unwrap().link, None);

    // The reloaded window doesn't listen yet.
    app.core.link_opened(LINK);
    assert_eq!(next_link(&mut app.core.watch()).await, report("sample", "17"));
}

/// Each file in a folder with its content, without those that are deleted meanwhile.
fn files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let paths = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let read = |path: PathBuf| match fs::read(&path) {
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        content => Some((path, content.unwrap())),
    };
    paths.filter(|path| path.is_file()).filter_map(read).collect()
}

/// The files once nothing is written.
async fn settled_files(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut before = files(folder);
    loop {
        tokio::time::sleep(Duration::from_secs(1)).await;
        let now = files(folder);
        if now == before {
            return now;
        }
        before = now;
    }
}

/// A service with slow creates.
async fn slow_service() -> SampleService {
    let config =
        Config { key: Some(KEY.to_owned()), delay: Duration::from_millis(150), reports: 3, ..Config::default() };
    SampleService::start(config).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn safe_mode_leaves_library_batches_and_preferences_alone() {
    let service = slow_service().await;
    let (app, connection) = App::connected(&service).await;
    let preferences = Preferences { theme: Theme::Dark, stale_days: 7, ..Preferences::default() };
    app.core.preferences_save(preferences.clone()).await.unwrap();
    at_once(&app.core, 1).await;
    let list = ListReports { connection: connection.id.clone(), query: ReportQuery::default() };
    app.core.reports_list(list.clone()).await.unwrap();
    app.core.library_flush().await;
    let batch = plan(&app.core, &connection.id, &pages(20)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| answered(batch) > 0).await;
    app.core.end().await;
    app.host.safe_mode.store(true, Ordering::SeqCst);
    let folder = app.host.folder.0.path().to_owned();
    let app = app.restarted();
    let kept = settled_files(&folder).await;
    assert!(kept.contains_key(&folder.join("library.sqlite")) && kept.contains_key(&folder.join("batches.sqlite")));
    let settings = app.settings_text();

    let start = app.core.app_start(()).await.unwrap();
    assert!(start.safe_mode);
    assert_eq!((start.preferences, start.connections.len()), (Preferences::default(), 1));
    let of_now = Preferences { theme: Theme::Light, ..Preferences::default() };
    app.core.preferences_save(of_now.clone()).await.unwrap();
    assert_eq!(app.core.preferences().unwrap(), of_now);
    let there = app.core.reports_list(list.clone()).await.unwrap().rows.len();
    assert!((4..23).contains(&there), "{there}");

    let id = connection.id.clone();
    let start = StartSync { connection: id.clone(), kind: SyncKind::Full };
    let refused = [
        app.core.library_list(LibraryQuery::default()).await.err(),
        app.core.library_info(()).await.err(),
        app.core.library_clear(()).await.err(),
        app.core.sync_start(start).await.err(),
        app.core.batches_list(BatchesQuery { connection: None }).await.err(),
        app.core.batch_start(BatchRef { batch }).await.err(),
        // Without a backup nothing is deleted.
        app.core.report_delete(ReportRef { connection: id.clone(), id: "1".to_owned() }).await.err(),
    ];
    for (place, problem) in refused.into_iter().enumerate() {
        assert_eq!(problem.map(|problem| problem.code), Some(ProblemCode::SafeMode), "{place}");
    }
    app.core.end().await;
    assert_eq!(settled_files(&folder).await, kept);
    assert_eq!(app.settings_text(), settings);
    assert_eq!(app.core.reports_list(list).await.unwrap().rows.len(), there, "the batch stands still");

    app.host.safe_mode.store(false, Ordering::SeqCst);
    let app = app.restarted();
    let start = app.core.app_start(()).await.unwrap();
    assert_eq!((start.safe_mode, start.preferences.theme), (false, Theme::Dark));
    until(&app.core, batch, |batch| batch.state == BatchState::Ended).await;
    assert_eq!(made(&app.core, &id).await.len(), 20, "the batch goes on as if nothing had been");
}

#[tokio::test]
async fn what_a_removal_in_safe_mode_left_is_forgotten_at_the_next_start() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let list = ListReports { connection: connection.id.clone(), query: ReportQuery::default() };
    app.core.reports_list(list).await.unwrap();
    app.core.library_flush().await;
    let batch = plan(&app.core, &connection.id, &pages(2)).await.number;
    app.host.safe_mode.store(true, Ordering::SeqCst);
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    let removal = ConnectionRemoval { id: connection.id.clone(), leave_key: false };
    app.core.connection_remove(removal).await.unwrap();
    assert_eq!(app.keychain.keys(), [""; 0]);

    app.host.safe_mode.store(false, Ordering::SeqCst);
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(app.core.library_info(()).await.unwrap().reports, 0);
    let gone = app.core.batch_read(BatchRef { batch }).await.unwrap_err();
    assert_eq!(gone.code, ProblemCode::BatchUnknown);
}

#[tokio::test]
async fn what_a_removal_could_not_have_the_journal_forget_is_forgotten_at_the_next_start() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let batch = plan(&app.core, &connection.id, &pages(2)).await.number;
    app.core.end().await;
    let folder = app.host.folder.0.path().to_owned();
    let journal = || {
        let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names.filter(|name| name.starts_with("batches.sqlite")).collect::<Vec<_>>()
    };
    let app = app.restarted();
    for name in journal() {
        once_closed(|| fs::rename(folder.join(&name), folder.join(format!("away-{name}")))).await;
    }
    fs::create_dir(folder.join("batches.sqlite")).unwrap();
    app.core.connection_remove(ConnectionRemoval { id: connection.id.clone(), leave_key: false }).await.unwrap();
    app.core.library_flush().await;
    let failed = app.core.batch_read(BatchRef { batch }).await.unwrap_err();
    assert_eq!(failed.code, ProblemCode::JournalFailed);

    let app = app.restarted();
    fs::remove_dir(folder.join("batches.sqlite")).unwrap();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if let Some(name) = path.file_name().unwrap().to_str().unwrap().strip_prefix("away-") {
            fs::rename(&path, folder.join(name)).unwrap();
        }
    }
    assert_eq!(app.core.batch_read(BatchRef { batch }).await.unwrap().number, batch);
    app.core.app_start(()).await.unwrap();
    let gone = app.core.batch_read(BatchRef { batch }).await.unwrap_err();
    assert_eq!(gone.code, ProblemCode::BatchUnknown);
    assert!(!app.settings_text().contains(&connection.id), "{}", app.settings_text());
}

#[tokio::test]
async fn what_failed_is_told_at_the_next_start_until_it_was_seen() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let crash_folder = app.host.folder.0.path().join("logs/crashes");
    let kept = || fs::read_dir(&crash_folder).unwrap().map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    let nothing = app.core.crash_report_save(WindowCrash { text: String::new() }).await.unwrap_err();
    assert_eq!(nothing.code, ProblemCode::InvalidInput);
    assert_eq!(app.core.app_start(()).await.unwrap().crash, None);
    let text = format!(
        "TypeError: x is null, {KEY}, {}, https://shop.example/tulips?x={}",
        connection.name,
        "y".repeat(30_000)
    );
    app.core.crash_report_save(WindowCrash { text }).await.unwrap();
    assert!(kept().all(|text| text.contains("x is null") && !text.contains(&connection.name) && !text.contains(KEY)));
    let app = app.restarted();
    for _ in 0..2 {
        let crash = app.core.app_start(()).await.unwrap().crash.unwrap();
        assert!(crash.text.contains("Assay 1.2.3\nA system of tests") && crash.text.contains("TypeError: x is null"));
        assert!(!crash.text.contains(KEY) && !crash.text.contains("tulips") && crash.text.len() < 25_000);
    }
    // A webview could write a file here, but it isn't trusted.
    let pem = rcgen::generate_simple_self_signed(["evil.example".to_owned()]).unwrap().cert.pem();
    let (begin, end) = ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----");
    let body: String = pem.lines().filter(|line| !line.contains('-')).collect();
    let lines: Vec<_> = body.as_bytes().chunks(12).map(String::from_utf8_lossy).collect();
    for pem in [pem.clone(), format!("{begin}\n{}\n{end}", lines.join("\n")), format!("{begin}\n{}", lines.join("\n"))]
    {
        app.core.crash_report_save(WindowCrash { text: format!("x is null\n{pem}") }).await.unwrap();
    }
    assert_eq!(kept().count(), 4);
    assert!(kept().all(|text| !text.contains("-----") && !lines.iter().any(|line| text.contains(&**line))));
    app.core.crash_seen(()).await.unwrap();
    assert_eq!(app.core.app_start(()).await.unwrap().crash, None);
    assert!(app.core.diagnostics_read(()).await.unwrap().contains("TypeError: x is null"));

    // As written by a panic, which knows no connections.
    let crashes = Crashes::in_log_folder(&app.host.folder.0.path().join("logs"));
    crashes.save("Assay 1.2.3 on DISPLAY=tulips.example:0", &format!("x of {} failed", connection.name)).unwrap();
    let crash = app.core.app_start(()).await.unwrap().crash.unwrap();
    assert!(crash.text.contains("DISPLAY=<address>") && crash.text.contains("x of <connection> failed"), "{crash:?}");
}

#[tokio::test]
async fn diagnostics_hold_no_secret_and_no_address() {
    const NAME: &str = "Tulip growers of Haarlem";
    const PASSWORD: &str = "sunflowers of June";
    const PAGE: &str = "tulips.example/may/offer";
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let named = assay_model::ConnectionDraft {
        id: Some(connection.id.clone()),
        name: NAME.to_owned(),
        key: None,
        ..draft(&service.base_url(), "")
    };
    app.core.connection_save(named).await.unwrap();
    app.core.connection_save(draft("https://lavender:8443", KEY)).await.unwrap();
    let kept = KeepPassword { connection: connection.id.clone(), id: "7".to_owned(), password: Secret::from(PASSWORD) };
    app.core.password_save(kept).await.unwrap();
    let place = format!("/c/{}/reports?search={PAGE}", connection.id);
    let view =
        SavedView { id: "1".to_owned(), name: NAME.to_owned(), place: place.clone(), columns: ColumnLayout::default() };
    let preferences = Preferences { place: Some(place), views: vec![view], ..Preferences::default() };
    app.core.preferences_save(preferences).await.unwrap();
    let values = json!({ "url": PAGE, "note": PASSWORD });
    app.core.draft_save(Draft { form: format!("new-report {PAGE}"), values }).await.unwrap();
    // Loads the key into memory, and reports into the library.
    let list = ListReports { connection: connection.id.clone(), query: ReportQuery::default() };
    let rows = app.core.reports_list(list).await.unwrap().rows;
    app.core.library_flush().await;
    plan(&app.core, &connection.id, &[format!("https://{PAGE}")]).await;
    let base_url = service.base_url();
    let known = &rows[0].address;
    app.core
        .crash_report_save(WindowCrash { text: format!("at https://{PAGE}?a={PASSWORD},{KEY}\nat {known}") })
        .await
        .unwrap();

    let logs = app.host.folder.0.path().join("logs");
    fs::create_dir_all(&logs).unwrap();
    let mut log: Vec<_> = (0..300).map(|number| format!("line {number}")).collect();
    let answer = format!("{{\n  \"title\": \"{PASSWORD}\",\n  \"owner\": \"Mrs Marigold\"\n}}");
    let said = Some("x\n[2026-01-02][03:04:05][a][WARN] Forged".into());
    let forging = Problem {
        said,
        ..Problem::new(ProblemCode::RefusedInput).with_detail("y\r\n[2026-01-02][03:04:05][a][INFO] Forged")
    };
    log.extend([
        format!("report_update: {forging}"),
        format!("reports_list: UnsupportedService ({{\"title\": \"{PASSWORD}\", \"url\": \"{PAGE}\"}})"),
        format!("report_create: RefusedInput: Mrs Marigold may not (POST /reports said {answer})"),
        format!("a sync ended early problem=Unauthorized: Mrs Marigold\nis not known here {answer} batch=3"),
        format!("GET {base_url}/api/v1/reports?search={PASSWORD} failed"),
        format!("report {known} of {NAME} has {KEY}"),
        format!("mail grower@tulips.example, {PAGE}"),
        "no answer of lavender:8443".to_owned(),
        "library_list: LibraryFailed (the disk is slow)".to_owned(),
        "the last line of all".to_owned(),
    ]);
    let log = log.into_iter().map(|message| format!("[2026-01-02][03:04:05][x][WARN] {message}\n"));
    fs::write(logs.join("Assay.log"), log.collect::<String>()).unwrap();

    let told = app.core.diagnostics_read(()).await.unwrap();
    for secret in [
        KEY,
        PASSWORD,
        "sunflowers",
        "Marigold",
        "is not known",
        "Forged",
        NAME,
        "Haarlem",
        "lavender",
        PAGE,
        "tulips",
        known,
        &*base_url,
        &*connection.id,
    ] {
        assert!(!told.contains(secret), "{secret}\n{told}");
    }
    for fact in [
        "Assay 1.2.3",
        "A system of tests",
        "service: http · key in the keychain · system proxy · system certificates · ",
        "library: ready",
        "scores 0–100 · lists with a total · ",
        "batches: 1 (0 running, ",
        "updates: unsigned",
        "lists: 25 per page, ",
        "panel width: automatic",
        "1 views",
        "line 299",
        "reports_list: UnsupportedService…",
        "report_create: RefusedInput…",
        "report_update: RefusedInput…",
        "a sync ended early problem=Unauthorized…",
        "library_list: LibraryFailed (the disk is slow)",
        "the last line of all",
        "The window crashed.",
    ] {
        assert!(told.contains(fact), "{fact}\n{told}");
    }
    for code in ["Some(", "None", "TwentyFive", "{"] {
        assert!(!told.contains(code), "{code}\n{told}");
    }
    assert!(!told.contains("line 100\n"), "only the end of the log");
}

#[tokio::test]
async fn diagnostics_are_told_in_any_state() {
    let app = App::new();
    let told = app.core.diagnostics_read(()).await.unwrap();
    assert!(told.contains("== Last 200 lines of the log\nIt can’t be read"), "{told}");
    app.host.safe_mode.store(true, Ordering::SeqCst);
    let told = app.restarted().core.diagnostics_read(()).await.unwrap();
    assert!(told.contains("library: safe mode") && told.contains("safe mode: on"), "{told}");
}

#[tokio::test]
async fn the_folder_of_the_log_is_opened() {
    let app = App::new();
    app.core.logs_open(()).await.unwrap();
    assert_eq!(*app.host.opened_folders.lock().unwrap(), [app.host.folder.0.path().join("logs")]);
}

const ALL: DataRemoval = DataRemoval { leave_keys: false };

#[tokio::test]
async fn everything_is_removed_and_the_app_closes() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let password = Secret::from("tulips-in-may");
    app.core.password_save(KeepPassword { connection: connection.id, id: "7".to_owned(), password }).await.unwrap();
    assert_eq!(app.keychain.keys().len(), 2);
    app.host.says_no.store(true, Ordering::SeqCst);
    assert_eq!(app.core.data_remove(ALL).await.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!((app.keychain.keys().len(), app.host.removed.load(Ordering::SeqCst)), (2, 0));

    app.host.says_no.store(false, Ordering::SeqCst);
    app.core.data_remove(ALL).await.unwrap();
    assert_eq!(*app.host.asked.lock().unwrap(), [Question::DataRemoval, Question::DataRemoval]);
    assert_eq!(app.keychain.keys(), [""; 0]);
    assert_eq!((app.host.removed.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst)), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_runs_keeps_no_password_after_everything_was_removed() {
    let service = slow_service().await;
    let (app, connection) = App::connected(&service).await;
    at_once(&app.core, 1).await;
    let (source, wish) = (text(&pages(20).join("\n")), create_as(Privacy::Password, ExistingReportPolicy::Create));
    let password = Some(PasswordSource::One { password: Secret::from("tulips-in-may") });
    let batch = plan_of(&app.core, &connection.id, source, wish, password).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| answered(batch) > 1).await;
    app.core.data_remove(ALL).await.unwrap();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(app.keychain.keys(), [""; 0]);
}

#[tokio::test]
async fn nothing_is_removed_where_the_keychain_fails_unless_the_keys_are_left() {
    let service = service().await;
    let (app, _) = App::connected(&service).await;
    app.keychain.set_missing(true);
    let problem = app.core.data_remove(ALL).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    assert_eq!((app.host.removed.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst)), (0, 0));
    app.core.data_remove(DataRemoval { leave_keys: true }).await.unwrap();
    assert_eq!((app.host.removed.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst)), (1, 1));
}

#[tokio::test]
async fn a_computer_without_a_keychain_has_nothing_in_it() {
    let service = service().await;
    let app = App::new();
    app.keychain.set_missing(true);
    let in_memory =
        assay_model::ConnectionDraft { key_place: KeyPlace::Memory, ..draft(&service.base_url(), service.key()) };
    app.core.connection_save(in_memory).await.unwrap();
    app.core.data_remove(ALL).await.unwrap();
    assert_eq!(app.host.removed.load(Ordering::SeqCst), 1);
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_is_removed_where_the_data_folder_is_a_link() {
    use common::{FakeHost, FakeKeychain};
    use std::sync::Arc;

    let elsewhere = tempfile::tempdir().unwrap();
    let link = elsewhere.path().join("link");
    let host = FakeHost { elsewhere: Some(link.clone()), ..FakeHost::default() };
    std::os::unix::fs::symlink(host.folder.0.path(), &link).unwrap();
    let app = App::over(Arc::new(host), FakeKeychain::default());
    let service = service().await;
    app.core.connection_save(draft(&service.base_url(), service.key())).await.unwrap();
    let problem = app.core.data_remove(ALL).await.unwrap_err();
    assert!(problem.detail.is_some_and(|detail| detail.contains(&link.display().to_string())));
    assert_eq!((app.keychain.keys().len(), app.host.removed.load(Ordering::SeqCst)), (1, 0));
}
