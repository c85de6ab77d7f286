//! Faults: field notes 19, 28, 29, and 31.

use std::time::{Duration, Instant};

use assay_sample_service::Config;
use reqwest::Method;
use reqwest::header::ACCEPT;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::{Asked, NOW, answer, controlled, start};

const NEW: [(&str, &str); 1] = [("url", "https://example.com/new")];
const SOON: Duration = Duration::from_secs(30);

/// Sends a request below `/api/v1` on its own connection.
async fn sent(asked: &Asked, method: &str, path: &str, form: &str) -> TcpStream {
    let mut stream = TcpStream::connect(asked.service.base_url().replace("http://", "")).await.unwrap();
    let request = format!(
        "{method} /api/v1{path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {}\r\nAccept: application/json\r\n\
         Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n\r\n{form}",
        asked.service.key(),
        form.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

/// Everything received until the service disconnects.
async fn until_closed(mut stream: TcpStream) -> String {
    let mut came = Vec::new();
    // Earlier data counts, however it is closed.
    let _ = timeout(SOON, stream.read_to_end(&mut came)).await.unwrap();
    String::from_utf8(came).unwrap()
}

/// Waits for a number of requests.
pub async fn received(asked: &Asked, requests: usize) {
    let come = async {
        while asked.service.requests().len() < requests {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, come).await.unwrap();
}

/// Waits for a number of reports.
async fn made(asked: &Asked, reports: u64) {
    let there = async {
        while asked.count().await < reports {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, there).await.unwrap();
}

/// The announced length of a body, and the received part.
fn parts(answer: &str) -> (usize, &str) {
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    (length.parse().unwrap(), body)
}

#[tokio::test]
async fn an_answer_is_cut_off_in_its_middle() {
    let asked = start(controlled()).await;
    let whole = asked.get("/reports/2").await.text;
    asked.fail(json!([{"after_work": true, "fault": "cut"}])).await;
    let came = until_closed(sent(&asked, "GET", "/reports/2", "").await).await;
    assert!(came.starts_with("HTTP/1.1 200 OK\r\n"), "{came}");
    assert_eq!(parts(&came), (whole.len(), &whole[..whole.len() / 2]));
    assert!(asked.request(Method::GET, "/reports").send().await.unwrap().bytes().await.is_err());
}

#[tokio::test]
async fn a_connection_is_dropped_without_an_answer() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": "drop"}])).await;
    for (method, path) in [("GET", "/reports"), ("GET", "/nothing"), ("DELETE", "/reports/1")] {
        assert_eq!(until_closed(sent(&asked, method, path, "").await).await, "", "{method} {path}");
    }
    assert_eq!(asked.count().await, 30);
}

#[tokio::test]
async fn what_was_asked_is_done_before_a_fault_or_not() {
    let asked = start(controlled()).await;
    for fault in [
        json!("drop"),
        json!("cut"),
        json!("key_refused"),
        json!({"answer": {"status": 500}}),
        json!({"redirect": {"to": "/login"}}),
    ] {
        for (after_work, more) in [(false, 0), (true, 1)] {
            let before = asked.count().await;
            asked.fail(json!([{"method": "POST", "path": "reports", "after_work": after_work, "fault": fault}])).await;
            until_closed(sent(&asked, "POST", "/reports", "url=https%3A%2F%2Fexample.com%2Fnew").await).await;
            assert_eq!(asked.count().await, before + more, "{fault} {after_work}");
        }
    }
}

#[tokio::test]
async fn a_blind_repeat_makes_a_second_report() {
    let asked = start(controlled()).await;
    for (fault, more) in [(json!({"answer": {"status": 500}}), 2), (json!("cut"), 4)] {
        asked.fail(json!([{"method": "POST", "times": 1, "after_work": true, "fault": fault}])).await;
        let failed = asked.request(Method::POST, "/reports").form(&NEW).send().await.unwrap();
        let broken = !failed.status().is_success() || failed.bytes().await.is_err();
        assert!(broken, "{fault}");
        assert_eq!(asked.post("/reports", &NEW).await.status, 201);
        assert_eq!(asked.count().await, 30 + more);
    }
    let rows = asked.all("/reports?search=example.com/new").await;
    assert_eq!(rows.len(), 4);
    assert!(rows.iter().all(|row| row["created_at"] == NOW));
}

#[tokio::test]
async fn a_hanging_request_ends_when_the_service_stops() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"method": "POST", "after_work": true, "fault": "hang"}, {"fault": "hang"}])).await;
    let mut hanging = sent(&asked, "GET", "/reports/1", "").await;
    let worked = sent(&asked, "POST", "/reports", "url=https%3A%2F%2Fexample.com%2Fnew").await;
    received(&asked, 2).await;
    made(&asked, 31).await;
    let nothing = timeout(Duration::from_millis(50), hanging.read_u8()).await;
    assert!(nothing.is_err(), "{nothing:?}");

    let began = Instant::now();
    asked.service.stop().await;
    assert!(began.elapsed() < Duration::from_secs(5), "it does not wait for what hangs");
    assert_eq!(until_closed(hanging).await, "");
    assert_eq!(until_closed(worked).await, "");
}

