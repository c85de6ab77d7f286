use assay_journal::{EncryptedPassword, NewRow, PasswordOrigin};
use assay_library::PlannableReport;
use assay_model::{BatchRequest, ExistingReportPolicy, Privacy, RowAction, Secret, SkipReason};
use jiff::{Timestamp, ToSpan};

use super::{ExistingReports, PlanOptions, RowDraft, of_report};

fn now() -> Timestamp {
    "2026-11-21T12:00:00Z".parse().unwrap()
}

/// A report that was checked `days` ago.
fn report(id: &str, address: &str, days: i64) -> PlannableReport {
    PlannableReport {
        id: id.into(),
        address: address.into(),
        project: address.split('/').next().map(Into::into),
        privacy: Some(Privacy::Public),
        generated_at: Some(now() - (24 * days).hours()),
        created_at: Some(now() - (24 * days).hours()),
    }
}

fn page(address: &str) -> RowDraft {
    let mut draft = of_report(report("", address, 0));
    draft.row = NewRow { known: None, was: None, generated_at: None, page: Some(address.into()), ..draft.row };
    draft
}

fn create(known: ExistingReportPolicy) -> BatchRequest {
    BatchRequest::Create { privacy: Privacy::Private, known, change_known: false, match_project: None }
}

fn changing(known: ExistingReportPolicy, privacy: Privacy) -> BatchRequest {
    BatchRequest::Create { privacy, known, change_known: true, match_project: None }
}

fn planned(wish: &BatchRequest, mut drafts: Vec<RowDraft>, known: Vec<PlannableReport>) -> Vec<NewRow> {
    PlanOptions { wish, gives_passwords: false, now: now() }.plan(&mut drafts, &ExistingReports::new(known));
    drafts.into_iter().map(|draft| draft.row).collect()
}

fn one(wish: &BatchRequest, draft: RowDraft, known: PlannableReport) -> NewRow {
    planned(wish, vec![draft], vec![known]).remove(0)
}

#[test]
fn a_new_page_is_created_with_the_privacy_of_its_source_or_else_of_the_wish() {
    let mut own = page("example.org/own");
    own.row.own_privacy = Some(Privacy::Public);
    let rows = planned(
        &create(ExistingReportPolicy::Refresh),
        vec![page("example.org/new"), own],
        vec![report("1", "example.org", 1)],
    );
    assert!(rows.iter().all(|row| row.act == RowAction::Create && row.known.is_none() && row.skipped.is_none()));
    assert_eq!([rows[0].create_to, rows[1].create_to], [Some(Privacy::Private), Some(Privacy::Public)]);
    assert_eq!(rows[0].choices, [RowAction::Create, RowAction::Skip]);
}

#[test]
fn a_page_that_has_a_report_goes_by_the_rule() {
    let known = || report("7", "www.example.org/a/", 31);
    let plan = |rule| one(&create(rule), page("example.org/a"), known());
    let refresh = plan(ExistingReportPolicy::Refresh);
    assert_eq!(
        (refresh.act, refresh.known.as_deref(), refresh.was),
        (RowAction::Refresh, Some("7"), Some(Privacy::Public))
    );
    assert_eq!((refresh.change_to, refresh.create_to), (None, Some(Privacy::Private)));
    assert_eq!(refresh.choices, [RowAction::Create, RowAction::Refresh, RowAction::Skip]);
    assert_eq!(plan(ExistingReportPolicy::RefreshOlderThan { days: 30 }).act, RowAction::Refresh);
    let fresh = plan(ExistingReportPolicy::RefreshOlderThan { days: 31 });
    assert_eq!((fresh.act, fresh.skipped), (RowAction::Skip, Some(SkipReason::Fresh)));
    let skip = plan(ExistingReportPolicy::Skip);
    assert_eq!((skip.act, skip.skipped), (RowAction::Skip, Some(SkipReason::Known)));
    assert_eq!(plan(ExistingReportPolicy::Create).act, RowAction::Create);
    let undated = PlannableReport { generated_at: None, ..known() };
    let rule = create(ExistingReportPolicy::RefreshOlderThan { days: 3650 });
    assert_eq!(one(&rule, page("example.org/a"), undated).act, RowAction::Refresh);
}

