//! Compares a write with the report read after it: an OK response proves nothing.

use assay_model::{NewReport, NotApplied, Privacy, ReportRow, ReportUpdate};
use jiff::Timestamp;

/// The requested changes that a report can show.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RequestedChange {
    pub privacy: Option<Privacy>,
    /// Sets a password.
    pub password: bool,
    /// A recheck.
    pub checks: bool,
}

impl From<&NewReport> for RequestedChange {
    fn from(report: &NewReport) -> Self {
        Self {
            privacy: Some(report.privacy),
            password: is_sent(Some(report.privacy), report.password.is_some()),
            checks: false,
        }
    }
}

impl From<&ReportUpdate> for RequestedChange {
    fn from(update: &ReportUpdate) -> Self {
        Self {
            privacy: update.privacy,
            password: is_sent(update.privacy, update.password.is_some()),
            checks: update.results == Some(true),
        }
    }
}

/// A password is sent with [`Privacy::Password`] alone (`field-notes.md` 18).
fn is_sent(privacy: Option<Privacy>, has_password: bool) -> bool {
    has_password && privacy == Some(Privacy::Password)
}

/// A report before a write, to compare dates with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StateBefore {
    was_protected: bool,
    checked_at: Option<Timestamp>,
    changed_at: Option<Timestamp>,
    /// When the write was started, by the service's clock.
    begun: Option<Timestamp>,
}

impl StateBefore {
    /// Before a create.
    pub(crate) const NOTHING: Self = Self { was_protected: false, checked_at: None, changed_at: None, begun: None };

    /// From the report's saved copy, if any.
    pub(crate) fn of(known: Option<&ReportRow>) -> Self {
        Self {
            was_protected: known.and_then(|row| row.privacy).is_none_or(|privacy| privacy == Privacy::Password),
            checked_at: known.and_then(|row| row.generated_at),
            changed_at: known.and_then(|row| row.updated_at),
            begun: None,
        }
    }

    /// From what a batch knew when it was planned.
    pub(crate) fn planned(privacy: Option<Privacy>, checked_at: Option<Timestamp>) -> Self {
        let was_protected = privacy.is_none_or(|privacy| privacy == Privacy::Password);
        Self { was_protected, checked_at, changed_at: None, begun: None }
    }

    /// Adds when the write was started, by the service's clock, if known.
    pub(crate) fn begun(self, at: Option<Timestamp>) -> Self {
        Self { begun: at, ..self }
    }

    /// Whether a date is later than before the write.
    fn is_passed_by(&self, date: Option<Timestamp>, before: Option<Timestamp>) -> bool {
        let is_known = before.is_some() || self.begun.is_some();
        is_known
            && date.is_some_and(|date| {
                before.is_none_or(|before| date > before) && self.begun.is_none_or(|begun| date >= begun)
            })
    }
}

/// The requested changes that a report read after the write does not show. Services without a date
/// of the last change can't show a new password: the flag counts there.
pub(crate) fn not_applied(asked: RequestedChange, before: &StateBefore, now: &ReportRow) -> Vec<NotApplied> {
    let is_privacy_off = asked.privacy.is_some_and(|wanted| now.privacy != Some(wanted));
    let is_same_password =
        before.was_protected && now.updated_at.is_some() && !before.is_passed_by(now.updated_at, before.changed_at);
    let is_password_off = asked.password && (now.has_password == Some(false) || is_same_password);
    let are_checks_old = asked.checks && !before.is_passed_by(now.generated_at, before.checked_at);
    let parts = [
        (is_privacy_off, NotApplied::Privacy),
        (is_password_off, NotApplied::Password),
        (are_checks_old, NotApplied::Checks),
    ];
    parts.into_iter().filter_map(|(is_off, part)| is_off.then_some(part)).collect()
}

#[cfg(test)]
mod tests {
    use assay_model::{NewReport, NotApplied, Privacy, ReportRow, ReportUpdate, Secret};
    use jiff::{SignedDuration, Timestamp};

    use super::{RequestedChange, StateBefore, not_applied};

    fn at(second: i64) -> Timestamp {
        Timestamp::UNIX_EPOCH + SignedDuration::from_secs(second)
    }

    /// A report created at 0.
    fn row(privacy: Option<Privacy>, has_password: Option<bool>, generated_at: i64, updated_at: i64) -> ReportRow {
        ReportRow {
            id: "7".to_owned(),
            address: "a.example".to_owned(),
            privacy,
            has_password,
            generated_at: Some(at(generated_at)),
            created_at: Some(at(0)),
            updated_at: Some(at(updated_at)),
            ..ReportRow::default()
        }
    }

    fn asked(privacy: Option<Privacy>, password: bool, checks: bool) -> RequestedChange {
        RequestedChange { privacy, password, checks }
    }

