//! Fetches public files over the same routes as a service, but without any identifying data.

use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use assay_model::{Problem, ProblemCode, address};
use reqwest::{
    Response, StatusCode,
    header::{LOCATION, RETRY_AFTER},
};
use url::{Origin, Url};

use crate::{
    CallContext, ClientSettings,
    call::Verb,
    failure::{self, Route},
    private_network::{NameResolver, NetworkGuard},
    redact,
    response::{self, BodyError},
};

const MAX_REDIRECTS: usize = 5;

/// A fetched file.
pub struct Download {
    /// The URL after redirects.
    pub address: Url,
    /// The full body, decompressed.
    pub body: Vec<u8>,
}

/// Fetches public files: without a key, a cookie, or an `Authorization`.
#[derive(Default)]
pub struct PublicFetcher {
    settings: ClientSettings,
    guard: Option<NetworkGuard>,
    /// Rejects plain http, which can be tampered with.
    is_https_only: bool,
    /// The last client and its origin: most fetches share one.
    last: Mutex<Option<(Origin, reqwest::Client, Route)>>,
}

impl PublicFetcher {
    /// Creates a fetcher with these settings' proxy, limits, and certificates.
    #[must_use]
    pub fn new(settings: ClientSettings) -> Self {
        Self { settings, ..Self::default() }
    }

    /// Rejects this computer and the private network, also in redirects
    /// ([`ProblemCode::Unreachable`], or that of an unknown name). Each name is resolved once.
    /// Behind a proxy, the proxy resolves names.
    #[must_use]
    pub fn public_only(self, names: Arc<dyn NameResolver>) -> Self {
        Self { guard: Some(NetworkGuard::new(names)), ..self }
    }

    /// Rejects the private network like [`Self::public_only`], except for the origin of a typed URL
    /// whose IP addresses are all private.
    pub async fn allowing_origin_of(self, typed: &Url, names: Arc<dyn NameResolver>) -> Self {
        let mut guard = NetworkGuard::new(names);
        guard.allow(typed).await;
        Self { guard: Some(guard), ..self }
    }

    /// Rejects plain http, except to this computer; redirects to it fail with
    /// [`ProblemCode::Redirected`].
    #[must_use]
    pub fn https_only(self) -> Self {
        Self { is_https_only: true, ..self }
    }

    /// Fetches an http or https URL, up to 64 MB by default, with at most five redirects. Ends with
    /// the current [`CallContext`].
    ///
    /// Fails like a read, with [`ProblemCode::Redirected`] for too many or unsupported redirects,
    /// and with [`ProblemCode::Forbidden`] if access is restricted.
    pub async fn fetch(&self, address: &Url) -> Result<Download, Problem> {
        self.fetch_large(address, self.settings.limits.read, |_, _| {}).await
    }

    /// Fetches a large file: the read timeout applies to each piece, `time_limit` to the whole.
    /// Reports the bytes received and the total, if known.
    pub async fn fetch_large(
        &self,
        address: &Url,
        time_limit: Duration,
        on_progress: impl FnMut(u64, Option<u64>),
    ) -> Result<Download, Problem> {
        CallContext::current().unless_canceled(self.follow(address.clone(), time_limit, on_progress)).await
    }

    async fn follow(
        &self,
        mut address: Url,
        time_limit: Duration,
        mut on_progress: impl FnMut(u64, Option<u64>),
    ) -> Result<Download, Problem> {
        for _ in 0..=MAX_REDIRECTS {
            // Credentials would be sent as an `Authorization`.
            let is_anonymous = address.set_username("").and_then(|()| address.set_password(None)).is_ok();
            if !is_anonymous || !matches!(address.scheme(), "http" | "https") {
                return Err(problem(&address, ProblemCode::Redirected, "this is no address of the web"));
            }
            if self.is_https_only && address.scheme() != "https" && !address::is_loopback(&address) {
                return Err(problem(&address, ProblemCode::Redirected, "this is not https"));
            }
            if self.guard.as_ref().is_some_and(|guard| guard.forbids(&address)) {
                return Err(problem(&address, ProblemCode::Unreachable, "it leads into this computer's own network"));
            }
            let (http, route) = self.client(&address)?;
            let asked = http.get(address.clone()).timeout(time_limit).send().await;
            let mut response = asked.map_err(|error| {
                let error = error.without_url();
                problem(&address, failure::read_failure_code(route, &error), &failure::chain(&error))
            })?;
            match response.status() {
                status if status.is_success() => {
                    let (mut done, total) = (0, response.content_length());
                    let body = response::read_body(&mut response, self.settings.limits.body, |piece| {
                        done += piece.len() as u64;
                        on_progress(done, total);
                    });
                    let body = body.await;
                    let error = |error: BodyError| problem(&address, error.code(Verb::Read), &error.to_string());
                    return body.map_err(error).map(|body| Download { address, body });
                }
                status => match redirect_target(&address, &response) {
                    Some(next) => address = next,
                    None => return Err(problem_from_status(&address, status, &response)),
                },
            }
        }
        Err(problem(&address, ProblemCode::Redirected, "there are too many redirects"))
    }

    fn client(&self, address: &Url) -> Result<(reqwest::Client, Route), Problem> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((origin, http, route)) = &*last
            && *origin == address.origin()
        {
            return Ok((http.clone(), *route));
        }
        let mut http = reqwest::Client::builder().read_timeout(self.settings.limits.read);
        if let Some(guard) = &self.guard
            && self.settings.proxy_for(address).is_none()
        {
            http = http.dns_resolver(Arc::new(guard.resolver(address)));
        }
        let (http, route) = self.settings.http(address, http)?;
        *last = Some((address.origin(), http.clone(), route));
        Ok((http, route))
    }
}

fn redirect_target(address: &Url, response: &Response) -> Option<Url> {
    let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let location = response.headers().get(LOCATION).filter(|_| is_redirect)?;
    address.join(&String::from_utf8_lossy(location.as_bytes())).ok()
}

fn problem_from_status(address: &Url, status: StatusCode, response: &Response) -> Problem {
    let code = match status.as_u16() {
        300..=399 => ProblemCode::Redirected,
        404 | 410 => ProblemCode::NotFound,
        407 => ProblemCode::ProxyFailed,
        429 => ProblemCode::Throttled,
        503 => ProblemCode::Maintenance,
        400..=499 => ProblemCode::Forbidden,
        _ => ProblemCode::ServiceFault,
    };
    let pause = response.headers().get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    Problem {
        status: Some(status.as_u16()),
        retry_after: pause.and_then(|text| response::retry_after(text, jiff::Timestamp::now())),
        ..problem(address, code, &status.to_string())
    }
}

fn problem(address: &Url, code: ProblemCode, why: &str) -> Problem {
    Problem::new(code).with_detail(redact::truncate(&format!("GET {address}: {why}"), failure::MAX_DETAIL_CHARS))
}
