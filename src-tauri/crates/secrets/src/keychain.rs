use std::{collections::HashMap, sync::Arc};

use assay_model::Secret;
use keyring_core::{CredentialStore, Entry, Error};

use crate::{SecretError, SecretStore};

/// The system's keychain: macOS keychain, Windows Credential Manager, or the desktop's Secret
/// Service.
pub struct Keychain {
    service: String,
    open: fn() -> keyring_core::Result<Arc<CredentialStore>>,
}

impl Keychain {
    /// Returns the system's keychain, with the app's name as it shows it.
    #[must_use]
    pub fn of_the_system(service: &str) -> Self {
        Self { service: service.to_owned(), open: open_system_store }
    }

    /// Opened for each call, in case the keychain was restarted meanwhile.
    fn store(&self) -> Result<Arc<CredentialStore>, SecretError> {
        (self.open)().map_err(
            |error| {
                if is_nowhere(&error) { SecretError::Missing(error.to_string()) } else { failure(error) }
            },
        )
    }

    fn entry(&self, account: &str) -> Result<Entry, SecretError> {
        self.store()?.build(&self.service, account, None).map_err(failure)
    }
}

impl SecretStore for Keychain {
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError> {
        match self.entry(account)?.get_password() {
            Ok(text) => Ok(Some(Secret::from(text))),
            Err(Error::NoEntry) => Ok(None),
            Err(error) => Err(failure(error)),
        }
    }

    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError> {
        self.entry(account)?.set_password(secret.expose()).map_err(failure)
    }

    fn delete(&self, account: &str) -> Result<(), SecretError> {
        match self.entry(account)?.delete_credential() {
            Ok(()) | Err(Error::NoEntry) => Ok(()),
            Err(error) => Err(failure(error)),
        }
    }

    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
        for entry in self.store()?.search(&own_entries(&self.service)).map_err(failure)? {
            match entry.get_specifiers() {
                Some((service, account)) if service == self.service && is_unwanted(&account) => {}
                // One that is still locked has none. On Windows, those of other programs have none.
                None if cfg!(not(windows)) => {
                    entry.get_attributes().map_err(failure)?;
                    continue;
                }
                _ => continue,
            }
            match entry.delete_credential() {
                Ok(()) | Err(Error::NoEntry) => {}
                Err(error) => return Err(failure(error)),
            }
        }
        Ok(())
    }
}

/// The query for all entries of a service.
#[cfg(not(windows))]
fn own_entries(service: &str) -> HashMap<&'static str, &str> {
    HashMap::from([("service", service)])
}

/// Windows can't search by service: all entries are filtered.
#[cfg(windows)]
fn own_entries(_service: &str) -> HashMap<&'static str, &str> {
    HashMap::new()
}

/// Errors of the session bus that mean that there is no keychain.
const NOWHERE: [&str; 3] = [
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "no secret service provider or dbus session found",
];

/// Whether there is no keychain. Other failures may be temporary.
fn is_nowhere(error: &Error) -> bool {
    match error {
        Error::NoDefaultStore => true,
        Error::PlatformFailure(cause) => {
            let text = cause.to_string();
            NOWHERE.iter().any(|said| text.contains(said))
        }
        _ => false,
    }
}

fn failure(error: Error) -> SecretError {
    match error {
        Error::NoStorageAccess(cause) => SecretError::Locked(cause.to_string()),
        Error::NoDefaultStore => SecretError::Missing(error.to_string()),
        // These errors contain the secret, so it is left out.
        Error::BadEncoding(_) | Error::BadDataFormat(..) => SecretError::Failed("the entry is not text".to_owned()),
        _ => SecretError::Failed(error.to_string()),
    }
}

#[cfg(target_os = "linux")]
fn open_system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(zbus_secret_service_keyring_store::Store::new()?)
}

#[cfg(target_os = "macos")]
fn open_system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(apple_native_keyring_store::keychain::Store::new()?)
}

#[cfg(windows)]
fn open_system_store() -> keyring_core::Result<Arc<CredentialStore>> {
    Ok(windows_native_keyring_store::Store::new()?)
}

#[cfg(test)]
mod tests {
    use std::{
        any::Any,
        collections::HashMap,
        sync::{Arc, LazyLock},
    };

    use assay_model::Secret;
    use keyring_core::{
        Credential, CredentialStore, Entry, Error,
        api::{CredentialApi, CredentialStoreApi},
        mock,
    };

    use super::{Keychain, failure};
    use crate::{SecretError, SecretStore};

    /// A store that outlives the calls, like a real one.
    static MOCK: LazyLock<Option<Arc<CredentialStore>>> =
        LazyLock::new(|| mock::Store::new().ok().map(|store| store as Arc<CredentialStore>));

    fn over_mock() -> Keychain {
        Keychain { service: "Assay test".to_owned(), open: || MOCK.clone().ok_or(Error::NoDefaultStore) }
    }

