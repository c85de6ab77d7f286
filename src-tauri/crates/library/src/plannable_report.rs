//! The existing reports, reduced to what a plan needs.

use assay_model::Privacy;
use jiff::Timestamp;
use rusqlite::Connection;

use crate::{Result, column_encoding, index::Index, intern::short};

/// A report for a plan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannableReport {
    /// The service's id of the report.
    pub id: String,
    /// The URL as the service stores it (`field-notes.md` 5).
    pub address: String,
    /// The report's project.
    pub project: Option<String>,
    /// The privacy, if known.
    pub privacy: Option<Privacy>,
    /// When it was last checked.
    pub generated_at: Option<Timestamp>,
    /// When it was created.
    pub created_at: Option<Timestamp>,
}

/// The existing reports of a scope.
pub(crate) fn all(connection: &Connection, scope: &str) -> Result<Vec<PlannableReport>> {
    let sql = "SELECT r.key, r.address, p.name, r.privacy, r.generated_at, r.created_at
        FROM report r JOIN scope o ON o.id = r.scope LEFT JOIN project p ON p.id = r.project
        WHERE o.name = ? AND r.gone_at IS NULL";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([scope])?;
    let mut all = Vec::new();
    while let Some(row) = rows.next()? {
        all.push(PlannableReport {
            id: row.get(0)?,
            address: row.get(1)?,
            project: row.get(2)?,
            privacy: row.get::<_, Option<u8>>(3)?.and_then(column_encoding::privacy),
            generated_at: column_encoding::maybe_time(row.get(4)?)?,
            created_at: column_encoding::maybe_time(row.get(5)?)?,
        });
    }
    Ok(all)
}

/// A hash of the existing reports of a scope with their URLs.
pub(crate) fn hash(index: &Index, scope: &str) -> [u8; 16] {
    let (columns, wanted) = (&index.columns, index.wanted(Some(scope)));
    let mut hasher = blake3::Hasher::new();
    for slot in columns.slots().filter(|slot| columns.gone[*slot].is_none()) {
        if wanted.contains(&columns.scope[slot]) {
            let address = index.addresses.get(slot);
            // The time tells a reused slot.
            for number in [slot as u64, columns.first_seen[slot].cast_unsigned(), address.len() as u64] {
                hasher.update(&number.to_le_bytes());
            }
            hasher.update(address);
        }
    }
    short(hasher.finalize())
}

#[cfg(test)]
mod tests {
    use assay_model::Privacy;

    use super::PlannableReport;
    use crate::testing::{SCOPE, TestLibrary, changed, day, report, scored, whole};

    #[test]
    fn the_hash_of_urls_changes_with_them_and_with_nothing_else() {
        let library = TestLibrary::new();
        let hash = || library.scope(SCOPE).hash_of_urls().unwrap();
        let none = hash();
        library.ingest_on(1, [report(1), report(2)]);
        let two = hash();
        assert_ne!(none, two);
        library.ingest_on(2, [scored(1, 20.0)]);
        library.scope("other").ingest(&whole([report(3)]), day(2)).unwrap();
        assert_eq!(hash(), two);
        library.ingest_on(3, [changed(report(1), |row| row.address = "example.org/moved".into())]);
        let moved = hash();
        assert_ne!(moved, two);
        library.mark_report_gone(SCOPE, "2", day(4)).unwrap();
        let one = hash();
        assert_ne!(one, moved);
        library.ingest_on(5, [report(2)]);
        assert_eq!(hash(), moved);
    }

    #[test]
    fn those_that_are_there_are_told_with_what_a_plan_goes_by() {
        let library = TestLibrary::new();
        let private = changed(report(1), |row| {
            (row.privacy, row.generated_at, row.project) = (Some(Privacy::Private), Some(day(5)), None);
        });
        library.ingest_on(6, [private, report(2)]);
        library.mark_report_gone(SCOPE, "2", day(7)).unwrap();
        let one = PlannableReport {
            id: "1".into(),
            address: "example.org/page-1".into(),
            project: None,
            privacy: Some(Privacy::Private),
            generated_at: Some(day(5)),
            created_at: Some(day(1)),
        };
        assert_eq!(library.scope(SCOPE).plannable_reports().unwrap(), [one]);
        assert_eq!(library.scope("another").plannable_reports().unwrap(), []);
    }
}
