//! URLs as people read and search for them. The UI has the same rules
//! (`ui/src/components/text/readable.ts`), tested by the same table, `tests/urls/readable.json`.

use std::borrow::Cow;

use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use url::{Url, quirks::domain_to_unicode};

use crate::address;

/// Returns a URL for reading: visible percent-encoded characters decoded, and hosts of a single
/// script in Unicode. ASCII stays encoded, so that `%2F` is not shown as `/`.
#[must_use]
pub fn readable(url: &str) -> Cow<'_, str> {
    if is_plain(url) {
        return Cow::Borrowed(url);
    }
    let (scheme, host, rest) = parts(url);
    let host = match host_in_ascii(host) {
        Some(ascii) => of_one_script(&ascii).unwrap_or(ascii),
        None => decoded(host),
    };
    Cow::Owned(format!("{scheme}{host}{}", decoded(rest)))
}

/// Returns other spellings of a URL to search by: decoded with any scripts, and encoded.
#[must_use]
pub fn spellings(url: &str) -> Vec<String> {
    if is_plain(url) {
        return Vec::new();
    }
    let (scheme, host, rest) = parts(url);
    let ascii = host_in_ascii(host);
    let unicode = ascii.as_deref().map(in_unicode);
    let rest_decoded = percent_decode_str(rest).decode_utf8().map_or_else(|_| decoded(rest), Cow::into_owned);
    let decoded = format!("{scheme}{}{rest_decoded}", unicode.as_deref().unwrap_or(host));
    let encoded = format!("{scheme}{}{}", ascii.as_deref().unwrap_or(host), encoded(rest));
    let mut others: Vec<_> = [readable(url).into_owned(), decoded, encoded].into();
    others.retain(|other| other != url);
    others.dedup();
    others
}

/// Returns a typed search in the spelling that services store.
#[must_use]
pub fn encoded_search(typed: &str) -> Cow<'_, str> {
    let typed = typed.trim();
    if typed.is_ascii() && !typed.contains(' ') {
        return Cow::Borrowed(typed);
    }
    let (scheme, host, rest) = parts(typed);
    // Only a full host can be distinguished from part of a path.
    match host_in_ascii(host).filter(|_| address::has_host(host)) {
        Some(host) => Cow::Owned(format!("{scheme}{host}{}", encoded(rest))),
        None => Cow::Owned(encoded(typed)),
    }
}

/// Whether it has no other spelling.
fn is_plain(url: &str) -> bool {
    url.bytes().all(|byte| matches!(byte, b' '..=b'~') && byte != b'%')
        && !url.as_bytes().windows(4).any(|part| part.eq_ignore_ascii_case(b"xn--"))
}

/// A scheme with `://`, a host with its port, and the rest.
fn parts(url: &str) -> (&str, &str, &str) {
    let scheme = url.find("://").filter(|at| url.get(..*at).is_some_and(|name| !name.contains(['/', '?', '#'])));
    let (scheme, rest) = url.split_at(scheme.map_or(0, |at| at + 3));
    let (host, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    (scheme, host, rest)
}

/// A host with its port in ASCII; `None` if it isn't one.
fn host_in_ascii(host: &str) -> Option<String> {
    if host.is_empty() || host.contains(['@', '%', '\\']) || host.contains(char::is_whitespace) {
        return None;
    }
    let url = Url::parse(&format!("https://{host}")).ok()?;
    let port = host.rsplit_once(':').map(|(_, port)| port).filter(|port| !port.ends_with(']'));
    Some(format!("{}{}", url.host_str()?, port.map(|port| format!(":{port}")).unwrap_or_default()))
}

/// The host in Unicode.
fn in_unicode(host: &str) -> String {
    let (name, port) = host.split_at(host.find(':').unwrap_or(host.len()));
    let unicode = domain_to_unicode(name);
    // An IP address has no other spelling.
    if unicode.is_empty() { host.to_owned() } else { format!("{unicode}{port}") }
}

/// A host in Unicode if it has a single script: mixed scripts allow look-alikes.
fn of_one_script(host: &str) -> Option<String> {
    let unicode = in_unicode(host);
    let mut scripts = Vec::new();
    for letter in unicode.chars().filter(|c| !matches!(c, '0'..='9' | '-' | '.' | ':' | '_' | '[' | ']')) {
        let script = script(letter)?;
        if !scripts.contains(&script) {
            scripts.push(script);
        }
    }
    let is_within = |one: &[Script]| scripts.iter().all(|script| one.contains(script));
    // Some languages use several scripts.
    let is_one = scripts.len() < 2
        || is_within(&[Script::Han, Script::Hiragana, Script::Katakana])
        || is_within(&[Script::Han, Script::Hangul]);
    is_one.then_some(unicode)
}

/// The scripts that host names are shown in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    Latin,
    Greek,
    Cyrillic,
    Armenian,
    Hebrew,
    Arabic,
    /// A script of India or Sri Lanka, by its block.
    Indic(u32),
    Thai,
    Lao,
    Georgian,
    Hangul,
    Hiragana,
    Katakana,
    Han,
}

