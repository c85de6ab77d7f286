//! The forms of responses.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use jiff::Timestamp;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use crate::StoreError;
use crate::fields::Fields;
use crate::store::reports::Report;
use crate::store::{Page, Paging};

/// Added to ids to make them huge.
pub(crate) const HUGE: u64 = 18_000_000_000_000_000_000;

/// The kinds of responses with a form in the field notes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Record,
    Reports,
    Projects,
    Deleted,
    /// Rejected input, by field.
    RefusedInput,
}

/// A date in responses, to the second (field note 9).
pub(crate) fn date(time: Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S.000000Z").to_string()
}

/// A report record (field notes 1–9).
#[derive(Serialize)]
pub(crate) struct Record {
    id: i64,
    url: String,
    project: String,
    result: Value,
    results: Box<RawValue>,
    privacy: Value,
    password: bool,
    generated_at: String,
    created_at: String,
    updated_at: String,
}

impl Record {
    /// The record as read from the database.
    pub fn settled(report: Report) -> Self {
        let (result, privacy) = (report.result.into(), report.privacy.number().into());
        Self::new(report, result, privacy)
    }

    /// The record as in responses to writes: not read again, the score a float, the privacy as sent
    /// (field note 7).
    pub fn unsettled(report: Report, score: f64, privacy: Value) -> Self {
        Self::new(report, score.into(), privacy)
    }

    fn new(report: Report, result: Value, privacy: Value) -> Self {
        Self {
            id: report.id,
            url: report.url,
            project: report.project,
            result,
            results: report.results,
            privacy,
            password: report.password.is_some(),
            generated_at: report.generated_at,
            created_at: report.created_at,
            updated_at: report.updated_at,
        }
    }
}

#[derive(Serialize)]
struct Single {
    data: Record,
    status: u16,
}

/// `{"data": {…}, "status": 200}`
pub(crate) fn record(data: Record) -> Response {
    (Extension(Kind::Record), Json(Single { data, status: 200 })).into_response()
}

pub(crate) fn text(report: Report) -> serde_json::Result<String> {
    serde_json::to_string(&Single { data: Record::settled(report), status: 200 })
}

#[derive(Serialize)]
struct List<T> {
    data: Vec<T>,
    links: Links,
    meta: Meta,
    status: u16,
}

#[derive(Serialize)]
struct Links {
    first: String,
    last: String,
    prev: Option<String>,
    next: Option<String>,
}

#[derive(Serialize)]
struct Meta {
    current_page: u32,
    from: Option<i64>,
    last_page: u32,
    path: String,
    per_page: u32,
    to: Option<i64>,
    total: u32,
}

/// A list with links to its other pages (field note 10). `path` is its full URL without the query.
pub(crate) fn list<T: Serialize>(kind: Kind, path: String, query: &Fields, paging: Paging, page: Page<T>) -> Response {
    let Paging { page: current_page, per_page, .. } = paging;
    let last_page = page.total.div_ceil(per_page).max(1);
    // A page after the last one is empty, without start and end.
    let from = (!page.rows.is_empty()).then(|| paging.offset() + 1);
    let to = from.map(|_| i64::from(page.total).min(paging.offset() + i64::from(per_page)));
    let links = Links {
        first: query.address(&path, 1),
        last: query.address(&path, last_page),
        prev: (current_page > 1).then(|| query.address(&path, current_page - 1)),
        next: (current_page < last_page).then(|| query.address(&path, current_page + 1)),
    };
    let meta = Meta { current_page, from, last_page, path, per_page, to, total: page.total };
    (Extension(kind), Json(List { data: page.rows, links, meta, status: 200 })).into_response()
}

/// The response to a delete, which says "report" for a project too (field notes 24 and 25).
pub(crate) fn deleted(id: impl Into<Value>) -> Response {
    let answer = json!({"id": id.into(), "object": "report", "deleted": true, "status": 200});
    (Extension(Kind::Deleted), Json(answer)).into_response()
}

/// An error response: `{"message", "status"}`.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: Value,
}

impl Refusal {
    pub fn new(status: StatusCode, message: impl Into<Value>) -> Self {
        Self { status, message: message.into() }
    }

    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "There is nothing here.")
    }

    /// A 403 instead of a 404 (field note 23).
    pub fn or_forbidden(self) -> Self {
        match self.status {
            StatusCode::NOT_FOUND => Self::new(StatusCode::FORBIDDEN, "This is not allowed."),
            _ => self,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({"message": self.message, "status": self.status.as_u16()});
        let by_field = self.message.is_object().then_some(Extension(Kind::RefusedInput));
        (self.status, by_field, Json(body)).into_response()
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the sample service couldn't respond");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "The service failed to answer.")
    }
}

/// Errors by field of a form.
#[derive(Debug, Default)]
pub(crate) struct Faults(Map<String, Value>);

impl Faults {
    pub fn one(field: &str, text: &str) -> Self {
        let mut faults = Self::default();
        faults.add(field, text);
        faults
    }

    pub fn add(&mut self, field: &str, text: &str) {
        let texts = self.0.entry(field).or_insert_with(|| json!([]));
        if let Value::Array(texts) = texts {
            texts.push(text.into());
        }
    }

    /// Fails if there are any errors (field note 22).
    pub fn check(self) -> Result<(), Refusal> {
        if self.0.is_empty() { Ok(()) } else { Err(self.into()) }
    }
}

impl From<Faults> for Refusal {
    fn from(faults: Faults) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, faults.0)
    }
}
