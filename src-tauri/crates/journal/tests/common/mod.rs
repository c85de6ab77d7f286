//! Shared test helpers.
#![allow(dead_code, reason = "each test file uses its part")]

use assay_journal::{Journal, NewBatch, NewRow, RowEnd, SendRecord, Sending};
use assay_model::{
    BatchOrigin, BatchRequest, ExistingReportPolicy, Privacy, Problem, ProblemCode, RowAction, RowState, ServiceKey,
};
use jiff::Timestamp;
use tempfile::TempDir;

/// A journal in its own folder.
pub fn open() -> (TempDir, Journal) {
    let folder = tempfile::tempdir().unwrap();
    let journal = Journal::open(&folder.path().join("batches.sqlite"));
    (folder, journal)
}

pub fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_780_000_000 + second).unwrap()
}

/// Sent at a time known to the service, too.
pub fn begun(second: i64) -> SendRecord {
    SendRecord { at: at(second), service_time: Some(at(second + 3600)) }
}

pub fn batch(number: u32) -> NewBatch {
    NewBatch {
        number,
        connection: "one".into(),
        scope: ServiceKey::new("one", "https://service.example"),
        wish: BatchRequest::Create {
            privacy: Privacy::Private,
            known: ExistingReportPolicy::Refresh,
            change_known: false,
            match_project: None,
        },
        origin: BatchOrigin::Text,
        bad_lines: 0,
        keep_passwords: false,
        made_at: at(0),
    }
}

/// Creates a batch; returns its number.
pub fn made(journal: &Journal, rows: Vec<NewRow>) -> u32 {
    let number = journal.next_number().unwrap();
    journal.make(batch(number), rows, Vec::new()).unwrap();
    number
}

/// Reports to be created.
pub fn with_rows(number: u32) -> Vec<NewRow> {
    (1..=number).map(|place| created(&format!("https://example.org/{place}"))).collect()
}

/// A report to be created.
pub fn created(address: &str) -> NewRow {
    NewRow {
        is_listed: true,
        line: None,
        address: address.into(),
        page: Some(address.replace("https://", "")),
        repeats: None,
        own_privacy: None,
        known: None,
        act: RowAction::Create,
        skipped: None,
        choices: vec![RowAction::Create, RowAction::Skip],
        was: None,
        create_to: Some(Privacy::Private),
        change_to: None,
        generated_at: None,
        secret: None,
    }
}

/// A report that is there.
pub fn known(id: &str, act: RowAction) -> NewRow {
    NewRow {
        act,
        page: None,
        known: Some(id.into()),
        create_to: None,
        choices: vec![act, RowAction::Skip],
        ..created(&format!("example.net/{id}"))
    }
}

pub fn ended(state: RowState) -> RowEnd {
    RowEnd {
        state,
        report: None,
        problem: None,
        skipped: None,
        was_found: false,
        is_left_open: false,
        sending: Sending::Open,
        at: at(50),
        took: None,
    }
}

pub fn failed() -> RowEnd {
    RowEnd {
        problem: Some(Problem::new(ProblemCode::RefusedInput)),
        sending: Sending::Undone,
        ..ended(RowState::Failed)
    }
}

/// Starts and completes a row.
pub fn done(journal: &Journal, batch: u32, row: u32) {
    let batch = journal.batch(batch);
    batch.begin(row, begun(1)).unwrap();
    batch.end(row, &ended(RowState::Done)).unwrap();
}
