use std::{
    sync::{Arc, mpsc::channel},
    thread,
    time::Duration,
};

use assay_model::{
    ConnectionDraft, ConnectionRemoval, CreateReport, KeepPassword, KeyPlace, MakePassword, NewReport, Privacy,
    ProblemCode, ProjectRef, ReportRow, ReportUpdate, Secret, ServiceChoice, UpdateReport,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Fault, Method, Rule},
};
use tokio::{
    sync::Notify,
    time::{sleep, timeout},
};

use crate::{
    common::{App, KEY, draft, gate::Gate, service},
    keep, kept, of, rows,
};

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
    assert_eq!(app.core.password_copy(of(&connection, "7")).await.unwrap_err().code, ProblemCode::NotInLibrary);
    assert_eq!(kept(&app, &connection, "77").await.as_deref(), Some("another"));
}

#[tokio::test]
async fn what_is_no_password_is_refused() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    for (id, password, field) in [("7", "", "password"), ("7", &*"x".repeat(129), "password"), ("", "x", "id")] {
        let kept =
            KeepPassword { connection: connection.id.clone(), id: id.to_owned(), password: Secret::from(password) };
        assert_eq!(app.core.password_save(kept).await.unwrap_err().fields[0].field, field);
    }
    let elsewhere = KeepPassword { connection: "x".into(), id: "7".into(), password: Secret::from("x") };
    assert_eq!(app.core.password_save(elsewhere).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
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
    assert_eq!(app.core.password_save(kept).await.unwrap_err().code, ProblemCode::KeychainMissing);
    let missing = app.core.password_show(of(&connection, "7")).await.err().unwrap();
    assert_eq!(missing.code, ProblemCode::KeychainMissing);
    let missing = app.core.password_exists(of(&connection, "7")).await.unwrap_err();
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
async fn a_write_that_is_proven_keeps_its_password_where_that_is_wished() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let create = async |password: Option<&str>, privacy| {
        let password = password.map(Secret::from);
        let report = NewReport { url: "new.example".into(), privacy, password, keep_password: Some(true) };
        app.core.report_create(CreateReport { connection: connection.id.clone(), report }).await.unwrap()
    };
    let update = async |id: &str, password: &str| {
        let update = ReportUpdate {
            privacy: Some(Privacy::Password),
            password: Some(Secret::from(password)),
            keep_password: Some(true),
            ..ReportUpdate::default()
        };
        let change = UpdateReport { connection: connection.id.clone(), id: id.to_owned(), update };
        app.core.report_update(change).await.unwrap()
    };
    let created = create(Some("sesame"), Privacy::Password).await;
    let id = &created.report.row.id;
    assert_eq!((created.unkept, kept(&app, &connection, id).await.as_deref()), (None, Some("sesame")));
    let earlier = &rows(&app, &connection).await.pop().unwrap().id;
    keep(&app, &connection, earlier, "before").await;
    assert_eq!(update(earlier, "another").await.unkept, None);
    assert_eq!(kept(&app, &connection, earlier).await.as_deref(), Some("another"));
    let public = create(Some("unused"), Privacy::Public).await.report.row.id;
    assert_eq!(kept(&app, &connection, &public).await, None);

    // What the service did not apply is not kept.
    let deaf = Rule { method: Some(Method::Put), ..Fault::Deaf.into() };
    service.apply_profile(ServiceProfile { faults: vec![deaf], ..ServiceProfile::default() });
    update(&public, "not set").await;
    assert_eq!(kept(&app, &connection, &public).await, None);

    // The write is done even if the keychain fails.
    service.apply_profile(ServiceProfile::default());
    app.keychain.set_missing(true);
    let unkept = create(Some("third"), Privacy::Password).await.unkept.unwrap();
    assert_eq!(unkept.code, ProblemCode::KeychainMissing);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_not_kept_for_another_service_that_the_connection_got_meanwhile() {
    let service = service().await;
    let (has_begun, may_go_on) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let (begun, go_on) = (Arc::clone(&has_begun), Arc::clone(&may_go_on));
    let behind = service.base_url();
    let gate = Gate::before(&behind, move |line| {
        let (begun, go_on) = (Arc::clone(&begun), Arc::clone(&go_on));
        async move {
            if line.starts_with("POST") {
                begun.notify_one();
                go_on.notified().await;
            }
            line
        }
    });
    let gate = gate.await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let report = NewReport {
        url: "new.example".into(),
        privacy: Privacy::Password,
        password: Some(Secret::from("sesame")),
        keep_password: Some(true),
    };
    let create = CreateReport { connection: connection.id.clone(), report };
    let core = Arc::clone(&app.core);
    let creating = tokio::spawn(async move { core.report_create(create).await });
    has_begun.notified().await;
    let moved = ConnectionDraft {
        id: Some(connection.id.clone()),
        service: Some(ServiceChoice::Another),
        ..draft(&service.base_url(), KEY)
    };
    app.core.connection_save(moved).await.unwrap();
    may_go_on.notify_one();
    let created = creating.await.unwrap().unwrap();
    assert_eq!(created.unkept.map(|problem| problem.code), Some(ProblemCode::ConnectionUnknown));
    assert!(!app.keychain.keys().contains(&"sesame".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_write_is_in_the_library_before_the_keychain_answers() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = rows(&app, &connection).await[0].id.clone();
    let (locked, unlock) = (channel::<()>(), channel::<()>());
    let keychain = app.keychain.kept.clone();
    let waiting = thread::spawn(move || {
        let _kept = keychain.lock().unwrap();
        locked.0.send(()).unwrap();
        unlock.1.recv().unwrap();
    });
    locked.1.recv().unwrap();
    let update = ReportUpdate {
        privacy: Some(Privacy::Password),
        password: Some(Secret::from("sesame")),
        keep_password: Some(true),
        ..ReportUpdate::default()
    };
    let change = UpdateReport { connection: connection.id.clone(), id: id.clone(), update };
    let core = Arc::clone(&app.core);
    let updating = tokio::spawn(async move { core.report_update(change).await });
    let privacy = async || {
        app.core.library_flush().await;
        let known = app.core.library_report(of(&connection, &id)).await;
        known.ok().and_then(|known| known.report.row.privacy)
    };
    let seen = timeout(Duration::from_secs(10), async {
        while privacy().await != Some(Privacy::Password) {
            sleep(Duration::from_millis(10)).await;
        }
    });
    seen.await.unwrap();
    assert!(!updating.is_finished());
    unlock.0.send(()).unwrap();
    waiting.join().unwrap();
    assert_eq!(updating.await.unwrap().unwrap().unkept, None);
    assert_eq!(kept(&app, &connection, &id).await.as_deref(), Some("sesame"));
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

    // A failing keychain doesn't prevent deletes.
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
    let moved = |path: &str, choice| ConnectionDraft {
        id: Some(mine.id.clone()),
        service: Some(choice),
        ..draft(&format!("{}{path}", service.base_url()), KEY)
    };
    let same = app.core.connection_save(moved("/same", ServiceChoice::Same)).await.unwrap();
    assert_eq!(kept(&app, &same, "7").await.as_deref(), Some("sesame"));
    // Another service has other reports with the same ids.
    let moved = app.core.connection_save(moved("", ServiceChoice::Another)).await.unwrap();
    assert_eq!(kept(&app, &moved, "7").await, None);
    let sesames = |app: &App| app.keychain.keys().iter().filter(|key| *key == "sesame").count();
    assert_eq!(sesames(&app), 2, "until the next start");
    let app = app.restarted();
    assert!(!rows(&app, &moved).await.is_empty(), "the keychain is opened");
    assert_eq!(sesames(&app), 1);

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

#[tokio::test]
async fn passwords_are_shown_no_faster_than_people_read_them() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    keep(&app, &connection, "7", "sesame").await;
    for _ in 0..30 {
        app.core.password_show(of(&connection, "7")).await.unwrap();
    }
    let shown = app.core.password_show(of(&connection, "7")).await;
    assert_eq!(shown.err().map(|problem| problem.code), Some(ProblemCode::TooOften));
    let copied = app.core.password_copy(of(&connection, "7")).await;
    assert_eq!(copied.unwrap_err().code, ProblemCode::TooOften);
}

#[tokio::test]
async fn a_password_kept_while_the_key_was_in_memory_is_found_when_that_is_in_the_keychain() {
    let service = service().await;
    let app = App::new();
    let in_memory = ConnectionDraft { key_place: KeyPlace::Memory, ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(in_memory).await.unwrap();
    keep(&app, &connection, "7", "sesame").await;
    let in_keychain = ConnectionDraft { id: Some(connection.id.clone()), ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(in_keychain).await.unwrap();
    assert_eq!(kept(&app, &connection, "7").await.as_deref(), Some("sesame"));
    keep(&app, &connection, "7", "another").await;
    assert_eq!(kept(&app, &connection, "7").await.as_deref(), Some("another"));
}

#[tokio::test]
async fn long_ids_have_short_names_in_the_keychain_and_short_ones_the_same_as_ever() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let beginning = "x".repeat(2000);
    let long = [format!("{beginning}-one"), format!("{beginning}-two")];
    keep(&app, &connection, "7", "of the short one").await;
    for (id, password) in long.iter().zip(["first", "second"]) {
        keep(&app, &connection, id, password).await;
    }
    let names: Vec<_> = app.keychain.kept.lock().unwrap().keys().cloned().collect();
    // The most that a system's keychain takes is 513.
    assert!(names.iter().all(|name| name.encode_utf16().count() <= 500), "{names:?}");
    let short = format!("connection {} at {} report 7", connection.id, connection.base_url);
    assert!(names.contains(&short), "{names:?}");
    let app = app.restarted();
    for (id, password) in long.iter().zip(["first", "second"]) {
        assert_eq!(kept(&app, &connection, id).await.as_deref(), Some(password));
    }
    app.core.password_forget(of(&connection, &long[0])).await.unwrap();
    assert_eq!(kept(&app, &connection, &long[0]).await, None);
    assert_eq!(kept(&app, &connection, &long[1]).await.as_deref(), Some("second"));
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: false }).await.unwrap();
    assert!(app.keychain.keys().is_empty());
}
