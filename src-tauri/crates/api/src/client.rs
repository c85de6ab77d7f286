use std::sync::Arc;

use assay_model::{Problem, RateLimit, Secret, ServiceCapabilities};
use jiff::Timestamp;
use tokio::sync::watch;
use url::Url;

use crate::{ClientSettings, PreSendHook, Wait, transport::Transport};

/// A client of a service, with its key. Cheap to clone; clones share their connections and rate
/// limiter.
#[derive(Clone)]
pub struct Client {
    pub(crate) transport: Arc<Transport>,
    pub(crate) pre_send: Option<PreSendHook>,
}

impl Client {
    /// Creates a client for a base URL, which may have a port and a path (`field-notes.md` 32).
    ///
    /// Fails with [`InvalidInput`](assay_model::ProblemCode::InvalidInput) for `key` if it can't be
    /// sent in a header, and for `base_url` if [`address::base`](assay_model::address::base)
    /// rejects it or a proxy would forward the key over plain http without permission. The caller
    /// checks if plain http to the service is allowed.
    pub fn new(base: &Url, key: Secret, settings: ClientSettings) -> Result<Self, Problem> {
        let transport = Transport::new(base, key, settings, reqwest::Client::builder())?;
        Ok(Self { transport: Arc::new(transport), pre_send: None })
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
        self.transport.service().rate_limit
    }

    /// Returns the service's time, if a response told it and the computer has not slept since.
    #[must_use]
    pub fn service_time(&self) -> Option<Timestamp> {
        let told = self.transport.service().clock?;
        told.now(self.transport.clock)
    }

    /// Returns the service's capabilities, based on this session and earlier ones.
    #[must_use]
    pub fn generation(&self) -> ServiceCapabilities {
        self.transport.service().capabilities.clone()
    }

    /// Watches the calls that wait for the rate limit.
    #[must_use]
    pub fn waits(&self) -> watch::Receiver<Option<Wait>> {
        self.transport.limiter.waits()
    }

    /// Watches whether the service refuses the key.
    #[must_use]
    pub fn key_refusals(&self) -> watch::Receiver<bool> {
        self.transport.key_refused.subscribe()
    }

    /// Fails all calls that wait for the rate limit with
    /// [`Canceled`](assay_model::ProblemCode::Canceled).
    pub fn stop_waiting(&self) {
        self.transport.limiter.stop_waiting();
    }
}
