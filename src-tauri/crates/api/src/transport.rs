use std::{
    mem,
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use assay_model::{FieldReason, Problem, ProblemCode, RateLimit, Repeat, Secret, ServiceCapabilities, address};
use backon::{BackoffBuilder, ExponentialBuilder};
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
    ClientSettings, Limits, PreSendHook,
    call::{Call, Verb},
    clock::{Clock, ServiceClock},
    failure::{self, Route},
    rate_limiter::{self, CallContext, RateLimiter},
    redact::Redactor,
    response::Response,
};

/// A longer pause of a failing service is reported instead.
const MAX_RETRY_PAUSE: Duration = Duration::from_secs(5);

/// Sends calls to a service with its key, and keeps what the responses show of it.
pub(crate) struct Transport {
    http: reqwest::Client,
    base: Url,
    key: Secret,
    authorization: HeaderValue,
    limits: Limits,
    pub(crate) clock: Clock,
    route: Route,
    pub(crate) limiter: RateLimiter,
    service: Mutex<ServiceState>,
    /// Whether the service last rejected the key.
    pub(crate) key_refused: watch::Sender<bool>,
}

/// Facts about the service that its responses so far show.
#[derive(Default)]
pub(crate) struct ServiceState {
    pub(crate) capabilities: ServiceCapabilities,
    pub(crate) rate_limit: Option<RateLimit>,
    pub(crate) clock: Option<ServiceClock>,
}

impl Transport {
    /// Fails like [`Client::new`](crate::Client::new).
    pub(crate) fn new(base: &Url, key: Secret, settings: ClientSettings, http: ClientBuilder) -> Result<Self, Problem> {
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
        Ok(Self {
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
        })
    }

    pub(crate) fn service(&self) -> MutexGuard<'_, ServiceState> {
        self.service.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn update_capabilities(&self, learn: impl FnOnce(&mut ServiceCapabilities)) {
        learn(&mut self.service().capabilities);
    }

    /// Sends a read, and retries transient failures. The response has a success status.
    pub(crate) async fn read(&self, call: Call) -> Result<Response, Problem> {
        debug_assert!(!call.verb.is_write());
        self.send_with_retries(call, None, |problem| {
            let pause = problem.retry_after.map(Duration::from_secs);
            match problem.code.repeat() {
                Repeat::Never | Repeat::NewNetwork | Repeat::Later => false,
                Repeat::WhenAllowed => pause.is_none_or(|pause| pause <= rate_limiter::MAX_WAIT),
                Repeat::WhenTold => pause.is_some_and(|pause| pause <= MAX_RETRY_PAUSE),
                Repeat::Soon => pause.is_none_or(|pause| pause <= MAX_RETRY_PAUSE),
            }
        })
        .await
    }

    /// Sends a write, once; retried only if no connection was made, so that nothing was sent
    /// (`field-notes.md` 19). After a redirect, a read of the list distinguishes a rejected key
    /// from a moved service (`field-notes.md` 28, §6). `pre_send` runs each time before it is sent.
    pub(crate) async fn write(&self, call: Call, pre_send: Option<&PreSendHook>) -> Result<Response, Problem> {
        debug_assert!(call.verb.is_write());
        let unsent = |problem: &Problem| {
            let is_repeatable = problem.code.is_unsent() && problem.code.repeat() == Repeat::Soon;
            // A proxy may also have responded in the service's place.
            is_repeatable && problem.status.is_none()
        };
        let redirected = match self.send_with_retries(call, pre_send, unsent).await {
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

    async fn send_with_retries(
        &self,
        call: Call,
        pre_send: Option<&PreSendHook>,
        passes: impl Fn(&Problem) -> bool,
    ) -> Result<Response, Problem> {
        let Limits { repeats, pause, read, .. } = self.limits;
        let backoff = ExponentialBuilder::default().with_min_delay(pause).with_max_times(repeats).with_jitter();
        let mut tries = backoff.build();
        let context = CallContext::current();
        let mut spent = Duration::ZERO;
        loop {
            self.limiter.acquire(&context).await?;
            if let Some(hook) = pre_send {
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
        let Self { http, key, authorization, limits, clock, route, limiter, .. } = self;
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
        self.key_refused.send_if_modified(|known| mem::replace(known, is_refused) != is_refused);
    }

    /// Built as text, since the parts of a path are already encoded.
    fn url(&self, path: &str) -> Result<Url, Problem> {
        Url::parse(&format!("{}/api/v1/{path}", address::base_text(&self.base)))
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

    use assay_model::ProxyChoice;
    use reqwest::{
        ClientBuilder,
        dns::{Name, Resolve, Resolving},
    };
    use url::Url;

    use super::{
        Call, ClientSettings, Transport, Verb,
        common::{Canned, Recorder, assert_passes_with_proxy},
        failure,
    };

    fn transport(base: &str, http: ClientBuilder) -> Transport {
        let settings = ClientSettings { proxy: ProxyChoice::Direct, ..ClientSettings::default() };
        Transport::new(&Url::parse(base).unwrap(), "key".into(), settings, http).unwrap()
    }

    fn url(base: &str, path: &str) -> String {
        transport(base, reqwest::Client::builder()).url(path).unwrap().into()
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
        let base = format!("http://prüfer.example:{}/", recorder.address().port());
        let http = reqwest::Client::builder().resolve("xn--prfer-lva.example", recorder.address());
        transport(&base, http).read(Call::list("reports", vec![("per_page", "25".into())])).await.unwrap();
        let request = recorder.only();
        assert_eq!(request.line, "GET /api/v1/reports?per_page=25 HTTP/1.1");
        let host = format!("xn--prfer-lva.example:{}", recorder.address().port());
        assert_eq!(request.header("host"), Some(&*host));
    }

    #[test]
    fn the_direct_way_is_no_proxys() {
        assert_passes_with_proxy("transport::tests::an_international_host_is_asked_by_its_encoded_name");
    }

    struct NoNames;

    impl Resolve for NoNames {
        fn resolve(&self, _: Name) -> Resolving {
            Box::pin(async { Err("there is no such name".into()) })
        }
    }

    #[tokio::test]
    async fn a_host_without_an_address_is_not_found() {
        let http = reqwest::Client::builder().dns_resolver(Arc::new(NoNames));
        let transport = transport("https://nowhere.example", http);
        let problem = transport.write(Call::new(Verb::Create, "reports"), None).await.err().unwrap();
        assert_eq!(problem.code, failure::unresolved_name_code(failure::has_network()));
        let detail = problem.detail.unwrap();
        assert!(detail.contains("POST /api/v1/reports") && detail.contains("there is no such name"), "{detail}");
    }
}
