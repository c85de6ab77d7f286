//! No delete without a backup.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{fs, time::Duration};

use assay_library::{Library, ObservedReport};
use assay_model::{
    Connection, ListReports, PageSize, ProblemCode, ProjectRef, ReportQuery, ReportRef, ReportRow, ReportUpdate,
    UpdateReport,
};
use assay_sample_service::{
    Config, SampleService, ServiceProfile,
    service_profile::{Fault, Lists, Method, Paging, Projects, Rule},
};
use common::{App, KEY};
use jiff::{SignedDuration, Timestamp};

fn of(connection: &Connection, id: &str) -> ReportRef {
    ReportRef { connection: connection.id.clone(), id: id.to_owned() }
}

fn whole(connection: &Connection, project: &str) -> ProjectRef {
    ProjectRef { connection: connection.id.clone(), project: project.to_owned() }
}

/// A service with recorded requests.
async fn service_with(reports: u32) -> SampleService {
    let config =
        Config { key: Some(KEY.to_owned()), control: true, reports, delay: Duration::ZERO, ..Config::default() };
    SampleService::start(config).await.unwrap()
}

/// The service's rows, read by another computer.
async fn rows(service: &SampleService, project: Option<&str>) -> Vec<ReportRow> {
    let (other, connection) = App::connected(service).await;
    let mut rows = Vec::new();
    for page in 1.. {
        let query = ReportQuery {
            project: project.map(str::to_owned),
            per_page: PageSize::Hundred,
            page: Some(page),
            ..ReportQuery::default()
        };
        let list = ListReports { connection: connection.id.clone(), query };
        let page = other.core.reports_list(list).await.unwrap();
        rows.extend(page.rows);
        if !page.has_next {
            break;
        }
    }
    rows
}

/// The requests since the last clear.
fn asked(service: &SampleService) -> Vec<String> {
    let requests = service.requests();
    requests.iter().map(|one| format!("{} {}", one.method, one.path.trim_start_matches("/api/v1/"))).collect()
}

/// Whether the library has a full copy of a removed report.
async fn is_copied(app: &App, connection: &Connection, id: &str) -> bool {
    app.core.library_flush().await;
    let known = app.core.library_report(of(connection, id)).await;
    known.is_ok_and(|known| known.has_checks && known.gone_at.is_some())
}

#[tokio::test]
async fn a_report_is_read_before_it_is_deleted_unless_it_was_read_a_moment_ago() {
    let service = service_with(60).await;
    let [unknown, known, refreshed] = <[ReportRow; 3]>::try_from(rows(&service, None).await[..3].to_vec()).unwrap();
    let (app, connection) = App::connected(&service).await;
    service.clear_requests();
    app.core.report_delete(of(&connection, &unknown.id)).await.unwrap();
    let id = &unknown.id;
    let [read, delete] = [format!("GET reports/{id}"), format!("DELETE reports/{id}")];
    assert_eq!(asked(&service), [read.clone(), delete, read]);
    assert!(is_copied(&app, &connection, id).await);

    app.core.report_read(of(&connection, &known.id)).await.unwrap();
    app.core.library_flush().await;
    service.clear_requests();
    app.core.report_delete(of(&connection, &known.id)).await.unwrap();
    let [delete, read] = [format!("DELETE reports/{}", known.id), format!("GET reports/{}", known.id)];
    assert_eq!(asked(&service), [delete, read]);
    assert!(is_copied(&app, &connection, &known.id).await);

    // The result of a write is a backup, too.
    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    let change = UpdateReport { connection: connection.id.clone(), id: refreshed.id.clone(), update };
    let written = app.core.report_update(change).await.unwrap().report;
    app.core.library_flush().await;
    app.core.report_delete(of(&connection, &refreshed.id)).await.unwrap();
    assert_eq!(app.core.library_report(of(&connection, &refreshed.id)).await.unwrap().report, written);

    let missing = app.core.report_delete(of(&connection, &known.id)).await.unwrap_err();
    assert_eq!(missing.code, ProblemCode::NotFound);
}

#[tokio::test]
async fn a_library_that_cannot_keep_a_copy_keeps_reports_from_being_deleted() {
    let service = service_with(60).await;
    let row = rows(&service, None).await.remove(0);
    let app = App::new();
    // A folder in place of the file.
    fs::create_dir(app.host.folder.0.path().join("library.sqlite")).unwrap();
    let connection = app.core.connection_save(common::draft(&service.base_url(), KEY)).await.unwrap();
    let unwanted = whole(&connection, row.project.as_deref().unwrap());
    service.clear_requests();
    assert_eq!(app.core.report_delete(of(&connection, &row.id)).await.unwrap_err().code, ProblemCode::LibraryFailed);
    assert_eq!(app.core.project_delete(unwanted).await.unwrap_err().code, ProblemCode::LibraryFailed);
    let asked = asked(&service);
    assert!(!asked.is_empty() && asked.iter().all(|one| one.starts_with("GET")), "{asked:?}");
}

#[tokio::test]
async fn a_report_that_cannot_be_read_is_not_deleted() {
    let service = service_with(60).await;
    let row = rows(&service, None).await.remove(0);
    let (app, connection) = App::connected(&service).await;
    let broken = Rule { method: Some(Method::Get), ..Fault::KeyRefused.into() };
    service.apply_profile(ServiceProfile { faults: vec![broken], ..ServiceProfile::default() });
    assert_eq!(app.core.report_delete(of(&connection, &row.id)).await.unwrap_err().code, ProblemCode::KeyRefused);
    service.apply_profile(ServiceProfile::default());
    assert!(rows(&service, None).await.contains(&row));
}

