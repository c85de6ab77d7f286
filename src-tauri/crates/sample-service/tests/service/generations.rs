//! The forms of other generations, as the field notes have them.

use assay_sample_service::Config;
use jiff::Timestamp;
use jiff::fmt::rfc2822;
use serde_json::{Value, json};

use crate::{Asked, answer, controlled, start};

async fn record(asked: &Asked, records: Value) -> Value {
    asked.play(json!({ "records": records })).await;
    asked.get("/reports/1").await.json()["data"].clone()
}

async fn rows(asked: &Asked, path: &str) -> Vec<Value> {
    asked.get(path).await.json()["data"].as_array().unwrap().clone()
}

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[tokio::test]
async fn a_record_comes_bare() {
    let asked = start(controlled()).await;
    let wrapped = asked.get("/reports/1").await.json();
    asked.play(json!({"records": {"envelope": "bare"}})).await;
    assert_eq!(asked.get("/reports/1").await.json(), wrapped["data"]);
    let created = asked.post("/reports", &[("url", "https://example.com")]).await;
    assert_eq!((created.status.as_u16(), &created.json()["id"]), (201, &json!(31)));
    assert_eq!(asked.put("/reports/1", &[("privacy", "1")]).await.json()["id"], 1);
    assert_eq!(keys(&asked.get("/reports").await.json()), ["data", "links", "meta", "status"]);
}

#[tokio::test]
async fn ids_are_text() {
    let asked = start(controlled()).await;
    assert_eq!(record(&asked, json!({"ids": "text"})).await["id"], "1");
    assert_eq!(rows(&asked, "/reports").await[0]["id"], "30");
    assert_eq!(asked.delete("/reports/1").await.json()["id"], "1");
}

#[tokio::test]
async fn a_rating_has_many_forms() {
    let asked = start(controlled()).await;
    let all = async |form: &str| -> Vec<Value> {
        asked.play(json!({"records": {"rating": form}, "lists": {"page_size": 30}})).await;
        rows(&asked, "/reports").await.iter().map(|row| row["result"].clone()).collect()
    };
    let scores: Vec<i64> = all("whole").await.iter().map(|score| score.as_i64().unwrap()).collect();
    assert!(scores.iter().any(|score| *score > 79) && scores.iter().any(|score| *score < 49));
    for (fraction, score) in all("fraction").await.iter().zip(&scores) {
        assert!(fraction.is_f64() && fraction.as_f64().unwrap().fract() != 0.0, "{fraction}");
        assert_eq!(format!("{:.0}", fraction.as_f64().unwrap()), score.to_string());
    }
    assert_eq!(all("text").await, scores.iter().map(|score| json!(score.to_string())).collect::<Vec<_>>());
    let words = scores.iter().map(|score| match score {
        80.. => json!("good"),
        49.. => json!("decent"),
        _ => json!("bad"),
    });
    assert_eq!(all("word").await, words.collect::<Vec<_>>());
    assert!(all("null").await.iter().all(Value::is_null));
}

#[tokio::test]
async fn a_rating_of_a_write_has_the_same_form() {
    let asked = start(controlled()).await;
    let written = async |form: &str| {
        asked.play(json!({"records": {"rating": form}})).await;
        asked.put("/reports/1", &[("results", "1")]).await.json()["data"]["result"].clone()
    };
    assert!(written("whole").await.is_f64(), "not settled");
    assert!(written("text").await.as_str().unwrap().parse::<f64>().is_ok());
    assert!(["good", "decent", "bad"].contains(&written("word").await.as_str().unwrap()));
}

