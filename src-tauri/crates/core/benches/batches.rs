//! How close a batch comes to a service's limits: concurrent creates, or creates per minute.
//!
//! Without an argument both are measured, the second at 600 per minute; a number sets another
//! limit, for that one only.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that measures and says what it found")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    env,
    process::ExitCode,
    time::{Duration, Instant},
};

use assay_model::StateCounts;
use assay_sample_service::{Config, SampleService};
use common::{
    App, KEY,
    batches::{at_once, pages, plan, run},
};
use tokio::runtime::{Builder, Runtime};

const TAKES: Duration = Duration::from_millis(200);
const AT_ONCE: u8 = 8;

/// The minimum share of the ideal speed.
const WANTED: f64 = 0.95;

fn main() -> ExitCode {
    let limit = env::args().skip(1).find_map(|argument| argument.parse().ok());
    println!("| | found | wanted |");
    println!("|---|---|---|");
    let is_quick = limit.is_some() || at_the_same_time(1000);
    // Over two minutes of few, or over one of many: every minute counts.
    let limit: u32 = limit.unwrap_or(600);
    let is_steady = a_minute(limit, if limit < 300 { limit * 2 + limit / 5 } else { limit + limit / 6 });
    if is_quick && is_steady { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Concurrent creates.
fn at_the_same_time(rows: u32) -> bool {
    let found = measure(1_000_000, rows);
    let ideal = TAKES.mul_f64(f64::from(rows) / f64::from(AT_ONCE));
    let share = ideal.as_secs_f64() / found.took.as_secs_f64();
    println!(
        "| **{rows} creates of {} ms, {AT_ONCE} at the same time** | {:.1} s, {:.1} % of the ideal {:.1} s | ≥ 95 % |",
        TAKES.as_millis(),
        found.took.as_secs_f64(),
        share * 100.0,
        ideal.as_secs_f64()
    );
    share >= WANTED
}

/// Creates at a service with a limit per minute.
fn a_minute(limit: u32, rows: u32) -> bool {
    let found = measure(limit, rows);
    let rate = f64::from(rows) / found.took.as_secs_f64() * 60.0;
    let share = rate / f64::from(limit);
    println!(
        "| **{rows} creates at {limit} a minute** | {rate:.1} a minute, {:.1} % of what is allowed | ≥ 95 % |",
        share * 100.0
    );
    println!("| requests that were refused as too many | {} | ≤ 1 |", found.refused);
    share >= WANTED && found.refused <= 1
}

struct Found {
    took: Duration,
    /// The number of rejected creates.
    refused: usize,
}

fn measure(limit: u32, rows: u32) -> Found {
    let runtime = || -> Runtime { Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap() };
    let (elsewhere, here) = (runtime(), runtime());
    let config = Config {
        key: Some(KEY.to_owned()),
        reports: 0,
        delay: TAKES,
        quota: u32::MAX,
        requests_per_minute: limit,
        control: true,
        ..Config::default()
    };
    let service = elsewhere.block_on(SampleService::start(config)).unwrap();
    here.block_on(async {
        let (app, connection) = App::connected(&service).await;
        at_once(&app.core, AT_ONCE).await;
        let batch = plan(&app.core, &connection.id, &pages(rows)).await.number;
        service.clear_requests();
        let begun = Instant::now();
        let ended = run(&app.core, batch).await;
        let took = begun.elapsed();
        assert_eq!(ended.states, StateCounts { done: rows, ..StateCounts::default() });
        let sent = service.requests().iter().filter(|request| request.method == "POST").count();
        Found { took, refused: sent.saturating_sub(rows as usize) }
    })
}
