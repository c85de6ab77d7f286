//! Connections and their keys.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{fs, sync::atomic::Ordering};

use assay_core::Question;
use assay_model::{
    CertificateChoice, Certificates, Connection, ConnectionCheck, ConnectionDraft, ConnectionRef, ConnectionRemoval,
    FieldReason, KeepPassword, KeyPlace, KeyState, LibraryQuery, ListReports, NetworkDraft, Preferences, Problem,
    ProblemCode, ProxyChoice, ReportQuery, ReportRef, Secret, ServiceChoice, Step, StepOutcome, UrlInput,
};
use assay_sample_service::SampleService;
use common::{App, KEY, draft, service};
use serde_json::json;
use tokio::net::TcpListener;

fn fields(problem: &Problem) -> Vec<(&str, FieldReason)> {
    problem.fields.iter().map(|field| (field.field.as_str(), field.reason.clone())).collect()
}

fn list(connection: &str) -> ListReports {
    ListReports { connection: connection.to_owned(), query: ReportQuery::default() }
}

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
async fn a_saved_key_stays_with_its_origin() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let change = |base_url: &str, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        name: "Renamed".to_owned(),
        ..draft(base_url, key)
    };
    let kept = app.core.connection_save(change(&service.base_url(), "")).await.unwrap();
    assert_eq!((kept.name.as_str(), kept.key), ("Renamed", KeyState::Keychain));

    for elsewhere in ["https://example.com", "http://127.0.0.1:1"] {
        let problem = app.core.connection_save(change(elsewhere, "")).await.unwrap_err();
        assert_eq!(fields(&problem), [("key", FieldReason::OtherOrigin)]);
        let check = app.core.connection_test(change(elsewhere, "")).await.unwrap();
        let failed = check.steps.iter().find(|step| step.outcome == StepOutcome::Failed).unwrap();
        assert_eq!(failed.step, Step::Settings);
    }
    let other = ConnectionDraft { service: Some(ServiceChoice::Another), ..change("https://example.com", "other-key") };
    app.core.connection_save(other).await.unwrap();
    assert_eq!(app.keychain.keys(), ["other-key"]);
}

fn own(address: &str) -> ProxyChoice {
    ProxyChoice::Own { address: address.to_owned() }
}

/// Chooses a file with a certificate of an authority's own.
async fn choose_certificates(app: &App, name: &str) -> CertificateChoice {
    let file = app.host.folder.0.path().join(name);
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(&file, format!("{}{}", made.signing_key.serialize_pem(), made.cert.pem())).unwrap();
    *app.host.file.lock().unwrap() = Some(file.clone());
    let chosen = app.core.ca_file_choose(()).await.unwrap().unwrap();
    assert_eq!(chosen.certificates, Certificates { name: name.to_owned(), count: 1 });
    // The file was read and is no longer needed.
    fs::remove_file(file).unwrap();
    CertificateChoice::Chosen { file: chosen.file }
}

/// Why a test asks for the key, if it does.
fn asked_again(check: &ConnectionCheck) -> Option<FieldReason> {
    let settings = check.steps.iter().find(|step| step.step == Step::Settings).unwrap();
    let wrong = settings.problem.as_ref()?.fields.iter().find(|wrong| wrong.field == "key")?;
    Some(wrong.reason.clone())
}

