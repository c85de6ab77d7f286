//! One report: `interface.md` 4.2 to 4.5, field notes 1 to 9 and 17 to 24.

use std::time::{Duration, Instant};

use assay_sample_service::Config;
use serde_json::{Value, json};

use crate::{Asked, NOW, config, start};

/// The invalid fields of a response, after checking its form (field note 22).
#[track_caller]
fn refused_fields(answer: &crate::Answer) -> Vec<String> {
    assert_eq!(answer.status, 422, "{}", answer.text);
    let body = answer.json();
    assert_eq!(body["status"], 422);
    let fields = body["message"].as_object().unwrap();
    assert!(fields.values().all(|texts| texts[0].as_str().is_some_and(|text| !text.is_empty())));
    fields.keys().cloned().collect()
}

#[track_caller]
fn assert_not_found(answer: &crate::Answer) {
    assert_eq!(answer.status, 404, "{}", answer.text);
    let body = answer.json();
    assert_eq!(body["status"], 404);
    assert!(body["message"].is_string());
}

async fn total(asked: &Asked) -> Value {
    asked.get("/reports").await.json()["meta"]["total"].clone()
}

#[tokio::test]
async fn a_record_has_the_usual_form() {
    let asked = start(config()).await;
    let body = asked.get("/reports/1").await.json();
    assert_eq!(body.as_object().unwrap().keys().collect::<Vec<_>>(), ["data", "status"]);
    assert_eq!(body["status"], 200);
    assert_eq!(body["data"]["id"], 1);
    let listed = asked.get("/reports?sort=asc").await.json();
    assert_eq!(body["data"], listed["data"][0]);
}

#[tokio::test]
async fn create_answers_before_reading_again() {
    let asked = start(config()).await;
    let answer = asked.post("/reports", &[("url", "https://www.Example.com/a-b")]).await;
    assert_eq!(answer.status, 201);
    let sent = answer.json()["data"].clone();
    assert_eq!(sent["privacy"], Value::Null);
    assert!(sent["result"].is_f64());
    assert_eq!(sent["url"], "example.com/a-b");
    assert_eq!(sent["project"], "example.com");
    assert_eq!(sent["password"], false);
    assert_eq!(sent["results"]["seo_friendly_url"]["value"], "https://www.example.com/a-b");
    for date in ["generated_at", "created_at", "updated_at"] {
        assert_eq!(sent[date], NOW);
    }

    let settled = asked.report(&sent["id"]).await;
    assert_eq!(settled["privacy"], 0);
    assert!(settled["result"].is_i64());
    assert!((settled["result"].as_f64().unwrap() - sent["result"].as_f64().unwrap()).abs() <= 0.5);
    assert_eq!(settled["results"], sent["results"]);
}

#[tokio::test]
async fn create_takes_privacy_and_password() {
    let asked = start(config()).await;
    for (privacy, number, password) in [("0", 0, false), ("1", 1, false), ("2", 2, true)] {
        let form = [("url", "https://example.com/x"), ("privacy", privacy), ("password", "secret word")];
        let answer = asked.post("/reports", &form).await;
        assert_eq!(answer.json()["data"]["privacy"], privacy, "a string, as sent");
        assert!(!answer.text.contains("secret word"));
        let settled = asked.report(&answer.json()["data"]["id"]).await;
        assert_eq!((&settled["privacy"], &settled["password"]), (&json!(number), &json!(password)));
    }
}

#[tokio::test]
async fn a_bare_slash_is_not_kept() {
    let asked = start(config()).await;
    for (sent, kept) in [
        ("https://example.com/", "example.com"),
        ("http://www.example.com", "example.com"),
        (" https://example.com/shop/ ", "example.com/shop/"),
        ("https://example.com/?a=b", "example.com/?a=b"),
        ("https://bücher.example/straße", "bücher.example/straße"),
    ] {
        assert_eq!(asked.created(&[("url", sent)]).await["url"], kept);
    }
}

#[tokio::test]
async fn nothing_is_idempotent() {
    let asked = start(config()).await;
    let form = [("url", "https://example.com/twice")];
    let (first, second) = (asked.created(&form).await, asked.created(&form).await);
    assert_ne!(first["id"], second["id"]);
    assert_eq!(first["results"], second["results"], "made up from the address alone");
    assert_eq!(total(&asked).await, 242);
}

