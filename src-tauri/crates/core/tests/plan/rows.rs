use std::{
    collections::HashSet,
    fs,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use assay_model::{
    ActCounts, BatchFilter, BatchOrigin, BatchRef, BatchRequest, BatchSource, BatchState, BatchesQuery,
    ConnectionRemoval, CreateReport, Direction, ExistingReportPolicy, FieldReason, LibraryQuery, ListBatchRows,
    ListReports, MonthlyQuota, NewReport, PageSize, PasswordSource, PlanBatch, Preferences, Privacy, ProblemCode,
    ReportQuery, ReportRef, ReportSort, RowAction, RowState, Secret, SetRowActions, SkipReason,
};
use assay_sample_service::{Config, SampleService};

use crate::{
    acts,
    common::{
        App, KEY,
        batches::{create, plan_of, reports, rows, run, text, until},
        gate::Gate,
    },
    hidden, knowing, replan, service, wish,
};

fn assert_nothing_was_written(service: &SampleService) {
    let requests = service.requests();
    assert!(requests.iter().all(|request| request.method == "GET"), "{requests:?}");
}

#[tokio::test]
async fn a_list_of_addresses_is_planned_against_what_is_known_and_kept_beyond_the_end_of_the_app() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let lines =
        format!("https://new.example/a\nhttps://www.{}/\nftp://no.example\nnew.example/a#part\n", known[0].address);
    let mut events = app.core.watch();
    let batch = plan_of(&app.core, &connection, text(&lines), wish(ExistingReportPolicy::Refresh), None).await;
    assert_eq!((batch.state, &batch.from, batch.number), (BatchState::Planned, &BatchOrigin::Text, 1));
    assert_eq!(batch.acts, ActCounts { create: 1, refresh: 1, skip: 1, ..ActCounts::default() });
    assert_eq!((batch.bad_lines, batch.passwords_missing, batch.can_undo), (1, 0, false));
    let told = async {
        loop {
            if let Some(assay_model::CoreEvent::Batch { batch }) = events.recv().await {
                return *batch;
            }
        }
    };
    assert_eq!(told.await, batch);

    let app = app.restarted();
    assert_eq!(app.core.batch_read(BatchRef { batch: 1 }).await.unwrap(), batch);
    let planned = rows(&app.core, 1).await;
    assert_eq!(acts(&planned), [RowAction::Create, RowAction::Refresh, RowAction::Skip]);
    assert_eq!(
        (planned[0].address.as_str(), planned[0].line, planned[0].to),
        ("https://new.example/a", Some(1), Some(Privacy::Private))
    );
    assert_eq!((planned[1].report.as_ref(), planned[1].from), (Some(&known[0].id), known[0].privacy));
    assert_eq!((planned[1].generated_at, planned[1].to), (known[0].generated_at, None));
    assert_eq!(planned[2].skipped, Some(SkipReason::Duplicate { line: Some(1) }));
    let bad = app.core.batch_bad_lines(BatchRef { batch: 1 }).await.unwrap();
    assert_eq!((bad[0].line, bad.len()), (3, 1));
    assert_nothing_was_written(&service);
}

