use std::time::{Duration, Instant};

use assay_api::{Client, ClientSettings, Limits};
use assay_model::{NewReport, Privacy, ProblemCode, RateLimit, ReportQuery, ReportUpdate};
use tokio::net::TcpListener;
use url::Url;

use crate::{
    KEY, REPORT, base_at, client, client_with,
    common::{Canned, Recorder},
    failed, nowhere, once, short,
};

pub fn new() -> NewReport {
    NewReport { url: "example.com".into(), privacy: Privacy::Private, password: None, keep_password: None }
}

#[test]
fn the_limits_are_those_of_the_interface() {
    let limits = Limits::default();
    assert_eq!(limits.connect, Duration::from_secs(10));
    assert_eq!(limits.read, Duration::from_secs(30));
    assert_eq!(limits.write, Duration::from_secs(90));
    assert_eq!(limits.body, 64_000_000);
}

#[tokio::test]
async fn reads_and_writes_have_their_own_time() {
    let stalled = || Canned::json(200, REPORT).without_the_last(4).and_hold();
    let started = Instant::now();
    for canned in [Canned::nothing().and_hold(), stalled()] {
        let recorder = Recorder::start([canned]).await;
        let client = client_with(&recorder, Limits { read: short().read, ..once() });
        failed(client.read_report("7").await, ProblemCode::TimedOut);
        assert_eq!(recorder.received().len(), 1);
    }
    for canned in [Canned::nothing().and_hold(), stalled()] {
        let recorder = Recorder::start([canned]).await;
        let client = client_with(&recorder, Limits { write: short().write, ..once() });
        failed(client.create_report(&new()).await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.received().len(), 1);
    }
    // Each has its own limit.
    assert!(started.elapsed() < Limits::default().read);
}

#[tokio::test]
async fn a_connection_that_breaks_is_told_and_not_repeated() {
    for canned in [Canned::nothing, || Canned::json(200, REPORT).without_the_last(4)] {
        let recorder = Recorder::start([canned(), canned()]).await;
        failed(client(&recorder).read_report("7").await, ProblemCode::ResponseTruncated);
        assert_eq!(recorder.received().len(), 1);

        let recorder = Recorder::start([canned(), canned()]).await;
        failed(client(&recorder).create_report(&new()).await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.received().len(), 1);

        let recorder = Recorder::start([canned(), canned()]).await;
        let refresh = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
        failed(client(&recorder).update_report("7", &refresh).await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.received().len(), 1);
    }
}

#[tokio::test]
async fn where_nobody_listens_nothing_was_sent() {
    let (_socket, address) = nowhere();
    let client =
        Client::new(&base_at(address), KEY.into(), ClientSettings { limits: once(), ..ClientSettings::default() })
            .unwrap();
    failed(client.list_reports(&ReportQuery::default()).await, ProblemCode::ConnectionRefused);
    failed(client.create_report(&new()).await, ProblemCode::ConnectionRefused);
    failed(client.delete_report("7").await, ProblemCode::ConnectionRefused);
    failed(client.delete_project("a.de").await, ProblemCode::ConnectionRefused);
}

#[tokio::test]
async fn a_connection_that_is_never_made_has_its_own_time() {
    // Accepted by the system, but without a TLS response.
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("https://{}", listener.local_addr().unwrap())).unwrap();
    let limits = Limits { connect: short().connect, ..once() };
    let client = Client::new(&base, KEY.into(), ClientSettings { limits, ..ClientSettings::default() }).unwrap();
    failed(client.list_reports(&ReportQuery::default()).await, ProblemCode::ConnectTimedOut);
    failed(client.create_report(&new()).await, ProblemCode::ConnectTimedOut);
}

#[tokio::test]
async fn an_answer_is_read_up_to_the_limit_and_no_further() {
    let limit = |body| Limits { body, ..once() };
    let recorder = Recorder::start([Canned::json(200, REPORT)]).await;
    client_with(&recorder, limit(REPORT.len())).read_report("7").await.unwrap();

    let recorder = Recorder::start([Canned::json(200, REPORT)]).await;
    let result = client_with(&recorder, limit(REPORT.len() - 1)).read_report("7").await;
    failed(result, ProblemCode::ResponseTooLarge);

    // 100 kB of blanks, packed into a few bytes by gzip.
    let packed = include_bytes!("blanks.json.gz");
    assert!(packed.len() < 1000);
    let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
    let recorder = Recorder::start([Canned::answer(200, &headers, packed)]).await;
    failed(client_with(&recorder, limit(1000)).read_report("7").await, ProblemCode::ResponseTooLarge);

    let recorder = Recorder::start([Canned::json(201, REPORT)]).await;
    let result = client_with(&recorder, limit(10)).create_report(&new()).await;
    failed(result, ProblemCode::OutcomeUnknown);
}

#[tokio::test]
async fn the_throttle_is_what_the_last_answer_announced() {
    let with = |headers: &[(&str, &str)]| Canned::answer(200, headers, REPORT);
    let recorder = Recorder::start([
        with(&[("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "59")]),
        with(&[("X-RateLimit-Limit", "60, 60;w=60")]),
        with(&[("X-RateLimit-Limit", "many"), ("X-RateLimit-Remaining", "0")]),
        Canned::answer(
            429,
            &[("X-RateLimit-Limit", "60"), ("X-RateLimit-Remaining", "58"), ("Retry-After", "0")],
            "Too Many Attempts.",
        ),
        with(&[]),
    ])
    .await;
    let client = client(&recorder);
    assert_eq!(client.rate_limit(), None);
    for expected in [
        Some(RateLimit { limit: 60, remaining: Some(59) }),
        Some(RateLimit { limit: 60, remaining: None }),
        None,
        Some(RateLimit { limit: 60, remaining: Some(58) }),
        None,
    ] {
        let _ = client.clone().read_report("7").await;
        assert_eq!(client.rate_limit(), expected);
    }
}
