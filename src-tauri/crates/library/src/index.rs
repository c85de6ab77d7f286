//! An in-memory index of the current state of every report, for filtering, sorting, and counting.
//!
//! A report's slot is its row id. Changes, also of other processes, are read before each query by
//! their revision.

mod columns;
mod order;
mod text;

use std::{ops::Range, sync::Arc, time::Duration};

use assay_model::{CheckSort, Direction, Importance, LibrarySort, spellings};
use rusqlite::{Connection, Row};

use crate::{
    LibraryError, Result, changes::StateAt, check_column::CheckColumn, check_search::CheckTextIndex, checks::varint,
    column_encoding, duplicates::Pages, project_trends::ProjectTrends, projects::ProjectSums,
};
pub(crate) use columns::Columns;
pub(crate) use order::{SortColumns, SortKey, SortedLists};
pub(crate) use text::{FoldedTexts, fold};

/// The largest row id in the index. Larger ones are never assigned, so they come from other
/// programs or damage.
pub(crate) const MAX_SLOTS: usize = 10_000_000;

/// How long check results stay in memory after a search.
const MAX_UNUSED_TIME: Duration = Duration::from_mins(10);

#[derive(Debug, Default)]
pub(crate) struct Index {
    /// The epoch of the file that was read; `None` before the first time.
    epoch: Option<i64>,
    rev: i64,
    pub scopes: Vec<Scope>,
    /// The scopes of queries about all; `None` for every scope.
    pub asked: Option<Arc<[String]>>,
    /// By number; the first is for no project.
    pub projects: Vec<String>,
    /// By number; the first is unused.
    pub kinds: Vec<CheckOutcome>,
    pub columns: Columns,
    pub addresses: FoldedTexts,
    pub failing: Failing,
    orders: SortedLists,
    /// The reports at the time of the last query for changes.
    pub past: Option<StateAt>,
    /// How the averages of projects went, at the time of the last queries for that.
    pub trends: Vec<Arc<ProjectTrends>>,
    /// The counts of a scope's projects, by number, as of the last query for them.
    pub project_sums: Option<(usize, Arc<[ProjectSums]>)>,
    /// The pages of reports, read for the first query for duplicates.
    pub pages: Pages,
    /// The values of the check that a list was last sorted by.
    check_column: CheckColumn,
    /// The check results, read before the first search.
    pub words: CheckTextIndex,
}

/// A connection in the library.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub id: usize,
    pub name: String,
    /// When its first full sync ended.
    pub known_from: Option<i64>,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct CheckOutcome {
    pub name: String,
    pub passed: Option<bool>,
    pub importance: Option<Importance>,
}

/// The failing kinds, by slot.
#[derive(Debug, Default)]
pub(crate) struct Failing {
    /// Of all reports, concatenated.
    kinds: Vec<u32>,
    places: Vec<Range<usize>>,
}

impl Failing {
    /// The failing kinds of a slot's report.
    pub(crate) fn of(&self, slot: usize) -> &[u32] {
        self.places.get(slot).map_or(&[], |place| &self.kinds[place.clone()])
    }

    fn set(&mut self, slot: usize, mut packed: &[u8]) -> Result<()> {
        let begin = self.kinds.len();
        while !packed.is_empty() {
            self.kinds.push(u32::try_from(varint::read(&mut packed)?).map_err(|_| LibraryError::Damaged)?);
        }
        let place = slot_mut(&mut self.places, slot);
        let length = self.kinds.len() - begin;
        if length <= place.len() {
            // Reuses the old place, so that it doesn't grow endlessly.
            place.end = place.start + length;
            self.kinds.copy_within(begin.., place.start);
            self.kinds.truncate(begin);
        } else {
            *place = begin..self.kinds.len();
        }
        Ok(())
    }
}

impl Index {
    /// Reads changes of the file.
    pub(crate) fn refresh(&mut self, connection: &Connection) -> Result<()> {
        self.words.release_unused(MAX_UNUSED_TIME);
        let (rev, epoch) = connection
            .prepare_cached("SELECT rev, epoch FROM state")?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if self.epoch == Some(epoch) && self.rev == rev {
            return Ok(());
        }
        if self.epoch != Some(epoch) {
            *self = Self::default();
        }
        // If it fails halfway, everything is read again.
        self.epoch = None;
        self.read_scopes(connection)?;
        self.read_projects(connection)?;
        self.read_kinds(connection)?;
        self.read_reports(connection)?;
        self.past = None;
        self.trends.clear();
        self.project_sums = None;
        (self.rev, self.epoch) = (rev, Some(epoch));
        Ok(())
    }

    fn read_scopes(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached("SELECT id, name, known_from FROM scope ORDER BY id")?;
        let scopes =
            statement.query_map([], |row| Ok(Scope { id: row.get(0)?, name: row.get(1)?, known_from: row.get(2)? }))?;
        self.scopes = scopes.collect::<rusqlite::Result<_>>()?;
        Ok(())
    }

