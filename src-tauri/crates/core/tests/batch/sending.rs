use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use assay_core::Core;
use assay_model::{
    Batch, BatchRef, BatchRequest, BatchState, CoreEvent, ExistingReportPolicy, LibraryQuery, ListReports, PageSize,
    PasswordSource, Privacy, ProblemCode, Report, ReportQuery, ReportRef, ReportRow, RowAction, RowState, Secret,
    SkipReason, SnapshotRef, StateCounts,
};
use assay_sample_service::service_profile::{Body, Fault, Method, Rule, faults::Fault::Answer};
use serde_json::json;
use tokio::sync::Barrier;

use crate::{
    answer, app,
    common::{
        App, KEY,
        batches::{
            answered, assert_each_has_one, at_once, create_as, made, pages, plan, plan_of, reports, rows, run, text,
            until, until_ended,
        },
        gate::Gate,
    },
    on, play, sent, service_with,
};

#[tokio::test(flavor = "multi_thread")]
async fn rows_are_sent_in_order_so_many_at_once_and_the_library_knows_what_came_of_them() {
    let service = service_with(100, 0).await;
    // Three are released together; a fourth concurrent one would be counted.
    let held = Arc::new((Barrier::new(3), AtomicUsize::new(0), AtomicUsize::new(0)));
    let counted = Arc::clone(&held);
    let gate = Gate::before(&service.base_url(), move |line| {
        let held = Arc::clone(&held);
        async move {
            let (three, now, most) = &*held;
            if line.starts_with("POST") {
                now.fetch_add(1, Ordering::SeqCst);
                three.wait().await;
                tokio::time::sleep(Duration::from_millis(50)).await;
                most.fetch_max(now.fetch_sub(1, Ordering::SeqCst), Ordering::SeqCst);
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let connection = connection.id;
    at_once(&app.core, 3).await;
    let addresses = pages(12);
    let batch = plan(&app.core, &connection, &addresses).await;
    assert_eq!((batch.state, batch.acts.create, batch.started_at), (BatchState::Planned, 12, None));

    let mut events = app.core.watch();
    let begun = Instant::now();
    let ended = run(&app.core, batch.number).await;
    let took = begun.elapsed().as_millis();
    assert_eq!(counted.2.load(Ordering::SeqCst), 3, "at once");
    assert_eq!(ended.states, StateCounts { done: 12, ..StateCounts::default() });
    assert!(ended.started_at.is_some() && ended.ended_at >= ended.started_at);

    let sent = sent(&service, "POST");
    let place = |address: &String| addresses.iter().position(|other| other == address).unwrap();
    for (turn, address) in sent.iter().enumerate() {
        assert!(place(address).abs_diff(turn) < 3, "in order but for those at the same time: {sent:?}");
    }
    let rows = rows(&app.core, batch.number).await;
    assert!(rows.iter().all(|row| row.state == RowState::Done && !row.was_found && row.took >= Some(100)), "{rows:?}");
    assert_each_has_one(&rows, &made(&app.core, &connection).await);
    app.core.library_flush().await;
    let known = app.core.library_list(LibraryQuery::default()).await.unwrap();
    assert!(known.rows.iter().all(|row| row.row.privacy == Some(Privacy::Private)));
    assert_eq!(known.total, 12);
    // Unconfirmed values in write responses are not changes.
    for id in rows.iter().filter_map(|row| row.report.clone()) {
        let past = app.core.report_history(ReportRef { connection: connection.clone(), id }).await.unwrap();
        assert_eq!(past.snapshots.len(), 1, "{past:?}");
    }

    tokio::time::sleep(Duration::from_millis(600)).await;
    let mut told: Vec<Batch> = Vec::new();
    while let Ok(event) = events.try_recv() {
        if let CoreEvent::Batch { batch } = event {
            told.push(*batch);
        }
    }
    assert!(told.len() >= 2 && told.len() as u128 <= 3 + took / 250, "{}", told.len());
    assert_eq!(told.last().map(|told| told.state), Some(BatchState::Ended));
    assert!(told.is_sorted_by_key(answered) && told.is_sorted_by_key(|told| told.states.done));
    let progress = app.host.progress.lock().unwrap().clone();
    assert!(progress.iter().flatten().all(|share| (0.0..=1.0).contains(share)) && progress.len() >= 2);
    assert_eq!(progress.last(), Some(&None), "{progress:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_row_stops_no_other_and_can_be_tried_again() {
    let service = service_with(0, 0).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let addresses = ["https://batch.example/1", "https://never.invalid/", "https://batch.example/2"].map(str::to_owned);
    let batch = plan(&app.core, &connection, &addresses).await.number;
    play(&service, vec![Rule { skip: 2, times: Some(1), ..on(Method::Post, answer(404, None)) }]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed, ended.problem), (1, 2, None));
    let failed = rows(&app.core, batch).await;
    let codes: Vec<_> = failed.iter().map(|row| row.problem.as_ref().map(|problem| problem.code)).collect();
    assert!(codes.contains(&Some(ProblemCode::RefusedInput)) && codes.contains(&Some(ProblemCode::UnsupportedService)));

    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    let ended = until_ended(&app.core, batch).await;
    assert_eq!((ended.states.done, ended.states.failed), (2, 1));
    assert_eq!(made(&app.core, &connection).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn deletes_are_held_for_a_moment_and_a_copy_of_each_stays() {
    let service = service_with(0, 5).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids: Vec<_> = app.core.reports_list(list.clone()).await.unwrap().rows.into_iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), 5);
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), BatchRequest::Delete, None).await.number;
    let of = BatchRef { batch };

    let held = app.core.batch_start(of).await.unwrap();
    assert!(held.state == BatchState::Held && held.held_until.is_some(), "{held:?}");
    assert_eq!(app.core.batch_cancel(of).await.unwrap().state, BatchState::Planned);
    let begun = Instant::now();
    app.core.batch_start(of).await.unwrap();
    // Deleted meanwhile by another user.
    let (elsewhere, other) = self::app(&service, 90).await;
    elsewhere.core.report_delete(ReportRef { connection: other, id: ids[2].clone() }).await.unwrap();
    let done = Rule { times: Some(1), after_work: true, ..on(Method::Delete, Fault::Drop) };
    let not_done = Rule { times: Some(1), ..on(Method::Delete, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = until_ended(&app.core, batch).await;
    assert!(begun.elapsed() >= Duration::from_secs(8), "{:?}", begun.elapsed());
    assert_eq!((ended.states.done, ended.states.skipped), (4, 1));
    let rows = rows(&app.core, batch).await;
    assert_eq!(rows[2].skipped, Some(SkipReason::Gone));
    assert!(app.core.reports_list(list).await.unwrap().rows.is_empty());
    app.core.library_flush().await;
    for (place, id) in ids.into_iter().enumerate().filter(|(place, _)| *place != 2) {
        let known = app.core.library_report(ReportRef { connection: connection.clone(), id }).await.unwrap();
        assert!(known.gone_at.is_some() && !known.report.checks.is_empty(), "{place}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn privacies_passwords_and_checks_change_and_the_library_and_the_keychain_know() {
    let service = service_with(0, 6).await;
    let (app, connection) = app(&service, 90).await;
    let list = ListReports { connection: connection.clone(), query: ReportQuery::default() };
    let ids: Vec<_> = app.core.reports_list(list.clone()).await.unwrap().rows.into_iter().map(|row| row.id).collect();
    let password = Some(PasswordSource::One { password: Secret::from("open sesame") });
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let protect = plan_of(&app.core, &connection, reports(ids.clone()), wish, password).await;
    // Lost changes are resent, carried out or not.
    let done = Rule { times: Some(1), after_work: true, ..on(Method::Put, Fault::Drop) };
    let not_done = Rule { skip: 1, times: Some(1), ..on(Method::Put, Fault::Drop) };
    play(&service, vec![done, not_done]);
    let ended = run(&app.core, protect.number).await;
    assert_eq!(ended.states.done, protect.acts.privacy);
    assert!(protect.acts.privacy >= 4, "{:?}", protect.acts);
    let shown = app.core.reports_list(list.clone()).await.unwrap().rows;
    assert!(shown.iter().all(|row| row.privacy == Some(Privacy::Password)));
    for row in rows(&app.core, protect.number).await.iter().filter(|row| row.state == RowState::Done) {
        let of = ReportRef { connection: connection.clone(), id: row.report.clone().unwrap() };
        assert_eq!(app.core.password_show(of).await.unwrap().password, "open sesame");
    }

    service.clear_requests();
    let refresh = BatchRequest::Refresh { older_than_days: None };
    let refresh = plan_of(&app.core, &connection, reports(ids), refresh, None).await;
    let ended = run(&app.core, refresh.number).await;
    assert_eq!((ended.acts.refresh, ended.states.done), (6, 6));
    assert!(rows(&app.core, refresh.number).await.iter().all(|row| row.act == RowAction::Refresh));
    assert_eq!(service.requests().iter().filter(|request| request.method == "PUT").count(), 6);
    app.core.library_flush().await;
    let known = app.core.library_list(LibraryQuery::default()).await.unwrap().rows;
    let before: BTreeMap<_, _> = shown.iter().map(|row| (row.id.clone(), row.generated_at)).collect();
    for row in known {
        assert_eq!((row.row.privacy, row.row.has_password), (Some(Privacy::Password), Some(true)));
        assert!(row.row.generated_at > before[&row.row.id], "{row:?}");
    }
}

/// The library's reports, except for privacy changes.
async fn known_but_for_privacy(core: &Core, connection: &str, ids: &[String]) -> Vec<Report> {
    core.library_flush().await;
    let mut known = Vec::new();
    for id in ids {
        let of = ReportRef { connection: connection.to_owned(), id: id.clone() };
        let mut report = core.library_report(of).await.unwrap().report;
        (report.row.privacy, report.row.has_password, report.row.updated_at) = (None, None, None);
        known.push(report);
    }
    known
}

#[tokio::test(flavor = "multi_thread")]
async fn short_answers_to_writes_replace_nothing_that_the_library_knows() {
    let service = service_with(0, 25).await;
    let (app, connection) = app(&service, 90).await;
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    let list = ListReports { connection: connection.clone(), query };
    let shown = app.core.reports_list(list).await.unwrap().rows;
    let ids: Vec<_> = shown.iter().map(|row| row.id.clone()).collect();
    let before = known_but_for_privacy(&app.core, &connection, &ids).await;
    assert!(before.len() == 25 && before.iter().all(|report| !report.checks.is_empty()));

    let short = |id: &String| {
        let body = Body::Json(json!({ "data": { "id": id.parse::<u32>().unwrap(), "privacy": null } }));
        let fault = Answer { status: 200.try_into().unwrap(), body, retry_after_s: None };
        Rule { path: Some(format!("reports/{id}")), after_work: true, ..on(Method::Put, fault) }
    };
    play(&service, ids.iter().map(short).collect());
    let wish = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, None).await;
    assert!(batch.acts.privacy > 5, "{:?}", batch.acts);
    let ended = run(&app.core, batch.number).await;
    assert_eq!(ended.states.done, batch.acts.privacy);

    assert_eq!(known_but_for_privacy(&app.core, &connection, &ids).await, before);
    for id in &ids {
        let of = ReportRef { connection: connection.clone(), id: id.clone() };
        assert_eq!(app.core.library_report(of.clone()).await.unwrap().report.row.privacy, Some(Privacy::Private));
        for snapshot in app.core.report_history(of).await.unwrap().snapshots {
            let of = SnapshotRef { connection: connection.clone(), id: id.clone(), number: snapshot.number };
            let row = app.core.snapshot_read(of).await.unwrap().row;
            assert!(!row.address.is_empty() && row.project.is_some(), "{row:?}");
        }
    }
    let addresses: Vec<_> = shown.iter().map(|row| format!("https://{}", row.address)).collect();
    let skip = create_as(Privacy::Private, ExistingReportPolicy::Skip);
    let again = plan_of(&app.core, &connection, text(&addresses.join("\n")), skip, None).await;
    assert_eq!((again.acts.create, again.acts.skip), (0, 25), "each page is known");
}

/// A web server in place of the service, which finds nothing.
fn not_found() -> Rule {
    Answer { status: 404.try_into().unwrap(), body: Body::Html, retry_after_s: None }.into()
}

/// Reports with a saved password.
async fn protected(core: &Core, connection: &str) -> Vec<String> {
    let list = ListReports { connection: connection.to_owned(), query: ReportQuery::default() };
    let open = |row: &ReportRow| row.privacy != Some(Privacy::Password);
    let ids: Vec<_> = core.reports_list(list).await.unwrap().rows.into_iter().filter(open).map(|row| row.id).collect();
    let password = Some(PasswordSource::One { password: Secret::from("open sesame") });
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let batch = plan_of(core, connection, reports(ids.clone()), wish, password).await.number;
    assert_eq!(run(core, batch).await.states.done as usize, ids.len());
    ids
}

/// Whether a report's saved password and saved copy are as if it were there.
async fn is_kept(core: &Core, connection: &str, id: &str) -> bool {
    core.library_flush().await;
    let of = ReportRef { connection: connection.to_owned(), id: id.to_owned() };
    let is_there = core.library_report(of.clone()).await.unwrap().gone_at.is_none();
    is_there && core.password_show(of).await.is_ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_web_server_in_place_of_the_service_proves_no_report_of_a_batch_gone() {
    let service = service_with(0, 12).await;
    let (app, connection) = app(&service, 90).await;
    at_once(&app.core, 1).await;
    let ids = protected(&app.core, &connection).await;
    assert!(ids.len() > 5, "{ids:?}");
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), BatchRequest::Delete, None).await.number;
    // The backup is recent, so the delete is the first request; after a restart it is the read for one.
    play(&service, vec![Rule { times: Some(1), ..on(Method::Delete, answer(502, None)) }, not_found()]);
    let stands = |batch: &Batch| matches!(batch.state, BatchState::Paused | BatchState::Ended);
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, stands).await;
    assert_eq!((paused.states.done, paused.states.skipped), (0, 0), "{paused:?}");
    let app = app.restarted();
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    app.core.batch_start(BatchRef { batch }).await.unwrap();
    let paused = until(&app.core, batch, stands).await;
    assert_eq!((paused.states.done, paused.states.skipped), (0, 0), "{paused:?}");
    for id in &ids {
        assert!(is_kept(&app.core, &connection, id).await, "{id}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_delete_that_the_service_ignores_is_marked_and_can_be_tried_again() {
    let service = service_with(0, 12).await;
    let (app, connection) = app(&service, 90).await;
    let ids = protected(&app.core, &connection).await;
    let batch = plan_of(&app.core, &connection, reports(ids.clone()), BatchRequest::Delete, None).await.number;
    play(&service, vec![Rule { path: Some(format!("reports/{}", ids[0])), ..on(Method::Delete, Fault::Deaf) }]);
    let ended = run(&app.core, batch).await;
    assert_eq!((ended.states.done as usize, ended.states.failed), (ids.len() - 1, 1));
    let ignored = rows(&app.core, batch).await.remove(0);
    assert_eq!(ignored.problem.map(|problem| problem.code), Some(ProblemCode::NotApplied));
    for id in &ids {
        assert_eq!(is_kept(&app.core, &connection, id).await, *id == ids[0], "{id}");
    }

    play(&service, Vec::new());
    app.core.batch_retry(BatchRef { batch }).await.unwrap();
    assert_eq!(until_ended(&app.core, batch).await.states.done as usize, ids.len());
    assert!(!is_kept(&app.core, &connection, &ids[0]).await);
}
