//! The only writing thread: concurrent writes share a transaction, and one disk sync.

use std::{
    sync::mpsc::{Receiver, Sender, channel},
    thread::{self, JoinHandle},
};

use rusqlite::Connection;

use crate::{JournalError, Result};

/// Calls per transaction.
const MAX_GROUPED_WRITES: usize = 256;

/// Sends a caller its result, once it is known if it was saved.
type Notify = Box<dyn FnOnce(&Result<()>) + Send>;

/// Gets the connection in a transaction, or why there is none.
type WriteJob = Box<dyn FnOnce(Result<&Connection>) -> FinishedWrite + Send>;

/// Completed work that is not saved yet.
struct FinishedWrite {
    failure: Option<JournalError>,
    tell: Notify,
}

/// Ends its thread when dropped, after saving queued work.
#[derive(Debug)]
pub(crate) struct Writer {
    jobs: Option<Sender<WriteJob>>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(crate) fn new(connection: Connection) -> Result<Self> {
        let (jobs, waiting) = channel();
        let thread = thread::Builder::new().name("journal".into()).spawn(move || write_all(&connection, &waiting));
        let thread = thread.map_err(|error| JournalError::Failed(error.to_string()))?;
        Ok(Self { jobs: Some(jobs), thread: Some(thread) })
    }

    /// Runs work in one transaction; durable when it returns.
    pub(crate) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let (tell, told) = channel();
        let job: WriteJob = Box::new(move |connection| {
            let done = connection.and_then(|connection| by_itself(connection, work));
            let failure = done.as_ref().err().cloned();
            let tell: Notify = Box::new(move |stored| {
                // The caller may have been dropped.
                let _ = tell.send(stored.clone().and(done));
            });
            FinishedWrite { failure, tell }
        });
        let gone = || JournalError::Failed("the journal's writer has ended".into());
        self.jobs.as_ref().ok_or_else(gone)?.send(job).map_err(|_| gone())?;
        told.recv().map_err(|_| gone())?
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        drop(self.jobs.take());
        if let Some(thread) = self.thread.take() {
            // The caller has already received a panic.
            let _ = thread.join();
        }
    }
}

fn write_all(connection: &Connection, waiting: &Receiver<WriteJob>) {
    while let Ok(first) = waiting.recv() {
        let mut all = Vec::new();
        let stored = together(connection, first, waiting, &mut all);
        if stored.is_err() && !connection.is_autocommit() {
            // A failed rollback takes effect when the file is reopened.
            let _ = connection.execute_batch("ROLLBACK");
        }
        for tell in all {
            tell(&stored);
        }
    }
}

/// Runs queued work in one transaction. A failed call is rolled back alone, unless SQLite aborted
/// all.
fn together(
    connection: &Connection,
    first: WriteJob,
    waiting: &Receiver<WriteJob>,
    all: &mut Vec<Notify>,
) -> Result<()> {
    if let Err(error) = connection.execute_batch("BEGIN IMMEDIATE") {
        let error = JournalError::from(error);
        all.push(first(Err(error.clone())).tell);
        return Err(error);
    }
    let mut next = Some(first);
    while let Some(job) = next {
        let FinishedWrite { failure, tell } = job(Ok(connection));
        all.push(tell);
        if connection.is_autocommit() {
            return Err(failure.unwrap_or_else(|| JournalError::Failed("the transaction was given up".into())));
        }
        next = if all.len() < MAX_GROUPED_WRITES { waiting.try_recv().ok() } else { None };
    }
    Ok(connection.execute_batch("COMMIT")?)
}

fn by_itself<T>(connection: &Connection, work: impl FnOnce(&Connection) -> Result<T>) -> Result<T> {
    connection.prepare_cached("SAVEPOINT own")?.execute([])?;
    let done = work(connection);
    // SQLite may have aborted the transaction and its savepoint.
    if done.is_err() && !connection.is_autocommit() {
        connection.prepare_cached("ROLLBACK TO own")?.execute([])?;
    }
    if !connection.is_autocommit() {
        connection.prepare_cached("RELEASE own")?.execute([])?;
    }
    done
}

#[cfg(test)]
mod tests {
    use std::{
        sync::{
            Arc,
            atomic::{AtomicU32, Ordering},
            mpsc::channel,
        },
        thread,
        time::Duration,
    };

    use rusqlite::Connection;

    use super::Writer;
    use crate::{JournalError, Result};

    /// A writer with its number of committed transactions.
    fn writer() -> (tempfile::TempDir, Writer, Arc<AtomicU32>) {
        let folder = tempfile::tempdir().unwrap();
        let mut connection = Connection::open(folder.path().join("file")).unwrap();
        connection.execute_batch("CREATE TABLE it (number INTEGER PRIMARY KEY, filling BLOB)").unwrap();
        let commits = Arc::new(AtomicU32::new(0));
        let counter = Arc::clone(&commits);
        let count = move || {
            counter.fetch_add(1, Ordering::SeqCst);
            false
        };
        connection.commit_hook(Some(count)).unwrap();
        (folder, Writer::new(connection).unwrap(), commits)
    }

    fn add(writer: &Writer, number: u32, bytes: u32) -> Result<()> {
        writer.write(move |connection| {
            connection.execute("INSERT INTO it VALUES (?, zeroblob(?))", [number, bytes])?;
            Ok(())
        })
    }

    fn count(writer: &Writer) -> u32 {
        writer.write(|connection| Ok(connection.query_row("SELECT count(*) FROM it", [], |row| row.get(0))?)).unwrap()
    }

    #[test]
    fn calls_that_wait_at_the_same_time_share_a_commit() {
        let (_folder, writer, commits) = writer();
        let ((tell, begun), (go_on, word)) = (channel(), channel());
        thread::scope(|scope| {
            let writer = &writer;
            // The others wait until this one is done.
            scope.spawn(move || {
                let wait = move |_: &Connection| {
                    tell.send(()).unwrap();
                    word.recv().unwrap();
                    Ok(())
                };
                writer.write(wait).unwrap();
            });
            begun.recv().unwrap();
            for number in 0..8 {
                scope.spawn(move || add(writer, number, 1).unwrap());
            }
            thread::sleep(Duration::from_millis(300));
            go_on.send(()).unwrap();
        });
        assert_eq!(count(&writer), 8);
        assert!(commits.load(Ordering::SeqCst) <= 4, "{commits:?} commits for 8 calls that waited");
    }

    #[test]
    fn a_full_disk_is_told_to_whoever_it_concerns_and_passes() {
        let (_folder, writer, _) = writer();
        let limit = |pages: u32| {
            let set = move |connection: &Connection| Ok(connection.pragma_update(None, "max_page_count", pages)?);
            writer.write(set).unwrap();
        };
        limit(20);
        assert_eq!(add(&writer, 1, 1_000_000), Err(JournalError::DiskFull));
        add(&writer, 2, 10).unwrap();
        assert_eq!(add(&writer, 3, 1_000_000), Err(JournalError::DiskFull));
        limit(100_000);
        add(&writer, 3, 1_000_000).unwrap();
        assert_eq!(count(&writer), 2);
    }

    #[test]
    fn a_writer_that_ended_says_so() {
        let (_folder, writer, _) = writer();
        assert!(matches!(
            writer.write(|_| -> Result<()> { panic!("as if it had a fault") }),
            Err(JournalError::Failed(_))
        ));
        assert!(matches!(add(&writer, 1, 1), Err(JournalError::Failed(_))));
    }
}
