use assay_library::{SyncProgressRecord, SyncRecord, Total};
use assay_model::{Completeness, Problem, SyncKind};
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use super::{cursor::SyncCheckpoint, newest::NewestReports, service_reader::ServiceReader};

/// A sync that was stopped longer ago starts over: too much may have changed.
const MAX_PAUSE: SignedDuration = SignedDuration::from_hours(7 * 24);

/// The result of a successful sync.
pub(super) enum SyncOutcome {
    /// A full sync that was started at `begun_at`.
    Full { begun_at: Timestamp, newest: NewestReports, completeness: Completeness },
    /// A light sync; `looked_at` is the number of newest reports it was limited to.
    Light { newest: NewestReports, looked_at: Option<u32> },
}

impl SyncOutcome {
    /// Saves how a sync ended that was requested at `begun_at`, with the record from before it.
    /// Returns false if the library was replaced meanwhile.
    pub(super) async fn save(
        self,
        reader: &ServiceReader,
        begun_at: Timestamp,
        before: &SyncRecord,
    ) -> Result<bool, Problem> {
        let began = match &self {
            Self::Full { begun_at: first, .. } => begun_at.min(*first),
            Self::Light { .. } => begun_at,
        };
        // Includes the first response with coarse clocks.
        let since = began - SignedDuration::from_micros(1);
        let (scope, full_before) = (reader.scope.clone(), before.full_at);
        let found = reader.library.ask(move |library| library.scope(&scope).found_since(since)).await?;
        let scope = reader.scope.clone();
        let end = move |record: &mut SyncRecord| {
            let now = Timestamp::now();
            let (said, looked_at) = match &self {
                Self::Full { newest, .. } => (newest.total, None),
                Self::Light { newest, looked_at } => (newest.total, *looked_at),
            };
            match self {
                Self::Full { begun_at, newest: NewestReports { marks, .. }, completeness } => {
                    if !record
                        .progress
                        .as_ref()
                        .is_some_and(|progress| progress.kind == SyncKind::Full && progress.begun_at == begun_at)
                    {
                        return false;
                    }
                    (record.full_at, record.completeness) = (Some(now), completeness);
                    let position = as_json(&SyncCheckpoint { marks, full: None });
                    record.progress =
                        Some(SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position, done: 0 });
                }
                // Still valid: the same library, and no other full sync since.
                Self::Light { newest: NewestReports { marks, .. }, .. } if record.full_at == full_before => {
                    let (progress, checkpoint) = saved_progress(record);
                    record.progress = Some(SyncProgressRecord {
                        position: as_json(&SyncCheckpoint { marks, ..checkpoint }),
                        ..progress
                    });
                }
                Self::Light { .. } => {}
            }
            (record.synced_at, record.found, record.found_since) = (Some(now), found, Some(since));
            record.looked_at = looked_at;
            record.total = said.map(|said| Total { said, known: record.reports });
            true
        };
        reader.library.ask(move |library| library.scope(&scope).update_sync_record(end)).await
    }
}

/// The progress of earlier syncs. A full sync that was stopped too long ago, or saved by another
/// version, starts over.
pub(super) fn saved_progress(record: &SyncRecord) -> (SyncProgressRecord, SyncCheckpoint) {
    let now = Timestamp::now();
    let nothing = || SyncProgressRecord { kind: SyncKind::Light, begun_at: now, position: Value::Null, done: 0 };
    let progress = record.progress.clone().unwrap_or_else(nothing);
    let mut checkpoint: SyncCheckpoint = serde_json::from_value(progress.position.clone()).unwrap_or_default();
    checkpoint.full = checkpoint.full.filter(|_| now.duration_since(progress.begun_at) < MAX_PAUSE);
    if checkpoint.full.is_some() { (progress, checkpoint) } else { (nothing(), checkpoint) }
}

/// Without a saved checkpoint the next sync starts over.
pub(super) fn as_json(checkpoint: &SyncCheckpoint) -> Value {
    serde_json::to_value(checkpoint).unwrap_or_default()
}
