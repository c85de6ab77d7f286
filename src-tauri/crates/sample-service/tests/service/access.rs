//! Keys, limits and unknown paths: field notes 28 and 29.

use assay_sample_service::Config;
use reqwest::Method;
use reqwest::header::{ACCEPT, AUTHORIZATION};
use serde_json::json;

use crate::{answer, config, start};

const OPERATIONS: [(Method, &str); 7] = [
    (Method::GET, "/api/v1/reports"),
    (Method::GET, "/api/v1/reports/1"),
    (Method::POST, "/api/v1/reports"),
    (Method::PUT, "/api/v1/reports/1"),
    (Method::DELETE, "/api/v1/reports/1"),
    (Method::GET, "/api/v1/projects"),
    (Method::DELETE, "/api/v1/projects/harbour-dental.example"),
];

#[tokio::test]
async fn a_bad_key_is_a_401_for_json_and_a_redirect_otherwise() {
    let asked = start(config()).await;
    let key = asked.service.key().to_owned();
    let mut shorter = key.clone();
    shorter.pop();
    let bad = [
        "Bearer wrong",
        "Bearer ",
        "Bearer",
        &format!("Basic {key}"),
        &key,
        &format!("Bearer {shorter}"),
        &format!("Bearer {key}x"),
    ];
    for (method, path) in OPERATIONS {
        for sent in [None].into_iter().chain(bad.into_iter().map(Some)) {
            let mut request = asked.plain(method.clone(), path);
            if method == Method::POST || method == Method::PUT {
                request = request.form(&[("url", "https://example.com"), ("privacy", "1")]);
            }
            if let Some(sent) = sent {
                request = request.header(AUTHORIZATION, sent);
            }
            let plain = request.try_clone().unwrap();
            let refused = answer(request.header(ACCEPT, "application/json")).await;
            assert_eq!(refused.status, 401, "{method} {path} {sent:?}");
            let body = refused.json();
            assert!(body["message"].is_string() && body.get("status").is_none());

            let sent_away = answer(plain).await;
            assert_eq!(sent_away.status, 302, "{method} {path} {sent:?}");
            assert_eq!(sent_away.header("location"), Some(format!("{}/login", asked.service.base_url()).as_str()));
            assert!(
                refused.header("x-ratelimit-remaining").is_some() && sent_away.header("x-ratelimit-limit").is_some()
            );
        }
    }
    assert_eq!(asked.get("/reports").await.json()["meta"]["total"], 240, "nothing was done");
}

#[tokio::test]
async fn the_login_page_is_a_false_success() {
    let asked = start(config()).await;
    let page = answer(asked.plain(Method::GET, "/login")).await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
}

#[tokio::test]
async fn a_given_key_is_taken() {
    let asked = start(Config { key: Some("a-given/key=".into()), ..config() }).await;
    assert_eq!(asked.service.key(), "a-given/key=");
    assert_eq!(asked.get("/reports").await.status, 200);
    let other = start(config()).await;
    assert_eq!(other.service.key().len(), 40);
    assert_ne!(other.service.key(), start(config()).await.service.key());
}

#[tokio::test]
async fn the_throttle_says_what_is_left_and_then_refuses() {
    let asked = start(Config { requests_per_minute: 4, ..config() }).await;
    let left = |answer: &crate::Answer| {
        assert_eq!(answer.header("x-ratelimit-limit"), Some("4"));
        answer.header("x-ratelimit-remaining").unwrap().to_owned()
    };
    assert_eq!(left(&asked.get("/reports").await), "3");
    assert_eq!(left(&asked.post("/reports", &[]).await), "2");
    assert_eq!(left(&asked.get("/nothing").await), "1");
    assert_eq!(left(&asked.delete("/reports/1").await), "0");

    let refused = asked.delete("/reports/2").await;
    assert_eq!(refused.status, 429);
    assert_eq!(left(&refused), "0");
    let wait: u64 = refused.header("retry-after").unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    assert!(refused.header("content-type").unwrap().starts_with("text/plain"));
    assert!(serde_json::from_str::<serde_json::Value>(&refused.text).is_err());
    assert_eq!(answer(asked.plain(Method::GET, "/login")).await.status, 200, "pages are not throttled");
}

#[tokio::test]
async fn other_paths_of_the_interface_are_not_found() {
    let asked = start(config()).await;
    for path in ["", "/", "/users", "/reports/1/checks", "/reports/", "/projects/a/b"] {
        let missing = asked.get(path).await;
        assert_eq!(missing.status, 404, "{path}");
        assert_eq!(missing.json()["status"], 404);
    }
    for path in ["/api", "/api/v2/reports"] {
        let missing = answer(asked.plain(Method::GET, path)).await;
        assert_eq!(missing.status, 404, "{path}");
        assert_eq!(missing.json()["status"], json!(404));
    }
    let wrong = answer(asked.request(Method::PATCH, "/reports/1")).await;
    assert_eq!((wrong.status.as_u16(), &wrong.json()["status"]), (405, &json!(405)));
    let page = answer(asked.plain(Method::GET, "/nothing")).await;
    assert_eq!(page.status, 404);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
}
