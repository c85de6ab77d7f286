//! An app that is killed during a batch loses and repeats nothing, even on an unreliable
//! connection.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::HashMap,
    env, fs,
    hash::{BuildHasher, RandomState},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use assay_model::{Batch, BatchRef, BatchState, RowState, Secret, StateCounts};
use assay_sample_service::{Config, SampleService};
use common::{
    App, FakeHost, FakeKeychain, KEY,
    batches::{assert_each_has_one, at_once, made, pages, plan, rows, until},
    draft,
    rough::RoughWay,
};
use serde_json::Value;
use tokio::time::sleep;

const FOLDER: &str = "ASSAY_KILLED_FOLDER";
const BATCH: &str = "ASSAY_KILLED_BATCH";
const ROWS: u32 = 200;

/// How often: `npm run soak` kills more often.
fn kills() -> u32 {
    env::var("ASSAY_KILLS").map_or(8, |kills| kills.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_app_settles_what_it_began_and_makes_nothing_twice() {
    let chance = RandomState::new();
    let config = Config {
        key: Some(KEY.to_owned()),
        delay: Duration::from_millis(20),
        reports: 0,
        quota: u32::MAX,
        requests_per_minute: 1_000_000,
        ..Config::default()
    };
    let service = SampleService::start(config).await.unwrap();
    // So slow that all kills come before its end.
    let detour = Duration::from_millis(u64::from(kills()) * 8).min(Duration::from_millis(900));
    let rolls = chance.clone();
    let way = RoughWay::to(&service.base_url(), 12, detour, move |number| rolls.hash_one(number)).await;

    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path());
    let mut draft = draft(&way.base_url, KEY);
    // Longer than any create takes.
    draft.network.write_seconds = 4;
    let connection = app.core.connection_save(draft).await.unwrap().id;
    at_once(&app.core, if kills() > 20 { 2 } else { 8 }).await;
    let batch = plan(&app.core, &connection, &pages(ROWS)).await.number;
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    app.core.end().await;
    keep(&app, folder.path());
    drop(app);

    let mut killed = 0;
    while killed < kills() {
        let mut child = live(folder.path(), batch);
        sleep(Duration::from_micros(20_000 + chance.hash_one((batch, killed)) % 600_000)).await;
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself after {killed} kills");
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        killed += 1;
    }
    let mut child = live(folder.path(), batch);
    let end = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
    assert!(end.success(), "{end}");

    let app = app_in(folder.path());
    let ended = until(&app.core, batch, |_| true).await;
    assert_eq!((ended.state, ended.states), (BatchState::Ended, StateCounts { done: ROWS, ..StateCounts::default() }));
    let rows = rows(&app.core, batch).await;
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    let found = rows.iter().filter(|row| row.was_found).count();
    assert!(rows.iter().all(|row| row.state == RowState::Done && row.problem.is_none()), "{rows:?}");
    assert!(found > 0 && way.lost() > 0, "{found} were found, {} answers were lost", way.lost());
    eprintln!("{killed} kills, {} creates went wrong on the way, {found} reports were found by looking", way.lost());
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the process that the other test starts and kills"]
async fn child() {
    let (folder, batch) = (env::var(FOLDER).unwrap(), env::var(BATCH).unwrap());
    let app = app_in(Path::new(&folder));
    app.core.app_start(()).await.unwrap();
    let stands = |batch: &Batch| matches!(batch.state, BatchState::Ended | BatchState::Paused);
    let batch = until(&app.core, batch.parse().unwrap(), stands).await;
    app.core.end().await;
    assert_eq!((batch.state, batch.problem), (BatchState::Ended, None));
}

fn live(folder: &Path, batch: u32) -> Child {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "child", "--ignored"]).env(FOLDER, folder).env(BATCH, batch.to_string());
    // What it makes goes with the folder.
    child.env("TMPDIR", folder).stdout(Stdio::null()).spawn().unwrap()
}

/// An app whose folder, settings and keychain outlive its process.
fn app_in(folder: &Path) -> App {
    let host = FakeHost { elsewhere: Some(folder.to_owned()), ..FakeHost::default() };
    let keychain = FakeKeychain::default();
    if let Ok(kept) = fs::read(folder.join("kept.json")) {
        let (settings, keys): (HashMap<String, Value>, HashMap<String, String>) =
            serde_json::from_slice(&kept).unwrap();
        *host.settings.lock().unwrap() = settings;
        *keychain.kept.lock().unwrap() = keys.into_iter().map(|(name, key)| (name, Secret::from(key))).collect();
    }
    App::over(Arc::new(host), keychain)
}

fn keep(app: &App, folder: &Path) {
    let settings = app.host.settings.lock().unwrap().clone();
    let keys = app.keychain.kept.lock().unwrap();
    let keys: HashMap<_, _> = keys.iter().map(|(name, key)| (name.clone(), key.expose().to_owned())).collect();
    fs::write(folder.join("kept.json"), serde_json::to_vec(&(settings, keys)).unwrap()).unwrap();
}
