//! The SQLite database: opening, filling, and access.

pub(crate) mod projects;
pub(crate) mod reports;

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::{Connection, OpenFlags, Transaction};

use crate::seed::{self, Plan};
use crate::{StartError, StoreError};

/// Marks a file as a sample database ("ASSA"), so that another program's is never written to.
const APPLICATION: i32 = 0x4153_5341;
/// A path is never interpreted as a URI with options.
const FLAGS: OpenFlags =
    OpenFlags::SQLITE_OPEN_READ_WRITE.union(OpenFlags::SQLITE_OPEN_CREATE).union(OpenFlags::SQLITE_OPEN_NO_MUTEX);
/// The version of the tables below.
const VERSION: i32 = 1;

// `results` comes last: rows are found and sorted without reading its pages.
const SCHEMA: &str = "
    CREATE TABLE reports (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        address TEXT NOT NULL,
        url TEXT NOT NULL,
        project TEXT NOT NULL,
        result INTEGER NOT NULL,
        privacy INTEGER NOT NULL,
        password TEXT,
        run INTEGER NOT NULL,
        generated_at TEXT NOT NULL,
        created_at TEXT NOT NULL,
        updated_at TEXT NOT NULL,
        results TEXT NOT NULL
    );
    CREATE INDEX reports_by_project ON reports (project);
    CREATE TABLE usage (month TEXT PRIMARY KEY, reports INTEGER NOT NULL);
";

/// The service's data, shared by its handlers.
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
}

impl Store {
    /// Opens the database, or creates and fills it if missing. Blocks.
    pub fn open(path: Option<&Path>, plan: &Plan) -> Result<Self, StartError> {
        let name = path.map_or_else(|| "in memory".into(), |path| path.display().to_string());
        let unusable = |source: StoreError| StartError::Database { path: name.clone(), source };
        let mut connection = path
            .map_or_else(Connection::open_in_memory, |path| Connection::open_with_flags(path, FLAGS))
            .map_err(|e| unusable(e.into()))?;
        let contents = Contents::of(&connection).map_err(|e| unusable(e.into()))?;
        if matches!(contents, Contents::Foreign) {
            return Err(StartError::OtherDatabase { path: name });
        }
        if let Contents::Damaged(detail) = contents {
            return Err(StartError::Damaged { path: name, detail });
        }
        prepare(&mut connection, matches!(contents, Contents::None), plan).map_err(unusable)?;
        Ok(Self { connection: Arc::new(Mutex::new(connection)) })
    }

    /// Runs `work` on the database, off the async threads.
    pub async fn run<T, E>(
        &self,
        work: impl FnOnce(&mut Connection) -> Result<T, E> + Send + 'static,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        E: Into<StoreError> + Send + 'static,
    {
        let connection = Arc::clone(&self.connection);
        let done = tokio::task::spawn_blocking(move || {
            // An interrupted transaction is rolled back, so a poisoned connection is still usable.
            work(&mut connection.lock().unwrap_or_else(PoisonError::into_inner))
        });
        done.await.map_err(|_| StoreError::Interrupted)?.map_err(Into::into)
    }

    /// Deletes all data and fills the database again.
    pub async fn reset(&self, plan: Plan) -> Result<(), StoreError> {
        self.run(move |connection| -> Result<(), StoreError> {
            let transaction = connection.transaction()?;
            transaction.execute_batch("DELETE FROM reports; DELETE FROM usage; DELETE FROM sqlite_sequence;")?;
            fill(&transaction, &plan)?;
            Ok(transaction.commit()?)
        })
        .await
    }
}

/// The contents of a database before it is opened.
enum Contents {
    None,
    Ours,
    Foreign,
    Damaged(String),
}

impl Contents {
    fn of(connection: &Connection) -> rusqlite::Result<Self> {
        let count = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
        let application: i32 = connection.pragma_query_value(None, "application_id", |row| row.get(0))?;
        let version: i32 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        if count == 0 && application == 0 {
            return Ok(Self::None);
        }
        if (application, version) != (APPLICATION, VERSION) {
            return Ok(Self::Foreign);
        }
        let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        Ok(if verdict == "ok" { Self::Ours } else { Self::Damaged(verdict) })
    }
}

fn prepare(connection: &mut Connection, empty: bool, plan: &Plan) -> Result<(), StoreError> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    connection.pragma_update(None, "synchronous", "normal")?;
    if empty {
        let transaction = connection.transaction()?;
        transaction.execute_batch(SCHEMA)?;
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        fill(&transaction, plan)?;
        transaction.commit()?;
    }
    Ok(())
}

fn fill(transaction: &Transaction, plan: &Plan) -> Result<(), StoreError> {
    let password = crate::password::hash(seed::PASSWORD)?;
    for seeded in plan.reports() {
        reports::insert(transaction, &seeded.record(&password))?;
    }
    Ok(())
}

/// The requested page and direction.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    /// From 1.
    pub page: u32,
    pub per_page: u32,
    pub descending: bool,
}

impl Paging {
    fn direction(self) -> &'static str {
        if self.descending { "DESC" } else { "ASC" }
    }

    pub fn offset(self) -> i64 {
        i64::from(self.page.saturating_sub(1)) * i64::from(self.per_page)
    }
}

/// A page of a list, and the total number of rows.
pub(crate) struct Page<T> {
    pub rows: Vec<T>,
    pub total: u32,
}
