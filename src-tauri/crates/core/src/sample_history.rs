use assay_api::parse_stored_report;
use assay_library::{Library, ObservedReport, PastEvent, SyncRecord};
use assay_model::{Completeness, Problem};
use jiff::Timestamp;
use tokio::task::spawn_blocking;

use crate::{
    host::{SampleHost, SampleState},
    library_handle::{LibraryHandle, task_failed},
    stored_connection::SAMPLE,
};

/// Ingests the sample workspace's history if the library has nothing of it. Returns whether it did.
pub(crate) async fn ingest_sample_history(host: &dyn SampleHost, library: &LibraryHandle) -> Result<bool, Problem> {
    if library.ask(Library::scopes).await?.iter().any(|scope| scope == SAMPLE) {
        return Ok(false);
    }
    let read_at = Some(Timestamp::now());
    let states = host.sample_past().await?;
    if states.is_empty() {
        return Ok(false);
    }
    let past = spawn_blocking(|| states.into_iter().map(past_event).collect::<Result<Vec<_>, _>>());
    let past = past.await.map_err(|fault| task_failed(&fault))??;
    let record =
        SyncRecord { synced_at: read_at, full_at: read_at, completeness: Completeness::Whole, ..SyncRecord::default() };
    library.ask(move |library| library.scope(SAMPLE).ingest_history(&past, &record)).await
}

fn past_event(SampleState { at, id, answer }: SampleState) -> Result<PastEvent, Problem> {
    let Some(answer) = answer else { return Ok(PastEvent::Gone(at, id)) };
    let report = parse_stored_report(answer.as_bytes())?;
    Ok(PastEvent::Observed(at, Box::new(ObservedReport { report, has_checks: true })))
}
