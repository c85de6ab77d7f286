//! Changes since a given time.

use assay_model::{Change, Changes, Since};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    Result, codes,
    index::{Columns, Index, Scope},
    judge::{Rating, judge},
    syncs,
};

const DAY: i64 = 24 * 3600 * 1_000_000;

/// The reports at a given time.
#[derive(Debug)]
pub(crate) struct Past {
    since: i64,
    /// Of those that changed since, by slot.
    before: Vec<Option<Rating>>,
}

/// That many days before now.
pub(crate) fn days_ago(days: u16, now: Timestamp) -> i64 {
    now.as_microsecond().saturating_sub(i64::from(days) * DAY)
}

/// The time; `None` if there is none, such as the last sync of no particular connection.
pub(crate) fn time_of(connection: &Connection, since: Since, now: Timestamp) -> Result<Option<i64>> {
    match since {
        Since::LastTime => syncs::visit_before(connection),
        Since::Days(days) => Ok(Some(days_ago(days, now))),
    }
}

impl Past {
    fn read(connection: &Connection, since: i64, slots: usize) -> Result<Self> {
        let mut before = vec![None; slots];
        // The first snapshot after that time tells what was before it.
        let mut statement = connection.prepare_cached(
            "SELECT report, was_verdict, was_score FROM snapshot WHERE seen_at > ?1 AND was_at <= ?1",
        )?;
        let mut rows = statement.query([since])?;
        while let Some(row) = rows.next()? {
            if let Some(before) = before.get_mut(row.get::<_, usize>(0)?) {
                *before = Some((row.get(1)?, row.get(2)?));
            }
        }
        Ok(Self { since, before })
    }

    /// How a report changed.
    pub(crate) fn change(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> Option<Change> {
        if let Some(gone) = columns.gone[slot] {
            return (gone > self.since).then_some(Change::Gone);
        }
        if !self.was_there(columns, scopes, slot) {
            return Some(Change::New);
        }
        judge(self.before[slot]?, columns.rating(slot))
    }

    /// Verdict and score at that time; `None` if it didn't exist.
    pub(crate) fn rating(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> Option<Rating> {
        self.was_there(columns, scopes, slot).then(|| self.before[slot].unwrap_or_else(|| columns.rating(slot)))
    }

    fn was_there(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> bool {
        let first_seen = columns.first_seen[slot];
        let scope = scopes.iter().find(|scope| scope.id == columns.scope[slot]);
        // Reports of a scope's first full sync existed before, unless the service says otherwise.
        let is_news = scope.and_then(|scope| scope.known_from).is_some_and(|known_from| first_seen > known_from);
        let created = columns.created[slot];
        let there_from = if is_news { Some(created.map_or(first_seen, |it| it.min(first_seen))) } else { created };
        let was_away = columns.away.get(&slot).is_some_and(|(left, back)| (*left..*back).contains(&self.since));
        there_from.is_none_or(|from| from <= self.since) && !was_away
    }
}

impl Index {
    /// The reports at this time.
    pub(crate) fn past(&mut self, connection: &Connection, since: i64) -> Result<&Past> {
        let slots = self.columns.len();
        match self.past.take() {
            Some(past) if past.since == since => Ok(self.past.insert(past)),
            _ => Ok(self.past.insert(Past::read(connection, since, slots)?)),
        }
    }
}

/// Counts the changes of one scope or of all.
pub(crate) fn count(
    connection: &Connection,
    index: &mut Index,
    scope: Option<&str>,
    since: Since,
    now: Timestamp,
) -> Result<Changes> {
    let time = time_of(connection, since, now)?;
    let mut changes = Changes { since: codes::maybe_time(time)?, better: 0, worse: 0, new: 0, gone: 0 };
    let Some(time) = time else { return Ok(changes) };
    index.past(connection, time)?;
    let Some(past) = &index.past else { return Ok(changes) };
    let wanted = index.wanted(scope);
    for slot in index.columns.slots().filter(|slot| wanted.contains(&index.columns.scope[*slot])) {
        match past.change(&index.columns, &index.scopes, slot) {
            Some(Change::Better) => changes.better += 1,
            Some(Change::Worse) => changes.worse += 1,
            Some(Change::New) => changes.new += 1,
            Some(Change::Gone) => changes.gone += 1,
            None => {}
        }
    }
    Ok(changes)
}

#[cfg(test)]
mod tests;
