//! Encrypts row passwords for the journal; the batch's key is in the system's keychain.

use std::sync::Arc;

use assay_model::{BatchFilter, KeyPlace, Problem, ProblemCode, RowState, Secret};
use assay_secrets::Secrets;
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use data_encoding::HEXLOWER;

use super::journal_handle::JournalHandle;
use crate::{connections::ConnectionStore, passwords::Passwords, stored_connection::StoredConnection};

/// The nonce precedes the ciphertext.
const KEY_BYTES: usize = 32;
const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts the passwords of one batch.
pub(crate) struct BatchCipher {
    cipher: XChaCha20Poly1305,
    batch: u32,
}

impl BatchCipher {
    fn of(batch: u32, key: &Secret) -> Option<Self> {
        let bytes = HEXLOWER.decode(key.expose().as_bytes()).ok()?;
        Some(Self { cipher: XChaCha20Poly1305::new_from_slice(&bytes).ok()?, batch })
    }

    /// Encrypts a row's password, bound to that row.
    pub(crate) fn encrypt(&self, row: u32, password: &Secret) -> Result<Vec<u8>, Problem> {
        let nonce: [u8; NONCE_BYTES] = rand::random();
        let about = self.associated_data(row);
        let payload = Payload { msg: password.expose().as_bytes(), aad: &about };
        let closed = self.cipher.encrypt(&XNonce::from(nonce), payload);
        let closed =
            closed.map_err(|_| Problem::new(ProblemCode::Internal).with_detail("a password could not be sealed"))?;
        Ok([&nonce[..], &closed].concat())
    }

    /// The password of a row; `None` if it was encrypted with another key or for another row.
    pub(crate) fn decrypt(&self, row: u32, sealed: &[u8]) -> Option<Secret> {
        let (nonce, closed) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let about = self.associated_data(row);
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), Payload { msg: closed, aad: &about }).ok()?;
        String::from_utf8(opened).ok().map(Secret::from)
    }

    fn associated_data(&self, row: u32) -> Vec<u8> {
        [self.batch.to_be_bytes(), row.to_be_bytes()].concat()
    }
}

pub(crate) struct BatchCiphers {
    pub journal: JournalHandle,
    pub secrets: Arc<Secrets>,
    pub connections: Arc<ConnectionStore>,
    pub passwords: Arc<Passwords>,
    /// Locked while a key is made.
    pub key_lock: tokio::sync::Mutex<()>,
}

