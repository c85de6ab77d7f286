//! Validates input before it is sent.

use assay_model::{FieldProblem, FieldReason, NewReport, Privacy, Problem, ProblemCode, ReportUpdate, Secret, address};

use crate::call::Pairs;

/// In characters (`field-notes.md` 18).
const MAX_PASSWORD_CHARS: u32 = 128;

/// The form of a new report (`interface.md` §4.3): always with privacy, with a password only for
/// [`Privacy::Password`].
pub(crate) fn create(report: &NewReport) -> Result<(Pairs, Option<Secret>), Problem> {
    let mut form = Vec::new();
    let mut wrong = Vec::new();
    match address::page(&report.url) {
        Ok(url) => form.push(("url", url.into())),
        Err(reason) => wrong.push(FieldProblem { field: "url".into(), reason }),
    }
    form.push(("privacy", report.privacy.number().to_string()));
    finish(form, wrong, password(Some(report.privacy), report.password.as_ref()))
}

/// The form of an update (`interface.md` §4.4): what is set, at least one field.
pub(crate) fn update(update: &ReportUpdate) -> Result<(Pairs, Option<Secret>), Problem> {
    if update.privacy.is_none() && update.results.is_none() {
        return Err(Problem::invalid("update", FieldReason::NothingToChange));
    }
    let mut form = Vec::new();
    form.extend(update.privacy.map(|privacy| ("privacy", privacy.number().to_string())));
    form.extend(update.results.map(|results| ("results", u8::from(results).to_string())));
    finish(form, Vec::new(), password(update.privacy, update.password.as_ref()))
}

/// The password for a privacy: required with [`Privacy::Password`], otherwise none
/// (`field-notes.md` 18).
fn password(privacy: Option<Privacy>, typed: Option<&Secret>) -> Result<Option<Secret>, FieldReason> {
    if privacy != Some(Privacy::Password) {
        return Ok(None);
    }
    let typed = typed.ok_or(FieldReason::Required)?;
    match typed.expose().chars().count() {
        0 => Err(FieldReason::Required),
        count if count > MAX_PASSWORD_CHARS as usize => Err(FieldReason::TooLong { limit: MAX_PASSWORD_CHARS }),
        _ => Ok(Some(typed.clone())),
    }
}

fn finish(
    mut form: Pairs,
    mut wrong: Vec<FieldProblem>,
    password: Result<Option<Secret>, FieldReason>,
) -> Result<(Pairs, Option<Secret>), Problem> {
    match password {
        Ok(password) if wrong.is_empty() => {
            form.extend(password.as_ref().map(|password| ("password", password.expose().to_owned())));
            return Ok((form, password));
        }
        Ok(_) => {}
        Err(reason) => wrong.push(FieldProblem { field: "password".into(), reason }),
    }
    Err(Problem { fields: wrong, ..Problem::new(ProblemCode::InvalidInput) })
}
