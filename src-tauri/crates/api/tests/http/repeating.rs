//! What is retried, and what never is (`field-notes.md` 19).

use std::time::Duration;

use assay_api::{Client, ClientSettings, Limits};
use assay_model::ProblemCode;
use tokio::time::sleep;

use crate::{
    Call, KEY, READS, REPORT, WRITES, again, base_at, client_with,
    common::{Canned, Recorder},
    failed, nowhere, short, soon, writes,
};

fn cut() -> Canned {
    Canned::json(200, REPORT).without_the_last(4)
}

fn status(status: u16, retry_after: Option<&str>) -> Canned {
    let headers: Vec<_> = retry_after.map(|retry_after| ("retry-after", retry_after)).into_iter().collect();
    Canned::answer(status, &headers, r#"{"message":"Nein."}"#)
}

#[tokio::test]
async fn a_read_that_failed_in_a_way_that_passes_is_asked_again() {
    for canned in [
        Canned::nothing(),
        cut(),
        status(500, None),
        status(502, None),
        status(504, Some("0")),
        status(503, Some("0")),
        status(429, Some("0")),
        Canned::html(500, "<h1>Server Error</h1>"),
    ] {
        for call in READS {
            let recorder = Recorder::start([canned.clone(), canned.clone(), call.success()]).await;
            call.make(&client_with(&recorder, again())).await.unwrap();
            let lines = recorder.lines();
            assert_eq!(lines.len(), 3, "{call:?}");
            assert!(lines.iter().all(|line| *line == lines[0]), "{lines:?}");
        }
    }
}

#[tokio::test]
async fn a_read_is_asked_again_three_times_at_most() {
    for (canned, code) in [
        (Canned::nothing(), ProblemCode::ResponseTruncated),
        (cut(), ProblemCode::ResponseTruncated),
        (status(500, None), ProblemCode::ServiceFault),
        (status(429, Some("0")), ProblemCode::Throttled),
    ] {
        let recorder = Recorder::start([(); 6].map(|()| canned.clone())).await;
        failed(client_with(&recorder, again()).read_report("7").await, code);
        assert_eq!(recorder.received().len(), 4, "{code:?}");
    }
}

#[tokio::test]
async fn a_read_that_would_fail_again_is_not_asked_again() {
    for (canned, code) in [
        (status(401, None), ProblemCode::KeyRefused),
        (status(402, None), ProblemCode::QuotaUsed),
        (status(403, None), ProblemCode::Forbidden),
        (status(404, None), ProblemCode::NotFound),
        (status(422, None), ProblemCode::RefusedInput),
        (Canned::answer(302, &[("location", "/login")], ""), ProblemCode::Redirected),
        (Canned::html(200, "<h1>Log in</h1>"), ProblemCode::UnsupportedService),
        (Canned::raw("HTTP/9.9 what\r\n\r\n"), ProblemCode::UnsupportedService),
        (Canned::json(200, " ".repeat(2000)), ProblemCode::ResponseTooLarge),
        (status(503, None), ProblemCode::Maintenance),
    ] {
        let recorder = Recorder::start([canned, Canned::json(200, REPORT)]).await;
        let client = client_with(&recorder, Limits { body: 1000, ..again() });
        failed(client.read_report("7").await, code);
        assert_eq!(recorder.received().len(), 1, "{code:?}");
    }
}

#[tokio::test]
async fn a_long_pause_that_the_service_asks_for_is_told_instead_of_waited_for() {
    for (answer, seconds, code) in [
        (503, "6", ProblemCode::Maintenance),
        (500, "6", ProblemCode::ServiceFault),
        (502, "3600", ProblemCode::ServiceFault),
        (429, "121", ProblemCode::Throttled),
    ] {
        let recorder = Recorder::start([status(answer, Some(seconds)), Canned::json(200, REPORT)]).await;
        let problem = failed(client_with(&recorder, again()).read_report("7").await, code);
        assert_eq!(problem.retry_after, seconds.parse().ok());
        assert_eq!((problem.said.as_deref(), problem.status), (Some("Nein."), Some(answer)));
        assert_eq!(recorder.received().len(), 1);
    }
}

#[tokio::test]
async fn no_repetition_begins_after_the_time_of_a_read_was_spent() {
    let recorder = Recorder::start([Canned::nothing().and_hold(), Canned::json(200, REPORT)]).await;
    let client = client_with(&recorder, Limits { read: short().read, ..again() });
    failed(client.read_report("7").await, ProblemCode::TimedOut);
    assert_eq!(recorder.received().len(), 1);
}

#[tokio::test]
async fn after_a_throttle_all_calls_of_the_client_are_held() {
    for call in [Call::Read, Call::Create] {
        let recorder = Recorder::start([status(429, Some("60"))]).await;
        let client = client_with(&recorder, again());
        let mut waits = client.waits();
        let first = tokio::spawn({
            let client = client.clone();
            async move { call.make(&client).await }
        });
        recorder.until(1).await;
        let mut expected = 0;
        if call == Call::Create {
            failed(first.await.unwrap(), ProblemCode::Throttled);
        } else {
            expected += 1;
            soon(waits.wait_for(|wait| wait.is_some_and(|wait| wait.calls == 1))).await.unwrap();
        }
        for next in [Call::List, Call::Delete] {
            expected += 1;
            let client = client.clone();
            tokio::spawn(async move { failed(next.make(&client).await, ProblemCode::Canceled) });
            soon(waits.wait_for(|wait| wait.is_some_and(|wait| wait.calls == expected))).await.unwrap();
        }
        client.stop_waiting();
        soon(waits.wait_for(Option::is_none)).await.unwrap();
        assert_eq!(recorder.received().len(), 1);
    }
}

#[tokio::test]
async fn a_write_that_may_have_been_read_is_sent_once() {
    let deleted_not = || Canned::json(200, r#"{"id":7,"deleted":false}"#);
    for canned in [
        Canned::nothing(),
        cut(),
        deleted_not(),
        Canned::raw("HTTP/1.1 200 OK\r\n"),
        Canned::raw("SSH-2.0-server\r\n"),
        Canned::nothing().and_hold(),
        status(500, None),
        status(502, Some("0")),
        status(503, Some("0")),
        status(429, Some("0")),
        status(407, None),
        status(408, None),
        status(307, None),
        status(401, None),
        status(422, None),
    ] {
        for call in WRITES {
            let recorder = Recorder::start([canned.clone()]).await;
            let client = client_with(&recorder, Limits { write: short().write, ..again() });
            let _ = call.make(&client).await;
            assert_eq!(writes(&recorder), 1, "{call:?}: {:?}", recorder.lines());
        }
    }
}

#[tokio::test]
async fn a_write_on_a_connection_that_was_used_before_is_sent_once() {
    for call in WRITES {
        let recorder = Recorder::start([Canned::json(200, REPORT).and_keep(), Canned::nothing()]).await;
        let client = client_with(&recorder, again());
        client.read_report("7").await.unwrap();
        failed(call.make(&client).await, ProblemCode::OutcomeUnknown);
        assert_eq!(writes(&recorder), 1, "{call:?}: {:?}", recorder.lines());
    }
}

#[tokio::test]
async fn a_write_for_which_nobody_listened_yet_is_sent_when_somebody_does() {
    for call in WRITES {
        let (socket, address) = nowhere();
        let limits = Limits { pause: Duration::from_millis(20), repeats: 9, ..Limits::default() };
        let client =
            Client::new(&base_at(address), KEY.into(), ClientSettings { limits, ..ClientSettings::default() }).unwrap();
        let made = tokio::spawn(async move { call.make(&client).await });
        sleep(Duration::from_millis(50)).await;
        let recorder = Recorder::listen(socket.listen(16).unwrap(), None, [call.success()]);
        soon(made).await.unwrap().unwrap();
        assert_eq!((recorder.received().len(), writes(&recorder)), (1, 1), "{call:?}");
    }
}
