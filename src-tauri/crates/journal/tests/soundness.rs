//! The journal after failures of its file, disk, or process.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::{fs, path::Path, thread};

use assay_journal::{Journal, JournalError, RowEnd};
use assay_model::{BatchState, PrivacyCounts, Problem, ProblemCode, RowState, StateCounts};
use common::{at, begun, done, ended, made, open, with_rows};
use rusqlite::Connection;

fn reopened(folder: &Path) -> Journal {
    Journal::open(&folder.join("batches.sqlite"))
}

#[test]
fn what_was_begun_is_found_open_by_whoever_opens_the_file_next() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(5));
    let batch = journal.batch(number);
    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    done(&journal, number, 1);
    batch.begin(2, begun(2)).unwrap();
    batch.begin(3, begun(3)).unwrap();
    let lost = Problem { tried_at: Some(at(3)), ..Problem::new(ProblemCode::OutcomeUnknown) };
    batch.end(3, &RowEnd { problem: Some(lost.clone()), ..ended(RowState::Unknown) }).unwrap();
    // While the first is still open, as after a kill.
    let next = reopened(folder.path());
    let open: Vec<_> = next.batch(number).open_rows().unwrap();
    assert_eq!(
        open.iter().map(|open| (open.row.number, open.row.state, open.begun.at)).collect::<Vec<_>>(),
        [(2, RowState::Running, at(2)), (3, RowState::Unknown, at(3)),]
    );
    assert_eq!(open[1].row.problem, Some(lost));
    let stored = next.batch(number).read().unwrap();
    assert_eq!(stored.state, BatchState::Running);
    assert_eq!(stored.states, StateCounts { waiting: 2, running: 1, unknown: 1, done: 1, ..StateCounts::default() });
    drop(journal);
    assert_eq!(reopened(folder.path()).batch(number).read().unwrap(), stored);
}

#[test]
fn many_that_write_at_once_lose_nothing() {
    const THREADS: u32 = 8;
    const EACH: u32 = 150;
    let (folder, journal) = open();
    let number = made(&journal, with_rows(THREADS * EACH));
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let journal = journal.clone();
            scope.spawn(move || (1..=EACH).for_each(|row| done(&journal, number, thread * EACH + row)));
        }
    });
    let all = StateCounts { done: THREADS * EACH, ..StateCounts::default() };
    assert_eq!(journal.batch(number).read().unwrap().states, all);
    drop(journal);
    assert_eq!(reopened(folder.path()).batch(number).read().unwrap().states, all);
}

#[test]
fn one_refused_call_takes_nothing_of_the_others_back() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(200));
    thread::scope(|scope| {
        for thread in 0..4 {
            let journal = journal.clone();
            scope.spawn(move || {
                for row in (1 + thread..=200).step_by(4) {
                    journal.batch(number).begin(row, begun(1)).unwrap();
                    assert_eq!(journal.batch(number).begin(200 + row, begun(1)), Err(JournalError::Unknown));
                }
            });
        }
    });
    assert_eq!(journal.batch(number).read().unwrap().states, StateCounts { running: 200, ..StateCounts::default() });
}

#[test]
fn a_damaged_file_is_set_aside_and_a_new_one_begun() {
    for damage in [&b"this is no database, whatever its name says: it is a text"[..], &[0x5a; 9000]] {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("batches.sqlite"), damage).unwrap();
        let journal = reopened(folder.path());
        let number = made(&journal, with_rows(2));
        assert_eq!(journal.batch(number).read().unwrap().acts.create, 2);
        let aside: Vec<_> = fs::read_dir(folder.path()).unwrap().flatten().map(|file| file.path()).collect();
        let aside = aside.iter().find(|file| file.to_string_lossy().contains("batches-damaged-")).unwrap();
        assert_eq!(fs::read(aside).unwrap(), damage);
    }
}

#[test]
fn damage_that_is_met_later_is_told_and_the_next_call_has_a_new_file() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(3000));
    drop(journal);
    let file = folder.path().join("batches.sqlite");
    let mut bytes = fs::read(&file).unwrap();
    let begin = bytes.len() / 4;
    bytes[begin..].fill(0xa5);
    fs::write(&file, bytes).unwrap();
    let journal = reopened(folder.path());
    let mut rows = 0;
    let met = journal.batch(number).for_each_row(&assay_model::BatchFilter::default(), |_| rows += 1);
    assert_eq!(met, Err(JournalError::Damaged));
    assert_eq!(journal.list(None), Ok(Vec::new()));
    made(&journal, with_rows(1));
}

