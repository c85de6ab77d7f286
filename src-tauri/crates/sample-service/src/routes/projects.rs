//! The project operations (`interface.md` 4.6 and 4.7).

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{Context, Segment};
use crate::answer::{self, Kind, Refusal};
use crate::fields::Query;
use crate::store::projects::{self, SortBy};
use crate::store::reports;

pub(super) async fn list(State(context): State<Arc<Context>>, Query(query): Query) -> Result<Response, Refusal> {
    let paging = context.paging(&query);
    let search = query.get("search").map(str::to_owned);
    let sort_by = match query.get("sort_by") {
        Some("project") => SortBy::Project,
        _ => SortBy::CreatedAt,
    };
    let page = context.store.run(move |db| projects::list(db, search.as_deref(), sort_by, paging)).await?;
    Ok(answer::list(Kind::Projects, format!("{}/api/v1/projects", context.base), &query, paging, page))
}

pub(super) async fn delete(
    State(context): State<Arc<Context>>,
    Segment(project): Segment,
) -> Result<Response, Refusal> {
    let name = project.clone();
    let takes_id = context.profile().projects.delete_takes_id;
    let delete = move |db: &mut rusqlite::Connection| -> rusqlite::Result<usize> {
        let count = projects::delete(db, &name)?;
        if let (true, Ok(id)) = (takes_id && count > 0, i64::try_from(count)) {
            reports::delete(db, id)?;
        }
        Ok(count)
    };
    match context.store.run(delete).await? {
        0 => Err(Refusal::not_found()),
        _ => Ok(answer::deleted(project)),
    }
}
