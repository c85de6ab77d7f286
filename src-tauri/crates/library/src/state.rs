//! The state of a report in a snapshot, without check results.

use assay_model::{Privacy, Report, ReportRow, UnrecognizedField, Verdict};
use jiff::Timestamp;
use rusqlite::{
    Row,
    types::{self, FromSql},
};
use serde_json::{Map, Value};

use crate::{LibraryError, Result, column_encoding};

/// The columns of [`State`] in a query of a `report` or `snapshot` `s` with [`JOINS`].
pub(crate) const COLUMNS: &str = "s.verdict, s.score, s.privacy, s.has_password, s.generated_at, s.created_at,
    s.updated_at, p.name, a.address, a.url, a.odd, a.other, s.checks";
pub(crate) const COLUMN_COUNT: usize = 13;
pub(crate) const JOINS: &str =
    "JOIN report_attributes a ON a.id = s.report_attributes LEFT JOIN project p ON p.id = s.project";

/// The columns of a `report` or `snapshot` that [`ReportState::stored`] fills, and their places.
pub(crate) const STORED_COLUMNS: &str =
    "verdict, score, privacy, has_password, generated_at, created_at, updated_at, project, report_attributes, checks";
pub(crate) const STORED_PLACES: &str = "?, ?, ?, ?, ?, ?, ?, ?, ?, ?";

/// A current or earlier state of a report, as stored.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReportState {
    pub verdict: Option<u8>,
    pub score: Option<f64>,
    pub privacy: Option<u8>,
    pub has_password: Option<bool>,
    pub generated_at: Option<i64>,
    pub created_at: Option<i64>,
    pub updated_at: Option<i64>,
    pub project: Option<String>,
    pub attributes: ReportAttributes,
    /// The number of its checks; `None` if they were not read.
    pub checks: Option<i64>,
}

/// Rarely changing attributes of a report.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReportAttributes {
    pub address: String,
    pub url: Option<String>,
    pub odd: Option<String>,
    /// `None` if they were not read.
    pub other: Option<String>,
}

impl ReportState {
    /// The state of a report, without checks and other fields of full reports.
    pub(crate) fn of_row(row: &ReportRow) -> Result<Self> {
        Ok(Self {
            verdict: row.verdict.map(column_encoding::of_verdict),
            score: row.score,
            privacy: row.privacy.map(Privacy::number),
            has_password: row.has_password,
            generated_at: row.generated_at.map(Timestamp::as_microsecond),
            created_at: row.created_at.map(Timestamp::as_microsecond),
            updated_at: row.updated_at.map(Timestamp::as_microsecond),
            project: row.project.clone(),
            attributes: ReportAttributes {
                address: row.address.clone(),
                url: row.url.clone(),
                odd: if row.odd.is_empty() { None } else { Some(json(&row.odd)?) },
                other: None,
            },
            checks: None,
        })
    }

    /// Whether the two differ at most by unrecognized fields.
    pub(crate) fn equals_except_other(&self, state: &Self) -> bool {
        let attributes = ReportAttributes { other: state.attributes.other.clone(), ..self.attributes.clone() };
        Self { attributes, ..self.clone() } == *state
    }

    /// Reads [`COLUMNS`], starting at this one.
    pub(crate) fn read(row: &Row, first: usize) -> rusqlite::Result<Self> {
        fn get<T: FromSql>(row: &Row, first: usize, place: usize) -> rusqlite::Result<T> {
            row.get(first + place)
        }
        Ok(Self {
            verdict: get(row, first, 0)?,
            score: get(row, first, 1)?,
            privacy: get(row, first, 2)?,
            has_password: get(row, first, 3)?,
            generated_at: get(row, first, 4)?,
            created_at: get(row, first, 5)?,
            updated_at: get(row, first, 6)?,
            project: get(row, first, 7)?,
            attributes: ReportAttributes {
                address: get(row, first, 8)?,
                url: get(row, first, 9)?,
                odd: get(row, first, 10)?,
                other: get(row, first, 11)?,
            },
            checks: get(row, first, 12)?,
        })
    }

    pub(crate) fn stored(&self, project: Option<i64>, attributes: i64) -> [types::Value; 10] {
        [
            self.verdict.into(),
            self.score.into(),
            self.privacy.into(),
            self.has_password.into(),
            self.generated_at.into(),
            self.created_at.into(),
            self.updated_at.into(),
            project.into(),
            attributes.into(),
            self.checks.into(),
        ]
    }

    pub(crate) fn row(self, id: String) -> Result<ReportRow> {
        Ok(ReportRow {
            id,
            address: self.attributes.address,
            url: self.attributes.url,
            project: self.project,
            verdict: verdict(self.verdict),
            score: self.score,
            privacy: self.privacy.and_then(column_encoding::privacy),
            has_password: self.has_password,
            generated_at: column_encoding::maybe_time(self.generated_at)?,
            created_at: column_encoding::maybe_time(self.created_at)?,
            updated_at: column_encoding::maybe_time(self.updated_at)?,
            odd: self.attributes.odd.as_deref().map(parse::<Vec<UnrecognizedField>>).transpose()?.unwrap_or_default(),
        })
    }

    pub(crate) fn report(mut self, id: String, checks: Vec<assay_model::Check>) -> Result<Report> {
        let other = self.attributes.other.take();
        let other = other.as_deref().map(parse::<Map<String, Value>>).transpose()?.unwrap_or_default();
        Ok(Report { row: self.row(id)?, checks, other })
    }
}

pub(crate) fn verdict(code: Option<u8>) -> Option<Verdict> {
    code.and_then(column_encoding::verdict)
}

/// The JSON text of lists and maps.
pub(crate) fn json(value: &impl serde::Serialize) -> Result<String> {
    serde_json::to_string(value).map_err(|error| LibraryError::Failed(error.to_string()))
}

pub(crate) fn parse<T: serde::de::DeserializeOwned>(json: &str) -> Result<T> {
    serde_json::from_str(json).map_err(|_| LibraryError::Damaged)
}
