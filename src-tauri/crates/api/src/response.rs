//! What came back, whole.

use assay_model::{Problem, ProblemCode, RateLimit};
use jiff::{SignedDuration, Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::{
    Response,
    header::{CONTENT_TYPE, DATE, HeaderMap, LOCATION, RETRY_AFTER},
};
use serde_json::Value;

use crate::{
    call::{Call, Verb},
    failure,
    hide::{Hidden, plain},
    read,
    stripper::ChecksStripper,
};

/// Of a body, in a problem.
const EXCERPT: usize = 500;

/// Of an error response: enough for its message and an excerpt.
const EXCERPT_BYTES: usize = 64 * 1024;

/// Of a response about one report or project.
pub(crate) struct Answer {
    pub(crate) call: Call,
    pub(crate) hidden: Hidden,
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) location: Option<String>,
    /// In seconds from now.
    pub(crate) retry_after: Option<u64>,
    pub(crate) rate_limit: Option<RateLimit>,
    /// The service's time when its response started.
    pub(crate) date: Option<Timestamp>,
    pub(crate) body: Result<Vec<u8>, Broken>,
    /// The body of a list of reports without their checks.
    pub(crate) stripped: Option<Vec<u8>>,
}

/// Why a body is not whole.
pub(crate) enum Broken {
    TooLarge { limit: usize },
    TooLong(String),
    Off(String),
}

impl Answer {
    /// Reads the body piece by piece, and no more of it than the limit.
    pub(crate) async fn receive(call: Call, hidden: Hidden, mut response: Response, limit: usize) -> Self {
        let mut stripper = call.lists_reports().then(ChecksStripper::default);
        let body = body(&mut response, limit, |piece| {
            if let Some(stripper) = &mut stripper {
                stripper.take(piece);
            }
        });
        let body = body.await;
        let header = |name| response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into());
        Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE),
            location: header(LOCATION),
            retry_after: header(RETRY_AFTER).and_then(|text: String| retry_after(&text, Timestamp::now())),
            rate_limit: rate_limit(response.headers()),
            date: header(DATE).and_then(|text: String| DateTimeParser::new().parse_timestamp(&text).ok()),
            body,
            stripped: stripper.map(ChecksStripper::kept),
            call,
            hidden,
        }
    }

    /// A response with only a status and a body.
    #[cfg(fuzzing)]
    pub(crate) fn of(call: Call, hidden: Hidden, status: u16, body: &[u8]) -> Self {
        Self {
            call,
            hidden,
            status,
            content_type: None,
            location: None,
            retry_after: None,
            rate_limit: None,
            date: None,
            body: Ok(body.to_vec()),
            stripped: None,
        }
    }

    /// Fails if the body is incomplete: then the outcome of a write is unknown.
    pub(crate) fn whole(self) -> Result<Self, Problem> {
        self.body()?;
        Ok(self)
    }

    /// The body, if complete.
    pub(crate) fn body(&self) -> Result<&[u8], Problem> {
        match &self.body {
            Ok(body) => Ok(body),
            Err(broken) => Err(self.problem(broken.code(self.call.verb), &broken.to_string())),
        }
    }

    /// The body of an error response, if it is JSON.
    pub(crate) fn json(&self) -> Result<Value, Problem> {
        read::json(self.body()?).map_err(|why| self.unexpected(&why))
    }

    /// Parses and redacts the body, off the async threads if it is long. Ends with the context,
    /// except for writes.
    pub(crate) fn clock_ahead(&self) -> SignedDuration {
        self.date.map_or(SignedDuration::ZERO, |date| date.duration_since(Timestamp::now()))
    }

    /// The problem that an answer of success is not what the interface has: whether a write took place is then open.
    pub(crate) fn unexpected(&self, why: &str) -> Problem {
        let code = if self.call.verb.is_write() { ProblemCode::OutcomeUnknown } else { ProblemCode::UnsupportedService };
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
            ..Problem::new(code).with_detail(self.hidden.show(&failure::joined(&about, Some(why)), failure::DETAIL))
        }
    }

    /// The start of the body.
    pub(crate) fn excerpt(&self) -> Option<String> {
        let body = self.body.as_ref().ok().filter(|body| !body.is_empty())?;
        let text = plain(&String::from_utf8_lossy(body.get(..EXCERPT_BYTES).unwrap_or(body)));
        Some(self.hidden.show(text.trim(), EXCERPT))
    }
}

impl Broken {
    pub(crate) fn code(&self, verb: Verb) -> ProblemCode {
        match self {
            _ if verb.is_write() => ProblemCode::OutcomeUnknown,
            Self::TooLarge { .. } => ProblemCode::ResponseTooLarge,
            Self::TooLong(_) => ProblemCode::TimedOut,
            Self::Off(_) => ProblemCode::ResponseTruncated,
        }
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(formatter, "the answer has more than {limit} bytes"),
            Self::TooLong(why) => write!(formatter, "the answer took too long to come whole: {why}"),
            Self::Off(why) => write!(formatter, "the answer broke off: {why}"),
        }
    }
}

/// Reads a body piece by piece. Fails over the limit.
pub(crate) async fn body(
    response: &mut Response,
    limit: usize,
    mut took: impl FnMut(&[u8]),
) -> Result<Vec<u8>, Broken> {
    let announced = response.content_length().map_or(0, |length| usize::try_from(length).unwrap_or(usize::MAX));
    if announced > limit {
        return Err(Broken::TooLarge { limit });
    }
    let mut body = Vec::with_capacity(announced);
    let broken = |error: reqwest::Error| {
        let (is_timeout, why) = (error.is_timeout(), failure::chain(&error.without_url()));
        if is_timeout { Broken::TooLong(why) } else { Broken::Off(why) }
    };
    while let Some(piece) = response.chunk().await.map_err(broken)? {
        if body.len() + piece.len() > limit {
            return Err(Broken::TooLarge { limit });
        }
        body.extend_from_slice(&piece);
        took(&piece);
    }
    Ok(body)
}

/// Seconds, or a date to count the seconds to (`field-notes.md` 29).
pub(crate) fn retry_after(text: &str, now: Timestamp) -> Option<u64> {
    let text = text.trim();
    text.parse().ok().or_else(|| {
        let until = DateTimeParser::new().parse_timestamp(text).ok()?;
        Some(u64::try_from(until.as_second().saturating_sub(now.as_second())).unwrap_or(0))
    })
}

fn rate_limit(headers: &HeaderMap) -> Option<RateLimit> {
    let number = |name| headers.get(name)?.to_str().ok()?.split([',', ';']).next()?.trim().parse().ok();
    Some(RateLimit { limit: number("x-ratelimit-limit")?, remaining: number("x-ratelimit-remaining") })
}
