//! The same account as plain rows with JSON checks, without indexes.

use std::{collections::HashMap, fs, path::Path};

use assay_model::{Direction, LibraryQuery, LibrarySort, Privacy, Report};
use jiff::{Timestamp, ToSpan};
use rusqlite::{Connection, Row, ToSql, params};

use crate::{
    SCOPE,
    account::{ROUNDS, seen, time_of},
};

pub struct Plain(Connection);

/// On how many pages each check broke and was fixed, by name.
pub type Moved = HashMap<String, (u32, u32)>;

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
            LibrarySort::Changed | LibrarySort::Fall => "changed_at",
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

    /// On how many pages each check fails.
    pub fn fix_list(&self) -> HashMap<String, u32> {
        let sql = "SELECT value, count(*) FROM plain, json_each(failing) GROUP BY value";
        let mut statement = self.0.prepare_cached(sql).unwrap();
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
        rows.map(Result::unwrap).collect()
    }

    /// How many reports got better, and how many worse, in the last round.
    pub fn changes(&self) -> (u32, u32) {
        let sql =
            "SELECT sum(now.score > was.score), sum(now.score < was.score) FROM plain now JOIN earlier was USING (id)";
        self.0.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?))).unwrap()
    }

    /// The checks that broke and were fixed in the last round.
    pub fn moved(&self) -> Moved {
        let mut moved = Moved::new();
        for (from, to) in [("now", "was"), ("was", "now")] {
            let sql = format!(
                "SELECT name.value, count(*) FROM plain now JOIN earlier was USING (id), json_each({from}.failing) name
                 WHERE name.value NOT IN (SELECT value FROM json_each({to}.failing)) GROUP BY name.value"
            );
            let mut statement = self.0.prepare_cached(&sql).unwrap();
            let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get::<_, u32>(1)?))).unwrap();
            for (name, pages) in rows.map(Result::unwrap) {
                let counts = moved.entry(name).or_default();
                *(if from == "now" { &mut counts.0 } else { &mut counts.1 }) = pages;
            }
        }
        moved
    }

    /// The number of rows of a page of what got worse in the last round, with the checks that broke and were fixed.
    pub fn reasons(&self) -> usize {
        let names = |from: &str, to: &str| {
            format!(
                "(SELECT group_concat(value) FROM json_each({from}.failing)
                  WHERE value NOT IN (SELECT value FROM json_each({to}.failing)))"
            )
        };
        let sql = format!(
            "SELECT id, {}, {} FROM plain now JOIN earlier was USING (id) WHERE now.score < was.score
             ORDER BY changed_at DESC, id LIMIT 100",
            names("now", "was"),
            names("was", "now")
        );
        let mut statement = self.0.prepare_cached(&sql).unwrap();
        let read = |row: &Row| Ok((row.get::<_, Option<String>>(1)?, row.get::<_, Option<String>>(2)?));
        statement.query_map([], read).unwrap().map(Result::unwrap).count()
    }

    /// The number of scores that some reports had.
    pub fn scores(&self, ids: &[String]) -> usize {
        let sql = "SELECT id, score FROM score WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id, round";
        let ids: Vec<i64> = ids.iter().map(|id| id.parse().unwrap()).collect();
        let ids = serde_json::to_string(&ids).unwrap();
        let mut statement = self.0.prepare_cached(sql).unwrap();
        statement.query_map([ids], |row| row.get::<_, f64>(1)).unwrap().map(Result::unwrap).count()
    }
}

fn failing(report: &Report) -> String {
    let failing = report.checks.iter().filter(|check| check.passed == Some(false));
    serde_json::to_string(&failing.map(|check| &check.name).collect::<Vec<_>>()).unwrap()
}

fn make(file: &Path, reports: u64) {
    let part = file.with_extension("part");
    let _ = fs::remove_file(&part);
    let mut connection = Connection::open(&part).unwrap();
    connection
        .execute_batch(
            "CREATE TABLE plain (id INTEGER PRIMARY KEY, connection TEXT, address TEXT, project TEXT, verdict TEXT,
             score REAL, privacy INTEGER, generated_at INTEGER, created_at INTEGER, changed_at INTEGER, checks TEXT, failing TEXT);
             CREATE TABLE earlier (id INTEGER PRIMARY KEY, score REAL, failing TEXT);
             CREATE TABLE score (id INTEGER, round INTEGER, score REAL)",
        )
        .unwrap();
    let transaction = connection.transaction().unwrap();
    for number in 0..reports {
        let report = seen(number, ROUNDS - 1).report;
        let checks: serde_json::Map<_, _> =
            report.checks.iter().map(|check| (check.name.clone(), serde_json::to_value(check).unwrap())).collect();
        transaction
            .prepare_cached("INSERT INTO plain VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
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
                failing(&report),
            ])
            .unwrap();
        let id = report.row.id.parse::<i64>().unwrap();
        for round in 0..ROUNDS {
            let report = seen(number, round).report;
            transaction
                .prepare_cached("INSERT INTO score VALUES (?, ?, ?)")
                .unwrap()
                .execute(params![id, round, report.row.score])
                .unwrap();
            if round + 2 == ROUNDS {
                transaction
                    .prepare_cached("INSERT INTO earlier VALUES (?, ?, ?)")
                    .unwrap()
                    .execute(params![id, report.row.score, failing(&report)])
                    .unwrap();
            }
        }
    }
    transaction.commit().unwrap();
    drop(connection);
    fs::rename(&part, file).unwrap();
}
