use assay_model::{self as model, Page, Project, ProjectQuery, Rating, Report, ReportQuery, ReportRow, UnreadableRow};
use serde_json::Value;

use super::{
    envelope::{RecordError, data, expected},
    fields::{self, Fields},
    filter,
    json::{self, Shape},
    order, project, report, scalar,
};
use crate::hide::cut;

/// For showing an unreadable row, in characters.
const RAW: usize = 2000;

/// Around a list.
const ENVELOPES: usize = 3;

/// A page of reports with its service's traits.
pub(crate) struct Listed {
    pub(crate) page: Page<ReportRow>,
    pub(crate) seen: Seen,
}

/// What a page of reports reveals about its service.
pub(crate) struct Seen {
    /// Nothing where no row has a verdict.
    pub(crate) rating: Option<Rating>,
    /// `None` if no row names its verdict.
    pub(crate) says_score: Option<bool>,
    pub(crate) paging: model::Paging,
    /// Whether the rows are in the requested order, if known.
    pub(crate) sorted: Option<bool>,
}

/// A page of reports (`field-notes.md` 10), without their checks (`field-notes.md` 13).
pub(crate) fn reports(body: &[u8], query: &ReportQuery) -> Result<Listed, String> {
    let asked = Asked { number: query.page, size: query.per_page.into() };
    let kind = Kind { identifier: "id", sure: &["id", "url"], read: report::listed };
    let (page, paging) = page(body, &asked, &kind)?;
    let (rows, says_score): (Vec<_>, Vec<_>) = page.rows.into_iter().unzip();
    let sorted = order::of_reports(&rows, query);
    let rating = if rows.iter().any(|row| row.score.is_some()) {
        Some(Rating::Score)
    } else {
        rows.iter().any(|row| row.verdict.is_some()).then_some(Rating::Word)
    };
    // One row with the interface's name proves that it is known.
    let says_score = says_score.into_iter().flatten().min();
    let page = Page {
        sort_ignored: sorted == Some(false),
        filter_ignored: filter::of_reports_ignored(&rows, query),
        rows,
        unreadable: page.unreadable,
        number: page.number,
        total: page.total,
        offset: page.offset,
        has_next: page.has_next,
    };
    Ok(Listed { page, seen: Seen { rating, says_score, paging, sorted } })
}

/// Parses the readable reports of a page, with their checks.
pub(crate) fn whole_reports(body: &[u8]) -> Result<Vec<Report>, String> {
    let asked = Asked { number: None, size: ReportQuery::default().per_page.into() };
    let kind = Kind { identifier: "id", sure: &["id", "url"], read: report::whole };
    Ok(page(body, &asked, &kind)?.0.rows)
}

/// Parses a page of projects (`field-notes.md` 10, 16).
pub(crate) fn projects(body: &[u8], query: &ProjectQuery) -> Result<Page<Project>, String> {
    let asked = Asked { number: query.page, size: query.per_page.into() };
    let kind = Kind { identifier: "project", sure: &["project"], read: project::record };
    let (page, _) = page(body, &asked, &kind)?;
    Ok(Page { sort_ignored: order::of_projects(&page.rows, query) == Some(false), ..page })
}

/// Which page was asked for.
struct Asked {
    number: Option<u32>,
    size: u16,
}

/// What a list is of.
struct Kind<T> {
    identifier: &'static str,
    /// The fields that identify a record without an envelope.
    sure: &'static [&'static str],
    read: fn(Fields) -> Result<T, RecordError>,
}

fn page<T>(body: &[u8], asked: &Asked, kind: &Kind<T>) -> Result<(Page<T>, model::Paging), String> {
    json::whole(body, |text, shape| {
        let (paging, found) = unwrap(text, shape, kind)?;
        let (mut rows, mut unreadable) = (Vec::new(), Vec::new());
        for (position, (path, piece)) in (0..).zip(entries(found, kind)?) {
            // An empty record may come as a list anywhere but here, where a list is no row.
            let fields = Fields::of(piece).filter(|_| !piece.starts_with('['));
            let no_record = RecordError { field: None, found: json::kind(piece) };
            match fields.ok_or(no_record).and_then(kind.read) {
                Ok(row) => rows.push(row),
                Err(no_row) => {
                    let raw = cut(&fields::row(piece), RAW);
                    unreadable.push(UnreadableRow { position, path: no_row.path(&path), raw });
                }
            }
        }
        let Place { number, total, offset, has_next } = paging.read(asked, rows.len() + unreadable.len());
        let page =
            Page { rows, unreadable, number, total, offset, has_next, sort_ignored: false, filter_ignored: false };
        Ok((page, paging.kind()))
    })
}

/// Where a list is, and what it is.
struct Found<'a> {
    at: String,
    text: &'a str,
    shape: Shape<'a>,
}

