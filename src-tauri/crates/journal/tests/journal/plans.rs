use assay_journal::{EncryptedPassword, Journal, JournalError, PasswordOrigin, ReportsBefore, RowEnd};
use assay_model::{
    ActCounts, BatchFilter, BatchOrigin, BatchRequest, BatchState, ExistingReportPolicy, FieldReason, InvalidLine,
    ListBatchRows, PageSize, Privacy, Problem, ProblemCode, RowAction, RowState, SkipReason, StateCounts,
};

use crate::common::{at, batch, begun, created, done, ended, failed, known, made, open, with_rows};

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
    let stored = journal.batch(number).read().unwrap();
    assert_eq!(
        (&stored.wish, &stored.origin, &stored.connection, &stored.scope),
        (&new.wish, &new.origin, &new.connection, &new.scope)
    );
    assert_eq!(
        (stored.state, stored.made_at, stored.bad_lines, stored.keep_passwords),
        (BatchState::Planned, at(0), 1200, true)
    );
    assert_eq!(stored.first_address.as_deref(), Some(full.address.as_str()));
    assert_eq!(stored.acts, ActCounts { refresh: 1, skip: 3, ..ActCounts::default() });
    assert_eq!(stored.states, StateCounts { waiting: 1, skipped: 3, ..StateCounts::default() });
    assert_eq!((stored.passwords, stored.passwords_missing, stored.can_undo), (1, 0, false));
    assert!(stored.has_own_privacies);
    assert_eq!(journal.batch(number).bad_lines().unwrap(), [bad]);
    assert_eq!(journal.batch(number).listed().unwrap(), [full, duplicate, of_sitemap]);
    let row = &journal.batch(number).waiting_rows(0, 10).unwrap()[0];
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
    let removed = journal.batch(other);
    removed.remove().unwrap();
    assert_eq!(removed.remove(), Err(JournalError::Unknown));
    assert_eq!(removed.read(), Err(JournalError::Unknown));
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
    journal.batch(number).for_each_row(&search("example.org/page-1", None), |row| each.push(row.number)).unwrap();
    assert_eq!(each, [1, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]);
    let unknown = ListBatchRows { batch: 99, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
    assert_eq!(journal.rows(&unknown), Err(JournalError::Unknown));
}

#[test]
fn failures_are_grouped_by_what_rows_show_of_them() {
    let (_folder, journal) = open();
    let number = made(&journal, (1..=6).map(|place| created(&format!("https://example.org/{place}"))).collect());
    let batch = journal.batch(number);
    let said = |said: &str, status| Problem {
        said: Some(said.into()),
        status: Some(status),
        ..Problem::new(ProblemCode::RefusedInput)
    };
    let unreachable = FieldReason::Said { messages: vec!["No such host.".into()] };
    let of_url = Problem { fields: Problem::invalid("url", unreachable).fields, ..said("no", 422) };
    let problems =
        [said("no", 422), said("yes", 422), said("no", 400), Problem::new(ProblemCode::RefusedInput), of_url];
    for (row, problem) in (1..).zip(problems) {
        batch.begin(row, begun(1)).unwrap();
        batch.end(row, &RowEnd { problem: Some(problem), ..failed() }).unwrap();
    }
    let groups = batch.failures().unwrap();
    let rows: Vec<_> = groups.iter().map(|group| (group.row, group.rows, group.problem.said.as_deref())).collect();
    assert_eq!(rows, [(1, 2, Some("no")), (2, 1, Some("yes")), (4, 1, None), (5, 1, Some("no"))]);
    let like = |row| BatchFilter { failed_like: Some(row), ..BatchFilter::default() };
    assert_eq!(page_of(&journal, number, 1, like(3)), (vec![1, 3], 2));
    assert_eq!(page_of(&journal, number, 1, like(4)), (vec![4], 1));
    assert_eq!(page_of(&journal, number, 1, like(5)), (vec![5], 1));
    // A row with the same problem that is done.
    let unkept = RowEnd { problem: Some(groups[0].problem.clone()), ..ended(RowState::Done) };
    batch.begin(6, begun(1)).unwrap();
    batch.end(6, &unkept).unwrap();
    assert_eq!(page_of(&journal, number, 1, like(6)), (vec![], 0));
    assert_eq!(page_of(&journal, number, 1, like(99)), (vec![], 0));
    assert_eq!(journal.batch(99).failures(), Err(JournalError::Unknown));
}

