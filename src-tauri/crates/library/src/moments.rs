//! The differences between two moments.

use std::{cmp::Reverse, collections::HashMap};

use assay_model::{
    Change, ChangeReasons, CheckChangeKind, CompareMoments, Importance, LibraryQuery, MomentsComparison, MovedCheck,
    MovedPage, Standing, VerdictCounts,
};
use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, Row, params};

use crate::{
    LibraryError, Result,
    averages::ScoreSum,
    changes::{self, StateAt},
    column_encoding::{self, NO_VERDICT},
    index::Index,
    overview::count_of,
    rating::{Rating, compare_ratings, rise},
    reasons::{ReasonReader, SnapshotChecks},
    state::verdict,
};

/// Per direction.
const MAX_PAGES: usize = 20;

const MAX_CHECKS: usize = 200;

/// Some reports at two moments.
#[derive(Debug)]
pub(crate) struct Compared {
    answer: MomentsComparison,
    /// Those that were there at both, and had another snapshot.
    pub pages: Vec<Page>,
}

/// A report that was there at both moments.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    slot: usize,
    /// Detects a reused slot.
    first_seen: i64,
    before: (Rating, Option<i64>),
    after: (Rating, Option<i64>),
}

/// How often each check broke and was fixed, by name.
#[derive(Debug, Default)]
pub(crate) struct MovedChecks(HashMap<String, (Option<Importance>, u32, u32)>);

/// Finds the reports that match a query, and how they stood at both moments.
pub(crate) fn compare(
    connection: &Connection,
    index: &mut Index,
    wanted: &CompareMoments,
    now: Timestamp,
) -> Result<Compared> {
    let fits = matching(connection, index, &wanted.query, now)?;
    let scope = wanted.query.connection.as_deref();
    let time = changes::time_of(connection, scope, wanted.before, now)?;
    let slots = index.columns.len();
    let then = time.map(|time| StateAt::read(connection, time, slots)).transpose()?;
    let later = wanted.after.filter(|after| *after < now).map(changes::StartTime::of);
    let later = later.map(|time| StateAt::read(connection, time, slots)).transpose()?;
    let at = |state: &Option<StateAt>| state.as_ref().map_or(Ok(now), StateAt::time);
    let mut compared = Compared {
        answer: MomentsComparison {
            before: Standing { at: at(&then)?, verdicts: VerdictCounts::default(), mean_score: None },
            after: Standing { at: at(&later)?, verdicts: VerdictCounts::default(), mean_score: None },
            better: 0,
            worse: 0,
            new: 0,
            gone: 0,
            same: 0,
            checks: Vec::new(),
            improved: Vec::new(),
            worsened: Vec::new(),
        },
        pages: Vec::new(),
    };
    let mut sums = [ScoreSum::default(); 2];
    for slot in (0..fits.len()).filter(|slot| fits[*slot]) {
        let [before, after] = [&then, &later].map(|state| rating_at(index, state.as_ref(), slot));
        let answer = &mut compared.answer;
        count_rating(before, &mut answer.before, &mut sums[0]);
        count_rating(after, &mut answer.after, &mut sums[1]);
        let count = match (before, after) {
            (Some(before), Some(after)) => {
                let replaced_by = |state: &Option<StateAt>| state.as_ref().and_then(|it| it.replaced_by(slot));
                let page = Page {
                    slot,
                    first_seen: index.columns.first_seen[slot],
                    before: (before, replaced_by(&then)),
                    after: (after, replaced_by(&later)),
                };
                if page.before.1 != page.after.1 {
                    compared.pages.push(page);
                }
                match compare_ratings(before, after) {
                    Some(Change::Better) => &mut answer.better,
                    Some(Change::Worse) => &mut answer.worse,
                    _ => &mut answer.same,
                }
            }
            (None, Some(_)) => &mut answer.new,
            (Some(_), None) => &mut answer.gone,
            (None, None) => continue,
        };
        *count += 1;
    }
    [compared.answer.before.mean_score, compared.answer.after.mean_score] = sums.map(ScoreSum::mean);
    Ok(compared)
}

fn count_rating(rating: Option<Rating>, standing: &mut Standing, sum: &mut ScoreSum) {
    let Some((verdict, score)) = rating else { return };
    *count_of(&mut standing.verdicts, verdict.unwrap_or(NO_VERDICT)) += 1;
    sum.add(score.unwrap_or(f64::NAN));
}

/// Those of a query by slot, with removed ones unless it says which.
fn matching(connection: &Connection, index: &mut Index, query: &LibraryQuery, now: Timestamp) -> Result<Vec<bool>> {
    let mut fits = index.matching(connection, query, now)?;
    if query.changed.is_none() && query.gone.is_none() {
        let gone = index.matching(connection, &LibraryQuery { gone: Some(true), ..query.clone() }, now)?;
        fits.iter_mut().zip(gone).for_each(|(fits, gone)| *fits |= gone);
    }
    Ok(fits)
}

/// Verdict and score at a time, or now; `None` if the report wasn't there.
fn rating_at(index: &Index, state: Option<&StateAt>, slot: usize) -> Option<Rating> {
    let columns = &index.columns;
    match (state, columns.gone[slot]) {
        (None, None) => Some(columns.rating(slot)),
        (Some(state), gone) if gone.is_none_or(|gone| state.is_before(gone)) => {
            state.rating(columns, &index.scopes, slot)
        }
        _ => None,
    }
}

