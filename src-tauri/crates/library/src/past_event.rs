//! Ingests a history that was recorded elsewhere.

use jiff::Timestamp;

use crate::{ObservedReport, Result, ScopedLibrary, SyncRecord, ingest, syncs};

/// An observation of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum PastEvent {
    /// The service returned it from then on.
    Observed(Timestamp, Box<ObservedReport>),
    /// The service no longer had the report with this id.
    Gone(Timestamp, String),
}

impl ScopedLibrary<'_> {
    /// Ingests its history, oldest first, all or none, unless it has data. Reports present at the
    /// end count as seen at the record's last sync. Returns whether it was ingested.
    pub fn ingest_history(&self, past: &[PastEvent], record: &SyncRecord) -> Result<bool> {
        self.library.write(|transaction, cache| {
            let is_known = "SELECT EXISTS (SELECT 1 FROM scope WHERE name = ?)";
            if transaction.query_row(is_known, [self.name], |row| row.get(0))? {
                return Ok(false);
            }
            for one in past {
                match one {
                    PastEvent::Observed(at, seen) => {
                        ingest::ingest(transaction, cache, self.name, std::slice::from_ref(seen), *at)?;
                    }
                    PastEvent::Gone(at, id) => {
                        ingest::mark_report_gone(transaction, cache, self.name, id, *at, Timestamp::MAX)?;
                    }
                }
            }
            syncs::save_record(transaction, cache, self.name, record)?;
            if let Some(at) = record.full_at {
                let sql = "UPDATE report SET seen_at = max(seen_at, ?) WHERE scope = ? AND gone_at IS NULL";
                transaction.execute(sql, (at.as_microsecond(), cache.scope(transaction, self.name)?))?;
            }
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Completeness, Since};

    use super::PastEvent;
    use crate::{
        SyncRecord,
        testing::{SCOPE, TestLibrary, day, scored, whole},
    };

    #[test]
    fn a_past_is_taken_in_once_with_its_times() {
        let library = TestLibrary::new();
        let seen = |on, id: &str, score| {
            let [seen] = <[_; 1]>::try_from(whole([scored(id, score)])).unwrap();
            PastEvent::Observed(day(on), Box::new(seen))
        };
        let past =
            [seen(10, "a", 90.0), seen(20, "b", 50.0), seen(95, "a", 40.0), PastEvent::Gone(day(97), "b".to_owned())];
        let full_at = Some(day(99));
        let record =
            SyncRecord { synced_at: full_at, full_at, completeness: Completeness::Whole, ..SyncRecord::default() };
        assert!(library.scope(SCOPE).ingest_history(&past, &record).unwrap());
        assert!(!library.scope(SCOPE).ingest_history(&past, &record).unwrap());
        assert_eq!(library.scope(SCOPE).sync_record().unwrap(), SyncRecord { reports: 1, ..record });

        let history = library.scope(SCOPE).history("a").unwrap();
        assert_eq!(history.snapshots.iter().map(|one| one.seen_at).collect::<Vec<_>>(), [day(95), day(10)]);
        assert_eq!(library.scope(SCOPE).known_report("a").unwrap().seen_at, day(99));
        assert_eq!(library.scope(SCOPE).known_report("b").unwrap().gone_at, Some(day(97)));
        let changes = library.changes(Some(SCOPE), Since::Days(30), day(100)).unwrap();
        assert_eq!((changes.worse, changes.better, changes.new, changes.gone), (1, 0, 0, 1));
    }

    #[test]
    fn what_is_known_of_a_scope_is_not_added_to() {
        let library = TestLibrary::new();
        library.ingest_on(50, [scored("a", 90.0)]);
        let past = [PastEvent::Gone(day(20), "a".to_owned())];
        assert!(!library.scope(SCOPE).ingest_history(&past, &SyncRecord::default()).unwrap());
        assert_eq!(library.scope(SCOPE).known_report("a").unwrap().gone_at, None);
    }
}
