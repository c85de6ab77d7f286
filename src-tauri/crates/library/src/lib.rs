//! The library: local copies of the services' reports, in one SQLite file.
//!
//! Every report is saved as a snapshot when it differs from the last one. Lists, fix list, and
//! overview work offline, from saved copies. All calls block: asynchronous callers use a separate
//! thread.
//!
//! A *scope* is the caller's name of a connection, opaque text. Where the model says `connection`,
//! the library reads and writes scopes.

mod backup;
mod care;
mod changes;
mod checks;
mod codes;
mod compare;
mod copies;
mod damage;
mod error;
mod file;
mod filter;
mod fix_list;
mod history;
mod index;
mod judge;
mod database;
mod list;
mod memo;
mod overview;
mod past;
mod present;
mod projects;
mod readable;
mod schema;
mod state;
mod store;
mod syncs;
mod take;
#[cfg(test)]
mod testing;
mod words;

use std::{ops::ControlFlow, path::Path, sync::Arc, thread, time::Duration};

use assay_model::{
    Changes, Comparison, Completeness, FixList, History, KnownReport, LibraryInfo, LibraryPage, LibraryQuery,
    LibraryRow, LibrarySearchIn, Overview, OverviewQuery, Page, Project, ProjectQuery, Report, Since, SyncFound,
    SyncKind,
};
use compare::Compared;
use index::Index;
use jiff::Timestamp;
use database::Database;
use memo::InternCache;
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Store;

pub use error::{LibraryError, Result};
pub use past::Past;
pub use present::PlannableReport;

/// The library. Cheap to clone; clones share one file.
#[derive(Debug, Clone)]
pub struct Library {
    database: Arc<Database>,
    /// The existing ones; `None` for all with data.
    scopes: Option<Arc<[String]>>,
}

/// The result of opening a library.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The library, whether it can be used or not.
    pub library: Library,
    /// The file name of a quarantined, damaged library.
    pub set_aside: Option<String>,
}

/// A report in a response.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The report.
    pub report: Report,
    /// Whether its checks and `other` were read; if not, the saved ones are kept.
    pub has_checks: bool,
}

/// The progress of a sync.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncProgressRecord {
    /// The kind of sync.
    pub kind: SyncKind,
    /// When it was started.
    pub begun_at: Timestamp,
    /// Where it resumes, in the caller's format.
    pub position: Value,
    /// How many reports it has read.
    pub done: u32,
}

/// The state of a scope's syncs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SyncRecord {
    /// When the last sync of any kind succeeded.
    pub synced_at: Option<Timestamp>,
    /// When the last full sync succeeded.
    pub full_at: Option<Timestamp>,
    /// How certain it is that every report is known.
    pub completeness: Completeness,
    /// What the last successful sync found.
    pub found: SyncFound,
    /// The progress of an unfinished sync.
    pub walk: Option<SyncProgressRecord>,
    /// How many reports that are there are known; not heeded by [`Library::sync_ended`].
    pub reports: u32,
}

/// How many reports are read between two looks at whether another call waits.
const AT_ONCE: usize = 100;
/// Of how many reports the checks are read meanwhile.
const CHECKS_AT_ONCE: usize = 1_000;

impl Library {
    /// Opens or creates the library. Never fails: an unusable one returns its error in
    /// [`Library::info`] and every call.
    #[must_use]
    pub fn open(file: &Path) -> Opened {
        let database = Database::open(file);
        let set_aside = database.set_aside();
        Opened { library: Self { database: Arc::new(database), scopes: None }, set_aside }
    }

    /// Returns the same library, limited to these scopes for queries without a scope.
    #[must_use]
    pub fn of_scopes(&self, scopes: impl IntoIterator<Item = String>) -> Self {
        Self { database: Arc::clone(&self.database), scopes: Some(scopes.into_iter().collect()) }
    }

    /// Returns the state and size of the file.
    #[must_use]
    pub fn info(&self) -> LibraryInfo {
        let counted = self.read(|connection| {
            let mut counts = connection.prepare_cached("SELECT reports, snapshots FROM state")?;
            Ok(counts.query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?)
        });
        let (reports, snapshots) = counted.unwrap_or_default();
        LibraryInfo {
            state: self.database.state(),
            file: self.database.path().display().to_string(),
            bytes: self.database.bytes(),
            reports,
            snapshots,
            set_aside: self.database.set_aside(),
        }
    }

