//! API keys and passwords in the keychain of the system, or in memory where there is none.
//!
//! Nothing here can print one.

mod keychain;

use std::{
    cmp::Reverse,
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use assay_model::{KeyPlace, Problem, ProblemCode, Secret};

pub use keychain::Keychain;

/// How long the keychain may take to answer: the user may have to find a password first.
const LONGEST_WAIT: Duration = Duration::from_mins(2);

/// What stands in a text where a secret stood.
const HIDDEN: &str = "•••";

/// What is shorter, in bytes, is part of ordinary words: to blank those out would tell it rather than hide it.
const SHORTEST_HIDDEN: usize = 4;

/// Where secrets are kept. Calls may block for as long as the system asks the user something.
pub trait SecretStore: Send + Sync + 'static {
    /// The secret of an account, if it has one.
    fn read(&self, account: &str) -> Result<Option<Secret>, SecretError>;
    /// Keeps a secret, in place of any that the account had.
    fn write(&self, account: &str, secret: &Secret) -> Result<(), SecretError>;
    /// Forgets the secret of an account; not an error if it has none.
    fn delete(&self, account: &str) -> Result<(), SecretError>;
    /// Forgets the secrets of all accounts with such names. What was forgotten before a failure stays so.
    fn delete_where(&self, is_unwanted: &dyn Fn(&str) -> bool) -> Result<(), SecretError>;
}

/// Why a store failed. The texts are for "details" and never hold a secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SecretError {
    /// There is no keychain on this computer, or none that runs.
    Missing(String),
    /// It is there, but locked, and the user did not unlock it.
    Locked(String),
    /// It failed otherwise.
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

/// The secrets of the running app: those of the keychain that were needed so far, and those that live in memory only.
///
/// Calls to the keychain run one at a time, off the async threads.
pub struct Secrets {
    keychain: Arc<dyn SecretStore>,
    longest_wait: Duration,
    turn: Arc<tokio::sync::Mutex<()>>,
    held: Mutex<HashMap<String, (Secret, KeyPlace)>>,
}

impl Secrets {
    /// Secrets over a keychain, which is given up as locked when it does not answer for two minutes.
    pub fn new(keychain: impl SecretStore) -> Self {
        Self::with_patience(keychain, LONGEST_WAIT)
    }

    /// The same with another wait.
    pub fn with_patience(keychain: impl SecretStore, longest_wait: Duration) -> Self {
        Self { keychain: Arc::new(keychain), longest_wait, turn: Arc::default(), held: Mutex::default() }
    }

    /// Keeps a secret, in place of any that the account had. On failure the account keeps what it had.
    pub async fn save(&self, account: &str, secret: Secret, place: KeyPlace) -> Result<(), Problem> {
        if place == KeyPlace::Keychain {
            let (name, kept) = (account.to_owned(), secret.clone());
            self.ask(move |keychain| keychain.write(&name, &kept)).await?;
        }
        self.hold(account, secret, place);
        Ok(())
    }

    /// The secret of an account, from memory or else from the keychain.
    pub async fn read(&self, account: &str) -> Result<Option<Secret>, Problem> {
        if let Some((secret, _)) = self.held().get(account) {
            return Ok(Some(secret.clone()));
        }
        let name = account.to_owned();
        let found = self.ask(move |keychain| keychain.read(&name)).await?;
        if let Some(secret) = &found {
            self.hold(account, secret.clone(), KeyPlace::Keychain);
        }
        Ok(found)
    }

    /// Keeps a secret that is seldom needed: one of the keychain is in memory no longer than keeping it takes.
    pub async fn put_away(&self, account: &str, secret: Secret, place: KeyPlace) -> Result<(), Problem> {
        if place == KeyPlace::Memory {
            self.hold(account, secret, place);
            return Ok(());
        }
        let name = account.to_owned();
        self.ask(move |keychain| keychain.write(&name, &secret)).await?;
        self.forget(account);
        Ok(())
    }

    /// A secret that is seldom needed, from where it is kept.
    pub async fn look_up(&self, account: &str, place: KeyPlace) -> Result<Option<Secret>, Problem> {
        if place == KeyPlace::Memory {
            return Ok(self.held().get(account).map(|(secret, _)| secret.clone()));
        }
        let name = account.to_owned();
        self.ask(move |keychain| keychain.read(&name)).await
    }

    /// Whether an account has a secret that lives in memory only.
    #[must_use]
    pub fn is_in_memory(&self, account: &str) -> bool {
        matches!(self.held().get(account), Some((_, KeyPlace::Memory)))
    }

    /// Forgets a secret, in the keychain and in memory. On failure both keep it.
    pub async fn delete(&self, account: &str) -> Result<(), Problem> {
        let name = account.to_owned();
        self.ask(move |keychain| keychain.delete(&name)).await?;
        self.forget(account);
        Ok(())
    }

    /// Forgets a secret in memory, and leaves the keychain alone.
    pub fn forget(&self, account: &str) {
        self.held().remove(account);
    }

    /// Forgets the secrets of all accounts with such names, in memory and, unless only that is wanted, in the keychain.
    /// On failure those in memory stay, and those of the keychain that it did not come to.
    pub async fn delete_where(
        &self,
        is_unwanted: impl Fn(&str) -> bool + Clone + Send + 'static,
        place: KeyPlace,
    ) -> Result<(), Problem> {
        if place == KeyPlace::Keychain {
            let is_unwanted = is_unwanted.clone();
            self.ask(move |keychain| keychain.delete_where(&is_unwanted)).await?;
        }
        self.held().retain(|account, _| !is_unwanted(account));
        Ok(())
    }

    /// A text without the secrets that are in memory now.
    #[must_use]
    pub fn hide(&self, text: &str) -> String {
        let held = self.held();
        let mut secrets: Vec<_> = held.values().map(|(secret, _)| secret.expose()).collect();
        secrets.retain(|secret| secret.len() >= SHORTEST_HIDDEN);
        // One may be the beginning of another, whose end would stay.
        secrets.sort_by_key(|secret| Reverse(secret.len()));
        secrets.into_iter().fold(text.to_owned(), |text, secret| text.replace(secret, HIDDEN))
    }

    async fn ask<T: Send + 'static>(
        &self,
        question: impl FnOnce(&dyn SecretStore) -> Result<T, SecretError> + Send + 'static,
    ) -> Result<T, Problem> {
        let keychain = Arc::clone(&self.keychain);
        let turn = Arc::clone(&self.turn).lock_owned();
        let asked = async {
            let turn = turn.await;
            tokio::task::spawn_blocking(move || {
                // Held until the keychain answers, also after nobody waits for it any more.
                let _turn = turn;
                question(keychain.as_ref())
            })
            .await
        };
        tokio::time::timeout(self.longest_wait, asked)
            .await
            .map_err(|_| Problem::new(ProblemCode::KeychainLocked).with_detail("the keychain does not answer"))?
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