#[tokio::test]
async fn a_late_answer_is_the_true_one() {
    let asked = start(controlled()).await;
    let whole = asked.get("/reports/1").await.text;
    for after_work in [false, true] {
        asked.fail(json!([{"after_work": after_work, "fault": {"delay": {"ms": 120}}}])).await;
        let began = Instant::now();
        assert_eq!(asked.get("/reports/1").await.text, whole);
        assert!(began.elapsed() >= Duration::from_millis(120));
    }
}

#[tokio::test]
async fn who_does_not_wait_does_not_know_what_was_done() {
    let asked = start(controlled()).await;
    for (after_work, reports) in [(false, 30), (true, 31)] {
        asked.service.clear_requests();
        asked.fail(json!([{"method": "POST", "after_work": after_work, "fault": {"delay": {"ms": 60_000}}}])).await;
        let waiting = sent(&asked, "POST", "/reports", "url=https%3A%2F%2Fexample.com%2Fnew").await;
        received(&asked, 1).await;
        made(&asked, reports).await;
        drop(waiting);
        assert_eq!(asked.count().await, reports);
    }
}

#[tokio::test]
async fn any_other_answer_can_be_given() {
    let asked = start(controlled()).await;
    let other = async |of: Value| {
        asked.fail(json!([{"fault": {"answer": of}}])).await;
        asked.get("/reports").await
    };
    let json = other(json!({"status": 500})).await;
    assert_eq!((json.status.as_u16(), &json.json()["status"]), (500, &json!(500)));
    assert!(json.json()["message"].is_string() && json.header("retry-after").is_none());

    let page = other(json!({"status": 502, "body": "html"})).await;
    assert_eq!(page.status, 502);
    assert!(page.header("content-type").unwrap().starts_with("text/html") && page.text.contains("<html>"));
    let false_success = other(json!({"status": 200, "body": "html"})).await;
    assert!(false_success.status == 200 && false_success.text.contains("<html>"));

    let nothing = other(json!({"status": 500, "body": "empty"})).await;
    assert_eq!((nothing.status.as_u16(), nothing.text.as_str()), (500, ""));

    let maintenance = other(json!({"status": 503, "retry_after_s": 30})).await;
    assert_eq!((maintenance.status.as_u16(), maintenance.header("retry-after")), (503, Some("30")));

    let throttled = other(json!({"status": 429, "body": {"text": "Later."}, "retry_after_s": 1})).await;
    assert_eq!((throttled.status.as_u16(), throttled.text.as_str()), (429, "Later."));

    let foreign = other(json!({"status": 200, "body": {"json": {"hello": 1}}})).await;
    assert_eq!((foreign.status.as_u16(), foreign.json()), (200, json!({"hello": 1})));
}

#[tokio::test]
async fn a_request_is_sent_elsewhere() {
    let asked = start(controlled()).await;
    for to in ["/login", "https://elsewhere.example/api/v1/reports?a=b"] {
        asked.fail(json!([{"fault": {"redirect": {"to": to}}}])).await;
        let sent_away = asked.get("/reports").await;
        assert_eq!((sent_away.status.as_u16(), sent_away.header("location")), (302, Some(to)));
    }
}

