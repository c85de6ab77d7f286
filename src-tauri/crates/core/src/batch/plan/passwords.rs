use std::sync::Arc;

use assay_journal::{EncryptedPassword, NewRow, PasswordOrigin};
use assay_model::{BatchFilter, PasswordSource, Privacy, Problem, ProblemCode, RowAction, RowState, Secret};

use super::blocking::run_blocking;
use crate::{
    batch::{batch_cipher::BatchCiphers, journal_handle::JournalHandle, plan_options::RowDraft},
    passwords::generate,
    stored_connection::StoredConnection,
};

pub(crate) struct PlannedPasswords {
    pub journal: JournalHandle,
    pub ciphers: Arc<BatchCiphers>,
}

impl PlannedPasswords {
    /// Seals the passwords of planned rows. Those of a source are kept even if unneeded: other
    /// options may need them.
    pub(super) async fn with_passwords(
        &self,
        saved: &StoredConnection,
        batch: u32,
        mut drafts: Vec<RowDraft>,
        wish: Option<PasswordSource>,
    ) -> Result<Vec<NewRow>, Problem> {
        let mut cipher = None;
        if drafts.iter().any(|draft| draft.row.secret.is_some()) {
            let are_all_replaced =
                drafts.iter().all(|draft| draft.row.secret.is_none() || new_password(draft, wish.as_ref()).is_some());
            cipher = match self.ciphers.require_cipher(batch).await {
                // No longer needed, even if the key is elsewhere.
                Err(Problem { code: ProblemCode::KeychainMissing, .. }) if are_all_replaced => None,
                cipher => cipher?,
            };
            if cipher.is_none() {
                // A password that can't be decrypted counts as missing.
                for draft in &mut drafts {
                    draft.row.secret = None;
                }
            }
        }
        if cipher.is_none() && drafts.iter().any(|draft| new_password(draft, wish.as_ref()).is_some()) {
            cipher = Some(self.ciphers.new_cipher(batch, saved).await?);
        }
        let rows = move || {
            let sealed = (1_u32..).zip(drafts).map(|(number, mut draft)| {
                if let (Some((password, of)), Some(cipher)) = (new_password(&draft, wish.as_ref()), &cipher) {
                    draft.row.secret = Some(EncryptedPassword { bytes: cipher.encrypt(number, &password)?, of });
                }
                Ok(draft.row)
            });
            sealed.collect()
        };
        run_blocking(rows).await?
    }

    /// Adds missing passwords to a started batch that is stopped, including failed rows that may be
    /// retried.
    pub(super) async fn give_passwords(
        &self,
        saved: &StoredConnection,
        batch: u32,
        wish: &PasswordSource,
        keep_passwords: bool,
    ) -> Result<(), Problem> {
        let (is_lost, cipher) = match self.ciphers.cipher(batch).await? {
            Some(cipher) => (false, cipher),
            None => (true, self.ciphers.new_cipher(batch, saved).await?),
        };
        let lacking = self.journal.ask(move |journal| {
            let mut lacking = Vec::new();
            for state in [RowState::Waiting, RowState::Running, RowState::Unknown, RowState::Failed] {
                let filter = BatchFilter { state: Some(state), ..BatchFilter::default() };
                journal.batch(batch).for_each_row(&filter, |row| {
                    if row.to == Some(Privacy::Password) && (is_lost || !row.has_password) {
                        let is_open = matches!(state, RowState::Running | RowState::Unknown);
                        lacking.push((row.number, is_open && row.act == RowAction::Create));
                    }
                })?;
            }
            Ok(lacking)
        });
        let mut secrets = Vec::new();
        for (number, may_be_made) in lacking.await? {
            if let Some((password, of)) = given(wish) {
                // If the report was already created, it has the earlier password.
                let of = if may_be_made { PasswordOrigin::Later } else { of };
                secrets.push((number, EncryptedPassword { bytes: cipher.encrypt(number, &password)?, of }));
            }
        }
        self.journal.ask(move |journal| journal.batch(batch).give_secrets(keep_passwords, secrets)).await
    }
}

/// The password for a row that has none yet.
fn new_password(draft: &RowDraft, wish: Option<&PasswordSource>) -> Option<(Secret, PasswordOrigin)> {
    let RowDraft { row, password } = draft;
    if let Some(own) = password {
        return Some((own.clone(), PasswordOrigin::Source));
    }
    let is_own = row.secret.as_ref().is_some_and(|secret| secret.of == PasswordOrigin::Source);
    let may_need_one = [row.create_to, row.change_to].contains(&Some(Privacy::Password));
    wish.filter(|_| may_need_one && !is_own).and_then(given)
}

/// A password for a row without its own.
fn given(wish: &PasswordSource) -> Option<(Secret, PasswordOrigin)> {
    match wish {
        PasswordSource::One { password } => Some((password.clone(), PasswordOrigin::User)),
        PasswordSource::Generate { length } => Some((generate(*length), PasswordOrigin::Made)),
        PasswordSource::Kept => None,
    }
}
