//! Report passwords: saving, showing, deleting.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod batches;
mod reports;

use assay_model::{
    Connection, KeepPassword, ListReports, PageSize, ProblemCode, ReportQuery, ReportRef, ReportRow, Secret,
};
use common::App;

fn of(connection: &Connection, id: &str) -> ReportRef {
    ReportRef { connection: connection.id.clone(), id: id.to_owned() }
}

async fn keep(app: &App, connection: &Connection, id: &str, password: &str) {
    let kept = KeepPassword { connection: connection.id.clone(), id: id.to_owned(), password: Secret::from(password) };
    app.core.password_save(kept).await.unwrap();
}

async fn kept(app: &App, connection: &Connection, id: &str) -> Option<String> {
    let is_known = app.core.password_exists(of(connection, id)).await.unwrap();
    match app.core.password_show(of(connection, id)).await {
        Ok(shown) => Some(shown.password).filter(|_| is_known),
        Err(problem) => {
            assert_eq!((problem.code, is_known), (ProblemCode::NotInLibrary, false));
            None
        }
    }
}

async fn rows(app: &App, connection: &Connection) -> Vec<ReportRow> {
    let query = ReportQuery { per_page: PageSize::Hundred, ..ReportQuery::default() };
    app.core.reports_list(ListReports { connection: connection.id.clone(), query }).await.unwrap().rows
}
