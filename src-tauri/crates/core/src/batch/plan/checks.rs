//! What is asked of a plan, checked before anything is done.

use assay_model::{BatchWish, FieldReason, KnownRule, PasswordWish, Problem, ReportQuery};

use crate::check;

/// The most characters of a password (`field-notes.md` 18).
const LONGEST_PASSWORD: u32 = 128;

/// The most characters of a search.
const LONGEST_SEARCH: u32 = 500;

/// A wish for a source that has addresses, or else reports.
pub(super) fn wish(wish: &BatchWish, is_list: bool) -> Result<(), Problem> {
    let unusable = || Err(Problem::invalid("wish", FieldReason::NotUsable));
    match wish {
        BatchWish::Create { known, match_project, .. } if is_list => {
            if let KnownRule::RefreshOlderThan { days } = known {
                check::days("days", *days)?;
            }
            match_project.as_deref().map_or(Ok(()), |name| check::name("match_project", name))
        }
        BatchWish::Privacy { .. } | BatchWish::Delete if !is_list => Ok(()),
        BatchWish::Refresh { older_than_days } if !is_list => {
            older_than_days.map_or(Ok(()), |days| check::days("older_than_days", days))
        }
        _ => unusable(),
    }
}

/// The same for a batch that has another one already.
pub(super) fn new_wish(new: &BatchWish, present: &BatchWish, is_list: bool) -> Result<(), Problem> {
    match (new, present) {
        (BatchWish::Undo { .. }, _) | (_, BatchWish::Undo { .. }) if new != present => {
            Err(Problem::invalid("wish", FieldReason::NotUsable))
        }
        (BatchWish::Undo { .. }, _) => Ok(()),
        _ => wish(new, is_list),
    }
}

pub(super) fn password(wish: Option<&PasswordWish>) -> Result<(), Problem> {
    match wish {
        Some(PasswordWish::One { password }) if password.is_empty() => {
            Err(Problem::invalid("password", FieldReason::Required))
        }
        Some(PasswordWish::One { password }) => check::length("password", password.expose(), LONGEST_PASSWORD),
        Some(PasswordWish::Generate { length }) => check::range("length", (*length).into(), 8, 64),
        Some(PasswordWish::Kept) | None => Ok(()),
    }
}

pub(super) fn list(query: &ReportQuery) -> Result<(), Problem> {
    check::length("search", query.search.as_deref().unwrap_or_default(), LONGEST_SEARCH)?;
    query.project.as_deref().filter(|name| !name.is_empty()).map_or(Ok(()), |name| check::name("project", name))
}
