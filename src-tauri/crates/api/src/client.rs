use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assay_model::{FieldReason, ServiceCapabilities, Problem, ProblemCode, RateLimit, Secret, address};
use backon::{BackoffBuilder, ExponentialBuilder};
use jiff::Timestamp;
use reqwest::{
    ClientBuilder,
    header::{ACCEPT, AUTHORIZATION, HeaderValue},
};
use tokio::{
    sync::watch,
    time::{Instant, sleep},
};
use url::Url;

use crate::{
    Limits, ClientSettings, Wait,
    answer::Answer,
    call::{Call, Verb},
    failure::{self, Way},
    hide::Hidden,
    pace::{self, CallContext, RateLimiter},
};

/// A longer pause of a failing service is reported instead.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// A client of a service, with its key. Cheap to clone; clones share their connections and rate
/// limiter.
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
    way: Way,
    pace: RateLimiter,
    learned: Mutex<Learned>,
}

/// What the responses so far show of the service.
#[derive(Default)]
struct Learned {
    generation: ServiceCapabilities,
    rate_limit: Option<RateLimit>,
}

impl Client {
    /// Creates a client for a base URL, which may have a port and a path (`field-notes.md` 32).
    ///
    /// Fails with [`ProblemCode::InvalidInput`] for `key` if it can't be sent in a header, and for
    /// `base_url` if [`address::base`] rejects it or a proxy would forward the key over plain http
    /// without permission. The caller checks if plain http to the service is allowed.
    pub fn new(base: &Url, key: Secret, setup: ClientSettings) -> Result<Self, Problem> {
        Self::build(base, key, setup, reqwest::Client::builder())
    }

    fn build(base: &Url, key: Secret, setup: ClientSettings, http: ClientBuilder) -> Result<Self, Problem> {
        let base = address::base(base.as_str(), true).map_err(|reason| Problem::invalid("base_url", reason))?;
        if key.expose().trim().is_empty() {
            return Err(Problem::invalid("key", FieldReason::Required));
        }
        let mut authorization = Some(format!("Bearer {}", key.expose()))
            .filter(|value| value.is_ascii())
            .and_then(|value| HeaderValue::try_from(value).ok())
            .ok_or_else(|| Problem::invalid("key", FieldReason::NotUsable))?;
        authorization.set_sensitive(true);

        let limits = setup.limits;
        let (http, way) = setup.http(&base, http)?;
        let pace = RateLimiter::new(setup.generation.rate_limit);
        let learned = Mutex::new(Learned { generation: setup.generation, rate_limit: None });
        Ok(Self { inner: Arc::new(Inner { http, base, key, authorization, limits, way, pace, learned }) })
    }

    /// The throttle that the last answer announced; `None` when it announced none (`field-notes.md` 29).
    #[must_use]
    pub fn rate_limit(&self) -> Option<RateLimit> {
        self.learned().rate_limit
    }

    /// What the service was seen to do, in this session and earlier ones.
    #[must_use]
    pub fn generation(&self) -> ServiceCapabilities {
        self.learned().generation.clone()
    }

    /// The calls that wait for their turn, now and from now on.
    #[must_use]
    pub fn waits(&self) -> watch::Receiver<Option<Wait>> {
        self.inner.pace.waits()
    }

    /// Fails all calls that wait for the rate limit with [`ProblemCode::Cancelled`].
    pub fn stop_waiting(&self) {
        self.inner.pace.stop_waiting();
    }

    /// Takes note of what an answer shows of the service.
    pub(crate) fn learn(&self, learn: impl FnOnce(&mut ServiceCapabilities)) {
        learn(&mut self.learned().generation);
    }

    fn learned(&self) -> MutexGuard<'_, Learned> {
        self.inner.learned.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a read, and retries transient failures. The response has a success status.
    pub(crate) async fn read(&self, call: Call) -> Result<Answer, Problem> {
        debug_assert!(!call.verb.is_write());
        self.repeat(call, |problem| {
            let pause = problem.retry_after.map(Duration::from_secs);
            match problem.code {
                ProblemCode::Throttled => pause.is_none_or(|pause| pause <= pace::LONGEST),
                ProblemCode::Maintenance => pause.is_some_and(|pause| pause <= LONGEST_PAUSE),
                ProblemCode::ConnectionRefused
                | ProblemCode::Unreachable
                | ProblemCode::ConnectTimedOut
                | ProblemCode::ProxyFailed
                | ProblemCode::TimedOut
                | ProblemCode::ResponseTruncated
                | ProblemCode::ServiceFault => pause.is_none_or(|pause| pause <= LONGEST_PAUSE),
                _ => false,
            }
        })
        .await
    }

    /// Sends a write, once; retried only if no connection was made, so that nothing was sent
    /// (`field-notes.md` 19). After a redirect, a read of the list distinguishes a rejected key
    /// from a moved service (`field-notes.md` 28, §6).
    pub(crate) async fn write(&self, call: Call) -> Result<Answer, Problem> {
        debug_assert!(call.verb.is_write());
        let unsent = |problem: &Problem| {
            let is_unconnected = matches!(
                problem.code,
                ProblemCode::ConnectionRefused
                    | ProblemCode::Unreachable
                    | ProblemCode::ConnectTimedOut
                    | ProblemCode::ProxyFailed
            );
            // A proxy may also have answered in the service's place.
            is_unconnected && problem.status.is_none()
        };
        let redirected = match self.repeat(call, unsent).await {
            Err(problem) if problem.code == ProblemCode::Redirected => problem,
            other => return other,
        };
        let probe = Call { query: vec![("per_page", "10".into())], ..Call::new(Verb::List, "reports") };
        match self.read(probe).await {
            Err(Problem { code: ProblemCode::KeyRefused, said, .. }) => {
                Err(Problem { code: ProblemCode::KeyRefused, said, ..redirected })
            }
            _ => Err(redirected),
        }
    }

