use assay_model::{
    Connection, ConnectionRef, ConnectionRemoval, KeepPassword, LibraryQuery, Preferences, ProblemCode, ReportRef,
    Secret, ServiceChoice,
};
use assay_sample_service::SampleService;

use crate::{
    common::{App, service},
    list, moved,
};

/// A connection that the library knows a report of, whose password is kept.
async fn with_history(service: &SampleService) -> (App, Connection, String) {
    let (app, connection) = App::connected(service).await;
    // A sync would change the counts.
    let quiet = Preferences { sync_on_open: false, sync_minutes: 0, ..Preferences::default() };
    app.core.preferences_save(quiet).await.unwrap();
    let shown = app.core.reports_list(list(&connection.id)).await.unwrap().rows;
    app.core.library_flush().await;
    let id = shown[0].id.clone();
    let password = Secret::from("sesame");
    let kept = KeepPassword { connection: connection.id.clone(), id: id.clone(), password };
    app.core.password_save(kept).await.unwrap();
    (app, connection, id)
}

/// The library's number of reports, and whether a password is saved.
async fn known(app: &App, connection: &str, id: &str) -> (u64, bool) {
    app.core.library_flush().await;
    let query = LibraryQuery { connection: Some(connection.to_owned()), ..LibraryQuery::default() };
    let total = app.core.library_list(query).await.unwrap().total;
    let wanted = ReportRef { connection: connection.to_owned(), id: id.to_owned() };
    (total.into(), app.core.password_exists(wanted).await.unwrap())
}

#[tokio::test]
async fn a_url_is_not_changed_before_it_is_said_which_service_is_there() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = (app.settings_text(), known(&app, &connection.id, &id).await);
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    for url in [&elsewhere, &format!("{}/seo", service.base_url())] {
        let problem = app.core.connection_save(moved(&connection, url, None)).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::ServiceUnclear);
        assert_eq!((app.settings_text(), known(&app, &connection.id, &id).await), before);
    }
    // The same URL in another spelling is no change.
    let same = format!("{}/api/v1/", service.base_url());
    assert_eq!(app.core.connection_save(moved(&connection, &same, None)).await.unwrap().base_url, service.base_url());
}

#[tokio::test]
async fn the_same_service_at_a_new_url_takes_everything_along() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = known(&app, &connection.id, &id).await;
    assert!(before.0 > 0 && before.1);
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    for url in [&elsewhere, &service.base_url(), &elsewhere] {
        let saved = app.core.connection_save(moved(&connection, url, Some(ServiceChoice::Same))).await.unwrap();
        assert_eq!((&saved.base_url, known(&app, &connection.id, &id).await), (url, before));
    }
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, before);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    assert_eq!(known(&app, &connection.id, &id).await, before, "what is shown there is of the same reports");
}

#[tokio::test]
async fn another_service_begins_anew_and_the_earlier_one_comes_back_until_the_next_start() {
    let (first, second) = (service().await, service().await);
    let (app, connection, id) = with_history(&first).await;
    let before = known(&app, &connection.id, &id).await;
    let another = || moved(&connection, &second.base_url(), Some(ServiceChoice::Another));
    let undo = || app.core.connection_undo(ConnectionRef { id: connection.id.clone() });
    assert_eq!(undo().await.unwrap_err().code, ProblemCode::ConnectionUnknown, "nothing was replaced");

    app.core.connection_save(another()).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
    // A reloaded window is not a start.
    app.core.app_start(()).await.unwrap();
    let back = undo().await.unwrap();
    assert_eq!((back.base_url, known(&app, &connection.id, &id).await), (first.base_url(), before));
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok(), "its key is there");

    // Going back by hand works with either choice.
    app.core.connection_save(another()).await.unwrap();
    let back = moved(&connection, &first.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(back).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, before);

    app.core.connection_save(another()).await.unwrap();
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    let problem = app.core.connection_undo(ConnectionRef { id: connection.id.clone() }).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::ConnectionUnknown);
    assert!(!app.keychain.keys().contains(&"sesame".to_owned()));
    let back = moved(&connection, &first.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(back).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
}

#[tokio::test]
async fn a_service_that_moved_can_leave_its_first_url_to_another() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = known(&app, &connection.id, &id).await;
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    app.core.connection_save(moved(&connection, &elsewhere, Some(ServiceChoice::Same))).await.unwrap();
    let another = moved(&connection, &service.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(another).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
    let back = app.core.connection_undo(ConnectionRef { id: connection.id.clone() }).await.unwrap();
    assert_eq!((back.base_url, known(&app, &connection.id, &id).await), (elsewhere, before));
}

#[tokio::test]
async fn nothing_is_lost_wherever_a_move_ends_early() {
    for choice in [ServiceChoice::Same, ServiceChoice::Another] {
        let mut writes = 0;
        loop {
            let service = service().await;
            let (app, connection, id) = with_history(&service).await;
            let before = known(&app, &connection.id, &id).await;
            let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
            *app.host.writes_left.lock().unwrap() = Some(writes);
            let ended = app.core.connection_save(moved(&connection, &elsewhere, Some(choice))).await;
            // The app is killed, and there is space again.
            *app.host.writes_left.lock().unwrap() = None;
            let app = app.restarted();
            let start = app.core.app_start(()).await.unwrap();
            let is_moved = start.connections[0].base_url == elsewhere;
            assert!(is_moved || ended.is_err());
            // Before the service returns its reports again.
            if !is_moved || choice == ServiceChoice::Same {
                assert_eq!(known(&app, &connection.id, &id).await, before, "{choice:?} {writes}");
            }
            assert!(app.core.reports_list(list(&connection.id)).await.is_ok(), "{choice:?} {writes}");
            if ended.is_ok() {
                break;
            }
            writes += 1;
        }
        assert!(writes > 0);
    }
}

#[tokio::test]
async fn what_was_replaced_goes_with_a_connection_that_is_removed() {
    let service = service().await;
    let (app, connection, _) = with_history(&service).await;
    let another = moved(&connection, &format!("{}/x", service.base_url()), Some(ServiceChoice::Another));
    app.core.connection_save(another).await.unwrap();
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: false }).await.unwrap();
    app.core.library_flush().await;
    assert!(app.keychain.keys().is_empty());
    assert_eq!(app.core.library_info(()).await.unwrap().reports, 0);
}
