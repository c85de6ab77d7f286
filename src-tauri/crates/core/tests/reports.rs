//! Reports, projects and preferences, against the sample service over real HTTP.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use assay_model::{
    CreateReport, FieldReason, KeepPassword, Language, ListProjects, ListReports, NewReport, NotApplied, PageSize,
    Preferences, Privacy, Problem, ProblemCode, ProjectQuery, ProjectRef, Report, ReportQuery, ReportRef, ReportRow,
    ReportUpdate, Secret, Theme, UpdateReport, UrlInput, Verdict, WriteResult, Zoom,
};
use assay_sample_service::{SampleService, service_profile::ServiceProfile};
use common::{App, service};
use serde_json::{Value, json};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_report_lives_from_create_to_delete_as_the_service_tells_it() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let of = |id: &str| ReportRef { connection: connection.id.clone(), id: id.to_owned() };

    let report = NewReport {
        url: "www.example.com/shop/".into(),
        privacy: Privacy::Private,
        password: None,
        keep_password: None,
    };
    let created = app.core.report_create(CreateReport { connection: connection.id.clone(), report }).await.unwrap();
    assert_eq!(created.unsettled, None);
    let row = created.report.row;
    assert_eq!(row.privacy, Some(Privacy::Private));
    assert_eq!(row.project.as_deref(), Some("example.com"));
    assert!(!created.report.checks.is_empty());
    assert_eq!(app.core.report_read(of(&row.id)).await.unwrap().row, row);

    let update = |update| UpdateReport { connection: connection.id.clone(), id: row.id.clone(), update };
    let protect = ReportUpdate {
        privacy: Some(Privacy::Password),
        password: Some(Secret::from("open sesame")),
        ..ReportUpdate::default()
    };
    let protected = app.core.report_update(update(protect)).await.unwrap().report.row;
    assert_eq!((protected.privacy, protected.has_password), (Some(Privacy::Password), Some(true)));

    let refresh = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    let refreshed = app.core.report_update(update(refresh)).await.unwrap().report;
    assert_ne!(refreshed.checks, created.report.checks);
    assert_eq!(refreshed.row.privacy, Some(Privacy::Password));

    assert_eq!(app.core.report_delete(of(&row.id)).await.unwrap().id, row.id);
    assert_eq!(app.core.report_read(of(&row.id)).await.unwrap_err().code, ProblemCode::NotFound);
}

#[tokio::test]
async fn lists_answer_filters_and_pages() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let list =
        async |query| app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap();
    let all = list(ReportQuery { per_page: PageSize::Ten, ..ReportQuery::default() }).await;
    assert_eq!(all.rows.len(), 10);
    assert!(all.has_next);
    let second = list(ReportQuery { per_page: PageSize::Ten, page: Some(2), ..ReportQuery::default() }).await;
    assert_eq!((second.number, second.offset), (2, Some(10)));
    assert!(second.rows.iter().all(|row| !all.rows.contains(row)));
    let bad = list(ReportQuery { result: Some(Verdict::Bad), ..ReportQuery::default() }).await;
    assert!(!bad.rows.is_empty() && bad.rows.iter().all(|row| row.verdict == Some(Verdict::Bad)));
    assert!(bad.total < all.total);
}

#[tokio::test]
async fn a_deleted_project_takes_its_reports_along() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let projects = async || {
        let query = ProjectQuery { per_page: PageSize::Hundred, ..ProjectQuery::default() };
        app.core.projects_list(ListProjects { connection: connection.id.clone(), query }).await.unwrap().rows
    };
    let before = projects().await;
    let project = before[0].project.clone();
    let unwanted = ProjectRef { connection: connection.id.clone(), project: project.clone() };
    assert_eq!(app.core.project_delete(unwanted).await.unwrap().id, project);
    assert_eq!(projects().await.len(), before.len() - 1);
    let query = ReportQuery { project: Some(project), ..ReportQuery::default() };
    let left = app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap();
    assert!(left.rows.is_empty());
}

#[tokio::test]
async fn a_service_that_stopped_is_said_to_be_out_of_reach() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    service.stop().await;
    let asked = ListReports { connection: connection.id, query: ReportQuery::default() };
    assert_eq!(app.core.reports_list(asked).await.unwrap_err().code, ProblemCode::ConnectionRefused);
}

