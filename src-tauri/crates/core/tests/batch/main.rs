//! Batches over real HTTP, with a service that rejects, fails, pauses, and loses responses.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod confirming;
mod lost_responses;
mod pausing;
mod sending;

use std::time::Duration;

use assay_journal::Journal;
use assay_sample_service::{
    Config, SampleService, ServiceProfile,
    service_profile::{Body, Fault, Method, Rule, faults::Fault::Answer},
};
use common::{App, KEY, config_of, draft};

async fn service_with(delay: u64, reports: u32) -> SampleService {
    let config = Config { delay: Duration::from_millis(delay), control: true, ..config_of(reports) };
    SampleService::start(config).await.unwrap()
}

/// An app with a connection and this write timeout in seconds.
async fn app(service: &SampleService, write_seconds: u16) -> (App, String) {
    app_at(&service.base_url(), write_seconds).await
}

/// The same, through another URL.
async fn app_at(base_url: &str, write_seconds: u16) -> (App, String) {
    let app = App::new();
    let mut draft = draft(base_url, KEY);
    draft.network.write_seconds = write_seconds;
    let connection = app.core.connection_save(draft).await.unwrap().id;
    (app, connection)
}

fn play(service: &SampleService, faults: Vec<Rule>) {
    service.apply_profile(ServiceProfile { faults, ..ServiceProfile::default() });
}

fn on(method: Method, fault: Fault) -> Rule {
    Rule { method: Some(method), ..fault.into() }
}

fn answer(status: u16, retry_after_s: Option<u64>) -> Fault {
    Answer { status: status.try_into().unwrap(), body: Body::Message, retry_after_s }
}

fn sent(service: &SampleService, method: &str) -> Vec<String> {
    let field = |form: &[(String, String)]| form.iter().find(|(name, _)| name == "url").map(|(_, url)| url.clone());
    let requests = service.requests();
    requests.iter().filter(|request| request.method == method).filter_map(|request| field(&request.form)).collect()
}

/// The journal as another process sees it.
fn journal(app: &App) -> Journal {
    Journal::open(&app.host.folder.0.path().join("batches.sqlite"))
}
