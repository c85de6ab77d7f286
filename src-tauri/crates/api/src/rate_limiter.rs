//! Respects a service's rate limit (`field-notes.md` 29).

use std::{
    fmt,
    num::NonZeroU32,
    pin::Pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assay_model::{Problem, ProblemCode, RateLimit};
use governor::{
    Quota, RateLimiter,
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
pub(crate) const LONGEST: Duration = Duration::from_mins(2);

/// After a 429 without a duration.
const UNSAID: Duration = Duration::from_secs(10);

/// A shorter wait is nothing to tell anyone about.
const NOTICEABLE: Duration = Duration::from_secs(1);

/// Steady calls are slower than allowed by this factor, so that timing errors don't exceed the
/// limit.
const RESERVE: f64 = 1.02;

/// Steady calls may catch up on this much delay: timers are late.
const LATE: Duration = Duration::from_millis(50);

tokio::task_local! {
    static ERRAND: CallContext;
}

/// Priority and cancellation of calls.
#[derive(Debug, Clone, Default)]
pub struct CallContext {
    /// Lower priority: all other calls go first under a rate limit.
    pub is_background: bool,
    /// Long-running: its calls are spread over each minute and not reported as waiting, so that
    /// other calls wait only briefly.
    pub is_steady: bool,
    /// Cancels reads and unsent writes with [`ProblemCode::Cancelled`].
    pub cancelled: CancellationToken,
    /// What is done each time before a write is sent, once it has its turn.
    pub before_write: Option<BeforeWrite>,
}

type Done = Pin<Box<dyn Future<Output = Result<(), Problem>> + Send>>;

/// Something to be done before a write is sent. Where it fails, the write is not sent and fails in the same way.
#[derive(Clone)]
pub struct BeforeWrite(Arc<dyn Fn() -> Done + Send + Sync>);

impl BeforeWrite {
    /// Does this.
    pub fn new<F: Future<Output = Result<(), Problem>> + Send + 'static>(
        act: impl Fn() -> F + Send + Sync + 'static,
    ) -> Self {
        Self(Arc::new(move || Box::pin(act())))
    }

    pub(crate) async fn done(&self) -> Result<(), Problem> {
        (self.0)().await
    }
}

impl fmt::Debug for BeforeWrite {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("BeforeWrite")
    }
}

impl CallContext {
    /// Does work whose calls are made on this context's behalf.
    pub async fn run<T>(self, work: impl Future<Output = T>) -> T {
        ERRAND.scope(self, work).await
    }

    /// The context of the present task: one of its own where there is none.
    #[must_use]
    pub fn current() -> Self {
        ERRAND.try_with(Clone::clone).unwrap_or_default()
    }

    /// Does work until it ends or the context is cancelled.
    pub(crate) async fn unless_cancelled<T>(
        &self,
        work: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, Problem> {
        self.cancelled.run_until_cancelled(work).await.unwrap_or_else(|| Err(Problem::new(ProblemCode::Cancelled)))
    }
}

/// Calls that wait for their turn.
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
    state: Mutex<State>,
    /// What waits, for those who show it.
    wait: watch::Sender<Option<Wait>>,
    queue: watch::Sender<Seats>,
    /// Changes when the waiting calls are to give up.
    stop: watch::Sender<()>,
}

struct State {
    bucket: Option<Bucket>,
    /// Set when the service rejected a call and asked for a pause.
    held_until: Option<Instant>,
}

