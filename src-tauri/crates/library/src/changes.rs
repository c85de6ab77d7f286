//! Changes since a given time.

use assay_model::{Change, ChangedSince, Changes, LibraryQuery, Since, SyncFound};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    Result, column_encoding,
    index::{Columns, Index, Scope},
    rating::{Rating, compare_ratings},
    syncs,
};

pub(crate) const DAY: i64 = 24 * 3600 * 1_000_000;

/// The reports at a given time.
#[derive(Debug)]
pub(crate) struct StateAt {
    since: StartTime,
    /// By slot, for reports that changed since.
    before: Vec<Option<PastState>>,
}

/// A report's state before its first change since a given time.
#[derive(Debug, Clone, Copy)]
struct PastState {
    rating: Rating,
    /// The snapshot of that change.
    replaced_by: i64,
}

/// The time from which changes count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct StartTime {
    at: i64,
    /// Reports first seen since then count as new, even if created before.
    by_sight: bool,
}

/// The time that many days before now.
pub(crate) fn days_ago(days: u16, now: Timestamp) -> i64 {
    now.as_microsecond().saturating_sub(i64::from(days) * DAY)
}

/// The time; `None` if there is none, such as the last sync of no particular connection.
pub(crate) fn time_of(
    connection: &Connection,
    scope: Option<&str>,
    since: Since,
    now: Timestamp,
) -> Result<Option<StartTime>> {
    let at = match since {
        Since::LastTime => syncs::last_app_start(connection)?,
        Since::LastSync => match scope {
            Some(scope) => syncs::read_record(connection, scope)?.found_since.map(Timestamp::as_microsecond),
            None => None,
        },
        Since::Days(days) => Some(days_ago(days, now)),
        Since::At(at) => Some(at.as_microsecond()),
    };
    Ok(at.map(|at| StartTime { at, by_sight: since == Since::LastSync }))
}

impl StartTime {
    pub(crate) fn of(at: Timestamp) -> Self {
        Self { at: at.as_microsecond(), by_sight: false }
    }
}

impl StateAt {
    pub(crate) fn at(&self) -> i64 {
        self.since.at
    }

    pub(crate) fn read(connection: &Connection, since: StartTime, slots: usize) -> Result<Self> {
        let mut before = vec![None::<PastState>; slots];
        // The first change after that time holds the state before it.
        let mut statement = connection.prepare_cached(
            "SELECT report, id, was_verdict, was_score FROM snapshot WHERE seen_at > ?1 AND was_at IS NOT NULL",
        )?;
        let mut rows = statement.query([since.at])?;
        while let Some(row) = rows.next()? {
            let (slot, replaced_by) = (row.get::<_, usize>(0)?, row.get(1)?);
            if let Some(before) = before.get_mut(slot)
                && before.is_none_or(|before| replaced_by < before.replaced_by)
            {
                *before = Some(PastState { rating: (row.get(2)?, row.get(3)?), replaced_by });
            }
        }
        Ok(Self { since, before })
    }

