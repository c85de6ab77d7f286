//! Whether a service sorted as it was asked to (`field-notes.md` 14).
//!
//! A complaint must be certain. So only values that are there are compared, and of texts only pairs that are in the
//! wrong order in whatever way a database may compare them.

use std::cmp::Ordering;

use assay_model::{Direction, Project, ProjectQuery, ProjectSort, Report, ReportQuery, ReportSort};

/// The reports are provably not in the order that was asked for.
pub(crate) fn of_reports_ignored(reports: &[Report], query: &ReportQuery) -> bool {
    let Some(sort_by) = query.sort_by else { return false };
    let rows = reports.iter().map(|report| &report.row);
    match sort_by {
        ReportSort::Id => contradicts(rows.map(|row| row.id.as_str()), query.sort, |one, other| {
            // Identifiers that are text in the service's database are compared as text there.
            let numbers = one.parse::<u64>().ok()?.cmp(&other.parse().ok()?);
            Some(numbers).filter(|order| *order == one.cmp(other))
        }),
        ReportSort::GeneratedAt => {
            contradicts(rows.filter_map(|row| row.generated_at), query.sort, |one, other| Some(one.cmp(other)))
        }
        ReportSort::Url => {
            let addresses = rows.map(|row| row.address.as_str()).filter(|address| !address.is_empty());
            contradicts(addresses, query.sort, texts)
        }
        ReportSort::Result => contradicts(rows.filter_map(|row| row.score), query.sort, f64::partial_cmp),
    }
}

/// The projects are provably not in the order that was asked for.
pub(crate) fn of_projects_ignored(projects: &[Project], query: &ProjectQuery) -> bool {
    let Some(sort_by) = query.sort_by else { return false };
    match sort_by {
        ProjectSort::CreatedAt => {
            let dates = projects.iter().filter_map(|project| project.created_at);
            contradicts(dates, query.sort, |one, other| Some(one.cmp(other)))
        }
        ProjectSort::Project => contradicts(projects.iter().map(|project| project.project.as_str()), query.sort, texts),
    }
}

/// Two neighbours are in the wrong order. The interface's direction is descending unless another was asked for.
fn contradicts<T>(
    values: impl Iterator<Item = T>,
    sort: Option<Direction>,
    order: impl Fn(&T, &T) -> Option<Ordering>,
) -> bool {
    let wrong = match sort.unwrap_or(Direction::Desc) {
        Direction::Asc => Ordering::Greater,
        Direction::Desc => Ordering::Less,
    };
    let values: Vec<_> = values.collect();
    values.windows(2).any(|pair| match pair {
        [one, other] => order(one, other) == Some(wrong),
        _ => false,
    })
}

/// The order of two texts if databases agree on it: by character, without regard to case, and without regard to
/// punctuation. What is beyond ASCII is sorted too differently to say.
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
