//! The list of reports: `interface.md` 4.1, field notes 10 to 15.

use serde_json::{Value, json};

use crate::{config, start};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

fn column<'a>(rows: &'a [Value], name: &str) -> Vec<&'a Value> {
    rows.iter().map(|row| &row[name]).collect()
}

#[tokio::test]
async fn a_list_has_links_and_totals() {
    let asked = start(config()).await;
    let base = asked.service.base_url();
    let answer = asked.get("/reports?search=example&per_page=100&page=2").await;
    assert_eq!(answer.status, 200);
    let list = answer.json();
    assert_eq!(keys(&list), ["data", "links", "meta", "status"]);
    assert_eq!(list["status"], 200);
    assert_eq!(list["data"].as_array().unwrap().len(), 100);
    let page = |n: u32| format!("{base}/api/v1/reports?search=example&per_page=100&page={n}");
    assert_eq!(list["links"], json!({"first": page(1), "last": page(3), "prev": page(1), "next": page(3)}));
    assert_eq!(
        list["meta"],
        json!({"current_page": 2, "from": 101, "last_page": 3, "path": format!("{base}/api/v1/reports"),
               "per_page": 100, "to": 200, "total": 240})
    );

    let ending = asked.get("/reports?per_page=100&page=3").await.json();
    assert_eq!(ending["data"].as_array().unwrap().len(), 40);
    assert_eq!((&ending["meta"]["from"], &ending["meta"]["to"]), (&json!(201), &json!(240)));
    assert_eq!(ending["links"]["next"], Value::Null);

    for page in ["4", "4294967295"] {
        let behind = asked.get(&format!("/reports?per_page=100&page={page}")).await.json();
        assert_eq!(behind["data"], json!([]));
        assert_eq!((&behind["meta"]["from"], &behind["meta"]["to"]), (&Value::Null, &Value::Null));
        assert_eq!(behind["links"]["next"], Value::Null);
    }
}

#[tokio::test]
async fn a_list_with_nothing_in_it() {
    let asked = start(assay_sample_service::Config { reports: 0, ..config() }).await;
    let list = asked.get("/reports").await.json();
    assert_eq!(list["data"], json!([]));
    assert_eq!((&list["meta"]["total"], &list["meta"]["last_page"]), (&json!(0), &json!(1)));
    assert_eq!((&list["links"]["prev"], &list["links"]["next"]), (&Value::Null, &Value::Null));
}

#[tokio::test]
async fn every_row_carries_its_results() {
    let asked = start(config()).await;
    let rows = asked.all("/reports").await;
    assert_eq!(rows.len(), 240);
    let names = [
        "id",
        "url",
        "project",
        "result",
        "results",
        "privacy",
        "password",
        "generated_at",
        "created_at",
        "updated_at",
    ];
    for row in &rows {
        assert_eq!(keys(row), names);
        assert!((0..=100).contains(&row["result"].as_i64().unwrap()));
        assert!((0..=2).contains(&row["privacy"].as_i64().unwrap()));
        assert_eq!(row["password"], json!(row["privacy"] == 2));
        let url = row["url"].as_str().unwrap();
        assert!(
            !url.starts_with("http") && !url.starts_with("www.") && url.starts_with(row["project"].as_str().unwrap())
        );
        match &row["results"] {
            Value::Array(none) => assert!(none.is_empty()),
            Value::Object(checks) => {
                assert!((25..=40).contains(&checks.len()));
                let full = checks["seo_friendly_url"]["value"].as_str().unwrap();
                assert!(full.starts_with("http") && full.contains(url), "{full} {url}");
            }
            other => panic!("{other}"),
        }
        for date in ["generated_at", "created_at", "updated_at"] {
            let date = row[date].as_str().unwrap();
            assert!(date.len() == 27 && date.ends_with(".000000Z") && date < crate::NOW, "{date}");
        }
    }
    assert!(rows.iter().any(|row| row["results"] == json!([])));
}

#[tokio::test]
async fn unknown_values_fall_back_silently() {
    let asked = start(config()).await;
    let default = asked.get("/reports").await.json();
    assert_eq!(default["meta"]["per_page"], 25);
    assert_eq!(default["data"].as_array().unwrap().len(), 25);
    for query in [
        "per_page=7",
        "per_page=",
        "sort_by=age",
        "sort=up",
        "result=fine",
        "page=0",
        "page=x",
        "search=",
        "search_by=title",
    ] {
        let list = asked.get(&format!("/reports?{query}")).await.json();
        assert_eq!(list["data"], default["data"], "{query}");
    }
    for size in [10, 25, 50, 100] {
        let list = asked.get(&format!("/reports?per_page={size}")).await.json();
        assert_eq!(list["data"].as_array().unwrap().len(), size);
        assert_eq!(list["meta"]["per_page"], size);
    }
}

