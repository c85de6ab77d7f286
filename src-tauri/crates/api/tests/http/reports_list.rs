use assay_model::{Direction, PageSize, ReportQuery, ReportSearchBy, ReportSort, Verdict};
use serde_json::json;

use crate::{
    client,
    common::{Canned, Recorder},
    query_sent,
};

async fn sent(query: &ReportQuery) -> String {
    query_sent("reports", async |client| client.list_reports(query).await).await
}

#[tokio::test]
async fn without_a_wish_only_the_page_size_is_sent() {
    assert_eq!(sent(&ReportQuery::default()).await, "per_page=25");
}

#[tokio::test]
async fn every_parameter_has_its_name_and_values() {
    let plain = ReportQuery::default;
    let mut cases = vec![
        (ReportQuery { search: Some("shop".into()), ..plain() }, "search=shop&per_page=25".to_owned()),
        (
            ReportQuery { search: Some("a b&c=ü/?#+%".into()), ..plain() },
            "search=a%2520b%26c%3D%25C3%25BC%2F%3F%23%2B%25&per_page=25".into(),
        ),
        // As services keep URLs.
        (ReportQuery { search: Some("größe".into()), ..plain() }, "search=gr%25C3%25B6%25C3%259Fe&per_page=25".into()),
        (
            ReportQuery { search: Some("münchen.de/ä".into()), ..plain() },
            "search=xn--mnchen-3ya.de%2F%25C3%25A4&per_page=25".into(),
        ),
        (ReportQuery { search: Some(String::new()), project: Some(String::new()), ..plain() }, "per_page=25".into()),
        (ReportQuery { search_by: Some(ReportSearchBy::Url), ..plain() }, "search_by=url&per_page=25".into()),
        (ReportQuery { project: Some("münchen.de".into()), ..plain() }, "project=m%C3%BCnchen.de&per_page=25".into()),
        (ReportQuery { page: Some(0), ..plain() }, "per_page=25".into()),
        (ReportQuery { page: Some(1), ..plain() }, "per_page=25".into()),
        (ReportQuery { page: Some(2), ..plain() }, "per_page=25&page=2".into()),
        (ReportQuery { page: Some(417), ..plain() }, "per_page=25&page=417".into()),
    ];
    for (result, word) in [(Verdict::Good, "good"), (Verdict::Decent, "decent"), (Verdict::Bad, "bad")] {
        cases.push((ReportQuery { result: Some(result), ..plain() }, format!("result={word}&per_page=25")));
    }
    for (sort_by, word) in [
        (ReportSort::Id, "id"),
        (ReportSort::GeneratedAt, "generated_at"),
        (ReportSort::Url, "url"),
        (ReportSort::Result, "result"),
    ] {
        cases.push((ReportQuery { sort_by: Some(sort_by), ..plain() }, format!("sort_by={word}&per_page=25")));
    }
    for (sort, word) in [(Direction::Asc, "asc"), (Direction::Desc, "desc")] {
        cases.push((ReportQuery { sort: Some(sort), ..plain() }, format!("sort={word}&per_page=25")));
    }
    for (per_page, rows) in
        [(PageSize::Ten, 10), (PageSize::TwentyFive, 25), (PageSize::Fifty, 50), (PageSize::Hundred, 100)]
    {
        cases.push((ReportQuery { per_page, ..plain() }, format!("per_page={rows}")));
    }
    for (query, expected) in cases {
        assert_eq!(sent(&query).await, expected);
    }
}

#[tokio::test]
async fn all_parameters_go_together() {
    let query = ReportQuery {
        search: Some("shop".into()),
        search_by: Some(ReportSearchBy::Url),
        project: Some("example.com".into()),
        result: Some(Verdict::Bad),
        sort_by: Some(ReportSort::Url),
        sort: Some(Direction::Asc),
        per_page: PageSize::Hundred,
        page: Some(3),
    };
    assert_eq!(
        sent(&query).await,
        "search=shop&search_by=url&project=example.com&result=bad&sort_by=url&sort=asc&per_page=100&page=3",
    );
}

#[tokio::test]
async fn the_next_page_is_never_fetched_from_the_address_in_the_answer() {
    let elsewhere = Recorder::start([]).await;
    let body = format!(
        r#"{{"data": [{{"id": 1}}], "links": {{"next": "{}"}}, "meta": {{"current_page": 1}}}}"#,
        elsewhere.base_with("/api/v1/reports?page=2"),
    );
    let recorder = Recorder::start([Canned::json(200, body), Canned::json(200, "[]")]).await;
    let client = client(&recorder);
    assert!(client.list_reports(&ReportQuery::default()).await.unwrap().has_next);
    client.list_reports(&ReportQuery { page: Some(2), ..ReportQuery::default() }).await.unwrap();
    assert_eq!(
        recorder.lines(),
        ["GET /api/v1/reports?per_page=25 HTTP/1.1", "GET /api/v1/reports?per_page=25&page=2 HTTP/1.1"],
    );
    assert!(elsewhere.received().is_empty());
}

#[tokio::test]
async fn packed_answers_are_unpacked() {
    // `[]` packed by gzip.
    let packed = [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 139, 142, 5, 0, 41, 187, 76, 13, 2, 0, 0, 0];
    let headers = [("content-type", "application/json"), ("content-encoding", "gzip")];
    let recorder = Recorder::start([Canned::answer(200, &headers, packed)]).await;
    let page = client(&recorder).list_reports(&ReportQuery::default()).await.unwrap();
    assert!(page.rows.is_empty());
}

#[tokio::test]
async fn the_whole_reports_of_a_page_are_in_the_same_answer() {
    let body = r#"{"data": [
        {"id": 1, "url": "a.example", "result": 40, "results": {
            "title": {"passed": false, "importance": "high", "value": "x"},
            "seo_friendly_url": {"passed": true, "value": "https://www.a.example/"}}},
        {"url": "without an id"},
        {"id": "b", "results": [], "new": [1]}
    ], "meta": {"current_page": 1, "total": 7}}"#;
    let recorder = Recorder::start([Canned::json(200, body), Canned::json(200, body)]).await;
    let client = client(&recorder);
    let (page, whole) = client.list_reports_unparsed(&ReportQuery::default()).await.unwrap();
    let reports = whole.reports().await.unwrap();
    assert_eq!(reports.iter().map(|report| report.row.clone()).collect::<Vec<_>>(), page.rows);
    assert_eq!(page.rows[0].url.as_deref(), Some("https://www.a.example/"));
    assert_eq!((reports[0].checks[0].name.as_str(), reports[0].checks[0].passed), ("title", Some(false)));
    assert_eq!((reports[1].checks.len(), json!(reports[1].other)), (0, json!({"new": [1]})));
    assert_eq!(recorder.received().len(), 1);

    let at_once = client.list_full_reports(&ReportQuery::default()).await.unwrap();
    assert_eq!((at_once.rows, at_once.unreadable, at_once.total), (reports, page.unreadable, Some(7)));
}
