//! Page URLs: validation and stored form.

use url::Url;

/// In characters (field note 18).
pub(crate) const MAX_URL_LENGTH: usize = 2048;

/// A page's URL in three forms.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// With scheme: `https://www.example.com/`.
    pub full: String,
    /// Without scheme, leading `www.` and bare trailing slash: `example.com` (field note 5).
    pub short: String,
    /// The host without `www.`, which names the project (field note 6).
    pub host: String,
}

impl Address {
    /// Parses an http(s) URL. International names stay as written; fragment and user name are
    /// dropped.
    pub fn parse(text: &str) -> Option<Self> {
        if text.contains(|c: char| c.is_whitespace() || c.is_control() || c == '\\') {
            return None;
        }
        let parsed = Url::parse(text).ok()?;
        if !matches!(parsed.scheme(), "http" | "https") {
            return None;
        }
        let (_, rest) = text.split_once("://")?;
        let rest = rest.split_once('#').map_or(rest, |(before, _)| before);
        let (authority, path) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
        let authority = authority.rsplit_once('@').map_or(authority, |(_, host)| host).to_lowercase();
        let plain = authority.strip_prefix("www.").unwrap_or(&authority);
        let host = match plain.find(']') {
            Some(end) => &plain[..=end],
            None => plain.split_once(':').map_or(plain, |(host, _)| host),
        };
        if host.is_empty() {
            return None;
        }
        Some(Self {
            full: format!("{}://{authority}{path}", parsed.scheme()),
            short: format!("{plain}{}", if path == "/" { "" } else { path }),
            host: host.to_owned(),
        })
    }

    /// Whether a fetch of the page succeeds: names below `.invalid` never do.
    pub fn reachable(&self) -> bool {
        let host = self.host.trim_end_matches('.');
        host != "invalid" && !host.ends_with(".invalid")
    }

    /// Whether the URL is https.
    pub fn secure(&self) -> bool {
        self.full.starts_with("https:")
    }
}

#[cfg(test)]
mod tests {
    use super::Address;

    fn forms(text: &str) -> Option<(String, String, String)> {
        Address::parse(text).map(|a| (a.full, a.short, a.host))
    }

    #[test]
    fn keeps_the_three_forms() {
        for (text, full, short, host) in [
            ("https://www.Example.com/", "https://www.example.com/", "example.com", "example.com"),
            ("HTTP://example.com", "http://example.com", "example.com", "example.com"),
            ("https://example.com/Shop/", "https://example.com/Shop/", "example.com/Shop/", "example.com"),
            ("https://example.com/?a=1#top", "https://example.com/?a=1", "example.com/?a=1", "example.com"),
            ("https://me@example.com:8443/x", "https://example.com:8443/x", "example.com:8443/x", "example.com"),
            (
                "https://münchen.example/städte",
                "https://münchen.example/städte",
                "münchen.example/städte",
                "münchen.example",
            ),
            ("http://[::1]:8080/x", "http://[::1]:8080/x", "[::1]:8080/x", "[::1]"),
        ] {
            assert_eq!(forms(text), Some((full.into(), short.into(), host.into())), "{text}");
        }
    }

    #[test]
    fn refuses_what_is_no_web_address() {
        for text in [
            "",
            "example.com",
            "ftp://example.com",
            "https://",
            "https:///x",
            "https:example.com",
            "https://a b.com",
            "http://a\\b",
        ] {
            assert_eq!(forms(text), None, "{text}");
        }
    }

    #[test]
    fn knows_names_that_never_resolve() {
        for (text, reachable) in [
            ("https://gone.invalid/x", false),
            ("https://INVALID:81/", false),
            ("https://gone.invalid./", false),
            ("https://invalid.example/", true),
            ("https://example.com/page.invalid", true),
        ] {
            assert_eq!(Address::parse(text).map(|a| a.reachable()), Some(reachable), "{text}");
        }
    }
}
