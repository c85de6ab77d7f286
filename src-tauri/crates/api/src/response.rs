//! A response, with its body.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use assay_model::{Problem, ProblemCode, RateLimit};
use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, LOCATION, RETRY_AFTER};
use serde_json::Value;
use tokio::{task::spawn_blocking, time::Instant};

use crate::{
    call::{Call, Verb},
    clock::{Clock, ServiceClock},
    failure,
    rate_limiter::CallContext,
    read::{self, Body, ParseError},
    redact::{RedactTexts, Redactor, unescape_json, without_passwords},
    strip_checks::ChecksStripper,
};

/// Of a body, in a problem.
const MAX_EXCERPT_CHARS: usize = 500;

/// Of an error response: enough for its message and an excerpt.
const MAX_REFUSAL_BYTES: usize = 64 * 1024;

/// Of a response about one report or project.
const MAX_RECORD_BYTES: usize = 8_000_000;

/// Of the scheme and host that a response redirects to: a host has at most 253.
const MAX_ORIGIN_CHARS: usize = 300;

/// Longer bodies are parsed off the async threads.
const MAX_INLINE_BYTES: usize = 64 * 1024;

/// A response of any status, with the received part of its body.
pub(crate) struct Response {
    pub(crate) call: Call,
    pub(crate) redactor: Redactor,
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) location: Option<String>,
    /// The scheme and host of `location`, if they aren't the service's.
    pub(crate) moved_to: Option<String>,
    /// In seconds from now.
    pub(crate) retry_after: Option<u64>,
    pub(crate) rate_limit: Option<RateLimit>,
    /// The service's time when its response started.
    pub(crate) service_clock: Option<ServiceClock>,
    /// How far the service's clock was ahead of this computer's.
    pub(crate) clock_ahead: SignedDuration,
    pub(crate) body: Result<Vec<u8>, BodyError>,
    /// The body of a list of reports without their checks.
    pub(crate) without_checks: Option<Vec<u8>>,
}

pub(crate) enum BodyError {
    TooLarge { limit: usize },
    TimedOut(String),
    CutOff(String),
}

