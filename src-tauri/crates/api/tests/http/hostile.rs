//! A malicious or broken service: the key goes nowhere else, and nothing hangs, overflows, or
//! panics.

use std::time::Duration;

use assay_api::Limits;
use assay_model::{NewReport, Privacy, ProblemCode, ProjectQuery, ReportQuery, ReportUpdate};

use crate::{
    ALL, Call, KEY, READS, REPORT, WRITES, again, client, client_with,
    common::{Canned, Recorder},
    failed, once, short, writes,
};

/// Makes a call with this response, and returns its outcome; a write is always sent once.
async fn outcome(call: Call, canned: Canned, limits: Limits) -> Result<(), ProblemCode> {
    let recorder = Recorder::start([canned]).await;
    let outcome = call.make(&client_with(&recorder, limits)).await;
    if WRITES.contains(&call) {
        assert_eq!(writes(&recorder), 1, "{call:?}: {:?}", recorder.lines());
    }
    outcome.map_err(|problem| {
        let told = format!("{problem:?}");
        assert!(!told.contains(KEY) && !told.contains("geheim"), "{told}");
        assert!(told.len() < 10_000, "{call:?}: a problem of {} bytes", told.len());
        problem.code
    })
}

/// An unexpected response, to a read and to a write.
fn nonsense(call: Call) -> Result<(), ProblemCode> {
    Err(if READS.contains(&call) { ProblemCode::UnsupportedService } else { ProblemCode::OutcomeUnknown })
}

