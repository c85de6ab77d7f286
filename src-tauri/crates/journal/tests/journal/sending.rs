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
    let batch = journal.batch(number);
    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    for row in 1..=5 {
        assert_eq!(batch.end(row, &ended(RowState::Done)), Err(JournalError::NotReady));
        batch.begin(row, begun(i64::from(row))).unwrap();
        // An unknown row may be resent: its first time is kept.
        batch.begin(row, begun(9)).unwrap();
    }
    assert_eq!(batch.begin(6, begun(9)), Err(JournalError::Unknown));
    let open = batch.open_rows().unwrap();
    assert_eq!(
        open.iter().map(|open| (open.row.number, open.begun.at)).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5].map(|row| (row, at(row.into())))
    );

    let unknown = Problem::new(ProblemCode::OutcomeUnknown);
    let created = RowEnd { report: Some("77".into()), took: Some(250), ..ended(RowState::Done) };
    batch.end(1, &created).unwrap();
    batch.end(2, &RowEnd { problem: Some(unknown.clone()), ..ended(RowState::Unknown) }).unwrap();
    batch.end(3, &ended(RowState::Waiting)).unwrap();
    batch.end(4, &failed()).unwrap();
    let gone = RowEnd { skipped: Some(SkipReason::Gone), ..ended(RowState::Skipped) };
    batch.end(5, &gone).unwrap();

    let stored = batch.read().unwrap();
    let states = StateCounts { done: 1, unknown: 1, waiting: 1, failed: 1, skipped: 1, ..StateCounts::default() };
    assert_eq!((stored.states, stored.can_undo), (states, false));
    assert_eq!(stored.left, ActCounts { create: 2, ..ActCounts::default() });
    let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
    let rows = journal.rows(&list).unwrap().rows;
    assert_eq!((rows[0].report.as_deref(), rows[0].took, rows[0].ended_at), (Some("77"), Some(250), Some(at(50))));
    assert_eq!((rows[1].problem.as_ref(), rows[1].ended_at), (Some(&unknown), None));
    assert_eq!((&rows[4].skipped, rows[4].report.as_deref()), (&Some(SkipReason::Gone), Some("4")));
    assert_eq!(batch.waiting_rows(0, 9).unwrap().len(), 1);
    assert_eq!(batch.waiting_rows(3, 9).unwrap(), []);

    // The unknown one is found, the failed one retried, the rest canceled.
    let left = RowEnd { is_left_open: true, problem: Some(unknown), ..ended(RowState::Unknown) };
    batch.end(2, &left).unwrap();
    assert_eq!(batch.open_rows().unwrap()[0].row.ended_at, Some(left.at), "nobody can tell any more");
    batch.end(2, &RowEnd { was_found: true, ..created }).unwrap();
    assert_eq!(batch.retry_failed(), Ok(1));
    assert_eq!(batch.cancel_waiting(at(60)), Ok(2));
    assert_eq!(batch.cancel_waiting(at(60)), Ok(0));
    let stored = batch.read().unwrap();
    assert_eq!(stored.states, StateCounts { done: 2, canceled: 2, skipped: 1, ..StateCounts::default() });
    assert!(journal.rows(&list).unwrap().rows[1].was_found);
    batch.set_state(BatchState::Ended, None, at(61)).unwrap();
    let stored = batch.read().unwrap();
    assert_eq!((stored.state, stored.started_at, stored.ended_at), (BatchState::Ended, Some(at(1)), Some(at(61))));
}

#[test]
fn rows_that_failed_come_first_once_a_batch_has_ended() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(5));
    let batch = journal.batch(number);
    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    for row in 1..=5 {
        batch.begin(row, begun(2)).unwrap();
    }
    for (row, state) in [(1, RowState::Done), (2, RowState::Unknown), (4, RowState::Skipped)] {
        batch.end(row, &ended(state)).unwrap();
    }
    batch.end(3, &failed()).unwrap();
    batch.end(5, &failed()).unwrap();
    let page = || {
        let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
        journal.rows(&list).unwrap().rows.iter().map(|row| row.number).collect::<Vec<_>>()
    };
    assert_eq!(page(), [1, 2, 3, 4, 5]);
    batch.set_state(BatchState::Ended, None, at(9)).unwrap();
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
    let batch = journal.batch(number);
    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    assert_eq!(journal.mean_durations("one").unwrap().privacy, None);
    for (row, can_undo) in [(1, false), (2, false), (3, true)] {
        batch.begin(row, begun(1)).unwrap();
        batch.end(row, &RowEnd { took: Some(100 * row), ..ended(RowState::Done) }).unwrap();
        assert_eq!(batch.read().unwrap().can_undo, can_undo);
    }
    let usual = journal.mean_durations("one").unwrap();
    assert_eq!((usual.privacy, usual.create), (Some(200.0), None));
    assert_eq!(journal.mean_durations("other").unwrap().privacy, None);
}

