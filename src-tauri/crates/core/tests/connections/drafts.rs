use std::{
    iter,
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use assay_core::Question;
use assay_model::{
    ConnectionDraft, ConnectionRemoval, CoreEvent, FieldReason, KeyState, NetworkDraft, Problem, ProblemCode,
    ServiceChoice, Step, StepOutcome, Ticket, UrlInput,
};
use tokio::{sync::Notify, time::timeout};

use crate::{
    common::{App, KEY, draft, gate::Gate, service},
    fields, list, moved, own,
};

#[tokio::test]
async fn a_saved_connection_works_and_still_does_after_a_restart() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    assert_eq!(connection.key, KeyState::Keychain);
    assert_eq!(connection.base_url, service.base_url());
    assert_eq!(app.keychain.keys(), [KEY]);
    assert!(!app.core.reports_list(list(&connection.id)).await.unwrap().rows.is_empty());

    let app = app.restarted();
    let kept = app.core.connections_list(()).await.unwrap().remove(0);
    assert_eq!((&kept.id, kept.key), (&connection.id, KeyState::Keychain));
    assert!(!app.core.reports_list(list(&connection.id)).await.unwrap().rows.is_empty());
}

#[tokio::test]
async fn no_answer_and_no_setting_holds_the_key() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let typed = ConnectionDraft { id: Some(connection.id.clone()), ..draft(&service.base_url(), KEY) };
    let answers = [
        serde_json::to_string(&connection).unwrap(),
        serde_json::to_string(&app.core.app_start(()).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.connection_test(typed).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.reports_list(list(&connection.id)).await.unwrap()).unwrap(),
        serde_json::to_string(&app.core.connection_save(draft("ftp://x", KEY)).await.unwrap_err()).unwrap(),
        app.settings_text(),
    ];
    for answer in answers {
        assert!(!answer.contains(KEY), "{answer}");
    }
}

#[tokio::test]
async fn everything_wrong_with_a_draft_is_said_at_once_and_nothing_is_kept() {
    let app = App::new();
    let problem = app.core.connection_save(ConnectionDraft { name: "  ".into(), ..draft("", "") }).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::InvalidInput);
    assert_eq!(
        fields(&problem),
        [("name", FieldReason::Required), ("base_url", FieldReason::Required), ("key", FieldReason::Required)]
    );
    let long = ConnectionDraft { name: "n".repeat(101), ..draft("https://example.com", KEY) };
    let problem = app.core.connection_save(long).await.unwrap_err();
    assert_eq!(fields(&problem), [("name", FieldReason::TooLong { limit: 100 })]);
    let problem = app.core.connection_save(draft("https://example.com", "two\nlines")).await.unwrap_err();
    assert_eq!(fields(&problem), [("key", FieldReason::NotUsable)]);
    let problem = app.core.connection_save(draft("http://example.com", KEY)).await.unwrap_err();
    assert_eq!(fields(&problem), [("base_url", FieldReason::Insecure)]);
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());

    let allowed = ConnectionDraft { allow_insecure: true, ..draft("http://example.com", KEY) };
    assert_eq!(app.core.connection_save(allowed).await.unwrap().base_url, "http://example.com");
}

#[tokio::test]
async fn a_missing_scheme_is_added_and_shown() {
    let app = App::new();
    let connection = app.core.connection_save(draft(" example.com/tools/seo/ ", KEY)).await.unwrap();
    assert_eq!(connection.base_url, "https://example.com/tools/seo");
}

