//! Capabilities learned from responses.

use std::collections::BTreeMap;

use assay_api::{Client, ClientSettings};
use assay_model::{
    Direction, Paging, ProblemCode, Rating, ReportQuery, ReportSort, ServiceCapabilities, Verdict, VerdictName,
};
use serde_json::{Value, json};

use crate::{
    Call, KEY, client,
    common::{Canned, Recorder},
    failed, once, soon,
};

fn rows(rows: &Value) -> Canned {
    Canned::json(200, rows.to_string())
}

fn bad() -> ReportQuery {
    ReportQuery { result: Some(Verdict::Bad), ..ReportQuery::default() }
}

fn by(sort_by: ReportSort) -> ReportQuery {
    ReportQuery { sort_by: Some(sort_by), sort: Some(Direction::Asc), ..ReportQuery::default() }
}

fn knowing(recorder: &Recorder, generation: ServiceCapabilities) -> Client {
    Client::new(
        &recorder.base(),
        KEY.into(),
        ClientSettings { limits: once(), generation, ..ClientSettings::default() },
    )
    .unwrap()
}

/// The parameters of each request so far.
fn asked(recorder: &Recorder) -> Vec<String> {
    let parameters = |line: String| line.split(['?', ' ']).nth(2).unwrap().to_owned();
    recorder.lines().into_iter().map(parameters).collect()
}

#[tokio::test]
async fn a_service_that_says_score_is_asked_for_scores() {
    let page = || rows(&json!([{"id": 1, "score": 12}]));
    let recorder = Recorder::start([(); 4].map(|()| page())).await;
    let client = client(&recorder);
    for query in [ReportQuery::default(), bad(), by(ReportSort::Result), by(ReportSort::Url)] {
        client.list_reports(&query).await.unwrap();
    }
    assert_eq!(
        asked(&recorder),
        [
            "per_page=25",
            "score=bad&per_page=25",
            "sort_by=score&sort=asc&per_page=25",
            "sort_by=url&sort=asc&per_page=25",
        ],
    );
    assert_eq!(client.generation().rating, Some(Rating::Score));
}

#[tokio::test]
async fn a_first_question_under_the_other_name_is_asked_once_more() {
    for query in [bad(), by(ReportSort::Result)] {
        let all = rows(&json!([{"id": 1, "score": 92}, {"id": 2, "score": 12}]));
        let recorder = Recorder::start([all, rows(&json!([{"id": 2, "score": 12}]))]).await;
        let page = client(&recorder).list_reports(&query).await.unwrap();
        let ids: Vec<_> = page.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!(ids, ["2"]);
        let asked = asked(&recorder);
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[1], asked[0].replace("result", "score"));
    }
    // The query does not depend on the name.
    let recorder = Recorder::start([rows(&json!([{"id": 1, "score": 92}]))]).await;
    client(&recorder).list_reports(&by(ReportSort::Id)).await.unwrap();
    assert_eq!(recorder.received().len(), 1);
}

#[tokio::test]
async fn a_filter_that_goes_by_the_other_name_is_found_and_kept() {
    // Its rows say `score`, and it filters by `result`.
    let all = || rows(&json!([{"id": 1, "score": 92}, {"id": 2, "score": 12}]));
    let fitting = || rows(&json!([{"id": 2, "score": 12}]));
    // Originally nothing is known, then only what its rows show.
    for known in
        [ServiceCapabilities::default(), ServiceCapabilities { says_score: true, ..ServiceCapabilities::default() }]
    {
        let answers = if known.says_score { [all(), fitting(), fitting()] } else { [fitting(), all(), fitting()] };
        let recorder = Recorder::start(answers).await;
        let client = knowing(&recorder, known.clone());
        for _ in 0..2 {
            let page = client.list_reports(&bad()).await.unwrap();
            assert_eq!((page.rows.len(), &*page.rows[0].id, page.filter_ignored), (1, "2", false));
        }
        let mut expected = ["result=bad&per_page=25", "score=bad&per_page=25", "result=bad&per_page=25"];
        if known.says_score {
            expected.swap(0, 1);
        }
        assert_eq!(asked(&recorder), expected);
        let ServiceCapabilities { says_score, verdict_filter, verdict_sort, .. } = client.generation();
        assert_eq!((says_score, verdict_filter, verdict_sort), (true, Some(VerdictName::Result), None));
    }
}

#[tokio::test]
async fn an_order_that_goes_by_the_other_name_is_found_and_kept() {
    let mixed = rows(&json!([{"id": 1, "score": 92}, {"id": 2, "score": 12}, {"id": 3, "score": 50}]));
    let sorted = || rows(&json!([{"id": 2, "score": 12}, {"id": 3, "score": 50}, {"id": 1, "score": 92}]));
    let recorder = Recorder::start([mixed, sorted(), sorted()]).await;
    let client = knowing(&recorder, ServiceCapabilities { says_score: true, ..ServiceCapabilities::default() });
    for _ in 0..2 {
        assert!(!client.list_reports(&by(ReportSort::Result)).await.unwrap().sort_ignored);
    }
    let [score, result] = ["score", "result"].map(|name| format!("sort_by={name}&sort=asc&per_page=25"));
    assert_eq!(asked(&recorder), [score, result.clone(), result]);
    assert_eq!(client.generation().verdict_sort, Some(VerdictName::Result));
    assert_eq!(client.generation().sorts, BTreeMap::from([(ReportSort::Result, true)]));
}

