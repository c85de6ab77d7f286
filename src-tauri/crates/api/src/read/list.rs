use assay_model::{self as model, Page, Project, ProjectQuery, Rating, Report, ReportQuery, ReportRow, UnreadableRow};
use serde_json::Value;

use super::{
    budget::{Body, Budget, ParseError},
    envelope::{RecordError, data, expected},
    fields::{self, Fields},
    filter,
    json::{self, Shape, shape_error},
    order, project, report, scalar,
};

/// For showing an unreadable row, in characters.
const MAX_RAW_CHARS: usize = 2000;

/// Around a list.
const MAX_ENVELOPES: usize = 3;

/// A page of reports with its service's traits.
pub(crate) struct ParsedPage {
    pub(crate) page: Page<ReportRow>,
    pub(crate) traits: ServiceTraits,
}

/// What a page of reports reveals about its service.
pub(crate) struct ServiceTraits {
    /// `None` if no row has a verdict.
    pub(crate) rating: Option<Rating>,
    /// `None` if no row names its verdict.
    pub(crate) says_score: Option<bool>,
    pub(crate) paging: model::Paging,
    /// Whether the rows are in the requested order, if known.
    pub(crate) sorted: Option<bool>,
    /// Whether some reports don't match the verdict filter.
    pub(crate) verdict_ignored: bool,
}

impl ServiceTraits {
    /// The number of ignored options: verdict filter and order.
    pub(crate) fn ignored(&self) -> usize {
        usize::from(self.verdict_ignored) + usize::from(self.sorted == Some(false))
    }
}

/// Parses a page of reports (`field-notes.md` 10), without their checks (`field-notes.md` 13).
pub(crate) fn reports(body: Body, query: &ReportQuery) -> Result<ParsedPage, ParseError> {
    let requested = RequestedPage { number: query.page, size: query.per_page.into() };
    let kind = RecordKind { identifier: "id", sure: &["id", "url"], read: report::listed };
    let (page, paging) = page(body, &requested, &kind)?;
    let (rows, says_score): (Vec<_>, Vec<_>) = page.rows.into_iter().unzip();
    let sorted = order::of_reports(&rows, query);
    let rating = if rows.iter().any(|row| row.score.is_some()) {
        Some(Rating::Score)
    } else {
        rows.iter().any(|row| row.verdict.is_some()).then_some(Rating::Word)
    };
    // One row with the interface's name proves that it is known.
    let says_score = says_score.into_iter().flatten().min();
    let verdict_ignored = filter::of_verdict_ignored(&rows, query);
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
    Ok(ParsedPage { page, traits: ServiceTraits { rating, says_score, paging, sorted, verdict_ignored } })
}

/// Parses the readable reports of a page, with their checks.
pub(crate) fn full_reports(body: Body) -> Result<Vec<Report>, ParseError> {
    let requested = RequestedPage { number: None, size: ReportQuery::default().per_page.into() };
    let kind = RecordKind { identifier: "id", sure: &["id", "url"], read: report::full };
    Ok(page(body, &requested, &kind)?.0.rows)
}

/// Parses a page of projects (`field-notes.md` 10, 16).
pub(crate) fn projects(body: Body, query: &ProjectQuery) -> Result<Page<Project>, ParseError> {
    let requested = RequestedPage { number: query.page, size: query.per_page.into() };
    let kind = RecordKind { identifier: "project", sure: &["project"], read: project::record };
    let (page, _) = page(body, &requested, &kind)?;
    Ok(Page { sort_ignored: order::of_projects(&page.rows, query) == Some(false), ..page })
}

struct RequestedPage {
    number: Option<u32>,
    size: u16,
}

struct RecordKind<T> {
    identifier: &'static str,
    /// The fields that identify a record without an envelope.
    sure: &'static [&'static str],
    read: fn(Fields) -> Result<T, RecordError>,
}

