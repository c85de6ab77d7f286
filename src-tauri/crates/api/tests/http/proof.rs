//! Writes with a lost response: they are looked up, and never repeated.

use std::{
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use assay_api::{PreSendHook, Since};
use assay_model::{Privacy, Problem, ProblemCode, ReportRow, ReportUpdate};
use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimePrinter};

use crate::{
    client,
    common::{Canned, Recorder},
    failed,
};

/// A list of a service whose clock is ahead; each row has its age by that clock.
fn list(ahead: i64, rows: &[(u32, &str, i64)], next: bool) -> Canned {
    let now = Timestamp::now() + SignedDuration::from_secs(ahead);
    let rows: Vec<_> = rows
        .iter()
        .map(|(id, address, age)| {
            let created = now - SignedDuration::from_secs(*age);
            format!(r#"{{"id":{id},"url":"{address}","created_at":"{created}"}}"#)
        })
        .collect();
    let next = if next { r#""https://x.example?page=2""# } else { "null" };
    let body = format!(r#"{{"data":[{}],"links":{{"next":{next}}}}}"#, rows.join(","));
    Canned::answer(200, &[("date", &date(now))], body)
}

fn date(moment: Timestamp) -> String {
    DateTimePrinter::new().timestamp_to_rfc9110_string(&moment).unwrap()
}

/// A create that started half a minute ago.
fn since() -> Timestamp {
    Timestamp::now() - SignedDuration::from_secs(30)
}

#[tokio::test]
async fn a_report_is_found_by_its_address_and_its_age_by_the_services_clock() {
    for ahead in [0, 7200, -7200] {
        let rows = [(12, "other.example", 3), (11, "example.com/shop", 10), (10, "example.com/shop", 90)];
        let recorder = Recorder::start([list(ahead, &rows, true)]).await;
        let sought = client(&recorder).find_created_report("https://www.example.com/shop/", since()).await.unwrap();
        assert_eq!(sought.found.unwrap().id, "11", "{ahead}");
        let others: Vec<_> = sought.others.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(others, ["12"]);
        assert_eq!(recorder.only().line, "GET /api/v1/reports?sort_by=id&sort=desc&per_page=25 HTTP/1.1");
    }
}

#[tokio::test]
async fn an_older_report_of_the_same_address_is_not_the_one() {
    let recorder = Recorder::start([list(0, &[(12, "other.example", 3), (10, "example.com/shop", 90)], true)]).await;
    let sought = client(&recorder).find_created_report("example.com/shop", since()).await.unwrap();
    assert_eq!(sought.found, None);
    assert_eq!(sought.others.len(), 1);
    assert_eq!(recorder.received().len(), 1, "older pages are not looked through");
}

#[tokio::test]
async fn the_services_clock_is_read_when_its_answer_begins() {
    let slow = list(0, &[(10, "example.com/shop", 34)], false).with_slow_body(Duration::from_millis(50));
    let recorder = Recorder::start([slow]).await;
    let sought = client(&recorder).find_created_report("example.com/shop", since()).await.unwrap();
    assert_eq!(sought.found, None, "it was created before the try, however long its list is on the way");
}

#[tokio::test]
async fn busy_lists_are_looked_through_as_far_as_the_try_goes_back() {
    let first = list(0, &[(14, "a.example", 1), (13, "b.example", 2)], true);
    let second = list(0, &[(12, "example.com/shop", 20), (11, "c.example", 100)], true);
    let recorder = Recorder::start([first, second]).await;
    let sought = client(&recorder).find_created_report("example.com/shop", since()).await.unwrap();
    assert_eq!(sought.found.unwrap().id, "12");
    assert!(recorder.lines()[1].contains("&page=2 "));
}

#[tokio::test]
async fn a_report_without_a_date_proves_nothing() {
    let recorder = Recorder::start([Canned::json(200, r#"[{"id":12,"url":"example.com/shop"}]"#)]).await;
    let sought = client(&recorder).find_created_report("example.com/shop", since()).await.unwrap();
    assert_eq!(sought.found, None);
    assert_eq!(sought.others[0].id, "12");
}

/// What reading a report proves about an update with a lost response.
async fn proven(update: ReportUpdate, now: &str) -> Result<String, ProblemCode> {
    let read = Canned::answer(200, &[("date", &date(Timestamp::now()))], now);
    let recorder = Recorder::start([Canned::nothing(), read]).await;
    let client = client(&recorder);
    let lost = failed(client.update_report("7", &update).await, ProblemCode::OutcomeUnknown);
    assert!(lost.tried_at.is_some());
    let proof = client.prove_update("7", &update, lost).await;
    assert_eq!(recorder.lines(), ["PUT /api/v1/reports/7 HTTP/1.1", "GET /api/v1/reports/7 HTTP/1.1"]);
    proof.map(|report| report.row.id).map_err(|problem| problem.code)
}

#[tokio::test]
async fn a_changed_privacy_is_proven_by_reading_again() {
    let private = || ReportUpdate { privacy: Some(Privacy::Private), ..ReportUpdate::default() };
    assert_eq!(proven(private(), r#"{"id":7,"privacy":1}"#).await, Ok("7".into()));
    assert_eq!(proven(private(), r#"{"id":7,"privacy":0}"#).await, Err(ProblemCode::NotDone));
    assert_eq!(proven(private(), r#"{"id":7,"privacy":9}"#).await, Err(ProblemCode::OutcomeUnknown));
    assert_eq!(proven(private(), r#"{"message":"?"}"#).await, Err(ProblemCode::OutcomeUnknown));
    for other in [r#"{"id":9,"privacy":1}"#, r#"{"id":9,"privacy":0}"#] {
        assert_eq!(proven(private(), other).await, Err(ProblemCode::OutcomeUnknown), "{other}");
    }
}

#[tokio::test]
async fn a_changed_password_cannot_be_proven() {
    let protect = || ReportUpdate {
        privacy: Some(Privacy::Password),
        password: Some("geheim/1".into()),
        ..ReportUpdate::default()
    };
    assert_eq!(proven(protect(), r#"{"id":7,"privacy":2}"#).await, Err(ProblemCode::OutcomeUnknown));
    assert_eq!(proven(protect(), r#"{"id":7,"privacy":0}"#).await, Err(ProblemCode::NotDone));
}

#[tokio::test]
async fn a_refresh_is_proven_by_the_date_of_the_checks() {
    let refresh = || ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    let at = |age| format!(r#"{{"id":7,"generated_at":"{}"}}"#, Timestamp::now() - SignedDuration::from_secs(age));
    assert_eq!(proven(refresh(), &at(0)).await, Ok("7".into()));
    assert_eq!(proven(refresh(), &at(60)).await, Err(ProblemCode::OutcomeUnknown), "it may still be at work");
    assert_eq!(proven(refresh(), r#"{"id":7}"#).await, Err(ProblemCode::OutcomeUnknown));
}

#[tokio::test]
async fn what_is_done_before_a_write_is_done_each_time_and_can_stop_it() {
    let recorder = Recorder::start([Canned::json(200, r#"{"id":7,"url":"a.example"}"#)]).await;
    let count = Arc::new(AtomicUsize::new(0));
    let client = |allowed: bool| {
        let count = Arc::clone(&count);
        client(&recorder).with_pre_send(PreSendHook::new(move || {
            count.fetch_add(1, Ordering::SeqCst);
            async move { if allowed { Ok(()) } else { Err(Problem::new(ProblemCode::DiskFull)) } }
        }))
    };
    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    let problem = client(false).update_report("7", &update).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::DiskFull);
    assert!(recorder.received().is_empty(), "nothing is sent");
    client(true).update_report("7", &update).await.unwrap();
    assert_eq!(count.load(Ordering::SeqCst), 2);
}

#[tokio::test]
async fn reports_of_an_address_are_searched_for_however_many_came_after_them() {
    let rows = [(12, "example.com/shop/2", 3), (11, "example.com/shop", 10), (10, "example.com/shop", 90)];
    let recorder = Recorder::start([list(7200, &rows, true)]).await;
    let found =
        client(&recorder).find_created_by_url("https://www.example.com/shop/", Since::Computer(since())).await.unwrap();
    assert_eq!(found.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["11"]);
    let line = recorder.only().line;
    assert!(line.contains("search=example.com%2Fshop&search_by=url"), "{line}");
}

#[tokio::test]
async fn all_that_was_created_in_some_time_is_told_or_nothing() {
    let until = || Since::Computer(Timestamp::now() - SignedDuration::from_secs(8));
    let ids = |rows: Vec<ReportRow>| rows.into_iter().map(|row| row.id).collect::<Vec<_>>();

    // A new report moved another one to the next page.
    let first = list(-3600, &[(14, "a.example", 1), (13, "b.example", 11)], true);
    let second = list(-3600, &[(13, "b.example", 11), (12, "c.example", 20), (11, "d.example", 90)], true);
    let recorder = Recorder::start([first, second]).await;
    let found = client(&recorder).created_between(Since::Computer(since()), until()).await.unwrap();
    assert_eq!(found.map(ids), Some(vec!["13".to_owned(), "12".to_owned()]));

    let disordered = list(0, &[(1, "a.example", 5), (2, "b.example", 90)], false);
    let recorder = Recorder::start([disordered]).await;
    assert_eq!(
        client(&recorder).created_between(Since::Computer(since()), until()).await.unwrap(),
        None,
        "it heeds no order"
    );

    let many: Vec<_> = (1..=100).rev().map(|id| (id, "a.example", 10)).collect();
    let recorder = Recorder::start([list(0, &many, false)]).await;
    assert_eq!(
        client(&recorder).created_between(Since::Computer(since()), until()).await.unwrap(),
        None,
        "there may be more"
    );
}

#[tokio::test]
async fn a_moment_by_the_services_clock_holds_whatever_this_computers_says() {
    const HOUR: i64 = 3600;
    let rows = [(12, "example.com/shop", 10), (10, "example.com/shop", 90)];
    let recorder = Recorder::start([list(2 * HOUR, &rows, false), list(2 * HOUR, &rows, false)]).await;
    let client = client(&recorder);
    assert_eq!(client.service_time(), None, "it has told nothing yet");
    let found = client.find_created_by_url("example.com/shop", Since::Computer(Timestamp::now())).await.unwrap();
    assert_eq!(found, []);
    let begun = client.service_time().unwrap() - SignedDuration::from_secs(30);
    assert!(begun > Timestamp::now() + SignedDuration::from_secs(HOUR), "by its own clock: {begun}");
    let found = client.find_created_by_url("example.com/shop", Since::Service(begun)).await.unwrap();
    assert_eq!(found.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["12"]);
}
