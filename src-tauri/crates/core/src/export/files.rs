use std::{
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use assay_api::CallContext;
use assay_export::{Columns, Export, Record, has_room, remove_leftovers};
use assay_model::{ExportFormat, Problem, ProblemCode};
use jiff::Timestamp;
use serde_json::Value;

use super::{
    layout::ExportLayout,
    writer::{ExportWriter, Progress, blocking},
};
use crate::{
    events::Events,
    host::{Dialogs, SettingsStore},
};

/// The folders in which files are being written.
const SETTING: &str = "unfinished_exports";

/// Further folders are not cleaned up.
const MAX_UNFINISHED: usize = 50;

pub(crate) struct ExportFiles {
    pub dialogs: Arc<dyn Dialogs>,
    pub settings: Arc<dyn SettingsStore>,
    pub events: Events,
    pub opened_at: Timestamp,
}

impl ExportFiles {
    /// Starts a file of reports.
    pub(super) async fn begin(
        &self,
        layout: &ExportLayout,
        total: Option<u64>,
    ) -> Result<Option<ExportWriter>, Problem> {
        self.begin_file(layout.format, &layout.name, layout.columns(), total).await
    }

    /// Asks the user for a file and starts it; `None` if none was chosen or the call was canceled.
    pub(crate) async fn begin_file<R: Record>(
        &self,
        format: ExportFormat,
        name: &str,
        columns: Columns<R::Field>,
        total: Option<u64>,
    ) -> Result<Option<ExportWriter<R>>, Problem> {
        has_room(format, total.unwrap_or_default())?;
        let Some(file) = self.choose(name, extension(format)).await? else { return Ok(None) };
        let canceled = CallContext::current().canceled;
        let total = total.and_then(|total| u32::try_from(total).ok());
        let progress = Progress::begin(self.events.clone(), total);
        let begin = move || Export::begin(&file, format, columns, Arc::new(move || canceled.is_cancelled()));
        let export = blocking(begin).await?;
        Ok(Some(ExportWriter::new(export, progress)))
    }

    /// Asks the user for a new file; `None` if none was chosen. Fails with [`ProblemCode::Canceled`]
    /// if the call was canceled.
    pub(super) async fn choose(&self, name: &str, extension: &str) -> Result<Option<PathBuf>, Problem> {
        let canceled = CallContext::current().canceled;
        let name = format!("{name}.{extension}");
        let chosen = canceled.run_until_cancelled(self.dialogs.choose_new_file(&name, extension)).await;
        let chosen = chosen.unwrap_or_else(|| Err(Problem::new(ProblemCode::Canceled)))?;
        if let Some(file) = &chosen {
            self.note_unfinished(file);
        }
        Ok(chosen)
    }

    /// Notes the folder of a file about to be written, for cleanup at the next start. Failures
    /// don't stop the export.
    fn note_unfinished(&self, file: &Path) {
        let Some(folder) = file.parent().and_then(Path::to_str) else { return };
        let mut folders = self.unfinished();
        if folders.len() >= MAX_UNFINISHED || folders.iter().any(|known| known == folder) {
            return;
        }
        folders.push(folder.to_owned());
        self.write_unfinished(&folders);
    }

    /// Removes leftovers of earlier runs from the noted folders.
    pub(crate) fn remove_leftovers(&self) {
        let folders = self.unfinished();
        if folders.is_empty() {
            return;
        }
        self.write_unfinished(&[]);
        let before = SystemTime::from(self.opened_at);
        tokio::spawn(async move {
            for folder in folders {
                let removed = blocking(move || {
                    // A missing folder has no leftovers.
                    remove_leftovers(&PathBuf::from(folder), before).or(Ok(0))
                });
                if let Ok(1..) = removed.await {
                    tracing::info!("removed leftovers of an unfinished export");
                }
            }
        });
    }

    fn unfinished(&self) -> Vec<String> {
        let kept: Result<Option<Value>, Problem> = self.settings.read_setting(SETTING);
        kept.ok().flatten().and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    fn write_unfinished(&self, folders: &[String]) {
        if let Err(problem) = self.settings.write_setting(SETTING, folders.into()) {
            tracing::warn!(%problem, "couldn't note an export's folder");
        }
    }
}

fn extension(format: ExportFormat) -> &'static str {
    match format {
        ExportFormat::Csv { .. } => "csv",
        ExportFormat::Xlsx => "xlsx",
        ExportFormat::Json => "json",
    }
}