#[tokio::test]
async fn where_neither_name_works_the_other_one_is_tried_once() {
    let all = || rows(&json!([{"id": 1, "result": 92}, {"id": 2, "result": 12}]));
    let recorder = Recorder::start([(); 4].map(|()| all())).await;
    let client = client(&recorder);
    for _ in 0..3 {
        assert!(client.list_reports(&bad()).await.unwrap().filter_ignored);
    }
    let [result, score] = ["result", "score"].map(|name| format!("{name}=bad&per_page=25"));
    assert_eq!(asked(&recorder), [result.clone(), score, result.clone(), result]);
    assert_eq!(client.generation().verdict_filter, Some(VerdictName::Neither));
}

#[tokio::test]
async fn the_interfaces_own_name_is_not_given_up_lightly() {
    for row in [json!({"id": 1, "result": "bad"}), json!({"id": 1, "result": 3, "score": 3}), json!({"id": 1})] {
        let recorder = Recorder::start([rows(&json!([row])), rows(&json!([]))]).await;
        let client = client(&recorder);
        client.list_reports(&bad()).await.unwrap();
        client.list_reports(&bad()).await.unwrap();
        assert_eq!(asked(&recorder), ["result=bad&per_page=25", "result=bad&per_page=25"]);
    }
}

#[tokio::test]
async fn what_was_remembered_is_used_from_the_first_request_on_and_may_turn_out_wrong() {
    let generation = || ServiceCapabilities { says_score: true, ..ServiceCapabilities::default() };
    let recorder = Recorder::start([rows(&json!([]))]).await;
    let client = knowing(&recorder, generation());
    client.list_reports(&bad()).await.unwrap();
    assert_eq!(asked(&recorder), ["score=bad&per_page=25"]);
    assert!(client.generation().says_score);

    let recorder = Recorder::start([(); 2].map(|()| rows(&json!([{"id": 1, "result": 12}])))).await;
    let client = knowing(&recorder, generation());
    client.list_reports(&bad()).await.unwrap();
    assert_eq!(asked(&recorder), ["score=bad&per_page=25", "result=bad&per_page=25"]);
    assert!(!client.generation().says_score);
}

#[tokio::test]
async fn ratings_are_words_or_scores() {
    for (row, rating) in [
        (json!({"id": 1, "result": "good"}), Some(Rating::Word)),
        (json!({"id": 1, "result": 80}), Some(Rating::Score)),
        (json!({"id": 1, "result": null}), None),
    ] {
        let recorder = Recorder::start([rows(&json!([row])), rows(&json!([]))]).await;
        let client = client(&recorder);
        for _ in 0..2 {
            client.list_reports(&ReportQuery::default()).await.unwrap();
            assert_eq!(client.generation().rating, rating);
        }
    }
}

#[tokio::test]
async fn which_sorts_a_service_has_is_learned() {
    let date = |day| format!("2026-03-{day:02} 10:00:00");
    let row = |id, day, url| json!({"id": id, "generated_at": date(day), "url": url});
    let recorder = Recorder::start([
        rows(&json!([row(1, 7, "a.de"), row(2, 3, "b.de"), row(3, 5, "c.de")])),
        rows(&json!([row(2, 3, "a.de"), row(1, 7, "b.de")])),
        rows(&json!([row(1, 7, "a.de")])),
    ])
    .await;
    let client = client(&recorder);
    let mut sorts = BTreeMap::new();
    for (sort_by, sorted) in
        [(ReportSort::GeneratedAt, Some(false)), (ReportSort::Url, Some(true)), (ReportSort::Result, None)]
    {
        client.list_reports(&by(sort_by)).await.unwrap();
        sorts.extend(sorted.map(|sorted| (sort_by, sorted)));
        assert_eq!(client.generation().sorts, sorts, "{sort_by:?}");
    }
}

#[tokio::test]
async fn what_lists_say_of_their_pages_is_learned() {
    for (answer, paging) in [
        (json!({"data": [], "meta": {"total": 0}}), Paging::Totals),
        (json!({"data": [], "links": {"next": "https://e.example"}}), Paging::NextOnly),
        (json!([]), Paging::Unsaid),
    ] {
        let recorder = Recorder::start([rows(&answer)]).await;
        let client = client(&recorder);
        assert_eq!(client.generation().paging, None);
        client.list_reports(&ReportQuery::default()).await.unwrap();
        assert_eq!(client.generation().paging, Some(paging));
    }
}

#[tokio::test]
async fn an_announced_throttle_is_remembered_and_kept_to() {
    let headers = [("x-ratelimit-limit", "2"), ("x-ratelimit-remaining", "1")];
    let recorder = Recorder::start([Canned::answer(500, &headers, ""), rows(&json!([]))]).await;
    let first = client(&recorder);
    failed(Call::List.make(&first).await, ProblemCode::ServiceFault);
    assert_eq!(first.generation().rate_limit, Some(2));
    Call::List.make(&first).await.unwrap();
    assert_eq!(first.generation().rate_limit, Some(2), "an answer without a word on it changes nothing");
    assert_waits(&first, &recorder, 2).await;

    let recorder = Recorder::start([(); 2].map(|()| rows(&json!([])))).await;
    let later = knowing(&recorder, first.generation());
    for _ in 0..2 {
        Call::List.make(&later).await.unwrap();
    }
    assert_waits(&later, &recorder, 2).await;
}

/// The next call waits for the rate limit.
async fn assert_waits(client: &Client, recorder: &Recorder, requests: usize) {
    let mut waits = client.waits();
    let waiting = tokio::spawn({
        let client = client.clone();
        async move { Call::List.make(&client).await }
    });
    let wait = *soon(waits.wait_for(Option::is_some)).await.unwrap();
    assert_eq!(wait.map(|wait| (wait.calls, wait.limit)), Some((1, Some(2))));
    client.stop_waiting();
    failed(waiting.await.unwrap(), ProblemCode::Canceled);
    assert_eq!(recorder.received().len(), requests);
}
