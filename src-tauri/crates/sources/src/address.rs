//! What counts as an address in a list, where nobody looks at each.

use std::net::Ipv4Addr;

use assay_model::{FieldReason, address};

/// The most characters of an address (`field-notes.md` 18).
const LONGEST: u32 = 2048;

/// More bytes than an address can have as it was written.
const LONGEST_TEXT: usize = 16 * 1024;

/// What stands between columns, and no host has in it.
const BETWEEN: [char; 3] = [',', ';', '|'];

/// A page's address as it is sent, and as services keep it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Page {
    pub(crate) address: String,
    pub(crate) stored: String,
}

/// How likely a text is a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum UrlConfidence {
    None,
    /// Without a scheme: `example.com/shop`, but also `photo.jpg`.
    Bare,
    Whole,
}

/// Parses a URL like [`address::listed`].
pub(crate) fn read(text: &str) -> Result<Page, FieldReason> {
    let text = text.trim();
    if text.is_empty() {
        return Err(FieldReason::Required);
    }
    // Of what can be none, no more is looked at than that: there may be millions of them.
    if text.len() > LONGEST_TEXT {
        return Err(FieldReason::TooLong { limit: LONGEST });
    }
    // U+FFFD stands where the text had something that is no character.
    if text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\u{fffd}') {
        return Err(FieldReason::NotAnAddress);
    }
    if has_scheme(text) && is_several(text) {
        return Err(FieldReason::NotAnAddress);
    }
    let is_meant = has_scheme(text) || has_host(text);
    if !is_meant && !text.contains(':') {
        return Err(FieldReason::NotAnAddress);
    }
    let url = address::page(text)?;
    if !is_meant {
        return Err(FieldReason::NotAnAddress);
    }
    let stored = address::stored(url.as_str()).ok_or(FieldReason::NotAnAddress)?;
    Ok(Page { address: url.into(), stored })
}

/// How likely a text is a URL.
pub(crate) fn likeness(text: &str) -> UrlConfidence {
    match read(text) {
        Err(_) => UrlConfidence::None,
        Ok(_) if has_scheme(text.trim()) => UrlConfidence::Whole,
        Ok(_) => UrlConfidence::Bare,
    }
}

fn has_scheme(text: &str) -> bool {
    text.split_once("://")
        .is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
}

/// Whether there is more in a text that begins with a scheme than one address: the next column stands in its host part, or
/// another address behind it.
fn is_several(text: &str) -> bool {
    let rest = text.split_once("://").map_or("", |(_, rest)| rest).trim_start_matches(['/', '\\']);
    let host = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    host.contains(BETWEEN)
        || rest.match_indices(BETWEEN).any(|(at, _)| rest.get(at + 1..).is_some_and(has_scheme_first))
}

fn has_scheme_first(text: &str) -> bool {
    let is_first = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    is_first("http://") || is_first("https://")
}

/// Whether a text begins with a host such as `example.com`, `localhost:8080` or `127.0.0.1`.
fn has_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.') || !c.is_ascii();
    if !name.chars().all(is_plain) {
        return false;
    }
    let is_top = |last: &str| last.chars().count() > 1 && !last.starts_with(|c: char| c.is_ascii_digit());
    let is_domain = name.strip_suffix('.').unwrap_or(name).rsplit_once('.').is_some_and(|(_, last)| is_top(last));
    is_domain || name.eq_ignore_ascii_case("localhost") || name.parse::<Ipv4Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use assay_model::FieldReason;

    use super::{UrlConfidence, likeness, read};

    #[test]
    fn addresses_are_told_from_words() {
        for (text, like) in [
            ("https://example.com/a", UrlConfidence::Whole),
            ("HTTP://intranet/a", UrlConfidence::Whole),
            (" example.com ", UrlConfidence::Bare),
            ("münchen.de/größe", UrlConfidence::Bare),
            ("例え.テスト/a", UrlConfidence::Bare),
            ("example.com:8080/?a=b@c.de", UrlConfidence::Bare),
            ("localhost:8080", UrlConfidence::Bare),
            ("127.0.0.1/a", UrlConfidence::Bare),
            ("word", UrlConfidence::None),
            ("3.14", UrlConfidence::None),
            ("4711", UrlConfidence::None),
            ("e.g.", UrlConfidence::None),
            ("ann@example.com", UrlConfidence::None),
            ("example.com,private", UrlConfidence::None),
            ("two words", UrlConfidence::None),
            ("ftp://example.com", UrlConfidence::None),
            ("https://example.com,Ann", UrlConfidence::None),
            ("https://example.com;ann@example.org/a", UrlConfidence::None),
            ("https:///example.com|1", UrlConfidence::None),
            ("https://example.com/a,https://example.com/b", UrlConfidence::None),
            ("https://example.com/a,b;c|d?e=https://example.com/", UrlConfidence::Whole),
            ("", UrlConfidence::None),
        ] {
            assert_eq!(likeness(text), like, "{text}");
        }
    }

    #[test]
    fn pages_are_normalised() {
        let page = read(" http://www.Example.com/shop/#top ").unwrap();
        assert_eq!((&*page.address, &*page.stored), ("http://www.example.com/shop/#top", "example.com/shop"));
        for (text, reason) in [
            ("", FieldReason::Required),
            ("mailto:a@example.com", FieldReason::UnsupportedScheme),
            ("https://example.com/a\u{fffd}", FieldReason::NotAnAddress),
            ("https://example.com/a\u{0}", FieldReason::NotAnAddress),
        ] {
            assert_eq!(read(text), Err(reason), "{text}");
        }
    }
}
