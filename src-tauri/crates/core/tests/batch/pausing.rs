use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use assay_journal::Journal;
use assay_model::{
    BatchRef, BatchRequest, BatchState, ExistingReportPolicy, ListReports, PasswordSource, Privacy, ProblemCode,
    ReportQuery, StateCounts,
};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Fault, Method, Rule, Throttle},
};
use tokio::sync::Notify;

use crate::{
    answer, app, app_at,
    common::{
        App,
        batches::{
            answered, assert_each_has_one, at_once, create_as, made, pages, plan, plan_of, reports, rows, run, text,
            until, until_all_are_known, until_ended,
        },
        gate::Gate,
    },
    journal, on, play, sent, service_with,
};

fn is_over(states: StateCounts) -> bool {
    states.waiting + states.running + states.confirming + states.unknown == 0
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_stands_still_goes_on_and_is_canceled_as_told() {
    let service = service_with(120, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 2).await;
    let batch = plan(&app.core, &connection, &pages(40)).await.number;
    let of = BatchRef { batch };
    assert_eq!(app.core.batch_pause(of).await.unwrap_err().code, ProblemCode::BatchNotReady);
    app.core.batch_start(of).await.unwrap();
    until(&app.core, batch, |batch| answered(batch) >= 3).await;
    assert_eq!(app.core.batch_pause(of).await.unwrap().state, BatchState::Pausing);
    let paused = until(&app.core, batch, |batch| batch.state != BatchState::Pausing).await;
    assert_eq!((paused.state, &paused.problem, paused.states.running), (BatchState::Paused, &None, 0));
    let asked = service.requests().len();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.requests().len(), asked, "it stands still");

    app.core.batch_start(of).await.unwrap();
    let before = answered(&paused);
    until(&app.core, batch, |batch| answered(batch) >= before + 2).await;
    // Paused and immediately resumed, it continues.
    app.core.batch_pause(of).await.unwrap();
    assert_eq!(app.core.batch_start(of).await.unwrap().state, BatchState::Running);
    until(&app.core, batch, |batch| answered(batch) >= before + 5).await;
    app.core.batch_cancel(of).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    let StateCounts { done, canceled, .. } = ended.states;
    assert!(is_over(ended.states) && done + canceled == 40 && canceled > 0, "{:?}", ended.states);
    assert_eq!(made(&app.core, &connection).await.len(), done as usize);
    assert_eq!(app.core.batch_start(of).await.unwrap_err().code, ProblemCode::BatchNotReady);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_up_quota_and_a_refused_key_stop_the_batch_until_the_user_lets_it_go_on() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(8)).await.number;
    service.apply_profile(ServiceProfile { quota: Some(3), ..ServiceProfile::default() });
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::QuotaUsed));
    assert_eq!((paused.states.done, paused.states.waiting), (3, 5), "no row has failed");

    play(&service, vec![Rule { skip: 2, ..Fault::KeyRefused.into() }]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused && answered(batch) == 5).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::KeyRefused));

    play(&service, Vec::new());
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.problem), (8, None));
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_down_or_throttles_is_waited_for_and_the_reason_is_told() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    let batch = plan(&app.core, &connection, &pages(6)).await.number;
    play(&service, vec![Rule { skip: 2, times: Some(3), ..on(Method::Post, answer(503, Some(1))) }]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let waiting = until(&app.core, batch, |batch| batch.problem.is_some()).await;
    assert_eq!(waiting.state, BatchState::Running);
    assert_eq!(waiting.problem.map(|problem| problem.code), Some(ProblemCode::Maintenance));
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.problem), (6, None));

    let throttle = Throttle { limit: Some(4), window_s: 2.try_into().unwrap(), headers: false, ..Throttle::default() };
    service.apply_profile(ServiceProfile { throttle, ..ServiceProfile::default() });
    let more: Vec<_> = pages(12).split_off(6);
    let batch = plan(&app.core, &connection, &more).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let waiting = until(&app.core, batch, |batch| batch.problem.is_some()).await;
    assert_eq!(waiting.problem.map(|problem| problem.code), Some(ProblemCode::Throttled));
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (6, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_fails_again_and_again_stops_the_batch() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    play(&service, vec![on(Method::Post, answer(500, None))]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    // It is unknown if a report was created before the failure.
    assert!((5..20).contains(&paused.states.unknown) && paused.states.failed == 0, "{:?}", paused.states);
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_all_are_known(&app.core, batch).await.states.done, 30);
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_by_itself_after_the_app_was_closed_or_broke_off() {
    let service = service_with(80, 0).await;
    let (mut app, connection) = app(&service, 1).await;
    at_once(&app.core, 4).await;
    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    for (done, is_closed) in [(4, false), (8, true), (14, false)] {
        until(&app.core, batch, |batch| answered(batch) >= done).await;
        if is_closed {
            app.core.end().await;
        }
        app = app.restarted();
        app.core.app_start(()).await.unwrap();
    }
    let ended = until_all_are_known(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 30, ..StateCounts::default() });
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);

    // Batches paused by the user stay paused.
    let more: Vec<_> = pages(60).split_off(30);
    let batch = plan(&app.core, &connection, &more).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    app.core.batch_pause(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    app = app.restarted();
    app.core.app_start(()).await.unwrap();
    tokio::time::sleep(Duration::from_millis(300)).await;
    let paused = until(&app.core, batch, |_| true).await;
    assert_eq!((paused.state, paused.problem), (BatchState::Paused, None));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_whose_journal_cannot_be_written_stands_still_says_so_and_can_go_on() {
    let service = service_with(50, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(12)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| answered(batch) >= 2).await;
    let other = rusqlite::Connection::open(app.host.folder.0.path().join("batches.sqlite")).unwrap();
    other.busy_timeout(Duration::from_secs(10)).unwrap();
    for table in ["batch", "line"] {
        let refuse = format!("BEFORE UPDATE ON {table} BEGIN SELECT RAISE(ABORT, 'refused'); END");
        other.execute_batch(&format!("CREATE TRIGGER refuse_{table} {refuse}")).unwrap();
    }
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::JournalFailed));
    other.execute_batch("DROP TRIGGER refuse_batch; DROP TRIGGER refuse_line").unwrap();
    // It saves its paused state itself.
    let stands = |journal: &Journal| journal.batch(batch).read().unwrap().state == BatchState::Paused;
    let (journal, begun) = (journal(&app), Instant::now());
    while !stands(&journal) {
        assert!(begun.elapsed() < Duration::from_mins(1));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.problem), (12, None));
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_that_was_told_to_end_stays_so_when_the_app_ends() {
    let service = service_with(6000, 0).await;
    let (mut app, connection) = app(&service, 1).await;
    at_once(&app.core, 2).await;
    let batch = plan(&app.core, &connection, &pages(6)).await.number;
    let of = BatchRef { batch };
    app.core.batch_start(of).await.unwrap();
    until(&app.core, batch, |batch| batch.states.running == 2).await;
    app.core.batch_cancel(of).await.unwrap();
    for told in [app.core.batch_start(of).await, app.core.batch_retry(of).await] {
        assert_eq!(told.unwrap_err().code, ProblemCode::BatchNotReady);
    }
    app.core.end().await;
    app = app.restarted();
    app.core.app_start(()).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.canceled, ended.states.done + ended.states.unknown), (4, 2));
}

