//! Other users' reports, and other users' actions.

use std::num::NonZeroU32;

use axum::Json;
use axum::response::{IntoResponse, Response};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::Context;
use crate::StoreError;
use crate::address::Address;
use crate::analysis::analyse;
use crate::answer::Refusal;
use crate::fields::Fields;
use crate::service_profile::{Lists, MadeUp, Others};
use crate::store::reports::{self, Change};

/// Plays changes that others make in the account. Returns a page to send instead of the real one.
pub(super) async fn interfere(context: &Context, lists: &Lists, query: &Fields) -> Result<Option<Response>, Refusal> {
    if let Some(made_up) = &lists.made_up {
        return Ok(Some(page_of(made_up, &format!("{}/api/v1/reports", context.base), query)));
    }
    let (others, date) = (lists.others, context.date());
    if others != Others::default() {
        context.store.run(move |db| act(db, others, &date)).await?;
    }
    Ok(None)
}

/// A page of generated reports, never the last one.
fn page_of(made_up: &MadeUp, path: &str, query: &Fields) -> Response {
    let asked = query.paging();
    let rows = u64::from(made_up.rows.map_or(asked.per_page, NonZeroU32::get));
    let before = asked.page.saturating_sub(1);
    let turn = u64::from(made_up.circle.map_or(before, |circle| before % circle));
    let first = turn.saturating_mul(rows.saturating_sub(made_up.overlap.into()).max(1)).saturating_add(1);
    let data: Vec<Value> = (first..first.saturating_add(rows)).map(|id| json!({ "id": id })).collect();
    let next = query.address(path, asked.page.saturating_add(1));
    Json(json!({
        "data": data,
        "links": {"first": query.address(path, 1), "next": next},
        "meta": {"current_page": asked.page, "path": path, "per_page": rows},
        "status": 200,
    }))
    .into_response()
}

/// Changes that others make in the account at this time.
fn act(db: &Connection, others: Others, date: &str) -> Result<(), StoreError> {
    let mut all = reports::all(db)?;
    all.sort_by_key(|report| (report.id % 13, report.id));
    let kept = all.split_off(others.delete.min(all.len()));
    for report in all {
        reports::delete(db, report.id)?;
    }
    let mut kept = kept;
    kept.sort_by(|one, other| (&one.generated_at, one.id).cmp(&(&other.generated_at, other.id)));
    for report in kept.into_iter().take(others.recheck) {
        let Some(address) = Address::parse(&report.address) else { continue };
        let analysis = Some(analyse(&address, report.run.saturating_add(1)));
        let change = Change { privacy: report.privacy, password: None, analysis, updated_at: date.to_owned() };
        reports::update(db, report.id, &change)?;
    }
    Ok(())
}
