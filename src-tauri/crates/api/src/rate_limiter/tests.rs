use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use assay_model::{Problem, ProblemCode, RateLimit};
use tokio::{
    task::{JoinHandle, yield_now},
    time::{Instant, sleep},
};

use super::{CallContext, RateLimiter, Wait};

fn learn(limiter: &RateLimiter, limit: u32, remaining: Option<u32>) {
    limiter.apply_announced(Some(RateLimit { limit, remaining }));
}

fn background() -> CallContext {
    CallContext { is_background: true, ..CallContext::default() }
}

/// A limiter of `limit` calls per minute, with none left.
async fn used_up(limit: u32) -> Arc<RateLimiter> {
    let limiter = Arc::new(RateLimiter::new(Some(limit)));
    assert_eq!(seconds(turns(&limiter, limit)).await, 0);
    limiter
}

async fn turns(limiter: &RateLimiter, count: u32) {
    for _ in 0..count {
        limiter.acquire(&CallContext::default()).await.unwrap();
    }
}

/// A duration in whole seconds, tolerating late timers.
async fn seconds(work: impl Future<Output = ()>) -> u128 {
    let begun = Instant::now();
    work.await;
    let millis = begun.elapsed().as_millis();
    assert!(millis % 1000 < 20, "{millis}");
    millis / 1000
}

async fn waiting(limiter: &Arc<RateLimiter>, context: CallContext) -> JoinHandle<Result<(), Problem>> {
    let limiter = Arc::clone(limiter);
    let task = tokio::spawn(async move { limiter.acquire(&context).await });
    yield_now().await;
    task
}

