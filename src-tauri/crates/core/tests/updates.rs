//! Updates of the app, from a local server.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
#![allow(clippy::panic, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, atomic::Ordering},
    time::Duration,
};

use assay_core::Core;
use assay_model::{CallRef, CoreEvent, DataRemoval, Problem, ProblemCode, Ticket, UpdateMethod, UpdatePhase};
use assay_secrets::SecretError;
use common::App;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::{mpsc::UnboundedReceiver, oneshot},
    time::{sleep, timeout},
};
use url::Url;

const PACKAGE: &str = "the whole of a newer version";

/// The server's response for a path.
#[derive(Clone)]
enum Answer {
    /// Complete.
    Whole(u16, String),
    /// A head with a larger length than the body.
    Cut(String, usize),
    /// Incomplete, and the connection stays open.
    Stuck(String, usize),
    /// A head and an endless body.
    Endless,
}

/// An update server.
struct Place {
    base: Url,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Place {
    async fn open() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap()).parse().unwrap();
        let place = Self { base, answers: Arc::default(), requests: Arc::default() };
        let (answers, requests) = (Arc::clone(&place.answers), Arc::clone(&place.requests));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, Arc::clone(&answers), Arc::clone(&requests)));
            }
        });
        place
    }

    /// With a valid update.
    async fn with_newer() -> Self {
        let place = Self::open().await;
        place.list(&place.newer("9.0.0"));
        place.set("/package", Answer::Whole(200, PACKAGE.to_owned()));
        place
    }

    fn newer(&self, version: &str) -> Value {
        let package = self.base.join("/package").unwrap().to_string();
        json!({ "version": version, "newer": true, "package": package, "signature": PACKAGE })
    }

    fn list(&self, listing: &Value) {
        self.set("/latest.json", Answer::Whole(200, listing.to_string()));
    }

    fn set(&self, path: &str, answer: Answer) {
        self.answers.lock().unwrap().insert(path.to_owned(), answer);
    }

    /// An app that uses this server.
    fn app(&self) -> App {
        let app = App::new();
        *app.host.update_address.lock().unwrap() = Some(self.base.join("/latest.json").unwrap());
        app
    }

    /// The requested paths.
    fn asked(&self) -> Vec<String> {
        let requests = self.requests.lock().unwrap();
        requests.iter().map(|request| request.split(' ').nth(1).unwrap().to_owned()).collect()
    }
}

async fn answer(
    mut stream: TcpStream,
    answers: Arc<Mutex<HashMap<String, Answer>>>,
    requests: Arc<Mutex<Vec<String>>>,
) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        if !matches!(stream.read(&mut byte).await, Ok(1)) {
            return;
        }
        head.push(byte[0]);
    }
    let request = String::from_utf8(head).unwrap();
    let path = request.split(' ').nth(1).unwrap().to_owned();
    requests.lock().unwrap().push(request);
    let answer = answers.lock().unwrap().get(&path).cloned().unwrap_or(Answer::Whole(404, String::new()));
    let head = |status, length| format!("HTTP/1.1 {status} x\r\nconnection: close\r\ncontent-length: {length}\r\n\r\n");
    // The app may have disconnected.
    let _ = match &answer {
        Answer::Whole(status, body) => stream.write_all((head(*status, body.len()) + body).as_bytes()).await,
        Answer::Cut(body, length) | Answer::Stuck(body, length) => {
            stream.write_all((head(200, *length) + body).as_bytes()).await
        }
        Answer::Endless => {
            let mut sent = stream.write_all(b"HTTP/1.1 200 x\r\n\r\n").await;
            while sent.is_ok() {
                sent = stream.write_all(&[b' '; 4096]).await;
            }
            sent
        }
    };
    if let Answer::Stuck(..) = answer {
        std::future::pending::<()>().await;
    }
    let _ = stream.shutdown().await;
}

/// The reported phases, until a matching one.
async fn until(events: &mut UnboundedReceiver<CoreEvent>, is_wanted: impl Fn(&UpdatePhase) -> bool) -> UpdatePhase {
    let phase = async {
        loop {
            if let CoreEvent::Update { state } = events.recv().await.unwrap()
                && is_wanted(&state.phase)
            {
                return state.phase;
            }
        }
    };
    timeout(Duration::from_secs(10), phase).await.unwrap()
}

