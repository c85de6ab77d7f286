use std::{
    future::pending,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::Duration,
};

use assay_model::{
    Batch, BatchFilter, BatchRef, BatchRequest, BatchSource, BatchState, ConnectionDraft, ExistingReportPolicy,
    KeyPlace, PasswordSource, PlanBatch, Privacy, ProblemCode, ReplanBatch, RowAction, RowState, Secret, SetRowActions,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Body, Fault, Method, Rule, faults::Fault::Answer},
};
use tokio::time::sleep;

use crate::{
    common::{
        App, KEY,
        batches::{self, at_once, create_as, plan_of, reports, run, text, until, until_ended},
        draft,
        gate::Gate,
        service,
    },
    keep, kept, rows,
};

fn hidden() -> BatchRequest {
    create_as(Privacy::Password, ExistingReportPolicy::Create)
}

fn pages(count: usize) -> BatchSource {
    let lines: Vec<_> = (0..count).map(|page| format!("https://kept.example/{page}")).collect();
    text(&lines.join("\n"))
}

fn generate() -> PasswordSource {
    PasswordSource::Generate { length: 20 }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_made_password_that_the_keychain_did_not_take_is_kept_at_the_end() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    at_once(&app.core, 1).await;
    let batch = plan_of(&app.core, &connection.id, pages(3), hidden(), Some(generate())).await.number;
    app.keychain.set_missing(true);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::KeychainMissing));
    let unkept = batches::rows(&app.core, batch).await.remove(0);
    assert_eq!(unkept.state, RowState::Done);
    assert!(unkept.problem.is_some() && unkept.has_password);

    app.keychain.set_missing(false);
    run(&app.core, batch).await;
    let is_sealed = || app.keychain.kept.lock().unwrap().contains_key(&format!("batch:{batch}"));
    // Waits until the batch has deleted unneeded passwords.
    app.core.batch_pause(BatchRef { batch }).await.unwrap_err();
    assert!(!is_sealed());
    for row in batches::rows(&app.core, batch).await {
        assert_eq!((row.state, row.problem, row.has_password), (RowState::Done, None, false));
        assert_eq!(kept(&app, &connection, &row.report.unwrap()).await.map(|password| password.len()), Some(20));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_made_password_that_cannot_be_read_when_its_row_is_confirmed_is_kept_later() {
    let failing = Answer { status: 500.try_into().unwrap(), body: Body::Message, retry_after_s: None };
    let failing = Rule { path: Some("reports".to_owned()), ..failing.into() };
    // Confirmed by a list, and one by one.
    for lists in [Vec::new(), vec![failing]] {
        let service = service().await;
        let (app, connection) = App::connected(&service).await;
        let open = rows(&app, &connection).await.into_iter().filter(|row| row.privacy != Some(Privacy::Password));
        let ids: Vec<_> = open.take(3).map(|row| row.id).collect();
        let wish = BatchRequest::Privacy { privacy: Privacy::Password };
        let batch = plan_of(&app.core, &connection.id, reports(ids.clone()), wish, Some(generate())).await.number;
        service.apply_profile(ServiceProfile {
            faults: vec![Rule { method: Some(Method::Get), ..Fault::Hang.into() }],
            ..ServiceProfile::default()
        });
        app.core.batch_start(BatchRef { batch }).await.unwrap();
        until(&app.core, batch, |batch| batch.states.confirming == 3).await;

        // At the next start there is no keychain, and the user enters the key again.
        let app = app.restarted();
        service.apply_profile(ServiceProfile { faults: lists.clone(), ..ServiceProfile::default() });
        app.keychain.set_missing(true);
        app.core.app_start(()).await.unwrap();
        until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
        let memory = ConnectionDraft {
            id: Some(connection.id.clone()),
            key_place: KeyPlace::Memory,
            ..draft(&service.base_url(), KEY)
        };
        let connection = app.core.connection_save(memory).await.unwrap();
        app.core.batch_start(BatchRef { batch }).await.unwrap();
        let stands = |batch: &Batch| matches!(batch.state, BatchState::Paused | BatchState::Ended);
        let confirmed = until(&app.core, batch, |batch| stands(batch) && batch.states.done > 0).await;
        assert_eq!(confirmed.problem.map(|problem| problem.code), Some(ProblemCode::KeychainMissing));
        for row in batches::rows(&app.core, batch).await {
            assert_eq!((row.state, row.has_password, row.problem.is_some()), (RowState::Done, true, true));
        }

        app.keychain.set_missing(false);
        run(&app.core, batch).await;
        // Waits until the batch has saved its passwords.
        app.core.batch_pause(BatchRef { batch }).await.unwrap_err();
        for row in batches::rows(&app.core, batch).await {
            assert_eq!((row.state, row.problem), (RowState::Done, None));
            assert_eq!(kept(&app, &connection, &row.report.unwrap()).await.map(|password| password.len()), Some(20));
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_changes_who_can_see_a_report_forgets_the_password_it_had() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let ids: Vec<_> = rows(&app, &connection).await.into_iter().take(3).map(|row| row.id).collect();
    let change = async |privacy, password, keep_passwords| {
        for id in &ids {
            keep(&app, &connection, id, "the first").await;
        }
        let plan = PlanBatch {
            connection: connection.id.clone(),
            source: reports(ids.clone()),
            wish: BatchRequest::Privacy { privacy },
            password,
            keep_passwords,
        };
        let batch = app.core.batch_plan(plan).await.unwrap();
        let filter = BatchFilter { is_protected: Some(true), ..BatchFilter::default() };
        let replace = SetRowActions { batch: batch.number, rows: None, filter, to: RowAction::Privacy };
        app.core.batch_set_actions(replace).await.unwrap();
        assert_eq!(run(&app.core, batch.number).await.states.done, 3);
        app.core.library_flush().await;
        let mut all = Vec::new();
        for id in &ids {
            all.push(kept(&app, &connection, id).await);
        }
        all
    };
    let second = || Some(PasswordSource::One { password: Secret::from("the second") });
    assert_eq!(change(Privacy::Password, second(), false).await, [const { None }; 3]);
    assert_eq!(change(Privacy::Password, second(), true).await, vec![Some("the second".to_owned()); 3]);
    assert_eq!(change(Privacy::Private, None, true).await, [const { None }; 3]);
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_on_their_way_whose_passwords_are_lost_get_others_and_what_they_have_made_keeps_its_own() {
    let service = service().await;
    let (is_shut, posts) = (Arc::new(AtomicBool::new(true)), Arc::new(AtomicUsize::new(0)));
    let gets = AtomicUsize::new(0);
    // One of two creates is carried out without a response, the other lost; both are unknown.
    let (shut, count) = (Arc::clone(&is_shut), Arc::clone(&posts));
    let behind = service.base_url();
    let gate = Gate::before(&behind, move |line| {
        let is_post = line.starts_with("POST");
        // The first list is from before the batch.
        let is_first = if is_post { &count } else { &gets }.fetch_add(1, Ordering::SeqCst) == 0;
        let is_held = shut.load(Ordering::SeqCst) && !is_first;
        async move { if is_held { pending().await } else { line } }
    });
    let gate = gate.await;
    service.apply_profile(ServiceProfile {
        faults: vec![Rule { method: Some(Method::Post), times: Some(1), after_work: true, ..Fault::Drop.into() }],
        ..ServiceProfile::default()
    });
    let app = App::new();
    let mut draft = draft(&gate.base_url, KEY);
    draft.network.write_seconds = 1;
    let connection = app.core.connection_save(draft).await.unwrap();
    at_once(&app.core, 2).await;
    app.keychain.set_missing(true);
    let batch = plan_of(&app.core, &connection.id, pages(2), hidden(), Some(generate())).await.number;
    app.keychain.set_missing(false);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.states.unknown + batch.states.running == 2).await;
    until(&app.core, batch, |_| posts.load(Ordering::SeqCst) == 2).await;

    let app = app.restarted();
    is_shut.store(false, Ordering::SeqCst);
    app.core.app_start(()).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.passwords_missing, 2);
    let one = Some(PasswordSource::One { password: Secret::from("given anew") });
    let replan = ReplanBatch { batch, wish: hidden(), password: one, keep_passwords: true };
    assert_eq!(app.core.batch_update_plan(replan).await.unwrap().passwords_missing, 0);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown), (1, 1));
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 2);
    let mut found = 0;
    for row in batches::rows(&app.core, batch).await {
        let password = kept(&app, &connection, &row.report.unwrap()).await;
        assert_eq!(password.as_deref(), (!row.was_found).then_some("given anew"), "found: {}", row.was_found);
        found += u32::from(row.was_found);
    }
    assert_eq!(found, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_batch_that_a_kill_left_in_the_keychain_is_deleted_at_the_next_start() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let batch = plan_of(&app.core, &connection.id, pages(1), hidden(), Some(generate())).await.number;
    let name = format!("batch:{batch}");
    // As if the app had been killed before.
    app.keychain.keep_all(true);
    run(&app.core, batch).await;
    app.core.end().await;
    assert!(app.keychain.kept.lock().unwrap().contains_key(&name));
    let app = app.restarted();
    app.keychain.keep_all(false);
    app.core.app_start(()).await.unwrap();
    until_gone(&app, &name).await;

    // The key of a batch that still needs it stays.
    let batch = plan_of(&app.core, &connection.id, pages(1), hidden(), Some(generate())).await;
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    assert_eq!(app.core.batch_read(BatchRef { batch: batch.number }).await.unwrap().passwords_missing, 0);
    assert_eq!(run(&app.core, batch.number).await.states.done, 1);
}

/// Waits until the keychain has no entry of this name.
async fn until_gone(app: &App, name: &str) {
    let begun = std::time::Instant::now();
    while app.keychain.kept.lock().unwrap().contains_key(name) {
        assert!(begun.elapsed() < Duration::from_mins(1), "{name} is still in the keychain");
        sleep(Duration::from_millis(20)).await;
    }
}