#[tokio::test]
async fn the_first_contact_with_a_host_is_for_the_user_to_allow() {
    let app = App::new();
    app.host.says_no.store(true, Ordering::SeqCst);
    let host = format!("{}.example", "a".repeat(64));
    let typed = || draft(&format!("https://{host}/x"), KEY);
    let through = || ConnectionDraft {
        network: NetworkDraft { proxy: own("127.0.0.1:1"), ..NetworkDraft::default() },
        ..typed()
    };
    assert_eq!(app.core.connection_test(typed()).await.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(app.core.connection_save(through()).await.unwrap_err().code, ProblemCode::Canceled);
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
    assert!(app.keychain.keys().is_empty());

    app.host.says_no.store(false, Ordering::SeqCst);
    app.core.connection_test(typed()).await.unwrap();
    let saved = app.core.connection_save(typed()).await.unwrap();
    let question = |host: &str| Question::Contact { host: host.to_owned() };

    // A saved connection also asks before a new host.
    app.host.says_no.store(true, Ordering::SeqCst);
    let change = moved(&saved, "https://elsewhere.example", Some(ServiceChoice::Another));
    assert_eq!(app.core.connection_save(change).await.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(app.host.asked.lock().unwrap().pop(), Some(question("elsewhere.example")));
    assert_eq!(app.core.connections_list(()).await.unwrap()[0].base_url, saved.base_url);
    app.host.says_no.store(false, Ordering::SeqCst);

    let app = app.restarted();
    app.core.connection_save(typed()).await.unwrap();
    assert_eq!(*app.host.asked.lock().unwrap(), [(); 3].map(|()| question(&host)), "once agreed, never again");

    // A proxy is a separate host; this computer needs no question.
    let network = NetworkDraft { proxy: own("http://proxy.example:3128"), ..NetworkDraft::default() };
    app.core.connection_save(ConnectionDraft { network, ..typed() }).await.unwrap();
    app.core.connection_save(draft("localhost:9000", KEY)).await.unwrap();
    assert_eq!(app.host.asked.lock().unwrap()[3..], [question("proxy.example")]);

    // The questions are limited.
    for number in 0..20 {
        let saved = app.core.connection_save(draft(&format!("https://host-{number}.example"), KEY)).await;
        let code = saved.err().map(|problem| problem.code);
        assert_eq!(code, (number >= 9).then_some(ProblemCode::TooOften), "{number}");
    }
}

#[tokio::test]
async fn a_url_is_shown_as_it_would_be_saved() {
    let app = App::new();
    let check = async |url: &str| {
        let checked = app.core.base_check(UrlInput { url: url.to_owned() }).await.map_err(|problem| problem.fields);
        checked.map(|checked| (checked.url, checked.left_out))
    };
    let left_out = |url: &str, end: Option<&str>| Ok((url.to_owned(), end.map(str::to_owned)));
    assert_eq!(check("seo.example.com/api/v1/").await, left_out("https://seo.example.com", Some("/api/v1")));
    assert_eq!(check("localhost:9000/").await, left_out("http://localhost:9000", None));
    assert_eq!(check("http://seo.example.com").await, left_out("http://seo.example.com", None));
    assert_eq!(check("ftp://x").await, Err(Problem::invalid("url", FieldReason::UnsupportedScheme).fields));
}

#[tokio::test]
async fn a_check_says_how_far_it_came_and_keeps_nothing() {
    let service = service().await;
    let app = App::new();
    let ended = async |draft| {
        let check = app.core.connection_test(draft).await.unwrap();
        let at = |outcome| check.steps.iter().filter(|step| step.outcome == outcome).map(|step| step.step).collect();
        (at(StepOutcome::Failed), at(StepOutcome::Passed))
    };
    let (failed, passed): (Vec<_>, Vec<_>) = ended(draft(&service.base_url(), KEY)).await;
    assert_eq!(failed, []);
    for step in [Step::Interface, Step::Key, Step::Reports, Step::Projects, Step::Paging, Step::Throttle] {
        assert!(passed.contains(&step), "{step:?}");
    }
    assert_eq!(ended(draft(&service.base_url(), "wrong")).await.0, [Step::Key]);
    assert_eq!(ended(draft("http://127.0.0.1:1", KEY)).await.0, [Step::Connect]);
    assert_eq!(ended(draft(&format!("{}/login", service.base_url()), KEY)).await.0, [Step::Interface]);
    for unusable in [draft(&service.base_url(), ""), draft("http://example.com", KEY)] {
        assert_eq!(ended(unusable).await, (vec![Step::Settings], vec![]), "nothing is asked");
    }
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
    assert!(app.keychain.keys().is_empty());
}

#[tokio::test]
async fn the_sample_workspace_comes_back_after_a_restart_with_another_address() {
    let app = App::new();
    let first = app.core.sample_open(()).await.unwrap();
    assert!(first.sample);
    assert_eq!(first.key, KeyState::Memory);
    assert!(!app.core.reports_list(list(&first.id)).await.unwrap().rows.is_empty());
    assert!(app.keychain.keys().is_empty());

    app.host.sample.lock().await.take().unwrap().stop().await;
    let app = app.restarted();
    let start = app.core.app_start(()).await.unwrap();
    assert_ne!(start.connections[0].base_url, first.base_url);
    assert!(!app.core.reports_list(list(&first.id)).await.unwrap().rows.is_empty());

    let change = ConnectionDraft { id: Some(first.id.clone()), ..draft("https://example.com", KEY) };
    assert_eq!(app.core.connection_save(change).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
    app.core.connection_remove(ConnectionRemoval { id: first.id, leave_key: false }).await.unwrap();
    assert!(app.host.sample.lock().await.is_none());
}

#[tokio::test]
async fn a_check_tells_each_step_when_it_ends() {
    let service = service().await;
    let (asked, answers) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let gate = Gate::before(&service.base_url(), {
        let (asked, answers) = (Arc::clone(&asked), Arc::clone(&answers));
        move |line| {
            let (asked, answers) = (Arc::clone(&asked), Arc::clone(&answers));
            async move {
                asked.notify_one();
                answers.notified().await;
                line
            }
        }
    })
    .await;
    let app = Arc::new(App::new());
    let mut events = app.core.watch();
    let mut told = || -> Vec<Step> {
        let sent = iter::from_fn(|| events.try_recv().ok());
        sent.filter_map(|event| match event {
            CoreEvent::ConnectionStep { number: 7, step } => Some(step),
            _ => None,
        })
        .collect()
    };
    let test = tokio::spawn({
        let (app, typed) = (Arc::clone(&app), draft(&gate.base_url, KEY));
        async move {
            let test = Box::pin(app.core.connection_test(typed));
            app.core.run_call(Ticket { number: 7, background: false }, test).await
        }
    });
    let within = Duration::from_secs(20);
    timeout(within, asked.notified()).await.unwrap();
    assert_eq!(told(), [Step::Settings, Step::Proxy, Step::Name, Step::Connect, Step::Tls]);
    answers.notify_one();
    timeout(within, asked.notified()).await.unwrap();
    assert_eq!(told(), [Step::Interface, Step::Key, Step::Reports]);
    answers.notify_one();
    timeout(within, asked.notified()).await.unwrap();
    answers.notify_one();
    let check = timeout(within, test).await.unwrap().unwrap().unwrap();
    assert!(check.steps.iter().all(|step| step.problem.is_none()), "{check:?}");
    // Too few reports show whether they are sorted.
    assert_eq!(told(), [Step::Projects, Step::Paging, Step::Throttle]);
}
