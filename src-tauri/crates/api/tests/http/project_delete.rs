use assay_model::{DeleteResult, ProblemCode};

use crate::{
    SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    failed, sends_no_other_path,
};

#[tokio::test]
async fn the_name_is_one_segment_of_the_path() {
    for (name, segment) in SEGMENTS {
        // The response says "report" too.
        let body = format!(r#"{{"id":"{name}","object":"report","deleted":true,"status":200}}"#);
        let recorder = Recorder::start([Canned::json(200, body)]).await;
        assert_eq!(
            client(&recorder).delete_project(name).await,
            Ok(DeleteResult { id: name.into(), answer_lost: None })
        );
        let request = recorder.only();
        assert_eq!(request.line, format!("DELETE /api/v1/projects/{segment} HTTP/1.1"));
        assert_headers(&request, &recorder, "DELETE");
    }
}

#[tokio::test]
async fn a_name_that_would_address_something_else_is_not_sent() {
    sends_no_other_path("project", async |client, id| client.delete_project(id).await).await;
}

fn unclear() -> [Canned; 5] {
    [
        Canned::answer(204, &[], ""),
        Canned::html(200, "<h1>Welcome</h1>"),
        Canned::json(200, r#"{"id":"b.de","deleted":true}"#),
        Canned::json(200, r#"{"id":"a.de","deleted":false}"#),
        Canned::nothing(),
    ]
}

#[tokio::test]
async fn an_unclear_answer_is_cleared_up_by_a_list() {
    // A project that contains the name is another one.
    let others = r#"{"data":[{"project":"a.de.example"},{"project":"xa.de"}],"meta":{"total":2}}"#;
    for answer in unclear() {
        let recorder = Recorder::start([answer, Canned::json(200, others)]).await;
        let deleted = client(&recorder).delete_project("a.de").await.unwrap();
        assert_eq!(deleted.id, "a.de");
        assert_eq!(deleted.answer_lost.unwrap().code, ProblemCode::OutcomeUnknown);
        assert_eq!(
            recorder.lines(),
            ["DELETE /api/v1/projects/a.de HTTP/1.1", "GET /api/v1/projects?search=a.de&per_page=100 HTTP/1.1"],
        );
    }
}

#[tokio::test]
async fn a_project_that_is_still_listed_was_not_deleted() {
    for answer in unclear() {
        let recorder = Recorder::start([answer, Canned::json(200, r#"[{"project":"a.de"}]"#)]).await;
        failed(client(&recorder).delete_project("a.de").await, ProblemCode::NotDone);
    }
}

#[tokio::test]
async fn what_a_list_cannot_tell_stays_unknown() {
    for list in [
        Canned::json(500, "{}"),
        Canned::json(200, r#"{"data":[{"project":"b.de"}],"links":{"next":"https://x.example?page=2"}}"#),
        Canned::json(200, r#"[{"name":"a.de"}]"#),
    ] {
        let recorder = Recorder::start([Canned::nothing(), list]).await;
        failed(client(&recorder).delete_project("a.de").await, ProblemCode::OutcomeUnknown);
        assert_eq!(recorder.received().len(), 2);
    }
}

#[tokio::test]
async fn a_page_that_may_be_cut_off_proves_nothing() {
    let names =
        |count: usize| (0..count).map(|number| format!(r#"{{"project":"{number}.example"}}"#)).collect::<Vec<_>>();
    let listed =
        |count: usize, total: &str| Canned::json(200, format!(r#"{{"data":[{}]{total}}}"#, names(count).join(",")));
    for (count, total, is_proof) in [
        (100, "", false),
        (101, "", false),
        // Services may use their own page size.
        (10, "", false),
        (25, "", false),
        (50, "", false),
        (100, r#","meta":{"total":100}"#, true),
        (100, r#","meta":{"total":101}"#, false),
        (3, r#","meta":{"total":7}"#, false),
        (99, "", true),
        (3, "", true),
        (0, "", true),
    ] {
        let recorder = Recorder::start([Canned::nothing(), listed(count, total)]).await;
        let deleted = client(&recorder).delete_project("a.de").await;
        if is_proof {
            assert!(deleted.is_ok(), "{count} {total}");
        } else {
            failed(deleted, ProblemCode::OutcomeUnknown);
        }
    }
}
