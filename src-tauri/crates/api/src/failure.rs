//! What a failure means.

use std::{error::Error, io};

use assay_model::{FieldProblem, FieldReason, Problem, ProblemCode};
use serde_json::{Map, Value};

use crate::{
    answer::Answer,
    call::{Call, Verb},
    hide::Hidden,
};

/// The most characters of what a service says.
const SAID: usize = 2000;

/// Why there was no answer. Only a connection that was never made proves that a write was not sent.
pub(crate) fn unanswered(call: &Call, hidden: &Hidden, error: reqwest::Error) -> Problem {
    let error = error.without_url();
    let code = if error.is_connect() {
        match tls(&error) {
            // The other side does not speak TLS at all.
            Some(rustls::Error::InvalidMessage(_)) => ProblemCode::NotThisInterface,
            Some(_) => ProblemCode::Untrusted,
            None => ProblemCode::Unreachable,
        }
    } else if error.is_builder() {
        ProblemCode::Internal
    } else if call.verb.is_write() {
        ProblemCode::OutcomeUnknown
    } else {
        ProblemCode::TimedOut
    };
    Problem::new(code).with_detail(hidden.show(&joined(&call.to_string(), Some(&chain(&error))), usize::MAX))
}

/// What an answer without success means (`field-notes.md` 22, 23, 28–31).
pub(crate) fn refused(answer: &Answer) -> Problem {
    let said = Said::of(answer);
    let verb = answer.call.verb;
    let code = match answer.status {
        300..=399 => ProblemCode::Redirected,
        401 => ProblemCode::KeyRefused,
        403 => ProblemCode::Forbidden,
        // A list is always there: it is the interface that is missing.
        404 if matches!(verb, Verb::List | Verb::Create) => ProblemCode::NotThisInterface,
        404 => ProblemCode::NotFound,
        422 => ProblemCode::RefusedInput,
        429 => ProblemCode::Throttled,
        503 => ProblemCode::Maintenance,
        // What a gateway says when the service behind it did not answer in time: it may well have gone on.
        502 | 504 | 520..=524 if verb.is_write() => ProblemCode::OutcomeUnknown,
        500..=599 => ProblemCode::ServiceFault,
        400..=499 if said.is_some() => ProblemCode::RefusedInput,
        _ => ProblemCode::NotThisInterface,
    };
    match said {
        Some(Said { message, fields }) => Problem { said: message, fields, ..answer.problem(code, "") },
        None => answer.problem(code, answer.excerpt().as_deref().unwrap_or_default()),
    }
}

/// What a service says of a refusal: a message, and complaints about fields, in either form of `field-notes.md` 22.
struct Said {
    message: Option<String>,
    fields: Vec<FieldProblem>,
}

impl Said {
    fn of(answer: &Answer) -> Option<Self> {
        let Ok(Value::Object(body)) = answer.json() else { return None };
        let show = |text: &str| answer.hidden.show(text, SAID);
        let complaints = |about: &Map<String, Value>| -> Vec<FieldProblem> {
            about
                .iter()
                .map(|(field, said)| FieldProblem {
                    field: show(field),
                    reason: FieldReason::Said { messages: texts(said).iter().map(|text| show(text)).collect() },
                })
                .collect()
        };
        let mut said = Self { message: None, fields: Vec::new() };
        match body.get("message") {
            Some(Value::Object(about)) => said.fields.extend(complaints(about)),
            Some(message) => {
                let message = texts(message).join("\n");
                said.message = Some(show(&message)).filter(|message| !message.is_empty());
            }
            None => {}
        }
        if let Some(Value::Object(about)) = body.get("errors") {
            said.fields.extend(complaints(about));
        }
        (said.message.is_some() || !said.fields.is_empty()).then_some(said)
    }
}

/// One or several texts; what is no text is shown as JSON rather than dropped.
fn texts(said: &Value) -> Vec<String> {
    match said {
        Value::Null => Vec::new(),
        Value::String(text) => vec![text.clone()],
        Value::Array(several) => several.iter().flat_map(texts).collect(),
        other => vec![other.to_string()],
    }
}

/// An error with everything that caused it, since the outermost says little.
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

/// Two sentences, of which the second may be missing or empty.
pub(crate) fn joined(first: &str, second: Option<&str>) -> String {
    match second {
        Some(second) if !second.is_empty() => format!("{first}: {second}"),
        _ => first.to_owned(),
    }
}

/// The fault of the TLS handshake, if that is what it was.
fn tls(error: &reqwest::Error) -> Option<&rustls::Error> {
    let mut next: Option<&(dyn Error + 'static)> = error.source();
    while let Some(cause) = next {
        if let Some(found) = cause.downcast_ref() {
            return Some(found);
        }
        // An I/O error does not name the error that it wraps as its source, but that error's source.
        next = match cause.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
            Some(wrapped) => Some(wrapped),
            None => cause.source(),
        };
    }
    None
}
