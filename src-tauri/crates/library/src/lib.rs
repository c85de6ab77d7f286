//! The library: what Assay remembers of services, in one SQLite file on this computer.
//!
//! Every report that a service shows is remembered as a snapshot when it differs from the last one. Lists, fix list and
//! overview are answered without a connection, from what was seen last. All calls block: an asynchronous caller moves
//! them to a thread of their own.
//!
//! A *scope* is the caller's name of a connection, opaque text. Where the model says `connection`, the library reads and
//! writes scopes.

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

/// The library. Cheap to clone: all clones are of one.
#[derive(Debug, Clone)]
pub struct Library {
    database: Arc<Database>,
    /// Those that there are; absent: all of which something is known.
    scopes: Option<Arc<[String]>>,
}

/// A library that was opened.
#[derive(Debug, Clone)]
pub struct Opened {
    /// The library, whether it can be used or not.
    pub library: Library,
    /// The name of the file under which a damaged library was set aside.
    pub set_aside: Option<String>,
}

/// A report as the service showed it.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// The report.
    pub report: Report,
    /// Whether its checks and `other` were read. Where they were not, those that are known stay.
    pub has_checks: bool,
}

/// How far a sync is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncProgressRecord {
    /// How much it reads.
    pub kind: SyncKind,
    /// When it was begun.
    pub begun_at: Timestamp,
    /// Where it goes on, in the caller's own terms.
    pub position: Value,
    /// How many reports it has read.
    pub done: u32,
}

/// What is remembered of a scope's syncs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SyncRecord {
    /// When the last one of any kind ended well.
    pub synced_at: Option<Timestamp>,
    /// When the last full one ended well.
    pub full_at: Option<Timestamp>,
    /// How sure it is that every report is known.
    pub completeness: Completeness,
    /// What the last one that ended well found.
    pub found: SyncFound,
    /// How far the one is that did not end yet.
    pub walk: Option<SyncProgressRecord>,
    /// How many reports that are there are known; not heeded by [`Library::sync_ended`].
    pub reports: u32,
}

/// How many reports are read between two looks at whether another call waits.
const AT_ONCE: usize = 100;
/// Of how many reports the checks are read meanwhile.
const CHECKS_AT_ONCE: usize = 1_000;

impl Library {
    /// Opens the library in this file, or makes a new one. Never fails: what cannot be used says why in
    /// [`Library::info`] and answers every call with it.
    #[must_use]
    pub fn open(file: &Path) -> Opened {
        let database = Database::open(file);
        let set_aside = database.set_aside();
        Opened { library: Self { database: Arc::new(database), scopes: None }, set_aside }
    }

    /// The same library for questions that are about these scopes alone where they name none: what is known of others,
    /// whose connections are not there, is neither listed nor counted.
    #[must_use]
    pub fn of_scopes(&self, scopes: impl IntoIterator<Item = String>) -> Self {
        Self { database: Arc::clone(&self.database), scopes: Some(scopes.into_iter().collect()) }
    }

    /// The library as a file.
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

    /// Takes in what a service showed at this time, all of it or nothing, and tells what was new, changed or worse.
    pub fn take(&self, scope: &str, seen: &[Seen], at: Timestamp) -> Result<SyncFound> {
        self.write(|transaction, memo| take::take(transaction, memo, scope, seen, at))
    }

    /// Takes in the first page of a sync together with how far it is then, whatever sync there was before.
    pub fn take_page(&self, scope: &str, seen: &[Seen], at: Timestamp, walk: &SyncProgressRecord) -> Result<SyncFound> {
        self.write(|transaction, memo| {
            syncs::walk(transaction, memo, scope, walk)?;
            take::take(transaction, memo, scope, seen, at)
        })
    }

    /// Takes in a further page of a sync. Answers nothing, and takes nothing in, if the sync that is kept was not begun
    /// at the same time: the library is another one by now, without the pages before, or another sync was begun.
    pub fn take_next_page(&self, scope: &str, seen: &[Seen], at: Timestamp, walk: &SyncProgressRecord) -> Result<Option<SyncFound>> {
        self.write(|transaction, memo| {
            if syncs::kept_walk(transaction, scope)?.is_none_or(|kept| kept.begun_at != walk.begun_at) {
                return Ok(None);
            }
            syncs::walk(transaction, memo, scope, walk)?;
            take::take(transaction, memo, scope, seen, at).map(Some)
        })
    }

    /// A report is not there any more. Answers whether it was there until now, as far as the library knows.
    pub fn mark_report_gone(&self, scope: &str, id: &str, at: Timestamp) -> Result<bool> {
        self.write(|transaction, memo| take::mark_report_gone(transaction, memo, scope, id, at))
    }