async fn checked(core: &Arc<Core>) -> UpdatePhase {
    core.update_check(()).await.unwrap().phase
}

fn found(phase: &UpdatePhase) -> &str {
    let UpdatePhase::Found { release } = phase else { panic!("{phase:?}") };
    &release.version
}

fn failure(phase: &UpdatePhase) -> &Problem {
    let UpdatePhase::Failed { problem, .. } = phase else { panic!("{phase:?}") };
    problem
}

#[tokio::test]
async fn a_newer_version_is_found_fetched_installed_and_the_app_starts_anew() {
    let place = Place::with_newer().await;
    let app = place.app();
    let start = app.core.app_start(()).await.unwrap();
    assert_eq!((start.update.way, start.update.phase), (UpdateMethod::Own, UpdatePhase::Idle));
    let mut events = app.core.watch();
    assert_eq!(found(&checked(&app.core).await), "9.0.0");
    until(&mut events, |phase| matches!(phase, UpdatePhase::Found { .. })).await;
    assert_eq!(place.asked(), ["/latest.json"], "nothing is fetched unasked");

    app.core.update_install(()).await.unwrap();
    until(&mut events, |phase| matches!(phase, UpdatePhase::Installing { .. })).await;
    assert_eq!(*app.host.installed.lock().unwrap(), [PACKAGE.as_bytes()]);
    assert_eq!(app.host.restarts.load(Ordering::SeqCst), 1);
    for request in place.requests.lock().unwrap().iter() {
        let names = request.lines().skip(1).filter_map(|line| line.split_once(':')).map(|(name, _)| name);
        let told: Vec<_> = names.filter(|name| !["accept", "accept-encoding", "host"].contains(name)).collect();
        assert_eq!(told, ["user-agent"], "{request}");
    }
}

#[tokio::test]
async fn without_a_newer_version_this_one_is_the_newest() {
    let place = Place::open().await;
    place.list(&json!({ "version": "1.2.3", "newer": false }));
    let app = place.app();
    assert!(matches!(checked(&app.core).await, UpdatePhase::Current { .. }));
    let problem = app.core.update_install(()).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::UpdateFailed);
    assert_eq!(place.asked(), ["/latest.json"]);

    // A withdrawn update is not installed.
    place.list(&place.newer("9.0.0"));
    found(&checked(&app.core).await);
    place.list(&json!({ "version": "1.2.3", "newer": false }));
    assert!(matches!(checked(&app.core).await, UpdatePhase::Current { .. }));
    assert!(app.core.update_install(()).await.is_err());
}

#[tokio::test]
async fn a_place_that_gives_nothing_usable_is_told() {
    let place = Place::open().await;
    let app = place.app();
    let promised = Answer::Cut("{".to_owned(), 100);
    let too_large = Answer::Cut(String::new(), 1_000_001);
    for (answer, status) in [
        (Answer::Whole(404, String::new()), Some(404)),
        (Answer::Whole(500, String::new()), Some(500)),
        (Answer::Whole(200, "<html>".to_owned()), None),
        (Answer::Whole(200, "{}".to_owned()), None),
        (promised, None),
        (too_large, None),
        (Answer::Endless, None),
    ] {
        place.set("/latest.json", answer);
        let phase = checked(&app.core).await;
        assert_eq!((failure(&phase).code, failure(&phase).status), (ProblemCode::UpdateFailed, status));
    }
    *app.host.update_address.lock().unwrap() = Some("http://updates.example/latest.json".parse().unwrap());
    let insecure = checked(&app.core).await;
    assert_eq!(failure(&insecure).code, ProblemCode::UpdateFailed);
    assert!(failure(&insecure).detail.as_ref().unwrap().contains("not https"), "anybody could answer: {insecure:?}");
}

#[tokio::test(start_paused = true)]
async fn a_place_that_never_answers_is_not_waited_for() {
    let place = Place::with_newer().await;
    place.set("/latest.json", Answer::Stuck("{".to_owned(), 100));
    let app = place.app();
    assert_eq!(failure(&checked(&app.core).await).code, ProblemCode::UpdateFailed);
}

