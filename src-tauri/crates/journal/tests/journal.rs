//! The journal as a plan and a run use it.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use assay_journal::{EncryptedPassword, Journal, JournalError, PasswordOrigin, ReportsBefore, RowEnd, Sending};
use assay_model::{
    ActCounts, BatchFilter, BatchOrigin, BatchRequest, BatchState, ExistingReportPolicy, FieldReason, InvalidLine,
    ListBatchRows, PageSize, Privacy, PrivacyCounts, Problem, ProblemCode, RowAction, RowState, SkipReason,
    StateCounts,
};
use common::{at, batch, begun, created, done, ended, failed, known, made, open, with_rows};

fn page_of(journal: &Journal, number: u32, page: u32, filter: BatchFilter) -> (Vec<u32>, u32) {
    let list = ListBatchRows { batch: number, filter, per_page: PageSize::Ten, page };
    let rows = journal.rows(&list).unwrap();
    assert_eq!(rows.number, page);
    (rows.rows.iter().map(|row| row.number).collect(), rows.total)
}

#[test]
fn a_batch_is_kept_with_its_rows_and_bad_lines() {
    let (folder, journal) = open();
    let number = journal.next_number().unwrap();
    let mut duplicate = created("https://example.org/a");
    duplicate.act = RowAction::Skip;
    duplicate.repeats = Some(Some(3));
    duplicate.skipped = Some(SkipReason::Duplicate { line: Some(3) });
    let mut of_sitemap = duplicate.clone();
    of_sitemap.repeats = Some(None);
    let mut full = known("12", RowAction::Refresh);
    full.line = Some(3);
    full.page = Some("example.org/a".into());
    full.own_privacy = Some(Privacy::Password);
    (full.was, full.change_to, full.create_to) = (Some(Privacy::Public), full.own_privacy, full.own_privacy);
    full.generated_at = Some(at(5));
    full.choices = vec![RowAction::Create, RowAction::Refresh, RowAction::Privacy, RowAction::Skip];
    full.secret = Some(EncryptedPassword { bytes: vec![1, 2, 3], of: PasswordOrigin::Source });
    let mut added = known("13", RowAction::Skip);
    added.is_listed = false;
    let rows = vec![full.clone(), duplicate.clone(), of_sitemap.clone(), added];
    let bad = InvalidLine { line: 9, text: "ftp:".into(), field: "url".into(), reason: FieldReason::UnsupportedScheme };
    let new = assay_journal::NewBatch { bad_lines: 1200, keep_passwords: true, ..batch(number) };
    journal.make(new.clone(), rows, vec![bad.clone()]).unwrap();
    drop(journal);

    let journal = Journal::open(&folder.path().join("batches.sqlite"));
    let stored = journal.read(number).unwrap();
    assert_eq!(
        (&stored.wish, &stored.origin, &stored.connection, &stored.scope),
        (&new.wish, &new.origin, &new.connection, &new.scope)
    );
    assert_eq!(
        (stored.state, stored.made_at, stored.bad_lines, stored.keep_passwords),
        (BatchState::Planned, at(0), 1200, true)
    );
    assert_eq!(stored.acts, ActCounts { refresh: 1, skip: 3, ..ActCounts::default() });
    assert_eq!(stored.states, StateCounts { waiting: 1, skipped: 3, ..StateCounts::default() });
    assert_eq!((stored.passwords, stored.passwords_missing, stored.can_undo), (1, 0, false));
    assert_eq!(journal.bad_lines(number).unwrap(), [bad]);
    assert_eq!(journal.listed(number).unwrap(), [full, duplicate, of_sitemap]);
    let row = &journal.waiting_rows(number, 0, 10).unwrap()[0];
    assert_eq!((row.line, row.report.as_deref(), row.act), (Some(3), Some("12"), RowAction::Refresh));
    assert_eq!((row.from, row.to, row.has_password), (Some(Privacy::Public), Some(Privacy::Password), true));
    assert_eq!(row.choices.len(), 4);
}

#[test]
fn batches_are_listed_by_connection_the_newest_first_and_no_number_is_given_twice() {
    let (_folder, journal) = open();
    let numbers: Vec<_> = (0..3).map(|_| made(&journal, vec![created("https://example.org/")])).collect();
    let other = journal.next_number().unwrap();
    journal
        .make(assay_journal::NewBatch { connection: "other".into(), ..batch(other) }, Vec::new(), Vec::new())
        .unwrap();
    let listed = |of| journal.list(of).unwrap().into_iter().map(|stored| stored.number).collect::<Vec<_>>();
    assert_eq!(listed(None), [other, numbers[2], numbers[1], numbers[0]]);
    assert_eq!(listed(Some("one")), [numbers[2], numbers[1], numbers[0]]);
    journal.remove(other).unwrap();
    assert_eq!(journal.remove(other), Err(JournalError::Unknown));
    assert_eq!(journal.read(other), Err(JournalError::Unknown));
    assert!(journal.next_number().unwrap() > other);
    assert_eq!(listed(None).len(), 3);
}

