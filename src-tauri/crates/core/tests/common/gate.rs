//! A proxy that runs a hook before each request.

use std::{
    pin::Pin,
    sync::{Arc, Mutex},
};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

type Before = dyn Fn(String) -> Pin<Box<dyn Future<Output = String> + Send>> + Send + Sync;

pub struct Gate {
    pub base_url: String,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Gate {
    /// Starts a proxy. The hook gets a request's first line, and returns the line to send.
    pub async fn before<F: Future<Output = String> + Send + 'static>(
        service: &str,
        before: impl Fn(String) -> F + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base_url = format!("http://{}", listener.local_addr().unwrap());
        let behind = service.strip_prefix("http://").unwrap().to_owned();
        let lines = Arc::<Mutex<Vec<String>>>::default();
        let before: Arc<Before> = Arc::new(move |line| Box::pin(before(line)));
        let kept = Arc::clone(&lines);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(pass(stream, behind.clone(), Arc::clone(&before), Arc::clone(&kept)));
            }
        });
        Self { base_url, lines }
    }

    /// Starts a proxy that only counts.
    pub async fn open(service: &str) -> Self {
        Self::before(service, |line| async { line }).await
    }

    /// The first lines of the requests so far.
    pub fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }

    pub fn forget(&self) {
        self.lines.lock().unwrap().clear();
    }
}

/// Forwards one request, and closes the connection after its response.
async fn pass(mut stream: TcpStream, behind: String, before: Arc<Before>, lines: Arc<Mutex<Vec<String>>>) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") {
        if !matches!(stream.read(&mut byte).await, Ok(1)) {
            return;
        }
        head.push(byte[0]);
    }
    let text = String::from_utf8(head).unwrap();
    let line = text.lines().next().unwrap().to_owned();
    lines.lock().unwrap().push(line.clone());
    let sent = before(line.clone()).await;
    let head = text.replacen(&format!("{line}\r\n"), &format!("{sent}\r\nconnection: close\r\n"), 1);
    let Ok(mut service) = TcpStream::connect(behind).await else { return };
    service.write_all(head.as_bytes()).await.unwrap();
    let _ = tokio::io::copy_bidirectional(&mut stream, &mut service).await;
}