#[tokio::test]
async fn a_package_that_is_not_whole_or_not_signed_leaves_this_version() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    for (answer, code) in [
        (Answer::Whole(404, String::new()), ProblemCode::UpdateFailed),
        (Answer::Cut(PACKAGE.to_owned(), PACKAGE.len() + 1), ProblemCode::UpdateFailed),
        (Answer::Cut(String::new(), 256_000_001), ProblemCode::UpdateFailed),
        (Answer::Whole(200, "something else".to_owned()), ProblemCode::UpdateUntrusted),
    ] {
        place.set("/package", answer);
        assert_eq!(app.core.update_install(()).await.unwrap_err().code, code);
        let phase = app.core.app_start(()).await.unwrap().update.phase;
        assert!(matches!(&phase, UpdatePhase::Failed { release: Some(_), .. }), "{phase:?}");
        assert_eq!(failure(&phase).code, code);
    }
    assert!(app.host.installed.lock().unwrap().is_empty());
    assert_eq!(app.host.restarts.load(Ordering::SeqCst), 0);

    // It was signed incorrectly, which was fixed.
    place.set("/package", Answer::Whole(200, "signed again".to_owned()));
    let mut correct = place.newer("9.0.0");
    correct["signature"] = "signed again".into();
    place.list(&correct);
    app.host.full_disk.store(true, Ordering::SeqCst);
    assert!(app.core.update_install(()).await.is_err());
    assert_eq!(app.host.restarts.load(Ordering::SeqCst), 0, "nothing new is there to start");
    app.host.full_disk.store(false, Ordering::SeqCst);
    app.core.update_install(()).await.unwrap();
    assert_eq!(app.host.restarts.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn after_a_failure_no_other_version_is_installed_than_the_user_knows_of() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    place.set("/package", Answer::Whole(500, String::new()));
    assert!(app.core.update_install(()).await.is_err());
    place.set("/latest.json", Answer::Whole(503, String::new()));
    assert_eq!(app.core.update_install(()).await.unwrap_err().status, Some(503));
    assert_eq!(app.core.update_check(()).await.unwrap_err().status, Some(503));
    let phase = app.core.app_start(()).await.unwrap().update.phase;
    assert_eq!(failure(&phase).status, Some(500), "that is what keeps the version from being installed");

    place.list(&place.newer("9.0.1"));
    place.set("/package", Answer::Whole(200, PACKAGE.to_owned()));
    app.core.update_install(()).await.unwrap();
    assert_eq!(found(&app.core.app_start(()).await.unwrap().update.phase), "9.0.1");
    assert!(app.host.installed.lock().unwrap().is_empty());
    app.core.update_install(()).await.unwrap();
    assert_eq!(app.host.installed.lock().unwrap().len(), 1);
}

#[tokio::test]
async fn what_was_found_stays_while_it_is_looked_again_and_where_that_fails() {
    let place = Place::with_newer().await;
    let app = place.app();
    let mut events = app.core.watch();
    found(&checked(&app.core).await);
    until(&mut events, |phase| matches!(phase, UpdatePhase::Found { .. })).await;
    place.set("/latest.json", Answer::Whole(500, String::new()));
    assert_eq!(app.core.update_check(()).await.unwrap_err().status, Some(500));
    assert_eq!(found(&app.core.app_start(()).await.unwrap().update.phase), "9.0.0");
    while let Some(event) = events.recv().await {
        assert!(!matches!(event, CoreEvent::Update { state } if !matches!(state.phase, UpdatePhase::Found { .. })));
    }
    let mut events = app.core.watch();
    place.list(&place.newer("9.0.1"));
    assert_eq!(found(&checked(&app.core).await), "9.0.1");
    let told = until(&mut events, |phase| {
        assert!(matches!(phase, UpdatePhase::Found { .. }), "{phase:?}");
        found(phase) == "9.0.1"
    });
    told.await;
}

