use assay_journal::{Journal, JournalError, RowEnd, Sending};
use assay_model::{
    ActCounts, BatchFilter, BatchState, ListBatchRows, PageSize, Privacy, Problem, ProblemCode, RowAction, RowState,
    SkipReason, StateCounts,
};

use crate::common::{at, begun, done, ended, failed, known, made, open, with_rows};

#[test]
fn each_row_goes_its_way_and_is_counted() {
    let (_folder, journal) = open();
    let mut changed = known("4", RowAction::Privacy);
    (changed.was, changed.change_to) = (Some(Privacy::Public), Some(Privacy::Private));
    let mut rows = with_rows(4);
    rows.push(changed);
    let number = made(&journal, rows);
    journal.set_state(number, BatchState::Running, None, at(1)).unwrap();
    for row in 1..=5 {
        assert_eq!(journal.end(number, row, &ended(RowState::Done)), Err(JournalError::NotReady));
        journal.begin(number, row, begun(i64::from(row))).unwrap();
        // An unknown row may be resent: its first time is kept.
        journal.begin(number, row, begun(9)).unwrap();
    }
    assert_eq!(journal.begin(number, 6, begun(9)), Err(JournalError::Unknown));
    let open = journal.open_rows(number).unwrap();
    assert_eq!(
        open.iter().map(|open| (open.row.number, open.begun.at)).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5].map(|row| (row, at(row.into())))
    );

    let unknown = Problem::new(ProblemCode::OutcomeUnknown);
    let created = RowEnd { report: Some("77".into()), took: Some(250), ..ended(RowState::Done) };
    journal.end(number, 1, &created).unwrap();
    journal.end(number, 2, &RowEnd { problem: Some(unknown.clone()), ..ended(RowState::Unknown) }).unwrap();
    journal.end(number, 3, &ended(RowState::Waiting)).unwrap();
    journal.end(number, 4, &failed()).unwrap();
    let gone = RowEnd { skipped: Some(SkipReason::Gone), ..ended(RowState::Skipped) };
    journal.end(number, 5, &gone).unwrap();

    let stored = journal.read(number).unwrap();
    let states = StateCounts { done: 1, unknown: 1, waiting: 1, failed: 1, skipped: 1, ..StateCounts::default() };
    assert_eq!((stored.states, stored.can_undo), (states, false));
    assert_eq!(stored.left, ActCounts { create: 2, ..ActCounts::default() });
    let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
    let rows = journal.rows(&list).unwrap().rows;
    assert_eq!((rows[0].report.as_deref(), rows[0].took, rows[0].ended_at), (Some("77"), Some(250), Some(at(50))));
    assert_eq!((rows[1].problem.as_ref(), rows[1].ended_at), (Some(&unknown), None));
    assert_eq!((&rows[4].skipped, rows[4].report.as_deref()), (&Some(SkipReason::Gone), Some("4")));
    assert_eq!(journal.waiting_rows(number, 0, 9).unwrap().len(), 1);
    assert_eq!(journal.waiting_rows(number, 3, 9).unwrap(), []);

    // The unknown one is found, the failed one retried, the rest canceled.
    let left = RowEnd { is_left_open: true, problem: Some(unknown), ..ended(RowState::Unknown) };
    journal.end(number, 2, &left).unwrap();
    assert_eq!(journal.open_rows(number).unwrap()[0].row.ended_at, Some(left.at), "nobody can tell any more");
    journal.end(number, 2, &RowEnd { was_found: true, ..created }).unwrap();
    assert_eq!(journal.retry_failed(number), Ok(1));
    assert_eq!(journal.cancel_waiting(number, at(60)), Ok(2));
    assert_eq!(journal.cancel_waiting(number, at(60)), Ok(0));
    let stored = journal.read(number).unwrap();
    assert_eq!(stored.states, StateCounts { done: 2, canceled: 2, skipped: 1, ..StateCounts::default() });
    assert!(journal.rows(&list).unwrap().rows[1].was_found);
    journal.set_state(number, BatchState::Ended, None, at(61)).unwrap();
    let stored = journal.read(number).unwrap();
    assert_eq!((stored.state, stored.started_at, stored.ended_at), (BatchState::Ended, Some(at(1)), Some(at(61))));
}

