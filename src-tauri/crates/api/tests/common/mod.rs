//! A real HTTP server that keeps every byte it receives, and plays canned answers.

use std::{
    collections::VecDeque,
    fmt::Write as _,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinHandle,
};
use url::Url;

/// What a connection gets to see.
#[derive(Clone)]
pub struct Canned {
    bytes: Vec<u8>,
    /// Keep the connection open afterwards and say nothing more.
    hold: bool,
}

impl Canned {
    /// An answer with a status, headers and a body.
    pub fn answer(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let mut bytes = format!("HTTP/1.1 {status} Canned\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            let _ = write!(bytes, "{name}: {value}\r\n");
        }
        let mut bytes = format!("{bytes}\r\n").into_bytes();
        bytes.extend_from_slice(body);
        Self { bytes, hold: false }
    }

    /// An answer of JSON.
    pub fn json(status: u16, body: impl AsRef<[u8]>) -> Self {
        Self::answer(status, &[("content-type", "application/json")], body)
    }

    /// An answer of HTML.
    pub fn html(status: u16, body: &str) -> Self {
        Self::answer(status, &[("content-type", "text/html; charset=UTF-8")], body)
    }

    /// No answer: the connection is closed once the request is there.
    pub fn nothing() -> Self {
        Self { bytes: Vec::new(), hold: false }
    }

    /// The same, without its last bytes.
    pub fn without_the_last(mut self, bytes: usize) -> Self {
        self.bytes.truncate(self.bytes.len() - bytes);
        self
    }

    /// The same, but the connection stays open.
    pub fn and_hold(self) -> Self {
        Self { hold: true, ..self }
    }
}

/// A request as it came.
#[derive(Debug, Clone)]
pub struct Received {
    /// Method, path with query, and version.
    pub line: String,
    /// Names (as sent) and values, in their order.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: String,
}

impl Received {
    fn parse(head: &str, body: &[u8]) -> Self {
        let mut lines = head.split("\r\n");
        Self {
            line: lines.next().unwrap().to_owned(),
            headers: lines
                .map(|line| line.split_once(": ").unwrap())
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            body: String::from_utf8(body.to_vec()).unwrap(),
        }
    }

    /// A header's value.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(found, _)| found == name).map(|(_, value)| value.as_str())
    }

    /// The names of all headers, sorted.
    pub fn header_names(&self) -> Vec<&str> {
        let mut names: Vec<_> = self.headers.iter().map(|(name, _)| name.as_str()).collect();
        names.sort_unstable();
        names
    }
}

/// The server. It ends when it is dropped.
pub struct Recorder {
    address: SocketAddr,
    received: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Recorder {
    /// Starts a server on a free port of this computer that plays these answers, one a request.
    pub async fn start(answers: impl IntoIterator<Item = Canned>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(Mutex::new(answers.into_iter().collect::<VecDeque<_>>()));
        let task = tokio::spawn({
            let received = Arc::clone(&received);
            async move {
                loop {
                    let (stream, _) = listener.accept().await.unwrap();
                    tokio::spawn(serve(stream, Arc::clone(&received), Arc::clone(&answers)));
                }
            }
        });
        Self { address, received, task }
    }

    /// The server's address.
    pub fn base(&self) -> Url {
        self.base_with("")
    }

    /// The server's address with a path.
    pub fn base_with(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).unwrap()
    }

    /// Host and port.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// All requests so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }

    /// The one request.
    pub fn only(&self) -> Received {
        let received = self.received();
        assert_eq!(received.len(), 1, "{received:?}");
        received[0].clone()
    }

    /// The request lines so far.
    pub fn lines(&self) -> Vec<String> {
        self.received().into_iter().map(|request| request.line).collect()
    }
}

impl Drop for Recorder {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(mut stream: TcpStream, received: Arc<Mutex<Vec<Received>>>, answers: Arc<Mutex<VecDeque<Canned>>>) {
    let mut bytes = Vec::new();
    let Some(request) = read(&mut stream, &mut bytes).await else { return };
    received.lock().unwrap().push(request);
    let next = answers.lock().unwrap().pop_front();
    let canned = next.unwrap_or_else(|| Canned::answer(599, &[], "no answer is left"));
    // The client may have gone: what it made of that is what a test looks at.
    let _ = stream.write_all(&canned.bytes).await;
    if canned.hold {
        std::future::pending::<()>().await;
    }
    let _ = stream.shutdown().await;
}

async fn read(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<Received> {
    loop {
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
            let request = Received::parse(&head, &[]);
            let length: usize = request.header("content-length").map_or(0, |length| length.parse().unwrap());
            if bytes.len() >= end + 4 + length {
                return Some(Received::parse(&head, &bytes[end + 4..]));
            }
        }
        let mut piece = [0; 4096];
        match stream.read(&mut piece).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => bytes.extend_from_slice(&piece[..count]),
        }
    }
}