async fn failure(task: JoinHandle<Result<(), Problem>>) -> Problem {
    task.await.unwrap().unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn all_calls_go_at_once_until_a_limit_is_announced() {
    let limiter = RateLimiter::new(None);
    assert_eq!(seconds(turns(&limiter, 1000)).await, 0);
    limiter.apply_announced(None);
    learn(&limiter, 0, None);
    assert_eq!(seconds(turns(&limiter, 1000)).await, 0);
    learn(&limiter, 2, Some(0));
    assert_eq!(seconds(turns(&limiter, 1)).await, 30);
}

#[tokio::test(start_paused = true)]
async fn from_a_limit_on_calls_wait_for_their_share_of_the_minute() {
    let remembered = RateLimiter::new(Some(3));
    let learned = RateLimiter::new(None);
    learn(&learned, 3, None);
    for limiter in [remembered, learned] {
        assert_eq!(seconds(turns(&limiter, 3)).await, 0);
        assert_eq!(seconds(turns(&limiter, 1)).await, 20);
        assert_eq!(seconds(turns(&limiter, 2)).await, 40);
        // The unused calls are available immediately.
        sleep(Duration::from_secs(40)).await;
        assert_eq!(seconds(turns(&limiter, 3)).await, 20);
    }
}

#[tokio::test(start_paused = true)]
async fn fewer_calls_that_are_left_count_and_more_do_not() {
    let limiter = RateLimiter::new(Some(60));
    turns(&limiter, 1).await;
    learn(&limiter, 60, Some(10));
    // Responses to concurrent calls may come in any order.
    learn(&limiter, 60, Some(11));
    assert_eq!(seconds(turns(&limiter, 10)).await, 0);
    assert_eq!(seconds(turns(&limiter, 1)).await, 1);
    learn(&limiter, 60, Some(60));
    assert_eq!(seconds(turns(&limiter, 1)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_changed_limit_takes_over() {
    let limiter = used_up(2).await;
    learn(&limiter, 4, None);
    assert_eq!(seconds(turns(&limiter, 4)).await, 0);
    assert_eq!(seconds(turns(&limiter, 1)).await, 15);
    learn(&limiter, 1, Some(0));
    assert_eq!(seconds(turns(&limiter, 1)).await, 60);
}

#[tokio::test(start_paused = true)]
async fn no_call_goes_before_a_pause_is_over() {
    let limiter = RateLimiter::new(None);
    for (asked, held) in [(vec![None], 10), (vec![Some(30), Some(5)], 30), (vec![Some(0)], 0)] {
        for asked in asked {
            limiter.pause(asked);
        }
        assert_eq!(seconds(turns(&limiter, 5)).await, held);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_pause_is_told_instead_of_waited_for() {
    let limiter = Arc::new(RateLimiter::new(None));
    limiter.pause(Some(120));
    let call = waiting(&limiter, CallContext::default()).await;
    assert!(!call.is_finished());
    limiter.pause(Some(3600));
    let begun = Instant::now();
    let problem = limiter.acquire(&CallContext::default()).await.unwrap_err();
    assert_eq!((problem.code, problem.retry_after), (ProblemCode::Throttled, Some(3600)));
    assert_eq!(begun.elapsed(), Duration::ZERO);
    // The other one notices when it would be sent.
    let problem = failure(call).await;
    assert_eq!((problem.code, problem.retry_after), (ProblemCode::Throttled, Some(3480)));

    limiter.pause(Some(u64::MAX));
    assert_eq!(limiter.acquire(&CallContext::default()).await.unwrap_err().code, ProblemCode::Throttled);
}

#[tokio::test(start_paused = true)]
async fn calls_in_the_background_let_all_others_go_first() {
    let limiter = used_up(60).await;
    let gone = Arc::new(Mutex::new(Vec::new()));
    let mut calls = Vec::new();
    for (name, context) in [
        ("behind", background()),
        ("behind", background()),
        ("ahead", CallContext::default()),
        ("behind", background()),
        ("ahead", CallContext::default()),
    ] {
        let (limiter, gone) = (Arc::clone(&limiter), Arc::clone(&gone));
        calls.push(tokio::spawn(async move {
            limiter.acquire(&context).await.unwrap();
            gone.lock().unwrap().push(name);
        }));
        yield_now().await;
    }
    let all = async {
        for call in calls {
            call.await.unwrap();
        }
    };
    assert_eq!(seconds(all).await, 5);
    assert_eq!(*gone.lock().unwrap(), ["ahead", "ahead", "behind", "behind", "behind"]);
}

#[tokio::test(start_paused = true)]
async fn what_waits_is_told_until_all_have_gone() {
    let limiter = used_up(2).await;
    let waits = limiter.waits();
    assert_eq!(*waits.borrow(), None);
    let begun = Instant::now();
    let told = |calls, seconds| {
        let until = begun + Duration::from_secs(seconds);
        Some(Wait { calls, until, limit: Some(2) })
    };
    let calls = [
        waiting(&limiter, CallContext::default()).await,
        waiting(&limiter, background()).await,
        waiting(&limiter, CallContext::default()).await,
    ];
    assert_eq!(*waits.borrow(), told(3, 30));
    sleep(Duration::from_secs(31)).await;
    assert_eq!(*waits.borrow(), told(2, 60));
    sleep(Duration::from_secs(30)).await;
    assert_eq!(*waits.borrow(), told(1, 90));
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_eq!(*waits.borrow(), None);
    assert_eq!(begun.elapsed().as_secs(), 90);
}

#[tokio::test(start_paused = true)]
async fn a_pause_is_told_without_a_limit() {
    let limiter = Arc::new(RateLimiter::new(None));
    limiter.pause(Some(7));
    let until = Instant::now() + Duration::from_secs(7);
    let call = waiting(&limiter, CallContext::default()).await;
    assert_eq!(*limiter.waits().borrow(), Some(Wait { calls: 1, until, limit: None }));
    call.await.unwrap().unwrap();
    assert_eq!(*limiter.waits().borrow(), None);
}

#[tokio::test(start_paused = true)]
async fn a_short_wait_is_not_told_unless_it_adds_up() {
    let limiter = used_up(120).await;
    let waits = limiter.waits();
    assert_eq!(seconds(turns(&limiter, 2)).await, 1);
    assert!(!waits.has_changed().unwrap());

    let calls = [(); 4].map(|()| waiting(&limiter, CallContext::default()));
    for call in calls {
        call.await;
    }
    sleep(Duration::from_millis(400)).await;
    assert_eq!(*waits.borrow(), None);
    // Three have waited for half a second; the next is sent after a full one.
    sleep(Duration::from_millis(200)).await;
    assert_eq!(waits.borrow().map(|wait| wait.calls), Some(3));
    sleep(Duration::from_secs(2)).await;
    assert_eq!(*waits.borrow(), None);
}

#[tokio::test(start_paused = true)]
async fn calls_that_give_up_use_no_turn() {
    let limiter = used_up(2).await;
    let begun = Instant::now();
    let context = CallContext::default();
    let canceled = waiting(&limiter, context.clone()).await;
    let stopped = [waiting(&limiter, CallContext::default()).await, waiting(&limiter, background()).await];
    context.canceled.cancel();
    assert_eq!(failure(canceled).await.code, ProblemCode::Canceled);
    assert_eq!(limiter.waits().borrow().map(|wait| wait.calls), Some(2));
    limiter.stop_waiting();
    for stopped in stopped {
        assert_eq!(failure(stopped).await.code, ProblemCode::Canceled);
    }
    assert_eq!(*limiter.waits().borrow(), None);
    assert_eq!(limiter.acquire(&context).await.unwrap_err().code, ProblemCode::Canceled);
    assert_eq!(begun.elapsed(), Duration::ZERO);
    // Later calls wait again.
    assert_eq!(seconds(turns(&limiter, 1)).await, 30);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_nobody_waits_for_any_more_is_not_counted() {
    let limiter = used_up(2).await;
    let waits = limiter.waits();
    let ahead = waiting(&limiter, CallContext::default()).await;
    let behind = waiting(&limiter, background()).await;
    assert_eq!(waits.borrow().map(|wait| wait.calls), Some(2));
    ahead.abort();
    assert!(ahead.await.unwrap_err().is_cancelled());
    assert_eq!(waits.borrow().map(|wait| wait.calls), Some(1));
    assert_eq!(seconds(async { behind.await.unwrap().unwrap() }).await, 30);
    assert_eq!(*waits.borrow(), None);
}

#[tokio::test]
async fn calls_are_made_on_behalf_of_the_errand_around_them() {
    assert!(!CallContext::current().is_background);
    let is_background = background().run(async { CallContext::current().is_background }).await;
    assert!(is_background);
}

#[tokio::test(start_paused = true)]
async fn steady_calls_are_spread_over_the_minute_and_leave_room_for_others() {
    let limiter = Arc::new(RateLimiter::new(Some(60)));
    let steady = CallContext { is_background: true, is_steady: true, ..CallContext::default() };
    let begun = Instant::now();
    for _ in 0..=100 {
        limiter.acquire(&steady).await.unwrap();
    }
    // Slightly slower than allowed, so that no minute exceeds the limit.
    assert!((101..103).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    let call = waiting(&limiter, steady).await;
    assert_eq!(*limiter.waits().borrow(), None, "that it waits is its pace, and nothing to tell");
    assert_eq!(seconds(turns(&limiter, 10)).await, 0, "others need not wait for it");
    call.await.unwrap().unwrap();
}
