//! The page that a visitor sees: field note 33.

use assay_sample_service::SEEDED_PASSWORD;
use reqwest::Method;

use crate::{Asked, answer, config, start};

async fn visit(asked: &Asked, id: &serde_json::Value) -> crate::Answer {
    answer(asked.plain(Method::GET, &format!("/reports/{id}"))).await
}

async fn unlock(asked: &Asked, id: &serde_json::Value, password: &str) -> crate::Answer {
    answer(asked.plain(Method::POST, &format!("/reports/{id}")).form(&[("password", password)])).await
}

#[tokio::test]
async fn a_public_report_is_shown() {
    let asked = start(config()).await;
    let report = asked.created(&[("url", "https://example.com/?a=<b>&c"), ("privacy", "0")]).await;
    let page = visit(&asked, &report["id"]).await;
    assert_eq!(page.status, 200);
    assert!(page.header("content-type").unwrap().starts_with("text/html"));
    assert!(page.header("content-security-policy").unwrap().contains("default-src 'none'"));
    assert!(page.text.contains("example.com/?a=&lt;b&gt;&amp;c") && !page.text.contains("<b>"));
    assert!(page.text.contains(&format!("{} of 100", report["result"])));
    assert!(page.text.contains("meta_description"));
}

#[tokio::test]
async fn a_private_report_is_refused() {
    let asked = start(config()).await;
    let report = asked.created(&[("url", "https://example.com/hidden"), ("privacy", "1")]).await;
    for page in [visit(&asked, &report["id"]).await, unlock(&asked, &report["id"], "x").await] {
        assert_eq!(page.status, 403);
        assert!(!page.text.contains("example.com"));
    }
}

#[tokio::test]
async fn a_protected_report_asks_for_its_password() {
    let asked = start(config()).await;
    let form = [("url", "https://example.com/locked"), ("privacy", "2"), ("password", " pass & word ")];
    let report = asked.created(&form).await;
    let id = &report["id"];
    for page in [visit(&asked, id).await, unlock(&asked, id, "wrong").await, unlock(&asked, id, "pass & word").await] {
        assert_eq!(page.status, 401);
        assert!(page.text.contains("<form") && !page.text.contains("example.com"));
    }
    let page = unlock(&asked, id, " pass & word ").await;
    assert_eq!(page.status, 200);
    assert!(page.text.contains("example.com/locked"));

    asked.put(&format!("/reports/{id}"), &[("password", "another")]).await;
    assert_eq!(unlock(&asked, id, " pass & word ").await.status, 401);
    assert_eq!(unlock(&asked, id, "another").await.status, 200);

    let seeded = asked.all("/reports").await.into_iter().find(|row| row["privacy"] == 2 && row["id"] != *id).unwrap();
    assert_eq!(unlock(&asked, &seeded["id"], SEEDED_PASSWORD).await.status, 200);
}

#[tokio::test]
async fn a_missing_report_has_no_page() {
    let asked = start(config()).await;
    for id in ["241", "x", "%FF"] {
        let page = answer(asked.plain(Method::GET, &format!("/reports/{id}"))).await;
        assert_eq!(page.status, 404);
        assert!(page.header("content-type").unwrap().starts_with("text/html"), "{id}");
    }
}
