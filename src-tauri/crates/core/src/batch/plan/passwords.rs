use assay_journal::{NewRow, EncryptedPassword, PasswordOrigin};
use assay_model::{Batch, RowAction, BatchFilter, PasswordSource, Privacy, Problem, RowState, Secret};

use super::run_blocking;
use crate::{Core, batch::rules::Draft, passwords::make, saved::Saved};

impl Core {
    /// The planned rows with their passwords, sealed. Those of a source stay in its rows even where they are not needed:
    /// by other rules they may be.
    pub(super) async fn with_passwords(
        &self,
        saved: &Saved,
        batch: u32,
        mut drafts: Vec<Draft>,
        wish: Option<PasswordSource>,
    ) -> Result<Vec<NewRow>, Problem> {
        let mut cipher = None;
        if drafts.iter().any(|draft| draft.row.secret.is_some()) {
            cipher = self.cipher(batch).await?;
            if cipher.is_none() {
                // A password that can't be decrypted counts as missing.
                for draft in &mut drafts {
                    draft.row.secret = None;
                }
            }
        }
        if cipher.is_none() && drafts.iter().any(|draft| new_password(draft, wish.as_ref()).is_some()) {
            cipher = Some(self.new_seal(batch, saved).await?);
        }
        let rows = move || {
            let sealed = (1_u32..).zip(drafts).map(|(number, mut draft)| {
                if let (Some((password, of)), Some(cipher)) = (new_password(&draft, wish.as_ref()), &cipher) {
                    draft.row.secret = Some(EncryptedPassword { bytes: cipher.close(number, &password)?, of });
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
        saved: &Saved,
        batch: u32,
        wish: &PasswordSource,
        keep_passwords: bool,
    ) -> Result<Batch, Problem> {
        let (is_lost, cipher) = match self.cipher(batch).await? {
            Some(cipher) => (false, cipher),
            None => (true, self.new_seal(batch, saved).await?),
        };
        let lacking = self.desk.ask(move |journal| {
            let mut lacking = Vec::new();
            for state in [RowState::Waiting, RowState::Running, RowState::Unknown, RowState::Failed] {
                let filter = BatchFilter { state: Some(state), ..BatchFilter::default() };
                journal.each(batch, &filter, |row| {
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
                secrets.push((number, EncryptedPassword { bytes: cipher.close(number, &password)?, of }));
            }
        }
        self.desk.ask(move |journal| journal.give_secrets(batch, keep_passwords, secrets)).await?;
        self.told(batch).await
    }
}

/// The password for a row that has none yet.
fn new_password(draft: &Draft, wish: Option<&PasswordSource>) -> Option<(Secret, PasswordOrigin)> {
    let Draft { row, password } = draft;
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
        PasswordSource::Generate { length } => Some((make(*length), PasswordOrigin::Made)),
        PasswordSource::Kept => None,
    }
}
