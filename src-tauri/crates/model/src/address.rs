//! Addresses that the user types: the page of a new report, the base address of a connection.

use url::{Host, Url};

use crate::FieldReason;

/// The maximum length of a report's URL, in characters (`field-notes.md` 18).
pub const LONGEST_ADDRESS: usize = 2048;

/// The address of a page to report on, as it is sent: with a scheme (https where none was typed), international host
/// names and other characters encoded.
pub fn page(typed: &str) -> Result<Url, FieldReason> {
    let url = parse(typed)?;
    if url.as_str().len() > LONGEST_ADDRESS {
        return Err(FieldReason::TooLong { limit: 2048 });
    }
    Ok(url)
}

/// The base address of a service, which may have a port and a path (`field-notes.md` 32), without a trailing slash.
///
/// Plain http to other computers is an error unless allowed.
pub fn base(typed: &str, allow_insecure: bool) -> Result<Url, FieldReason> {
    let mut url = parse(typed)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FieldReason::Credentials);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(FieldReason::QueryOrFragment);
    }
    if url.scheme() == "http" && !allow_insecure && !is_loopback(&url) {
        return Err(FieldReason::Insecure);
    }
    let path = url.path().trim_end_matches('/').to_owned();
    url.set_path(&path);
    Ok(url)
}

/// The text of a base address without the slash that an address with an empty path ends in.
#[must_use]
pub fn base_text(base: &Url) -> String {
    base.as_str().trim_end_matches('/').to_owned()
}

/// Returns whether two URLs have the same scheme, host, and port, and so may share a key.
#[must_use]
pub fn same_origin(one: &Url, other: &Url) -> bool {
    one.origin() == other.origin()
}

/// Returns whether two URLs are the same page to the services.
#[must_use]
pub fn is_same_page(one: &str, other: &str) -> bool {
    matches!((stored(one), stored(other)), (Some(one), Some(other)) if one == other)
}

/// Returns a page's URL as the services store it, unless it redirects: without scheme, leading
/// `www.`, fragment, and trailing slash (`field-notes.md` 5). `None` if it isn't a URL.
#[must_use]
pub fn stored(address: &str) -> Option<String> {
    let url = parse(address).ok()?;
    let host = url.host_str()?;
    let host = host.strip_prefix("www.").unwrap_or(host);
    // Only a non-default port is part of the stored URL.
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let query = url.query().map(|query| format!("?{query}")).unwrap_or_default();
    Some(format!("{host}{port}{}{query}", url.path().trim_end_matches('/')))
}

fn parse(typed: &str) -> Result<Url, FieldReason> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Err(FieldReason::Required);
    }
    let url = if has_scheme(typed) { Url::parse(typed) } else { Url::parse(&format!("https://{typed}")) }
        .map_err(|_| FieldReason::NotAnAddress)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(FieldReason::UnsupportedScheme);
    }
    match url.host() {
        Some(Host::Domain(name)) if name.is_empty() || typed.contains(char::is_whitespace) => {
            Err(FieldReason::NotAnAddress)
        }
        Some(_) => Ok(url),
        None => Err(FieldReason::NotAnAddress),
    }
}

/// Only `scheme://` and known schemes without slashes count, since `localhost:8080` looks like one.
fn has_scheme(typed: &str) -> bool {
    let Some((scheme, rest)) = typed.split_once(':') else { return false };
    let is_name = scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_name && (rest.starts_with("//") || matches!(scheme, "mailto" | "javascript" | "data" | "file" | "about" | "tel"))
}

/// Returns whether a URL points to this computer.
#[must_use]
pub fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{base, base_text, is_same_page, page};
    use crate::FieldReason;

    #[test]
    fn a_page_gets_the_scheme_it_lacks_and_is_encoded() {
        for (typed, sent) in [
            ("example.com/shop", "https://example.com/shop"),
            ("  http://example.com ", "http://example.com/"),
            ("HTTPS://Example.com/A", "https://example.com/A"),
            ("localhost:8080/x", "https://localhost:8080/x"),
            ("münchen.de/größe", "https://xn--mnchen-3ya.de/gr%C3%B6%C3%9Fe"),
            ("example.com/?q=a://b", "https://example.com/?q=a://b"),
        ] {
            assert_eq!(page(typed).map(String::from), Ok(sent.to_owned()), "{typed}");
        }
    }

    #[test]
    fn what_is_no_page_is_refused_with_the_reason() {
        for (typed, reason) in [
            ("", FieldReason::Required),
            ("   ", FieldReason::Required),
            ("ftp://example.com", FieldReason::UnsupportedScheme),
            ("javascript:alert(1)", FieldReason::UnsupportedScheme),
            ("mailto:a@example.com", FieldReason::UnsupportedScheme),
            ("https://", FieldReason::NotAnAddress),
            ("two words", FieldReason::NotAnAddress),
            ("http://exa mple.com", FieldReason::NotAnAddress),
        ] {
            assert_eq!(page(typed), Err(reason), "{typed}");
        }
        let long = |extra: usize| format!("https://example.com/{}", "a".repeat(2048 - 20 + extra));
        assert!(page(&long(0)).is_ok());
        assert_eq!(page(&long(1)), Err(FieldReason::TooLong { limit: 2048 }));
    }

    #[test]
    fn a_base_address_keeps_port_and_path_and_loses_the_slash() {
        for (typed, text) in [
            ("example.com", "https://example.com"),
            ("https://example.com/", "https://example.com"),
            ("https://example.com:8443/tools/seo//", "https://example.com:8443/tools/seo"),
            ("https://prüfer.example/", "https://xn--prfer-lva.example"),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000"),
            ("http://[::1]:9000/", "http://[::1]:9000"),
            ("http://localhost", "http://localhost"),
        ] {
            assert_eq!(base(typed, false).map(|url| base_text(&url)), Ok(text.to_owned()), "{typed}");
        }
    }

    #[test]
    fn pages_are_the_same_whatever_the_services_leave_out() {
        for (one, other) in [
            ("example.com/shop", "https://www.example.com/shop"),
            ("example.com", "http://example.com/"),
            ("example.com/shop/", "https://EXAMPLE.com/shop#top"),
            ("münchen.de", "https://xn--mnchen-3ya.de"),
            ("example.com/?a=1", "https://example.com?a=1"),
            ("example.com:8443/a", "https://example.com:8443/a"),
        ] {
            assert!(is_same_page(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("example.com/shop", "example.com/Shop"),
            ("example.com/a", "example.com/b"),
            ("example.com", "example.org"),
            ("example.com/?a=1", "example.com/?a=2"),
            ("shop.example.com", "example.com"),
            ("example.com:8443", "example.com"),
            ("", ""),
        ] {
            assert!(!is_same_page(one, other), "{one} {other}");
        }
    }

    #[test]
    fn a_base_address_that_would_leak_the_key_is_refused() {
        assert_eq!(base("http://example.com", false), Err(FieldReason::Insecure));
        assert_eq!(base("http://127.0.0.1.example.com", false), Err(FieldReason::Insecure));
        assert!(base("http://example.com", true).is_ok());
        assert_eq!(base("https://a:b@example.com", false), Err(FieldReason::Credentials));
        assert_eq!(base("https://example.com/?a", false), Err(FieldReason::QueryOrFragment));
        assert_eq!(base("https://example.com/#a", false), Err(FieldReason::QueryOrFragment));
    }
}
