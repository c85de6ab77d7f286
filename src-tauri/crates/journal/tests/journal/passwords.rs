use assay_journal::{EncryptedPassword, PasswordOrigin, RowEnd};
use assay_model::{
    BatchFilter, ListBatchRows, PageSize, Privacy, PrivacyCounts, Problem, ProblemCode, RowAction, RowState, SkipReason,
};

use crate::common::{at, begun, created, done, ended, failed, known, made, open};

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
    let batch = journal.batch(number);
    let counts = || batch.read().map(|stored| (stored.passwords, stored.passwords_missing)).unwrap();
    assert_eq!(counts(), (3, 1));
    assert_eq!(batch.secret(4), Ok(None));
    batch.give_secrets(true, vec![(4, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::User })]).unwrap();
    assert_eq!((counts(), batch.secret(4)), ((4, 0), Ok(Some(vec![8; 40]))));
    done(&journal, number, 1);
    done(&journal, number, 2);
    batch.begin(3, begun(1)).unwrap();
    batch.end(3, &failed()).unwrap();
    batch.cancel_waiting(at(2)).unwrap();
    let has = |row| batch.secret(row).unwrap().is_some();
    assert_eq!(batch.wipe_spent_secrets(false), Ok(false));
    assert_eq!([1, 2, 3, 4].map(has), [false, true, true, false]);
    assert_eq!(batch.wipe_spent_secrets(true), Ok(false));
    assert_eq!([1, 2, 3, 4].map(has), [false, false, true, false]);
    assert_eq!(batch.retry_failed(), Ok(1));
    done(&journal, number, 3);
    assert_eq!(batch.wipe_spent_secrets(true), Ok(true));
    assert_eq!(batch.wipe_spent_secrets(true), Ok(false), "there was none");
    batch.give_secrets(true, vec![(1, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::User })]).unwrap();
    assert_eq!(batch.wipe_spent_secrets(false), Ok(true));
    assert_eq!(batch.secret(1), Ok(None));
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
    let batch = journal.batch(number);
    done(&journal, number, 1);
    batch.begin(2, begun(1)).unwrap();
    let locked = Some(Problem::new(ProblemCode::KeychainLocked));
    batch.end(2, &RowEnd { problem: locked, ..ended(RowState::Done) }).unwrap();
    assert_eq!(batch.wipe_spent_secrets(true), Ok(false));
    assert_eq!((batch.secret(1), batch.secret(2)), (Ok(None), Ok(Some(vec![7; 40]))));
    batch.clear_problem(2).unwrap();
    assert_eq!(batch.wipe_spent_secrets(true), Ok(true));
    assert_eq!(batch.secret(2), Ok(None));
}

#[test]
fn a_password_that_is_given_to_a_row_on_its_way_is_its_own_only_once_it_is_sent_with_it() {
    let (_folder, journal) = open();
    let mut row = created("https://example.org/");
    row.create_to = Some(Privacy::Password);
    row.secret = Some(EncryptedPassword { bytes: vec![7; 40], of: PasswordOrigin::Made });
    let number = made(&journal, vec![row.clone(), row]);
    let batch = journal.batch(number);
    for row in [1, 2] {
        batch.begin(row, begun(1)).unwrap();
        assert_eq!(batch.sent_secret(row), Ok(Some(vec![7; 40])));
    }
    let later = |row| (row, EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::Later });
    batch.give_secrets(true, vec![later(1), later(2)]).unwrap();
    assert_eq!((batch.secret(1), batch.sent_secret(1)), (Ok(Some(vec![8; 40])), Ok(None)));
    // One used the earlier password; the other is resent with the new one.
    batch.end(1, &RowEnd { was_found: true, ..ended(RowState::Done) }).unwrap();
    assert_eq!(batch.secret(1), Ok(None));
    batch.end(2, &ended(RowState::Waiting)).unwrap();
    done(&journal, number, 2);
    assert_eq!((batch.secret(2), batch.sent_secret(2)), (Ok(Some(vec![8; 40])), Ok(Some(vec![8; 40]))));
    assert_eq!(batch.wipe_spent_secrets(false), Ok(false));
    assert_eq!(batch.secret(2), Ok(Some(vec![8; 40])), "it is known nowhere else");
}

#[test]
fn a_row_that_is_sent_again_with_another_password_has_it_once_that_is_answered() {
    let (_folder, journal) = open();
    let mut row = created("https://example.org/");
    row.create_to = Some(Privacy::Password);
    row.secret = Some(EncryptedPassword { bytes: vec![7; 40], of: PasswordOrigin::Made });
    let number = made(&journal, vec![row.clone(), row]);
    let batch = journal.batch(number);
    for (row, was_found, sent) in [(1, false, Some(vec![8; 40])), (2, true, None)] {
        batch.begin(row, begun(1)).unwrap();
        let later = EncryptedPassword { bytes: vec![8; 40], of: PasswordOrigin::Later };
        batch.give_secrets(true, vec![(row, later)]).unwrap();
        batch.begin(row, begun(2)).unwrap();
        let answered = RowEnd { was_found, ..ended(RowState::Confirming) };
        batch.end(row, &answered).unwrap();
        assert_eq!(batch.sent_secret(row), Ok(sent), "found: {was_found}");
    }
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
    let batch = journal.batch(number);
    let counts = || batch.read().unwrap().privacies;
    let planned =
        PrivacyCounts { keep_password: 2, replace_password: 0, lose_password: 1, unknown_before: 1, restorable: 1 };
    assert_eq!(counts(), planned);
    let protected = BatchFilter { is_protected: Some(true), ..BatchFilter::default() };
    assert_eq!(batch.set_actions(None, &protected, RowAction::Privacy), Ok(2));
    assert_eq!(counts(), PrivacyCounts { keep_password: 0, replace_password: 2, ..planned });
    let list = |filter| ListBatchRows { batch: number, filter, per_page: PageSize::Ten, page: 1 };
    assert_eq!(journal.rows(&list(protected.clone())).unwrap().total, 2);
    let others = BatchFilter { is_protected: Some(false), ..BatchFilter::default() };
    assert_eq!(journal.rows(&list(others)).unwrap().rows.len(), 3);
    assert_eq!(batch.set_actions(None, &protected, RowAction::Skip), Ok(2));
    assert_eq!(counts(), planned);
    assert_eq!(journal.rows(&list(protected)).unwrap().rows[0].skipped, Some(SkipReason::HasPassword));
}

#[test]
fn a_key_without_passwords_to_open_is_idle_until_it_is_forgotten() {
    let (_folder, journal) = open();
    let mut with_password = created("https://example.org/1");
    with_password.secret = Some(EncryptedPassword { bytes: vec![1], of: PasswordOrigin::User });
    let number = made(&journal, vec![with_password]);
    let batch = journal.batch(number);
    batch.note_key().unwrap();
    journal.batch(7).note_key().unwrap();
    assert_eq!(journal.idle_keys(), Ok(vec![7]), "a key that a killed plan left");
    batch.cancel_waiting(at(1)).unwrap();
    assert_eq!(batch.wipe_spent_secrets(true), Ok(true));
    assert_eq!(journal.idle_keys(), Ok(vec![number, 7]));
    batch.forget_key().unwrap();
    batch.forget_key().unwrap();
    assert_eq!(journal.idle_keys(), Ok(vec![7]));
}
