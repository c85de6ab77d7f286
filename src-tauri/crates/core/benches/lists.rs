//! What it costs to read a large list: the whole call, up to the text that goes to the window, against the bare HTTP
//! library that reads the same bytes and throws them away.
//!
//! Time is compared at the sample service, which makes its answers as services do; memory, and what remains where the
//! service and the network cost nothing, at a server that repeats prepared bytes.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    reason = "a program that measures and says what it found"
)]

#[path = "../tests/common/mod.rs"]
mod common;

use std::{
    io::{Read, Write},
    net::{SocketAddr, TcpListener},
    thread,
    time::{Duration, Instant},
};

use assay_model::{ListReports, PageSize, ReportQuery};
use assay_sample_service::{Config, SampleService};
use common::{App, KEY, draft};
use peak_alloc::PeakAlloc;
use tokio::runtime::{Builder, Runtime};
use url::Url;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const ROWS: u32 = 100;
const ROW_BYTES: usize = 50_000;
const ROUNDS: usize = 40;

fn main() {
    let elsewhere = Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let config = Config {
        key: Some(KEY.to_owned()),
        reports: ROWS,
        report_bytes: ROW_BYTES,
        requests_per_minute: 1_000_000,
        ..Config::default()
    };
    let service = elsewhere.block_on(SampleService::start(config)).unwrap();
    // As in the app, where another thread can receive data meanwhile.
    let here = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let at_the_service = compare(&here, &service.base_url());
    let list = here.block_on(body(&service.base_url()));
    let size = list.len();
    let repeated = compare(&here, &format!("http://{}", serve(list)));

    let share = |part: usize| part as f64 / size as f64;
    println!("A list of {ROWS} rows, {:.1} MB, {ROUNDS} rounds, medians\n", size as f64 / 1e6);
    println!("| | found | wanted |");
    println!("|---|---|---|");
    println!("| bare HTTP library, at the sample service | {:.1} ms | |", at_the_service.bare.millis());
    println!("| whole call, at the sample service | {:.1} ms | |", at_the_service.whole.millis());
    println!("| **whole call / bare** | {:.2} | ≤ 1.3 |", at_the_service.ratio());
    println!("| **most memory / body** | {:.2} | ≤ 3 |", share(repeated.whole.most));
    println!("| **handed to the window** | {:.1} KB | ≤ 40 KB |", repeated.shown as f64 / 1e3);
    println!("| taken into the library behind the answer | {:.1} ms | |", at_the_service.behind.millis());
    println!("| bare HTTP library, prepared bytes | {:.1} ms | |", repeated.bare.millis());
    println!("| whole call, prepared bytes | {:.1} ms | |", repeated.whole.millis());
    drop(service);
}

struct Compared {
    bare: Measured,
    whole: Measured,
    /// From the response until it is in the library.
    behind: Measured,
    /// The bytes that go to the window.
    shown: usize,
}

impl Compared {
    fn ratio(&self) -> f64 {
        self.whole.millis() / self.bare.millis()
    }
}

/// Reads the same list both ways, in turns.
fn compare(runtime: &Runtime, address: &str) -> Compared {
    let (mut bare, mut whole, mut behind) = (Measured::default(), Measured::default(), Measured::default());
    let mut shown = 0;
    runtime.block_on(async {
        let http = http();
        let app = App::new();
        let connection = app.core.connection_save(draft(address, KEY)).await.unwrap().id;
        let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
        for _ in 0..ROUNDS {
            bare.round(async || {
                let mut answer = ask(&http, address).await;
                while answer.chunk().await.unwrap().is_some() {}
            })
            .await;
            let asked = ListReports { connection: connection.clone(), query: query.clone() };
            whole
                .round(async || {
                    let page = app.core.reports_list(asked).await.unwrap();
                    assert_eq!((page.rows.len(), page.unreadable.len()), (ROWS as usize, 0));
                    shown = serde_json::to_vec(&page).unwrap().len();
                })
                .await;
            // Background work must not affect the next round.
            behind.round(async || app.core.library_flush().await).await;
        }
    });
    Compared { bare, whole, behind, shown }
}

#[derive(Default)]
struct Measured {
    times: Vec<Duration>,
    /// Peak memory above the start, in bytes.
    most: usize,
}

impl Measured {
    async fn round(&mut self, work: impl AsyncFnOnce()) {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let begun = Instant::now();
        work().await;
        self.times.push(begun.elapsed());
        self.most = self.most.max(MEMORY.peak_usage().saturating_sub(before));
    }

    fn millis(&self) -> f64 {
        let mut times = self.times.clone();
        times.sort_unstable();
        times[times.len() / 2].as_secs_f64() * 1000.0
    }
}

fn http() -> reqwest::Client {
    reqwest::Client::builder().no_proxy().build().unwrap()
}

async fn ask(http: &reqwest::Client, base: &str) -> reqwest::Response {
    let list = Url::parse(&format!("{base}/api/v1/reports?per_page=100")).unwrap();
    http.get(list).bearer_auth(KEY).header("accept", "application/json").send().await.unwrap()
}

async fn body(base: &str) -> Vec<u8> {
    let mut answer = ask(&http(), base).await;
    let mut body = Vec::new();
    while let Some(piece) = answer.chunk().await.unwrap() {
        body.extend_from_slice(&piece);
    }
    body
}

/// A server that returns the same bytes for every request.
fn serve(body: Vec<u8>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let head = format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n", body.len());
    let answer: &'static [u8] = [head.into_bytes(), body].concat().leak();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            thread::spawn(move || {
                let mut request = [0; 4096];
                // A request of these is one packet.
                while stream.read(&mut request).is_ok_and(|read| read > 0) && stream.write_all(answer).is_ok() {}
            });
        }
    });
    address
}