/// Pauses or stops a batch of deletes while it confirms the first.
async fn stops_after_a_delete(is_final: bool) {
    let service = service_with(0, 20).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 2).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids = app.core.reports_list(list).await.unwrap().rows.into_iter().take(8).map(|row| row.id);
    let batch = plan_of(&app.core, &connection, reports(ids), BatchRequest::Delete, None).await.number;
    play(&service, vec![Rule { path: Some("reports/*".to_owned()), ..on(Method::Get, Fault::Delay { ms: 700 }) }]);
    let of = BatchRef { batch };
    app.core.batch_start(of).await.unwrap();
    let deletes = || service.requests().iter().filter(|request| request.method == "DELETE").count();
    while deletes() == 0 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    if is_final { app.core.batch_cancel(of).await } else { app.core.batch_pause(of).await }.unwrap();
    let state = if is_final { BatchState::Ended } else { BatchState::Paused };
    let stopped = until(&app.core, batch, |batch| batch.state == state).await;
    assert_eq!((stopped.states.done as usize, stopped.states.unknown), (deletes(), 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delete_that_was_answered_is_confirmed_although_its_batch_stops() {
    tokio::join!(stops_after_a_delete(false), stops_after_a_delete(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_soon_stands_still_where_the_service_is_not_reached() {
    let service = service_with(400, 0).await;
    let (app, connection) = app(&service, 5).await;
    at_once(&app.core, 4).await;
    let batch = plan(&app.core, &connection, &pages(8)).await.number;
    let lost = Rule { after_work: true, ..on(Method::Post, Fault::Drop) };
    play(&service, vec![lost, on(Method::Get, Fault::Drop)]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.states.waiting <= 4).await;
    let begun = Instant::now();
    app.core.batch_pause(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
    play(&service, Vec::new());
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown), (8, 0));
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

/// Runs a batch with a password to its end, which then waits for the keychain.
async fn end_one_at_the_keychain(app: &App, connection: &str) {
    let hidden = create_as(Privacy::Password, ExistingReportPolicy::Create);
    let password = Some(PasswordSource::Generate { length: 20 });
    let batch = plan_of(&app.core, connection, text("https://other.example/"), hidden, password).await.number;
    app.keychain.hold_deletes(true);
    run(&app.core, batch).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_stands_still_and_stops_although_the_keychain_is_waited_for() {
    let service = service_with(120, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    for is_final in [false, true] {
        let all = pages(200);
        let batch = plan(&app.core, &connection, &all).await.number;
        app.core.batch_start(BatchRef { batch }).await.unwrap();
        until(&app.core, batch, |batch| answered(batch) > 0).await;
        end_one_at_the_keychain(&app, &connection).await;
        let core = Arc::clone(&app.core);
        let told = tokio::spawn(async move {
            let of = BatchRef { batch };
            if is_final { core.batch_cancel(of).await } else { core.batch_pause(of).await }
        });
        tokio::time::sleep(Duration::from_secs(2)).await;
        let creates = sent(&service, "POST").len();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(sent(&service, "POST").len(), creates, "it stands still");
        app.keychain.hold_deletes(false);
        told.await.unwrap().unwrap();
        let state = if is_final { BatchState::Ended } else { BatchState::Paused };
        let stopped = until(&app.core, batch, |batch| batch.state == state).await;
        assert!(stopped.states.waiting + stopped.states.canceled > 0, "{:?}", stopped.states);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_is_tried_again_when_its_batch_is_about_to_end_has_its_outcome() {
    let service = service_with(0, 5).await;
    let (held, goes_on) = (Arc::<Mutex<Option<String>>>::default(), Arc::new(Notify::new()));
    let gate = {
        let (held, goes_on) = (Arc::clone(&held), Arc::clone(&goes_on));
        Gate::before(&service.base_url(), move |line| {
            let is_held =
                held.lock().unwrap().as_ref().is_some_and(|path| line.contains(path)) && line.starts_with("PUT ");
            let goes_on = Arc::clone(&goes_on);
            async move {
                if is_held {
                    goes_on.notified().await;
                }
                line
            }
        })
        .await
    };
    let (app, connection) = app_at(&gate.base_url, 90).await;
    at_once(&app.core, 1).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids: Vec<_> = app.core.reports_list(list).await.unwrap().rows.into_iter().take(2).map(|row| row.id).collect();
    let refresh = BatchRequest::Refresh { older_than_days: None };
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), refresh, None).await.number;
    // The first row may have been carried out, and is refused when it is sent again.
    let first = |fault| Rule { times: Some(1), path: Some(format!("reports/{}", ids[0])), ..on(Method::Put, fault) };
    play(&service, vec![first(Fault::Drop), first(answer(422, None))]);
    *held.lock().unwrap() = Some(format!("/reports/{} ", ids[1]));
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.states.failed == 1).await;
    end_one_at_the_keychain(&app, &connection).await;
    let core = Arc::clone(&app.core);
    let retried = tokio::spawn(async move { core.batch_retry(BatchRef { batch }).await });
    tokio::time::sleep(Duration::from_millis(500)).await;
    goes_on.notify_one();
    until(&app.core, batch, |batch| batch.states.done == 1).await;
    // Now the end of the batch waits, behind the retry.
    tokio::time::sleep(Duration::from_secs(1)).await;
    app.keychain.hold_deletes(false);
    retried.await.unwrap().unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 2, ..StateCounts::default() });
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delayed_batch_whose_start_cannot_be_written_stands_still_and_says_so() {
    let service = service_with(0, 5).await;
    let (app, connection) = app(&service, 90).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids = app.core.reports_list(list).await.unwrap().rows.into_iter().map(|row| row.id);
    let batch = plan_of(&app.core, &connection, reports(ids), BatchRequest::Delete, None).await.number;
    assert_eq!(app.core.batch_start(BatchRef { batch }).await.unwrap().state, BatchState::Held);
    let other = rusqlite::Connection::open(app.host.folder.0.path().join("batches.sqlite")).unwrap();
    other.busy_timeout(Duration::from_secs(10)).unwrap();
    let refuse = "BEFORE UPDATE ON batch BEGIN SELECT RAISE(ABORT, 'refused'); END";
    other.execute_batch(&format!("CREATE TRIGGER refuse {refuse}")).unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::JournalFailed));
    assert!(service.requests().iter().all(|request| request.method == "GET"));
    other.execute_batch("DROP TRIGGER refuse").unwrap();
    // It saves its paused state itself.
    let (journal, begun) = (journal(&app), Instant::now());
    while journal.batch(batch).read().unwrap().state != BatchState::Paused {
        assert!(begun.elapsed() < Duration::from_mins(1));
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(run(&app.core, batch).await.states.done, 5);
}
