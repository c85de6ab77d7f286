//! Batches over real HTTP, with a service that rejects, fails, pauses, and loses responses.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use assay_journal::Journal;
use assay_model::{
    Batch, RowAction, BatchRef, BatchState, BatchRequest, CoreEvent, LibraryQuery, ListReports, PasswordSource, Privacy,
    ProblemCode, ReportQuery, ReportRef, RowState, Secret, SkipReason, StateCounts,
};
use assay_sample_service::{
    ServiceProfile, Config, SampleService,
    profile::{Body, Fault, Method, Rule, Throttle, faults::Fault::Answer},
};
use common::{
    App, KEY,
    batches::{assert_each_has_one, at_once, made, pages, plan, plan_of, reports, rows, run, until, until_ended},
    draft,
    gate::Gate,
};
use jiff::{SignedDuration, Timestamp};
use tokio::sync::Barrier;

async fn service_with(delay: u64, reports: u32) -> SampleService {
    let config = Config {
        key: Some(KEY.to_owned()),
        delay: Duration::from_millis(delay),
        reports,
        requests_per_minute: 1_000_000,
        control: true,
        ..Config::default()
    };
    SampleService::start(config).await.unwrap()
}

/// An app with a connection and this write timeout in seconds.
async fn app(service: &SampleService, write_seconds: u16) -> (App, String) {
    let app = App::new();
    let mut draft = draft(&service.base_url(), KEY);
    draft.network.write_seconds = write_seconds;
    let connection = app.core.connection_save(draft).await.unwrap().id;
    (app, connection)
}

fn play(service: &SampleService, faults: Vec<Rule>) {
    service.play(ServiceProfile { faults, ..ServiceProfile::default() });
}

fn on(method: Method, fault: Fault) -> Rule {
    Rule { method: Some(method), ..fault.into() }
}

fn answer(status: u16, retry_after_s: Option<u64>) -> Fault {
    Answer { status: status.try_into().unwrap(), body: Body::Message, retry_after_s }
}

fn is_over(states: StateCounts) -> bool {
    states.waiting + states.running + states.unknown == 0
}

