//! Creates whose outcome is unknown, and which reports they may have made.

use std::collections::{HashMap, HashSet};

use assay_api::Since;
use assay_journal::SendRecord;
use assay_model::{BatchRow, Problem, ReportRow, RowAction, RowState, address};
use jiff::Timestamp;
use tokio::time::Instant;

/// A create whose outcome is unknown.
#[derive(Clone)]
pub(super) struct UnknownCreate {
    pub row: BatchRow,
    /// When it was sent first.
    pub begun: SendRecord,
    /// Reports created from then on may be this one.
    pub since: Since,
    /// The service is no longer working on it after this.
    pub until: Instant,
    /// Resend if not found, as the user decided.
    pub is_asked: bool,
    pub problem: Problem,
}

impl UnknownCreate {
    /// Whether the lookup was given up without an outcome.
    pub(super) fn was_left_open(&self) -> bool {
        self.row.ended_at.is_some()
    }

    pub(super) fn is_past(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// When a row was sent, by the service's clock if known.
pub(super) fn since(begun: SendRecord) -> Since {
    begun.service_time.map_or(Since::Computer(begun.at), Since::Service)
}

#[derive(Debug, PartialEq)]
pub(super) enum LookupResult {
    Found(Box<ReportRow>),
    /// No report that the create can have made.
    Nothing,
    /// Reports that it may have made.
    Unclear(Vec<String>),
}

/// The finished and running creates of the batch.
#[derive(Default)]
pub(super) struct SiblingCreates {
    pub made: HashSet<String>,
    /// The reports from before the batch, complete from a certain time on.
    pub before: HashSet<String>,
    pub before_since: Option<Timestamp>,
    /// Pages whose create is running or unknown, by row number.
    pub open: HashMap<u32, String>,
}

impl SiblingCreates {
    /// Records that a row is sent.
    pub(super) fn begin(&mut self, row: &BatchRow) {
        if creates_report(row) {
            self.open.extend(address::stored(&row.address).map(|page| (row.number, page)));
        }
    }

    /// Whether a report is another row's, or older than the batch.
    fn explains(&self, id: &str) -> bool {
        self.made.contains(id) || self.before.contains(id)
    }

    /// Records the outcome of a row that may have made a report.
    pub(super) fn end(&mut self, number: u32, state: RowState, made: Option<String>) {
        if !matches!(state, RowState::Running | RowState::Unknown) {
            self.open.remove(&number);
        }
        self.made.extend(made);
    }
}

/// Whether a row creates a report and has not done so yet.
pub(super) fn creates_report(row: &BatchRow) -> bool {
    row.act == RowAction::Create && row.report.is_none()
}

/// Which of the reports created since belongs to a lost create.
pub(super) fn decide(lost: &BatchRow, seen: Vec<ReportRow>, siblings: &SiblingCreates) -> LookupResult {
    let (url, number) = (&lost.address, lost.number);
    let new: Vec<_> = seen.into_iter().filter(|row| !siblings.explains(&row.id)).collect();
    let is_it = |row: &&ReportRow| {
        // Without a date it may be an old report.
        let is_dated = row.created_at.is_some() || row.generated_at.is_some();
        is_dated && address::is_same_page(&row.address, url)
    };
    let own: Vec<_> = new.iter().filter(is_it).collect();
    match own.as_slice() {
        [] => {}
        // With another privacy than requested it may be another user's.
        [found] if lost.to.is_none_or(|to| found.privacy.is_none_or(|privacy| privacy == to)) => {
            return LookupResult::Found(Box::new((*found).clone()));
        }
        several => return LookupResult::Unclear(several.iter().map(|row| row.id.clone()).collect()),
    }
    // A redirecting URL is stored as its target: an unexplained report may be this one.
    let mut open: Vec<_> = siblings.open.iter().filter(|(other, _)| **other != number).map(|(_, page)| page).collect();
    let mut is_unexplained = |row: &ReportRow| {
        let page = address::stored(&row.address);
        let place = open.iter().position(|open| page.as_ref() == Some(*open));
        place.map(|place| open.swap_remove(place)).is_none()
    };
    let unexplained: Vec<_> = new.iter().filter(|row| is_unexplained(row)).map(|row| row.id.clone()).collect();
    if unexplained.is_empty() { LookupResult::Nothing } else { LookupResult::Unclear(unexplained) }
}

#[cfg(test)]
mod tests {
    use assay_model::{BatchRow, Privacy, ReportRow, RowState};
    use jiff::Timestamp;

    use super::{LookupResult, SiblingCreates, decide};
    use crate::fakes::lost;

    fn row(id: &str, address: &str) -> ReportRow {
        ReportRow {
            id: id.to_owned(),
            address: address.to_owned(),
            created_at: Some(Timestamp::UNIX_EPOCH),
            ..ReportRow::default()
        }
    }

    fn siblings(made: &[&str], open: &[&str]) -> SiblingCreates {
        let mut siblings = SiblingCreates::default();
        siblings.begin(&lost("a.example/x"));
        for (number, address) in (2..).zip(open) {
            siblings.begin(&BatchRow { number, ..lost(address) });
        }
        for (number, id) in (100..).zip(made) {
            siblings.end(number, RowState::Done, Some((*id).to_owned()));
        }
        siblings
    }

    #[test]
    fn one_new_report_of_the_address_is_it_and_several_may_be() {
        let look = |seen: Vec<ReportRow>, siblings| decide(&lost("https://www.a.example/x/"), seen, &siblings);
        let [own, twin] = [row("1", "a.example/x"), row("2", "a.example/x")];
        let undated = ReportRow { created_at: None, ..own.clone() };
        let found = |row: &ReportRow| LookupResult::Found(Box::new(row.clone()));
        let unclear = |ids: &[&str]| LookupResult::Unclear(ids.iter().map(|id| (*id).to_owned()).collect());
        assert_eq!(look(vec![own.clone(), row("3", "b.example")], siblings(&[], &[])), found(&own));
        assert_eq!(look(vec![own.clone(), twin.clone()], siblings(&[], &[])), unclear(&["1", "2"]));
        assert_eq!(look(vec![own.clone(), twin.clone()], siblings(&["2"], &[])), found(&own));
        assert_eq!(look(vec![own.clone(), twin], siblings(&["1", "2"], &[])), LookupResult::Nothing);
        for (to, privacy, is_it) in [
            (Some(Privacy::Private), Some(Privacy::Private), true),
            (Some(Privacy::Private), Some(Privacy::Public), false),
            (Some(Privacy::Password), Some(Privacy::Private), false),
            (Some(Privacy::Private), None, true),
            (None, Some(Privacy::Public), true),
        ] {
            let seen = ReportRow { privacy, ..own.clone() };
            let wanted = if is_it { found(&seen) } else { unclear(&["1"]) };
            let lost = BatchRow { to, ..lost("https://www.a.example/x/") };
            assert_eq!(decide(&lost, vec![seen], &siblings(&[], &[])), wanted, "{to:?} {privacy:?}");
        }
        let older = SiblingCreates { before: ["1".to_owned()].into(), ..siblings(&[], &[]) };
        assert_eq!(look(vec![own.clone()], older), LookupResult::Nothing, "it was there before the batch");
        assert_eq!(look(vec![undated], siblings(&[], &[])), unclear(&["1"]));
        assert_eq!(look(Vec::new(), siblings(&[], &[])), LookupResult::Nothing);
    }

    #[test]
    fn a_report_of_another_address_may_be_it_unless_another_row_explains_it() {
        let seen = || vec![row("1", "b.example"), row("2", "b.example")];
        let look = |siblings| decide(&lost("https://a.example/x"), seen(), &siblings);
        assert_eq!(look(siblings(&["1", "2"], &[])), LookupResult::Nothing);
        assert_eq!(look(siblings(&["1"], &["b.example"])), LookupResult::Nothing);
        assert_eq!(look(siblings(&["1"], &["c.example"])), LookupResult::Unclear(vec!["2".to_owned()]));
        // One row makes one report.
        assert_eq!(look(siblings(&[], &["b.example"])), LookupResult::Unclear(vec!["2".to_owned()]));
    }
}