fn page<T>(
    body: Body,
    requested: &RequestedPage,
    kind: &RecordKind<T>,
) -> Result<(Page<T>, model::Paging), ParseError> {
    json::parse_body(body, |text, shape, budget| {
        let (paging, found) = unwrap(text, shape, kind, budget)?;
        let (mut rows, mut unreadable) = (Vec::new(), Vec::new());
        for (position, (path, piece)) in (0..).zip(entries(found, kind, budget)?) {
            // Empty records may be lists, but here a list is not a row.
            let fields = Fields::of(piece, budget).filter(|_| !piece.starts_with('['));
            let no_record = RecordError { field: None, found: json::kind(piece) };
            match fields.ok_or(no_record).and_then(kind.read) {
                Ok(row) => rows.push(row),
                Err(no_row) => {
                    let raw = fields::row(piece, budget, MAX_RAW_CHARS);
                    unreadable.push(UnreadableRow { position, path: no_row.path(&path), raw });
                }
            }
            budget.next_record()?;
        }
        let PagePosition { number, total, offset, has_next } = paging.read(requested, rows.len() + unreadable.len());
        let page =
            Page { rows, unreadable, number, total, offset, has_next, sort_ignored: false, filter_ignored: false };
        Ok((page, paging.kind()))
    })
}

struct ListLocation<'a> {
    at: String,
    text: &'a str,
    shape: Shape<'a>,
}

/// The list of a response with its paging, around the list or its own envelope.
fn unwrap<'a, T>(
    text: &'a str,
    shape: Shape<'a>,
    kind: &RecordKind<T>,
    budget: &'a Budget<'a>,
) -> Result<(Paging<'a>, ListLocation<'a>), ParseError> {
    let mut around = Vec::new();
    let mut found = ListLocation { at: String::new(), text, shape };
    for _ in 0..MAX_ENVELOPES {
        let Shape::Record(pairs) = found.shape else { break };
        let fields = Fields::new(pairs, budget);
        let data = if found.at.is_empty() || !fields.has(kind.identifier) { data(&fields)? } else { None };
        let Some(data) = data else {
            found.shape = Shape::Record(fields.pairs());
            break;
        };
        around.extend(fields.pairs());
        found = ListLocation {
            at: if found.at.is_empty() { "data".into() } else { format!("{}.data", found.at) },
            text: data,
            shape: Shape::of(data).map_err(|error| shape_error(data, &error))?,
        };
    }
    Ok((Paging::new(Fields::new(around, budget)), found))
}

/// The rows with their paths. A list may be a map of numbers, or a single row.
fn entries<'a, T>(
    found: ListLocation<'a>,
    kind: &RecordKind<T>,
    budget: &'a Budget<'a>,
) -> Result<Vec<(String, &'a str)>, ParseError> {
    let ListLocation { at, text, shape } = found;
    let place = |index: &str| format!("{at}[{index}]");
    match shape {
        Shape::List(rows) => Ok(rows.into_iter().enumerate().map(|(i, row)| (place(&i.to_string()), row)).collect()),
        Shape::Record(pairs) => {
            let is_bare = at.is_empty();
            let is_number = |(name, _): &(String, &str)| name.parse::<u64>().is_ok();
            if (is_bare && pairs.is_empty()) || !pairs.iter().all(is_number) {
                let fields = Fields::new(pairs, budget);
                let is_row =
                    if is_bare { kind.sure.iter().all(|name| fields.has(name)) } else { fields.has(kind.identifier) };
                return if is_row { Ok(vec![(at, text)]) } else { Err(expected(&at, "a list", "a record").into()) };
            }
            Ok(pairs.into_iter().map(|(key, row)| (place(&key), row)).collect())
        }
        Shape::Single => Err(expected(&at, "a list", json::kind(text)).into()),
    }
}

/// The paging data of a response, in `meta` and `links` or at its top (`field-notes.md` 10).
struct Paging<'a> {
    meta: Fields<'a>,
    links: Fields<'a>,
    top: Fields<'a>,
}

struct PagePosition {
    number: u32,
    total: Option<u64>,
    offset: Option<u64>,
    has_next: bool,
}

impl<'a> Paging<'a> {
    fn new(top: Fields<'a>) -> Self {
        let of = |piece| Fields::of(piece, top.budget);
        let part = |name| top.get(name).and_then(of).unwrap_or_else(|| Fields::none(top.budget));
        Self { meta: part("meta"), links: part("links"), top }
    }

