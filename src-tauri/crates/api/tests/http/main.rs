//! The client against real HTTP: the bytes that a server receives, and the results of its
//! responses.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "../common/mod.rs"]
mod common;

#[path = "../common/authority.rs"]
mod authority;

mod bases;
mod bytes;
mod canceling;
mod connection_test;
mod failures;
mod generation;
mod hostile;
mod http2;
mod limits;
mod project_delete;
mod projects_list;
mod proof;
mod proxy;
mod public_fetcher;
mod recorded;
mod repeating;
mod report_create;
mod report_delete;
mod report_read;
mod report_update;
mod reports_list;
mod settings;
mod sorting;
mod tls;

use std::{net::SocketAddr, time::Duration};

use assay_api::{Client, ClientSettings, Limits};
use assay_model::{FieldReason, NewReport, Privacy, Problem, ProblemCode, ProjectQuery, ReportQuery, ReportUpdate};
use common::{Canned, Received, Recorder};
use tokio::{net::TcpSocket, time::timeout};
use url::Url;

const KEY: &str = "k-0123456789";

/// A minimal record.
const REPORT: &str = r#"{"data":{"id":7,"url":"example.com"},"status":200}"#;

/// Ids and names with their path segments.
const SEGMENTS: [(&str, &str); 8] = [
    ("7", "7"),
    ("a/b", "a%2Fb"),
    ("münchen.de", "m%C3%BCnchen.de"),
    ("x y", "x%20y"),
    ("?", "%3F"),
    ("#", "%23"),
    ("50%", "50%25"),
    ("../reports/7", "..%2Freports%2F7"),
];

fn client(recorder: &Recorder) -> Client {
    client_with(recorder, once())
}

fn client_with(recorder: &Recorder, limits: Limits) -> Client {
    Client::new(&recorder.base(), KEY.into(), ClientSettings { limits, ..ClientSettings::default() }).unwrap()
}

/// A base URL for a local port.
fn base_at(address: SocketAddr) -> Url {
    Url::parse(&format!("http://{address}")).unwrap()
}

/// No retries.
fn once() -> Limits {
    Limits { repeats: 0, ..Limits::default() }
}

/// Almost immediate retries.
fn again() -> Limits {
    Limits { pause: Duration::from_millis(1), ..Limits::default() }
}

fn short() -> Limits {
    let short = Duration::from_secs(1);
    Limits { connect: short, read: short, write: short, ..once() }
}

/// Every kind of call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Call {
    List,
    Read,
    Create,
    Update,
    Delete,
    ListProjects,
    DeleteProject,
}

const ALL: [Call; 7] =
    [Call::List, Call::Read, Call::Create, Call::Update, Call::Delete, Call::ListProjects, Call::DeleteProject];
const READS: [Call; 3] = [Call::List, Call::Read, Call::ListProjects];
const WRITES: [Call; 4] = [Call::Create, Call::Update, Call::Delete, Call::DeleteProject];

impl Call {
    async fn make(self, client: &Client) -> Result<(), Problem> {
        match self {
            Self::List => client.list_reports(&ReportQuery::default()).await.map(drop),
            Self::Read => client.read_report("7").await.map(drop),
            Self::Create => {
                let (privacy, password) = (Privacy::Password, Some("geheim/1".into()));
                client
                    .create_report(&NewReport { url: "example.com".into(), privacy, password, keep_password: None })
                    .await
                    .map(drop)
            }
            Self::Update => {
                let (privacy, password) = (Some(Privacy::Password), Some("geheim/1".into()));
                client
                    .update_report("7", &ReportUpdate { privacy, password, results: None, keep_password: None })
                    .await
                    .map(drop)
            }
            Self::Delete => client.delete_report("7").await.map(drop),
            Self::ListProjects => client.list_projects(&ProjectQuery::default()).await.map(drop),
            Self::DeleteProject => client.delete_project("a.de").await.map(drop),
        }
    }

