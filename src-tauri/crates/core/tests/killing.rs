//! An app that is killed during a batch loses and repeats nothing, even on an unreliable
//! connection.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::{BTreeMap, HashMap},
    env, fs,
    hash::{BuildHasher, RandomState},
    path::Path,
    process::{Child, Command, Stdio},
    sync::Arc,
    time::Duration,
};

use assay_api::Clock;
use assay_core::Timing;
use assay_journal::Journal;
use assay_model::{
    BatchRef, BatchRequest, BatchRow, BatchState, ListReports, PageSize, Privacy, ProblemCode, ReportQuery, RowAction,
    RowState, Secret, StateCounts,
};
use assay_sample_service::{
    Config, SampleService, ServiceProfile,
    service_profile::{Body, Creates, Fault, Method, Recorded, Rule},
};
use common::{
    App, FakeHost, FakeKeychain, KEY, TIMING,
    batches::{
        assert_each_has_one, at_once, made, pages, plan, plan_of, reports, rows, run, until, until_all_are_known,
        until_made,
    },
    config_of, draft,
    rough::RoughWay,
};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tokio::time::sleep;

const FOLDER: &str = "ASSAY_KILLED_FOLDER";
const BATCH: &str = "ASSAY_KILLED_BATCH";
const AHEAD: &str = "ASSAY_KILLED_AHEAD";
const LONGEST: &str = "ASSAY_KILLED_LONGEST";
const ROWS: u32 = 200;

