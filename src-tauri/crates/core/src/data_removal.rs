use std::sync::Arc;

use assay_model::{DataRemoval, KeyPlace, Problem, ProblemCode};
use assay_secrets::Secrets;

use crate::{
    batch::BatchRunner,
    connections::ConnectionStore,
    contact::AllowedHosts,
    host::{Folders, Question, Window},
    sync::Syncs,
    updates::Updates,
};

pub(crate) struct DataRemover {
    pub updates: Arc<Updates>,
    pub contacts: Arc<AllowedHosts>,
    pub batches: Arc<BatchRunner>,
    pub syncs: Arc<Syncs>,
    pub secrets: Arc<Secrets>,
    pub connections: Arc<ConnectionStore>,
    pub folders: Arc<dyn Folders>,
    pub window: Arc<dyn Window>,
}

impl DataRemover {
    /// Deletes all of the app's data on this computer: keychain secrets now, files once the app has
    /// closed. Asks the user outside the window first. Nothing is deleted if the keychain fails,
    /// unless the user chose to leave the keys, while an update is being installed, or if the data
    /// folder is a link, which may lead to other files.
    pub async fn data_remove(&self, removal: DataRemoval) -> Result<(), Problem> {
        let folder = self.folders.data_folder();
        if folder.is_symlink() {
            let why = format!("{} is a link: delete the folder that it leads to", folder.display());
            return Err(Problem::new(ProblemCode::Internal).with_detail(why));
        }
        drop(self.updates.hold_installations()?);
        self.contacts.ask(Question::DataRemoval).await?;
        // One may have begun while the user was asked.
        let _held = self.updates.hold_installations()?;
        self.remove_secrets(removal).await?;
        // Stopped only now: the app can no longer fail to close.
        tokio::join!(self.batches.stop_all(), self.syncs.stop_all());
        self.remove_secrets(removal).await?;
        self.folders.remove_files()?;
        self.window.close_window();
        Ok(())
    }

    async fn remove_secrets(&self, removal: DataRemoval) -> Result<(), Problem> {
        if removal.leave_keys {
            return Ok(());
        }
        match self.secrets.delete_where(|_| true, KeyPlace::Keychain).await {
            Err(Problem { code: ProblemCode::KeychainMissing, .. }) if !self.uses_keychain().await? => Ok(()),
            removed => removed,
        }
    }

    async fn uses_keychain(&self) -> Result<bool, Problem> {
        let connections = self.connections.all().await?;
        Ok(connections.iter().flatten().any(|saved| saved.key_place == KeyPlace::Keychain))
    }
}
