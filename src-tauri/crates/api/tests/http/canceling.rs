//! Canceled calls.

use std::{sync::Arc, time::Duration};

use assay_api::{CallContext, Client, ClientSettings, Limits};
use assay_model::{Problem, ProblemCode, ServiceCapabilities};
use tokio::{sync::Notify, task::JoinHandle};

use crate::{
    ALL, Call, KEY, READS, REPORT, WRITES, again, base_at, client_with,
    common::{Canned, Recorder},
    failed, nowhere, once, soon, writes,
};

/// Starts a call in a context.
fn begin(call: Call, client: &Client, context: &CallContext) -> JoinHandle<Result<(), Problem>> {
    let (client, context) = (client.clone(), context.clone());
    tokio::spawn(async move { context.run(call.make(&client)).await })
}

#[tokio::test]
async fn a_read_ends_at_once() {
    for call in READS {
        let recorder = Recorder::start([Canned::nothing().and_hold()]).await;
        let context = CallContext::default();
        let made = begin(call, &client_with(&recorder, again()), &context);
        recorder.until(1).await;
        context.canceled.cancel();
        failed(soon(made).await.unwrap(), ProblemCode::Canceled);
        assert_eq!(recorder.received().len(), 1);
    }
}

#[tokio::test]
async fn a_write_that_was_sent_is_waited_for() {
    let answers = [
        (Canned::json(422, "{}"), ProblemCode::RefusedInput),
        (Canned::json(401, "{}"), ProblemCode::KeyRefused),
        (Canned::nothing(), ProblemCode::OutcomeUnknown),
    ];
    for call in WRITES {
        let failures = answers.iter().map(|(canned, code)| (canned.clone(), Some(*code)));
        for (canned, code) in failures.chain([(call.success(), None)]) {
            let word = Arc::new(Notify::new());
            let recorder = Recorder::start([canned.upon(&word)]).await;
            let context = CallContext::default();
            let made = begin(call, &client_with(&recorder, again()), &context);
            recorder.until(1).await;
            context.canceled.cancel();
            word.notify_one();
            let outcome = soon(made).await.unwrap();
            assert_eq!(outcome.err().map(|problem| problem.code), code, "{call:?}");
            assert_eq!(writes(&recorder), 1);
        }
    }
}

#[tokio::test]
async fn a_call_that_waits_for_its_turn_is_not_sent() {
    for call in ALL {
        let recorder = Recorder::start([Canned::json(200, REPORT)]).await;
        let generation = ServiceCapabilities { rate_limit: Some(1), ..ServiceCapabilities::default() };
        let setup = ClientSettings { limits: once(), generation, ..ClientSettings::default() };
        let client = Client::new(&recorder.base(), KEY.into(), setup).unwrap();
        client.read_report("7").await.unwrap();

        let context = CallContext::default();
        let made = begin(call, &client, &context);
        let mut waits = client.waits();
        soon(waits.wait_for(Option::is_some)).await.unwrap();
        context.canceled.cancel();
        failed(soon(made).await.unwrap(), ProblemCode::Canceled);
        soon(waits.wait_for(Option::is_none)).await.unwrap();
        assert_eq!(recorder.received().len(), 1, "{call:?}");
    }
}

#[tokio::test]
async fn a_write_that_found_nobody_is_not_tried_again() {
    let (_socket, address) = nowhere();
    let limits = Limits { pause: Duration::from_hours(1), ..Limits::default() };
    let client =
        Client::new(&base_at(address), KEY.into(), ClientSettings { limits, ..ClientSettings::default() }).unwrap();
    let context = CallContext::default();
    let mut made = begin(Call::Create, &client, &context);
    // It has failed once, and is about to retry.
    assert!(tokio::time::timeout(Duration::from_millis(100), &mut made).await.is_err());
    context.canceled.cancel();
    failed(soon(made).await.unwrap(), ProblemCode::Canceled);
}

#[tokio::test]
async fn an_errand_that_was_canceled_before_sends_nothing() {
    let recorder = Recorder::start([]).await;
    let client = client_with(&recorder, again());
    let context = CallContext::default();
    context.canceled.cancel();
    for call in ALL {
        failed(begin(call, &client, &context).await.unwrap(), ProblemCode::Canceled);
    }
    assert_eq!(recorder.connections(), 0);
}