impl BatchCiphers {
    /// Creates the cipher of a planned batch, with a new key unless it has one.
    ///
    /// The key is stored where the connection's is. If the keychain refuses it, it is kept until
    /// Assay closes; then the passwords must be entered again.
    pub(crate) async fn new_cipher(&self, batch: u32, connection: &StoredConnection) -> Result<BatchCipher, Problem> {
        let _turn = self.key_lock.lock().await;
        let key = Secret::from(HEXLOWER.encode(&rand::random::<[u8; KEY_BYTES]>()));
        let account = keychain_account(batch);
        // An entry that can't be read may still decrypt passwords: it is never overwritten.
        let place = match self.require_cipher(batch).await {
            // Planned twice at once.
            Ok(Some(cipher)) => return Ok(cipher),
            Ok(None) => connection.key_place,
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) => KeyPlace::Memory,
            Err(problem) => return Err(problem),
        };
        if place == KeyPlace::Keychain {
            self.journal.ask(move |journal| journal.batch(batch).note_key()).await?;
        }
        if self.secrets.save(&account, key.clone(), place).await.is_err() {
            self.secrets.save(&account, key.clone(), KeyPlace::Memory).await?;
        }
        self.journal.set_cipher_lost(batch, false);
        BatchCipher::of(batch, &key)
            .ok_or_else(|| Problem::new(ProblemCode::Internal).with_detail("a batch's key is none"))
    }

    /// The cipher of a batch; `None` if its key can't be read now.
    pub(crate) async fn cipher(&self, batch: u32) -> Result<Option<BatchCipher>, Problem> {
        match self.require_cipher(batch).await {
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) => {
                self.journal.set_cipher_lost(batch, true);
                Ok(None)
            }
            cipher => cipher,
        }
    }

    /// The cipher of a batch; `None` if its key is lost. Fails if the keychain can't be read.
    pub(super) async fn require_cipher(&self, batch: u32) -> Result<Option<BatchCipher>, Problem> {
        let key = self.secrets.read(&keychain_account(batch)).await?;
        let cipher = key.and_then(|key| BatchCipher::of(batch, &key));
        self.journal.set_cipher_lost(batch, cipher.is_none());
        Ok(cipher)
    }

    /// Checks that a batch's passwords can be read. If the keychain does not respond in time, they
    /// count as readable, since it may be asking the user.
    pub(super) async fn check_cipher(&self, batch: u32) -> Result<(), Problem> {
        if self.journal.stored_batch(batch).await?.passwords > 0
            && let Err(problem) = self.cipher(batch).await
        {
            tracing::warn!(%problem, batch, "couldn't check whether a batch's passwords can be read");
        }
        Ok(())
    }

    /// The password to send for a row; `None` if it has none or its key is lost.
    pub(crate) async fn batch_password(&self, batch: u32, row: u32) -> Result<Option<Secret>, Problem> {
        let Some(sealed) = self.journal.ask(move |journal| journal.batch(batch).secret(row)).await? else {
            return Ok(None);
        };
        Ok(self.cipher(batch).await?.and_then(|cipher| cipher.decrypt(row, &sealed)))
    }

    /// The password that was sent for a row; `None` if it is no longer known. Fails if it can't be
    /// decrypted now.
    pub(super) async fn sent_password(&self, batch: u32, row: u32) -> Result<Option<Secret>, Problem> {
        let Some(sealed) = self.journal.ask(move |journal| journal.batch(batch).sent_secret(row)).await? else {
            return Ok(None);
        };
        let password = self.require_cipher(batch).await?.and_then(|cipher| cipher.decrypt(row, &sealed));
        password.map(Some).ok_or_else(|| Problem::new(ProblemCode::KeychainMissing))
    }

    /// Stores the passwords of rows that were done while the keychain was unavailable.
    async fn store_pending_passwords(&self, batch: u32) -> Result<(), Problem> {
        let stored = self.journal.stored_batch(batch).await?;
        if !stored.keep_passwords {
            return Ok(());
        }
        self.connections.require_scope(&stored.connection, &stored.scope).await?;
        let done = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
        let unkept = self.journal.ask(move |journal| {
            let mut unkept = Vec::new();
            journal.batch(batch).for_each_row(&done, |row| {
                if row.has_password && row.problem.is_some() {
                    unkept.extend(row.report.map(|report| (row.number, report)));
                }
            })?;
            Ok(unkept)
        });
        for (row, report) in unkept.await? {
            if let Some(password) = self.batch_password(batch, row).await? {
                self.passwords.store_password(&stored.connection, &stored.scope, &report, &password).await?;
                self.journal.ask(move |journal| journal.batch(batch).clear_problem(row)).await?;
            }
        }
        Ok(())
    }

    /// Deletes the passwords that an ended batch no longer needs. Failed rows keep theirs for a
    /// retry, and generated ones that are saved nowhere else can still be exported.
    pub(crate) async fn delete_used_passwords(&self, batch: u32) -> Result<(), Problem> {
        if let Err(problem) = self.store_pending_passwords(batch).await {
            tracing::warn!(%problem, batch, "couldn't save row passwords: they stay with the batch");
        }
        let wipe = move |journal: &assay_journal::Journal| {
            let batch = journal.batch(batch);
            let is_kept_elsewhere = batch.read()?.keep_passwords;
            batch.wipe_spent_secrets(is_kept_elsewhere)
        };
        if self.journal.ask(wipe).await? {
            self.delete_cipher_key(batch).await;
        }
        Ok(())
    }

    pub(crate) async fn delete_cipher_key(&self, batch: u32) {
        let account = keychain_account(batch);
        self.journal.set_cipher_lost(batch, false);
        let forgotten = if self.secrets.is_in_memory(&account) {
            self.secrets.drop_from_memory(&account);
            Ok(())
        } else {
            match self.secrets.delete(&account).await {
                Ok(()) => self.journal.ask(move |journal| journal.batch(batch).forget_key()).await,
                failed => failed,
            }
        };
        if let Err(problem) = forgotten {
            tracing::warn!(%problem, batch, "couldn't delete a batch's key: retrying at the next start");
        }
    }

    /// The batches with a leftover key in the keychain and nothing to decrypt.
    pub(crate) async fn idle_keys(&self) -> Vec<u32> {
        let idle = self.journal.ask(assay_journal::Journal::idle_keys).await;
        idle.unwrap_or_else(|problem| {
            tracing::warn!(%problem, "couldn't check for leftover batch keys");
            Vec::new()
        })
    }
}

