//! Faults, and the requests that they match.

use std::collections::BTreeMap;

use axum::http::{HeaderValue, StatusCode};
use percent_encoding::percent_decode_str;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A fault, and the requests that it matches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `None` for any.
    #[serde(default)]
    pub method: Option<Method>,
    /// The path below `/api/v1/`, with segments decoded or as sent; `*` matches any one segment.
    /// `reports` is the list, `reports/*` each report. `None` for any.
    #[serde(default)]
    pub path: Option<String>,
    /// How many matching requests to skip first.
    #[serde(default)]
    pub skip: u32,
    /// How often it is played; `None` for always.
    #[serde(default)]
    pub times: Option<u32>,
    /// Whether the service carries out the request before the fault.
    #[serde(default)]
    pub after_work: bool,
    /// The fault.
    pub fault: Fault,
}

/// Matches every request, without carrying it out.
impl From<Fault> for Rule {
    fn from(fault: Fault) -> Self {
        Self { method: None, path: None, skip: 0, times: None, after_work: false, fault }
    }
}

impl Rule {
    /// Whether it matches a request; `path` is what follows `/api/v1/`, as sent.
    pub(crate) fn matches(&self, method: &str, path: &str) -> bool {
        let same_segment = |(wanted, sent): (&str, &str)| {
            wanted == "*" || wanted == sent || percent_decode_str(sent).decode_utf8().is_ok_and(|sent| wanted == sent)
        };
        self.method.is_none_or(|wanted| wanted.name() == method)
            && self.path.as_deref().is_none_or(|wanted| {
                let wanted = wanted.trim_matches('/');
                wanted.split('/').count() == path.split('/').count()
                    && wanted.split('/').zip(path.split('/')).all(same_segment)
            })
    }
}

/// A method of the interface.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Method {
    /// Reads and lists.
    Get,
    /// Creates.
    Post,
    /// Changes.
    Put,
    /// Deletes.
    Delete,
}

impl Method {
    fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// The kinds of faults.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// No response until the client disconnects or the service stops.
    Hang,
    /// Closes the connection without a response.
    Drop,
    /// Closes the connection after half of the body.
    Cut,
    /// Delays the true response, before or after the work.
    Delay {
        /// In milliseconds.
        ms: u64,
    },
    /// Another response.
    Answer {
        /// From 200 to 599.
        #[serde(with = "status")]
        status: StatusCode,
        /// Its body.
        #[serde(default)]
        body: Body,
        /// In seconds; sent in the form of [`super::Throttle::retry_after`].
        #[serde(default)]
        retry_after_s: Option<u64>,
    },
    /// A redirect (302).
    Redirect {
        /// `Location`, sent unchanged. `/login` is the service's login page.
        #[serde(with = "header")]
        to: HeaderValue,
    },
    /// Rejects the key, valid or not (field note 28).
    KeyRefused,
    /// The true response after many spaces, which JSON allows. The work is always done.
    TooLarge {
        /// The number of spaces.
        bytes: u64,
    },
    /// Replaces fields of the form (`None` removes them), and responds as if they were unchanged.
    /// The work is always done.
    Takes(BTreeMap<String, Option<String>>),
    /// Ignores the request, and responds as if it succeeded: updates and deletes have no effect,
    /// new reports disappear.
    Deaf,
    /// Responds with another report.
    OtherReport {
        /// Its id; it must exist.
        id: i64,
    },
    /// The true response about a report without most of its fields. The work is always done.
    Short {
        /// The fields to keep.
        keeps: Vec<String>,
        /// Whether the others are null rather than absent.
        #[serde(default)]
        nulls: bool,
    },
    /// The true response byte by byte. The work is always done.
    SlowDrip {
        /// Before each byte, in milliseconds.
        pause_ms: u64,
    },
    /// The true response, repeating the key, the password, and the request's headers. The work is
    /// always done.
    Echo,
    /// Another, compressed response: a list of ones of this size, in a record or an error response.
    Bomb {
        /// Where the list is.
        place: Place,
        /// Its decompressed size.
        bytes: u64,
    },
    /// The true record with a field repeated, and with fields named like renamed repeats. The work
    /// is always done.
    RepeatedNames {
        /// The number of repeats.
        times: u32,
    },
}

/// The place of a bomb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Place {
    /// An unknown field of report 1 (200).
    Record,
    /// The message of rejected input (422).
    Refusal,
}

/// The body of a response.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// `{"message", "status"}`
    #[default]
    Message,
    /// An HTML page.
    Html,
    /// Nothing.
    Empty,
    /// Plain text.
    Text(String),
    /// Any JSON.
    Json(Value),
}

/// Serializes a status as its number.
mod status {
    use super::{Deserialize, Deserializer, Error, Serializer, StatusCode};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    pub fn serialize<S: Serializer>(status: &StatusCode, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u16(status.as_u16())
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<StatusCode, D::Error> {
        let number = u16::deserialize(from)?;
        StatusCode::from_u16(number)
            .ok()
            .filter(|_| (200..600).contains(&number))
            .ok_or_else(|| D::Error::custom(format!("a status is from 200 to 599, not {number}")))
    }
}

/// Serializes a header's value as text.
mod header {
    use super::{Deserialize, Deserializer, Error, HeaderValue, Serializer};

    pub fn serialize<S: Serializer>(value: &HeaderValue, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(value.as_bytes()))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<HeaderValue, D::Error> {
        let text = String::deserialize(from)?;
        HeaderValue::try_from(text).map_err(|_| D::Error::custom("a header cannot hold this text"))
    }
}

#[cfg(test)]
mod tests {
    use super::{Fault, Method, Rule};

    #[test]
    fn a_rule_is_meant_for_whole_segments() {
        let rule = |path: &str| Rule { path: Some(path.into()), ..Fault::Drop.into() };
        for (wanted, sent, matches) in [
            ("reports", "reports", true),
            ("/reports/", "reports", true),
            ("reports", "reports/7", false),
            ("reports/*", "reports/7", true),
            ("reports/*", "reports", false),
            ("reports/7", "reports/77", false),
            ("*/7", "reports/7", true),
            ("*", "projects", true),
            ("projects/münchen reisen", "projects/m%C3%BCnchen%20reisen", true),
            ("projects/a%2Fb", "projects/a%2Fb", true),
            ("projects/a/b", "projects/a%2Fb", false),
        ] {
            assert_eq!(rule(wanted).matches("GET", sent), matches, "{wanted} {sent}");
        }
        assert!(Rule::from(Fault::Drop).matches("PATCH", "anything/at/all"));
        let created = Rule { method: Some(Method::Post), ..rule("reports") };
        assert!(created.matches("POST", "reports") && !created.matches("GET", "reports"));
    }
}
