//! The screen as it was last drawn, which the next start shows first.

mod allowed;
mod drawing;
mod file;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use assay_model::{FieldReason, FirstPicture, FirstRead, Preferences, Problem, ProblemCode, ShownTheme, Theme};
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

pub use self::drawing::Drawing;
pub(crate) use self::file::PictureFile;
use crate::{
    connections::ConnectionStore,
    events::Events,
    host::{AppInfo, SettingsStore},
    library_handle::LibraryHandle,
    preferences::PreferenceStore,
    query_limits,
};

/// What one screen reads first.
const MAX_READS: u32 = 20;

/// Of a request as JSON, in bytes.
const MAX_REQUEST: usize = 16 * 1024;

/// The first picture: kept while the app runs, and drawn at the next start if nothing has changed.
pub(crate) struct FirstPictures {
    pub file: PictureFile,
    pub info: Arc<dyn AppInfo>,
    pub settings: Arc<dyn SettingsStore>,
    pub preferences: Arc<PreferenceStore>,
    pub connections: Arc<ConnectionStore>,
    pub library: LibraryHandle,
    pub events: Events,
}

/// What must be the same for a picture to be true.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Circumstances {
    version: String,
    /// Of the window’s files.
    build: String,
    /// The system’s.
    languages: Vec<String>,
    preferences: Preferences,
    connections: Vec<KnownConnection>,
    revision: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct KnownConnection {
    id: String,
    name: String,
    /// Of the sample workspace, it is another one at each start.
    base_url: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct KeptPicture {
    circumstances: Circumstances,
    picture: FirstPicture,
}

/// A picture that is true now, and what its screen reads first.
pub(crate) struct TruePicture {
    pub picture: FirstPicture,
    pub drawing: Drawing,
    pub preferences: Preferences,
}

impl FirstPictures {
    /// Keeps the drawn screen for the next start. Returns whether it is kept: not in safe mode, and
    /// not if it is outdated by now.
    pub async fn picture_save(&self, picture: FirstPicture) -> Result<bool, Problem> {
        let Some(removals) = self.file.removals() else { return Ok(false) };
        validate_reads(&picture.reads)?;
        drawing::draw(&picture, false)?;
        let circumstances = self.circumstances().await?;
        if circumstances.revision != picture.revision || !is_of(&picture, &circumstances.preferences) {
            return Ok(false);
        }
        let text = serde_json::to_string(&KeptPicture { circumstances, picture })
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        let file = self.file.clone();
        let kept = spawn_blocking(move || file.keep(&text, removals)).await;
        let failed = |detail: String| Problem::new(ProblemCode::StorageFailed).with_detail(detail);
        kept.map_err(|fault| failed(fault.to_string()))?.map_err(|error| failed(error.to_string()))
    }

    /// Returns a text that is another one after each change to the library's reports.
    pub async fn library_revision(&self, (): ()) -> Result<String, Problem> {
        self.library.ask(assay_library::Library::revision).await
    }

    /// The kept picture, if it is true now. One that isn’t is never true again and is removed.
    pub(crate) async fn true_picture(&self) -> Option<TruePicture> {
        // What is opened or told at this start isn’t in the picture.
        if self.events.has_link() || self.settings.settings_set_aside().is_some() {
            return None;
        }
        let file = self.file.clone();
        let kept = spawn_blocking(move || file.read()).await.ok().flatten()?;
        let found = self.found(&kept).await;
        if found.is_none() {
            self.file.remove();
        }
        found
    }

    async fn found(&self, kept: &str) -> Option<TruePicture> {
        let KeptPicture { circumstances, picture } = serde_json::from_str(kept).ok()?;
        if circumstances != self.circumstances().await.ok()? || !is_of(&picture, &circumstances.preferences) {
            return None;
        }
        let preferences = circumstances.preferences;
        let drawing = drawing::draw(&picture, preferences.theme == Theme::System).ok()?;
        Some(TruePicture { picture, drawing, preferences })
    }

    async fn circumstances(&self) -> Result<Circumstances, Problem> {
        let connections = self.connections.all().await?.clone().unwrap_or_default();
        let known = connections.into_iter().map(|saved| KnownConnection {
            base_url: (!saved.is_sample()).then_some(saved.base_url),
            id: saved.id,
            name: saved.name,
        });
        Ok(Circumstances {
            version: self.info.version(),
            build: self.info.build(),
            languages: self.info.languages(),
            preferences: self.preferences.read()?,
            connections: known.collect(),
            revision: self.library_revision(()).await?,
        })
    }
}

/// Whether a picture is of the saved place, in the wanted theme.
fn is_of(FirstPicture { look, .. }: &FirstPicture, preferences: &Preferences) -> bool {
    let is_wanted_theme = match preferences.theme {
        Theme::System => true,
        Theme::Light => look.theme == ShownTheme::Light,
        Theme::Dark => look.theme == ShownTheme::Dark,
    };
    is_wanted_theme && preferences.place.as_ref() == Some(&look.place)
}

fn validate_reads(reads: &[FirstRead]) -> Result<(), Problem> {
    query_limits::range("reads", u32::try_from(reads.len()).unwrap_or(u32::MAX), 0, MAX_READS)?;
    if reads.iter().any(|read| read.request.to_string().len() > MAX_REQUEST) {
        return Err(Problem::invalid("reads", FieldReason::NotUsable));
    }
    Ok(())
}