#[tokio::test]
async fn a_saved_key_goes_no_other_way_to_its_origin() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let evil = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let evil_address = format!("http://{}", evil.local_addr().unwrap());
    let certificates = choose_certificates(&app, "evil.pem").await;
    let usual = NetworkDraft::default;
    let drafted = |network, allow_insecure, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        allow_insecure,
        network,
        ..draft(&service.base_url(), key)
    };
    let through = || NetworkDraft { proxy: own(&evil_address), ..usual() };
    for (network, allow_insecure) in [
        (through(), true),
        (through(), false),
        (NetworkDraft { proxy: ProxyChoice::Direct, ..usual() }, false),
        (NetworkDraft { certificates, ..usual() }, false),
        (NetworkDraft { certificates, ..through() }, true),
        (usual(), true),
    ] {
        let check = app.core.connection_test(drafted(network.clone(), allow_insecure, "")).await.unwrap();
        assert_eq!(asked_again(&check), Some(FieldReason::OtherWay), "{network:?}");
        let problem = app.core.connection_save(drafted(network.clone(), allow_insecure, "")).await.unwrap_err();
        assert!(fields(&problem).contains(&("key", FieldReason::OtherWay)), "{network:?} {problem:?}");
    }
    // Timeouts don't affect the key.
    let patient = NetworkDraft { read_seconds: 60, ..usual() };
    assert_eq!(asked_again(&app.core.connection_test(drafted(patient.clone(), false, "")).await.unwrap()), None);
    app.core.connection_save(drafted(patient, false, "")).await.unwrap();

    // With the key entered again it is sent, over plain http only if allowed.
    let check = app.core.connection_test(drafted(through(), false, KEY)).await.unwrap();
    let settings = check.steps.iter().find(|step| step.step == Step::Settings).unwrap();
    assert_eq!(fields(settings.problem.as_ref().unwrap()), [("base_url", FieldReason::InsecureProxy)]);
    let problem = app.core.connection_save(drafted(through(), false, KEY)).await.unwrap_err();
    assert_eq!(fields(&problem), [("base_url", FieldReason::InsecureProxy)]);
    let nobody = std::future::poll_fn(|context| std::task::Poll::Ready(evil.poll_accept(context).is_pending())).await;
    assert!(nobody, "the foreign listener was reached");
    app.core.connection_save(drafted(through(), true, KEY)).await.unwrap();
}

#[tokio::test]
async fn certificates_are_kept_and_no_path_is_ever_taken_or_told() {
    let service = service().await;
    let app = App::new();
    let network = |certificates| NetworkDraft { certificates, ..NetworkDraft::default() };
    let certificates = choose_certificates(&app, "company.pem").await;
    let typed = ConnectionDraft { network: network(certificates), ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(typed).await.unwrap();
    let shown = Some(Certificates { name: "company.pem".to_owned(), count: 1 });
    assert_eq!(connection.network.certificates, shown);
    let folder = app.host.folder.0.path().to_str().unwrap().to_owned();
    assert!(!app.settings_text().contains(&folder), "{}", app.settings_text());
    assert!(!app.settings_text().contains("PRIVATE"), "only certificates are kept of a file");

    // The app uses its own copy; the file's number is valid for one session.
    let app = app.restarted();
    let kept = app.core.connections_list(()).await.unwrap().remove(0);
    assert_eq!(kept.network.certificates, shown);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    let change = |certificates, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        network: network(certificates),
        ..draft(&service.base_url(), key)
    };
    let unknown = change(CertificateChoice::Chosen { file: 1 }, KEY);
    let problem = app.core.connection_save(unknown).await.unwrap_err();
    assert_eq!(fields(&problem), [("ca_file", FieldReason::UnreadableFile)]);
    let kept = app.core.connection_save(change(CertificateChoice::Kept, "")).await.unwrap();
    assert_eq!(kept.network.certificates, shown);
    let problem = app.core.connection_save(change(CertificateChoice::None, "")).await.unwrap_err();
    assert_eq!(fields(&problem), [("key", FieldReason::OtherWay)]);
    let without = app.core.connection_save(change(CertificateChoice::None, KEY)).await.unwrap();
    assert_eq!(without.network.certificates, None);

    let path = json!({"ca_file": "/etc/ssl/evil.pem", "connect_seconds": 10});
    assert!(serde_json::from_value::<NetworkDraft>(path).is_err());
    let path = json!({"certificates": {"kind": "chosen", "file": "/etc/ssl/evil.pem"}});
    assert!(serde_json::from_value::<NetworkDraft>(path).is_err());
}