    /// Ingests reports observed at `at`, all or none, and returns what was new, changed, or worse.
    /// Observations more than [`MAX_RESPONSE_TIME`] later than that mean that the clock was set
    /// back.
    pub fn take(&self, scope: &str, seen: &[Seen], at: Timestamp) -> Result<SyncFound> {
        self.write(|transaction, memo| take::take(transaction, memo, scope, seen, at))
    }

    /// Ingests the first page of a sync with its progress, replacing that of an earlier sync.
    pub fn take_page(&self, scope: &str, seen: &[Seen], at: Timestamp, walk: &SyncProgressRecord) -> Result<SyncFound> {
        self.write(|transaction, memo| {
            syncs::walk(transaction, memo, scope, walk)?;
            take::take(transaction, memo, scope, seen, at)
        })
    }

    /// Ingests a further page of a sync. Returns `None` and changes nothing if the saved sync has
    /// another start time, since the library was replaced or another sync started.
    pub fn take_next_page(&self, scope: &str, seen: &[Seen], at: Timestamp, walk: &SyncProgressRecord) -> Result<Option<SyncFound>> {
        self.write(|transaction, memo| {
            if syncs::kept_walk(transaction, scope)?.is_none_or(|kept| kept.begun_at != walk.begun_at) {
                return Ok(None);
            }
            syncs::walk(transaction, memo, scope, walk)?;
            take::take(transaction, memo, scope, seen, at).map(Some)
        })
    }

    /// Marks a report as removed. Returns whether it was present; observations after `now` are from
    /// another clock.
    pub fn mark_report_gone(&self, scope: &str, id: &str, at: Timestamp) -> Result<bool> {
        self.write(|transaction, memo| take::mark_report_gone(transaction, memo, scope, id, at))
    }

    /// Marks a project and its reports as removed. Returns how many were present.
    pub fn mark_project_gone(&self, scope: &str, project: &str, at: Timestamp) -> Result<u32> {
        self.write(|transaction, memo| take::mark_project_gone(transaction, memo, scope, project, at))
    }

    /// The state of a scope's syncs; the default for an unknown scope.
    pub fn sync_record(&self, scope: &str) -> Result<SyncRecord> {
        self.read(|connection| syncs::record(connection, scope))
    }

    /// After a successful sync: `end` changes the record, or returns false to keep it. Returns whether it was changed.
    pub fn sync_ended(&self, scope: &str, end: impl FnOnce(&mut SyncRecord) -> bool) -> Result<bool> {
        self.write(|transaction, memo| {
            let mut record = syncs::record(transaction, scope)?;
            let is_changed = end(&mut record);
            if is_changed {
                syncs::ended(transaction, memo, scope, &record)?;
            }
            Ok(is_changed)
        })
    }

    /// The ids of the reports that are there, as far as is known, but were last seen before this time.
    pub fn unseen_since(&self, scope: &str, since: Timestamp) -> Result<Vec<String>> {
        self.read(|connection| syncs::unseen_since(connection, scope, since))
    }

    /// Returns the existing reports of a scope, in no particular order.
    pub fn present(&self, scope: &str) -> Result<Vec<PlannableReport>> {
        self.read(|connection| present::all(connection, scope))
    }

    /// Returns how many reports were created since this time, including removed ones.
    pub fn created_since(&self, scope: &str, since: Timestamp) -> Result<u32> {
        self.ask(|_, index| Ok(copies::created_since(index, scope, since)))
    }

    /// Returns the reports without a full copy from this period; observations after `now` are from
    /// another clock. For removed reports the last observation counts.
    pub fn without_copy(&self, scope: &str, ids: &[String], since: Timestamp) -> Result<Vec<String>> {
        self.read(|connection| copies::without_copy(connection, scope, ids, since))
    }

    /// Returns once all ingested data is durable, also after a power failure.
    pub fn secure(&self) -> Result<()> {
        self.database.with_writing(Store::secure)
    }

    /// Records the app's start: [`Since::LastTime`] means since the start before it. Repeated calls
    /// for one start change nothing.
    pub fn visit(&self, at: Timestamp) -> Result<()> {
        self.write(|transaction, _| syncs::visit(transaction, at))
    }