#[tokio::test]
async fn a_renamed_rating_is_renamed_everywhere() {
    let asked = start(controlled()).await;
    let old = asked.get("/reports/1").await.json()["data"].clone();
    let new = record(&asked, json!({"rating_name": "score"})).await;
    assert_eq!((&new["score"], new.get("result")), (&old["result"], None));
    assert_eq!(keys(&new)[3], "score", "in the same place");
    assert_eq!(keys(&rows(&asked, "/projects").await[0]), ["project", "reports", "score", "created_at"]);

    let everything = asked.all("/reports").await;
    let bad = asked.all("/reports?score=bad").await;
    assert!(!bad.is_empty() && bad.len() < everything.len());
    assert!(bad.iter().all(|row| row["score"].as_i64().unwrap() < 49));
    assert_eq!(asked.all("/reports?result=bad").await, everything, "the old name is unknown");

    let sorted = asked.all("/reports?sort_by=score").await;
    assert!(sorted.iter().rev().is_sorted_by_key(|row| row["score"].as_i64().unwrap()));
    assert_ne!(sorted, everything);
    assert_eq!(asked.all("/reports?sort_by=result").await, everything, "the old name is unknown");
}

#[tokio::test]
async fn a_filter_and_a_sort_key_can_keep_the_old_name() {
    let asked = start(controlled()).await;
    asked.play(json!({"records": {"rating_name": "score", "rating_key": "result"}})).await;
    let everything = asked.all("/reports").await;
    let bad = asked.all("/reports?result=bad").await;
    assert!(!bad.is_empty() && bad.len() < everything.len());
    assert!(bad.iter().all(|row| row["score"].as_i64().unwrap() < 49));
    let sorted = asked.all("/reports?sort_by=result").await;
    assert!(sorted.iter().rev().is_sorted_by_key(|row| row["score"].as_i64().unwrap()));
    for ignored in ["/reports?score=bad", "/reports?sort_by=score"] {
        assert_eq!(asked.all(ignored).await, everything, "{ignored}");
    }
}

#[tokio::test]
async fn dates_have_four_forms() {
    let asked = start(controlled()).await;
    let iso = asked.get("/reports/1").await.json()["data"]["created_at"].as_str().unwrap().to_owned();
    let moment: Timestamp = iso.parse().unwrap();

    let plain = record(&asked, json!({"dates": "plain"})).await;
    assert_eq!(plain["created_at"], iso.replace('T', " ").replace(".000000Z", ""));
    let offset = record(&asked, json!({"dates": "offset"})).await;
    let text = offset["updated_at"].as_str().unwrap();
    assert!(text.ends_with("+02:00") && text.parse::<Timestamp>().is_ok(), "{text}");
    assert_eq!(offset["created_at"].as_str().unwrap().parse::<Timestamp>().unwrap(), moment);
    let object = record(&asked, json!({"dates": "object"})).await["created_at"].clone();
    assert_eq!(keys(&object), ["date", "timezone_type", "timezone"]);
    let (date, zone) = (object["date"].as_str().unwrap(), object["timezone"].as_str().unwrap());
    assert_eq!(format!("{date}{zone}").parse::<Timestamp>().unwrap(), moment);
    assert!(rows(&asked, "/projects").await[0]["created_at"]["date"].is_string());
}

#[tokio::test]
async fn truth_is_a_number_or_a_text() {
    let asked = start(controlled()).await;
    for (form, no, yes) in [("number", json!(0), json!(1)), ("text", json!("0"), json!("1"))] {
        asked.play(json!({"records": {"flags": form}})).await;
        let row = asked.created(&[("url", "https://example.com")]).await;
        assert_eq!(row["password"], no);
        let locked = [("url", "https://example.com"), ("privacy", "2"), ("password", "x")];
        assert_eq!(asked.created(&locked).await["password"], yes);
        let checks: Vec<&Value> = row["results"].as_object().unwrap().values().map(|check| &check["passed"]).collect();
        assert!(checks.contains(&&yes) && checks.iter().all(|passed| **passed == yes || **passed == no), "{checks:?}");
        assert_eq!(asked.delete(&format!("/reports/{}", row["id"])).await.json()["deleted"], yes);
    }
}

#[tokio::test]
async fn privacy_and_empty_results_have_two_forms() {
    let asked = start(Config { reports: 100, ..controlled() }).await;
    asked.play(json!({"records": {"privacy": "text", "empty_results": "map"}})).await;
    let rows = rows(&asked, "/reports?per_page=100").await;
    assert!(rows.iter().all(|row| ["0", "1", "2"].contains(&row["privacy"].as_str().unwrap())));
    assert!(rows.iter().all(|row| row["results"].is_object()) && rows.iter().any(|row| row["results"] == json!({})));
    let created = asked.post("/reports", &[("url", "https://example.com")]).await.json();
    assert_eq!(created["data"]["privacy"], Value::Null, "not settled");
}