#[tokio::test]
async fn a_file_without_certificates_is_refused_when_it_is_chosen() {
    let app = App::new();
    assert_eq!(app.core.ca_file_choose(()).await.unwrap(), None, "none was chosen");
    let file = app.host.folder.0.path().join("empty.pem");
    *app.host.file.lock().unwrap() = Some(file.clone());
    for (content, reason) in [
        (None, FieldReason::UnreadableFile),
        (Some("nothing".to_owned()), FieldReason::NoCertificate),
        (Some("x".repeat(1_000_001)), FieldReason::FileTooLarge { megabytes: 1 }),
    ] {
        if let Some(content) = content {
            fs::write(&file, content).unwrap();
        }
        assert_eq!(fields(&app.core.ca_file_choose(()).await.unwrap_err()), [("ca_file", reason)]);
    }
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

/// A connection that the library knows a report of, whose password is kept.
async fn with_history(service: &SampleService) -> (App, Connection, String) {
    let (app, connection) = App::connected(service).await;
    // A sync would change the counts.
    let quiet = Preferences { sync_on_open: false, sync_minutes: 0, ..Preferences::default() };
    app.core.preferences_save(quiet).await.unwrap();
    let shown = app.core.reports_list(list(&connection.id)).await.unwrap().rows;
    app.core.library_flush().await;
    let id = shown[0].id.clone();
    let password = Secret::from("sesame");
    let kept = KeepPassword { connection: connection.id.clone(), id: id.clone(), password };
    app.core.password_save(kept).await.unwrap();
    (app, connection, id)
}

/// The library's number of reports, and whether a password is saved.
async fn known(app: &App, connection: &str, id: &str) -> (u64, bool) {
    app.core.library_flush().await;
    let query = LibraryQuery { connection: Some(connection.to_owned()), ..LibraryQuery::default() };
    let total = app.core.library_list(query).await.unwrap().total;
    let wanted = ReportRef { connection: connection.to_owned(), id: id.to_owned() };
    (total.into(), app.core.password_exists(wanted).await.unwrap())
}

fn moved(connection: &Connection, base_url: &str, service: Option<ServiceChoice>) -> ConnectionDraft {
    ConnectionDraft { id: Some(connection.id.clone()), service, ..draft(base_url, KEY) }
}

#[tokio::test]
async fn a_url_is_not_changed_before_it_is_said_which_service_is_there() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = (app.settings_text(), known(&app, &connection.id, &id).await);
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    for url in [&elsewhere, &format!("{}/seo", service.base_url())] {
        let problem = app.core.connection_save(moved(&connection, url, None)).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::ServiceUnclear);
        assert_eq!((app.settings_text(), known(&app, &connection.id, &id).await), before);
    }
    // The same URL in another spelling is no change.
    let same = format!("{}/api/v1/", service.base_url());
    assert_eq!(app.core.connection_save(moved(&connection, &same, None)).await.unwrap().base_url, service.base_url());
}

#[tokio::test]
async fn the_same_service_at_a_new_url_takes_everything_along() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = known(&app, &connection.id, &id).await;
    assert!(before.0 > 0 && before.1);
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    for url in [&elsewhere, &service.base_url(), &elsewhere] {
        let saved = app.core.connection_save(moved(&connection, url, Some(ServiceChoice::Same))).await.unwrap();
        assert_eq!((&saved.base_url, known(&app, &connection.id, &id).await), (url, before));
    }
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, before);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    assert_eq!(known(&app, &connection.id, &id).await, before, "what is shown there is of the same reports");
}

