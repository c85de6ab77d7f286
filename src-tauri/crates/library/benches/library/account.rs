//! A deterministic account with realistic checks, some of which change with each run.

use assay_library::ObservedReport;
use assay_model::{Check, Importance, Privacy, Report, ReportRow, Verdict};
use jiff::{Timestamp, ToSpan};
use serde_json::{Map, Value, json};

/// How often each report is seen with another outcome.
pub const ROUNDS: u64 = 10;
const SITES: u64 = 400;
const CHECKS: u64 = 38;

const SECTIONS: [&str; 12] = [
    "products",
    "journal",
    "städte",
    "help",
    "team",
    "opening-hours",
    "events",
    "collection",
    "recipes",
    "guides",
    "jobs",
    "archive",
];
const WORDS: [&str; 24] = [
    "oak", "lantern", "winter", "reading", "harbour", "walnut", "garden", "copper", "bicycle", "morning", "salt",
    "river", "studio", "paper", "museum", "tandem", "kitchen", "orchard", "library", "velvet", "granite", "summer",
    "atlas", "compass",
];
const NAMES: [&str; 38] = [
    "title",
    "meta_description",
    "headings",
    "content_keywords",
    "image_keywords",
    "seo_friendly_url",
    "canonical_tag",
    "robots",
    "noindex",
    "in_page_links",
    "favicon",
    "language",
    "text_compression",
    "load_time",
    "page_size",
    "http_requests",
    "image_format",
    "defer_javascript",
    "dom_size",
    "doctype",
    "https_encryption",
    "http2",
    "mixed_content",
    "server_signature",
    "unsafe_cross_origin_links",
    "hsts",
    "plaintext_email",
    "structured_data",
    "meta_viewport",
    "charset",
    "sitemap",
    "social_tags",
    "content_length",
    "text_html_ratio",
    "inline_css",
    "deprecated_html_tags",
    "cache_headers",
    "llms_txt",
];

/// Deterministic pseudorandom numbers.
fn chance(parts: [u64; 3]) -> u64 {
    parts.into_iter().fold(0x9e37_79b9_7f4a_7c15, |state, part| {
        let mixed = (state ^ part).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 29)).wrapping_mul(0x94d0_49bb_1331_11eb) ^ (mixed >> 32)
    })
}

/// When the account was read in a round, from 0.
pub fn time_of(round: u64) -> Timestamp {
    let first: Timestamp = "2026-01-05T08:00:00Z".parse().unwrap();
    first + (24 * 30 * i64::try_from(round).unwrap()).hours()
}

/// A report in a round, from 0.
pub fn seen(number: u64, round: u64) -> ObservedReport {
    ObservedReport { report: report(number, round), has_checks: true }
}

fn report(number: u64, round: u64) -> Report {
    // Each 200th is another report of the page before.
    let page = if number % 200 == 199 { number - 1 } else { number };
    let dice = |what| chance([page, what, 0]);
    let site = dice(1) % SITES;
    let host = format!("{}-{}{site}.example", word(site), word(site / 24 + 7));
    let page = format!("{}/{}-{}-{page}", SECTIONS[pick(dice(2), 12)], word(dice(3)), word(dice(4)));
    let address = format!("{host}/{page}");
    let checks: Vec<_> = (0..CHECKS).map(|check| found(number, check, round, &host, &page)).collect();
    let passed = checks.iter().filter(|check| check.passed == Some(true)).count();
    let score = f64::from(u32::try_from(passed).unwrap()) * 100.0 / 38.0;
    let hours = |span: u64| i64::try_from(span).unwrap().hours();
    Report {
        row: ReportRow {
            id: (number + 1).to_string(),
            url: Some(format!("https://www.{address}")),
            address,
            project: Some(host),
            verdict: Some(Verdict::of_score(score)),
            score: Some((score * 100.0).round() / 100.0),
            privacy: Privacy::from_number([0, 0, 0, 1, 2][pick(dice(5), 5)]),
            has_password: Some(dice(5) % 5 == 4),
            generated_at: Some(time_of(round) - hours(1 + dice(6) % 24)),
            created_at: Some(time_of(0) - hours(24 * 400 - number % 9000)),
            updated_at: Some(time_of(round) - hours(1 + dice(6) % 24)),
            odd: Vec::new(),
        },
        checks,
        other: Map::new(),
    }
}

/// A check's result, which changes in about one of eight rounds.
fn found(number: u64, check: u64, round: u64, host: &str, page: &str) -> Check {
    let since = (0..=round).rev().find(|round| *round == 0 || chance([number, check + 100, *round]).is_multiple_of(8));
    let dice = |what| chance([number * 64 + check, what, since.unwrap_or_default()]);
    let passed = dice(0) % 100 < 55 + chance([number % SITES, 3, 3]) % 45;
    let importance = [Importance::High, Importance::Medium, Importance::Low][pick(check, 3)];
    let files = |number: u64, ending: &str| -> Value {
        (0..number)
            .map(|file| json!(format!("https://{host}/files/{}-{}.{ending}", word(dice(file + 9)), dice(file) % 97)))
            .collect()
    };
    let (value, errors) = match check {
        0 | 1 | 2 | 31 => (
            json!(format!("{} {} {} – {page}", word(dice(1)), word(dice(2)), word(dice(3)))),
            json!({ "too_long": { "max": 60, "length": dice(4) % 90 } }),
        ),
        5 | 6 => (json!(format!("https://www.{host}/{page}")), json!({ "bad_format": ["?"] })),
        3 | 4 => {
            (json!({ word(dice(1)): dice(2) % 9, word(dice(3)): dice(4) % 9 }), json!({ "missing": [word(dice(5))] }))
        }
        13 | 33 => {
            (json!(f64::from(u32::try_from(dice(1) % 6_000).unwrap()) / 1000.0), json!({ "too_slow": { "max": 2 } }))
        }
        14 | 18 | 32 => (json!(dice(1) % 900_000), json!({ "too_large": { "max": 330_000 } })),
        9 | 15 => (json!({ "internal": dice(1) % 80, "external": dice(2) % 12 }), json!({ "too_many": { "max": 50 } })),
        12 => (json!({ "size": dice(1) % 90_000, "uncompressed": dice(2) % 400_000 }), json!({ "missing": null })),
        16 | 17 | 36 if !passed => (files(1 + dice(7) % 4, "png"), json!({ "found": dice(7) % 4 + 1 })),
        16 | 17 | 22 | 24 | 26 | 34 | 35 | 36 => (json!([]), json!({ "found": [word(dice(1))] })),
        27 => (json!({ "Organization": { "name": host } }), json!({ "missing": null })),
        _ => (json!(["utf-8", "html", "en", "HTTP/2", "br"][pick(check, 5)]), json!({ "missing": null })),
    };
    let errors = (!passed).then_some(errors);
    let name = NAMES[pick(check, 38)].to_owned();
    Check { name, passed: Some(passed), importance: Some(importance), value, errors, other: Map::new() }
}

fn word(dice: u64) -> &'static str {
    WORDS[pick(dice, 24)]
}

fn pick(dice: u64, of: u64) -> usize {
    usize::try_from(dice % of).unwrap()
}
