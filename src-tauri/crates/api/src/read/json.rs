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
        Err(located) => format!("no JSON at {located}"),
        Ok(_) => format!("no JSON: {error}"),
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
mod tests {
    use serde_json::{Value, json};

    use proptest::prelude::*;

    use super::{Body, Budget, FieldMap, MAX_ENTRIES, MAX_REPEATS, ParseError, Shape, is_empty, parse_body, pick};

    fn parse(body: &[u8]) -> Result<Value, String> {
        super::parse_value(body.into()).map_err(|why| why.to_string())
    }

    /// A value, and the number of steps to build it.
    fn read(piece: &str) -> (Value, usize) {
        let budget = Budget::of(Body::from(piece.as_bytes()));
        let value = super::value(piece, &budget);
        (value, budget.steps())
    }

    fn value(piece: &str) -> Value {
        read(piece).0
    }

    fn shown(piece: &str) -> String {
        super::display(piece, &Budget::of(Body::from(piece.as_bytes())))
    }

    #[test]
    fn an_answer_is_json_after_a_byte_order_mark_too() {
        assert_eq!(parse(b"\xEF\xBB\xBF{\"a\": 1}\n"), Ok(json!({"a": 1})));
    }

    #[test]
    fn what_is_no_json_says_where() {
        for (body, place) in [
            ("{\"data\": [{\"id\": 1}, {\"id\": }]}", "data[1].id"),
            ("{\"data\": [1e400, oops]}", "data[1]"),
            ("{\"a\": 1", "EOF"),
            ("<html>", "line 1 column 1"),
            ("", "EOF"),
            ("{} {}", "trailing characters"),
        ] {
            let error = parse(body.as_bytes()).unwrap_err();
            assert!(error.starts_with("no JSON") && error.contains(place), "{body}: {error}");
        }
    }

