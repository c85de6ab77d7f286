use assay_model::{Deleted, FieldReason, ProblemCode};

use crate::{
    SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    failed, refused,
};

#[tokio::test]
async fn the_name_is_one_segment_of_the_path() {
    for (name, segment) in SEGMENTS {
        // Its answer says "report" too.
        let body = format!(r#"{{"id":"{name}","object":"report","deleted":true,"status":200}}"#);
        let recorder = Recorder::start([Canned::json(200, body)]).await;
        assert_eq!(client(&recorder).delete_project(name).await, Ok(Deleted { id: name.into() }));
        let request = recorder.only();
        assert_eq!(request.line, format!("DELETE /api/v1/projects/{segment} HTTP/1.1"));
        assert_headers(&request, &recorder, "DELETE");
    }
}

#[tokio::test]
async fn a_name_that_would_address_something_else_is_not_sent() {
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    assert_eq!(refused(client.delete_project("").await, "project"), FieldReason::Required);
    assert_eq!(refused(client.delete_project(".").await, "project"), FieldReason::NotUsable);
    assert_eq!(refused(client.delete_project("..").await, "project"), FieldReason::NotUsable);
    assert!(recorder.received().is_empty());
}

#[tokio::test]
async fn an_unclear_answer_leaves_the_outcome_unknown() {
    for answer in [
        Canned::answer(204, &[], ""),
        Canned::html(200, "<h1>Welcome</h1>"),
        Canned::json(200, r#"{"id":"b.de","deleted":true}"#),
        Canned::json(200, r#"{"id":"a.de","deleted":false}"#),
    ] {
        let recorder = Recorder::start([answer]).await;
        failed(client(&recorder).delete_project("a.de").await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.received().len(), 1);
    }
}
