//! Requests through a proxy.

use std::{
    env,
    process::Command,
    sync::{Arc, Mutex},
    time::Duration,
};

use assay_api::{Client, ClientSettings, Limits, test_connection};
use assay_model::{FieldReason, Finding, Problem, ProblemCode, ProxyChoice, Step, StepOutcome};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _, copy},
    net::{TcpListener, TcpStream},
    task::spawn_blocking,
    time::sleep,
};
use url::Url;

use crate::{
    ALL, Call, KEY, WRITES, again,
    authority::{Authority, self_signed},
    common::{Canned, Recorder},
    failed, nowhere, once,
};

fn through(proxy: impl Into<String>) -> ClientSettings {
    let proxy = ProxyChoice::Own { address: proxy.into() };
    ClientSettings { limits: again(), proxy, allow_insecure: true, ..ClientSettings::default() }
}

fn client(base: &Url, setup: &ClientSettings) -> Client {
    Client::new(base, KEY.into(), setup.clone()).unwrap()
}

/// A proxy that tunnels connections, and records requests for them.
struct Tunnel {
    address: String,
    heard: Arc<Mutex<Vec<u8>>>,
}

impl Tunnel {
    async fn start() -> Self {
        Self::listen(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    fn listen(listener: TcpListener) -> Self {
        let address = listener.local_addr().unwrap().to_string();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let all = Arc::clone(&heard);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let all = Arc::clone(&all);
                // Either side may disconnect at any time.
                tokio::spawn(async move { pass_on(stream, &all).await.ok() });
            }
        });
        Self { address, heard }
    }

    fn heard(&self) -> String {
        String::from_utf8_lossy(&self.heard.lock().unwrap()).into_owned()
    }
}

async fn pass_on(mut client: TcpStream, heard: &Mutex<Vec<u8>>) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(b"\r\n\r\n") {
        bytes.push(client.read_u8().await?);
    }
    heard.lock().unwrap().extend_from_slice(&bytes);
    let request = String::from_utf8(bytes).unwrap();
    let service = request.strip_prefix("CONNECT ").and_then(|rest| rest.split(' ').next()).unwrap();
    let (mut from_service, mut to_service) = TcpStream::connect(service).await?.into_split();
    client.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await?;
    let (mut from_client, mut to_client) = client.into_split();
    tokio::spawn(async move { copy(&mut from_service, &mut to_client).await });
    let mut piece = [0; 4096];
    while let count @ 1.. = from_client.read(&mut piece).await? {
        heard.lock().unwrap().extend_from_slice(&piece[..count]);
        to_service.write_all(&piece[..count]).await?;
    }
    Ok(())
}

#[tokio::test]
async fn plain_requests_are_for_the_proxy_to_pass_on() {
    let base = Url::parse("http://service.example/seo").unwrap();
    for call in ALL {
        for scheme in ["", "http://"] {
            let proxy = Recorder::start([call.success()]).await;
            let setup = through(format!("{scheme}{}", proxy.address()));
            call.make(&client(&base, &setup)).await.unwrap();
            let request = proxy.only();
            assert!(request.line.contains(" http://service.example/seo/api/v1/"), "{}", request.line);
            assert_eq!(request.header("host"), Some("service.example"));
            assert_eq!(request.header("authorization"), Some(&*format!("Bearer {KEY}")));
        }
    }
}

#[tokio::test]
async fn a_key_passes_a_proxy_in_plain_http_only_where_that_is_allowed() {
    for base in ["http://service.example", "http://127.0.0.1:9000"] {
        let proxy = Recorder::start([]).await;
        let base = Url::parse(base).unwrap();
        let setup = ClientSettings { allow_insecure: false, ..through(proxy.base()) };
        let problem = Client::new(&base, KEY.into(), setup.clone()).err().unwrap();
        assert_eq!(problem, Problem::invalid("base_url", FieldReason::InsecureProxy));
        let (steps, _) = test_connection(&base, Ok(KEY.into()), Ok(setup), &|_| ()).await;
        let failed = steps.iter().find(|step| step.outcome == StepOutcome::Failed).unwrap();
        assert_eq!((failed.step, failed.problem.clone()), (Step::Settings, Some(problem)));
        assert_eq!(proxy.connections(), 0);
    }
}