#[tokio::test]
async fn a_plan_is_made_anew_by_other_rules_after_a_restart_with_the_passwords_of_its_source() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let project = known[0].project.clone().unwrap();
    let of_project: Vec<_> = known.iter().filter(|row| row.project.as_ref() == Some(&project)).collect();
    assert!(of_project.len() > 1, "{known:?}");
    let lines = format!("url,privacy,password\nhttps://new.example/a,,tulips-in-may\nhttps://{},,\n", known[0].address);
    let batch = plan_of(&app.core, &connection, text(&lines), wish(ExistingReportPolicy::Skip), None).await;
    assert_eq!(batch.acts, ActCounts { create: 1, skip: 1, ..ActCounts::default() });
    assert_eq!(batch.passwords_missing, 0);
    app.core
        .batch_set_actions(SetRowActions {
            batch: 1,
            rows: Some(vec![1]),
            filter: BatchFilter::default(),
            to: RowAction::Skip,
        })
        .await
        .unwrap();

    let app = app.restarted();
    let truth = BatchRequest::Create {
        privacy: Privacy::Password,
        known: ExistingReportPolicy::Refresh,
        change_known: true,
        match_project: Some(project),
    };
    let batch = replan(&app.core, 1, truth.clone(), None).await.unwrap();
    let planned = rows(&app.core, 1).await;
    assert_eq!(batch.wish, truth);
    assert_eq!(
        (planned[0].act, planned[0].to, planned[0].has_password),
        (RowAction::Create, Some(Privacy::Password), true)
    );
    assert_eq!(
        (planned[1].act, planned[1].to, planned[1].has_password),
        (RowAction::Refresh, Some(Privacy::Password), false)
    );
    assert_eq!(batch.passwords_missing, 1);
    assert_eq!(planned.len(), 1 + of_project.len());
    let added = &planned[2..];
    assert!(
        added
            .iter()
            .all(|row| row.skipped == Some(SkipReason::NotOnTheList) && row.choices.contains(&RowAction::Delete))
    );

    let deletes = SetRowActions {
        batch: 1,
        rows: None,
        filter: BatchFilter { act: Some(RowAction::Skip), ..BatchFilter::default() },
        to: RowAction::Delete,
    };
    let switched = app.core.batch_set_actions(deletes).await.unwrap();
    assert_eq!(switched.acts.delete as usize, added.len());
    let one = Some(PasswordSource::One { password: Secret::from("one-for-all") });
    assert_eq!(replan(&app.core, 1, truth, one).await.unwrap().passwords_missing, 0);
    let back = replan(&app.core, 1, wish(ExistingReportPolicy::Create), None).await.unwrap();
    assert_eq!(back.acts, ActCounts { create: 2, ..ActCounts::default() });
    assert_nothing_was_written(&service);

    let written: Vec<_> =
        fs::read_dir(app.host.folder.0.path()).unwrap().map(|file| fs::read(file.unwrap().path()).unwrap()).collect();
    for password in ["tulips-in-may", "one-for-all"] {
        assert!(!written.iter().any(|bytes| bytes.windows(password.len()).any(|part| part == password.as_bytes())));
    }
}

#[tokio::test]
async fn reports_are_planned_by_their_ids_by_a_list_of_the_service_and_by_one_of_the_library() {
    let service = service(130).await;
    let (app, connection, known) = knowing(&service).await;
    let public: Vec<_> =
        known.iter().filter(|row| row.privacy == Some(Privacy::Public)).map(|row| row.id.clone()).collect();
    let private = BatchRequest::Privacy { privacy: Privacy::Private };
    let ids = [public[0].clone(), public[1].clone(), public[0].clone(), "987654".to_owned()];
    let batch = plan_of(&app.core, &connection, reports(ids), private.clone(), None).await;
    let planned = rows(&app.core, batch.number).await;
    assert_eq!(batch.from, BatchOrigin::Selection);
    assert_eq!(acts(&planned), [RowAction::Privacy; 3]);
    assert_eq!([planned[0].from, planned[2].from], [Some(Privacy::Public), None]);

    let all =
        BatchSource::List { query: ReportQuery { per_page: PageSize::Ten, page: Some(7), ..ReportQuery::default() } };
    let batch = plan_of(&app.core, &connection, all, private.clone(), None).await;
    let already = known.iter().filter(|row| row.privacy == Some(Privacy::Private)).count();
    assert_eq!((batch.acts.privacy as usize, batch.acts.skip as usize), (known.len() - already, already));

    let query = LibraryQuery { privacy: Some(Privacy::Public), ..LibraryQuery::default() };
    let library = plan_of(&app.core, &connection, BatchSource::Library { query }, BatchRequest::Delete, None).await;
    assert_eq!(library.acts, ActCounts { delete: u32::try_from(public.len()).unwrap(), ..ActCounts::default() });
    let query = LibraryQuery { connection: Some(connection.clone()), ..LibraryQuery::default() };
    let fixes = app.core.fix_list(query.clone()).await.unwrap().checks;
    let checks: Vec<_> = fixes.iter().take(2).map(|check| check.name.clone()).collect();
    let of = |checks: &[String]| BatchSource::FixList { query: query.clone(), checks: checks.to_vec() };
    let again = BatchRequest::Refresh { older_than_days: None };
    let first = plan_of(&app.core, &connection, of(&checks[..1]), again.clone(), None).await;
    assert_eq!(first.acts.refresh, fixes[0].pages);
    let both = plan_of(&app.core, &connection, of(&checks), again, None).await;
    let planned = rows(&app.core, both.number).await;
    let distinct: HashSet<_> = planned.iter().map(|row| &row.report).collect();
    assert_eq!(distinct.len(), planned.len());
    assert!((fixes[0].pages..=fixes[0].pages + fixes[1].pages).contains(&both.acts.refresh));

    let older =
        replan(&app.core, library.number, BatchRequest::Refresh { older_than_days: Some(3650) }, None).await.unwrap();
    assert_eq!(older.acts.skip, library.acts.delete);
    assert!(rows(&app.core, library.number).await.iter().all(|row| row.skipped == Some(SkipReason::Fresh)));

    let listed = app.core.batches_list(BatchesQuery { connection: Some(connection) }).await.unwrap();
    assert_eq!(listed.iter().map(|batch| batch.number).collect::<Vec<_>>(), [5, 4, 3, 2, 1]);
    assert_nothing_was_written(&service);
}