#[test]
fn a_sound_file_is_not_set_aside() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(2));
    drop(journal);
    let file = Connection::open(folder.path().join("batches.sqlite")).unwrap();
    file.execute("UPDATE batch SET wish = '{}' WHERE number = ?", [number]).unwrap();
    drop(file);
    let journal = reopened(folder.path());
    assert_eq!(journal.batch(number).read(), Err(JournalError::Damaged));
    assert_eq!(journal.batch(number).open_rows(), Ok(Vec::new()));
    assert_eq!(journal.batch(number).waiting_rows(0, 9).unwrap().len(), 2);
}

#[test]
fn another_programs_file_is_set_aside_and_a_newer_version_s_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("batches.sqlite");
    Connection::open(&file).unwrap().execute_batch("CREATE TABLE other (x)").unwrap();
    assert_eq!(reopened(folder.path()).list(None), Ok(Vec::new()));

    let newer = Connection::open(&file).unwrap();
    newer.pragma_update(None, "user_version", 99).unwrap();
    drop(newer);
    let before = fs::read(&file).unwrap();
    let journal = reopened(folder.path());
    for _ in 0..2 {
        assert_eq!(journal.list(None), Err(JournalError::Newer));
        assert_eq!(journal.next_number(), Err(JournalError::Newer));
    }
    assert_eq!(Problem::from(JournalError::Newer).code, ProblemCode::JournalFailed);
    assert_eq!(fs::read(&file).unwrap(), before);
}

#[test]
fn a_file_that_cannot_be_opened_is_told_and_tried_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("batches.sqlite");
    fs::create_dir(&file).unwrap();
    let journal = reopened(folder.path());
    assert!(matches!(journal.list(None), Err(JournalError::Failed(_))));
    fs::remove_dir(&file).unwrap();
    made(&journal, with_rows(1));
}

#[test]
fn a_journal_of_the_first_version_is_brought_up_to_date_without_the_texts_of_invalid_lines() {
    let folder = tempfile::tempdir().unwrap();
    let file = Connection::open(folder.path().join("batches.sqlite")).unwrap();
    file.execute_batch(include_str!("../src/schema.sql")).unwrap();
    file.pragma_update(None, "application_id", 0x4173_6a6f).unwrap();
    file.pragma_update(None, "user_version", 1).unwrap();
    let wish = r#"{"kind":"privacy","privacy":"password"}"#;
    let problem = serde_json::to_string(&Problem::new(ProblemCode::Canceled)).unwrap().replace("canceled", "cancelled");
    file.execute_batch(&format!(
        r#"INSERT INTO batch (number, connection, scope, wish, origin, state, bad_lines, keep_passwords, made_at, problem)
            VALUES (1, 'one', 'one', '{wish}', '{{"kind":"text"}}', 0, 1, 0, 0, '{problem}');
        INSERT INTO line (batch, number, is_listed, address, act, choices, was, change_to, state, secret, secret_of)
            VALUES (1, 1, 1, 'a.example', 2, 4, 2, 2, 0, x'01', 1), (1, 2, 1, 'b.example', 2, 4, 0, 2, 0, x'01', 1);
        INSERT INTO tally (batch, act, state, lock, changes, lines) VALUES (1, 2, 0, 1, 0, 1), (1, 2, 0, 1, 1, 1);
        INSERT INTO bad_line VALUES (1, 0, 3, 'https://c.example hunter2', 'url', '{{"kind":"not_an_address"}}');"#
    ))
    .unwrap();
    drop(file);
    let journal = reopened(folder.path());
    let stored = journal.batch(1).read().unwrap();
    assert_eq!((stored.acts.privacy, stored.passwords), (2, 2));
    assert_eq!(stored.problem, Some(Problem::new(ProblemCode::Canceled)));
    let both = PrivacyCounts { replace_password: 1, restorable: 1, ..PrivacyCounts::default() };
    assert_eq!(stored.privacies, both);
    assert_eq!(journal.batch(1).bad_lines().unwrap()[0].text, "");
    journal.batch(1).cancel_waiting(at(1)).unwrap();
    assert_eq!(journal.batch(1).wipe_spent_secrets(true), Ok(true));
    assert_eq!(journal.idle_keys(), Ok(vec![1]));
    drop(journal);
    for entry in fs::read_dir(folder.path()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        assert!(!bytes.windows(7).any(|part| part == b"hunter2"));
    }
}
