//! The API key (field note 28).

use std::sync::Arc;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::json;
use subtle::ConstantTimeEq;

use super::Context;

/// Requires the key. Without it, JSON requests get a 401, others a redirect to the login page.
pub(super) async fn require_key(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    if holds_key(request.headers(), &context.key) {
        next.run(request).await
    } else {
        refused(request.headers(), &context)
    }
}

/// The response to an invalid key.
pub(super) fn refused(asked: &HeaderMap, context: &Context) -> Response {
    if wants_json(asked) {
        (StatusCode::UNAUTHORIZED, Json(json!({"message": "This needs a valid key."}))).into_response()
    } else {
        (StatusCode::FOUND, [(LOCATION, format!("{}/login", context.base))]).into_response()
    }
}

pub(super) fn holds_key(headers: &HeaderMap, key: &str) -> bool {
    let Some((scheme, sent)) = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' ')) else {
        return false;
    };
    scheme.eq_ignore_ascii_case("bearer") && bool::from(sent.trim().as_bytes().ct_eq(key.as_bytes()))
}

fn wants_json(headers: &HeaderMap) -> bool {
    headers.get(ACCEPT).and_then(|value| value.to_str().ok()).is_some_and(|accept| {
        let first = accept.split([',', ';']).next().unwrap_or_default();
        first.trim().eq_ignore_ascii_case("application/json")
    })
}
