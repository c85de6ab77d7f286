//! The app itself: links that lead into it, what it leaves behind when it fails, its end on this computer.

use std::sync::Arc;

use assay_model::{CrashReport, DataRemoval, FieldReason, KeyPlace, OpenedLink, Problem, ProblemCode, WindowCrash};
use tokio::task::spawn_blocking;

use crate::Core;

impl Core {
    /// A link to the app was opened, whoever made it: the window is told, or will be when it asks. Nothing else comes of it.
    pub fn link_opened(&self, text: &str) {
        self.events.tell_link(OpenedLink::read(text));
    }

    /// A start of the program asks for the sample workspace: the window is told as of a link.
    pub fn sample_asked(&self) {
        self.events.tell_link(OpenedLink::Sample);
    }

    /// Writes down that the window failed, on this computer only.
    pub async fn crash_report_save(&self, crash: WindowCrash) -> Result<(), Problem> {
        if crash.text.is_empty() {
            return Err(Problem::invalid("text", FieldReason::Required));
        }
        let (host, crashes) = (Arc::clone(&self.host), Arc::clone(&self.crashes));
        let connections = self.connections_list(()).await.unwrap_or_default();
        let text = format!("The window failed.\n{}", self.redact(&crash.text, &connections));
        let about = format!("Assay {}", host.version());
        let kept = spawn_blocking(move || crashes.keep(&format!("{about}\n{}", host.about_system()), &text));
        kept.await.map_err(|fault| failed(&fault))?.map_err(|error| failed(&error))
    }

    /// The user has seen what the app left behind when it failed.
    pub async fn crash_seen(&self, (): ()) -> Result<(), Problem> {
        let crashes = Arc::clone(&self.crashes);
        spawn_blocking(move || crashes.mark_seen())
            .await
            .map_err(|fault| failed(&fault))?
            .map_err(|error| failed(&error))
    }

    /// What the app left behind when it failed last, unless the user has seen it. What wrote it may not have known what
    /// the user calls their connections.
    pub(crate) async fn last_crash(&self) -> Option<CrashReport> {
        let crashes = Arc::clone(&self.crashes);
        let CrashReport { at, text } = spawn_blocking(move || crashes.unseen()).await.ok().flatten()?;
        let connections = self.connections_list(()).await.unwrap_or_default();
        Some(CrashReport { at, text: self.redact(&text, &connections) })
    }

    /// Opens the folder of the app's log in the system's file manager.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn logs_open(&self, (): ()) -> Result<(), Problem> {
        self.host.open_folder(&self.host.log_folder())
    }

    /// Removes everything that the app keeps on this computer: first its secrets in the keychain; its files when it has
    /// ended, which it does then. Where the keychain fails, nothing is removed unless the user chose to leave the keys;
    /// nor is it while a newer version is being installed.
    pub async fn data_remove(&self, removal: DataRemoval) -> Result<(), Problem> {
        if self.updates.is_installing() {
            let why = "a newer version is being installed: Assay starts again then";
            return Err(Problem::new(ProblemCode::Internal).with_detail(why));
        }
        self.remove_secrets(removal).await?;
        // Only now, as nothing of it goes on again; what it kept until now goes as well.
        tokio::join!(self.runs.stop_all(), self.syncs.stop_all());
        self.remove_secrets(removal).await?;
        self.host.remove_files()?;
        self.host.close_window();
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
        let connections = self.saved().await?;
        Ok(connections.iter().flatten().any(|saved| saved.key_place == KeyPlace::Keychain))
    }
}

fn failed(error: &dyn std::error::Error) -> Problem {
    Problem::new(ProblemCode::Internal).with_detail(error.to_string())
}
