use std::{borrow::Borrow, ops::Deref};

/// The name of a connection's service in the library and the journal. The ids of reports are valid
/// within it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ServiceKey(String);

impl ServiceKey {
    /// Returns the name of a connection's service, which is named by its first URL.
    #[must_use]
    pub fn new(connection: &str, service: &str) -> Self {
        Self(format!("{connection} {service}"))
    }

    /// Returns the connection's id and the service's URL; none for the sample workspace, which has
    /// one name at any URL.
    #[must_use]
    pub fn parts(&self) -> Option<(&str, &str)> {
        self.0.split_once(' ')
    }
}

impl From<String> for ServiceKey {
    fn from(name: String) -> Self {
        Self(name)
    }
}

impl From<ServiceKey> for String {
    fn from(key: ServiceKey) -> Self {
        key.0
    }
}

impl Deref for ServiceKey {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for ServiceKey {
    fn borrow(&self) -> &str {
        &self.0
    }
}
