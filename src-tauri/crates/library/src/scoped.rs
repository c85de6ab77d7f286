use assay_model::{
    Comparison, History, KnownReport, LibraryProjectQuery, Page, Project, ProjectSummary, Report, ReportTrend, Since,
    SyncFound, VerdictCounts,
};
use jiff::Timestamp;

use crate::{
    IDS_PER_READ, Library, LibraryError, ObservedReport, PastRatings, PlannableReport, Result, SyncProgressRecord,
    SyncRecord, changes, compare, delete_backups, history, ingest, overview, plannable_report, project_trends,
    projects, ratings, syncs, trends,
};

/// One scope of the library.
#[derive(Debug, Clone, Copy)]
pub struct ScopedLibrary<'a> {
    pub(crate) library: &'a Library,
    pub(crate) name: &'a str,
}

impl ScopedLibrary<'_> {
    /// Ingests reports observed at `at`, all or none, and returns what was new, changed, or worse.
    /// Observations more than [`MAX_RESPONSE_TIME`](crate::MAX_RESPONSE_TIME) later than that mean
    /// that the clock was set back.
    pub fn ingest(&self, seen: &[ObservedReport], at: Timestamp) -> Result<SyncFound> {
        self.library.write(|transaction, cache| ingest::ingest(transaction, cache, self.name, seen, at))
    }

    /// Ingests the first page of a sync with its progress, replacing that of an earlier sync.
    pub fn ingest_first_page(
        &self,
        seen: &[ObservedReport],
        at: Timestamp,
        progress: &SyncProgressRecord,
    ) -> Result<SyncFound> {
        self.library.write(|transaction, cache| {
            syncs::save_progress(transaction, cache, self.name, progress)?;
            ingest::ingest(transaction, cache, self.name, seen, at)
        })
    }

    /// Ingests a further page of a sync. Returns `None` and changes nothing if the saved sync has
    /// another start time, since the library was replaced or another sync started.
    pub fn ingest_next_page(
        &self,
        seen: &[ObservedReport],
        at: Timestamp,
        progress: &SyncProgressRecord,
    ) -> Result<Option<SyncFound>> {
        self.library.write(|transaction, cache| {
            if syncs::saved_progress(transaction, self.name)?.is_none_or(|kept| kept.begun_at != progress.begun_at) {
                return Ok(None);
            }
            syncs::save_progress(transaction, cache, self.name, progress)?;
            ingest::ingest(transaction, cache, self.name, seen, at).map(Some)
        })
    }

    /// Marks a report as removed. Returns whether it was present; observations after `now` are from
    /// another clock.
    pub fn mark_report_gone(&self, id: &str, at: Timestamp, now: Timestamp) -> Result<bool> {
        self.library.write(|transaction, cache| ingest::mark_report_gone(transaction, cache, self.name, id, at, now))
    }

    /// Marks a project and its reports as removed. Returns how many were present.
    pub fn mark_project_gone(&self, project: &str, at: Timestamp, now: Timestamp) -> Result<u32> {
        self.library
            .write(|transaction, cache| ingest::mark_project_gone(transaction, cache, self.name, project, at, now))
    }

    /// The state of its syncs; the default if it is unknown.
    pub fn sync_record(&self) -> Result<SyncRecord> {
        self.library.read(|connection| syncs::read_record(connection, self.name))
    }

    /// After a successful sync: `end` changes the record, or returns false to keep it. Returns whether it was changed.
    pub fn update_sync_record(&self, end: impl FnOnce(&mut SyncRecord) -> bool) -> Result<bool> {
        self.library.write(|transaction, cache| {
            let mut record = syncs::read_record(transaction, self.name)?;
            let is_changed = end(&mut record);
            if is_changed {
                syncs::save_record(transaction, cache, self.name, &record)?;
            }
            Ok(is_changed)
        })
    }

    /// Returns the changes of its reports since this time, as in [`Library::changes`].
    pub fn found_since(&self, since: Timestamp) -> Result<SyncFound> {
        self.library.query(|connection, index| changes::found(connection, index, self.name, since))
    }

    /// Saves the service's number of reports. Returns whether it changed.
    pub fn record_total(&self, said: u32) -> Result<bool> {
        self.library.write(|transaction, cache| syncs::record_total(transaction, cache, self.name, said))
    }

    /// Returns the ids of existing reports that were not seen since this time.
    pub fn unseen_since(&self, since: Timestamp) -> Result<Vec<String>> {
        self.library.read(|connection| syncs::unseen_since(connection, self.name, since))
    }

    /// Returns the existing reports, in no particular order.
    pub fn plannable_reports(&self) -> Result<Vec<PlannableReport>> {
        self.library.read(|connection| plannable_report::all(connection, self.name))
    }

    /// Returns a hash of the existing reports with their URLs, to tell if they changed.
    pub fn hash_of_urls(&self) -> Result<[u8; 16]> {
        self.library.query(|_, index| Ok(plannable_report::hash(index, self.name)))
    }

    /// Returns the verdicts of those of these reports that exist. Other calls may run in between.
    pub fn verdicts_of(&self, ids: &[String]) -> Result<VerdictCounts> {
        let mut verdicts = VerdictCounts::default();
        for some in ids.chunks(IDS_PER_READ) {
            self.library
                .query(|connection, index| overview::add_verdicts(connection, index, self.name, some, &mut verdicts))?;
        }
        Ok(verdicts)
    }

    /// Returns how many reports were created since this time, including removed ones.
    pub fn created_since(&self, since: Timestamp) -> Result<u32> {
        self.library.query(|_, index| Ok(delete_backups::created_since(index, self.name, since)))
    }

    /// Returns the reports without a full copy from this period; observations after `now` are from
    /// another clock. For removed reports the last observation counts.
    pub fn missing_backups(&self, ids: &[String], since: Timestamp, now: Timestamp) -> Result<Vec<String>> {
        self.library.read(|connection| delete_backups::missing_backups(connection, self.name, ids, since, now))
    }

    /// Returns a page of the projects of the existing reports.
    pub fn projects(&self, query: &LibraryProjectQuery, now: Timestamp) -> Result<Page<Project>> {
        self.library.query(|connection, index| projects::page(connection, index, self.name, query, now))
    }

    /// Returns the summaries of projects with their trends over that many days, without those
    /// that it doesn't have.
    pub fn project_summaries(
        &self,
        names: &[String],
        days: u16,
        stale_days: u16,
        now: Timestamp,
    ) -> Result<Vec<ProjectSummary>> {
        self.library.query(|connection, index| {
            let trends = project_trends::trends(connection, index, self.name, days, now)?;
            projects::summaries(index, self.name, names, stale_days, &trends, now)
        })
    }

    /// Returns a report's saved copy.
    pub fn known_report(&self, id: &str) -> Result<KnownReport> {
        self.library.read(|connection| history::known_report(connection, self.name, id))
    }

    /// Returns how the scores of reports went and what some checks found, without reports that it
    /// doesn't have.
    pub fn trends(&self, ids: &[String], checks: &[String]) -> Result<Vec<ReportTrend>> {
        self.library.read(|connection| trends::trends(connection, self.name, ids, checks))
    }

    /// Returns the past verdicts and scores of a report, and when it was there for changes since then.
    pub fn ratings(&self, id: &str, since: Option<Since>) -> Result<PastRatings> {
        self.library.query(|connection, index| ratings::ratings(connection, index, self.name, id, since))
    }

    /// Returns the snapshots of a report.
    pub fn history(&self, id: &str) -> Result<History> {
        match self.library.query(|connection, index| history::history(connection, Some(index), self.name, id)) {
            // What is saved of a report can be read without the index.
            Err(LibraryError::Failed(_)) => {
                self.library.read(|connection| history::history(connection, None, self.name, id))
            }
            result => result,
        }
    }

    /// Returns a report as it was in a snapshot.
    pub fn snapshot(&self, id: &str, number: u64) -> Result<Report> {
        self.library.read(|connection| Ok(history::read_snapshot(connection, self.name, id, number)?.1))
    }

    /// Returns the differences between two snapshots. Checks are compared only if both are known.
    pub fn compare(&self, id: &str, before: u64, after: u64) -> Result<Comparison> {
        let (before, after) = self.library.read(|connection| {
            let read = |number| history::read_snapshot(connection, self.name, id, number);
            Ok((read(before)?, read(after)?))
        })?;
        Ok(compare::snapshots(before, after))
    }
}
