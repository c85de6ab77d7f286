//! Plans the action of each row from the options and the known reports.

use std::collections::{HashMap, HashSet};

use assay_journal::{NewRow, PasswordOrigin};
use assay_library::PlannableReport;
use assay_model::{BatchRequest, ExistingReportPolicy, Privacy, RowAction, Secret, SkipReason, address};
use jiff::{SignedDuration, Timestamp};

pub(crate) struct RowDraft {
    pub row: NewRow,
    /// From the source.
    pub password: Option<Secret>,
}

/// The known reports of a service.
pub(crate) struct ExistingReports {
    reports: Vec<PlannableReport>,
    /// The newest report of each page.
    by_page: HashMap<String, usize>,
}

impl ExistingReports {
    pub(crate) fn new(mut reports: Vec<PlannableReport>) -> Self {
        // Numeric ids grow with each created report.
        reports.sort_by_cached_key(|report| (report.created_at, report.id.parse::<u64>().ok()));
        let page = |(place, report): (usize, &PlannableReport)| Some((address::stored(&report.address)?, place));
        let by_page = reports.iter().enumerate().filter_map(page).collect();
        Self { reports, by_page }
    }

    fn of_page(&self, page: &str) -> Option<&PlannableReport> {
        self.by_page.get(page).and_then(|place| self.reports.get(*place))
    }

    /// Updates the drafts from the known reports.
    pub(crate) fn renew(&self, drafts: &mut [RowDraft]) {
        let by_id: HashMap<_, _> = self.reports.iter().map(|report| (report.id.as_str(), report)).collect();
        for RowDraft { row, .. } in drafts.iter_mut().filter(|draft| draft.row.page.is_none()) {
            if let Some(report) = row.known.as_deref().and_then(|id| by_id.get(id)) {
                row.address.clone_from(&report.address);
                (row.was, row.generated_at) = (report.privacy, report.generated_at);
            }
        }
    }
}

pub(crate) struct PlanOptions<'a> {
    pub wish: &'a BatchRequest,
    /// Whether every row that needs a password gets one, also without one in the source.
    pub gives_passwords: bool,
    pub now: Timestamp,
}

impl PlanOptions<'_> {
    /// Plans all rows. Rows that the plan adds follow those of the source.
    pub(crate) fn plan(&self, drafts: &mut Vec<RowDraft>, known: &ExistingReports) {
        for draft in drafts.iter_mut() {
            self.plan_one(draft, known);
        }
        if let BatchRequest::Create { match_project: Some(project), .. } = self.wish {
            let listed: HashSet<_> = drafts.iter().filter_map(|draft| draft.row.page.as_deref()).collect();
            let is_unlisted = |report: &&PlannableReport| {
                let is_of_it = report.project.as_deref().is_some_and(|name| name.eq_ignore_ascii_case(project));
                is_of_it && address::stored(&report.address).is_none_or(|page| !listed.contains(page.as_str()))
            };
            let unlisted: Vec<_> = known.reports.iter().filter(is_unlisted).map(unlisted).collect();
            drafts.extend(unlisted);
        }
    }

    fn plan_one(&self, draft: &mut RowDraft, known: &ExistingReports) {
        let has_own = draft.password.is_some()
            || draft.row.secret.as_ref().is_some_and(|secret| secret.of == PasswordOrigin::Source);
        let offered = if has_own {
            OfferedPassword::Own
        } else if self.gives_passwords || draft.row.secret.is_some() {
            OfferedPassword::ForAll
        } else {
            OfferedPassword::None
        };
        let row = &mut draft.row;
        (row.create_to, row.change_to, row.skipped) = (None, None, None);
        let (act, choices) = match self.wish {
            BatchRequest::Create { privacy, known: rule, change_known, .. } => {
                let wanted = row.own_privacy.unwrap_or(*privacy);
                let report = row.page.as_deref().and_then(|page| known.of_page(page));
                if let Some(line) = row.repeats {
                    (Err(SkipReason::Duplicate { line }), vec![])
                } else if let Some(report) = report {
                    row.known = Some(report.id.clone());
                    (row.was, row.generated_at) = (report.privacy, report.generated_at);
                    row.create_to = Some(wanted);
                    row.change_to = change(row.was, wanted, offered == OfferedPassword::Own).filter(|_| *change_known);
                    self.known_page(row, *rule)
                } else {
                    (row.known, row.was, row.generated_at) = (None, None, None);
                    row.create_to = Some(wanted);
                    (Ok(RowAction::Create), vec![RowAction::Create, RowAction::Skip])
                }
            }
            BatchRequest::Privacy { privacy } => to_change(row, *privacy, offered),
            BatchRequest::Undo { .. } => match row.own_privacy {
                Some(before) => to_change(row, before, offered),
                None => (Err(SkipReason::AlreadySo), vec![]),
            },
            BatchRequest::Refresh { older_than_days } => {
                let is_due = older_than_days.is_none_or(|days| self.is_older(row.generated_at, days));
                let act = if is_due { Ok(RowAction::Refresh) } else { Err(SkipReason::Fresh) };
                (act, vec![RowAction::Refresh, RowAction::Skip])
            }
            BatchRequest::Delete => (Ok(RowAction::Delete), vec![RowAction::Delete, RowAction::Skip]),
        };
        row.choices = choices;
        row.act = act.as_ref().map_or(RowAction::Skip, |act| *act);
        row.skipped = act.err();
    }

    /// Plans a page that has a report already.
    fn known_page(&self, row: &NewRow, rule: ExistingReportPolicy) -> (Result<RowAction, SkipReason>, Vec<RowAction>) {
        let by_rule = match rule {
            ExistingReportPolicy::Refresh => Ok(RowAction::Refresh),
            ExistingReportPolicy::RefreshOlderThan { days } if self.is_older(row.generated_at, days) => {
                Ok(RowAction::Refresh)
            }
            ExistingReportPolicy::RefreshOlderThan { .. } => Err(SkipReason::Fresh),
            ExistingReportPolicy::Skip => Err(SkipReason::Known),
            ExistingReportPolicy::Create => Ok(RowAction::Create),
        };
        let mut choices = vec![RowAction::Create, RowAction::Refresh, RowAction::Skip];
        if row.change_to.is_none() {
            return (by_rule, choices);
        }
        choices.push(RowAction::Privacy);
        (by_rule.or(Ok(RowAction::Privacy)), choices)
    }

    /// Whether the last check is older than `days`; an unknown date counts as older.
    fn is_older(&self, generated_at: Option<Timestamp>, days: u16) -> bool {
        let age = SignedDuration::from_hours(24 * i64::from(days));
        generated_at.is_none_or(|at| self.now.duration_since(at) > age)
    }
}

