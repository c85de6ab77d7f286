//! False responses of success.

use serde_json::{Value, json};

use crate::{Asked, controlled, start};

/// A report of the service, private and without a password.
async fn private(asked: &Asked) -> Value {
    asked.play(json!({})).await;
    asked.created(&[("url", "https://example.com/private"), ("privacy", "1")]).await
}

#[tokio::test]
async fn fields_of_a_form_are_taken_for_others_while_the_answer_says_what_was_sent() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": {"takes": {"privacy": null}}}])).await;
    let created = asked.post("/reports", &[("url", "https://example.com/new"), ("privacy", "1")]).await;
    assert_eq!((created.status.as_u16(), &created.json()["data"]["privacy"]), (201, &json!("1")));
    assert_eq!(asked.report(&created.json()["data"]["id"]).await["privacy"], 0);

    let report = private(&asked).await;
    asked.fail(json!([{"method": "PUT", "fault": {"takes": {"privacy": "0", "results": "1"}}}])).await;
    let path = format!("/reports/{}", report["id"]);
    let changed = asked.put(&path, &[("privacy", "2"), ("password", "open sesame")]).await.json();
    assert_eq!((&changed["data"]["privacy"], &changed["data"]["password"]), (&json!("2"), &json!(true)));
    let now = asked.report(&report["id"]).await;
    assert_eq!((&now["privacy"], &now["password"]), (&json!(0), &json!(false)));
    assert_ne!(now["results"], report["results"]);
}

#[tokio::test]
async fn a_password_that_was_taken_can_be_lost() {
    let asked = start(controlled()).await;
    asked.fail(json!([{"fault": {"takes": {"password": null}}}])).await;
    let form = [("url", "https://example.com/new"), ("privacy", "2"), ("password", "open sesame")];
    let created = asked.post("/reports", &form).await;
    assert_eq!((created.status.as_u16(), &created.json()["data"]["password"]), (201, &json!(true)));
    let now = asked.report(&created.json()["data"]["id"]).await;
    assert_eq!((&now["privacy"], &now["password"]), (&json!(2), &json!(false)));
}

#[tokio::test]
async fn a_deaf_service_answers_as_if_it_had_done_it() {
    let asked = start(controlled()).await;
    let report = private(&asked).await;
    let path = format!("/reports/{}", report["id"]);
    asked.fail(json!([{"fault": "deaf"}])).await;
    let count = asked.count().await;
    let changed = asked.put(&path, &[("privacy", "0"), ("results", "1")]).await;
    assert_eq!((changed.status.as_u16(), &changed.json()["data"]["privacy"]), (200, &json!("0")));
    assert_eq!(asked.delete(&path).await.json()["deleted"], true);
    assert_eq!(asked.delete("/projects/example.com").await.json()["deleted"], true);
    assert_eq!(asked.report(&report["id"]).await, report);
    let created = asked.post("/reports", &[("url", "https://example.com/new")]).await;
    assert_eq!(created.status, 201);
    assert_eq!(asked.get(&format!("/reports/{}", created.json()["data"]["id"])).await.status, 404);
    assert_eq!(asked.count().await, count);
    assert_eq!(asked.put("/reports/999999", &[("privacy", "0")]).await.status, 404);
}

#[tokio::test]
async fn another_report_is_shown_in_the_place_of_the_one_asked_for() {
    let asked = start(controlled()).await;
    let nine = asked.report(&json!(9)).await;
    asked.fail(json!([{"path": "reports/*", "after_work": true, "fault": {"other_report": {"id": 9}}}])).await;
    assert_eq!(asked.get("/reports/11").await.json()["data"], nine);
    assert_eq!(asked.put("/reports/11", &[("privacy", "2"), ("password", "x")]).await.json()["data"], nine);
    asked.play(json!({"records": {"envelope": "bare"}})).await;
    assert_eq!(asked.get("/reports/11").await.json()["privacy"], 2, "the work was done");
}

#[tokio::test]
async fn an_answer_about_a_report_can_be_short() {
    let asked = start(controlled()).await;
    let short = |keeps: Value, nulls| json!([{"method": "PUT", "fault": {"short": {"keeps": keeps, "nulls": nulls}}}]);
    asked.fail(short(json!(["id", "privacy"]), false)).await;
    assert_eq!(asked.put("/reports/3", &[("privacy", "1")]).await.json()["data"], json!({"id": 3, "privacy": "1"}));
    asked.fail(short(json!(["id"]), true)).await;
    let nulls = asked.put("/reports/3", &[("privacy", "0")]).await.json()["data"].clone();
    assert_eq!((&nulls["id"], &nulls["url"], &nulls["privacy"]), (&json!(3), &Value::Null, &Value::Null));
    assert_eq!(asked.report(&json!(3)).await["privacy"], 0, "the work was done");
}
