use assay_model::{Check, Privacy, Report, ReportRow, Verdict};
use serde_json::Value;
use url::Url;

use super::{
    check::checks,
    envelope::{self, NoRow},
    fields::Fields,
    scalar,
};

/// What is read into a field of its own (`field-notes.md` 2, 3).
const KNOWN: [&str; 11] = [
    "id",
    "url",
    "project",
    "result",
    "score",
    "results",
    "privacy",
    "password",
    "generated_at",
    "created_at",
    "updated_at",
];

/// One report, in its envelope or bare (`field-notes.md` 1).
pub(crate) fn report(answer: Value) -> Result<Report, String> {
    let (at, record) = envelope::record(answer)?;
    self::record(record).map_err(|no_row| no_row.describe(at))
}

/// A report's record; only the id is needed.
pub(super) fn record(record: Value) -> Result<Report, NoRow> {
    let (id, record) = envelope::identified(record, "id")?;
    let mut fields = Fields::new(record);
    let checks = match fields.take("results").map(checks) {
        Some(Ok(checks)) => checks,
        Some(Err(results)) => {
            fields.put_back("results", results);
            Vec::new()
        }
        None => Vec::new(),
    };
    let address = fields.read("url", address).unwrap_or_default();
    let (result, score) = (fields.read("result", rating), fields.read("score", rating));
    let row = ReportRow {
        url: page(&checks, &address),
        project: fields.read("project", project).filter(|project| !project.is_empty()),
        verdict: verdict(result, score),
        score: [result, score].into_iter().flatten().find_map(Rating::score),
        privacy: fields.read("privacy", privacy),
        has_password: has_password(&mut fields),
        generated_at: fields.read("generated_at", scalar::date),
        created_at: fields.read("created_at", scalar::date),
        updated_at: fields.read("updated_at", scalar::date),
        id,
        address,
        odd: Vec::new(),
    };
    let (odd, other) = fields.rest(&KNOWN);
    Ok(Report { row: ReportRow { odd, ..row }, checks, other })
}

/// What a service says in `result` or `score`.
#[derive(Clone, Copy)]
enum Rating {
    Word(Verdict),
    Score(f64),
}

impl Rating {
    fn score(self) -> Option<f64> {
        match self {
            Self::Word(_) => None,
            Self::Score(score) => Some(score),
        }
    }
}

fn rating(value: &Value) -> Option<Rating> {
    match value.as_str().and_then(|word| Verdict::from_word(word.trim())) {
        Some(verdict) => Some(Rating::Word(verdict)),
        None => scalar::number(value).filter(|score| (0.0..=100.0).contains(score)).map(Rating::Score),
    }
}

/// The service's own word before what follows from a score.
fn verdict(result: Option<Rating>, score: Option<Rating>) -> Option<Verdict> {
    let ratings = || [result, score].into_iter().flatten();
    let word = ratings().find_map(|rating| match rating {
        Rating::Word(verdict) => Some(verdict),
        Rating::Score(_) => None,
    });
    word.or_else(|| ratings().find_map(Rating::score).map(Verdict::of_score))
}

fn address(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

fn project(value: &Value) -> Option<String> {
    match value {
        Value::String(name) => Some(name.clone()),
        other => scalar::text(other),
    }
}

fn privacy(value: &Value) -> Option<Privacy> {
    scalar::whole(value).and_then(Privacy::from_number)
}

/// Whether a password is set. A service that gave the password itself (or its hash) would not be quoted on it.
fn has_password(fields: &mut Fields) -> Option<bool> {
    let password = fields.take("password")?;
    let known = scalar::flag(&password);
    if known.is_none() {
        fields.odd("password", "…".into());
    }
    known
}

/// The address to open in a browser (`field-notes.md` 5).
fn page(checks: &[Check], address: &str) -> Option<String> {
    let full = checks.iter().find(|check| check.name == "seo_friendly_url").and_then(|check| check.value.as_str());
    full.and_then(web).or_else(|| web(address)).or_else(|| with_scheme(address)).map(String::from)
}

fn web(address: &str) -> Option<Url> {
    let url = Url::parse(address.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// An address as the services keep it. One of another kind does not become one of the web by a prefix.
fn with_scheme(address: &str) -> Option<Url> {
    let is_scheme = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if address.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme)) {
        return None;
    }
    web(&format!("https://{address}")).filter(|url| url.username().is_empty() && url.password().is_none())
}
