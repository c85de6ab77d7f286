use assay_model::{
    ActCounts, BatchFilter, BatchRef, BatchRequest, BatchesQuery, ExistingReportPolicy, PasswordSource, PlanBatch,
    Privacy, ProblemCode, RowAction, Secret, SetRowActions,
};

use crate::{
    common::{
        App,
        batches::{plan_of, reports, rows, run, text},
    },
    generate, hidden, knowing, replan, service, wish,
};

#[tokio::test]
async fn what_had_a_password_before_gets_another_one_when_that_is_undone() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let ids: Vec<_> = known.iter().take(2).map(|row| row.id.clone()).collect();
    let one = || Some(PasswordSource::One { password: Secret::from("open sesame") });
    let to = async |privacy, password| {
        let wish = BatchRequest::Privacy { privacy };
        let batch = plan_of(&app.core, &connection, reports(ids.clone()), wish, password).await.number;
        run(&app.core, batch).await;
        app.core.library_flush().await;
        batch
    };
    to(Privacy::Password, one()).await;
    let open = to(Privacy::Public, None).await;

    let undone = app.core.batch_undo(BatchRef { batch: open }).await.unwrap();
    assert_eq!((undone.acts.privacy, undone.passwords_missing), (2, 2));
    let batch = undone.number;
    let start = async || app.core.batch_start(BatchRef { batch }).await;
    assert_eq!(start().await.unwrap_err().code, ProblemCode::BatchNotReady);
    assert_eq!(replan(&app.core, batch, undone.wish, one()).await.unwrap().passwords_missing, 0);
    assert_eq!(run(&app.core, batch).await.states.done, 2);
}

#[tokio::test]
async fn without_their_key_passwords_are_missing_and_can_be_given_again() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    app.keychain.set_missing(true);
    let source = || text("https://one.example/\nhttps://two.example/");
    let plan = PlanBatch {
        connection: connection.id.clone(),
        source: source(),
        wish: hidden(),
        password: Some(generate()),
        keep_passwords: false,
    };
    let batch = app.core.batch_plan(plan).await.unwrap();
    assert_eq!((batch.passwords_missing, batch.acts.create), (0, 2));
    let app = app.restarted();
    app.keychain.set_missing(false);
    assert_eq!(app.core.batch_read(BatchRef { batch: 1 }).await.unwrap().passwords_missing, 2);
    assert_eq!(replan(&app.core, 1, hidden(), Some(PasswordSource::Kept)).await.unwrap().passwords_missing, 2);
    assert_eq!(replan(&app.core, 1, hidden(), Some(generate())).await.unwrap().passwords_missing, 0);
    let kept = |app: &App| app.keychain.kept.lock().unwrap().contains_key("batch:1");
    assert!(kept(&app));

    app.core.batch_remove(BatchRef { batch: 1 }).await.unwrap();
    assert!(!kept(&app));
    assert_eq!(app.core.batch_read(BatchRef { batch: 1 }).await.unwrap_err().code, ProblemCode::BatchUnknown);
    assert_eq!(app.core.batch_outcome(BatchRef { batch: 1 }).await.unwrap_err().code, ProblemCode::BatchUnknown);
}

#[tokio::test]
async fn where_there_is_no_keychain_passwords_are_given_again_and_a_list_never_asks_for_one() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    app.keychain.set_missing(true);
    let batch = plan_of(&app.core, &connection.id, text("https://one.example/"), hidden(), Some(generate())).await;
    assert_eq!(batch.passwords_missing, 0);

    let app = app.restarted();
    let before = app.keychain.reads();
    app.core.batches_list(BatchesQuery::default()).await.unwrap();
    assert_eq!(app.keychain.reads(), before);
    let missing = async || app.core.batch_read(BatchRef { batch: 1 }).await.unwrap().passwords_missing;
    assert_eq!(missing().await, 1);
    let listed = app.core.batches_list(BatchesQuery::default()).await.unwrap();
    assert_eq!(listed[0].passwords_missing, 1, "what is known is listed");
    let refused = app.core.batch_start(BatchRef { batch: 1 }).await.unwrap_err();
    assert_eq!(refused.code, ProblemCode::BatchNotReady);
    assert_eq!(replan(&app.core, 1, hidden(), Some(generate())).await.unwrap().passwords_missing, 0);
    assert_eq!(missing().await, 0);
}

#[tokio::test]
async fn reports_that_have_a_password_keep_it_unless_a_new_one_is_chosen() {
    let service = service(30).await;
    let (app, connection, known) = knowing(&service).await;
    let of = |privacy, most| known.iter().filter(move |row| row.privacy == Some(privacy)).take(most);
    let ids: Vec<_> = of(Privacy::Public, 2).chain(of(Privacy::Password, 2)).map(|row| row.id.clone()).collect();
    assert_eq!(ids.len(), 4, "{known:?}");
    let wish = BatchRequest::Privacy { privacy: Privacy::Password };
    let one = || Some(PasswordSource::One { password: Secret::from("open sesame") });
    let batch = plan_of(&app.core, &connection, reports(ids), wish.clone(), one()).await;
    assert_eq!(batch.acts, ActCounts { privacy: 2, skip: 2, ..ActCounts::default() });
    let again = replan(&app.core, batch.number, wish.clone(), Some(PasswordSource::Kept)).await.unwrap();
    assert_eq!((again.acts, again.passwords_missing), (batch.acts, 0));

    let switch =
        SetRowActions { batch: 1, rows: Some(vec![4]), filter: BatchFilter::default(), to: RowAction::Privacy };
    let chosen = app.core.batch_set_actions(switch).await.unwrap();
    assert_eq!(
        (chosen.acts.privacy, chosen.passwords_missing),
        (3, 0),
        "it has its password without being planned again"
    );
    assert_eq!(run(&app.core, 1).await.states.done, 3);
    let set: Vec<_> = service.requests().into_iter().filter(|request| request.method == "PUT").collect();
    assert_eq!(set.len(), 3, "the password of one report is as it was");
}

#[tokio::test]
async fn a_keychain_that_fails_once_loses_no_password_of_a_plan() {
    let service = service(0).await;
    let (app, connection) = App::connected(&service).await;
    let lines = "url,privacy,password\nhttps://new.example/a,,tulips-in-may\n";
    let batch = plan_of(&app.core, &connection.id, text(lines), wish(ExistingReportPolicy::Skip), None).await;
    assert_eq!((batch.acts.create, batch.passwords_missing), (1, 0));
    let app = app.restarted();
    app.keychain.set_missing(true);
    let kept = Some(PasswordSource::Kept);
    let problem = replan(&app.core, 1, wish(ExistingReportPolicy::Refresh), kept).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::KeychainMissing);
    app.keychain.set_missing(false);
    let again = replan(&app.core, 1, wish(ExistingReportPolicy::Refresh), None).await.unwrap();
    assert_eq!((again.acts.create, again.passwords_missing), (1, 0));
    assert!(rows(&app.core, 1).await[0].has_password);
    let app = app.restarted();
    assert_eq!(run(&app.core, 1).await.states.done, 1);
}
