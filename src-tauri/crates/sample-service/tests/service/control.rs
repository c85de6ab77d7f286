//! The control interface itself.

use assay_sample_service::service_profile::{Fault, Ids, Records, Throttle};
use assay_sample_service::{Config, ServiceProfile};
use reqwest::Method;
use reqwest::header::AUTHORIZATION;
use serde_json::{Value, json};

use crate::{Asked, answer, config, controlled, start};

async fn shown(asked: &Asked) -> Value {
    let shown = answer(asked.plain(Method::GET, "/control")).await;
    assert_eq!(shown.status, 200);
    shown.json()
}

async fn requests(asked: &Asked) -> Value {
    answer(asked.plain(Method::GET, "/control/requests")).await.json()
}

#[tokio::test]
async fn it_is_off_unless_asked_for() {
    let asked = start(config()).await;
    for path in ["/control", "/control/requests"] {
        for method in [Method::GET, Method::PUT, Method::DELETE] {
            let missing = answer(asked.plain(method.clone(), path).body(r#"{"quota": 0}"#)).await;
            assert_eq!(missing.status, 404, "{method} {path}");
        }
    }
    asked.created(&[("url", "https://example.com")]).await;
    assert_eq!(asked.service.profile(), ServiceProfile::default());
    assert_eq!(asked.service.requests(), [], "nothing is kept");
}

#[tokio::test]
async fn a_behaviour_is_played_shown_and_ended() {
    let asked = start(controlled()).await;
    let default = json!({
        "records": {
            "envelope": "wrapped", "ids": "number", "rating": "whole", "rating_name": "result", "rating_key": null,
            "dates": "iso", "flags": "truth", "privacy": "number", "empty_results": "list", "unknown_keys": false,
            "own_checks": 0,
        },
        "lists": {
            "paging": "totals", "page_size": null, "sorts_by_generated_at": true, "unreadable_row": null,
            "link_origin": null, "total": null, "made_up": null, "others": {"recheck": 0, "delete": 0},
        },
        "projects": {"row": "sum_as_text", "delete_takes_id": false},
        "throttle": {"limit": null, "window_s": 60, "headers": true, "retry_after": "seconds", "body": "text"},
        "refusals": {"input": "message", "missing_on_update": "not_found"},
        "creates": {"takes_ms": null, "goes_on": false, "recorded": "at_end"},
        "quota": null,
        "redirects": {},
        "faults": [],
    });
    assert_eq!(shown(&asked).await, default);

    asked.play(json!({"records": {"ids": "text"}, "quota": 0})).await;
    let mut expected = default.clone();
    expected["records"]["ids"] = "text".into();
    expected["quota"] = 0.into();
    assert_eq!(shown(&asked).await, expected);
    assert_eq!(asked.get("/reports/1").await.json()["data"]["id"], "1");
    assert_eq!(asked.post("/reports", &[("url", "https://example.com")]).await.status, 403);

    asked.play(json!({"quota": 1})).await;
    assert_eq!(asked.get("/reports/1").await.json()["data"]["id"], 1, "what is left out is the default again");

    let ended = answer(asked.plain(Method::DELETE, "/control")).await;
    assert_eq!((ended.status.as_u16(), ended.json()), (200, default));
}

#[tokio::test]
async fn what_is_shown_can_be_played_again() {
    let asked = start(controlled()).await;
    let everything = json!({
        "lists": {"page_size": 7, "unreadable_row": 0, "link_origin": "http://internal.example"},
        "redirects": {"https://a.example": "https://b.example"},
        "faults": [
            {"method": "GET", "path": "reports/*", "skip": 1, "times": 2, "after_work": true, "fault": "hang"},
            {"fault": "drop"},
            {"fault": "cut"},
            {"fault": "key_refused"},
            {"fault": {"delay": {"ms": 1}}},
            {"fault": {"answer": {"status": 503}}},
            {"fault": {"answer": {"status": 503, "body": {"text": "x"}, "retry_after_s": 3}}},
            {"fault": {"answer": {"status": 200, "body": {"json": {"hello": 1}}}}},
            {"fault": {"redirect": {"to": "https://example.com/?a=b"}}},
            {"fault": {"too_large": {"bytes": 1}}},
            {"fault": {"slow_drip": {"pause_ms": 1}}},
        ],
    });
    asked.play(everything).await;
    let played = asked.service.profile();
    let shown = shown(&asked).await;
    asked.play(json!({})).await;
    assert_eq!(asked.service.profile(), ServiceProfile::default());
    asked.play(shown).await;
    assert_eq!(asked.service.profile(), played);
}

#[tokio::test]
async fn a_bad_behaviour_is_refused_with_the_place_and_changes_nothing() {
    let asked = start(controlled()).await;
    asked.play(json!({"quota": 7})).await;
    let before = shown(&asked).await;
    for (body, place) in [
        ("", "EOF"),
        ("{}x", "trailing"),
        ("7", "7"),
        (r#"{"quotas": 1}"#, "quotas"),
        (r#"{"quota": -1}"#, "quota"),
        (r#"{"records": {"dates": "roman"}}"#, "records.dates"),
        (r#"{"records": {"id": "text"}}"#, "records.id"),
        (r#"{"lists": {"page_size": 0}}"#, "lists.page_size"),
        (r#"{"throttle": {"window_s": 0}}"#, "throttle.window_s"),
        (r#"{"faults": [{"fault": "hang"}, {"fault": "boom"}]}"#, "faults[1].fault"),
        (r#"{"faults": [{"fault": "hang", "time": 1}]}"#, "faults[0].time"),
        (r#"{"faults": [{"times": 1}]}"#, "faults[0]"),
        (r#"{"faults": [{"method": "PATCH", "fault": "hang"}]}"#, "faults[0].method"),
        (r#"{"faults": [{"fault": {"delay": {"ms": 1, "s": 1}}}]}"#, "faults[0].fault.delay"),
        (r#"{"faults": [{"fault": {"answer": {"status": 101}}}]}"#, "faults[0].fault.answer.status"),
        (r#"{"faults": [{"fault": {"redirect": {"to": "a\nb"}}}]}"#, "faults[0].fault.redirect.to"),
    ] {
        let refused = answer(asked.plain(Method::PUT, "/control").body(body)).await;
        assert_eq!(refused.status, 400, "{body}");
        let said = refused.json();
        assert!(said["message"].as_str().unwrap().contains(place), "{body}: {said}");
        assert_eq!(said["status"], 400);
        assert_eq!(shown(&asked).await, before, "{body}");
    }
    let wrong = answer(asked.plain(Method::POST, "/control").body("{}")).await;
    assert_eq!(wrong.status, 405);
}

#[tokio::test]
async fn a_test_in_rust_plays_without_http() {
    let asked = start(Config { control: false, ..controlled() }).await;
    let profile = ServiceProfile {
        records: Records { ids: Ids::Text, ..Records::default() },
        faults: vec![Fault::KeyRefused.into()],
        ..ServiceProfile::default()
    };
    asked.service.apply_profile(profile.clone());
    assert_eq!(asked.service.profile(), profile);
    assert_eq!(asked.get("/reports/1").await.status, 401);
    asked.service.apply_profile(ServiceProfile { faults: vec![], ..profile });
    assert_eq!(asked.get("/reports/1").await.json()["data"]["id"], "1");
}

#[tokio::test]
async fn it_needs_no_key_and_is_not_throttled() {
    let asked = start(Config { requests_per_minute: 1, ..controlled() }).await;
    assert_eq!(asked.get("/reports").await.status, 200);
    for _ in 0..3 {
        shown(&asked).await;
        requests(&asked).await;
    }
    assert_eq!(asked.get("/reports").await.status, 429);
    asked.play(json!({})).await;
    assert_eq!(asked.get("/reports").await.status, 200, "playing begins a new window");
    asked.service.apply_profile(ServiceProfile {
        throttle: Throttle { limit: Some(0), ..Throttle::default() },
        ..ServiceProfile::default()
    });
    assert_eq!(asked.get("/reports").await.status, 429);
    assert_eq!(answer(asked.plain(Method::DELETE, "/control")).await.status, 200);
    assert_eq!(asked.get("/reports").await.status, 200, "as it was started");
}

#[tokio::test]
async fn requests_are_kept_without_their_secrets() {
    let asked = start(controlled()).await;
    asked.get("/reports?per_page=10&page=2").await;
    let form = [("url", "https://example.com/a b"), ("privacy", "2"), ("password", "secret word")];
    asked.post("/reports", &form).await;
    answer(asked.plain(Method::DELETE, "/api/v1/projects/a%2Fb").header(AUTHORIZATION, "Bearer wrong")).await;
    asked.fail(json!([{"fault": "drop"}])).await;
    assert!(asked.request(Method::GET, "/projects").send().await.is_err());

    let kept = requests(&asked).await;
    let text = kept.to_string();
    assert!(!text.contains("secret word") && !text.contains(asked.service.key()) && !text.contains("wrong"), "{text}");
    let part = |name: &str| -> Vec<&Value> { kept.as_array().unwrap().iter().map(|request| &request[name]).collect() };
    assert_eq!(part("method"), ["GET", "POST", "DELETE", "GET"]);
    assert_eq!(
        part("path"),
        ["/api/v1/reports", "/api/v1/reports", "/api/v1/projects/a%2Fb", "/api/v1/projects"],
        "what failed is kept too"
    );
    assert_eq!(part("query"), ["per_page=10&page=2", "", "", ""]);
    assert_eq!(part("key"), [true, true, false, true]);
    assert_eq!(kept[1]["form"], json!([["url", "https://example.com/a b"], ["privacy", "2"], ["password", "…"]]));
    assert_eq!(kept[0]["headers"]["accept"], "application/json");
    assert_eq!(kept[1]["headers"]["content-type"], "application/x-www-form-urlencoded");
    assert_eq!(kept[1]["headers"]["authorization"], "…");
    assert_eq!(serde_json::to_value(asked.service.requests()).unwrap(), kept);

    let forgotten = answer(asked.plain(Method::DELETE, "/control/requests")).await;
    assert_eq!(forgotten.status, 204);
    assert_eq!(requests(&asked).await, json!([]));
}
