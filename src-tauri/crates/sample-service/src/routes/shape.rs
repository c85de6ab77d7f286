//! Converts responses to the form of the profile.

use std::sync::Arc;

use axum::Json;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Context;
use crate::answer::{Kind, Refusal};
use crate::shape;

/// Converts responses with a kind; none by default.
pub(super) async fn shape(State(context): State<Arc<Context>>, request: Request, next: Next) -> Response {
    shaped(&context, next.run(request).await).await
}

/// A handler's response in the form of the profile.
pub(super) async fn shaped(context: &Context, response: Response) -> Response {
    let profile = context.profile();
    let Some(kind) = response.extensions().get::<Kind>().copied().filter(|_| profile.shapes()) else {
        return response;
    };
    let status = response.status();
    let body = to_bytes(response.into_body(), usize::MAX).await.ok();
    let Some(answer) = body.and_then(|body| serde_json::from_slice(&body).ok()) else {
        return Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, "The answer could not be shaped.").into_response();
    };
    (status, Json(shape::answer(kind, answer, &profile))).into_response()
}