    #[test]
    fn a_secret_is_kept_replaced_and_forgotten() {
        let keychain = over_mock();
        assert!(keychain.read("one").unwrap().is_none());
        keychain.write("one", &Secret::from("first")).unwrap();
        keychain.write("one", &Secret::from("second")).unwrap();
        assert_eq!(keychain.read("one").unwrap().unwrap().expose(), "second");
        assert!(keychain.read("other").unwrap().is_none());
        keychain.delete("one").unwrap();
        assert!(keychain.read("one").unwrap().is_none());
        keychain.delete("one").unwrap();
    }

    #[test]
    fn the_secrets_of_some_accounts_are_forgotten_together() {
        let keychain = over_mock();
        let other = Keychain { service: "Another".to_owned(), ..over_mock() };
        for account in ["some 1", "some 2", "others"] {
            keychain.write(account, &Secret::from(account)).unwrap();
            other.write(account, &Secret::from(account)).unwrap();
        }
        keychain.delete_where(&|account| account.starts_with("some")).unwrap();
        let is_kept = |keychain: &Keychain, account| keychain.read(account).unwrap().is_some();
        let kept = |keychain| ["some 1", "some 2", "others"].map(|account| is_kept(keychain, account));
        assert_eq!((kept(&keychain), kept(&other)), ([false, false, true], [true; 3]));
    }

    /// A store with one entry, which stays locked after a search.
    struct Locked;

    impl CredentialStoreApi for Locked {
        fn vendor(&self) -> String {
            String::new()
        }

        fn id(&self) -> String {
            String::new()
        }

        fn build(&self, _: &str, _: &str, _: Option<&HashMap<&str, &str>>) -> keyring_core::Result<Entry> {
            Ok(Entry::new_with_credential(Arc::new(Self)))
        }

        fn search(&self, _: &HashMap<&str, &str>) -> keyring_core::Result<Vec<Entry>> {
            Ok(vec![Entry::new_with_credential(Arc::new(Self))])
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    impl CredentialApi for Locked {
        fn set_secret(&self, _: &[u8]) -> keyring_core::Result<()> {
            Err(Error::NoStorageAccess("locked".into()))
        }

        fn get_secret(&self) -> keyring_core::Result<Vec<u8>> {
            Err(Error::NoStorageAccess("locked".into()))
        }

        fn delete_credential(&self) -> keyring_core::Result<()> {
            Err(Error::NoStorageAccess("locked".into()))
        }

        fn get_credential(&self) -> keyring_core::Result<Option<Arc<Credential>>> {
            Err(Error::NoStorageAccess("locked".into()))
        }

        fn get_specifiers(&self) -> Option<(String, String)> {
            None
        }

        fn as_any(&self) -> &dyn Any {
            self
        }

        fn debug_fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("Locked")
        }
    }

    #[test]
    fn secrets_that_stay_locked_are_not_reported_as_deleted() {
        let keychain = Keychain { service: "Assay test".to_owned(), open: || Ok(Arc::new(Locked)) };
        // On Windows, entries without a name are those of other programs.
        let expected = if cfg!(windows) { Ok(()) } else { Err(SecretError::Locked("locked".to_owned())) };
        assert_eq!(keychain.delete_where(&|_| true), expected);
    }

    #[test]
    fn no_store_is_a_missing_keychain() {
        let keychain = Keychain { service: "Assay test".to_owned(), open: || Err(Error::NoDefaultStore) };
        assert!(matches!(keychain.read("one"), Err(SecretError::Missing(_))));
    }

    #[test]
    fn only_a_service_that_nobody_offers_is_a_missing_keychain() {
        fn over(open: fn() -> keyring_core::Result<Arc<CredentialStore>>) -> SecretError {
            Keychain { service: "Assay test".to_owned(), open }.read("one").err().unwrap()
        }
        let unknown = || Err(Error::PlatformFailure("zbus error: org.freedesktop.DBus.Error.ServiceUnknown: x".into()));
        let no_bus = || Err(Error::PlatformFailure("no secret service provider or dbus session found".into()));
        let silent = || Err(Error::PlatformFailure("zbus error: org.freedesktop.DBus.Error.NoReply: x".into()));
        let broken = || Err(Error::PlatformFailure("zbus error: Broken pipe (os error 32)".into()));
        let locked = || Err(Error::NoStorageAccess("the collection is locked".into()));
        assert!(matches!(over(unknown), SecretError::Missing(_)));
        assert!(matches!(over(no_bus), SecretError::Missing(_)));
        assert!(matches!(over(silent), SecretError::Failed(_)));
        assert!(matches!(over(broken), SecretError::Failed(_)));
        assert!(matches!(over(locked), SecretError::Locked(_)));
    }

    #[test]
    fn a_failure_tells_locked_from_broken_and_never_what_is_stored() {
        let locked = failure(Error::NoStorageAccess("the collection is locked".into()));
        assert_eq!(locked, SecretError::Locked("the collection is locked".to_owned()));
        let garbled = failure(Error::BadEncoding(b"k-secret".to_vec()));
        assert!(!format!("{garbled:?}").contains("secret"));
    }
}
