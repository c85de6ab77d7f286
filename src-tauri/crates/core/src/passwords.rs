//! Report passwords: generated here, kept in the keychain or, like the connection's key, until
//! Assay closes.

use std::{collections::HashSet, sync::Arc};

use assay_model::{
    FieldReason, KeepPassword, KeyPlace, MakePassword, Problem, ProblemCode, ReportRef, Secret, ServiceKey,
    ShownPassword,
};
use assay_secrets::Secrets;
use rand::seq::IndexedRandom;

use crate::{
    connections::ConnectionStore,
    host::Clipboard,
    minute_limit::MinuteLimit,
    query_limits,
    stored_connection::{StoredConnection, password_account, password_account_prefix},
};

/// Letters and digits, without look-alikes.
const READABLE: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/// In characters (`field-notes.md` 18).
const MAX_LENGTH: u32 = 128;

/// Up to this many are deleted one by one; for more, the keychain is listed once.
const FEW: usize = 20;

/// The place of a report's password.
struct KeychainEntry {
    account: String,
    place: KeyPlace,
}

pub(crate) struct Passwords {
    pub connections: Arc<ConnectionStore>,
    pub secrets: Arc<Secrets>,
    pub clipboard: Arc<dyn Clipboard>,
    /// Passwords that are shown or copied.
    pub limit: MinuteLimit,
}

impl Passwords {
    /// Returns a new random password that is easy to read.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn password_make(&self, wanted: MakePassword) -> Result<ShownPassword, Problem> {
        query_limits::range("length", wanted.length.into(), 8, 64)?;
        Ok(ShownPassword { password: generate(wanted.length).expose().to_owned() })
    }

    /// Saves a report's password, replacing an earlier one.
    pub async fn password_save(&self, kept: KeepPassword) -> Result<(), Problem> {
        if kept.password.is_empty() {
            return Err(Problem::invalid("password", FieldReason::Required));
        }
        query_limits::length("password", kept.password.expose(), MAX_LENGTH)?;
        let KeychainEntry { account, place } = self.keychain_entry(&kept.connection, &kept.id).await?;
        self.secrets.save_uncached(&account, kept.password, place).await
    }

    pub async fn password_exists(&self, wanted: ReportRef) -> Result<bool, Problem> {
        Ok(self.stored_password(&wanted.connection, &wanted.id).await?.is_some())
    }

    /// Returns a report's saved password. Fails with [`ProblemCode::NotInLibrary`] if there is
    /// none.
    pub async fn password_show(&self, wanted: ReportRef) -> Result<ShownPassword, Problem> {
        self.limit.count()?;
        let password = self.saved_password(&wanted).await?;
        Ok(ShownPassword { password: password.expose().to_owned() })
    }

    /// Copies a report's password to the clipboard for 60 seconds. Fails with
    /// [`ProblemCode::NotInLibrary`] if there is none.
    pub async fn password_copy(&self, wanted: ReportRef) -> Result<(), Problem> {
        self.limit.count()?;
        let password = self.saved_password(&wanted).await?;
        let clipboard = Arc::clone(&self.clipboard);
        let copied = tokio::task::spawn_blocking(move || clipboard.copy_secret(&password)).await;
        copied.map_err(|fault| Problem::new(ProblemCode::ClipboardFailed).with_detail(fault.to_string()))?
    }

    /// Deletes a report's password; not an error if none is saved.
    pub async fn password_forget(&self, unwanted: ReportRef) -> Result<(), Problem> {
        let KeychainEntry { account, place } = self.keychain_entry(&unwanted.connection, &unwanted.id).await?;
        self.delete_accounts(HashSet::from([account]), place).await
    }

    /// Saves a report's password that a service has accepted. Fails if the connection now has
    /// another service, where the id has another meaning.
    pub(crate) async fn store_password(
        &self,
        connection: &str,
        scope: &ServiceKey,
        id: &str,
        password: &Secret,
    ) -> Result<(), Problem> {
        query_limits::name("id", id)?;
        let saved = self.connections.find_with_scope(connection, scope).await?;
        self.secrets.save_uncached(&password_account(&saved, id), password.clone(), saved.key_place).await
    }

    /// A report's saved password, if any.
    pub(crate) async fn stored_password(&self, connection: &str, id: &str) -> Result<Option<Secret>, Problem> {
        let KeychainEntry { account, place } = self.keychain_entry(connection, id).await?;
        // It may be from when the connection's key was in memory only.
        match self.secrets.read_uncached(&account, KeyPlace::Memory).await? {
            None if place == KeyPlace::Keychain => self.secrets.read_uncached(&account, place).await,
            found => Ok(found),
        }
    }

    /// Deletes the passwords of reports that were removed or have new ones, unless the connection
    /// now has another service. Failures are only logged.
    pub(crate) async fn delete_passwords(
        &self,
        connection: &str,
        scope: &ServiceKey,
        ids: impl IntoIterator<Item = String>,
    ) {
        let Ok(saved) = self.connections.find_with_scope(connection, scope).await else { return };
        let accounts: HashSet<_> = ids.into_iter().map(|id| password_account(&saved, &id)).collect();
        if let Err(problem) = self.delete_accounts(accounts, saved.key_place).await {
            tracing::warn!(%problem, "couldn't delete report passwords");
        }
    }

    async fn delete_accounts(&self, accounts: HashSet<String>, place: KeyPlace) -> Result<(), Problem> {
        if accounts.len() > FEW {
            let accounts = Arc::new(accounts);
            return self.secrets.delete_where(move |account| accounts.contains(account), place).await;
        }
        for account in accounts {
            match place {
                KeyPlace::Keychain => self.secrets.delete(&account).await?,
                KeyPlace::Memory => self.secrets.drop_from_memory(&account),
            }
        }
        Ok(())
    }

    /// Deletes all passwords of a connection's reports, in memory only or also in the keychain.
    pub(crate) async fn delete_all_passwords(&self, saved: &StoredConnection, place: KeyPlace) -> Result<(), Problem> {
        let beginning = password_account_prefix(saved);
        self.secrets.delete_where(move |account| account.starts_with(&beginning), place).await
    }

    async fn saved_password(&self, wanted: &ReportRef) -> Result<Secret, Problem> {
        let kept = self.stored_password(&wanted.connection, &wanted.id).await?;
        kept.ok_or_else(|| Problem::new(ProblemCode::NotInLibrary))
    }

    async fn keychain_entry(&self, connection: &str, id: &str) -> Result<KeychainEntry, Problem> {
        query_limits::name("id", id)?;
        let saved = self.connections.find(connection).await?;
        Ok(KeychainEntry { account: password_account(&saved, id), place: saved.key_place })
    }
}

