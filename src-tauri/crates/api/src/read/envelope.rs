//! The envelopes of records.

use super::{
    budget::{Budget, ParseError},
    fields::Fields,
    json::{Shape, kind},
};

/// Why a record is unusable: the missing field, or `None` if it isn't a record; and what was found.
pub(crate) struct RecordError {
    pub(crate) field: Option<&'static str>,
    pub(crate) found: &'static str,
}

impl RecordError {
    /// The path, given that of the record.
    pub(crate) fn path(&self, at: &str) -> String {
        match self.field {
            Some(field) if at.is_empty() => field.to_owned(),
            Some(field) => format!("{at}.{field}"),
            None => at.to_owned(),
        }
    }

    /// A message, given the record's path.
    pub(crate) fn describe(&self, at: &str) -> String {
        let wanted = if self.field.is_some() { "a text or a number" } else { "a record" };
        expected(&self.path(at), wanted, self.found)
    }
}

/// A response's record, its path, and the surrounding fields.
pub(crate) struct UnwrappedRecord<'a> {
    pub(crate) record: Fields<'a>,
    pub(crate) at: &'static str,
    pub(crate) around: Fields<'a>,
}

/// The record of a response: in `data`, or bare (`field-notes.md` 1). A bare record may have a
/// field `data`.
pub(crate) fn record<'a>(
    text: &'a str,
    shape: Shape<'a>,
    identifier: &str,
    budget: &'a Budget<'a>,
) -> Result<UnwrappedRecord<'a>, ParseError> {
    let Shape::Record(pairs) = shape else { return Err(expected("", "a record", kind(text)).into()) };
    let around = Fields::new(pairs, budget);
    match data(&around)?.and_then(|data| Fields::of(data, budget)) {
        Some(record) if record.has(identifier) || !around.has(identifier) => {
            Ok(UnwrappedRecord { record, at: "data", around })
        }
        _ => Ok(UnwrappedRecord { record: around, at: "", around: Fields::none(budget) }),
    }
}

/// The content of an envelope. With several, choosing one would lose the others.
pub(crate) fn data<'a>(envelope: &Fields<'a>) -> Result<Option<&'a str>, String> {
    let mut given = envelope.all("data");
    match (given.next(), given.next()) {
        (_, Some(_)) => Err(expected("data", "to be there once", "several")),
        (data, None) => Ok(data),
    }
}

pub(crate) fn identified(fields: &Fields, field: &'static str) -> Result<String, RecordError> {
    fields.identifier(field).ok_or_else(|| {
        let mut given = fields.all(field);
        let found = match (given.next(), given.next()) {
            (None, _) => "nothing",
            (Some(piece), None) => kind(piece),
            (Some(_), Some(_)) => "several",
        };
        RecordError { field: Some(field), found }
    })
}

/// Such as "data.id: expected a text or a number, found nothing".
pub(crate) fn expected(path: &str, wanted: &str, found: &str) -> String {
    let place = if path.is_empty() { "answer" } else { path };
    format!("{place}: expected {wanted}, found {found}")
}
