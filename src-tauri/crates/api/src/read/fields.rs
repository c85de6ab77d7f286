use assay_model::UnrecognizedField;
use serde_json::{Map, Value};

use super::{
    json::{self, Shape, keep},
    scalar,
};
use crate::hide::cut;

/// For showing an unrecognized value, in characters.
const RAW: usize = 200;

/// Of a known field, in bytes; longer values are unrecognized.
const PASSWORD: &str = "password";

/// In bytes; services store URLs of half that length.
const HIDDEN: &str = "…";

/// A record's fields, read by name, and a note of each that could not be understood.
pub(crate) struct Fields<'a> {
    pairs: Vec<(String, &'a str)>,
    odd: Vec<UnrecognizedField>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(pairs: Vec<(String, &'a str)>) -> Self {
        Self { pairs, odd: Vec::new() }
    }

    /// A record without fields.
    pub(crate) fn of(piece: &'a str) -> Option<Self> {
        match Shape::of(piece) {
            Ok(Shape::Record(pairs)) => Some(Self::new(pairs)),
            Ok(Shape::List(items)) if items.is_empty() => Some(Self::new(Vec::new())),
            _ => None,
        }
    }

    /// A field's JSON; `None` if absent or null. The last of repeated names counts.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.all(name).next_back().filter(|piece| *piece != "null")
    }

    /// A field's value; `None` if absent, null, or unrecognized.
    pub(crate) fn read<T>(&mut self, name: &str, read: impl Fn(&Value) -> Option<T>) -> Option<T> {
        let piece = self.get(name)?;
        let known = read(&json::value(piece));
        if known.is_none() {
            self.note(name, piece);
        }
        known
    }

    /// Notes a field as unrecognized.
    pub(crate) fn note(&mut self, name: &str, piece: &str) {
        let raw = if is_secret(name, piece) { HIDDEN.into() } else { cut(&json::shown(piece), RAW) };
        self.odd.push(UnrecognizedField { field: name.into(), raw });
    }

    /// What identifies the record: text that is not empty, or a whole number's digits (`field-notes.md` 8). One that
    /// differs from what the service means would stand for something else: so there is none where it is given in two
    /// ways, or was no sound text.
    pub(crate) fn identifier(&self, name: &str) -> Option<String> {
        let mut given = self.all(name);
        let first = identifier(given.next()?)?;
        given.all(|other| identifier(other).as_ref() == Some(&first)).then_some(first)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// All values of a name, in order.
    pub(crate) fn all(&self, name: &str) -> impl DoubleEndedIterator<Item = &'a str> {
        self.pairs.iter().filter(move |(found, _)| found == name).map(|(_, piece)| *piece)
    }

    /// The fields with their JSON, in order.
    pub(crate) fn pairs(self) -> Vec<(String, &'a str)> {
        self.pairs
    }

    /// The unrecognized fields, including contradicting repeats of known ones, names that repeat
    /// too often, and exposed passwords.
    pub(crate) fn odd(&mut self, known: &[&str]) -> Vec<UnrecognizedField> {
        for name in known {
            let earlier: Vec<_> = {
                let mut given = self.all(name);
                let last = given.next_back();
                given.filter(|piece| Some(*piece) != last).collect()
            };
            for piece in earlier {
                self.note(name, piece);
            }
        }
        self.odd.clone()
    }

    /// What [`Self::other`] drops: each name once, with the first dropped value.
    pub(crate) fn other(self, known: &[&str]) -> Map<String, Value> {
        let Self { pairs, odd } = self;
        let mut other = Map::new();
        for (name, piece) in pairs {
            let is_kept = !known.contains(&&*name) || (name != PASSWORD && odd.iter().any(|odd| odd.field == name));
            if is_kept {
                keep(&mut other, name, json::value(piece));
            }
        }
        other
    }
}

/// A row as JSON text, truncated, without exposed passwords.
pub(crate) fn row(piece: &str) -> String {
    match Shape::of(piece) {
        Ok(Shape::Record(pairs)) => {
            let field = |(name, piece): (String, &str)| {
                let shown = if is_secret(&name, piece) { Value::from(HIDDEN).to_string() } else { json::shown(piece) };
                format!("{}:{shown}", Value::from(name))
            };
            format!("{{{}}}", pairs.into_iter().map(field).collect::<Vec<_>>().join(","))
        }
        _ => json::shown(piece),
    }
}

fn is_secret(name: &str, piece: &str) -> bool {
    name == PASSWORD && piece != "null" && scalar::flag(&json::value(piece)).is_none()
}

fn identifier(piece: &str) -> Option<String> {
    let digits = piece.strip_prefix('-').unwrap_or(piece);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(piece.to_owned());
    }
    let value = serde_json::from_str(piece).ok()?;
    scalar::text(&value).filter(|text| !text.contains(char::REPLACEMENT_CHARACTER))
}
