//! The rate limit: a number of requests per window, usually a minute (field note 29).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::RETRY_AFTER;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use jiff::fmt::rfc2822::DateTimePrinter;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;

use super::Context;
use crate::service_profile::{RetryAfter, ThrottleBody};

const WINDOW: Duration = Duration::from_mins(1);
const LIMIT: HeaderName = HeaderName::from_static("x-ratelimit-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-ratelimit-remaining");

/// Counts requests in fixed windows, as in deployed services.
pub(crate) struct Throttle(Mutex<Count>);

struct Count {
    limit: u32,
    length: Duration,
    window: Option<Window>,
}

struct Window {
    began: Instant,
    taken: u32,
}

impl Throttle {
    pub fn new(limit: u32) -> Self {
        Self(Mutex::new(Count { limit, length: WINDOW, window: None }))
    }

    /// Restarts with other limits.
    #[cfg(feature = "faults")]
    pub fn restart(&self, limit: u32, length: Duration) {
        *self.count() = Count { limit, length, window: None };
    }

    fn limit(&self) -> u32 {
        self.count().limit
    }

    fn count(&self) -> MutexGuard<'_, Count> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request. Returns how many are left, or the seconds until the window ends.
    fn take(&self, now: Instant) -> Result<u32, u64> {
        let mut count = self.count();
        let Count { limit, length, window } = &mut *count;
        let current = match window {
            Some(current) if now.duration_since(current.began) < *length => current,
            _ => window.insert(Window { began: now, taken: 0 }),
        };
        if current.taken >= *limit {
            let left = length.saturating_sub(now.duration_since(current.began));
            return Err(left.as_secs() + u64::from(left.subsec_nanos() > 0));
        }
        current.taken += 1;
        Ok(*limit - current.taken)
    }
}

/// Limits requests per window, and adds the remaining number to each response.
pub(super) async fn limit(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    let (throttle, form) = (&context.throttle, context.profile().throttle.clone());
    let limit = throttle.limit();
    let (remaining, mut response) = match throttle.take(Instant::now()) {
        Ok(remaining) => (remaining, next.run(request).await),
        Err(seconds) => {
            const TEXT: &str = "Too many requests.";
            let status = StatusCode::TOO_MANY_REQUESTS;
            let mut refused = match form.body {
                ThrottleBody::Text => (status, TEXT).into_response(),
                ThrottleBody::Json => {
                    (status, Json(json!({"message": TEXT, "status": status.as_u16()}))).into_response()
                }
            };
            ask_to_wait(&mut refused, seconds, form.retry_after);
            (0, refused)
        }
    };
    if form.headers {
        let headers = response.headers_mut();
        headers.insert(LIMIT, limit.into());
        headers.insert(REMAINING, remaining.into());
    }
    response
}

/// Adds a `Retry-After` to a response.
pub(super) fn ask_to_wait(response: &mut Response, seconds: u64, form: RetryAfter) {
    let value = match form {
        RetryAfter::Seconds => Some(seconds.into()),
        RetryAfter::Date => date_in(seconds),
        RetryAfter::Absent => None,
    };
    if let Some(value) = value {
        response.headers_mut().insert(RETRY_AFTER, value);
    }
}

/// The date in `seconds`, rounded up; `None` if out of range.
fn date_in(seconds: u64) -> Option<HeaderValue> {
    let wait = SignedDuration::from_secs(i64::try_from(seconds).ok()?);
    let then = Timestamp::now().checked_add(wait).ok()?.checked_add(SignedDuration::from_millis(999)).ok()?;
    DateTimePrinter::new().timestamp_to_rfc9110_string(&then).ok()?.try_into().ok()
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