/// The list of a response with its paging, around the list or its own envelope.
fn unwrap<'a, T>(text: &'a str, shape: Shape<'a>, kind: &Kind<T>) -> Result<(Paging<'a>, Found<'a>), String> {
    let mut around = Vec::new();
    let mut found = Found { at: String::new(), text, shape };
    for _ in 0..ENVELOPES {
        let Shape::Record(pairs) = found.shape else { break };
        let fields = Fields::new(pairs);
        let data = if found.at.is_empty() || !fields.has(kind.identifier) { data(&fields)? } else { None };
        let Some(data) = data else {
            found.shape = Shape::Record(fields.pairs());
            break;
        };
        around.extend(fields.pairs());
        found = Found {
            at: if found.at.is_empty() { "data".into() } else { format!("{}.data", found.at) },
            text: data,
            shape: Shape::of(data).map_err(|error| error.to_string())?,
        };
    }
    Ok((Paging::new(Fields::new(around)), found))
}

/// The rows with their paths. A list may be a map of numbers, or a single row.
fn entries<'a, T>(found: Found<'a>, kind: &Kind<T>) -> Result<Vec<(String, &'a str)>, String> {
    let Found { at, text, shape } = found;
    let place = |index: &str| format!("{at}[{index}]");
    match shape {
        Shape::List(rows) => Ok(rows.into_iter().enumerate().map(|(i, row)| (place(&i.to_string()), row)).collect()),
        Shape::Record(pairs) => {
            let is_bare = at.is_empty();
            let is_number = |(name, _): &(String, &str)| name.parse::<u64>().is_ok();
            if (is_bare && pairs.is_empty()) || !pairs.iter().all(is_number) {
                let fields = Fields::new(pairs);
                let is_row =
                    if is_bare { kind.sure.iter().all(|name| fields.has(name)) } else { fields.has(kind.identifier) };
                return if is_row { Ok(vec![(at, text)]) } else { Err(expected(&at, "a list", "a record")) };
            }
            Ok(pairs.into_iter().map(|(key, row)| (place(&key), row)).collect())
        }
        Shape::Single => Err(expected(&at, "a list", json::kind(text))),
    }
}

/// The paging data of a response, in `meta` and `links` or at its top (`field-notes.md` 10).
struct Paging<'a> {
    meta: Fields<'a>,
    links: Fields<'a>,
    top: Fields<'a>,
}

struct Place {
    number: u32,
    total: Option<u64>,
    offset: Option<u64>,
    has_next: bool,
}

impl<'a> Paging<'a> {
    fn new(top: Fields<'a>) -> Self {
        let part = |name| top.get(name).and_then(Fields::of).unwrap_or_else(|| Fields::new(Vec::new()));
        Self { meta: part("meta"), links: part("links"), top }
    }

    fn read(&self, asked: &Asked, rows: usize) -> Place {
        let whole = |name| self.whole(name);
        let number = whole("current_page")
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number > 0)
            .unwrap_or(asked.number.unwrap_or(1).max(1));
        let total = whole("total");
        let rows = u64::try_from(rows).unwrap_or(u64::MAX);
        // Otherwise only a full page of the requested size proves the size of earlier pages.
        let size = whole("per_page").or(Some(asked.size.into()).filter(|size| *size == rows));
        let offset = match number {
            1 => Some(0),
            _ => whole("from")
                .and_then(|from| from.checked_sub(1))
                .or_else(|| size.and_then(|size| size.checked_mul(u64::from(number) - 1))),
        };
        let last = whole("last_page");
        let next = self.next();
        let has_next = if next.iter().all(Option::is_none) && last.is_none() {
            total.zip(offset).is_some_and(|(total, offset)| rows > 0 && offset.saturating_add(rows) < total)
        } else {
            next.iter().flatten().any(is_address) || last.is_some_and(|last| u64::from(number) < last)
        };
        Place { number, total, offset, has_next }
    }

    fn kind(&self) -> model::Paging {
        if self.whole("total").or_else(|| self.whole("last_page")).is_some() {
            model::Paging::Totals
        } else if self.next().iter().any(Option::is_some) {
            model::Paging::NextOnly
        } else {
            model::Paging::Unsaid
        }
    }

    fn whole(&self, name: &str) -> Option<u64> {
        self.get(&self.meta, name).as_ref().and_then(scalar::whole)
    }

    /// The next page, in either form.
    fn next(&self) -> [Option<Value>; 2] {
        [self.get(&self.links, "next"), self.get(&self.meta, "next_page_url")]
    }

    /// A value in a part of the response, or else at its top.
    fn get(&self, part: &Fields, name: &str) -> Option<Value> {
        part.all(name).next_back().or_else(|| self.top.all(name).next_back()).map(json::value)
    }
}

