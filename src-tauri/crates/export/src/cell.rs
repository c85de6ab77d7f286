use std::{borrow::Cow, collections::HashMap};

use assay_guide::{Finding, finding};
use assay_model::{
    Check, ExportColumn, ExportField, ExportWord, Importance, Language, OutcomeColumn, OutcomeField, OutcomeWord,
    Privacy, ReportRow, Verdict, readable,
};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::Value;

use crate::Row;

/// A cell by its type.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell<'a> {
    /// Nothing.
    Empty,
    /// A text of the service or the user.
    Text(Cow<'a, str>),
    /// A URL, to which workbooks link a text.
    Link(&'a str, Cow<'a, str>),
    /// A word of the interface, to be translated.
    Word(Cow<'static, str>),
    /// A word of the interface, with the service's message.
    Said(Cow<'static, str>, &'a str),
    /// Checks by the service's names, which are translated in all sheets.
    Checks(Vec<&'a str>),
    /// A check by the service's name, of which only the user's words are shown.
    Explained(&'a str),
    /// A verdict, which is also translated.
    Verdict(Verdict),
    /// A number.
    Number(f64),
    /// A number with all its digits.
    Exact(f64),
    /// A time.
    Date(Timestamp),
}

/// The rows of a file: complete in JSON, selected columns in sheets.
pub trait Record: Serialize + Send + 'static {
    /// A column's field.
    type Field: Copy + PartialEq + Send + 'static;
    /// Returns the cell of a column.
    fn cell(&self, field: Self::Field) -> Cell<'_>;
    /// Returns the cell of a column about a check.
    fn cell_of_check(&self, field: Self::Field, _check: &str) -> Cell<'_> {
        self.cell(field)
    }
    /// Returns a column's width, in characters.
    fn width(field: Self::Field) -> f64;
    /// Returns whether a column holds passwords, so that only the file's owner may read it.
    fn is_secret(field: Self::Field) -> bool;
}

/// The columns of a sheet.
pub struct Columns<F>(Vec<Column<F>>);

/// A column with the user's words for its values.
pub(crate) struct Column<F> {
    pub(crate) field: F,
    pub(crate) heading: String,
    /// The service's name of the check that it is about.
    check: Option<String>,
    words: HashMap<String, String>,
}

impl Columns<ExportField> {
    /// Returns the columns of a list of reports.
    #[must_use]
    pub fn of_reports(columns: &[ExportColumn], words: &[ExportWord]) -> Self {
        let words = || words.iter().map(|ExportWord { field, value, word }| (*field, value, word));
        let column = |ExportColumn { field, heading, check }: &ExportColumn| Column {
            check: check.clone(),
            ..Column::new(*field, heading, words())
        };
        Self(columns.iter().map(column).collect())
    }
}

impl Columns<OutcomeField> {
    /// Returns the columns of a batch's rows.
    #[must_use]
    pub fn of_outcome(columns: &[OutcomeColumn], words: &[OutcomeWord]) -> Self {
        let words = || words.iter().map(|OutcomeWord { field, value, word }| (*field, value, word));
        let column = |OutcomeColumn { field, heading }: &OutcomeColumn| Column::new(*field, heading, words());
        Self(columns.iter().map(column).collect())
    }
}

impl<F: Copy> Columns<F> {
    pub(crate) fn columns(&self) -> impl Iterator<Item = &Column<F>> {
        self.0.iter()
    }

    pub(crate) fn count(&self) -> usize {
        self.0.len()
    }

    /// Whether any column holds passwords.
    pub(crate) fn have_secrets<R: Record<Field = F>>(&self) -> bool {
        self.columns().any(|column| R::is_secret(column.field))
    }

    /// The cells of a row, with their columns.
    pub(crate) fn cells<'a, R: Record<Field = F>>(
        &'a self,
        row: &'a R,
    ) -> impl Iterator<Item = (&'a Column<F>, Cell<'a>)> {
        self.columns().map(|column| {
            let check = column.check.as_deref();
            (column, check.map_or_else(|| row.cell(column.field), |check| row.cell_of_check(column.field, check)))
        })
    }
}

impl<F: Copy + PartialEq> Column<F> {
    fn new<'a>(field: F, heading: &str, words: impl Iterator<Item = (F, &'a String, &'a String)>) -> Self {
        let own = words.filter(|(of, ..)| *of == field).map(|(_, value, word)| (value.clone(), word.clone()));
        Self { field, heading: heading.to_owned(), check: None, words: own.collect() }
    }
}

