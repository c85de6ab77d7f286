//! Drops outdated responses: a page of a list can arrive after one of its reports was deleted or
//! read.

use std::{collections::HashMap, time::Duration};

use assay_library::ObservedReport;
use assay_model::ServiceKey;
use jiff::Timestamp;
use tokio::time::Instant;

/// The longest a response can take, with all waits, pauses, and retries.
const MAX_RESPONSE_TIME: Duration = Duration::from_mins(15);

/// Between two searches for entries that are no longer needed.
const CLEANUP_INTERVAL: Duration = Duration::from_mins(1);

/// When a request was sent. Its response may be from any time since.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestInstant {
    pub at: Timestamp,
    monotonic: Instant,
}

impl RequestInstant {
    pub(crate) fn now() -> Self {
        Self { at: Timestamp::now(), monotonic: Instant::now() }
    }
}

/// The latest observations of reports and projects, and when they were requested.
#[derive(Default)]
pub(crate) struct FreshnessGuard {
    known: HashMap<ServiceKey, HashMap<Subject, Instant>>,
    cleaned_up: Option<Instant>,
}

#[derive(PartialEq, Eq, Hash)]
enum Subject {
    Report(String),
    /// A report without its checks.
    Row(String),
    Project(String),
    Everything,
}

impl FreshnessGuard {
    /// Records that a report was read with its checks, or removed.
    pub(crate) fn report(&mut self, scope: &ServiceKey, id: &str, instant: RequestInstant) {
        self.record(scope, [Subject::Report(id.to_owned())], instant);
    }

    /// Records that the reports of a page were read.
    pub(crate) fn reports<'a>(
        &mut self,
        scope: &ServiceKey,
        seen: impl IntoIterator<Item = &'a ObservedReport>,
        instant: RequestInstant,
    ) {
        let subjects = seen.into_iter().map(|seen| {
            let id = seen.report.row.id.clone();
            if seen.has_checks { Subject::Report(id) } else { Subject::Row(id) }
        });
        self.record(scope, subjects, instant);
    }

    /// Records that a project was removed.
    pub(crate) fn project(&mut self, scope: &ServiceKey, project: &str, instant: RequestInstant) {
        self.record(scope, [Subject::Project(project.to_owned())], instant);
    }

    /// Records that the service's data was deleted.
    pub(crate) fn everything(&mut self, scope: &ServiceKey, instant: RequestInstant) {
        self.record(scope, [Subject::Everything], instant);
    }

    /// Whether a response to this request is older than the report's last observation. Rows without
    /// checks don't outdate a report with them, which may be the only copy.
    pub(crate) fn is_outdated(&self, scope: &ServiceKey, seen: &ObservedReport, asked: RequestInstant) -> bool {
        let row = &seen.report.row;
        self.is_later(scope, &Subject::Everything, asked)
            || self.is_later(scope, &Subject::Report(row.id.clone()), asked)
            || (!seen.has_checks && self.is_later(scope, &Subject::Row(row.id.clone()), asked))
            || row.project.clone().is_some_and(|name| self.is_later(scope, &Subject::Project(name), asked))
    }

    /// Whether there is a newer observation of the report itself.
    pub(crate) fn has_newer(&self, scope: &ServiceKey, id: &str, asked: RequestInstant) -> bool {
        let subjects = [Subject::Report(id.to_owned()), Subject::Row(id.to_owned())];
        subjects.iter().any(|subject| self.is_later(scope, subject, asked))
    }

    fn is_later(&self, scope: &ServiceKey, subject: &Subject, asked: RequestInstant) -> bool {
        let known = self.known.get(scope).and_then(|known| known.get(subject));
        known.is_some_and(|known| asked.monotonic < *known)
    }

    fn record(
        &mut self,
        scope: &ServiceKey,
        subjects: impl IntoIterator<Item = Subject>,
        RequestInstant { monotonic: by, .. }: RequestInstant,
    ) {
        self.clean_up();
        let of_service = self.known.entry(scope.clone()).or_default();
        for subject in subjects {
            let known = of_service.entry(subject).or_insert(by);
            *known = by.max(*known);
        }
    }

    fn clean_up(&mut self) {
        let now = Instant::now();
        if self.cleaned_up.is_some_and(|last| now.duration_since(last) < CLEANUP_INTERVAL) {
            return;
        }
        self.cleaned_up = Some(now);
        for of_service in self.known.values_mut() {
            of_service.retain(|_, known| now.duration_since(*known) < MAX_RESPONSE_TIME);
            of_service.shrink_to_fit();
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_library::ObservedReport;
    use assay_model::{Report, ReportRow};

    use super::{FreshnessGuard, RequestInstant, ServiceKey};

    #[test]
    fn a_row_without_checks_outdates_other_rows_but_no_report_with_checks() {
        let mut guard = FreshnessGuard::default();
        let before = RequestInstant::now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        let scope = ServiceKey::from("scope".to_owned());
        let [row, report] = [false, true].map(|has_checks| {
            let row = ReportRow { id: "1".to_owned(), ..ReportRow::default() };
            ObservedReport { report: Report { row, ..Report::default() }, has_checks }
        });
        guard.reports(&scope, [&row], RequestInstant::now());
        assert!(guard.is_outdated(&scope, &row, before));
        assert!(!guard.is_outdated(&scope, &report, before));
        assert!(guard.has_newer(&scope, "1", before));
        guard.reports(&scope, [&report], RequestInstant::now());
        assert!(guard.is_outdated(&scope, &report, before));
    }

    #[test]
    fn what_was_asked_before_a_later_answer_tells_nothing_more_of_its_report() {
        let mut guard = FreshnessGuard::default();
        let before = RequestInstant::now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        let after = RequestInstant::now();
        let [scope, other] = ["scope", "other"].map(|name| ServiceKey::from(name.to_owned()));
        guard.report(&scope, "1", after);
        assert!(guard.has_newer(&scope, "1", before));
        assert!(!guard.has_newer(&scope, "1", after));
        assert!(!guard.has_newer(&scope, "2", before) && !guard.has_newer(&other, "1", before));
    }
}
