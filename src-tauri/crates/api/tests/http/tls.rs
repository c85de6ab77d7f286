//! Trusted and untrusted servers: nothing is sent to the latter.

use std::{
    env, fs,
    process::Command,
    sync::{Arc, Mutex},
};

use assay_api::{Authorities, Client, ClientSettings};
use assay_model::ProblemCode;
use rustls::ServerConfig;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};
use url::Url;

use crate::{
    Call, KEY, REPORT, again,
    authority::{Authority, self_signed},
    common::{Canned, Recorder},
    failed,
};

fn trusting(authority: &Authority) -> ClientSettings {
    ClientSettings { limits: again(), authorities: vec![authority.certificate()], ..ClientSettings::default() }
}

fn client(base: &Url, setup: &ClientSettings) -> Client {
    Client::new(base, KEY.into(), setup.clone()).unwrap()
}

/// A read and a write fail after one try each, and nothing reaches the server.
async fn assert_refused(config: ServerConfig, setup: &ClientSettings, code: ProblemCode) {
    let recorder = Recorder::start_secure(config, []).await;
    for (call, connections) in [(Call::List, 1), (Call::Create, 2)] {
        let problem = failed(call.make(&client(&recorder.named_base(), setup)).await, code);
        assert!(problem.detail.unwrap().contains("certificate"));
        assert_eq!(recorder.connections(), connections);
    }
    assert!(recorder.received().is_empty());
}

#[tokio::test]
async fn a_certificate_that_nobody_vouches_for_is_untrusted() {
    let authority = Authority::new();
    let setup = ClientSettings { limits: again(), ..ClientSettings::default() };
    assert_refused(self_signed(), &setup, ProblemCode::Untrusted).await;
    assert_refused(authority.vouch(-1, 30), &setup, ProblemCode::Untrusted).await;
    assert_refused(self_signed(), &trusting(&authority), ProblemCode::Untrusted).await;
    assert_refused(Authority::new().vouch(-1, 30), &trusting(&authority), ProblemCode::Untrusted).await;
}

#[tokio::test]
async fn a_certificate_has_its_time() {
    let authority = Authority::new();
    for (from, until) in [(-30, -1), (2, 30)] {
        assert_refused(authority.vouch(from, until), &trusting(&authority), ProblemCode::CertificateExpired).await;
    }
}

#[tokio::test]
async fn a_certificate_is_for_a_name() {
    let authority = Authority::new();
    for names in [&["other.example"][..], &["localhost.example"], &["127.0.0.1"]] {
        let config = authority.vouch_for(names, -1, 30);
        assert_refused(config, &trusting(&authority), ProblemCode::CertificateName).await;
    }
}

#[tokio::test]
async fn the_authorities_of_a_file_are_trusted_besides_the_systems() {
    let authority = Authority::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("authorities.pem");
    fs::write(&file, format!("Two of them:\n{}\n{}", Authority::new().pem(), authority.pem())).unwrap();
    let authorities = Authorities::read(&file).unwrap().certificates().to_vec();
    let setup = ClientSettings { limits: again(), authorities, ..ClientSettings::default() };

    let config = authority.vouch(-1, 30);
    for call in [Call::Read, Call::Create] {
        let recorder =
            Recorder::start_secure(config.clone(), [Canned::json(200, REPORT), Canned::json(200, REPORT)]).await;
        for base in [recorder.named_base(), recorder.base()] {
            assert_eq!(base.scheme(), "https");
            call.make(&client(&base, &setup)).await.unwrap();
        }
        let authorization = format!("Bearer {KEY}");
        let received = recorder.received();
        assert!(received.iter().all(|request| request.header("authorization") == Some(&authorization)));
        assert_eq!(received.len(), 2);
    }
}

/// A server that sends something, then disconnects, and what it received.
pub async fn bare(says: &'static [u8]) -> (Url, Arc<Mutex<Vec<u8>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = Url::parse(&format!("https://{}", listener.local_addr().unwrap())).unwrap();
    let heard = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut piece = vec![0; 4096];
            let count = stream.read(&mut piece).await.unwrap_or(0);
            all.lock().unwrap().extend_from_slice(&piece[..count]);
            let _ = stream.write_all(says).await;
            let _ = stream.shutdown().await;
            // Until the other side disconnects, so that the data arrives.
            let mut rest = Vec::new();
            let _ = stream.read_to_end(&mut rest).await;
            all.lock().unwrap().extend_from_slice(&rest);
        }
    });
    (base, heard)
}

async fn assert_no_session(says: &'static [u8], code: ProblemCode) {
    let (base, heard) = bare(says).await;
    for call in [Call::List, Call::Create] {
        failed(call.make(&client(&base, &ClientSettings { limits: again(), ..ClientSettings::default() })).await, code);
    }
    let heard = String::from_utf8_lossy(&heard.lock().unwrap()).into_owned();
    assert!(!heard.is_empty() && !heard.contains(KEY) && !heard.contains("HTTP"), "{heard}");
}

#[tokio::test]
async fn a_server_that_does_not_speak_tls_is_told_from_one_that_is_not_trusted() {
    for says in [&b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n"[..], b"SSH-2.0-OpenSSH_9.6\r\n"] {
        assert_no_session(says, ProblemCode::HttpsNotSpoken).await;
    }
}

#[tokio::test]
async fn a_handshake_that_comes_to_nothing_is_told() {
    // Alerts for versions and ciphers, a partial handshake, and nothing at all.
    for says in
        [&b"\x15\x03\x03\x00\x02\x02\x46"[..], b"\x15\x03\x03\x00\x02\x02\x28", b"\x16\x03\x03\x00\x7a\x02", b""]
    {
        assert_no_session(says, ProblemCode::TlsFailed).await;
    }
}

/// Runs a test in its own process, for its environment.
fn run_without_certificates(test: &str) {
    let nothing = tempfile::tempdir().unwrap();
    let again = Command::new(env::current_exe().unwrap())
        .args(["--exact", test])
        .env("SSL_CERT_FILE", nothing.path().join("missing.pem"))
        .env("SSL_CERT_DIR", nothing.path())
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && said.contains("1 passed"), "{said}");
}

#[test]
fn where_the_system_has_no_certificates_nobody_is_trusted_and_plain_requests_work() {
    run_without_certificates("tls::a_certificate_that_nobody_vouches_for_is_untrusted");
    run_without_certificates("tls::the_authorities_of_a_file_are_trusted_besides_the_systems");
    run_without_certificates("bases::a_base_address_may_have_a_path_and_a_trailing_slash");
}