#[test]
fn rows_are_filtered_searched_and_paged() {
    let (_folder, journal) = open();
    let mut rows: Vec<_> = (1..=25).map(|place| created(&format!("https://Example.org/Page-{place}"))).collect();
    rows.extend((1..=5).map(|id| known(&id.to_string(), RowAction::Delete)));
    let number = made(&journal, rows);
    done(&journal, number, 2);
    let all = BatchFilter::default();
    assert_eq!(page_of(&journal, number, 1, all.clone()), ((1..=10).collect(), 30));
    assert_eq!(page_of(&journal, number, 3, all.clone()), ((21..=30).collect(), 30));
    assert_eq!(page_of(&journal, number, 4, all), (vec![], 30));
    let deletes = BatchFilter { act: Some(RowAction::Delete), ..BatchFilter::default() };
    assert_eq!(page_of(&journal, number, 1, deletes), (vec![26, 27, 28, 29, 30], 5));
    let done = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
    assert_eq!(page_of(&journal, number, 1, done), (vec![2], 1));
    let search = |text: &str, act| BatchFilter { search: Some(text.into()), act, ..BatchFilter::default() };
    assert_eq!(
        page_of(&journal, number, 1, search("https://EXAMPLE.org/page-2", None)),
        (vec![2, 20, 21, 22, 23, 24, 25], 7)
    );
    assert_eq!(page_of(&journal, number, 1, search("page-2", Some(RowAction::Delete))), (vec![], 0));
    assert_eq!(page_of(&journal, number, 1, search("%", None)), (vec![], 0));
    let mut each = Vec::new();
    journal.for_each_row(number, &search("example.org/page-1", None), |row| each.push(row.number)).unwrap();
    assert_eq!(each, [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    let unknown = ListBatchRows { batch: 99, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
    assert_eq!(journal.rows(&unknown), Err(JournalError::Unknown));
}

#[test]
fn failures_are_grouped_by_what_rows_show_of_them() {
    let (_folder, journal) = open();
    let number = made(&journal, (1..=5).map(|place| created(&format!("https://example.org/{place}"))).collect());
    let said = |said: &str, status| Problem {
        said: Some(said.into()),
        status: Some(status),
        ..Problem::new(ProblemCode::RefusedInput)
    };
    let problems = [said("no", 422), said("yes", 422), said("no", 400), Problem::new(ProblemCode::RefusedInput)];
    for (row, problem) in (1..).zip(problems) {
        journal.begin(number, row, begun(1)).unwrap();
        journal.end(number, row, &RowEnd { problem: Some(problem), ..failed() }).unwrap();
    }
    let groups = journal.failures(number).unwrap();
    let rows: Vec<_> = groups.iter().map(|group| (group.row, group.rows, group.problem.said.as_deref())).collect();
    assert_eq!(rows, [(1, 2, Some("no")), (2, 1, Some("yes")), (4, 1, None)]);
    let like = |row| BatchFilter { failed_like: Some(row), ..BatchFilter::default() };
    assert_eq!(page_of(&journal, number, 1, like(3)), (vec![1, 3], 2));
    assert_eq!(page_of(&journal, number, 1, like(4)), (vec![4], 1));
    // A row with the same problem that is done.
    let unkept = RowEnd { problem: Some(groups[0].problem.clone()), ..ended(RowState::Done) };
    journal.begin(number, 5, begun(1)).unwrap();
    journal.end(number, 5, &unkept).unwrap();
    assert_eq!(page_of(&journal, number, 1, like(5)), (vec![], 0));
    assert_eq!(page_of(&journal, number, 1, like(99)), (vec![], 0));
    assert_eq!(journal.failures(99), Err(JournalError::Unknown));
}

#[test]
fn created_reports_are_told_once() {
    let (_folder, journal) = open();
    let mut rows = with_rows(5);
    rows[4].act = RowAction::Refresh;
    let number = made(&journal, rows);
    for (row, report) in [(1, Some("7")), (2, Some("7")), (3, None), (5, Some("9"))] {
        journal.begin(number, row, begun(1)).unwrap();
        let report = report.map(str::to_owned);
        journal.end(number, row, &RowEnd { report, ..ended(RowState::Done) }).unwrap();
    }
    journal.begin(number, 4, begun(1)).unwrap();
    journal.end(number, 4, &RowEnd { report: Some("8".into()), ..failed() }).unwrap();
    assert_eq!(journal.created(number), Ok(vec!["7".to_owned()]));
    assert_eq!(journal.created(99), Err(JournalError::Unknown));
}

#[test]
fn rows_are_switched_to_their_choices_until_the_batch_is_started() {
    let (_folder, journal) = open();
    let mut old = known("1", RowAction::Skip);
    (old.was, old.skipped) = (Some(Privacy::Public), Some(SkipReason::Fresh));
    (old.create_to, old.change_to) = (Some(Privacy::Private), Some(Privacy::Password));
    old.choices = vec![RowAction::Create, RowAction::Privacy, RowAction::Skip];
    let new = created("https://example.org/b");
    let number = made(&journal, vec![old, new]);
    let row = |place: usize| {
        let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
        journal.rows(&list).unwrap().rows[place].clone()
    };
    let all = BatchFilter::default();
    assert_eq!(journal.set_actions(number, None, &all, RowAction::Delete), Ok(0));
    assert_eq!(journal.set_actions(number, None, &all, RowAction::Privacy), Ok(1));
    let stored = journal.read(number).unwrap();
    assert_eq!(stored.acts, ActCounts { privacy: 1, create: 1, ..ActCounts::default() });
    assert_eq!((stored.left, stored.passwords_missing), (stored.acts, 1));
    assert_eq!((row(0).state, row(0).skipped, row(0).to), (RowState::Waiting, None, Some(Privacy::Password)));

    assert_eq!(journal.set_actions(number, Some(vec![1, 77]), &all, RowAction::Create), Ok(1));
    assert_eq!((row(0).report, row(0).from, row(0).to), (None, None, Some(Privacy::Private)));
    let creates = BatchFilter { act: Some(RowAction::Create), ..BatchFilter::default() };
    assert_eq!(journal.set_actions(number, None, &creates, RowAction::Skip), Ok(2));
    assert_eq!((row(0).skipped, row(1).skipped), (Some(SkipReason::Fresh), Some(SkipReason::Chosen)));
    assert_eq!(journal.read(number).unwrap().states, StateCounts { skipped: 2, ..StateCounts::default() });

    journal.set_state(number, BatchState::Running, None, at(1)).unwrap();
    journal.set_state(number, BatchState::Paused, None, at(2)).unwrap();
    assert_eq!(journal.set_actions(number, None, &all, RowAction::Create), Err(JournalError::NotReady));
    assert_eq!(journal.set_actions(99, Some(vec![1]), &all, RowAction::Create), Err(JournalError::Unknown));
}

#[test]
fn a_plan_is_replaced_by_another_until_the_batch_is_started() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(30));
    let wish = BatchRequest::Create {
        privacy: Privacy::Public,
        known: ExistingReportPolicy::Skip,
        change_known: true,
        match_project: None,
    };
    journal.replan(number, wish.clone(), true, with_rows(3)).unwrap();
    let stored = journal.read(number).unwrap();
    assert_eq!((stored.wish, stored.keep_passwords, stored.acts.create), (wish.clone(), true, 3));
    assert_eq!(page_of(&journal, number, 1, BatchFilter::default()), (vec![1, 2, 3], 3));
    journal.set_state(number, BatchState::Held, None, at(9)).unwrap();
    assert_eq!(journal.read(number).unwrap().held_until, Some(at(9)));
    assert_eq!(journal.replan(number, wish, true, Vec::new()), Err(JournalError::NotReady));
}

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
fn passwords_are_given_and_wiped_when_spent() {
    let (_folder, journal) = open();
    let with = |of: Option<PasswordOrigin>| {
        let mut row = created("https://example.org/");
        row.create_to = Some(Privacy::Password);
        row.secret = of.map(|of| EncryptedPassword { bytes: vec![7; 40], of });
        row
    };
    let rows = [Some(PasswordOrigin::User), Some(PasswordOrigin::Made), Some(PasswordOrigin::Made), None].map(with);
    let number = made(&journal, rows.to_vec());
    let counts = || journal.read(number).map(|stored| (stored.passwords, stored.passwords_missing)).unwrap();
    assert_eq!(counts(), (3, 1));
    assert_eq!(journal.secret(number, 4), Ok(None));
    journal
        .give_secrets(number, true, vec![(4, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::User })])
        .unwrap();
    assert_eq!((counts(), journal.secret(number, 4)), ((4, 0), Ok(Some(vec![8; 40]))));
    done(&journal, number, 1);
    done(&journal, number, 2);
    journal.begin(number, 3, begun(1)).unwrap();
    journal.end(number, 3, &failed()).unwrap();
    journal.cancel_waiting(number, at(2)).unwrap();
    let has = |row| journal.secret(number, row).unwrap().is_some();
    assert_eq!(journal.wipe_spent_secrets(number, false), Ok(false));
    assert_eq!([1, 2, 3, 4].map(has), [false, true, true, false]);
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(false));
    assert_eq!([1, 2, 3, 4].map(has), [false, false, true, false]);
    assert_eq!(journal.retry_failed(number), Ok(1));
    done(&journal, number, 3);
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(true));
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(false), "there was none");
    journal
        .give_secrets(number, true, vec![(1, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::User })])
        .unwrap();
    assert_eq!(journal.wipe_spent_secrets(number, false), Ok(true));
    assert_eq!(journal.secret(number, 1), Ok(None));
}