/// Whether it is a page's URL; only its presence counts, it is never followed (`field-notes.md`
/// 12).
fn is_address(next: &Value) -> bool {
    match next {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use assay_model::{Direction, Paging, ProjectQuery, Rating, ReportQuery, ReportSort};
    use serde_json::{Value, json};

    use super::{Seen, projects, reports};
    use crate::read;

    fn seen(answer: &Value) -> Seen {
        reports(answer.to_string().as_bytes(), &ReportQuery::default()).unwrap().seen
    }

    fn sorted(rows: &Value, sort_by: ReportSort, sort: Direction) -> Option<bool> {
        let query = ReportQuery { sort_by: Some(sort_by), sort: Some(sort), ..ReportQuery::default() };
        reports(rows.to_string().as_bytes(), &query).unwrap().seen.sorted
    }

    #[test]
    fn how_a_service_rates_is_seen() {
        for (rows, rating) in [
            (json!([{"id": 1, "result": "good"}, {"id": 2, "result": 82}]), Some(Rating::Score)),
            (json!([{"id": 1, "result": "good"}, {"id": 2, "result": null}]), Some(Rating::Word)),
            (json!([{"id": 1, "result": "good", "score": "82"}]), Some(Rating::Score)),
            (json!([{"id": 1, "result": "excellent"}, {"id": 2}]), None),
            (json!([]), None),
        ] {
            assert_eq!(seen(&rows).rating, rating, "{rows}");
        }
    }

    #[test]
    fn what_a_service_calls_its_verdict_is_seen() {
        for (rows, says_score) in [
            (json!([{"id": 1, "score": null}, {"id": 2}]), Some(true)),
            (json!([{"id": 1, "result": null}]), Some(false)),
            (json!([{"id": 1, "score": 82}, {"id": 2, "result": 82}]), Some(false)),
            (json!([{"id": 1, "score": 82, "result": "good"}]), Some(false)),
            (json!([{"id": 1}, {"score": 82}]), None),
        ] {
            assert_eq!(seen(&rows).says_score, says_score, "{rows}");
        }
    }

    #[test]
    fn what_a_service_says_of_pages_is_seen() {
        for (answer, paging) in [
            (json!({"data": [], "meta": {"total": "34"}}), Paging::Totals),
            (json!({"data": [], "last_page": 4, "next_page_url": null}), Paging::Totals),
            (json!({"data": {"data": [], "total": 0}}), Paging::Totals),
            (json!({"data": [], "meta": {"total": null}, "links": {"next": null}}), Paging::NextOnly),
            (json!({"data": [], "next_page_url": "x"}), Paging::NextOnly),
            (json!({"data": [], "links": {"first": "x"}, "meta": {"current_page": 1, "per_page": 25}}), Paging::Unsaid),
            (json!([]), Paging::Unsaid),
        ] {
            assert_eq!(seen(&answer).paging, paging, "{answer}");
        }
    }

    #[test]
    fn that_a_service_sorts_is_seen_where_no_other_order_explains_it() {
        let rows = |rows: &[(Value, i32)]| {
            json!(rows.iter().map(|(id, score)| json!({"id": id, "result": score})).collect::<Vec<_>>())
        };
        let mixed = rows(&[(json!(2), 10), (json!(3), 10), (json!(1), 90)]);
        assert_eq!(sorted(&mixed, ReportSort::Result, Direction::Asc), Some(true));
        assert_eq!(sorted(&mixed, ReportSort::Result, Direction::Desc), Some(false));
        // As sorted by id: as a number, as text, or in an unknown order.
        assert_eq!(sorted(&rows(&[(json!(1), 10), (json!(2), 90)]), ReportSort::Result, Direction::Asc), None);
        assert_eq!(sorted(&rows(&[(json!(10), 10), (json!(9), 90)]), ReportSort::Result, Direction::Asc), None);
        assert_eq!(sorted(&rows(&[(json!("b"), 10), (json!("a"), 90)]), ReportSort::Result, Direction::Asc), None);
        // Equal, too few, or nothing to compare.
        assert_eq!(sorted(&rows(&[(json!(2), 10), (json!(1), 10)]), ReportSort::Result, Direction::Asc), None);
        assert_eq!(sorted(&rows(&[(json!(2), 10)]), ReportSort::Result, Direction::Asc), None);
        assert_eq!(sorted(&mixed, ReportSort::GeneratedAt, Direction::Asc), None);
        // By id, the orders can't be distinguished.
        assert_eq!(sorted(&rows(&[(json!(1), 10), (json!(2), 90)]), ReportSort::Id, Direction::Asc), None);
        assert_eq!(seen(&mixed).sorted, None);
    }

    #[test]
    fn a_hundred_thousand_levels_stop_no_reader() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let row = format!(
            r#"{{"id": 1, "project": "example.com", "deleted": true, "results": {{"tree": {{"value": {deep}}}}}, "x": {deep}}}"#
        );
        let list = format!(r#"{{"data": [{row}, {deep}], "meta": {deep}}}"#);
        let page = reports(list.as_bytes(), &ReportQuery::default()).unwrap().page;
        assert_eq!((page.rows.len(), page.unreadable.len()), (1, 1));
        let page = projects(list.as_bytes(), &ProjectQuery::default()).unwrap();
        assert_eq!((page.rows.len(), page.unreadable.len()), (1, 1));
        let report = read::report(row.as_bytes()).unwrap();
        assert_eq!((report.row.id.as_str(), report.checks[0].name.as_str(), report.other.len()), ("1", "tree", 2));
        assert_eq!(read::deleted(row.as_bytes(), "1"), Ok(()));
        assert!(read::json(row.as_bytes()).is_ok());
    }
}