#[test]
fn rows_that_failed_come_first_once_a_batch_has_ended() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(5));
    journal.set_state(number, BatchState::Running, None, at(1)).unwrap();
    for row in 1..=5 {
        journal.begin(number, row, begun(2)).unwrap();
    }
    for (row, state) in [(1, RowState::Done), (2, RowState::Unknown), (4, RowState::Skipped)] {
        journal.end(number, row, &ended(state)).unwrap();
    }
    journal.end(number, 3, &failed()).unwrap();
    journal.end(number, 5, &failed()).unwrap();
    let page = || {
        let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
        journal.rows(&list).unwrap().rows.iter().map(|row| row.number).collect::<Vec<_>>()
    };
    assert_eq!(page(), [1, 2, 3, 4, 5]);
    journal.set_state(number, BatchState::Ended, None, at(9)).unwrap();
    assert_eq!(page(), [3, 5, 2, 1, 4]);
}

#[test]
fn a_privacy_that_was_changed_can_be_undone_and_how_long_it_took_is_known() {
    let (_folder, journal) = open();
    let change = |was| {
        let mut row = known("4", RowAction::Privacy);
        (row.was, row.change_to) = (was, Some(Privacy::Private));
        row
    };
    let number = made(&journal, vec![change(None), change(Some(Privacy::Private)), change(Some(Privacy::Public))]);
    journal.set_state(number, BatchState::Running, None, at(1)).unwrap();
    assert_eq!(journal.mean_durations("one").unwrap().privacy, None);
    for (row, can_undo) in [(1, false), (2, false), (3, true)] {
        journal.begin(number, row, begun(1)).unwrap();
        journal.end(number, row, &RowEnd { took: Some(100 * row), ..ended(RowState::Done) }).unwrap();
        assert_eq!(journal.read(number).unwrap().can_undo, can_undo);
    }
    let usual = journal.mean_durations("one").unwrap();
    assert_eq!((usual.privacy, usual.create), (Some(200.0), None));
    assert_eq!(journal.mean_durations("other").unwrap().privacy, None);
}

#[test]
fn what_became_of_a_row_on_its_way_is_unknown_when_the_rest_is_canceled() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(3));
    done(&journal, number, 1);
    journal.begin(number, 2, begun(5)).unwrap();
    assert_eq!(journal.cancel_waiting(number, at(6)), Ok(1));
    let states = StateCounts { done: 1, unknown: 1, canceled: 1, ..StateCounts::default() };
    assert_eq!(journal.read(number).unwrap().states, states);
    let open = journal.open_rows(number).unwrap();
    assert_eq!(open.iter().map(|open| (open.row.number, open.begun.at)).collect::<Vec<_>>(), [(2, at(5))]);
    journal.end(number, 2, &ended(RowState::Done)).unwrap();
    assert_eq!(journal.read(number).unwrap().states.done, 2);
}

