//! Tolerant JSON parsing.
//!
//! An invalid value doesn't make the rest unreadable: outer layers are only split into pieces of
//! text, and invalid pieces are visibly repaired when used.

use std::{borrow::Cow, collections::HashMap, fmt};

use assay_model::{gives_password, is_deeper};
use memchr::memmem;
use serde::{
    Deserialize,
    de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value, value::RawValue};

use super::{
    budget::{Body, Budget, FIELD_BYTES, MAP_BYTES, ParseError, TEXT_BYTES, VALUE_BYTES},
    repair::{MAX_DEPTH, repair_json},
};
use crate::redact::{truncate, unescape_json};

/// Rows of a list, or fields of a record: more than real ones have.
const MAX_ENTRIES: usize = 10_000;

/// Repeats of a name in a record.
pub(super) const MAX_REPEATS: usize = 100;

/// In a response that is otherwise text.
const MAX_INVALID_SEQUENCES: usize = 1_000_000;

/// For a piece kept as text, in characters.
const MAX_TEXT_LENGTH: usize = 64 * 1024;

/// The field that says if there is a password; other values are never kept (`field-notes.md` 2).
pub(super) const PASSWORD: &str = "password";

/// Replaces hidden text.
pub(super) const ELIDED: &str = "…";

/// The outermost layer of a JSON text, with unparsed contents.
pub(crate) enum Shape<'a> {
    /// Names and values in order; names may repeat.
    Record(Vec<(String, &'a str)>),
    List(Vec<&'a str>),
    /// A text, number, boolean, or null.
    Single,
}

impl<'a> Shape<'a> {
    /// Fails if the text isn't valid JSON, or has too many rows or fields ([`shape_error`]).
    pub(crate) fn of(text: &'a str) -> serde_json::Result<Self> {
        match text.trim_start().as_bytes().first() {
            Some(b'{') => serde_json::from_str(text).map(|Pairs(pairs)| Self::Record(pairs)),
            Some(b'[') => serde_json::from_str(text).map(|Items(items)| Self::List(items)),
            _ => serde_json::from_str::<&RawValue>(text).map(|_| Self::Single),
        }
    }
}

pub(crate) fn shape_error(text: &str, error: &serde_json::Error) -> ParseError {
    // Data errors come only from exceeding a limit.
    if !error.is_data() {
        ParseError::Unexpected(error.to_string())
    } else if text.trim_start().starts_with('[') {
        ParseError::TooManyRows(error.to_string())
    } else {
        ParseError::TooLarge(error.to_string())
    }
}

/// Parses a response without a byte order mark, with `�` for invalid text, and repaired if
/// necessary. Errors include the location.
pub(crate) fn parse_body<T>(
    body: Body,
    read: impl for<'a> FnOnce(&'a str, Shape<'a>, &'a Budget<'a>) -> Result<T, ParseError>,
) -> Result<T, ParseError> {
    body.check_values()?;
    let budget = Budget::of(body);
    let text = text(body.bytes)?;
    match Shape::of(&text) {
        Ok(shape) => return read(&text, shape, &budget),
        Err(error) if error.is_data() || !body.can_repair => return Err(shape_error(&text, &error)),
        Err(_) => {}
    }
    let repaired = repair_json(&text);
    match Shape::of(&repaired) {
        Ok(shape) => read(&repaired, shape, &budget),
        Err(error) if error.is_data() => Err(shape_error(&repaired, &error)),
        Err(error) => Err(error_location(&repaired, &error).into()),
    }
}

/// Parses a response as a value, like [`parse_body`].
pub(crate) fn parse_value(body: Body) -> Result<Value, ParseError> {
    body.check_values()?;
    let budget = Budget::of(body);
    let text = text(body.bytes)?;
    read(&text, &budget).map_err(|error| {
        let repaired = repair_json(&text);
        error_location(&repaired, &error).into()
    })
}

/// A piece as a value. Kept as text if it can't be repaired, takes too much memory, or repeats a
/// name too often.
pub(crate) fn value(piece: &str, budget: &Budget) -> Value {
    let left = budget.left();
    let read = match read(piece, budget) {
        // The added layers would exceed the nesting limit.
        Ok(value) if is_deeper(&value, MAX_DEPTH) => {
            budget.restore(left);
            parse_lossless(&repair_json(piece), budget)
        }
        read => read,
    };
    read.unwrap_or_else(|_| {
        budget.restore(left);
        as_text(piece).into()
    })
}

/// A piece kept as text: truncated if long, hidden if it may contain a password.
pub(super) fn as_text(piece: &str) -> String {
    if mentions_password(piece) { ELIDED.into() } else { truncate(piece, MAX_TEXT_LENGTH) }
}

fn mentions_password(piece: &str) -> bool {
    let has = |text: &str| memmem::find(text.to_ascii_lowercase().as_bytes(), PASSWORD.as_bytes()).is_some();
    // Only the start is kept.
    let beginning = piece.char_indices().nth(MAX_TEXT_LENGTH).map_or(piece, |(end, _)| &piece[..end]);
    has(beginning) || (beginning.contains('\\') && has(&unescape_json(beginning)))
}

/// A piece for display, in plain JSON; unchanged if it is a number, which may exceed any type, or
/// invalid.
pub(crate) fn display(piece: &str, budget: &Budget) -> String {
    if kind(piece) == "a number" || piece.len() > MAX_TEXT_LENGTH {
        return as_text(piece);
    }
    let left = budget.left();
    let shown = parse_lossless(piece, budget).map_or_else(|_| as_text(piece), |value| value.to_string());
    budget.restore(left);
    shown
}

/// The kind of a piece, in one word.
pub(crate) fn kind(piece: &str) -> &'static str {
    match piece.trim_start().as_bytes().first() {
        Some(b'n') => "null",
        Some(b't' | b'f') => "a truth value",
        Some(b'"') => "a text",
        Some(b'[') => "a list",
        Some(b'{') => "a record",
        _ => "a number",
    }
}

/// Whether a piece is an empty map, which may be sent as a list (`field-notes.md` 4).
pub(crate) fn is_empty(piece: &str) -> bool {
    let inside = |open, close| piece.strip_prefix(open)?.strip_suffix(close);
    inside('[', ']').or_else(|| inside('{', '}')).is_some_and(|inside| inside.trim().is_empty())
}

/// The first value of a name in a record. Others are skipped, and the rest is not parsed.
pub(crate) fn pick<'a>(record: &'a str, name: &str) -> Option<&'a str> {
    let mut found = None;
    // Stopping early is an error for the library, and the only possible one here.
    let _ = serde_json::Deserializer::from_str(record).deserialize_map(Pick { name, found: &mut found });
    found
}

