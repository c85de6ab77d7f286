//! URLs that the user types: the page of a new report, the base URL of a connection.

use std::net::Ipv4Addr;

use url::{Host, Url};

use crate::FieldReason;

/// The maximum length of a report's URL, in characters (`field-notes.md` 18).
pub const MAX_URL_LENGTH: usize = 2048;

/// More than any valid URL has before normalization.
const MAX_TEXT_BYTES: usize = 16 * 1024;

/// Column separators, which no host contains.
const BETWEEN: [char; 3] = [',', ';', '|'];

/// A page's URL as sent to the service, and what was left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// With its scheme, and encoded.
    pub url: Url,
    /// The fragment that was left out, with its `#`: it never reaches a server.
    pub fragment: Option<String>,
}

/// Returns the URL of a page as it is sent: with a scheme (https by default), encoded, without a
/// fragment.
pub fn page(typed: &str) -> Result<Url, FieldReason> {
    check(typed).map(|checked| checked.url)
}

/// Returns a page's URL, and the fragment that was left out.
pub fn check(typed: &str) -> Result<Checked, FieldReason> {
    let mut url = link(typed)?;
    let fragment = url.fragment().filter(|fragment| !fragment.is_empty()).map(|fragment| format!("#{fragment}"));
    url.set_fragment(None);
    Ok(Checked { url, fragment })
}

/// Returns a URL to open, which may have a fragment.
pub fn link(typed: &str) -> Result<Url, FieldReason> {
    if typed.split_whitespace().skip(1).any(has_http_scheme) || several(typed).is_some() {
        return Err(FieldReason::SeveralAddresses);
    }
    let url = parse(typed)?;
    let length = url.as_str().len() - url.fragment().map_or(0, |fragment| fragment.len() + 1);
    if length > MAX_URL_LENGTH {
        return Err(FieldReason::TooLong { limit: 2048 });
    }
    Ok(url)
}

/// Returns a page's URL from a list: like [`page`], but without a scheme the host must be a public
/// one, so that stray words, numbers, and email addresses are rejected.
pub fn listed(text: &str) -> Result<Url, FieldReason> {
    let text = text.trim();
    if text.is_empty() {
        return Err(FieldReason::Required);
    }
    // Cheap rejection first: there may be millions of them.
    if text.len() > MAX_TEXT_BYTES {
        return Err(FieldReason::TooLong { limit: 2048 });
    }
    // U+FFFD stands for undecodable bytes.
    if text.contains('\u{fffd}') || (has_http_scheme(text) && has_columns(text)) {
        return Err(FieldReason::NotAnAddress);
    }
    let is_meant = has_http_scheme(text) || has_host(text);
    if !is_meant && (!text.contains(':') || text.contains(char::is_whitespace)) {
        return Err(FieldReason::NotAnAddress);
    }
    let url = page(text)?;
    if !is_meant {
        return Err(FieldReason::NotAnAddress);
    }
    // Credentials would be stored and sent in clear text.
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FieldReason::Credentials);
    }
    Ok(url)
}

/// Returns the URLs on a line of a list, separated by spaces, as written.
#[must_use]
pub fn each(line: &str) -> Vec<&str> {
    several(line).unwrap_or_else(|| vec![line.trim()])
}

/// The words of a text if they are several URLs. A path may contain spaces, so the others need a
/// scheme unless the first has no path.
fn several(text: &str) -> Option<Vec<&str>> {
    let words: Vec<_> = text.split_whitespace().map(|word| word.trim_end_matches(BETWEEN)).collect();
    let (first, rest) = words.split_first().filter(|(_, rest)| !rest.is_empty())?;
    let is_each = if has_http_scheme(first) || first.contains(['/', '?', '#']) {
        rest.iter().all(|word| has_http_scheme(word)) && (has_http_scheme(first) || has_host(first))
    } else {
        words.iter().all(|word| has_http_scheme(word) || has_host(word))
    };
    is_each.then_some(words)
}