/// A random password of `length` readable characters.
pub(crate) fn generate(length: u8) -> Secret {
    let mut chance = rand::rng();
    let text: String = (0..length).filter_map(|_| READABLE.choose(&mut chance).copied().map(char::from)).collect();
    Secret::from(text)
}

#[cfg(test)]
mod tests {
    use std::{
        collections::HashSet,
        sync::{Arc, Mutex},
    };

    use assay_model::{KeepPassword, KeyPlace, Problem, ProblemCode, ReportRef, Secret};
    use assay_secrets::{SecretError, SecretStore, Secrets};

    use super::{Passwords, READABLE, generate};
    use crate::{
        connections::ConnectionStore, fakes::MemorySettings, host::Clipboard, minute_limit::MinuteLimit,
        stored_connection::StoredConnection,
    };

    #[derive(Default)]
    struct OneSecret(Mutex<Option<Secret>>);

    impl Clipboard for OneSecret {
        fn copy_secret(&self, secret: &Secret) -> Result<(), Problem> {
            *self.0.lock().unwrap() = Some(secret.clone());
            Ok(())
        }

        fn clear_copied(&self) {
            *self.0.lock().unwrap() = None;
        }
    }

    struct NoKeychain;

    impl SecretStore for NoKeychain {
        fn read(&self, _: &str) -> Result<Option<Secret>, SecretError> {
            Err(SecretError::Missing("none here".to_owned()))
        }

        fn write(&self, _: &str, _: &Secret) -> Result<(), SecretError> {
            Err(SecretError::Missing("none here".to_owned()))
        }

        fn delete(&self, _: &str) -> Result<(), SecretError> {
            Err(SecretError::Missing("none here".to_owned()))
        }

        fn delete_where(&self, _: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
            Err(SecretError::Missing("none here".to_owned()))
        }
    }

    #[tokio::test]
    async fn passwords_need_connections_secrets_and_the_clipboard_alone() {
        let (secrets, clipboard) = (Arc::new(Secrets::new(NoKeychain)), Arc::new(OneSecret::default()));
        let settings = Arc::new(MemorySettings::default());
        let connections = Arc::new(ConnectionStore::new(settings, Arc::clone(&secrets)));
        let saved = StoredConnection {
            id: "c".to_owned(),
            name: "Mine".to_owned(),
            base_url: "https://a.example/".to_owned(),
            key_place: KeyPlace::Memory,
            ..StoredConnection::default()
        };
        let mut all = connections.all().await.unwrap();
        connections.replace(&mut all, vec![saved]).unwrap();
        drop(all);
        let passwords =
            Passwords { connections, secrets, clipboard: clipboard.clone(), limit: MinuteLimit::per_minute(1) };
        let report = || ReportRef { connection: "c".to_owned(), id: "7".to_owned() };
        let kept = KeepPassword { connection: "c".to_owned(), id: "7".to_owned(), password: Secret::from("tulips") };
        passwords.password_save(kept).await.unwrap();
        passwords.password_copy(report()).await.unwrap();
        assert_eq!(clipboard.0.lock().unwrap().as_ref().map(Secret::expose), Some("tulips"));
        assert_eq!(passwords.password_copy(report()).await.unwrap_err().code, ProblemCode::TooOften);
    }

    #[test]
    fn made_passwords_are_readable_and_all_different() {
        let made: Vec<_> = (0..200).map(|_| generate(20)).collect();
        let text: String = made.iter().map(Secret::expose).collect();
        assert_eq!(text.len(), 4000);
        // The chance that 4,000 characters lack one of the 57 is below 10^-29.
        assert_eq!(text.bytes().collect::<HashSet<_>>(), READABLE.iter().copied().collect());
        assert!(!text.contains(['0', 'O', '1', 'l', 'I']));
        assert_eq!(made.iter().map(Secret::expose).collect::<HashSet<_>>().len(), 200);
    }
}
