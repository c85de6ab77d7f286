use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicI64, Ordering},
    },
    time::Duration,
};

use assay_api::Clock;
use assay_core::{Core, Timing};
use assay_model::{
    BatchRef, BatchRequest, BatchSource, Direction, ListReports, PageSize, PasswordSource, Privacy, ProblemCode,
    ReportQuery, ReportRef, ReportRow, ReportSort, RowAction, RowState, Secret,
};
use assay_sample_service::{
    SampleService, ServiceProfile,
    service_profile::{Body, Fault, Lists, Method, Rule, faults::Fault::Answer},
};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::time::timeout;

use crate::{
    app,
    common::{
        App, FakeKeychain, KEY, TIMING,
        batches::{assert_each_has_one, at_once, made, pages, plan, plan_of, reports, rows, run, until_ended},
        draft,
        gate::Gate,
    },
    on, play, service_with,
};

/// All reports of the service, as its lists show them.
async fn all_reports(core: &Core, connection: &str) -> Vec<ReportRow> {
    let mut all = Vec::new();
    for page in 1.. {
        let query = ReportQuery { per_page: PageSize::Hundred, page: Some(page), ..ReportQuery::default() };
        let list = ListReports { connection: connection.to_owned(), query };
        let read = core.reports_list(list).await.unwrap();
        all.extend(read.rows);
        if !read.has_next {
            break;
        }
    }
    core.library_flush().await;
    all
}

/// Responds OK to a change, but ignores it.
fn ignore(id: &str) -> Rule {
    let body = Body::Json(json!({ "data": { "id": id.parse::<u32>().unwrap(), "privacy": 1 } }));
    let fault = Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
    Rule { path: Some(format!("reports/{id}")), ..on(Method::Put, fault) }
}

fn reads(service: &SampleService) -> usize {
    service.requests().iter().filter(|request| request.method == "GET").count()
}

#[tokio::test(flavor = "multi_thread")]
async fn privacies_that_the_service_ignores_are_marked_and_can_be_tried_again() {
    let service = service_with(0, 250).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let source = BatchSource::List { query: ReportQuery::default() };
    let batch = plan_of(&app.core, &connection, source, wish, None).await.number;
    let changing: Vec<_> =
        rows(&app.core, batch).await.into_iter().filter(|row| row.act == RowAction::Privacy).collect();
    let ignored: Vec<_> = changing.iter().step_by(3).map(|row| row.report.clone().unwrap()).collect();
    assert!(ignored.len() > 40 && changing.len() > 100, "{} of {}", ignored.len(), changing.len());
    play(&service, ignored.iter().map(|id| ignore(id)).collect());
    service.clear_requests();

    let ended = run(&app.core, batch).await;
    let done = u32::try_from(changing.len() - ignored.len()).unwrap();
    assert_eq!((ended.states.done, ended.states.failed), (done, u32::try_from(ignored.len()).unwrap()));
    assert_eq!((ended.states.confirming, ended.states.unknown, ended.problem), (0, 0, None));
    assert!(reads(&service) <= known.len().div_ceil(100) + 1, "{}", reads(&service));
    let of = |id: &str| ReportRef { connection: connection.clone(), id: id.to_owned() };
    for row in rows(&app.core, batch).await.iter().filter(|row| row.act == RowAction::Privacy) {
        let id = row.report.as_deref().unwrap();
        let shown = app.core.library_report(of(id)).await.unwrap().report.row.privacy;
        let code = row.problem.as_ref().map(|problem| problem.code);
        if ignored.iter().any(|ignored| ignored == id) {
            assert_eq!((row.state, code, shown), (RowState::Failed, Some(ProblemCode::NotApplied), row.from));
        } else {
            assert_eq!((row.state, code, shown), (RowState::Done, None, Some(Privacy::Private)));
        }
    }
    // Only confirmed changes are undone.
    let undo = app.core.batch_undo(BatchRef { batch }).await.unwrap();
    assert_eq!(undo.acts.privacy, done);

    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done as usize, ended.states.failed), (changing.len(), 0));
    let shown = all_reports(&app.core, &connection).await;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Private)));
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_confirmed_by_lists_while_others_are_sent() {
    let service = service_with(0, 600).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let source = BatchSource::List { query: ReportQuery::default() };
    let batch = plan_of(&app.core, &connection, source, wish, None).await;
    play(&service, vec![on(Method::Put, Fault::Delay { ms: 60 })]);
    service.clear_requests();
    let ended = run(&app.core, batch.number).await;
    assert_eq!(ended.states.done, batch.acts.privacy);
    assert!(reads(&service) <= known.len().div_ceil(100) + 1, "{}", reads(&service));
    let requests = service.requests();
    let place = |method: &str| requests.iter().position(|request| request.method == method);
    let last_write = requests.iter().rposition(|request| request.method == "PUT");
    assert!(place("GET") < last_write, "{:?} {last_write:?}", place("GET"));
}

