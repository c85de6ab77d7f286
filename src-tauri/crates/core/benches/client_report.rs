//! How long a report for a client takes with 1,000 pages and their history, from the call to the file.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a program that measures and says what it found")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{fs, sync::atomic::Ordering, time::Instant};

use assay_library::{Library, ObservedReport};
use assay_model::{ClientReportFormat, ClientReportOf, ClientReportRequest, Language, LibraryQuery, Since, Verdict};
use common::{App, service_of};
use jiff::Timestamp;
use tokio::runtime::Builder;

const PAGES: u32 = 1_000;

/// Later states of each page.
const STATES: u32 = 10;

const ROUNDS: usize = 9;

fn main() {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(measure());
}

async fn measure() {
    let service = service_of(PAGES).await;
    let (app, connection, _) = App::knowing(&service).await;
    let snapshots = add_states(&app);
    let query = LibraryQuery { connection: Some(connection), ..LibraryQuery::default() };
    println!("A report of {PAGES} pages with {snapshots} snapshots, {ROUNDS} rounds\n");
    println!("| | median | size | wanted |");
    println!("|---|---|---|---|");
    app.host.prints_to_files.store(true, Ordering::SeqCst);
    for (what, format) in [("HTML", ClientReportFormat::Html), ("PDF, without printing", ClientReportFormat::Pdf)] {
        let mut times = Vec::new();
        let mut bytes = 0;
        for _ in 0..ROUNDS {
            let file = app.choose("report");
            let wanted = ClientReportRequest {
                of: ClientReportOf::Reports { query: query.clone(), since: Since::Days(90) },
                title: "A year’s work".into(),
                language: Language::German,
                format,
                utc_offset: 60,
                name: "report".into(),
            };
            let begun = Instant::now();
            let made = app.core.client_report_save(wanted).await.unwrap().unwrap();
            times.push(begun.elapsed());
            assert_eq!(made.rows, PAGES);
            bytes = fs::metadata(&file).unwrap().len();
        }
        times.sort_unstable();
        let (median, kilobytes) = (times[ROUNDS / 2].as_millis(), bytes / 1_000);
        println!("| **{what}** | {median} ms | {kilobytes} KB | ≤ 5,000 ms |");
    }
}

/// Gives each report later states with other scores and checks; returns the number of snapshots.
fn add_states(app: &App) -> u64 {
    let library = Library::open(&app.host.folder.0.path().join("library.sqlite")).library;
    let [scope] = <[String; 1]>::try_from(library.scopes().unwrap()).unwrap();
    let known = (1..=PAGES).map(|id| library.scope(&scope).known_report(&id.to_string()).unwrap().report);
    let known: Vec<_> = known.collect();
    for state in 0..STATES {
        let seen = known.iter().zip(0..).map(|(report, place)| {
            let mut report = report.clone();
            let found = f64::from((place * 7 + state * 13) % 101);
            (report.row.score, report.row.verdict) = (Some(found), Some(Verdict::of_score(found)));
            for (check, at) in report.checks.iter_mut().zip(0..) {
                check.passed = Some((place + at + state) % 3 > 0);
            }
            ObservedReport { report, has_checks: true }
        });
        library.scope(&scope).ingest(&seen.collect::<Vec<_>>(), Timestamp::now()).unwrap();
    }
    library.info().snapshots
}
