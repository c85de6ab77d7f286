use std::borrow::Cow;

use assay_model::{BatchRow, FieldReason, InvalidLine, OutcomeField, Problem, Secret};
use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::cell::{Cell, Record, address, number, privacy, text, word};

/// A row of a batch with its outcome. JSON has all of it, with a password only if there is one.
#[derive(Serialize)]
pub struct Outcome {
    /// The row.
    #[serde(flatten)]
    pub row: BatchRow,
    /// The URL of the report's page.
    pub link: Option<String>,
    /// The password that was set, if requested.
    #[serde(serialize_with = "exposed", skip_serializing_if = "Option::is_none")]
    pub password: Option<Secret>,
}

/// An invalid line of a batch's source. JSON has a row's fields where they apply.
#[derive(Serialize)]
pub struct ExportedInvalidLine {
    line: u32,
    #[serde(skip_serializing_if = "String::is_empty")]
    address: String,
    state: &'static str,
    field: String,
    reason: FieldReason,
}

impl From<InvalidLine> for ExportedInvalidLine {
    fn from(InvalidLine { line, text, field, reason }: InvalidLine) -> Self {
        Self { line, address: text, state: "invalid", field, reason }
    }
}

/// A line of an exported outcome.
#[derive(Serialize)]
#[serde(untagged)]
pub enum OutcomeLine {
    /// A row of the batch.
    Row(Box<Outcome>),
    /// An invalid line of its source.
    Invalid(ExportedInvalidLine),
}

impl Record for OutcomeLine {
    type Field = OutcomeField;

    fn cell(&self, field: OutcomeField) -> Cell<'_> {
        match self {
            Self::Row(outcome) => outcome.cell(field),
            Self::Invalid(line) => line.cell(field),
        }
    }

    fn width(field: OutcomeField) -> f64 {
        Outcome::width(field)
    }

    fn is_secret(field: OutcomeField) -> bool {
        Outcome::is_secret(field)
    }
}

impl ExportedInvalidLine {
    fn cell(&self, field: OutcomeField) -> Cell<'_> {
        match field {
            OutcomeField::Line => number(Some(self.line.into())),
            OutcomeField::Address => text(Some(&self.address)),
            OutcomeField::State => Cell::Word(self.state.into()),
            OutcomeField::Message => named(&self.reason),
            OutcomeField::Number
            | OutcomeField::Report
            | OutcomeField::Link
            | OutcomeField::Act
            | OutcomeField::From
            | OutcomeField::To
            | OutcomeField::EndedAt
            | OutcomeField::Took
            | OutcomeField::Password => Cell::Empty,
        }
    }
}

impl Record for Outcome {
    type Field = OutcomeField;

    fn cell(&self, field: OutcomeField) -> Cell<'_> {
        let row = &self.row;
        match field {
            OutcomeField::Number => number(Some(row.number.into())),
            OutcomeField::Line => number(row.line.map(f64::from)),
            OutcomeField::Address => address(Some(&row.address)),
            OutcomeField::Report => text(row.report.as_deref()),
            OutcomeField::Link => text(self.link.as_deref()),
            OutcomeField::Act => named(row.act),
            OutcomeField::State => named(row.state),
            OutcomeField::From => word(row.from.map(privacy)),
            OutcomeField::To => word(row.to.map(privacy)),
            OutcomeField::EndedAt => row.ended_at.map_or(Cell::Empty, Cell::Date),
            OutcomeField::Took => number(row.took.map(f64::from)),
            OutcomeField::Message => message(row),
            OutcomeField::Password => text(self.password.as_ref().map(Secret::expose)),
        }
    }

    fn width(field: OutcomeField) -> f64 {
        match field {
            OutcomeField::Address | OutcomeField::Link | OutcomeField::Message => 60.0,
            OutcomeField::EndedAt | OutcomeField::Password => 24.0,
            OutcomeField::Number
            | OutcomeField::Line
            | OutcomeField::Report
            | OutcomeField::Act
            | OutcomeField::State
            | OutcomeField::From
            | OutcomeField::To
            | OutcomeField::Took => 14.0,
        }
    }

    fn is_secret(field: OutcomeField) -> bool {
        field == OutcomeField::Password
    }
}

/// Why it failed, with the service's message, or why it was skipped.
fn message(row: &BatchRow) -> Cell<'_> {
    match (&row.problem, &row.skipped) {
        (Some(problem), _) => match (name(problem.code), said(problem)) {
            (Some(code), Some(said)) => Cell::Said(code, said),
            (code, _) => code.map_or(Cell::Empty, Cell::Word),
        },
        (None, Some(reason)) => named(reason),
        (None, None) => Cell::Empty,
    }
}

fn said(problem: &Problem) -> Option<&str> {
    problem.said.as_deref().filter(|said| !said.is_empty())
}

fn named(value: impl Serialize) -> Cell<'static> {
    name(value).map_or(Cell::Empty, Cell::Word)
}

/// The contract's word for a value, or for the kind of a value with fields.
fn name(value: impl Serialize) -> Option<Cow<'static, str>> {
    let mut value = serde_json::to_value(value).ok()?;
    if let Some(kind) = value.get_mut("kind") {
        value = kind.take();
    }
    match value {
        Value::String(name) => Some(name.into()),
        _ => None,
    }
}

/// The only way to write a password to a file, at the user's request.
#[expect(clippy::ref_option, reason = "serde gives it so")]
fn exposed<S: Serializer>(password: &Option<Secret>, serializer: S) -> Result<S::Ok, S::Error> {
    password.as_ref().map(Secret::expose).serialize(serializer)
}
