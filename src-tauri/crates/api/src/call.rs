//! A request, before it is sent.

use std::fmt;

use assay_model::Secret;
use jiff::Timestamp;
use reqwest::Method;

/// The kind of request, which determines headers, timeout, and the meaning of failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verb {
    List,
    Read,
    Create,
    Update,
    Delete,
}

impl Verb {
    pub(crate) fn method(self) -> Method {
        match self {
            Self::List | Self::Read => Method::GET,
            Self::Create => Method::POST,
            Self::Update => Method::PUT,
            Self::Delete => Method::DELETE,
        }
    }

    /// Whether it is a write, which must not be repeated.
    pub(crate) fn is_write(self) -> bool {
        !matches!(self, Self::List | Self::Read)
    }
}

/// Names and values, in the order of sending.
pub(crate) type Pairs = Vec<(&'static str, String)>;

/// One request below `/api/v1/`.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) verb: Verb,
    /// Below `/api/v1/`, encoded.
    pub(crate) path: String,
    pub(crate) query: Pairs,
    pub(crate) form: Option<Pairs>,
    /// The form's secret part.
    pub(crate) password: Option<Secret>,
    /// When it was last sent.
    pub(crate) begun: Timestamp,
}

impl Call {
    pub(crate) fn new(verb: Verb, path: impl Into<String>) -> Self {
        Self { verb, path: path.into(), query: Vec::new(), form: None, password: None, begun: Timestamp::now() }
    }

    pub(crate) fn lists_reports(&self) -> bool {
        self.verb == Verb::List && self.path == "reports"
    }

    pub(crate) fn list(path: &str, query: Pairs) -> Self {
        Self { query, ..Self::new(Verb::List, path) }
    }
}

impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} /api/v1/{}", self.verb.method(), self.path)
    }
}
