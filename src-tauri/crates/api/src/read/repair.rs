//! Repairs text that is JSON except for its smallest parts.

use std::fmt::Write as _;

use serde::de::IgnoredAny;

use super::json::as_text;

/// Nesting limit: below that of `serde_json`, and safe for recursion.
pub(super) const MAX_DEPTH: usize = 100;

/// A repair that would add more returns text that can't be parsed.
const MAX_ADDED_BYTES: usize = 4_000_000;

/// Replaces every part that `serde_json` rejects in an otherwise valid document: out-of-range
/// numbers and too deep values become text, lone surrogates become `�`, and control characters are
/// escaped. Other invalid text stays invalid.
pub(super) fn repair_json(text: &str) -> String {
    let mut repaired = String::with_capacity(text.len());
    let mut depth = 0_usize;
    let mut rest = text;
    let most = text.len() + MAX_ADDED_BYTES;
    while let Some(first) = rest.as_bytes().first().filter(|_| repaired.len() <= most) {
        let (token, after) = rest.split_at(match first {
            b'[' | b'{' if depth == MAX_DEPTH => nested(rest),
            _ => length(rest),
        });
        rest = after;
        match first {
            b'"' => string(token, &mut repaired, most),
            b'[' | b'{' if token.len() > 1 => quoted(&as_text(token), &mut repaired),
            b'-' | b'0'..=b'9' if is_beyond_bounds(token) => quoted(token, &mut repaired),
            _ => {
                match first {
                    b'[' | b'{' => depth += 1,
                    b']' | b'}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
                repaired.push_str(token);
            }
        }
    }
    repaired
}

/// The length of the token that a text starts with: a text with its quotes, a number, or one character.
fn length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.first() {
        Some(b'"') => {
            let mut escaped = false;
            let end = bytes.iter().skip(1).position(|byte| {
                let ends = !escaped && *byte == b'"';
                escaped = !escaped && *byte == b'\\';
                ends
            });
            end.map_or(text.len(), |end| end + 2)
        }
        Some(b'-' | b'0'..=b'9') => {
            let in_number = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E');
            bytes.iter().position(|byte| !in_number(byte)).unwrap_or(text.len())
        }
        _ => text.chars().next().map_or(0, char::len_utf8),
    }
}

/// The length of the list or map that a text starts with.
fn nested(text: &str) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        at += length(rest);
        match rest.as_bytes().first() {
            Some(b'[' | b'{') => depth += 1,
            Some(b']' | b'}') if depth == 1 => break,
            Some(b']' | b'}') => depth -= 1,
            _ => {}
        }
    }
    at
}

/// Whether a token is a number out of range.
fn is_beyond_bounds(token: &str) -> bool {
    serde_json::from_str::<f64>(token).is_err() && serde_json::from_str::<IgnoredAny>(token).is_ok()
}

/// Adds a piece of JSON as text.
fn quoted(piece: &str, repaired: &mut String) {
    repaired.push_str(&serde_json::Value::from(piece).to_string());
}

/// Adds a quoted text with repairs, up to `most` bytes.
fn string(token: &str, repaired: &mut String, most: usize) {
    let mut rest = token;
    while let Some(first) = rest.chars().next().filter(|_| repaired.len() <= most) {
        let half = unit(rest).filter(|unit| matches!(unit, 0xD800..=0xDFFF));
        let is_whole = matches!(half, Some(..=0xDBFF)) && matches!(rest.get(6..).and_then(unit), Some(0xDC00..=0xDFFF));
        let (part, after) = rest.split_at(match (half, first) {
            (Some(_), _) if is_whole => 12,
            (Some(_), _) => 6,
            // The escaped character too, since it may be a backslash.
            (None, '\\') => 1 + rest.chars().nth(1).map_or(0, char::len_utf8),
            (None, _) => first.len_utf8(),
        });
        rest = after;
        if half.is_some() && !is_whole {
            repaired.push_str("\\ufffd");
        } else if first < ' ' {
            let _ = write!(repaired, "\\u{:04x}", u32::from(first));
        } else {
            repaired.push_str(part);
        }
    }
}

/// The UTF-16 unit of an escape (`\u00e4`) at the start of a text.
fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{MAX_DEPTH, repair_json};

    fn repaired(text: &str) -> Value {
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text} needs no repair");
        serde_json::from_str(&repair_json(text)).unwrap()
    }

    #[test]
    fn what_is_sound_stays_as_it_is() {
        for text in [
            r#" {"a" : [1, -2.5e3, 1e308, true, null, "x\\", "\"", "\ud83d\ude00", "ä😀", {}, []]} "#,
            r#"["[[[[", "1e400", "\\ud800"]"#,
            "<h1>Not 1 [bit] \\ of \"JSON</h1>",
            "{\"id\": }",
            "",
        ] {
            assert_eq!(repair_json(text), text);
        }
    }

    #[test]
    fn a_number_beyond_all_bounds_becomes_the_text_that_it_was() {
        assert_eq!(repaired(r#"{"a":1e400,"b":[-1E+999,2]}"#), json!({"a": "1e400", "b": ["-1E+999", 2]}));
        let digits = "9".repeat(400);
        assert_eq!(repaired(&format!("[{digits}]")), json!([digits]));
    }

    #[test]
    fn what_is_no_number_is_not_made_one() {
        for text in ["[1.2.3]", "[01]", "[-]", "[1e]", "[+1]"] {
            assert_eq!(repair_json(text), text);
        }
    }

    #[test]
    fn half_a_character_becomes_a_mark() {
        assert_eq!(repaired(r#"["a\ud800b"]"#), json!(["a\u{fffd}b"]));
        assert_eq!(repaired(r#"["\udc00\ud83d\ude00\ud83d"]"#), json!(["\u{fffd}😀\u{fffd}"]));
        assert_eq!(repaired(r#"["\ud800\u0041\ud800\ud800"]"#), json!(["\u{fffd}A\u{fffd}\u{fffd}"]));
        assert_eq!(repaired(r#"{"\udbff":1}"#), json!({"\u{fffd}": 1}));
    }

    #[test]
    fn a_control_character_in_a_text_is_one() {
        assert_eq!(repaired("[\"a\nb\0\"]\n"), json!(["a\nb\0"]));
    }

    #[test]
    fn what_is_nested_too_deep_becomes_a_text() {
        let nested = |levels: usize, inside: &str| format!("{}{inside}{}", "[".repeat(levels), "]".repeat(levels));
        let tricky = r#"["]\\\"]",{"a":1}]"#;
        let sound = nested(MAX_DEPTH - 2, tricky);
        assert_eq!(repair_json(&sound), sound);
        let deep = format!("[{},2]", nested(MAX_DEPTH + 50, tricky));
        let text = Value::from(nested(51, tricky)).to_string();
        assert_eq!(repair_json(&deep), format!("[{},2]", nested(MAX_DEPTH - 1, &text)));
    }

    #[test]
    fn a_hundred_thousand_levels_are_no_danger() {
        for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), "[\"".repeat(100_001)] {
            repair_json(&text);
        }
        let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let value: Value = serde_json::from_str(&repair_json(&text)).unwrap();
        drop(value);
    }
}