#[tokio::test]
async fn records_have_keys_that_nobody_knows() {
    let asked = start(controlled()).await;
    let known = asked.get("/reports/1").await.json()["data"].clone();
    let record = record(&asked, json!({"unknown_keys": true})).await;
    assert!(keys(&record).len() > keys(&known).len());
    assert!(known.as_object().unwrap().iter().all(|(name, value)| record[name] == *value));
    for path in ["/reports", "/projects"] {
        assert!(rows(&asked, path).await.iter().all(|row| row["owner"]["id"].is_number()), "{path}");
    }
}

#[tokio::test]
async fn lists_page_without_totals() {
    let asked = start(controlled()).await;
    let standard = asked.get("/reports?per_page=10").await.json();
    asked.play(json!({"lists": {"paging": "next_only"}})).await;
    for (path, has_next) in [("/reports?per_page=10", true), ("/reports?per_page=10&page=3", false)] {
        let list = asked.get(path).await.json();
        assert_eq!(keys(&list["meta"]), ["current_page", "from", "path", "per_page", "to"]);
        assert_eq!(list["links"]["last"], Value::Null);
        assert_eq!(list["links"]["next"].is_string(), has_next);
        assert_eq!(list["data"].as_array().unwrap().len(), 10);
    }
    assert_eq!(asked.get("/reports?per_page=10").await.json()["data"], standard["data"]);
}

#[tokio::test]
async fn lists_have_the_page_keys_at_the_top() {
    let asked = start(controlled()).await;
    let standard = asked.get("/reports?per_page=10&page=2").await.json();
    asked.play(json!({"lists": {"paging": "top_level"}})).await;
    let list = asked.get("/reports?per_page=10&page=2").await.json();
    assert_eq!(list["data"], standard["data"]);
    assert!(list.get("meta").is_none() && list.get("links").is_none());
    for name in ["current_page", "from", "last_page", "path", "per_page", "to", "total"] {
        assert_eq!(list[name], standard["meta"][name], "{name}");
    }
    for (name, link) in
        [("first_page_url", "first"), ("last_page_url", "last"), ("next_page_url", "next"), ("prev_page_url", "prev")]
    {
        assert!(list[name].is_string());
        assert_eq!(list[name], standard["links"][link]);
    }
}

#[tokio::test]
async fn lists_are_bare_arrays() {
    let asked = start(controlled()).await;
    for path in ["/reports?per_page=10&page=2", "/projects"] {
        asked.play(json!({})).await;
        let standard = asked.get(path).await.json();
        asked.play(json!({"lists": {"paging": "bare_array"}})).await;
        assert_eq!(asked.get(path).await.json(), standard["data"], "{path}");
    }
}

#[tokio::test]
async fn what_is_asked_of_a_list_is_ignored() {
    let asked = start(Config { reports: 240, ..controlled() }).await;
    let by_id = rows(&asked, "/reports?per_page=10").await;
    let by_date = rows(&asked, "/reports?per_page=10&sort_by=generated_at").await;
    assert_ne!(by_id, by_date);
    asked.play(json!({"lists": {"sorts_by_generated_at": false, "page_size": 7}})).await;
    assert_eq!(rows(&asked, "/reports?per_page=10&sort_by=generated_at").await, by_id[..7]);
    let second = asked.get("/reports?per_page=100&page=2").await.json();
    assert_eq!(second["data"][0], by_id[7]);
    assert_eq!((&second["meta"]["per_page"], &second["meta"]["last_page"]), (&json!(7), &json!(35)));
    assert_eq!(rows(&asked, "/projects").await.len(), 7);
}

#[tokio::test]
async fn a_row_cannot_be_read() {
    let asked = start(controlled()).await;
    asked.play(json!({"lists": {"unreadable_row": 3}})).await;
    for (path, identifier) in [("/reports?per_page=10", "id"), ("/reports?page=2", "id"), ("/projects", "project")] {
        let rows = rows(&asked, path).await;
        let without: Vec<usize> = (0..rows.len()).filter(|row| rows[*row].get(identifier).is_none()).collect();
        assert_eq!(without, [3], "{path}");
    }
}

