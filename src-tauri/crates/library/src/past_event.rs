//! Ingests a history that was recorded elsewhere.

use jiff::Timestamp;

use crate::{Library, Result, Seen, SyncRecord, syncs, take};

/// An observation of a report.
#[derive(Debug, Clone, PartialEq)]
pub enum Past {
    /// It was shown so from then on.
    Seen(Timestamp, Box<Seen>),
    /// The report with this id was gone.
    Gone(Timestamp, String),
}

impl Library {
    /// Ingests the history of a scope's reports, oldest first, all or none, unless the scope has
    /// data. Reports present at the end count as seen at the record's last sync. Returns whether it
    /// was ingested.
    pub fn take_past(&self, scope: &str, past: &[Past], record: &SyncRecord) -> Result<bool> {
        self.write(|transaction, memo| {
            let is_known = "SELECT EXISTS (SELECT 1 FROM scope WHERE name = ?)";
            if transaction.query_row(is_known, [scope], |row| row.get(0))? {
                return Ok(false);
            }
            for one in past {
                match one {
                    Past::Seen(at, seen) => {
                        take::take(transaction, memo, scope, std::slice::from_ref(seen), *at)?;
                    }
                    Past::Gone(at, id) => {
                        take::mark_report_gone(transaction, memo, scope, id, *at)?;
                    }
                }
            }
            syncs::ended(transaction, memo, scope, record)?;
            if let Some(at) = record.full_at {
                let sql = "UPDATE report SET seen_at = max(seen_at, ?) WHERE scope = ? AND gone_at IS NULL";
                transaction.execute(sql, (at.as_microsecond(), memo.scope(transaction, scope)?))?;
            }
            Ok(true)
        })
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Completeness, Since};

    use super::Past;
    use crate::{
        SyncRecord,
        testing::{SCOPE, TestLibrary, day, scored, whole},
    };

    #[test]
    fn a_past_is_taken_in_once_with_its_times() {
        let library = TestLibrary::new();
        let seen = |on, id: &str, score| {
            let [seen] = <[_; 1]>::try_from(whole([scored(id, score)])).unwrap();
            Past::Seen(day(on), Box::new(seen))
        };
        let past = [seen(10, "a", 90.0), seen(20, "b", 50.0), seen(95, "a", 40.0), Past::Gone(day(97), "b".to_owned())];
        let full_at = Some(day(99));
        let record =
            SyncRecord { synced_at: full_at, full_at, completeness: Completeness::Whole, ..SyncRecord::default() };
        assert!(library.take_past(SCOPE, &past, &record).unwrap());
        assert!(!library.take_past(SCOPE, &past, &record).unwrap());
        assert_eq!(library.sync_record(SCOPE).unwrap(), SyncRecord { reports: 1, ..record });

        let history = library.history(SCOPE, "a").unwrap();
        assert_eq!(history.snapshots.iter().map(|one| one.seen_at).collect::<Vec<_>>(), [day(95), day(10)]);
        assert_eq!(library.known(SCOPE, "a").unwrap().seen_at, day(99));
        assert_eq!(library.known(SCOPE, "b").unwrap().gone_at, Some(day(97)));
        let changes = library.changes(Some(SCOPE), Since::Days(30), day(100)).unwrap();
        assert_eq!((changes.worse, changes.better, changes.new, changes.gone), (1, 0, 0, 1));
    }

    #[test]
    fn what_is_known_of_a_scope_is_not_added_to() {
        let library = TestLibrary::new();
        library.see(50, [scored("a", 90.0)]);
        let past = [Past::Gone(day(20), "a".to_owned())];
        assert!(!library.take_past(SCOPE, &past, &SyncRecord::default()).unwrap());
        assert_eq!(library.known(SCOPE, "a").unwrap().gone_at, None);
    }
}
