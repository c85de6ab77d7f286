//! What the failure of one row means for the rest of the batch.

use std::time::Duration;

use assay_model::{Problem, ProblemCode};
use tokio::time::Instant;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FailureAction {
    /// Only this row has failed.
    Fails,
    /// Whether the row was done is not known.
    Loses,
    /// Nothing was done, and it passes: the batch waits and tries again.
    Waits,
    /// Nothing was done, and it does not pass: the batch stands still until the user lets it go on.
    Stops,
}

/// The action for a problem code.
pub(super) fn effect(code: ProblemCode) -> FailureAction {
    use ProblemCode as Code;
    match code {
        Code::InvalidInput
        | Code::RefusedInput
        | Code::Forbidden
        | Code::NotFound
        | Code::NotDone
        | Code::CopyFailed
        | Code::ServiceFault
        | Code::UnsupportedService
        | Code::ResponseTooLarge => FailureAction::Fails,
        Code::OutcomeUnknown => FailureAction::Loses,
        // Where a network asks to log in first, certificates are wrong for a while, too.
        Code::Offline
        | Code::NameNotFound
        | Code::ConnectionRefused
        | Code::ConnectTimedOut
        | Code::Unreachable
        | Code::ProxyFailed
        | Code::Untrusted
        | Code::CertificateExpired
        | Code::CertificateName
        | Code::TlsFailed
        | Code::TimedOut
        | Code::ResponseTruncated
        | Code::Throttled
        | Code::Maintenance => FailureAction::Waits,
        _ => FailureAction::Stops,
    }
}

/// Whether repeated failures of this kind are the service's, not the row's.
pub(super) fn is_of_the_service(code: ProblemCode) -> bool {
    use ProblemCode as Code;
    matches!(
        code,
        Code::ServiceFault | Code::UnsupportedService | Code::ResponseTooLarge | Code::OutcomeUnknown | Code::NotDone
    )
}

/// The first pause before a retry; the longest unless the service asks for more.
const SHORTEST: Duration = Duration::from_secs(5);
const LONGEST: Duration = Duration::from_mins(5);

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
    pub(super) fn trouble(&mut self, problem: &Problem) {
        let now = Instant::now();
        let asked = problem.retry_after.map(|seconds| Duration::from_secs(seconds).min(ENDLESS));
        let is_waiting = self.until.is_some_and(|until| until > now);
        if !is_waiting {
            self.pauses = self.pauses.saturating_add(1);
        }
        let own = SHORTEST.saturating_mul(1 << (self.pauses - 1).min(10)).min(LONGEST);
        let until = now + asked.unwrap_or(own);
        if !is_waiting || asked.is_some() {
            self.until = self.until.max(Some(until));
        }
    }

    /// Records a success. Returns whether it counts: during a pause it is an earlier row's.
    pub(super) fn relief(&mut self) -> bool {
        let is_news = self.is_tried() && self.left().is_none();
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
    pub(super) fn is_tried(&self) -> bool {
        self.pauses > 0
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use assay_model::{Problem, ProblemCode};
    use tokio::time::sleep;

    use super::Backoff;

    #[tokio::test(start_paused = true)]
    async fn pauses_grow_until_something_works_and_heed_what_the_service_asks() {
        let mut patience = Backoff::default();
        assert_eq!((patience.left(), patience.is_tried()), (None, false));
        let offline = Problem::new(ProblemCode::Offline);
        for seconds in [5, 10, 20, 40, 80, 160, 300, 300] {
            patience.trouble(&offline);
            // A row that was sent at the same time.
            patience.trouble(&offline);
            assert_eq!(patience.left(), Some(Duration::from_secs(seconds)));
            sleep(Duration::from_secs(seconds)).await;
            assert_eq!((patience.left(), patience.is_tried()), (None, true));
        }
        assert!(patience.relief() && !patience.relief());
        let asked = Problem { retry_after: Some(900), ..Problem::new(ProblemCode::Maintenance) };
        patience.trouble(&asked);
        assert_eq!(patience.left(), Some(Duration::from_mins(15)));
        assert!(!patience.relief(), "it was sent before");
        patience.trouble(&Problem { retry_after: Some(u64::MAX), ..asked });
        assert!(patience.left() > Some(Duration::from_mins(15)));
    }
}
