use std::{path::PathBuf, sync::Arc};

use assay_model::{Exported, FieldReason, LibraryInfo, Problem};
use jiff::Timestamp;

use crate::{
    adoption::adopt, connections::ConnectionStore, first_picture::PictureFile, host::Dialogs,
    library_handle::LibraryHandle, pending_purges::PendingPurges, service_ingest::ServiceIngest, sync::Syncs,
    throttled_notifier::ThrottledNotifier,
};

const EXTENSION: &str = "sqlite";

pub(crate) struct LibraryFile {
    pub library: LibraryHandle,
    pub library_changed: ThrottledNotifier,
    pub picture: PictureFile,
    pub ingest: Arc<ServiceIngest>,
    pub syncs: Arc<Syncs>,
    pub connections: Arc<ConnectionStore>,
    pub service_purges: PendingPurges,
    pub dialogs: Arc<dyn Dialogs>,
}

impl LibraryFile {
    /// Returns the size and state of the library's file.
    pub async fn library_info(&self, (): ()) -> Result<LibraryInfo, Problem> {
        self.library.ask(|library| Ok(library.info())).await
    }

    pub async fn library_clear(&self, (): ()) -> Result<LibraryInfo, Problem> {
        let _still = self.syncs.pause().await;
        self.ingest.flush().await;
        let cleared = self.library.ask(|library| {
            library.clear()?;
            Ok(library.info())
        });
        let info = cleared.await;
        // A failure may come after the change.
        self.picture.remove();
        self.library_changed.changed();
        info
    }

    /// Copies the library into a file that the user chooses.
    pub async fn library_backup(&self, (): ()) -> Result<Option<Exported>, Problem> {
        let name = format!("Assay library {}.{EXTENSION}", Timestamp::now().strftime("%Y-%m-%d"));
        let Some(file) = self.dialogs.choose_new_file(&name, EXTENSION).await? else { return Ok(None) };
        self.ingest.flush().await;
        let shown = shown_path(&file)?;
        let backup = self.library.ask(move |library| {
            let bytes = library.backup(&file)?;
            Ok(Exported { file: shown, rows: library.info().reports, unreadable: 0, bytes })
        });
        backup.await.map(Some)
    }

    /// Replaces the library with a file that the user chooses.
    pub async fn library_restore(&self, (): ()) -> Result<Option<LibraryInfo>, Problem> {
        let Some(file) = self.dialogs.choose_file(&[EXTENSION]).await? else { return Ok(None) };
        let _still = self.syncs.pause().await;
        self.ingest.flush().await;
        let connections = self.connections.all().await?.clone().unwrap_or_default();
        let unwanted = self.service_purges.all();
        let restored = self.library.ask(move |library| {
            library.restore(&file)?;
            adopt(library, &connections, &unwanted)?;
            Ok(library.info())
        });
        let info = restored.await;
        // A failure may come after the change.
        self.picture.remove();
        self.library_changed.changed();
        info.map(Some)
    }
}

fn shown_path(file: &std::path::Path) -> Result<String, Problem> {
    let shown = PathBuf::from(file).into_os_string().into_string();
    shown.map_err(|_| Problem::invalid("file", FieldReason::NotUsable))
}
