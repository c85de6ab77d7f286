//! The speed of a running batch.

use std::{collections::VecDeque, sync::Mutex, time::Duration};

use tokio::time::Instant;

use crate::lock::lock;

/// Older rows don't show the current speed.
const WINDOW: Duration = Duration::from_mins(1);

/// Less time gives no useful estimate.
const MIN_ELAPSED: Duration = Duration::from_secs(2);

/// Counts recently completed rows.
pub(super) struct ThroughputMeter(Mutex<Completions>);

struct Completions {
    since: Instant,
    ends: VecDeque<Instant>,
}

impl Default for ThroughputMeter {
    fn default() -> Self {
        Self(Mutex::new(Completions { since: Instant::now(), ends: VecDeque::new() }))
    }
}

impl ThroughputMeter {
    /// Restarts the measurement after a pause.
    pub(super) fn begin(&self) {
        *lock(&self.0) = Completions { since: Instant::now(), ends: VecDeque::new() };
    }

    /// Records a completed row.
    pub(super) fn ended(&self) {
        let mut count = lock(&self.0);
        count.drop_old();
        count.ends.push_back(Instant::now());
    }

    /// Rows per minute, and seconds for the rows left.
    pub(super) fn rate(&self, left: u32) -> Option<(f64, u32)> {
        let mut count = lock(&self.0);
        count.drop_old();
        let time = count.since.elapsed().min(WINDOW);
        let ends = u32::try_from(count.ends.len()).unwrap_or(u32::MAX);
        if time < MIN_ELAPSED || ends < 2 {
            return None;
        }
        let seconds_each = time.as_secs_f64() / f64::from(ends);
        let seconds = (seconds_each * f64::from(left)).ceil().min(f64::from(u32::MAX));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is neither negative nor so large"
        )]
        let seconds = seconds as u32;
        Some((60.0 / seconds_each, seconds))
    }
}

impl Completions {
    fn drop_old(&mut self) {
        while self.ends.front().is_some_and(|end| end.elapsed() > WINDOW) {
            self.ends.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep;

    use super::ThroughputMeter;

    #[tokio::test(start_paused = true)]
    async fn the_pace_is_that_of_the_last_minute() {
        let meter = ThroughputMeter::default();
        assert_eq!(meter.rate(100), None, "nothing is known yet");
        for _ in 0..90 {
            sleep(Duration::from_secs(1)).await;
            meter.ended();
        }
        let (a_minute, seconds) = meter.rate(120).unwrap();
        assert!((59.0..62.0).contains(&a_minute) && (115..=121).contains(&seconds), "{a_minute} {seconds}");
        sleep(Duration::from_secs(30)).await;
        let (slower, _) = meter.rate(120).unwrap();
        assert!((28.0..32.0).contains(&slower), "{slower}");
        meter.begin();
        assert_eq!(meter.rate(120), None);
    }
}