#[test]
fn a_password_that_could_not_be_kept_stays_until_it_is() {
    let (_folder, journal) = open();
    let made_for = |address| {
        let mut row = created(address);
        row.create_to = Some(Privacy::Password);
        row.secret = Some(EncryptedPassword { bytes: vec![7; 40], of: PasswordOrigin::Made });
        row
    };
    let number = made(&journal, ["https://example.org/a", "https://example.org/b"].map(made_for).to_vec());
    done(&journal, number, 1);
    journal.begin(number, 2, begun(1)).unwrap();
    let locked = Some(Problem::new(ProblemCode::KeychainLocked));
    journal.end(number, 2, &RowEnd { problem: locked, ..ended(RowState::Done) }).unwrap();
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(false));
    assert_eq!((journal.secret(number, 1), journal.secret(number, 2)), (Ok(None), Ok(Some(vec![7; 40]))));
    journal.clear_problem(number, 2).unwrap();
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(true));
    assert_eq!(journal.secret(number, 2), Ok(None));
}

#[test]
fn a_password_that_is_given_to_a_row_on_its_way_is_its_own_only_once_it_is_sent_with_it() {
    let (_folder, journal) = open();
    let mut row = created("https://example.org/");
    row.create_to = Some(Privacy::Password);
    row.secret = Some(EncryptedPassword { bytes: vec![7; 40], of: PasswordOrigin::Made });
    let number = made(&journal, vec![row.clone(), row]);
    for row in [1, 2] {
        journal.begin(number, row, begun(1)).unwrap();
        assert_eq!(journal.sent_secret(number, row), Ok(Some(vec![7; 40])));
    }
    let later = |row| (row, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::Later });
    journal.give_secrets(number, true, vec![later(1), later(2)]).unwrap();
    assert_eq!((journal.secret(number, 1), journal.sent_secret(number, 1)), (Ok(Some(vec![8; 40])), Ok(None)));
    // One used the earlier password; the other is resent with the new one.
    journal.end(number, 1, &RowEnd { was_found: true, ..ended(RowState::Done) }).unwrap();
    assert_eq!(journal.secret(number, 1), Ok(None));
    journal.end(number, 2, &ended(RowState::Waiting)).unwrap();
    done(&journal, number, 2);
    assert_eq!(
        (journal.secret(number, 2), journal.sent_secret(number, 2)),
        (Ok(Some(vec![8; 40])), Ok(Some(vec![8; 40])))
    );
    assert_eq!(journal.wipe_spent_secrets(number, false), Ok(false));
    assert_eq!(journal.secret(number, 2), Ok(Some(vec![8; 40])), "it is known nowhere else");
}

