//! Memory use of the largest responses: one test alone, since memory is per process.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test fails by panicking, and says what it measured")]

use std::{
    env,
    io::{self, Read, Write},
    net::{SocketAddr, TcpListener},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use assay_api::{Client, ClientSettings, Limits};
use assay_model::{NewReport, PageSize, Privacy, Problem, ProblemCode, ProjectQuery, ProxyChoice, ReportQuery};
use flate2::{Compression, write::GzEncoder};
use peak_alloc::PeakAlloc;
use tokio::runtime::Builder;
use url::Url;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MEGABYTE: usize = 1_000_000;

/// Allowed in addition to three times the body.
const BESIDES: usize = 64 * MEGABYTE;

/// A generated body: a start, a repeated pattern, and an end.
#[derive(Clone)]
struct Body {
    start: String,
    pattern: String,
    end: String,
    length: usize,
}

impl Body {
    fn new(start: &str, pattern: &str, end: &str, length: usize) -> Self {
        // The pattern is there a whole number of times.
        let times = length.saturating_sub(start.len() + end.len()) / pattern.len();
        let length = start.len() + times * pattern.len() + end.len();
        Self { start: start.into(), pattern: pattern.into(), end: end.into(), length }
    }

    fn write(&self, to: &mut impl Write) -> io::Result<()> {
        to.write_all(self.start.as_bytes())?;
        let mut left = self.length - self.start.len() - self.end.len();
        let many = self.pattern.repeat(64 * 1024 / self.pattern.len() + 1);
        while left > 0 {
            let part = left.min(many.len());
            to.write_all(&many.as_bytes()[..part])?;
            left -= part;
        }
        to.write_all(self.end.as_bytes())
    }
}

/// How a body is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Plain,
    Packed,
}

#[derive(Clone, Copy, Debug)]
enum Call {
    List,
    Read,
    Whole,
    Create,
    Projects,
}

impl Call {
    async fn make(self, client: &Client) -> Result<(), Problem> {
        let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
        match self {
            Self::List => client.list_reports(&query).await.map(drop),
            Self::Whole => client.list_full_reports(&query).await.map(drop),
            Self::Read => client.read_report("7").await.map(drop),
            Self::Projects => client.list_projects(&ProjectQuery::default()).await.map(drop),
            Self::Create => {
                let report = NewReport {
                    url: "example.com".into(),
                    privacy: Privacy::Private,
                    password: None,
                    keep_password: None,
                };
                client.create_report(&report).await.map(drop)
            }
        }
    }
}

/// A server in its own thread with one response for all requests.
fn serve(status: u16, way: Way, body: Body) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let packed = (way == Way::Packed).then(|| {
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        body.write(&mut packed).unwrap();
        packed.finish().unwrap()
    });
    thread::spawn(move || {
        let answer = move |stream: &mut dyn Write| -> io::Result<()> {
            let packed_as = if packed.is_some() { "content-encoding: gzip\r\n" } else { "" };
            write!(
                stream,
                "HTTP/1.1 {status} Made\r\ncontent-type: application/json\r\n{packed_as}connection: close\r\n\r\n"
            )?;
            match &packed {
                Some(packed) => stream.write_all(packed),
                None => body.write(&mut &mut *stream),
            }
        };
        let answer = Arc::new(answer);
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut request = [0; 4096];
            // These requests are one packet each.
            if stream.read(&mut request).is_ok() {
                let _ = answer(&mut stream);
            }
        }
    });
    address
}

/// Measures a call's memory with this response, and returns its result.
fn cost(name: &str, call: Call, status: u16, way: Way, body: &Body) -> Option<ProblemCode> {
    let base = Url::parse(&format!("http://{}", serve(status, way, body.clone()))).unwrap();
    let limits = Limits { repeats: 0, read: Duration::from_mins(10), ..Limits::default() };
    let setup = ClientSettings { limits, proxy: ProxyChoice::Direct, ..ClientSettings::default() };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let client = Client::new(&base, "k-0123456789".into(), setup).unwrap();
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage();
    let begun = Instant::now();
    let outcome = runtime.block_on(call.make(&client));
    let took = begun.elapsed();
    let peak = MEMORY.peak_usage().saturating_sub(before);
    let code = outcome.err().map(|problem| problem.code);
    let megabytes = |bytes: usize| bytes / MEGABYTE;
    println!(
        "| {name} | {call:?}, {way:?} | {} MB | {} MB | {took:.1?} | {code:?} |",
        megabytes(body.length),
        megabytes(peak)
    );
    let allowed = 3 * body.length + BESIDES;
    assert!(peak <= allowed || env::var_os("ASSAY_MEASURE").is_some(), "{name}, {call:?}, {way:?}: {peak} bytes");
    code
}