impl Response {
    /// Receives the body up to its limit; lists have the largest one.
    pub(crate) async fn receive(
        call: Call,
        redactor: Redactor,
        mut response: reqwest::Response,
        limit: usize,
        clock: Clock,
    ) -> Self {
        // Before the body, which may take long.
        let (now, monotonic) = (clock.now(), Instant::now());
        let service_clock = date(response.headers()).map(|date| ServiceClock { date, at: now, monotonic });
        let (body, stripped) = if !response.status().is_success() {
            (read_prefix(&mut response, limit.min(MAX_REFUSAL_BYTES)).await, None)
        } else if call.verb == Verb::List {
            let mut stripper = call.lists_reports().then(ChecksStripper::default);
            let body = read_body(&mut response, limit, |piece| {
                if let Some(stripper) = &mut stripper {
                    stripper.push(piece);
                }
            });
            let body = body.await;
            let most = body.as_ref().map_or(0, |body| body.len() / 2);
            // A large copy would cost more memory than it saves time.
            (body, stripper.map(ChecksStripper::into_bytes).filter(|kept| kept.len() <= most.max(MAX_INLINE_BYTES)))
        } else {
            (read_body(&mut response, limit.min(MAX_RECORD_BYTES), |_| {}).await, None)
        };
        let header = |name| response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into());
        Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE),
            location: header(LOCATION),
            moved_to: moved_to(&response),
            retry_after: header(RETRY_AFTER).and_then(|text: String| retry_after(&text, now)),
            rate_limit: rate_limit(response.headers()),
            service_clock,
            clock_ahead: service_clock
                .map_or(SignedDuration::ZERO, |service_clock| service_clock.date.duration_since(now)),
            body,
            without_checks: stripped,
            call,
            redactor,
        }
    }

    /// A response with only a status and a body.
    #[cfg(fuzzing)]
    pub(crate) fn of(call: Call, redactor: Redactor, status: u16, body: &[u8]) -> Self {
        Self {
            call,
            redactor,
            status,
            content_type: None,
            location: None,
            moved_to: None,
            retry_after: None,
            rate_limit: None,
            service_clock: None,
            clock_ahead: SignedDuration::ZERO,
            body: Ok(body.to_vec()),
            without_checks: None,
        }
    }

    /// Fails if the body is incomplete: then the outcome of a write is unknown.
    pub(crate) fn with_complete_body(self) -> Result<Self, Problem> {
        self.body()?;
        Ok(self)
    }

    /// The body, if complete.
    pub(crate) fn body(&self) -> Result<&[u8], Problem> {
        match &self.body {
            Ok(body) => Ok(body),
            Err(error) => Err(self.problem(error.code(self.call.verb), &error.to_string())),
        }
    }

    /// The body of an error response, if it is JSON.
    pub(crate) fn refusal(&self) -> Option<Value> {
        read::json(Body::of_refusal(self.body.as_deref().ok()?)).ok()
    }

    /// Parses and redacts the body, off the async threads if it is long. Ends with the context,
    /// except for writes.
    pub(crate) async fn read<T: RedactTexts + Send + 'static>(
        self,
        read: impl for<'a> FnOnce(Body<'a>) -> Result<T, ParseError> + Send + 'static,
    ) -> Result<(Self, T), Problem> {
        let length = self.body()?.len() + self.without_checks.as_ref().map_or(0, Vec::len);
        if length <= MAX_INLINE_BYTES {
            return self.read_here(read, &AtomicBool::new(false));
        }
        let (verb, begun) = (self.call.verb, self.call.begun);
        let wanted = CancelOnDrop::default();
        let is_unwanted = Arc::clone(&wanted.0);
        let reading = spawn_blocking(move || self.read_here(read, &is_unwanted));
        let read = async {
            reading.await.unwrap_or_else(|fault| {
                let code = if verb.is_write() { ProblemCode::OutcomeUnknown } else { ProblemCode::Internal };
                let tried_at = verb.is_write().then_some(begun);
                Err(Problem { tried_at, ..Problem::new(code).with_detail(fault.to_string()) })
            })
        };
        if verb.is_write() { read.await } else { CallContext::current().unless_canceled(read).await }
    }

    fn read_here<T: RedactTexts>(
        self,
        read: impl for<'a> FnOnce(Body<'a>) -> Result<T, ParseError>,
        is_unwanted: &AtomicBool,
    ) -> Result<(Self, T), Problem> {
        let body = self.body()?;
        let mut read = read(Body::from(body).unless(is_unwanted)).map_err(|why| self.parse_problem(&why))?;
        self.redactor.redact_all(body, &mut read);
        Ok((self, read))
    }

    fn parse_problem(&self, why: &ParseError) -> Problem {
        match why {
            ParseError::Unexpected(why) => self.unexpected_problem(why),
            ParseError::TooLarge(why) | ParseError::TooManyRows(why) if self.call.verb.is_write() => {
                self.problem(ProblemCode::OutcomeUnknown, why)
            }
            ParseError::TooManyRows(why) if self.call.verb == Verb::List => self.problem(ProblemCode::TooManyRows, why),
            ParseError::TooLarge(why) | ParseError::TooManyRows(why) => {
                self.problem(ProblemCode::ResponseTooLarge, why)
            }
            ParseError::Canceled => Problem::new(ProblemCode::Canceled),
        }
    }

    /// For a success in an unexpected form: the outcome of a write is then unknown.
    pub(crate) fn unexpected_problem(&self, why: &str) -> Problem {
        let code =
            if self.call.verb.is_write() { ProblemCode::OutcomeUnknown } else { ProblemCode::UnsupportedService };
        self.problem(code, &failure::joined(why, self.excerpt().as_deref()))
    }

    pub(crate) fn problem(&self, code: ProblemCode, why: &str) -> Problem {
        let mut about = format!("{} → {}", self.call, self.status);
        if let Some(content_type) = &self.content_type {
            about = format!("{about} {content_type}");
        }
        if let Some(location) = &self.location {
            about = format!("{about}, location {location}");
        }
        Problem {
            status: Some(self.status),
            retry_after: self.retry_after,
            tried_at: (code == ProblemCode::OutcomeUnknown).then_some(self.call.begun),
            moved_to: self.moved_to.as_deref().map(|url| self.redactor.redact(url, MAX_ORIGIN_CHARS).into()),
            ..Problem::new(code)
                .with_detail(self.redactor.redact(&failure::joined(&about, Some(why)), failure::MAX_DETAIL_CHARS))
        }
    }

    /// The start of the body.
    pub(crate) fn excerpt(&self) -> Option<String> {
        let body = self.body.as_ref().ok().filter(|body| !body.is_empty())?;
        let text = unescape_json(&String::from_utf8_lossy(body.get(..MAX_REFUSAL_BYTES).unwrap_or(body)));
        Some(self.redactor.redact(without_passwords(&text).trim(), MAX_EXCERPT_CHARS))
    }
}