#[tokio::test]
async fn preferences_last_and_colour_the_window() {
    let app = App::new();
    let wanted = Preferences {
        theme: Theme::Dark,
        page_size: PageSize::Fifty,
        place: Some("/c/a/reports".into()),
        zoom: Zoom::from(150),
        language: Language::Portuguese,
        single_keys_off: true,
        ..Preferences::default()
    };
    app.core.preferences_save(wanted.clone()).await.unwrap();
    assert_eq!(*app.host.theme.lock().unwrap(), Some(Theme::Dark));
    assert_eq!(*app.host.zoom.lock().unwrap(), Some(Zoom::from(150)));
    // Unchanged values are not applied again.
    (*app.host.theme.lock().unwrap(), *app.host.zoom.lock().unwrap()) = (None, None);
    app.core.preferences_save(Preferences { place: None, ..wanted.clone() }).await.unwrap();
    app.core.preferences_save(wanted.clone()).await.unwrap();
    assert_eq!((*app.host.theme.lock().unwrap(), *app.host.zoom.lock().unwrap()), (None, None));
    let app = app.restarted();
    assert_eq!(app.core.app_start(()).await.unwrap().preferences, wanted);

    for place in ["https://example.com", "", &format!("/{}", "a".repeat(4096))] {
        let strange = Preferences { place: Some(place.into()), ..Preferences::default() };
        assert_eq!(app.core.preferences_save(strange).await.unwrap_err().fields[0].field, "place");
    }
    assert_eq!(app.core.preferences().unwrap(), wanted);
}

#[tokio::test]
async fn only_pages_of_the_web_are_opened() {
    let app = App::new();
    let open = async |url: &str| app.core.address_open(UrlInput { url: url.to_owned() }).await;
    open("https://example.com/a?b=c#d").await.unwrap();
    for url in ["file:///etc/passwd", "javascript:alert(1)", "ms-settings://x", "https://bank.example@example.com", ""]
    {
        assert_eq!(open(url).await.unwrap_err().code, ProblemCode::InvalidInput, "{url}");
    }
    assert_eq!(*app.host.opened.lock().unwrap(), ["https://example.com/a?b=c#d"]);
}

#[tokio::test(start_paused = true)]
async fn pages_are_opened_no_faster_than_people_do_it() {
    let app = App::new();
    let open = async || app.core.address_open(UrlInput { url: "https://example.com".to_owned() }).await;
    for _ in 0..20 {
        open().await.unwrap();
    }
    let problem = open().await.unwrap_err();
    assert_eq!((problem.code, problem.retry_after), (ProblemCode::TooOften, Some(61)));
    assert_eq!(app.host.opened.lock().unwrap().len(), 20);
    tokio::time::advance(std::time::Duration::from_mins(1)).await;
    open().await.unwrap();
}

#[tokio::test]
async fn an_address_is_shown_as_it_would_be_sent() {
    let app = App::new();
    let check = async |url: &str| app.core.address_check(UrlInput { url: url.to_owned() }).await;
    assert_eq!(check("example.com").await.unwrap().url, "https://example.com/");
    let checked = check("example.com/a b#top").await.unwrap();
    assert_eq!((&*checked.url, checked.fragment.as_deref()), ("https://example.com/a%20b", Some("#top")));
    assert_eq!(check("gopher://x").await.unwrap_err().fields[0].reason, FieldReason::UnsupportedScheme);
}

#[tokio::test]
async fn the_window_is_shown_when_it_is_painted() {
    let app = App::new();
    app.core.app_painted(true).await.unwrap();
    assert_eq!(app.host.shown.load(Ordering::SeqCst), 1);
}

/// A service with faults.
fn fail(service: &SampleService, faults: &Value) {
    let profile = json!({ "faults": faults });
    service.apply_profile(serde_json::from_value::<ServiceProfile>(profile).unwrap());
}

/// An app with a connection, and what it writes.
struct Writer {
    app: App,
    connection: String,
}

impl Writer {
    async fn of(service: &SampleService) -> Self {
        let (app, connection) = App::connected(service).await;
        Self { app, connection: connection.id }
    }

