//! Passwords of rows, sealed: the journal has them only as what nobody can read without the batch's key, which is in the
//! system's keychain.

use assay_model::{BatchFilter, KeyPlace, Problem, ProblemCode, RowState, Secret};
use chacha20poly1305::{
    KeyInit, XChaCha20Poly1305, XNonce,
    aead::{Aead, Payload},
};
use data_encoding::HEXLOWER;

use crate::{Core, saved::Saved};

/// The nonce precedes the ciphertext.
const KEY: usize = 32;
const NONCE: usize = 24;

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
    pub(crate) fn close(&self, row: u32, password: &Secret) -> Result<Vec<u8>, Problem> {
        let nonce: [u8; NONCE] = rand::random();
        let about = self.about(row);
        let payload = Payload { msg: password.expose().as_bytes(), aad: &about };
        let closed = self.cipher.encrypt(&XNonce::from(nonce), payload);
        let closed =
            closed.map_err(|_| Problem::new(ProblemCode::Internal).with_detail("a password could not be sealed"))?;
        Ok([&nonce[..], &closed].concat())
    }

    /// The password of a row; `None` if it was encrypted with another key or for another row.
    pub(crate) fn open(&self, row: u32, sealed: &[u8]) -> Option<Secret> {
        let (nonce, closed) = sealed.split_first_chunk::<NONCE>()?;
        let about = self.about(row);
        let opened = self.cipher.decrypt(&XNonce::from(*nonce), Payload { msg: closed, aad: &about }).ok()?;
        String::from_utf8(opened).ok().map(Secret::from)
    }

    fn about(&self, row: u32) -> Vec<u8> {
        [self.batch.to_be_bytes(), row.to_be_bytes()].concat()
    }
}

impl Core {
    /// The cipher of a batch that is planned, with a key of its own.
    ///
    /// The key is stored where the connection's is. If the keychain refuses it, it is kept until
    /// Assay closes; then the passwords must be entered again.
    pub(crate) async fn new_seal(&self, batch: u32, connection: &Saved) -> Result<BatchCipher, Problem> {
        let key = Secret::from(HEXLOWER.encode(&rand::random::<[u8; KEY]>()));
        let account = account(batch);
        if self.secrets.save(&account, key.clone(), connection.key_place).await.is_err() {
            self.secrets.save(&account, key.clone(), KeyPlace::Memory).await?;
        }
        self.desk.note_seal(batch, false);
        BatchCipher::of(batch, &key).ok_or_else(|| Problem::new(ProblemCode::Internal).with_detail("a batch's key is none"))
    }

