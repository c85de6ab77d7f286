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
        assert!(error.starts_with("not JSON: ") && error.contains(place), "{body}: {error}");
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
