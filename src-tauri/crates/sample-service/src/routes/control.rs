//! The control interface: profile and recorded requests. For tests; see the crate's README.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router};

use super::Context;
use crate::answer::Refusal;
use crate::requests::Received;
use crate::service_profile::ServiceProfile;

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/control", get(show).put(play).delete(end))
        .route("/control/requests", get(requests).delete(forget))
        .method_not_allowed_fallback(async || {
            Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "This method is not supported here.")
        })
}

async fn show(State(context): State<Arc<Context>>) -> Json<ServiceProfile> {
    Json((*context.script.profile()).clone())
}

async fn play(State(context): State<Arc<Context>>, body: Bytes) -> Result<Json<ServiceProfile>, Refusal> {
    let profile = read(&body).map_err(|message| Refusal::new(StatusCode::BAD_REQUEST, message))?;
    context.apply_profile(profile);
    Ok(show(State(context)).await)
}

async fn end(State(context): State<Arc<Context>>) -> Json<ServiceProfile> {
    context.apply_profile(ServiceProfile::default());
    show(State(context)).await
}

async fn requests(State(context): State<Arc<Context>>) -> Json<Vec<Received>> {
    Json(context.requests.all())
}

async fn forget(State(context): State<Arc<Context>>) -> StatusCode {
    context.requests.forget();
    StatusCode::NO_CONTENT
}

/// Parses a profile; errors include the location.
fn read(body: &[u8]) -> Result<ServiceProfile, String> {
    let mut json = serde_json::Deserializer::from_slice(body);
    let profile = serde_path_to_error::deserialize(&mut json).map_err(|error| error.to_string())?;
    json.end().map_err(|error| error.to_string())?;
    Ok(profile)
}
