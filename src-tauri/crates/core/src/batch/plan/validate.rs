//! Validates a plan before anything is done.

use assay_model::{BatchRequest, ExistingReportPolicy, FieldReason, PasswordSource, Problem, ReportQuery};

use crate::query_limits;

/// In characters (`field-notes.md` 18).
const MAX_PASSWORD_CHARS: u32 = 128;

/// In characters.
const MAX_SEARCH_LENGTH: u32 = 500;

/// Validates the options for a source with URLs, or with reports.
pub(super) fn request(wish: &BatchRequest, is_list: bool) -> Result<(), Problem> {
    let unusable = || Err(Problem::invalid("wish", FieldReason::NotUsable));
    match wish {
        BatchRequest::Create { known, match_project, .. } if is_list => {
            if let ExistingReportPolicy::RefreshOlderThan { days } = known {
                query_limits::days("days", *days)?;
            }
            match_project.as_deref().map_or(Ok(()), |name| query_limits::name("match_project", name))
        }
        BatchRequest::Privacy { .. } | BatchRequest::Delete if !is_list => Ok(()),
        BatchRequest::Refresh { older_than_days } if !is_list => {
            older_than_days.map_or(Ok(()), |days| query_limits::days("older_than_days", days))
        }
        _ => unusable(),
    }
}

/// Validates new options for an existing batch.
pub(super) fn changed_request(new: &BatchRequest, present: &BatchRequest, is_list: bool) -> Result<(), Problem> {
    match (new, present) {
        (BatchRequest::Undo { .. }, _) | (_, BatchRequest::Undo { .. }) if new != present => {
            Err(Problem::invalid("wish", FieldReason::NotUsable))
        }
        (BatchRequest::Undo { .. }, _) => Ok(()),
        _ => request(new, is_list),
    }
}

pub(super) fn password(wish: Option<&PasswordSource>) -> Result<(), Problem> {
    match wish {
        Some(PasswordSource::One { password }) if password.is_empty() => {
            Err(Problem::invalid("password", FieldReason::Required))
        }
        Some(PasswordSource::One { password }) => {
            query_limits::length("password", password.expose(), MAX_PASSWORD_CHARS)
        }
        Some(PasswordSource::Generate { length }) => query_limits::range("length", (*length).into(), 8, 64),
        Some(PasswordSource::Kept) | None => Ok(()),
    }
}

pub(super) fn list(query: &ReportQuery) -> Result<(), Problem> {
    query_limits::length("search", query.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)?;
    query.project.as_deref().filter(|name| !name.is_empty()).map_or(Ok(()), |name| query_limits::name("project", name))
}