#[tokio::test]
async fn links_lead_elsewhere() {
    let asked = start(controlled()).await;
    asked.play(json!({"lists": {"link_origin": "http://internal.example/"}})).await;
    let list = asked.get("/reports?per_page=10&page=2").await.json();
    let page = |n: u32| format!("http://internal.example/api/v1/reports?per_page=10&page={n}");
    assert_eq!(list["links"], json!({"first": page(1), "last": page(3), "prev": page(1), "next": page(3)}));
    assert_eq!(list["meta"]["path"], "http://internal.example/api/v1/reports");
}

#[tokio::test]
async fn a_project_row_has_more_or_less() {
    let asked = start(controlled()).await;
    let text = rows(&asked, "/projects").await;
    asked.play(json!({"projects": {"row": "sum_as_number"}})).await;
    for (number, text) in rows(&asked, "/projects").await.iter().zip(&text) {
        assert!(number["result"].is_i64());
        assert_eq!(number["result"].to_string(), text["result"].as_str().unwrap());
    }
    asked.play(json!({"projects": {"row": "name_only"}})).await;
    assert_eq!(
        rows(&asked, "/projects").await,
        text.iter().map(|row| json!({"project": row["project"]})).collect::<Vec<_>>()
    );
}

#[tokio::test]
async fn deleting_a_project_takes_a_stranger_along() {
    for (fault, status) in [(false, 200), (true, 404)] {
        let asked = start(controlled()).await;
        // Report 3 belongs to another project than the three that are deleted.
        let stranger = asked.report(&json!(3)).await;
        assert_ne!(stranger["project"], "example.com");
        for _ in 0..3 {
            asked.created(&[("url", "https://example.com")]).await;
        }
        asked.play(json!({"projects": {"delete_takes_id": fault}})).await;
        assert_eq!(asked.delete("/projects/missing.example").await.status, 404);
        assert_eq!(asked.delete("/projects/example.com").await.status, 200);
        assert_eq!(asked.get("/reports/3").await.status, status);
        assert_eq!(asked.count().await, if fault { 29 } else { 30 });
    }
}

#[tokio::test]
async fn a_throttle_has_other_measures() {
    let asked = start(controlled()).await;
    asked.play(json!({"throttle": {"limit": 1, "window_s": 1, "retry_after": "date", "body": "json"}})).await;
    let first = asked.get("/reports").await;
    assert_eq!((first.header("x-ratelimit-limit"), first.header("x-ratelimit-remaining")), (Some("1"), Some("0")));
    let before = Timestamp::now();
    let refused = asked.get("/reports").await;
    assert_eq!((refused.status.as_u16(), &refused.json()["status"]), (429, &json!(429)));
    let date = refused.header("retry-after").unwrap();
    assert!(date.ends_with(" GMT"), "{date}");
    let date = rfc2822::DateTimeParser::new().parse_timestamp(date).unwrap();
    let wait = date.duration_since(before).as_secs();
    assert!((0..=3).contains(&wait), "{wait} s");

    asked.play(json!({"throttle": {"limit": 0, "headers": false, "retry_after": "absent"}})).await;
    let refused = asked.get("/reports").await;
    assert_eq!((refused.status.as_u16(), refused.text.as_str()), (429, "Too many requests."));
    for header in ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining"] {
        assert_eq!(refused.header(header), None);
    }
}

#[tokio::test]
async fn a_window_is_as_long_as_is_played() {
    let asked = start(controlled()).await;
    asked.play(json!({"throttle": {"limit": 0, "window_s": 7}})).await;
    assert_eq!(asked.get("/reports").await.header("retry-after"), Some("7"));
}