#[tokio::test]
async fn a_report_in_whose_place_another_is_shown_is_not_deleted() {
    let service = service_with(60).await;
    let (app, connection) = App::connected(&service).await;
    let other = Rule { method: Some(Method::Get), ..Fault::OtherReport { id: 9 }.into() };
    service.apply_profile(ServiceProfile { faults: vec![other], ..ServiceProfile::default() });
    service.clear_requests();
    assert_eq!(app.core.report_delete(of(&connection, "11")).await.unwrap_err().code, ProblemCode::CopyFailed);
    assert_eq!(asked(&service), ["GET reports/11"]);
    assert!(!is_copied(&app, &connection, "11").await && !is_copied(&app, &connection, "9").await);
}

#[tokio::test]
async fn a_project_goes_with_a_copy_of_each_report_also_of_the_one_that_is_deleted_by_mistake() {
    let service = service_with(240).await;
    let all = rows(&service, None).await;
    let project = all[0].project.clone().unwrap();
    let (own, others): (Vec<_>, Vec<_>) = all.iter().partition(|row| row.project.as_ref() == Some(&project));
    let mistaken = others.iter().find(|row| row.id == own.len().to_string()).unwrap();
    let projects = Projects { delete_takes_id: true, ..Projects::default() };
    // A fixed size, for several pages.
    let lists = Lists { page_size: std::num::NonZeroU32::new(10), ..Lists::default() };
    assert!(own.len() > 10);
    service.apply_profile(ServiceProfile { lists, projects, ..ServiceProfile::default() });
    let (app, connection) = App::connected(&service).await;
    app.core.project_delete(whole(&connection, &project)).await.unwrap();
    for row in &own {
        assert!(is_copied(&app, &connection, &row.id).await, "{}", row.id);
    }
    let known = app.core.library_report(of(&connection, &mistaken.id)).await.unwrap();
    assert!(known.has_checks);
    assert!(!rows(&service, None).await.iter().any(|row| row.id == mistaken.id), "the service made no mistake");
}

#[tokio::test]
async fn a_project_of_which_not_every_report_is_shown_is_not_deleted() {
    let service = service_with(240).await;
    let project = rows(&service, None).await[0].project.clone().unwrap();
    let count = rows(&service, Some(&project)).await.len();
    let (app, connection) = App::connected(&service).await;
    let row_lost = Lists { unreadable_row: Some(1), ..Lists::default() };
    // One page of ten, without paging data.
    let page_size = std::num::NonZeroU32::new(10);
    let cut = Lists { paging: Paging::BareArray, page_size, ..Lists::default() };
    assert!(count > 10);
    for lists in [row_lost, cut] {
        service.apply_profile(ServiceProfile { lists, ..ServiceProfile::default() });
        let problem = app.core.project_delete(whole(&connection, &project)).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::CopyFailed, "{problem}");
        service.apply_profile(ServiceProfile::default());
        assert_eq!(rows(&service, Some(&project)).await.len(), count);
    }
    // The same list with all of them: the list of projects has the total.
    let bare = Lists { paging: Paging::BareArray, ..Lists::default() };
    service.apply_profile(ServiceProfile { lists: bare, ..ServiceProfile::default() });
    app.core.project_delete(whole(&connection, &project)).await.unwrap();
    service.apply_profile(ServiceProfile::default());
    assert!(rows(&service, Some(&project)).await.is_empty());
}

#[tokio::test]
async fn a_copy_of_another_clock_or_of_an_earlier_start_is_not_enough() {
    let service = service_with(60).await;
    let [one, two, three] = <[ReportRow; 3]>::try_from(rows(&service, None).await[..3].to_vec()).unwrap();
    let (app, connection) = App::connected(&service).await;
    for row in [&one, &two, &three] {
        app.core.report_read(of(&connection, &row.id)).await.unwrap();
    }
    app.core.library_flush().await;
    // As if the clock had been set back by an hour.
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    let report = app.core.library_report(of(&connection, &one.id)).await.unwrap().report;
    let future = Timestamp::now() + SignedDuration::from_hours(1);
    library.scope(&scope).ingest(&[ObservedReport { report, has_checks: true }], future).unwrap();

    let (elsewhere, theirs) = App::connected(&service).await;
    let update = ReportUpdate { results: Some(true), ..ReportUpdate::default() };
    let change = UpdateReport { connection: theirs.id.clone(), id: one.id.clone(), update };
    let rechecked = elsewhere.core.report_update(change).await.unwrap().report;
    let deleted = |id: &str| [format!("DELETE reports/{id}"), format!("GET reports/{id}")];
    let read_and_deleted = |id: &str| [&[format!("GET reports/{id}")][..], &deleted(id)].concat();
    service.clear_requests();
    app.core.report_delete(of(&connection, &one.id)).await.unwrap();
    assert_eq!(asked(&service), read_and_deleted(&one.id));
    assert!(is_copied(&app, &connection, &one.id).await, "gone, although it was seen later");
    assert_eq!(app.core.library_report(of(&connection, &one.id)).await.unwrap().report.row.score, rechecked.row.score);

    service.clear_requests();
    app.core.report_delete(of(&connection, &two.id)).await.unwrap();
    assert_eq!(asked(&service), deleted(&two.id), "of this start and this clock");
    let app = app.restarted();
    service.clear_requests();
    app.core.report_delete(of(&connection, &three.id)).await.unwrap();
    assert_eq!(asked(&service), read_and_deleted(&three.id));
}