    #[test]
    fn a_privacy_is_applied_where_the_report_shows_it() {
        for wanted in [Privacy::Public, Privacy::Private, Privacy::Password] {
            let asked = asked(Some(wanted), false, false);
            for found in [Privacy::Public, Privacy::Private, Privacy::Password] {
                let missing = if found == wanted { vec![] } else { vec![NotApplied::Privacy] };
                let now = row(Some(found), None, 0, 0);
                assert_eq!(not_applied(asked, &StateBefore::NOTHING, &now), missing, "{wanted:?} {found:?}");
                assert_eq!(not_applied(asked, &StateBefore::of(Some(&now)), &now), missing, "{wanted:?} {found:?}");
            }
            let unsaid = row(None, None, 0, 0);
            assert_eq!(not_applied(asked, &StateBefore::NOTHING, &unsaid), [NotApplied::Privacy]);
        }
    }

    #[test]
    fn a_password_is_applied_where_one_is_set_and_the_report_changed_since() {
        let protect = asked(Some(Privacy::Password), true, false);
        let protected = |flag, updated_at| row(Some(Privacy::Password), flag, 0, updated_at);
        for (flag, missing) in [(Some(true), vec![]), (None, vec![]), (Some(false), vec![NotApplied::Password])] {
            assert_eq!(not_applied(protect, &StateBefore::NOTHING, &protected(flag, 0)), missing, "{flag:?}");
        }
        let public = row(Some(Privacy::Public), Some(false), 0, 0);
        assert_eq!(not_applied(protect, &StateBefore::NOTHING, &public), [NotApplied::Privacy, NotApplied::Password]);
        assert_eq!(not_applied(protect, &StateBefore::of(Some(&public)), &protected(Some(true), 0)), []);

        // A replaced password shows only in the date of the last change.
        let before = StateBefore::of(Some(&protected(Some(true), 5)));
        assert_eq!(not_applied(protect, &before, &protected(Some(true), 5)), [NotApplied::Password]);
        assert_eq!(not_applied(protect, &before, &protected(Some(true), 9)), []);
        let stale = before.begun(Some(at(20)));
        assert_eq!(not_applied(protect, &stale, &protected(Some(true), 9)), [NotApplied::Password]);
        let undated = ReportRow { updated_at: None, ..protected(Some(true), 0) };
        assert_eq!(not_applied(protect, &before, &undated), []);
        let unknown = StateBefore::of(None).begun(Some(at(20)));
        assert_eq!(not_applied(protect, &unknown, &protected(Some(true), 19)), [NotApplied::Password]);
        assert_eq!(not_applied(protect, &unknown, &protected(Some(true), 20)), []);
    }

    #[test]
    fn checks_are_applied_where_they_are_newer_than_before_and_than_the_write() {
        let recheck = asked(None, false, true);
        let checked = |second| row(Some(Privacy::Public), None, second, 0);
        let before = StateBefore::of(Some(&checked(5)));
        for (generated_at, missing) in [(4, vec![NotApplied::Checks]), (5, vec![NotApplied::Checks]), (6, vec![])] {
            assert_eq!(not_applied(recheck, &before, &checked(generated_at)), missing, "{generated_at}");
        }
        // Another user rechecked it before the write.
        let begun = before.begun(Some(at(20)));
        assert_eq!(not_applied(recheck, &begun, &checked(10)), [NotApplied::Checks]);
        assert_eq!(not_applied(recheck, &begun, &checked(20)), []);
        let unknown = StateBefore::of(None);
        assert_eq!(not_applied(recheck, &unknown, &checked(20)), [NotApplied::Checks], "nothing to compare with");
        assert_eq!(not_applied(recheck, &unknown.begun(Some(at(20))), &checked(20)), []);
        let undated = ReportRow { generated_at: None, ..checked(0) };
        assert_eq!(not_applied(recheck, &begun, &undated), [NotApplied::Checks]);
    }

    #[test]
    fn a_write_asks_for_what_is_sent() {
        let password = || Some(Secret::from("open sesame"));
        let new =
            |privacy| NewReport { url: "a.example".to_owned(), privacy, password: password(), keep_password: None };
        assert_eq!(RequestedChange::from(&new(Privacy::Private)), asked(Some(Privacy::Private), false, false));
        assert_eq!(RequestedChange::from(&new(Privacy::Password)), asked(Some(Privacy::Password), true, false));
        let update = ReportUpdate { privacy: None, password: password(), results: Some(true), keep_password: None };
        assert_eq!(RequestedChange::from(&update), asked(None, false, true));
        let update = ReportUpdate {
            privacy: Some(Privacy::Password),
            password: password(),
            results: Some(false),
            keep_password: None,
        };
        assert_eq!(RequestedChange::from(&update), asked(Some(Privacy::Password), true, false));
    }
}
