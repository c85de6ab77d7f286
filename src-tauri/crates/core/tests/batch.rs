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

use assay_core::{Core, Timing};
use assay_journal::{Journal, SendRecord};
use assay_model::{
    Batch, BatchRef, BatchRequest, BatchSource, BatchState, CoreEvent, CreateReport, ExistingReportPolicy,
    LibraryQuery, ListReports, NewReport, PageSize, PasswordSource, Privacy, ProblemCode, Report, ReportQuery,
    ReportRef, ReportRow, RowAction, RowState, Secret, SkipReason, SnapshotRef, StateCounts,
};
use assay_sample_service::{
    Config, SampleService, ServiceProfile,
    service_profile::{Body, Creates, Fault, Lists, Method, Recorded, Rule, Throttle, faults::Fault::Answer},
};
use common::{
    App, FakeHost, FakeKeychain, KEY, TIMING,
    batches::{
        answered, assert_each_has_one, at_once, create_as, made, pages, plan, plan_of, reports, rows, run, text, until,
        until_all_are_known, until_ended,
    },
    config_of, draft,
    gate::Gate,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::sync::Barrier;

async fn service_with(delay: u64, reports: u32) -> SampleService {
    let config = Config { delay: Duration::from_millis(delay), control: true, ..config_of(reports) };
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
    service.apply_profile(ServiceProfile { faults, ..ServiceProfile::default() });
}

fn on(method: Method, fault: Fault) -> Rule {
    Rule { method: Some(method), ..fault.into() }
}

fn answer(status: u16, retry_after_s: Option<u64>) -> Fault {
    Answer { status: status.try_into().unwrap(), body: Body::Message, retry_after_s }
}

fn is_over(states: StateCounts) -> bool {
    states.waiting + states.running + states.confirming + states.unknown == 0
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
    assert!(told.is_sorted_by_key(answered) && told.is_sorted_by_key(|told| told.states.done));
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
    play(&service, vec![Rule { skip: 2, times: Some(1), ..on(Method::Post, answer(404, None)) }]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed, ended.problem), (1, 2, None));
    let failed = rows(&app.core, batch).await;
    let codes: Vec<_> = failed.iter().map(|row| row.problem.as_ref().map(|problem| problem.code)).collect();
    assert!(codes.contains(&Some(ProblemCode::RefusedInput)) && codes.contains(&Some(ProblemCode::UnsupportedService)));

    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (2, 1));
    assert_eq!(made(&app.core, &connection).await.len(), 2);
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

