use secrecy::{ExposeSecret, SecretString};
use serde::{Deserialize, Deserializer};
use ts_rs::TS;

/// An API key or a report's password: readable from a request of the window, never writable to anything.
///
/// It has neither `Debug`, `Display` nor `Serialize`, so that no log, message, file or answer can hold one by accident;
/// its memory is wiped when it is dropped.
#[derive(Clone, TS)]
#[ts(type = "string")]
pub struct Secret(SecretString);

impl Secret {
    /// The text itself, for the one place that must have it: a header, a form body, the keychain.
    #[must_use]
    pub fn expose(&self) -> &str {
        self.0.expose_secret()
    }

    /// Whether there is no text at all.
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
    // What holds a secret cannot be printed or sent back either.
    assert_not_impl_any!(ConnectionDraft: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(NewReport: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(ReportUpdate: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(BatchSource: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(PasswordSource: std::fmt::Debug, serde::Serialize);
    assert_not_impl_any!(KeepPassword: std::fmt::Debug, serde::Serialize);
    // This one goes to the window, when the user asks for it.
    assert_not_impl_any!(ShownPassword: std::fmt::Debug);

    #[test]
    fn a_request_can_bring_one() {
        let secret: Secret = serde_json::from_str("\"k-1\"").unwrap();
        assert_eq!(secret.expose(), "k-1");
    }
}
