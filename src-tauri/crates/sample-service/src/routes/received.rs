//! Records requests for tests.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::{Context, auth};
use crate::answer::Refusal;
use crate::fields::Fields;
use crate::requests::{Received, without_secrets};

/// In bytes, the same as the handlers' limit.
const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;

pub(super) async fn keep(
    State(context): State<Arc<Context>>,
    OriginalUri(uri): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_BODY_BYTES).await else {
        return Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "This is too much.").into_response();
    };
    let is_form = parts
        .headers
        .get(CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|value| value.starts_with("application/x-www-form-urlencoded"));
    let fields = if is_form { Fields::parse(&body).into_pairs() } else { Vec::new() };
    let (headers, form) = without_secrets(&parts.headers, fields);
    context.requests.add(Received {
        method: parts.method.to_string(),
        path: uri.path().to_owned(),
        query: uri.query().unwrap_or_default().to_owned(),
        headers,
        key: auth::holds_key(&parts.headers, &context.key),
        form,
    });
    next.run(Request::from_parts(parts, Body::from(body))).await
}