/// A record or a list of one record with this field.
fn with_field(call: Call, pattern: &str, length: usize) -> Body {
    let (start, end) = if matches!(call, Call::List | Call::Whole | Call::Projects) { ("[", "]") } else { ("", "") };
    let item = pattern.trim_end_matches(',');
    let start = format!(r#"{start}{{"id":7,"project":"a.de","x":["#);
    Body::new(&start, pattern, &format!("{item}]}}{end}"), length)
}

#[test]
fn no_answer_takes_much_more_memory_than_its_body() {
    let too_large = Some(ProblemCode::ResponseTooLarge);
    let refusal = Body::new(r#"{"message":["#, "1,", "1]}", 62 * MEGABYTE);
    for status in [422, 500, 302] {
        for way in [Way::Plain, Way::Packed] {
            assert!(cost("ones in a refusal", Call::Create, status, way, &refusal).is_some());
        }
    }
    for way in [Way::Plain, Way::Packed] {
        assert_eq!(cost("ones", Call::Read, 200, way, &with_field(Call::Read, "1,", 62 * MEGABYTE)), too_large);
        let written = cost("ones", Call::Create, 200, way, &with_field(Call::Create, "1,", 62 * MEGABYTE));
        assert_eq!(written, Some(ProblemCode::OutcomeUnknown));
    }
    for call in [Call::List, Call::Whole, Call::Projects] {
        assert_eq!(cost("ones", call, 200, Way::Packed, &with_field(call, "1,", 16 * MEGABYTE)), too_large);
    }
    // The maximum number of values, each as large as possible.
    for call in [Call::Read, Call::Whole, Call::Projects] {
        for (name, pattern, length) in [
            ("ones", "1,", 1_900_000),
            ("empty lists", "[],", 1_400_000),
            ("texts", r#""","#, 2_900_000),
            ("records", r#"{"":1},"#, 2_300_000),
            ("records in lists", r#"[{"":[1]}],"#, 2_300_000),
        ] {
            assert_eq!(cost(name, call, 200, Way::Plain, &with_field(call, pattern, length)), None, "{name}");
        }
    }
    let checks = Body::new(r#"{"id":7,"results":{"#, r#""":{"value":[1]},"#, r#""":1}}"#, 160_000);
    assert_eq!(cost("checks", Call::Read, 200, Way::Plain, &checks), None);
    let checks = Body::new(r#"{"id":7,"results":{"#, r#""":1,"#, r#""":1}}"#, 4 * MEGABYTE);
    assert_eq!(cost("more checks", Call::Read, 200, Way::Plain, &checks), None);
    let odd = r#"{"id":1,"url":[],"project":[],"result":[],"score":[],"privacy":[],"password":[],"created_at":[]},"#;
    for (rows, outcome) in [(9_000, None), (20_000, Some(ProblemCode::TooManyRows))] {
        let rows = Body::new("[", odd, r#"{"id":1}]"#, odd.len() * rows);
        assert_eq!(cost("odd rows", Call::List, 200, Way::Plain, &rows), outcome);
        assert_eq!(cost("odd rows", Call::Projects, 200, Way::Plain, &rows), outcome);
    }
    let row = format!(r#"{{"id":1,"url":"a.de/{}"}},"#, "ü".repeat(1500));
    let rows = Body::new("[", &row, r#"{"id":1}]"#, 9_000 * row.len());
    assert_eq!(cost("long addresses", Call::List, 200, Way::Packed, &rows), None);
    for (name, pattern) in [("control characters", "\u{1}"), ("halves of characters", "\\ud800")] {
        let text = Body::new(r#"[{"id":1,"url":""#, pattern, r#""}]"#, 8 * MEGABYTE);
        cost(name, Call::List, 200, Way::Packed, &text);
    }
    let names = Body::new(r#"{"id":7,"x":{"#, r#""a":0,"#, r#""a":0}}"#, MEGABYTE);
    assert_eq!(cost("names that repeat", Call::Read, 200, Way::Plain, &names), None);
}