#[test]
fn of_several_reports_of_a_page_the_newest_counts() {
    let numbers = ["9", "10", "8"].map(|id| report(id, "example.org/a", 5)).to_vec();
    let rows = planned(&create(ExistingReportPolicy::Refresh), vec![page("example.org/a")], numbers);
    assert_eq!(rows[0].known.as_deref(), Some("10"));
    let dated = vec![report("1", "example.org/a", 2), report("2", "example.org/a", 4)];
    let rows = planned(&create(ExistingReportPolicy::Refresh), vec![page("example.org/a")], dated);
    assert_eq!(rows[0].known.as_deref(), Some("1"));
}

#[test]
fn a_page_that_an_earlier_line_names_is_skipped_whatever_is_known() {
    let mut again = page("example.org/a");
    again.row.repeats = Some(Some(2));
    let row = one(&create(ExistingReportPolicy::Refresh), again, report("1", "example.org/a", 9));
    assert_eq!((row.act, row.skipped), (RowAction::Skip, Some(SkipReason::Duplicate { line: Some(2) })));
    assert_eq!(row.choices, []);
}

#[test]
fn known_reports_get_the_privacy_too_where_that_is_wished() {
    let plan = |rule, privacy| one(&changing(rule, privacy), page("example.org/a"), report("1", "example.org/a", 9));
    let both = plan(ExistingReportPolicy::Refresh, Privacy::Private);
    assert_eq!(
        (both.act, both.was, both.change_to),
        (RowAction::Refresh, Some(Privacy::Public), Some(Privacy::Private))
    );
    assert!(both.choices.contains(&RowAction::Privacy));
    let alone = plan(ExistingReportPolicy::Skip, Privacy::Private);
    assert_eq!((alone.act, alone.skipped, alone.change_to), (RowAction::Privacy, None, Some(Privacy::Private)));
    let same = plan(ExistingReportPolicy::Skip, Privacy::Public);
    assert_eq!((same.act, same.skipped, same.change_to), (RowAction::Skip, Some(SkipReason::Known), None));
    assert!(!same.choices.contains(&RowAction::Privacy));
}

#[test]
fn reports_that_are_so_already_are_skipped_and_passwords_are_replaced_only_by_choice() {
    let locked = || of_report(PlannableReport { privacy: Some(Privacy::Password), ..report("1", "example.org", 1) });
    let lock = BatchRequest::Privacy { privacy: Privacy::Password };
    let plan = |draft, gives_passwords| {
        let mut drafts = vec![draft];
        PlanOptions { wish: &lock, gives_passwords, now: now() }.plan(&mut drafts, &ExistingReports::new(Vec::new()));
        drafts.remove(0).row
    };
    assert_eq!(plan(locked(), false).skipped, Some(SkipReason::AlreadySo));
    let kept = plan(locked(), true);
    assert_eq!((kept.act, kept.skipped), (RowAction::Skip, Some(SkipReason::HasPassword)));
    assert_eq!((kept.choices, kept.change_to), (vec![RowAction::Privacy, RowAction::Skip], Some(Privacy::Password)));
    let mut with_own = locked();
    with_own.password = Some(Secret::from("own"));
    assert_eq!(plan(with_own, false).act, RowAction::Privacy);
    let sealed = |of| {
        let mut draft = locked();
        draft.row.secret = Some(EncryptedPassword { bytes: vec![1], of });
        plan(draft, false)
    };
    assert_eq!(sealed(PasswordOrigin::Source).act, RowAction::Privacy);
    for of in [PasswordOrigin::User, PasswordOrigin::Made] {
        assert_eq!(sealed(of).skipped, Some(SkipReason::HasPassword));
    }

    let publish = BatchRequest::Privacy { privacy: Privacy::Public };
    let unknown = of_report(PlannableReport { privacy: None, ..report("1", "example.org", 1) });
    let rows = planned(&publish, vec![of_report(report("2", "example.org", 1)), unknown], Vec::new());
    assert_eq!([rows[0].act, rows[1].act], [RowAction::Skip, RowAction::Privacy]);
    assert_eq!(rows[1].change_to, Some(Privacy::Public));
}

