//! Removes the checks of a list's reports while the response is received.
//!
//! Rows carry all of their checks, so a list is megabytes (`field-notes.md` 13), of which kilobytes
//! are shown. Parsing all takes longer than receiving them, so checks are skipped, except the one
//! with the page's full URL (`field-notes.md` 5).

use memchr::memchr;

use crate::response::append;

/// The field with a row's checks.
const CHECKS_NAME: &[u8] = b"\"results\"";

/// The check that is needed for lists.
const SHOWN_CHECK: &[u8] = b"\"seo_friendly_url\"";

/// Skips the checks of rows in a response that comes in pieces.
#[derive(Default)]
pub(crate) struct ChecksStripper {
    output: Vec<u8>,
    text: Option<Text>,
    /// The last text was the name of the checks, or of the shown one.
    is_named: bool,
    /// A colon followed it.
    is_announced: bool,
    checks: Option<Checks>,
    /// The last text among the checks, up to the length of [`SHOWN_CHECK`].
    name: Vec<u8>,
}

/// Inside a text.
#[derive(Clone, Copy)]
struct Text {
    /// An odd number of backslashes came before the next character.
    is_escaped: bool,
    /// Where it starts in the output, if it is there.
    start: usize,
}

/// Inside the checks of a row.
#[derive(Clone, Copy)]
struct Checks {
    depth: usize,
    /// In the value of the shown check.
    is_shown: bool,
}

impl Text {
    /// The length of the text's rest, if it ends in this piece.
    fn end(&mut self, piece: &[u8]) -> Option<usize> {
        let mut from = 0;
        while let Some(place) = piece.get(from..).and_then(|rest| memchr(b'"', rest)) {
            let before = piece.get(from..from + place).unwrap_or_default();
            let is_escaped = self.escapes_after(before);
            from += place + 1;
            self.is_escaped = false;
            if !is_escaped {
                return Some(from);
            }
        }
        self.is_escaped = self.escapes_after(piece.get(from..).unwrap_or_default());
        None
    }

    /// Whether the character after a part is escaped.
    fn escapes_after(&self, part: &[u8]) -> bool {
        let backslashes = part.iter().rev().take_while(|byte| **byte == b'\\').count();
        let is_open = backslashes == part.len() && self.is_escaped;
        (backslashes % 2 == 1) != is_open
    }
}

impl ChecksStripper {
    /// Adds the next piece.
    pub(crate) fn push(&mut self, mut piece: &[u8]) {
        while !piece.is_empty() {
            piece = match self.text {
                Some(text) => self.in_text(text, piece),
                None => self.outside(piece),
            };
        }
    }