#[tokio::test]
async fn the_key_is_not_taken_along_to_another_origin() {
    let elsewhere = Recorder::start([]).await;
    let there = elsewhere.base_with("/api/v1/reports").to_string();
    for status in [301, 302, 303, 307, 308, 300, 304] {
        for call in ALL {
            let canned = Canned::answer(status, &[("location", &there)], "");
            assert_eq!(outcome(call, canned, once()).await, Err(ProblemCode::Redirected));
        }
    }
    for header in ["refresh", "link", "alt-svc", "content-location", "location"] {
        let value = match header {
            "refresh" => format!("0; url={there}"),
            "link" => format!("<{there}>; rel=next"),
            "alt-svc" => format!("h2=\"{}\"; ma=3600", elsewhere.address()),
            _ => there.clone(),
        };
        let body = Canned::answer(200, &[("content-type", "application/json"), (header, &value)], REPORT);
        let recorder = Recorder::start([body.clone(), body]).await;
        let client = client(&recorder);
        client.read_report("7").await.unwrap();
        client.read_report("7").await.unwrap();
        assert_eq!(recorder.received().len(), 2);
    }
    let page = format!("<meta http-equiv=refresh content=\"0; url={there}\"><script>location = '{there}'</script>");
    for call in READS {
        assert_eq!(outcome(call, Canned::html(200, &page), again()).await, nonsense(call));
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn the_next_page_is_asked_of_the_base_address_whatever_the_answer_says() {
    let elsewhere = Recorder::start([]).await;
    let there = elsewhere.base_with("/api/v1/reports?page=2");
    for said in [
        format!(r#""links":{{"next":"{there}"}}"#),
        format!(r#""next_page_url":"{there}","current_page":1"#),
        format!(r#""meta":{{"next_page_url":"{there}","path":"{there}"}}"#),
    ] {
        let body = format!(r#"{{"data":[{{"id":1,"project":"a.de"}}],{said}}}"#);
        let recorder = Recorder::start([(); 4].map(|()| Canned::json(200, &body))).await;
        let client = client(&recorder);
        for page in [None, Some(2)] {
            let reports = client.list_reports(&ReportQuery { page, ..ReportQuery::default() }).await.unwrap();
            let projects = client.list_projects(&ProjectQuery { page, ..ProjectQuery::default() }).await.unwrap();
            assert!(reports.has_next && projects.has_next, "{body}");
        }
        assert_eq!(
            recorder.lines(),
            [
                "GET /api/v1/reports?per_page=25 HTTP/1.1",
                "GET /api/v1/projects?per_page=25 HTTP/1.1",
                "GET /api/v1/reports?per_page=25&page=2 HTTP/1.1",
                "GET /api/v1/projects?per_page=25&page=2 HTTP/1.1",
            ],
        );
    }
    assert_eq!(elsewhere.connections(), 0);
}

#[tokio::test]
async fn cookies_are_not_sent_back() {
    let canned = Canned::answer(200, &[("set-cookie", "a=b; Path=/"), ("set-cookie", "c=d")], REPORT);
    let recorder = Recorder::start([canned, Canned::json(200, REPORT)]).await;
    let client = client(&recorder);
    client.read_report("7").await.unwrap();
    client.create_report(&crate::limits::new()).await.unwrap();
    assert!(recorder.received().iter().all(|request| request.header("cookie").is_none()));
}

#[tokio::test]
async fn a_body_without_end_is_not_read_to_its_end() {
    let announced = || Canned::raw("HTTP/1.1 200 OK\r\ncontent-length: 10000000000\r\n\r\n{").and_hold();
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n";
    let chunk = format!("1000\r\n{}\r\n", " ".repeat(0x1000));
    let chunked = || Canned::raw(format!("{head}transfer-encoding: chunked\r\n\r\n")).and_repeat(chunk.as_bytes());
    let until_closed = || Canned::raw(format!("{head}\r\n")).and_repeat(&[b'['; 4096]);
    let failing = || Canned::raw("HTTP/1.1 500 Oh\r\n\r\n").and_repeat(&[b'x'; 4096]);
    for call in ALL {
        let too_large = if READS.contains(&call) { ProblemCode::ResponseTooLarge } else { ProblemCode::OutcomeUnknown };
        let limits = Limits { body: 100_000, ..again() };
        for endless in [announced(), chunked(), until_closed()] {
            assert_eq!(outcome(call, endless, limits).await, Err(too_large), "{call:?}");
        }
        let fault = if call == Call::Create { ProblemCode::OutcomeUnknown } else { ProblemCode::ServiceFault };
        assert_eq!(outcome(call, failing(), Limits { repeats: 0, ..limits }).await, Err(fault));
    }
}

#[tokio::test]
async fn a_body_is_not_unpacked_without_end() {
    // 100 kB in 151 bytes.
    let bomb = include_bytes!("blanks.json.gz");
    let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
    let limits = Limits { body: 10_000, ..once() };
    assert_eq!(
        outcome(Call::List, Canned::answer(200, &headers, bomb), limits).await,
        Err(ProblemCode::ResponseTooLarge)
    );
    assert_eq!(
        outcome(Call::Create, Canned::answer(200, &headers, bomb), limits).await,
        Err(ProblemCode::OutcomeUnknown)
    );
    assert_eq!(outcome(Call::Read, Canned::answer(500, &headers, bomb), limits).await, Err(ProblemCode::ServiceFault));
    for encoding in ["gzip", "br", "zstd", "deflate"] {
        let canned = Canned::answer(200, &[("content-encoding", encoding)], "this is not packed at all");
        assert_eq!(outcome(Call::Read, canned, once()).await, Err(ProblemCode::ResponseTruncated), "{encoding}");
    }
}

#[tokio::test]
async fn json_that_is_deeper_than_any_stack_is_read_around_or_told() {
    let repeated = |text: &str| text.repeat(100_000);
    let deep = format!("{}{}", repeated("["), repeated("]"));
    for deep in [deep.clone(), repeated("["), format!("{}1{}", repeated("{\"a\":"), repeated("}"))] {
        for call in [Call::Read, Call::Create] {
            assert_eq!(outcome(call, Canned::json(200, &deep), once()).await, nonsense(call));
            assert!(outcome(call, Canned::json(422, &deep), once()).await.is_err());
        }
    }
    for field in ["results", "url", "other"] {
        let report = format!(r#"{{"data":{{"id":7,"{field}":{deep}}}}}"#);
        let recorder = Recorder::start([Canned::json(200, report)]).await;
        let report = client(&recorder).read_report("7").await.unwrap();
        assert_eq!(report.row.odd.iter().any(|odd| odd.field == field), field != "other");
        assert!(report.other.contains_key(field), "{field}");

        let rows = format!(r#"[{{"id":1}},{{"id":7,"{field}":{deep}}},{deep}]"#);
        let recorder = Recorder::start([Canned::json(200, rows)]).await;
        let page = client(&recorder).list_reports(&ReportQuery::default()).await.unwrap();
        let ids: Vec<_> = page.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!((ids, page.unreadable.len()), (vec!["1", "7"], 1));
    }
}

#[tokio::test]
async fn headers_without_measure_are_none_of_this_interface() {
    let head = "HTTP/1.1 200 OK\r\n";
    for headers in
        ["x-many: y\r\n".repeat(10_000), format!("x-long: {}\r\n", "y".repeat(1_000_000)), "x".repeat(1_000_000)]
    {
        for call in ALL {
            let canned = Canned::raw(format!("{head}{headers}content-length: 2\r\n\r\n[]"));
            assert_eq!(outcome(call, canned, once()).await, nonsense(call));
        }
    }
    // As long as can be read, and truncated.
    for name in ["location", "content-type", "retry-after", "date", "x-ratelimit-limit"] {
        let long = format!("/{KEY}{}", "y".repeat(100_000));
        let canned = Canned::answer(404, &[(name, &long)], "");
        assert_eq!(outcome(Call::Read, canned, once()).await, Err(ProblemCode::NotFound));
    }
}

#[tokio::test]
async fn complaints_without_measure_are_told_in_short() {
    let many: Vec<_> = (0..500).map(|number| format!(r#""field{number}":["{}"]"#, "ü".repeat(50))).collect();
    let long = format!(r#""{0}":["{0}"{1}]"#, "ü".repeat(10_000), r#","no""#.repeat(4_000));
    for complaints in [many.join(","), long] {
        let recorder =
            Recorder::start([Canned::json(422, format!(r#"{{"message":"No.","errors":{{{complaints}}}}}"#))]).await;
        let problem = failed(Call::Create.make(&client(&recorder)).await, ProblemCode::RefusedInput);
        assert!(!problem.fields.is_empty());
        let told = format!("{:?}", problem.fields);
        assert!(told.len() < 10_000, "{}", told.len());
    }
}

#[tokio::test]
async fn an_answer_that_trickles_in_has_its_time() {
    let limits = || Limits { connect: once().connect, pause: Duration::from_millis(1), repeats: 3, ..short() };
    let slowly = |canned: Canned| canned.slowly(Duration::from_millis(20));
    let continued = "HTTP/1.1 100 Continue\r\n\r\n";
    for canned in [
        slowly(Canned::json(200, REPORT)),
        slowly(Canned::raw(continued.repeat(100))),
        Canned::raw("").and_hold(),
        Canned::raw(continued).and_repeat(continued.as_bytes()),
        Canned::json(200, REPORT).without_the_last(1).and_hold(),
    ] {
        let read = outcome(Call::Read, canned.clone(), limits());
        let outcomes = tokio::join!(read, outcome(Call::Create, canned, limits()));
        assert_eq!(outcomes, (Err(ProblemCode::TimedOut), Err(ProblemCode::OutcomeUnknown)));
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_are_none_of_this_interface_or_marked() {
    let utf16: Vec<_> = "[]".encode_utf16().flat_map(u16::to_le_bytes).collect();
    for body in [vec![0xFF; 3000], (0..=255).collect(), vec![0; 3000], utf16] {
        for call in ALL {
            assert_eq!(outcome(call, Canned::json(200, &body), once()).await, nonsense(call));
        }
    }
    let headers = [("content-type", "application/json; charset=iso-8859-1")];
    let body = [&br#"{"data":{"id":7,"url":"m"#[..], b"\xFC", br#"nchen.example"}}"#].concat();
    let recorder = Recorder::start([Canned::answer(200, &headers, body)]).await;
    assert_eq!(client(&recorder).read_report("7").await.unwrap().row.address, "m\u{FFFD}nchen.example");
}

#[tokio::test]
async fn a_key_that_is_echoed_is_never_told() {
    let escaped = KEY.replace('k', "\\u006b");
    for canned in [
        Canned::raw(format!("HTTP/1.1 500 {KEY}\r\n\r\n")),
        Canned::raw(format!("HTTP/1.1 500 No\r\nx-echo: {KEY}\r\ncontent-type: {KEY}\r\n\r\n{KEY}")),
        Canned::raw(format!("HTTP/1.1 302 No\r\nlocation: https://e.example/?key={KEY}\r\n\r\n")),
        Canned::raw(format!("HTTP/1.1 302 No\r\nlocation: https://{KEY}@e.example/\r\n\r\n{KEY}")),
        Canned::raw(format!("{KEY} is the key\r\n\r\n")),
        Canned::raw(format!("HTTP/1.1 200 OK\r\n{KEY}\r\n\r\n")),
        Canned::raw(format!("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n{KEY}\r\n{KEY}")),
        Canned::json(200, format!(r#"{{"{KEY}":"{KEY}"}}"#)),
        Canned::json(200, format!(r#"{{"data":{{"{KEY}":1}}}}"#)),
        Canned::json(200, format!("{{\"data\":\"{escaped}\"}}")),
        Canned::json(500, format!(r#"{{"message":"{escaped}"}}"#)),
        Canned::json(422, format!(r#"{{"message":"{KEY}","errors":{{"{KEY}":["{KEY}"]}}}}"#)),
        Canned::html(404, &format!("<h1>{KEY}</h1>")),
        Canned::answer(429, &[("retry-after", KEY), ("x-ratelimit-limit", KEY)], KEY),
    ] {
        for call in [Call::List, Call::Create, Call::Delete] {
            // Every outcome is checked for the key.
            assert!(outcome(call, canned.clone(), once()).await.is_err(), "{call:?}");
        }
    }
}

/// All data of a successful response, as in the window and the library.
async fn kept(call: Call, body: &str) -> String {
    let recorder = Recorder::start([Canned::json(200, body)]).await;
    let client = client(&recorder);
    match call {
        Call::Read => format!("{:?}", client.read_report("7").await.unwrap()),
        Call::Create => {
            let (privacy, password) = (Privacy::Password, Some("geheim/1".into()));
            let new = NewReport { url: "example.com".into(), privacy, password, keep_password: None };
            format!("{:?}", client.create_report(&new).await.unwrap())
        }
        Call::Update => {
            let (privacy, password) = (Some(Privacy::Password), Some("geheim/1".into()));
            let update = ReportUpdate { privacy, password, results: None, keep_password: None };
            format!("{:?}", client.update_report("7", &update).await.unwrap())
        }
        Call::List => {
            let (page, whole) = client.list_reports_unparsed(&ReportQuery::default()).await.unwrap();
            format!("{page:?} {:?}", whole.reports().await.unwrap())
        }
        Call::ListProjects => format!("{:?}", client.list_projects(&ProjectQuery::default()).await.unwrap()),
        Call::Delete | Call::DeleteProject => unreachable!("of a delete nothing is kept"),
    }
}

#[tokio::test]
async fn what_a_success_echoes_is_neither_shown_nor_kept() {
    let code = |text: &str| data_encoding::BASE64.encode(text.as_bytes());
    let key = [
        KEY.to_owned(),
        format!("Authorization: Bearer {KEY}"),
        KEY.replace('k', "\\u006b"),
        KEY.replace('-', "%2D"),
        code(&format!("Bearer {KEY}")),
        format!(r#"{{\"key\": \"{KEY}\"}}"#),
    ];
    let password =
        [r"geheim\/1".to_owned(), "password=geheim%2F1&privacy=2".into(), code("url=x&password=geheim/1&x=y")];
    for call in [Call::Read, Call::Create, Call::Update, Call::List, Call::ListProjects] {
        let told = if matches!(call, Call::Create | Call::Update) { &password[..] } else { &[] };
        for echo in key.iter().chain(told) {
            let row = format!(
                r#"{{"id": 7, "project": "a.de {echo}", "url": "a.de/{echo}", "privacy": "{echo}", "{echo}": 1,
                    "echo": {{"headers": ["{echo}", {{"{echo}": "{echo}"}}]}},
                    "results": {{"{echo}": {{"value": "{echo}"}}, "seo_friendly_url": {{"value": "https://a.de/{echo}"}},
                        "b": {{"errors": ["{echo}"], "other": "{echo}"}}}}}}"#
            );
            let list = format!(r#"[{row}, {{"no id": "{echo}"}}]"#);
            let body = if matches!(call, Call::List | Call::ListProjects) { list } else { row };
            let kept = kept(call, &format!(r#"{{"data": {body}, "echo": "{echo}"}}"#)).await;
            assert!(kept.contains("•••"), "{call:?} {echo}: {kept}");
            for secret in [KEY, "0123456789", "geheim", &code(KEY)[2..10], &code("geheim/1")[2..8]] {
                assert!(!kept.contains(secret), "{call:?} {echo}: {kept}");
            }
        }
    }
}

#[tokio::test]
async fn a_password_that_a_service_gives_away_is_not_kept() {
    for given in [r#""hunter2""#, r#"["hunter2"]"#, r#"{"now": "hunter2"}"#, "4711471147"] {
        for name in ["password", "Password", "PASSWORD", "pass\\u0077ord"] {
            let field = format!(r#""{name}": {given}"#);
            let row = format!(
                r#"{{"id": 7, "project": "a.de", {field}, "input": {{{field}}}, "deep": [[{{"x": {{{field}}}}}]],
                    "results": {{"a": {{"value": {{{field}}}, {field}}}, {field}}}, "privacy": {{{field}}}}}"#
            );
            for call in [Call::Read, Call::List, Call::ListProjects, Call::Update] {
                let list = format!(r#"[{row}, {{{field}, "x": {{{field}}}}}]"#);
                let body = if matches!(call, Call::List | Call::ListProjects) { &list } else { &row };
                let kept = kept(call, &format!(r#"{{"data": {body}, {field}}}"#)).await;
                assert!(!kept.contains("hunter2") && !kept.contains("4711471147"), "{call:?} {field}: {kept}");
            }
            // Nor in the problem of an unreadable response.
            let recorder = Recorder::start([Canned::json(200, format!(r#"{{"data": {{{field}}}}}"#))]).await;
            let problem = failed(Call::Create.make(&client(&recorder)).await, ProblemCode::OutcomeUnknown);
            assert!(!format!("{problem:?}").contains("hunter2"), "{problem:?}");
        }
    }
    let flags = kept(Call::Read, r#"{"id": 7, "input": {"password": true}, "password": 1}"#).await;
    assert!(flags.contains(r#""password": Bool(true)"#) && flags.contains("has_password: Some(true)"), "{flags}");
}

#[tokio::test]
async fn names_that_repeat_without_end_are_told_once() {
    // All numbers for repeated names are taken.
    let taken: Vec<_> = (200..6000).map(|number| format!(r#","a ({number})":0"#)).collect();
    let body = format!(r#"{{"id":7{}{}}}"#, taken.concat(), r#","a":1"#.repeat(3_000));
    let recorder = Recorder::start([Canned::json(200, body)]).await;
    let report = client(&recorder).read_report("7").await.unwrap();
    let odd: Vec<_> = report.row.odd.iter().map(|odd| (odd.field.as_str(), odd.raw.as_str())).collect();
    assert_eq!((odd, report.other.len()), (vec![("a", "1")], 5800 + 1 + 100));
}
