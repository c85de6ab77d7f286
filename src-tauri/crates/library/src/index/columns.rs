use std::collections::HashMap;

use assay_model::{Change, Verdict};

use crate::{
    column_encoding::{self, NO_VERDICT},
    rating::Rating,
};

/// Report data in columns, for fast scans. Times are in microseconds since 1970.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    /// The connection's number; 0 for an empty slot.
    pub scope: Vec<usize>,
    /// The service's id, if it is a number.
    pub number: Vec<Option<u64>>,
    pub first_seen: Vec<i64>,
    pub changed: Vec<Option<i64>>,
    pub gone: Vec<Option<i64>>,
    /// [`NO_VERDICT`] for none.
    pub verdict: Vec<u8>,
    /// NaN for none.
    pub score: Vec<f64>,
    pub privacy: Vec<Option<u8>>,
    pub generated: Vec<Option<i64>>,
    pub created: Vec<Option<i64>>,
    /// 0 for none.
    pub project: Vec<usize>,
    /// The number of its checks; 0 if unknown.
    pub checks: Vec<usize>,
    /// The period of absence, for reports that came back.
    pub away: HashMap<usize, (i64, i64)>,
}

impl Columns {
    pub(crate) fn grow(&mut self, slot: usize) {
        if slot < self.scope.len() {
            return;
        }
        let length = slot + 1;
        self.scope.resize(length, 0);
        self.number.resize(length, None);
        self.first_seen.resize(length, 0);
        self.changed.resize(length, None);
        self.gone.resize(length, None);
        self.verdict.resize(length, NO_VERDICT);
        self.score.resize(length, f64::NAN);
        self.privacy.resize(length, None);
        self.generated.resize(length, None);
        self.created.resize(length, None);
        self.project.resize(length, 0);
        self.checks.resize(length, 0);
    }

    /// The number of slots, including empty ones.
    pub(crate) fn len(&self) -> usize {
        self.scope.len()
    }

    pub(crate) fn is_used(&self, slot: usize) -> bool {
        self.scope[slot] != 0
    }

    pub(crate) fn slots(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.len()).filter(|slot| self.is_used(*slot))
    }

    /// When it was created, or else first seen.
    pub(crate) fn created_or_seen(&self, slot: usize) -> (i64, i64) {
        let seen = self.first_seen[slot];
        (self.created[slot].unwrap_or(seen), seen)
    }

    /// When it changed in this way, as in [`assay_model::ReportChange::at`].
    pub(crate) fn changed_at(&self, slot: usize, change: Change) -> i64 {
        let at = match change {
            Change::Better | Change::Worse => self.changed[slot],
            Change::New => Some(self.created_or_seen(slot).0),
            Change::Gone => self.gone[slot],
        };
        at.unwrap_or(self.first_seen[slot])
    }

    /// As in [`Verdict::sort_score`].
    pub(crate) fn sort_score(&self, slot: usize) -> Option<f64> {
        let score = self.score[slot];
        Verdict::sort_score((!score.is_nan()).then_some(score), column_encoding::verdict(self.verdict[slot]))
    }

    pub(crate) fn rating(&self, slot: usize) -> Rating {
        let (verdict, score) = (self.verdict[slot], self.score[slot]);
        ((verdict != NO_VERDICT).then_some(verdict), (!score.is_nan()).then_some(score))
    }
}