    /// The response without its checks.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.output
    }

    fn in_text<'a>(&mut self, mut text: Text, piece: &'a [u8]) -> &'a [u8] {
        let end = text.end(piece);
        let is_over = end.is_some();
        let end = end.unwrap_or(piece.len());
        let (part, rest) = piece.split_at(end);
        self.keep(part);
        if let Some(Checks { depth: 1, .. }) = self.checks
            && self.name.len() <= SHOWN_CHECK.len()
        {
            let part = part.get(..SHOWN_CHECK.len()).unwrap_or(part);
            self.name.extend_from_slice(part);
        }
        self.text = Some(text);
        if is_over {
            self.text = None;
            self.is_named = match self.checks {
                None => self.output.get(text.start..) == Some(CHECKS_NAME),
                Some(Checks { depth, .. }) => depth == 1 && self.name == SHOWN_CHECK,
            };
        }
        rest
    }

    fn outside<'a>(&mut self, piece: &'a [u8]) -> &'a [u8] {
        if let Some(Checks { depth: 2.., is_shown: false }) = self.checks {
            return self.skip_check(piece);
        }
        let is_quiet = |byte: &u8| !matches!(byte, b'"' | b'{' | b'}' | b'[' | b']' | b',' | b':');
        let quiet = piece.iter().take_while(|byte| is_quiet(byte)).count();
        if quiet > 0 {
            let (part, rest) = piece.split_at(quiet);
            self.keep(part);
            // A value that is not a text, record, or list.
            self.is_announced &= part.iter().all(u8::is_ascii_whitespace);
            return rest;
        }
        let Some((&byte, rest)) = piece.split_first() else { return &[] };
        let is_announced = std::mem::take(&mut self.is_announced);
        let is_named = std::mem::take(&mut self.is_named);
        match (byte, &mut self.checks) {
            (b'"', _) => {
                self.name.clear();
                self.name.push(byte);
                self.text = Some(Text { is_escaped: false, start: self.output.len() });
                self.keep(&[byte]);
            }
            (b':', checks) => {
                self.is_announced = is_named;
                if let Some(checks) = checks
                    && is_named
                {
                    checks.is_shown = true;
                    self.output.extend_from_slice(SHOWN_CHECK);
                }
                self.keep(&[byte]);
            }
            (b'{', None) if is_announced => {
                self.output.push(byte);
                self.checks = Some(Checks { depth: 1, is_shown: false });
            }
            (b'{' | b'[', Some(checks)) => {
                checks.depth += 1;
                self.keep(&[byte]);
            }
            (b'}' | b']', Some(checks)) => {
                checks.depth -= 1;
                if checks.depth == 0 {
                    self.checks = None;
                    self.output.push(byte);
                } else {
                    self.keep(&[byte]);
                }
            }
            (b',', Some(checks)) if checks.depth == 1 => checks.is_shown = false,
            _ => self.keep(&[byte]),
        }
        rest
    }

    /// Skips a check that is not shown: only its end matters.
    fn skip_check<'a>(&mut self, mut piece: &'a [u8]) -> &'a [u8] {
        let Some(checks) = &mut self.checks else { return piece };
        while checks.depth > 1
            && let Some((&byte, rest)) = piece.split_first()
        {
            piece = rest;
            match byte {
                b'{' | b'[' => checks.depth += 1,
                b'}' | b']' => checks.depth -= 1,
                b'"' => {
                    let mut text = Text { is_escaped: false, start: self.output.len() };
                    let Some(end) = text.end(piece) else {
                        self.text = Some(text);
                        return &[];
                    };
                    piece = piece.get(end..).unwrap_or_default();
                }
                _ => {}
            }
        }
        piece
    }

    fn keep(&mut self, part: &[u8]) {
        if self.checks.is_none_or(|checks| checks.is_shown) {
            append(&mut self.output, part);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::ChecksStripper;

    fn stripped(pieces: &[&[u8]]) -> String {
        let mut stripper = ChecksStripper::default();
        for piece in pieces {
            stripper.push(piece);
        }
        String::from_utf8(stripper.into_bytes()).unwrap()
    }

    #[test]
    fn only_the_checks_of_rows_are_left_out() {
        for (response, kept) in [
            (
                r#"{"data":[{"id":1,"results":{"a":{"value":[1,"]}"]},"b":2},"x":"y"}]}"#,
                r#"{"data":[{"id":1,"results":{},"x":"y"}]}"#,
            ),
            (
                r#"[{"results" : { "a":{}, "seo_friendly_url" : {"passed":true,"value":"https:\/\/a.de"} , "z":[{}]},"id":1}]"#,
                r#"[{"results" : {"seo_friendly_url": {"passed":true,"value":"https:\/\/a.de"} },"id":1}]"#,
            ),
            (r#"{"results":{"seo_friendly_url":"\"}"}}"#, r#"{"results":{"seo_friendly_url":"\"}"}}"#),
            (r#"{"results":{"a":{"seo_friendly_url":{"value":1}}}}"#, r#"{"results":{}}"#),
            (r#"{"results":{"a\\":"\\","b":"\\\""},"c":1}"#, r#"{"results":{},"c":1}"#),
        ] {
            assert_eq!(stripped(&[response.as_bytes()]), kept, "{response}");
        }
        for response in [
            r#"{"results":[],"a":1}"#,
            r#"{"results":[{"a":1}]}"#,
            r#"{"results":{}}"#,
            r#"{"results":null,"a":{"b":1}}"#,
            r#"{"results":"{","a":{"b":1}}"#,
            r#"["results",{"a":1}]"#,
            r#"{"a":"results","b":{"c":1}}"#,
            r#"{"my\"results":{"c":1}}"#,
            r#"{"results2":{"c":1}}"#,
            r#"{"Results":{"c":1}}"#,
            "<html>{\"a\"",
            "",
        ] {
            assert_eq!(stripped(&[response.as_bytes()]), response);
        }
    }

    proptest! {
        #[test]
        fn it_does_not_matter_where_the_pieces_end(
            parts in proptest::collection::vec(
                prop_oneof![
                    Just("\"results\""), Just("\"seo_friendly_url\""), Just("\"value\""), Just(":"), Just("{"), Just("}"), Just("["),
                    Just("]"), Just(","), Just("\\"), Just("\""), Just("\\\""), Just(" "), Just("1"), Just("ü"),
                ],
                0..60,
            ),
            cuts in proptest::collection::vec(0..200_usize, 0..6),
        ) {
            let response = parts.concat().into_bytes();
            let mut cuts: Vec<_> = cuts.into_iter().map(|cut| cut.min(response.len())).collect();
            cuts.sort_unstable();
            let mut from = 0;
            let mut pieces = Vec::new();
            for cut in cuts.into_iter().chain([response.len()]) {
                pieces.push(&response[from..cut]);
                from = cut;
            }
            let (mut whole, mut pieced) = (ChecksStripper::default(), ChecksStripper::default());
            whole.push(&response);
            for piece in pieces {
                pieced.push(piece);
            }
            prop_assert_eq!(whole.into_bytes(), pieced.into_bytes());
        }
    }
}