#[test]
fn what_became_of_a_row_on_its_way_is_unknown_when_the_rest_is_canceled() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(3));
    let batch = journal.batch(number);
    done(&journal, number, 1);
    batch.begin(2, begun(5)).unwrap();
    assert_eq!(batch.cancel_waiting(at(6)), Ok(1));
    let states = StateCounts { done: 1, unknown: 1, canceled: 1, ..StateCounts::default() };
    assert_eq!(batch.read().unwrap().states, states);
    let open = batch.open_rows().unwrap();
    assert_eq!(open.iter().map(|open| (open.row.number, open.begun.at)).collect::<Vec<_>>(), [(2, at(5))]);
    batch.end(2, &ended(RowState::Done)).unwrap();
    assert_eq!(batch.read().unwrap().states.done, 2);
}

#[test]
fn what_was_answered_waits_for_its_outcome_over_a_restart_and_gets_it_once() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(3));
    let batch = journal.batch(number);
    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    for row in 1..=3 {
        batch.begin(row, begun(i64::from(row))).unwrap();
        let answered = RowEnd { report: Some(row.to_string()), took: Some(40), ..ended(RowState::Confirming) };
        batch.end(row, &answered).unwrap();
        assert_eq!(batch.begin(row, begun(9)), Err(JournalError::NotReady), "it is not sent again");
    }
    drop(journal);
    let journal = Journal::open(&folder.path().join("batches.sqlite"));
    let batch = journal.batch(number);
    assert_eq!(batch.open_rows().unwrap(), []);
    let answered = batch.confirming_rows().unwrap();
    let told: Vec<_> = answered.iter().map(|open| (open.row.report.as_deref(), open.begun.at, open.row.took)).collect();
    assert_eq!(told, [(Some("1"), at(1), Some(40)), (Some("2"), at(2), Some(40)), (Some("3"), at(3), Some(40))]);
    let stored = batch.read().unwrap();
    assert_eq!((stored.states.confirming, stored.left), (3, ActCounts::default()), "nothing is left to be sent");

    let ends = vec![(1, RowEnd { took: Some(40), ..ended(RowState::Done) }), (2, failed())];
    batch.take_over().unwrap();
    batch.confirm(ends.clone()).unwrap();
    batch.confirm(ends.into_iter().map(|(row, _)| (row, ended(RowState::Unknown))).collect()).unwrap();
    let states = batch.read().unwrap().states;
    assert_eq!(states, StateCounts { done: 1, failed: 1, confirming: 1, ..StateCounts::default() });
    // Unconfirmed rows of a stopped batch are unknown.
    batch.cancel_waiting(at(10)).unwrap();
    let left = batch.open_rows().unwrap();
    assert_eq!(left.iter().map(|open| (open.row.number, open.row.state)).collect::<Vec<_>>(), [(3, RowState::Unknown)]);
    assert_eq!(left[0].row.report.as_deref(), Some("3"));
}

#[test]
fn when_a_row_was_sent_first_stays_until_it_is_proven_that_nothing_came_of_it() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(3));
    let batch = journal.batch(number);
    let again = RowEnd { sending: Sending::Open, ..failed() };
    for (row, end) in [(1, ended(RowState::Unknown)), (2, again), (3, failed())] {
        batch.begin(row, begun(1)).unwrap();
        batch.end(row, &end).unwrap();
    }
    // Two may have been carried out and are looked up; the third was rejected, and just waits.
    assert_eq!(batch.retry_failed(), Ok(2));
    assert_eq!(batch.waiting_rows(0, 9).unwrap().len(), 1);
    batch.begin(3, begun(7)).unwrap();
    batch.begin(1, begun(7)).unwrap();
    let open: Vec<_> = batch.open_rows().unwrap().iter().map(|open| (open.row.number, open.begun)).collect();
    assert_eq!(open, [(1, begun(1)), (2, begun(1)), (3, begun(7))]);

    let left = RowEnd { is_left_open: true, sending: Sending::Past, ..ended(RowState::Unknown) };
    batch.end(1, &left).unwrap();
    batch.end(2, &RowEnd { sending: Sending::Open, ..left }).unwrap();
    let is_past = || batch.open_rows().unwrap().iter().map(|open| open.is_past).collect::<Vec<_>>();
    assert_eq!(is_past(), vec![true, false, false]);
    batch.begin(1, begun(9)).unwrap();
    assert_eq!(is_past(), vec![false; 3], "it is on its way again");
    assert_eq!(batch.open_rows().unwrap()[0].begun, begun(1));
}

#[test]
fn a_row_that_another_process_sends_is_not_sent_or_ended_by_this_one() {
    let (folder, journal) = open();
    let number = made(&journal, with_rows(2));
    let other_journal = Journal::open(&folder.path().join("batches.sqlite"));
    let (batch, other) = (journal.batch(number), other_journal.batch(number));
    batch.begin(1, begun(1)).unwrap();
    assert_eq!(other.begin(1, begun(2)), Err(JournalError::NotReady));
    assert_eq!(other.end(1, &ended(RowState::Done)), Err(JournalError::NotReady));
    other.begin(2, begun(2)).unwrap();
    assert_eq!(batch.begin(2, begun(3)), Err(JournalError::NotReady));
    // The first one has ended, and the other knows that.
    other.take_over().unwrap();
    other.begin(1, begun(4)).unwrap();
    assert_eq!(batch.end(1, &ended(RowState::Done)), Err(JournalError::NotReady));
    other.end(1, &ended(RowState::Done)).unwrap();
}
