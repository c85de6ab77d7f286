use assay_model::FieldReason;

use crate::{
    REPORT, SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    refused,
};

#[tokio::test]
async fn the_id_is_one_segment_of_the_path() {
    for (id, segment) in SEGMENTS {
        let recorder = Recorder::start([Canned::json(200, REPORT)]).await;
        let report = client(&recorder).read_report(id).await.unwrap();
        assert_eq!(report.row.id, "7");
        let request = recorder.only();
        assert_eq!(request.line, format!("GET /api/v1/reports/{segment} HTTP/1.1"));
        assert_headers(&request, &recorder, "GET");
    }
}

#[tokio::test]
async fn an_id_that_would_address_something_else_is_not_sent() {
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    assert_eq!(refused(client.read_report("").await, "id"), FieldReason::Required);
    assert_eq!(refused(client.read_report(".").await, "id"), FieldReason::NotUsable);
    assert_eq!(refused(client.read_report("..").await, "id"), FieldReason::NotUsable);
    assert!(recorder.received().is_empty());
}