#[test]
fn a_row_that_is_sent_again_with_another_password_has_it_once_that_is_answered() {
    let (_folder, journal) = open();
    let mut row = created("https://example.org/");
    row.create_to = Some(Privacy::Password);
    row.secret = Some(EncryptedPassword { bytes: vec![7; 40], of: PasswordOrigin::Made });
    let number = made(&journal, vec![row.clone(), row]);
    for (row, was_found, sent) in [(1, false, Some(vec![8; 40])), (2, true, None)] {
        journal.begin(number, row, begun(1)).unwrap();
        let later = EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::Later };
        journal.give_secrets(number, true, vec![(row, later)]).unwrap();
        journal.begin(number, row, begun(2)).unwrap();
        let answered = RowEnd { was_found, ..ended(RowState::Confirming) };
        journal.end(number, row, &answered).unwrap();
        assert_eq!(journal.sent_secret(number, row), Ok(sent), "found: {was_found}");
    }
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
fn a_problem_and_where_a_batch_comes_from_are_kept() {
    let (_folder, journal) = open();
    let number = journal.next_number().unwrap();
    let origin = BatchOrigin::Sitemap { address: "https://example.org/sitemap.xml".into() };
    journal.make(assay_journal::NewBatch { origin: origin.clone(), ..batch(number) }, Vec::new(), Vec::new()).unwrap();
    let quota = Problem { status: Some(402), ..Problem::new(ProblemCode::QuotaUsed) };
    journal.set_state(number, BatchState::Paused, Some(&quota), at(1)).unwrap();
    let stored = journal.read(number).unwrap();
    assert_eq!((stored.state, stored.problem, stored.origin), (BatchState::Paused, Some(quota), origin));
    journal.set_state(number, BatchState::Running, None, at(2)).unwrap();
    assert_eq!(journal.read(number).unwrap().problem, None);
    assert_eq!(journal.set_state(99, BatchState::Running, None, at(2)), Err(JournalError::Unknown));
}

