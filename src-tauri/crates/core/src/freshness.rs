//! Drops outdated responses: a page of a list can arrive after one of its reports was deleted or
//! read.

use std::{collections::HashMap, time::Duration};

use assay_model::{ReportRow, ServiceKey};
use jiff::Timestamp;
use tokio::time::Instant;

/// The longest a response can take, with all waits, pauses, and retries.
const MAX_RESPONSE_TIME: Duration = Duration::from_mins(15);

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
pub(crate) struct FreshnessGuard(HashMap<(ServiceKey, Subject), Instant>);

#[derive(PartialEq, Eq, Hash)]
enum Subject {
    Report(String),
    Project(String),
    Everything,
}

impl FreshnessGuard {
    /// Records that a report was read or removed.
    pub(crate) fn report(&mut self, scope: &ServiceKey, id: &str, instant: RequestInstant) {
        self.reports(scope, [id], instant);
    }

    /// Records that the reports of a page were read.
    pub(crate) fn reports<'a>(
        &mut self,
        scope: &ServiceKey,
        ids: impl IntoIterator<Item = &'a str>,
        instant: RequestInstant,
    ) {
        self.record(scope, ids.into_iter().map(|id| Subject::Report(id.to_owned())), instant);
    }

    /// Records that a project was removed.
    pub(crate) fn project(&mut self, scope: &ServiceKey, project: &str, instant: RequestInstant) {
        self.record(scope, [Subject::Project(project.to_owned())], instant);
    }

    /// Records that the service's data was deleted.
    pub(crate) fn everything(&mut self, scope: &ServiceKey, instant: RequestInstant) {
        self.record(scope, [Subject::Everything], instant);
    }

    /// Whether a response to this request is older than the report's last observation.
    pub(crate) fn is_outdated(&self, scope: &ServiceKey, row: &ReportRow, asked: RequestInstant) -> bool {
        self.is_later(scope, Subject::Everything, asked)
            || self.has_newer(scope, &row.id, asked)
            || row.project.clone().is_some_and(|name| self.is_later(scope, Subject::Project(name), asked))
    }

    /// Whether there is a newer observation of the report itself.
    pub(crate) fn has_newer(&self, scope: &ServiceKey, id: &str, asked: RequestInstant) -> bool {
        self.is_later(scope, Subject::Report(id.to_owned()), asked)
    }

    fn is_later(&self, scope: &ServiceKey, what: Subject, asked: RequestInstant) -> bool {
        self.0.get(&(scope.clone(), what)).is_some_and(|known| asked.monotonic < *known)
    }

    fn record(
        &mut self,
        scope: &ServiceKey,
        subjects: impl IntoIterator<Item = Subject>,
        RequestInstant { monotonic: by, .. }: RequestInstant,
    ) {
        let now = Instant::now();
        self.0.retain(|_, known| now.duration_since(*known) < MAX_RESPONSE_TIME);
        for subject in subjects {
            let known = self.0.entry((scope.clone(), subject)).or_insert(by);
            *known = by.max(*known);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FreshnessGuard, RequestInstant, ServiceKey};

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