#[tokio::test]
async fn another_service_begins_anew_and_the_earlier_one_comes_back_until_the_next_start() {
    let (first, second) = (service().await, service().await);
    let (app, connection, id) = with_history(&first).await;
    let before = known(&app, &connection.id, &id).await;
    let another = || moved(&connection, &second.base_url(), Some(ServiceChoice::Another));
    let undo = || app.core.connection_undo(ConnectionRef { id: connection.id.clone() });
    assert_eq!(undo().await.unwrap_err().code, ProblemCode::ConnectionUnknown, "nothing was replaced");

    app.core.connection_save(another()).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
    // A reloaded window is not a start.
    app.core.app_start(()).await.unwrap();
    let back = undo().await.unwrap();
    assert_eq!((back.base_url, known(&app, &connection.id, &id).await), (first.base_url(), before));
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok(), "its key is there");

    // Going back by hand works with either choice.
    app.core.connection_save(another()).await.unwrap();
    let back = moved(&connection, &first.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(back).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, before);

    app.core.connection_save(another()).await.unwrap();
    let app = app.restarted();
    app.core.app_start(()).await.unwrap();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    let problem = app.core.connection_undo(ConnectionRef { id: connection.id.clone() }).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::ConnectionUnknown);
    assert!(!app.keychain.keys().contains(&"sesame".to_owned()));
    let back = moved(&connection, &first.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(back).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
}

#[tokio::test]
async fn a_service_that_moved_can_leave_its_first_url_to_another() {
    let service = service().await;
    let (app, connection, id) = with_history(&service).await;
    let before = known(&app, &connection.id, &id).await;
    let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
    app.core.connection_save(moved(&connection, &elsewhere, Some(ServiceChoice::Same))).await.unwrap();
    let another = moved(&connection, &service.base_url(), Some(ServiceChoice::Another));
    app.core.connection_save(another).await.unwrap();
    assert_eq!(known(&app, &connection.id, &id).await, (0, false));
    let back = app.core.connection_undo(ConnectionRef { id: connection.id.clone() }).await.unwrap();
    assert_eq!((back.base_url, known(&app, &connection.id, &id).await), (elsewhere, before));
}

#[tokio::test]
async fn nothing_is_lost_wherever_a_move_ends_early() {
    for choice in [ServiceChoice::Same, ServiceChoice::Another] {
        let mut writes = 0;
        loop {
            let service = service().await;
            let (app, connection, id) = with_history(&service).await;
            let before = known(&app, &connection.id, &id).await;
            let elsewhere = service.base_url().replace("127.0.0.1", "localhost");
            *app.host.writes_left.lock().unwrap() = Some(writes);
            let ended = app.core.connection_save(moved(&connection, &elsewhere, Some(choice))).await;
            // The app is killed, and there is space again.
            *app.host.writes_left.lock().unwrap() = None;
            let app = app.restarted();
            let start = app.core.app_start(()).await.unwrap();
            let is_moved = start.connections[0].base_url == elsewhere;
            assert!(is_moved || ended.is_err());
            // Before the service returns its reports again.
            if !is_moved || choice == ServiceChoice::Same {
                assert_eq!(known(&app, &connection.id, &id).await, before, "{choice:?} {writes}");
            }
            assert!(app.core.reports_list(list(&connection.id)).await.is_ok(), "{choice:?} {writes}");
            if ended.is_ok() {
                break;
            }
            writes += 1;
        }
        assert!(writes > 0);
    }
}

#[tokio::test]
async fn what_was_replaced_goes_with_a_connection_that_is_removed() {
    let service = service().await;
    let (app, connection, _) = with_history(&service).await;
    let another = moved(&connection, &format!("{}/x", service.base_url()), Some(ServiceChoice::Another));
    app.core.connection_save(another).await.unwrap();
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: false }).await.unwrap();
    app.core.library_flush().await;
    assert!(app.keychain.keys().is_empty());
    assert_eq!(app.core.library_info(()).await.unwrap().reports, 0);
}

