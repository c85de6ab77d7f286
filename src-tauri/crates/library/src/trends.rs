//! How the scores of reports went, and what checks found.

use assay_model::ReportTrend;
use rusqlite::{Connection, OptionalExtension};

use crate::{Result, check_values::ValueReader};

/// A sparkline has no room for others.
const MAX_SCORES: usize = 24;

/// A report's last snapshots at most, since its score may stay the same.
const MAX_SNAPSHOTS: u32 = 200;

/// The trends of those reports that are there, in the order of `keys`.
pub(crate) fn trends(
    connection: &Connection,
    scope: &str,
    keys: &[String],
    checks: &[String],
) -> Result<Vec<ReportTrend>> {
    let mut values = ValueReader::new(connection, checks)?;
    let mut report = connection.prepare_cached(
        "SELECT r.id, r.checks, CASE WHEN length(c.list) > 0 THEN c.failed END
         FROM report r JOIN scope o ON o.id = r.scope LEFT JOIN checks c ON c.id = r.checks
         WHERE o.name = ? AND r.key = ?",
    )?;
    let mut snapshots = connection.prepare_cached(
        "SELECT score FROM snapshot WHERE report = ?1 AND score IS NOT NULL ORDER BY id DESC LIMIT ?2",
    )?;
    let mut trends = Vec::with_capacity(keys.len());
    for key in keys {
        let found = report
            .query_row([scope, key], |row| Ok((row.get::<_, i64>(0)?, row.get::<_, Option<i64>>(1)?, row.get(2)?)));
        let Some((id, found, failed)) = found.optional()? else { continue };
        let mut scores = snapshots
            .query_map((id, MAX_SNAPSHOTS), |row| row.get::<_, f64>(0))?
            .collect::<rusqlite::Result<Vec<_>>>()?;
        scores.dedup();
        scores.truncate(MAX_SCORES);
        scores.reverse();
        let values = found.map_or_else(|| Ok(vec![None; checks.len()]), |found| values.read(found))?;
        trends.push(ReportTrend { id: key.clone(), scores, failed, values });
    }
    Ok(trends)
}

#[cfg(test)]
mod tests {
    use assay_model::{Report, ReportTrend};

    use super::MAX_SCORES;
    use crate::testing::{SCOPE, TestLibrary, report, scored};

    fn ids(names: &[&str]) -> Vec<String> {
        names.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn scores_are_told_oldest_first_without_repeats() {
        let library = TestLibrary::new();
        for (day, score) in [(2, 40.0), (3, 40.0), (4, 90.5), (5, 40.0)] {
            library.ingest_on(day, [scored(1, score), report(2)]);
        }
        let trends = library.scope(SCOPE).trends(&ids(&["2", "missing", "1"]), &[]).unwrap();
        assert_eq!(trends.iter().map(|trend| trend.id.as_str()).collect::<Vec<_>>(), ["2", "1"]);
        assert_eq!(
            trends[1],
            ReportTrend { id: "1".into(), scores: vec![40.0, 90.5, 40.0], failed: Some(1), values: vec![] }
        );
        assert_eq!(library.scope("another").trends(&ids(&["1"]), &[]).unwrap(), []);
    }

    #[test]
    fn nothing_is_counted_of_a_report_without_checks() {
        let library = TestLibrary::new();
        library.ingest_on(1, [Report { checks: Vec::new(), ..report(1) }]);
        let trends = library.scope(SCOPE).trends(&ids(&["1"]), &[]).unwrap();
        assert_eq!(trends[0].failed, None);
    }

    #[test]
    fn only_the_last_scores_are_told() {
        let library = TestLibrary::new();
        for day in 1..=28u8 {
            library.ingest_on(day.into(), [scored(1, f64::from(day))]);
        }
        let trends = library.scope(SCOPE).trends(&ids(&["1"]), &[]).unwrap();
        assert_eq!(trends[0].scores.len(), MAX_SCORES);
        assert_eq!((trends[0].scores.first(), trends[0].scores.last()), (Some(&5.0), Some(&28.0)));
    }
}