#[tokio::test(flavor = "multi_thread")]
async fn few_rows_of_many_reports_are_confirmed_one_by_one() {
    let service = service_with(0, 450).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let some = known.iter().rev().filter(|row| row.privacy != Some(Privacy::Private)).step_by(40).take(3);
    let ids: Vec<_> = some.map(|row| row.id.clone()).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids), wish, None).await;
    service.clear_requests();
    assert_eq!(run(&app.core, batch.number).await.states.done, 3);
    assert_eq!(reads(&service), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_rechecked_or_created_is_in_the_library_when_the_batch_is_done_whatever_lists_are_sorted_by() {
    let service = service_with(0, 150).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let lists = Lists { sorts_by_generated_at: false, ..Lists::default() };
    let ignored: Vec<_> = known.iter().step_by(10).map(|row| row.id.clone()).collect();
    service.apply_profile(ServiceProfile {
        lists,
        faults: ignored.iter().map(|id| ignore(id)).collect(),
        ..ServiceProfile::default()
    });
    let refresh = BatchRequest::Refresh { older_than_days: None };
    let ids = known.iter().map(|row| row.id.clone());
    let batch = plan_of(&app.core, &connection, reports(ids), refresh, None).await.number;
    service.clear_requests();
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (135, 15));
    assert!(reads(&service) <= 5, "{}", reads(&service));
    for before in &known {
        let of = ReportRef { connection: connection.clone(), id: before.id.clone() };
        let now = app.core.library_report(of).await.unwrap().report.row;
        assert_eq!(now.generated_at > before.generated_at, !ignored.contains(&before.id), "{now:?}");
    }

    let batch = plan(&app.core, &connection, &pages(30)).await.number;
    assert_eq!(run(&app.core, batch).await.states.done, 30);
    for row in rows(&app.core, batch).await {
        let of = ReportRef { connection: connection.clone(), id: row.report.unwrap() };
        let known = app.core.library_report(of).await.unwrap();
        assert!(known.has_checks && known.report.row.privacy == Some(Privacy::Private), "{known:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_created_report_with_another_privacy_is_changed_when_it_is_tried_again_and_not_created_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let batch = plan(&app.core, &connection, &pages(6)).await.number;
    let public = |skip| Rule {
        skip,
        times: Some(1),
        ..on(Method::Post, Fault::Takes([("privacy".to_owned(), Some("0".to_owned()))].into()))
    };
    play(&service, vec![public(1), public(3)]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed, ended.states.unknown), (4, 2, 0));
    let shown = made(&app.core, &connection).await;
    for row in rows(&app.core, batch).await {
        let shown = shown.iter().find(|shown| row.report.as_ref() == Some(&shown.id)).unwrap();
        let code = row.problem.as_ref().map(|problem| problem.code);
        match shown.privacy {
            Some(Privacy::Private) => assert_eq!((row.state, code), (RowState::Done, None)),
            other => {
                assert_eq!((row.state, code), (RowState::Failed, Some(ProblemCode::NotApplied)));
                assert_eq!(other, Some(Privacy::Public));
            }
        }
    }
    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done, 6);
    let shown = made(&app.core, &connection).await;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Private)), "{shown:?}");
    assert_each_has_one(&rows(&app.core, batch).await, &shown);
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_that_were_not_set_are_not_kept() {
    let service = service_with(0, 12).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let open: Vec<_> = known.iter().filter(|row| row.privacy != Some(Privacy::Password)).collect();
    let ids: Vec<_> = open.iter().map(|row| row.id.clone()).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let password = Some(PasswordSource::One { password: Secret::from("open sesame") });
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, password).await.number;
    let deaf = Rule { path: Some(format!("reports/{}", ids[0])), ..on(Method::Put, Fault::Deaf) };
    play(&service, vec![deaf]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done as usize, ended.states.failed), (ids.len() - 1, 1));
    for id in &ids {
        let of = ReportRef { connection: connection.clone(), id: id.clone() };
        let kept = app.core.password_show(of).await;
        assert_eq!(kept.is_ok(), *id != ids[0], "{id}");
    }
}