    /// The cipher of a batch; `None` if its key can't be read now.
    pub(crate) async fn cipher(&self, batch: u32) -> Result<Option<BatchCipher>, Problem> {
        let key = match self.secrets.read(&account(batch)).await {
            // It was in memory only.
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) => None,
            key => key?,
        };
        let cipher = key.and_then(|key| BatchCipher::of(batch, &key));
        self.desk.note_seal(batch, cipher.is_none());
        Ok(cipher)
    }

    /// Checks that a batch's passwords can be read. If the keychain does not respond in time, they
    /// count as readable, since it may be asking the user.
    pub(super) async fn look_for_seal(&self, batch: u32) -> Result<(), Problem> {
        if self.kept_batch(batch).await?.passwords > 0
            && let Err(problem) = self.cipher(batch).await
        {
            tracing::warn!(%problem, batch, "whether the passwords of a batch can be read is not known");
        }
        Ok(())
    }

    /// The password to send for a row; `None` if it has none or its key is lost.
    pub(crate) async fn batch_password(&self, batch: u32, row: u32) -> Result<Option<Secret>, Problem> {
        let Some(sealed) = self.desk.ask(move |journal| journal.secret(batch, row)).await? else { return Ok(None) };
        Ok(self.cipher(batch).await?.and_then(|cipher| cipher.open(row, &sealed)))
    }

    /// The password that was sent for a row; `None` if it is no longer known.
    pub(super) async fn sent_password(&self, batch: u32, row: u32) -> Result<Option<Secret>, Problem> {
        let Some(sealed) = self.desk.ask(move |journal| journal.sent_secret(batch, row)).await? else {
            return Ok(None);
        };
        Ok(self.cipher(batch).await?.and_then(|cipher| cipher.open(row, &sealed)))
    }

    /// Stores the passwords of rows that were done while the keychain was unavailable.
    async fn keep_unkept(&self, batch: u32) -> Result<(), Problem> {
        let kept = self.kept_batch(batch).await?;
        if !kept.keep_passwords {
            return Ok(());
        }
        self.same_service(&kept).await?;
        let done = BatchFilter { state: Some(RowState::Done), ..BatchFilter::default() };
        let unkept = self.desk.ask(move |journal| {
            let mut unkept = Vec::new();
            journal.each(batch, &done, |row| {
                if row.has_password && row.problem.is_some() {
                    unkept.extend(row.report.map(|report| (row.number, report)));
                }
            })?;
            Ok(unkept)
        });
        for (row, report) in unkept.await? {
            if let Some(password) = self.batch_password(batch, row).await? {
                self.keep_password(&kept.connection, &report, &password).await?;
                self.desk.ask(move |journal| journal.clear_problem(batch, row)).await?;
            }
        }
        Ok(())
    }

    /// Deletes the passwords that an ended batch no longer needs. Failed rows keep theirs for a
    /// retry, and generated ones that are saved nowhere else can still be exported.
    pub(crate) async fn forget_spent_passwords(&self, batch: u32) -> Result<(), Problem> {
        if let Err(problem) = self.keep_unkept(batch).await {
            tracing::warn!(%problem, batch, "passwords that were set could not be kept: they stay with the batch");
        }
        let wipe = move |journal: &assay_journal::Journal| {
            let is_kept_elsewhere = journal.read(batch)?.keep_passwords;
            journal.wipe_spent_secrets(batch, is_kept_elsewhere)
        };
        if self.desk.ask(wipe).await? {
            self.forget_seal(batch).await;
        }
        Ok(())
    }

    /// Deletes the key of a batch.
    pub(crate) async fn forget_seal(&self, batch: u32) {
        let account = account(batch);
        self.desk.note_seal(batch, false);
        if self.secrets.is_in_memory(&account) {
            self.secrets.forget(&account);
        } else if let Err(problem) = self.secrets.delete(&account).await {
            tracing::warn!(%problem, batch, "the key of a batch stays in the keychain");
        }
    }
}

/// The name under which the keychain has a batch's key.
fn account(batch: u32) -> String {
    format!("batch:{batch}")
}

#[cfg(test)]
mod tests {
    use assay_model::Secret;
    use data_encoding::HEXLOWER;

    use super::BatchCipher;

    fn cipher(batch: u32, key: u8) -> BatchCipher {
        BatchCipher::of(batch, &Secret::from(HEXLOWER.encode(&[key; 32]))).unwrap()
    }

    #[test]
    fn a_password_is_opened_by_its_own_key_and_for_its_own_row_alone() {
        let own = cipher(1, 7);
        let closed = own.close(3, &Secret::from("zwölf Hühner")).unwrap();
        assert!(!String::from_utf8_lossy(&closed).contains("Hühner"));
        assert_eq!(own.open(3, &closed).unwrap().expose(), "zwölf Hühner");
        assert_ne!(own.close(3, &Secret::from("zwölf Hühner")).unwrap(), closed);
        for (other, row) in [(cipher(1, 7), 4), (cipher(2, 7), 3), (cipher(1, 8), 3)] {
            assert!(other.open(row, &closed).is_none());
        }
        assert!(own.open(3, &closed[..20]).is_none());
        assert!(own.open(3, &[]).is_none());
    }

    #[test]
    fn what_is_no_key_is_none() {
        for text in ["", "0", "zz", "äöü"] {
            assert!(BatchCipher::of(1, &Secret::from(text)).is_none());
        }
    }
}
