//! Ids and names as path segments.

use assay_model::{FieldReason, Problem};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Everything but RFC 3986's unreserved characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Encodes a text as a single path segment (`field-notes.md` 8, 27).
///
/// An empty text would address the list. `.` and `..` can't be sent: the URL standard resolves
/// them, encoded (`%2E%2E`) or not.
pub(crate) fn segment(field: &str, text: &str) -> Result<String, Problem> {
    match text {
        "" => Err(Problem::invalid(field, FieldReason::Required)),
        "." | ".." => Err(Problem::invalid(field, FieldReason::NotUsable)),
        _ => Ok(utf8_percent_encode(text, ENCODED).to_string()),
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{FieldReason, Problem};
    use url::Url;

    use super::segment;

    #[test]
    fn a_text_is_one_segment_whatever_it_holds() {
        for (text, encoded) in [
            ("42", "42"),
            ("a-b.c_d~e", "a-b.c_d~e"),
            ("a/b", "a%2Fb"),
            ("a\\b", "a%5Cb"),
            ("münchen.de", "m%C3%BCnchen.de"),
            ("x y", "x%20y"),
            ("?", "%3F"),
            ("#", "%23"),
            ("100%", "100%25"),
            ("%2e%2e", "%252e%252e"),
            ("...", "..."),
            ("a\tb\r\n", "a%09b%0D%0A"),
            ("😀", "%F0%9F%98%80"),
        ] {
            let segment = segment("id", text).unwrap();
            assert_eq!(segment, encoded, "{text}");
            let url = Url::parse(&format!("https://example.com/api/v1/reports/{segment}")).unwrap();
            assert_eq!(url.path(), format!("/api/v1/reports/{encoded}"), "{text}");
            assert_eq!((url.query(), url.fragment()), (None, None), "{text}");
        }
    }

    #[test]
    fn what_would_address_something_else_is_refused() {
        assert_eq!(segment("id", ""), Err(Problem::invalid("id", FieldReason::Required)));
        for dots in [".", ".."] {
            assert_eq!(segment("project", dots), Err(Problem::invalid("project", FieldReason::NotUsable)));
        }
        // The URL standard resolves every spelling.
        for dots in ["..", "%2E%2E", "%2e.", ".%2E"] {
            let url = Url::parse(&format!("https://example.com/api/v1/projects/{dots}")).unwrap();
            assert_eq!(url.path(), "/api/v1/", "{dots}");
        }
    }
}
