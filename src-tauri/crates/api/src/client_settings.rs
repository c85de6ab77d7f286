//! How a service is reached: limits, proxy, trust.

use std::{path::Path, sync::Arc, time::Duration};

use assay_model::{FieldReason, ServiceCapabilities, Network, Problem, ProblemCode, ProxyChoice, address};
use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{ClientBuilder, Proxy, redirect, retry};
use rustls::{
    ClientConfig, RootCertStore,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, pem::PemObject},
};
use rustls_platform_verifier::Verifier;
use url::Url;

use crate::failure::{self, Way};

/// How long to wait, how often to try, and how much to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// To reach the service, including the handshake: 10 s unless changed.
    pub connect: Duration,
    /// For the whole of a list or a read: 30 s unless changed. No repetition of a read begins after it.
    pub read: Duration,
    /// For the whole of a write: 90 s unless changed, since creating is synchronous (`field-notes.md` 17).
    pub write: Duration,
    /// The most bytes of an answer, unpacked: 64 MB unless changed.
    pub body: usize,
    /// How often a read is repeated, and a write of which nothing was sent: 3 times unless changed.
    pub repeats: usize,
    /// The shortest pause before a repetition, which doubles with each: 250 ms unless changed. Chance adds up to as
    /// much again, so that several calls that failed together do not come back together.
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

/// How a service is reached, and what is known of it from earlier.
#[derive(Debug, Clone, Default)]
pub struct ClientSettings {
    /// How long to wait and how much to read.
    pub limits: Limits,
    /// Which proxy requests go through.
    pub proxy: ProxyChoice,
    /// Certificates to trust besides the system's.
    pub authorities: Vec<CertificateDer<'static>>,
    /// What the service was seen to do in earlier sessions.
    pub generation: ServiceCapabilities,
}

impl ClientSettings {
    /// The setup of a connection: reads its certificate file.
    ///
    /// Fails with [`ProblemCode::InvalidInput`] for each setting that cannot be used.
    pub async fn of(network: &Network, generation: ServiceCapabilities) -> Result<Self, Problem> {
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
        let authorities = match &network.ca_file {
            Some(file) => authorities(Path::new(file)).await.unwrap_or_else(|reason| {
                noted("ca_file", reason);
                Vec::new()
            }),
            None => Vec::new(),
        };
        if !wrong.is_empty() {
            return Err(Problem { fields: wrong, ..Problem::new(ProblemCode::InvalidInput) });
        }
        let limits = Limits {
            connect: Duration::from_secs(network.connect_seconds.into()),
            read: Duration::from_secs(network.read_seconds.into()),
            write: Duration::from_secs(network.write_seconds.into()),
            ..Limits::default()
        };
        Ok(Self { limits, proxy: network.proxy.clone(), authorities, generation })
    }

    /// The proxy that requests to an address go through, if any.
    pub(crate) fn proxy_for(&self, base: &Url) -> Option<Url> {
        match &self.proxy {
            ProxyChoice::Direct => None,
            ProxyChoice::Own { address } => proxy_address(address).ok(),
            // The system's proxy would look for the service on its own machine.
            ProxyChoice::System if address::is_loopback(base) => None,
            ProxyChoice::System => {
                let intercept = Matcher::from_system().intercept(&base.as_str().parse().ok()?)?;
                Url::parse(&intercept.uri().to_string()).ok()
            }
        }
    }

    /// What sends requests to a base address, and the way that they take. It follows no redirects and sends nothing twice.
    pub(crate) fn http(&self, base: &Url, http: ClientBuilder) -> Result<(reqwest::Client, Way), Problem> {
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
            // The library asks the system itself, with the password where there is one.
            _ => {}
        }
        Ok((http.build().map_err(internal)?, Way::of(base, proxy.is_some())))
    }

    /// Trusts whom the system trusts, and the connection's own authorities. On a way to a base address that has nothing
    /// to do with certificates none are read: systems have many, or none at all.
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

/// A proxy's address: http or https, a missing scheme means http. A user name and a password would have to be kept as
/// secrets and are refused.
fn proxy_address(typed: &str) -> Result<Url, FieldReason> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(FieldReason::Required);
    }
    let with_scheme = if typed.contains("://") { typed.to_owned() } else { format!("http://{typed}") };
    address::base(&with_scheme, true)
}

async fn authorities(file: &Path) -> Result<Vec<CertificateDer<'static>>, FieldReason> {
    let pem = tokio::fs::read(file).await.map_err(|_| FieldReason::UnreadableFile)?;
    let found: Vec<_> =
        CertificateDer::pem_slice_iter(&pem).collect::<Result<_, _>>().map_err(|_| FieldReason::NoCertificate)?;
    let mut roots = RootCertStore::empty();
    let is_whole = found.iter().all(|certificate| roots.add(certificate.clone()).is_ok());
    if is_whole && !found.is_empty() { Ok(found) } else { Err(FieldReason::NoCertificate) }
}
