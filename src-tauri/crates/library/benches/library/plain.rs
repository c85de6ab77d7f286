//! The same account as plain rows with JSON checks, without indexes.

use std::{collections::HashMap, fs, path::Path};

use assay_model::{Direction, LibraryQuery, LibrarySort, Privacy};
use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, ToSql, params};

use crate::{
    SCOPE,
    account::{ROUNDS, seen, time_of},
};

pub struct Plain(Connection);

/// The number of matches, and of rows on the page.
pub struct Found {
    pub total: u32,
    pub rows: usize,
}

impl Plain {
    pub fn open(file: &Path, reports: u64) -> Self {
        if !file.exists() {
            make(file, reports);
        }
        Self(Connection::open(file).unwrap())
    }

    /// The rows of a page, and how many there are in all.
    pub fn list(&self, query: &LibraryQuery, now: Timestamp) -> Found {
        let (mut conditions, mut values) = (vec!["TRUE"], Vec::<Box<dyn ToSql>>::new());
        let mut narrow = |condition: &'static str, value: Box<dyn ToSql>| {
            conditions.push(condition);
            values.push(value);
        };
        if let Some(search) = &query.search {
            narrow("address LIKE ?", Box::new(format!("%{search}%")));
        }
        if let Some(scope) = &query.connection {
            narrow("connection = ?", Box::new(scope.clone()));
        }
        if let Some(project) = &query.project {
            narrow("project = ?", Box::new(project.clone()));
        }
        if let Some(verdict) = query.verdict {
            narrow("verdict = ?", Box::new(verdict.word()));
        }
        if let Some(privacy) = query.privacy {
            narrow("privacy = ?", Box::new(privacy.number()));
        }
        if let (Some(least), Some(most)) = (query.score_min, query.score_max) {
            narrow("score >= ?", Box::new(least));
            narrow("score < ?", Box::new(u32::from(most) + 1));
        }
        if let Some(days) = query.stale_days {
            let limit = now - (24 * i64::from(days)).hours();
            narrow("generated_at < ?", Box::new(limit.as_microsecond()));
        }
        if let Some(check) = &query.failing {
            let path = format!("$.{check}.passed");
            narrow("json_extract(checks, ?) = 0", Box::new(path));
        }
        let by = match query.sort_by.unwrap_or_default() {
            LibrarySort::Created => "id",
            LibrarySort::Generated => "generated_at",
            LibrarySort::Address => "address",
            LibrarySort::Score => "score",
            LibrarySort::Changed => "changed_at",
            LibrarySort::Project => "project",
        };
        let direction = if query.sort == Some(Direction::Asc) { "ASC" } else { "DESC" };
        let (conditions, size) = (conditions.join(" AND "), u16::from(query.per_page));
        let offset = (query.page.unwrap_or(1) - 1) * u32::from(size);
        let values: Vec<_> = values.iter().map(AsRef::as_ref).collect();
        let count = format!("SELECT count(*) FROM plain WHERE {conditions}");
        let total = self.0.query_row(&count, values.as_slice(), |row| row.get(0)).unwrap();
        let page = format!(
            "SELECT id, connection, address, project, verdict, score, privacy, generated_at, created_at, changed_at
             FROM plain WHERE {conditions} ORDER BY {by} {direction} LIMIT {size} OFFSET {offset}"
        );
        let mut statement = self.0.prepare_cached(&page).unwrap();
        let read = statement.query_map(values.as_slice(), |row| row.get::<_, i64>(0)).unwrap();
        Found { total, rows: read.map(Result::unwrap).count() }
    }

    /// Reports and failing checks of high importance by project.
    pub fn projects(&self) -> HashMap<String, (u32, u32)> {
        let mut statement = self
            .0
            .prepare_cached(
                "SELECT project, count(*), avg(score), max(generated_at), sum(verdict = 'good'), sum(verdict = 'bad'),
                 sum((SELECT count(*) FROM json_each(checks) WHERE json_extract(value, '$.passed') = 0
                      AND json_extract(value, '$.importance') = 'high'))
                 FROM plain GROUP BY project",
            )
            .unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, (row.get(1)?, row.get(6)?)))).unwrap();
        rows.map(Result::unwrap).collect()
    }
}

fn make(file: &Path, reports: u64) {
    let part = file.with_extension("part");
    let _ = fs::remove_file(&part);
    let mut connection = Connection::open(&part).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE plain (id INTEGER PRIMARY KEY, connection TEXT, address TEXT, project TEXT, verdict TEXT,
             score REAL, privacy INTEGER, generated_at INTEGER, created_at INTEGER, changed_at INTEGER, checks TEXT)",
        )
        .unwrap();
    let transaction = connection.transaction().unwrap();
    for number in 0..reports {
        let report = seen(number, ROUNDS - 1).report;
        let checks: serde_json::Map<_, _> =
            report.checks.iter().map(|check| (check.name.clone(), serde_json::to_value(check).unwrap())).collect();
        transaction
            .prepare_cached("INSERT INTO plain VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
            .unwrap()
            .execute(params![
                report.row.id.parse::<i64>().unwrap(),
                SCOPE,
                report.row.address,
                report.row.project,
                report.row.verdict.map(assay_model::Verdict::word),
                report.row.score,
                report.row.privacy.map(Privacy::number),
                report.row.generated_at.map(Timestamp::as_microsecond),
                report.row.created_at.map(Timestamp::as_microsecond),
                time_of(ROUNDS - 1).as_microsecond(),
                serde_json::Value::Object(checks).to_string(),
            ])
            .unwrap();
    }
    transaction.commit().unwrap();
    drop(connection);
    fs::rename(&part, file).unwrap();
}
