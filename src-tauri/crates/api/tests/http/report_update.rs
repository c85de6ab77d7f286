use assay_model::{FieldReason, Privacy, ProblemCode, ReportUpdate};

use crate::{
    REPORT, SEGMENTS, assert_headers, client,
    common::{Canned, Recorder},
    refused, sends_no_other_path,
};

fn update(privacy: Option<Privacy>, password: Option<&str>, results: Option<bool>) -> ReportUpdate {
    ReportUpdate { privacy, password: password.map(Into::into), results, keep_password: None }
}

#[tokio::test]
async fn only_what_is_set_is_sent() {
    for (update, body) in [
        (update(Some(Privacy::Public), None, None), "privacy=0"),
        (update(Some(Privacy::Private), None, None), "privacy=1"),
        (update(Some(Privacy::Password), Some("a b&ü"), None), "privacy=2&password=a+b%26%C3%BC"),
        (update(None, None, Some(true)), "results=1"),
        (update(None, None, Some(false)), "results=0"),
        (update(Some(Privacy::Password), Some("geheim"), Some(true)), "privacy=2&results=1&password=geheim"),
        // Others have no password.
        (update(None, Some("geheim"), Some(true)), "results=1"),
        (update(Some(Privacy::Public), Some("geheim"), None), "privacy=0"),
        (update(Some(Privacy::Private), Some(""), Some(true)), "privacy=1&results=1"),
    ] {
        let recorder = Recorder::start([Canned::json(200, REPORT)]).await;
        assert_eq!(client(&recorder).update_report("7", &update).await.unwrap().row.id, "7");
        let request = recorder.only();
        assert_eq!(request.line, "PUT /api/v1/reports/7 HTTP/1.1");
        assert_headers(&request, &recorder, "PUT");
        assert_eq!(request.body, body);
    }
}

#[tokio::test]
async fn the_id_is_one_segment_of_the_path() {
    for (id, segment) in SEGMENTS {
        let report = serde_json::json!({"data": {"id": id}}).to_string();
        let recorder = Recorder::start([Canned::json(200, &report)]).await;
        client(&recorder).update_report(id, &update(None, None, Some(true))).await.unwrap();
        assert_eq!(recorder.only().line, format!("PUT /api/v1/reports/{segment} HTTP/1.1"));
    }
}

#[tokio::test]
async fn what_cannot_be_meant_is_not_sent() {
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    let nothing = client.update_report("7", &ReportUpdate::default()).await;
    assert_eq!(refused(nothing, "update"), FieldReason::NothingToChange);
    let alone = client.update_report("7", &update(None, Some("geheim"), None)).await;
    assert_eq!(refused(alone, "update"), FieldReason::NothingToChange);
    for missing in [None, Some("")] {
        let missing = client.update_report("7", &update(Some(Privacy::Password), missing, None)).await;
        assert_eq!(refused(missing, "password"), FieldReason::Required);
    }
    let long = client.update_report("7", &update(Some(Privacy::Password), Some(&"ü".repeat(129)), None)).await;
    assert_eq!(refused(long, "password"), FieldReason::TooLong { limit: 128 });
    assert!(recorder.received().is_empty());
    let refresh = update(None, None, Some(true));
    sends_no_other_path("id", async |client, id| client.update_report(id, &refresh).await).await;
}

#[tokio::test]
async fn an_answer_about_another_report_proves_nothing() {
    let recorder = Recorder::start([Canned::json(200, r#"{"data": {"id": 8}}"#)]).await;
    let problem = client(&recorder).update_report("7", &update(None, None, Some(true))).await.unwrap_err();
    assert_eq!(problem.code, ProblemCode::OutcomeUnknown);
}