fn script(letter: char) -> Option<Script> {
    Some(match letter {
        'a'..='z' | 'A'..='Z' | 'À'..='Ö' | 'Ø'..='ö' | 'ø'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
        '\u{370}'..='\u{3e1}' | '\u{3f0}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
        '\u{400}'..='\u{52f}' => Script::Cyrillic,
        '\u{531}'..='\u{587}' => Script::Armenian,
        '\u{5d0}'..='\u{5ea}' => Script::Hebrew,
        '\u{620}'..='\u{64a}' | '\u{66e}'..='\u{6d3}' | '\u{750}'..='\u{77f}' => Script::Arabic,
        '\u{900}'..='\u{dff}' => Script::Indic(u32::from(letter) / 0x80),
        '\u{e01}'..='\u{e5b}' => Script::Thai,
        '\u{e81}'..='\u{edf}' => Script::Lao,
        '\u{10d0}'..='\u{10ff}' => Script::Georgian,
        '\u{ac00}'..='\u{d7a3}' => Script::Hangul,
        '\u{3041}'..='\u{3096}' => Script::Hiragana,
        '\u{30a1}'..='\u{30fa}' | 'ー' => Script::Katakana,
        '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '々' => Script::Han,
        _ => return None,
    })
}

/// A path and query for reading; invisible or ambiguous characters stay encoded.
fn decoded(text: &str) -> String {
    let mut readable = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = encoded_bytes(rest);
        let (run, behind) = rest.split_at(length * 3);
        if length == 0 {
            if matches!(first, ' '..='~') || can_be_seen(first) {
                readable.push(first);
            } else {
                readable.extend(utf8_percent_encode(first.encode_utf8(&mut [0; 4]), CONTROLS));
            }
            rest = rest.get(first.len_utf8()..).unwrap_or_default();
            continue;
        }
        rest = behind;
        let bytes: Vec<u8> = percent_decode_str(run).collect();
        let mut written = run;
        let mut take = |bytes: usize| {
            let (taken, left) = written.split_at(bytes * 3);
            written = left;
            taken
        };
        for chunk in bytes.utf8_chunks() {
            for letter in chunk.valid().chars() {
                let as_written = take(letter.len_utf8());
                if !letter.is_ascii() && can_be_seen(letter) {
                    readable.push(letter);
                } else {
                    readable.push_str(as_written);
                }
            }
            readable.push_str(take(chunk.invalid().len()));
        }
    }
    readable
}

/// The number of encoded bytes at the start of a text.
fn encoded_bytes(text: &str) -> usize {
    let is_encoded =
        |bytes: &&[u8]| matches!(bytes, [b'%', high, low] if high.is_ascii_hexdigit() && low.is_ascii_hexdigit());
    text.as_bytes().chunks(3).take_while(is_encoded).count()
}

