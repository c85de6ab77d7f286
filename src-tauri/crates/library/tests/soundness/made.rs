//! Deterministic reports, shared with child processes.

use assay_library::{ObservedReport, SyncProgressRecord};
use assay_model::{Check, Importance, Privacy, Report, ReportRow, SyncKind, Verdict};
use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value, json};

/// The scope of paged data.
pub const SCOPE: &str = "walked";
/// The number of new reports per page.
pub const NEW_ON_PAGE: u32 = 20;
/// How many of these the next page repeats, changed.
pub const AGAIN_ON_NEXT: u32 = 5;

/// Some day, at this second.
pub fn time(second: u32) -> Timestamp {
    Timestamp::UNIX_EPOCH + SignedDuration::from_hours(500_000) + SignedDuration::from_secs(second.into())
}

/// A page: new reports, and changed ones of the page before.
pub fn page(number: u32) -> Vec<ObservedReport> {
    let new = (number * NEW_ON_PAGE..(number + 1) * NEW_ON_PAGE).map(|id| report(id, 0));
    let before = number.checked_sub(1).map(|before| before * NEW_ON_PAGE);
    let again = before.into_iter().flat_map(|first| (first..first + AGAIN_ON_NEXT).map(|id| report(id, 1)));
    again.chain(new).map(|report| ObservedReport { report, has_checks: true }).collect()
}

/// The progress after this page.
pub fn progress(page: u32) -> SyncProgressRecord {
    SyncProgressRecord {
        kind: SyncKind::Full,
        begun_at: time(0),
        position: json!(page),
        done: (page + 1) * NEW_ON_PAGE,
    }
}

/// The report's version at its `turn`th observation.
pub fn report(id: u32, turn: u32) -> Report {
    let score = f64::from((id * 7 + turn * 31) % 101);
    Report {
        row: ReportRow {
            id: id.to_string(),
            address: address(id),
            url: Some(format!("https://www.{}", address(id))),
            project: Some(format!("site-{}.example", id % 7)),
            verdict: Some(match score {
                score if score > 79.0 => Verdict::Good,
                score if score < 49.0 => Verdict::Bad,
                _ => Verdict::Decent,
            }),
            score: Some(score),
            privacy: Some(Privacy::Private),
            has_password: Some(false),
            generated_at: Some(time(turn)),
            created_at: Some(time(0)),
            updated_at: Some(time(turn)),
            odd: Vec::new(),
        },
        checks: vec![
            check("title", true, json!(format!("The title of page {id}, as it was the {turn}th time"))),
            check("noindex", true, Value::Null),
            check("broken_links", (id + turn).is_multiple_of(2), json!([format!("https://gone.example/{id}/{turn}")])),
            check("text_length", (id + turn).is_multiple_of(3), json!({"min": id, "max": turn})),
        ],
        other: Map::from_iter([("plan".into(), json!("basic"))]),
    }
}

/// The URL of a report.
pub fn address(id: u32) -> String {
    format!("site-{}.example/section/page-{id}", id % 7)
}

fn check(name: &str, passed: bool, value: Value) -> Check {
    let errors = (!passed).then(|| json!({"found": value}));
    Check {
        name: name.into(),
        passed: Some(passed),
        importance: Some(Importance::High),
        value,
        errors,
        other: Map::new(),
    }
}
