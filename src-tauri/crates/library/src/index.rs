//! What lists are filtered, sorted and counted by, in memory: the present state of every report.
//!
//! A report's slot is its number in the file. What changes in the file, whoever changed it, is read again before the
//! next question, by the revision that each change leaves behind.

mod columns;
mod order;
mod text;

use std::collections::HashMap;

use assay_model::{Direction, Importance};
use rusqlite::{Connection, Row};

use crate::{LibraryError, Result, changes::Past, checks::varint, codes, words::Words};
pub(crate) use columns::Columns;
pub(crate) use order::{By, Compared, Orders};
pub(crate) use text::{Texts, fold, natural};

#[derive(Debug, Default)]
pub(crate) struct Index {
    /// Of the file that it was read from; absent before the first time.
    epoch: Option<i64>,
    rev: i64,
    pub scopes: Vec<Scope>,
    /// By number; the first is no project.
    pub projects: Vec<String>,
    /// By number; the first is no kind.
    pub kinds: Vec<Kind>,
    pub columns: Columns,
    pub addresses: Texts,
    /// What fails, each combination once.
    pub failing: Failing,
    orders: Orders,
    /// What reports were at some time since which changes were asked for last.
    pub past: Option<Past>,
    /// What the checks found; read when it is first searched.
    pub words: Words,
}

/// A connection, as the library knows it.
#[derive(Debug, Clone)]
pub(crate) struct Scope {
    pub id: usize,
    pub name: String,
    /// When its first full sync ended.
    pub known_from: Option<i64>,
}

/// A check's name and outcome.
#[derive(Debug, Clone, Default)]
pub(crate) struct Kind {
    pub name: String,
    pub importance: Option<Importance>,
}

/// Combinations of kinds that fail.
#[derive(Debug, Default)]
pub(crate) struct Failing {
    numbers: HashMap<Vec<u8>, usize>,
    lists: Vec<Vec<usize>>,
}

impl Failing {
    fn number(&mut self, packed: &[u8]) -> Result<usize> {
        if let Some(number) = self.numbers.get(packed) {
            return Ok(*number);
        }
        let (mut kinds, mut rest) = (Vec::new(), packed);
        while !rest.is_empty() {
            kinds.push(usize::try_from(varint::read(&mut rest)?).map_err(|_| LibraryError::Damaged)?);
        }
        self.lists.push(kinds);
        self.numbers.insert(packed.to_owned(), self.lists.len() - 1);
        Ok(self.lists.len() - 1)
    }

    /// The combinations, by number.
    pub(crate) fn lists(&self) -> &[Vec<usize>] {
        &self.lists
    }
}

impl Index {
    /// Reads what changed in the file since the last time.
    pub(crate) fn refresh(&mut self, connection: &Connection) -> Result<()> {
        let (rev, epoch) = connection
            .prepare_cached("SELECT rev, epoch FROM state")?
            .query_row([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        if self.epoch == Some(epoch) && self.rev == rev {
            return Ok(());
        }
        if self.epoch != Some(epoch) {
            *self = Self::default();
        }
        // Should it fail half-way, all of it is read again.
        self.epoch = None;
        self.read_scopes(connection)?;
        self.read_projects(connection)?;
        self.read_kinds(connection)?;
        self.read_reports(connection)?;
        self.past = None;
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
            *room(&mut self.projects, row.get(0)?) = row.get(1)?;
        }
        Ok(())
    }

    fn read_kinds(&mut self, connection: &Connection) -> Result<()> {
        let mut statement = connection.prepare_cached("SELECT id, name, importance FROM kind WHERE id >= ?")?;
        let mut rows = statement.query([self.kinds.len()])?;
        while let Some(row) = rows.next()? {
            *room(&mut self.kinds, row.get(0)?) =
                Kind { name: row.get(1)?, importance: codes::importance(row.get(2)?) };
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
        let slot: usize = row.get(0)?;
        self.columns.make_room(slot);
        let columns = &mut self.columns;
        columns.scope[slot] = row.get(1)?;
        columns.number[slot] = row.get_ref(2)?.as_str().ok().and_then(|id| id.parse().ok());
        columns.first_seen[slot] = row.get(3)?;
        columns.changed[slot] = row.get(4)?;
        columns.gone[slot] = row.get(5)?;
        if let (Some(left), Some(back)) = (row.get(6)?, row.get(7)?) {
            columns.away.insert(slot, (left, back));
        }
        columns.verdict[slot] = row.get::<_, Option<u8>>(8)?.unwrap_or(codes::NO_VERDICT);
        columns.score[slot] = row.get::<_, Option<f64>>(9)?.unwrap_or(f64::NAN);
        columns.privacy[slot] = row.get(10)?;
        columns.generated[slot] = row.get(11)?;
        columns.created[slot] = row.get(12)?;
        columns.project[slot] = row.get::<_, Option<usize>>(13)?.unwrap_or_default();
        columns.checks[slot] = row.get::<_, Option<usize>>(14)?.unwrap_or_default();
        let failing = row.get_ref(16)?.as_blob_or_null().map_err(|_| LibraryError::Damaged)?;
        columns.failing[slot] = self.failing.number(failing.unwrap_or_default())?;
        self.addresses.set(slot, row.get_ref(15)?.as_str().map_err(|_| LibraryError::Damaged)?);
        self.orders.touch(slot);
        Ok(())
    }

    /// The scope of this name.
    pub(crate) fn scope(&self, name: &str) -> Option<&Scope> {
        self.scopes.iter().find(|scope| scope.name == name)
    }

    /// The number of a project; 0 for one that is not known.
    pub(crate) fn project(&self, name: &str) -> usize {
        self.projects.iter().skip(1).position(|project| project == name).map_or(0, |place| place + 1)
    }

    /// All reports in order.
    pub(crate) fn sorted(&mut self, by: By, direction: Direction) -> impl Iterator<Item = usize> + '_ {
        let projects: Vec<_> = match by {
            By::Project => self.projects.iter().map(|project| fold(project)).collect(),
            _ => Vec::new(),
        };
        let compared = Compared { columns: &self.columns, addresses: &self.addresses, projects: &projects };
        self.orders.sorted(by, direction, &compared)
    }
}

fn room<T: Clone + Default>(list: &mut Vec<T>, place: usize) -> &mut T {
    if list.len() <= place {
        list.resize(place + 1, T::default());
    }
    &mut list[place]
}