#[test]
fn created_reports_are_told_once() {
    let (_folder, journal) = open();
    let mut rows = with_rows(5);
    rows[4].act = RowAction::Refresh;
    let number = made(&journal, rows);
    let batch = journal.batch(number);
    for (row, report) in [(1, Some("7")), (2, Some("7")), (3, None), (5, Some("9"))] {
        batch.begin(row, begun(1)).unwrap();
        let report = report.map(str::to_owned);
        batch.end(row, &RowEnd { report, ..ended(RowState::Done) }).unwrap();
    }
    batch.begin(4, begun(1)).unwrap();
    batch.end(4, &RowEnd { report: Some("8".into()), ..failed() }).unwrap();
    assert_eq!(batch.created(), Ok(vec!["7".to_owned()]));
    assert_eq!(journal.batch(99).created(), Err(JournalError::Unknown));
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
    let batch = journal.batch(number);
    let row = |place: usize| {
        let list = ListBatchRows { batch: number, filter: BatchFilter::default(), per_page: PageSize::Ten, page: 1 };
        journal.rows(&list).unwrap().rows[place].clone()
    };
    let all = BatchFilter::default();
    assert_eq!(batch.set_actions(None, &all, RowAction::Delete), Ok(0));
    assert_eq!(batch.set_actions(None, &all, RowAction::Privacy), Ok(1));
    let stored = batch.read().unwrap();
    assert_eq!(stored.acts, ActCounts { privacy: 1, create: 1, ..ActCounts::default() });
    assert_eq!((stored.left, stored.passwords_missing), (stored.acts, 1));
    assert_eq!((row(0).state, row(0).skipped, row(0).to), (RowState::Waiting, None, Some(Privacy::Password)));

    assert_eq!(batch.set_actions(Some(vec![1, 77]), &all, RowAction::Create), Ok(1));
    assert_eq!((row(0).report, row(0).from, row(0).to), (None, None, Some(Privacy::Private)));
    let creates = BatchFilter { act: Some(RowAction::Create), ..BatchFilter::default() };
    assert_eq!(batch.set_actions(None, &creates, RowAction::Skip), Ok(2));
    assert_eq!((row(0).skipped, row(1).skipped), (Some(SkipReason::Fresh), Some(SkipReason::Chosen)));
    assert_eq!(batch.read().unwrap().states, StateCounts { skipped: 2, ..StateCounts::default() });

    batch.set_state(BatchState::Running, None, at(1)).unwrap();
    batch.set_state(BatchState::Paused, None, at(2)).unwrap();
    assert_eq!(batch.set_actions(None, &all, RowAction::Create), Err(JournalError::NotReady));
    assert_eq!(journal.batch(99).set_actions(Some(vec![1]), &all, RowAction::Create), Err(JournalError::Unknown));
}

#[test]
fn a_plan_is_replaced_by_another_until_the_batch_is_started() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(30));
    let batch = journal.batch(number);
    let wish = BatchRequest::Create {
        privacy: Privacy::Public,
        known: ExistingReportPolicy::Skip,
        change_known: true,
        match_project: None,
    };
    batch.replan(wish.clone(), true, with_rows(3)).unwrap();
    let stored = batch.read().unwrap();
    assert_eq!((stored.wish, stored.keep_passwords, stored.acts.create), (wish.clone(), true, 3));
    assert_eq!(page_of(&journal, number, 1, BatchFilter::default()), (vec![1, 2, 3], 3));
    batch.set_state(BatchState::Held, None, at(9)).unwrap();
    assert_eq!(batch.read().unwrap().held_until, Some(at(9)));
    assert_eq!(batch.replan(wish, true, Vec::new()), Err(JournalError::NotReady));
}

#[test]
fn a_problem_and_where_a_batch_comes_from_are_kept() {
    let (_folder, journal) = open();
    let number = journal.next_number().unwrap();
    let origin = BatchOrigin::Sitemap { address: "https://example.org/sitemap.xml".into() };
    journal.make(assay_journal::NewBatch { origin: origin.clone(), ..batch(number) }, Vec::new(), Vec::new()).unwrap();
    let quota = Problem { status: Some(402), ..Problem::new(ProblemCode::QuotaUsed) };
    journal.batch(number).set_state(BatchState::Paused, Some(&quota), at(1)).unwrap();
    let stored = journal.batch(number).read().unwrap();
    assert_eq!((stored.state, stored.problem, stored.origin), (BatchState::Paused, Some(quota), origin));
    journal.batch(number).set_state(BatchState::Running, None, at(2)).unwrap();
    assert_eq!(journal.batch(number).read().unwrap().problem, None);
    assert_eq!(journal.batch(99).set_state(BatchState::Running, None, at(2)), Err(JournalError::Unknown));
}

#[test]
fn the_reports_that_were_there_before_a_batch_are_kept_with_it() {
    let (_folder, journal) = open();
    let number = made(&journal, with_rows(1));
    let batch = journal.batch(number);
    assert_eq!(batch.before(), Ok(None));
    let before = ReportsBefore { reports: vec!["7".into(), "8".into()], since: at(5) };
    batch.note_before(before.clone()).unwrap();
    assert_eq!(batch.before(), Ok(Some(before.clone())));
    assert_eq!(journal.batch(99).note_before(before), Err(JournalError::Unknown));
    batch.remove().unwrap();
    assert_eq!(batch.before(), Err(JournalError::Unknown));
}
