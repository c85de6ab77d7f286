use std::{
    sync::{atomic::Ordering, mpsc},
    time::Duration,
};

use assay_model::{
    BatchesQuery, ConnectionCheck, ConnectionDraft, ConnectionRemoval, FieldReason, KeepPassword, KeyPlace, KeyState,
    LibraryQuery, NetworkDraft, Problem, ProblemCode, ProxyChoice, Secret, ServiceChoice, Step, StepOutcome,
};
use assay_secrets::SecretError;
use serde_json::json;
use tokio::{net::TcpListener, task::JoinHandle};

use crate::{
    choose_certificates,
    common::{
        App, KEY,
        batches::{pages, plan},
        draft, service, service_of,
    },
    fields, list, own,
};

#[tokio::test]
async fn a_saved_key_stays_with_its_origin() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let change = |base_url: &str, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        name: "Renamed".to_owned(),
        ..draft(base_url, key)
    };
    let kept = app.core.connection_save(change(&service.base_url(), "")).await.unwrap();
    assert_eq!((kept.name.as_str(), kept.key), ("Renamed", KeyState::Keychain));

    for elsewhere in ["https://example.com", "http://127.0.0.1:1"] {
        let problem = app.core.connection_save(change(elsewhere, "")).await.unwrap_err();
        assert_eq!(fields(&problem), [("key", FieldReason::OtherOrigin)]);
        let check = app.core.connection_test(change(elsewhere, "")).await.unwrap();
        let failed = check.steps.iter().find(|step| step.outcome == StepOutcome::Failed).unwrap();
        assert_eq!(failed.step, Step::Settings);
    }
    let other = ConnectionDraft { service: Some(ServiceChoice::Another), ..change("https://example.com", "other-key") };
    app.core.connection_save(other).await.unwrap();
    assert_eq!(app.keychain.keys(), ["other-key"]);
}

/// Why a test asks for the key, if it does.
fn asked_again(check: &ConnectionCheck) -> Option<FieldReason> {
    let settings = check.steps.iter().find(|step| step.step == Step::Settings).unwrap();
    let wrong = settings.problem.as_ref()?.fields.iter().find(|wrong| wrong.field == "key")?;
    Some(wrong.reason.clone())
}

#[tokio::test]
async fn a_saved_key_goes_no_other_way_to_its_origin() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let evil = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let evil_address = format!("http://{}", evil.local_addr().unwrap());
    let certificates = choose_certificates(&app, "evil.pem").await;
    let usual = NetworkDraft::default;
    let drafted = |network, allow_insecure, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        allow_insecure,
        network,
        ..draft(&service.base_url(), key)
    };
    let through = || NetworkDraft { proxy: own(&evil_address), ..usual() };
    for (network, allow_insecure) in [
        (through(), true),
        (through(), false),
        (NetworkDraft { proxy: ProxyChoice::Direct, ..usual() }, false),
        (NetworkDraft { certificates, ..usual() }, false),
        (NetworkDraft { certificates, ..through() }, true),
        (usual(), true),
    ] {
        let check = app.core.connection_test(drafted(network.clone(), allow_insecure, "")).await.unwrap();
        assert_eq!(asked_again(&check), Some(FieldReason::OtherWay), "{network:?}");
        let problem = app.core.connection_save(drafted(network.clone(), allow_insecure, "")).await.unwrap_err();
        assert!(fields(&problem).contains(&("key", FieldReason::OtherWay)), "{network:?} {problem:?}");
    }
    // Timeouts don't affect the key.
    let patient = NetworkDraft { read_seconds: 60, ..usual() };
    assert_eq!(asked_again(&app.core.connection_test(drafted(patient.clone(), false, "")).await.unwrap()), None);
    app.core.connection_save(drafted(patient, false, "")).await.unwrap();

    // With the key entered again it is sent, over plain http only if allowed.
    let check = app.core.connection_test(drafted(through(), false, KEY)).await.unwrap();
    let settings = check.steps.iter().find(|step| step.step == Step::Settings).unwrap();
    assert_eq!(fields(settings.problem.as_ref().unwrap()), [("base_url", FieldReason::InsecureProxy)]);
    let problem = app.core.connection_save(drafted(through(), false, KEY)).await.unwrap_err();
    assert_eq!(fields(&problem), [("base_url", FieldReason::InsecureProxy)]);
    let nobody = std::future::poll_fn(|context| std::task::Poll::Ready(evil.poll_accept(context).is_pending())).await;
    assert!(nobody, "the foreign listener was reached");
    app.core.connection_save(drafted(through(), true, KEY)).await.unwrap();
}

