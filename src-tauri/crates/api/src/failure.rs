//! Maps failures to problems.

use std::{borrow::Cow, error::Error, io};

use assay_model::{FieldProblem, FieldReason, Problem, ProblemCode};
use serde_json::{Map, Value};
use url::Url;

use crate::{
    call::{Call, Verb},
    redact::Redactor,
    response::Response,
};

/// Of the service's message, and of each message about a field.
const MAX_MESSAGE_CHARS: usize = 300;

/// In one message, or about one field.
const MAX_MESSAGES: usize = 5;

const MAX_FIELDS: usize = 20;

pub(crate) const MAX_DETAIL_CHARS: usize = 4000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Route {
    Direct,
    /// A proxy that reads and forwards requests.
    Proxy,
    /// A proxy that tunnels connections; TLS is between the service and Assay.
    Tunnel,
}

impl Route {
    pub(crate) fn of(base: &Url, is_proxied: bool) -> Self {
        match (is_proxied, base.scheme()) {
            (false, _) => Self::Direct,
            (true, "https") => Self::Tunnel,
            (true, _) => Self::Proxy,
        }
    }
}

/// Only a connection that was never made proves that a write was not sent.
pub(crate) fn problem_without_response(
    call: &Call,
    redactor: &Redactor,
    route: Route,
    error: reqwest::Error,
) -> Problem {
    let error = error.without_url();
    let is_sent = !error.is_connect() && !error.is_builder();
    let code =
        if is_sent && call.verb.is_write() { ProblemCode::OutcomeUnknown } else { read_failure_code(route, &error) };
    Problem {
        tried_at: (code == ProblemCode::OutcomeUnknown).then_some(call.begun),
        ..Problem::new(code)
            .with_detail(redactor.redact(&joined(&call.to_string(), Some(&chain(&error))), MAX_DETAIL_CHARS))
    }
}

pub(crate) fn read_failure_code(route: Route, error: &reqwest::Error) -> ProblemCode {
    if error.is_connect() {
        connect_failure_code(route, error)
    } else if error.is_builder() {
        ProblemCode::Internal
    } else if error.is_timeout() {
        ProblemCode::TimedOut
    } else if cause::<hyper::Error>(error).is_some_and(hyper::Error::is_parse) {
        ProblemCode::UnsupportedService
    } else {
        ProblemCode::ResponseTruncated
    }
}

