//! The answers that the window's tests use are those of the core.
//!
//! Each file in `ui/src/host/fake/recorded` is a list of calls in their order, with their answers. To record
//! another call, add it without an answer and run `npm run recorded`, which asks the core again and rewrites
//! the files.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    env, fs,
    path::{Path, PathBuf},
    sync::{Arc, LazyLock},
    time::{Duration, Instant},
};

use assay_api::Clock;
use assay_core::{Core, Timing};
use assay_model::{Preferences, Problem, StartSync, SyncKind, for_each_call};
use assay_sample_service::{Config, SampleService};
use common::{App, FakeHost, FakeKeychain, KEY, TIMING, gate::Gate};
use jiff::Timestamp;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use tokio::{sync::watch, task::JoinSet};

/// The connection of the window's tests.
const CONNECTION: &str = "c1";

/// The time of all recordings, which the window's tests have too.
const NOW: &str = "2026-01-31T12:00:00Z";
const EARLIER: &str = "2026-01-28T09:00:00Z";

/// Longer than any step takes.
const LONGEST: Duration = Duration::from_mins(1);

/// A call, or a change of the service between two calls.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
struct Step {
    #[serde(skip_serializing_if = "Option::is_none")]
    service: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Value::is_null")]
    request: Value,
    /// The answer is that of a batch, or of the same call, once it has this.
    #[serde(skip_serializing_if = "Option::is_none")]
    until: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Value>,
}