    /// A project is not there any more, with all its reports. Answers how many were there until now.
    pub fn mark_project_gone(&self, scope: &str, project: &str, at: Timestamp) -> Result<u32> {
        self.write(|transaction, memo| take::mark_project_gone(transaction, memo, scope, project, at))
    }

    /// What is remembered of a scope's syncs; for one that is not known, that there were none.
    pub fn sync_record(&self, scope: &str) -> Result<SyncRecord> {
        self.read(|connection| syncs::record(connection, scope))
    }

    /// A sync ended well: `end` gets what is remembered until now and changes it, or answers false to leave it. Answers
    /// whether it was changed.
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

    /// The reports of a scope that are there, as far as is known, in no particular order.
    pub fn present(&self, scope: &str) -> Result<Vec<PlannableReport>> {
        self.read(|connection| present::all(connection, scope))
    }

    /// How many reports were created since this time, those that are gone included, as far as is known.
    pub fn created_since(&self, scope: &str, since: Timestamp) -> Result<u32> {
        self.ask(|_, index| Ok(copies::created_since(index, scope, since)))
    }

    /// Those of these reports, by their ids, of which there is no whole copy that was seen at this time or later. What is
    /// gone counts as of when it was seen last.
    pub fn without_copy(&self, scope: &str, ids: &[String], since: Timestamp) -> Result<Vec<String>> {
        self.read(|connection| copies::without_copy(connection, scope, ids, since))
    }

    /// Has everything that was taken in until now on the disk: then not even a power failure takes it back.
    pub fn secure(&self) -> Result<()> {
        self.database.with_writing(Store::secure)
    }

    /// The app was started at this time: [`Since::LastTime`] means since the start before this one. To be told again of
    /// the same start changes nothing.
    pub fn visit(&self, at: Timestamp) -> Result<()> {
        self.write(|transaction, _| syncs::visit(transaction, at))
    }

    /// A page of the reports that fit a query.
    pub fn list(&self, query: &LibraryQuery, now: Timestamp) -> Result<LibraryPage> {
        self.make_ready(query)?;
        self.ask(|connection, index| list::page(connection, index, query, now))
    }

    /// Every report that fits a query, in order, whatever its page; `with_checks` gives them whole where their checks are
    /// known. Stops when told to. Answers how many fit when it began. Other calls have their turn meanwhile; none may be
    /// made out of `row`.
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

    /// A page of the projects of a scope's reports that are there.
    pub fn projects(&self, scope: &str, query: &ProjectQuery) -> Result<Page<Project>> {
        self.ask(|_, index| projects::page(index, scope, query))
    }

    /// A report as it was last seen.
    pub fn known(&self, scope: &str, id: &str) -> Result<KnownReport> {
        self.read(|connection| history::known(connection, scope, id))
    }

    /// What is remembered of a report's past.
    pub fn history(&self, scope: &str, id: &str) -> Result<History> {
        self.read(|connection| history::history(connection, scope, id))
    }

    /// A report as it was in a snapshot.
    pub fn snapshot(&self, scope: &str, id: &str, number: u64) -> Result<Report> {
        self.read(|connection| Ok(history::read_snapshot(connection, scope, id, number)?.1))
    }

    /// How two snapshots of a report differ. Where the checks of one are not known, nothing is said of checks.
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

    /// How many reports changed since some time, of one scope or of all.
    pub fn changes(&self, scope: Option<&str>, since: Since, now: Timestamp) -> Result<Changes> {
        self.ask(|connection, index| changes::count(connection, index, scope, since, now))
    }

    /// What to mend first in the reports that fit a query, whatever its page.
    pub fn fix_list(&self, query: &LibraryQuery, now: Timestamp) -> Result<FixList> {
        self.make_ready(query)?;
        self.ask(|connection, index| fix_list::fix_list(connection, index, query, now))
    }

    /// The reports at a glance.
    pub fn overview(&self, query: &OverviewQuery, now: Timestamp) -> Result<Overview> {
        self.ask(|connection, index| overview::overview(connection, index, query, now))
    }

    /// Reads what a search of the checks goes through into memory, a part at a time: that can take long.
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

    /// Reads the file as it is at one moment.
    pub(crate) fn read<T>(&self, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
        self.database.with(|store| store.read(work))
    }

    /// Reads the file as it is at one moment, together with an index of the same moment.
    pub(crate) fn ask<T>(&self, work: impl FnOnce(&Connection, &mut Index) -> Result<T>) -> Result<T> {
        self.database.with(|store| {
            store.ask(|connection, index| {
                index.asked.clone_from(&self.scopes);
                work(connection, index)
            })
        })
    }

    /// Does all of the work in one transaction, or nothing.
    pub(crate) fn write<T>(&self, work: impl FnOnce(&Transaction, &mut InternCache) -> Result<T>) -> Result<T> {
        self.database.with_writing(|store| store.write(work))
    }
}