    fn report(&self, id: &str) -> ReportRef {
        ReportRef { connection: self.connection.clone(), id: id.to_owned() }
    }

    async fn create(&self, url: &str, privacy: Privacy) -> Result<WriteResult, Problem> {
        let password = (privacy == Privacy::Password).then(|| Secret::from("open sesame"));
        let report = NewReport { url: url.to_owned(), privacy, password, keep_password: None };
        self.app.core.report_create(CreateReport { connection: self.connection.clone(), report }).await
    }

    async fn update(&self, id: &str, update: ReportUpdate) -> Result<WriteResult, Problem> {
        let change = UpdateReport { connection: self.connection.clone(), id: id.to_owned(), update };
        self.app.core.report_update(change).await
    }

    async fn set(&self, id: &str, privacy: Privacy) -> Result<WriteResult, Problem> {
        let password = (privacy == Privacy::Password).then(|| Secret::from("another one"));
        self.update(id, ReportUpdate { privacy: Some(privacy), password, results: None, keep_password: None }).await
    }

    /// A report with a password that is kept.
    async fn protected(&self) -> ReportRow {
        let row = self.create("protected.example", Privacy::Password).await.unwrap().report.row;
        let password = Secret::from("open sesame");
        let kept = KeepPassword { connection: self.connection.clone(), id: row.id.clone(), password };
        self.app.core.password_save(kept).await.unwrap();
        row
    }

    async fn password(&self, id: &str) -> Option<String> {
        self.app.core.password_show(self.report(id)).await.ok().map(|shown| shown.password)
    }

    /// The report as the library has it.
    async fn known(&self, id: &str) -> Result<Report, Problem> {
        self.app.core.library_flush().await;
        self.app.core.library_report(self.report(id)).await.map(|known| known.report)
    }
}

#[tokio::test]
async fn a_privacy_that_did_not_change_is_said_so_and_its_password_stays() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, .. } = writer.protected().await;
    for fault in [json!("deaf"), json!({"takes": {"privacy": null}})] {
        fail(&service, &json!([{"method": "PUT", "fault": fault}]));
        let written = writer.set(&id, Privacy::Public).await.unwrap();
        assert_eq!((written.not_applied, written.unsettled), (vec![NotApplied::Privacy], None), "{fault}");
        assert_eq!(written.report.row.privacy, Some(Privacy::Password));
        assert_eq!(writer.known(&id).await.unwrap().row.privacy, Some(Privacy::Password));
        assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"), "{fault}");
    }
    fail(&service, &json!([]));
    let written = writer.set(&id, Privacy::Public).await.unwrap();
    assert_eq!((written.not_applied, written.report.row.privacy), (vec![], Some(Privacy::Public)));
    assert_eq!(writer.password(&id).await, None, "it opens the report no longer");
}

#[tokio::test]
async fn a_report_that_is_not_as_it_was_asked_for_is_created_and_said_to_be_other() {
    use NotApplied::{Password, Privacy as Access};
    let service = service().await;
    let writer = Writer::of(&service).await;
    let public = json!({"privacy": null, "password": null});
    for (taken, privacy, not_applied, found) in [
        (json!({"privacy": null}), Privacy::Private, vec![Access], Privacy::Public),
        (json!({"privacy": "1"}), Privacy::Public, vec![Access], Privacy::Private),
        (public, Privacy::Password, vec![Access, Password], Privacy::Public),
        (json!({"password": null}), Privacy::Password, vec![Password], Privacy::Password),
        (json!({}), Privacy::Password, vec![], Privacy::Password),
    ] {
        fail(&service, &json!([{"method": "POST", "fault": {"takes": taken}}]));
        let written = writer.create("other.example", privacy).await.unwrap();
        assert_eq!((written.not_applied, written.unsettled), (not_applied, None), "{taken}");
        assert_eq!(written.report.row.privacy, Some(found), "{taken}");
    }
}

#[tokio::test]
async fn a_new_password_that_nothing_shows_replaces_none_that_is_kept() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, .. } = writer.protected().await;
    fail(&service, &json!([{"method": "PUT", "fault": "deaf"}]));
    let written = writer.set(&id, Privacy::Password).await.unwrap();
    assert_eq!(written.not_applied, [NotApplied::Password]);
    assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"));
}

