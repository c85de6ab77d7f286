//! Detecting ignored sort orders: it must be certain.

use assay_model::{Direction, ProjectQuery, ProjectSort, ReportQuery, ReportSort};
use serde_json::{Value, json};

use crate::{
    client,
    common::{Canned, Recorder},
};

async fn reports(rows: Value, sort_by: Option<ReportSort>, sort: Option<Direction>) -> bool {
    // An ignored order is requested under the other name, if any.
    let recorder = Recorder::start([(); 2].map(|()| Canned::json(200, rows.to_string()))).await;
    let query = ReportQuery { sort_by, sort, ..ReportQuery::default() };
    client(&recorder).list_reports(&query).await.unwrap().sort_ignored
}

async fn projects(rows: Value, sort_by: ProjectSort, sort: Direction) -> bool {
    let recorder = Recorder::start([Canned::json(200, rows.to_string())]).await;
    let query = ProjectQuery { sort_by: Some(sort_by), sort: Some(sort), ..ProjectQuery::default() };
    client(&recorder).list_projects(&query).await.unwrap().sort_ignored
}

const ASC: Option<Direction> = Some(Direction::Asc);
const DESC: Option<Direction> = Some(Direction::Desc);

#[tokio::test]
async fn a_list_by_id_instead_of_date_is_told() {
    let by_id = json!([
        {"id": 3, "generated_at": "2026-01-01 10:00:00"},
        {"id": 2, "generated_at": "2026-03-01 10:00:00"},
        {"id": 1, "generated_at": "2026-02-01 10:00:00"},
    ]);
    assert!(reports(by_id.clone(), Some(ReportSort::GeneratedAt), DESC).await);
    assert!(reports(by_id.clone(), Some(ReportSort::GeneratedAt), ASC).await);
    // Descending is the default.
    assert!(reports(by_id.clone(), Some(ReportSort::GeneratedAt), None).await);
    // No order was requested.
    assert!(!reports(by_id, None, ASC).await);
}

#[tokio::test]
async fn dates_in_order_with_gaps_and_ties_are_no_reason_to_complain() {
    let rows = json!([
        {"id": 1, "generated_at": "2026-03-01 10:00:00"},
        {"id": 2, "generated_at": null},
        {"id": 3, "generated_at": "2026-03-01T12:00:00+02:00"},
        {"id": 4},
        "no row",
        {"id": 5, "generated_at": "soon"},
        {"id": 6, "generated_at": "2026-02-01 10:00:00"},
    ]);
    assert!(!reports(rows.clone(), Some(ReportSort::GeneratedAt), DESC).await);
    assert!(reports(rows, Some(ReportSort::GeneratedAt), ASC).await);
}

#[tokio::test]
async fn ids_are_compared_as_numbers_where_text_agrees() {
    let ids = |ids: Value| json!(ids.as_array().unwrap().iter().map(|id| json!({"id": id})).collect::<Vec<_>>());
    assert!(!reports(ids(json!([11, 10, 9])), Some(ReportSort::Id), DESC).await);
    assert!(reports(ids(json!([11, 10, 9])), Some(ReportSort::Id), ASC).await);
    // Sorted as text.
    assert!(!reports(ids(json!(["9", "10"])), Some(ReportSort::Id), DESC).await);
    assert!(!reports(ids(json!(["x2", "x1", "x3"])), Some(ReportSort::Id), DESC).await);
}

#[tokio::test]
async fn addresses_are_compared_in_every_way_that_a_database_may() {
    let urls = |urls: &[&str]| {
        json!(urls.iter().enumerate().map(|(id, url)| json!({"id": id, "url": url})).collect::<Vec<_>>())
    };
    assert!(reports(urls(&["b.de", "a.de"]), Some(ReportSort::Url), ASC).await);
    assert!(!reports(urls(&["a.de", "b.de"]), Some(ReportSort::Url), ASC).await);
    for [one, other] in [
        ["a.de", "B.de"],
        ["B.de", "a.de"],
        ["a-c.de", "ab.de"],
        ["a.de/x", "a.de-x"],
        ["a.de", "A.de"],
        ["z.de", "ö.de"],
    ] {
        for direction in [ASC, DESC] {
            assert!(!reports(urls(&[one, other]), Some(ReportSort::Url), direction).await, "{one} {other}");
        }
    }
    // A row without a URL proves nothing.
    assert!(!reports(urls(&["a.de", "", "b.de"]), Some(ReportSort::Url), ASC).await);
}

#[tokio::test]
async fn verdicts_are_compared_by_score_alone() {
    let rows = |results: Value| {
        let rows = results.as_array().unwrap().iter().enumerate();
        json!(rows.map(|(id, result)| json!({"id": id, "result": result})).collect::<Vec<_>>())
    };
    assert!(reports(rows(json!([50, 90])), Some(ReportSort::Result), DESC).await);
    assert!(!reports(rows(json!([90, 90, "50.5", null, 3])), Some(ReportSort::Result), DESC).await);
    assert!(!reports(rows(json!(["good", "bad", "decent"])), Some(ReportSort::Result), ASC).await);
}

#[tokio::test]
async fn projects_are_looked_at_the_same_way() {
    let rows = json!([
        {"project": "b.de", "created_at": "2026-01-01 10:00:00"},
        {"project": "a.de", "created_at": "2026-02-01 10:00:00"},
    ]);
    assert!(projects(rows.clone(), ProjectSort::Project, Direction::Asc).await);
    assert!(!projects(rows.clone(), ProjectSort::Project, Direction::Desc).await);
    assert!(projects(rows.clone(), ProjectSort::CreatedAt, Direction::Desc).await);
    assert!(!projects(rows, ProjectSort::CreatedAt, Direction::Asc).await);
}
