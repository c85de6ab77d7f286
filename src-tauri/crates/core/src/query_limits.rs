//! Validates queries to the library.

use assay_model::{
    ChangedSince, CompareMoments, CompareReports, FieldReason, LibraryProjectQuery, LibraryQuery, Problem, Since,
};

/// In characters.
const MAX_SEARCH_LENGTH: u32 = 500;

/// In characters, of a name or id from the service.
pub(crate) const MAX_NAME_LENGTH: u32 = 2048;

/// Checks of one request.
pub(crate) const MAX_CHECKS: u32 = 100;

/// Checks whose values are columns of a list.
pub(crate) const MAX_VALUES: u32 = 8;

/// Ten years.
pub(crate) const MAX_DAYS: u16 = 3650;

pub(crate) fn length(field: &str, text: &str, most: u32) -> Result<(), Problem> {
    // Bytes are never fewer than characters, and faster to count.
    let is_long = text.len() > most as usize && text.chars().count() > most as usize;
    if is_long { Err(Problem::invalid(field, FieldReason::TooLong { limit: most })) } else { Ok(()) }
}

pub(crate) fn name(field: &str, text: &str) -> Result<(), Problem> {
    if text.is_empty() {
        return Err(Problem::invalid(field, FieldReason::Required));
    }
    length(field, text, MAX_NAME_LENGTH)
}

pub(crate) fn range(field: &str, number: u32, least: u32, most: u32) -> Result<(), Problem> {
    if (least..=most).contains(&number) {
        Ok(())
    } else {
        Err(Problem::invalid(field, FieldReason::OutOfRange { least, most }))
    }
}

pub(crate) fn days(field: &str, days: u16) -> Result<(), Problem> {
    range(field, days.into(), 1, MAX_DAYS.into())
}

/// The days of a chart: a year at most.
pub(crate) fn trend_days(field: &str, days: u16) -> Result<(), Problem> {
    range(field, days.into(), 1, 365)
}

pub(crate) fn since(since: Since) -> Result<(), Problem> {
    match since {
        Since::LastTime | Since::LastSync | Since::At(_) => Ok(()),
        Since::Days(number) => days("since", number),
    }
}

pub(crate) fn moments(CompareMoments { query: wanted, before, after }: &CompareMoments) -> Result<(), Problem> {
    query(wanted)?;
    since(*before)?;
    if let (Since::At(before), Some(after)) = (before, after)
        && after < before
    {
        return Err(Problem::invalid("after", FieldReason::NotUsable));
    }
    if *before == Since::LastSync && wanted.connection.is_none() {
        return Err(Problem::invalid("before", FieldReason::NotUsable));
    }
    Ok(())
}

pub(crate) fn reports(CompareReports { before, after }: &CompareReports) -> Result<(), Problem> {
    name("before", &before.id)?;
    name("after", &after.id)
}

pub(crate) fn query(query: &LibraryQuery) -> Result<(), Problem> {
    query.sort_check.as_ref().map_or(Ok(()), |check| name("sort_check", &check.name))?;
    let names = [("project", &query.project), ("failing", &query.failing)];
    for (field, text) in names {
        length(field, text.as_deref().unwrap_or_default(), MAX_NAME_LENGTH)?;
    }
    let texts = [("search", &query.search), ("path", &query.path), ("pattern", &query.pattern)];
    for (field, text) in texts {
        length(field, text.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)?;
    }
    for (field, score) in [("score_min", query.score_min), ("score_max", query.score_max)] {
        range(field, score.unwrap_or_default().into(), 0, 100)?;
    }
    query.stale_days.map_or(Ok(()), |number| days("stale_days", number))?;
    query.changed.map_or(Ok(()), |ChangedSince { since, .. }| self::since(since))?;
    range("page", query.page.unwrap_or(1), 1, u32::MAX)
}

pub(crate) fn projects(query: &LibraryProjectQuery) -> Result<(), Problem> {
    length("search", query.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)?;
    range("page", query.page.unwrap_or(1), 1, u32::MAX)
}
