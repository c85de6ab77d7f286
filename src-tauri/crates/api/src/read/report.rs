use assay_model::{Privacy, Report, ReportRow, Verdict};
use serde_json::Value;
use url::Url;

use super::{
    budget::{Body, Budget, ParseError},
    check::checks,
    envelope::{self, RecordError, UnwrappedRecord},
    fields::Fields,
    json::{self, FieldMap},
    scalar,
};

/// Fields with a place in the type (`field-notes.md` 2, 3).
pub(super) const KNOWN: [&str; 11] = [
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

/// Fields of an envelope that don't describe the report.
const ENVELOPE: [&str; 2] = ["data", "status"];

/// For opening in a browser, in bytes.
const MAX_URL_LENGTH: usize = 4096;

/// Parses a report, in its envelope or bare (`field-notes.md` 1).
pub(crate) fn report(body: Body) -> Result<Report, ParseError> {
    json::parse_body(body, |text, shape, budget| {
        let UnwrappedRecord { record, at, around } = envelope::record(text, shape, "id", budget)?;
        let mut report = full(record).map_err(|no_row| no_row.describe(at))?;
        let mut other = FieldMap::with(report.other);
        for (name, value) in around.other(&ENVELOPE) {
            other.add(name, value, budget);
        }
        report.other = other.into_map();
        budget.next_record()?;
        Ok(report)
    })
}

pub(super) fn full(mut fields: Fields) -> Result<Report, RecordError> {
    let mut row = row(&mut fields)?;
    let results = fields.get("results").filter(|results| json::kind(results) == "a record");
    let checks = results.and_then(|results| checks(results, fields.budget));
    if let (Some(results), None) = (results, &checks) {
        // Over the limit.
        fields.note("results", results);
        row.odd = fields.noted().to_vec();
    }
    Ok(Report { row, checks: checks.unwrap_or_default(), other: fields.other(&KNOWN) })
}

/// A report as in lists, and whether it uses `score` for `result`. Its checks are skipped: those of
/// a page can be megabytes (`field-notes.md` 13).
pub(super) fn listed(mut fields: Fields) -> Result<(ReportRow, Option<bool>), RecordError> {
    let says_score = (fields.has("result") || fields.has("score")).then(|| !fields.has("result"));
    Ok((row(&mut fields)?, says_score))
}

/// The list fields of a report; only the id is required.
fn row(fields: &mut Fields) -> Result<ReportRow, RecordError> {
    let id = envelope::identified(fields, "id")?;
    let results = fields.get("results");
    if let Some(results) = results.filter(|results| json::kind(results) != "a record" && !json::is_empty(results)) {
        fields.note("results", results);
    }
    let address = fields.read("url", address).unwrap_or_default();
    let (result, score) = (fields.read("result", rating), fields.read("score", rating));
    Ok(ReportRow {
        url: page(results.and_then(|results| whole_address(results, fields.budget)).as_deref(), &address),
        project: fields.read("project", project).filter(|project| !project.is_empty()),
        verdict: verdict(result, score),
        score: [result, score].into_iter().flatten().find_map(Rating::score),
        privacy: fields.read("privacy", privacy),
        has_password: fields.read("password", scalar::flag),
        generated_at: fields.read("generated_at", scalar::date),
        created_at: fields.read("created_at", scalar::date),
        updated_at: fields.read("updated_at", scalar::date),
        id,
        address,
        odd: fields.odd(&KNOWN),
    })
}

/// A value in `result` or `score`.
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

/// The service's word, or else the score's verdict.
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
    scalar::count(value).and_then(Privacy::from_number)
}

/// The full URL, which one of the checks has (`field-notes.md` 5).
fn whole_address(results: &str, budget: &Budget) -> Option<String> {
    let value = json::pick(json::pick(results, "seo_friendly_url")?, "value")?;
    if value.len() > MAX_URL_LENGTH {
        return None;
    }
    json::value(value, budget).as_str().map(str::to_owned)
}

/// The URL to open in a browser (`field-notes.md` 5).
fn page(whole: Option<&str>, address: &str) -> Option<String> {
    let page = whole.and_then(web).or_else(|| web(address)).or_else(|| with_scheme(address.trim()));
    page.map(String::from).filter(|page| page.len() <= MAX_URL_LENGTH)
}

fn web(address: &str) -> Option<Url> {
    let url = Url::parse(address.trim()).ok()?;
    (matches!(url.scheme(), "http" | "https") && url.has_host()).then_some(url)
}

/// A stored URL with a scheme. Other schemes don't become web URLs by a prefix.
fn with_scheme(address: &str) -> Option<Url> {
    let is_scheme = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    if address.split_once("://").is_some_and(|(scheme, _)| is_scheme(scheme)) {
        return None;
    }
    web(&format!("https://{address}")).filter(|url| url.username().is_empty() && url.password().is_none())
}