#[tokio::test]
async fn fetching_tells_how_far_it_is_and_can_be_given_up() {
    let place = Place::with_newer().await;
    place.set("/package", Answer::Stuck("half".to_owned(), 8));
    let app = place.app();
    found(&checked(&app.core).await);
    let mut events = app.core.watch();
    let ticket = || Ticket { number: 7, background: false };
    // Started by a reloaded window, which counts from the start.
    let (end, ending) = oneshot::channel();
    let core = Arc::clone(&app.core);
    let earlier = tokio::spawn(async move { core.run_call(ticket(), async { Ok(ending.await.is_ok()) }).await });
    let core = Arc::clone(&app.core);
    let install = tokio::spawn(async move { core.run_call(ticket(), core.update_install(())).await });
    until(&mut events, |phase| matches!(phase, UpdatePhase::Fetching { done: 4, total: Some(8), .. })).await;
    let meanwhile = checked(&app.core).await;
    assert!(matches!(meanwhile, UpdatePhase::Fetching { .. }), "{meanwhile:?}");
    end.send(()).unwrap();
    assert_eq!(earlier.await.unwrap(), Ok(true));
    app.core.call_cancel(CallRef { number: 7 }).await.unwrap();
    assert_eq!(install.await.unwrap().unwrap_err().code, ProblemCode::Canceled);
    until(&mut events, |phase| matches!(phase, UpdatePhase::Found { .. })).await;
}

#[tokio::test]
async fn what_would_be_lost_is_asked_for_first() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    app.core.close_guard(true).await.unwrap();
    let (mut events, mut asked) = (app.core.watch(), app.core.watch());
    app.core.update_install(()).await.unwrap();
    until(&mut events, |phase| matches!(phase, UpdatePhase::Ready { .. })).await;
    while asked.recv().await.unwrap() != (CoreEvent::CloseAsked { update: true }) {}
    assert!(app.host.installed.lock().unwrap().is_empty());

    // The user cancels, and closes the window later: nothing else happens.
    app.core.close_guard(true).await.unwrap();
    assert!(!app.core.may_close());
    app.core.app_close(()).await.unwrap();
    assert_eq!(app.host.closed.load(Ordering::SeqCst), 1);
    assert!(app.host.installed.lock().unwrap().is_empty());

    // Requested again, without another download; the user discards changes.
    app.core.close_guard(true).await.unwrap();
    app.core.update_install(()).await.unwrap();
    assert_eq!(place.asked(), ["/latest.json", "/package"]);
    app.core.app_close(()).await.unwrap();
    assert_eq!((app.host.restarts.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst)), (1, 1));
    assert_eq!(*app.host.installed.lock().unwrap(), [PACKAGE.as_bytes()]);
}

#[tokio::test]
async fn what_is_being_installed_is_not_cut_off() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    let (go_on, word) = std::sync::mpsc::channel();
    *app.host.install_waits.lock().unwrap() = Some(word);
    let mut events = app.core.watch();
    let core = Arc::clone(&app.core);
    let install = tokio::spawn(async move { core.update_install(()).await });
    until(&mut events, |phase| matches!(phase, UpdatePhase::Installing { .. })).await;
    assert!(!app.core.may_close());
    app.core.app_close(()).await.unwrap();
    assert!(app.core.data_remove(DataRemoval { leave_keys: false }).await.is_err());
    assert_eq!((app.host.closed.load(Ordering::SeqCst), app.host.removed.load(Ordering::SeqCst)), (0, 0));

    app.host.full_disk.store(true, Ordering::SeqCst);
    go_on.send(()).unwrap();
    assert!(install.await.unwrap().is_err());
    assert!(app.core.may_close(), "this version stays, and can be closed as before");
}

#[tokio::test]
async fn an_installation_that_begins_while_the_user_is_asked_is_not_cut_off() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    let open = app.host.dialog.lock().await;
    let core = Arc::clone(&app.core);
    let removal = tokio::spawn(async move { core.data_remove(DataRemoval { leave_keys: false }).await });
    while app.host.asked.lock().unwrap().is_empty() {
        sleep(Duration::from_millis(5)).await;
    }
    let (go_on, word) = std::sync::mpsc::channel();
    *app.host.install_waits.lock().unwrap() = Some(word);
    let mut events = app.core.watch();
    let core = Arc::clone(&app.core);
    let install = tokio::spawn(async move { core.update_install(()).await });
    until(&mut events, |phase| matches!(phase, UpdatePhase::Installing { .. })).await;
    drop(open);
    assert!(removal.await.unwrap().is_err());
    assert_eq!((app.host.closed.load(Ordering::SeqCst), app.host.removed.load(Ordering::SeqCst)), (0, 0));
    go_on.send(()).unwrap();
    install.await.unwrap().unwrap();
}

