use std::{borrow::Cow, collections::HashMap};

use assay_model::{Check, ExportColumn, ExportField, ExportWord, Importance, Privacy, ReportRow, Verdict};
use jiff::Timestamp;

use crate::Row;

/// What stands in a cell, by its type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Cell<'a> {
    Empty,
    Text(Cow<'a, str>),
    /// One of the interface's own words, for which the user has another.
    Word(&'static str),
    Number(f64),
    Date(Timestamp),
}

/// The columns of a sheet.
pub(crate) struct Columns(Vec<Column>);

/// A column, with the user's words for what stands in it.
pub(crate) struct Column {
    pub(crate) field: ExportField,
    pub(crate) heading: String,
    words: HashMap<String, String>,
}

impl Columns {
    pub(crate) fn new(columns: &[ExportColumn], words: &[ExportWord]) -> Self {
        let column = |ExportColumn { field, heading }: &ExportColumn| {
            let words = words.iter().filter(|word| word.field == *field);
            let words = words.map(|word| (word.value.clone(), word.word.clone())).collect();
            Column { field: *field, heading: heading.clone(), words }
        };
        Self(columns.iter().map(column).collect())
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column> {
        self.0.iter()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// The cells of a row, each with its column.
    pub(crate) fn cells<'a>(&'a self, row: &'a Row) -> impl Iterator<Item = (&'a Column, Cell<'a>)> {
        self.columns().map(|column| (column, cell(row, column.field)))
    }
}

impl Column {
    /// The user's word for a value, or else the value.
    pub(crate) fn word<'a>(&'a self, value: &'a str) -> &'a str {
        self.words.get(value).map_or(value, String::as_str)
    }
}

fn cell(row: &Row, field: ExportField) -> Cell<'_> {
    let report = row.report.as_ref();
    let failing = row.failing.as_ref();
    match field {
        ExportField::Connection => text(row.connection.as_deref()),
        ExportField::Id => text(report.map(|report| &*report.id)),
        ExportField::Address => text(report.map(|report| &*report.address)),
        ExportField::Url => text(report.and_then(|report| report.url.as_deref())),
        ExportField::Project => text(report.and_then(|report| report.project.as_deref())),
        ExportField::Verdict => word(report.and_then(|report| report.verdict).map(Verdict::word)),
        ExportField::Score => number(report.and_then(|report| report.score)),
        ExportField::Privacy => word(report.and_then(|report| report.privacy).map(privacy)),
        ExportField::GeneratedAt => date(report, |report| report.generated_at),
        ExportField::CreatedAt => date(report, |report| report.created_at),
        ExportField::UpdatedAt => date(report, |report| report.updated_at),
        ExportField::SeenAt => row.seen_at.map_or(Cell::Empty, Cell::Date),
        ExportField::GoneAt => row.gone_at.map_or(Cell::Empty, Cell::Date),
        // A count of checks is far below what a cell's number holds exactly.
        #[expect(clippy::cast_precision_loss, reason = "see above")]
        ExportField::Failed => number(failed(row).map(|failed| failed.count() as f64)),
        ExportField::FailedChecks => {
            let names = failed(row).map(|failed| failed.map(|check| &*check.name).collect::<Vec<_>>().join(", "));
            names.filter(|names| !names.is_empty()).map_or(Cell::Empty, |names| Cell::Text(names.into()))
        }
        ExportField::Check => text(failing.map(|failing| &*failing.name)),
        ExportField::Importance => word(failing.and_then(|failing| failing.importance).map(importance)),
        ExportField::Pages => number(failing.map(|failing| f64::from(failing.pages))),
    }
}

/// The checks that failed; `None` where the checks are not known.
fn failed(row: &Row) -> Option<impl Iterator<Item = &Check>> {
    row.checks.as_ref().map(|checks| checks.iter().filter(|check| check.passed == Some(false)))
}

fn text(text: Option<&str>) -> Cell<'_> {
    text.filter(|text| !text.is_empty()).map_or(Cell::Empty, |text| Cell::Text(text.into()))
}

fn word(word: Option<&'static str>) -> Cell<'static> {
    word.map_or(Cell::Empty, Cell::Word)
}

fn number(number: Option<f64>) -> Cell<'static> {
    number.filter(|number| number.is_finite()).map_or(Cell::Empty, Cell::Number)
}

fn date(report: Option<&ReportRow>, of: impl Fn(&ReportRow) -> Option<Timestamp>) -> Cell<'static> {
    report.and_then(of).map_or(Cell::Empty, Cell::Date)
}

fn privacy(privacy: Privacy) -> &'static str {
    match privacy {
        Privacy::Public => "public",
        Privacy::Private => "private",
        Privacy::Password => "password",
    }
}

fn importance(importance: Importance) -> &'static str {
    match importance {
        Importance::High => "high",
        Importance::Medium => "medium",
        Importance::Low => "low",
    }
}