#[tokio::test]
async fn create_refuses_bad_input() {
    let asked = start(config()).await;
    let long = |length: usize| format!("https://example.com/{}", "ü".repeat(length - 20));
    let (longest, too_long, password) = (long(2048), long(2049), "x".repeat(129));
    for (form, fields) in [
        (&[][..], &["url"][..]),
        (&[("url", "  ")], &["url"]),
        (&[("url", "example.com")], &["url"]),
        (&[("url", "ftp://example.com")], &["url"]),
        (&[("url", too_long.as_str())], &["url"]),
        (&[("url", "https://gone.invalid/page")], &["url"]),
        (&[("url", "https://example.com"), ("privacy", "3")], &["privacy"]),
        (&[("url", "https://example.com"), ("privacy", "public")], &["privacy"]),
        (&[("url", "https://example.com"), ("privacy", "2")], &["password"]),
        (&[("url", "https://example.com"), ("privacy", "2"), ("password", "")], &["password"]),
        (&[("url", "https://example.com"), ("privacy", "2"), ("password", &password)], &["password"]),
        (&[("url", "x"), ("privacy", "9"), ("password", &password)], &["url", "privacy", "password"]),
    ] {
        assert_eq!(refused_fields(&asked.post("/reports", form).await), fields, "{form:?}");
    }
    assert_eq!(total(&asked).await, 240);
    asked.created(&[("url", &longest)]).await;
    asked.created(&[("url", "https://example.com"), ("privacy", "2"), ("password", &password[..128])]).await;
}

#[tokio::test]
async fn a_body_that_is_no_form_is_refused() {
    let asked = start(config()).await;
    let request = asked.request(reqwest::Method::POST, "/reports").json(&json!({"url": "https://example.com"}));
    let answer = crate::answer(request).await;
    assert_eq!(answer.status, 415);
    assert_eq!(answer.json()["status"], 415);
}

#[tokio::test]
async fn create_takes_its_time() {
    let asked = start(Config { delay: Duration::from_millis(300), ..config() }).await;
    let timed = async |form: &[(&str, &str)]| {
        let began = Instant::now();
        asked.post("/reports", form).await;
        began.elapsed()
    };
    assert!(timed(&[("url", "https://example.com")]).await >= Duration::from_millis(300));
    assert!(timed(&[("url", "https://example.invalid")]).await >= Duration::from_millis(300));
    let began = Instant::now();
    asked.put("/reports/1", &[("results", "1")]).await;
    assert!(began.elapsed() >= Duration::from_millis(300));
}

#[tokio::test]
async fn update_changes_what_is_sent() {
    let asked = start(config()).await;
    let before = asked.created(&[("url", "https://example.com")]).await;
    let path = format!("/reports/{}", before["id"]);

    let answer = asked.put(&path, &[("privacy", "1")]).await;
    assert_eq!(answer.status, 200);
    let body = answer.json();
    assert_eq!(body["status"], 200);
    assert_eq!(body["data"]["privacy"], "1");
    assert!(body["data"]["result"].is_f64());
    let mut expected = before.clone();
    expected["privacy"] = json!(1);
    assert_eq!(asked.report(&before["id"]).await, expected);

    let unchanged = asked.put(&path, &[("results", "0")]).await;
    assert_eq!(unchanged.status, 200);
    assert_eq!(unchanged.json()["data"]["privacy"], 1);
    assert_eq!(asked.report(&before["id"]).await, expected);

    let seeded = asked.report(&json!(5)).await;
    asked.put("/reports/5", &[("privacy", "1")]).await;
    let after = asked.report(&json!(5)).await;
    assert_eq!((&after["updated_at"], &after["generated_at"]), (&json!(NOW), &seeded["generated_at"]));
}

#[tokio::test]
async fn a_password_is_needed_once() {
    let asked = start(config()).await;
    let id = asked.created(&[("url", "https://example.com")]).await["id"].clone();
    let path = format!("/reports/{id}");
    let state = async || {
        let report = asked.report(&id).await;
        (report["privacy"].as_i64(), report["password"].as_bool())
    };

    assert_eq!(refused_fields(&asked.put(&path, &[("privacy", "2")]).await), ["password"]);
    assert_eq!(state().await, (Some(0), Some(false)), "a refused update changes nothing");
    asked.put(&path, &[("password", "unused")]).await;
    assert_eq!(state().await, (Some(0), Some(false)), "kept only with privacy 2");
    asked.put(&path, &[("privacy", "2"), ("password", "first")]).await;
    assert_eq!(state().await, (Some(2), Some(true)));
    assert_eq!(asked.put(&path, &[("privacy", "2")]).await.status, 200);
    assert_eq!(asked.put(&path, &[("results", "1")]).await.status, 200);
    assert_eq!(asked.put(&path, &[("password", "second")]).await.status, 200);
    assert_eq!(state().await, (Some(2), Some(true)));
    asked.put(&path, &[("privacy", "0")]).await;
    assert_eq!(state().await, (Some(0), Some(false)));
    assert_eq!(refused_fields(&asked.put(&path, &[("privacy", "2")]).await), ["password"]);
}

