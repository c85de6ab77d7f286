//! Keeps keys and passwords out of what is said about a failure, also where the service echoes them.

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

    /// The text, with what must not be shown replaced, then cut to a number of characters.
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
    let json = serde_json::Value::from(secret).to_string();
    let json = json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or_default().to_owned();
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

fn html(secret: &str) -> String {
    secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first characters of a text, with an ellipsis as the last of them where more were cut off.
pub(crate) fn cut(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::{Hidden, cut};

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
