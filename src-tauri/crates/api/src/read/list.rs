use assay_model::{Page, Project, ProjectQuery, Report, ReportQuery, UnreadableRow};
use serde_json::{Map, Value};

use super::{
    envelope::{NoRow, expected, kind},
    order, project, report, scalar,
};
use crate::hide::cut;

/// The most characters of an unreadable row that are shown.
const RAW: usize = 2000;

/// A page of reports (`field-notes.md` 10).
pub(crate) fn reports(answer: Value, query: &ReportQuery) -> Result<Page<Report>, String> {
    let asked = Asked { number: query.page, size: query.per_page.into() };
    let page = page(answer, &asked, "id", report::record)?;
    Ok(Page { sort_ignored: order::of_reports_ignored(&page.rows, query), ..page })
}

/// A page of projects (`field-notes.md` 10, 16).
pub(crate) fn projects(answer: Value, query: &ProjectQuery) -> Result<Page<Project>, String> {
    let asked = Asked { number: query.page, size: query.per_page.into() };
    let page = page(answer, &asked, "project", project::record)?;
    Ok(Page { sort_ignored: order::of_projects_ignored(&page.rows, query), ..page })
}

/// Which page was asked for.
struct Asked {
    number: Option<u32>,
    size: u16,
}

fn page<T>(
    answer: Value,
    asked: &Asked,
    identifier: &str,
    read: impl Fn(Value) -> Result<T, NoRow>,
) -> Result<Page<T>, String> {
    let (paging, at, found) = unwrap(answer);
    let (mut rows, mut unreadable) = (Vec::new(), Vec::new());
    for (position, (path, row)) in (0..).zip(entries(found, &at, identifier)?) {
        match read(row) {
            Ok(row) => rows.push(row),
            Err(no_row) => {
                unreadable.push(UnreadableRow { position, path: no_row.path(&path), raw: raw(no_row.record) });
            }
        }
    }
    let paging = paging.read(asked, rows.len() + unreadable.len());
    Ok(Page {
        rows,
        unreadable,
        number: paging.number,
        total: paging.total,
        offset: paging.offset,
        has_next: paging.has_next,
        sort_ignored: false,
    })
}

/// The list of an answer, where it is, and what is said about its pages: around the list, or around the list's own
/// envelope.
fn unwrap(answer: Value) -> (Paging, String, Value) {
    let mut paging = Map::new();
    let (mut at, mut found) = (String::new(), answer);
    loop {
        match found {
            Value::Object(mut fields) if fields.contains_key("data") => {
                found = fields.shift_remove("data").unwrap_or_default();
                paging.extend(fields);
                at = if at.is_empty() { "data".into() } else { format!("{at}.data") };
            }
            _ => return (Paging(paging), at, found),
        }
    }
}

/// The rows with their places. A list may come as a map of numbers, and a list of one as that one.
fn entries(found: Value, at: &str, identifier: &str) -> Result<Vec<(String, Value)>, String> {
    let place = |index: &str| format!("{at}[{index}]");
    match found {
        Value::Array(rows) => Ok(rows.into_iter().enumerate().map(|(i, row)| (place(&i.to_string()), row)).collect()),
        Value::Object(rows) if !at.is_empty() && rows.contains_key(identifier) => {
            Ok(vec![(at.to_owned(), Value::Object(rows))])
        }
        Value::Object(rows)
            if (!at.is_empty() || !rows.is_empty()) && rows.keys().all(|key| key.parse::<u64>().is_ok()) =>
        {
            Ok(rows.into_iter().map(|(key, row)| (place(&key), row)).collect())
        }
        other => Err(expected(at, "a list", kind(&other))),
    }
}

/// A row as JSON text, without a password that a service might give away in it.
fn raw(mut row: Value) -> String {
    if let Some(password) = row.get_mut("password").filter(|password| scalar::flag(password).is_none()) {
        *password = "…".into();
    }
    cut(&row.to_string(), RAW)
}

/// What an answer says about its pages, in `meta` and `links` or at its top (`field-notes.md` 10).
struct Paging(Map<String, Value>);

struct Place {
    number: u32,
    total: Option<u64>,
    offset: Option<u64>,
    has_next: bool,
}

impl Paging {
    fn read(&self, asked: &Asked, rows: usize) -> Place {
        let whole = |name| self.get("meta", name).and_then(scalar::whole);
        let number = whole("current_page")
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number > 0)
            .unwrap_or(asked.number.unwrap_or(1).max(1));
        let total = whole("total");
        let rows = u64::try_from(rows).unwrap_or(u64::MAX);
        // A full page of the size that was asked for is the only other proof of the size of those before it.
        let size = whole("per_page").or(Some(asked.size.into()).filter(|size| *size == rows));
        let offset = match number {
            1 => Some(0),
            _ => whole("from")
                .and_then(|from| from.checked_sub(1))
                .or_else(|| size.and_then(|size| size.checked_mul(u64::from(number) - 1))),
        };
        let last = whole("last_page");
        let next = self.get("links", "next").into_iter().chain(self.get("meta", "next_page_url")).collect::<Vec<_>>();
        let has_next = if next.is_empty() && last.is_none() {
            total.zip(offset).is_some_and(|(total, offset)| rows > 0 && offset.saturating_add(rows) < total)
        } else {
            next.into_iter().any(is_address) || last.is_some_and(|last| u64::from(number) < last)
        };
        Place { number, total, offset, has_next }
    }

    /// A key in a part of the answer, or else at its top.
    fn get(&self, part: &str, name: &str) -> Option<&Value> {
        self.0.get(part).and_then(|part| part.get(name)).or_else(|| self.0.get(name))
    }
}

/// The address of a page: that there is one is all that counts, it is never followed (`field-notes.md` 12).
fn is_address(next: &Value) -> bool {
    match next {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}
