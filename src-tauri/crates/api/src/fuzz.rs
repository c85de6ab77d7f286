//! Entry points of the fuzzers in `fuzz/`. Each takes a possible response, and panics if an
//! invariant doesn't hold.

#![allow(clippy::missing_panics_doc, clippy::expect_used, reason = "a panic is what a fuzzer looks for")]

use assay_model::{ProjectQuery, ReportQuery, ReportRow};
use jiff::Timestamp;
use serde::{Serialize, de::DeserializeOwned};

use crate::{
    call::{Call, Verb},
    failure,
    path::segment,
    read::{self, ParseError},
    redact::Redactor,
    response::{self, Response},
    strip_checks::ChecksStripper,
};

/// A key to search for in responses, with characters that have several spellings.
const KEY: &str = "k/\"é1";

/// Parses a report (`field-notes.md` 1–9).
pub fn report(body: &[u8]) {
    if let Ok(report) = read::report(body.into()) {
        check(&report.row);
        passes_to_the_window(&report);
    }
}

/// Parses a list of reports (`field-notes.md` 10–16), with and without checks.
pub fn reports(body: &[u8]) {
    let list = |body: &[u8]| read::reports(body.into(), &ReportQuery::default()).map(|listed| listed.page);
    let Ok(page) = list(body) else { return };
    page.rows.iter().for_each(check);
    assert!(page.unreadable.is_sorted_by(|one, other| one.position < other.position));
    passes_to_the_window(&page);

    let whole = match read::full_reports(body.into()) {
        Ok(whole) => whole,
        // The checks may exceed the limit.
        Err(ParseError::TooLarge(_)) => return,
        Err(why) => panic!("what can be read without checks can be read with them: {why}"),
    };
    assert_eq!(whole.into_iter().map(|report| report.row).collect::<Vec<_>>(), page.rows);

    let mut stripper = ChecksStripper::default();
    stripper.push(body);
    let ids = |rows: &[ReportRow]| rows.iter().map(|row| row.id.clone()).collect::<Vec<_>>();
    match list(&stripper.into_bytes()) {
        Ok(stripped) if stripped.unreadable.is_empty() => assert_eq!(ids(&stripped.rows), ids(&page.rows)),
        _ => {}
    }
}

/// Parses a list of projects (`field-notes.md` 10, 16).
pub fn projects(body: &[u8]) {
    if let Ok(page) = read::projects(body.into(), &ProjectQuery::default()) {
        for project in &page.rows {
            assert!(!project.project.is_empty());
            assert!(project.mean_score.is_none_or(|score| (0.0..=100.0).contains(&score)));
        }
        passes_to_the_window(&page);
    }
}

/// Parses the response to a delete (`field-notes.md` 24, 25).
pub fn deleted(body: &[u8]) {
    if read::deleted(body.into(), "4711").is_ok() {
        // It must contain the deleted id.
        let text = String::from_utf8_lossy(body).replace("\\u003", "");
        assert!(text.contains("4711"), "{text}");
        assert!(read::deleted(body.into(), "4712").is_err());
    }
}

/// Parses an error response (`field-notes.md` 22, 23, 28–31); the first two bytes are the status.
pub fn refusal(bytes: &[u8]) {
    let Some((status, body)) = bytes.split_at_checked(2) else { return };
    let status = status.iter().fold(0_u16, |status, byte| status << 8 | u16::from(*byte));
    for verb in [Verb::Read, Verb::Create] {
        let response =
            Response::of(Call::new(verb, "reports"), Redactor::new(&KEY.into(), None), 300 + status % 300, body);
        let problem = failure::problem_from_status(failure::Route::Direct, &response);
        let shown = [problem.said.as_deref(), problem.detail.as_deref()];
        assert!(shown.into_iter().flatten().all(|text| !text.contains(KEY)), "{problem:?}");
        assert!(!format!("{:?}", problem.fields).contains(format!("{KEY:?}").trim_matches('"')), "{problem:?}");
        passes_to_the_window(&problem);
    }
}

/// Parses a date in a header (`field-notes.md` 29, 31).
pub fn pause(bytes: &[u8]) {
    for now in [Timestamp::MIN, Timestamp::UNIX_EPOCH, Timestamp::MAX] {
        let _ = response::retry_after(&String::from_utf8_lossy(bytes), now);
    }
}

/// Parses a single value in any of its forms (`field-notes.md` 3, 8, 9).
pub fn value(bytes: &[u8]) {
    read::scalars(bytes);
}

fn check(row: &ReportRow) {
    assert!(!row.id.is_empty());
    assert!(segment("id", &row.id).is_ok() || matches!(&*row.id, "." | ".."));
    assert!(row.url.as_ref().is_none_or(|url| url.starts_with("http://") || url.starts_with("https://")));
    assert!(row.score.is_none_or(|score| (0.0..=100.0).contains(&score)));
    assert!(row.score.is_none() || row.verdict.is_some());
}

/// Parsed data must serialize, and parse again with a strict parser.
fn passes_to_the_window<T: Serialize + DeserializeOwned>(read: &T) {
    let text = serde_json::to_string(read).expect("what was read is plain data");
    serde_json::from_str::<T>(&text).expect("what was written is JSON");
}
