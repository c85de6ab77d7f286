use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use ts_rs::TS;

/// An API key or a report's password: accepted in requests, never returned.
///
/// It doesn't implement `Debug`, `Display`, or `Serialize`, so that it can't end up in a log, file,
/// or response by accident; its memory is wiped on drop.
#[derive(Clone, TS)]
#[ts(type = "string")]
pub struct Secret(SecretString);

impl Secret {
    /// Returns the text, for a header, a form body, or the keychain.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// Returns whether the text is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.expose().is_empty()
    }
}

impl From<String> for Secret {
    fn from(text: String) -> Self {
        Self(SecretString::from(text))
    }
}

impl From<&str> for Secret {
    fn from(text: &str) -> Self {
        Self(SecretString::from(text))
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self::from)
    }
}

#[cfg(test)]
mod tests {
    use static_assertions::assert_not_impl_any;

    use super::Secret;
    use crate::{BatchSource, ConnectionDraft, KeepPassword, NewReport, PasswordSource, ReportUpdate, ShownPassword};

    assert_not_impl_any!(Secret: std::fmt::Debug, std::fmt::Display, serde::Serialize, AsRef<str>, std::ops::Deref);
    // Types with a secret can't be printed or sent back either.
    assert_not_impl_any!(ConnectionDraft: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(NewReport: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(ReportUpdate: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(BatchSource: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(PasswordSource: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(KeepPassword: std::fmt::Debug, serde::Serialize);
    // This one is sent to the window at the user's request.
    assert_not_impl_any!(ShownPassword: std::fmt::Debug);

    #[test]
    fn a_request_can_bring_one() {
        let secret: Secret = serde_json::from_str("\"k-1\"").unwrap();
        assert_eq!(secret.expose(), "k-1");
    }
}
