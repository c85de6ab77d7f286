//! What the service would have shown until now.

use std::collections::{BTreeMap, BTreeSet};

use assay_sample_service::{Config, PastState};
use jiff::{Timestamp, ToSpan};
use serde_json::Value;

use crate::{NOW, config, start};

async fn past(config: Config) -> Vec<PastState> {
    start(config).await.service.past().await.unwrap()
}

fn record(state: &PastState) -> Option<Value> {
    let answer: Value = serde_json::from_str(state.answer.as_ref()?).unwrap();
    Some(answer["data"].clone())
}

/// What became of each report.
fn by_report(past: &[PastState]) -> BTreeMap<&str, Vec<&PastState>> {
    let mut reports = BTreeMap::<_, Vec<_>>::new();
    for state in past {
        reports.entry(&*state.id).or_default().push(state);
    }
    reports
}

#[tokio::test]
async fn the_same_data_give_the_same_past() {
    let first = past(config()).await;
    assert!(first == past(config()).await);
    assert!(first != past(Config { seed: 2, ..config() }).await);
    assert!(past(Config { reports: 0, ..config() }).await.iter().all(|state| state.id.parse::<u32>().unwrap() > 240));
}

#[tokio::test]
async fn it_ends_in_what_the_service_shows() {
    let asked = start(config()).await;
    asked.put("/reports/240", &[("privacy", "1")]).await;
    asked.put("/reports/239", &[("results", "1")]).await;
    asked.delete("/reports/238").await;
    let past = asked.service.past().await.unwrap();
    assert!(past.is_sorted_by_key(|state| state.at));
    let mut there: BTreeMap<_, _> =
        by_report(&past).into_iter().map(|(id, states)| (id, states[states.len() - 1])).collect();
    there.retain(|_, state| state.answer.is_some());
    let shown = asked.all("/reports").await;
    assert_eq!(there.len(), shown.len());
    for row in shown {
        let id = row["id"].to_string();
        assert_eq!(record(there[&*id]), Some(row));
        assert_eq!(*there[&*id].answer.as_ref().unwrap(), asked.get(&format!("/reports/{id}")).await.text);
    }
}

#[tokio::test]
async fn every_state_is_a_record_that_the_service_may_have_shown() {
    for (id, states) in by_report(&past(config()).await) {
        let records: Vec<_> = states.iter().filter_map(|state| Some((state.at, record(state)?))).collect();
        let gone = states.iter().position(|state| state.answer.is_none());
        assert!(gone.is_none_or(|gone| gone > 0 && gone == states.len() - 1), "{id}");
        for (at, record) in &records {
            let date = |name: &str| record[name].as_str().unwrap().parse::<Timestamp>().unwrap();
            assert_eq!(record["id"].to_string(), *id);
            assert!(date("created_at") <= date("generated_at") && date("generated_at") <= date("updated_at"));
            assert_eq!(date("updated_at"), *at);
            assert!((0..=100).contains(&record["result"].as_i64().unwrap()));
            assert_eq!(record["password"], record["privacy"] == 2);
        }
        for pair in records.windows(2) {
            let (before, after) = (&pair[0].1, &pair[1].1);
            assert!(pair[0].0 < pair[1].0);
            for name in ["url", "project", "created_at"] {
                assert_eq!(before[name], after[name], "{name} of {id}");
            }
            let is_new = before["generated_at"] != after["generated_at"];
            assert!(is_new || before["results"] == after["results"]);
            assert!(before["results"] != after["results"] || before["privacy"] != after["privacy"], "{id}");
        }
    }
}

#[tokio::test]
async fn it_is_as_varied_as_a_real_one() {
    let past = past(config()).await;
    let now: Timestamp = NOW.parse().unwrap();
    let reports = by_report(&past);
    for days in [7, 30, 90] {
        let since = now - (days * 24).hours();
        let (mut up, mut down, mut vup, mut vdown, mut new, mut gone) = (0, 0, 0, 0, 0, 0);
        for states in reports.values() {
            let before = states.iter().rfind(|s| s.at <= since);
            let last = states[states.len() - 1];
            let Some(before) = before else {
                new += 1;
                continue;
            };
            if last.answer.is_none() {
                if last.at > since {
                    gone += 1
                }
                continue;
            }
            let (a, b) = (
                record(before).unwrap()["result"].as_i64().unwrap(),
                record(last).unwrap()["result"].as_i64().unwrap(),
            );
            let v = |s: i64| {
                if s > 79 {
                    2
                } else if s > 48 {
                    1
                } else {
                    0
                }
            };
            if b > a {
                up += 1
            }
            if b < a {
                down += 1
            }
            if v(b) > v(a) {
                vup += 1
            }
            if v(b) < v(a) {
                vdown += 1
            }
        }
        println!("{days}: up {up} down {down} vup {vup} vdown {vdown} new {new} gone {gone}");
    }
    let mut sizes = BTreeMap::<usize, u32>::new();
    for s in reports.values() {
        *sizes.entry(s.len()).or_default() += 1;
    }
    println!("{sizes:?} {}", past.len());
    for (id, s) in reports.iter().filter(|(_, s)| s.len() > 2) {
        println!(
            "{id} {:?}",
            s.iter()
                .map(|s| (
                    s.at.to_string()[..10].to_owned(),
                    record(s).map(|r| (r["result"].as_i64().unwrap(), r["privacy"].as_i64().unwrap()))
                ))
                .collect::<Vec<_>>()
        );
    }
    let _: BTreeSet<u32> = BTreeSet::new();
}