    /// Returns a page of the reports that match a query.
    pub fn list(&self, query: &LibraryQuery, now: Timestamp) -> Result<LibraryPage> {
        self.make_ready(query)?;
        self.ask(|connection, index| list::page(connection, index, query, now))
    }

    /// Calls `row` for every report that matches a query, in order, ignoring pages; `with_checks`
    /// includes full reports with known checks. Stops if `row` breaks. Returns the number of
    /// matches at the start. Other calls may run in between, but not from `row`.
    pub fn each(
        &self,
        query: &LibraryQuery,
        now: Timestamp,
        row: &mut dyn FnMut(LibraryRow, Option<Report>) -> ControlFlow<()>,
        with_checks: bool,
    ) -> Result<u32> {
        self.make_ready(query)?;
        let fits = self.ask(|connection, index| list::fitting(connection, index, query, now))?;
        for some in fits.chunks(AT_ONCE) {
            if self.read(|connection| list::each(connection, some, with_checks, row))?.is_break() {
                break;
            }
        }
        Ok(u32::try_from(fits.len()).unwrap_or(u32::MAX))
    }

    /// Returns a page of the projects of a scope's existing reports.
    pub fn projects(&self, scope: &str, query: &ProjectQuery) -> Result<Page<Project>> {
        self.ask(|_, index| projects::page(index, scope, query))
    }

    /// Returns a report's saved copy.
    pub fn known(&self, scope: &str, id: &str) -> Result<KnownReport> {
        self.read(|connection| history::known(connection, scope, id))
    }

    /// Returns the snapshots of a report.
    pub fn history(&self, scope: &str, id: &str) -> Result<History> {
        self.read(|connection| history::history(connection, scope, id))
    }

    /// Returns a report as it was in a snapshot.
    pub fn snapshot(&self, scope: &str, id: &str, number: u64) -> Result<Report> {
        self.read(|connection| Ok(history::read_snapshot(connection, scope, id, number)?.1))
    }

    /// Returns the differences between two snapshots. Checks are compared only if both are known.
    pub fn compare(&self, scope: &str, id: &str, before: u64, after: u64) -> Result<Comparison> {
        let ((before, old), (after, new)) = self.read(|connection| {
            let read = |number| history::read_snapshot(connection, scope, id, number);
            Ok((read(before)?, read(after)?))
        })?;
        let compared = if before.failed.is_some() && after.failed.is_some() {
            compare::checks(&old.checks, &new.checks)
        } else {
            Compared::default()
        };
        Ok(Comparison { before, after, checks: compared.checks, same: compared.same })
    }

    /// Returns how many reports changed since a given time, of one scope or of all.
    pub fn changes(&self, scope: Option<&str>, since: Since, now: Timestamp) -> Result<Changes> {
        self.ask(|connection, index| changes::count(connection, index, scope, since, now))
    }

    /// Returns what to fix first in the reports that match a query, on all pages.
    pub fn fix_list(&self, query: &LibraryQuery, now: Timestamp) -> Result<FixList> {
        self.make_ready(query)?;
        self.ask(|connection, index| fix_list::fix_list(connection, index, query, now))
    }

    /// Returns a summary of the reports.
    pub fn overview(&self, query: &OverviewQuery, now: Timestamp) -> Result<Overview> {
        self.ask(|connection, index| overview::overview(connection, index, query, now))
    }

    /// Loads the text index of checks into memory, in parts: slow.
    fn make_ready(&self, query: &LibraryQuery) -> Result<()> {
        let searches = query.search.as_ref().is_some_and(|search| !search.is_empty());
        if searches && query.search_in == Some(LibrarySearchIn::Checks) {
            let some = |connection: &Connection, index: &mut Index| {
                index.words.refresh(connection, &index.columns, &index.kinds, CHECKS_AT_ONCE)
            };
            while !self.ask(some)? {
                // Or else this thread would be the next again, however many wait.
                thread::sleep(Duration::from_millis(1));
            }
        }
        Ok(())
    }

    /// Reads a consistent snapshot of the file.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.database.with(|store| store.read(work))
    }

    /// Reads a consistent snapshot of the file and its index.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&Connection, &mut Index) -> Result<T>) -> Result<T> {
        self.database.with(|store| {
            store.ask(|connection, index| {
                index.asked.clone_from(&self.scopes);
                work(connection, index)
            })
        })
    }

    /// Runs work in one transaction.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        self.database.with_writing(|store| store.write(work))
    }
}