#[tokio::test]
async fn checks_that_are_not_newer_are_said_so() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let recheck = || ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    fail(&service, &json!([{"method": "PUT", "fault": "deaf"}]));
    assert_eq!(writer.update("3", recheck()).await.unwrap().not_applied, [NotApplied::Checks]);
    // Other values are applied instead.
    fail(&service, &json!([{"method": "PUT", "fault": {"takes": {"results": null, "privacy": "1"}}}]));
    let written = writer.update("3", recheck()).await.unwrap();
    assert_eq!((written.not_applied, written.report.row.privacy), (vec![NotApplied::Checks], Some(Privacy::Private)));
    fail(&service, &json!([]));
    assert_eq!(writer.update("3", recheck()).await.unwrap().not_applied, []);
}

#[tokio::test]
async fn what_shows_a_moment_late_is_applied() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let late = json!({"method": "GET", "path": "reports/*", "times": 1, "fault": {"short": {"keeps": ["id"]}}});
    fail(&service, &json!([late]));
    service.clear_requests();
    let written = writer.set("3", Privacy::Private).await.unwrap();
    assert_eq!((written.not_applied, written.report.row.privacy), (vec![], Some(Privacy::Private)));
    let asked: Vec<_> = service.requests().into_iter().map(|request| request.method).collect();
    assert_eq!(asked, ["PUT", "GET", "GET"]);
}

#[tokio::test]
async fn a_write_that_could_not_be_read_again_changes_nothing_that_is_known() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, .. } = writer.protected().await;
    let known = writer.known(&id).await.unwrap();
    let short = json!({"method": "PUT", "fault": {"short": {"keeps": ["id", "privacy"], "nulls": true}}});
    let blind = json!({"method": "GET", "path": "reports/*", "fault": "key_refused"});
    fail(&service, &json!([short, blind]));
    let written = writer.set(&id, Privacy::Public).await.unwrap();
    assert_eq!(written.unsettled.unwrap().code, ProblemCode::KeyRefused);
    assert_eq!(writer.known(&id).await.unwrap(), known);
    assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"));

    // The later read is complete, however short the write's response is.
    fail(&service, &json!([short]));
    let written = writer.set(&id, Privacy::Public).await.unwrap();
    assert_eq!((written.unsettled, written.not_applied), (None, vec![]));
    assert_eq!(writer.known(&id).await.unwrap(), written.report);
    assert_eq!((&written.report.row.address, &written.report.checks), (&known.row.address, &known.checks));
}

#[tokio::test]
async fn a_report_of_another_page_is_said_to_be_one() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let redirects = json!({"redirects": {"https://old.example/a": "https://new.example/page"}});
    service.apply_profile(serde_json::from_value::<ServiceProfile>(redirects).unwrap());
    let written = writer.create("old.example/a", Privacy::Private).await.unwrap();
    assert_eq!((written.report.row.address.as_str(), written.is_other_page), ("new.example/page", true));
    assert_eq!(written.not_applied, []);
    assert!(!writer.create("www.same.example/", Privacy::Private).await.unwrap().is_other_page);
}

#[tokio::test]
async fn a_report_with_another_privacy_is_not_the_one_that_was_lost() {
    let service = service().await;
    let (writer, other) = (Writer::of(&service).await, Writer::of(&service).await);
    let unanswered = |after_work| json!([{"method": "POST", "after_work": after_work, "fault": "drop"}]);
    for privacy in [Privacy::Private, Privacy::Password] {
        fail(&service, &json!([]));
        let public = other.create("twice.example", Privacy::Public).await.unwrap().report.row;
        fail(&service, &unanswered(false));
        let lost = writer.create("twice.example", privacy).await.unwrap_err();
        assert_eq!(lost.code, ProblemCode::OutcomeUnknown);
        assert!(lost.detail.unwrap().contains(&public.id));
    }
    // The created one is found next to it.
    fail(&service, &unanswered(true));
    let written = writer.create("twice.example", Privacy::Private).await.unwrap();
    assert_eq!((written.report.row.privacy, written.answer_lost.is_some()), (Some(Privacy::Private), true));
}

