//! The report operations (`interface.md` 4.1 to 4.5).

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::input::{Change, NewReport};
#[cfg(feature = "faults")]
use super::others;
use super::{Context, Segment};
use crate::StoreError;
use crate::address::Address;
use crate::analysis::{Analysis, analyse};
use crate::answer::{self, Faults, HUGE, Kind, Record, Refusal};
use crate::fields::{Fields, Form, Query};
use crate::service_profile::{Creates, MissingOnUpdate, Recorded};
use crate::store::Page;
use crate::store::reports::{self, Filter, Report, SortBy, Verdict};

pub(super) async fn list(State(context): State<Arc<Context>>, Query(query): Query) -> Result<Response, Refusal> {
    let profile = context.profile();
    #[cfg(feature = "faults")]
    if let Some(made_up) = others::interfere(&context, &profile.lists, &query).await? {
        return Ok(made_up);
    }
    let records = &profile.records;
    let (paging, rating) = (context.paging(&query), records.rating_key.unwrap_or(records.rating_name).name());
    let filter = Filter {
        search: query.get("search").map(str::to_owned),
        project: query.get("project").map(str::to_owned),
        verdict: match query.get(rating) {
            Some("good") => Some(Verdict::Good),
            Some("decent") => Some(Verdict::Decent),
            Some("bad") => Some(Verdict::Bad),
            _ => None,
        },
    };
    let sort_by = match query.get("sort_by") {
        Some("generated_at") if profile.lists.sorts_by_generated_at => SortBy::GeneratedAt,
        Some("url") => SortBy::Url,
        Some(key) if key == rating => SortBy::Result,
        _ => SortBy::Id,
    };
    let Page { rows, total } = context.store.run(move |db| reports::list(db, &filter, sort_by, paging)).await?;
    let page = Page { rows: rows.into_iter().map(Record::settled).collect(), total };
    Ok(answer::list(Kind::Reports, format!("{}/api/v1/reports", context.base), &query, paging, page))
}

pub(super) async fn read(State(context): State<Arc<Context>>, id: Segment) -> Result<Response, Refusal> {
    let report = find(&context, &id).await?;
    Ok(answer::record(Record::settled(report)))
}

pub(super) async fn create(State(context): State<Arc<Context>>, Form(fields): Form) -> Result<Response, Refusal> {
    if !context.profile().creates.goes_on {
        return make(context, fields).await;
    }
    // Background work does not end with the connection.
    tokio::spawn(make(context, fields)).await.map_err(|_| StoreError::Interrupted)?
}

async fn make(context: Arc<Context>, fields: Fields) -> Result<Response, Refusal> {
    let Creates { takes_ms, goes_on: _, recorded } = context.profile().creates;
    let takes = takes_ms.map_or(context.delay, Duration::from_millis);
    let date = context.date();
    // Not enforced strictly, as in deployed services: concurrent creates may exceed it.
    let created = context.store.run(move |db| reports::created_in_month(db, &date)).await?;
    if created >= context.quota() {
        return Err(Refusal::new(StatusCode::FORBIDDEN, "This month's number of reports is used up."));
    }
    let NewReport { address, sent, privacy, password } = NewReport::read(&fields)?;
    let address = redirected(&context, address)?;
    let begun = context.date();
    if recorded != Recorded::AtStart {
        tokio::time::sleep(takes).await;
    }
    let analysis = analysed(&address, 1)?;
    let score = analysis.score;
    let date = if recorded == Recorded::AtEnd { context.date() } else { begun };
    let insert = move |db: &mut rusqlite::Connection| -> Result<Option<Report>, StoreError> {
        let password = password.as_deref().map(crate::password::hash).transpose()?;
        let transaction = db.transaction()?;
        let new = reports::NewReport {
            address: &address,
            analysis: &analysis,
            privacy,
            password: password.as_deref(),
            run: 1,
            created_at: &date,
            generated_at: &date,
        };
        let id = reports::insert(&transaction, &new)?;
        let report = reports::get(&transaction, id)?;
        transaction.commit()?;
        Ok(report)
    };
    let report = context.store.run(insert).await?.ok_or_else(Refusal::not_found)?;
    if recorded == Recorded::AtStart {
        tokio::time::sleep(takes).await;
    }
    let record = Record::unsettled(report, score, sent.map_or(Value::Null, Value::String));
    Ok((StatusCode::CREATED, answer::record(record)).into_response())
}

pub(super) async fn update(
    State(context): State<Arc<Context>>,
    id: Segment,
    Form(fields): Form,
) -> Result<Response, Refusal> {
    let report = find(&context, &id).await.map_err(|refusal| match context.profile().refusals.missing_on_update {
        MissingOnUpdate::NotFound => refusal,
        MissingOnUpdate::Forbidden => refusal.or_forbidden(),
    })?;
    let change = Change::read(&fields, &report)?;
    let analysis = if change.again {
        // An unreadable stored URL counts as an unreachable page.
        let address = Address::parse(&report.address).ok_or_else(unreachable)?;
        Some(fetch(&context, &address, report.run.saturating_add(1)).await?)
    } else {
        None
    };
    #[expect(clippy::cast_precision_loss, reason = "a score lies between 0 and 100")]
    let score = analysis.as_ref().map_or(report.result as f64, |analysis| analysis.score);
    let updated_at = context.date();
    let Change { sent, privacy, password, .. } = change;
    let write = move |db: &mut rusqlite::Connection| -> Result<Option<Report>, StoreError> {
        let password = password.as_deref().map(crate::password::hash).transpose()?;
        Ok(reports::update(db, report.id, &reports::Change { privacy, password, analysis, updated_at })?)
    };
    let report = context.store.run(write).await?.ok_or_else(Refusal::not_found)?;
    let privacy = sent.map_or_else(|| report.privacy.number().into(), Value::String);
    Ok(answer::record(Record::unsettled(report, score, privacy)))
}

pub(super) async fn delete(State(context): State<Arc<Context>>, id: Segment) -> Result<Response, Refusal> {
    let id = number(&id).ok_or_else(Refusal::not_found)?;
    if context.store.run(move |db| reports::delete(db, id)).await? {
        Ok(answer::deleted(id))
    } else {
        Err(Refusal::not_found())
    }
}

pub(super) async fn find(context: &Context, id: &Segment) -> Result<Report, Refusal> {
    let id = number(id).ok_or_else(Refusal::not_found)?;
    context.store.run(move |db| reports::get(db, id)).await?.ok_or_else(Refusal::not_found)
}

fn number(id: &Segment) -> Option<i64> {
    let id: u64 = id.0.parse().ok()?;
    i64::try_from(id.checked_sub(HUGE).unwrap_or(id)).ok()
}

/// The target of a URL (field note 5).
fn redirected(context: &Context, address: Address) -> Result<Address, Refusal> {
    match context.profile().redirects.get(&address.full) {
        Some(target) => Address::parse(target).ok_or_else(unreachable),
        None => Ok(address),
    }
}

async fn fetch(context: &Context, address: &Address, run: u32) -> Result<Analysis, Refusal> {
    tokio::time::sleep(context.delay).await;
    analysed(address, run)
}

fn analysed(address: &Address, run: u32) -> Result<Analysis, Refusal> {
    if address.reachable() { Ok(analyse(address, run)) } else { Err(unreachable()) }
}

fn unreachable() -> Refusal {
    Faults::one("url", "The page couldn’t be fetched.").into()
}
