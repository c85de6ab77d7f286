//! What it costs to plan a large batch: 50,000 addresses, pasted as text, against 100,000 known reports, until the plan is
//! on the disk; against the same addresses put bare into a table of SQLite.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that measures and says what it found")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use assay_library::{Library, ObservedReport};
use assay_model::{
    BatchFilter, BatchRef, BatchRequest, BatchSource, ExistingReportPolicy, ListBatchRows, PageSize, PlanBatch,
    Privacy, ReplanBatch, Report, ReportRow, Secret, SourceReading, Verdict,
};
use common::{App, KEY};
use jiff::Timestamp;
use rusqlite::Connection;
use tokio::runtime::Builder;

const KNOWN: u32 = 100_000;
const ADDRESSES: u32 = 50_000;
const ROUNDS: usize = 7;

fn main() {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let (app, connection) = App::connected_to("http://127.0.0.1:9", KEY).await;
    let folder = app.host.folder.0.path().to_owned();
    fill(&folder, &format!("{} {}", connection.id, connection.base_url));
    // Every other page has a report.
    let lines: Vec<_> = (0..ADDRESSES).map(|place| format!("https://www.{}/", address(place * 3))).collect();
    let lines = lines.join("\n");
    let wish =
        |known| BatchRequest::Create { privacy: Privacy::Private, known, change_known: true, match_project: None };
    let source = || BatchSource::Text { text: Secret::from(lines.as_str()), reading: SourceReading::default() };

    let (mut plans, mut replans, mut reads, mut pages, mut bare) = (vec![], vec![], vec![], vec![], vec![]);
    // The first round warms up.
    for round in 0..=ROUNDS {
        let plan = PlanBatch {
            connection: connection.id.clone(),
            source: source(),
            wish: wish(ExistingReportPolicy::Refresh),
            password: None,
            keep_passwords: false,
        };
        let (batch, planned) = Box::pin(timed(app.core.batch_plan(plan))).await;
        let batch = batch.unwrap();
        assert_eq!((batch.acts.create, batch.acts.refresh), (ADDRESSES / 2, ADDRESSES / 2));
        let batch = batch.number;
        let new = ReplanBatch { batch, wish: wish(ExistingReportPolicy::Skip), password: None, keep_passwords: false };
        let (replanned, again) = timed(app.core.batch_update_plan(new)).await;
        assert_eq!(replanned.unwrap().acts.privacy, ADDRESSES / 2);
        let (_, read) = timed(app.core.batch_read(BatchRef { batch })).await;
        let filter = BatchFilter { search: Some("page-9".into()), ..BatchFilter::default() };
        let list = ListBatchRows { batch, filter, per_page: PageSize::Hundred, page: 3 };
        let (_, page) = timed(app.core.batch_rows(list)).await;
        let put = put_bare(&folder.join(format!("bare-{round}.sqlite")), &lines);
        if round > 0 {
            for (times, time) in [(&mut plans, planned), (&mut replans, again), (&mut reads, read), (&mut pages, page)]
            {
                times.push(time);
            }
            bare.push(put);
        }
    }

    let [planned, again, read, page, put] = [plans, replans, reads, pages, bare].map(median);
    let millis = |time: Duration| time.as_secs_f64() * 1e3;
    println!("{ADDRESSES} addresses against {KNOWN} known reports, {ROUNDS} rounds, medians\n");
    println!("| | found | wanted |");
    println!("|---|---|---|");
    println!("| **planned, until it is on the disk** | {:.0} ms | ≤ 2,000 ms |", millis(planned));
    println!("| the same addresses put bare into SQLite | {:.0} ms | |", millis(put));
    println!("| **planned / bare** | {:.1} | ≤ 30 |", planned.as_secs_f64() / put.as_secs_f64());
    println!("| planned anew by other rules | {:.0} ms | |", millis(again));
    println!("| the batch read | {:.2} ms | |", millis(read));
    println!("| a page of its rows, searched | {:.1} ms | |", millis(page));
    assert!(planned <= Duration::from_secs(2), "planning takes too long");
}

fn address(place: u32) -> String {
    format!("example-{}.org/page-{place}", place % 97)
}

/// A library that knows the reports of every other page.
fn fill(folder: &Path, scope: &str) {
    let library = Library::open(&folder.join("library.sqlite")).library;
    let now = Timestamp::now();
    let report = |place: u32| {
        let address = address(place * 2);
        let row = ReportRow {
            id: place.to_string(),
            url: Some(format!("https://{address}")),
            project: address.split('/').next().map(str::to_owned),
            address,
            verdict: Some(Verdict::Good),
            score: Some(90.0),
            privacy: Some(Privacy::Public),
            has_password: Some(false),
            generated_at: Some(now),
            created_at: Some(now),
            updated_at: Some(now),
            odd: Vec::new(),
        };
        ObservedReport { report: Report { row, checks: Vec::new(), other: serde_json::Map::new() }, has_checks: false }
    };
    let all: Vec<_> = (0..KNOWN).map(report).collect();
    for some in all.chunks(10_000) {
        library.scope(scope).ingest(some, now).unwrap();
    }
}

/// How long a plain insert of lines takes.
fn put_bare(file: &Path, lines: &str) -> Duration {
    let mut connection = Connection::open(file).unwrap();
    connection.pragma_update(None, "journal_mode", "WAL").unwrap();
    connection.execute_batch("CREATE TABLE line (number INTEGER PRIMARY KEY, address TEXT NOT NULL) STRICT").unwrap();
    let begun = Instant::now();
    let transaction = connection.transaction().unwrap();
    {
        let mut statement = transaction.prepare("INSERT INTO line (address) VALUES (?)").unwrap();
        for line in lines.lines() {
            statement.execute([line]).unwrap();
        }
    }
    transaction.commit().unwrap();
    begun.elapsed()
}

async fn timed<T>(work: impl Future<Output = T>) -> (T, Duration) {
    let begun = Instant::now();
    let done = work.await;
    (done, begun.elapsed())
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}
