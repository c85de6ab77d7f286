//! Passwords of reports: where they are kept, shown and forgotten.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use assay_model::{
    Connection, ConnectionDraft, ConnectionRemoval, KeepPassword, KeyPlace, ListReports, MakePassword, PageSize,
    Privacy, ProblemCode, ProjectRef, ReportQuery, ReportRef, ReportRow, ReportUpdate, Secret, UpdateReport,
};
use common::{App, KEY, draft, service};

fn of(connection: &Connection, id: &str) -> ReportRef {
    ReportRef { connection: connection.id.clone(), id: id.to_owned() }
}

async fn keep(app: &App, connection: &Connection, id: &str, password: &str) {
    let kept = KeepPassword { connection: connection.id.clone(), id: id.to_owned(), password: Secret::from(password) };
    app.core.password_keep(kept).await.unwrap();
}

async fn kept(app: &App, connection: &Connection, id: &str) -> Option<String> {
    let is_known = app.core.password_known(of(connection, id)).await.unwrap();
    match app.core.password_show(of(connection, id)).await {
        Ok(shown) => Some(shown.password).filter(|_| is_known),
        Err(problem) => {
            assert_eq!((problem.code, is_known), (ProblemCode::NotRemembered, false));
            None
        }
    }
}

async fn rows(app: &App, connection: &Connection) -> Vec<ReportRow> {
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap().rows
}

#[tokio::test]
async fn a_password_is_kept_shown_copied_and_forgotten() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    assert_eq!(kept(&app, &connection, "7").await, None);
    keep(&app, &connection, "7", "first").await;
    keep(&app, &connection, "7", "zweites =Wort").await;
    keep(&app, &connection, "77", "another").await;
    let app = app.restarted();
    assert_eq!(kept(&app, &connection, "7").await.as_deref(), Some("zweites =Wort"));
    app.core.password_copy(of(&connection, "7")).await.unwrap();
    assert_eq!(app.host.copied.lock().unwrap().as_ref().unwrap().expose(), "zweites =Wort");
    app.core.end().await;
    assert!(app.host.copied.lock().unwrap().is_none(), "it stays on the clipboard when the app has ended");

    app.core.password_forget(of(&connection, "7")).await.unwrap();
    app.core.password_forget(of(&connection, "7")).await.unwrap();
    assert_eq!(kept(&app, &connection, "7").await, None);
    assert_eq!(app.core.password_copy(of(&connection, "7")).await.unwrap_err().code, ProblemCode::NotRemembered);
    assert_eq!(kept(&app, &connection, "77").await.as_deref(), Some("another"));
}

#[tokio::test]
async fn what_is_no_password_is_refused() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    for (id, password, field) in [("7", "", "password"), ("7", &*"x".repeat(129), "password"), ("", "x", "id")] {
        let kept =
            KeepPassword { connection: connection.id.clone(), id: id.to_owned(), password: Secret::from(password) };
        assert_eq!(app.core.password_keep(kept).await.unwrap_err().fields[0].field, field);
    }
    let elsewhere = KeepPassword { connection: "x".into(), id: "7".into(), password: Secret::from("x") };
    assert_eq!(app.core.password_keep(elsewhere).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
    assert_eq!(app.keychain.keys(), [KEY]);
    for length in [7, 65] {
        assert_eq!(app.core.password_make(MakePassword { length }).await.err().unwrap().fields[0].field, "length");
    }
    assert_eq!(app.core.password_make(MakePassword { length: 64 }).await.unwrap().password.len(), 64);
}