#[tokio::test]
async fn without_a_keychain_the_key_can_live_in_memory_until_the_app_closes() {
    let service = service().await;
    let app = App::new();
    app.keychain.set_missing(true);
    let problem = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    assert!(app.core.connections_list(()).await.unwrap().is_empty());

    let in_memory = ConnectionDraft { key_place: KeyPlace::Memory, ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(in_memory).await.unwrap();
    assert_eq!(connection.key, KeyState::Memory);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());

    let app = app.restarted();
    assert_eq!(app.core.connections_list(()).await.unwrap()[0].key, KeyState::Missing);
    assert_eq!(app.core.reports_list(list(&connection.id)).await.unwrap_err().code, ProblemCode::KeyMissing);

    app.keychain.set_missing(false);
    let again = ConnectionDraft { id: Some(connection.id.clone()), ..draft(&service.base_url(), KEY) };
    assert_eq!(app.core.connection_save(again).await.unwrap().key, KeyState::Keychain);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn removing_a_connection_removes_its_key_or_says_that_it_cannot() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let removal = |leave_key| ConnectionRemoval { id: connection.id.clone(), leave_key };
    app.keychain.set_missing(true);
    let problem = app.core.connection_remove(removal(false)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    assert_eq!(app.core.connections_list(()).await.unwrap().len(), 1);

    app.keychain.set_missing(false);
    app.core.connection_remove(removal(false)).await.unwrap();
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
    let gone = app.core.reports_list(list(&connection.id)).await.unwrap_err();
    assert_eq!(gone.code, ProblemCode::ConnectionUnknown);
}

/// Begins to remove a connection, up to the keychain's question, whose failure is to be sent.
async fn asked_on_removal(app: &App, connection: &str) -> (JoinHandle<Result<(), Problem>>, mpsc::Sender<SecretError>) {
    let (fail, failure) = mpsc::channel();
    *app.keychain.prompt.lock().unwrap() = Some(failure);
    let (core, removal) = (app.core.clone(), ConnectionRemoval { id: connection.to_owned(), leave_key: false });
    let removal = tokio::spawn(async move { core.connection_remove(removal).await });
    while app.keychain.prompt.lock().unwrap().is_some() {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    (removal, fail)
}

#[tokio::test]
async fn a_removal_that_the_keychain_refuses_loses_nothing_even_if_the_window_reloads_meanwhile() {
    let service = service_of(20).await;
    let (app, connection, _) = App::knowing(&service).await;
    plan(&app.core, &connection, &pages(2)).await;
    let (removal, fail) = asked_on_removal(&app, &connection).await;
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    fail.send(SecretError::Locked("the user declined".to_owned())).unwrap();
    assert_eq!(removal.await.unwrap().unwrap_err().code, ProblemCode::KeychainLocked);

    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    assert_eq!(app.core.connections_list(()).await.unwrap()[0].id, connection);
    assert_eq!(app.core.library_list(LibraryQuery::default()).await.unwrap().total, 20);
    assert_eq!(app.core.batches_list(BatchesQuery::default()).await.unwrap().len(), 1);
    assert!(app.core.reports_list(list(&connection)).await.is_ok());
    assert_eq!(app.keychain.keys(), [KEY]);
}

#[tokio::test]
async fn secrets_of_a_connection_whose_removal_was_killed_are_deleted_once_the_keychain_is_open() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let other = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap();
    let password = Secret::from("tulips");
    let kept = KeepPassword { connection: connection.id.clone(), id: "7".to_owned(), password };
    app.core.password_save(kept).await.unwrap();
    let (removal, fail) = asked_on_removal(&app, &connection.id).await;
    removal.abort();
    assert!(removal.await.unwrap_err().is_cancelled());
    fail.send(SecretError::Failed("it was killed, too".to_owned())).unwrap();
    assert_eq!(app.keychain.keys().len(), 3);

    let app = app.restarted();
    assert!(app.core.reports_list(list(&other.id)).await.is_ok());
    assert_eq!(app.keychain.keys(), [KEY]);
    assert_eq!(app.host.settings.lock().unwrap()["unwanted_passwords"], json!([]));
}

#[tokio::test]
async fn removing_can_leave_a_key_that_cannot_be_reached() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.keychain.set_missing(true);
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: true }).await.unwrap();
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_full_disk_changes_nothing() {
    let service = service().await;
    let app = App::new();
    app.host.full_disk.store(true, Ordering::SeqCst);
    let problem = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::StorageFailed);
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_key_for_a_new_address_that_could_not_be_kept_never_goes_to_the_old_one() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.host.full_disk.store(true, Ordering::SeqCst);
    let moved = ConnectionDraft {
        id: Some(connection.id.clone()),
        service: Some(ServiceChoice::Another),
        ..draft("https://example.com", "other-key")
    };
    assert_eq!(app.core.connection_save(moved).await.unwrap_err().code, ProblemCode::StorageFailed);
    assert_eq!(app.keychain.keys(), [KEY]);
    let app = app.restarted();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn a_connection_that_cannot_be_removed_keeps_its_key() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.host.full_disk.store(true, Ordering::SeqCst);
    let removal = ConnectionRemoval { id: connection.id.clone(), leave_key: false };
    assert_eq!(app.core.connection_remove(removal).await.unwrap_err().code, ProblemCode::StorageFailed);
    assert_eq!(app.keychain.keys(), [KEY]);
    let app = app.restarted();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn a_key_that_moves_to_memory_leaves_the_keychain() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let in_memory = ConnectionDraft {
        id: Some(connection.id.clone()),
        key_place: KeyPlace::Memory,
        ..draft(&service.base_url(), KEY)
    };
    assert_eq!(app.core.connection_save(in_memory).await.unwrap().key, KeyState::Memory);
    assert!(app.keychain.keys().is_empty());
}

#[tokio::test]
async fn settings_that_cannot_be_read_are_never_written_over() {
    let app = App::new();
    let strange = json!([{"id": "a", "from": "a later version"}]);
    app.host.settings.lock().unwrap().insert("connections".to_owned(), strange.clone());
    let problem = app.core.connection_save(draft("https://example.com", KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::StorageFailed);
    assert_eq!(app.host.settings.lock().unwrap()["connections"], strange);
}

#[tokio::test]
async fn a_replaced_key_is_used_at_once() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let replace = |key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        key: Some(Secret::from(key)),
        ..draft(&service.base_url(), "")
    };
    app.core.connection_save(replace("wrong")).await.unwrap();
    assert_eq!(app.core.reports_list(list(&connection.id)).await.unwrap_err().code, ProblemCode::KeyRefused);
    app.core.connection_save(replace(KEY)).await.unwrap();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}