#[tokio::test]
async fn without_a_keychain_the_key_can_live_in_memory_until_the_app_closes() {
    let service = service().await;
    let app = App::new();
    app.keychain.set_missing(true);
    let problem = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    assert!(app.core.connections_list(()).await.unwrap().is_empty());

    let in_memory = ConnectionDraft { key_place: KeyPlace::Memory, ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(in_memory).await.unwrap();
    assert_eq!(connection.key, KeyState::Memory);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());

    let app = app.restarted();
    assert_eq!(app.core.connections_list(()).await.unwrap()[0].key, KeyState::Missing);
    assert_eq!(app.core.reports_list(list(&connection.id)).await.unwrap_err().code, ProblemCode::KeyMissing);

    app.keychain.set_missing(false);
    let again = ConnectionDraft { id: Some(connection.id.clone()), ..draft(&service.base_url(), KEY) };
    assert_eq!(app.core.connection_save(again).await.unwrap().key, KeyState::Keychain);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn removing_a_connection_removes_its_key_or_says_that_it_cannot() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let removal = |leave_key| ConnectionRemoval { id: connection.id.clone(), leave_key };
    app.keychain.set_missing(true);
    let problem = app.core.connection_remove(removal(false)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    assert_eq!(app.core.connections_list(()).await.unwrap().len(), 1);

    app.keychain.set_missing(false);
    app.core.connection_remove(removal(false)).await.unwrap();
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
    let gone = app.core.reports_list(list(&connection.id)).await.unwrap_err();
    assert_eq!(gone.code, ProblemCode::ConnectionUnknown);
}

#[tokio::test]
async fn removing_can_leave_a_key_that_cannot_be_reached() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.keychain.set_missing(true);
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: true }).await.unwrap();
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_full_disk_changes_nothing() {
    let service = service().await;
    let app = App::new();
    app.host.full_disk.store(true, Ordering::SeqCst);
    let problem = app.core.connection_save(draft(&service.base_url(), KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::StorageFailed);
    assert!(app.keychain.keys().is_empty());
    assert!(app.core.connections_list(()).await.unwrap().is_empty());
}

#[tokio::test]
async fn a_key_for_a_new_address_that_could_not_be_kept_never_goes_to_the_old_one() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.host.full_disk.store(true, Ordering::SeqCst);
    let moved = ConnectionDraft {
        id: Some(connection.id.clone()),
        service: Some(ServiceChoice::Another),
        ..draft("https://example.com", "other-key")
    };
    assert_eq!(app.core.connection_save(moved).await.unwrap_err().code, ProblemCode::StorageFailed);
    assert_eq!(app.keychain.keys(), [KEY]);
    let app = app.restarted();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn a_connection_that_cannot_be_removed_keeps_its_key() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    app.host.full_disk.store(true, Ordering::SeqCst);
    let removal = ConnectionRemoval { id: connection.id.clone(), leave_key: false };
    assert_eq!(app.core.connection_remove(removal).await.unwrap_err().code, ProblemCode::StorageFailed);
    assert_eq!(app.keychain.keys(), [KEY]);
    let app = app.restarted();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}

#[tokio::test]
async fn a_key_that_moves_to_memory_leaves_the_keychain() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let in_memory = ConnectionDraft {
        id: Some(connection.id.clone()),
        key_place: KeyPlace::Memory,
        ..draft(&service.base_url(), KEY)
    };
    assert_eq!(app.core.connection_save(in_memory).await.unwrap().key, KeyState::Memory);
    assert!(app.keychain.keys().is_empty());
}

#[tokio::test]
async fn settings_that_cannot_be_read_are_never_written_over() {
    let app = App::new();
    let strange = json!([{"id": "a", "from": "a later version"}]);
    app.host.settings.lock().unwrap().insert("connections".to_owned(), strange.clone());
    let problem = app.core.connection_save(draft("https://example.com", KEY)).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::StorageFailed);
    assert_eq!(app.host.settings.lock().unwrap()["connections"], strange);
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
async fn a_replaced_key_is_used_at_once() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let replace = |key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        key: Some(Secret::from(key)),
        ..draft(&service.base_url(), "")
    };
    app.core.connection_save(replace("wrong")).await.unwrap();
    assert_eq!(app.core.reports_list(list(&connection.id)).await.unwrap_err().code, ProblemCode::KeyRefused);
    app.core.connection_save(replace(KEY)).await.unwrap();
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
}
