//! Two clocks: this computer's, and the service's, based on its responses.

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

/// This computer's clock, which tests replace.
#[derive(Debug, Clone, Copy)]
pub struct Clock(pub fn() -> Timestamp);

impl Default for Clock {
    fn default() -> Self {
        Self(Timestamp::now)
    }
}

impl Clock {
    /// Returns the time by this clock.
    #[must_use]
    pub fn now(self) -> Timestamp {
        (self.0)()
    }
}

/// When a write started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Since {
    /// By the service's clock.
    Service(Timestamp),
    /// By this computer's clock, if the service's time was unknown.
    Computer(Timestamp),
}

impl Since {
    /// Returns a later time.
    #[must_use]
    pub fn plus(self, by: SignedDuration) -> Self {
        self.map(|moment| moment.checked_add(by).unwrap_or(Timestamp::MAX))
    }

    /// Returns an earlier time, but not before `earliest`.
    #[must_use]
    pub fn minus(self, by: SignedDuration, earliest: Timestamp) -> Self {
        self.map(|moment| moment.min(moment.checked_sub(by).unwrap_or(Timestamp::MIN).max(earliest)))
    }

    fn map(self, change: impl FnOnce(Timestamp) -> Timestamp) -> Self {
        match self {
            Self::Service(moment) => Self::Service(change(moment)),
            Self::Computer(moment) => Self::Computer(change(moment)),
        }
    }
}

/// The time that a service sent, and the monotonic time of the response.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServiceClock {
    pub(crate) date: Timestamp,
    pub(crate) at: Instant,
}

impl ServiceClock {
    /// The service's time now, or slightly later: it sends whole seconds, and its response took
    /// time.
    pub(crate) fn now(self) -> Timestamp {
        let passed = SignedDuration::try_from(self.at.elapsed()).unwrap_or(SignedDuration::MAX);
        self.date.checked_add(passed).unwrap_or(Timestamp::MAX)
    }
}
