//! What the user sees of all kinds of services: lost responses, rate limits, generations, network
//! settings.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::time::Duration;

use assay_model::{
    CallRef, CertificateChoice, ConnectionDraft, ConnectionRef, CoreEvent, CreateReport, FieldReason, ListReports,
    LookUpCreate, Network, NetworkDraft, NewReport, Paging, Privacy, ProblemCode, ProxyChoice, Rating, ReportQuery,
    ReportRef, ReportSort, ReportUpdate, ServiceChoice, Ticket, UpdateReport, Verdict,
};
use assay_sample_service::{Config, SampleService, service_profile::ServiceProfile};
use common::{App, KEY, draft};
use serde_json::{Value, json};

/// A configurable sample service.
async fn service() -> SampleService {
    let config = Config { key: Some(KEY.to_owned()), delay: Duration::ZERO, control: true, ..Config::default() };
    SampleService::start(config).await.unwrap()
}

fn play(service: &SampleService, profile: Value) {
    service.apply_profile(serde_json::from_value::<ServiceProfile>(profile).unwrap());
}

fn list(connection: &str, query: ReportQuery) -> ListReports {
    ListReports { connection: connection.to_owned(), query }
}

fn create(connection: &str, url: &str) -> CreateReport {
    let report = NewReport { url: url.to_owned(), privacy: Privacy::Private, password: None, keep_password: None };
    CreateReport { connection: connection.to_owned(), report }
}

/// How many reports of an address the service has.
async fn count(app: &App, connection: &str, search: &str) -> usize {
    let query = ReportQuery { search: Some(search.to_owned()), ..ReportQuery::default() };
    app.core.reports_list(list(connection, query)).await.unwrap().rows.len()
}

#[tokio::test]
async fn a_create_whose_answer_is_lost_is_found_and_exists_once() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    for fault in [json!("cut"), json!("drop"), json!({"answer": {"status": 504, "body": "html"}})] {
        play(
            &service,
            json!({"faults": [{"method": "POST", "path": "reports", "times": 1, "after_work": true, "fault": fault}]}),
        );
        let url = format!("lost.example/{}", fault.to_string().len());
        let written = app.core.report_create(create(&connection.id, &url)).await.unwrap();
        assert_eq!(written.answer_lost.unwrap().code, ProblemCode::OutcomeUnknown);
        assert_eq!((written.report.row.address.as_str(), written.unsettled), (url.as_str(), None));
        assert!(!written.report.checks.is_empty());
        assert_eq!(count(&app, &connection.id, &url).await, 1);
    }
}

#[tokio::test]
async fn a_create_that_did_not_take_place_is_not_repeated() {
    // Its reports are an hour old.
    let now = Some(jiff::Timestamp::now() - jiff::SignedDuration::from_hours(1));
    let config = Config { key: Some(KEY.to_owned()), delay: Duration::ZERO, control: true, now, ..Config::default() };
    let service = SampleService::start(config).await.unwrap();
    let (app, connection) = App::connected(&service).await;
    app.core.report_create(create(&connection.id, "never.example")).await.unwrap();
    service.clear_requests();
    play(&service, json!({"faults": [{"method": "POST", "path": "reports", "fault": "drop"}]}));
    let lost = app.core.report_create(create(&connection.id, "never.example")).await.unwrap_err();
    assert_eq!(lost.code, ProblemCode::OutcomeUnknown);
    assert_eq!(count(&app, &connection.id, "never.example").await, 1);
    assert_eq!(service.requests().iter().filter(|request| request.method == "POST").count(), 1);

    let seek = LookUpCreate {
        connection: connection.id.clone(),
        url: "never.example".to_owned(),
        since: lost.tried_at.unwrap(),
    };
    assert_eq!(app.core.report_find_created(seek).await.unwrap().found, None);
}

#[tokio::test]
async fn a_change_whose_answer_is_lost_is_proven_by_reading() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let id = app.core.report_create(create(&connection.id, "change.example")).await.unwrap().report.row.id;
    let change = |privacy| UpdateReport {
        connection: connection.id.clone(),
        id: id.clone(),
        update: ReportUpdate { privacy: Some(privacy), ..ReportUpdate::default() },
    };
    let drop = |after_work| json!({"faults": [{"method": "PUT", "after_work": after_work, "fault": "drop"}]});
    play(&service, drop(true));
    let written = app.core.report_update(change(Privacy::Public)).await.unwrap();
    assert!(written.answer_lost.is_some());
    assert_eq!(written.report.row.privacy, Some(Privacy::Public));
    play(&service, drop(false));
    let problem = app.core.report_update(change(Privacy::Private)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::NotDone);

    let unwanted = || ReportRef { connection: connection.id.clone(), id: id.clone() };
    let drop = |after_work| json!({"faults": [{"method": "DELETE", "after_work": after_work, "fault": "drop"}]});
    play(&service, drop(false));
    assert_eq!(app.core.report_delete(unwanted()).await.unwrap_err().code, ProblemCode::NotDone);
    play(&service, drop(true));
    assert!(app.core.report_delete(unwanted()).await.unwrap().answer_lost.is_some());
}

