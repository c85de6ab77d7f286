use std::sync::Arc;

use assay_model::{CrashReport, FieldReason, Problem, ProblemCode, WindowCrash};
use tokio::task::spawn_blocking;

use crate::{
    connections::ConnectionStore,
    crashes::Crashes,
    host::{AppInfo, Folders},
    redactor::Redactor,
};

/// In characters.
const MAX_CRASH_LENGTH: usize = 20_000;

/// The crash reports that the user sees.
pub(crate) struct CrashReports {
    pub crashes: Arc<Crashes>,
    pub connections: Arc<ConnectionStore>,
    pub redactor: Redactor,
    pub info: Arc<dyn AppInfo>,
    pub folders: Arc<dyn Folders>,
}

impl CrashReports {
    /// Saves a crash of the window, on this computer only.
    pub async fn crash_report_save(&self, crash: WindowCrash) -> Result<(), Problem> {
        if crash.text.is_empty() {
            return Err(Problem::invalid("text", FieldReason::Required));
        }
        let (info, crashes) = (Arc::clone(&self.info), Arc::clone(&self.crashes));
        let connections = self.connections.connections_list(()).await.unwrap_or_default();
        let text: String = crash.text.chars().take(MAX_CRASH_LENGTH).collect();
        let text = format!("The window crashed.\n{}", self.redactor.redact(&text, &connections));
        let about = format!("Assay {}", info.version());
        let kept = spawn_blocking(move || crashes.save(&format!("{about}\n{}", info.about_system()), &text));
        kept.await.map_err(|fault| failed(&fault))?.map_err(|error| failed(&error))
    }

    pub async fn crash_seen(&self, (): ()) -> Result<(), Problem> {
        let crashes = Arc::clone(&self.crashes);
        spawn_blocking(move || crashes.mark_seen())
            .await
            .map_err(|fault| failed(&fault))?
            .map_err(|error| failed(&error))
    }

    /// The last crash report that the user has not seen. Names of connections are redacted here,
    /// since the writer may not know them.
    pub(crate) async fn last_crash(&self) -> Option<CrashReport> {
        let crashes = Arc::clone(&self.crashes);
        let CrashReport { at, text } = spawn_blocking(move || crashes.unseen()).await.ok().flatten()?;
        let connections = self.connections.connections_list(()).await.unwrap_or_default();
        Some(CrashReport { at, text: self.redactor.redact(&text, &connections) })
    }

    /// Opens the log folder in the system's file manager.
    #[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
    pub async fn logs_open(&self, (): ()) -> Result<(), Problem> {
        self.folders.open_folder(&self.folders.log_folder())
    }
}

fn failed(error: &dyn std::error::Error) -> Problem {
    Problem::new(ProblemCode::Internal).with_detail(error.to_string())
}
