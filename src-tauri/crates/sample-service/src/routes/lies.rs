//! False responses of success.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use url::form_urlencoded;

use super::{Context, Segment, faults::whole, reports, shape::shaped};
use crate::answer::{self, Record};
use crate::fields::Fields;
use crate::store::reports as rows;

/// In bytes, the same as the handlers' limit.
const MAX_BODY_BYTES: usize = 2 * 1024 * 1024;

/// Replaces some fields of a form, and responds as if they were unchanged.
pub(super) async fn take(
    request: Request,
    next: Next,
    context: &Arc<Context>,
    fields: &BTreeMap<String, Option<String>>,
) -> Response {
    let (request, sent) = read(request).await;
    let is_password_lost = fields.get("password").is_some_and(Option::is_none);
    let form = form(&sent, fields, is_password_lost);
    let (mut parts, _) = request.into_parts();
    parts.headers.remove(CONTENT_LENGTH);
    let answer = next.run(Request::from_parts(parts, Body::from(form))).await;
    let (answer, id) = echoed(answer, &sent).await;
    if let (true, Some(id)) = (is_password_lost, id)
        && context.store.run(move |db| rows::lose_password(db, id)).await.is_err()
    {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    }
    answer
}

fn form(sent: &[(String, String)], fields: &BTreeMap<String, Option<String>>, is_password_lost: bool) -> String {
    // Without a password the form would be rejected: it is accepted, then dropped.
    let is_left = |name: &str| !fields.contains_key(name) || (name == "password" && is_password_lost);
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.extend_pairs(sent.iter().filter(|(name, _)| is_left(name)));
    form.extend_pairs(fields.iter().filter_map(|(name, value)| value.as_ref().map(|value| (name, value))));
    form.finish()
}

/// Ignores a write, and responds as if it succeeded.
pub(super) async fn ignore(request: Request, next: Next, context: &Arc<Context>) -> Response {
    let path = request.uri().path().trim_start_matches("/v1/").to_owned();
    let (kind, name) = path.split_once('/').unwrap_or((&path, ""));
    let name = percent_decode_str(name).decode_utf8_lossy().into_owned();
    let method = request.method().clone();
    match (method, kind) {
        (Method::PUT, "reports") => {
            let (_, sent) = read(request).await;
            let answer = match reports::find(context, &Segment(name)).await {
                Ok(report) => answer::record(Record::settled(report)),
                Err(refusal) => refusal.into_response(),
            };
            echoed(shaped(context, answer).await, &sent).await.0
        }
        (Method::POST, "reports") => {
            let (answer, id) = echoed(next.run(request).await, &[]).await;
            match id {
                Some(id) if context.store.run(move |db| rows::delete(db, id)).await.is_err() => {
                    StatusCode::INTERNAL_SERVER_ERROR.into_response()
                }
                _ => answer,
            }
        }
        (Method::DELETE, "reports") => match reports::find(context, &Segment(name)).await {
            Ok(report) => shaped(context, answer::deleted(report.id)).await,
            Err(refusal) => refusal.into_response(),
        },
        (Method::DELETE, _) => shaped(context, answer::deleted(name)).await,
        _ => next.run(request).await,
    }
}

/// Another report.
pub(super) async fn other_report(context: &Context, id: i64) -> Response {
    let answer = match reports::find(context, &Segment(id.to_string())).await {
        Ok(report) => answer::record(Record::settled(report)),
        Err(refusal) => refusal.into_response(),
    };
    shaped(context, answer).await
}

/// A report's response with only a few fields.
pub(super) async fn shorten(answer: Response, keeps: &[String], nulls: bool) -> Response {
    changed(answer, |record| {
        let Some(fields) = record.as_object_mut() else { return };
        if nulls {
            fields.iter_mut().filter(|(name, _)| !keeps.contains(name)).for_each(|(_, value)| *value = Value::Null);
        } else {
            fields.retain(|name, _| keeps.contains(name));
        }
    })
    .await
}

/// A request that is still usable, and its form.
async fn read(request: Request) -> (Request, Vec<(String, String)>) {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    let sent = Fields::parse(&body).into_pairs();
    (Request::from_parts(parts, Body::from(body)), sent)
}

/// A report's response with the sent values, and its id.
async fn echoed(answer: Response, sent: &[(String, String)]) -> (Response, Option<i64>) {
    let mut id = None;
    let answer = changed(answer, |record| {
        id = record["id"].as_i64().or_else(|| record["id"].as_str()?.parse().ok());
        for (name, value) in sent {
            match name.as_str() {
                "privacy" => record["privacy"] = value.as_str().into(),
                "password" => record["password"] = true.into(),
                _ => {}
            }
        }
    })
    .await;
    (answer, id)
}

async fn changed(answer: Response, change: impl FnOnce(&mut Value)) -> Response {
    let (mut parts, body) = whole(answer).await;
    let Some(mut json) = parts.status.is_success().then(|| serde_json::from_slice::<Value>(&body).ok()).flatten()
    else {
        return Response::from_parts(parts, Body::from(body));
    };
    let is_wrapped = json.get("data").is_some_and(Value::is_object);
    change(if is_wrapped { &mut json["data"] } else { &mut json });
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(json.to_string()))
}
