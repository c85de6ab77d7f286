//! Projects: the reports of one host. They exist only as long as they have reports.

use rusqlite::{Connection, params};
use serde::Serialize;

use super::{Page, Paging};

/// A project as listed (field note 16).
#[derive(Debug, Serialize)]
pub(crate) struct Project {
    #[serde(rename = "project")]
    name: String,
    reports: i64,
    /// The sum of its reports' scores, as text.
    result: String,
    created_at: String,
}

/// Sort keys of the project list (`interface.md` 4.6).
#[derive(Debug, Clone, Copy)]
pub(crate) enum SortBy {
    CreatedAt,
    Project,
}

/// Lists the projects whose name contains `search`.
pub(crate) fn list(
    db: &Connection,
    search: Option<&str>,
    sort_by: SortBy,
    paging: Paging,
) -> rusqlite::Result<Page<Project>> {
    const FILTER: &str = "?1 IS NULL OR instr(lower(project), lower(?1)) > 0";
    let total =
        db.query_row(&format!("SELECT count(DISTINCT project) FROM reports WHERE {FILTER}"), [search], |row| {
            row.get(0)
        })?;
    let column = match sort_by {
        SortBy::CreatedAt => "min(created_at)",
        SortBy::Project => "project",
    };
    let direction = paging.direction();
    let rows = db
        .prepare_cached(&format!(
            "SELECT project, count(*), CAST(sum(result) AS TEXT), min(created_at) FROM reports WHERE {FILTER}
             GROUP BY project ORDER BY {column} {direction}, min(id) {direction} LIMIT ?2 OFFSET ?3"
        ))?
        .query_map(params![search, paging.per_page, paging.offset()], |row| {
            Ok(Project { name: row.get(0)?, reports: row.get(1)?, result: row.get(2)?, created_at: row.get(3)? })
        })?
        .collect::<rusqlite::Result<_>>()?;
    Ok(Page { rows, total })
}

/// Deletes every report of a project (field note 25), and returns their number: 0 if there is no
/// such project.
pub(crate) fn delete(db: &Connection, project: &str) -> rusqlite::Result<usize> {
    db.execute("DELETE FROM reports WHERE project = ?1", [project])
}
