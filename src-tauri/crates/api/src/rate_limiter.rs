//! Respects a service's rate limit (`field-notes.md` 29).

use std::{
    num::NonZeroU32,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assay_model::{Problem, ProblemCode, RateLimit};
use governor::{
    Quota,
    clock::Clock,
    middleware::StateInformationMiddleware,
    state::{InMemoryState, NotKeyed},
};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};
use tokio_util::sync::CancellationToken;

/// Calls that would wait longer fail with a retry time.
pub(crate) const MAX_WAIT: Duration = Duration::from_mins(2);

/// After a 429 without a duration.
const DEFAULT_PAUSE: Duration = Duration::from_secs(10);

const MIN_REPORTED_WAIT: Duration = Duration::from_secs(1);

/// Steady calls are slower than allowed by this factor, so that timing errors don't exceed the
/// limit.
const PACING_MARGIN: f64 = 1.02;

/// Steady calls may catch up on this much delay: timers are late.
const MAX_CATCH_UP: Duration = Duration::from_millis(50);

tokio::task_local! {
    static CONTEXT: CallContext;
}

/// Priority and cancellation of calls.
#[derive(Debug, Clone, Default)]
pub struct CallContext {
    /// Lower priority: all other calls go first under a rate limit.
    pub is_background: bool,
    /// Long-running: its calls are spread over each minute and not reported as waiting, so that
    /// other calls wait only briefly.
    pub is_steady: bool,
    /// Cancels reads and unsent writes with [`ProblemCode::Canceled`].
    pub canceled: CancellationToken,
}

impl CallContext {
    /// Runs work whose calls have this context.
    pub async fn run<T>(self, work: impl Future<Output = T>) -> T {
        CONTEXT.scope(self, work).await
    }

    /// The context of the current task, or the default one.
    #[must_use]
    pub fn current() -> Self {
        CONTEXT.try_with(Clone::clone).unwrap_or_default()
    }

    /// Runs work until it ends or the context is canceled.
    pub(crate) async fn unless_canceled<T>(
        &self,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        self.canceled.run_until_cancelled(work).await.unwrap_or_else(|| Err(Problem::new(ProblemCode::Canceled)))
    }
}

/// Calls that wait for the rate limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Wait {
    /// The number of waiting calls.
    pub calls: u32,
    /// When the next one is sent.
    pub until: Instant,
    /// Requests allowed per minute, if known.
    pub limit: Option<u32>,
}

/// Delays calls to the announced rate limit, if any.
pub(crate) struct RateLimiter {
    state: Mutex<LimiterState>,
    wait: watch::Sender<Option<Wait>>,
    queue: watch::Sender<WaitQueue>,
    /// Notifies waiting calls to give up.
    stop: watch::Sender<()>,
}

struct LimiterState {
    bucket: Option<Bucket>,
    /// Set when the service rejected a call and asked for a pause.
    paused_until: Option<Instant>,
}

type Limiter = governor::RateLimiter<NotKeyed, InMemoryState, RuntimeClock, StateInformationMiddleware>;

struct Bucket {
    limit: NonZeroU32,
    limiter: Limiter,
    /// The number of calls left after the last one.
    left: u32,
    /// When the next steady call may be sent.
    next_steady: Instant,
}

impl RateLimiter {
    /// Starts from the limit that the service announced in an earlier session.
    pub(crate) fn new(limit: Option<u32>) -> Self {
        Self {
            state: Mutex::new(LimiterState {
                bucket: limit.and_then(NonZeroU32::new).map(Bucket::new),
                paused_until: None,
            }),
            wait: watch::Sender::new(None),
            queue: watch::Sender::default(),
            stop: watch::Sender::new(()),
        }
    }

    /// Waits until the call may be sent. Fails with [`ProblemCode::Throttled`] if that would take
    /// too long, and with [`ProblemCode::Canceled`] after [`Self::stop_waiting`].
    pub(crate) async fn acquire(&self, context: &CallContext) -> Result<(), Problem> {
        let mut stop = self.stop.subscribe();
        tokio::select! {
            turn = context.unless_canceled(self.wait_to_send(context)) => turn,
            _ = stop.changed() => Err(Problem::new(ProblemCode::Canceled)),
        }
    }

    async fn wait_to_send(&self, context: &CallContext) -> Result<(), Problem> {
        let (is_background, is_steady) = (context.is_background, context.is_steady);
        let mut queue = self.queue.subscribe();
        let mut ticket = None;
        loop {
            if is_background && queue.borrow().ahead > 0 {
                if !is_steady {
                    ticket.get_or_insert_with(|| WaitTicket::new(self, is_background));
                }
                // It fails only without a sender.
                let _ = queue.wait_for(|queue| queue.ahead == 0).await;
            }
            let wait = match self.state().try_acquire(is_steady) {
                Ok(()) => return Ok(()),
                Err(wait) => wait,
            };
            if wait > MAX_WAIT {
                return Err(Problem { retry_after: Some(wait.as_secs()), ..Problem::new(ProblemCode::Throttled) });
            }
            if !is_steady {
                ticket.get_or_insert_with(|| WaitTicket::new(self, is_background)).wait(wait);
            }
            sleep(wait).await;
        }
    }

