//! Client settings: limits, proxy, and trust.

use std::{sync::Arc, time::Duration};

use assay_model::{FieldReason, Network, Problem, ProblemCode, ProxyChoice, ServiceCapabilities, address};
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{ClientBuilder, Proxy, redirect, retry};
use rustls::{ClientConfig, RootCertStore, crypto::aws_lc_rs, pki_types::CertificateDer};
use rustls_platform_verifier::Verifier;
use url::Url;

use crate::{
    Clock,
    failure::{self, Route},
};

/// Timeouts, retries, and size limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The connect timeout, including the handshake; 10 s by default.
    pub connect: Duration,
    /// The timeout of a read; 30 s by default. No retry starts after it.
    pub read: Duration,
    /// The timeout of a write; 90 s by default, since creates are synchronous (`field-notes.md`
    /// 17).
    pub write: Duration,
    /// The maximum size of a response in bytes, decompressed; 64 MB by default.
    pub body: usize,
    /// The number of retries of a read, or of a write that was not sent; 3 by default.
    pub repeats: usize,
    /// The first pause before a retry; 250 ms by default. It doubles each time, with up to as much
    /// jitter.
    pub pause: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            read: Duration::from_secs(30),
            write: Duration::from_secs(90),
            body: 64_000_000,
            repeats: 3,
            pause: Duration::from_millis(250),
        }
    }
}

/// How a service is reached, and its earlier capabilities.
#[derive(Debug, Clone, Default)]
pub struct ClientSettings {
    /// Timeouts and size limits.
    pub limits: Limits,
    /// The proxy.
    pub proxy: ProxyChoice,
    /// Certificates to trust in addition to the system's.
    pub authorities: Vec<CertificateDer<'static>>,
    /// Whether plain http is allowed: a proxy may then see the key.
    pub allow_insecure: bool,
    /// The service's capabilities from earlier sessions.
    pub generation: ServiceCapabilities,
    /// This computer's clock.
    pub clock: Clock,
}

impl ClientSettings {
    /// Converts a connection's network settings, without its certificates and permission for plain
    /// http.
    ///
    /// Fails with [`ProblemCode::InvalidInput`] for each invalid setting.
    pub fn of(network: &Network, generation: ServiceCapabilities) -> Result<Self, Problem> {
        let mut wrong = Vec::new();
        let mut noted = |field: &str, reason| wrong.extend(Problem::invalid(field, reason).fields);
        for (field, seconds, most) in [
            ("connect_seconds", network.connect_seconds, 120),
            ("read_seconds", network.read_seconds, 600),
            ("write_seconds", network.write_seconds, 600),
        ] {
            if !(1..=most).contains(&seconds) {
                noted(field, FieldReason::OutOfRange { least: 1, most: most.into() });
            }
        }
        if let ProxyChoice::Own { address } = &network.proxy
            && let Err(reason) = proxy_address(address)
        {
            noted("proxy", reason);
        }
        if !wrong.is_empty() {
            return Err(Problem { fields: wrong, ..Problem::new(ProblemCode::InvalidInput) });
        }
        let limits = Limits {
            connect: Duration::from_secs(network.connect_seconds.into()),
            read: Duration::from_secs(network.read_seconds.into()),
            write: Duration::from_secs(network.write_seconds.into()),
            ..Limits::default()
        };
        Ok(Self { limits, proxy: network.proxy.clone(), generation, ..Self::default() })
    }

    /// Returns the connection's own proxy, if any.
    #[must_use]
    pub fn own_proxy(&self) -> Option<Url> {
        match &self.proxy {
            ProxyChoice::Own { address } => proxy_address(address).ok(),
            ProxyChoice::System | ProxyChoice::Direct => None,
        }
    }

    /// The proxy for requests to a URL, if any.
    pub(crate) fn proxy_for(&self, base: &Url) -> Option<Url> {
        match &self.proxy {
            ProxyChoice::Direct => None,
            ProxyChoice::Own { address } => proxy_address(address).ok(),
            // The proxy would resolve loopback to its own machine.
            ProxyChoice::System if address::is_loopback(base) => None,
            ProxyChoice::System => {
                let intercept = Matcher::from_system().intercept(&base.as_str().parse().ok()?)?;
                Url::parse(&intercept.uri().to_string()).ok()
            }
        }
    }

    /// The HTTP client for a base URL, and its route. It follows no redirects and sends nothing twice.
    pub(crate) fn http(&self, base: &Url, http: ClientBuilder) -> Result<(reqwest::Client, Route), Problem> {
        let internal = |error: reqwest::Error| Problem::new(ProblemCode::Internal).with_detail(failure::chain(&error));
        let proxy = self.proxy_for(base);
        let mut http = http
            .tls_backend_preconfigured(self.tls(base)?)
            .user_agent(concat!("Assay/", env!("CARGO_PKG_VERSION")))
            .connect_timeout(self.limits.connect)
            .redirect(redirect::Policy::none())
            .referer(false)
            // A write must not reach the service twice (`field-notes.md` 19).
            .retry(retry::never());
        match (&self.proxy, &proxy) {
            (_, None) => http = http.no_proxy(),
            (ProxyChoice::Own { .. }, Some(own)) => {
                http = http.no_proxy().proxy(Proxy::all(own.clone()).map_err(internal)?);
            }
            // The library reads the system's settings itself, with a password if any.
            _ => {}
        }
        Ok((http.build().map_err(internal)?, Route::of(base, proxy.is_some())))
    }

    /// Trusts the system's certificates and the connection's own. Without TLS none are read, since
    /// that may be slow or fail.
    pub(crate) fn tls(&self, base: &Url) -> Result<ClientConfig, Problem> {
        let provider = Arc::new(aws_lc_rs::default_provider());
        let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(failure::chain(&error)))?;
        let nobody = RootCertStore::empty;
        let is_secure = |url: &Url| url.scheme() == "https";
        let builder = if is_secure(base) || self.proxy_for(base).as_ref().is_some_and(is_secure) {
            match Verifier::new_with_extra_roots(self.authorities.iter().cloned(), provider) {
                Ok(verifier) => builder.dangerous().with_custom_certificate_verifier(Arc::new(verifier)),
                // The system has no certificates.
                Err(_) if self.authorities.is_empty() => builder.with_root_certificates(nobody()),
                Err(error) => {
                    return Err(Problem::new(ProblemCode::CaFileUnusable).with_detail(failure::chain(&error)));
                }
            }
        } else {
            builder.with_root_certificates(nobody())
        };
        let mut config = builder.with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        Ok(config)
    }
}

/// Parses a proxy's URL: http (the default) or https. Credentials are rejected, since they would
/// have to be stored as secrets.
fn proxy_address(typed: &str) -> Result<Url, FieldReason> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(FieldReason::Required);
    }
    let with_scheme = if typed.contains("://") { typed.to_owned() } else { format!("http://{typed}") };
    address::base(&with_scheme, true)
}
