//! API keys and passwords in the system's keychain, or in memory if there is none.
//!
//! Secrets can't be printed.

mod keychain;

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use assay_model::{KeyPlace, Problem, ProblemCode, Secret};

pub use keychain::Keychain;

/// The keychain's timeout: the user may have to unlock it first.
const KEYCHAIN_TIMEOUT: Duration = Duration::from_mins(2);

/// Replaces a secret in a text.
const HIDDEN: &str = "•••";

/// Shorter secrets are part of ordinary words, so redacting them would reveal them.
const MIN_REDACTED_BYTES: usize = 4;

/// A store of secrets. Calls may block while the system asks the user.
pub trait SecretStore: Send + Sync + 'static {
    /// Returns the secret of an account, if any.
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError>;
    /// Saves a secret, replacing an earlier one.
    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError>;
    /// Deletes the secret of an account; not an error if there is none.
    fn delete(&self, account: &str) -> Result<(), SecretError>;
    /// Deletes the secrets of all matching accounts. A failure may leave some of them.
    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError>;
}

/// Why a store failed. The texts are details without secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretError {
    /// There is no keychain, or it isn't running.
    Missing(String),
    /// It is locked, and the user did not unlock it.
    Locked(String),
    /// Another failure.
    Failed(String),
}

impl From<SecretError> for Problem {
    fn from(error: SecretError) -> Self {
        let (code, detail) = match error {
            SecretError::Missing(detail) => (ProblemCode::KeychainMissing, detail),
            SecretError::Locked(detail) => (ProblemCode::KeychainLocked, detail),
            SecretError::Failed(detail) => (ProblemCode::KeychainFailed, detail),
        };
        Self::new(code).with_detail(detail)
    }
}

/// The app's secrets: a cache of the keychain, and those in memory only.
///
/// Keychain calls run one at a time, off the async threads.
pub struct Secrets {
    keychain: Arc<dyn SecretStore>,
    longest_wait: Duration,
    turn: Arc<tokio::sync::Mutex<()>>,
    held: Mutex<HashMap<String, (Secret, KeyPlace)>>,
}

impl Secrets {
    /// Creates secrets for a keychain, which counts as locked after two minutes without a response.
    pub fn new(keychain: impl SecretStore) -> Self {
        Self::with_patience(keychain, KEYCHAIN_TIMEOUT)
    }

    /// Creates secrets with another timeout.
    pub fn with_patience(keychain: impl SecretStore, longest_wait: Duration) -> Self {
        Self { keychain: Arc::new(keychain), longest_wait, turn: Arc::default(), held: Mutex::default() }
    }

    /// Saves a secret, replacing an earlier one, which is kept on failure.
    pub async fn save(&self, account: &str, secret: Secret, place: KeyPlace) -> Result<(), Problem> {
        if place == KeyPlace::Keychain {
            self.write(account, secret.clone()).await?;
        }
        self.hold(account, secret, place);
        Ok(())
    }

    /// Returns the secret of an account, from memory or the keychain.
    pub async fn read(&self, account: &str) -> Result<Option<Secret>, Problem> {
        if let Some((secret, _)) = self.held().get(account) {
            return Ok(Some(secret.clone()));
        }
        let name = account.to_owned();
        let found = self.ask(move |keychain, _| keychain.read(&name)).await?;
        if let Some(secret) = &found {
            self.hold(account, secret.clone(), KeyPlace::Keychain);
        }
        Ok(found)
    }

    /// Saves a rarely needed secret, without caching it in memory.
    pub async fn save_uncached(&self, account: &str, secret: Secret, place: KeyPlace) -> Result<(), Problem> {
        if place == KeyPlace::Memory {
            self.hold(account, secret, place);
            return Ok(());
        }
        self.write(account, secret).await?;
        self.drop_from_memory(account);
        Ok(())
    }

    /// Returns a rarely needed secret.
    pub async fn read_uncached(&self, account: &str, place: KeyPlace) -> Result<Option<Secret>, Problem> {
        if place == KeyPlace::Memory {
            return Ok(self.held().get(account).map(|(secret, _)| secret.clone()));
        }
        let name = account.to_owned();
        self.ask(move |keychain, _| keychain.read(&name)).await
    }