#[tokio::test]
async fn a_connections_own_proxy_is_used_for_this_computer_too() {
    let service = Recorder::start([]).await;
    let proxy = Recorder::start([Call::List.success()]).await;
    Call::List.make(&client(&service.base(), &through(proxy.base()))).await.unwrap();
    assert_eq!((proxy.received().len(), service.connections()), (1, 0));
}

#[tokio::test]
async fn secure_requests_are_a_secret_to_the_proxy() {
    let authority = Authority::new();
    for call in ALL {
        let service = Recorder::start_secure(authority.vouch(-1, 30), [call.success()]).await;
        let tunnel = Tunnel::start().await;
        let setup = ClientSettings { authorities: vec![authority.certificate()], ..through(tunnel.address.clone()) };
        call.make(&client(&service.named_base(), &setup)).await.unwrap();
        assert_eq!(service.only().header("authorization"), Some(&*format!("Bearer {KEY}")));
        let heard = tunnel.heard();
        assert!(heard.starts_with(&format!("CONNECT localhost:{} HTTP/1.1\r\n", service.address().port())), "{heard}");
        assert!(!heard.contains(KEY) && !heard.to_lowercase().contains("authorization"), "{heard}");
    }
}

#[tokio::test]
async fn behind_a_proxy_a_service_must_be_trusted_all_the_same() {
    let service = Recorder::start_secure(self_signed(), []).await;
    let tunnel = Tunnel::start().await;
    for call in ALL {
        let client = client(&service.named_base(), &through(tunnel.address.clone()));
        failed(call.make(&client).await, ProblemCode::Untrusted);
    }
    let setup = through(tunnel.address.clone());
    let (steps, _) = test_connection(&service.named_base(), Ok(KEY.into()), Ok(setup), &|_| ()).await;
    let outcome = |step| steps.iter().find(|found| found.step == step).unwrap().outcome;
    assert_eq!([Step::Proxy, Step::Tls].map(outcome), [StepOutcome::Passed, StepOutcome::Failed]);
    assert_eq!([Step::Name, Step::Connect, Step::Interface].map(outcome), [StepOutcome::Skipped; 3]);
    assert!(service.received().is_empty());
    assert!(!tunnel.heard().contains(KEY));
}

#[tokio::test]
async fn a_proxy_that_is_not_there_has_passed_nothing_on() {
    let (_socket, proxy) = nowhere();
    for base in ["http://service.example", "https://service.example"] {
        for call in ALL {
            let problem = failed(
                call.make(&client(&Url::parse(base).unwrap(), &through(proxy.to_string()))).await,
                ProblemCode::ProxyFailed,
            );
            assert_eq!(problem.tried_at, None);
        }
    }
}

#[tokio::test]
async fn a_write_is_sent_when_the_proxy_is_there() {
    let authority = Authority::new();
    for call in WRITES {
        let service = Recorder::start_secure(authority.vouch(-1, 30), [call.success()]).await;
        let (socket, proxy) = nowhere();
        let limits = Limits { pause: Duration::from_millis(20), repeats: 9, ..Limits::default() };
        let setup = ClientSettings { limits, authorities: vec![authority.certificate()], ..through(proxy.to_string()) };
        let client = client(&service.named_base(), &setup);
        let made = tokio::spawn(async move { call.make(&client).await });
        sleep(Duration::from_millis(50)).await;
        let _tunnel = Tunnel::listen(socket.listen(16).unwrap());
        made.await.unwrap().unwrap();
        assert_eq!(service.received().len(), 1, "{call:?}");
    }
}

