//! The words of a report in each language.

use std::sync::LazyLock;

use assay_model::{Importance, Language, Verdict};
use jiff::civil::Date;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Texts {
    #[serde(skip, default = "english")]
    pub language: Language,
    pub direction: String,
    pub kind: String,
    pub summary: String,
    pub score: String,
    pub good: String,
    pub decent: String,
    pub bad: String,
    pub unknown: String,
    pub pages: String,
    pub page: String,
    pub checks: String,
    pub check: String,
    pub result: String,
    pub passed: String,
    pub failed: String,
    pub unrated: String,
    pub importance: String,
    pub high: String,
    pub medium: String,
    pub low: String,
    pub last_checked: String,
    pub as_of: String,
    pub since: String,
    pub was: String,
    pub rose: String,
    pub fell: String,
    pub same: String,
    pub average_rose: String,
    pub average_fell: String,
    pub average_same: String,
    pub improved: String,
    pub got_worse: String,
    pub only_fails: String,
    pub nothing_differs: String,
    pub fixed: String,
    pub broke: String,
    pub nothing_changed: String,
    pub fix_first: String,
    pub nothing_to_fix: String,
    pub failing_pages: String,
    pub reference: String,
    pub more: String,
    pub first_pages: String,
    pub scale: String,
    pub chart: String,
    pub change: String,
    /// What separates the items of a list.
    pub list: String,
    /// What separates thousands.
    group: String,
    date: String,
    months: Vec<String>,
}

/// The languages with their codes and texts.
const FILES: [(Language, &str, &str); 8] = [
    (Language::English, "en", include_str!("texts/en.json")),
    (Language::German, "de", include_str!("texts/de.json")),
    (Language::French, "fr", include_str!("texts/fr.json")),
    (Language::Spanish, "es", include_str!("texts/es.json")),
    (Language::Portuguese, "pt-BR", include_str!("texts/pt-BR.json")),
    (Language::Japanese, "ja", include_str!("texts/ja.json")),
    (Language::Chinese, "zh-Hans", include_str!("texts/zh-Hans.json")),
    (Language::Arabic, "ar", include_str!("texts/ar.json")),
];

#[expect(clippy::expect_used, reason = "the files are built in, and a test reads each")]
static TEXTS: LazyLock<Vec<Texts>> = LazyLock::new(|| {
    let read = |(language, _, file): (Language, &str, &str)| {
        let texts: Texts = serde_json::from_str(file).expect("built-in texts");
        Texts { language, ..texts }
    };
    FILES.into_iter().map(read).collect()
});

fn english() -> Language {
    Language::English
}

/// The texts of a language, or else of English.
pub(super) fn of(language: Language) -> &'static Texts {
    let texts = &*TEXTS;
    texts.iter().find(|texts| texts.language == language).unwrap_or(&texts[0])
}

impl Texts {
    /// The code of the language, as in HTML.
    pub(super) fn code(&self) -> &'static str {
        FILES.iter().find(|(language, ..)| *language == self.language).map_or("en", |(_, code, _)| code)
    }

    pub(super) fn number(&self, number: u32) -> String {
        let digits = number.to_string();
        // Spanish has four digits in one piece.
        if self.language == Language::Spanish && digits.len() == 4 {
            return digits;
        }
        let first = digits.len() % 3;
        let mut text = String::new();
        for (place, digit) in digits.chars().enumerate() {
            if place > 0 && place % 3 == first {
                text.push_str(&self.group);
            }
            text.push(digit);
        }
        text
    }

    /// A score without decimals.
    pub(super) fn score(score: f64) -> String {
        format!("{:.0}", score.clamp(0.0, 100.0).round())
    }

    pub(super) fn date(&self, date: Date) -> String {
        let month = usize::try_from(date.month() - 1).ok().and_then(|at| self.months.get(at));
        filled(
            &self.date,
            &[
                ("year", &date.year().to_string()),
                ("month", month.map_or("", String::as_str)),
                ("day", &date.day().to_string()),
            ],
        )
    }

    pub(super) fn verdict(&self, verdict: Option<Verdict>) -> &str {
        match verdict {
            Some(Verdict::Good) => &self.good,
            Some(Verdict::Decent) => &self.decent,
            Some(Verdict::Bad) => &self.bad,
            None => &self.unknown,
        }
    }

    pub(super) fn importance(&self, importance: Importance) -> &str {
        match importance {
            Importance::High => &self.high,
            Importance::Medium => &self.medium,
            Importance::Low => &self.low,
        }
    }
}

/// Puts values into a text in one pass, so that a value is never read as a place.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut parts = text.split('{');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or((part, ""));
        let value = values.iter().find(|(known, _)| *known == name);
        whole.push_str(value.map_or("", |(_, value)| value));
        whole.push_str(rest);
    }
    whole
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Map, Value};

    use super::*;

    /// The places of values in a text.
    fn places(text: &Value) -> BTreeSet<String> {
        let text = text.as_str().unwrap_or_default();
        text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0.to_owned())).collect()
    }

    #[test]
    fn every_language_has_every_text_with_the_same_values() {
        let read = |file: &str| serde_json::from_str::<Map<String, Value>>(file).unwrap();
        let english = read(FILES[0].2);
        for (language, code, file) in FILES {
            assert_eq!((of(language).language, of(language).code()), (language, code));
            assert_eq!(of(language).months.len(), 12, "{code}");
            let texts = read(file);
            for (name, text) in &english {
                assert_eq!(places(&texts[name]), places(text), "{name} of {code}");
                assert_ne!(texts[name], "", "{name} of {code}");
            }
        }
        assert_eq!(of(Language::Pseudo).code(), "en");
    }

    #[test]
    fn numbers_and_dates_are_those_of_the_language() {
        let day = Date::constant(2026, 11, 21);
        for (language, numbers, date) in [
            (Language::English, ["999", "1,234", "12,345", "1,234,567"], "Nov 21, 2026"),
            (Language::German, ["999", "1.234", "12.345", "1.234.567"], "21. Nov. 2026"),
            (Language::French, ["999", "1\u{202f}234", "12\u{202f}345", "1\u{202f}234\u{202f}567"], "21 nov. 2026"),
            (Language::Spanish, ["999", "1234", "12.345", "1.234.567"], "21 nov 2026"),
            (Language::Portuguese, ["999", "1.234", "12.345", "1.234.567"], "21 de nov. de 2026"),
            (Language::Japanese, ["999", "1,234", "12,345", "1,234,567"], "2026年11月21日"),
            (Language::Chinese, ["999", "1,234", "12,345", "1,234,567"], "2026年11月21日"),
            (Language::Arabic, ["999", "1,234", "12,345", "1,234,567"], "21 نوفمبر 2026"),
        ] {
            let texts = of(language);
            assert_eq!([999, 1234, 12_345, 1_234_567].map(|number| texts.number(number)), numbers, "{language:?}");
            assert_eq!(texts.date(day), date, "{language:?}");
        }
    }

    #[test]
    fn a_value_is_never_read_as_a_place() {
        assert_eq!(filled("{a} and {b}", &[("a", "{b}"), ("b", "x")]), "{b} and x");
    }
}