impl Page {
    /// Its snapshots at both moments, if they are known and differ.
    fn snapshots(&self, connection: &Connection) -> Result<Option<(SnapshotChecks, SnapshotChecks)>> {
        let read = |row: &Row| Ok(SnapshotChecks { number: row.get(0)?, checks: row.get(1)? });
        let snapshot = |replaced_by: Option<i64>| match replaced_by {
            Some(replaced_by) => connection
                .prepare_cached("SELECT id, checks FROM snapshot WHERE report = ? AND id < ? ORDER BY id DESC LIMIT 1")?
                .query_row(params![self.slot, replaced_by], read)
                .optional(),
            None => connection
                .prepare_cached("SELECT snapshot, checks FROM report WHERE id = ? AND first_seen = ?")?
                .query_row(params![self.slot, self.first_seen], read)
                .optional(),
        };
        let both = snapshot(self.before.1)?.zip(snapshot(self.after.1)?);
        Ok(both.filter(|(before, after)| before.number != after.number))
    }

    /// By how much the score rose.
    fn rise(&self) -> f64 {
        rise(self.before.0, self.after.0)
    }
}

impl MovedChecks {
    /// Counts those of some pages.
    pub(crate) fn add(&mut self, connection: &Connection, index: &Index, pages: &[Page]) -> Result<()> {
        let reader = ReasonReader::new(connection, &index.kinds);
        for page in pages {
            let Some((before, after)) = page.snapshots(connection)? else { continue };
            reader.moves(before, after, |check, kind| {
                let counts = match self.0.get_mut(&check.name) {
                    Some(counts) => counts,
                    None => self.0.entry(check.name.clone()).or_default(),
                };
                counts.0 = [counts.0, check.importance].into_iter().flatten().min();
                *(if kind == CheckChangeKind::Broken { &mut counts.1 } else { &mut counts.2 }) += 1;
            })?;
        }
        Ok(())
    }

    fn most_first(self) -> Vec<MovedCheck> {
        let named = |(name, (importance, broke, fixed))| MovedCheck { name, importance, broke, fixed };
        let mut checks: Vec<_> = self.0.into_iter().map(named).collect();
        let rank = |it: &MovedCheck| (Reverse(it.broke + it.fixed), it.importance.is_none(), it.importance);
        checks.sort_unstable_by(|a, b| rank(a).cmp(&rank(b)).then_with(|| a.name.cmp(&b.name)));
        checks.truncate(MAX_CHECKS);
        checks
    }
}

impl Compared {
    /// Adds the checks, and the pages that changed most.
    pub(crate) fn finish(
        self,
        connection: &Connection,
        index: &Index,
        checks: MovedChecks,
    ) -> Result<MomentsComparison> {
        let of = |wanted| {
            let is_wanted = |page: &&Page| compare_ratings(page.before.0, page.after.0) == Some(wanted);
            let mut pages: Vec<_> = self.pages.iter().filter(is_wanted).collect();
            let rise = |page: &Page| if wanted == Change::Better { page.rise() } else { -page.rise() };
            pages.sort_by(|one, other| rise(other).total_cmp(&rise(one)));
            let mut reader = ReasonReader::new(connection, &index.kinds);
            let moved = pages.into_iter().take(MAX_PAGES).map(|page| moved_page(connection, &mut reader, page));
            moved.filter_map(Result::transpose).collect::<Result<Vec<_>>>()
        };
        let (improved, worsened) = (of(Change::Better)?, of(Change::Worse)?);
        Ok(MomentsComparison { checks: checks.most_first(), improved, worsened, ..self.answer })
    }
}

/// `None` if it was removed since.
fn moved_page(connection: &Connection, reader: &mut ReasonReader, page: &Page) -> Result<Option<MovedPage>> {
    let mut statement = connection.prepare_cached(
        "SELECT o.name, s.key, s.address, s.created_at FROM report s JOIN scope o ON o.id = s.scope
         WHERE s.id = ? AND s.first_seen = ?",
    )?;
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
    let Some((connection_name, id, address, created_at)) =
        statement.query_row(params![page.slot, page.first_seen], read).optional()?
    else {
        return Ok(None);
    };
    let reasons: Option<ChangeReasons> =
        page.snapshots(connection)?.map(|(before, after)| reader.between(before, after)).transpose()?;
    let ((was, is), known) = ((page.before.0, page.after.0), verdict);
    Ok(Some(MovedPage {
        connection: connection_name,
        id,
        address,
        created_at: column_encoding::maybe_time(created_at)?,
        verdict_before: known(was.0),
        score_before: was.1,
        verdict: known(is.0),
        score: is.1,
        reasons,
    }))
}

impl StateAt {
    fn time(&self) -> Result<Timestamp> {
        column_encoding::time(self.at()).map_err(|_| LibraryError::Damaged)
    }

    /// Whether something happened after it.
    fn is_before(&self, at: i64) -> bool {
        at > self.at()
    }
}

#[cfg(test)]
mod tests;
