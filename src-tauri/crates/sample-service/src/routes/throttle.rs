//! The throttle: a number of requests in each window of a minute (field note 29).

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderName, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Context;

const WINDOW: Duration = Duration::from_mins(1);
const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Counts requests. A fixed window, as deployed services have it: all is free again at once when it ends.
pub(crate) struct Throttle {
    limit: u32,
    window: Mutex<Option<Window>>,
}

struct Window {
    began: Instant,
    taken: u32,
}

impl Throttle {
    pub fn new(limit: u32) -> Self {
        Self { limit, window: Mutex::new(None) }
    }

    /// Takes one request. Returns how many remain, or the seconds until the window ends.
    fn take(&self, now: Instant) -> Result<u32, u64> {
        let mut window = self.window.lock().unwrap_or_else(PoisonError::into_inner);
        let current = match window.as_mut() {
            Some(current) if now.duration_since(current.began) < WINDOW => current,
            _ => window.insert(Window { began: now, taken: 0 }),
        };
        if current.taken >= self.limit {
            let left = WINDOW.saturating_sub(now.duration_since(current.began));
            return Err(left.as_secs() + u64::from(left.subsec_nanos() > 0));
        }
        current.taken += 1;
        Ok(self.limit - current.taken)
    }
}

/// Answers at most so many requests in a minute, and says on each answer how many are left.
pub(super) async fn limit(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    let throttle = &context.throttle;
    let (remaining, mut response) = match throttle.take(Instant::now()) {
        Ok(remaining) => (remaining, next.run(request).await),
        Err(seconds) => {
            let wait = [(RETRY_AFTER, seconds.to_string())];
            (0, (StatusCode::TOO_MANY_REQUESTS, wait, "Too many requests.").into_response())
        }
    };
    let headers = response.headers_mut();
    headers.insert(LIMIT, throttle.limit.into());
    headers.insert(REMAINING, remaining.into());
    response
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::Throttle;

    #[test]
    fn a_window_ends_after_a_minute() {
        let throttle = Throttle::new(2);
        let start = Instant::now();
        let at = |milliseconds| start + Duration::from_millis(milliseconds);
        assert_eq!(throttle.take(at(0)), Ok(1));
        assert_eq!(throttle.take(at(10_000)), Ok(0));
        assert_eq!(throttle.take(at(10_500)), Err(50));
        assert_eq!(throttle.take(at(59_999)), Err(1));
        assert_eq!(throttle.take(at(60_000)), Ok(1));
        assert_eq!(throttle.take(at(60_001)), Ok(0));
        assert_eq!(throttle.take(at(60_001)), Err(60));
    }

    #[test]
    fn none_means_none() {
        assert_eq!(Throttle::new(0).take(Instant::now()), Err(60));
    }
}