/// A record whose names may repeat: the last value counts, as in most parsers, and earlier ones are
/// kept under the name with a number.
#[derive(Default)]
pub(super) struct FieldMap {
    map: Map<String, Value>,
    repeated: HashMap<String, RepeatedName>,
}

struct RepeatedName {
    times: usize,
    next: usize,
}

impl FieldMap {
    /// Continues a record.
    pub(super) fn with(map: Map<String, Value>) -> Self {
        Self { map, repeated: HashMap::new() }
    }

    pub(super) fn into_map(self) -> Map<String, Value> {
        self.map
    }

    /// Adds a field. Returns false if its name repeats too often: then the previous value is
    /// dropped.
    pub(super) fn keep(&mut self, name: String, value: Value, budget: &Budget) -> bool {
        budget.step();
        let Some(present) = self.map.get_mut(&name) else {
            self.map.insert(name, value);
            return true;
        };
        let earlier = std::mem::replace(present, value);
        self.beside(&name, earlier, budget)
    }

    /// Adds a field, with a number if the name is taken.
    pub(super) fn add(&mut self, name: String, value: Value, budget: &Budget) -> bool {
        budget.step();
        if self.map.contains_key(&name) {
            return self.beside(&name, value, budget);
        }
        self.map.insert(name, value);
        true
    }

    fn beside(&mut self, name: &str, value: Value, budget: &Budget) -> bool {
        let begin = self.map.len();
        let RepeatedName { times, next } =
            self.repeated.entry(name.to_owned()).or_insert(RepeatedName { times: 0, next: begin });
        *times += 1;
        if *times > MAX_REPEATS {
            return false;
        }
        loop {
            budget.step();
            let numbered = format!("{name} ({next})");
            *next += 1;
            if !self.map.contains_key(&numbered) {
                self.map.insert(numbered, value);
                return true;
            }
        }
    }
}

/// The text of a response, with `�` for invalid parts.
fn text(body: &[u8]) -> Result<Cow<'_, str>, ParseError> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    // Much faster for valid text.
    if let Ok(text) = str::from_utf8(body) {
        return Ok(text.into());
    }
    let (mut text, mut foreign) = (String::with_capacity(body.len()), 0);
    for chunk in body.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.push(char::REPLACEMENT_CHARACTER);
            foreign += 1;
        }
        if foreign > MAX_INVALID_SEQUENCES {
            return Err(ParseError::Unexpected(format!("more than {MAX_INVALID_SEQUENCES} of its bytes are no text")));
        }
    }
    Ok(text.into())
}

