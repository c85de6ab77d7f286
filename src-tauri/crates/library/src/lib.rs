//! The library: local copies of the services' reports, in one SQLite file.
//!
//! Every report is saved as a snapshot when it differs from the last one. Lists, fix list, and
//! overview work offline, from saved copies. All calls block: asynchronous callers use a separate
//! thread.
//!
//! A *scope* is the caller's name of a connection, opaque text. Where the model says `connection`,
//! the library reads and writes scopes.

mod averages;
mod backup;
mod canonical_json;
mod changes;
mod check_column;
mod check_search;
mod check_values;
mod checks;
mod clean;
mod column_encoding;
mod compare;
mod counts;
mod damage;
mod database;
mod delete_backups;
mod duplicates;
mod error;
mod file;
mod filter;
mod fix_list;
mod history;
mod index;
mod ingest;
mod intern;
mod limits;
mod list;
mod maintenance;
mod moments;
mod overview;
mod past_event;
mod pattern;
mod plannable_report;
mod project_trends;
mod projects;
mod rating;
mod ratings;
mod reasons;
mod schema;
mod scoped;
mod state;
mod store;
mod syncs;
#[cfg(test)]
mod testing;
mod trends;

use std::{ops::ControlFlow, path::Path, sync::Arc, thread, time::Duration};

use assay_model::{
    ChangedSince, Changes, CompareMoments, Comparison, Completeness, FailingCheck, FixList, LibraryInfo, LibraryPage,
    LibraryQuery, LibraryRow, LibrarySearchIn, MomentsComparison, Overview, OverviewQuery, QueryCount, Report, Since,
    SyncFound, SyncKind,
};
use database::Database;
use index::Index;
use intern::InternCache;
use jiff::{SignedDuration, Timestamp};
use moments::MovedChecks;
use rusqlite::{Connection, Transaction};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Store;

pub use error::{LibraryError, Result};
pub use fix_list::FixPages;
pub use past_event::PastEvent;
pub use plannable_report::PlannableReport;
pub use ratings::{PastRating, PastRatings};
pub use scoped::ScopedLibrary;
pub use syncs::Total;

/// The library. Cheap to clone; clones share one file.
#[derive(Debug, Clone)]
pub struct Library {
    database: Arc<Database>,
    /// The existing ones; `None` for all with data.
    scopes: Option<Arc<[String]>>,
}

/// The result of opening a library.
#[derive(Debug, Clone)]
pub struct OpenedLibrary {
    /// The library, usable or not.
    pub library: Library,
    /// The file name of a quarantined, damaged library.
    pub set_aside: Option<String>,
}

/// A report in a response.
#[derive(Debug, Clone, PartialEq)]
pub struct ObservedReport {
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
    pub progress: Option<SyncProgressRecord>,
    /// Just before the last successful sync started: `found` counts changes since then.
    pub found_since: Option<Timestamp>,
    /// The number of newest reports that the last sync covered; `None` if it covered all that may
    /// have changed.
    pub looked_at: Option<u32>,
    /// The service's number of reports.
    pub total: Option<Total>,
    /// The number of existing reports; ignored by [`ScopedLibrary::update_sync_record`].
    pub reports: u32,
}

impl SyncRecord {
    /// Returns the service's number of reports, adjusted by later changes if the library was
    /// complete.
    #[must_use]
    pub fn total(&self) -> Option<u32> {
        self.total.map(|Total { said, known }| if said == known { self.reports } else { said })
    }
}

/// The longest a response can take. Later observations are from another clock, and don't count.
pub const MAX_RESPONSE_TIME: SignedDuration = SignedDuration::from_mins(15);
/// Reports that are read before another call may run.
const ROWS_PER_READ: usize = 100;
/// Reports that are looked up by id before another call may run.
const IDS_PER_READ: usize = 1_000;
/// Checks that are read before another call may run.
const CHECKS_PER_READ: usize = 1_000;

impl Library {
    /// Opens or creates the library. Never fails: an unusable one returns its error in
    /// [`Library::info`] and every call.
    #[must_use]
    pub fn open(file: &Path) -> OpenedLibrary {
        let database = Database::open(file);
        let set_aside = database.quarantined_name();
        OpenedLibrary { library: Self { database: Arc::new(database), scopes: None }, set_aside }
    }

