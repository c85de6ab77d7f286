//! The service's initial data, persistence, and start errors.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

use assay_sample_service::{Config, SampleService, StartError};
use serde_json::{Value, json};

use crate::{Asked, config, controlled, faults::received, start};

async fn everything(asked: &Asked) -> Vec<Value> {
    asked.all("/reports").await
}

async fn refusal(config: Config) -> StartError {
    match SampleService::start(config).await {
        Ok(_) => panic!("it started"),
        Err(error) => error,
    }
}

fn with_file(path: &Path) -> Config {
    Config { database: Some(path.to_owned()), ..config() }
}

#[tokio::test]
async fn the_same_seed_and_time_give_the_same_data() {
    let first = everything(&start(config()).await).await;
    assert_eq!(first, everything(&start(config()).await).await);
    assert_ne!(first, everything(&start(Config { seed: 2, ..config() }).await).await);

    let later = Config { now: Some("2026-03-01T00:00:00Z".parse().unwrap()), ..config() };
    let later = everything(&start(later).await).await;
    let but_dates = |rows: &[Value]| -> Vec<(Value, Value)> {
        rows.iter().map(|row| (row["url"].clone(), row["results"].clone())).collect()
    };
    assert_eq!(but_dates(&first), but_dates(&later), "the time moves the dates alone");
    assert_ne!(first, later);
}

#[tokio::test]
async fn a_small_and_a_large_library_can_be_had() {
    for reports in [0, 1, 1000] {
        assert_eq!(everything(&start(Config { reports, ..config() }).await).await.len(), reports as usize);
    }
}

#[tokio::test]
async fn data_outlast_the_service() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.db");
    let asked = start(Config { quota: 2, ..with_file(&file) }).await;
    asked.created(&[("url", "https://example.com/kept"), ("privacy", "2"), ("password", "secret word")]).await;
    asked.put("/reports/3", &[("results", "1")]).await;
    asked.delete("/reports/4").await;
    let before = everything(&asked).await;
    asked.service.stop().await;

    // The data is generated once: a later seed changes nothing.
    let asked = start(Config { quota: 2, seed: 9, reports: 5, ..with_file(&file) }).await;
    assert_eq!(everything(&asked).await, before);
    asked.created(&[("url", "https://example.com")]).await;
    assert_eq!(asked.post("/reports", &[("url", "https://example.com")]).await.status, 403, "the month goes on");
    asked.service.stop().await;

    let kept = fs::read(&file).unwrap();
    assert!(!kept.windows(11).any(|part| part == b"secret word"), "passwords are not kept in clear");
}

#[tokio::test]
async fn reset_begins_anew() {
    let asked = start(Config { quota: 1, ..config() }).await;
    let before = everything(&asked).await;
    asked.created(&[("url", "https://example.com")]).await;
    asked.delete("/reports/1").await;
    asked.delete("/projects/harbour-dental.example").await;
    asked.service.reset().await.unwrap();
    assert_eq!(everything(&asked).await, before);
    assert_eq!(asked.created(&[("url", "https://example.com")]).await["id"], 241, "the quota began anew too");
}

#[tokio::test]
async fn stop_frees_the_port_and_finishes_what_was_asked() {
    let asked = start(Config { delay: Duration::from_millis(300), ..controlled() }).await;
    let address = asked.service.base_url().replace("http://", "");
    let request = asked.request(reqwest::Method::POST, "/reports").form(&[("url", "https://example.com")]);
    let create = tokio::spawn(crate::answer(request));
    received(&asked, 1).await;
    asked.service.stop().await;
    assert_eq!(create.await.unwrap().status, 201);
    TcpListener::bind(address).unwrap();
}

#[tokio::test]
async fn a_dropped_service_stops() {
    let asked = start(config()).await;
    let address = asked.service.base_url().replace("http://", "");
    assert!(TcpListener::bind(&address).is_err());
    drop(asked);
    let freed = async {
        while TcpListener::bind(&address).is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(5), freed).await.unwrap();
}

#[tokio::test]
async fn only_loopback_is_listened_on() {
    for address in ["0.0.0.0:0", "192.0.2.1:80", "[::]:0"] {
        let error = refusal(Config { address: address.parse().unwrap(), ..config() }).await;
        assert!(matches!(error, StartError::NotLoopback(_)) && error.to_string().contains(address), "{error}");
    }
    let asked = start(config()).await;
    let base = asked.service.base_url();
    assert!(base.starts_with("http://127.0.0.1:") && !base.ends_with('/'), "{base}");
    let taken = refusal(Config { address: base.replace("http://", "").parse().unwrap(), ..config() }).await;
    assert!(matches!(taken, StartError::Listen { .. }), "{taken}");
}

#[tokio::test]
async fn unusable_keys_are_refused() {
    for key in ["", "with space", "ключ", "line\nbreak"] {
        let error = refusal(Config { key: Some(key.into()), ..config() }).await;
        assert!(matches!(error, StartError::UnusableKey), "{key:?}: {error}");
    }
}

#[tokio::test]
async fn unusable_paths_are_refused() {
    for path in ["/", "tools", "/tools/", "//tools", "/a/../b", "/{id}", "/a b", "/a?b"] {
        let error = refusal(Config { path: path.into(), ..config() }).await;
        assert!(matches!(error, StartError::UnusablePath), "{path:?}: {error}");
    }
}

#[tokio::test]
async fn what_is_no_sample_database_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let text = folder.path().join("notes.txt");
    fs::write(&text, "not a database, but somebody's notes\n".repeat(50)).unwrap();
    let other = folder.path().join("other.db");
    rusqlite::Connection::open(&other)
        .unwrap()
        .execute_batch("CREATE TABLE theirs (x); INSERT INTO theirs VALUES (1)")
        .unwrap();

    for file in [&text, &other] {
        let before = fs::read(file).unwrap();
        let error = refusal(with_file(file)).await;
        assert!(error.to_string().contains(file.to_str().unwrap()), "{error}");
        assert_eq!(fs::read(file).unwrap(), before, "{error}");
    }
    assert!(matches!(refusal(with_file(&text)).await, StartError::Database { .. }));
    assert!(matches!(refusal(with_file(&other)).await, StartError::OtherDatabase { .. }));
    let nowhere = folder.path().join("missing").join("sample.db");
    assert!(matches!(refusal(with_file(&nowhere)).await, StartError::Database { .. }));
}

#[tokio::test]
async fn a_damaged_database_is_named_and_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.db");
    start(with_file(&file)).await.service.stop().await;
    let mut bytes = fs::read(&file).unwrap();
    let (start, end) = (bytes.len() / 3, bytes.len() / 2);
    bytes[start..end].fill(0x5a);
    fs::write(&file, &bytes).unwrap();
    let error = refusal(with_file(&file)).await;
    assert!(matches!(error, StartError::Damaged { .. } | StartError::Database { .. }), "{error}");
    assert!(error.to_string().contains(file.to_str().unwrap()), "{error}");
    assert_eq!(fs::read(&file).unwrap(), bytes);
}

#[tokio::test]
async fn a_row_that_cannot_be_read_is_a_500() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.db");
    let asked = start(with_file(&file)).await;
    rusqlite::Connection::open(&file).unwrap().execute("UPDATE reports SET results = '{' WHERE id = 1", []).unwrap();
    let answer = asked.get("/reports/1").await;
    assert_eq!(answer.status, 500);
    assert_eq!(answer.json()["status"], json!(500));
    assert_eq!(asked.get("/reports/2").await.status, 200);
}