#[tokio::test]
async fn a_right_key_is_refused_as_a_wrong_one() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": "key_refused"}])).await;
    let path = "/api/v1/reports/1";
    for method in [Method::GET, Method::DELETE] {
        for accept in ["application/json", "*/*"] {
            let wrong = answer(asked.plain(method.clone(), path).header(ACCEPT, accept)).await;
            let right = answer(asked.request(method.clone(), "/reports/1").header(ACCEPT, accept)).await;
            assert_eq!((right.status, &right.text), (wrong.status, &wrong.text));
            assert_eq!(right.header("location"), wrong.header("location"));
        }
    }
    assert_eq!(asked.get("/reports/1").await.status, 401);
    assert_eq!(asked.delete("/reports/1").await.status, 302);
}

#[tokio::test]
async fn an_answer_is_larger_than_anyone_wants() {
    let asked = start(controlled()).await;
    let whole = asked.get("/reports/1").await.text;
    for bytes in [0, 1, 200_000] {
        asked.fail(json!([{"fault": {"too_large": {"bytes": bytes}}}])).await;
        let large = asked.get("/reports/1").await;
        assert_eq!(large.text.len(), bytes + whole.len());
        assert_eq!(large.text.trim_start_matches(' '), whole);
        assert_eq!(large.header("content-length"), None, "nobody is warned");
    }
}

#[tokio::test]
async fn an_answer_comes_byte_by_byte() {
    let asked = start(controlled()).await;
    let whole = asked.delete("/reports/1").await.text;
    asked.service.reset().await.unwrap();
    asked.fail(json!([{"fault": {"slow_drip": {"pause_ms": 2}}}])).await;
    let began = Instant::now();
    let mut response = asked.request(Method::DELETE, "/reports/1").send().await.unwrap();
    let mut pieces = Vec::new();
    while let Some(piece) = response.chunk().await.unwrap() {
        pieces.push(piece);
    }
    assert_eq!(String::from_utf8(pieces.concat()).unwrap(), whole);
    assert!(pieces.len() > 3, "{} pieces", pieces.len());
    assert!(began.elapsed() >= Duration::from_millis(2) * u32::try_from(whole.len()).unwrap());
}

#[tokio::test]
async fn a_fault_is_meant_for_some_requests() {
    let asked = start(controlled()).await;
    asked
        .fail(json!([
            {"method": "DELETE", "path": "reports/*", "skip": 1, "times": 1, "fault": {"answer": {"status": 429}}},
            {"path": "reports/7", "fault": {"answer": {"status": 502}}},
            {"path": "projects/münchen reisen", "fault": {"answer": {"status": 503}}},
        ]))
        .await;
    let statuses = [
        asked.delete("/reports/1").await,
        asked.delete("/reports/2").await,
        asked.delete("/reports/2").await,
        asked.get("/reports/7").await,
        asked.delete("/reports/7").await,
        asked.get("/reports").await,
        asked.delete("/projects/m%C3%BCnchen%20reisen").await,
    ]
    .map(|answer| answer.status.as_u16());
    assert_eq!(statuses, [200, 429, 200, 502, 502, 200, 503]);
}

#[tokio::test]
async fn a_throttled_request_meets_no_fault() {
    let asked = start(controlled()).await;
    asked.play(json!({"throttle": {"limit": 1}, "faults": [{"fault": {"answer": {"status": 500}}}]})).await;
    let failed = asked.get("/reports").await;
    assert_eq!((failed.status.as_u16(), failed.header("x-ratelimit-remaining")), (500, Some("0")));
    assert_eq!(asked.get("/reports").await.status, 429);
}

