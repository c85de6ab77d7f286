use assay_model::{FieldReason, NewReport, Privacy, ProblemCode};

use crate::{
    REPORT, assert_headers, client,
    common::{Canned, Recorder},
    failed, refused,
};

fn new(url: &str, privacy: Privacy, password: Option<&str>) -> NewReport {
    NewReport { url: url.into(), privacy, password: password.map(Into::into), keep_password: None }
}

async fn sent(report: NewReport) -> String {
    let recorder = Recorder::start([Canned::json(201, REPORT)]).await;
    assert_eq!(client(&recorder).create_report(&report).await.unwrap().row.id, "7");
    let request = recorder.only();
    assert_eq!(request.line, "POST /api/v1/reports HTTP/1.1");
    assert_headers(&request, &recorder, "POST");
    request.body
}

#[tokio::test]
async fn the_privacy_is_always_sent() {
    for (privacy, password, rest) in [
        (Privacy::Public, None, "privacy=0"),
        (Privacy::Private, None, "privacy=1"),
        (Privacy::Password, Some("a b&ü+"), "privacy=2&password=a+b%26%C3%BC%2B"),
    ] {
        let body = sent(new("https://example.com/", privacy, password)).await;
        assert_eq!(body, format!("url=https%3A%2F%2Fexample.com%2F&{rest}"));
    }
}

#[tokio::test]
async fn a_password_is_not_sent_where_it_does_not_apply() {
    for (privacy, number) in [(Privacy::Public, 0), (Privacy::Private, 1)] {
        let body = sent(new("https://example.com/", privacy, Some("secret"))).await;
        assert_eq!(body, format!("url=https%3A%2F%2Fexample.com%2F&privacy={number}"));
    }
}

#[tokio::test]
async fn the_address_is_sent_encoded_and_without_its_fragment() {
    for (typed, sent_as) in [
        ("example.com/shop", "https%3A%2F%2Fexample.com%2Fshop"),
        ("http://example.com/?a=1&b=x%20y#top", "http%3A%2F%2Fexample.com%2F%3Fa%3D1%26b%3Dx%2520y"),
        ("example.com/a b", "https%3A%2F%2Fexample.com%2Fa%2520b"),
        ("münchen.de", "https%3A%2F%2Fxn--mnchen-3ya.de%2F"),
    ] {
        assert_eq!(sent(new(typed, Privacy::Private, None)).await, format!("url={sent_as}&privacy=1"), "{typed}");
    }
}

#[tokio::test]
async fn a_password_has_1_to_128_characters_of_any_kind() {
    for password in ["ü".to_owned(), "ü".repeat(128)] {
        let encoded = password.replace('ü', "%C3%BC");
        let body = sent(new("https://example.com/", Privacy::Password, Some(&password))).await;
        assert_eq!(body, format!("url=https%3A%2F%2Fexample.com%2F&privacy=2&password={encoded}"));
    }
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    for (password, reason) in [
        (None, FieldReason::Required),
        (Some(String::new()), FieldReason::Required),
        (Some("ü".repeat(129)), FieldReason::TooLong { limit: 128 }),
    ] {
        let report = new("https://example.com/", Privacy::Password, password.as_deref());
        assert_eq!(refused(client.create_report(&report).await, "password"), reason);
    }
    assert!(recorder.received().is_empty());
}

#[tokio::test]
async fn an_address_that_is_none_is_not_sent() {
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    for (url, reason) in [
        ("", FieldReason::Required),
        ("ftp://example.com", FieldReason::UnsupportedScheme),
        ("two words", FieldReason::SpaceInHost),
        (&format!("https://example.com/{}", "a".repeat(2048)), FieldReason::TooLong { limit: 2048 }),
    ] {
        assert_eq!(refused(client.create_report(&new(url, Privacy::Public, None)).await, "url"), reason);
    }
    assert!(recorder.received().is_empty());
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    let recorder = Recorder::start([]).await;
    let result = client(&recorder).create_report(&new("", Privacy::Password, None)).await;
    let problem = failed(result, ProblemCode::InvalidInput);
    let fields: Vec<_> = problem.fields.iter().map(|wrong| wrong.field.as_str()).collect();
    assert_eq!(fields, ["url", "password"]);
}
