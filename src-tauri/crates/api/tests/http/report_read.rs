use assay_model::ProblemCode;
use serde_json::json;

use crate::{
    SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    failed, sends_no_other_path,
};

#[tokio::test]
async fn the_id_is_one_segment_of_the_path() {
    for (id, segment) in SEGMENTS {
        let recorder = Recorder::start([Canned::json(200, json!({"data": {"id": id}}).to_string())]).await;
        let report = client(&recorder).read_report(id).await.unwrap();
        assert_eq!(report.row.id, id);
        let request = recorder.only();
        assert_eq!(request.line, format!("GET /api/v1/reports/{segment} HTTP/1.1"));
        assert_headers(&request, &recorder, "GET");
    }
}

#[tokio::test]
async fn an_id_that_would_address_something_else_is_not_sent() {
    sends_no_other_path("id", async |client, id| client.read_report(id).await).await;
}

#[tokio::test]
async fn another_report_is_refused_and_ids_may_differ_in_form() {
    for id in ["7", r#""7""#, "7.0", "7e0"] {
        let recorder = Recorder::start([Canned::json(200, format!(r#"{{"data":{{"id":{id}}}}}"#))]).await;
        assert_eq!(client(&recorder).read_report("7").await.unwrap().row.id, "7", "{id}");
    }
    for id in ["9", r#""9""#, r#""07""#, "77", "-7"] {
        let body = format!(r#"{{"data":{{"id":{id},"url":"secret.example"}}}}"#);
        let recorder = Recorder::start([Canned::json(200, body)]).await;
        let problem = failed(client(&recorder).read_report("7").await, ProblemCode::OtherReport);
        assert!(!problem.to_string().contains("secret.example"), "{problem}");
    }
}
