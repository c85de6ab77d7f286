//! The project operations (`interface.md` 4.6 and 4.7).

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;

use super::{Context, Segment};
use crate::answer::{self, Refusal};
use crate::fields::Query;
use crate::store::projects::{self, SortBy};

pub(super) async fn list(State(context): State<Arc<Context>>, Query(query): Query) -> Result<Response, Refusal> {
    let paging = query.paging();
    let search = query.get("search").map(str::to_owned);
    let sort_by = match query.get("sort_by") {
        Some("project") => SortBy::Project,
        _ => SortBy::CreatedAt,
    };
    let page = context.store.run(move |db| projects::list(db, search.as_deref(), sort_by, paging)).await?;
    Ok(answer::list(format!("{}/api/v1/projects", context.base), &query, paging, page))
}

pub(super) async fn delete(
    State(context): State<Arc<Context>>,
    Segment(project): Segment,
) -> Result<Response, Refusal> {
    let name = project.clone();
    if context.store.run(move |db| projects::delete(db, &name)).await? {
        Ok(answer::deleted(project))
    } else {
        Err(Refusal::not_found())
    }
}