    pub(crate) fn apply_announced(&self, announced: Option<RateLimit>) {
        let Some(RateLimit { limit, remaining }) = announced else { return };
        let Some(limit) = NonZeroU32::new(limit) else { return };
        let mut state = self.state();
        if state.bucket.as_ref().is_none_or(|bucket| bucket.limit != limit) {
            state.bucket = Some(Bucket::new(limit));
        }
        if let (Some(bucket), Some(remaining)) = (&mut state.bucket, remaining) {
            bucket.lower_to(remaining);
        }
    }

    /// Pauses all calls after a 429.
    pub(crate) fn pause(&self, seconds: Option<u64>) {
        let until = seconds.map_or(DEFAULT_PAUSE, Duration::from_secs);
        // An overflow counts as endless.
        let until = Instant::now().checked_add(until).unwrap_or_else(|| Instant::now() + MAX_WAIT * 2);
        let mut state = self.state();
        state.paused_until = state.paused_until.max(Some(until));
    }

    pub(crate) fn stop_waiting(&self) {
        self.stop.send_replace(());
    }

    pub(crate) fn waits(&self) -> watch::Receiver<Option<Wait>> {
        self.wait.subscribe()
    }

    fn state(&self) -> MutexGuard<'_, LimiterState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LimiterState {
    /// Fails with the time to wait before the next try.
    fn try_acquire(&mut self, is_steady: bool) -> Result<(), Duration> {
        let now = Instant::now();
        if let Some(until) = self.paused_until {
            if until > now {
                return Err(until - now);
            }
            self.paused_until = None;
        }
        self.bucket.as_mut().map_or(Ok(()), |bucket| bucket.take(is_steady))
    }
}

impl Bucket {
    fn new(limit: NonZeroU32) -> Self {
        let limiter =
            governor::RateLimiter::direct_with_clock(Quota::per_minute(limit), RuntimeClock).with_middleware();
        Self { limit, limiter, left: limit.get(), next_steady: Instant::now() }
    }

    fn take(&mut self, is_steady: bool) -> Result<(), Duration> {
        let now = Instant::now();
        if is_steady && self.next_steady > now {
            return Err(self.next_steady - now);
        }
        match self.limiter.check() {
            Ok(snapshot) => {
                self.left = snapshot.remaining_burst_capacity();
                if is_steady {
                    let share = Duration::from_secs_f64(60.0 * PACING_MARGIN / f64::from(self.limit.get()));
                    self.next_steady = self.next_steady.max(now.checked_sub(MAX_CATCH_UP).unwrap_or(now)) + share;
                }
                Ok(())
            }
            Err(not_until) => {
                // At least a moment, so that rounding can't cause an endless loop.
                Err(not_until.wait_time_from(RuntimeClock.now()).max(Duration::from_millis(1)))
            }
        }
    }

    /// Lowers the calls left: others may use the same key, or the service counts differently.
    fn lower_to(&mut self, remaining: u32) {
        if let Some(fewer) = self.left.checked_sub(remaining).and_then(NonZeroU32::new)
            && let Ok(Ok(snapshot)) = self.limiter.check_n(fewer)
        {
            self.left = snapshot.remaining_burst_capacity();
        }
    }
}

/// Counts waiting calls.
#[derive(Default)]
struct WaitQueue {
    /// Foreground calls, which go first.
    ahead: u32,
    behind: u32,
}

/// A waiting call, counted until this is dropped.
struct WaitTicket<'a> {
    limiter: &'a RateLimiter,
    is_background: bool,
    since: Instant,
}

impl<'a> WaitTicket<'a> {
    fn new(limiter: &'a RateLimiter, is_background: bool) -> Self {
        let ticket = Self { limiter, is_background, since: Instant::now() };
        ticket.count(|count| *count += 1);
        ticket
    }

    /// Reports a wait once it is noticeable.
    fn wait(&self, wait: Duration) {
        if self.since.elapsed() + wait < MIN_REPORTED_WAIT {
            return;
        }
        let limit = self.limiter.state().bucket.as_ref().map(|bucket| bucket.limit.get());
        let until = Instant::now() + wait;
        self.limiter
            .wait
            .send_modify(|shown| *shown = Some(Wait { calls: self.limiter.queue.borrow().all(), until, limit }));
    }

    fn count(&self, change: impl FnOnce(&mut u32)) {
        let own = |queue: &mut WaitQueue| change(if self.is_background { &mut queue.behind } else { &mut queue.ahead });
        self.limiter.queue.send_modify(own);
        self.limiter.wait.send_if_modified(|shown| {
            let Some(wait) = shown else { return false };
            wait.calls = self.limiter.queue.borrow().all();
            if wait.calls == 0 {
                *shown = None;
            }
            true
        });
    }
}

impl WaitQueue {
    fn all(&self) -> u32 {
        self.ahead + self.behind
    }
}

impl Drop for WaitTicket<'_> {
    fn drop(&mut self) {
        self.count(|count| *count -= 1);
    }
}

/// The runtime's clock, which tests can pause.
#[derive(Debug, Clone, Copy)]
struct RuntimeClock;

impl Clock for RuntimeClock {
    type Instant = std::time::Instant;

    fn now(&self) -> Self::Instant {
        Instant::now().into_std()
    }
}

#[cfg(test)]
mod tests;