    /// A successful response.
    fn success(self) -> Canned {
        let body = match self {
            Self::List | Self::ListProjects => "[]",
            Self::Read | Self::Create | Self::Update => REPORT,
            Self::Delete => r#"{"id":7,"object":"report","deleted":true,"status":200}"#,
            Self::DeleteProject => r#"{"id":"a.de","object":"report","deleted":true,"status":200}"#,
        };
        Canned::json(200, body)
    }
}

/// A reserved local port without a listener.
fn nowhere() -> (TcpSocket, SocketAddr) {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind("127.0.0.1:0".parse().unwrap()).unwrap();
    let address = socket.local_addr().unwrap();
    (socket, address)
}

/// Work with a timeout.
async fn soon<T>(work: impl Future<Output = T>) -> T {
    timeout(Duration::from_secs(20), work).await.unwrap()
}

/// The number of writes.
fn writes(recorder: &Recorder) -> usize {
    recorder.lines().iter().filter(|line| !line.starts_with("GET ")).count()
}

/// The problem of a failed call.
fn failed<T>(result: Result<T, Problem>, code: ProblemCode) -> Problem {
    match result {
        Ok(_) => panic!("{code:?} was expected"),
        Err(problem) => {
            assert_eq!(problem.code, code, "{problem}");
            assert!(!problem.to_string().contains(KEY), "{problem}");
            problem
        }
    }
}

/// Nothing is sent for an id or name that would address something else.
async fn sends_no_other_path<T>(field: &str, ask: impl AsyncFn(&Client, &str) -> Result<T, Problem>) {
    let recorder = Recorder::start([]).await;
    let client = client(&recorder);
    for (id, reason) in [("", FieldReason::Required), (".", FieldReason::NotUsable), ("..", FieldReason::NotUsable)] {
        assert_eq!(refused(ask(&client, id).await, field), reason);
    }
    assert!(recorder.received().is_empty());
}

/// The query of the only request, for a list at this path.
async fn query_sent<T>(path: &str, ask: impl AsyncFnOnce(Client) -> Result<T, Problem>) -> String {
    let recorder = Recorder::start([Canned::json(200, "[]")]).await;
    ask(client(&recorder)).await.unwrap();
    let request = recorder.only();
    assert_headers(&request, &recorder, "GET");
    let rest = request.line.strip_prefix(&format!("GET /api/v1/{path}?")).unwrap();
    rest.strip_suffix(" HTTP/1.1").unwrap().to_owned()
}

/// Why the one field was rejected before anything was sent.
fn refused<T>(result: Result<T, Problem>, field: &str) -> FieldReason {
    let problem = failed(result, ProblemCode::InvalidInput);
    let [wrong] = &problem.fields[..] else { panic!("{problem:?}") };
    assert_eq!(wrong.field, field);
    wrong.reason.clone()
}

/// Checks all headers of a request.
fn assert_headers(request: &Received, recorder: &Recorder, method: &str) {
    let mut names = vec!["accept", "accept-encoding", "authorization", "host", "user-agent"];
    if matches!(method, "POST" | "PUT") {
        names.extend(["content-length", "content-type"]);
        names.sort_unstable();
        assert_eq!(request.header("content-type"), Some("application/x-www-form-urlencoded"));
    } else {
        assert_eq!(request.body, "");
    }
    assert_eq!(request.header_names(), names);
    assert_eq!(request.header("authorization"), Some(&*format!("Bearer {KEY}")));
    assert_eq!(request.header("accept"), Some(if method == "GET" { "application/json" } else { "*/*" }));
    assert_eq!(request.header("user-agent"), Some(concat!("Assay/", env!("CARGO_PKG_VERSION"))));
    assert_eq!(request.header("host"), Some(&*recorder.address().to_string()));
    let encodings: Vec<_> = request.header("accept-encoding").unwrap().split(',').map(str::trim).collect();
    assert!(["gzip", "br", "deflate", "zstd"].iter().all(|encoding| encodings.contains(encoding)), "{encodings:?}");
}