#[tokio::test]
async fn the_pages_of_a_fix_list_fail_its_check_even_where_any_filter_is_enough() {
    let service = service(30).await;
    let (app, connection, _) = knowing(&service).await;
    let all = LibraryQuery { connection: Some(connection.clone()), per_page: PageSize::Hundred, ..Default::default() };
    let either = LibraryQuery { any: Some(true), privacy: Some(Privacy::Public), score_max: Some(50), ..all.clone() };
    for query in [LibraryQuery { score_max: None, ..either.clone() }, either] {
        let fixes = app.core.fix_list(query.clone()).await.unwrap();
        let check = fixes.checks.iter().find(|check| check.pages < fixes.reports).unwrap();
        let failing = LibraryQuery { failing: Some(check.name.clone()), ..all.clone() };
        let failing = app.core.library_list(failing).await.unwrap().rows;
        let failing: HashSet<_> = failing.into_iter().map(|it| it.row.id).collect();
        let source = BatchSource::FixList { query, checks: vec![check.name.clone()] };
        let again = BatchRequest::Refresh { older_than_days: None };
        let batch = plan_of(&app.core, &connection, source, again, None).await;
        let planned = rows(&app.core, batch.number).await;
        assert_eq!(planned.len(), check.pages as usize);
        assert!(planned.iter().all(|row| row.report.as_ref().is_some_and(|id| failing.contains(id))));
    }
}

#[tokio::test]
async fn a_list_whose_filter_the_service_does_not_heed_is_no_source() {
    let service = service(30).await;
    let deaf = Gate::before(&service.base_url(), |line| async move { line.replace("project=", "unknown=") }).await;
    let (app, connection) = App::connected_to(&deaf.base_url, KEY).await;
    let query = ReportQuery { project: Some("no.example".into()), ..ReportQuery::default() };
    let source = BatchSource::List { query };
    let plan = PlanBatch {
        connection: connection.id,
        source,
        wish: BatchRequest::Delete,
        password: None,
        keep_passwords: false,
    };
    assert_eq!(app.core.batch_plan(plan).await.unwrap_err().code, ProblemCode::UnsupportedService);
    assert_eq!(app.core.batches_list(BatchesQuery::default()).await.unwrap(), []);
}

#[tokio::test]
async fn a_privacy_batch_is_undone_by_a_batch_of_the_old_values() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let some: Vec<_> =
        known.iter().filter(|row| row.privacy == Some(Privacy::Public)).take(3).map(|row| row.id.clone()).collect();
    let batch = plan_of(
        &app.core,
        &connection,
        reports(some.clone()),
        BatchRequest::Privacy { privacy: Privacy::Private },
        None,
    )
    .await;
    let undo = async |batch| app.core.batch_undo(BatchRef { batch }).await;
    assert_eq!(undo(batch.number).await.unwrap_err().code, ProblemCode::BatchNotReady);
    assert!(run(&app.core, batch.number).await.can_undo);

    let undone = undo(batch.number).await.unwrap();
    assert_eq!((&undone.wish, &undone.from), (&BatchRequest::Undo { batch: 1 }, &BatchOrigin::Batch { batch: 1 }));
    let planned = rows(&app.core, undone.number).await;
    assert_eq!(planned.iter().map(|row| row.report.clone().unwrap()).collect::<Vec<_>>(), some);
    assert!(planned.iter().all(|row| (row.from, row.to) == (Some(Privacy::Private), Some(Privacy::Public))));
    assert_eq!(replan(&app.core, undone.number, undone.wish.clone(), None).await.unwrap().acts, undone.acts);
    let other = replan(&app.core, undone.number, BatchRequest::Delete, None).await.unwrap_err();
    assert_eq!(other.fields[0].field, "wish");
    assert_eq!(run(&app.core, undone.number).await.states.done, 3);
    app.core.library_flush().await;
    let again = undo(batch.number).await.unwrap();
    assert!(rows(&app.core, again.number).await.iter().all(|row| row.skipped == Some(SkipReason::AlreadySo)));
}

