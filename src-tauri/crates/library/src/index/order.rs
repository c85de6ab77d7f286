//! Sorted lists of all reports, created on first use and updated incrementally.

use std::cmp::Ordering;

use assay_model::{Direction, LibrarySort};

use super::{Columns, FoldedTexts};
use crate::check_column::CheckColumn;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SortKey {
    /// The service's numeric id.
    Number,
    Sort(LibrarySort),
    /// The value of the check in [`SortColumns::check`].
    Check,
}

#[derive(Debug, Default)]
pub(crate) struct SortedLists(Vec<(SortKey, SortedList)>);

#[derive(Debug, Default)]
struct SortedList {
    /// Ascending; those without the key come last in both directions.
    slots: Vec<usize>,
    /// How many have the key.
    known: usize,
    /// Changed since.
    stale: Vec<usize>,
}

pub(crate) struct SortColumns<'a> {
    pub columns: &'a Columns,
    pub addresses: &'a FoldedTexts,
    /// Folded names by number.
    pub projects: &'a [Vec<u8>],
    pub check: &'a CheckColumn,
}

impl SortedLists {
    /// Marks a report as changed.
    pub(crate) fn touch(&mut self, slot: usize) {
        self.0.iter_mut().for_each(|(_, order)| order.stale.push(slot));
    }

    /// Deletes an order whose key means something else from now on.
    pub(crate) fn forget(&mut self, by: SortKey) {
        self.0.retain(|(it, _)| *it != by);
    }

    /// All reports in order.
    pub(crate) fn sorted<'a>(
        &'a mut self,
        by: SortKey,
        direction: Direction,
        compared: &SortColumns,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let place = self.0.iter().position(|(it, _)| *it == by).unwrap_or_else(|| {
            self.0.push((by, SortedList { stale: compared.columns.slots().collect(), ..SortedList::default() }));
            self.0.len() - 1
        });
        let order = &mut self.0[place].1;
        order.update_order(by, compared);
        let (known, missing) = order.slots.split_at(order.known);
        let (up, down) = match direction {
            Direction::Asc => (known, [].as_slice()),
            Direction::Desc => ([].as_slice(), known),
        };
        up.iter().chain(down.iter().rev()).chain(missing).copied()
    }
}

impl SortedList {
    fn update_order(&mut self, by: SortKey, compared: &SortColumns) {
        if self.stale.is_empty() {
            return;
        }
        let compare = |a: &usize, b: &usize| compared.order(by, *a, *b);
        self.stale.sort_unstable();
        self.stale.dedup();
        let stale = &self.stale;
        let mut slots = std::mem::take(&mut self.slots);
        slots.retain(|slot| stale.binary_search(slot).is_err());
        self.stale.retain(|slot| compared.columns.is_used(*slot));
        self.stale.sort_unstable_by(compare);
        // A binary search per changed report saves comparisons.
        let mut merged = Vec::with_capacity(slots.len() + self.stale.len());
        let mut rest = slots.as_slice();
        for slot in self.stale.drain(..) {
            let (before, after) = rest.split_at(rest.partition_point(|other| compare(other, &slot).is_lt()));
            merged.extend_from_slice(before);
            merged.push(slot);
            rest = after;
        }
        merged.extend_from_slice(rest);
        slots = merged;
        self.known = slots.partition_point(|slot| !compared.lacks(by, *slot));
        self.slots = slots;
    }
}

impl SortColumns<'_> {
    fn order(&self, by: SortKey, a: usize, b: usize) -> Ordering {
        let columns = self.columns;
        let by_key = match by {
            SortKey::Number => columns.number[a].cmp(&columns.number[b]),
            SortKey::Sort(LibrarySort::Created) => columns.created_or_seen(a).cmp(&columns.created_or_seen(b)),
            SortKey::Sort(LibrarySort::Generated) => columns.generated[a].cmp(&columns.generated[b]),
            SortKey::Sort(LibrarySort::Changed | LibrarySort::Fall) => columns.changed[a].cmp(&columns.changed[b]),
            SortKey::Sort(LibrarySort::Score) => {
                let score = |slot| columns.sort_score(slot).unwrap_or_default();
                score(a).total_cmp(&score(b))
            }
            SortKey::Sort(LibrarySort::Address) => Ordering::Equal,
            SortKey::Sort(LibrarySort::Project) => self.project(a).cmp(self.project(b)),
            SortKey::Check => self.check.value(a).compare(self.check.value(b)),
        };
        let by_address = || match by {
            // Like services, not natural order: rows stay in place when the service's response
            // replaces the library's.
            SortKey::Sort(LibrarySort::Address | LibrarySort::Project) | SortKey::Check => {
                self.addresses.get(a).cmp(self.addresses.get(b))
            }
            _ => Ordering::Equal,
        };
        self.lacks(by, a).cmp(&self.lacks(by, b)).then(by_key).then_with(by_address).then(a.cmp(&b))
    }

    fn project(&self, slot: usize) -> &[u8] {
        self.projects.get(self.columns.project[slot]).map_or(&[], Vec::as_slice)
    }

    fn lacks(&self, by: SortKey, slot: usize) -> bool {
        let columns = self.columns;
        match by {
            SortKey::Number => columns.number[slot].is_none(),
            SortKey::Sort(LibrarySort::Created | LibrarySort::Address) => false,
            SortKey::Sort(LibrarySort::Generated) => columns.generated[slot].is_none(),
            SortKey::Sort(LibrarySort::Changed | LibrarySort::Fall) => columns.changed[slot].is_none(),
            SortKey::Sort(LibrarySort::Score) => columns.sort_score(slot).is_none(),
            SortKey::Sort(LibrarySort::Project) => columns.project[slot] == 0,
            SortKey::Check => self.check.value(slot).is_missing(),
        }
    }
}