#[tokio::test]
async fn the_list_is_sorted_as_asked() {
    let asked = start(config()).await;
    for key in ["id", "generated_at", "url", "result"] {
        let rows = asked.all(&format!("/reports?sort_by={key}&sort=asc")).await;
        let ordered = |pair: &[Value]| match (&pair[0][key], &pair[1][key]) {
            (Value::String(a), Value::String(b)) => a <= b,
            (a, b) => a.as_i64().unwrap() <= b.as_i64().unwrap(),
        };
        assert!(rows.windows(2).all(ordered), "{key}");
        let mut reversed = asked.all(&format!("/reports?sort_by={key}&sort=desc")).await;
        reversed.reverse();
        assert_eq!(column(&rows, "id"), column(&reversed, "id"), "{key}");
    }
    let by_date = asked.all("/reports?sort_by=generated_at").await;
    let by_id = asked.all("/reports").await;
    assert_ne!(column(&by_date, "id"), column(&by_id, "id"), "refreshed reports make a difference");
    assert_eq!(by_id[0]["id"], 240);
}

#[tokio::test]
async fn filters_narrow_the_list() {
    let asked = start(config()).await;
    let everything = asked.all("/reports").await;
    let matching =
        |test: &dyn Fn(&Value) -> bool| everything.iter().filter(|row| test(row)).cloned().collect::<Vec<_>>();
    let score = |row: &Value| row["result"].as_i64().unwrap();

    let good = asked.all("/reports?result=good").await;
    assert_eq!(good, matching(&|row| score(row) > 79));
    let decent = asked.all("/reports?result=decent").await;
    assert_eq!(decent, matching(&|row| (49..=79).contains(&score(row))));
    let bad = asked.all("/reports?result=bad").await;
    assert_eq!(bad, matching(&|row| score(row) < 49));
    assert!([good, decent, bad].iter().all(|rows| rows.len() >= 24));

    let project = asked.all("/reports?project=m%C3%BCnchen-reisen.example").await;
    assert_eq!(project, matching(&|row| row["project"] == "münchen-reisen.example"));
    assert!(project.len() > 10);
    assert_eq!(asked.all("/reports?project=reisen").await, Vec::<Value>::new());

    let found = asked.all("/reports?search=DESK&search_by=url").await;
    assert_eq!(found, matching(&|row| row["url"].as_str().unwrap().contains("desk")));
    assert!(!found.is_empty());
    assert_eq!(asked.all("/reports?search=%25").await, Vec::<Value>::new(), "no wildcards");

    let both = asked.all("/reports?search=desk&result=bad&project=northwind-shop.example").await;
    assert_eq!(
        both,
        matching(&|row| {
            row["url"].as_str().unwrap().contains("desk")
                && score(row) < 49
                && row["project"] == "northwind-shop.example"
        })
    );
}

#[tokio::test]
async fn made_up_reports_never_end() {
    let asked = start(crate::controlled()).await;
    let page = async |number: u32| {
        let list = asked.get(&format!("/reports?per_page=10&page={number}")).await.json();
        assert!(list["links"]["next"].as_str().unwrap().contains(&format!("page={}", number + 1)));
        let ids: Vec<_> = column(list["data"].as_array().unwrap(), "id").into_iter().cloned().collect();
        (ids[0].as_u64().unwrap(), ids.len())
    };
    asked.play(json!({"lists": {"made_up": {}}})).await;
    assert_eq!((page(1).await, page(2).await, page(9_000).await), ((1, 10), (11, 10), (89_991, 10)));
    asked.play(json!({"lists": {"made_up": {"rows": 1000, "overlap": 1, "circle": 3}}})).await;
    assert_eq!((page(1).await, page(2).await, page(4).await), ((1, 1000), (1000, 1000), (1, 1000)));
}

#[tokio::test]
async fn totals_ids_and_check_names_can_be_of_any_size() {
    let asked = start(crate::controlled()).await;
    asked
        .play(
            json!({"lists": {"total": 18_446_744_073_709_551_615_u64}, "records": {"ids": "huge", "own_checks": 700}}),
        )
        .await;
    let list = asked.get("/reports?per_page=10").await.json();
    assert_eq!(list["meta"]["total"], json!(u64::MAX));
    let (one, other) = (&list["data"][0], &list["data"][1]);
    assert_eq!(
        (&one["id"], &other["id"]),
        (&json!(18_000_000_000_000_000_030_u64), &json!(18_000_000_000_000_000_029_u64))
    );
    let own = |row: &Value| keys(&row["results"]).into_iter().filter(|name| name.starts_with("own_")).count();
    assert_eq!((own(one), own(other)), (700, 700));
    assert!(one["results"]["own_30_0"].is_object() && other["results"]["own_30_0"].is_null());
    let same = asked.get("/reports/18000000000000000030").await.json();
    assert_eq!(same["data"]["url"], one["url"]);
}

#[tokio::test]
async fn others_recheck_and_delete_between_lists() {
    let asked = start(crate::controlled()).await;
    let before = asked.all("/reports").await;
    asked.play(json!({"lists": {"sorts_by_generated_at": false, "others": {"recheck": 3, "delete": 2}}})).await;
    let first = asked.get("/reports?per_page=100").await.json();
    let then = asked.get("/reports?per_page=100&sort_by=generated_at").await.json();
    assert_eq!((&first["meta"]["total"], &then["meta"]["total"]), (&json!(28), &json!(26)));
    let rows = then["data"].as_array().unwrap();
    assert!(rows.windows(2).all(|two| two[0]["id"].as_u64() > two[1]["id"].as_u64()), "newest first all the same");
    let rechecked = rows.iter().filter(|row| !before.contains(row)).count();
    assert!((3..=6).contains(&rechecked), "{rechecked}");
}
