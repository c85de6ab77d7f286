//! Connections and their keys.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use assay_model::{
    ConnectionDraft, ConnectionRemoval, FieldReason, KeyPlace, KeyState, ListReports, Problem, ProblemCode,
    ReportQuery, Secret, Step, StepOutcome,
};
use common::{App, KEY, draft, service};
use serde_json::json;
use std::sync::atomic::Ordering;

fn fields(problem: &Problem) -> Vec<(&str, FieldReason)> {
    problem.fields.iter().map(|field| (field.field.as_str(), field.reason.clone())).collect()
}

fn list(connection: &str) -> ListReports {
    ListReports { connection: connection.to_owned(), query: ReportQuery::default() }
}

#[tokio::test]
async fn a_saved_connection_works_and_still_does_after_a_restart() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    assert_eq!(connection.key, KeyState::Keychain);
    assert_eq!(connection.base_url, service.base_url());
    assert_eq!(app.keychain.keys(), [KEY]);
    assert!(!app.core.reports_list(list(&connection.id)).await.unwrap().rows.is_empty());

    let app = app.restarted();
    let kept = app.core.connections_list(()).await.unwrap().remove(0);
    assert_eq!((&kept.id, kept.key), (&connection.id, KeyState::Keychain));
    assert!(!app.core.reports_list(list(&connection.id)).await.unwrap().rows.is_empty());
}

#[tokio::test]
async fn no_answer_and_no_setting_holds_the_key() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let typed = ConnectionDraft { id: Some(connection.id.clone()), ..draft(&service.base_url(), KEY) };
    let answers = [
        serde_json::to_string(&connection).unwrap(),
        serde_json::to_string(&app.core.app_start(()).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.connection_test(typed).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.reports_list(list(&connection.id)).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.connection_save(draft("ftp://x", KEY)).await.unwrap_err()).unwrap(),
        app.settings_text(),
    ];
    for answer in answers {
        assert!(!answer.contains(KEY), "{answer}");
    }
}

#[tokio::test]
async fn everything_wrong_with_a_draft_is_said_at_once_and_nothing_is_kept() {
    let app = App::new();
    let problem = app.core.connection_save(ConnectionDraft { name: "  ".into(), ..draft("", "") }).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::InvalidInput);
    assert_eq!(
        fields(&problem),
        [("name", FieldReason::Required), ("base_url", FieldReason::Required), ("key", FieldReason::Required)]
    );
    let long = ConnectionDraft { name: "n".repeat(101), ..draft("https://example.com", KEY) };
    let problem = app.core.connection_save(long).await.unwrap_err();
    assert_eq!(fields(&problem), [("name", FieldReason::TooLong { limit: 100 })]);
    let problem = app.core.connection_save(draft("https://example.com", "two\nlines")).await.unwrap_err();
    assert_eq!(fields(&problem), [("key", FieldReason::NotUsable)]);
    let problem = app.core.connection_save(draft("http://example.com", KEY)).await.unwrap_err();
    assert_eq!(fields(&problem), [("base_url", FieldReason::Insecure)]);
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());

    let allowed = ConnectionDraft { allow_insecure: true, ..draft("http://example.com", KEY) };
    assert_eq!(app.core.connection_save(allowed).await.unwrap().base_url, "http://example.com");
}

#[tokio::test]
async fn a_missing_scheme_is_added_and_shown() {
    let app = App::new();
    let connection = app.core.connection_save(draft(" example.com/tools/seo/ ", KEY)).await.unwrap();
    assert_eq!(connection.base_url, "https://example.com/tools/seo");
}

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
    app.core.connection_save(change("https://example.com", "other-key")).await.unwrap();
    assert_eq!(app.keychain.keys(), ["other-key"]);
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
    let moved = ConnectionDraft { id: Some(connection.id.clone()), ..draft("https://example.com", "other-key") };
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
async fn a_check_says_how_far_it_came_and_keeps_nothing() {
    let service = service().await;
    let app = App::new();
    let ended = async |draft| {
        let check = app.core.connection_test(draft).await.unwrap();
        let at = |outcome| check.steps.iter().filter(|step| step.outcome == outcome).map(|step| step.step).collect();
        (at(StepOutcome::Failed), at(StepOutcome::Passed))
    };
    let (failed, passed): (Vec<_>, Vec<_>) = ended(draft(&service.base_url(), KEY)).await;
    assert_eq!(failed, []);
    for step in [Step::Interface, Step::Key, Step::Reports, Step::Projects, Step::Paging, Step::Throttle] {
        assert!(passed.contains(&step), "{step:?}");
    }
    assert_eq!(ended(draft(&service.base_url(), "wrong")).await.0, [Step::Key]);
    assert_eq!(ended(draft("http://127.0.0.1:1", KEY)).await.0, [Step::Connect]);
    assert_eq!(ended(draft(&format!("{}/login", service.base_url()), KEY)).await.0, [Step::Interface]);
    for unusable in [draft(&service.base_url(), ""), draft("http://example.com", KEY)] {
        assert_eq!(ended(unusable).await, (vec![Step::Settings], vec![]), "nothing is asked");
    }
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
    assert!(app.keychain.keys().is_empty());
}

#[tokio::test]
async fn the_sample_workspace_comes_back_after_a_restart_with_another_address() {
    let app = App::new();
    let first = app.core.sample_open(()).await.unwrap();
    assert!(first.sample);
    assert_eq!(first.key, KeyState::Memory);
    assert!(!app.core.reports_list(list(&first.id)).await.unwrap().rows.is_empty());
    assert!(app.keychain.keys().is_empty());

    app.host.sample.lock().await.take().unwrap().stop().await;
    let app = app.restarted();
    let start = app.core.app_start(()).await.unwrap();
    assert_ne!(start.connections[0].base_url, first.base_url);
    assert!(!app.core.reports_list(list(&first.id)).await.unwrap().rows.is_empty());

    let change = ConnectionDraft { id: Some(first.id.clone()), ..draft("https://example.com", KEY) };
    assert_eq!(app.core.connection_save(change).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
    app.core.connection_remove(ConnectionRemoval { id: first.id, leave_key: false }).await.unwrap();
    assert!(app.host.sample.lock().await.is_none());
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