#[tokio::test]
async fn a_plan_tells_the_quota_and_the_time_that_are_known() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let two = || text("https://one.example/\nhttps://two.example/");
    let batch = plan_of(&app.core, &connection, two(), create(), None).await;
    assert_eq!(batch.quota, None);
    let quotas = [(connection.clone(), 50)].into();
    app.core.preferences_save(Preferences { quotas, ..Preferences::default() }).await.unwrap();
    let before = jiff::Timestamp::now().to_string()[..7].to_owned();
    let used = known.iter().filter(|row| row.created_at.is_some_and(|at| at.to_string().starts_with(&before))).count();
    let batch = app.core.batch_read(BatchRef { batch: batch.number }).await.unwrap();
    assert_eq!(batch.quota, Some(MonthlyQuota { limit: 50, used: u32::try_from(used).unwrap() }));

    assert_eq!((batch.a_minute, batch.seconds_left), (None, None), "nothing was created with this service yet");
    let ended = run(&app.core, batch.number).await;
    assert_eq!((ended.a_minute, ended.seconds_left, ended.quota), (None, None, None));
}

#[tokio::test]
async fn what_cannot_be_planned_is_refused_before_anything_is_done() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    let refused = async |source: BatchSource, wish: BatchRequest, password: Option<PasswordSource>| {
        let plan = PlanBatch { connection: connection.id.clone(), source, wish, password, keep_passwords: false };
        let problem = app.core.batch_plan(plan).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::InvalidInput, "{problem:?}");
        problem.fields[0].clone()
    };
    let page = || text("https://one.example/");
    let ids = |ids: &[&str]| reports(ids.iter().map(|id| (*id).to_owned()));
    let match_project = Some(String::new());
    let matching = BatchRequest::Create {
        privacy: Privacy::Private,
        known: ExistingReportPolicy::Skip,
        change_known: false,
        match_project,
    };
    let one = |password: &str| Some(PasswordSource::One { password: Secret::from(password) });
    let generate = |length| Some(PasswordSource::Generate { length });
    let gone = LibraryQuery { gone: Some(true), ..LibraryQuery::default() };
    let search = ReportQuery { search: Some("x".repeat(501)), ..ReportQuery::default() };
    let fixes = |query, checks: &[&str]| {
        let checks = checks.iter().map(ToString::to_string).collect();
        BatchSource::FixList { query, checks }
    };
    let many = reports((0..10_001).map(|id| id.to_string()));
    let all = [
        (page(), BatchRequest::Delete, None, "wish"),
        (page(), BatchRequest::Undo { batch: 1 }, None, "wish"),
        (ids(&["1"]), create(), None, "wish"),
        (page(), wish(ExistingReportPolicy::RefreshOlderThan { days: 0 }), None, "days"),
        (page(), matching, None, "match_project"),
        (ids(&["1"]), BatchRequest::Refresh { older_than_days: Some(3651) }, None, "older_than_days"),
        (page(), create(), one(""), "password"),
        (page(), create(), one(&"x".repeat(129)), "password"),
        (page(), create(), generate(7), "length"),
        (page(), create(), generate(65), "length"),
        (text("ftp://one.example"), create(), None, "source"),
        (ids(&[]), BatchRequest::Delete, None, "source"),
        (ids(&[""]), BatchRequest::Delete, None, "ids"),
        (many, BatchRequest::Delete, None, "ids"),
        (fixes(gone.clone(), &["title"]), BatchRequest::Delete, None, "gone"),
        (fixes(LibraryQuery::default(), &[]), BatchRequest::Delete, None, "checks"),
        (fixes(LibraryQuery::default(), &[""]), BatchRequest::Delete, None, "checks"),
        (BatchSource::Library { query: gone }, BatchRequest::Delete, None, "gone"),
        (BatchSource::List { query: search }, BatchRequest::Delete, None, "search"),
    ];
    for (source, wish, password, field) in all {
        assert_eq!(refused(source, wish, password).await.field, field);
    }
    assert_eq!(app.core.batches_list(BatchesQuery::default()).await.unwrap(), []);

    let elsewhere =
        PlanBatch { connection: "none".into(), source: page(), wish: create(), password: None, keep_passwords: false };
    assert_eq!(app.core.batch_plan(elsewhere).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
    let list = |search: String, page| ListBatchRows {
        batch: 1,
        filter: BatchFilter { search: Some(search), ..BatchFilter::default() },
        per_page: PageSize::Ten,
        page,
    };
    let long = app.core.batch_rows(list("x".repeat(501), 1)).await.unwrap_err();
    assert_eq!(long.fields[0].reason, FieldReason::TooLong { limit: 500 });
    assert_eq!(app.core.batch_rows(list(String::new(), 0)).await.unwrap_err().fields[0].field, "page");
    assert_eq!(app.core.batch_rows(list(String::new(), 1)).await.unwrap_err().code, ProblemCode::BatchUnknown);
    assert_nothing_was_written(&service);
}

