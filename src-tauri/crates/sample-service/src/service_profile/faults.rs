//! What goes wrong, and for which requests.

use axum::http::{HeaderValue, StatusCode};
use percent_encoding::percent_decode_str;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// A fault, and the requests that it is played to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// `None`: any.
    #[serde(default)]
    pub method: Option<Method>,
    /// The path below `/api/v1/`, a segment decoded or as it is sent; `*` stands for any one segment. `reports` is the
    /// list, `reports/*` each report. `None`: any.
    #[serde(default)]
    pub path: Option<String>,
    /// How many such requests pass first.
    #[serde(default)]
    pub skip: u32,
    /// How often it is played; `None`: always.
    #[serde(default)]
    pub times: Option<u32>,
    /// Whether the service does what it is asked before the fault; if not, it does not do it.
    #[serde(default)]
    pub after_work: bool,
    /// What happens.
    pub fault: Fault,
}

/// The fault, played to every request, in the place of the work.
impl From<Fault> for Rule {
    fn from(fault: Fault) -> Self {
        Self { method: None, path: None, skip: 0, times: None, after_work: false, fault }
    }
}

impl Rule {
    /// Whether it is meant for a request; `path` is what follows `/api/v1/`, as sent.
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

/// What goes wrong.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Fault {
    /// There is no answer until the client leaves or the service stops.
    Hang,
    /// The connection is closed without an answer.
    Drop,
    /// The connection is closed after half of the body.
    Cut,
    /// The true answer comes late. The wait is before the work, or after it.
    Delay {
        /// In milliseconds.
        ms: u64,
    },
    /// There is another answer.
    Answer {
        /// From 200 to 599.
        #[serde(with = "status")]
        status: StatusCode,
        /// What it says.
        #[serde(default)]
        body: Body,
        /// In seconds; sent in the form of [`super::Throttle::retry_after`].
        #[serde(default)]
        retry_after_s: Option<u64>,
    },
    /// A redirect (302).
    Redirect {
        /// `Location`, sent as it is given. `/login` is the service's login page.
        #[serde(with = "header")]
        to: HeaderValue,
    },
    /// The key is refused, whether it is right or not (field note 28).
    KeyRefused,
    /// The true answer comes after many spaces, which JSON allows. The work is always done.
    TooLarge {
        /// How many spaces.
        bytes: u64,
    },
    /// The true answer comes byte by byte. The work is always done.
    SlowDrip {
        /// Before each byte, in milliseconds.
        pause_ms: u64,
    },
}

/// What an answer says.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Body {
    /// `{"message", "status"}`
    #[default]
    Message,
    /// A page for people.
    Html,
    /// Nothing.
    Empty,
    /// Plain text.
    Text(String),
    /// Any JSON.
    Json(Value),
}

/// A status that ends an exchange, as its number.
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

/// A header's value, as text.
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
