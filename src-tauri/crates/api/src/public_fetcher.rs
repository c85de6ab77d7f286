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
    answer::{self, Broken},
    call::Verb,
    failure::{self, Way},
    hide,
    near::{self, Beyond},
};

/// The most redirects that are followed.
const MOST_REDIRECTS: usize = 5;

/// A fetched file.
pub struct Fetched {
    /// Where redirects ended.
    pub address: Url,
    /// The full body, decompressed.
    pub body: Vec<u8>,
}

/// Fetches public files: without a key, a cookie, or an `Authorization`.
#[derive(Default)]
pub struct PublicFetcher {
    setup: ClientSettings,
    /// Nothing near is asked.
    is_beyond: bool,
    /// Nothing is asked for in a way on which somebody could put something else in its place.
    is_secure: bool,
    /// What was used last, for where it was used: what is fetched is mostly of one place.
    last: Mutex<Option<(Origin, reqwest::Client, Way)>>,
}

impl PublicFetcher {
    /// Creates a fetcher with these settings' proxy, limits, and certificates.
    #[must_use]
    pub fn new(setup: ClientSettings) -> Self {
        Self { setup, ..Self::default() }
    }

    /// Rejects this computer and the private network, also in redirects
    /// ([`ProblemCode::Unreachable`], or that of an unknown name). Each name is resolved once.
    /// Behind a proxy, the proxy resolves names.
    #[must_use]
    pub fn beyond_this_network(self) -> Self {
        Self { is_beyond: true, ..self }
    }

    /// Rejects the private network like [`Self::public_only`], except for the origin of a typed URL
    /// whose IP addresses are all private.
    #[must_use]
    pub fn secure(self) -> Self {
        Self { is_secure: true, ..self }
    }

    /// Rejects plain http, except to this computer; redirects to it fail with
    /// [`ProblemCode::Redirected`].
    pub async fn fetch(&self, address: &Url) -> Result<Fetched, Problem> {
        self.fetch_large(address, self.setup.limits.read, |_, _| {}).await
    }

    /// As [`Self::fetch`], for what takes its time: the setup's time for a read is that of each piece, another one that
    /// of the whole. Tells how many bytes came so far, and of how many where that is known.
    pub async fn fetch_large(
        &self,
        address: &Url,
        longest: Duration,
        told: impl FnMut(u64, Option<u64>),
    ) -> Result<Fetched, Problem> {
        CallContext::current().unless_cancelled(self.follow(address.clone(), longest, told)).await
    }

    async fn follow(
        &self,
        mut address: Url,
        longest: Duration,
        mut told: impl FnMut(u64, Option<u64>),
    ) -> Result<Fetched, Problem> {
        for _ in 0..=MOST_REDIRECTS {
            // They would be sent as an `Authorization`.
            let is_anonymous = address.set_username("").and_then(|()| address.set_password(None)).is_ok();
            if !is_anonymous || !matches!(address.scheme(), "http" | "https") {
                return Err(about(&address, ProblemCode::Redirected, "this is no address of the web"));
            }
            if self.is_secure && address.scheme() != "https" && !address::is_loopback(&address) {
                return Err(about(&address, ProblemCode::Redirected, "this is not https"));
            }
            if self.is_beyond && near::is_plainly_near(&address) {
                return Err(about(&address, ProblemCode::Unreachable, "it leads into this computer's own network"));
            }
            let (http, way) = self.client(&address)?;
            let asked = http.get(address.clone()).timeout(longest).send().await;
            let mut response = asked.map_err(|error| {
                let error = error.without_url();
                about(&address, failure::unread(way, &error), &failure::chain(&error))
            })?;
            match response.status() {
                status if status.is_success() => {
                    let (mut done, total) = (0, response.content_length());
                    let body = answer::body(&mut response, self.setup.limits.body, |piece| {
                        done += piece.len() as u64;
                        told(done, total);
                    });
                    let body = body.await;
                    let broken = |broken: Broken| about(&address, broken.code(Verb::Read), &broken.to_string());
                    return body.map_err(broken).map(|body| Fetched { address, body });
                }
                status => match onward(&address, &response) {
                    Some(next) => address = next,
                    None => return Err(refused(&address, status, &response)),
                },
            }
        }
        Err(about(&address, ProblemCode::Redirected, "there are too many redirects"))
    }

    fn client(&self, address: &Url) -> Result<(reqwest::Client, Way), Problem> {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((origin, http, way)) = &*last
            && *origin == address.origin()
        {
            return Ok((http.clone(), *way));
        }
        let mut http = reqwest::Client::builder().read_timeout(self.setup.limits.read);
        if self.is_beyond && self.setup.proxy_for(address).is_none() {
            http = http.dns_resolver(Arc::new(Beyond));
        }
        let (http, way) = self.setup.http(address, http)?;
        *last = Some((address.origin(), http.clone(), way));
        Ok((http, way))
    }
}

/// Where an answer redirects to.
fn onward(address: &Url, response: &Response) -> Option<Url> {
    let is_redirect = matches!(response.status().as_u16(), 301 | 302 | 303 | 307 | 308);
    let location = response.headers().get(LOCATION).filter(|_| is_redirect)?;
    address.join(&String::from_utf8_lossy(location.as_bytes())).ok()
}

fn refused(address: &Url, status: StatusCode, response: &Response) -> Problem {
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
        retry_after: pause.and_then(|text| answer::retry_after(text, jiff::Timestamp::now())),
        ..about(address, code, &status.to_string())
    }
}

fn about(address: &Url, code: ProblemCode, why: &str) -> Problem {
    Problem::new(code).with_detail(hide::cut(&format!("GET {address}: {why}"), failure::DETAIL))
}