/// The password that a row could get.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OfferedPassword {
    None,
    /// A shared one, which says nothing about this report.
    ForAll,
    /// The source's password for this page.
    Own,
}

/// Plans a privacy change.
fn to_change(
    row: &mut NewRow,
    wanted: Privacy,
    offered: OfferedPassword,
) -> (Result<RowAction, SkipReason>, Vec<RowAction>) {
    let choices = vec![RowAction::Privacy, RowAction::Skip];
    row.change_to = change(row.was, wanted, offered != OfferedPassword::None);
    match row.change_to {
        // A working password is replaced only if the user chooses that.
        Some(_) if row.was == Some(wanted) && offered == OfferedPassword::ForAll => {
            (Err(SkipReason::HasPassword), choices)
        }
        Some(_) => (Ok(RowAction::Privacy), choices),
        None => (Err(SkipReason::AlreadySo), vec![]),
    }
}

/// The privacy to set; `None` if it is already set and there is no new password.
fn change(was: Option<Privacy>, wanted: Privacy, gets_password: bool) -> Option<Privacy> {
    let has_other_password = wanted == Privacy::Password && gets_password;
    (was != Some(wanted) || has_other_password).then_some(wanted)
}

/// Plans an existing report.
pub(crate) fn of_report(report: PlannableReport) -> RowDraft {
    let row = NewRow {
        is_listed: true,
        line: None,
        address: report.address,
        page: None,
        repeats: None,
        own_privacy: None,
        known: Some(report.id),
        act: RowAction::Skip,
        skipped: None,
        choices: Vec::new(),
        was: report.privacy,
        create_to: None,
        change_to: None,
        generated_at: report.generated_at,
        secret: None,
    };
    RowDraft { row, password: None }
}

/// Plans a report that is missing from an authoritative list.
fn unlisted(report: &PlannableReport) -> RowDraft {
    let mut draft = of_report(report.clone());
    draft.row = NewRow {
        is_listed: false,
        skipped: Some(SkipReason::NotOnTheList),
        choices: vec![RowAction::Delete, RowAction::Skip],
        ..draft.row
    };
    draft
}

#[cfg(test)]
mod tests;
