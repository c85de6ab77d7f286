//! Explains the checks that services are known to make, in every language.

mod kind;

use std::{collections::HashMap, sync::LazyLock};

use assay_model::Language;
use serde::Deserialize;

pub use kind::error_kind;

/// The key of the title for a failed check whose kind of error isn't known.
const ANY: &str = "any";

/// The area that a check belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum CheckTheme {
    Content,
    Technical,
    Performance,
    Security,
    Social,
}

/// What is wrong, why it matters, and how to fix it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Finding {
    /// Such as “Title too long”.
    pub title: &'static str,
    /// Why it matters, in one sentence.
    pub why: &'static str,
    /// How to fix it, in one to three sentences.
    pub how: &'static str,
    /// Its area.
    pub theme: CheckTheme,
    /// A public page with more about it, in English.
    pub reference: &'static str,
}

/// Returns the explanation of a failed check, or `None` for an unknown check. Without a kind of
/// error, its title is one for all of them; for an unknown kind, its title is the check's name.
#[must_use]
pub fn finding(language: Language, check: &str, error_kind: Option<&str>) -> Option<Finding> {
    let Facts { theme, reference, .. } = FACTS.get(check)?;
    let Texts { name, why, how, findings } = texts(language).checks.get(check)?;
    let title = match error_kind {
        Some(kind) => findings.get(kind),
        None => findings.get(ANY).or_else(|| findings.values().next()),
    };
    Some(Finding { title: title.unwrap_or(name), why, how, theme: *theme, reference })
}

/// Returns the name of a check, such as “Meta description”, or `None` for an unknown one.
#[must_use]
pub fn check_name(language: Language, check: &str) -> Option<&'static str> {
    texts(language).checks.get(check).map(|texts| texts.name.as_str())
}

/// Returns the name of a theme.
#[must_use]
pub fn theme_name(language: Language, theme: CheckTheme) -> &'static str {
    texts(language).themes.get(&theme).map_or("", String::as_str)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    theme: CheckTheme,
    reference: String,
    /// For the UI: how its values are counted.
    #[serde(rename = "unit")]
    _unit: Option<Unit>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Unit {
    Bytes,
    Characters,
    Elements,
    Percent,
    Pixels,
    Seconds,
    Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Guide {
    themes: HashMap<CheckTheme, String>,
    checks: HashMap<String, Texts>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Texts {
    name: String,
    why: String,
    how: String,
    /// Titles by kind of error.
    findings: HashMap<String, String>,
}

static FACTS: LazyLock<HashMap<String, Facts>> = LazyLock::new(|| read(include_str!("../guide/checks.json")));

macro_rules! guides {
    ($($language:ident $file:literal),+ $(,)?) => {
        fn texts(language: Language) -> &'static Guide {
            match language {
                $(Language::$language => {
                    static GUIDE: LazyLock<Guide> = LazyLock::new(|| read(include_str!(concat!("../guide/", $file))));
                    &GUIDE
                })+
                Language::System | Language::Pseudo => texts(Language::English),
            }
        }

        #[cfg(test)]
        const LANGUAGES: &[Language] = &[$(Language::$language),+];
    };
}

guides! {
    English "en.json",
    German "de.json",
    French "fr.json",
    Spanish "es.json",
    Portuguese "pt-BR.json",
    Japanese "ja.json",
    Chinese "zh-Hans.json",
    Arabic "ar.json",
}

#[expect(clippy::expect_used, reason = "the files are part of the program, and a test reads each")]
fn read<T: for<'de> Deserialize<'de>>(json: &str) -> T {
    serde_json::from_str(json).expect("a guide file is well formed")
}

#[cfg(test)]
mod tests;