impl<F> Column<F> {
    /// The user's word for a value, or the value itself.
    pub(crate) fn word<'a>(&'a self, value: &'a str) -> &'a str {
        self.words.get(value).map_or(value, String::as_str)
    }

    /// The user's words about a check, or nothing.
    pub(crate) fn explanation(&self, check: &str) -> &str {
        self.words.get(check).map_or("", String::as_str)
    }

    /// The user's words for checks, in one text.
    pub(crate) fn checks(&self, names: &[&str]) -> String {
        names.iter().map(|name| self.word(name)).collect::<Vec<_>>().join(", ")
    }
}

impl Record for Row {
    type Field = ExportField;

    fn cell(&self, field: ExportField) -> Cell<'_> {
        cell(self, field)
    }

    fn cell_of_check(&self, field: ExportField, check: &str) -> Cell<'_> {
        let mut checks = self.checks.iter().flatten();
        let value = checks.find(|found| found.name == check).map(|found| &found.value);
        value.map_or(Cell::Empty, |value| if field == ExportField::ValueLength { length(value) } else { found(value) })
    }

    fn width(field: ExportField) -> f64 {
        width(field)
    }

    fn is_secret(_: ExportField) -> bool {
        false
    }
}

/// The width of a column, in characters.
pub(crate) fn width(field: ExportField) -> f64 {
    match field {
        ExportField::Address
        | ExportField::Url
        | ExportField::FailedChecks
        | ExportField::FailedKeys
        | ExportField::Why
        | ExportField::How
        | ExportField::Reference => 60.0,
        ExportField::Project
        | ExportField::Connection
        | ExportField::Check
        | ExportField::CheckKey
        | ExportField::Theme
        | ExportField::Value => 28.0,
        ExportField::GeneratedAt
        | ExportField::CreatedAt
        | ExportField::UpdatedAt
        | ExportField::SeenAt
        | ExportField::GoneAt => 24.0,
        ExportField::Id
        | ExportField::Verdict
        | ExportField::Score
        | ExportField::Privacy
        | ExportField::Failed
        | ExportField::Importance
        | ExportField::Pages
        | ExportField::Reports
        | ExportField::Good
        | ExportField::Decent
        | ExportField::Bad
        | ExportField::Average
        | ExportField::AverageChange
        | ExportField::FailingHigh
        | ExportField::ValueLength => 14.0,
    }
}

fn cell(row: &Row, field: ExportField) -> Cell<'_> {
    let report = row.report.as_ref();
    let failing = row.failing.as_ref();
    match field {
        ExportField::Connection => text(row.connection.as_deref()),
        ExportField::Id => report.map_or(Cell::Empty, |report| id(&report.id)),
        ExportField::Address => match (address(report.map(|report| &*report.address)), url(report)) {
            (Cell::Text(shown), Some(url)) => Cell::Link(url, shown),
            (cell, _) => cell,
        },
        ExportField::Url => url(report).map_or(Cell::Empty, |url| Cell::Link(url, url.into())),
        ExportField::Project => text(report.and_then(|report| report.project.as_deref())),
        ExportField::Verdict => report.and_then(|report| report.verdict).map_or(Cell::Empty, Cell::Verdict),
        ExportField::Score => number(report.and_then(|report| report.score)),
        ExportField::Privacy => word(report.and_then(|report| report.privacy).map(privacy)),
        ExportField::GeneratedAt => date(report, |report| report.generated_at),
        ExportField::CreatedAt => date(report, |report| report.created_at),
        ExportField::UpdatedAt => date(report, |report| report.updated_at),
        ExportField::SeenAt => row.seen_at.map_or(Cell::Empty, Cell::Date),
        ExportField::GoneAt => row.gone_at.map_or(Cell::Empty, Cell::Date),
        // Counts of checks are exact in a cell's number.
        #[expect(clippy::cast_precision_loss, reason = "see above")]
        ExportField::Failed => number(failed(row).map(|failed| failed.count() as f64)),
        ExportField::FailedChecks => checks(failed(row).into_iter().flatten().map(|check| &*check.name)),
        ExportField::FailedKeys => {
            let names = failed(row).map(|failed| failed.map(|check| &*check.name).collect::<Vec<_>>().join(", "));
            names.filter(|names| !names.is_empty()).map_or(Cell::Empty, |names| Cell::Text(names.into()))
        }
        ExportField::Check => checks(failing.map(|failing| &*failing.name).into_iter()),
        ExportField::CheckKey => text(failing.map(|failing| &*failing.name)),
        ExportField::Importance => word(failing.and_then(|failing| failing.importance).map(importance)),
        ExportField::Pages => number(failing.map(|failing| f64::from(failing.pages))),
        ExportField::Why | ExportField::How | ExportField::Theme => {
            failing.map_or(Cell::Empty, |failing| Cell::Explained(&failing.name))
        }
        ExportField::Reference => {
            let found = failing.and_then(|failing| finding(Language::English, &failing.name, None));
            found.map_or(Cell::Empty, |Finding { reference, .. }| Cell::Link(reference, reference.into()))
        }
        ExportField::Reports
        | ExportField::Good
        | ExportField::Decent
        | ExportField::Bad
        | ExportField::Average
        | ExportField::AverageChange
        | ExportField::FailingHigh
        | ExportField::Value
        | ExportField::ValueLength => Cell::Empty,
    }
}

