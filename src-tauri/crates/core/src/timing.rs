use std::time::Duration;

use assay_api::Clock;

/// The clock, and limits of writes. Tests use their own.
#[derive(Debug, Clone, Copy)]
pub struct Timing {
    /// This computer's clock.
    pub clock: Clock,
    /// How long a service may work on a write, regardless of the client's timeout (`field-notes.md`
    /// 17).
    pub longest_work: Duration,
    /// Added to that before a missing report means anything.
    pub margin: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self { clock: Clock::default(), longest_work: Duration::from_secs(90), margin: Duration::from_secs(90) }
    }
}