    #[test]
    fn what_is_wrong_in_one_value_does_not_spoil_the_others() {
        assert_eq!(parse(b"[\"caf\xE9\", 1]"), Ok(json!(["caf\u{fffd}", 1])));
        assert_eq!(parse(br#"["\ud800", 1e400, "\u0000"]"#), Ok(json!(["\u{fffd}", "1e400", "\0"])));
    }

    #[test]
    fn a_repeated_name_is_kept_each_time() {
        let text = r#"{"a": 1, "b": {"x": 1, "x": 2, "x": 3}, "a": 2, "a (2)": 5}"#;
        let kept = json!({"a": 2, "b": {"x": 3, "x (1)": 1, "x (2)": 2}, "a (2)": 5, "a (2) (3)": 1});
        assert_eq!(value(text), kept);
    }

    #[test]
    fn a_name_that_stands_for_something_elsewhere_is_a_name() {
        let text = r#"{"$serde_json::private::RawValue":"[1]"}"#;
        assert_eq!(value(text)["$serde_json::private::RawValue"], "[1]");
    }

    #[test]
    fn a_piece_is_shown_plainly_or_as_it_came() {
        assert_eq!(shown(r#"{ "a" : "M\u00fcnchen\/" }"#), r#"{"a":"München/"}"#);
        assert_eq!(shown(r#"[ "\ud800" ]"#), r#"[ "\ud800" ]"#);
        for number in ["1e400", "1.50", "123456789012345678901234567890"] {
            assert_eq!(shown(number), number);
        }
    }

    #[test]
    fn a_layer_is_split_without_reading_what_is_inside() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let text = format!(r#"{{"a": {deep}, "\u0062": "\ud800", "c\udfff": 1e400, "a": 2}}"#);
        let Ok(Shape::Record(pairs)) = Shape::of(&text) else { panic!() };
        let b = r#""\ud800""#;
        let expected: [(&str, &str); 4] = [("a", &deep), ("b", b), ("c\u{fffd}", "1e400"), ("a", "2")];
        assert!(pairs.iter().map(|(name, piece)| (&**name, *piece)).eq(expected));
        assert_eq!(pick(&text, "b"), Some(b));
        assert_eq!(pick(&text, "d"), None);
    }

    #[test]
    fn more_rows_than_any_list_has_are_no_list() {
        let list = |rows: usize| format!("[{}]", vec!["1"; rows].join(","));
        assert!(matches!(Shape::of(&list(MAX_ENTRIES)), Ok(Shape::List(rows)) if rows.len() == MAX_ENTRIES));
        assert!(Shape::of(&list(MAX_ENTRIES + 1)).is_err());
        let error = parse_body(list(MAX_ENTRIES + 1).as_bytes().into(), |_, _, _| Ok(())).unwrap_err();
        assert!(matches!(&error, ParseError::TooManyRows(why) if why.starts_with("more than 10000 rows")), "{error}");
    }

    #[test]
    fn an_empty_map_may_be_a_list() {
        for piece in ["[]", "{}", "[ \n ]", "{ }"] {
            assert!(is_empty(piece), "{piece}");
        }
        for piece in ["[1]", "null", "\"\"", "\"[]\"", "0"] {
            assert!(!is_empty(piece), "{piece}");
        }
    }

    #[test]
    fn what_is_nested_too_deep_for_the_layers_around_it_is_a_text_from_there_on() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        assert_eq!(value(&nested(100)).to_string(), nested(100));
        for depth in [101, 127, 128, 400] {
            let text = Value::from(nested(depth - 100)).to_string();
            assert_eq!(value(&nested(depth)).to_string(), "[".repeat(100) + &text + &"]".repeat(100), "{depth}");
        }
    }

    #[test]
    fn a_value_that_even_mending_does_not_help_is_a_text() {
        assert_eq!(value("1.2.3"), Value::from("1.2.3"));
    }

    #[test]
    fn what_takes_too_much_memory_is_a_text() {
        for piece in [format!("[{}1]", "1,".repeat(400_000)), format!("[{}1]", r#"{"":1},"#.repeat(60_000))] {
            let (value, steps) = read(&piece);
            let text = value.as_str().unwrap();
            assert!(text.ends_with('…') && piece.starts_with(text.trim_end_matches('…')), "{}", text.len());
            assert!(steps <= 500_000, "{steps}");
        }
    }

    #[test]
    fn a_name_that_repeats_without_end_is_a_text() {
        let repeated = |times: usize| format!("{{{}\"b\":0}}", "\"a\":1,".repeat(times));
        assert_eq!(value(&repeated(MAX_REPEATS + 1)).as_object().unwrap().len(), MAX_REPEATS + 2);
        assert_eq!(value(&repeated(MAX_REPEATS + 2)), Value::from(repeated(MAX_REPEATS + 2)));
    }

    #[test]
    fn a_password_is_not_kept_at_any_depth() {
        let given =
            r#"{"a": [{"PassWord": "hunter2", "x": 1}], "password": {"now": "hunter2"}, "pass\u0077ord": ["hunter2"]}"#;
        assert_eq!(value(given), json!({"a": [{"x": 1}]}));
        for flag in [r#"{"password":true}"#, r#"{"password":0}"#, r#"{"a":{"Password":"1"}}"#, r#"{"password":null}"#] {
            assert_eq!(value(flag).to_string(), flag);
        }
        // Nor if it stays text.
        for name in ["password", "PASSWORD", "\\u0070assword"] {
            let hunter = format!(r#"{{"{name}": "hunter2"}}"#);
            let deep = value(&format!("{}{hunter}{}", "[".repeat(120), "]".repeat(120))).to_string();
            assert!(!deep.contains("hunter2"), "{deep}");
            assert_eq!(value(&format!("[{hunter}, 1.2.3]")), "…");
        }
    }

    /// Names, many of which equal those given to repeated names.
    fn names() -> impl Strategy<Value = Vec<String>> {
        let numbered = (0..40_usize).prop_map(|number| format!("a ({number})"));
        prop::collection::vec(prop_oneof![Just("a".to_owned()), Just("a (1)".to_owned()), numbered, "[a-c]"], 0..200)
    }

    proptest! {
        #[test]
        fn a_free_name_is_found_in_few_steps(names in names()) {
            let budget = Budget::of(Body::from(&[][..]));
            let mut named = FieldMap::default();
            for (number, name) in names.iter().enumerate() {
                named.keep(name.clone(), number.into(), &budget);
            }
            prop_assert!(budget.steps() <= names.len() * 3, "{} of {}", budget.steps(), names.len());
            let map = named.into_map();
            for (name, last) in names.iter().zip(0..) {
                if names.iter().rposition(|other| other == name) == Some(last) {
                    prop_assert!(map.values().any(|value| value == last));
                }
            }
        }
    }

    #[test]
    fn names_that_are_taken_beforehand_cost_no_more() {
        let times = 5_000;
        let taken: Vec<_> = (times..2 * times).map(|number| format!("\"a ({number})\":0,")).collect();
        let (_, steps) = read(&format!("{{{}{}\"a\":1}}", taken.concat(), "\"a\":1,".repeat(MAX_REPEATS)));
        assert!(steps <= (times + MAX_REPEATS) * 6, "{steps}");
    }
}