    /// Returns whether an account's secret is in memory only.
    #[must_use]
    pub fn is_in_memory(&self, account: &str) -> bool {
        matches!(self.held().get(account), Some((_, KeyPlace::Memory)))
    }

    /// Deletes a secret from the keychain and memory. On failure both keep it.
    pub async fn delete(&self, account: &str) -> Result<(), Problem> {
        let name = account.to_owned();
        let delete = move |keychain: &dyn SecretStore, is_awaited: &dyn Fn() -> bool| {
            unlock(keychain, &name)?;
            if is_awaited() { keychain.delete(&name) } else { Ok(()) }
        };
        self.ask(delete).await?;
        self.drop_from_memory(account);
        Ok(())
    }

    /// Deletes a secret from memory only.
    pub fn drop_from_memory(&self, account: &str) {
        self.held().remove(account);
    }

    /// Deletes the secrets of all matching accounts, from memory only or also from the keychain. On
    /// failure those in memory and some in the keychain are kept.
    pub async fn delete_where(
        &self,
        is_unwanted: impl Fn(&str) -> bool + Clone + Send + 'static,
        place: KeyPlace,
    ) -> Result<(), Problem> {
        if place == KeyPlace::Keychain {
            let is_unwanted = is_unwanted.clone();
            let delete = move |keychain: &dyn SecretStore, is_awaited: &dyn Fn() -> bool| {
                keychain.delete_where(&|account| is_awaited() && is_unwanted(account))
            };
            self.ask(delete).await?;
        }
        self.held().retain(|account, _| !is_unwanted(account));
        Ok(())
    }

    /// Returns a text with all secrets in memory redacted.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        let held = self.held();
        let mut secrets: Vec<_> = held.values().map(|(secret, _)| secret.expose()).collect();
        secrets.retain(|secret| secret.len() >= MIN_REDACTED_BYTES);
        // Longest first, since one may be the start of another.
        secrets.sort_by_key(|secret| Reverse(secret.len()));
        secrets.into_iter().fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
    }

    async fn write(&self, account: &str, secret: Secret) -> Result<(), Problem> {
        let name = account.to_owned();
        let write = move |keychain: &dyn SecretStore, is_awaited: &dyn Fn() -> bool| {
            let exists = unlock(keychain, &name)?;
            if is_awaited() {
                keychain.write(&name, &secret)?;
            }
            // The keychain unlocks for a new entry only when it is written.
            if !exists && !is_awaited() { keychain.delete(&name) } else { Ok(()) }
        };
        self.ask(write).await
    }

    /// Asks the keychain off the async threads. The question can find out whether the caller still
    /// waits: a change after the timeout would contradict the failure that was reported.
    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn SecretStore, &dyn Fn() -> bool) -> Result<T, SecretError> + Send + 'static,
    ) -> Result<T, Problem> {
        let caller = Arc::new(());
        let awaited = Arc::downgrade(&caller);
        let keychain = Arc::clone(&self.keychain);
        let turn = Arc::clone(&self.turn).lock_owned();
        let asked = async {
            let turn = turn.await;
            tokio::task::spawn_blocking(move || {
                // Held until the keychain responds, even if the caller is gone.
                let _turn = turn;
                question(keychain.as_ref(), &|| awaited.strong_count() > 0)
            })
            .await
        };
        tokio::time::timeout(self.longest_wait, asked)
            .await
            .map_err(|_| Problem::new(ProblemCode::KeychainLocked).with_detail("the keychain didn’t respond"))?
            .map_err(|fault| Problem::new(ProblemCode::KeychainFailed).with_detail(fault.to_string()))?
            .map_err(Problem::from)
    }

    fn hold(&self, account: &str, secret: Secret, place: KeyPlace) {
        self.held().insert(account.to_owned(), (secret, place));
    }

    fn held(&self) -> std::sync::MutexGuard<'_, HashMap<String, (Secret, KeyPlace)>> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Reads an entry, so that the system asks the user now, and returns whether there is one. An
/// unreadable one can still be replaced or deleted.
fn unlock(keychain: &dyn SecretStore, account: &str) -> Result<bool, SecretError> {
    match keychain.read(account) {
        Ok(secret) => Ok(secret.is_some()),
        Err(SecretError::Failed(_)) => Ok(true),
        Err(error @ (SecretError::Missing(_) | SecretError::Locked(_))) => Err(error),
    }
}