/// Returns whether a text starts with `http://` or `https://`.
#[must_use]
pub fn has_http_scheme(text: &str) -> bool {
    let is_first = |scheme: &str| text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    is_first("http://") || is_first("https://")
}

/// Whether a text that starts with a scheme contains more than one URL: another column or another
/// URL follows.
fn has_columns(text: &str) -> bool {
    let rest = text.split_once("://").map_or("", |(_, rest)| rest).trim_start_matches(['/', '\\']);
    let host = rest.split(['/', '\\', '?', '#']).next().unwrap_or_default();
    host.contains(BETWEEN) || rest.match_indices(BETWEEN).any(|(at, _)| rest.get(at + 1..).is_some_and(has_http_scheme))
}

/// Whether a text starts with a host such as `example.com`, `localhost:8080`, or `127.0.0.1`.
pub(crate) fn has_host(text: &str) -> bool {
    let host = text.split(['/', '?', '#']).next().unwrap_or_default();
    let name = match host.rsplit_once(':') {
        Some((name, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    };
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.') || !c.is_ascii();
    if !name.chars().all(|c| is_plain(c) && !c.is_whitespace()) {
        return false;
    }
    let is_top = |last: &str| last.chars().count() > 1 && !last.starts_with(|c: char| c.is_ascii_digit());
    let is_domain = name.strip_suffix('.').unwrap_or(name).rsplit_once('.').is_some_and(|(_, last)| is_top(last));
    is_domain || name.eq_ignore_ascii_case("localhost") || name.parse::<Ipv4Addr>().is_ok()
}

/// Returns the base URL of a service, which may have a port and a path (`field-notes.md` 32),
/// without a trailing slash or the API path. Without a scheme, this computer gets http.
///
/// Plain http to other computers is an error unless allowed.
pub fn base(typed: &str, allow_insecure: bool) -> Result<Url, FieldReason> {
    let typed = typed.trim();
    if typed.contains(char::is_whitespace) {
        return Err(FieldReason::NotAnAddress);
    }
    let mut url = parse(typed)?;
    if !has_scheme(typed) && is_loopback(&url) {
        url = parse(&format!("http://{typed}"))?;
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(FieldReason::Credentials);
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(FieldReason::QueryOrFragment);
    }
    if url.scheme() == "http" && !allow_insecure && !is_loopback(&url) {
        return Err(FieldReason::Insecure);
    }
    let path = without_interface(url.path()).to_owned();
    url.set_path(&path);
    Ok(url)
}

/// Returns the API path at the end of a typed base URL, if any.
#[must_use]
pub fn interface_path(typed: &str) -> Option<String> {
    let path = parse(typed).ok()?.path().trim_end_matches('/').to_owned();
    path.strip_prefix(without_interface(&path)).filter(|end| !end.is_empty()).map(str::to_owned)
}

/// A path without trailing slashes, `/api`, and `/api/v1`.
fn without_interface(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    match path.strip_suffix("/api/v1").or_else(|| path.strip_suffix("/api")) {
        Some(rest) => without_interface(rest),
        None => path,
    }
}

/// Returns a base URL as text, without the slash of an empty path.
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
    // Line breaks and tabs would be dropped, joining two lines into one URL.
    if typed.contains(char::is_control) {
        return Err(FieldReason::NotAnAddress);
    }
    let (address, fragment) = match typed.split_once('#') {
        Some((address, fragment)) => (address.trim_end(), Some(fragment)),
        None => (typed, None),
    };
    let with_scheme = if has_scheme(address) { address.to_owned() } else { format!("https://{address}") };
    if let Some((scheme, rest)) = with_scheme.split_once(':')
        && matches!(&*scheme.to_ascii_lowercase(), "http" | "https")
    {
        let host = rest.strip_prefix("//").ok_or(FieldReason::NotAnAddress)?.split(['/', '\\', '?']).next();
        match host.unwrap_or_default() {
            "" => return Err(FieldReason::NoHost),
            host if host.contains(char::is_whitespace) => return Err(FieldReason::SpaceInHost),
            _ => {}
        }
    }
    let mut url = Url::parse(&with_scheme).map_err(|_| FieldReason::NotAnAddress)?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(FieldReason::UnsupportedScheme);
    }
    url.set_fragment(fragment);
    match url.host() {
        Some(Host::Domain("")) | None => Err(FieldReason::NoHost),
        Some(_) => Ok(url),
    }
}

