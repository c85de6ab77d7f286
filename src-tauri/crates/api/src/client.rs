use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use assay_model::{FieldReason, Problem, ProblemCode, RateLimit, Secret, address};
use reqwest::{
    ClientBuilder,
    header::{ACCEPT, AUTHORIZATION, HeaderValue},
    redirect, retry,
};
use url::Url;

use crate::{
    answer::Answer,
    call::{Call, Verb},
    failure,
    hide::Hidden,
};

/// How long to wait and how much to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// To reach the service, including the handshake: 10 s unless changed.
    pub connect: Duration,
    /// For the whole of a list or a read: 30 s unless changed.
    pub read: Duration,
    /// For the whole of a write: 90 s unless changed, since creating is synchronous (`field-notes.md` 17).
    pub write: Duration,
    /// The most bytes of an answer, unpacked: 64 MB unless changed.
    pub body: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            read: Duration::from_secs(30),
            write: Duration::from_secs(90),
            body: 64_000_000,
        }
    }
}

/// A service's interface, with a key for it. Cheap to clone; all clones share their connections.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    http: reqwest::Client,
    base: Url,
    key: Secret,
    authorization: HeaderValue,
    limits: Limits,
    rate_limit: Mutex<Option<RateLimit>>,
}

impl Client {
    /// A client for the service at a base address, which may have a port and a path (`field-notes.md` 32).
    ///
    /// Fails with [`ProblemCode::InvalidInput`] for `key` when it cannot be sent in a header, and for `base_url` when
    /// [`address::base`] refuses it; whether plain http is allowed is the caller's decision.
    pub fn new(base: &Url, key: Secret) -> Result<Self, Problem> {
        Self::with_limits(base, key, Limits::default())
    }

    /// The same as [`Client::new`] with other limits.
    pub fn with_limits(base: &Url, key: Secret, limits: Limits) -> Result<Self, Problem> {
        Self::build(base, key, limits, reqwest::Client::builder())
    }

    fn build(base: &Url, key: Secret, limits: Limits, http: ClientBuilder) -> Result<Self, Problem> {
        let base = address::base(base.as_str(), true).map_err(|reason| Problem::invalid("base_url", reason))?;
        if key.expose().trim().is_empty() {
            return Err(Problem::invalid("key", FieldReason::Required));
        }
        let mut authorization = Some(format!("Bearer {}", key.expose()))
            .filter(|value| value.is_ascii())
            .and_then(|value| HeaderValue::try_from(value).ok())
            .ok_or_else(|| Problem::invalid("key", FieldReason::NotUsable))?;
        authorization.set_sensitive(true);

        let mut http = http
            .user_agent(concat!("Assay/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(limits.connect)
            .redirect(redirect::Policy::none())
            .referer(false)
            // A write must not reach the service twice (`field-notes.md` 19).
            .retry(retry::never());
        if address::is_loopback(&base) {
            // The system's proxy would look for the service on its own machine.
            http = http.no_proxy();
        }
        let http =
            http.build().map_err(|error| Problem::new(ProblemCode::Internal).with_detail(failure::chain(&error)))?;
        let rate_limit = Mutex::new(None);
        Ok(Self { inner: Arc::new(Inner { http, base, key, authorization, limits, rate_limit }) })
    }

    /// The throttle that the last answer announced; `None` when it announced none (`field-notes.md` 29).
    #[must_use]
    pub fn rate_limit(&self) -> Option<RateLimit> {
        *self.inner.rate_limit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a request once, and answers with what came back if its status is one of success.
    pub(crate) async fn ask(&self, call: Call) -> Result<Answer, Problem> {
        let Inner { http, key, authorization, limits, .. } = &*self.inner;
        let verb = call.verb;
        let hidden = Hidden::new(key, call.password.as_ref());
        let mut request = http
            .request(verb.method(), self.url(&call.path)?)
            .header(AUTHORIZATION, authorization)
            .timeout(if verb.is_write() { limits.write } else { limits.read });
        if !verb.is_write() {
            request = request.header(ACCEPT, "application/json");
        }
        if !call.query.is_empty() {
            request = request.query(&call.query);
        }
        if let Some(form) = &call.form {
            request = request.form(form);
        }
        let response = request.send().await.map_err(|error| failure::unanswered(&call, &hidden, error))?;
        tracing::debug!(call = %call, status = response.status().as_u16(), "answered");
        let answer = Answer::receive(call, hidden, response, limits.body).await;
        *self.inner.rate_limit.lock().unwrap_or_else(PoisonError::into_inner) = answer.rate_limit;
        if (200..300).contains(&answer.status) { Ok(answer) } else { Err(failure::refused(&answer)) }
    }

    /// Sends a write. After a redirect, one read of the list tells a refused key from a service that has moved
    /// (`field-notes.md` 28, §6).
    pub(crate) async fn write(&self, call: Call) -> Result<Answer, Problem> {
        debug_assert!(call.verb.is_write());
        let redirected = match self.ask(call).await {
            Err(problem) if problem.code == ProblemCode::Redirected => problem,
            other => return other,
        };
        let probe = Call { query: vec![("per_page", "10".into())], ..Call::new(Verb::List, "reports") };
        match self.ask(probe).await {
            Err(Problem { code: ProblemCode::KeyRefused, said, .. }) => {
                Err(Problem { code: ProblemCode::KeyRefused, said, ..redirected })
            }
            _ => Err(redirected),
        }
    }

    /// Built as text, since the parts of a path are already encoded.
    fn url(&self, path: &str) -> Result<Url, Problem> {
        Url::parse(&format!("{}/api/v1/{path}", address::base_text(&self.inner.base)))
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))
    }
}

#[cfg(test)]
#[path = "../tests/common/mod.rs"]
#[allow(dead_code, reason = "the server is shared with the tests of the whole crate")]
mod common;

#[cfg(test)]
mod tests {
    use std::{error::Error, sync::Arc};

