//! Outside texts, bounded and without characters that would change the text around them.

use assay_model::Language;

/// In characters: enough for a URL that can still be read.
const MAX_LENGTH: usize = 300;

/// Returns the text on one line, without control and bidirectional characters, and not too long.
pub(super) fn plain(text: &str) -> String {
    let mut signs = text.chars().filter(|sign| !is_hidden(*sign));
    let mut plain: String =
        signs.by_ref().take(MAX_LENGTH).map(|sign| if sign.is_whitespace() { ' ' } else { sign }).collect();
    if signs.next().is_some() {
        plain.push('…');
    }
    plain
}

fn is_hidden(sign: char) -> bool {
    (sign.is_control() && !sign.is_whitespace())
        || matches!(sign, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

/// Returns the text as a string of CSS, also safe inside HTML.
pub(super) fn css_string(text: &str) -> String {
    use std::fmt::Write as _;
    plain(text).chars().fold("\"".to_owned(), |mut css, sign| {
        let _ =
            if sign.is_ascii_alphanumeric() { write!(css, "{sign}") } else { write!(css, "\\{:x} ", u32::from(sign)) };
        css
    }) + "\""
}

/// Returns a URL that is safe to follow and to read, if it is one.
pub(super) fn link(url: Option<&str>) -> Option<&str> {
    url.filter(|url| url.starts_with("https://") || url.starts_with("http://"))
        .filter(|url| url.len() <= 4096 && !url.contains(is_hidden))
}

/// The name of a check, as in the window: an unknown one, such as `own_check`, becomes “Own check”.
pub(super) fn check_name(language: Language, name: &str) -> String {
    assay_guide::check_name(language, name).map_or_else(|| readable_name(name), str::to_owned)
}

fn readable_name(name: &str) -> String {
    const INITIALISMS: [&str; 24] = [
        "cdn", "css", "dns", "dom", "gzip", "hsts", "html", "http", "http2", "https", "ip", "js", "json", "ld", "mime",
        "pdf", "seo", "spf", "ssl", "tls", "ttfb", "url", "utf8", "xml",
    ];
    let name = plain(name);
    let words = name.split(['_', '-', ' ']).filter(|word| !word.is_empty()).map(|word| {
        let is_initialism = INITIALISMS.iter().any(|known| word.eq_ignore_ascii_case(known));
        if is_initialism { word.to_uppercase() } else { word.to_owned() }
    });
    let words = words.collect::<Vec<_>>().join(" ");
    let mut signs = words.chars();
    signs.next().map_or(name, |first| first.to_uppercase().chain(signs).collect())
}

#[cfg(test)]
mod tests {
    use super::{css_string, link, plain, readable_name};

    #[test]
    fn outside_texts_are_bounded_and_cannot_turn_the_text_around_them() {
        assert_eq!(plain("a\u{202e}b\u{2066}c\u{200f}\0d\ne"), "abcd e");
        assert_eq!(plain(&"ü".repeat(1 << 20)).chars().count(), 301);
        assert_eq!(css_string("a\"</style>\\"), "\"a\\22 \\3c \\2f style\\3e \\5c \"");
        assert_eq!(link(Some("javascript:alert(1)")), None);
        assert_eq!(link(Some("https://a.example/\u{202e}gnp")), None);
        assert_eq!(link(Some("https://a.example/")), Some("https://a.example/"));
    }

    #[test]
    fn names_of_checks_are_read_as_in_the_window() {
        for (name, read) in [("meta_description", "Meta description"), ("http2", "HTTP2"), ("__", "__"), ("", "")] {
            assert_eq!(readable_name(name), read);
        }
    }
}