#[test]
fn a_list_replaces_a_password_only_with_one_of_its_own() {
    let wish = changing(ExistingReportPolicy::Refresh, Privacy::Password);
    let known = || PlannableReport { privacy: Some(Privacy::Password), ..report("1", "example.org/a", 9) };
    let plan = |draft| {
        let mut drafts = vec![draft];
        PlanOptions { wish: &wish, gives_passwords: true, now: now() }
            .plan(&mut drafts, &ExistingReports::new(vec![known()]));
        drafts.remove(0).row
    };
    let kept = plan(page("example.org/a"));
    assert_eq!((kept.act, kept.change_to), (RowAction::Refresh, None));
    let own = plan(RowDraft { password: Some(Secret::from("own")), ..page("example.org/a") });
    assert_eq!((own.act, own.change_to), (RowAction::Refresh, Some(Privacy::Password)));
}

#[test]
fn reports_are_refreshed_by_their_age_deleted_and_set_back() {
    let reports = || [40, 3].map(|days| of_report(report("1", "example.org", days))).into();
    let acts = |wish| planned(&wish, reports(), Vec::new()).into_iter().map(|row| row.act).collect::<Vec<_>>();
    let refresh = |older_than_days| BatchRequest::Refresh { older_than_days };
    assert_eq!(acts(refresh(None)), [RowAction::Refresh, RowAction::Refresh]);
    assert_eq!(acts(refresh(Some(30))), [RowAction::Refresh, RowAction::Skip]);
    assert_eq!(acts(BatchRequest::Delete), [RowAction::Delete, RowAction::Delete]);

    let mut before = of_report(report("1", "example.org", 1));
    before.row.own_privacy = Some(Privacy::Password);
    let mut so_already = of_report(report("2", "example.org", 1));
    so_already.row.own_privacy = Some(Privacy::Public);
    let rows = planned(&BatchRequest::Undo { batch: 1 }, vec![before, so_already], Vec::new());
    assert_eq!((rows[0].act, rows[0].change_to), (RowAction::Privacy, Some(Privacy::Password)));
    assert_eq!((rows[1].act, rows[1].skipped.clone()), (RowAction::Skip, Some(SkipReason::AlreadySo)));
}

#[test]
fn where_the_list_is_the_truth_what_it_lacks_is_proposed_to_be_deleted() {
    let wish = BatchRequest::Create {
        privacy: Privacy::Private,
        known: ExistingReportPolicy::Skip,
        change_known: false,
        match_project: Some("Example.org".into()),
    };
    let known = vec![
        report("1", "example.org/listed", 9),
        report("2", "www.example.org/listed", 8),
        report("3", "example.org/other", 7),
        report("4", "example.net/elsewhere", 6),
    ];
    let rows = planned(&wish, vec![page("example.org/listed"), page("example.org/new")], known);
    assert_eq!(rows.len(), 3);
    let added = &rows[2];
    assert_eq!((added.known.as_deref(), added.is_listed), (Some("3"), false));
    assert_eq!((added.act, added.skipped.clone()), (RowAction::Skip, Some(SkipReason::NotOnTheList)));
    assert_eq!(added.choices, [RowAction::Delete, RowAction::Skip]);
}

#[test]
fn a_plan_that_is_made_anew_goes_by_what_is_known_now() {
    let mut drafts = vec![of_report(report("1", "example.org/old", 90)), of_report(report("2", "example.org/b", 9))];
    let now_known = PlannableReport { privacy: Some(Privacy::Private), ..report("1", "example.org/new", 2) };
    ExistingReports::new(vec![now_known.clone()]).renew(&mut drafts);
    let row = &drafts[0].row;
    assert_eq!(
        (row.address.as_str(), row.was, row.generated_at),
        ("example.org/new", Some(Privacy::Private), now_known.generated_at)
    );
    assert_eq!(drafts[1].row.was, Some(Privacy::Public));
}
