use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use assay_model::{UnrecognizedField, gives_password};
use serde_json::{Map, Value};

use super::{
    budget::{Budget, FIELD_BYTES},
    json::{self, ELIDED, FieldMap, MAX_REPEATS, PASSWORD, Shape},
    scalar,
};
use crate::redact::truncate;

/// For showing an unrecognized value, in characters.
const MAX_RAW_CHARS: usize = 200;

/// Of a known field, in bytes; longer values are unrecognized.
const MAX_VALUE_LENGTH: usize = 4096;

/// In bytes; services store URLs of half that length.
const MAX_IDENTIFIER_LENGTH: usize = 4096;

/// Reported per record.
const MAX_UNRECOGNIZED: usize = 100;

/// A record's fields, read by name, with notes of unrecognized ones.
pub(crate) struct Fields<'a> {
    pairs: Vec<(String, &'a str)>,
    odd: Vec<UnrecognizedField>,
    pub(crate) budget: &'a Budget<'a>,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(pairs: Vec<(String, &'a str)>, budget: &'a Budget<'a>) -> Self {
        Self { pairs, odd: Vec::new(), budget }
    }

    /// A record without fields.
    pub(crate) fn none(budget: &'a Budget<'a>) -> Self {
        Self::new(Vec::new(), budget)
    }

    /// The fields of a record; an empty one may be a list.
    pub(crate) fn of(piece: &'a str, budget: &'a Budget<'a>) -> Option<Self> {
        match Shape::of(piece) {
            Ok(Shape::Record(pairs)) => Some(Self::new(pairs, budget)),
            Ok(Shape::List(items)) if items.is_empty() => Some(Self::none(budget)),
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
        let is_readable = piece.len() <= MAX_VALUE_LENGTH;
        let known = if is_readable { read(&json::value(piece, self.budget)) } else { None };
        if known.is_none() {
            self.note(name, piece);
        }
        known
    }

    /// Notes a field as unrecognized.
    pub(crate) fn note(&mut self, name: &str, piece: &str) {
        if self.odd.len() < MAX_UNRECOGNIZED {
            let is_hidden = is_secret(name, piece, self.budget);
            let raw =
                if is_hidden { ELIDED.into() } else { truncate(&json::display(piece, self.budget), MAX_RAW_CHARS) };
            self.odd.push(UnrecognizedField { field: truncate(name, MAX_RAW_CHARS), raw });
        }
    }

    /// The fields noted as unrecognized so far.
    pub(crate) fn noted(&self) -> &[UnrecognizedField] {
        &self.odd
    }

    /// A record's id: non-empty text, or a whole number's digits (`field-notes.md` 8). `None` if it
    /// is ambiguous or damaged, since a wrong id would refer to another record.
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
        for (name, piece) in self.dropped(known) {
            self.note(&name, piece);
        }
        for name in known {
            let earlier: Vec<_> = {
                let mut given = self.all(name);
                let last = given.next_back();
                given.filter(|piece| Some(*piece) != last).take(MAX_UNRECOGNIZED).collect()
            };
            for piece in earlier {
                self.note(name, piece);
            }
        }
        self.odd.clone()
    }

    /// What [`Self::other`] drops: each name once, with the first dropped value.
    fn dropped(&self, known: &[&str]) -> Vec<(String, &'a str)> {
        let (mut dropped, mut times) = (Vec::<(String, &str)>::new(), HashMap::<&str, usize>::new());
        for (name, piece) in &self.pairs {
            let times = times.entry(name).or_default();
            *times += 1;
            let is_password = *times == 1 && !known.contains(&&**name) && is_secret(name, piece, self.budget);
            if (is_password || *times == MAX_REPEATS + 2) && dropped.len() < MAX_UNRECOGNIZED {
                dropped.push((name.clone(), piece));
            }
        }
        dropped
    }

    /// All fields except the known ones; unrecognized values too, except passwords.
    pub(crate) fn other(self, known: &[&str]) -> Map<String, Value> {
        let Self { pairs, odd, budget } = self;
        let odd: HashSet<_> = odd.iter().map(|odd| odd.field.as_str()).collect();
        let mut other = FieldMap::default();
        for (name, piece) in pairs {
            if known.contains(&&*name) && (name == PASSWORD || !odd.contains(&*name)) {
                continue;
            }
            let value = json::value(piece, budget);
            if !gives_password(&name, &value) && budget.reserve(FIELD_BYTES) {
                other.keep(name, value, budget);
            }
        }
        other.into_map()
    }
}

/// A row as JSON text, truncated, without exposed passwords.
pub(crate) fn row(piece: &str, budget: &Budget, longest: usize) -> String {
    let Ok(Shape::Record(pairs)) = Shape::of(piece) else { return truncate(&json::display(piece, budget), longest) };
    let mut row = String::from("{");
    for (place, (name, piece)) in pairs.into_iter().enumerate() {
        if row.len() > longest * 4 {
            break;
        }
        let is_hidden = is_secret(&name, piece, budget);
        let shown = if is_hidden { Value::from(ELIDED).to_string() } else { json::display(piece, budget) };
        let _ = write!(row, "{}{}:{shown}", if place > 0 { "," } else { "" }, Value::from(name));
    }
    row.push('}');
    truncate(&row, longest)
}

/// Whether a piece is a password, rather than whether there is one.
pub(super) fn is_secret(name: &str, piece: &str, budget: &Budget) -> bool {
    if !name.eq_ignore_ascii_case(PASSWORD) {
        return false;
    }
    let left = budget.left();
    let is_secret = piece.len() > MAX_VALUE_LENGTH || gives_password(name, &json::value(piece, budget));
    budget.restore(left);
    is_secret
}

fn identifier(piece: &str) -> Option<String> {
    if piece.len() > MAX_IDENTIFIER_LENGTH {
        return None;
    }
    let digits = piece.strip_prefix('-').unwrap_or(piece);
    if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(piece.to_owned());
    }
    let value = serde_json::from_str(piece).ok()?;
    scalar::text(&value).filter(|text| !text.contains(char::REPLACEMENT_CHARACTER))
}
