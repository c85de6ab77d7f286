//! Answers do not come in the order in which they were asked for: a page of a list can be on its way while a report of it
//! is deleted or read.

use std::{collections::HashMap, time::Duration};

use assay_model::ReportRow;
use jiff::Timestamp;
use tokio::time::Instant;

/// No answer is on its way for longer: not with all its turns, pauses and repetitions.
const LONGEST: Duration = Duration::from_mins(15);

/// When something was asked of a service. What it answers may be of any time since.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RequestInstant {
    pub at: Timestamp,
    /// By the clock that nobody sets.
    by: Instant,
}

impl RequestInstant {
    pub(crate) fn now() -> Self {
        Self { at: Timestamp::now(), by: Instant::now() }
    }
}

/// What was learned of single reports and projects lately, and for which moment it holds.
#[derive(Default)]
pub(crate) struct Lately(HashMap<(String, What), Instant>);

#[derive(PartialEq, Eq, Hash)]
enum What {
    Report(String),
    Project(String),
    Everything,
}

impl Lately {
    /// A report was read, or is gone.
    pub(crate) fn report(&mut self, scope: &str, id: &str, moment: RequestInstant) {
        self.note(scope, What::Report(id.to_owned()), moment);
    }

    /// A project is gone.
    pub(crate) fn project(&mut self, scope: &str, project: &str, moment: RequestInstant) {
        self.note(scope, What::Project(project.to_owned()), moment);
    }

    /// A service begins anew.
    pub(crate) fn everything(&mut self, scope: &str, moment: RequestInstant) {
        self.note(scope, What::Everything, moment);
    }

    /// Whether what was asked for then is older than what is known of a report.
    pub(crate) fn has_overtaken(&self, scope: &str, row: &ReportRow, asked: RequestInstant) -> bool {
        self.is_later(scope, What::Everything, asked)
            || self.knows_later(scope, &row.id, asked)
            || row.project.clone().is_some_and(|name| self.is_later(scope, What::Project(name), asked))
    }

    /// Whether something later is known of a report by itself.
    pub(crate) fn knows_later(&self, scope: &str, id: &str, asked: RequestInstant) -> bool {
        self.is_later(scope, What::Report(id.to_owned()), asked)
    }

    fn is_later(&self, scope: &str, what: What, asked: RequestInstant) -> bool {
        self.0.get(&(scope.to_owned(), what)).is_some_and(|known| asked.by < *known)
    }

    fn note(&mut self, scope: &str, what: What, RequestInstant { by, .. }: RequestInstant) {
        self.0.retain(|_, known| known.elapsed() < LONGEST);
        let known = self.0.entry((scope.to_owned(), what)).or_insert(by);
        *known = by.max(*known);
    }
}

#[cfg(test)]
mod tests {
    use super::{Lately, RequestInstant};

    #[test]
    fn what_was_asked_before_a_later_answer_tells_nothing_more_of_its_report() {
        let mut lately = Lately::default();
        let before = RequestInstant::now();
        std::thread::sleep(std::time::Duration::from_millis(2));
        let after = RequestInstant::now();
        lately.report("scope", "1", after);
        assert!(lately.knows_later("scope", "1", before));
        assert!(!lately.knows_later("scope", "1", after));
        assert!(!lately.knows_later("scope", "2", before) && !lately.knows_later("other", "1", before));
    }
}
