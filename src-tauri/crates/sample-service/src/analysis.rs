//! Check results, derived only from the page's URL and the number of the run.

mod check_context;
mod checks;

use std::fmt::Write as _;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};
use serde_json::{Map, Value, json};

use crate::address::Address;
use check_context::CheckContext;

/// The weight of a check.
#[derive(Debug, Clone, Copy)]
enum Importance {
    High,
    Medium,
    Low,
}

impl Importance {
    fn name(self) -> &'static str {
        match self {
            Self::High => "high",
            Self::Medium => "medium",
            Self::Low => "low",
        }
    }

    fn weight(self) -> f64 {
        match self {
            Self::High => 3.0,
            Self::Medium => 2.0,
            Self::Low => 1.0,
        }
    }
}

/// The value found, and the errors, which count only when the check failed.
type Finding = (Value, Value);

struct Check {
    name: &'static str,
    importance: Importance,
    /// How readily a page fails it; 1 is average.
    hardness: f64,
    /// Missing from some reports.
    optional: bool,
    context: fn(&mut CheckContext) -> Finding,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Analysis {
    /// The checks as JSON: a map of name → finding, or `[]` when there is none (field note 4).
    pub results: String,
    /// The weighted share of passed checks, 0–100.
    pub score: f64,
}

impl Analysis {
    /// A run without checks.
    pub fn empty() -> Self {
        Self { results: "[]".into(), score: 0.0 }
    }

    /// Adds a list of links, up to a size in bytes.
    pub fn pad(&mut self, bytes: usize) {
        if self.results.len() >= bytes {
            return;
        }
        let mut links = 0..;
        let checks = self.results.strip_prefix('{').and_then(|checks| checks.strip_suffix('}')).unwrap_or_default();
        let comma = if checks.is_empty() { "" } else { "," };
        self.results = format!(r#"{{{checks}{comma}"links":{{"passed":true,"importance":"low","value":["/0""#);
        while self.results.len() < bytes {
            let link = links.next().unwrap_or_default();
            let _ = write!(self.results, r#","https:\/\/example.com\/page-{link}?from=\u00fc""#);
        }
        self.results.push_str("]}}");
    }

    /// The stored score: an integer, 0–100.
    #[expect(clippy::cast_possible_truncation, reason = "a score lies between 0 and 100")]
    pub fn settled(&self) -> i64 {
        self.score.round() as i64
    }
}

/// Analyzes a page for the `run`th time, from 1. Later runs differ slightly.
pub(crate) fn analyse(address: &Address, run: u32) -> Analysis {
    analyse_then(address, run, 0.0)
}

/// Analyzes a page at an earlier time, with -1 to 1 more trouble than now, and so more or fewer
/// failures.
pub(crate) fn analyse_then(address: &Address, run: u32, more_trouble: f64) -> Analysis {
    let mut page = dice(&[&address.full], 0);
    // Pages of one site have similar results.
    let trouble = dice(&[&address.host], 0).random_range(0.05..1.2) + page.random_range(-0.25..0.25) + more_trouble;
    let mut changes = dice(&[&address.full, "changes"], run);
    let (mut results, mut passed, mut all) = (Map::new(), 0.0, 0.0);
    for check in checks::all() {
        let present = !check.optional || page.random_bool(0.6);
        let rolled_again = run > 1 && changes.random_bool(0.12);
        if !present {
            continue;
        }
        let mut dice = dice(&[&address.full, check.name], if rolled_again { run } else { 1 });
        let fails = dice.random_bool((trouble * check.hardness).clamp(0.02, 0.97));
        let mut context = CheckContext { address, dice, passed: !fails };
        let (value, errors) = (check.context)(&mut context);
        let mut finding = json!({"passed": context.passed, "importance": check.importance.name(), "value": value});
        if !context.passed {
            finding["errors"] = errors;
        }
        all += check.importance.weight();
        passed += if context.passed { check.importance.weight() } else { 0.0 };
        results.insert(check.name.to_owned(), finding);
    }
    Analysis { results: Value::Object(results).to_string(), score: 100.0 * passed / all }
}

/// A portable random generator that depends only on `parts` and `run` (FNV-1a seed).
pub(crate) fn dice(parts: &[&str], run: u32) -> Xoshiro256PlusPlus {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0xff]));
    let hash = bytes
        .chain(run.to_le_bytes())
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Xoshiro256PlusPlus::seed_from_u64(hash)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use assay_model::Language;
    use serde_json::{Map, Value};

    use super::{Analysis, analyse};
    use crate::address::Address;