#[tokio::test]
async fn no_installation_begins_while_everything_is_removed() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    let (answer, prompt) = std::sync::mpsc::channel();
    *app.keychain.prompt.lock().unwrap() = Some(prompt);
    let core = Arc::clone(&app.core);
    let removal = tokio::spawn(async move { core.data_remove(DataRemoval { leave_keys: false }).await });
    while app.keychain.prompt.lock().unwrap().is_some() {
        sleep(Duration::from_millis(5)).await;
    }
    let mut events = app.core.watch();
    let core = Arc::clone(&app.core);
    let install = tokio::spawn(async move { core.update_install(()).await });
    until(&mut events, |phase| matches!(phase, UpdatePhase::Fetching { .. } | UpdatePhase::Installing { .. })).await;
    sleep(Duration::from_millis(500)).await;
    assert!(app.host.installed.lock().unwrap().is_empty());
    answer.send(SecretError::Locked("the user said no".to_owned())).unwrap();
    assert_eq!(removal.await.unwrap().unwrap_err().code, ProblemCode::KeychainLocked);
    install.await.unwrap().unwrap();
    assert_eq!(*app.host.installed.lock().unwrap(), [PACKAGE.as_bytes()]);
}

#[tokio::test]
async fn an_update_that_cannot_be_installed_does_not_keep_the_window_open() {
    let place = Place::with_newer().await;
    let app = place.app();
    found(&checked(&app.core).await);
    app.core.close_guard(true).await.unwrap();
    app.core.update_install(()).await.unwrap();
    app.host.full_disk.store(true, Ordering::SeqCst);
    assert_eq!(app.core.app_close(()).await.unwrap_err().code, ProblemCode::UpdateFailed);
    app.core.app_close(()).await.unwrap();
    assert_eq!((app.host.restarts.load(Ordering::SeqCst), app.host.closed.load(Ordering::SeqCst)), (0, 1));
}

/// Advances time, and runs what is due.
async fn pass(time: Duration) {
    sleep(time).await;
    tokio::time::resume();
    sleep(Duration::from_millis(500)).await;
    tokio::time::pause();
}

#[tokio::test(start_paused = true)]
async fn it_is_looked_after_the_first_picture_and_never_where_it_is_unwanted() {
    const SOON: Duration = Duration::from_secs(6);
    let place = Place::with_newer().await;
    let app = place.app();
    app.core.app_start(()).await.unwrap();
    pass(SOON).await;
    assert!(place.asked().is_empty(), "there is no picture yet");
    let mut events = app.core.watch();
    app.core.app_painted(true).await.unwrap();
    app.core.app_painted(true).await.unwrap();
    sleep(SOON).await;
    tokio::time::resume();
    until(&mut events, |phase| matches!(phase, UpdatePhase::Found { .. })).await;
    tokio::time::pause();
    assert_eq!(place.asked(), ["/latest.json"]);
    pass(Duration::from_hours(2)).await;
    assert_eq!(place.asked().len(), 1, "a day has not passed by the clock");
    found(&app.core.app_start(()).await.unwrap().update.phase);

    let unwanted = place.app();
    let mut preferences = unwanted.core.preferences().unwrap();
    preferences.look_for_updates = false;
    unwanted.core.preferences_save(preferences).await.unwrap();
    let unsigned = App::new();
    let safe = place.app();
    safe.host.safe_mode.store(true, Ordering::SeqCst);
    for app in [&unwanted, &unsigned, &safe] {
        app.core.app_painted(true).await.unwrap();
    }
    pass(SOON).await;
    assert_eq!(place.asked().len(), 1);
    assert_eq!(checked(&unsigned.core).await, UpdatePhase::Idle);
    // Checks on request: an update may help.
    found(&checked(&safe.core).await);
}
