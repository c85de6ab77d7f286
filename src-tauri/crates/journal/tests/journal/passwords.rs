use assay_journal::{EncryptedPassword, Journal, PasswordOrigin, RowEnd};
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
