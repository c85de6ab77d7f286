use std::collections::{BTreeSet, HashMap};

use assay_model::{Check, Language};
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::{ANY, CheckTheme, FACTS, Guide, LANGUAGES, Texts, check_name, error_kind, finding, texts, theme_name};

const MAX_NAME: usize = 48;
const MAX_TITLE: usize = 72;
const MAX_WHY: usize = 200;
const MAX_HOW: usize = 300;

/// Names in code, which every language has as they are.
fn codes(text: &str) -> BTreeSet<&str> {
    text.split(|letter: char| !letter.is_ascii_alphanumeric() && !"-_:=\"<>!".contains(letter))
        .map(|word| word.trim_matches(['-', ':', '!']))
        .filter(|word| word.contains(['<', '=', ':', '"']) || word.chars().any(|letter| letter.is_ascii_digit()))
        .collect()
}

fn kinds(texts: &Texts) -> BTreeSet<&String> {
    texts.findings.keys().collect()
}

#[test]
fn every_language_explains_every_check_and_kind() {
    let english: &Guide = texts(Language::English);
    assert!(FACTS.len() >= 35, "{}", FACTS.len());
    for &language in LANGUAGES {
        let guide = texts(language);
        let names: BTreeSet<_> = guide.checks.keys().collect();
        assert_eq!(names, FACTS.keys().collect(), "{language:?}");
        assert_eq!(guide.themes.len(), english.themes.len(), "{language:?}");
        for (check, texts) in &guide.checks {
            let source = &english.checks[check];
            assert_eq!(kinds(texts), kinds(source), "{language:?}: {check}");
            for (text, source) in [(&texts.why, &source.why), (&texts.how, &source.how)] {
                assert_eq!(codes(text), codes(source), "{language:?}: {check}: {text}");
            }
        }
    }
}

#[test]
fn texts_are_short_and_tidy() {
    for &language in LANGUAGES {
        let guide = texts(language);
        let names: BTreeSet<_> = guide.checks.values().map(|texts| &texts.name).collect();
        assert_eq!(names.len(), guide.checks.len(), "{language:?}: two checks have one name");
        for (check, Texts { name, why, how, findings }) in &guide.checks {
            let titles = findings.values().map(|title| (title, MAX_TITLE));
            for (text, longest) in titles.chain([(name, MAX_NAME), (why, MAX_WHY), (how, MAX_HOW)]) {
                let length = text.chars().count();
                assert!((1..=longest).contains(&length), "{language:?}: {check}: {length}: {text}");
                assert_eq!(text.trim(), text, "{language:?}: {check}");
            }
            for sentence in [why, how] {
                assert!(sentence.ends_with(['.', '。']), "{language:?}: {check}: {sentence}");
            }
            let several = findings.len() > 1;
            assert_eq!(several, findings.contains_key(ANY), "{language:?}: {check}");
        }
    }
}

/// How many sentences a text has. Neither a letter with a period nor one before a small letter ends any, as in “z. B.”.
fn sentences(text: &str) -> usize {
    let is_end = |(at, sign): (usize, char)| {
        let (before, after) = (&text[..at], &text[at + sign.len_utf8()..]);
        let mut word = before.rsplit(char::is_whitespace).next().unwrap_or_default().chars();
        let is_letter = word.next().is_some_and(char::is_alphabetic) && word.next().is_none();
        let is_last = after.is_empty() || after.starts_with(char::is_whitespace);
        match sign {
            '。' | '！' | '？' => true,
            '.' | '!' | '?' | '؟' => is_last && !is_letter && !after.trim_start().starts_with(char::is_lowercase),
            _ => false,
        }
    };
    text.char_indices().filter(|sign| is_end(*sign)).count()
}

#[test]
fn why_is_one_sentence_and_how_one_to_three() {
    assert_eq!(sentences("Nur wenige, z. B. in robots.txt. Und bzw. oder?"), 2);
    assert_eq!(sentences("短くします。URLも。"), 2);
    for &language in LANGUAGES {
        for (check, Texts { why, how, .. }) in &texts(language).checks {
            assert_eq!(sentences(why), 1, "{language:?}: {check}: {why}");
            assert!((1..=3).contains(&sentences(how)), "{language:?}: {check}: {how}");
        }
    }
}

#[test]
fn references_are_public_and_encrypted() {
    for (check, facts) in &*FACTS {
        assert!(facts.reference.starts_with("https://"), "{check}");
    }
}

#[test]
fn a_title_says_as_much_as_is_known() {
    let title = |check, kind| finding(Language::English, check, kind).map(|found| found.title);
    assert_eq!(title("title", Some("too_long")), Some("Title too long"));
    assert_eq!(title("title", None), Some("Title missing or wrong length"));
    assert_eq!(title("title", Some("unheard_of")), Some("Title"));
    assert_eq!(title("favicon", None), Some("No favicon"));
    assert_eq!(title("unheard_of", None), None);
    assert_eq!(check_name(Language::System, "favicon"), Some("Favicon"));
    assert_eq!(theme_name(Language::English, CheckTheme::Social), "Social");
}

#[derive(Deserialize)]
struct Example {
    check: String,
    value: Value,
    errors: Option<Value>,
    kind: Option<String>,
}

#[test]
fn the_kind_of_error_follows_from_the_check() {
    let json = include_str!("../../../../tests/guide/kinds.json");
    let examples: HashMap<String, Example> = serde_json::from_str(json).unwrap();
    for (name, Example { check, value, errors, kind }) in examples {
        let check = Check { name: check, passed: Some(false), importance: None, value, errors, other: Map::new() };
        assert_eq!(error_kind(&check), kind.as_deref(), "{name}");
    }
}
