use std::{collections::BTreeMap, sync::Arc, time::Duration};

use assay_core::Timing;
use assay_journal::SendRecord;
use assay_model::{
    BatchRef, BatchState, CreateReport, NewReport, Privacy, ProblemCode, ReportRef, RowState, StateCounts,
};
use assay_sample_service::{
    SampleService, ServiceProfile,
    service_profile::{Creates, Fault, Method, Recorded, Rule},
};
use jiff::{SignedDuration, Timestamp};

use crate::{
    answer, app,
    common::{
        App, FakeHost, FakeKeychain, KEY, TIMING,
        batches::{
            assert_each_has_one, at_once, made, pages, plan, rows, run, until, until_all_are_known, until_ended,
        },
        draft,
    },
    journal, on, play, sent, service_with,
};

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

fn just_now() -> SendRecord {
    SendRecord { at: Timestamp::now(), service_time: Some(Timestamp::now()) }
}

/// A batch interrupted after its first row was started.
async fn broken_off(app: &App, connection: &str, rows: u32, begun: SendRecord) -> u32 {
    let batch = plan(&app.core, connection, &pages(rows)).await.number;
    let journal = journal(app);
    let journaled = journal.batch(batch);
    journaled.set_state(BatchState::Running, None, begun.at).unwrap();
    journaled.begin(1, begun).unwrap();
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