#[tokio::test]
async fn what_a_service_does_is_learned_once_and_remembered() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let mut events = app.core.watch();
    assert_eq!(events.recv().await, Some(CoreEvent::Waiting { waiting: vec![] }));
    play(
        &service,
        json!({
            "records": {"rating_name": "score"},
            "lists": {"paging": "next_only", "sorts_by_generated_at": false},
        }),
    );
    let bad = ReportQuery { result: Some(Verdict::Bad), ..ReportQuery::default() };
    let page = app.core.reports_list(list(&connection.id, bad)).await.unwrap();
    assert!(!page.rows.is_empty() && page.rows.iter().all(|row| row.verdict == Some(Verdict::Bad)));
    let sorted = ReportQuery { sort_by: Some(ReportSort::GeneratedAt), ..ReportQuery::default() };
    assert!(app.core.reports_list(list(&connection.id, sorted)).await.unwrap().sort_ignored);
    assert_eq!(events.recv().await, Some(CoreEvent::Connections));

    let app = app.restarted();
    let learned = app.core.connections_list(()).await.unwrap().remove(0).generation;
    assert_eq!(learned.rating, Some(Rating::Score));
    assert!(learned.says_score);
    assert_eq!(learned.paging, Some(Paging::NextOnly));
    assert_eq!(learned.sorts.get(&ReportSort::GeneratedAt), Some(&false));
    assert_eq!(learned.rate_limit, Some(600));

    let moved = |host: &str, service| ConnectionDraft {
        id: Some(connection.id.clone()),
        service: Some(service),
        ..draft(&format!("https://{host}"), "another-key")
    };
    let same = app.core.connection_save(moved("same.example", ServiceChoice::Same)).await.unwrap();
    assert_eq!(same.generation, learned, "it is the same service");
    let other = app.core.connection_save(moved("other.example", ServiceChoice::Another)).await.unwrap();
    assert_eq!(other.generation, assay_model::ServiceCapabilities::default());
}

#[tokio::test]
async fn calls_that_wait_for_the_throttle_are_told_and_can_be_given_up() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let mut events = app.core.watch();
    play(&service, json!({"throttle": {"limit": 1, "window_s": 60}}));
    let ask = || app.core.reports_list(list(&connection.id, ReportQuery::default()));
    ask().await.unwrap();
    let told = async {
        loop {
            if let Some(CoreEvent::Waiting { waiting }) = events.recv().await
                && let Some(waiting) = waiting.first()
            {
                return waiting.clone();
            }
        }
    };
    let give_up = async {
        let waiting = told.await;
        assert_eq!((waiting.connection.as_str(), waiting.limit), (&*connection.id, Some(1)));
        assert!((30..=60).contains(&waiting.seconds), "{waiting:?}");
        app.core.pending_calls_cancel(ConnectionRef { id: connection.id.clone() }).await.unwrap();
    };
    let (answer, ()) = tokio::join!(ask(), give_up);
    assert_eq!(answer.unwrap_err().code, ProblemCode::Canceled);
}

#[tokio::test]
async fn a_call_is_canceled_by_its_number_but_not_a_write_that_was_sent() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let ticket = |number| Ticket { number, background: false };
    let cancel = async |number, after: &str| {
        while !service.requests().iter().any(|request| request.method == after) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        app.core.call_cancel(CallRef { number }).await.unwrap();
    };
    play(&service, json!({"faults": [{"method": "GET", "times": 1, "fault": "hang"}]}));
    let read = app.core.run_call(ticket(1), app.core.reports_list(list(&connection.id, ReportQuery::default())));
    let (answer, ()) = tokio::join!(read, cancel(1, "GET"));
    assert_eq!(answer.unwrap_err().code, ProblemCode::Canceled);

    play(&service, json!({"faults": [{"method": "POST", "fault": {"delay": {"ms": 150}}}]}));
    let write = app.core.run_call(ticket(2), app.core.report_create(create(&connection.id, "sent.example")));
    let (answer, ()) = tokio::join!(write, cancel(2, "POST"));
    assert_eq!(answer.unwrap().report.row.address, "sent.example");
    app.core.call_cancel(CallRef { number: 2 }).await.unwrap();
}

#[tokio::test]
async fn network_settings_are_checked_kept_and_used() {
    let service = service().await;
    let app = App::new();
    let with = |network| ConnectionDraft { network, ..draft(&service.base_url(), KEY) };
    let wrong = NetworkDraft {
        proxy: ProxyChoice::Own { address: "http://me:secret@127.0.0.1:3128".to_owned() },
        certificates: CertificateChoice::Kept,
        connect_seconds: 0,
        read_seconds: 601,
        write_seconds: 90,
    };
    let problem = app.core.connection_save(with(wrong)).await.unwrap_err();
    let fields: Vec<_> = problem.fields.iter().map(|wrong| (wrong.field.as_str(), wrong.reason.clone())).collect();
    assert_eq!(
        fields,
        [
            ("connect_seconds", FieldReason::OutOfRange { least: 1, most: 120 }),
            ("read_seconds", FieldReason::OutOfRange { least: 1, most: 600 }),
            ("proxy", FieldReason::Credentials),
        ]
    );

    let network = NetworkDraft { read_seconds: 1, ..NetworkDraft::default() };
    let connection = app.core.connection_save(with(network.clone())).await.unwrap();
    assert_eq!(connection.network, Network { read_seconds: 1, ..Network::default() });
    play(&service, json!({"faults": [{"method": "GET", "fault": "hang"}]}));
    let asked = list(&connection.id, ReportQuery::default());
    assert_eq!(app.core.reports_list(asked.clone()).await.unwrap_err().code, ProblemCode::TimedOut);

    let network = NetworkDraft { proxy: ProxyChoice::Own { address: "127.0.0.1:1".to_owned() }, ..network };
    let change = ConnectionDraft { id: Some(connection.id.clone()), allow_insecure: true, ..with(network) };
    app.core.connection_save(change).await.unwrap();
    assert_eq!(app.core.reports_list(asked).await.unwrap_err().code, ProblemCode::ProxyFailed);
}
