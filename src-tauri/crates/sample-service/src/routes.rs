//! The paths of the service, and what its handlers share.

mod auth;
mod input;
mod pages;
mod projects;
mod reports;
pub(crate) mod throttle;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::get;
use jiff::Timestamp;

use crate::answer::{Refusal, date};
use crate::store::Store;
use throttle::Throttle;

/// What the handlers share.
pub(crate) struct Context {
    pub store: Store,
    pub key: String,
    /// The base address, no trailing slash.
    pub base: String,
    /// Where the clock is held still.
    pub now: Option<Timestamp>,
    pub delay: Duration,
    pub quota: u32,
    pub throttle: Throttle,
}

impl Context {
    /// The service's time, as a date of the answers.
    fn date(&self) -> String {
        date(self.now.unwrap_or_else(Timestamp::now))
    }
}

/// The whole service.
pub(crate) fn router(context: Arc<Context>) -> Router {
    // The key is asked for only where there is something: an unknown path is a 404 for everyone.
    let api = Router::new()
        .route("/v1/reports", get(reports::list).post(reports::create))
        .route("/v1/reports/{id}", get(reports::read).put(reports::update).delete(reports::delete))
        .route("/v1/projects", get(projects::list))
        .route("/v1/projects/{project}", axum::routing::delete(projects::delete))
        .route_layer(from_fn_with_state(Arc::clone(&context), auth::require_key))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This method is not supported here.")
        })
        .fallback(async || Refusal::not_found())
        .layer(from_fn_with_state(Arc::clone(&context), throttle::limit));
    let pages = Router::new()
        .route("/login", get(pages::login))
        .route("/reports/{id}", get(pages::report).post(pages::unlock))
        .fallback(pages::missing)
        .layer(from_fn(pages::confine));
    Router::new().nest("/api", api).merge(pages).with_state(context)
}

/// A path segment, decoded as a whole: `a%2Fb` is one (field note 27). One that is no text matches nothing.
struct Segment(String);

impl<S: Send + Sync> FromRequestParts<S> for Segment {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(segment) = Path::from_request_parts(parts, state).await.map_err(|_| Refusal::not_found())?;
        Ok(Self(segment))
    }
}
