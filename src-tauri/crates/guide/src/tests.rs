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
    assert_eq!(title("title", None), Some("Title missing, too short, or too long"));
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
