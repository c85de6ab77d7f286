use assay_model::{DeleteResult, ProblemCode};

use crate::{
    REPORT, SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    failed, sends_no_other_path, short,
};

const DELETED: &str = r#"{"id":7,"object":"report","deleted":true,"status":200}"#;

#[tokio::test]
async fn a_delete_has_neither_a_body_nor_its_headers() {
    let recorder = Recorder::start([Canned::json(200, DELETED)]).await;
    assert_eq!(client(&recorder).delete_report("7").await, Ok(DeleteResult { id: "7".into(), answer_lost: None }));
    let request = recorder.only();
    assert_eq!(request.line, "DELETE /api/v1/reports/7 HTTP/1.1");
    assert_headers(&request, &recorder, "DELETE");
}

#[tokio::test]
async fn the_id_is_one_segment_of_the_path() {
    for (id, segment) in SEGMENTS {
        let body = format!(r#"{{"id":"{id}","deleted":true}}"#);
        let recorder = Recorder::start([Canned::json(200, body)]).await;
        assert_eq!(client(&recorder).delete_report(id).await, Ok(DeleteResult { id: id.into(), answer_lost: None }));
        assert_eq!(recorder.only().line, format!("DELETE /api/v1/reports/{segment} HTTP/1.1"));
    }
}

#[tokio::test]
async fn an_id_that_would_address_something_else_is_not_sent() {
    sends_no_other_path("id", async |client, id| client.delete_report(id).await).await;
}

fn unclear() -> [Canned; 6] {
    [
        Canned::answer(204, &[], ""),
        Canned::html(200, "<h1>Welcome</h1>"),
        Canned::json(200, r#"{"id":8,"deleted":true}"#),
        Canned::json(200, r#"{"id":7,"deleted":false}"#),
        Canned::json(200, r#"{"status":200}"#),
        Canned::json(200, DELETED).without_the_last(9),
    ]
}

#[tokio::test]
async fn an_unclear_answer_is_cleared_up_by_reading_again() {
    for answer in unclear() {
        let recorder = Recorder::start([answer, Canned::json(404, r#"{"message":"gone","status":404}"#)]).await;
        let deleted = client(&recorder).delete_report("7").await.unwrap();
        assert_eq!(deleted.id, "7");
        assert_eq!(deleted.answer_lost.unwrap().code, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.lines(), ["DELETE /api/v1/reports/7 HTTP/1.1", "GET /api/v1/reports/7 HTTP/1.1"],);
    }
}

#[tokio::test]
async fn a_report_that_is_still_there_was_not_deleted() {
    for answer in unclear() {
        let recorder = Recorder::start([answer, Canned::json(200, REPORT)]).await;
        failed(client(&recorder).delete_report("7").await, ProblemCode::NotDone);
    }
}

#[tokio::test]
async fn what_cannot_be_cleared_up_stays_unknown() {
    for (answer, answer_again) in unclear().into_iter().zip(unclear()) {
        let recorder = Recorder::start([answer, Canned::json(500, r#"{"message":"out of order"}"#)]).await;
        let problem = failed(client(&recorder).delete_report("7").await, ProblemCode::OutcomeUnknown);
        let detail = problem.detail.unwrap();
        assert!(detail.contains("DELETE /api/v1/reports/7") && detail.contains("out of order"), "{detail}");

        // Another report proves nothing.
        let recorder = Recorder::start([answer_again, Canned::json(200, r#"{"data":{"id":9}}"#)]).await;
        failed(client(&recorder).delete_report("7").await, ProblemCode::OutcomeUnknown);
    }
}

#[tokio::test]
async fn a_delete_without_an_answer_is_not_repeated() {
    for canned in [Canned::nothing(), Canned::nothing().and_hold()] {
        let recorder = Recorder::start([canned]).await;
        let client = crate::client_with(&recorder, short());
        failed(client.delete_report("7").await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.lines(), ["DELETE /api/v1/reports/7 HTTP/1.1", "GET /api/v1/reports/7 HTTP/1.1"]);
    }
}

#[tokio::test]
async fn what_is_not_there_is_not_deleted() {
    let recorder = Recorder::start([Canned::json(404, r#"{"message":"Nicht gefunden","status":404}"#)]).await;
    let problem = failed(client(&recorder).delete_report("7").await, ProblemCode::NotFound);
    assert_eq!(problem.said.as_deref(), Some("Nicht gefunden"));
    assert_eq!(problem.status, Some(404));
}