    /// How a report changed.
    pub(crate) fn change(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> Option<Change> {
        if let Some(gone) = columns.gone[slot] {
            return (gone > self.since.at).then_some(Change::Gone);
        }
        if !self.was_there(columns, scopes, slot) {
            return Some(Change::New);
        }
        compare_ratings(self.before[slot]?.rating, columns.rating(slot))
    }

    /// The score before the first change since that time.
    pub(crate) fn first_score(&self, slot: usize) -> Option<f64> {
        self.before[slot]?.rating.1
    }

    /// The first snapshot since that time that replaced another; `None` if it is still the same.
    pub(crate) fn replaced_by(&self, slot: usize) -> Option<i64> {
        Some(self.before[slot]?.replaced_by)
    }

    /// Verdict and score at that time; `None` if it didn't exist.
    pub(crate) fn rating(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> Option<Rating> {
        self.was_there(columns, scopes, slot)
            .then(|| self.before[slot].map_or_else(|| columns.rating(slot), |before| before.rating))
    }

    /// When a report that was away at that time came back.
    pub(crate) fn back_at(&self, columns: &Columns, slot: usize) -> Option<i64> {
        let (left, back) = *columns.away.get(&slot)?;
        (left..back).contains(&self.since.at).then_some(back)
    }

    fn was_there(&self, columns: &Columns, scopes: &[Scope], slot: usize) -> bool {
        let (there_from, _) = presence(columns, scopes, slot, self.since.by_sight);
        there_from.is_none_or(|from| from <= self.since.at) && self.back_at(columns, slot).is_none()
    }
}

/// From when a report was there, `None` for always, and when it was away.
pub(crate) fn presence(
    columns: &Columns,
    scopes: &[Scope],
    slot: usize,
    by_sight: bool,
) -> (Option<i64>, Option<(i64, i64)>) {
    let first_seen = columns.first_seen[slot];
    let scope = scopes.iter().find(|scope| scope.id == columns.scope[slot]);
    // Reports of a scope's first full sync existed before, unless the service says otherwise.
    let is_news = scope.and_then(|scope| scope.known_from).is_some_and(|known_from| first_seen > known_from);
    let created = columns.created[slot].filter(|_| !by_sight);
    let there_from = if is_news { Some(created.map_or(first_seen, |it| it.min(first_seen))) } else { created };
    (there_from, columns.away.get(&slot).copied())
}

impl Index {
    /// The reports at this time.
    pub(crate) fn state_at(&mut self, connection: &Connection, since: StartTime) -> Result<&StateAt> {
        let slots = self.columns.len();
        match self.past.take() {
            Some(past) if past.since == since => Ok(self.past.insert(past)),
            _ => Ok(self.past.insert(StateAt::read(connection, since, slots)?)),
        }
    }

    /// Whether each report matches and changed as wanted, by slot, and how many of those that match changed how.
    pub(crate) fn matching_changes(
        &mut self,
        connection: &Connection,
        query: &LibraryQuery,
        wanted: ChangedSince,
        now: Timestamp,
    ) -> Result<(Vec<bool>, Changes)> {
        let ChangedSince { change: wanted, since } = wanted;
        let every = LibraryQuery { changed: Some(ChangedSince { change: None, since }), ..query.clone() };
        let mut fits = self.matching(connection, &every, now)?;
        // The first session has no earlier time, so its own start counts.
        let said = match since {
            Since::LastTime => syncs::previous_app_start(connection)?,
            _ => time_of(connection, query.connection.as_deref(), since, now)?.map(|time| time.at),
        };
        let mut changes = Changes { since: column_encoding::maybe_time(said)?, better: 0, worse: 0, new: 0, gone: 0 };
        let Some(past) = &self.past else { return Ok((fits, changes)) };
        for (slot, fits) in fits.iter_mut().enumerate().filter(|(_, fits)| **fits) {
            let Some(change) = past.change(&self.columns, &self.scopes, slot) else { continue };
            *match change {
                Change::Better => &mut changes.better,
                Change::Worse => &mut changes.worse,
                Change::New => &mut changes.new,
                Change::Gone => &mut changes.gone,
            } += 1;
            *fits = wanted.is_none_or(|wanted| change == wanted);
        }
        Ok((fits, changes))
    }
}

/// Counts the changes of a scope's reports for a sync.
pub(crate) fn found(connection: &Connection, index: &mut Index, scope: &str, since: Timestamp) -> Result<SyncFound> {
    let since = StartTime { at: since.as_microsecond(), by_sight: true };
    index.state_at(connection, since)?;
    let (mut found, wanted) = (SyncFound::default(), index.wanted(Some(scope)));
    let Some(past) = &index.past else { return Ok(found) };
    for slot in index.columns.slots().filter(|slot| wanted.contains(&index.columns.scope[*slot])) {
        let change = past.change(&index.columns, &index.scopes, slot);
        found.new += u32::from(change == Some(Change::New));
        found.gone += u32::from(change == Some(Change::Gone));
        found.worse += u32::from(change == Some(Change::Worse));
        let has_changed = index.columns.changed[slot].is_some_and(|at| at > since.at);
        let is_there = index.columns.gone[slot].is_none() && change != Some(Change::New);
        found.changed += u32::from(is_there && has_changed);
    }
    Ok(found)
}

#[cfg(test)]
mod tests;