/// How often each address was sent.
fn times_sent(service: &SampleService) -> BTreeMap<String, u32> {
    sent(service, "POST").into_iter().fold(BTreeMap::new(), |mut times, address| {
        *times.entry(address).or_insert(0) += 1;
        times
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_create_that_goes_on_after_nobody_waits_for_it_is_not_sent_again() {
    for recorded in [Recorded::AtEnd, Recorded::AtStart, Recorded::DatedAtStart] {
        let service = service_with(0, 0).await;
        let (host, keychain) = <(Arc<FakeHost>, FakeKeychain)>::default();
        let timing = Timing { longest_work: Duration::from_secs(8), ..TIMING };
        let app = App::timed(host, keychain, timing);
        let mut draft = draft(&service.base_url(), KEY);
        draft.network.write_seconds = 1;
        let connection = app.core.connection_save(draft).await.unwrap().id;
        let batch = plan(&app.core, &connection, &pages(3)).await.number;
        let creates = Creates { takes_ms: Some(6000), goes_on: true, recorded };
        service.apply_profile(ServiceProfile { creates, ..ServiceProfile::default() });
        let ended = run(&app.core, batch).await;
        assert_eq!((ended.states.done, ended.states.unknown), (3, 0), "{recorded:?}");
        let rows = rows(&app.core, batch).await;
        assert!(rows.iter().all(|row| row.was_found), "{rows:?}");
        assert_each_has_one(&rows, &made(&app.core, &connection).await);
        assert!(times_sent(&service).values().all(|times| *times == 1), "{recorded:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_report_that_was_made_before_its_service_failed_is_found_and_not_made_again() {
    for status in [500, 503] {
        let service = service_with(0, 0).await;
        let (app, connection) = app(&service, 1).await;
        let batch = plan(&app.core, &connection, &pages(6)).await.number;
        let after = Rule { times: Some(3), after_work: true, ..on(Method::Post, answer(status, None)) };
        play(&service, vec![after]);
        run(&app.core, batch).await;
        app.core.batch_retry(BatchRef { batch }).await.unwrap();
        let ended = until_ended(&app.core, batch).await;
        assert_eq!((ended.states.done, ended.problem), (6, None), "{status}");
        let rows = rows(&app.core, batch).await;
        assert_eq!(rows.iter().filter(|row| row.was_found).count(), 3);
        assert_each_has_one(&rows, &made(&app.core, &connection).await);
        assert!(times_sent(&service).values().all(|times| *times == 1), "{status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_is_looked_for_since_it_was_sent_first() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(1)).await.number;
    // It takes longer than any service should, and its date is that of its start.
    let creates = Creates { takes_ms: Some(9000), goes_on: true, recorded: Recorded::DatedAtStart };
    service.apply_profile(ServiceProfile { creates, ..ServiceProfile::default() });
    assert_eq!(run(&app.core, batch).await.states.unknown, 1);
    assert_eq!(sent(&service, "POST").len(), 1, "it is not sent again by itself");
    // The user resends it, that is lost, too, and it is looked up until the first one must be
    // there.
    let mut patient = draft(&service.base_url(), KEY);
    (patient.id, patient.network.write_seconds) = (Some(connection.clone()), 15);
    app.core.connection_save(patient).await.unwrap();
    play(&service, vec![on(Method::Post, Fault::Drop)]);
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 1, ..StateCounts::default() });
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
    assert_eq!(sent(&service, "POST").len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn creates_whose_answer_is_lost_are_found_or_sent_again_by_the_user_and_nothing_is_made_twice() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(8)).await.number;
    let done = Rule { skip: 1, times: Some(2), after_work: true, ..on(Method::Post, Fault::Drop) };
    let not_done = Rule { skip: 3, times: Some(1), ..on(Method::Post, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = run(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 7, unknown: 1, ..StateCounts::default() });
    assert_eq!(sent(&service, "POST").len(), 8, "nothing is sent again by itself");
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!(ended.states, StateCounts { done: 8, ..StateCounts::default() });
    let rows = rows(&app.core, batch).await;
    assert_eq!(rows.iter().filter(|row| row.was_found).count(), 2);
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    let times = times_sent(&service);
    assert_eq!(times.values().sum::<u32>(), 9, "only what is not there is sent again: {times:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_create_of_an_address_that_redirects_is_left_for_the_user_to_decide() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(3)).await.number;
    service.apply_profile(ServiceProfile {
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
    service.apply_profile(ServiceProfile::default());
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

/// The library's reports, except for privacy changes.
async fn known_but_for_privacy(core: &Core, connection: &str, ids: &[String]) -> Vec<Report> {
    core.library_flush().await;
    let mut known = Vec::new();
    for id in ids {
        let of = ReportRef { connection: connection.to_owned(), id: id.clone() };
        let mut report = core.library_report(of).await.unwrap().report;
        (report.row.privacy, report.row.has_password, report.row.updated_at) = (None, None, None);
        known.push(report);
    }
    known
}

#[tokio::test(flavor = "multi_thread")]
async fn short_answers_to_writes_replace_nothing_that_the_library_knows() {
    let service = service_with(0, 25).await;
    let (app, connection) = app(&service, 90).await;
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    let list = ListReports { connection: connection.clone(), query };
    let shown = app.core.reports_list(list).await.unwrap().rows;
    let ids: Vec<_> = shown.iter().map(|row| row.id.clone()).collect();
    let before = known_but_for_privacy(&app.core, &connection, &ids).await;
    assert!(before.len() == 25 && before.iter().all(|report| !report.checks.is_empty()));

    let short = |id: &String| {
        let body = Body::Json(json!({ "data": { "id": id.parse::<u32>().unwrap(), "privacy": null } }));
        let fault = Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
        Rule { path: Some(format!("reports/{id}")), after_work: true, ..on(Method::Put, fault) }
    };
    play(&service, ids.iter().map(short).collect());
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, None).await;
    assert!(batch.acts.privacy > 5, "{:?}", batch.acts);
    let ended = run(&app.core, batch.number).await;
    assert_eq!(ended.states.done, batch.acts.privacy);

    assert_eq!(known_but_for_privacy(&app.core, &connection, &ids).await, before);
    for id in &ids {
        let of = ReportRef { connection: connection.clone(), id: id.clone() };
        assert_eq!(app.core.library_report(of.clone()).await.unwrap().report.row.privacy, Some(Privacy::Private));
        for snapshot in app.core.report_history(of).await.unwrap().snapshots {
            let of = SnapshotRef { connection: connection.clone(), id: id.clone(), number: snapshot.number };
            let row = app.core.snapshot_read(of).await.unwrap().row;
            assert!(!row.address.is_empty() && row.project.is_some(), "{row:?}");
        }
    }
    let addresses: Vec<_> = shown.iter().map(|row| format!("https://{}", row.address)).collect();
    let skip = create_as(Privacy::Private, ExistingReportPolicy::Skip);
    let again = plan_of(&app.core, &connection, text(&addresses.join("\n")), skip, None).await;
    assert_eq!((again.acts.create, again.acts.skip), (0, 25), "each page is known");
}

/// All reports of the service, as its lists show them.
async fn all_reports(core: &Core, connection: &str) -> Vec<ReportRow> {
    let mut all = Vec::new();
    for page in 1.. {
        let query = ReportQuery { per_page: PageSize::Hundred, page: Some(page), ..ReportQuery::default() };
        let list = ListReports { connection: connection.to_owned(), query };
        let read = core.reports_list(list).await.unwrap();
        all.extend(read.rows);
        if !read.has_next {
            break;
        }
    }
    core.library_flush().await;
    all
}

/// Responds OK to a change, but ignores it.
fn ignore(id: &str) -> Rule {
    let body = Body::Json(json!({ "data": { "id": id.parse::<u32>().unwrap(), "privacy": 1 } }));
    let fault = Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
    Rule { path: Some(format!("reports/{id}")), ..on(Method::Put, fault) }
}

fn reads(service: &SampleService) -> usize {
    service.requests().iter().filter(|request| request.method == "GET").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn privacies_that_the_service_ignores_are_marked_and_can_be_tried_again() {
    let service = service_with(0, 250).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let source = BatchSource::List { query: ReportQuery::default() };
    let batch = plan_of(&app.core, &connection, source, wish, None).await.number;
    let changing: Vec<_> =
        rows(&app.core, batch).await.into_iter().filter(|row| row.act == RowAction::Privacy).collect();
    let ignored: Vec<_> = changing.iter().step_by(3).map(|row| row.report.clone().unwrap()).collect();
    assert!(ignored.len() > 40 && changing.len() > 100, "{} of {}", ignored.len(), changing.len());
    play(&service, ignored.iter().map(|id| ignore(id)).collect());
    service.clear_requests();

    let ended = run(&app.core, batch).await;
    let done = u32::try_from(changing.len() - ignored.len()).unwrap();
    assert_eq!((ended.states.done, ended.states.failed), (done, u32::try_from(ignored.len()).unwrap()));
    assert_eq!((ended.states.confirming, ended.states.unknown, ended.problem), (0, 0, None));
    assert!(reads(&service) <= known.len().div_ceil(100) + 1, "{}", reads(&service));
    let of = |id: &str| ReportRef { connection: connection.clone(), id: id.to_owned() };
    for row in rows(&app.core, batch).await.iter().filter(|row| row.act == RowAction::Privacy) {
        let id = row.report.as_deref().unwrap();
        let shown = app.core.library_report(of(id)).await.unwrap().report.row.privacy;
        let code = row.problem.as_ref().map(|problem| problem.code);
        if ignored.iter().any(|ignored| ignored == id) {
            assert_eq!((row.state, code, shown), (RowState::Failed, Some(ProblemCode::NotApplied), row.from));
        } else {
            assert_eq!((row.state, code, shown), (RowState::Done, None, Some(Privacy::Private)));
        }
    }
    // Only confirmed changes are undone.
    let undo = app.core.batch_undo(BatchRef { batch }).await.unwrap();
    assert_eq!(undo.acts.privacy, done);

    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done as usize, ended.states.failed), (changing.len(), 0));
    let shown = all_reports(&app.core, &connection).await;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Private)));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_confirmed_by_lists_while_others_are_sent() {
    let service = service_with(0, 600).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let source = BatchSource::List { query: ReportQuery::default() };
    let batch = plan_of(&app.core, &connection, source, wish, None).await;
    play(&service, vec![on(Method::Put, Fault::Delay { ms: 60 })]);
    service.clear_requests();
    let ended = run(&app.core, batch.number).await;
    assert_eq!(ended.states.done, batch.acts.privacy);
    assert!(reads(&service) <= known.len().div_ceil(100) + 1, "{}", reads(&service));
    let requests = service.requests();
    let place = |method: &str| requests.iter().position(|request| request.method == method);
    let last_write = requests.iter().rposition(|request| request.method == "PUT");
    assert!(place("GET") < last_write, "{:?} {last_write:?}", place("GET"));
}

#[tokio::test(flavor = "multi_thread")]
async fn few_rows_of_many_reports_are_confirmed_one_by_one() {
    let service = service_with(0, 450).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let some = known.iter().rev().filter(|row| row.privacy != Some(Privacy::Private)).step_by(40).take(3);
    let ids: Vec<_> = some.map(|row| row.id.clone()).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids), wish, None).await;
    service.clear_requests();
    assert_eq!(run(&app.core, batch.number).await.states.done, 3);
    assert_eq!(reads(&service), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_rechecked_or_created_is_in_the_library_when_the_batch_is_done_whatever_lists_are_sorted_by() {
    let service = service_with(0, 150).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let lists = Lists { sorts_by_generated_at: false, ..Lists::default() };
    let ignored: Vec<_> = known.iter().step_by(10).map(|row| row.id.clone()).collect();
    service.apply_profile(ServiceProfile {
        lists,
        faults: ignored.iter().map(|id| ignore(id)).collect(),
        ..ServiceProfile::default()
    });
    let refresh = BatchRequest::Refresh { older_than_days: None };
    let ids = known.iter().map(|row| row.id.clone());
    let batch = plan_of(&app.core, &connection, reports(ids), refresh, None).await.number;
    service.clear_requests();
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (135, 15));
    assert!(reads(&service) <= 5, "{}", reads(&service));
    for before in &known {
        let of = ReportRef { connection: connection.clone(), id: before.id.clone() };
        let now = app.core.library_report(of).await.unwrap().report.row;
        assert_eq!(now.generated_at > before.generated_at, !ignored.contains(&before.id), "{now:?}");
    }

    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    assert_eq!(run(&app.core, batch).await.states.done, 30);
    for row in rows(&app.core, batch).await {
        let of = ReportRef { connection: connection.clone(), id: row.report.unwrap() };
        let known = app.core.library_report(of).await.unwrap();
        assert!(known.has_checks && known.report.row.privacy == Some(Privacy::Private), "{known:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_created_report_with_another_privacy_is_changed_when_it_is_tried_again_and_not_created_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(6)).await.number;
    let public = |skip| Rule {
        skip,
        times: Some(1),
        ..on(Method::Post, Fault::Takes([("privacy".to_owned(), Some("0".to_owned()))].into()))
    };
    play(&service, vec![public(1), public(3)]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed, ended.states.unknown), (4, 2, 0));
    let shown = made(&app.core, &connection).await;
    for row in rows(&app.core, batch).await {
        let shown = shown.iter().find(|shown| row.report.as_ref() == Some(&shown.id)).unwrap();
        let code = row.problem.as_ref().map(|problem| problem.code);
        match shown.privacy {
            Some(Privacy::Private) => assert_eq!((row.state, code), (RowState::Done, None)),
            other => {
                assert_eq!((row.state, code), (RowState::Failed, Some(ProblemCode::NotApplied)));
                assert_eq!(other, Some(Privacy::Public));
            }
        }
    }
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 6);
    let shown = made(&app.core, &connection).await;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Private)), "{shown:?}");
    assert_each_has_one(&rows(&app.core, batch).await, &shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_that_were_not_set_are_not_kept() {
    let service = service_with(0, 12).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let open: Vec<_> = known.iter().filter(|row| row.privacy != Some(Privacy::Password)).collect();
    let ids: Vec<_> = open.iter().map(|row| row.id.clone()).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let password = Some(PasswordSource::One { password: Secret::from("open sesame") });
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, password).await.number;
    let deaf = Rule { path: Some(format!("reports/{}", ids[0])), ..on(Method::Put, Fault::Deaf) };
    play(&service, vec![deaf]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done as usize, ended.states.failed), (ids.len() - 1, 1));
    for id in &ids {
        let of = ReportRef { connection: connection.clone(), id: id.clone() };
        let kept = app.core.password_show(of).await;
        assert_eq!(kept.is_ok(), *id != ids[0], "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_else_s_report_of_the_page_with_another_privacy_is_left_for_the_user_to_decide() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = plan(&app.core, &connection, &pages(1)).await.number;
    play(&service, vec![Rule { times: Some(1), ..on(Method::Post, Fault::Drop) }]);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    until(&app.core, batch, |batch| batch.states.unknown == 1).await;
    let (elsewhere, other) = self::app(&service, 90).await;
    let report = NewReport { url: pages(1).remove(0), privacy: Privacy::Public, password: None, keep_password: None };
    elsewhere.core.report_create(CreateReport { connection: other, report }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.unknown), (0, 1));
    let left = rows(&app.core, batch).await.remove(0);
    assert_eq!((left.state, left.report), (RowState::Unknown, None));
    assert_eq!(made(&app.core, &connection).await.len(), 1, "it is not created again");
}

/// The journal as another process sees it.
fn journal(app: &App) -> Journal {
    Journal::open(&app.host.folder.0.path().join("batches.sqlite"))
}

fn just_now() -> SendRecord {
    SendRecord { at: Timestamp::now(), service_time: Some(Timestamp::now()) }
}

/// A batch interrupted after its first row was started.
async fn broken_off(app: &App, connection: &str, rows: u32, begun: SendRecord) -> u32 {
    let batch = plan(&app.core, connection, &pages(rows)).await.number;
    let journal = journal(app);
    journal.set_state(batch, BatchState::Running, None, begun.at).unwrap();
    journal.begin(batch, 1, begun).unwrap();
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
    assert_eq!(waiting.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    until(&app.core, batch, |batch| batch.state == BatchState::Paused).await;
    let times = sent(&service, "POST").len();
    assert!((5..20).contains(&times), "{times}");
    play(&service, Vec::new());
    let ended = until_all_are_known(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.problem), (60, None));
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_the_service_refuses_to_look_for_stops_no_other() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = broken_off(&app, &connection, 4, just_now()).await;
    let lost = Rule { skip: 1, times: Some(1), after_work: true, ..on(Method::Post, Fault::Drop) };
    play(&service, vec![lost, on(Method::Get, answer(422, None))]);
    let ended = run(&app.core, batch).await;
    // An unconfirmed row is not done, even if the create was answered.
    assert_eq!((ended.states.done, ended.states.unknown, ended.problem), (0, 4, None));
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 4);
    assert_each_has_one(&rows(&app.core, batch).await, &made(&app.core, &connection).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_being_sent_when_a_batch_was_ended_is_looked_for_when_it_is_tried_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let batch = broken_off(&app, &connection, 3, just_now()).await;
    let ended = app.core.batch_cancel(BatchRef { batch }).await.unwrap();
    assert_eq!((ended.state, ended.states.unknown, ended.states.canceled), (BatchState::Ended, 1, 2));
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.canceled), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_row_that_was_begun_by_a_clock_that_went_wrong_is_not_sent_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 1).await;
    let later = SendRecord { at: Timestamp::now() + SignedDuration::from_hours(1), service_time: None };
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
    assert_eq!((ended.states.canceled, ended.states.done + ended.states.unknown), (4, 2));
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
