//! Reports, and the number created per month.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Type, ValueRef};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use serde_json::value::RawValue;

use super::{Page, Paging};
use crate::address::Address;
use crate::analysis::Analysis;

/// Who can open a report's page (`interface.md` 2).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Privacy {
    Public,
    Private,
    Password,
}

impl Privacy {
    /// Parses the form in requests.
    pub fn from_sent(sent: &str) -> Option<Self> {
        match sent {
            "0" => Some(Self::Public),
            "1" => Some(Self::Private),
            "2" => Some(Self::Password),
            _ => None,
        }
    }

    /// Its number in responses.
    pub fn number(self) -> u8 {
        match self {
            Self::Public => 0,
            Self::Private => 1,
            Self::Password => 2,
        }
    }
}

impl ToSql for Privacy {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(self.number().into())
    }
}

impl FromSql for Privacy {
    fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
        match value.as_i64()? {
            0 => Ok(Self::Public),
            1 => Ok(Self::Private),
            2 => Ok(Self::Password),
            other => Err(FromSqlError::OutOfRange(other)),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Report {
    pub id: i64,
    /// The full URL, for the next analysis.
    pub address: String,
    pub url: String,
    pub project: String,
    /// The score, 0–100.
    pub result: i64,
    pub privacy: Privacy,
    /// The password's hash.
    pub password: Option<String>,
    /// How often it was checked.
    pub run: u32,
    pub generated_at: String,
    pub created_at: String,
    pub updated_at: String,
    /// The checks, as JSON.
    pub results: Box<RawValue>,
}

const COLUMNS: &str =
    "id, address, url, project, result, privacy, password, run, generated_at, created_at, updated_at, results";

impl Report {
    fn read(row: &Row<'_>) -> rusqlite::Result<Self> {
        let results = RawValue::from_string(row.get(11)?)
            .map_err(|e| rusqlite::Error::FromSqlConversionFailure(11, Type::Text, Box::new(e)))?;
        Ok(Self {
            id: row.get(0)?,
            address: row.get(1)?,
            url: row.get(2)?,
            project: row.get(3)?,
            result: row.get(4)?,
            privacy: row.get(5)?,
            password: row.get(6)?,
            run: row.get(7)?,
            generated_at: row.get(8)?,
            created_at: row.get(9)?,
            updated_at: row.get(10)?,
            results,
        })
    }
}

pub(crate) struct NewReport<'a> {
    pub address: &'a Address,
    pub analysis: &'a Analysis,
    pub privacy: Privacy,
    /// The password's hash.
    pub password: Option<&'a str>,
    pub run: u32,
    pub created_at: &'a str,
    pub generated_at: &'a str,
}

/// Adds a report and counts it for its month. Returns its id.
pub(crate) fn insert(transaction: &Transaction, new: &NewReport) -> rusqlite::Result<i64> {
    transaction
        .prepare_cached(
            "INSERT INTO reports (address, url, project, result, privacy, password, run, generated_at, created_at,
             updated_at, results) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?8, ?10)",
        )?
        .execute(params![
            new.address.full,
            new.address.short,
            new.address.host,
            new.analysis.settled(),
            new.privacy,
            new.password,
            new.run,
            new.generated_at,
            new.created_at,
            new.analysis.results,
        ])?;
    let id = transaction.last_insert_rowid();
    transaction
        .prepare_cached(
            "INSERT INTO usage (month, reports) VALUES (?1, 1) ON CONFLICT (month) DO UPDATE SET reports = reports + 1",
        )?
        .execute([month(new.created_at)])?;
    Ok(id)
}

/// How many reports were created in the month of `date`, including deleted ones (field note 21).
pub(crate) fn created_in_month(db: &Connection, date: &str) -> rusqlite::Result<u32> {
    let count = db.query_row("SELECT reports FROM usage WHERE month = ?1", [month(date)], |row| row.get(0));
    Ok(count.optional()?.unwrap_or(0))
}

/// `2026-01` of `2026-01-31T10:20:30.000000Z`.
fn month(date: &str) -> &str {
    date.get(..7).unwrap_or(date)
}

pub(crate) fn get(db: &Connection, id: i64) -> rusqlite::Result<Option<Report>> {
    db.query_row(&format!("SELECT {COLUMNS} FROM reports WHERE id = ?1"), [id], Report::read).optional()
}