/// Another scheme and host that a response redirects to, without the rest, which may hold secrets.
fn moved_to(response: &reqwest::Response) -> Option<String> {
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    let (from, to) = (response.url().origin(), response.url().join(location).ok()?);
    (matches!(to.scheme(), "https" | "http") && to.origin() != from).then(|| to.origin().ascii_serialization())
}

/// Cancels parsing when the caller is dropped.
#[derive(Default)]
struct CancelOnDrop(Arc<AtomicBool>);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl BodyError {
    fn of(error: reqwest::Error) -> Self {
        let (is_timeout, why) = (error.is_timeout(), failure::chain(&error.without_url()));
        if is_timeout { Self::TimedOut(why) } else { Self::CutOff(why) }
    }

    pub(crate) fn code(&self, verb: Verb) -> ProblemCode {
        match self {
            _ if verb.is_write() => ProblemCode::OutcomeUnknown,
            Self::TooLarge { .. } => ProblemCode::ResponseTooLarge,
            Self::TimedOut(_) => ProblemCode::TimedOut,
            Self::CutOff(_) => ProblemCode::ResponseTruncated,
        }
    }
}

impl std::fmt::Display for BodyError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(formatter, "the answer has more than {limit} bytes"),
            Self::TimedOut(why) => write!(formatter, "the answer took too long to come whole: {why}"),
            Self::CutOff(why) => write!(formatter, "the response was cut off: {why}"),
        }
    }
}

/// Reads a body piece by piece. Fails over the limit.
pub(crate) async fn read_body(
    response: &mut reqwest::Response,
    limit: usize,
    mut took: impl FnMut(&[u8]),
) -> Result<Vec<u8>, BodyError> {
    let announced = response.content_length().map_or(0, |length| usize::try_from(length).unwrap_or(usize::MAX));
    if announced > limit {
        return Err(BodyError::TooLarge { limit });
    }
    let mut body = Vec::with_capacity(announced);
    while let Some(piece) = response.chunk().await.map_err(BodyError::of)? {
        if body.len() + piece.len() > limit {
            return Err(BodyError::TooLarge { limit });
        }
        append(&mut body, &piece);
        took(&piece);
    }
    Ok(body)
}

/// Reads a body piece by piece, up to the limit.
async fn read_prefix(response: &mut reqwest::Response, limit: usize) -> Result<Vec<u8>, BodyError> {
    let mut beginning = Vec::new();
    while beginning.len() < limit {
        let piece = match response.chunk().await {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            Err(error) => return Err(BodyError::of(error)),
        };
        beginning.extend_from_slice(piece.get(..limit - beginning.len()).unwrap_or(&piece));
    }
    Ok(beginning)
}

/// Appends to a large buffer without doubling it, which would take too much memory.
pub(crate) fn append(bytes: &mut Vec<u8>, piece: &[u8]) {
    if bytes.capacity() - bytes.len() < piece.len() {
        bytes.reserve_exact(piece.len().max(bytes.len() / 8));
    }
    bytes.extend_from_slice(piece);
}

/// Seconds, or a date to count the seconds to (`field-notes.md` 29).
pub(crate) fn retry_after(text: &str, now: Timestamp) -> Option<u64> {
    let text = text.trim();
    text.parse().ok().or_else(|| {
        let until = DateTimeParser::new().parse_timestamp(text).ok()?;
        Some(u64::try_from(until.as_second().saturating_sub(now.as_second())).unwrap_or(0))
    })
}

fn date(headers: &HeaderMap) -> Option<Timestamp> {
    DateTimeParser::new().parse_timestamp(headers.get(DATE)?.to_str().ok()?).ok()
}

fn rate_limit(headers: &HeaderMap) -> Option<RateLimit> {
    let number = |name| headers.get(name)?.to_str().ok()?.split([',', ';']).next()?.trim().parse().ok();
    Some(RateLimit { limit: number("x-ratelimit-limit")?, remaining: number("x-ratelimit-remaining") })
}