/// How often: `npm run soak` kills more often.
fn kills() -> u32 {
    env::var("ASSAY_KILLS").map_or(8, |kills| kills.parse().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_app_settles_what_it_began_and_makes_nothing_twice() {
    let chance = RandomState::new();
    let service = SampleService::start(config(20)).await.unwrap();
    // Slow enough to be killed before its end.
    let detour = Duration::from_millis(u64::from(kills()) * 8).min(Duration::from_millis(900));
    let rolls = chance.clone();
    let way = RoughWay::to(&service.base_url(), 12, detour, move |number| rolls.hash_one(number)).await;

    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path(), Moved::default());
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
        let mut child = live(folder.path(), batch, Moved::default());
        sleep(Duration::from_micros(20_000 + chance.hash_one((batch, killed)) % 600_000)).await;
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself after {killed} kills");
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success());
        killed += 1;
    }
    ended(live(folder.path(), batch, Moved::default())).await;

    let app = app_in(folder.path(), Moved::default());
    let stands = until(&app.core, batch, |_| true).await;
    assert_eq!(
        (stands.state, stands.states),
        (BatchState::Ended, StateCounts { done: ROWS, ..StateCounts::default() })
    );
    let rows = rows(&app.core, batch).await;
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    let found = rows.iter().filter(|row| row.was_found).count();
    assert!(rows.iter().all(|row| row.state == RowState::Done && row.problem.is_none()), "{rows:?}");
    assert!(found > 0 && way.lost() > 0, "{found} were found, {} answers were lost", way.lost());
    eprintln!("{killed} kills, {} creates went wrong on the way, {found} reports were found by looking", way.lost());
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_were_answered_before_a_kill_are_confirmed_at_the_next_start_and_not_sent_again() {
    let config = Config { control: true, ..config_of(60) };
    let service = SampleService::start(config).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let app = app_in(folder.path(), Moved::default());
    let connection = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap().id;
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    let list = ListReports { connection: connection.clone(), query };
    let ids = app.core.reports_list(list.clone()).await.unwrap().rows.into_iter().map(|row| row.id);
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids), wish, None).await;
    let (number, changing) = (batch.number, batch.acts.privacy);
    let planned = rows(&app.core, number).await;
    let ignored = planned.iter().filter(|row| row.act == RowAction::Privacy).step_by(3);
    let ignored: Vec<_> = ignored.map(|row| row.report.clone().unwrap()).collect();
    // Every third change is answered OK and ignored, and nothing can be read.
    let ignore = |id: &String| {
        let body = Body::Json(json!({ "data": { "id": id.parse::<u32>().unwrap(), "privacy": 1 } }));
        let fault = Fault::Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
        Rule { method: Some(Method::Put), path: Some(format!("reports/{id}")), ..fault.into() }
    };
    let mut faults: Vec<Rule> = ignored.iter().map(ignore).collect();
    faults.push(Rule { method: Some(Method::Get), ..Fault::Hang.into() });
    service.apply_profile(ServiceProfile { faults, ..ServiceProfile::default() });
    let journal = Journal::open(&folder.path().join("batches.sqlite"));
    journal.batch(number).set_state(BatchState::Running, None, Timestamp::now()).unwrap();
    app.core.end().await;
    keep(&app, folder.path());
    drop(app);

    let mut child = live(folder.path(), number, Moved::default());
    while journal.batch(number).read().unwrap().states.confirming < changing {
        assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
        sleep(Duration::from_millis(20)).await;
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(journal.batch(number).read().unwrap().states.done, 0);
    service.apply_profile(ServiceProfile::default());
    service.clear_requests();

    ended(live(folder.path(), number, Moved::default())).await;
    assert!(service.requests().iter().all(|request| request.method == "GET"), "{:?}", service.requests());
    let app = app_in(folder.path(), Moved::default());
    let stands = until(&app.core, number, |_| true).await;
    assert_eq!((stands.state, stands.states.confirming, stands.states.unknown), (BatchState::Ended, 0, 0));
    assert_eq!(stands.states.done + stands.states.failed, changing);
    let of_ignored = |row: &BatchRow| row.report.as_ref().is_some_and(|id| ignored.contains(id));
    for row in rows(&app.core, number).await.iter().filter(|row| row.act == RowAction::Privacy) {
        let code = row.problem.as_ref().map(|problem| problem.code);
        let failed = (RowState::Failed, Some(ProblemCode::NotApplied));
        let wanted = if of_ignored(row) { failed } else { (RowState::Done, None) };
        assert_eq!((row.state, code), wanted, "{row:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_made_is_found_after_a_restart_whatever_the_clock_says_then() {
    for (first, then) in [(600, -300), (-600, 300), (0, -900), (0, 900), (7200, -7200), (-7200, 7200)] {
        let service = SampleService::start(config(0)).await.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let (watcher, connection) = App::connected(&service).await;
        // There is one of the page already, of just before.
        plan_and_run(&watcher, &connection.id, 1).await;
        let batch = planned(folder.path(), &service.base_url(), 1, 1).await;
        service.clear_requests();
        let lost = Rule { method: Some(Method::Post), after_work: true, ..Fault::Hang.into() };
        service.apply_profile(ServiceProfile { faults: vec![lost], ..ServiceProfile::default() });
        let mut child = live(folder.path(), batch, Moved { seconds: first, longest: 60 });
        until_made(&watcher.core, &connection.id, 2).await;
        child.kill().unwrap();
        child.wait().unwrap();
        service.apply_profile(ServiceProfile::default());
        ended(live(folder.path(), batch, Moved { seconds: then, longest: 60 })).await;

        let made = made(&watcher.core, &connection.id).await;
        let row = rows(&app_in(folder.path(), Moved::default()).core, batch).await.remove(0);
        assert_eq!((made.len(), row.state, row.was_found), (2, RowState::Done, true), "{first} {then}");
        assert_eq!(row.report.as_ref(), made.iter().map(|row| &row.id).max(), "the newer one: {first} {then}");
        assert_eq!(times_sent(&service).len(), 1, "{first} {then}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_processes_over_one_folder_each_row_is_sent_once() {
    const ROWS: u32 = 60;
    let service = SampleService::start(config(40)).await.unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (watcher, connection) = App::connected(&service).await;
    let batch = planned(folder.path(), &service.base_url(), ROWS, 4).await;
    service.clear_requests();
    let [one, other] = [(); 2].map(|()| live(folder.path(), batch, Moved::default()));
    tokio::join!(ended(one), ended(other));
    let rows = rows(&app_in(folder.path(), Moved::default()).core, batch).await;
    assert_each_has_one(&rows, &made(&watcher.core, &connection.id).await);
    let times = times_sent(&service);
    assert!(times.len() == ROWS as usize && times.values().all(|times| *times == 1), "{times:?}");
}

/// The share of the full test: all of it with `npm run soak`.
struct Extent {
    rows: u32,
    kills: u32,
    write_seconds: u16,
    /// How long a slow page takes, and how long a service may work.
    slow: Duration,
    longest: u64,
}

impl Extent {
    fn of_now() -> Self {
        if kills() > 20 {
            Self { rows: 200, kills: 30, write_seconds: 3, slow: Duration::from_secs(8), longest: 15 }
        } else {
            Self { rows: 24, kills: 3, write_seconds: 1, slow: Duration::from_millis(2500), longest: 4 }
        }
    }
}

/// Slow pages that continue after a disconnect; fast ones with lost or failed responses, or lost
/// requests.
fn phases(slow: Duration) -> [ServiceProfile; 4] {
    let slow = u64::try_from(slow.as_millis()).unwrap();
    let creates = |takes, recorded| Creates { takes_ms: Some(takes), goes_on: true, recorded };
    let each = |fault: Fault, after_work, skip| Rule {
        method: Some(Method::Post),
        after_work,
        skip,
        times: Some(1),
        ..fault.into()
    };
    let unavailable = || Fault::Answer { status: 503.try_into().unwrap(), body: Body::Html, retry_after_s: None };
    let faults = (0..40).flat_map(|turn| {
        let skip = turn * 2;
        [
            each(Fault::Cut, true, skip),
            each(unavailable(), true, skip),
            each(Fault::Drop, true, skip),
            each(Fault::Drop, false, skip + 1),
        ]
    });
    [
        ServiceProfile { creates: creates(slow, Recorded::AtEnd), ..ServiceProfile::default() },
        ServiceProfile {
            creates: creates(150, Recorded::AtEnd),
            faults: faults.collect(),
            ..ServiceProfile::default()
        },
        ServiceProfile { creates: creates(slow, Recorded::DatedAtStart), ..ServiceProfile::default() },
        ServiceProfile { creates: creates(slow, Recorded::AtStart), ..ServiceProfile::default() },
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn each_address_has_one_report_after_timeouts_kills_lost_answers_set_clocks_and_two_processes() {
    let Extent { rows: count, kills, write_seconds, slow, longest } = Extent::of_now();
    let (service, chance) = (SampleService::start(config(0)).await.unwrap(), RandomState::new());
    let folder = tempfile::tempdir().unwrap();
    let (watcher, connection) = App::connected(&service).await;
    let batch = planned(folder.path(), &service.base_url(), count, write_seconds).await;
    service.clear_requests();

    let phases = phases(slow);
    let moved = |turn: u32| Moved { seconds: if turn.is_multiple_of(2) { 0 } else { -900 }, longest };
    service.apply_profile(phases[0].clone());
    let mut children = [0, 1].map(|turn| live(folder.path(), batch, moved(turn)));
    let (mut killed, mut posts) = (0, 0);
    while killed < kills {
        let roll = chance.hash_one(killed);
        sleep(Duration::from_millis(1000 + roll % 4000)).await;
        posts += creates_of(&service);
        service.apply_profile(phases[usize::try_from(roll >> 16).unwrap_or(0) % phases.len()].clone());
        let one = usize::try_from(roll >> 32).unwrap_or(0) % 2;
        if children.iter_mut().any(|child| child.try_wait().unwrap().is_some()) {
            break;
        }
        children[one].kill().unwrap();
        children[one].wait().unwrap();
        killed += 1;
        children[one] = live(folder.path(), batch, moved(killed));
    }
    service.apply_profile(ServiceProfile {
        creates: Creates { goes_on: true, ..Creates::default() },
        ..ServiceProfile::default()
    });
    let [one, other] = children;
    tokio::join!(ended(one), ended(other));
    posts += creates_of(&service);

    let app = app_in(folder.path(), Moved::default());
    let stands = until(&app.core, batch, |_| true).await;
    assert_eq!(
        (stands.state, stands.states),
        (BatchState::Ended, StateCounts { done: count, ..StateCounts::default() })
    );
    let rows = rows(&app.core, batch).await;
    assert_each_has_one(&rows, &made(&watcher.core, &connection.id).await);
    let found = rows.iter().filter(|row| row.was_found).count();
    eprintln!("{count} rows, {killed} kills, {posts} creates were sent, {found} reports were found by looking");
    assert!(killed > 0 && found > 0);
}

/// The number of creates since the last call.
fn creates_of(service: &SampleService) -> usize {
    let count = service.requests().iter().filter(|request| request.method == "POST").count();
    service.clear_requests();
    count
}

fn times_sent(service: &SampleService) -> BTreeMap<String, u32> {
    let mut times = BTreeMap::new();
    for request in service.requests().into_iter().filter(|request| request.method == "POST") {
        let url = request.form.into_iter().find(|(name, _)| name == "url").unwrap().1;
        *times.entry(url).or_insert(0) += 1;
    }
    times
}

fn config(delay_ms: u64) -> Config {
    Config { delay: Duration::from_millis(delay_ms), quota: u32::MAX, control: true, ..config_of(0) }
}

/// Creates so many reports.
async fn plan_and_run(app: &App, connection: &str, rows: u32) {
    let batch = plan(&app.core, connection, &pages(rows)).await.number;
    assert_eq!(run(&app.core, batch).await.states.done, rows);
}

/// A batch that resumes once an app is started.
async fn planned(folder: &Path, base_url: &str, rows: u32, write_seconds: u16) -> u32 {
    let app = app_in(folder, Moved::default());
    let mut draft = draft(base_url, KEY);
    draft.network.write_seconds = write_seconds;
    let connection = app.core.connection_save(draft).await.unwrap().id;
    at_once(&app.core, 8).await;
    let batch = plan(&app.core, &connection, &pages(rows)).await.number;
    let journal = Journal::open(&folder.join("batches.sqlite"));
    journal.batch(batch).set_state(BatchState::Running, None, Timestamp::now()).unwrap();
    keep(&app, folder);
    batch
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "the process that the other tests start and kill"]
async fn child() {
    let (folder, batch) = (env::var(FOLDER).unwrap(), env::var(BATCH).unwrap());
    let app = app_in(Path::new(&folder), Moved::of_this_process());
    app.core.app_start(()).await.unwrap();
    let batch = until_all_are_known(&app.core, batch.parse().unwrap()).await;
    app.core.end().await;
    assert_eq!((batch.state, batch.problem), (BatchState::Ended, None));
}

/// The clock offset and work time of a process, in seconds.
#[derive(Clone, Copy)]
struct Moved {
    seconds: i64,
    longest: u64,
}

impl Default for Moved {
    fn default() -> Self {
        Self { seconds: 0, longest: TIMING.longest_work.as_secs() }
    }
}

impl Moved {
    fn of_this_process() -> Self {
        Self {
            seconds: env::var(AHEAD).unwrap().parse().unwrap(),
            longest: env::var(LONGEST).unwrap().parse().unwrap(),
        }
    }
}

/// The clock of a process with a wrong one.
fn moved_clock() -> Timestamp {
    let ahead = env::var(AHEAD).map_or(0, |seconds| seconds.parse().unwrap());
    Timestamp::now() + SignedDuration::from_secs(ahead)
}

fn live(folder: &Path, batch: u32, moved: Moved) -> Child {
    let mut child = Command::new(env::current_exe().unwrap());
    child.args(["--exact", "child", "--ignored"]).env(FOLDER, folder).env(BATCH, batch.to_string());
    child.env(AHEAD, moved.seconds.to_string()).env(LONGEST, moved.longest.to_string());
    // Temporary files are deleted with the folder.
    child.env("TMPDIR", folder).stdout(Stdio::null()).spawn().unwrap()
}

/// Waits for a process to succeed.
async fn ended(mut child: Child) {
    let end = tokio::task::spawn_blocking(move || child.wait().unwrap()).await.unwrap();
    assert!(end.success(), "{end}");
}

/// An app whose folder, settings and keychain outlive its process.
fn app_in(folder: &Path, moved: Moved) -> App {
    let host = FakeHost { elsewhere: Some(folder.to_owned()), ..FakeHost::default() };
    let keychain = FakeKeychain::default();
    if let Ok(kept) = fs::read(folder.join("kept.json")) {
        let (settings, keys): (HashMap<String, Value>, HashMap<String, String>) =
            serde_json::from_slice(&kept).unwrap();
        *host.settings.lock().unwrap() = settings;
        *keychain.kept.lock().unwrap() = keys.into_iter().map(|(name, key)| (name, Secret::from(key))).collect();
    }
    let timing = Timing { clock: Clock(moved_clock), longest_work: Duration::from_secs(moved.longest), ..TIMING };
    App::timed(Arc::new(host), keychain, timing)
}

fn keep(app: &App, folder: &Path) {
    let settings = app.host.settings.lock().unwrap().clone();
    let keys = app.keychain.kept.lock().unwrap();
    let keys: HashMap<_, _> = keys.iter().map(|(name, key)| (name.clone(), key.expose().to_owned())).collect();
    fs::write(folder.join("kept.json"), serde_json::to_vec(&(settings, keys)).unwrap()).unwrap();
}
