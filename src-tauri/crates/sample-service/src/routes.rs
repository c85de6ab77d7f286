//! The service's routes and shared state.

mod auth;
mod control;
mod faults;
mod input;
mod pages;
mod projects;
mod received;
mod reports;
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
use crate::profile::ServiceProfile;
use crate::fields::Fields;
use crate::requests::Requests;
use crate::stage::Stage;
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
    pub requests_per_minute: u32,
    pub throttle: Throttle,
    pub stage: Stage,
    /// What was asked, while the control interface is on.
    pub requests: Requests,
    /// Closed when the service is stopped.
    pub stopped: watch::Receiver<()>,
}

impl Context {
    /// The service's time, as in responses.
    fn date(&self) -> String {
        date(self.now.unwrap_or_else(Timestamp::now))
    }

    /// Returns the current profile.
    pub fn play(&self, profile: ServiceProfile) {
        let (limit, window) = (profile.throttle.limit, profile.throttle.window_s.get());
        self.throttle.restart(limit.unwrap_or(self.requests_per_minute), Duration::from_secs(window));
        self.stage.play(profile);
    }

    /// The monthly quota.
    fn quota(&self) -> u32 {
        self.stage.profile().quota.unwrap_or(self.quota)
    }

    /// The page to return.
    fn paging(&self, query: &Fields) -> Paging {
        let asked = query.paging();
        let per_page = self.stage.profile().lists.page_size.map_or(asked.per_page, NonZeroU32::get);
        Paging { per_page, ..asked }
    }

    /// Waits, but not longer than the service runs.
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
pub(crate) fn router(context: Arc<Context>, path: &str, control: bool) -> Router {
    // The key is asked for only where there is something: an unknown path is a 404 for everyone.
    let api = Router::new()
        .route("/v1/reports", get(reports::list).post(reports::create))
        .route("/v1/reports/{id}", get(reports::read).put(reports::update).delete(reports::delete))
        .route("/v1/projects", get(projects::list))
        .route("/v1/projects/{project}", axum::routing::delete(projects::delete))
        .route_layer(from_fn_with_state(Arc::clone(&context), shape::shape))
        .route_layer(from_fn_with_state(Arc::clone(&context), auth::require_key))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This method is not supported here.")
        })
        .fallback(async || Refusal::not_found())
        .layer(from_fn_with_state(Arc::clone(&context), faults::play))
        .layer(from_fn_with_state(Arc::clone(&context), throttle::limit));
    let pages = Router::new()
        .route("/login", get(pages::login))
        .route("/reports/{id}", get(pages::report).post(pages::unlock))
        .fallback(pages::missing)
        .layer(from_fn(pages::confine));
    let api = if control { api.layer(from_fn_with_state(Arc::clone(&context), received::keep)) } else { api };
    let mut service = Router::new().nest("/api", api).merge(pages);
    if !path.is_empty() {
        service = Router::new().nest(path, service).fallback(pages::missing);
    }
    if control {
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