    fn read(&self, requested: &RequestedPage, rows: usize) -> PagePosition {
        let whole = |name| self.count(name);
        let number = whole("current_page")
            .and_then(|number| u32::try_from(number).ok())
            .filter(|number| *number > 0)
            .unwrap_or(requested.number.unwrap_or(1).max(1));
        let total = whole("total");
        let rows = u64::try_from(rows).unwrap_or(u64::MAX);
        // Otherwise only a full page of the requested size proves the size of earlier pages.
        let size = whole("per_page").or(Some(requested.size.into()).filter(|size| *size == rows));
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
        PagePosition { number, total, offset, has_next }
    }

    fn kind(&self) -> model::Paging {
        if self.count("total").or_else(|| self.count("last_page")).is_some() {
            model::Paging::Totals
        } else if self.next().iter().any(Option::is_some) {
            model::Paging::NextOnly
        } else {
            model::Paging::Unsaid
        }
    }

    fn count(&self, name: &str) -> Option<u64> {
        self.get(&self.meta, name).as_ref().and_then(scalar::count)
    }

    /// The next page, in either form.
    fn next(&self) -> [Option<Value>; 2] {
        [self.get(&self.links, "next"), self.get(&self.meta, "next_page_url")]
    }

    /// A value in a part of the response, or else at its top.
    fn get(&self, part: &Fields, name: &str) -> Option<Value> {
        part.all(name)
            .next_back()
            .or_else(|| self.top.all(name).next_back())
            .map(|piece| json::value(piece, self.top.budget))
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

    use super::{ServiceTraits, projects, reports};
    use crate::read;

    fn traits(response: &Value) -> ServiceTraits {
        reports(response.to_string().as_bytes().into(), &ReportQuery::default()).unwrap().traits
    }

    fn sorted(rows: &Value, sort_by: ReportSort, sort: Direction) -> Option<bool> {
        let query = ReportQuery { sort_by: Some(sort_by), sort: Some(sort), ..ReportQuery::default() };
        reports(rows.to_string().as_bytes().into(), &query).unwrap().traits.sorted
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
            assert_eq!(traits(&rows).rating, rating, "{rows}");
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
            assert_eq!(traits(&rows).says_score, says_score, "{rows}");
        }
    }

    #[test]
    fn what_a_service_says_of_pages_is_seen() {
        for (response, paging) in [
            (json!({"data": [], "meta": {"total": "34"}}), Paging::Totals),
            (json!({"data": [], "last_page": 4, "next_page_url": null}), Paging::Totals),
            (json!({"data": {"data": [], "total": 0}}), Paging::Totals),
            (json!({"data": [], "meta": {"total": null}, "links": {"next": null}}), Paging::NextOnly),
            (json!({"data": [], "next_page_url": "x"}), Paging::NextOnly),
            (json!({"data": [], "links": {"first": "x"}, "meta": {"current_page": 1, "per_page": 25}}), Paging::Unsaid),
            (json!([]), Paging::Unsaid),
        ] {
            assert_eq!(traits(&response).paging, paging, "{response}");
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
        assert_eq!(traits(&mixed).sorted, None);
    }

    #[test]
    fn a_hundred_thousand_levels_stop_no_reader() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let row = format!(
            r#"{{"id": 1, "project": "example.com", "deleted": true, "results": {{"tree": {{"value": {deep}}}}}, "x": {deep}}}"#
        );
        let list = format!(r#"{{"data": [{row}, {deep}], "meta": {deep}}}"#);
        let page = reports(list.as_bytes().into(), &ReportQuery::default()).unwrap().page;
        assert_eq!((page.rows.len(), page.unreadable.len()), (1, 1));
        let page = projects(list.as_bytes().into(), &ProjectQuery::default()).unwrap();
        assert_eq!((page.rows.len(), page.unreadable.len()), (1, 1));
        let report = read::report(row.as_bytes().into()).unwrap();
        assert_eq!((report.row.id.as_str(), report.checks[0].name.as_str(), report.other.len()), ("1", "tree", 2));
        assert_eq!(read::deleted(row.as_bytes().into(), "1"), Ok(()));
        assert!(read::json(row.as_bytes().into()).is_ok());
    }
}
