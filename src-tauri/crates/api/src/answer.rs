//! What came back, whole.

use assay_model::{Problem, ProblemCode, RateLimit};
use jiff::{Timestamp, fmt::rfc2822::DateTimeParser};
use reqwest::{
    Response,
    header::{CONTENT_TYPE, HeaderMap, LOCATION, RETRY_AFTER},
};
use serde_json::Value;

use crate::{call::Call, failure, hide::Hidden};

/// The most characters of a body that a problem shows.
const EXCERPT: usize = 500;

/// Enough of a body to find the excerpt in, whatever it hides.
const EXCERPT_BYTES: usize = 64 * 1024;

/// An answer of any status, with as much of its body as came.
pub(crate) struct Answer {
    pub(crate) call: Call,
    pub(crate) hidden: Hidden,
    pub(crate) status: u16,
    pub(crate) content_type: Option<String>,
    pub(crate) location: Option<String>,
    /// In seconds from now.
    pub(crate) retry_after: Option<u64>,
    pub(crate) rate_limit: Option<RateLimit>,
    pub(crate) body: Result<Vec<u8>, Broken>,
}

/// Why a body is not whole.
pub(crate) enum Broken {
    TooLarge { limit: usize },
    Off(String),
}

impl Answer {
    /// Reads the body piece by piece, and no more of it than the limit.
    pub(crate) async fn receive(call: Call, hidden: Hidden, mut response: Response, limit: usize) -> Self {
        let header = |name| response.headers().get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into());
        Self {
            status: response.status().as_u16(),
            content_type: header(CONTENT_TYPE),
            location: header(LOCATION),
            retry_after: header(RETRY_AFTER).and_then(|text: String| retry_after(&text, Timestamp::now())),
            rate_limit: rate_limit(response.headers()),
            body: body(&mut response, limit).await,
            call,
            hidden,
        }
    }

    /// The body as JSON, or the problem that it is none.
    pub(crate) fn json(&self) -> Result<Value, Problem> {
        match &self.body {
            Ok(body) => parse(body).map_err(|why| self.unexpected(&why)),
            Err(broken) => {
                let code = match broken {
                    _ if self.call.verb.is_write() => ProblemCode::OutcomeUnknown,
                    Broken::TooLarge { .. } => ProblemCode::AnswerTooLarge,
                    Broken::Off(_) => ProblemCode::TimedOut,
                };
                Err(self.problem(code, &broken.to_string()))
            }
        }
    }

    /// The problem that an answer of success is not what the interface has: whether a write took place is then open.
    pub(crate) fn unexpected(&self, why: &str) -> Problem {
        let code = if self.call.verb.is_write() { ProblemCode::OutcomeUnknown } else { ProblemCode::NotThisInterface };
        self.problem(code, &failure::joined(why, self.excerpt().as_deref()))
    }

    /// A problem with this answer.
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
            ..Problem::new(code).with_detail(self.hidden.show(&failure::joined(&about, Some(why)), usize::MAX))
        }
    }

    /// The start of the body.
    pub(crate) fn excerpt(&self) -> Option<String> {
        let body = self.body.as_ref().ok().filter(|body| !body.is_empty())?;
        // What is JSON is written anew, so that a secret in it has no spelling but the usual one.
        let text = match parse(body) {
            Ok(value) => value.to_string(),
            Err(_) => String::from_utf8_lossy(body.get(..EXCERPT_BYTES).unwrap_or(body)).into_owned(),
        };
        Some(self.hidden.show(text.trim(), EXCERPT))
    }
}

impl std::fmt::Display for Broken {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::TooLarge { limit } => write!(formatter, "the answer has more than {limit} bytes"),
            Self::Off(why) => write!(formatter, "the answer broke off: {why}"),
        }
    }
}

async fn body(response: &mut Response, limit: usize) -> Result<Vec<u8>, Broken> {
    let too_large = |length: u64| length > u64::try_from(limit).unwrap_or(u64::MAX);
    if response.content_length().is_some_and(too_large) {
        return Err(Broken::TooLarge { limit });
    }
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|error| Broken::Off(failure::chain(&error.without_url())))? {
        if body.len() + piece.len() > limit {
            return Err(Broken::TooLarge { limit });
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

/// Reads JSON; the error names the place in the document where it goes wrong.
fn parse(body: &[u8]) -> Result<Value, String> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    serde_json::from_slice(body).map_err(|error| {
        // To follow the place costs time, which only a document that goes wrong must spend.
        let mut deserializer = serde_json::Deserializer::from_slice(body);
        match serde_path_to_error::deserialize::<_, Value>(&mut deserializer) {
            Err(located) => format!("no JSON at {located}"),
            Ok(_) => format!("no JSON: {error}"),
        }
    })
}

/// Seconds, or a date to count the seconds to (`field-notes.md` 29).
fn retry_after(text: &str, now: Timestamp) -> Option<u64> {
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
