//! Records requests for tests.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde::Serialize;

/// The number of recorded requests.
const MAX_REQUESTS: usize = 1000;
/// Replaces secrets.
const REDACTED: &str = "…";

/// A request under `/api`, with any outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Received {
    /// `GET`
    pub method: String,
    /// The whole path, as sent.
    pub path: String,
    /// As sent, without the question mark.
    pub query: String,
    /// By lowercase name. The value of `authorization` is not recorded.
    pub headers: BTreeMap<String, String>,
    /// Whether the key was correct.
    pub key: bool,
    /// The fields of a form body, in order. The value of `password` is not recorded.
    pub form: Vec<(String, String)>,
}

/// A request's headers and form, without its secrets.
pub(crate) fn without_secrets(
    headers: &HeaderMap,
    form: Vec<(String, String)>,
) -> (BTreeMap<String, String>, Vec<(String, String)>) {
    let headers = headers.iter().map(|(name, value)| {
        let value = if *name == AUTHORIZATION { REDACTED.into() } else { String::from_utf8_lossy(value.as_bytes()) };
        (name.to_string(), value.into_owned())
    });
    let form = form.into_iter().map(|(name, value)| {
        let value = if name == "password" { REDACTED.to_owned() } else { value };
        (name, value)
    });
    (headers.collect(), form.collect())
}

/// The last requests, oldest first.
#[derive(Default)]
pub(crate) struct Requests(Mutex<VecDeque<Received>>);

impl Requests {
    pub fn add(&self, request: Received) {
        let mut kept = self.kept();
        if kept.len() == MAX_REQUESTS {
            kept.pop_front();
        }
        kept.push_back(request);
    }

    pub fn all(&self) -> Vec<Received> {
        self.kept().iter().cloned().collect()
    }

    pub fn forget(&self) {
        self.kept().clear();
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<Received>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{MAX_REQUESTS, Received, Requests};

    #[test]
    fn only_the_last_are_kept() {
        let requests = Requests::default();
        for number in 0..=MAX_REQUESTS {
            requests.add(Received {
                method: "GET".into(),
                path: "/api/v1/reports".into(),
                query: number.to_string(),
                headers: BTreeMap::new(),
                key: true,
                form: Vec::new(),
            });
        }
        let kept = requests.all();
        assert_eq!(kept.len(), MAX_REQUESTS);
        assert_eq!((kept[0].query.as_str(), kept[MAX_REQUESTS - 1].query.as_str()), ("1", "1000"));
    }
}
