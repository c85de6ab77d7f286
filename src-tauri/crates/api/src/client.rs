use std::{
    mem,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assay_model::{FieldReason, Problem, ProblemCode, RateLimit, Repeat, Secret, ServiceCapabilities, address};
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
    ClientSettings, Limits, PreSendHook, Wait,
    call::{Call, Verb},
    clock::{Clock, ServiceClock},
    failure::{self, Route},
    rate_limiter::{self, CallContext, RateLimiter},
    redact::Redactor,
    response::Response,
};

/// A longer pause of a failing service is reported instead.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(5);

/// A client of a service, with its key. Cheap to clone; clones share their connections and rate
/// limiter.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
    pre_send: Option<PreSendHook>,
}

struct Inner {
    http: reqwest::Client,
    base: Url,
    key: Secret,
    authorization: HeaderValue,
    limits: Limits,
    clock: Clock,
    route: Route,
    limiter: RateLimiter,
    service: Mutex<ServiceState>,
    /// Whether the service refused the key last.
    key_refused: watch::Sender<bool>,
}

/// What the responses so far show of the service.
#[derive(Default)]
struct ServiceState {
    capabilities: ServiceCapabilities,
    rate_limit: Option<RateLimit>,
    clock: Option<ServiceClock>,
}

impl Client {
    /// Creates a client for a base URL, which may have a port and a path (`field-notes.md` 32).
    ///
    /// Fails with [`ProblemCode::InvalidInput`] for `key` if it can't be sent in a header, and for
    /// `base_url` if [`address::base`] rejects it or a proxy would forward the key over plain http
    /// without permission. The caller checks if plain http to the service is allowed.
    pub fn new(base: &Url, key: Secret, settings: ClientSettings) -> Result<Self, Problem> {
        Self::build(base, key, settings, reqwest::Client::builder())
    }

    fn build(base: &Url, key: Secret, settings: ClientSettings, http: ClientBuilder) -> Result<Self, Problem> {
        let base = address::base(base.as_str(), true).map_err(|reason| Problem::invalid("base_url", reason))?;
        if key.expose().trim().is_empty() {
            return Err(Problem::invalid("key", FieldReason::Required));
        }
        let mut authorization = Some(format!("Bearer {}", key.expose()))
            .filter(|value| value.is_ascii())
            .and_then(|value| HeaderValue::try_from(value).ok())
            .ok_or_else(|| Problem::invalid("key", FieldReason::NotUsable))?;
        authorization.set_sensitive(true);

        let (limits, clock) = (settings.limits, settings.clock);
        let (http, route) = settings.http(&base, http)?;
        if route == Route::Proxy && !settings.allow_insecure {
            return Err(Problem::invalid("base_url", FieldReason::InsecureProxy));
        }
        let limiter = RateLimiter::new(settings.generation.rate_limit);
        let service = Mutex::new(ServiceState { capabilities: settings.generation, rate_limit: None, clock: None });
        let inner = Inner {
            http,
            base,
            key,
            authorization,
            limits,
            clock,
            route,
            limiter,
            service,
            key_refused: watch::Sender::new(false),
        };
        Ok(Self { inner: Arc::new(inner), pre_send: None })
    }

    /// Returns a client whose writes run this each time before they are sent, after the wait for
    /// the rate limit.
    #[must_use]
    pub fn with_pre_send(self, hook: PreSendHook) -> Self {
        Self { pre_send: Some(hook), ..self }
    }

    /// Returns the rate limit of the last response; `None` if it announced none (`field-notes.md`
    /// 29).
    #[must_use]
    pub fn rate_limit(&self) -> Option<RateLimit> {
        self.service().rate_limit
    }

    /// Returns the service's time, once known.
    #[must_use]
    pub fn service_time(&self) -> Option<Timestamp> {
        self.service().clock.map(ServiceClock::now)
    }

    /// Returns the service's capabilities, based on this session and earlier ones.
    #[must_use]
    pub fn generation(&self) -> ServiceCapabilities {
        self.service().capabilities.clone()
    }

    pub(crate) fn record_create_duration(&self, took: Duration) {
        self.service().capabilities.create_millis = Some(u32::try_from(took.as_millis()).unwrap_or(u32::MAX));
    }

    /// Watches the calls that wait for the rate limit.
    #[must_use]
    pub fn waits(&self) -> watch::Receiver<Option<Wait>> {
        self.inner.limiter.waits()
    }

    /// Watches whether the service refuses the key.
    #[must_use]
    pub fn key_refusals(&self) -> watch::Receiver<bool> {
        self.inner.key_refused.subscribe()
    }

    /// Fails all calls that wait for the rate limit with [`ProblemCode::Canceled`].
    pub fn stop_waiting(&self) {
        self.inner.limiter.stop_waiting();
    }

    pub(crate) fn update_capabilities(&self, learn: impl FnOnce(&mut ServiceCapabilities)) {
        learn(&mut self.service().capabilities);
    }

    fn service(&self) -> MutexGuard<'_, ServiceState> {
        self.inner.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends a read, and retries transient failures. The response has a success status.
    pub(crate) async fn read(&self, call: Call) -> Result<Response, Problem> {
        debug_assert!(!call.verb.is_write());
        self.send_with_retries(call, |problem| {
            let pause = problem.retry_after.map(Duration::from_secs);
            match problem.code.repeat() {
                Repeat::Never | Repeat::Later => false,
                Repeat::WhenAllowed => pause.is_none_or(|pause| pause <= rate_limiter::MAX_WAIT),
                Repeat::WhenTold => pause.is_some_and(|pause| pause <= MAX_RETRY_PAUSE),
                Repeat::Soon => pause.is_none_or(|pause| pause <= MAX_RETRY_PAUSE),
            }
        })
        .await
    }