    async fn repeat(&self, call: Call, passes: impl Fn(&Problem) -> bool) -> Result<Answer, Problem> {
        let Limits { repeats, pause, read, .. } = self.inner.limits;
        let backoff = ExponentialBuilder::default().with_min_delay(pause).with_max_times(repeats).with_jitter();
        let mut tries = backoff.build();
        let context = CallContext::current();
        let mut spent = Duration::ZERO;
        loop {
            self.inner.pace.turn(&context).await?;
            if let Some(before) = context.before_write.as_ref().filter(|_| call.verb.is_write()) {
                before.done().await?;
            }
            let begun = Instant::now();
            let asked = self.ask(call.clone());
            // What was sent and may change something is waited for, whoever has lost interest in it.
            let asked = if call.verb.is_write() { asked.await } else { context.unless_cancelled(asked).await };
            let problem = match asked {
                Ok(answer) => return Ok(answer),
                Err(problem) => problem,
            };
            spent += begun.elapsed();
            let pause = Some(()).filter(|()| passes(&problem) && spent < read).and_then(|()| tries.next());
            let Some(pause) = pause else { return Err(problem) };
            // The rate limiter applies the pause to all calls.
            let asked_for = problem.retry_after.filter(|_| problem.code != ProblemCode::Throttled);
            let pause = pause.max(Duration::from_secs(asked_for.unwrap_or_default()));
            tracing::info!(%problem, "trying again");
            let paused = async {
                sleep(pause).await;
                Ok(())
            };
            context.unless_cancelled(paused).await?;
        }
    }

    /// Sends a request once. Fails without a success status.
    async fn ask(&self, mut call: Call) -> Result<Answer, Problem> {
        let Inner { http, key, authorization, limits, way, pace, .. } = &*self.inner;
        call.begun = Timestamp::now();
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
        let response = request.send().await.map_err(|error| failure::unanswered(&call, &hidden, *way, error))?;
        tracing::debug!(call = %call, status = response.status().as_u16(), "answered");
        let answer = Answer::receive(call, hidden, response, limits.body).await;
        pace.learn(answer.rate_limit);
        if answer.status == 429 {
            pace.hold(answer.retry_after);
        }
        {
            let mut learned = self.learned();
            learned.rate_limit = answer.rate_limit;
            if let Some(RateLimit { limit, .. }) = answer.rate_limit {
                learned.generation.rate_limit = Some(limit);
            }
        }
        if !(200..300).contains(&answer.status) {
            return Err(failure::refused(*way, &answer));
        }
        answer.whole()
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
    use std::{env, process::Command, sync::Arc};

    use assay_model::{NewReport, Privacy, ProxyChoice, ReportQuery};
    use reqwest::dns::{Name, Resolve, Resolving};
    use url::Url;

    use super::{
        Client, ClientSettings,
        common::{Canned, Recorder},
        failure,
    };

    fn url(base: &str, path: &str) -> String {
        let client = Client::new(&Url::parse(base).unwrap(), "key".into(), ClientSettings::default()).unwrap();
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
        let http = reqwest::Client::builder().resolve("xn--prfer-lva.example", recorder.address());
        let setup = ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() };
        let client = Client::build(&base, "key".into(), setup, http).unwrap();
        client.list_reports(&ReportQuery::default()).await.unwrap();
        let request = recorder.only();
        assert_eq!(request.line, "GET /api/v1/reports?per_page=25 HTTP/1.1");
        let host = format!("xn--prfer-lva.example:{}", recorder.address().port());
        assert_eq!(request.header("host"), Some(&*host));
    }

    #[test]
    fn the_direct_way_is_no_proxys() {
        // A process's environment can be set only for a new one.
        let again = Command::new(env::current_exe().unwrap())
            .args(["--exact", "client::tests::an_international_host_is_asked_by_its_encoded_name"])
            .env("http_proxy", "http://127.0.0.1:9")
            .env_remove("no_proxy")
            .env_remove("NO_PROXY")
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&again.stdout);
        assert!(again.status.success() && said.contains("1 passed"), "{said}");
    }

    struct NoNames;

    impl Resolve for NoNames {
        fn resolve(&self, _: Name) -> Resolving {
            Box::pin(async { Err("there is no such name".into()) })
        }
    }

    #[tokio::test]
    async fn a_host_without_an_address_is_not_found() {
        let base = Url::parse("https://nowhere.example").unwrap();
        let http = reqwest::Client::builder().dns_resolver(Arc::new(NoNames));
        let setup = ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() };
        let client = Client::build(&base, "key".into(), setup, http).unwrap();
        let problem = client.create_report(&new()).await.err().unwrap();
        assert_eq!(problem.code, failure::unnamed(failure::has_network()));
        let detail = problem.detail.unwrap();
        assert!(detail.contains("POST /api/v1/reports") && detail.contains("there is no such name"), "{detail}");
    }
}
