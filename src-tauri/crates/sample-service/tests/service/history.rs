//! The generated history.

use std::collections::{BTreeMap, BTreeSet};

use assay_sample_service::{Config, HistoryState};
use jiff::{Timestamp, ToSpan};
use serde_json::Value;

use crate::{NOW, config, start};

async fn past(config: Config) -> Vec<HistoryState> {
    start(config).await.service.history().await.unwrap()
}

fn record(state: &HistoryState) -> Option<Value> {
    let answer: Value = serde_json::from_str(state.answer.as_ref()?).unwrap();
    Some(answer["data"].clone())
}

/// The states of each report.
fn by_report(past: &[HistoryState]) -> BTreeMap<&str, Vec<&HistoryState>> {
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
    let past = asked.service.history().await.unwrap();
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
            assert!(is_new || before["privacy"] != after["privacy"], "{id}");
        }
    }
}

/// The changes of reports since a number of days ago.
#[derive(Debug, Default)]
struct Differences {
    up: u32,
    down: u32,
    new: u32,
    gone: u32,
}

fn differences(reports: &BTreeMap<&str, Vec<&HistoryState>>, days: i64) -> Differences {
    let since = NOW.parse::<Timestamp>().unwrap() - (days * 24).hours();
    let mut found = Differences::default();
    for states in reports.values() {
        let score = |state: &HistoryState| record(state).map(|record| record["result"].as_i64().unwrap());
        let before = states.iter().rfind(|state| state.at <= since).map(|state| score(state));
        match (before, score(states[states.len() - 1])) {
            (None, _) => found.new += 1,
            (Some(Some(_)), None) => found.gone += 1,
            (Some(Some(before)), Some(after)) if before < after => found.up += 1,
            (Some(Some(before)), Some(after)) if before > after => found.down += 1,
            _ => {}
        }
    }
    found
}

#[tokio::test]
async fn it_is_as_varied_as_a_real_one() {
    for seed in 1..4 {
        let past = past(Config { seed, ..config() }).await;
        let reports = by_report(&past);
        let with = |states: usize| reports.values().filter(|report| report.len() >= states).count();
        assert!(with(2) >= 50 && with(4) >= 15, "{} and {} with seed {seed}", with(2), with(4));
        assert!(reports.values().all(|report| report.len() <= 6));
        let days: BTreeSet<_> = past.iter().map(|state| state.at.to_string()[..10].to_owned()).collect();
        assert!(days.len() >= 150, "{} days with seed {seed}", days.len());
        let shared = past.iter().filter_map(record).filter(|record| record["generated_at"] != record["updated_at"]);
        assert!(shared.count() >= 8, "with seed {seed}");

        for days in [7, 30] {
            let found = differences(&reports, days);
            let Differences { up, down, new, gone } = found;
            // Small samples may have no changes; the app's defaults must.
            let least = if seed == 1 || days == 30 { 2 } else { 0 };
            assert!(up >= least && down >= least && new >= 2 && gone >= 1, "{days} days, seed {seed}: {found:?}");
        }
        let gone: BTreeSet<_> = past.iter().filter(|state| state.answer.is_none()).map(|state| state.at).collect();
        assert_eq!(gone.len(), 8);
    }
}
