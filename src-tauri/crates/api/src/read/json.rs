//! Tolerant JSON parsing.
//!
//! An invalid value doesn't make the rest unreadable: outer layers are only split into pieces of
//! text, and invalid pieces are visibly repaired when used.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize,
    de::{DeserializeOwned, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::{Map, Value, value::RawValue};

use super::mend::{DEEPEST, mend};

/// Rows of a list, or fields of a record: more than real ones have.
const MOST: usize = 100_000;

/// The outermost layer of a JSON text; what is inside is text still.
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

/// Reads an answer: without a byte order mark, with `�` for what is no text, and mended where nothing else helps. The
/// error names the place in the document where it goes wrong.
pub(crate) fn whole<T>(
    body: &[u8],
    read: impl for<'a> FnOnce(&'a str, Shape<'a>) -> Result<T, String>,
) -> Result<T, String> {
    let text = text(body);
    match Shape::of(&text) {
        Ok(shape) => return read(&text, shape),
        Err(error) if error.is_data() => return Err(error.to_string()),
        Err(_) => {}
    }
    let mended = mend(&text);
    match Shape::of(&mended) {
        Ok(shape) => read(&mended, shape),
        Err(error) => Err(place(&mended, &error)),
    }
}

/// Parses a response without a byte order mark, with `�` for invalid text, and repaired if
/// necessary. Errors include the location.
pub(crate) fn parse(body: &[u8]) -> Result<Value, String> {
    let text = text(body);
    read(&text).map(|Kept(value)| value).map_err(|error| place(&mend(&text), &error))
}

/// A piece as a value. One that cannot be read even when mended is kept as the text that it is.
pub(crate) fn value(piece: &str) -> Value {
    let read = match read(piece) {
        // What `serde_json` just bears would be too much with the layers that are put around it.
        Ok(Kept(value)) if is_deeper(&value, DEEPEST) => serde_json::from_str(&mend(piece)),
        read => read,
    };
    read.map_or_else(|_| piece.into(), |Kept(value)| value)
}

fn is_deeper(value: &Value, most: usize) -> bool {
    match (value, most.checked_sub(1)) {
        (Value::Array(_) | Value::Object(_), None) => true,
        (Value::Array(values), Some(most)) => values.iter().any(|value| is_deeper(value, most)),
        (Value::Object(map), Some(most)) => map.values().any(|value| is_deeper(value, most)),
        _ => false,
    }
}

/// Parses a response as a value, like [`parse_body`].
pub(crate) fn shown(piece: &str) -> String {
    if kind(piece) == "a number" {
        return piece.into();
    }
    serde_json::from_str(piece).map_or_else(|_| piece.into(), |Kept(value)| value.to_string())
}

/// What a piece is, in a word.
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
pub(crate) fn keep(map: &mut Map<String, Value>, name: String, value: Value) {
    if let Some(earlier) = map.get_mut(&name).map(Value::take) {
        map.insert(free_name(map, name.clone()), earlier);
    }
    map.insert(name, value);
}

/// A repeated name.
pub(crate) fn free_name(map: &Map<String, Value>, name: String) -> String {
    if !map.contains_key(&name) {
        return name;
    }
    let mut names = (map.len()..).map(|number| format!("{name} ({number})"));
    names.find(|name| !map.contains_key(name)).unwrap_or(name)
}

fn text(body: &[u8]) -> Cow<'_, str> {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    // Much faster where nothing is wrong, which is nearly always.
    str::from_utf8(body).map_or_else(|_| String::from_utf8_lossy(body), Cow::Borrowed)
}

fn read<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&mend(text)))
}

/// To follow the place costs time, which only a document that goes wrong must spend.
fn place(text: &str, error: &serde_json::Error) -> String {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    match serde_path_to_error::deserialize::<_, Kept>(&mut deserializer) {
        Err(located) => format!("no JSON at {located}"),
        Ok(_) => format!("no JSON: {error}"),
    }
}

/// A skipped value.
struct Kept(Value);

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(KeptVisitor).map(Self)
    }
}

struct KeptVisitor;

impl<'de> Visitor<'de> for KeptVisitor {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(Kept(item)) = list.next_element()? {
            items.push(item);
        }
        Ok(items.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut record: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some((name, Kept(value))) = record.next_entry()? {
            keep(&mut map, name, value);
        }
        Ok(map.into())
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
                    if pairs.len() == MOST {
                        return Err(A::Error::custom(format_args!("more than {MOST} fields")));
                    }
                    // A name is a text, which can always be mended.
                    pairs.push((read(name.get()).unwrap_or_else(|_| name.get().to_owned()), value.get()));
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
            if read::<String>(name.get()).is_ok_and(|name| name == self.name) {
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
                    if items.len() == MOST {
                        return Err(A::Error::custom(format_args!("more than {MOST} rows")));
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

    use super::{MOST, Shape, is_empty, parse, pick, shown, value, whole};

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
        assert!(matches!(Shape::of(&list(MOST)), Ok(Shape::List(rows)) if rows.len() == MOST));
        assert!(Shape::of(&list(MOST + 1)).is_err());
        let error = whole(list(MOST + 1).as_bytes(), |_, _| Ok(())).unwrap_err();
        assert!(error.starts_with("more than 100000 rows"), "{error}");
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
}
