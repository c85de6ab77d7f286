//! Report passwords: generated here, kept in the keychain or, like the connection's key, until
//! Assay closes.

use std::{collections::HashSet, sync::Arc};

use assay_model::{
    FieldReason, KeepPassword, KeyPlace, MakePassword, Problem, ProblemCode, ReportRef, Secret, ShownPassword,
};
use rand::seq::IndexedRandom;

use crate::{
    Core, check,
    saved::{Saved, passwords},
};

/// Letters and digits, without look-alikes.
const READABLE: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/// In characters (`field-notes.md` 18).
const LONGEST: u32 = 128;

/// Up to this many are deleted one by one; for more, the keychain is listed once.
const FEW: usize = 20;

/// The place of a report's password.
struct Place {
    account: String,
    place: KeyPlace,
}

impl Core {
    /// A new password that is easy to read and hard to guess.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn password_make(&self, wanted: MakePassword) -> Result<ShownPassword, Problem> {
        check::range("length", wanted.length.into(), 8, 64)?;
        Ok(ShownPassword { password: make(wanted.length).expose().to_owned() })
    }

    /// Saves a report's password, replacing an earlier one.
    pub async fn password_save(&self, kept: KeepPassword) -> Result<(), Problem> {
        if kept.password.is_empty() {
            return Err(Problem::invalid("password", FieldReason::Required));
        }
        check::length("password", kept.password.expose(), LONGEST)?;
        self.keep_password(&kept.connection, &kept.id, &kept.password).await
    }

    /// Returns whether a report's password is saved.
    pub async fn password_exists(&self, wanted: ReportRef) -> Result<bool, Problem> {
        Ok(self.kept_password(&wanted.connection, &wanted.id).await?.is_some())
    }

    /// Returns a report's saved password. Fails with [`ProblemCode::NotInLibrary`] if there is
    /// none.
    pub async fn password_show(&self, wanted: ReportRef) -> Result<ShownPassword, Problem> {
        let password = self.remembered_password(&wanted).await?;
        Ok(ShownPassword { password: password.expose().to_owned() })
    }

    /// Copies a report's password to the clipboard for 60 seconds. Fails with
    /// [`ProblemCode::NotInLibrary`] if there is none.
    pub async fn password_copy(&self, wanted: ReportRef) -> Result<(), Problem> {
        let password = self.remembered_password(&wanted).await?;
        let host = Arc::clone(&self.host);
        let copied = tokio::task::spawn_blocking(move || host.copy_secret(&password)).await;
        copied.map_err(|fault| Problem::new(ProblemCode::ClipboardFailed).with_detail(fault.to_string()))?
    }

    /// Deletes a report's password; not an error if none is saved.
    pub async fn password_forget(&self, unwanted: ReportRef) -> Result<(), Problem> {
        let Place { account, place } = self.place(&unwanted.connection, &unwanted.id).await?;
        self.forget_accounts(HashSet::from([account]), place).await
    }

    /// Saves a report's password that a service has accepted.
    pub(crate) async fn keep_password(&self, connection: &str, id: &str, password: &Secret) -> Result<(), Problem> {
        let Place { account, place } = self.place(connection, id).await?;
        self.secrets.put_away(&account, password.clone(), place).await
    }

    /// A report's saved password, if any.
    pub(crate) async fn kept_password(&self, connection: &str, id: &str) -> Result<Option<Secret>, Problem> {
        let Place { account, place } = self.place(connection, id).await?;
        // It may have been kept when the connection's key was in memory only.
        match self.secrets.look_up(&account, KeyPlace::Memory).await? {
            None if place == KeyPlace::Keychain => self.secrets.look_up(&account, place).await,
            found => Ok(found),
        }
    }

    /// Deletes the passwords of reports that were removed or have new ones. Failures are only
    /// logged.
    pub(crate) async fn forget_passwords(&self, connection: &str, ids: impl IntoIterator<Item = String>) {
        let Ok(saved) = self.find(connection).await else { return };
        let beginning = passwords(&saved);
        let accounts: HashSet<_> = ids.into_iter().map(|id| format!("{beginning}{id}")).collect();
        if let Err(problem) = self.forget_accounts(accounts, saved.key_place).await {
            tracing::warn!(%problem, "the passwords of reports could not be forgotten");
        }
    }

    async fn forget_accounts(&self, accounts: HashSet<String>, place: KeyPlace) -> Result<(), Problem> {
        if accounts.len() > FEW {
            let accounts = Arc::new(accounts);
            return self.secrets.delete_where(move |account| accounts.contains(account), place).await;
        }
        for account in accounts {
            match place {
                KeyPlace::Keychain => self.secrets.delete(&account).await?,
                KeyPlace::Memory => self.secrets.forget(&account),
            }
        }
        Ok(())
    }

    /// Deletes all passwords of a connection's reports, in memory only or also in the keychain.
    pub(crate) async fn forget_all_passwords(&self, saved: &Saved, place: KeyPlace) -> Result<(), Problem> {
        let beginning = passwords(saved);
        self.secrets.delete_where(move |account| account.starts_with(&beginning), place).await
    }

    async fn remembered_password(&self, wanted: &ReportRef) -> Result<Secret, Problem> {
        let kept = self.kept_password(&wanted.connection, &wanted.id).await?;
        kept.ok_or_else(|| Problem::new(ProblemCode::NotInLibrary))
    }

    async fn place(&self, connection: &str, id: &str) -> Result<Place, Problem> {
        check::name("id", id)?;
        let saved = self.find(connection).await?;
        Ok(Place { account: format!("{}{id}", passwords(&saved)), place: saved.key_place })
    }
}

/// A random password of `length` readable characters.
pub(crate) fn make(length: u8) -> Secret {
    let mut chance = rand::rng();
    let text: String = (0..length).filter_map(|_| READABLE.choose(&mut chance).copied().map(char::from)).collect();
    Secret::from(text)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{READABLE, make};

    #[test]
    fn made_passwords_are_readable_and_all_different() {
        let made: Vec<_> = (0..200).map(|_| make(20)).collect();
        let text: String = made.iter().map(assay_model::Secret::expose).collect();
        assert_eq!(text.len(), 4000);
        // The chance that 4,000 characters lack one of the 57 is below 10^-29.
        assert_eq!(text.bytes().collect::<HashSet<_>>(), READABLE.iter().copied().collect());
        assert!(!text.contains(['0', 'O', '1', 'l', 'I']));
        assert_eq!(made.iter().map(assay_model::Secret::expose).collect::<HashSet<_>>().len(), 200);
    }
}
