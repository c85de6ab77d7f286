//! Services that speak HTTP/2.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use assay_api::{Client, ClientSettings};
use assay_model::ProblemCode;
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _},
    net::TcpListener,
};
use tokio_rustls::TlsAcceptor;
use url::Url;

use crate::{Call, KEY, WRITES, again, authority::Authority, failed};

const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const REFUSED_STREAM: u32 = 7;

/// Rejects each request of a connection, after which many clients resend it.
async fn refuse<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, requests: &AtomicUsize) -> std::io::Result<()> {
    let mut preface = [0; 24];
    stream.read_exact(&mut preface).await?;
    stream.write_all(&[0, 0, 0, SETTINGS, 0, 0, 0, 0, 0]).await?;
    stream.flush().await?;
    loop {
        let mut head = [0; 9];
        stream.read_exact(&mut head).await?;
        let [a, b, c, kind, _, number @ ..] = head;
        let mut content = vec![0; u32::from_be_bytes([0, a, b, c]) as usize];
        stream.read_exact(&mut content).await?;
        if kind == HEADERS {
            requests.fetch_add(1, Ordering::SeqCst);
            let refusal = [&[0, 0, 4, RST_STREAM, 0][..], &number, &REFUSED_STREAM.to_be_bytes()].concat();
            stream.write_all(&refusal).await?;
            stream.flush().await?;
        }
    }
}

#[tokio::test]
async fn a_refused_stream_is_no_reason_to_send_a_write_again() {
    let authority = Authority::new();
    let mut config = authority.vouch(-1, 30);
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("https://{}", listener.local_addr().unwrap())).unwrap();
    let requests = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&requests);
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let stream = acceptor.accept(stream).await.unwrap();
            let counted = Arc::clone(&counted);
            // The client disconnects at some point.
            tokio::spawn(async move { refuse(stream, &counted).await.ok() });
        }
    });
    let setup =
        ClientSettings { limits: again(), authorities: vec![authority.certificate()], ..ClientSettings::default() };
    for (call, expected) in WRITES.map(|call| (call, 1)).into_iter().chain([(Call::Read, 4)]) {
        let client = Client::new(&base, KEY.into(), setup.clone()).unwrap();
        requests.store(0, Ordering::SeqCst);
        let code = if expected == 1 { ProblemCode::OutcomeUnknown } else { ProblemCode::ResponseTruncated };
        failed(call.make(&client).await, code);
        // A delete is followed by a lookup.
        let looks = if matches!(call, Call::Delete | Call::DeleteProject) { 4 } else { 0 };
        assert_eq!(requests.load(Ordering::SeqCst), expected + looks, "{call:?}");
    }
}
