use assay_model::InvalidLine;
use url::Url;

/// Schemes that no password starts with.
const SCHEMES: [&str; 3] = ["http", "https", "ftp"];

/// Column separators: another column's cell may follow.
const BETWEEN: [char; 6] = [',', ';', '|', '"', '\'', '\\'];

/// Invalid lines without their text where it could hold a password.
pub(super) fn without_secrets(mut lines: Vec<InvalidLine>) -> Vec<InvalidLine> {
    for line in &mut lines {
        if !is_surely_a_url(&line.text) {
            line.text.clear();
        }
    }
    lines
}

/// One word that is a URL and nothing else, without credentials.
fn is_surely_a_url(text: &str) -> bool {
    let is_one_word = !text.contains(|c: char| c.is_whitespace() || c.is_control() || BETWEEN.contains(&c));
    // `https://user:pass/word@host` has its credentials in the path.
    is_one_word
        && !text.contains('@')
        && Url::parse(text).is_ok_and(|url| {
            SCHEMES.contains(&url.scheme()) && url.host_str().is_some_and(|host| host.contains(['.', ':']))
        })
}

#[cfg(test)]
mod tests {
    use super::is_surely_a_url;

    #[test]
    fn only_a_single_url_without_credentials_may_be_kept() {
        for text in ["https://a.example/1", "http://a.example/?q=1", "ftp://a.example/6", "https://[::1]/"] {
            assert!(is_surely_a_url(text), "{text}");
        }
        for text in [
            "",
            "hunter2",
            "my.secret",
            "https://hunter2",
            "hunter2://a.example",
            "https://a.example/1 hunter2",
            "https://a.example/1,hunter2",
            "https://a.example;hunter2",
            "https://a.example|hunter2",
            "https://ann:hunter2@a.example/",
            "https://ann:hun/ter2@a.example/",
            "\"https://a.example/1",
            "https://a.example/\thunter2",
        ] {
            assert!(!is_surely_a_url(text), "{text}");
        }
    }
}
