use serde_json::Value;

use super::{Redact, RedactTexts, Redactor, truncate, unescape_json, without_passwords};

#[test]
fn a_secret_is_hidden_in_every_spelling() {
    let redactor = Redactor::new(&"k/e y&\"1".into(), Some(&"pässword\"".into()));
    for text in [
        "k/e y&\"1",
        r#"k\/e y&\"1"#,
        "k%2Fe%20y%26%221",
        "k%2Fe+y%26%221",
        "k/e y&amp;&quot;1",
        "pässword\"",
        "pässword\\\"",
    ] {
        assert_eq!(redactor.redact(&format!("Bearer {text}!"), 99), "Bearer •••!");
    }
}

#[test]
fn an_apostrophe_has_its_spellings_too() {
    let redactor = Redactor::new(&"it's a key".into(), None);
    for text in ["it's a key", "it&#039;s a key", "it&#39;s a key"] {
        assert_eq!(redactor.redact(text, 99), "•••");
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
        assert_eq!(unescape_json(text), spelled);
    }
}

#[test]
fn a_secret_is_hidden_in_json_that_breaks_off() {
    let redactor = Redactor::new(&"k/e\"y-1".into(), None);
    for text in [r#"{"echo": "k/e\"y-1"#, r#"{"echo": "k\/e\u0022y\u002d1"#, r#"{"echo": "\u006b/e\"y-\u0031 "#] {
        assert_eq!(redactor.redact(unescape_json(text).trim(), 99), r#"{"echo": "•••"#);
    }
}

#[test]
fn a_secret_is_hidden_before_the_text_is_cut() {
    assert_eq!(Redactor::new(&"secret".into(), None).redact("my secret key", 7), "my •••…");
}

#[test]
fn a_secret_is_hidden_in_its_codes() {
    let redactor = Redactor::new(&"planted-key-7c1f".into(), None);
    for text in [
        "706c616e7465642d6b65792d37633166",
        "706C616E7465642D6B65792D37633166",
        "cGxhbnRlZC1rZXktN2Mx",
        "planted%2dkey%2d7c1f",
        "planted%2Dkey%2D7c1f",
    ] {
        assert!(redactor.redact(text, 99).starts_with("•••"), "{text}");
    }
    for text in ["a:planted-key-7c1f", "ab:planted-key-7c1f", "Bearer planted-key-7c1f"] {
        let code = data_encoding::BASE64.encode(text.as_bytes());
        assert!(redactor.redact(&code, 99).contains("•••"), "{code}");
    }
}

fn cleaned(body: &str) -> String {
    let redactor = Redactor::new(&"k/e\"y-1".into(), Some(&"hunter2".into()));
    let mut value: Value = serde_json::from_str(body).unwrap();
    redactor.redact_all(body.as_bytes(), &mut value);
    value.to_string()
}

#[test]
fn every_text_and_name_is_looked_at() {
    let body = r#"{"a": [{"k/e\"y-1": "x k\/e\u0022y-1"}, "a hunter2", 2], "hunter2": {"b": "{\"p\": \"k\\\/e\\\"y-1\"}"}, "c": null}"#;
    let clean = r#"{"a":[{"•••":"x •••"},"a •••",2],"c":null,"•••":{"b":"{\"p\": \"•••\"}"}}"#;
    let ordered = |text: &str| {
        let mut value: Value = serde_json::from_str(text).unwrap();
        value.sort_all_objects();
        value
    };
    assert_eq!(ordered(&cleaned(body)), ordered(clean));
}

#[test]
fn nothing_is_looked_at_where_nothing_can_be() {
    let redactor = Redactor::new(&"planted-key-7c1f".into(), None);
    let is_looked_at = |body: &str| {
        let mut read = Looked(false);
        redactor.redact_all(body.as_bytes(), &mut read);
        read.0
    };
    for body in [r#"{"a": "M\u00fcnchen \/ \n"}"#, "", "planted-key-7c1"] {
        assert!(!is_looked_at(body), "{body}");
    }
    for body in [r#""planted-key-7c1f""#, r#""planted\u002dkey-7c1f""#, "706c616e7465642d6b65792d37633166", r"\u00"] {
        assert_eq!(is_looked_at(body), body != r"\u00", "{body}");
    }
}

struct Looked(bool);

impl RedactTexts for Looked {
    fn redact_texts(&mut self, _: &Redact) {
        self.0 = true;
    }
}

#[test]
fn the_value_of_a_password_is_not_in_what_is_shown_of_json() {
    for (text, shown) in [
        (r#"{"password": "a\"b", "x": 1}"#, r#"{"password": …, "x": 1}"#),
        (r#"{"Password" :"hunter2"#, r#"{"Password" :…"#),
        (
            r#"{"password":123,"password":true,"a":{"password":"0"}}"#,
            r#"{"password":…,"password":true,"a":{"password":"0"}}"#,
        ),
        (r#"{"password":["hunter2"]}"#, r#"{"password":…"#),
        (r#"the "password" is wrong"#, r#"the "password" is wrong"#),
    ] {
        assert_eq!(without_passwords(text), shown);
    }
}

#[test]
fn a_short_password_does_not_blank_out_words() {
    assert_eq!(Redactor::new(&"key".into(), Some(&"pas".into())).redact("a password, a key", 99), "a password, a •••");
}

#[test]
fn text_is_cut_between_characters() {
    assert_eq!(truncate("äöü", 3), "äöü");
    assert_eq!(truncate("äöüß", 3), "äö…");
}
