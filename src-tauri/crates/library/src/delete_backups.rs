//! What is known of reports before and after their deletion.

use jiff::Timestamp;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{Result, index::Index};

/// How many reports of a scope were created since then.
pub(crate) fn created_since(index: &Index, scope: &str, since: Timestamp) -> u32 {
    let (since, columns) = (since.as_microsecond(), &index.columns);
    let Some(scope) = index.scope(scope) else { return 0 };
    let is_one = |(of, at): &(&usize, &Option<i64>)| **of == scope.id && at.is_some_and(|at| at >= since);
    u32::try_from(columns.scope.iter().zip(&columns.created).filter(is_one).count()).unwrap_or(u32::MAX)
}

/// The reports without a backup in that period, or without checks.
pub(crate) fn missing_backups(
    connection: &Connection,
    scope: &str,
    keys: &[String],
    since: Timestamp,
    now: Timestamp,
) -> Result<Vec<String>> {
    let sql = "SELECT r.checks IS NOT NULL AND r.seen_at BETWEEN ?3 AND ?4 FROM report r JOIN scope o ON o.id = r.scope
        WHERE o.name = ?1 AND r.key = ?2";
    let mut has_copy = connection.prepare_cached(sql)?;
    let mut without = Vec::new();
    for key in keys {
        let between = params![scope, key, since.as_microsecond(), now.as_microsecond()];
        let found = has_copy.query_row(between, |row| row.get(0)).optional()?;
        if found != Some(true) {
            without.push(key.clone());
        }
    }
    Ok(without)
}

#[cfg(test)]
mod tests {
    use crate::testing::{SCOPE, TestLibrary, bare, changed, day, report};

    #[test]
    fn what_was_created_since_some_time_counts_also_when_it_is_gone() {
        let library = TestLibrary::new();
        let created = |id: &str, on| changed(report(id), |row| row.created_at = Some(day(on)));
        let unsaid = changed(report("e"), |row| row.created_at = None);
        library.ingest_on(50, [created("a", 9), created("b", 10), created("c", 11), created("d", 12), unsaid]);
        library.mark_report_gone(SCOPE, "c", day(51)).unwrap();
        library.scope("another").ingest(&[bare(created("f", 20))], day(50)).unwrap();
        assert_eq!(library.scope(SCOPE).created_since(day(10)).unwrap(), 3);
        assert_eq!(library.scope(SCOPE).created_since(day(13)).unwrap(), 0);
        assert_eq!(library.scope("nobody").created_since(day(1)).unwrap(), 0);
    }

    #[test]
    fn a_copy_is_whole_and_of_that_time_or_later() {
        let library = TestLibrary::new();
        library.ingest_on(50, [report("old"), report("new"), report("gone"), report("refreshed")]);
        library.ingest_on(60, [report("new"), report("gone")]);
        library.mark_report_gone(SCOPE, "gone", day(61)).unwrap();
        let refreshed = changed(report("refreshed"), |row| row.generated_at = Some(day(60)));
        library.scope(SCOPE).ingest(&[bare(refreshed), bare(report("bare"))], day(60)).unwrap();
        let ids = ["old", "new", "gone", "refreshed", "bare", "unknown"].map(String::from);
        let without = library.scope(SCOPE).missing_backups(&ids, day(60), day(61)).unwrap();
        assert_eq!(without, ["old", "refreshed", "bare", "unknown"]);
        assert_eq!(library.scope("another").missing_backups(&ids, day(1), day(61)).unwrap(), ids);
        assert_eq!(
            library.scope(SCOPE).missing_backups(&ids, day(40), day(59)).unwrap(),
            ["new", "gone", "refreshed", "bare", "unknown"]
        );
        library.make_durable().unwrap();
        assert_eq!(library.again().scope(SCOPE).missing_backups(&ids, day(60), day(61)).unwrap(), without);
    }
}
