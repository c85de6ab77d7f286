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

fn learn(pace: &RateLimiter, limit: u32, remaining: Option<u32>) {
    pace.learn(Some(RateLimit { limit, remaining }));
}

fn background() -> CallContext {
    CallContext { is_background: true, ..CallContext::default() }
}

/// A limiter of `limit` calls per minute, with none left.
async fn used_up(limit: u32) -> Arc<RateLimiter> {
    let pace = Arc::new(RateLimiter::new(Some(limit)));
    assert_eq!(seconds(turns(&pace, limit)).await, 0);
    pace
}

async fn turns(pace: &RateLimiter, count: u32) {
    for _ in 0..count {
        pace.turn(&CallContext::default()).await.unwrap();
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

/// A call that has started to wait.
async fn waiting(pace: &Arc<RateLimiter>, context: CallContext) -> JoinHandle<Result<(), Problem>> {
    let pace = Arc::clone(pace);
    let task = tokio::spawn(async move { pace.turn(&context).await });
    yield_now().await;
    task
}

async fn failure(task: JoinHandle<Result<(), Problem>>) -> Problem {
    task.await.unwrap().unwrap_err()
}

#[tokio::test(start_paused = true)]
async fn all_calls_go_at_once_until_a_limit_is_announced() {
    let pace = RateLimiter::new(None);
    assert_eq!(seconds(turns(&pace, 1000)).await, 0);
    pace.learn(None);
    learn(&pace, 0, None);
    assert_eq!(seconds(turns(&pace, 1000)).await, 0);
    learn(&pace, 2, Some(0));
    assert_eq!(seconds(turns(&pace, 1)).await, 30);
}

#[tokio::test(start_paused = true)]
async fn from_a_limit_on_calls_wait_for_their_share_of_the_minute() {
    let remembered = RateLimiter::new(Some(3));
    let learned = RateLimiter::new(None);
    learn(&learned, 3, None);
    for pace in [remembered, learned] {
        assert_eq!(seconds(turns(&pace, 3)).await, 0);
        assert_eq!(seconds(turns(&pace, 1)).await, 20);
        assert_eq!(seconds(turns(&pace, 2)).await, 40);
        // What was not used in the meantime is there at once.
        sleep(Duration::from_secs(40)).await;
        assert_eq!(seconds(turns(&pace, 3)).await, 20);
    }
}

#[tokio::test(start_paused = true)]
async fn fewer_calls_that_are_left_count_and_more_do_not() {
    let pace = RateLimiter::new(Some(60));
    turns(&pace, 1).await;
    learn(&pace, 60, Some(10));
    // Answers to calls that went at the same time may come in any order.
    learn(&pace, 60, Some(11));
    assert_eq!(seconds(turns(&pace, 10)).await, 0);
    assert_eq!(seconds(turns(&pace, 1)).await, 1);
    learn(&pace, 60, Some(60));
    assert_eq!(seconds(turns(&pace, 1)).await, 1);
}

#[tokio::test(start_paused = true)]
async fn a_changed_limit_takes_over() {
    let pace = used_up(2).await;
    learn(&pace, 4, None);
    assert_eq!(seconds(turns(&pace, 4)).await, 0);
    assert_eq!(seconds(turns(&pace, 1)).await, 15);
    learn(&pace, 1, Some(0));
    assert_eq!(seconds(turns(&pace, 1)).await, 60);
}

#[tokio::test(start_paused = true)]
async fn no_call_goes_before_a_pause_is_over() {
    let pace = RateLimiter::new(None);
    for (asked, held) in [(vec![None], 10), (vec![Some(30), Some(5)], 30), (vec![Some(0)], 0)] {
        for asked in asked {
            pace.hold(asked);
        }
        assert_eq!(seconds(turns(&pace, 5)).await, held);
    }
}

#[tokio::test(start_paused = true)]
async fn a_long_pause_is_told_instead_of_waited_for() {
    let pace = Arc::new(RateLimiter::new(None));
    pace.hold(Some(120));
    let call = waiting(&pace, CallContext::default()).await;
    assert!(!call.is_finished());
    pace.hold(Some(3600));
    let begun = Instant::now();
    let problem = pace.turn(&CallContext::default()).await.unwrap_err();
    assert_eq!((problem.code, problem.retry_after), (ProblemCode::Throttled, Some(3600)));
    assert_eq!(begun.elapsed(), Duration::ZERO);
    // The other one notices when it would be sent.
    let problem = failure(call).await;
    assert_eq!((problem.code, problem.retry_after), (ProblemCode::Throttled, Some(3480)));

    pace.hold(Some(u64::MAX));
    assert_eq!(pace.turn(&CallContext::default()).await.unwrap_err().code, ProblemCode::Throttled);
}

#[tokio::test(start_paused = true)]
async fn calls_in_the_background_let_all_others_go_first() {
    let pace = used_up(60).await;
    let gone = Arc::new(Mutex::new(Vec::new()));
    let mut calls = Vec::new();
    for (name, context) in [
        ("behind", background()),
        ("behind", background()),
        ("ahead", CallContext::default()),
        ("behind", background()),
        ("ahead", CallContext::default()),
    ] {
        let (pace, gone) = (Arc::clone(&pace), Arc::clone(&gone));
        calls.push(tokio::spawn(async move {
            pace.turn(&context).await.unwrap();
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
    let pace = used_up(2).await;
    let waits = pace.waits();
    assert_eq!(*waits.borrow(), None);
    let begun = Instant::now();
    let told = |calls, seconds| {
        let until = begun + Duration::from_secs(seconds);
        Some(Wait { calls, until, limit: Some(2) })
    };
    let calls = [
        waiting(&pace, CallContext::default()).await,
        waiting(&pace, background()).await,
        waiting(&pace, CallContext::default()).await,
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
    let pace = Arc::new(RateLimiter::new(None));
    pace.hold(Some(7));
    let until = Instant::now() + Duration::from_secs(7);
    let call = waiting(&pace, CallContext::default()).await;
    assert_eq!(*pace.waits().borrow(), Some(Wait { calls: 1, until, limit: None }));
    call.await.unwrap().unwrap();
    assert_eq!(*pace.waits().borrow(), None);
}

#[tokio::test(start_paused = true)]
async fn a_short_wait_is_not_told_unless_it_adds_up() {
    let pace = used_up(120).await;
    let waits = pace.waits();
    assert_eq!(seconds(turns(&pace, 2)).await, 1);
    assert!(!waits.has_changed().unwrap());

    let calls = [(); 4].map(|()| waiting(&pace, CallContext::default()));
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
    let pace = used_up(2).await;
    let begun = Instant::now();
    let context = CallContext::default();
    let cancelled = waiting(&pace, context.clone()).await;
    let stopped = [waiting(&pace, CallContext::default()).await, waiting(&pace, background()).await];
    context.cancelled.cancel();
    assert_eq!(failure(cancelled).await.code, ProblemCode::Cancelled);
    assert_eq!(pace.waits().borrow().map(|wait| wait.calls), Some(2));
    pace.stop_waiting();
    for stopped in stopped {
        assert_eq!(failure(stopped).await.code, ProblemCode::Cancelled);
    }
    assert_eq!(*pace.waits().borrow(), None);
    assert_eq!(pace.turn(&context).await.unwrap_err().code, ProblemCode::Cancelled);
    assert_eq!(begun.elapsed(), Duration::ZERO);
    // Later calls wait again.
    assert_eq!(seconds(turns(&pace, 1)).await, 30);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_nobody_waits_for_any_more_is_not_counted() {
    let pace = used_up(2).await;
    let waits = pace.waits();
    let ahead = waiting(&pace, CallContext::default()).await;
    let behind = waiting(&pace, background()).await;
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
    let pace = Arc::new(RateLimiter::new(Some(60)));
    let steady = CallContext { is_background: true, is_steady: true, ..CallContext::default() };
    let begun = Instant::now();
    for _ in 0..=100 {
        pace.turn(&steady).await.unwrap();
    }
    // Slightly slower than allowed, so that no minute exceeds the limit.
    assert!((101..103).contains(&begun.elapsed().as_secs()), "{:?}", begun.elapsed());
    let call = waiting(&pace, steady).await;
    assert_eq!(*pace.waits().borrow(), None, "that it waits is its pace, and nothing to tell");
    assert_eq!(seconds(turns(&pace, 10)).await, 0, "others need not wait for it");
    call.await.unwrap().unwrap();
}