#[test]
fn what_was_answered_waits_for_its_outcome_over_a_restart_and_gets_it_once() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(3));
    journal.set_state(number, BatchState::Running, None, at(1)).unwrap();
    for row in 1..=3 {
        journal.begin(number, row, begun(i64::from(row))).unwrap();
        let answered = RowEnd { report: Some(row.to_string()), took: Some(40), ..ended(RowState::Confirming) };
        journal.end(number, row, &answered).unwrap();
        assert_eq!(journal.begin(number, row, begun(9)), Err(JournalError::NotReady), "it is not sent again");
    }
    drop(journal);
    let journal = Journal::open(&folder.path().join("batches.sqlite"));
    assert_eq!(journal.open_rows(number).unwrap(), []);
    let answered = journal.confirming_rows(number).unwrap();
    let told: Vec<_> = answered.iter().map(|open| (open.row.report.as_deref(), open.begun.at, open.row.took)).collect();
    assert_eq!(told, [(Some("1"), at(1), Some(40)), (Some("2"), at(2), Some(40)), (Some("3"), at(3), Some(40))]);
    let stored = journal.read(number).unwrap();
    assert_eq!((stored.states.confirming, stored.left), (3, ActCounts::default()), "nothing is left to be sent");

    let ends = vec![(1, RowEnd { took: Some(40), ..ended(RowState::Done) }), (2, failed())];
    journal.take_over(number).unwrap();
    journal.confirm(number, ends.clone()).unwrap();
    journal.confirm(number, ends.into_iter().map(|(row, _)| (row, ended(RowState::Unknown))).collect()).unwrap();
    let states = journal.read(number).unwrap().states;
    assert_eq!(states, StateCounts { done: 1, failed: 1, confirming: 1, ..StateCounts::default() });
    // Unconfirmed rows of a stopped batch are unknown.
    journal.cancel_waiting(number, at(10)).unwrap();
    let left = journal.open_rows(number).unwrap();
    assert_eq!(left.iter().map(|open| (open.row.number, open.row.state)).collect::<Vec<_>>(), [(3, RowState::Unknown)]);
    assert_eq!(left[0].row.report.as_deref(), Some("3"));
}

#[test]
fn when_a_row_was_sent_first_stays_until_it_is_proven_that_nothing_came_of_it() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(3));
    let again = RowEnd { sending: Sending::Open, ..failed() };
    for (row, end) in [(1, ended(RowState::Unknown)), (2, again), (3, failed())] {
        journal.begin(number, row, begun(1)).unwrap();
        journal.end(number, row, &end).unwrap();
    }
    // Two may have been carried out and are looked up; the third was rejected, and just waits.
    assert_eq!(journal.retry_failed(number), Ok(2));
    assert_eq!(journal.waiting_rows(number, 0, 9).unwrap().len(), 1);
    journal.begin(number, 3, begun(7)).unwrap();
    journal.begin(number, 1, begun(7)).unwrap();
    let open: Vec<_> = journal.open_rows(number).unwrap().iter().map(|open| (open.row.number, open.begun)).collect();
    assert_eq!(open, [(1, begun(1)), (2, begun(1)), (3, begun(7))]);

    let left = RowEnd { is_left_open: true, sending: Sending::Past, ..ended(RowState::Unknown) };
    journal.end(number, 1, &left).unwrap();
    journal.end(number, 2, &RowEnd { sending: Sending::Open, ..left }).unwrap();
    let is_past =
        |journal: &Journal| journal.open_rows(number).unwrap().iter().map(|open| open.is_past).collect::<Vec<_>>();
    assert_eq!(is_past(&journal), vec![true, false, false]);
    journal.begin(number, 1, begun(9)).unwrap();
    assert_eq!(is_past(&journal), vec![false; 3], "it is on its way again");
    assert_eq!(journal.open_rows(number).unwrap()[0].begun, begun(1));
}

#[test]
fn a_row_that_another_process_sends_is_not_sent_or_ended_by_this_one() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(2));
    let other = Journal::open(&folder.path().join("batches.sqlite"));
    journal.begin(number, 1, begun(1)).unwrap();
    assert_eq!(other.begin(number, 1, begun(2)), Err(JournalError::NotReady));
    assert_eq!(other.end(number, 1, &ended(RowState::Done)), Err(JournalError::NotReady));
    other.begin(number, 2, begun(2)).unwrap();
    assert_eq!(journal.begin(number, 2, begun(3)), Err(JournalError::NotReady));
    // The first one has ended, and the other knows that.
    other.take_over(number).unwrap();
    other.begin(number, 1, begun(4)).unwrap();
    assert_eq!(journal.end(number, 1, &ended(RowState::Done)), Err(JournalError::NotReady));
    other.end(number, 1, &ended(RowState::Done)).unwrap();
}
