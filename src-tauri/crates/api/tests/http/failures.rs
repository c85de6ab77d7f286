use assay_model::{FieldProblem, FieldReason, Problem, ProblemCode};

use crate::{
    ALL, Call, KEY, READS, WRITES, client,
    common::{Canned, Recorder},
    failed,
};

/// Writes with an unknown outcome that are looked up.
const LOOKED_FOR: [Call; 2] = [Call::Delete, Call::DeleteProject];

/// Makes a failing call, and checks the number of requests.
async fn fail<const N: usize>(call: Call, answers: [Canned; N], code: ProblemCode) -> Problem {
    let recorder = Recorder::start(answers).await;
    let client = client(&recorder);
    let result = call.make(&client).await;
    assert_eq!(recorder.received().len(), N, "{call:?}: {:?}", recorder.lines());
    failed(result, code)
}

fn said(field: &str, messages: &[&str]) -> FieldProblem {
    let messages = messages.iter().map(|&message| message.into()).collect();
    FieldProblem { field: field.into(), reason: FieldReason::Said { messages } }
}

#[tokio::test]
async fn a_status_means_what_it_says() {
    let message = r#"{"message":"Das geht nicht.","status":0}"#;
    for (status, code) in [
        (400, ProblemCode::RefusedInput),
        (401, ProblemCode::KeyRefused),
        (405, ProblemCode::RefusedInput),
        (422, ProblemCode::RefusedInput),
        (429, ProblemCode::Throttled),
    ] {
        for call in ALL {
            let problem = fail(call, [Canned::json(status, message)], code).await;
            assert_eq!(problem.said.as_deref(), Some("Das geht nicht."), "{status} {call:?}");
            assert_eq!(problem.status, Some(status));
            assert_eq!((problem.fields, problem.retry_after), (vec![], None));
        }
    }
}

#[tokio::test]
async fn a_key_counts_as_refused_until_it_works_again() {
    let recorder = Recorder::start([401, 503, 200, 200].map(|status| Canned::json(status, "[]"))).await;
    let client = client(&recorder);
    let refusals = client.key_refusals();
    let mut seen = vec![*refusals.borrow()];
    for _ in 0..4 {
        let _ = Call::List.make(&client).await;
        seen.push(*refusals.borrow());
    }
    assert_eq!(seen, [false, true, true, false, false]);
}

