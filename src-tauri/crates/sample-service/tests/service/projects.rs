//! Projects: `interface.md` 4.6 and 4.7, field notes 16, 25 and 27.

use assay_sample_service::Config;
use serde_json::{Value, json};

use crate::{config, start};

#[tokio::test]
async fn projects_sum_up_their_reports() {
    let asked = start(config()).await;
    let list = asked.get("/projects").await.json();
    assert_eq!(list["meta"]["total"], 12);
    assert_eq!(list["meta"]["per_page"], 25);
    assert_eq!(list["meta"]["path"], format!("{}/api/v1/projects", asked.service.base_url()));
    assert_eq!(list["status"], 200);
    for row in list["data"].as_array().unwrap() {
        let name = row["project"].as_str().unwrap();
        let reports = asked.all(&format!("/reports?project={name}")).await;
        let sum: i64 = reports.iter().map(|report| report["result"].as_i64().unwrap()).sum();
        let first = reports.iter().map(|report| report["created_at"].as_str().unwrap()).min();
        assert_eq!(
            row,
            &json!({"project": name, "reports": reports.len(), "result": sum.to_string(), "created_at": first})
        );
    }
}

#[tokio::test]
async fn projects_are_searched_sorted_and_paged() {
    let asked = start(config()).await;
    let names = async |query: &str| -> Vec<String> {
        let list = asked.get(&format!("/projects{query}")).await.json();
        list["data"].as_array().unwrap().iter().map(|row| row["project"].as_str().unwrap().to_owned()).collect()
    };
    let mut by_name = names("?sort_by=project&sort=asc").await;
    assert!(by_name.is_sorted());
    by_name.reverse();
    assert_eq!(names("?sort_by=project").await, by_name);

    let dates = async |query: &str| -> Vec<Value> {
        let list = asked.get(&format!("/projects{query}")).await.json();
        list["data"].as_array().unwrap().iter().map(|row| row["created_at"].clone()).collect()
    };
    assert!(dates("?sort=asc").await.is_sorted_by_key(|date| date.as_str().unwrap().to_owned()));
    let newest_first = names("").await;
    assert!(dates("").await.iter().rev().is_sorted_by_key(|date| date.as_str().unwrap().to_owned()));
    assert_eq!(names("?sort_by=size&sort=up&per_page=3").await, newest_first, "unknown values fall back");

    assert_eq!(names("?search=SHOP&search_by=project").await, ["northwind-shop.example"]);
    assert_eq!(names("?search=m%C3%BCnchen").await, ["münchen-reisen.example"]);
    assert_eq!(names("?search=nowhere").await, Vec::<String>::new());

    assert_eq!(names("?per_page=10&page=2").await, newest_first[10..]);
    let list = asked.get("/projects?per_page=10&page=1").await.json();
    assert_eq!((&list["meta"]["last_page"], &list["meta"]["to"]), (&json!(2), &json!(10)));
    assert!(list["links"]["next"].as_str().unwrap().ends_with("/api/v1/projects?per_page=10&page=2"));
}

#[tokio::test]
async fn deleting_a_project_deletes_its_reports() {
    let asked = start(config()).await;
    let path = "/projects/m%C3%BCnchen-reisen.example";
    let count = asked.all("/reports?project=m%C3%BCnchen-reisen.example").await.len();
    let answer = asked.delete(path).await;
    assert_eq!(answer.status, 200);
    assert_eq!(
        answer.json(),
        json!({"id": "münchen-reisen.example", "object": "report", "deleted": true, "status": 200})
    );
    assert_eq!(asked.all("/reports").await.len(), 240 - count);
    assert_eq!(asked.get("/projects").await.json()["meta"]["total"], 11);
    let again = asked.delete(path).await;
    assert_eq!((again.status.as_u16(), &again.json()["status"]), (404, &json!(404)));
}

#[tokio::test]
async fn a_project_appears_and_goes_with_its_reports() {
    let asked = start(config()).await;
    let report = asked.created(&[("url", "https://www.new-site.example/start")]).await;
    let newest = asked.get("/projects").await.json()["data"][0].clone();
    assert_eq!((&newest["project"], &newest["reports"]), (&json!("new-site.example"), &json!(1)));
    asked.delete(&format!("/reports/{}", report["id"])).await;
    assert_eq!(asked.delete("/projects/new-site.example").await.status, 404);
}

#[tokio::test]
async fn a_name_is_one_path_segment() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sample.db");
    let asked = start(Config { database: Some(file.clone()), ..config() }).await;
    let db = rusqlite::Connection::open(file).unwrap();
    let names =
        [("a/b", "a%2Fb"), ("x y", "x%20y"), ("?#", "%3F%23"), ("50%", "50%25"), ("a+b", "a+b"), ("...", "...")];
    for (id, (name, _)) in (1..).zip(names) {
        db.execute("UPDATE reports SET project = ?1 WHERE id = ?2", (name, id)).unwrap();
    }
    assert_eq!(asked.delete("/projects/a/b").await.status, 404, "two segments");
    for (id, (name, segment)) in (1..).zip(names) {
        let answer = asked.delete(&format!("/projects/{segment}")).await;
        assert_eq!(answer.status, 200, "{name}");
        assert_eq!(answer.json()["id"], name);
        assert_eq!(asked.get(&format!("/reports/{id}")).await.status, 404);
    }
    assert_eq!(asked.all("/reports").await.len(), 240 - names.len());
    assert_eq!(asked.delete("/projects/%FF").await.status, 404, "no text");
    assert_eq!(asked.delete("/projects/").await.status, 404);
}
