//! Sorted lists of all reports, created on first use and updated incrementally.

use std::cmp::Ordering;

use assay_model::Direction;

use super::{Columns, Texts};

/// The sort keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum By {
    /// The service's id, a number.
    Number,
    Created,
    Generated,
    Address,
    Score,
    Changed,
    Project,
}

/// The sorted lists by key.
#[derive(Debug, Default)]
pub(crate) struct Orders(Vec<(By, Order)>);

#[derive(Debug, Default)]
struct Order {
    /// Ascending; those that lack the key come last, in either direction.
    slots: Vec<usize>,
    /// How many have the key.
    known: usize,
    /// Changed since.
    stale: Vec<usize>,
}

/// The columns to compare.
pub(crate) struct Compared<'a> {
    pub columns: &'a Columns,
    pub addresses: &'a Texts,
    /// Folded names by number.
    pub projects: &'a [Vec<u8>],
}

impl Orders {
    /// A report changed.
    pub(crate) fn touch(&mut self, slot: usize) {
        self.0.iter_mut().for_each(|(_, order)| order.stale.push(slot));
    }

    /// All reports in order.
    pub(crate) fn sorted<'a>(
        &'a mut self,
        by: By,
        direction: Direction,
        compared: &Compared,
    ) -> impl Iterator<Item = usize> + use<'a> {
        let place = self.0.iter().position(|(it, _)| *it == by).unwrap_or_else(|| {
            self.0.push((by, Order { stale: compared.columns.slots().collect(), ..Order::default() }));
            self.0.len() - 1
        });
        let order = &mut self.0[place].1;
        order.mend(by, compared);
        let (known, missing) = order.slots.split_at(order.known);
        let (up, down) = match direction {
            Direction::Asc => (known, [].as_slice()),
            Direction::Desc => ([].as_slice(), known),
        };
        up.iter().chain(down.iter().rev()).chain(missing).copied()
    }
}

impl Order {
    fn mend(&mut self, by: By, compared: &Compared) {
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

impl Compared<'_> {
    fn order(&self, by: By, a: usize, b: usize) -> Ordering {
        let columns = self.columns;
        let by_key = match by {
            By::Number => columns.number[a].cmp(&columns.number[b]),
            By::Created => columns.created_or_seen(a).cmp(&columns.created_or_seen(b)),
            By::Generated => columns.generated[a].cmp(&columns.generated[b]),
            By::Changed => columns.changed[a].cmp(&columns.changed[b]),
            By::Score => columns.rank(a).total_cmp(&columns.rank(b)),
            By::Address => Ordering::Equal,
            By::Project => self.project(a).cmp(self.project(b)),
        };
        let by_address = || match by {
            // Like services, not natural order: rows stay in place when the service's response
            // replaces the library's.
            By::Address | By::Project => self.addresses.get(a).cmp(self.addresses.get(b)),
            _ => Ordering::Equal,
        };
        self.lacks(by, a).cmp(&self.lacks(by, b)).then(by_key).then_with(by_address).then(a.cmp(&b))
    }

    fn project(&self, slot: usize) -> &[u8] {
        self.projects.get(self.columns.project[slot]).map_or(&[], Vec::as_slice)
    }

    fn lacks(&self, by: By, slot: usize) -> bool {
        let columns = self.columns;
        match by {
            By::Number => columns.number[slot].is_none(),
            By::Created | By::Address => false,
            By::Generated => columns.generated[slot].is_none(),
            By::Changed => columns.changed[slot].is_none(),
            By::Score => columns.score[slot].is_nan() && columns.verdict[slot] == crate::codes::NO_VERDICT,
            By::Project => columns.project[slot] == 0,
        }
    }
}