    /// Sends a write, once; retried only if no connection was made, so that nothing was sent
    /// (`field-notes.md` 19). After a redirect, a read of the list distinguishes a rejected key
    /// from a moved service (`field-notes.md` 28, §6).
    pub(crate) async fn write(&self, call: Call) -> Result<Response, Problem> {
        debug_assert!(call.verb.is_write());
        let unsent = |problem: &Problem| {
            let is_repeatable = problem.code.is_unsent() && problem.code.repeat() == Repeat::Soon;
            // A proxy may also have responded in the service's place.
            is_repeatable && problem.status.is_none()
        };
        let redirected = match self.send_with_retries(call, unsent).await {
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

    async fn send_with_retries(&self, call: Call, passes: impl Fn(&Problem) -> bool) -> Result<Response, Problem> {
        let Limits { repeats, pause, read, .. } = self.inner.limits;
        let backoff = ExponentialBuilder::default().with_min_delay(pause).with_max_times(repeats).with_jitter();
        let mut tries = backoff.build();
        let context = CallContext::current();
        let mut spent = Duration::ZERO;
        loop {
            self.inner.limiter.acquire(&context).await?;
            if let Some(hook) = self.pre_send.as_ref().filter(|_| call.verb.is_write()) {
                hook.run().await?;
            }
            let begun = Instant::now();
            let asked = self.send(call.clone());
            // A write that was sent is completed even if its caller is gone.
            let asked = if call.verb.is_write() { asked.await } else { context.unless_canceled(asked).await };
            let problem = match asked {
                Ok(response) => return Ok(response),
                Err(problem) => problem,
            };
            spent += begun.elapsed();
            let pause = Some(()).filter(|()| passes(&problem) && spent < read).and_then(|()| tries.next());
            let Some(pause) = pause else { return Err(problem) };
            // The rate limiter applies the pause to all calls.
            let asked_for = problem.retry_after.filter(|_| problem.code != ProblemCode::Throttled);
            let pause = pause.max(Duration::from_secs(asked_for.unwrap_or_default()));
            tracing::info!(%problem, "retrying");
            let paused = async {
                sleep(pause).await;
                Ok(())
            };
            context.unless_canceled(paused).await?;
        }
    }

    /// Sends a request once. Fails without a success status.
    async fn send(&self, mut call: Call) -> Result<Response, Problem> {
        let Inner { http, key, authorization, limits, clock, route, limiter, .. } = &*self.inner;
        call.begun = clock.now();
        let verb = call.verb;
        let redactor = Redactor::new(key, call.password.as_ref());
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
        let response =
            request.send().await.map_err(|error| failure::problem_without_response(&call, &redactor, *route, error))?;
        tracing::debug!(call = %call, status = response.status().as_u16(), "received a response");
        let response = Response::receive(call, redactor, response, limits.body, *clock).await;
        limiter.apply_announced(response.rate_limit);
        if response.status == 429 {
            limiter.pause(response.retry_after);
        }
        {
            let mut service = self.service();
            service.rate_limit = response.rate_limit;
            service.clock = response.service_clock.or(service.clock);
            if let Some(RateLimit { limit, .. }) = response.rate_limit {
                service.capabilities.rate_limit = Some(limit);
            }
        }
        if !(200..300).contains(&response.status) {
            let problem = failure::problem_from_status(*route, &response);
            if problem.code == ProblemCode::KeyRefused {
                self.set_key_refused(true);
            }
            return Err(problem);
        }
        self.set_key_refused(false);
        response.with_complete_body()
    }

    fn set_key_refused(&self, is_refused: bool) {
        self.inner.key_refused.send_if_modified(|known| mem::replace(known, is_refused) != is_refused);
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
    use std::sync::Arc;

    use assay_model::{NewReport, Privacy, ProxyChoice, ReportQuery};
    use reqwest::dns::{Name, Resolve, Resolving};
    use url::Url;

    use super::{
        Client, ClientSettings,
        common::{Canned, Recorder, assert_passes_with_proxy},
        failure,
    };

    fn url(base: &str, path: &str) -> String {
        let client = Client::new(&Url::parse(base).unwrap(), "key".into(), ClientSettings::default()).unwrap();
        client.url(path).unwrap().into()
    }

    fn new() -> NewReport {
        NewReport { url: "example.com".into(), privacy: Privacy::Public, password: None, keep_password: None }
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
        let settings = ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() };
        let client = Client::build(&base, "key".into(), settings, http).unwrap();
        client.list_reports(&ReportQuery::default()).await.unwrap();
        let request = recorder.only();
        assert_eq!(request.line, "GET /api/v1/reports?per_page=25 HTTP/1.1");
        let host = format!("xn--prfer-lva.example:{}", recorder.address().port());
        assert_eq!(request.header("host"), Some(&*host));
    }

    #[test]
    fn the_direct_way_is_no_proxys() {
        assert_passes_with_proxy("client::tests::an_international_host_is_asked_by_its_encoded_name");
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
        let settings = ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() };
        let client = Client::build(&base, "key".into(), settings, http).unwrap();
        let problem = client.create_report(&new()).await.err().unwrap();
        assert_eq!(problem.code, failure::unresolved_name_code(failure::has_network()));
        let detail = problem.detail.unwrap();
        assert!(detail.contains("POST /api/v1/reports") && detail.contains("there is no such name"), "{detail}");
    }
}