macro_rules! dispatch {
    ($($(#[doc = $doc:literal])+ $kind:ident $(($mark:ident))? $name:ident: $request:ty => $answer:ty;)+) => {
        /// Makes a call by its name, like the window.
        async fn call(core: &Arc<Core>, name: &str, request: &Value) -> Result<Value, Problem> {
            match name {
                $(stringify!($name) => {
                    let answer: $answer = Box::pin(core.$name(read::<$request>(request))).await?;
                    Ok(serde_json::to_value(answer).unwrap())
                })+
                _ => panic!("no call has the name {name}"),
            }
        }
    };
}
for_each_call!(dispatch);

fn read<T: DeserializeOwned>(request: &Value) -> T {
    T::deserialize(request).unwrap_or_else(|error| panic!("{error}: {request}"))
}

fn time(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The time of the recordings, continued like the service's: to a core whose clock stands still, a
/// recheck seems older than its own request.
fn continued() -> Timestamp {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    time(NOW) + BEGUN.elapsed()
}

fn timing(clock: fn() -> Timestamp) -> Timing {
    Timing { clock: Clock(clock), ..TIMING }
}

/// A fixed value for one that is measured.
fn measured(name: &str) -> Option<Value> {
    match name {
        "took" => Some(850.into()),
        "a_minute" => Some(60.0.into()),
        "seconds_left" => Some(1.into()),
        "held_until" => Some("2026-01-31T12:00:08Z".into()),
        _ => None,
    }
}

/// A value that is the same in each recording.
fn stable(value: Value, stage: &Stage) -> Value {
    match value {
        Value::String(text) if text == stage.connection => CONNECTION.into(),
        // What happened while recording.
        Value::String(text) if text.parse().is_ok_and(|at: Timestamp| at > time(NOW)) => NOW.into(),
        Value::String(text) => text.replace(&stage.base_url, "https://brightleaf.example").into(),
        Value::Array(parts) => parts.into_iter().map(|part| stable(part, stage)).collect(),
        Value::Object(parts) => parts
            .into_iter()
            .map(|(name, part)| {
                let measured = measured(&name).filter(|_| !part.is_null());
                (name, measured.unwrap_or_else(|| stable(part, stage)))
            })
            .collect(),
        other => other,
    }
}

/// A request of the window's tests, for the connection here.
fn asked(request: Value, connection: &str) -> Value {
    match request {
        Value::String(text) if text == CONNECTION => connection.into(),
        Value::Array(parts) => parts.into_iter().map(|part| asked(part, connection)).collect(),
        Value::Object(parts) => parts.into_iter().map(|(name, part)| (name, asked(part, connection))).collect(),
        other => other,
    }
}

/// Whether the value has all that is wanted.
fn has(value: &Value, wanted: &Value) -> bool {
    match wanted {
        Value::Object(parts) => parts.iter().all(|(name, part)| has(&value[name], part)),
        Value::Array(parts) => parts.iter().enumerate().all(|(place, part)| has(&value[place], part)),
        wanted => value == wanted,
    }
}

fn folder() -> PathBuf {
    // At run time, since checkouts may share a build folder.
    Path::new(&env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../../../ui/src/host/fake/recorded")
}

/// Takes the steps of a file again, and compares the answers with the recorded ones.
async fn record(stage: &Stage, file: &str) {
    let path = folder().join(file);
    let known: Vec<Step> = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    let mut recorded = Vec::new();
    for step in &known {
        let mut step = Step { answer: None, problem: None, ..step.clone() };
        // A running batch stays as it is until its end is awaited.
        let is_at_end = |until: &Value| until["state"] == "ended" || until["state"] == "paused";
        stage.gate.send_replace(step.until.as_ref().is_some_and(is_at_end));
        if let Some(profile) = &step.service {
            stage.app.host.sample.lock().await.as_ref().unwrap().apply_profile(read(profile));
        }
        if let Some(name) = &step.name {
            let request = asked(stage.with_file(step.request.clone()).await, &stage.connection);
            let (read, wanted) = match request.get("batch") {
                Some(batch) => ("batch_read", json!({ "batch": batch })),
                None => (&**name, request.clone()),
            };
            let mut answer = call(&stage.app.core, name, &request).await;
            let begun = Instant::now();
            while let Some(until) = step.until.as_ref().filter(|until| !answer.as_ref().is_ok_and(|it| has(it, until)))
            {
                assert!(begun.elapsed() < LONGEST, "{file}: {answer:?} instead of {until}");
                tokio::time::sleep(Duration::from_millis(5)).await;
                answer = call(&stage.app.core, read, &wanted).await;
            }
            stage.app.core.library_flush().await;
            match answer {
                Ok(answer) => step.answer = Some(stable(answer, stage)).filter(|answer| !answer.is_null()),
                Err(problem) => step.problem = Some(stable(serde_json::to_value(problem).unwrap(), stage)),
            }
        }
        recorded.push(step);
    }
    if env::var_os("ASSAY_UPDATE_RECORDED").is_some() {
        let lines: Vec<_> = recorded.iter().map(|each| serde_json::to_string(each).unwrap()).collect();
        fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        return;
    }
    for (known, recorded) in known.iter().zip(&recorded) {
        let (name, request) = (&known.name, &known.request);
        assert!(
            known == recorded,
            "{file}: the core now answers {name:?} {request} with\n{recorded:?}\ninstead of\n{known:?}\nrun `npm run recorded`"
        );
    }
}

/// An app at the time of the recordings, with a connection.
struct Stage {
    app: App,
    connection: String,
    base_url: String,
    /// Lets writes of batches through to the service.
    gate: watch::Sender<bool>,
}

async fn open(host: Arc<FakeHost>, keychain: FakeKeychain, clock: fn() -> Timestamp) -> App {
    let app = App::timed(host, keychain, timing(clock));
    // Batches send their rows one after another, in the same order each time.
    let quiet = Preferences { sync_on_open: false, batch_at_once: 1, ..Preferences::default() };
    app.core.preferences_save(quiet).await.unwrap();
    app.core.app_start(()).await.unwrap();
    app.core.library_flush().await;
    app
}

/// The sample service as it was at the time of the recordings, where its clock stopped or continues.
async fn service(folder: &Path, is_stopped: bool) -> SampleService {
    let config = Config {
        database: Some(folder.join("service.db")),
        key: Some(KEY.to_owned()),
        now: Some(time(NOW)),
        delay: Duration::ZERO,
        requests_per_minute: 1_000_000,
        ..Config::default()
    };
    let service = SampleService::start(config.clone()).await.unwrap();
    if is_stopped {
        return service;
    }
    service.stop().await;
    SampleService::start(Config { now: None, ..config }).await.unwrap()
}

impl Stage {
    /// The sample workspace, which has a past.
    async fn sample() -> Self {
        let host = Arc::<FakeHost>::default();
        let service = service(host.folder.0.path(), true).await;
        let base_url = service.base_url();
        *host.sample.lock().await = Some(service);
        let App { core, host, keychain } = open(host, FakeKeychain::default(), || time(EARLIER)).await;
        let connection = core.sample_open(()).await.unwrap().id;
        core.library_flush().await;
        drop(core);
        let app = open(host, keychain, || time(NOW)).await;
        Self { app, connection, base_url, gate: watch::Sender::new(true) }
    }

    /// A connection of which nothing was read yet.
    async fn empty(clock: fn() -> Timestamp) -> Self {
        let app = open(Arc::default(), FakeKeychain::default(), clock).await;
        let service = service(app.host.folder.0.path(), false).await;
        let gate = watch::Sender::new(true);
        let opened = gate.clone();
        let Gate { base_url, .. } = Gate::before(&service.base_url(), move |line| {
            let mut opened = opened.subscribe();
            async move {
                if !line.starts_with("GET") {
                    // The stage may be gone.
                    let _ = opened.wait_for(|is_open| *is_open).await;
                }
                line
            }
        })
        .await;
        *app.host.sample.lock().await = Some(service);
        let connection = app.core.connection_save(common::draft(&base_url, KEY)).await.unwrap().id;
        Self { app, connection, base_url, gate }
    }

    /// A connection of which all is known.
    async fn synced() -> Self {
        let stage = Self::empty(continued).await;
        let start = StartSync { connection: stage.connection.clone(), kind: SyncKind::Full };
        stage.app.core.sync_start(start).await.unwrap();
        while stage.app.core.syncs_list(()).await.unwrap()[0].running.is_some() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        stage
    }

    /// A request with the number of a file instead of its content, which the window has not.
    async fn with_file(&self, mut request: Value) -> Value {
        if let Some(file) = request.pointer_mut("/source/file").filter(|file| file.is_object()) {
            let path = self.app.host.folder.0.path().join(file["name"].as_str().unwrap());
            fs::write(&path, file["text"].as_str().unwrap()).unwrap();
            *self.app.host.file.lock().unwrap() = Some(path);
            *file = self.app.core.source_choose(()).await.unwrap().unwrap().file.into();
        }
        request
    }
}

#[tokio::test]
async fn the_library_of_the_sample_workspace() {
    record(&Stage::sample().await, "library.json").await;
}

#[tokio::test]
async fn an_empty_library() {
    record(&Stage::empty(|| time(NOW)).await, "empty.json").await;
}

#[tokio::test]
async fn sources() {
    record(&Stage::empty(|| time(NOW)).await, "sources.json").await;
}

#[tokio::test]
async fn syncs() {
    record(&Stage::empty(|| time(NOW)).await, "sync.json").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn batches() {
    let mut stories = JoinSet::new();
    for entry in fs::read_dir(folder().join("batches")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        stories.spawn(async move { record(&Stage::synced().await, &format!("batches/{name}")).await });
    }
    stories.join_all().await;
}