/// Only `scheme://` and known schemes without slashes count, since `localhost:8080` looks like one.
fn has_scheme(typed: &str) -> bool {
    let Some((scheme, rest)) = typed.split_once(':') else { return false };
    let is_name = scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    let is_known = || {
        let known = ["http", "https", "mailto", "javascript", "data", "file", "about", "tel"];
        known.iter().any(|known| scheme.eq_ignore_ascii_case(known))
    };
    is_name && (rest.starts_with("//") || is_known())
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
    use serde::Deserialize;

    use super::{base, base_text, check, each, interface_path, is_same_page, listed, page};
    use crate::FieldReason;

    /// A typed text or a line of a list. The UI's tests read the same table.
    #[derive(Deserialize)]
    struct Typed {
        text: String,
        url: Option<String>,
        fragment: Option<String>,
        reason: Option<FieldReason>,
        /// The URLs that a list has on this line.
        listed: Vec<String>,
    }

    #[test]
    fn forms_and_lists_go_by_one_table() {
        let table: Vec<Typed> = serde_json::from_str(include_str!("../../../../tests/urls/typed.json")).unwrap();
        for Typed { text, url, fragment, reason, listed: expected } in table {
            let (checked, refused) = match check(&text) {
                Ok(checked) => (Some((checked.url.to_string(), checked.fragment)), None),
                Err(reason) => (None, Some(reason)),
            };
            assert_eq!((checked, refused), (url.map(|url| (url, fragment)), reason), "{text:?}");
            let found: Vec<_> =
                each(&text).into_iter().filter_map(|text| listed(text).ok()).map(String::from).collect();
            assert_eq!(found, expected, "{text:?}");
        }
    }

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
            ("https://", FieldReason::NoHost),
            ("two words", FieldReason::SpaceInHost),
            ("http://exa mple.com", FieldReason::SpaceInHost),
        ] {
            assert_eq!(page(typed), Err(reason), "{typed}");
        }
        let long = |extra: usize| format!("https://example.com/{}", "a".repeat(2048 - 20 + extra));
        assert!(page(&long(0)).is_ok());
        assert_eq!(page(&long(1)), Err(FieldReason::TooLong { limit: 2048 }));
        // The fragment doesn't count.
        assert!(page(&format!("{}#top", long(0))).is_ok());
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
            ("localhost:9000", "http://localhost:9000"),
            ("127.0.0.1:443", "http://127.0.0.1:443"),
            ("[::1]:9000/seo/", "http://[::1]:9000/seo"),
            ("https://localhost:9000", "https://localhost:9000"),
            ("https://example.com/api", "https://example.com"),
            ("https://example.com/api/v1/", "https://example.com"),
            ("https://example.com/tools/api/v1", "https://example.com/tools"),
            ("https://example.com/api/api/v1", "https://example.com"),
            ("https://example.com/api/v2", "https://example.com/api/v2"),
            ("https://example.com/myapi", "https://example.com/myapi"),
        ] {
            assert_eq!(base(typed, false).map(|url| base_text(&url)), Ok(text.to_owned()), "{typed}");
        }
    }

    #[test]
    fn the_path_of_the_interface_is_told_where_it_was_typed() {
        for (typed, left_out) in [
            ("example.com/api", Some("/api")),
            ("https://example.com/tools/api/v1/", Some("/api/v1")),
            ("example.com/api/api/v1", Some("/api/api/v1")),
            ("example.com/", None),
            ("example.com/apis", None),
            ("", None),
        ] {
            assert_eq!(interface_path(typed).as_deref(), left_out, "{typed}");
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
        assert_eq!(base("https://example.com/a b", false), Err(FieldReason::NotAnAddress));
    }
}