type Limiter = RateLimiter<NotKeyed, InMemoryState, RuntimeClock, StateInformationMiddleware>;

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
            state: Mutex::new(State { bucket: limit.and_then(NonZeroU32::new).map(Bucket::new), held_until: None }),
            wait: watch::Sender::new(None),
            queue: watch::Sender::default(),
            stop: watch::Sender::new(()),
        }
    }

    /// Waits until the call may be sent. Fails with [`ProblemCode::Throttled`] if that would take
    /// too long, and with [`ProblemCode::Cancelled`] after [`Self::stop_waiting`].
    pub(crate) async fn turn(&self, context: &CallContext) -> Result<(), Problem> {
        let mut stop = self.stop.subscribe();
        tokio::select! {
            turn = context.unless_cancelled(self.wait_for_turn(context)) => turn,
            _ = stop.changed() => Err(Problem::new(ProblemCode::Cancelled)),
        }
    }

    async fn wait_for_turn(&self, context: &CallContext) -> Result<(), Problem> {
        let (is_background, is_steady) = (context.is_background, context.is_steady);
        let mut queue = self.queue.subscribe();
        let mut ticket = None;
        loop {
            if is_background && queue.borrow().ahead > 0 {
                if !is_steady {
                    ticket.get_or_insert_with(|| Seat::take(self, is_background));
                }
                // It fails only without a sender.
                let _ = queue.wait_for(|queue| queue.ahead == 0).await;
            }
            let wait = match self.state().take(is_steady) {
                Ok(()) => return Ok(()),
                Err(wait) => wait,
            };
            if wait > LONGEST {
                return Err(Problem { retry_after: Some(wait.as_secs()), ..Problem::new(ProblemCode::Throttled) });
            }
            if !is_steady {
                ticket.get_or_insert_with(|| Seat::take(self, is_background)).wait(wait);
            }
            sleep(wait).await;
        }
    }

    /// Takes note of what an answer says of the throttle.
    pub(crate) fn learn(&self, announced: Option<RateLimit>) {
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
    pub(crate) fn hold(&self, seconds: Option<u64>) {
        let until = seconds.map_or(UNSAID, Duration::from_secs);
        // A pause beyond all clocks is as good as none that ends.
        let until = Instant::now().checked_add(until).unwrap_or_else(|| Instant::now() + LONGEST * 2);
        let mut state = self.state();
        state.held_until = state.held_until.max(Some(until));
    }

    pub(crate) fn stop_waiting(&self) {
        self.stop.send_replace(());
    }

    pub(crate) fn waits(&self) -> watch::Receiver<Option<Wait>> {
        self.wait.subscribe()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Takes a turn, or says how long to wait before asking again.
    fn take(&mut self, is_steady: bool) -> Result<(), Duration> {
        let now = Instant::now();
        if let Some(until) = self.held_until {
            if until > now {
                return Err(until - now);
            }
            self.held_until = None;
        }
        self.bucket.as_mut().map_or(Ok(()), |bucket| bucket.take(is_steady))
    }
}

impl Bucket {
    fn new(limit: NonZeroU32) -> Self {
        let limiter = RateLimiter::direct_with_clock(Quota::per_minute(limit), RuntimeClock).with_middleware();
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
                    let share = Duration::from_secs_f64(60.0 * RESERVE / f64::from(self.limit.get()));
                    self.next_steady = self.next_steady.max(now.checked_sub(LATE).unwrap_or(now)) + share;
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
struct Seats {
    /// Those that are not in the background: they go first.
    ahead: u32,
    behind: u32,
}

/// A waiting call, counted until this is dropped.
struct Seat<'a> {
    pace: &'a RateLimiter,
    is_background: bool,
    since: Instant,
}

impl<'a> Seat<'a> {
    fn take(pace: &'a RateLimiter, is_background: bool) -> Self {
        let ticket = Self { pace, is_background, since: Instant::now() };
        ticket.count(|count| *count += 1);
        ticket
    }

    /// Reports a wait once it is noticeable.
    fn wait(&self, wait: Duration) {
        if self.since.elapsed() + wait < NOTICEABLE {
            return;
        }
        let limit = self.pace.state().bucket.as_ref().map(|bucket| bucket.limit.get());
        let until = Instant::now() + wait;
        self.pace.wait.send_modify(|told| *told = Some(Wait { calls: self.pace.queue.borrow().all(), until, limit }));
    }

    fn count(&self, change: impl FnOnce(&mut u32)) {
        let own = |queue: &mut Seats| change(if self.is_background { &mut queue.behind } else { &mut queue.ahead });
        self.pace.queue.send_modify(own);
        self.pace.wait.send_if_modified(|told| {
            let Some(wait) = told else { return false };
            wait.calls = self.pace.queue.borrow().all();
            if wait.calls == 0 {
                *told = None;
            }
            true
        });
    }
}

impl Seats {
    fn all(&self) -> u32 {
        self.ahead + self.behind
    }
}

impl Drop for Seat<'_> {
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
