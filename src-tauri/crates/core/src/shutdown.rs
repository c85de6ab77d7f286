use std::sync::Arc;

use crate::{batch::BatchRunner, host::Clipboard, ingest::IngestQueue, sync::Syncs};

/// Ends the app's work.
pub(crate) struct Shutdown {
    pub clipboard: Arc<dyn Clipboard>,
    pub batches: Arc<BatchRunner>,
    pub syncs: Arc<Syncs>,
    pub ingest_queue: Arc<IngestQueue>,
}

impl Shutdown {
    /// Ends background work before the app closes: clears the clipboard, stops batches and syncs,
    /// and ingests what is queued.
    pub(crate) async fn end(&self) {
        let clipboard = Arc::clone(&self.clipboard);
        // The rest is done in any case.
        let _ = tokio::task::spawn_blocking(move || clipboard.clear_copied()).await;
        tokio::join!(self.batches.stop_all(), self.syncs.stop_all());
        self.ingest_queue.flush().await;
    }
}