#[tokio::test]
async fn a_fault_proves_nothing_about_a_create() {
    for status in [500, 501, 505, 599] {
        for call in ALL {
            let code = if call == Call::Create { ProblemCode::OutcomeUnknown } else { ProblemCode::ServiceFault };
            let problem = fail(call, [Canned::json(status, r#"{"message":"Das geht nicht."}"#)], code).await;
            assert_eq!(problem.said.as_deref(), Some("Das geht nicht."), "{status} {call:?}");
            assert_eq!((problem.status, problem.tried_at.is_some()), (Some(status), call == Call::Create));
        }
    }
}

#[tokio::test]
async fn only_maintenance_that_says_when_it_ends_proves_that_a_write_was_not_done() {
    for call in ALL {
        let announced = Canned::answer(503, &[("Retry-After", "30")], "");
        assert_eq!(fail(call, [announced], ProblemCode::Maintenance).await.retry_after, Some(30), "{call:?}");
    }
    for headers in [&[][..], &[("Retry-After", "soon")]] {
        let canned = || Canned::answer(503, headers, "Backend fetch failed");
        for call in READS {
            fail(call, [canned()], ProblemCode::Maintenance).await;
        }
        for call in [Call::Create, Call::Update] {
            fail(call, [canned()], ProblemCode::OutcomeUnknown).await;
        }
        for call in LOOKED_FOR {
            fail(call, [canned(), Canned::nothing()], ProblemCode::OutcomeUnknown).await;
        }
    }
}

#[tokio::test]
async fn what_is_forbidden_depends_on_what_was_asked_for() {
    for call in ALL {
        let code = if call == Call::Create { ProblemCode::QuotaUsed } else { ProblemCode::Forbidden };
        fail(call, [Canned::json(403, r#"{"message":"Nein."}"#)], code).await;
        fail(call, [Canned::json(402, r#"{"message":"Nein."}"#)], ProblemCode::QuotaUsed).await;
    }
}

#[tokio::test]
async fn what_is_not_found_depends_on_what_was_asked_for() {
    for (call, code) in [
        (Call::List, ProblemCode::UnsupportedService),
        (Call::ListProjects, ProblemCode::UnsupportedService),
        (Call::Create, ProblemCode::UnsupportedService),
        (Call::Read, ProblemCode::NotFound),
        (Call::Update, ProblemCode::NotFound),
        (Call::Delete, ProblemCode::NotFound),
        (Call::DeleteProject, ProblemCode::NotFound),
    ] {
        fail(call, [Canned::json(404, r#"{"message":"?","status":404}"#)], code).await;
        fail(call, [Canned::html(404, "<h1>Not Found</h1>")], code).await;
    }
}

#[tokio::test]
async fn a_refusal_that_does_not_speak_json_is_not_of_this_interface() {
    for call in ALL {
        for canned in [Canned::html(400, "<h1>Bad Request</h1>"), Canned::answer(418, &[], ""), Canned::json(405, "{}")]
        {
            fail(call, [canned], ProblemCode::UnsupportedService).await;
        }
    }
}

#[tokio::test]
async fn a_gateway_does_not_know_what_became_of_a_write() {
    for status in [502, 504, 520, 524] {
        for call in READS {
            fail(call, [Canned::html(status, "<h1>Bad Gateway</h1>")], ProblemCode::ServiceFault).await;
        }
        let canned = || Canned::html(status, "<h1>Bad Gateway</h1>");
        for call in [Call::Create, Call::Update] {
            fail(call, [canned()], ProblemCode::OutcomeUnknown).await;
        }
        for call in LOOKED_FOR {
            fail(call, [canned(), Canned::nothing()], ProblemCode::OutcomeUnknown).await;
        }
    }
}

#[tokio::test]
async fn refused_input_is_told_by_field_in_either_form() {
    let body = r#"{"message":{"url":["The page cannot be fetched.","Try another."],"privacy":"?"},"status":422}"#;
    let problem = fail(Call::Create, [Canned::json(422, body)], ProblemCode::RefusedInput).await;
    assert_eq!(problem.said, None);
    assert_eq!(
        problem.fields,
        [said("url", &["The page cannot be fetched.", "Try another."]), said("privacy", &["?"])],
    );

    let body = r#"{"message":"The given data was invalid.","errors":{"password":["Too short."]}}"#;
    let problem = fail(Call::Update, [Canned::json(422, body)], ProblemCode::RefusedInput).await;
    assert_eq!(problem.said.as_deref(), Some("The given data was invalid."));
    assert_eq!(problem.fields, [said("password", &["Too short."])]);

    // An empty map comes as a list.
    let body = r#"{"message":"No.","errors":[]}"#;
    let problem = fail(Call::Create, [Canned::json(422, body)], ProblemCode::RefusedInput).await;
    assert_eq!((problem.said.as_deref(), problem.fields), (Some("No."), vec![]));

    let problem = fail(Call::Create, [Canned::json(422, "{}")], ProblemCode::RefusedInput).await;
    assert_eq!((problem.said, problem.fields), (None, vec![]));
}

#[tokio::test]
async fn a_throttle_says_when_to_try_again() {
    let body = "Too Many Attempts.";
    let headers = [("Retry-After", "42"), ("content-type", "text/plain")];
    let problem = fail(Call::List, [Canned::answer(429, &headers, body)], ProblemCode::Throttled).await;
    assert_eq!(problem.retry_after, Some(42));
    assert!(problem.detail.unwrap().contains(body));

    for (date, least, most) in [
        (jiff::Timestamp::now() + jiff::SignedDuration::from_secs(90), 80, 90),
        (jiff::Timestamp::now() - jiff::SignedDuration::from_secs(90), 0, 0),
    ] {
        let text = jiff::fmt::rfc2822::DateTimePrinter::new().timestamp_to_rfc9110_string(&date).unwrap();
        assert!(text.ends_with(" GMT"));
        let canned = Canned::answer(429, &[("Retry-After", &text)], "");
        let retry_after = fail(Call::Create, [canned], ProblemCode::Throttled).await.retry_after.unwrap();
        assert!((least..=most).contains(&retry_after), "{retry_after}");
    }

    let canned = Canned::answer(503, &[("Retry-After", "3600")], "");
    let problem = fail(Call::Read, [canned], ProblemCode::Maintenance).await;
    assert_eq!(problem.retry_after, Some(3600));

    let canned = Canned::answer(429, &[("Retry-After", "soon")], "");
    assert_eq!(fail(Call::Read, [canned], ProblemCode::Throttled).await.retry_after, None);
}

#[tokio::test]
async fn a_fault_may_say_something_show_a_page_or_nothing() {
    let canned = Canned::json(500, r#"{"message":"Server Error","status":500}"#);
    let problem = fail(Call::Read, [canned], ProblemCode::ServiceFault).await;
    assert_eq!(problem.said.as_deref(), Some("Server Error"));
    assert_eq!(problem.detail.as_deref(), Some("GET /api/v1/reports/7 → 500 application/json"));

    let page = format!("<html>{}</html>", "ü".repeat(600));
    let problem = fail(Call::Create, [Canned::html(500, &page)], ProblemCode::OutcomeUnknown).await;
    assert_eq!(problem.said, None);
    let excerpt: String = page.chars().take(499).collect();
    assert_eq!(problem.detail, Some(format!("POST /api/v1/reports → 500 text/html; charset=UTF-8: {excerpt}…").into()));

    let problem = fail(Call::Delete, [Canned::answer(500, &[], "")], ProblemCode::ServiceFault).await;
    assert_eq!(problem.detail.as_deref(), Some("DELETE /api/v1/reports/7 → 500"));

    // The status counts even without a complete body.
    let canned = Canned::json(500, r#"{"message":"Server Error"}"#).without_the_last(5);
    assert_eq!(fail(Call::Read, [canned], ProblemCode::ServiceFault).await.said, None);
}

#[tokio::test]
async fn a_redirected_read_is_not_followed() {
    let elsewhere = Recorder::start([]).await;
    let location = elsewhere.base().to_string();
    for status in [301, 302, 303, 307, 308] {
        for call in READS {
            let canned = Canned::answer(status, &[("location", &location)], "");
            let problem = fail(call, [canned], ProblemCode::Redirected).await;
            assert_eq!(problem.status, Some(status));
            assert!(problem.detail.unwrap().contains(&location));
            assert_eq!(problem.moved_to.as_deref(), Some(location.trim_end_matches('/')));
        }
    }
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn a_redirect_shows_only_another_host() {
    let shown = async |location: &str| {
        let canned = Canned::answer(302, &[("location", location)], "");
        fail(Call::Read, [canned], ProblemCode::Redirected).await.moved_to
    };
    assert_eq!(shown("https://a:b@seo.example/login?key=c#d").await.as_deref(), Some("https://seo.example"));
    assert_eq!(shown("//[::1]:8080/").await.as_deref(), Some("http://[::1]:8080"));
    let key = shown(&format!("https://{KEY}.example")).await;
    assert!(key.is_some_and(|shown| !shown.contains(KEY)));
    for own in ["/login", "javascript:alert(1)", "https://", "ftp://seo.example"] {
        assert_eq!(shown(own).await, None, "{own}");
    }
}

#[tokio::test]
async fn after_a_redirected_write_the_list_tells_a_refused_key() {
    let redirect = || Canned::answer(302, &[("location", "http://127.0.0.1:9/login")], "");
    for call in WRITES {
        let refusal = Canned::json(401, r#"{"message":"Unauthenticated."}"#);
        let problem = fail(call, [redirect(), refusal], ProblemCode::KeyRefused).await;
        assert_eq!(problem.said.as_deref(), Some("Unauthenticated."));
        assert_eq!(problem.status, Some(302));
        for answer in [Canned::json(200, "[]"), redirect(), Canned::nothing(), Canned::html(404, "")] {
            fail(call, [redirect(), answer], ProblemCode::Redirected).await;
        }
    }

    let recorder = Recorder::start([redirect(), Canned::json(200, "[]")]).await;
    failed(client(&recorder).delete_project("a.de").await, ProblemCode::Redirected);
    assert_eq!(recorder.lines(), ["DELETE /api/v1/projects/a.de HTTP/1.1", "GET /api/v1/reports?per_page=10 HTTP/1.1"],);
}

#[tokio::test]
async fn success_that_is_not_of_this_interface_is_none() {
    for body in ["", "null", "3", "\"ok\"", r#"{"message":"Hello"}"#, r#"{"data":{"url":"x.de"}}"#, "{", "<html>"] {
        for call in READS {
            let problem = fail(call, [Canned::json(200, body)], ProblemCode::UnsupportedService).await;
            assert_eq!(problem.status, Some(200));
        }
        for call in [Call::Create, Call::Update] {
            fail(call, [Canned::json(200, body)], ProblemCode::OutcomeUnknown).await;
        }
        fail(Call::DeleteProject, [Canned::json(200, body), Canned::nothing()], ProblemCode::OutcomeUnknown).await;
    }
    for call in READS {
        fail(call, [Canned::html(200, "<h1>Log in</h1>")], ProblemCode::UnsupportedService).await;
    }
    fail(Call::Create, [Canned::html(200, "<h1>Log in</h1>")], ProblemCode::OutcomeUnknown).await;
    fail(Call::Create, [Canned::answer(204, &[], "")], ProblemCode::OutcomeUnknown).await;
}

#[tokio::test]
async fn what_cannot_be_read_says_where() {
    for (call, body, place) in [
        (Call::Read, r#"{"data": {"id": 7, "results": {"title": {"value": oops}}}}"#, "data.results.title.value"),
        (Call::List, r#"{"data": [{"id": 1}, {"id": }]}"#, "data[1].id"),
        (Call::Read, r#"{"data": {"url": "x.de"}}"#, "data.id: expected a text or a number, found nothing"),
        (Call::Read, r#"{"id": true}"#, "id: expected a text or a number, found a truth value"),
        (Call::Read, "[7]", "answer: expected a record, found a list"),
        (Call::List, r#"{"data": "none"}"#, "data: expected a list, found a text"),
        (Call::List, r#"{"data": null}"#, "data: expected a list, found null"),
        (Call::List, r#"{"reports": []}"#, "answer: expected a list, found a record"),
        (Call::ListProjects, r#"{"data": {"data": 7}}"#, "data.data: expected a list, found a number"),
    ] {
        let problem = fail(call, [Canned::json(200, body)], ProblemCode::UnsupportedService).await;
        let detail = problem.detail.unwrap();
        assert!(detail.contains(place), "{detail}");
    }
}

#[tokio::test]
async fn an_echoed_key_or_password_is_not_passed_on() {
    let echo = format!(r"Bearer {KEY} geheim\/1");
    for canned in [
        Canned::json(422, format!(r#"{{"message":"{echo}","errors":{{"{KEY}":["{echo}"]}}}}"#)),
        Canned::json(422, format!(r#"{{"message":{{"password":["{echo}"]}}}}"#)),
        Canned::html(422, &format!("{echo} geheim/1 geheim%2F1")),
        Canned::answer(422, &[("content-type", &format!("x/{KEY}")), ("location", &format!("/{KEY}"))], ""),
    ] {
        for call in [Call::Create, Call::Update] {
            let problem = format!("{:?}", fail(call, [canned.clone()], ProblemCode::RefusedInput).await);
            assert!(problem.contains("•••"), "{problem}");
            assert!(!problem.contains(KEY) && !problem.contains("geheim"), "{problem}");
        }
    }
    let canned = Canned::json(200, format!(r#"{{"echo":"{echo}"}}"#));
    let problem = format!("{:?}", fail(Call::Create, [canned], ProblemCode::OutcomeUnknown).await);
    assert!(!problem.contains(KEY) && !problem.contains("geheim"), "{problem}");
}

#[tokio::test]
async fn a_long_message_is_cut() {
    let canned = Canned::json(500, format!(r#"{{"message":"{}"}}"#, "ü".repeat(3000)));
    let said = fail(Call::Read, [canned], ProblemCode::ServiceFault).await.said.unwrap();
    assert_eq!(said.chars().count(), 300);
    assert!(said.ends_with("ü…"));
}

#[tokio::test]
async fn what_a_service_says_is_a_few_texts() {
    let many = |item: &str| format!("[{item}{}]", format!(",{item}").repeat(4_000));
    for body in [many("1"), many("[true]"), many("null")] {
        let canned = Canned::json(422, format!(r#"{{"message":{body},"errors":{{"url":{body}}}}}"#));
        let problem = fail(Call::Create, [canned], ProblemCode::RefusedInput).await;
        assert_eq!((problem.said, &problem.fields[..]), (None, &[said("url", &[])][..]));
    }
    let canned = Canned::json(422, format!(r#"{{"message":{0},"errors":{{"url":{0}}}}}"#, many(r#""No.""#)));
    let problem = fail(Call::Create, [canned], ProblemCode::RefusedInput).await;
    assert_eq!(problem.said.as_deref(), Some("No.\nNo.\nNo.\nNo.\nNo."));
    assert_eq!(problem.fields, [said("url", &["No."; 5])]);
}

#[tokio::test]
async fn a_long_refusal_is_told_by_its_status_and_beginning() {
    let long = format!(r#"{{"message":"No.","trace":"{}"}}"#, "x".repeat(70_000));
    for (status, code) in
        [(422, ProblemCode::RefusedInput), (404, ProblemCode::NotFound), (500, ProblemCode::ServiceFault)]
    {
        let problem = fail(Call::Read, [Canned::json(status, &long)], code).await;
        assert_eq!((problem.said, problem.fields.len()), (None, 0));
        assert!(problem.detail.unwrap().contains(r#"{"message":"No.","trace":"xxx"#));
    }
}
