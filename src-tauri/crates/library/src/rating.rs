//! Whether a report got better or worse.

use std::cmp::Ordering;

use assay_model::Change;

/// A verdict as stored, and a score.
pub(crate) type Rating = (Option<u8>, Option<f64>);

/// Compares verdicts, then scores of equal verdicts; `None` if either lacks them.
pub(crate) fn compare_ratings(before: Rating, after: Rating) -> Option<Change> {
    let order = match (before, after) {
        ((Some(before), _), (Some(after), _)) if before != after => after.cmp(&before),
        ((verdict, Some(before)), (now, Some(after))) if verdict == now => after.total_cmp(&before),
        _ => Ordering::Equal,
    };
    match order {
        Ordering::Greater => Some(Change::Better),
        Ordering::Less => Some(Change::Worse),
        Ordering::Equal => None,
    }
}

/// By how much the score rose; 0 if either is unknown.
pub(crate) fn rise(before: Rating, after: Rating) -> f64 {
    after.1.zip(before.1).map_or(0.0, |(after, before)| after - before)
}

#[cfg(test)]
mod tests {
    use assay_model::Change::{Better, Worse};

    use super::compare_ratings;

    #[test]
    fn the_verdict_counts_first_and_the_score_within_it() {
        for (before, after, change) in [
            ((Some(0), Some(40.0)), (Some(1), Some(50.0)), Some(Better)),
            ((Some(2), Some(90.0)), (Some(1), Some(79.0)), Some(Worse)),
            // Services round scores differently: their verdict counts.
            ((Some(2), Some(79.2)), (Some(1), Some(79.4)), Some(Worse)),
            ((Some(1), Some(50.0)), (Some(1), Some(50.5)), Some(Better)),
            ((Some(1), Some(50.0)), (Some(1), Some(49.0)), Some(Worse)),
            ((None, Some(50.0)), (None, Some(49.0)), Some(Worse)),
            ((Some(1), Some(50.0)), (Some(1), Some(50.0)), None),
            ((Some(1), None), (Some(2), None), Some(Better)),
            ((Some(1), None), (Some(1), None), None),
            ((Some(1), None), (Some(1), Some(50.0)), None),
            ((None, None), (Some(1), Some(50.0)), None),
            ((Some(1), Some(50.0)), (None, None), None),
        ] {
            assert_eq!(compare_ratings(before, after), change, "{before:?} {after:?}");
        }
    }
}
