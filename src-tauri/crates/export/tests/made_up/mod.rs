//! Unusual reports.

use assay_export::Row;
use assay_model::{Check, Importance, Privacy, Report, ReportRow, UnrecognizedField, Verdict};
use jiff::Timestamp;
use proptest::{collection::vec, option, prelude::*, sample::select};
use serde_json::{Map, Value, json};

const HOSTILE: [&str; 16] = [
    "=1+1",
    "@SUM(A1:A9)",
    "-2+3",
    "+49",
    "\t=1",
    "\r\n=1",
    "say \"no\", twice",
    "a;=b\tc",
    "line\nbreak",
    "\u{0}\u{1}\u{1f}\u{7f}\u{ffff}",
    "\u{202e}gnp.exe\u{200f}",
    "_x000D_",
    "<b>&amp;</b>]]>",
    "متجر/منتج 🦀",
    " spaces ",
    "'quoted'",
];

/// A row with only an id.
pub fn row() -> ReportRow {
    ReportRow { id: "1".into(), address: "example.com".into(), ..ReportRow::default() }
}

/// A typical report.
pub fn report() -> Report {
    Report { row: row(), checks: Vec::new(), other: Map::from_iter([("object".to_owned(), json!("report"))]) }
}

/// Problematic texts, and any others.
pub fn text() -> impl Strategy<Value = String> {
    prop_oneof![select(&HOSTILE[..]).prop_map(str::to_owned), "\\PC{0,40}", any::<String>()]
}

/// Rows of reports of any kind.
pub fn reports() -> impl Strategy<Value = Vec<Row>> {
    vec((report_row(), option::of(vec(check(), 0..4)), date(), vec((text(), value()), 0..3)), 0..8).prop_map(|rows| {
        let row = |(report, checks, gone_at, other): (ReportRow, _, _, Vec<(String, Value)>)| {
            let other = other.into_iter().filter(|(name, _)| !name.is_empty()).collect();
            Row { report: Some(report), checks, gone_at, other: Some(other), ..Row::default() }
        };
        rows.into_iter().map(row).collect()
    })
}

fn report_row() -> impl Strategy<Value = ReportRow> {
    let texts = (text(), text(), option::of(text()), option::of(text()));
    let verdict = option::of(select(&[Verdict::Good, Verdict::Decent, Verdict::Bad][..]));
    let privacy = option::of(select(&[Privacy::Public, Privacy::Private, Privacy::Password][..]));
    // As services send it: with few digits.
    let score = option::of((-1000i32..100_000).prop_map(|score| f64::from(score) / 100.0));
    (texts, verdict, score, privacy, date(), date(), option::of(text())).prop_map(
        |((id, address, url, project), verdict, score, privacy, generated_at, created_at, odd)| ReportRow {
            id,
            address,
            url,
            project,
            verdict,
            score,
            privacy,
            generated_at,
            created_at,
            odd: odd.into_iter().map(|raw| UnrecognizedField { field: "privacy".into(), raw }).collect(),
            ..row()
        },
    )
}

fn date() -> impl Strategy<Value = Option<Timestamp>> {
    // 1970 to 2100, in whole seconds, as shown in sheets.
    option::of((0..4_100_000_000i64).prop_map(|second| Timestamp::from_second(second).unwrap()))
}

fn check() -> impl Strategy<Value = Check> {
    (text(), option::of(any::<bool>()), value(), option::of(value())).prop_map(|(name, passed, value, errors)| Check {
        name,
        passed,
        importance: Some(Importance::High),
        value,
        // Null counts as absent.
        errors: errors.filter(|errors| !errors.is_null()),
        other: Map::new(),
    })
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (any::<i32>(), 0..6i32).prop_map(|(number, digits)| json!(f64::from(number) / 10f64.powi(digits))),
        text().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((text(), inner), 0..4).prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}