#[tokio::test]
async fn a_create_goes_on_after_its_client_has_left() {
    const TAKES: Duration = Duration::from_secs(4);
    let asked = start(Config { now: None, ..controlled() }).await;
    for (recorded, is_there, is_dated) in
        [("at_end", false, false), ("at_start", true, true), ("dated_at_start", false, true)]
    {
        asked.play(json!({"creates": {"takes_ms": TAKES.as_millis(), "goes_on": true, "recorded": recorded}})).await;
        // Only the last 1,000 requests are recorded, and the loops below ask often.
        asked.service.clear_requests();
        let url = format!("https://example.com/{recorded}");
        let client = sent(&asked, "POST", "/reports", &format!("url={url}")).await;
        received(&asked, 1).await;
        drop(client);
        let left = jiff::Timestamp::now();
        let rows = async || asked.all(&format!("/reports?search=example.com/{recorded}")).await;
        if is_there {
            made_of(&rows).await;
        } else {
            assert_eq!(rows().await, Vec::<Value>::new(), "{recorded}");
        }
        let made: jiff::Timestamp = made_of(&rows).await["created_at"].as_str().unwrap().parse().unwrap();
        // A request is counted a moment before its date is taken.
        assert_eq!(made < left + TAKES / 2, is_dated, "{recorded}: {made} {left}");
    }
    asked.play(json!({"creates": {"takes_ms": 1000}})).await;
    let count = asked.count().await;
    asked.service.clear_requests();
    let client = sent(&asked, "POST", "/reports", "url=https%3A%2F%2Fexample.com%2Fleft").await;
    received(&asked, 1).await;
    drop(client);
    asked.created(&NEW).await;
    assert_eq!(asked.count().await, count + 1, "usually it ends with its client");
}

/// Waits for the one row of a list.
async fn made_of(rows: &impl AsyncFn() -> Vec<Value>) -> Value {
    let there = async {
        loop {
            if let Some(row) = rows().await.pop() {
                return row;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(SOON, there).await.unwrap()
}

#[tokio::test]
async fn what_was_sent_is_echoed() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": "echo"}])).await;
    let form = [NEW[0], ("privacy", "2"), ("password", "tulips in may")];
    let key = asked.service.key().to_owned();
    let made = asked.post("/reports", &form).await;
    assert_eq!(made.status, 201);
    let record = &made.json()["data"];
    assert_eq!(record["request"]["headers"]["authorization"], format!("Bearer {key}"));
    assert_eq!(record["request"]["Password"], "tulips in may");
    assert_eq!(record[&key], "tulips in may");
    assert_eq!(record["results"]["echo"]["echo"], key);
    assert_eq!(
        (&made.json()["password"], &made.json()["request"]["body"]),
        (&json!("tulips in may"), &json!("url=https%3A%2F%2Fexample.com%2Fnew&privacy=2&password=tulips+in+may"))
    );
    let rows = asked.get("/reports").await.json();
    assert!(rows["data"].as_array().unwrap().iter().all(|row| row["request"]["headers"]["authorization"].is_string()));
    let refused = asked.post("/reports", &[("privacy", "2"), ("password", "tulips in may")]).await;
    assert_eq!(refused.status, 422);
    assert!(refused.json()["message"].as_str().unwrap().contains(&key));
}

#[tokio::test]
async fn a_bomb_is_small_until_it_is_unpacked() {
    let asked = start(controlled()).await;
    for (place, status) in [("record", 200), ("refusal", 422)] {
        asked.fail(json!([{"fault": {"bomb": {"place": place, "bytes": 1_000_000}}}])).await;
        let mut came = sent(&asked, "GET", "/reports/1", "").await;
        let mut packed = Vec::new();
        timeout(SOON, came.read_to_end(&mut packed)).await.unwrap().unwrap();
        assert!(packed.len() < 5_000, "{}", packed.len());
        let answer = asked.get("/reports/1").await;
        assert_eq!(answer.status.as_u16(), status);
        assert!(answer.text.len() > 1_000_000 && serde_json::from_str::<Value>(&answer.text).is_ok());
    }
}

#[tokio::test]
async fn names_repeat() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": {"repeated_names": {"times": 50}}}])).await;
    let text = asked.get("/reports/1").await.text;
    assert_eq!((text.matches(r#""again":"#).count(), text.matches(r#""again ("#).count()), (50, 50));
    assert!(serde_json::from_str::<Value>(&text).is_ok());
}