    /// Returns the same library, limited to these scopes for queries without a scope.
    #[must_use]
    pub fn of_scopes(&self, scopes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { database: Arc::clone(&self.database), scopes: Some(scopes.into_iter().map(Into::into).collect()) }
    }

    /// Returns the part of it that belongs to one scope.
    #[must_use]
    pub fn scope<'a>(&'a self, name: &'a str) -> ScopedLibrary<'a> {
        ScopedLibrary { library: self, name }
    }

    /// Returns a text that is another one after each change to reports.
    pub fn revision(&self) -> Result<String> {
        self.read(|connection| {
            let mut state = connection.prepare_cached("SELECT epoch, rev FROM state")?;
            Ok(state.query_row([], |row| Ok(format!("{} {}", row.get::<_, i64>(0)?, row.get::<_, i64>(1)?)))?)
        })
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
            set_aside: self.database.quarantined_name(),
        }
    }

    /// Returns once all ingested data is durable, also after a power failure.
    pub fn make_durable(&self) -> Result<()> {
        self.database.with_store_for_writing(Store::make_durable)
    }

    /// Frees memory that only makes later calls faster, such as after many writes.
    pub fn release_memory(&self) -> Result<()> {
        self.database.with_store(Store::release_memory)
    }

    /// Records the app's start: [`Since::LastTime`] means since the start before it. Repeated calls
    /// for one start change nothing.
    pub fn record_app_start(&self, at: Timestamp) -> Result<()> {
        self.write(|transaction, _| syncs::record_app_start(transaction, at))
    }

    /// Marks all changes up to now as seen: [`Since::LastTime`] means since then.
    pub fn mark_seen(&self, at: Timestamp) -> Result<()> {
        self.write(|transaction, _| syncs::mark_seen(transaction, at))
    }

    /// Returns a page of the reports that match a query.
    pub fn list(&self, query: &LibraryQuery, now: Timestamp) -> Result<LibraryPage> {
        self.prepare_search(query)?;
        self.prepare_check_sort(query)?;
        self.query(|connection, index| list::page(connection, index, query, now))
    }

    /// Returns how many reports match each query. Other calls may run in between.
    pub fn counts(&self, queries: &[LibraryQuery], now: Timestamp) -> Result<Vec<QueryCount>> {
        let count = |query| {
            self.prepare_search(query)?;
            match self.query(|connection, index| counts::count(connection, index, query, now)) {
                Err(LibraryError::NotAPattern) => Ok(QueryCount::NotAPattern),
                Err(LibraryError::SlowPattern) => Ok(QueryCount::SlowPattern),
                counted => counted.map(QueryCount::Counted),
            }
        };
        queries.iter().map(count).collect()
    }

    /// Calls `row` for every report that matches a query, in order, ignoring pages; `with_checks`
    /// includes full reports with known checks. Stops if `row` breaks. Returns the number of
    /// matches at the start. Other calls may run in between, but not from `row`.
    pub fn for_each_match(
        &self,
        query: &LibraryQuery,
        now: Timestamp,
        row: &mut dyn FnMut(LibraryRow, Option<Report>) -> ControlFlow<()>,
        with_checks: bool,
    ) -> Result<u32> {
        self.prepare_search(query)?;
        self.prepare_check_sort(query)?;
        let fits = self.query(|connection, index| list::matching(connection, index, query, now))?;
        for some in fits.chunks(ROWS_PER_READ) {
            if self.read(|connection| list::read_rows(connection, some, with_checks, row))?.is_break() {
                break;
            }
        }
        Ok(u32::try_from(fits.len()).unwrap_or(u32::MAX))
    }

    /// Returns the names of all checks, also of some that no report has now.
    pub fn check_names(&self) -> Result<Vec<String>> {
        self.read(check_values::names)
    }

    /// Loads what searches in checks read into memory, in parts: slow. Kept until no search has
    /// needed it for ten minutes.
    pub fn prepare_check_search(&self) -> Result<()> {
        let some = |connection: &Connection, index: &mut Index| {
            index.words.refresh(connection, &index.columns, &index.kinds, CHECKS_PER_READ)
        };
        self.repeat(some)
    }

    /// Returns the differences between the last snapshots of two reports, each a scope and an id,
    /// as in [`ScopedLibrary::compare`].
    pub fn compare_reports(&self, before: (&str, &str), after: (&str, &str)) -> Result<Comparison> {
        let (before, after) = self.read(|connection| {
            let read = |(scope, id)| history::read_last_snapshot(connection, scope, id);
            Ok((read(before)?, read(after)?))
        })?;
        Ok(compare::snapshots(before, after))
    }

    /// Returns the differences between two moments. Other calls may run in between.
    pub fn compare_moments(&self, wanted: &CompareMoments, now: Timestamp) -> Result<MomentsComparison> {
        self.prepare_search(&wanted.query)?;
        let compared = self.query(|connection, index| moments::compare(connection, index, wanted, now))?;
        let mut checks = MovedChecks::default();
        for some in compared.pages.chunks(IDS_PER_READ) {
            self.query(|connection, index| checks.add(connection, index, some))?;
        }
        self.query(|connection, index| compared.finish(connection, index, checks))
    }

    /// Returns how many reports changed since a given time, of one scope or of all.
    pub fn changes(&self, scope: Option<&str>, since: Since, now: Timestamp) -> Result<Changes> {
        let wanted = ChangedSince { change: None, since };
        let query = LibraryQuery { connection: scope.map(str::to_owned), ..LibraryQuery::default() };
        self.query(|connection, index| Ok(index.matching_changes(connection, &query, wanted, now)?.1))
    }

    /// Returns what to fix first in the reports that match a query, on all pages.
    pub fn fix_list(&self, query: &LibraryQuery, now: Timestamp) -> Result<FixList> {
        self.prepare_search(query)?;
        self.query(|connection, index| fix_list::fix_list(connection, index, query, now))
    }

    /// Returns the same with the pages of each check, in the order of the query.
    pub fn fix_pages(&self, query: &LibraryQuery, now: Timestamp) -> Result<FixPages> {
        self.prepare_search(query)?;
        self.prepare_check_sort(query)?;
        self.query(|connection, index| fix_list::fix_pages(connection, index, query, now))
    }

    /// Calls `page` for every page of each check, as [`Library::for_each_match`] does.
    pub fn for_each_fix_page(
        &self,
        fixes: &FixPages,
        mut page: impl FnMut(&FailingCheck, LibraryRow, Option<Report>) -> ControlFlow<()>,
        with_checks: bool,
    ) -> Result<()> {
        for (check, pages) in fixes.each() {
            let mut row = |row, report| page(check, row, report);
            for some in pages.chunks(ROWS_PER_READ) {
                let read =
                    |connection: &Connection| list::read_rows(connection, some.iter().copied(), with_checks, &mut row);
                if self.read(read)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns a summary of the reports.
    pub fn overview(&self, query: &OverviewQuery, now: Timestamp) -> Result<Overview> {
        self.query(|connection, index| overview::overview(connection, index, query, now))
    }

    fn prepare_search(&self, query: &LibraryQuery) -> Result<()> {
        let searches = query.search.as_ref().is_some_and(|search| !search.is_empty());
        let is_in_checks = searches && query.search_in == Some(LibrarySearchIn::Checks);
        if is_in_checks { self.prepare_check_search() } else { Ok(()) }
    }

    /// Reads the values to sort by into memory, in parts: slow the first time.
    fn prepare_check_sort(&self, query: &LibraryQuery) -> Result<()> {
        if let Some(wanted) = &query.sort_check {
            self.repeat(|connection, index| index.read_check_column(connection, wanted, CHECKS_PER_READ))?;
        }
        Ok(())
    }

    /// Repeats a query until it is done; other calls may run in between.
    fn repeat(&self, some: impl Fn(&Connection, &mut Index) -> Result<bool>) -> Result<()> {
        while !self.query(&some)? {
            // Otherwise this thread would get the lock again before waiting ones.
            thread::sleep(Duration::from_millis(1));
        }
        Ok(())
    }

    /// Reads a consistent snapshot of the file.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.database.with_store(|store| store.read(work))
    }

    /// Reads a consistent snapshot of the file and its index.
    pub(crate) fn query<T>(&self, work: impl FnOnce(&Connection, &mut Index) -> Result<T>) -> Result<T> {
        self.database.with_store(|store| {
            store.query(|connection, index| {
                index.asked.clone_from(&self.scopes);
                work(connection, index)
            })
        })
    }

    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        self.database.with_store_for_writing(|store| store.write(work))
    }
}
