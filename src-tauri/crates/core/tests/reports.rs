//! Reports, projects and preferences, against the sample service over real HTTP.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use assay_model::{
    AddressText, CreateReport, FieldReason, Language, ListProjects, ListReports, NewReport, PageSize, Preferences,
    Privacy, ProblemCode, ProjectQuery, ProjectRef, ReportQuery, ReportRef, ReportUpdate, Secret, Theme, UpdateReport,
    Verdict, Zoom,
};
use common::{App, service};
use std::sync::atomic::Ordering;

#[tokio::test]
async fn a_report_lives_from_create_to_delete_as_the_service_tells_it() {
    let service = service().await;
    let (app, connection) = App::connected(&service).await;
    let of = |id: &str| ReportRef { connection: connection.id.clone(), id: id.to_owned() };

    let report = NewReport { url: "www.example.com/shop/".into(), privacy: Privacy::Private, password: None };
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
    let open = async |url: &str| app.core.address_open(AddressText { url: url.to_owned() }).await;
    open("https://example.com/a?b=c").await.unwrap();
    for url in ["file:///etc/passwd", "javascript:alert(1)", "ms-settings://x", "https://bank.example@example.com", ""]
    {
        assert_eq!(open(url).await.unwrap_err().code, ProblemCode::InvalidInput, "{url}");
    }
    assert_eq!(*app.host.opened.lock().unwrap(), ["https://example.com/a?b=c"]);
}

#[tokio::test]
async fn an_address_is_shown_as_it_would_be_sent() {
    let app = App::new();
    let check = async |url: &str| app.core.address_check(AddressText { url: url.to_owned() }).await;
    assert_eq!(check("example.com").await.unwrap().url, "https://example.com/");
    assert_eq!(check("gopher://x").await.unwrap_err().fields[0].reason, FieldReason::UnsupportedScheme);
}

#[tokio::test]
async fn the_window_is_shown_when_it_is_painted() {
    let app = App::new();
    app.core.app_painted(()).await.unwrap();
    assert_eq!(app.host.shown.load(Ordering::SeqCst), 1);
}
