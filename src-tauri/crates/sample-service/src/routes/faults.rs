//! Plays faults.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Json;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_LENGTH, LOCATION};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use futures_util::{StreamExt, stream};
use serde_json::json;

use super::{Context, auth, hostile, lies, throttle};
use crate::connection::ConnectionCloser;
use crate::service_profile::{self, Fault, Rule};

/// Spaces per chunk, in bytes.
const CHUNK: usize = 64 * 1024;
static SPACES: [u8; CHUNK] = [b' '; CHUNK];

/// Plays the request's fault, if any.
pub(super) async fn play(
    State(context): State<Arc<Context>>,
    ConnectInfo(closer): ConnectInfo<ConnectionCloser>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let rule = context.script.fault(request.method().as_str(), path.strip_prefix("/v1/").unwrap_or(path));
    let Some(Rule { after_work, fault, .. }) = rule else { return next.run(request).await };
    match fault {
        Fault::Hang => {
            worked(after_work, request, next).await;
            context.stopping().await;
            hung_up(&closer)
        }
        Fault::Drop => {
            worked(after_work, request, next).await;
            hung_up(&closer)
        }
        Fault::Cut => match worked(after_work, request, next).await {
            Some(answer) => cut(answer).await,
            None => cut(other(StatusCode::OK, &service_profile::Body::Message)).await,
        },
        Fault::Delay { ms } if after_work => {
            let answer = next.run(request).await;
            context.pause(Duration::from_millis(ms)).await;
            answer
        }
        Fault::Delay { ms } => {
            context.pause(Duration::from_millis(ms)).await;
            next.run(request).await
        }
        Fault::Answer { status, body, retry_after_s } => {
            worked(after_work, request, next).await;
            let mut answer = other(status, &body);
            if let Some(seconds) = retry_after_s {
                throttle::ask_to_wait(&mut answer, seconds, context.profile().throttle.retry_after);
            }
            answer
        }
        Fault::Redirect { to } => {
            worked(after_work, request, next).await;
            (StatusCode::FOUND, [(LOCATION, to)]).into_response()
        }
        Fault::KeyRefused => {
            let refused = auth::refused(request.headers(), &context);
            worked(after_work, request, next).await;
            refused
        }
        Fault::Takes(fields) => lies::take(request, next, &context, &fields).await,
        Fault::Deaf => lies::ignore(request, next, &context).await,
        Fault::OtherReport { id } => {
            worked(after_work, request, next).await;
            lies::other_report(&context, id).await
        }
        Fault::Short { keeps, nulls } => lies::shorten(next.run(request).await, &keeps, nulls).await,
        Fault::TooLarge { bytes } => padded(next.run(request).await, bytes),
        Fault::SlowDrip { pause_ms } => {
            dripping(next.run(request).await, context, Duration::from_millis(pause_ms)).await
        }
        Fault::Echo => hostile::echo(request, next).await,
        Fault::Bomb { place, bytes } => {
            worked(after_work, request, next).await;
            hostile::bomb(place, bytes)
        }
        Fault::RepeatedNames { times } => hostile::repeat_names(next.run(request).await, times).await,
    }
}

/// The true response, if the work is to be done.
async fn worked(wanted: bool, request: Request, next: Next) -> Option<Response> {
    if wanted { Some(next.run(request).await) } else { None }
}

/// A response that is never delivered.
fn hung_up(closer: &ConnectionCloser) -> Response {
    closer.close();
    StatusCode::INTERNAL_SERVER_ERROR.into_response()
}

fn other(status: StatusCode, body: &service_profile::Body) -> Response {
    let text = status.canonical_reason().unwrap_or("Error");
    match body {
        service_profile::Body::Message => {
            (status, Json(json!({"message": text, "status": status.as_u16()}))).into_response()
        }
        service_profile::Body::Html => {
            let page = format!("<!DOCTYPE html><html><head><title>{status}</title></head><body>{text}</body></html>");
            (status, Html(page)).into_response()
        }
        service_profile::Body::Empty => status.into_response(),
        service_profile::Body::Text(text) => (status, text.clone()).into_response(),
        service_profile::Body::Json(json) => (status, Json(json)).into_response(),
    }
}

/// A response interrupted in the middle.
async fn cut(answer: Response) -> Response {
    let (mut parts, body) = whole(answer).await;
    let half = body.slice(..body.len() / 2);
    let broken_off = stream::once(async {
        // Lets the sent part leave the server before the connection ends.
        tokio::task::yield_now().await;
        Err(io::Error::from(io::ErrorKind::ConnectionAborted))
    });
    let pieces = stream::once(async { Ok(half) }).chain(broken_off);
    parts.headers.insert(CONTENT_LENGTH, body.len().into());
    Response::from_parts(parts, Body::from_stream(pieces))
}

/// A response after that many spaces.
fn padded(answer: Response, bytes: u64) -> Response {
    let (mut parts, body) = answer.into_parts();
    let spaces = stream::unfold(bytes, async |left| {
        let now = usize::try_from(left).unwrap_or(CHUNK).min(CHUNK);
        let sent = u64::try_from(now).unwrap_or(left);
        (now > 0).then(|| (Ok::<_, axum::Error>(Bytes::from_static(&SPACES[..now])), left - sent))
    });
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from_stream(spaces.chain(body.into_data_stream())))
}

/// A response sent byte by byte.
async fn dripping(answer: Response, context: Arc<Context>, pause: Duration) -> Response {
    let (mut parts, body) = whole(answer).await;
    parts.headers.insert(CONTENT_LENGTH, body.len().into());
    let drops = stream::unfold(body, move |mut body| {
        let context = Arc::clone(&context);
        async move {
            if body.is_empty() {
                return None;
            }
            context.pause(pause).await;
            let drop = body.split_to(1);
            Some((Ok::<_, io::Error>(drop), body))
        }
    });
    Response::from_parts(parts, Body::from_stream(drops))
}

/// A response with its complete body.
pub(super) async fn whole(answer: Response) -> (axum::http::response::Parts, Bytes) {
    let (parts, body) = answer.into_parts();
    // The handlers' bodies are in memory, so reading can't fail.
    (parts, to_bytes(body, usize::MAX).await.unwrap_or_default())
}