#[tokio::test]
async fn refused_input_has_two_forms() {
    let asked = start(controlled()).await;
    let standard = asked.post("/reports", &[("privacy", "9")]).await.json();
    asked.play(json!({"refusals": {"input": "errors"}})).await;
    let refused = asked.post("/reports", &[("privacy", "9")]).await;
    assert_eq!(refused.status, 422);
    let body = refused.json();
    assert_eq!(keys(&body), ["message", "errors"]);
    assert!(body["message"].is_string());
    assert_eq!(keys(&body["errors"]), ["url", "privacy"]);
    assert_eq!(body["errors"], standard["message"]);
    let missing = asked.get("/reports/99").await;
    assert_eq!((missing.status.as_u16(), &missing.json()["status"]), (404, &json!(404)), "other refusals stay");
}

#[tokio::test]
async fn changing_what_is_missing_is_forbidden() {
    let asked = start(controlled()).await;
    asked.play(json!({"refusals": {"missing_on_update": "forbidden"}})).await;
    for id in ["99", "x"] {
        let refused = asked.put(&format!("/reports/{id}"), &[("privacy", "1")]).await;
        assert_eq!((refused.status.as_u16(), &refused.json()["status"]), (403, &json!(403)));
        assert!(refused.json()["message"].is_string());
        assert_eq!(asked.get(&format!("/reports/{id}")).await.status, 404);
        assert_eq!(asked.delete(&format!("/reports/{id}")).await.status, 404);
    }
    assert_eq!(asked.put("/reports/1", &[("privacy", "1")]).await.status, 200);
}

#[tokio::test]
async fn the_quota_can_run_out() {
    let asked = start(controlled()).await;
    asked.play(json!({"quota": 1})).await;
    let form = [("url", "https://example.com")];
    let statuses = [asked.post("/reports", &form).await, asked.post("/reports", &form).await];
    assert_eq!(statuses.map(|answer| answer.status.as_u16()), [201, 403]);
    asked.play(json!({})).await;
    assert_eq!(asked.post("/reports", &form).await.status, 201);
}

#[tokio::test]
async fn an_address_leads_to_another() {
    let asked = start(controlled()).await;
    asked
        .play(json!({"redirects": {
            "https://old.example/a": "https://www.new.example/b",
            "https://lost.example": "ftp://lost.example",
        }}))
        .await;
    let report = asked.created(&[("url", "https://www.old.example/a"), ("privacy", "1")]).await;
    assert_eq!(report["url"], "old.example/a", "another address");
    let report = asked.created(&[("url", "https://old.example/a"), ("privacy", "1")]).await;
    assert_eq!((&report["url"], &report["project"]), (&json!("new.example/b"), &json!("new.example")));
    assert_eq!(report["results"]["seo_friendly_url"]["value"], "https://www.new.example/b");
    let lost = asked.post("/reports", &[("url", "https://lost.example")]).await;
    assert_eq!((lost.status.as_u16(), keys(&lost.json()["message"])), (422, vec!["url"]));
}

#[tokio::test]
async fn a_base_address_has_a_path() {
    let asked = start(Config { path: "/tools/seo".into(), ..controlled() }).await;
    let base = asked.service.base_url();
    assert!(base.ends_with("/tools/seo"), "{base}");
    let list = asked.get("/reports?per_page=10").await.json();
    assert_eq!(list["links"]["next"], format!("{base}/api/v1/reports?per_page=10&page=2"));
    let login = answer(asked.plain(reqwest::Method::DELETE, "/api/v1/reports/1")).await;
    assert_eq!(login.header("location"), Some(format!("{base}/login").as_str()));
    assert_eq!(answer(asked.plain(reqwest::Method::GET, "/login")).await.status, 200);
    asked.service.apply_profile(assay_sample_service::ServiceProfile {
        faults: vec![assay_sample_service::service_profile::Rule {
            path: Some("reports/1".into()),
            ..assay_sample_service::service_profile::Fault::KeyRefused.into()
        }],
        ..Default::default()
    });
    assert_eq!(asked.get("/reports/1").await.status, 401);
    assert_eq!(asked.get("/reports/2").await.status, 200);
    assert_eq!(asked.service.requests()[0].path, "/tools/seo/api/v1/reports");

    let root = base.replace("/tools/seo", "");
    for (path, status) in [("/api/v1/reports", 404), ("/login", 404), ("/control", 200)] {
        assert_eq!(asked.http.get(format!("{root}{path}")).send().await.unwrap().status(), status, "{path}");
    }
}
