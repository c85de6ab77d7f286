//! Matches reports against a query.

use assay_model::{LibraryQuery, LibrarySearchIn, Privacy, encoded_search};
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{
    Result, changes,
    changes::days_ago,
    column_encoding,
    index::{Index, fold},
    pattern::Pattern,
};

impl Index {
    /// Whether each report matches, by slot.
    pub(crate) fn matching(
        &mut self,
        connection: &Connection,
        query: &LibraryQuery,
        now: Timestamp,
    ) -> Result<Vec<bool>> {
        let mut fits = match single_filters(query).as_slice() {
            [] => self.matching_filters(connection, query, now)?,
            each => {
                let mut fits = vec![false; self.columns.len()];
                for one in each {
                    let matches = self.matching_filters(connection, one, now)?;
                    fits.iter_mut().zip(matches).for_each(|(fits, matches)| *fits |= matches);
                }
                fits
            }
        };
        if let Some(search) = query.search.as_deref().filter(|search| !search.is_empty()) {
            match query.search_in.unwrap_or_default() {
                LibrarySearchIn::Address => self.search_addresses(search, &mut fits),
                LibrarySearchIn::Checks => {
                    self.words.search(connection, &self.columns, &self.kinds, search, &mut fits)?;
                }
            }
        }
        Ok(fits)
    }

    /// Whether each report matches all but the search.
    fn matching_filters(&mut self, connection: &Connection, query: &LibraryQuery, now: Timestamp) -> Result<Vec<bool>> {
        let mut fits = self.matching_columns(query, now);
        if let Some(path) = &query.path {
            self.keep_path(path, &mut fits)?;
        }
        if let Some(typed) = &query.pattern {
            let pattern = Pattern::new(typed)?;
            self.addresses.keep(&mut fits, |address| pattern.matches(address))?;
        }
        if let Some(wanted) = query.duplicates {
            self.keep_duplicates(connection, wanted, &mut fits)?;
        }
        if let Some(changed) = query.changed {
            match changes::time_of(connection, query.connection.as_deref(), changed.since, now)? {
                None => fits.fill(false),
                Some(since) => {
                    self.state_at(connection, since)?;
                    if let Some(past) = &self.past {
                        keep(&mut fits, |slot| {
                            let change = past.change(&self.columns, &self.scopes, slot);
                            change.is_some() && changed.change.is_none_or(|wanted| change == Some(wanted))
                        });
                    }
                }
            }
        }
        Ok(fits)
    }

    fn matching_columns(&self, query: &LibraryQuery, now: Timestamp) -> Vec<bool> {
        let columns = &self.columns;
        // Removed reports are changes, too.
        let wants_both = query.changed.is_some() && query.gone.is_none();
        let wants_gone = query.gone == Some(true);
        let mut fits: Vec<_> = columns.gone.iter().map(|gone| wants_both || gone.is_some() == wants_gone).collect();
        let wanted = self.wanted(query.connection.as_deref());
        both(&mut fits, &columns.scope, |scope| wanted.contains(scope));
        if let Some(project) = &query.project {
            match self.project(project) {
                0 => fits.fill(false),
                wanted => both(&mut fits, &columns.project, |project| *project == wanted),
            }
        }
        if let Some(wanted) = query.verdict.map(column_encoding::of_verdict) {
            both(&mut fits, &columns.verdict, |verdict| *verdict == wanted);
        }
        if let Some(wanted) = query.privacy.map(Privacy::number) {
            both(&mut fits, &columns.privacy, |privacy| *privacy == Some(wanted));
        }
        if let Some(least) = query.score_min.map(f64::from) {
            both(&mut fits, &columns.score, |score| *score >= least);
        }
        if let Some(most) = query.score_max.map(f64::from) {
            // Fractions count, so that no score falls between two ranges.
            both(&mut fits, &columns.score, |score| score.floor() <= most);
        }
        if let Some(days) = query.stale_days {
            let limit = days_ago(days, now);
            both(&mut fits, &columns.generated, |generated| generated.is_some_and(|generated| generated < limit));
        }
        if let Some(name) = &query.failing {
            let named: Vec<_> = self.kinds.iter().map(|kind| kind.name == *name).collect();
            let is_it = |kind: &u32| named.get(*kind as usize) == Some(&true);
            keep(&mut fits, |slot| self.failing.of(slot).iter().any(is_it));
        }
        fits
    }

    fn keep_path(&self, path: &str, fits: &mut [bool]) -> Result<()> {
        let path = format!("/{}", path.trim_start_matches('/'));
        let starts = [fold(&path), fold(&encoded_search(&path))];
        self.addresses.keep(fits, |address| {
            // A host alone has no slash.
            let path = address.iter().position(|byte| *byte == b'/').map_or(&b"/"[..], |at| &address[at..]);
            Ok(starts.iter().any(|start| path.starts_with(start)))
        })
    }

    fn search_addresses(&self, search: &str, fits: &mut [bool]) {
        // URLs are stored without a scheme (`field-notes.md` 5), but copied with it.
        let text = ["https://", "http://"].iter().find_map(|scheme| search.strip_prefix(scheme)).unwrap_or(search);
        let mut has_it = vec![false; fits.len()];
        self.addresses.find(text, |slot| has_it[slot] = true);
        // A mixed spelling, such as with a space for `%20`, is not stored for any URL.
        let encoded = encoded_search(text);
        if encoded != text {
            self.addresses.find(&encoded, |slot| has_it[slot] = true);
        }
        both(fits, &has_it, |has_it| *has_it);
    }
}

/// A query for each filter where one is enough; none if all apply.
fn single_filters(query: &LibraryQuery) -> Vec<LibraryQuery> {
    if query.any != Some(true) {
        return Vec::new();
    }
    let none = LibraryQuery {
        privacy: None,
        score_min: None,
        score_max: None,
        stale_days: None,
        changed: None,
        path: None,
        pattern: None,
        duplicates: None,
        ..query.clone()
    };
    let (score_min, score_max) = (query.score_min, query.score_max);
    let each = [
        LibraryQuery { privacy: query.privacy, ..none.clone() },
        LibraryQuery { score_min, score_max, ..none.clone() },
        LibraryQuery { stale_days: query.stale_days, ..none.clone() },
        LibraryQuery { changed: query.changed, ..none.clone() },
        LibraryQuery { path: query.path.clone(), ..none.clone() },
        LibraryQuery { pattern: query.pattern.clone(), ..none.clone() },
        LibraryQuery { duplicates: query.duplicates, ..none.clone() },
    ];
    each.into_iter().filter(|one| *one != none).collect()
}

/// Keeps only those that also match by this column.
fn both<T>(fits: &mut [bool], column: &[T], condition: impl Fn(&T) -> bool) {
    fits.iter_mut().zip(column).for_each(|(fits, value)| *fits &= condition(value));
}

/// Keeps only matches, for expensive conditions.
fn keep(fits: &mut [bool], condition: impl Fn(usize) -> bool) {
    for (slot, fits) in fits.iter_mut().enumerate() {
        *fits = *fits && condition(slot);
    }
}
