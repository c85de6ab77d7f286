//! The running service over real HTTP.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod access;
mod control;
mod data;
mod faults;
mod generations;
mod history;
mod lies;
mod lists;
mod pages;
mod projects;
mod reports;

use std::time::Duration;

use assay_sample_service::{Config, SampleService};
use reqwest::header::{ACCEPT, AUTHORIZATION, HeaderMap};
use reqwest::{Method, RequestBuilder, StatusCode, redirect};
use serde_json::{Value, json};

/// The tests' stopped clock, at the start of a month.
const NOW: &str = "2026-02-01T00:00:00.000000Z";

fn config() -> Config {
    Config { delay: Duration::ZERO, now: Some(NOW.parse().unwrap()), ..Config::default() }
}

/// With the control interface, and a small library.
fn controlled() -> Config {
    Config { control: true, reports: 30, ..config() }
}

/// A running service with a client.
struct Asked {
    service: SampleService,
    http: reqwest::Client,
}

/// A complete response.
#[derive(Debug)]
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    #[track_caller]
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

async fn start(config: Config) -> Asked {
    let http = reqwest::Client::builder().redirect(redirect::Policy::none()).no_proxy().build().unwrap();
    Asked { service: SampleService::start(config).await.unwrap(), http }
}

async fn answer(request: RequestBuilder) -> Answer {
    let response = request.send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Answer { status, headers, text: response.text().await.unwrap() }
}

impl Asked {
    /// A request without a key.
    fn plain(&self, method: Method, path: &str) -> RequestBuilder {
        self.http.request(method, format!("{}{path}", self.service.base_url()))
    }

    /// A request below `/api/v1` with the key.
    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.plain(method, &format!("/api/v1{path}")).header(AUTHORIZATION, format!("Bearer {}", self.service.key()))
    }

    async fn get(&self, path: &str) -> Answer {
        answer(self.request(Method::GET, path).header(ACCEPT, "application/json")).await
    }

    async fn post(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        answer(self.request(Method::POST, path).form(form)).await
    }

    async fn put(&self, path: &str, form: &[(&str, &str)]) -> Answer {
        answer(self.request(Method::PUT, path).form(form)).await
    }

    async fn delete(&self, path: &str) -> Answer {
        answer(self.request(Method::DELETE, path)).await
    }

    /// Applies a profile through the control interface.
    async fn play(&self, profile: Value) {
        let answer = answer(self.plain(Method::PUT, "/control").json(&profile)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }

    /// Applies only faults.
    async fn fail(&self, faults: Value) {
        self.play(json!({ "faults": faults })).await;
    }

    /// The number of reports, under any profile.
    async fn count(&self) -> u64 {
        let played = self.service.profile();
        self.service.apply_profile(assay_sample_service::ServiceProfile::default());
        let list = self.get("/reports?per_page=10").await.json();
        self.service.apply_profile(played);
        list["meta"]["total"].as_u64().unwrap()
    }

    /// Creates a report and returns its record as read later.
    async fn created(&self, form: &[(&str, &str)]) -> Value {
        let answer = self.post("/reports", form).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        self.report(&answer.json()["data"]["id"]).await
    }

    async fn report(&self, id: &Value) -> Value {
        let answer = self.get(&format!("/reports/{id}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()["data"].clone()
    }

    /// All rows of a list, page by page.
    async fn all(&self, path: &str) -> Vec<Value> {
        let (mut rows, mut page) = (Vec::new(), 1);
        loop {
            let mark = if path.contains('?') { '&' } else { '?' };
            let list = self.get(&format!("{path}{mark}per_page=100&page={page}")).await.json();
            rows.extend(list["data"].as_array().unwrap().iter().cloned());
            if list["links"]["next"].is_null() {
                return rows;
            }
            page += 1;
        }
    }
}
