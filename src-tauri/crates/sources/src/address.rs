//! Recognizes URLs in a list.

use assay_model::{FieldReason, address};

/// A page's URL as it is sent, and as services store it.
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
    let url = address::listed(text)?;
    let stored = address::stored(url.as_str()).ok_or(FieldReason::NotAnAddress)?;
    Ok(Page { address: url.into(), stored })
}

/// How likely a text is a URL.
pub(crate) fn url_confidence(text: &str) -> UrlConfidence {
    match read(text) {
        Err(_) => UrlConfidence::None,
        Ok(_) if address::has_http_scheme(text.trim()) => UrlConfidence::Whole,
        Ok(_) => UrlConfidence::Bare,
    }
}

#[cfg(test)]
mod tests {
    use assay_model::FieldReason;

    use super::{UrlConfidence, read, url_confidence};

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
            ("two words.example/a", UrlConfidence::None),
            ("https://example.com/a b", UrlConfidence::Whole),
            ("example.com/a b", UrlConfidence::Bare),
            ("https://example.com/a https://example.com/b", UrlConfidence::None),
            ("ftp://example.com", UrlConfidence::None),
            ("https://example.com,Ann", UrlConfidence::None),
            ("https://example.com;ann@example.org/a", UrlConfidence::None),
            ("https:///example.com|1", UrlConfidence::None),
            ("https://example.com/a,https://example.com/b", UrlConfidence::None),
            ("https://example.com/a,b;c|d?e=https://example.com/", UrlConfidence::Whole),
            ("", UrlConfidence::None),
        ] {
            assert_eq!(url_confidence(text), like, "{text}");
        }
    }

    #[test]
    fn pages_are_normalised() {
        let page = read(" http://www.Example.com/shop/#top ").unwrap();
        assert_eq!((&*page.address, &*page.stored), ("http://www.example.com/shop/", "example.com/shop"));
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
