//! Redacts keys and passwords that services echo in responses, before anything of a response is shown or stored.

use assay_model::Secret;

const HIDDEN: &str = "•••";

/// A shorter password is part of ordinary words: to blank those out would tell it rather than hide it.
const SHORTEST_PASSWORD: usize = 4;

/// What must not be shown.
#[derive(Clone)]
pub(crate) struct Hidden(Vec<Secret>);

impl Hidden {
    /// Hides the key, and the password that a request brings.
    pub(crate) fn new(key: &Secret, password: Option<&Secret>) -> Self {
        let password = password.filter(|password| password.expose().chars().count() >= SHORTEST_PASSWORD);
        Self(std::iter::once(key).chain(password).filter(|secret| !secret.is_empty()).cloned().collect())
    }

    /// The redacted text, truncated to `limit` characters.
    pub(crate) fn show(&self, text: &str, limit: usize) -> String {
        let mut shown = text.to_owned();
        for secret in &self.0 {
            for form in forms(secret.expose()) {
                if shown.contains(&form) {
                    shown = shown.replace(&form, HIDDEN);
                }
            }
        }
        cut(&shown, limit)
    }
}

/// The ways in which an answer may spell a secret, the longest first.
fn forms(secret: &str) -> Vec<String> {
    let json = escaped(secret);
    let mut forms = vec![
        json.replace('/', "\\/"),
        json,
        html(secret).replace('\'', "&#039;"),
        html(secret).replace('\'', "&#39;"),
        html(secret),
        percent_encoding::utf8_percent_encode(secret, percent_encoding::NON_ALPHANUMERIC).to_string(),
        url::form_urlencoded::byte_serialize(secret.as_bytes()).collect(),
        secret.to_owned(),
    ];
    forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
    forms.dedup();
    forms
}

/// A percent-encoded text with lowercase codes.
pub(crate) fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.find('\\').map(|at| rest.split_at(at)) {
        plain.push_str(before);
        let unit = |at: usize| u16::from_str_radix(escape.get(at..)?.strip_prefix("\\u")?.get(..4)?, 16).ok();
        let units = [unit(0), unit(6)].into_iter().map_while(|unit| unit);
        let length = match char::decode_utf16(units).next() {
            Some(Ok(c)) => {
                plain.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
                6 * c.len_utf16()
            }
            _ if escape.starts_with("\\/") => {
                plain.push('/');
                2
            }
            _ => {
                let length = escape.chars().take(2).map(char::len_utf8).sum();
                plain.push_str(escape.get(..length).unwrap_or(escape));
                length
            }
        };
        rest = escape.get(length..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

/// What a text is inside of JSON's quotes.
fn escaped(text: &str) -> String {
    let json = serde_json::Value::from(text).to_string();
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or_default().to_owned()
}

fn html(secret: &str) -> String {
    secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first characters of a text, ending in an ellipsis if truncated.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::{Hidden, cut, plain};

    #[test]
    fn a_secret_is_hidden_in_every_spelling() {
        let hidden = Hidden::new(&"k/e y&\"1".into(), Some(&"pässword\"".into()));
        for text in [
            "k/e y&\"1",
            r#"k\/e y&\"1"#,
            "k%2Fe%20y%26%221",
            "k%2Fe+y%26%221",
            "k/e y&amp;&quot;1",
            "pässword\"",
            "pässword\\\"",
        ] {
            assert_eq!(hidden.show(&format!("Bearer {text}!"), 99), "Bearer •••!");
        }
    }

    #[test]
    fn an_apostrophe_has_its_spellings_too() {
        let hidden = Hidden::new(&"it's a key".into(), None);
        for text in ["it's a key", "it&#039;s a key", "it&#39;s a key"] {
            assert_eq!(hidden.show(text, 99), "•••");
        }
    }

    #[test]
    fn escapes_get_their_usual_spelling() {
        for (text, spelled) in [
            (r"http:\/\/example.com\/", "http://example.com/"),
            (r"M\u00fcnchen \u0041 \ud83d\ude00", "München A 😀"),
            (r#"a\u0022b\u005cc\u000ad\"e"#, r#"a\"b\\c\nd\"e"#),
            // A backslash and the letters after it.
            (r"\\u0041 \\/", r"\\u0041 \\/"),
            (r"\ud83d \u12 \u00", r"\ud83d \u12 \u00"),
            (r"\ä\", r"\ä\"),
            ("nothing", "nothing"),
            ("", ""),
        ] {
            assert_eq!(plain(text), spelled);
        }
    }

    #[test]
    fn a_secret_is_hidden_in_json_that_breaks_off() {
        let hidden = Hidden::new(&"k/e\"y-1".into(), None);
        for text in [r#"{"echo": "k/e\"y-1"#, r#"{"echo": "k\/e\u0022y\u002d1"#, r#"{"echo": "\u006b/e\"y-\u0031 "#] {
            assert_eq!(hidden.show(plain(text).trim(), 99), r#"{"echo": "•••"#);
        }
    }

    #[test]
    fn a_secret_is_hidden_before_the_text_is_cut() {
        assert_eq!(Hidden::new(&"secret".into(), None).show("my secret key", 7), "my •••…");
    }

    #[test]
    fn a_short_password_does_not_blank_out_words() {
        assert_eq!(Hidden::new(&"key".into(), Some(&"pas".into())).show("a password, a key", 99), "a password, a •••");
    }

    #[test]
    fn text_is_cut_between_characters() {
        assert_eq!(cut("äöü", 3), "äöü");
        assert_eq!(cut("äöüß", 3), "äö…");
    }
}
