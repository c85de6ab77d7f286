//! A real HTTP server that records every byte, and plays canned responses.

use std::{
    collections::VecDeque,
    env,
    fmt::Write as _,
    future::pending,
    io,
    net::SocketAddr,
    process::Command,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use rustls::ServerConfig;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpListener,
    sync::Notify,
    task::JoinHandle,
    time::sleep,
};
use tokio_rustls::TlsAcceptor;
use url::Url;

/// What a connection receives.
#[derive(Clone)]
pub struct Canned {
    bytes: Vec<u8>,
    /// Between bytes, from this position on.
    pause: Option<(usize, Duration)>,
    /// Awaited before the first byte.
    word: Option<Arc<Notify>>,
    then: Then,
}

/// What happens to the connection afterwards.
#[derive(Clone)]
enum Then {
    Close,
    /// Stays open without further data.
    Hold,
    /// Stays open for the next request.
    Keep,
    /// Repeats endlessly.
    Repeat(Vec<u8>),
}

impl Canned {
    /// A response with status, headers, and body.
    pub fn answer(status: u16, headers: &[(&str, &str)], body: impl AsRef<[u8]>) -> Self {
        let body = body.as_ref();
        let mut bytes = format!("HTTP/1.1 {status} Canned\r\nconnection: close\r\ncontent-length: {}\r\n", body.len());
        for (name, value) in headers {
            let _ = write!(bytes, "{name}: {value}\r\n");
        }
        let mut bytes = format!("{bytes}\r\n").into_bytes();
        bytes.extend_from_slice(body);
        Self::raw(bytes)
    }

    /// A JSON response.
    pub fn json(status: u16, body: impl AsRef<[u8]>) -> Self {
        Self::answer(status, &[("content-type", "application/json")], body)
    }

    /// An HTML response.
    pub fn html(status: u16, body: &str) -> Self {
        Self::answer(status, &[("content-type", "text/html; charset=UTF-8")], body)
    }

    /// No response: the connection is closed after the request.
    pub fn nothing() -> Self {
        Self::raw("")
    }

    /// Exactly these bytes.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: bytes.into(), pause: None, word: None, then: Then::Close }
    }

    /// Drops the last bytes.
    pub fn without_the_last(mut self, bytes: usize) -> Self {
        self.bytes.truncate(self.bytes.len() - bytes);
        self
    }

    /// Keeps the connection open.
    pub fn and_hold(self) -> Self {
        Self { then: Then::Hold, ..self }
    }

    /// Keeps the connection open for the next request.
    pub fn and_keep(mut self) -> Self {
        let text = String::from_utf8(self.bytes).unwrap();
        self.bytes = text.replace("connection: close", "connection: keep-alive").into_bytes();
        Self { then: Then::Keep, ..self }
    }

    /// Repeats these bytes endlessly at the end.
    pub fn and_repeat(self, bytes: &[u8]) -> Self {
        Self { then: Then::Repeat(bytes.to_vec()), ..self }
    }

    /// Pauses before each byte.
    pub fn slowly(self, pause: Duration) -> Self {
        Self { pause: Some((0, pause)), ..self }
    }

    /// Pauses before each byte of the body.
    pub fn with_slow_body(self, pause: Duration) -> Self {
        let body = self.bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap() + 4;
        Self { pause: Some((body, pause)), ..self }
    }

    /// Waits for a notification first.
    pub fn upon(self, word: &Arc<Notify>) -> Self {
        Self { word: Some(Arc::clone(word)), ..self }
    }

    /// Plays this until the client disconnects; returns whether another request may follow.
    async fn play<S: AsyncWrite + Unpin>(self, stream: &mut S) -> io::Result<bool> {
        if let Some(word) = self.word {
            word.notified().await;
        }
        if let Some((from, pause)) = self.pause {
            let (at_once, slow) = self.bytes.split_at(from);
            stream.write_all(at_once).await?;
            stream.flush().await?;
            for byte in slow {
                sleep(pause).await;
                stream.write_all(&[*byte]).await?;
                stream.flush().await?;
            }
        } else {
            stream.write_all(&self.bytes).await?;
            stream.flush().await?;
        }
        match self.then {
            Then::Close => {
                stream.shutdown().await?;
                Ok(false)
            }
            Then::Hold => pending().await,
            Then::Keep => Ok(true),
            Then::Repeat(bytes) => loop {
                stream.write_all(&bytes).await?;
            },
        }
    }
}

