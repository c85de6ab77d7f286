//! The service's routes and shared state.

mod auth;
#[cfg(feature = "faults")]
mod control;
#[cfg(feature = "faults")]
mod faults;
#[cfg(feature = "faults")]
mod hostile;
mod input;
#[cfg(feature = "faults")]
mod lies;
#[cfg(feature = "faults")]
mod others;
mod pages;
mod projects;
#[cfg(feature = "faults")]
mod received;
mod reports;
#[cfg(feature = "faults")]
mod shape;
pub(crate) mod throttle;

use std::num::NonZeroU32;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use jiff::Timestamp;
use tokio::sync::watch;

use crate::answer::{Refusal, date};
#[cfg(feature = "faults")]
use crate::fault_script::FaultScript;
use crate::fields::Fields;
#[cfg(feature = "faults")]
use crate::requests::Requests;
use crate::service_profile::ServiceProfile;
use crate::store::{Paging, Store};
use throttle::Throttle;

/// The handlers' shared state.
pub(crate) struct Context {
    pub store: Store,
    pub key: String,
    /// The base URL, without a trailing slash.
    pub base: String,
    /// The stopped clock's time, if any.
    pub now: Option<Timestamp>,
    pub delay: Duration,
    /// The quota and rate limit, unless the profile sets them.
    pub quota: u32,
    #[cfg(feature = "faults")]
    pub requests_per_minute: u32,
    pub throttle: Throttle,
    #[cfg(feature = "faults")]
    pub control: bool,
    #[cfg(feature = "faults")]
    pub script: FaultScript,
    /// Recorded requests, while the control interface is on.
    #[cfg(feature = "faults")]
    pub requests: Requests,
    /// Closed when the service is stopped.
    pub stopped: watch::Receiver<()>,
}

impl Context {
    /// The service's time, as in responses.
    fn date(&self) -> String {
        date(self.now.unwrap_or_else(Timestamp::now))
    }

    #[cfg(feature = "faults")]
    pub fn profile(&self) -> Arc<ServiceProfile> {
        self.script.profile()
    }

    #[cfg(not(feature = "faults"))]
    #[expect(clippy::unused_self, reason = "with faults, it is asked of the service")]
    pub fn profile(&self) -> ServiceProfile {
        ServiceProfile::default()
    }

    /// Applies a profile and resets the rate limit.
    #[cfg(feature = "faults")]
    pub fn apply_profile(&self, profile: ServiceProfile) {
        let (limit, window) = (profile.throttle.limit, profile.throttle.window_s.get());
        self.throttle.restart(limit.unwrap_or(self.requests_per_minute), Duration::from_secs(window));
        self.script.apply_profile(profile);
    }

    fn quota(&self) -> u32 {
        self.profile().quota.unwrap_or(self.quota)
    }

    /// The page to return.
    fn paging(&self, query: &Fields) -> Paging {
        let asked = query.paging();
        let per_page = self.profile().lists.page_size.map_or(asked.per_page, NonZeroU32::get);
        Paging { per_page, ..asked }
    }

    /// Waits, at most until the service stops.
    #[cfg(feature = "faults")]
    async fn pause(&self, time: Duration) {
        tokio::select! {
            () = tokio::time::sleep(time) => {}
            () = self.stopping() => {}
        }
    }

    /// Waits until the service is stopped.
    pub async fn stopping(&self) {
        // Nothing is ever sent: the closed channel is the signal.
        let _ = self.stopped.clone().changed().await;
    }
}

/// The service, below a path that is empty or begins with a slash. The control interface, if on, is
/// at the root.
pub(crate) fn router(context: Arc<Context>, path: &str) -> Router {
    // Unknown paths are a 404 with or without a key.
    let api = Router::new()
        .route("/v1/reports", get(reports::list).post(reports::create))
        .route("/v1/reports/{id}", get(reports::read).put(reports::update).delete(reports::delete))
        .route("/v1/projects", get(projects::list))
        .route("/v1/projects/{project}", axum::routing::delete(projects::delete));
    #[cfg(feature = "faults")]
    let api = api.route_layer(from_fn_with_state(Arc::clone(&context), shape::shape));
    let api = api
        .route_layer(from_fn_with_state(Arc::clone(&context), auth::require_key))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This method is not supported here.")
        })
        .fallback(async || Refusal::not_found());
    #[cfg(feature = "faults")]
    let api = api.layer(from_fn_with_state(Arc::clone(&context), faults::play));
    let api = api.layer(from_fn_with_state(Arc::clone(&context), throttle::limit));
    #[cfg(feature = "faults")]
    let api = if context.control { api.layer(from_fn_with_state(Arc::clone(&context), received::keep)) } else { api };
    let pages = Router::new()
        .route("/login", get(pages::login))
        .route("/reports/{id}", get(pages::report).post(pages::unlock))
        .fallback(pages::missing)
        .layer(from_fn(pages::confine));
    let mut service = Router::new().nest("/api", api).merge(pages);
    if !path.is_empty() {
        service = Router::new().nest(path, service).fallback(pages::missing);
    }
    #[cfg(feature = "faults")]
    if context.control {
        service = service.merge(control::routes());
    }
    service.with_state(context)
}

/// A path segment, decoded as a whole: `a%2Fb` is one (field note 27). Invalid text matches
/// nothing.
struct Segment(String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(segment) = Path::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        Ok(Self(segment))
    }
}
