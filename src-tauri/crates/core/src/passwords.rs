//! Passwords of reports: made here, kept in the keychain or, where the connection's key is not there either, in memory until
//! the app ends.

use std::{collections::HashSet, sync::Arc};

use assay_model::{
    FieldReason, KeepPassword, KeyPlace, MakePassword, Problem, ProblemCode, ReportRef, Secret, ShownPassword,
};
use rand::seq::IndexedRandom;

use crate::{
    Core, check,
    saved::{Saved, passwords},
};

/// Letters and digits, without those that look like others.
const READABLE: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

/// The most characters of a password (`field-notes.md` 18).
const LONGEST: u32 = 128;

/// So many are forgotten one by one; for more, the keychain is gone through once.
const FEW: usize = 20;

/// Where the password of a report is kept.
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

    /// Keeps a report's password, in place of any that was kept.
    pub async fn password_save(&self, kept: KeepPassword) -> Result<(), Problem> {
        if kept.password.is_empty() {
            return Err(Problem::invalid("password", FieldReason::Required));
        }
        check::length("password", kept.password.expose(), LONGEST)?;
        self.keep_password(&kept.connection, &kept.id, &kept.password).await
    }

    /// Whether a report's password is kept.
    pub async fn password_exists(&self, wanted: ReportRef) -> Result<bool, Problem> {
        Ok(self.kept_password(&wanted.connection, &wanted.id).await?.is_some())
    }

    /// A report's password that is kept. Fails with [`ProblemCode::NotInLibrary`] where none is.
    pub async fn password_show(&self, wanted: ReportRef) -> Result<ShownPassword, Problem> {
        let password = self.remembered_password(&wanted).await?;
        Ok(ShownPassword { password: password.expose().to_owned() })
    }

    /// Puts a report's password on the clipboard for 60 seconds. Fails with [`ProblemCode::NotInLibrary`] where none is
    /// kept.
    pub async fn password_copy(&self, wanted: ReportRef) -> Result<(), Problem> {
        let password = self.remembered_password(&wanted).await?;
        let host = Arc::clone(&self.host);
        let copied = tokio::task::spawn_blocking(move || host.copy_secret(&password)).await;
        copied.map_err(|fault| Problem::new(ProblemCode::ClipboardFailed).with_detail(fault.to_string()))?
    }

    /// Forgets a report's password; not an error where none is kept.
    pub async fn password_forget(&self, unwanted: ReportRef) -> Result<(), Problem> {
        let Place { account, place } = self.place(&unwanted.connection, &unwanted.id).await?;
        self.forget_accounts(HashSet::from([account]), place).await
    }

    /// Keeps a report's password that a service has taken.
    pub(crate) async fn keep_password(&self, connection: &str, id: &str, password: &Secret) -> Result<(), Problem> {
        let Place { account, place } = self.place(connection, id).await?;
        self.secrets.put_away(&account, password.clone(), place).await
    }

    /// A report's password, if it is kept.
    pub(crate) async fn kept_password(&self, connection: &str, id: &str) -> Result<Option<Secret>, Problem> {
        let Place { account, place } = self.place(connection, id).await?;
        // It may have been kept when the connection's key was in memory only.
        match self.secrets.look_up(&account, KeyPlace::Memory).await? {
            None if place == KeyPlace::Keychain => self.secrets.look_up(&account, place).await,
            found => Ok(found),
        }
    }

    /// Forgets the passwords of reports that are not there any more, or have others now. That it could not is no failure of
    /// what was done with the reports.
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

    /// Forgets all passwords of a connection's reports, in memory and, unless only that is wanted, in the keychain.
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

/// A password of so many readable characters, which nobody can guess.
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
        // Of 4,000 each of the 57 is missing less often than once in 10^29.
        assert_eq!(text.bytes().collect::<HashSet<_>>(), READABLE.iter().copied().collect());
        assert!(!text.contains(['0', 'O', '1', 'l', 'I']));
        assert_eq!(made.iter().map(assay_model::Secret::expose).collect::<HashSet<_>>().len(), 200);
    }
}