#[tokio::test]
async fn a_proxy_that_refuses_has_passed_nothing_on() {
    for (status, said) in [(407, "proxy authorization required"), (502, "unsuccessful"), (302, "unsuccessful")] {
        for call in [Call::List, Call::Create] {
            let proxy =
                Recorder::start([Canned::answer(status, &[("location", "http://elsewhere.example")], "")]).await;
            let setup = ClientSettings { limits: once(), ..through(proxy.base()) };
            let client = client(&Url::parse("https://service.example").unwrap(), &setup);
            let problem = failed(call.make(&client).await, ProblemCode::ProxyFailed);
            assert!(problem.detail.unwrap().contains(said));
            assert_eq!(proxy.only().line, "CONNECT service.example:443 HTTP/1.1");
            assert_eq!(proxy.only().header("authorization"), None);
        }
    }
}

#[tokio::test]
async fn a_proxy_that_wants_a_password_for_a_plain_request_is_told_once() {
    for call in WRITES {
        let proxy = Recorder::start([Canned::answer(407, &[], "")]).await;
        let client = client(&Url::parse("http://service.example").unwrap(), &through(proxy.base()));
        let problem = failed(call.make(&client).await, ProblemCode::ProxyFailed);
        assert_eq!(problem.status, Some(407));
        assert_eq!(proxy.received().len(), 1, "{call:?}");
    }
}

#[tokio::test]
async fn what_comes_through_a_tunnel_is_the_services_own_word() {
    let authority = Authority::new();
    for call in WRITES {
        let service = Recorder::start_secure(authority.vouch(-1, 30), [Canned::json(407, r#"{"message":"?"}"#)]).await;
        let tunnel = Tunnel::start().await;
        let setup = ClientSettings { authorities: vec![authority.certificate()], ..through(tunnel.address) };
        failed(call.make(&client(&service.named_base(), &setup)).await, ProblemCode::RefusedInput);
        assert_eq!(service.received().len(), 1, "{call:?}");
    }
}

/// Runs a test in its own process, for its environment.
async fn run(test: &str, proxy: String) {
    let test = format!("proxy::{test}");
    let again = spawn_blocking(move || {
        Command::new(env::current_exe().unwrap())
            .args(["--ignored", "--exact", &test])
            .env("http_proxy", proxy)
            .env_remove("no_proxy")
            .env_remove("NO_PROXY")
            .output()
            .unwrap()
    });
    let again = again.await.unwrap();
    let said = String::from_utf8_lossy(&again.stdout);
    assert!(again.status.success() && said.contains("1 passed"), "{said}");
}

#[tokio::test]
async fn the_systems_proxy_is_used_with_its_password() {
    let proxy = Recorder::start([(); 4].map(|()| Call::List.success())).await;
    run("whatever_the_system_names", format!("http://user:word@{}", proxy.address())).await;
    let received = proxy.received();
    assert_eq!(received.len(), 4);
    for request in received {
        assert!(request.line.starts_with("GET http://service.example/api/v1/"), "{}", request.line);
        // `user:word`
        assert_eq!(request.header("proxy-authorization"), Some("Basic dXNlcjp3b3Jk"));
    }
}

#[tokio::test]
#[ignore = "run by another test, with a proxy in its surroundings"]
async fn whatever_the_system_names() {
    let base = Url::parse("http://service.example").unwrap();
    let setup = ClientSettings { limits: once(), allow_insecure: true, ..ClientSettings::default() };
    Call::List.make(&client(&base, &setup)).await.unwrap();

    let (steps, _) = test_connection(&base, Ok(KEY.into()), Ok(setup), &|_| ()).await;
    let found = steps.into_iter().find(|step| step.step == Step::Proxy).and_then(|step| step.finding);
    let Some(Finding::Proxy { address }) = found else { panic!("{found:?}") };
    assert!(address.starts_with("http://127.0.0.1:"), "{address}");
}