    fn run(address: &str, run: u32) -> Analysis {
        analyse(&Address::parse(address).unwrap(), run)
    }

    fn checks(analysis: &Analysis) -> Map<String, Value> {
        serde_json::from_str(&analysis.results).unwrap()
    }

    const ADDRESS: &str = "https://www.example.com/shop?page=2";

    #[test]
    fn the_same_page_and_run_give_the_same_findings() {
        assert_eq!(run(ADDRESS, 1), run(ADDRESS, 1));
        assert_ne!(run(ADDRESS, 1).results, run("https://www.example.com/other", 1).results);
    }

    #[test]
    fn a_later_run_differs_a_little() {
        let (first, second) = (checks(&run(ADDRESS, 1)), checks(&run(ADDRESS, 2)));
        let changed = first.iter().filter(|(name, check)| second.get(*name) != Some(*check)).count();
        assert_eq!(first.len(), second.len());
        assert!((1..first.len() / 2).contains(&changed), "{changed} of {}", first.len());
    }

    #[test]
    fn the_score_follows_from_the_checks() {
        for page in 0..50 {
            let analysis = run(&format!("https://example.com/{page}"), 1);
            let checks = checks(&analysis);
            assert!((25..=40).contains(&checks.len()), "{} checks", checks.len());
            let weight = |check: &Value| match check["importance"].as_str() {
                Some("high") => 3.0,
                Some("medium") => 2.0,
                Some("low") => 1.0,
                other => panic!("{other:?}"),
            };
            let sum = |only_passed: bool| -> f64 {
                checks.values().filter(|c| !only_passed || c["passed"] == true).map(weight).sum()
            };
            assert!((analysis.score - 100.0 * sum(true) / sum(false)).abs() < 1e-9);
            for (name, check) in &checks {
                assert_eq!(check.get("errors").is_some(), check["passed"] == false, "{name}");
                assert!(check.get("errors").is_none_or(|errors| !errors.is_null()), "{name}");
                assert!(check.get("value").is_some(), "{name}");
            }
            assert_eq!(checks["seo_friendly_url"]["value"], format!("https://example.com/{page}"));
        }
    }

    #[test]
    fn the_guide_explains_every_check_and_kind_of_error() {
        let mut failed = BTreeSet::new();
        for page in 0..200 {
            for address in [
                format!("https://example.com/{page}"),
                format!("http://shop-{page}.example/Products/{page}?sort=price_asc&page=2"),
                format!("https://www.example.com/{}/{page}", "long-".repeat(30)),
            ] {
                for (name, check) in checks(&run(&address, 1)) {
                    assert!(assay_guide::check_name(Language::English, &name).is_some(), "{name}");
                    let errors = check.get("errors").map(|errors| errors.as_object().unwrap());
                    for kind in errors.into_iter().flat_map(Map::keys) {
                        let check = assay_model::Check {
                            name: name.clone(),
                            passed: Some(false),
                            importance: None,
                            value: Value::Null,
                            errors: Some(Map::from_iter([(kind.clone(), Value::Null)]).into()),
                            other: Map::new(),
                        };
                        assert_eq!(assay_guide::error_kind(&check), Some(kind.as_str()), "{name}");
                        failed.insert(name.clone());
                    }
                }
            }
        }
        let all: BTreeSet<_> = super::checks::all().map(|check| check.name.to_owned()).collect();
        assert_eq!(failed, all);
    }

    #[test]
    fn a_padded_report_has_as_many_bytes_and_all_its_checks() {
        for mut analysis in [run(ADDRESS, 1), Analysis::empty()] {
            let before: Map<String, Value> = serde_json::from_str(&analysis.results).unwrap_or_default();
            analysis.pad(50_000);
            assert!((50_000..51_000).contains(&analysis.results.len()));
            let after = checks(&analysis);
            assert!(before.iter().all(|(name, check)| after.get(name) == Some(check)));
            assert!(after["links"]["value"].as_array().unwrap().len() > 100);
        }
    }

    #[test]
    fn values_come_in_every_shape() {
        let mut shapes = BTreeSet::new();
        for page in 0..50 {
            for check in checks(&run(&format!("http://example.com/{page}"), 1)).values() {
                shapes.insert(match &check["value"] {
                    Value::Null => "null",
                    Value::Object(map) if map.contains_key("min") => "range",
                    Value::Object(_) => "map",
                    Value::Array(_) => "list",
                    _ => "scalar",
                });
            }
        }
        assert_eq!(shapes, BTreeSet::from(["list", "map", "null", "range", "scalar"]));
    }
}