/// In characters, of a check's value.
const MAX_VALUE_LENGTH: usize = 1_000;

/// A check's value; lists of scalars as text, others as JSON.
fn found(value: &Value) -> Cell<'_> {
    let plain = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    };
    let text = match value {
        Value::Null => return Cell::Empty,
        Value::Bool(value) => return word(Some(if *value { "true" } else { "false" })),
        Value::Number(found) => return found.as_f64().map_or(Cell::Empty, Cell::Exact),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => return Cell::Empty,
        Value::Object(map) if map.is_empty() => return Cell::Empty,
        Value::Array(items) => {
            let items: Option<Vec<_>> = items.iter().map(plain).collect();
            items.map_or_else(|| value.to_string(), |items| items.join(", "))
        }
        Value::Object(_) => value.to_string(),
    };
    let mut short: String = text.chars().take(MAX_VALUE_LENGTH).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    if short.is_empty() { Cell::Empty } else { Cell::Text(short.into()) }
}

/// The number of characters of a text.
fn length(value: &Value) -> Cell<'static> {
    // Counts of characters are exact in a cell's number.
    #[expect(clippy::cast_precision_loss, reason = "see above")]
    number(value.as_str().map(|text| text.chars().count() as f64))
}

/// An ID: a number where that is exactly its text.
fn id(id: &str) -> Cell<'_> {
    match id.parse::<u32>() {
        Ok(number) if number.to_string() == id => Cell::Number(number.into()),
        _ => text(Some(id)),
    }
}

/// The failed checks; `None` if the checks are unknown.
fn failed(row: &Row) -> Option<impl Iterator<Item = &Check>> {
    row.checks.as_ref().map(|checks| checks.iter().filter(|check| check.passed == Some(false)))
}

fn checks<'a>(names: impl Iterator<Item = &'a str>) -> Cell<'a> {
    let names: Vec<_> = names.collect();
    if names.is_empty() { Cell::Empty } else { Cell::Checks(names) }
}

pub(crate) fn text(text: Option<&str>) -> Cell<'_> {
    text.filter(|text| !text.is_empty()).map_or(Cell::Empty, |text| Cell::Text(text.into()))
}

/// A URL for reading.
pub(crate) fn address(url: Option<&str>) -> Cell<'_> {
    url.filter(|url| !url.is_empty()).map_or(Cell::Empty, |url| Cell::Text(readable(url)))
}

/// The full URL.
fn url(report: Option<&ReportRow>) -> Option<&str> {
    report.and_then(|report| report.url.as_deref()).filter(|url| !url.is_empty())
}

pub(crate) fn word(word: Option<&'static str>) -> Cell<'static> {
    word.map_or(Cell::Empty, |word| Cell::Word(word.into()))
}

pub(crate) fn number(number: Option<f64>) -> Cell<'static> {
    number.filter(|number| number.is_finite()).map_or(Cell::Empty, Cell::Number)
}

fn date(report: Option<&ReportRow>, of: impl Fn(&ReportRow) -> Option<Timestamp>) -> Cell<'static> {
    report.and_then(of).map_or(Cell::Empty, Cell::Date)
}

pub(crate) fn privacy(privacy: Privacy) -> &'static str {
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