/// Whether a non-ASCII character is visible, doesn't change the direction, and doesn't look like a
/// delimiter.
fn can_be_seen(letter: char) -> bool {
    !matches!(
        letter,
        '\0'..=' '
            | '\u{7f}'..='\u{a0}'
            | '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{1680}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{2000}'..='\u{200f}'
            | '\u{2028}'..='\u{202f}'
            | '\u{2044}'
            | '\u{205f}'..='\u{206f}'
            | '\u{2215}'
            | '\u{2800}'
            | '\u{29f8}'
            | '\u{3000}'
            | '\u{3164}'
            | '\u{e000}'..='\u{f8ff}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ff03}'
            | '\u{ff05}'
            | '\u{ff0f}'
            | '\u{ff1f}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{ffff}'
            | '\u{1d173}'..='\u{1d17a}'
            | '\u{e0000}'..='\u{10ffff}'
    )
}

/// A path and a query as they are sent.
fn encoded(text: &str) -> String {
    const SPACES: &AsciiSet = &CONTROLS.add(b' ');
    utf8_percent_encode(text, SPACES).to_string()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde::Deserialize;

    use super::{encoded_search, readable, spellings};

    /// A URL and its readable form. The UI's tests read the same table.
    #[derive(Deserialize)]
    struct Read {
        url: String,
        readable: String,
    }

    #[test]
    fn urls_are_decoded_where_that_misleads_nobody() {
        let table: Vec<Read> = serde_json::from_str(include_str!("../../../../tests/urls/readable.json")).unwrap();
        for Read { url, readable: expected } in table {
            assert_eq!(readable(&url), expected, "{url}");
            // A readable URL must lead to the same page when typed again.
            let (page, same) = (crate::address::stored(&url), crate::address::stored(&expected));
            assert!(page.zip(same).is_none_or(|(page, same)| page.eq_ignore_ascii_case(&same)), "{url}");
        }
    }

    #[test]
    fn a_search_is_sent_as_urls_are_kept() {
        for (typed, sent) in [
            ("shop", "shop"),
            ("größe", "gr%C3%B6%C3%9Fe"),
            ("gr%C3%B6%C3%9Fe", "gr%C3%B6%C3%9Fe"),
            ("münchen.example/größe", "xn--mnchen-3ya.example/gr%C3%B6%C3%9Fe"),
            ("https://münchen.example", "https://xn--mnchen-3ya.example"),
            ("münchen", "m%C3%BCnchen"),
            (" a b ", "a%20b"),
            ("x.example/a b?q=ä", "x.example/a%20b?q=%C3%A4"),
            ("", ""),
        ] {
            assert_eq!(encoded_search(typed), sent, "{typed}");
        }
    }

    #[test]
    fn a_url_is_found_by_each_of_its_spellings() {
        assert_eq!(spellings("x.example/shop"), [] as [&str; 0]);
        assert_eq!(spellings("x.example/gr%C3%B6%C3%9Fe"), ["x.example/größe"]);
        assert_eq!(spellings("x.example/größe"), ["x.example/gr%C3%B6%C3%9Fe"]);
        assert_eq!(spellings("xn--mnchen-3ya.example/a%20b"), ["münchen.example/a%20b", "münchen.example/a b"]);
        // Mixed scripts are not shown, but found.
        assert_eq!(spellings("xn--pple-43d.example"), ["аpple.example"]);
    }

    proptest! {
        #[test]
        fn whatever_it_is_it_can_be_read(url in "([a-z]{1,3}\\.example)?(/|%|%[0-9A-F]{2}|%[CE][0-9A-F]%[89AB][0-9A-F]|[ -~]|\\PC){0,20}") {
            let text = readable(&url).into_owned();
            prop_assert!(!text.contains(['\u{202e}', '\u{2066}', '\u{200b}', '\u{ad}']) , "{text}");
            let _ = (spellings(&url), encoded_search(&url));
        }
    }
}
