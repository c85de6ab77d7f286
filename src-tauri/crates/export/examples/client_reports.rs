//! Writes reports for clients of 1, 2, 3, and 1,000 made-up pages in several languages, to be looked at:
//! `cargo run -p assay-export --example client_reports -- FOLDER`.
#![allow(clippy::print_stdout, reason = "a program that says what it wrote")]

use std::{env, fs, io, path::Path, time::Instant};

use assay_export::{
    CheckNames, ClientReport, ComparedPage, DayScore, Medium, Page, PageChanges, Subject, client_report_html,
};
use assay_model::{Branding, Change, Check, FailingCheck, Importance, Language, Verdict, VerdictCounts};
use jiff::{ToSpan as _, civil::Date};
use serde_json::{Map, Value, json};

const MADE: Date = Date::constant(2026, 11, 21);

/// Some that the guide explains, and some that it doesn't.
const CHECKS: [(&str, Option<Importance>); 14] = [
    ("title", Some(Importance::High)),
    ("meta_description", Some(Importance::High)),
    ("canonical_tag", Some(Importance::High)),
    ("https_encryption", Some(Importance::High)),
    ("image_alt", Some(Importance::Medium)),
    ("load_time", Some(Importance::Medium)),
    ("structured_data", Some(Importance::Medium)),
    ("own_check_of_this_service", Some(Importance::Medium)),
    ("a_check_with_a_name_that_is_much_longer_than_the_names_of_checks_usually_are_in_any_service", None),
    ("cache_headers", Some(Importance::Low)),
    ("server_signature", Some(Importance::Low)),
    ("favicon", Some(Importance::Low)),
    ("social_tags", Some(Importance::Low)),
    ("dom_size", None),
];

const PATHS: [&str; 6] = [
    "",
    "shop/cart",
    "blog/2026/11/a-post-with-a-rather-long-name-that-goes-on-and-on-until-nobody-reads-it-any-more-to-the-end?page=2&sort=desc&session=0f9c8b7a6d5e4f3a2b1c0d9e8f7a6b5c",
    "%D9%85%D8%AA%D8%AD%D9%81/%D8%A7%D9%84%D9%85%D9%8A%D9%86%D8%A7%D8%A1",
    "news/",
    "aLongWordWithoutAnyPlaceToBreakItWhichIsWhatSomeSystemsMakeOfTheirNamesaLongWordWithoutAnyPlaceToBreakItWhichIsWhatSomeSystemsMake",
];

fn names(range: std::ops::Range<usize>) -> Vec<String> {
    CHECKS[range].iter().map(|(name, _)| (*name).to_owned()).collect()
}

fn page(at: u32) -> Page {
    let path = PATHS[at as usize % PATHS.len()];
    let address = format!("harbour{}.example/{path}", at / 6);
    let score = f64::from(at * 37 % 101);
    let score = (at % 17 != 16).then_some(score);
    Page {
        url: (at % 9 != 8).then(|| format!("https://{address}")),
        address,
        verdict: score.map(Verdict::of_score),
        score,
        score_before: score.map(|score| f64::from(at * 11 % 23 + 20).mul_add(0.5, score * 0.5)),
        verdict_before: score.map(Verdict::of_score),
        checked: Some(MADE),
        changes: CheckNames { fixed: names(0..(at as usize % 9)), broke: names(5..(6 + at as usize % 8)) },
    }
}

fn two() -> Subject {
    let side = |at, checks| ComparedPage { page: page(at), only_fails: names(checks) };
    let Subject::Several { failing, .. } = several(2) else { unreachable!() };
    Subject::Two { pages: Box::new([side(1, 0..6), side(8, 7..9)]), failing }
}

fn several(count: u32) -> Subject {
    let pages: Vec<_> = (0..count).map(page).collect();
    let changed = |most: u32| PageChanges { pages: pages.iter().take(20).cloned().collect(), total: most.min(count) };
    let (better, worse) = (changed(261), changed(12));
    let verdicts = VerdictCounts { good: count / 2, decent: count / 3, bad: count - count / 2 - count / 3, unknown: 0 };
    let failing = CHECKS.iter().zip(1u32..).map(|((name, importance), at)| FailingCheck {
        name: (*name).to_owned(),
        importance: *importance,
        pages: (count / at).max(1),
    });
    Subject::Several { pages, total: count, verdicts, better, worse, failing: failing.collect() }
}

fn one() -> Subject {
    let checks = CHECKS.iter().enumerate().map(|(at, (name, importance))| Check {
        name: (*name).to_owned(),
        passed: [Some(false), Some(true), None][at % 3],
        importance: *importance,
        value: json!("A title of a page"),
        errors: (at == 0).then(|| json!({ "too_long": { "max": 60, "length": 104 } })),
        other: Map::<String, Value>::new(),
    });
    Subject::One {
        url: Some("https://harbour.example/".into()),
        checks: checks
            .chain((0..30).map(|at| Check {
                name: format!("passed_{at}"),
                passed: Some(true),
                importance: None,
                value: Value::Null,
                errors: None,
                other: Map::new(),
            }))
            .collect(),
        change: Some(Change::Better),
        changes: CheckNames { fixed: names(0..3), broke: names(4..6) },
    }
}

fn report(count: u32, title: &str) -> ClientReport {
    ClientReport {
        branding: Branding {
            name: "Brightleaf & Söhne".into(),
            footer: "Brightleaf & Söhne GmbH · Harbour Street 12 · hello@brightleaf.example".into(),
            accent: (count == 3).then(|| "#00465a".into()),
            logo: None,
        },
        title: title.to_owned(),
        made: MADE,
        checked: Some(MADE),
        since: Some(Date::constant(2026, 8, 23)),
        score: Some(71.6),
        verdict: Some(Verdict::Decent),
        scores: (0..46u8)
            .map(|at| DayScore {
                day: Date::constant(2026, 8, 23) + (i64::from(at) * 2).days(),
                score: 44.0 + f64::from(at) * 0.6,
            })
            .collect(),
        as_of: (count == 3).then_some(MADE),
        subject: match count {
            1 => one(),
            2 => two(),
            _ => several(count),
        },
    }
}

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| ".".into());
    let languages = [
        (Language::English, "en", "Harbour Museum"),
        (Language::German, "de", "Hafenmuseum: Qualität aller Seiten"),
        (Language::Arabic, "ar", "متحف الميناء"),
        (Language::Japanese, "ja", "港の博物館"),
    ];
    for (language, code, title) in languages {
        for count in [1, 2, 3, 1000] {
            let title =
                if count == 1 { "harbour.example/blog/2026/11/a-post-with-a-rather-long-name?page=2" } else { title };
            let report = match report(count, title) {
                two if count == 2 => {
                    ClientReport { since: None, score: None, verdict: None, scores: Vec::new(), ..two }
                }
                report => report,
            };
            for (medium, name) in [(Medium::Browser, "browser"), (Medium::Paper, "paper")] {
                let begun = Instant::now();
                let html = client_report_html(&report, language, medium);
                let file = Path::new(&folder).join(format!("{code}-{count}-{name}.html"));
                println!("{} in {:.0?}", file.display(), begun.elapsed());
                fs::write(file, html)?;
            }
        }
    }
    Ok(())
}