pub(crate) fn connect_failure_code(route: Route, error: &(dyn Error + 'static)) -> ProblemCode {
    if let Some(error) = cause::<rustls::Error>(error) {
        return tls_failure_code(error);
    }
    if route != Route::Direct {
        return ProblemCode::ProxyFailed;
    }
    let is_unnamed = cause::<reqwest::Error>(error).is_some_and(reqwest::Error::is_dns);
    let kind = causes(error).filter_map(<dyn Error>::downcast_ref).last().map(io::Error::kind);
    match kind {
        _ if is_unnamed => unresolved_name_code(has_network()),
        Some(io::ErrorKind::ConnectionRefused) => ProblemCode::ConnectionRefused,
        Some(io::ErrorKind::NetworkUnreachable | io::ErrorKind::NetworkDown) => ProblemCode::Offline,
        Some(io::ErrorKind::TimedOut) => ProblemCode::ConnectTimedOut,
        // The host was reached, so only a handshake can have been interrupted.
        Some(
            io::ErrorKind::UnexpectedEof
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionAborted
            | io::ErrorKind::BrokenPipe,
        ) => ProblemCode::TlsFailed,
        _ if cause::<reqwest::Error>(error).is_some_and(reqwest::Error::is_timeout) => ProblemCode::ConnectTimedOut,
        _ => ProblemCode::Unreachable,
    }
}

/// Without a network no name resolves.
pub(crate) fn unresolved_name_code(has_network: bool) -> ProblemCode {
    if has_network { ProblemCode::NameNotFound } else { ProblemCode::Offline }
}

/// Whether this computer has an address other than loopback and link-local ones; true if unknown.
pub(crate) fn has_network() -> bool {
    if_addrs::get_if_addrs()
        .map_or(true, |found| found.iter().any(|interface| !interface.is_loopback() && !interface.is_link_local()))
}

pub(crate) fn tls_failure_code(error: &rustls::Error) -> ProblemCode {
    use rustls::{CertificateError as Fault, Error};
    match error {
        // The other side does not speak TLS at all.
        Error::InvalidMessage(_) => ProblemCode::HttpsNotSpoken,
        Error::InvalidCertificate(
            Fault::Expired | Fault::ExpiredContext { .. } | Fault::NotValidYet | Fault::NotValidYetContext { .. },
        ) => ProblemCode::CertificateExpired,
        Error::InvalidCertificate(Fault::NotValidForName | Fault::NotValidForNameContext { .. }) => {
            ProblemCode::CertificateName
        }
        Error::InvalidCertificate(_) => ProblemCode::Untrusted,
        _ => ProblemCode::TlsFailed,
    }
}

/// Converts a response without a success status (`field-notes.md` 22, 23, 28–31).
pub(crate) fn problem_from_status(route: Route, response: &Response) -> Problem {
    let said = ErrorMessages::of(response);
    let verb = response.call.verb;
    let code = match response.status {
        300..=399 => ProblemCode::Redirected,
        401 => ProblemCode::KeyRefused,
        402 => ProblemCode::QuotaUsed,
        // A bad key would return 401, so the quota is used up (`field-notes.md` 21).
        403 if verb == Verb::Create => ProblemCode::QuotaUsed,
        403 => ProblemCode::Forbidden,
        // Lists always exist, so this isn't a supported service.
        404 if matches!(verb, Verb::List | Verb::Create) => ProblemCode::UnsupportedService,
        404 => ProblemCode::NotFound,
        407 if route == Route::Proxy => ProblemCode::ProxyFailed,
        422 => ProblemCode::RefusedInput,
        429 => ProblemCode::Throttled,
        // Gateways also return 503 for failures; only planned maintenance has a duration.
        503 if !verb.is_write() || response.retry_after.is_some() => ProblemCode::Maintenance,
        // Gateway timeout: the service may still finish.
        408 | 502..=504 | 520..=524 if verb.is_write() => ProblemCode::OutcomeUnknown,
        // It may have failed after the report was created.
        500..=599 if verb == Verb::Create => ProblemCode::OutcomeUnknown,
        500..=599 => ProblemCode::ServiceFault,
        400..=499 if said.is_some() => ProblemCode::RefusedInput,
        _ => ProblemCode::UnsupportedService,
    };
    match said {
        Some(ErrorMessages { message, fields }) => {
            Problem { said: message.map(Into::into), fields, ..response.problem(code, "") }
        }
        None => response.problem(code, response.excerpt().as_deref().unwrap_or_default()),
    }
}

/// A message, and messages about fields, in either form of `field-notes.md` 22.
struct ErrorMessages {
    message: Option<String>,
    fields: Vec<FieldProblem>,
}

impl ErrorMessages {
    fn of(response: &Response) -> Option<Self> {
        let Some(Value::Object(body)) = response.refusal() else { return None };
        let show = |text: &str| response.redactor.redact(text, MAX_MESSAGE_CHARS);
        let complaints = |about: &Map<String, Value>| -> Vec<FieldProblem> {
            about
                .iter()
                .take(MAX_FIELDS)
                .map(|(field, said)| {
                    let messages = texts(said).iter().map(|text| show(text)).collect();
                    FieldProblem { field: show(field), reason: FieldReason::Said { messages } }
                })
                .collect()
        };
        let (mut lines, mut fields) = (Vec::new(), Vec::new());
        for part in ["message", "errors"] {
            match body.get(part) {
                Some(Value::Object(about)) => fields.extend(complaints(about)),
                Some(other) => lines.extend(texts(other)),
                None => {}
            }
        }
        lines.truncate(MAX_MESSAGES);
        let message = Some(show(&lines.join("\n"))).filter(|message| !message.is_empty());
        (message.is_some() || !fields.is_empty()).then_some(Self { message, fields })
    }
}

/// One text or several; a record is shown as JSON, anything else is ignored.
fn texts(said: &Value) -> Vec<Cow<'_, str>> {
    let mut texts = Vec::new();
    add_texts(said, &mut texts);
    texts
}

fn add_texts<'a>(said: &'a Value, texts: &mut Vec<Cow<'a, str>>) {
    match said {
        _ if texts.len() == MAX_MESSAGES => {}
        Value::String(text) => texts.push(text.into()),
        Value::Array(several) => several.iter().for_each(|said| add_texts(said, texts)),
        Value::Object(_) => texts.push(said.to_string().into()),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// An error with its causes, since the outermost says little.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        let cause_text = cause.to_string();
        if !text.ends_with(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        next = cause.source();
    }
    text
}

/// Joins two sentences; the second may be missing or empty.
pub(crate) fn joined(first: &str, second: Option<&str>) -> String {
    match second {
        Some(second) if !second.is_empty() => format!("{first}: {second}"),
        _ => first.to_owned(),
    }
}

/// The first error of a type among an error and its causes.
fn cause<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    causes(error).find_map(<dyn Error>::downcast_ref)
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error| {
        let error: &'a (dyn Error + 'static) = *error;
        // An I/O error skips the error that it wraps in its source.
        match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(wrapped) => Some(wrapped),
            None => error.source(),
        }
    })
}