fn sent(service: &SampleService, method: &str) -> Vec<String> {
    let field = |form: &[(String, String)]| form.iter().find(|(name, _)| name == "url").map(|(_, url)| url.clone());
    let requests = service.requests();
    requests.iter().filter(|request| request.method == method).filter_map(|request| field(&request.form)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_sent_in_order_so_many_at_once_and_the_library_knows_what_came_of_them() {
    let service = service_with(100, 0).await;
    // Three are released together; a fourth concurrent one would be counted.
    let held = Arc::new((Barrier::new(3), AtomicUsize::new(0), AtomicUsize::new(0)));
    let counted = Arc::clone(&held);
    let gate = Gate::before(&service.base_url(), move |line| {
        let held = Arc::clone(&held);
        async move {
            let (three, now, most) = &*held;
            if line.starts_with("POST") {
                now.fetch_add(1, Ordering::SeqCst);
                three.wait().await;
                tokio::time::sleep(Duration::from_millis(50)).await;
                most.fetch_max(now.fetch_sub(1, Ordering::SeqCst), Ordering::SeqCst);
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let connection = connection.id;
    at_once(&app.core, 3).await;
    let addresses = pages(12);
    let batch = plan(&app.core, &connection, &addresses).await;
    assert_eq!((batch.state, batch.acts.create, batch.started_at), (BatchState::Planned, 12, None));

    let mut events = app.core.watch();
    let begun = Instant::now();
    let ended = run(&app.core, batch.number).await;
    let took = begun.elapsed().as_millis();
    assert_eq!(counted.2.load(Ordering::SeqCst), 3, "at once");
    assert_eq!(ended.states, StateCounts { done: 12, ..StateCounts::default() });
    assert!(ended.started_at.is_some() && ended.ended_at >= ended.started_at);

    let sent = sent(&service, "POST");
    let place = |address: &String| addresses.iter().position(|other| other == address).unwrap();
    for (turn, address) in sent.iter().enumerate() {
        assert!(place(address).abs_diff(turn) < 3, "in order but for those at the same time: {sent:?}");
    }
    let rows = rows(&app.core, batch.number).await;
    assert!(rows.iter().all(|row| row.state == RowState::Done && !row.was_found && row.took >= Some(100)), "{rows:?}");
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    app.core.library_flush().await;
    let known = app.core.library_list(LibraryQuery::default()).await.unwrap();
    assert!(known.rows.iter().all(|row| row.row.privacy == Some(Privacy::Private)));
    assert_eq!(known.total, 12);
    // Unconfirmed values in write responses are not changes.
    for id in rows.iter().filter_map(|row| row.report.clone()) {
        let past = app.core.report_history(ReportRef { connection: connection.clone(), id }).await.unwrap();
        assert_eq!(past.snapshots.len(), 1, "{past:?}");
    }

    tokio::time::sleep(Duration::from_millis(600)).await;
    let mut told: Vec<Batch> = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let CoreEvent::Batch { batch } = event {
            told.push(*batch);
        }
    }
    assert!(told.len() >= 2 && told.len() as u128 <= 3 + took / 250, "{}", told.len());
    assert_eq!(told.last().map(|told| told.state), Some(BatchState::Ended));
    assert!(told.is_sorted_by_key(|told| told.states.done));
    let progress = app.host.progress.lock().unwrap().clone();
    assert!(progress.iter().flatten().all(|share| (0.0..=1.0).contains(share)) && progress.len() >= 2);
    assert_eq!(progress.last(), Some(&None), "{progress:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_row_stops_no_other_and_can_be_tried_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let addresses = ["https://batch.example/1", "https://never.invalid/", "https://batch.example/2"].map(str::to_owned);
    let batch = plan(&app.core, &connection, &addresses).await.number;
    play(&service, vec![Rule { skip: 2, times: Some(1), ..on(Method::Post, answer(500, None)) }]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed, ended.problem), (1, 2, None));
    let failed = rows(&app.core, batch).await;
    let codes: Vec<_> = failed.iter().map(|row| row.problem.as_ref().map(|problem| problem.code)).collect();
    assert!(codes.contains(&Some(ProblemCode::RefusedInput)) && codes.contains(&Some(ProblemCode::ServiceFault)));

    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (2, 1));
    assert_eq!(made(&app.core, &connection).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_stands_still_goes_on_and_is_cancelled_as_told() {
    let service = service_with(120, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 2).await;
    let batch = plan(&app.core, &connection, &pages(40)).await.number;
    let of = BatchRef { batch };
    assert_eq!(app.core.batch_pause(of).await.unwrap_err().code, ProblemCode::BatchNotReady);
    app.core.batch_start(of).await.unwrap();
    until(&app.core, batch, |batch| batch.states.done >= 3).await;
    assert_eq!(app.core.batch_pause(of).await.unwrap().state, BatchState::Pausing);
    let paused = until(&app.core, batch, |batch| batch.state != BatchState::Pausing).await;
    assert_eq!((paused.state, &paused.problem, paused.states.running), (BatchState::Paused, &None, 0));
    let asked = service.requests().len();
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(service.requests().len(), asked, "it stands still");

    app.core.batch_start(of).await.unwrap();
    let before = paused.states.done;
    until(&app.core, batch, |batch| batch.states.done >= before + 2).await;
    // RowOutcome to stand still and at once to go on, it goes on.
    app.core.batch_pause(of).await.unwrap();
    assert_eq!(app.core.batch_start(of).await.unwrap().state, BatchState::Running);
    until(&app.core, batch, |batch| batch.states.done >= before + 5).await;
    app.core.batch_cancel(of).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    let StateCounts { done, cancelled, .. } = ended.states;
    assert!(is_over(ended.states) && done + cancelled == 40 && cancelled > 0, "{:?}", ended.states);
    assert_eq!(made(&app.core, &connection).await.len(), done as usize);
    assert_eq!(app.core.batch_start(of).await.unwrap_err().code, ProblemCode::BatchNotReady);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_up_quota_and_a_refused_key_stop_the_batch_until_the_user_lets_it_go_on() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(8)).await.number;
    service.play(ServiceProfile { quota: Some(3), ..ServiceProfile::default() });
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::QuotaUsed));
    assert_eq!((paused.states.done, paused.states.waiting), (3, 5), "no row has failed");

    play(&service, vec![Rule { skip: 2, ..Fault::KeyRefused.into() }]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused && batch.states.done == 5).await;
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
    service.play(ServiceProfile { throttle, ..ServiceProfile::default() });
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
    let (app, connection) = app(&service, 90).await;
    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    play(&service, vec![on(Method::Post, answer(500, None))]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    assert_eq!(paused.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    assert!(paused.states.failed < 12, "{:?}", paused.states);
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 30);
}

#[tokio::test(flavor = "multi_thread")]
async fn creates_whose_answer_is_lost_are_found_or_sent_again_once_and_nothing_is_made_twice() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(8)).await.number;
    let done = Rule { skip: 1, times: Some(2), after_work: true, ..on(Method::Post, Fault::Drop) };
    let not_done = Rule { skip: 3, times: Some(1), ..on(Method::Post, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = run(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 8, ..StateCounts::default() });
    let rows = rows(&app.core, batch).await;
    assert_eq!(rows.iter().filter(|row| row.was_found).count(), 2);
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    let times = sent(&service, "POST").into_iter().fold(BTreeMap::new(), |mut times, address| {
        *times.entry(address).or_insert(0) += 1;
        times
    });
    assert_eq!(times.values().sum::<u32>(), 9, "only what was proven not to be done is sent again: {times:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_create_of_an_address_that_redirects_is_left_for_the_user_to_decide() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(3)).await.number;
    service.play(ServiceProfile {
        redirects: [(pages(1).remove(0), "https://batch.example/elsewhere".to_owned())].into(),
        faults: vec![Rule { times: Some(1), after_work: true, ..on(Method::Post, Fault::Drop) }],
        ..ServiceProfile::default()
    });
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown), (2, 1));
    let left = rows(&app.core, batch).await.remove(0);
    assert_eq!((left.number, left.state), (1, RowState::Unknown));
    assert_eq!(left.problem.map(|problem| problem.code), Some(ProblemCode::OutcomeUnknown));
    assert_eq!(made(&app.core, &connection).await.len(), 3, "it is not created again");

    // A retry is a lookup.
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.unknown, 1);
    let elsewhere = made(&app.core, &connection).await.into_iter().find(|row| row.address.ends_with("elsewhere"));
    let id = elsewhere.unwrap().id;
    app.core.report_delete(ReportRef { connection: connection.clone(), id }).await.unwrap();
    service.play(ServiceProfile::default());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 3);
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_are_held_for_a_moment_and_a_copy_of_each_stays() {
    let service = service_with(0, 5).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids: Vec<_> = app.core.reports_list(list.clone()).await.unwrap().rows.into_iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), 5);
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), BatchRequest::Delete, None).await.number;
    let of = BatchRef { batch };

    let held = app.core.batch_start(of).await.unwrap();
    assert!(held.state == BatchState::Held && held.held_until.is_some(), "{held:?}");
    assert_eq!(app.core.batch_cancel(of).await.unwrap().state, BatchState::Planned);
    let begun = Instant::now();
    app.core.batch_start(of).await.unwrap();
    // Deleted meanwhile by another user.
    let (elsewhere, other) = self::app(&service, 90).await;
    elsewhere.core.report_delete(ReportRef { connection: other, id: ids[2].clone() }).await.unwrap();
    let done = Rule { times: Some(1), after_work: true, ..on(Method::Delete, Fault::Drop) };
    let not_done = Rule { times: Some(1), ..on(Method::Delete, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = until_ended(&app.core, batch).await;
    assert!(begun.elapsed() >= Duration::from_secs(8), "{:?}", begun.elapsed());
    assert_eq!((ended.states.done, ended.states.skipped), (4, 1));
    let rows = rows(&app.core, batch).await;
    assert_eq!(rows[2].skipped, Some(SkipReason::Gone));
    assert!(app.core.reports_list(list).await.unwrap().rows.is_empty());
    app.core.library_flush().await;
    for (place, id) in ids.into_iter().enumerate().filter(|(place, _)| *place != 2) {
        let known = app.core.library_report(ReportRef { connection: connection.clone(), id }).await.unwrap();
        assert!(known.gone_at.is_some() && !known.report.checks.is_empty(), "{place}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn privacies_passwords_and_checks_change_and_the_library_and_the_keychain_know() {
    let service = service_with(0, 6).await;
    let (app, connection) = app(&service, 90).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids: Vec<_> = app.core.reports_list(list.clone()).await.unwrap().rows.into_iter().map(|row| row.id).collect();
    let password = Some(PasswordSource::One { password: Secret::from("open sesame") });
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let protect = plan_of(&app.core, &connection, reports(ids.clone()), wish, password).await;
    // Lost changes are resent, carried out or not.
    let done = Rule { times: Some(1), after_work: true, ..on(Method::Put, Fault::Drop) };
    let not_done = Rule { skip: 1, times: Some(1), ..on(Method::Put, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = run(&app.core, protect.number).await;
    assert_eq!(ended.states.done, protect.acts.privacy);
    assert!(protect.acts.privacy >= 4, "{:?}", protect.acts);
    let shown = app.core.reports_list(list.clone()).await.unwrap().rows;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Password)));
    for row in rows(&app.core, protect.number).await.iter().filter(|row| row.state == RowState::Done) {
        let of = ReportRef { connection: connection.clone(), id: row.report.clone().unwrap() };
        assert_eq!(app.core.password_show(of).await.unwrap().password, "open sesame");
    }

    service.clear_requests();
    let refresh = BatchRequest::Refresh { older_than_days: None };
    let refresh = plan_of(&app.core, &connection, reports(ids), refresh, None).await;
    let ended = run(&app.core, refresh.number).await;
    assert_eq!((ended.acts.refresh, ended.states.done), (6, 6));
    assert!(rows(&app.core, refresh.number).await.iter().all(|row| row.act == RowAction::Refresh));
    assert_eq!(service.requests().iter().filter(|request| request.method == "PUT").count(), 6);
    app.core.library_flush().await;
    let known = app.core.library_list(LibraryQuery::default()).await.unwrap().rows;
    let before: BTreeMap<_, _> = shown.iter().map(|row| (row.id.clone(), row.generated_at)).collect();
    for row in known {
        assert_eq!((row.row.privacy, row.row.has_password), (Some(Privacy::Password), Some(true)));
        assert!(row.row.generated_at > before[&row.row.id], "{row:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_goes_on_by_itself_after_the_app_was_closed_or_broke_off() {
    let service = service_with(80, 0).await;
    let (mut app, connection) = app(&service, 1).await;
    at_once(&app.core, 4).await;
    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    for (done, is_closed) in [(4, false), (8, true), (14, false)] {
        until(&app.core, batch, |batch| batch.states.done >= done).await;
        if is_closed {
            app.core.end().await;
        }
        app = app.restarted();
        app.core.app_start(()).await.unwrap();
    }
    let ended = until_ended(&app.core, batch).await;
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

/// The journal as another process sees it.
fn journal(app: &App) -> Journal {
    Journal::open(&app.host.folder.0.path().join("batches.sqlite"))
}

/// A batch whose first row was begun at some time when the app broke off.
async fn broken_off(app: &App, connection: &str, rows: u32, begun_at: Timestamp) -> u32 {
    let batch = plan(&app.core, connection, &pages(rows)).await.number;
    let journal = journal(app);
    journal.set_state(batch, BatchState::Running, None, begun_at).unwrap();
    journal.begin(batch, 1, begun_at).unwrap();
    batch
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_gateway_that_loses_every_answer_nothing_more_is_sent_for_a_while() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(60)).await.number;
    play(&service, vec![on(Method::Post, answer(502, None))]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let waiting = until(&app.core, batch, |batch| batch.problem.is_some()).await;
    assert_eq!(waiting.state, BatchState::Running);
    assert_eq!(waiting.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    tokio::time::sleep(Duration::from_secs(3)).await;
    let times = sent(&service, "POST").len();
    assert!((5..20).contains(&times), "{times}");
    play(&service, Vec::new());
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.problem), (60, None));
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_service_refuses_to_look_for_stops_no_other() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = broken_off(&app, &connection, 4, Timestamp::now()).await;
    let lost = Rule { skip: 1, times: Some(1), after_work: true, ..on(Method::Post, Fault::Drop) };
    play(&service, vec![lost, on(Method::Get, answer(422, None))]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown, ended.problem), (2, 2, None));
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 4);
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_being_sent_when_a_batch_was_ended_is_looked_for_when_it_is_tried_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = broken_off(&app, &connection, 3, Timestamp::now()).await;
    let ended = app.core.batch_cancel(BatchRef { batch }).await.unwrap();
    assert_eq!((ended.state, ended.states.unknown, ended.states.cancelled), (BatchState::Ended, 1, 2));
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.cancelled), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_begun_by_a_clock_that_went_wrong_is_not_sent_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let later = Timestamp::now() + SignedDuration::from_hours(1);
    let batch = broken_off(&app, &connection, 3, later).await;
    app.core.app_start(()).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown), (2, 1));
    assert!(!sent(&service, "POST").contains(&pages(1).remove(0)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_whose_journal_cannot_be_written_stands_still_says_so_and_can_go_on() {
    let service = service_with(50, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(12)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.states.done >= 2).await;
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
    let stands = |journal: &Journal| journal.read(batch).unwrap().state == BatchState::Paused;
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
    assert_eq!((ended.states.cancelled, ended.states.done + ended.states.unknown), (4, 2));
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