#[tokio::test]
async fn a_batch_that_was_started_is_planned_anew_no_more_and_can_be_removed_once_it_has_ended() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    let batch = plan_of(&app.core, &connection.id, text("https://one.example/"), create(), None).await.number;
    let ended = run(&app.core, batch).await;
    assert_eq!(rows(&app.core, batch).await[0].state, RowState::Done);
    assert_eq!(replan(&app.core, batch, ended.wish, None).await.unwrap_err().code, ProblemCode::BatchNotReady);
    let switch = SetRowActions { batch, rows: None, filter: BatchFilter::default(), to: RowAction::Skip };
    assert_eq!(app.core.batch_set_actions(switch).await.unwrap_err().code, ProblemCode::BatchNotReady);
    app.core.batch_remove(BatchRef { batch }).await.unwrap();
    assert_eq!(app.core.batch_remove(BatchRef { batch }).await.unwrap_err().code, ProblemCode::BatchUnknown);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_their_connection_batches_go_also_those_that_run() {
    let config = Config { key: Some(KEY.to_owned()), delay: Duration::from_secs(20), ..Config::default() };
    let service = SampleService::start(config).await.unwrap();
    let (app, connection) = App::connected(&service).await;
    let one = || Some(PasswordSource::One { password: Secret::from("open sesame") });
    for _ in 0..2 {
        plan_of(&app.core, &connection.id, text("https://one.example/"), hidden(), one()).await;
    }
    app.core.batch_start(BatchRef { batch: 1 }).await.unwrap();
    until(&app.core, 1, |batch| batch.states.running == 1).await;
    app.core.connection_remove(ConnectionRemoval { id: connection.id, leave_key: false }).await.unwrap();
    assert_eq!(app.core.batches_list(BatchesQuery::default()).await.unwrap(), []);
    assert!(app.keychain.keys().is_empty());
}

#[tokio::test]
async fn how_long_creates_take_is_not_known_before_one_was_made() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    // The rate limit becomes known, but not how long a page takes.
    app.core
        .reports_list(ListReports { connection: connection.id.clone(), query: ReportQuery::default() })
        .await
        .unwrap();
    let pages = || text("https://one.example/\nhttps://two.example/");
    let batch = plan_of(&app.core, &connection.id, pages(), create(), None).await;
    assert_eq!((batch.a_minute, batch.seconds_left), (None, None));
    let report = NewReport {
        url: "https://single.example/".into(),
        privacy: Privacy::Private,
        password: None,
        keep_password: None,
    };
    app.core.report_create(CreateReport { connection: connection.id.clone(), report }).await.unwrap();
    let app = app.restarted();
    let batch = plan_of(&app.core, &connection.id, pages(), create(), None).await;
    assert!(batch.seconds_left.is_some(), "{batch:?}");
}

#[tokio::test]
async fn what_is_deleted_while_a_list_is_read_drops_nothing_else_from_the_plan() {
    let service = service(250).await;
    let (elsewhere, there) = App::connected(&service).await;
    let (elsewhere, is_done) = (Arc::new(elsewhere), Arc::new(AtomicBool::new(false)));
    let gate = Gate::before(&service.base_url(), move |line| {
        let (elsewhere, there, is_done) = (Arc::clone(&elsewhere), there.id.clone(), Arc::clone(&is_done));
        async move {
            if line.contains("page=2") && !is_done.swap(true, Ordering::SeqCst) {
                for id in 1..=5 {
                    let unwanted = ReportRef { connection: there.clone(), id: id.to_string() };
                    elsewhere.core.report_delete(unwanted).await.unwrap();
                }
            }
            line
        }
    })
    .await;
    let (app, connection) = App::connected_to(&gate.base_url, KEY).await;
    let query = ReportQuery { sort_by: Some(ReportSort::Id), sort: Some(Direction::Asc), ..ReportQuery::default() };
    let private = BatchRequest::Privacy { privacy: Privacy::Private };
    let batch = plan_of(&app.core, &connection.id, BatchSource::List { query }, private, None).await.number;
    let planned: HashSet<u32> =
        rows(&app.core, batch).await.into_iter().map(|row| row.report.unwrap().parse().unwrap()).collect();
    let left_out: Vec<_> = (6..=250).filter(|id| !planned.contains(id)).collect();
    assert!(left_out.is_empty(), "{left_out:?}");
}
