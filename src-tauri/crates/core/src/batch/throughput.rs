//! The speed of a running batch.

use std::{collections::VecDeque, sync::Mutex, time::Duration};

use tokio::time::Instant;

use super::run::lock;

/// Older rows don't show the current speed.
const LATELY: Duration = Duration::from_mins(1);

/// Less time gives no useful estimate.
const ENOUGH: Duration = Duration::from_secs(2);

/// Counts recently completed rows.
pub(super) struct Meter(Mutex<Count>);

struct Count {
    since: Instant,
    ends: VecDeque<Instant>,
}

impl Default for Meter {
    fn default() -> Self {
        Self(Mutex::new(Count { since: Instant::now(), ends: VecDeque::new() }))
    }
}

impl Meter {
    /// It goes on, after it stood still.
    pub(super) fn begin(&self) {
        *lock(&self.0) = Count { since: Instant::now(), ends: VecDeque::new() };
    }

    /// Records a completed row.
    pub(super) fn ended(&self) {
        let mut count = lock(&self.0);
        count.forget();
        count.ends.push_back(Instant::now());
    }

    /// Rows per minute, and seconds for the rows left.
    pub(super) fn pace(&self, left: u32) -> Option<(f64, u32)> {
        let mut count = lock(&self.0);
        count.forget();
        let time = count.since.elapsed().min(LATELY);
        let ends = u32::try_from(count.ends.len()).unwrap_or(u32::MAX);
        if time < ENOUGH || ends < 2 {
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

impl Count {
    fn forget(&mut self) {
        while self.ends.front().is_some_and(|end| end.elapsed() > LATELY) {
            self.ends.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio::time::sleep;

    use super::Meter;

    #[tokio::test(start_paused = true)]
    async fn the_pace_is_that_of_the_last_minute() {
        let meter = Meter::default();
        assert_eq!(meter.pace(100), None, "nothing is known yet");
        for _ in 0..90 {
            sleep(Duration::from_secs(1)).await;
            meter.ended();
        }
        let (a_minute, seconds) = meter.pace(120).unwrap();
        assert!((59.0..62.0).contains(&a_minute) && (115..=121).contains(&seconds), "{a_minute} {seconds}");
        sleep(Duration::from_secs(30)).await;
        let (slower, _) = meter.pace(120).unwrap();
        assert!((28.0..32.0).contains(&slower), "{slower}");
        meter.begin();
        assert_eq!(meter.pace(120), None);
    }
}