/// How far a computer's clock is ahead, in seconds.
static AHEAD: AtomicI64 = AtomicI64::new(0);

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_before_the_clock_was_set_is_confirmed_after_it() {
    let service = service_with(0, 151).await;
    let is_sent = Arc::new(AtomicBool::new(false));
    let (sent, behind) = (Arc::clone(&is_sent), service.base_url());
    // The clock is corrected between the first write and the first read after it.
    let gate = Gate::before(&behind, move |line| {
        if line.starts_with("PUT") {
            sent.store(true, Ordering::SeqCst);
        } else if sent.load(Ordering::SeqCst) {
            AHEAD.store(0, Ordering::SeqCst);
        }
        async move { line }
    });
    let gate = gate.await;
    let clock = Clock(|| Timestamp::now() + SignedDuration::from_secs(AHEAD.load(Ordering::SeqCst)));
    let app = App::timed(Arc::default(), FakeKeychain::default(), Timing { clock, ..TIMING });
    let connection = app.core.connection_save(draft(&gate.base_url, KEY)).await.unwrap().id;
    let ids: Vec<_> = all_reports(&app.core, &connection).await.into_iter().map(|row| row.id).collect();
    // By lists, and one by one. Two rechecks of a report in one second can't be told apart.
    let (many, one) = ids.split_at(150);
    for part in [many, one] {
        is_sent.store(false, Ordering::SeqCst);
        AHEAD.store(600, Ordering::SeqCst);
        // Shows the service's time.
        all_reports(&app.core, &connection).await;
        let refresh = BatchRequest::Refresh { older_than_days: None };
        let batch = plan_of(&app.core, &connection, reports(part.iter().cloned()), refresh, None).await.number;
        let ended = run(&app.core, batch).await;
        assert_eq!((ended.states.done as usize, ended.states.failed), (part.len(), 0));
        assert_eq!(AHEAD.load(Ordering::SeqCst), 0);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn answered_rows_that_nothing_is_found_of_are_no_proof_that_reports_are_gone() {
    let service = service_with(0, 12).await;
    let (app, connection) = app(&service, 90).await;
    let known = all_reports(&app.core, &connection).await;
    let public: Vec<_> = known.iter().filter(|row| row.privacy == Some(Privacy::Public)).take(3).collect();
    let ids: Vec<_> = public.iter().map(|row| row.id.clone()).collect();
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, None).await.number;
    // A web server in place of the service.
    let not_found = Answer { status: 404.try_into().unwrap(), body: Body::Html, retry_after_s: None };
    play(&service, vec![on(Method::Get, not_found)]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.unknown as usize, ended.states.failed), (ids.len(), 0), "{ended:?}");
    app.core.library_flush().await;
    for id in ids {
        let of = ReportRef { connection: connection.clone(), id };
        assert_eq!(app.core.library_report(of).await.unwrap().gone_at, None);
    }
}

/// A list of reports without their privacy, of which each page is the same and names a next one.
fn endless_list(ids: impl Iterator<Item = u32>) -> Rule {
    let rows: Vec<_> = ids.map(|id| json!({ "id": id, "url": "https://a.example/" })).collect();
    let body = Body::Json(json!({ "data": rows, "links": { "next": "https://a.example/?page=2" } }));
    let fault = Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
    Rule { path: Some("reports".to_owned()), ..on(Method::Get, fault) }
}

#[tokio::test(flavor = "multi_thread")]
async fn where_lists_say_nothing_of_privacy_rows_are_confirmed_one_by_one() {
    let service = service_with(0, 600).await;
    let (app, connection) = app(&service, 90).await;
    all_reports(&app.core, &connection).await;
    let create = plan(&app.core, &connection, &pages(5)).await.number;
    let query = ReportQuery { sort_by: Some(ReportSort::Id), sort: Some(Direction::Asc), ..ReportQuery::default() };
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let change = plan_of(&app.core, &connection, BatchSource::List { query }, wish, None).await;
    let rows = rows(&app.core, change.number).await;
    let changing = rows.iter().filter(|row| row.act == RowAction::Privacy).take(100);
    let ids: Vec<u32> = changing.map(|row| row.report.as_deref().unwrap().parse().unwrap()).collect();
    assert!(ids.len() == 100 && change.acts.privacy > 200, "{:?}", change.acts);
    let delay = on(Method::Put, Fault::Delay { ms: 60 });
    for (batch, ids, done) in [(create, (601..606).rev().collect(), 5), (change.number, ids, change.acts.privacy)] {
        play(&service, vec![endless_list(ids.into_iter()), delay.clone()]);
        service.clear_requests();
        let ended = timeout(Duration::from_mins(1), run(&app.core, batch)).await.expect("it reads lists without end");
        assert_eq!(ended.states.done, done);
        let mut requests = service.requests();
        requests.retain(|request| request.method == "GET" && request.path.ends_with("/reports"));
        assert!((1..3).contains(&requests.len()), "{requests:?}");
    }
}
