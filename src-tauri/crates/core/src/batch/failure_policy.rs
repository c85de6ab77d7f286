//! What the failure of one row means for the rest of the batch.

use std::time::Duration;

use assay_model::{Concern, Problem, ProblemCode};
use tokio::time::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureAction {
    /// Only this row has failed.
    FailRow,
    /// The outcome is unknown.
    LookUp,
    /// Nothing was changed; temporary: the batch waits and retries.
    Retry,
    /// Nothing was changed; permanent: the batch stops until the user resumes it.
    StopBatch,
}

pub(super) fn action_for(code: ProblemCode) -> FailureAction {
    match code.concern() {
        Concern::Response if code == ProblemCode::OutcomeUnknown => FailureAction::LookUp,
        Concern::Request | Concern::Response => FailureAction::FailRow,
        Concern::All | Concern::Computer if code.is_transient() => FailureAction::Retry,
        Concern::All | Concern::Computer => FailureAction::StopBatch,
    }
}

/// Whether repeated failures of this kind are the service's, not the row's.
pub(super) fn is_service_fault(code: ProblemCode) -> bool {
    code.concern() == Concern::Response
}

/// The first pause before a retry; the longest unless the service asks for more.
const MIN_PAUSE: Duration = Duration::from_secs(5);
const MAX_PAUSE: Duration = Duration::from_mins(5);

/// Counts as endless.
const ENDLESS: Duration = Duration::from_hours(24 * 30);

/// Pauses that grow until something succeeds.
#[derive(Default)]
pub(super) struct Backoff {
    pauses: u32,
    until: Option<Instant>,
}

impl Backoff {
    /// Records a failure. Concurrent failures do not extend the pause.
    pub(super) fn record_failure(&mut self, problem: &Problem) {
        let now = Instant::now();
        let asked = problem.retry_after.map(|seconds| Duration::from_secs(seconds).min(ENDLESS));
        let is_waiting = self.until.is_some_and(|until| until > now);
        if !is_waiting {
            self.pauses = self.pauses.saturating_add(1);
        }
        let own = MIN_PAUSE.saturating_mul(1 << (self.pauses - 1).min(10)).min(MAX_PAUSE);
        let until = now + asked.unwrap_or(own);
        if !is_waiting || asked.is_some() {
            self.until = self.until.max(Some(until));
        }
    }

    /// Records a success. Returns whether it counts: during a pause it is an earlier row's.
    pub(super) fn reset(&mut self) -> bool {
        let is_news = self.has_failed() && self.left().is_none();
        if is_news {
            *self = Self::default();
        }
        is_news
    }

    /// Time until the next try; `None` if it is due.
    pub(super) fn left(&self) -> Option<Duration> {
        let left = self.until?.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }

    /// Whether the last result was a failure.
    pub(super) fn has_failed(&self) -> bool {
        self.pauses > 0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use assay_model::{Problem, ProblemCode};
    use tokio::time::sleep;

    use super::{Backoff, FailureAction, action_for};

    #[test]
    fn a_batch_waits_until_a_networks_sign_in_page_is_gone() {
        for code in [ProblemCode::Untrusted, ProblemCode::CertificateExpired, ProblemCode::CertificateName] {
            assert_eq!(action_for(code), FailureAction::Retry, "{code:?}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_until_something_works_and_heed_what_the_service_asks() {
        let mut backoff = Backoff::default();
        assert_eq!((backoff.left(), backoff.has_failed()), (None, false));
        let offline = Problem::new(ProblemCode::Offline);
        for seconds in [5, 10, 20, 40, 80, 160, 300, 300] {
            backoff.record_failure(&offline);
            // From a row that was sent at the same time.
            backoff.record_failure(&offline);
            assert_eq!(backoff.left(), Some(Duration::from_secs(seconds)));
            sleep(Duration::from_secs(seconds)).await;
            assert_eq!((backoff.left(), backoff.has_failed()), (None, true));
        }
        assert!(backoff.reset() && !backoff.reset());
        let asked = Problem { retry_after: Some(900), ..Problem::new(ProblemCode::Maintenance) };
        backoff.record_failure(&asked);
        assert_eq!(backoff.left(), Some(Duration::from_mins(15)));
        assert!(!backoff.reset(), "it was sent before");
        backoff.record_failure(&Problem { retry_after: Some(u64::MAX), ..asked });
        assert!(backoff.left() > Some(Duration::from_mins(15)));
    }
}