#[tokio::test]
async fn where_the_key_is_in_memory_only_the_passwords_are_so_too() {
    let service = service().await;
    let app = App::new();
    let in_memory = ConnectionDraft { key_place: KeyPlace::Memory, ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(in_memory).await.unwrap();
    app.keychain.set_missing(true);
    keep(&app, &connection, "7", "sesame").await;
    assert_eq!(kept(&app, &connection, "7").await.as_deref(), Some("sesame"));
    let sample = app.core.sample_open(()).await.unwrap();
    keep(&app, &sample, "7", "open").await;
    assert_eq!(kept(&app, &sample, "7").await.as_deref(), Some("open"));
    assert!(app.keychain.keys().is_empty());
    let app = app.restarted();
    assert_eq!(kept(&app, &connection, "7").await, None);
}

#[tokio::test]
async fn a_keychain_that_is_missing_is_said() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.keychain.set_missing(true);
    let kept = KeepPassword { connection: connection.id.clone(), id: "7".to_owned(), password: Secret::from("x") };
    assert_eq!(app.core.password_keep(kept).await.unwrap_err().code, ProblemCode::KeychainMissing);
    let missing = app.core.password_show(of(&connection, "7")).await.err().unwrap();
    assert_eq!(missing.code, ProblemCode::KeychainMissing);
    let missing = app.core.password_known(of(&connection, "7")).await.unwrap_err();
    assert_eq!(missing.code, ProblemCode::KeychainMissing);
    let missing = app.core.password_forget(of(&connection, "7")).await.unwrap_err();
    assert_eq!(missing.code, ProblemCode::KeychainMissing);
}

#[tokio::test]
async fn a_report_that_gets_another_password_or_none_has_none_kept_any_more() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = rows(&app, &connection).await[0].id.clone();
    let update = async |update| {
        keep(&app, &connection, &id, "sesame").await;
        app.core
            .report_update(UpdateReport { connection: connection.id.clone(), id: id.clone(), update })
            .await
            .unwrap();
        kept(&app, &connection, &id).await
    };
    let to = |privacy, password: Option<&str>| ReportUpdate {
        privacy: Some(privacy),
        password: password.map(Secret::from),
        ..ReportUpdate::default()
    };
    assert_eq!(update(to(Privacy::Password, Some("another"))).await, None);
    assert_eq!(
        update(ReportUpdate { results: Some(true), ..ReportUpdate::default() }).await.as_deref(),
        Some("sesame")
    );
    assert_eq!(update(to(Privacy::Private, None)).await, None);
}

#[tokio::test]
async fn what_is_deleted_takes_its_password_along() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let all = rows(&app, &connection).await;
    let project = all[0].project.clone().unwrap();
    let is_of_it = |row: &&ReportRow| row.project.as_ref() == Some(&project);
    let other = all.iter().find(|row| !is_of_it(row)).unwrap();
    let deleted = all.iter().rfind(|row| !is_of_it(row)).unwrap();
    for row in &all {
        keep(&app, &connection, &row.id, "sesame").await;
    }
    app.core.report_delete(of(&connection, &deleted.id)).await.unwrap();
    assert_eq!(kept(&app, &connection, &deleted.id).await, None);
    app.core.project_delete(ProjectRef { connection: connection.id.clone(), project: project.clone() }).await.unwrap();
    for row in all.iter().filter(is_of_it) {
        assert_eq!(kept(&app, &connection, &row.id).await, None, "{}", row.id);
    }
    assert_eq!(kept(&app, &connection, &other.id).await.as_deref(), Some("sesame"));

    // A keychain that fails keeps nobody from deleting.
    app.keychain.set_missing(true);
    app.core.report_delete(of(&connection, &other.id)).await.unwrap();
}

#[tokio::test]
async fn a_connection_takes_its_passwords_along_and_no_others() {
    let service = service().await;
    let (app, mine) = App::connected(&service).await;
    let other = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap();
    for connection in [&mine, &other] {
        keep(&app, connection, "7", "sesame").await;
    }
    // At another address there may be other reports with the same ids.
    let moved = ConnectionDraft { id: Some(mine.id.clone()), ..draft(&format!("{}/x", service.base_url()), KEY) };
    let moved = app.core.connection_save(moved).await.unwrap();
    assert_eq!(kept(&app, &moved, "7").await, None);
    assert_eq!(app.keychain.keys().iter().filter(|key| *key == "sesame").count(), 1);

    keep(&app, &moved, "7", "sesame").await;
    app.keychain.set_missing(true);
    let removal = |leave_key| ConnectionRemoval { id: mine.id.clone(), leave_key };
    assert_eq!(app.core.connection_remove(removal(false)).await.unwrap_err().code, ProblemCode::KeychainMissing);
    app.keychain.set_missing(false);
    assert_eq!(kept(&app, &moved, "7").await.as_deref(), Some("sesame"));
    app.core.connection_remove(removal(false)).await.unwrap();
    assert_eq!(app.keychain.keys().len(), 2, "the key and the password of the other");
    assert_eq!(kept(&app, &other, "7").await.as_deref(), Some("sesame"));
}