fn keychain_account(batch: u32) -> String {
    format!("batch:{batch}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_model::{KeyPlace, Problem, Secret};
    use assay_secrets::{SecretError, SecretStore, Secrets};
    use data_encoding::HEXLOWER;
    use tokio::sync::Mutex;

    use super::{BatchCipher, BatchCiphers, JournalHandle};
    use crate::{
        connections::ConnectionStore, fakes::MemorySettings, host::Clipboard, minute_limit::MinuteLimit,
        passwords::Passwords, stored_connection::StoredConnection,
    };

    struct Nothing;

    impl SecretStore for Nothing {
        fn read(&self, _: &str) -> Result<Option<Secret>, SecretError> {
            Ok(None)
        }

        fn write(&self, _: &str, _: &Secret) -> Result<(), SecretError> {
            Ok(())
        }

        fn delete(&self, _: &str) -> Result<(), SecretError> {
            Ok(())
        }

        fn delete_where(&self, _: &dyn Fn(&str) -> bool) -> Result<(), SecretError> {
            Ok(())
        }
    }

    impl Clipboard for Nothing {
        fn copy_secret(&self, _: &Secret) -> Result<(), Problem> {
            Ok(())
        }

        fn clear_copied(&self) {}
    }

    #[tokio::test]
    async fn two_plans_of_a_batch_at_once_have_one_key() {
        let (folder, secrets) = (tempfile::tempdir().unwrap(), Arc::new(Secrets::new(Nothing)));
        let connections = Arc::new(ConnectionStore::new(Arc::new(MemorySettings::default()), Arc::clone(&secrets)));
        let passwords = Passwords {
            connections: Arc::clone(&connections),
            secrets: Arc::clone(&secrets),
            clipboard: Arc::new(Nothing),
            limit: MinuteLimit::per_minute(1),
        };
        let journal = JournalHandle::closed(folder.path());
        let ciphers =
            BatchCiphers { journal, secrets, connections, passwords: Arc::new(passwords), key_lock: Mutex::default() };
        let saved = StoredConnection { key_place: KeyPlace::Memory, ..StoredConnection::default() };
        let (one, other) = tokio::join!(ciphers.new_cipher(1, &saved), ciphers.new_cipher(1, &saved));
        let sealed = one.unwrap().encrypt(3, &Secret::from("open sesame")).unwrap();
        for cipher in [other.unwrap(), ciphers.new_cipher(1, &saved).await.unwrap()] {
            assert_eq!(cipher.decrypt(3, &sealed).as_ref().map(Secret::expose), Some("open sesame"));
        }
    }

    fn cipher(batch: u32, key: u8) -> BatchCipher {
        BatchCipher::of(batch, &Secret::from(HEXLOWER.encode(&[key; 32]))).unwrap()
    }

    #[test]
    fn a_password_is_opened_by_its_own_key_and_for_its_own_row_alone() {
        let own = cipher(1, 7);
        let closed = own.encrypt(3, &Secret::from("zwölf Hühner")).unwrap();
        assert!(!String::from_utf8_lossy(&closed).contains("Hühner"));
        assert_eq!(own.decrypt(3, &closed).unwrap().expose(), "zwölf Hühner");
        assert_ne!(own.encrypt(3, &Secret::from("zwölf Hühner")).unwrap(), closed);
        for (other, row) in [(cipher(1, 7), 4), (cipher(2, 7), 3), (cipher(1, 8), 3)] {
            assert!(other.decrypt(row, &closed).is_none());
        }
        assert!(own.decrypt(3, &closed[..20]).is_none());
        assert!(own.decrypt(3, &[]).is_none());
    }

    #[test]
    fn what_is_no_key_is_none() {
        for text in ["", "0", "zz", "äöü"] {
            assert!(BatchCipher::of(1, &Secret::from(text)).is_none());
        }
    }
}