fn read(text: &str, budget: &Budget) -> serde_json::Result<Value> {
    let left = budget.left();
    parse_lossless(text, budget).or_else(|_| {
        budget.restore(left);
        parse_lossless(&repair_json(text), budget)
    })
}

/// Parses a text without losing anything, even repeated names.
fn parse_lossless(text: &str, budget: &Budget) -> serde_json::Result<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = LosslessValue(budget).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// A name, which can always be repaired.
fn name_of(raw: &str) -> Option<String> {
    serde_json::from_str(raw).or_else(|_| serde_json::from_str(&repair_json(raw))).ok()
}

/// Tracking the location costs time, so it is done only after an error.
fn error_location(text: &str, error: &serde_json::Error) -> String {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, SkippedValue>(&mut deserializer) {
        Err(located) => format!("not JSON: {located}"),
        Ok(_) => format!("not JSON: {error}"),
    }
}

struct SkippedValue;

impl<'de> Deserialize<'de> for SkippedValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for SkippedValue {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Self, A::Error> {
        while record.next_entry::<String, Self>()?.is_some() {}
        Ok(self)
    }
}

/// Builds a value within the memory limit, without exposed passwords.
#[derive(Clone, Copy)]
struct LosslessValue<'b>(&'b Budget<'b>);

impl LosslessValue<'_> {
    fn reserve<E: Error>(self, bytes: usize) -> Result<(), E> {
        if self.0.reserve(bytes) { Ok(()) } else { Err(E::custom("more than is read of a record")) }
    }

    fn single<E: Error>(self, value: Value) -> Result<Value, E> {
        self.reserve(VALUE_BYTES)?;
        Ok(value)
    }
}

impl<'de> DeserializeSeed<'de> for LosslessValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for LosslessValue<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        self.single(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        self.single(value.into())
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        self.single(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        self.single(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        self.single(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        self.reserve(TEXT_BYTES)?;
        self.single(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        self.reserve(TEXT_BYTES)?;
        self.single(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        self.reserve(VALUE_BYTES)?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(self)? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Value, A::Error> {
        self.reserve(VALUE_BYTES)?;
        let mut named = FieldMap::default();
        while let Some(name) = record.next_key::<String>()? {
            self.reserve(if named.map.is_empty() { MAP_BYTES + FIELD_BYTES } else { FIELD_BYTES })?;
            let value = record.next_value_seed(self)?;
            let is_kept = self.0.is_of_refusal() || !gives_password(&name, &value);
            if is_kept && !named.keep(name, value, self.0) {
                return Err(A::Error::custom(format_args!("a name repeats more than {MAX_REPEATS} times")));
            }
        }
        Ok(named.map.into())
    }
}

struct Pairs<'a>(Vec<(String, &'a str)>);

impl<'de: 'a, 'a> Deserialize<'de> for Pairs<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PairsVisitor;

        impl<'de> Visitor<'de> for PairsVisitor {
            type Value = Vec<(String, &'de str)>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a record")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some((name, value)) = record.next_entry::<&RawValue, &RawValue>()? {
                    if pairs.len() == MAX_ENTRIES {
                        return Err(A::Error::custom(format_args!("more than {MAX_ENTRIES} fields")));
                    }
                    let name = name_of(name.get()).unwrap_or_else(|| name.get().to_owned());
                    pairs.push((name, value.get()));
                }
                Ok(pairs)
            }
        }

        deserializer.deserialize_map(PairsVisitor).map(Self)
    }
}

/// Searches for a name.
struct Pick<'p, 'a> {
    name: &'p str,
    found: &'p mut Option<&'a str>,
}

impl<'a> Visitor<'a> for Pick<'_, 'a> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a record")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut record: A) -> Result<(), A::Error> {
        while let Some(name) = record.next_key::<&RawValue>()? {
            if name_of(name.get()).is_some_and(|name| name == self.name) {
                *self.found = Some(record.next_value::<&RawValue>()?.get());
                return Ok(());
            }
            record.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

struct Items<'a>(Vec<&'a str>);

impl<'de: 'a, 'a> Deserialize<'de> for Items<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ItemsVisitor;

        impl<'de> Visitor<'de> for ItemsVisitor {
            type Value = Vec<&'de str>;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a list")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = list.next_element::<&RawValue>()? {
                    if items.len() == MAX_ENTRIES {
                        return Err(A::Error::custom(format_args!("more than {MAX_ENTRIES} rows")));
                    }
                    items.push(item.get());
                }
                Ok(items)
            }
        }

        deserializer.deserialize_seq(ItemsVisitor).map(Self)
    }
}

#[cfg(test)]
mod tests;
