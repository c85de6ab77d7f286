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

/// By how much the two clocks of this computer may differ since a response.
const MAX_CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(1);

/// The time that a service sent, and when its response came.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ServiceClock {
    pub(crate) date: Timestamp,
    pub(crate) at: Timestamp,
    pub(crate) monotonic: Instant,
}

impl ServiceClock {
    /// The service's time now, or slightly later: it sends whole seconds, and its response took
    /// time. Unknown after the computer slept, where the monotonic clock stands still on some
    /// systems, or its clock was set.
    pub(crate) fn now(self, clock: Clock) -> Option<Timestamp> {
        let passed = SignedDuration::try_from(self.monotonic.elapsed()).ok()?;
        let difference = clock.now().duration_since(self.at).checked_sub(passed)?;
        if difference.abs() > MAX_CLOCK_DIFFERENCE { None } else { self.date.checked_add(passed).ok() }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::{SignedDuration, Timestamp};
    use tokio::time::{self, Instant};

    use super::{Clock, ServiceClock};

    #[tokio::test(start_paused = true)]
    async fn the_services_time_is_unknown_after_the_computer_slept_or_its_clock_was_set() {
        const CLOCK: Clock = Clock(|| Timestamp::UNIX_EPOCH);
        let date = CLOCK.now() + SignedDuration::from_hours(2);
        let monotonic = Instant::now();
        time::advance(Duration::from_mins(10)).await;
        let by_then = Some(date + SignedDuration::from_mins(10));
        for (passed, now) in [(600, by_then), (630, by_then), (570, by_then), (8 * 3600, None), (-3600, None)] {
            let at = CLOCK.now() - SignedDuration::from_secs(passed);
            assert_eq!(ServiceClock { date, at, monotonic }.now(CLOCK), now, "{passed} s");
        }
    }
}