    use assay_model::{NewReport, Privacy, ProblemCode, ReportQuery};
    use reqwest::dns::{Name, Resolve, Resolving};
    use tokio::{
        io::{AsyncReadExt as _, AsyncWriteExt as _},
        net::TcpListener,
    };
    use tokio_rustls::{
        TlsAcceptor,
        rustls::{ServerConfig, crypto::aws_lc_rs, pki_types::PrivateKeyDer},
    };
    use url::Url;

    use super::{
        Client, Limits,
        common::{Canned, Recorder},
    };

    fn url(base: &str, path: &str) -> String {
        let client = Client::new(&Url::parse(base).unwrap(), "key".into()).unwrap();
        client.url(path).unwrap().into()
    }

    fn new() -> NewReport {
        NewReport { url: "example.com".into(), privacy: Privacy::Public, password: None }
    }

    #[test]
    fn addresses_are_made_from_the_base() {
        for (base, expected) in [
            ("https://example.com", "https://example.com/api/v1/reports"),
            ("https://example.com/", "https://example.com/api/v1/reports"),
            ("https://example.com:8443/tools/seo/", "https://example.com:8443/tools/seo/api/v1/reports"),
            ("http://127.0.0.1:9000/a", "http://127.0.0.1:9000/a/api/v1/reports"),
            ("http://[::1]:9000", "http://[::1]:9000/api/v1/reports"),
            ("https://prüfer.example/größe", "https://xn--prfer-lva.example/gr%C3%B6%C3%9Fe/api/v1/reports"),
        ] {
            assert_eq!(url(base, "reports"), expected);
        }
        assert_eq!(url("https://example.com", "projects/a%2Fb"), "https://example.com/api/v1/projects/a%2Fb");
    }

    #[tokio::test]
    async fn an_international_host_is_asked_by_its_encoded_name() {
        let recorder = Recorder::start([Canned::json(200, "[]")]).await;
        let base = Url::parse(&format!("http://prüfer.example:{}/", recorder.address().port())).unwrap();
        let http = reqwest::Client::builder().no_proxy().resolve("xn--prfer-lva.example", recorder.address());
        let client = Client::build(&base, "key".into(), Limits::default(), http).unwrap();
        client.list_reports(&ReportQuery::default()).await.unwrap();
        let request = recorder.only();
        assert_eq!(request.line, "GET /api/v1/reports?per_page=25 HTTP/1.1");
        let host = format!("xn--prfer-lva.example:{}", recorder.address().port());
        assert_eq!(request.header("host"), Some(&*host));
    }

    struct NoNames;

    impl Resolve for NoNames {
        fn resolve(&self, _: Name) -> Resolving {
            Box::pin(async { Err("there is no such name".into()) })
        }
    }

    #[tokio::test]
    async fn a_host_without_an_address_is_unreachable() {
        let base = Url::parse("https://nowhere.example").unwrap();
        let http = reqwest::Client::builder().no_proxy().dns_resolver(Arc::new(NoNames));
        let client = Client::build(&base, "key".into(), Limits::default(), http).unwrap();
        let problem = client.create_report(&new()).await.err().unwrap();
        assert_eq!(problem.code, ProblemCode::Unreachable);
        let detail = problem.detail.unwrap();
        assert!(detail.contains("POST /api/v1/reports") && detail.contains("there is no such name"), "{detail}");
    }

    /// Accepts TLS with a certificate that nobody vouches for.
    async fn untrusted() -> Result<Url, Box<dyn Error>> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()])?;
        let key = PrivateKeyDer::try_from(made.signing_key.serialize_der())?;
        let config = ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![made.cert.der().clone()], key)?;
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = Url::parse(&format!("https://localhost:{}", listener.local_addr()?.port()))?;
        tokio::spawn(async move {
            let acceptor = TlsAcceptor::from(Arc::new(config));
            while let Ok((stream, _)) = listener.accept().await {
                assert!(acceptor.accept(stream).await.is_err(), "the client must not accept the certificate");
            }
        });
        Ok(base)
    }

    #[tokio::test]
    async fn a_certificate_that_nobody_vouches_for_is_untrusted() {
        let client = Client::new(&untrusted().await.unwrap(), "key".into()).unwrap();
        let problem = client.list_reports(&ReportQuery::default()).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Untrusted, "{problem}");
        assert!(problem.detail.unwrap().contains("certificate"));
        let problem = client.create_report(&new()).await.err().unwrap();
        assert_eq!(problem.code, ProblemCode::Untrusted);
    }

    #[tokio::test]
    async fn a_server_without_tls_does_not_speak_this_interface() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = Url::parse(&format!("https://{}", listener.local_addr().unwrap())).unwrap();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                stream.write_all(b"HTTP/1.1 400 Bad Request\r\ncontent-length: 0\r\n\r\n").await.unwrap();
                // Wait for the other side to hang up, so that the answer arrives.
                let _ = stream.read_to_end(&mut Vec::new()).await;
            }
        });
        let client = Client::new(&base, "key".into()).unwrap();
        let problem = client.create_report(&new()).await.err().unwrap();
        assert_eq!(problem.code, ProblemCode::NotThisInterface, "{problem}");
    }
}
