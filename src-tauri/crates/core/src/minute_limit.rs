use std::{collections::VecDeque, sync::Mutex, time::Duration};

use assay_model::{Problem, ProblemCode};
use tokio::time::Instant;

use crate::lock::lock;

const MINUTE: Duration = Duration::from_mins(1);

/// Limits how often something is done per minute.
pub(crate) struct MinuteLimit {
    most: usize,
    done: Mutex<VecDeque<Instant>>,
}

impl MinuteLimit {
    pub(crate) fn per_minute(most: usize) -> Self {
        Self { most, done: Mutex::default() }
    }

    /// Counts one use. Fails with [`ProblemCode::TooOften`] over the limit, with the time until the
    /// next.
    pub(crate) fn count(&self) -> Result<(), Problem> {
        let now = Instant::now();
        let mut done = lock(&self.done);
        while done.front().is_some_and(|first| now.duration_since(*first) >= MINUTE) {
            done.pop_front();
        }
        match done.front() {
            Some(first) if done.len() >= self.most => {
                let left = MINUTE.saturating_sub(now.duration_since(*first));
                Err(Problem { retry_after: Some(left.as_secs() + 1), ..Problem::new(ProblemCode::TooOften) })
            }
            _ => {
                done.push_back(now);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use assay_model::ProblemCode;
    use tokio::time::advance;

    use super::MinuteLimit;

    #[tokio::test(start_paused = true)]
    async fn what_is_done_too_often_waits_until_the_first_is_a_minute_ago() {
        let pace = MinuteLimit::per_minute(3);
        for _ in 0..3 {
            pace.count().unwrap();
            advance(Duration::from_secs(10)).await;
        }
        let problem = pace.count().unwrap_err();
        assert_eq!((problem.code, problem.retry_after), (ProblemCode::TooOften, Some(31)));
        advance(Duration::from_secs(30)).await;
        pace.count().unwrap();
        assert_eq!(pace.count().unwrap_err().retry_after, Some(11));
    }
}
