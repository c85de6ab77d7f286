use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use assay_model::{ProblemCode, SyncKind};
use assay_sample_service::{
    ServiceProfile,
    service_profile::{Body, Fault, Rule},
};

use crate::{
    Elsewhere,
    common::{App, KEY, gate::Gate, service_of},
    known, page_of_the_walk, sync,
};

#[tokio::test]
async fn what_vanished_is_looked_for_one_by_one() {
    let service = service_of(240).await;
    let gate = Gate::open(&service.base_url()).await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    let elsewhere = Elsewhere::of(&service).await;
    elsewhere.delete([2, 100, 101, 240]).await;
    // The service denies access to one.
    let forbidden = Fault::Answer { status: "403".parse().unwrap(), body: Body::Message, retry_after_s: None };
    let rule = Rule { path: Some("reports/101".to_owned()), ..forbidden.into() };
    service.apply_profile(ServiceProfile { faults: vec![rule], ..ServiceProfile::default() });
    gate.forget();
    let state = sync(&app, id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone, state.found.new), (None, 3, 0));
    let looked: Vec<_> = gate.lines().into_iter().filter(|line| line.starts_with("GET /api/v1/reports/")).collect();
    assert_eq!(looked.len(), 4, "{looked:?}");
    assert_eq!(known(&app, id, true).await, ["2", "100", "240"].map(str::to_owned).into());
    assert!(known(&app, id, false).await.contains("101"));
}

#[tokio::test]
async fn a_service_that_finds_nothing_at_all_has_not_lost_its_reports() {
    let service = Arc::new(service_of(120).await);
    let (failing, is_ready) = (Arc::clone(&service), Arc::new(AtomicBool::new(false)));
    let ready = Arc::clone(&is_ready);
    let gate = Gate::before(&service.base_url(), move |line| {
        let (service, ready) = (Arc::clone(&failing), Arc::clone(&ready));
        async move {
            // From the first lookup on, something else responds.
            if ready.load(Ordering::SeqCst) && line.starts_with("GET /api/v1/reports/") {
                let other = Fault::Answer { status: "404".parse().unwrap(), body: Body::Html, retry_after_s: None };
                service.apply_profile(ServiceProfile { faults: vec![other.into()], ..ServiceProfile::default() });
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    sync(&app, &connection.id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([5, 6]).await;
    is_ready.store(true, Ordering::SeqCst);
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!(state.problem.unwrap().code, ProblemCode::UnsupportedService);
    assert!(known(&app, &connection.id, true).await.is_empty());
    // It resumes when the service works again.
    is_ready.store(false, Ordering::SeqCst);
    service.apply_profile(ServiceProfile::default());
    gate.forget();
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone), (None, 2));
    assert!(gate.lines().iter().all(|line| page_of_the_walk(line).is_none()), "the list was read already");
}

#[tokio::test]
async fn what_vanished_is_looked_for_where_a_service_repeats_its_last_page() {
    let service = service_of(250).await;
    let gate = Gate::before(&service.base_url(), |line| async move {
        if page_of_the_walk(&line) == Some(3) { line.replace("&page=3", "&page=2") } else { line }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    sync(&app, &connection.id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([2, 100]).await;
    let state = sync(&app, &connection.id, SyncKind::Full).await;
    assert_eq!((state.problem, state.found.gone), (None, 2));
}

#[tokio::test]
async fn what_is_read_of_others_is_no_proof_that_a_report_is_gone() {
    let service = service_of(150).await;
    let (app, connection) = App::connected(&service).await;
    let id = &connection.id;
    sync(&app, id, SyncKind::Full).await;
    Elsewhere::of(&service).await.delete([149]).await;
    // It can't be read, so its state is unknown.
    let failing = Fault::Answer { status: "500".parse().unwrap(), body: Body::Message, retry_after_s: None };
    let rule = Rule { path: Some("reports/149".to_owned()), ..failing.into() };
    service.apply_profile(ServiceProfile { faults: vec![rule], ..ServiceProfile::default() });
    let state = sync(&app, id, SyncKind::Light).await;
    assert_eq!(state.problem.map(|problem| problem.code), Some(ProblemCode::ServiceFault));
    assert!(known(&app, id, true).await.is_empty());
}