#[tokio::test]
async fn update_refuses_bad_input() {
    let asked = start(config()).await;
    let before = asked.report(&json!(9)).await;
    let password = "x".repeat(129);
    let form = [("privacy", "-1"), ("password", password.as_str()), ("results", "yes")];
    assert_eq!(refused_fields(&asked.put("/reports/9", &form).await), ["privacy", "password", "results"]);
    assert_eq!(asked.report(&json!(9)).await, before);
    for id in ["241", "0", "x", "99999999999999999999"] {
        assert_not_found(&asked.put(&format!("/reports/{id}"), &[("privacy", "1")]).await);
    }
}

#[tokio::test]
async fn results_1_overwrites_the_results() {
    let asked = start(config()).await;
    let mut before = asked.report(&json!(5)).await;
    for _ in 0..3 {
        let answer = asked.put("/reports/5", &[("results", "1")]).await;
        assert_eq!(answer.status, 200);
        let after = asked.report(&json!(5)).await;
        assert_eq!(after["results"], answer.json()["data"]["results"]);
        assert_ne!(after["results"], before["results"]);
        assert_eq!((&after["generated_at"], &after["updated_at"]), (&json!(NOW), &json!(NOW)));
        for same in ["id", "url", "project", "privacy", "password", "created_at"] {
            assert_eq!(after[same], before[same]);
        }
        before = after;
    }
}

#[tokio::test]
async fn a_refresh_that_cannot_fetch_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.db");
    let asked = start(Config { database: Some(file.clone()), ..config() }).await;
    // The site went offline after its report was created.
    let db = rusqlite::Connection::open(file).unwrap();
    db.execute("UPDATE reports SET address = 'https://gone.invalid/' WHERE id = 5", []).unwrap();
    let before = asked.report(&json!(5)).await;
    assert_eq!(refused_fields(&asked.put("/reports/5", &[("results", "1"), ("privacy", "1")]).await), ["url"]);
    assert_eq!(asked.report(&json!(5)).await, before);
}

#[tokio::test]
async fn delete_is_for_good() {
    let asked = start(config()).await;
    let answer = asked.delete("/reports/7").await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json(), json!({"id": 7, "object": "report", "deleted": true, "status": 200}));
    assert_not_found(&asked.delete("/reports/7").await);
    assert_not_found(&asked.get("/reports/7").await);
    assert_not_found(&asked.put("/reports/7", &[("results", "1")]).await);
    assert_eq!(total(&asked).await, 239);
    for id in ["0", "x", "7%2F8", "%FF"] {
        assert_not_found(&asked.delete(&format!("/reports/{id}")).await);
        assert_not_found(&asked.get(&format!("/reports/{id}")).await);
    }
}

#[tokio::test]
async fn ids_are_not_used_again() {
    let asked = start(config()).await;
    asked.delete("/reports/240").await;
    assert_eq!(asked.created(&[("url", "https://example.com")]).await["id"], 241);
}

#[tokio::test]
async fn the_quota_counts_deleted_reports_and_no_refreshes() {
    let asked = start(Config { quota: 2, ..config() }).await;
    let form = [("url", "https://example.com")];
    let first = asked.created(&form).await;
    asked.delete(&format!("/reports/{}", first["id"])).await;
    for _ in 0..3 {
        assert_eq!(asked.put("/reports/1", &[("results", "1")]).await.status, 200);
    }
    refused_fields(&asked.post("/reports", &[("url", "https://example.invalid")]).await);
    asked.created(&form).await;
    let answer = asked.post("/reports", &form).await;
    assert_eq!(answer.status, 403);
    assert_eq!(answer.json()["status"], 403);
    assert!(answer.json()["message"].is_string());
    assert_eq!(total(&asked).await, 241);
}

#[tokio::test]
async fn the_quota_counts_what_the_month_began_with() {
    let reports = async |now: &str, quota| {
        let asked = start(Config { now: Some(now.parse().unwrap()), quota, ..config() }).await;
        let rows = asked.all("/reports").await;
        let month = rows.iter().filter(|row| row["created_at"].as_str().unwrap().starts_with(&now[..7])).count();
        (month, asked.post("/reports", &[("url", "https://example.com")]).await.status.as_u16())
    };
    let (count, _) = reports("2026-01-31T23:59:59Z", 0).await;
    assert!(count > 10);
    let count = u32::try_from(count).unwrap();
    assert_eq!(reports("2026-01-31T23:59:59Z", count).await.1, 403);
    assert_eq!(reports("2026-01-31T23:59:59Z", count + 1).await.1, 201);
}
