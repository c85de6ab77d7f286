//! Detects if a service ignored the requested order (`field-notes.md` 14).
//!
//! It must be certain: only present values are compared, and texts only if every database would
//! agree on their order.

use std::cmp::Ordering;

use assay_model::{Direction, Project, ProjectQuery, ProjectSort, ReportQuery, ReportRow, ReportSort};

/// Whether reports are in the requested order: `None` if unknown, for example if sorting by `id`,
/// the usual fallback, gives the same order.
pub(crate) fn of_reports(rows: &[ReportRow], query: &ReportQuery) -> Option<bool> {
    let ids = || rows.iter().map(|row| row.id.as_str());
    let sorted = match query.sort_by? {
        ReportSort::Id => sorted(ids(), query.sort, |one, other| {
            // Text ids are compared as text in the database.
            as_numbers(one, other).filter(|order| *order == one.cmp(other))
        }),
        ReportSort::GeneratedAt => {
            sorted(rows.iter().filter_map(|row| row.generated_at), query.sort, |one, other| Some(one.cmp(other)))
        }
        ReportSort::Url => {
            let addresses = rows.iter().map(|row| row.address.as_str()).filter(|address| !address.is_empty());
            sorted(addresses, query.sort, texts)
        }
        ReportSort::Result => sorted(rows.iter().filter_map(|row| row.score), query.sort, f64::partial_cmp),
    };
    let by_id = || {
        let by_number = self::sorted(ids(), query.sort, |one, other| as_numbers(one, other));
        by_number != Some(false) || self::sorted(ids(), query.sort, |one, other| Some(one.cmp(other))) != Some(false)
    };
    sorted.filter(|sorted| !sorted || !by_id())
}

/// Whether projects are in the requested order: `None` if unknown.
pub(crate) fn of_projects(projects: &[Project], query: &ProjectQuery) -> Option<bool> {
    match query.sort_by? {
        ProjectSort::CreatedAt => {
            let dates = projects.iter().filter_map(|project| project.created_at);
            sorted(dates, query.sort, |one, other| Some(one.cmp(other)))
        }
        ProjectSort::Project => sorted(projects.iter().map(|project| project.project.as_str()), query.sort, texts),
    }
}

/// Whether the rows are sorted; `None` if all are equal. Descending by default, as in the
/// interface.
fn sorted<T>(
    values: impl Iterator<Item = T>,
    sort: Option<Direction>,
    order: impl Fn(&T, &T) -> Option<Ordering>,
) -> Option<bool> {
    let wrong = match sort.unwrap_or(Direction::Desc) {
        Direction::Asc => Ordering::Greater,
        Direction::Desc => Ordering::Less,
    };
    let values: Vec<_> = values.collect();
    let orders: Vec<_> = values.iter().zip(values.iter().skip(1)).map(|(one, other)| order(one, other)).collect();
    if orders.contains(&Some(wrong)) {
        return Some(false);
    }
    let is_told = !orders.contains(&None) && orders.contains(&Some(wrong.reverse()));
    is_told.then_some(true)
}

fn as_numbers(one: &str, other: &str) -> Option<Ordering> {
    Some(one.parse::<u64>().ok()?.cmp(&other.parse().ok()?))
}

/// The order of two texts if databases agree on it: by character, ignoring case, and ignoring
/// punctuation. Unknown for non-ASCII texts.
fn texts(one: &&str, other: &&str) -> Option<Ordering> {
    if !one.is_ascii() || !other.is_ascii() {
        return None;
    }
    let lower = |text: &str| text.to_ascii_lowercase();
    let letters = |text: &str| lower(text).replace(|c: char| !c.is_ascii_alphanumeric(), "");
    let plain = one.cmp(other);
    let agreed = lower(one).cmp(&lower(other)) == plain && letters(one).cmp(&letters(other)) == plain;
    agreed.then_some(plain)
}
