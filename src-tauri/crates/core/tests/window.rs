//! Drafts, and closing the window.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{sync::atomic::Ordering, time::Duration};

use assay_model::{CoreEvent, Draft, ProblemCode};
use common::App;
use serde_json::{Value, json};

fn draft(form: &str, values: Value) -> Draft {
    Draft { form: form.to_owned(), values }
}

#[tokio::test]
async fn drafts_last_until_they_are_forgotten() {
    let app = App::new();
    app.core.draft_save(draft("a", json!({ "url": "x" }))).await.unwrap();
    app.core.draft_save(draft("b", json!("y"))).await.unwrap();
    app.core.draft_save(draft("a", json!({ "url": "z" }))).await.unwrap();
    let app = app.restarted();
    let kept = app.core.app_start(()).await.unwrap().drafts;
    assert_eq!(kept, [draft("b", json!("y")), draft("a", json!({ "url": "z" }))]);
    app.core.draft_save(draft("b", Value::Null)).await.unwrap();
    app.core.draft_save(draft("never kept", Value::Null)).await.unwrap();
    assert_eq!(app.core.app_start(()).await.unwrap().drafts, [draft("a", json!({ "url": "z" }))]);
}

#[tokio::test]
async fn only_so_much_is_kept_of_drafts() {
    let app = App::new();
    for number in 0..60 {
        app.core.draft_save(draft(&format!("form {number}"), json!(number))).await.unwrap();
    }
    let kept = app.core.app_start(()).await.unwrap().drafts;
    assert_eq!(kept.len(), 50);
    assert_eq!(kept[0].form, "form 10");
    for (form, values) in [("", json!(1)), (&*"x".repeat(201), json!(1)), ("x", json!("y".repeat(64 * 1024)))] {
        let problem = app.core.draft_save(draft(form, values)).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::InvalidInput);
    }
    assert_eq!(app.core.app_start(()).await.unwrap().drafts, kept);
}

#[tokio::test]
async fn a_draft_that_could_not_be_kept_is_said() {
    let app = App::new();
    app.host.full_disk.store(true, Ordering::SeqCst);
    let problem = app.core.draft_save(draft("a", json!(1))).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::StorageFailed);
}

#[tokio::test]
async fn a_guarded_window_is_asked_before_it_closes() {
    let app = App::new();
    assert!(app.core.may_close());
    app.core.close_guard(true).await.unwrap();
    let mut events = app.core.watch();
    let _waiting = events.recv().await;
    assert!(!app.core.may_close());
    assert_eq!(events.recv().await, Some(CoreEvent::CloseAsked { update: false }));
    app.core.close_guard(false).await.unwrap();
    assert!(app.core.may_close());
    app.core.app_close(()).await.unwrap();
    assert_eq!(app.host.closed.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_guarded_window_is_asked_before_the_app_restarts() {
    let app = App::new();
    let counts = || (app.host.restarts.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst));
    app.core.app_restart(()).await.unwrap();
    assert_eq!(counts(), (1, 0));
    app.core.close_guard(true).await.unwrap();
    let mut events = app.core.watch();
    let _waiting = events.recv().await;
    app.core.app_restart(()).await.unwrap();
    assert_eq!(events.recv().await, Some(CoreEvent::CloseAsked { update: false }));
    assert_eq!(counts(), (1, 0));
    app.core.app_close(()).await.unwrap();
    assert_eq!(counts(), (2, 0));
    // The next close is one.
    app.core.app_close(()).await.unwrap();
    assert_eq!(counts(), (2, 1));
}

#[tokio::test(start_paused = true)]
async fn a_window_that_hangs_can_be_closed_by_asking_again() {
    let app = App::new();
    app.core.close_guard(true).await.unwrap();
    assert!(!app.core.may_close());
    assert!(!app.core.may_close(), "asked a moment ago");
    tokio::time::advance(Duration::from_millis(2100)).await;
    assert!(app.core.may_close());
    app.core.close_guard(true).await.unwrap();
    assert!(!app.core.may_close(), "it has answered since");
}