/// Every report, oldest first.
pub(crate) fn all(db: &Connection) -> rusqlite::Result<Vec<Report>> {
    db.prepare(&format!("SELECT {COLUMNS} FROM reports ORDER BY id"))?.query_map([], Report::read)?.collect()
}

pub(crate) struct Change {
    pub privacy: Privacy,
    /// A new password's hash. Without one the old password is kept while the privacy is password.
    pub password: Option<String>,
    /// A new analysis, replacing the previous one.
    pub analysis: Option<Analysis>,
    pub updated_at: String,
}

/// Changes a report. Returns it, or `None` if it was deleted.
pub(crate) fn update(db: &Connection, id: i64, change: &Change) -> rusqlite::Result<Option<Report>> {
    let again = change.analysis.as_ref();
    db.query_row(
        &format!(
            "UPDATE reports SET privacy = ?2, password = iif(?7, coalesce(?3, password), NULL), updated_at = ?4, run = run + (?5 IS NOT NULL),
             result = coalesce(?5, result), results = coalesce(?6, results),
             generated_at = iif(?5 IS NULL, generated_at, ?4)
             WHERE id = ?1 RETURNING {COLUMNS}"
        ),
        params![
            id,
            change.privacy,
            change.password,
            change.updated_at,
            again.map(Analysis::settled),
            again.map(|analysis| &analysis.results),
            change.privacy == Privacy::Password,
        ],
        Report::read,
    )
    .optional()
}

/// Removes a report's password, with any privacy.
#[cfg(feature = "faults")]
pub(crate) fn lose_password(db: &Connection, id: i64) -> rusqlite::Result<usize> {
    db.execute("UPDATE reports SET password = NULL WHERE id = ?1", [id])
}

/// Deletes a report. Returns false if there is none with this id.
pub(crate) fn delete(db: &Connection, id: i64) -> rusqlite::Result<bool> {
    Ok(db.execute("DELETE FROM reports WHERE id = ?1", [id])? > 0)
}

/// The verdict for a range of scores (field note 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Good,
    Decent,
    Bad,
}

impl Verdict {
    /// The verdict of a score, 0–100.
    pub fn of(score: i64) -> Self {
        match score {
            80.. => Self::Good,
            49..80 => Self::Decent,
            _ => Self::Bad,
        }
    }

    /// The word in requests and responses.
    pub fn word(self) -> &'static str {
        match self {
            Self::Good => "good",
            Self::Decent => "decent",
            Self::Bad => "bad",
        }
    }
}

/// Sort keys of the report list (`interface.md` 4.1).
#[derive(Debug, Clone, Copy)]
pub(crate) enum SortBy {
    Id,
    GeneratedAt,
    Url,
    Result,
}

#[derive(Debug)]
pub(crate) struct Filter {
    pub search: Option<String>,
    pub project: Option<String>,
    pub verdict: Option<Verdict>,
}

pub(crate) fn list(
    db: &Connection,
    filter: &Filter,
    sort_by: SortBy,
    paging: Paging,
) -> rusqlite::Result<Page<Report>> {
    let verdict = match filter.verdict {
        None => "true",
        Some(Verdict::Good) => "result > 79",
        Some(Verdict::Decent) => "result BETWEEN 49 AND 79",
        Some(Verdict::Bad) => "result < 49",
    };
    let which =
        format!("(?1 IS NULL OR instr(lower(url), lower(?1)) > 0) AND (?2 IS NULL OR project = ?2) AND {verdict}");
    let total = db.query_row(
        &format!("SELECT count(*) FROM reports WHERE {which}"),
        params![filter.search, filter.project],
        |row| row.get(0),
    )?;
    let column = match sort_by {
        SortBy::Id => "id",
        SortBy::GeneratedAt => "generated_at",
        SortBy::Url => "url",
        SortBy::Result => "result",
    };
    let direction = paging.direction();
    let rows = db
        .prepare_cached(&format!(
            "SELECT {COLUMNS} FROM reports WHERE {which} ORDER BY {column} {direction}, id {direction} LIMIT ?3 OFFSET ?4"
        ))?
        .query_map(params![filter.search, filter.project, paging.per_page, paging.offset()], Report::read)?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page { rows, total })
}