#[test]
fn what_a_batch_does_to_passwords_is_counted_and_can_be_switched_together() {
    let (_folder, journal) = open();
    let change = |was, to, act| {
        let mut row = known("4", act);
        (row.was, row.change_to, row.choices) = (was, Some(to), vec![RowAction::Privacy, RowAction::Skip]);
        row.skipped = (act == RowAction::Skip).then_some(SkipReason::HasPassword);
        row
    };
    let password = Privacy::Password;
    let number = made(
        &journal,
        vec![
            change(Some(Privacy::Public), password, RowAction::Privacy),
            change(None, password, RowAction::Privacy),
            change(Some(password), password, RowAction::Skip),
            change(Some(password), password, RowAction::Skip),
            change(Some(password), Privacy::Private, RowAction::Privacy),
        ],
    );
    let counts = |journal: &Journal| journal.read(number).unwrap().privacies;
    let planned =
        PrivacyCounts { keep_password: 2, replace_password: 0, lose_password: 1, unknown_before: 1, restorable: 1 };
    assert_eq!(counts(&journal), planned);
    let protected = BatchFilter { is_protected: Some(true), ..BatchFilter::default() };
    assert_eq!(journal.set_actions(number, None, &protected, RowAction::Privacy), Ok(2));
    assert_eq!(counts(&journal), PrivacyCounts { keep_password: 0, replace_password: 2, ..planned });
    let list = |filter| ListBatchRows { batch: number, filter, per_page: PageSize::Ten, page: 1 };
    assert_eq!(journal.rows(&list(protected.clone())).unwrap().total, 2);
    let others = BatchFilter { is_protected: Some(false), ..BatchFilter::default() };
    assert_eq!(journal.rows(&list(others)).unwrap().rows.len(), 3);
    assert_eq!(journal.set_actions(number, None, &protected, RowAction::Skip), Ok(2));
    assert_eq!(counts(&journal), planned);
    assert_eq!(journal.rows(&list(protected)).unwrap().rows[0].skipped, Some(SkipReason::HasPassword));
}

#[test]
fn a_key_without_passwords_to_open_is_idle_until_it_is_forgotten() {
    let (_folder, journal) = open();
    let mut with_password = created("https://example.org/1");
    with_password.secret = Some(EncryptedPassword { bytes: vec![1], of: PasswordOrigin::User });
    let number = made(&journal, vec![with_password]);
    journal.note_key(number).unwrap();
    journal.note_key(7).unwrap();
    assert_eq!(journal.idle_keys(), Ok(vec![7]), "a key that a killed plan left");
    journal.cancel_waiting(number, at(1)).unwrap();
    assert_eq!(journal.wipe_spent_secrets(number, true), Ok(true));
    assert_eq!(journal.idle_keys(), Ok(vec![number, 7]));
    journal.forget_key(number).unwrap();
    journal.forget_key(number).unwrap();
    assert_eq!(journal.idle_keys(), Ok(vec![7]));
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

#[test]
fn the_reports_that_were_there_before_a_batch_are_kept_with_it() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(1));
    assert_eq!(journal.before(number), Ok(None));
    let before = ReportsBefore { reports: vec!["7".into(), "8".into()], since: at(5) };
    journal.note_before(number, before.clone()).unwrap();
    assert_eq!(journal.before(number), Ok(Some(before.clone())));
    assert_eq!(journal.note_before(99, before), Err(JournalError::Unknown));
    journal.remove(number).unwrap();
    assert_eq!(journal.before(number), Err(JournalError::Unknown));
}