/// A request as received.
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

/// The server, which stops when dropped.
pub struct Recorder {
    address: SocketAddr,
    scheme: &'static str,
    connections: Arc<AtomicU32>,
    received: Arc<Mutex<Vec<Received>>>,
    task: JoinHandle<()>,
}

impl Recorder {
    /// Starts a server on a free port that plays these responses, one per request.
    pub async fn start(answers: impl IntoIterator<Item = Canned>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::listen(listener, None, answers)
    }

    /// Starts a server behind TLS.
    pub async fn start_secure(config: ServerConfig, answers: impl IntoIterator<Item = Canned>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        Self::listen(listener, Some(TlsAcceptor::from(Arc::new(config))), answers)
    }

    /// Starts a server on its own listener.
    pub fn listen(
        listener: TcpListener,
        acceptor: Option<TlsAcceptor>,
        answers: impl IntoIterator<Item = Canned>,
    ) -> Self {
        let address = listener.local_addr().unwrap();
        let scheme = if acceptor.is_some() { "https" } else { "http" };
        let connections = Arc::new(AtomicU32::new(0));
        let received = Arc::new(Mutex::new(Vec::new()));
        let answers = Arc::new(Mutex::new(answers.into_iter().collect::<VecDeque<_>>()));
        let task = tokio::spawn({
            let (connections, received) = (Arc::clone(&connections), Arc::clone(&received));
            async move {
                loop {
                    let (stream, _) = listener.accept().await.unwrap();
                    connections.fetch_add(1, Ordering::SeqCst);
                    let (acceptor, received, answers) = (acceptor.clone(), Arc::clone(&received), Arc::clone(&answers));
                    tokio::spawn(async move {
                        match acceptor {
                            Some(acceptor) => {
                                // The client may distrust this server.
                                let Ok(stream) = acceptor.accept(stream).await else { return };
                                serve(stream, received, answers).await;
                            }
                            None => serve(stream, received, answers).await,
                        }
                    });
                }
            }
        });
        Self { address, scheme, connections, received, task }
    }

    /// The server's address.
    pub fn base(&self) -> Url {
        self.base_with("")
    }

    /// The server's address with a path.
    pub fn base_with(&self, path: &str) -> Url {
        Url::parse(&format!("{}://{}{path}", self.scheme, self.address)).unwrap()
    }

    /// The server's address by this computer's name for itself.
    pub fn named_base(&self) -> Url {
        Url::parse(&format!("{}://localhost:{}", self.scheme, self.address.port())).unwrap()
    }

    /// How many connections were made, including failed ones.
    pub fn connections(&self) -> u32 {
        self.connections.load(Ordering::SeqCst)
    }

    /// Waits for a number of requests.
    pub async fn until(&self, requests: usize) {
        while self.received().len() < requests {
            sleep(Duration::from_millis(1)).await;
        }
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

/// Runs a test of this program again, with a proxy in its environment, which can be set only for a new process.
pub fn assert_passes_with_proxy(test: &str) {
    let again = Command::new(env::current_exe().unwrap())
        .args(["--exact", test])
        .env("http_proxy", "http://127.0.0.1:9")
        .env_remove("no_proxy")
        .env_remove("NO_PROXY")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && said.contains("1 passed"), "{said}");
}

async fn serve<S: AsyncRead + AsyncWrite + Unpin>(
    mut stream: S,
    received: Arc<Mutex<Vec<Received>>>,
    answers: Arc<Mutex<VecDeque<Canned>>>,
) {
    while let Some(request) = read(&mut stream).await {
        received.lock().unwrap().push(request);
        let next = answers.lock().unwrap().pop_front();
        let canned = next.unwrap_or_else(|| Canned::answer(599, &[], "no answer is left"));
        // The client may have disconnected.
        if !canned.play(&mut stream).await.unwrap_or(false) {
            return;
        }
    }
}

async fn read<S: AsyncRead + Unpin>(stream: &mut S) -> Option<Received> {
    let mut bytes = Vec::new();
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