    fn read_projects(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached("SELECT id, name FROM project WHERE id >= ?")?;
        let mut rows = statement.query([self.projects.len()])?;
        while let Some(row) = rows.next()? {
            *slot_mut(&mut self.projects, slot_of(row)?) = row.get(1)?;
        }
        Ok(())
    }

    fn read_kinds(&mut self, connection: &Connection) -> Result<()> {
        let mut statement =
            connection.prepare_cached("SELECT id, name, passed, importance FROM check_outcome WHERE id >= ?")?;
        let mut rows = statement.query([self.kinds.len()])?;
        while let Some(row) = rows.next()? {
            *slot_mut(&mut self.kinds, slot_of(row)?) = CheckOutcome {
                name: row.get(1)?,
                passed: column_encoding::passed(row.get(2)?),
                importance: column_encoding::importance(row.get(3)?),
            };
        }
        Ok(())
    }

    fn read_reports(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached(
            "SELECT id, scope, key, first_seen, changed_at, gone_at, left_at, back_at, verdict, score, privacy,
             generated_at, created_at, project, checks, address, failing FROM report WHERE rev > ?",
        )?;
        let mut rows = statement.query([self.rev])?;
        while let Some(row) = rows.next()? {
            self.read_report(row)?;
        }
        Ok(())
    }

    fn read_report(&mut self, row: &Row) -> Result<()> {
        let slot = slot_of(row)?;
        self.columns.grow(slot);
        let columns = &mut self.columns;
        columns.scope[slot] = row.get(1)?;
        columns.number[slot] = row.get_ref(2)?.as_str().ok().and_then(|id| id.parse().ok());
        columns.first_seen[slot] = row.get(3)?;
        columns.changed[slot] = row.get(4)?;
        columns.gone[slot] = row.get(5)?;
        match (row.get(6)?, row.get(7)?) {
            (Some(left), Some(back)) => columns.away.insert(slot, (left, back)),
            // The slot may have been another report's.
            _ => columns.away.remove(&slot),
        };
        columns.verdict[slot] = row.get::<_, Option<u8>>(8)?.unwrap_or(column_encoding::NO_VERDICT);
        columns.score[slot] = row.get::<_, Option<f64>>(9)?.unwrap_or(f64::NAN);
        columns.privacy[slot] = row.get(10)?;
        columns.generated[slot] = row.get(11)?;
        columns.created[slot] = row.get(12)?;
        columns.project[slot] = row.get::<_, Option<usize>>(13)?.unwrap_or_default();
        columns.checks[slot] = row.get::<_, Option<usize>>(14)?.unwrap_or_default();
        let failing = row.get_ref(16)?.as_blob_or_null().map_err(|_| LibraryError::Damaged)?;
        self.failing.set(slot, failing.unwrap_or_default())?;
        let address = row.get_ref(15)?.as_str().map_err(|_| LibraryError::Damaged)?;
        self.addresses.set_spelled(slot, address, spellings);
        self.orders.touch(slot);
        Ok(())
    }

    pub(crate) fn scope(&self, name: &str) -> Option<&Scope> {
        self.scopes.iter().find(|scope| scope.name == name)
    }

    /// The scopes of a query: the named one, or all.
    pub(crate) fn wanted(&self, named: Option<&str>) -> Vec<usize> {
        let is_wanted = |scope: &&Scope| match (named, &self.asked) {
            (Some(name), _) => scope.name == name,
            (None, Some(asked)) => asked.contains(&scope.name),
            (None, None) => true,
        };
        self.scopes.iter().filter(is_wanted).map(|scope| scope.id).collect()
    }

    /// A project's number; 0 if unknown.
    pub(crate) fn project(&self, name: &str) -> usize {
        self.projects.iter().skip(1).position(|project| project == name).map_or(0, |place| place + 1)
    }

    /// Reads the values of a check to sort by, up to a limit. Returns whether all were read.
    pub(crate) fn read_check_column(
        &mut self,
        connection: &Connection,
        wanted: &CheckSort,
        most: usize,
    ) -> Result<bool> {
        if !self.check_column.is_of(wanted) {
            self.check_column = CheckColumn::of(wanted);
            self.orders.forget(SortKey::Check);
        }
        self.check_column.refresh(connection, &self.columns, most)
    }

    /// All reports in order; by a check’s value once that was read.
    pub(crate) fn sorted(&mut self, by: SortKey, direction: Direction) -> impl Iterator<Item = usize> + '_ {
        let projects: Vec<_> = match by {
            SortKey::Sort(LibrarySort::Project) => self.projects.iter().map(|project| fold(project)).collect(),
            _ => Vec::new(),
        };
        let compared = SortColumns {
            columns: &self.columns,
            addresses: &self.addresses,
            projects: &projects,
            check: &self.check_column,
        };
        self.orders.sorted(by, direction, &compared)
    }
}

/// The row id, which is the slot.
fn slot_of(row: &Row) -> Result<usize> {
    let place = row.get(0)?;
    if (1..=MAX_SLOTS).contains(&place) { Ok(place) } else { Err(LibraryError::Damaged) }
}

fn slot_mut<T: Clone + Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}
