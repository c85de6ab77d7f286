//! What is asked of a plan, checked before anything is done.

use assay_model::{BatchRequest, FieldReason, ExistingReportPolicy, PasswordSource, Problem, ReportQuery};

use crate::check;

/// The most characters of a password (`field-notes.md` 18).
const MAX_PASSWORD_CHARS: u32 = 128;

/// The most characters of a search.
const MAX_SEARCH_LENGTH: u32 = 500;

/// A wish for a source that has addresses, or else reports.
pub(super) fn wish(wish: &BatchRequest, is_list: bool) -> Result<(), Problem> {
    let unusable = || Err(Problem::invalid("wish", FieldReason::NotUsable));
    match wish {
        BatchRequest::Create { known, match_project, .. } if is_list => {
            if let ExistingReportPolicy::RefreshOlderThan { days } = known {
                check::days("days", *days)?;
            }
            match_project.as_deref().map_or(Ok(()), |name| check::name("match_project", name))
        }
        BatchRequest::Privacy { .. } | BatchRequest::Delete if !is_list => Ok(()),
        BatchRequest::Refresh { older_than_days } if !is_list => {
            older_than_days.map_or(Ok(()), |days| check::days("older_than_days", days))
        }
        _ => unusable(),
    }
}

/// The same for a batch that has another one already.
pub(super) fn new_wish(new: &BatchRequest, present: &BatchRequest, is_list: bool) -> Result<(), Problem> {
    match (new, present) {
        (BatchRequest::Undo { .. }, _) | (_, BatchRequest::Undo { .. }) if new != present => {
            Err(Problem::invalid("wish", FieldReason::NotUsable))
        }
        (BatchRequest::Undo { .. }, _) => Ok(()),
        _ => wish(new, is_list),
    }
}

pub(super) fn password(wish: Option<&PasswordSource>) -> Result<(), Problem> {
    match wish {
        Some(PasswordSource::One { password }) if password.is_empty() => {
            Err(Problem::invalid("password", FieldReason::Required))
        }
        Some(PasswordSource::One { password }) => check::length("password", password.expose(), MAX_PASSWORD_CHARS),
        Some(PasswordSource::Generate { length }) => check::range("length", (*length).into(), 8, 64),
        Some(PasswordSource::Kept) | None => Ok(()),
    }
}

pub(super) fn list(query: &ReportQuery) -> Result<(), Problem> {
    check::length("search", query.search.as_deref().unwrap_or_default(), MAX_SEARCH_LENGTH)?;
    query.project.as_deref().filter(|name| !name.is_empty()).map_or(Ok(()), |name| check::name("project", name))
}