#[tokio::test]
async fn of_another_report_than_the_one_asked_for_nothing_is_shown_or_stored() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let other = json!({"method": "GET", "path": "reports/*", "fault": {"other_report": {"id": 9}}});
    fail(&service, &json!([other]));
    assert_eq!(writer.app.core.report_read(writer.report("11")).await.unwrap_err().code, ProblemCode::OtherReport);
    for id in ["9", "11"] {
        assert_eq!(writer.known(id).await.unwrap_err().code, ProblemCode::NotInLibrary, "{id}");
    }
    let written = writer.set("11", Privacy::Private).await.unwrap();
    assert_eq!(written.unsettled.unwrap().code, ProblemCode::OtherReport);
    fail(&service, &json!([{"method": "PUT", "fault": "drop"}, other]));
    assert_eq!(writer.set("11", Privacy::Private).await.unwrap_err().code, ProblemCode::OutcomeUnknown);
    assert_eq!(writer.known("11").await.unwrap_err().code, ProblemCode::NotInLibrary);
}

#[tokio::test]
async fn a_report_is_deleted_once_the_service_finds_it_no_longer() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, .. } = writer.protected().await;
    let delete = || writer.app.core.report_delete(writer.report(&id));
    let deaf = json!({"method": "DELETE", "fault": "deaf"});
    fail(&service, &json!([deaf]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::NotApplied);
    // The backup is recent, so the first read is the one after the delete.
    fail(&service, &json!([deaf, {"method": "GET", "fault": "key_refused"}]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::OutcomeUnknown);
    writer.app.core.library_flush().await;
    assert_eq!(writer.app.core.library_report(writer.report(&id)).await.unwrap().gone_at, None);
    assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"));

    // Nor does another report prove that it is gone.
    fail(&service, &json!([{"method": "GET", "path": "reports/*", "times": 1, "fault": {"other_report": {"id": 9}}}]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::OutcomeUnknown);
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::NotFound);
    assert_eq!(writer.app.core.report_delete(writer.report("3")).await.unwrap().id, "3");
}

#[tokio::test]
async fn a_web_server_in_place_of_the_service_proves_no_report_gone() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, .. } = writer.protected().await;
    // So that the backup is recent.
    writer.app.core.library_flush().await;
    let not_found = json!({"fault": {"answer": {"status": 404, "body": "html"}}});
    fail(&service, &json!([{"method": "DELETE", "fault": {"answer": {"status": 502}}}, not_found]));
    let delete = || writer.app.core.report_delete(writer.report(&id));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::OutcomeUnknown);
    fail(&service, &json!([not_found]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::UnsupportedService);
    let read = writer.app.core.report_read(writer.report(&id)).await;
    assert_eq!(read.unwrap_err().code, ProblemCode::UnsupportedService);
    writer.app.core.library_flush().await;
    assert_eq!(writer.app.core.library_report(writer.report(&id)).await.unwrap().gone_at, None);
    assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"));
}

#[tokio::test]
async fn a_project_is_deleted_once_no_list_has_it() {
    let service = service().await;
    let writer = Writer::of(&service).await;
    let ReportRow { id, project, .. } = writer.protected().await;
    let connection = writer.report(&id).connection;
    let delete = || {
        let unwanted = ProjectRef { connection: connection.clone(), project: project.clone().unwrap() };
        writer.app.core.project_delete(unwanted)
    };
    fail(&service, &json!([{"method": "DELETE", "fault": "deaf"}]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::NotApplied);
    let no_list = json!({"method": "GET", "path": "projects", "fault": "drop"});
    fail(&service, &json!([{"method": "DELETE", "fault": "deaf"}, no_list]));
    assert_eq!(delete().await.unwrap_err().code, ProblemCode::OutcomeUnknown);
    writer.app.core.library_flush().await;
    assert_eq!(writer.app.core.library_report(writer.report(&id)).await.unwrap().gone_at, None);
    assert_eq!(writer.password(&id).await.as_deref(), Some("open sesame"));

    fail(&service, &json!([]));
    delete().await.unwrap();
    assert_eq!(writer.password(&id).await, None);
}
